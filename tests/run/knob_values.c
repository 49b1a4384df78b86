// LABELS: all
// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && python3 %S/knob_values.py %src %t
/* Every variable with values that it cannot have: one message each, by Gantry or by the host's OpenMP library, and no
 * crash. */
#include <omp.h>
int main(void)
{
    int a[64] = {0};
    int used = 0, wrong = 0;
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma omp target parallel for map(a) schedule(runtime)
    for (int i = 0; i < 64; i++)
        a[i] += i;
    int *p = omp_alloc(64, omp_null_allocator);
    omp_free(p, omp_null_allocator);
#pragma omp parallel
    used = 1;
    for (int i = 0; i < 64; i++)
        wrong += a[i] != 2 * i;
    return wrong || !used;
}
