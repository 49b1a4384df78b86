// ROW: omp_target_memcpy_async
// SPEC: 5.1 18.8.7
/* Comes after the tasks that its depobjs name, and before those that depend on them later. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int device = omp_get_default_device(), host = omp_get_initial_device();
    int a[1000], b[1000], x = 0, y = 0;
    for (int i = 0; i < 1000; i++)
        a[i] = b[i] = -1;
    int *p = omp_target_alloc(sizeof a, device);
    omp_depend_t d[2];
#pragma omp depobj(d[0]) depend(inout : x)
#pragma omp depobj(d[1]) depend(in : y)
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp task depend(out : x) shared(a)
        for (int i = 0; i < 1000; i++) {
            volatile int slow = 0;
            while (slow < 300)
                slow++;
            a[i] = i;
        }
#pragma omp task depend(out : y) shared(y)
        y = 1;
        CHECK_INT(omp_target_memcpy_async(p, a, sizeof a, 0, 0, device, host, 2, d), 0, "to");
        CHECK_INT(omp_target_memcpy_async(b, p, sizeof a, 0, 0, host, device, 1, d), 0, "from");
#pragma omp task depend(in : x) shared(b)
        for (int i = 0; i < 1000; i++)
            b[i] += 1;
#pragma omp taskwait
    }
    for (int i = 0; i < 1000; i++)
        CHECK_INT(b[i], i + 1, "b[%d]", i);
    CHECK_INT(omp_target_memcpy_async(b, p, sizeof a, 0, 0, host, device, 0, NULL), 0, "without dependences");
#pragma omp taskwait
    CHECK_INT(b[999], 999, "without dependences");
    omp_target_free(p, device);
    return check_end();
}
