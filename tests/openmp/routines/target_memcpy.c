// ROW: omp_target_memcpy
// SPEC: 4.5 18.8.5
/* To, within and from a device, with offsets. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int device = omp_get_default_device(), host = omp_get_initial_device();
    int a[101], b[101];
    for (int i = 0; i < 101; i++)
        a[i] = i, b[i] = -1;
    int *p = omp_target_alloc(sizeof a, device), *q = omp_target_alloc(sizeof a, device);
    CHECK_INT(omp_target_memcpy(p, a, sizeof a, 0, 0, device, host), 0, "to");
    CHECK_INT(omp_target_memcpy(q, p, 40 * sizeof(int), 3 * sizeof(int), 7 * sizeof(int), device, device), 0, "within");
    CHECK_INT(omp_target_memcpy(b, q, 40 * sizeof(int), 1 * sizeof(int), 3 * sizeof(int), host, device), 0, "from");
    for (int i = 0; i < 101; i++)
        CHECK_INT(b[i], i >= 1 && i < 41 ? i + 6 : -1, "b[%d]", i);
    CHECK_INT(omp_target_memcpy(b, a, 5 * sizeof(int), 0, 0, host, host), 0, "on the host");
    CHECK_INT(b[4], 4, "on the host");
    omp_target_free(p, device);
    omp_target_free(q, device);
    return check_end();
}
