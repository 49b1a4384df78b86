// ROW: omp_target_memset_async
// SPEC: 6.0 18.8
/* After the task that a depobj names. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int device = omp_get_default_device(), host = omp_get_initial_device();
    unsigned char a[77] = {0};
    int x = 0;
    unsigned char *p = omp_target_alloc(sizeof a, device);
    omp_depend_t d;
#pragma omp depobj(d) depend(inout : x)
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out : x)
        omp_target_memset(p, 1, sizeof a, device);
        omp_target_memset_async(p, 7, 33, device, 1, &d);
        omp_target_memcpy_async(a, p, sizeof a, 0, 0, host, device, 1, &d);
#pragma omp taskwait
    }
    for (int i = 0; i < 77; i++)
        CHECK_INT(a[i], i < 33 ? 7 : 1, "a[%d]", i);
    omp_target_free(p, device);
    return check_end();
}
