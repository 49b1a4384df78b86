// Right: memory of omp_target_alloc. Wrong: a neighbour is read.
// FAULT: 13 'p'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int d = omp_get_default_device(), h = omp_get_initial_device();
    long *p = omp_target_alloc(400, d), host[50];
    for (int i = 0; i < 50; i++)
        host[i] = i * i;
    omp_target_memcpy(p, host, 400, 0, 0, d, h);
#pragma omp target is_device_ptr(p)
#pragma omp parallel for
    for (int i = 0; i < 49; i++)
#ifdef FAULT
        p[i] = p[i + 1] - p[i];
#else
        p[i] = 2 * p[i];
#endif
    omp_target_memcpy(host, p, 400, 0, 0, h, d);
    omp_target_free(p, d);
    printf("%ld %ld\n", host[3], host[48]);
}
