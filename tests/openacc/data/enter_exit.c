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
    free(a);
    return check_end();
}
