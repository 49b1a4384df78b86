// ROW: attach, detach
// SPEC: 3.3 2.7.13
#include "check.h"

struct vector {
    int n, *v;
};

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 40 };
    struct vector s = {N, check_alloc(N * sizeof *s.v)};
    int *v = s.v, sum = 0;
#pragma acc enter data copyin(s)
#pragma acc enter data copyin(v[0 : N])
#pragma acc enter data attach(s.v)
#pragma acc parallel loop present(s)
    for (int i = 0; i < s.n; i++)
        s.v[i] = i;
#pragma acc exit data detach(s.v)
#pragma acc data attach(s.v)
    {
#pragma acc parallel loop present(s)
        for (int i = 0; i < s.n; i++)
            s.v[i] *= 2;
    }
#pragma acc parallel loop present(s) attach(s.v) reduction(+ : sum)
    for (int i = 0; i < s.n; i++)
        sum += s.v[i];
#pragma acc exit data copyout(v[0 : N])
#pragma acc exit data delete (s)
    /* what a clause maps is attached, though it and its structure are there already */
    struct vector t = {N, check_alloc(N * sizeof *t.v)};
    int *w = t.v;
#pragma acc enter data copyin(w[0 : N])
#pragma acc enter data copyin(t)
#pragma acc enter data copyin(t.v[0 : N])
#pragma acc parallel loop present(t)
    for (int i = 0; i < t.n; i++)
        t.v[i] += 1;
#pragma acc exit data delete (t.v[0 : N], t)
#pragma acc enter data copyin(t)
#pragma acc data copyin(t.v[0 : N])
    {
#pragma acc parallel loop present(t)
        for (int i = 0; i < t.n; i++)
            t.v[i] += 1;
    }
#pragma acc exit data delete (t)
#pragma acc enter data copyin(t)
#pragma acc parallel loop present(t) copyin(t.v[0 : N])
    for (int i = 0; i < t.n; i++)
        t.v[i] += 1;
#pragma acc exit data copyout(w[0 : N]) delete (t)
    /* attached in what the construct itself copies */
    struct vector u = {N, check_alloc(N * sizeof *u.v)}, *pu = &u;
    int *x = u.v, *rows[2] = {x, x};
    for (int i = 0; i < N; i++)
        x[i] = i;
#pragma acc data copy(x[0 : N])
    {
#pragma acc parallel loop copy(u) attach(u.v)
        for (int i = 0; i < N; i++) {
            u.v[i] += 1;
            if (i == 0)
                u.n = 77;
        }
#pragma acc serial copy(pu[0 : 1]) attach(pu->v)
        for (int i = 0; i < N; i++)
            pu->v[i] += 1;
#pragma acc parallel loop copyin(rows) attach(rows[1]) async(1)
        for (int i = 0; i < N; i++)
            rows[1][i] += 1;
#pragma acc kernels loop independent copyin(rows) attach(rows[0]) wait(1)
        for (int i = 0; i < N; i++)
            rows[0][i] += 1;
    }
    CHECK_INT(x[N - 1], N + 3, "attached in what is copied");
    CHECK(u.n == 77 && u.v == x && rows[1] == x, "the host's pointers");
    CHECK(t.v == w, "the host's pointer");
    CHECK_INT(w[N - 1], 3, "attached by a data clause");
    CHECK_INT(sum, N * (N - 1), "sum");
    CHECK_INT(v[N - 1], 2 * (N - 1), "back");
    return check_end();
}
