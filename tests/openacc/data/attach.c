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
#pragma acc enter data copyin(v[0:N])
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
#pragma acc parallel loop present(s) attach(s.v) reduction(+: sum)
    for (int i = 0; i < s.n; i++)
        sum += s.v[i];
#pragma acc exit data copyout(v[0:N])
#pragma acc exit data delete (s)
    CHECK_INT(sum, N * (N - 1), "sum");
    CHECK_INT(v[N - 1], 2 * (N - 1), "back");
    return check_end();
}
