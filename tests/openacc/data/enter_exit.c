// ROW: enter data copyin() create(), exit data copyout() delete()
// SPEC: 3.3 2.6.6
#include "check.h"
#include "present.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 30 };
    int *a = malloc(N * sizeof *a), b[N], c[N];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i;
#pragma acc enter data copyin(a[0:N], b) create(c)
    CHECK(is_there(a) && is_there(b) && is_there(c), "entered");
#pragma acc parallel loop present(a[0:N], b, c)
    for (int i = 0; i < N; i++) {
        a[i] += b[i];
        c[i] = 3 * i;
    }
#pragma acc exit data copyout(a[0:N], c) delete(b)
    CHECK(!check_device || !(omp_target_is_present(a, 0) || omp_target_is_present(b, 0)), "left");
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * i && c[i] == 3 * i, "[%d]", i);
    /* a pointer by its name: itself, where it is present, else what it leads to */
    struct {
        int n, *v;
    } s = {N, malloc(N * sizeof *s.v)};
    void *bytes = a;
    int *v = s.v;
#pragma acc enter data copyin(a, a[0:N], s, s.v[0:N])
#pragma acc exit data delete(a)
    CHECK(is_there(a) && (!check_device || !omp_target_is_present(&a, 0)), "the pointer left");
#pragma acc exit data delete(a, s.v)
    CHECK(!check_device || !(omp_target_is_present(a, 0) || omp_target_is_present(v, 0)), "what pointers lead to left");
    CHECK(is_there(&s), "the structure stays");
#pragma acc exit data copyout(s)
    CHECK(s.v == v && s.n == N, "the structure left");
#pragma acc enter data copyin(a[0:N])
#pragma acc enter data copyin(a[0:N])
#pragma acc exit data delete(bytes)
    CHECK(is_there(a), "counted");
#pragma acc exit data delete(bytes) finalize
    CHECK(!check_device || !omp_target_is_present(a, 0), "finalized");
    free(s.v);
    free(a);
    a = NULL;
#pragma acc exit data delete(a)
    return check_end();
}
