// Right: two devices. Wrong: one of them misses its update.
// FAULT: 24 'a[d][0:64]'
#include <omp.h>
#include <stdio.h>
int main(void)
{
    static int a[2][64];
    int n = omp_get_num_devices();
    for (int d = 0; d < 2; d++) {
        int dev = d % n;
#pragma omp target enter data map(to: a[d][0:64]) device(dev)
        for (int i = 0; i < 64; i++)
            a[d][i] = i + d;
#ifdef FAULT
        if (d == 0) {
#endif
#pragma omp target update to(a[d][0:64]) device(dev)
#ifdef FAULT
        }
#endif
#pragma omp target teams distribute parallel for device(dev) map(alloc: a[d][0:64])
        for (int i = 0; i < 64; i++)
            a[d][i] *= 3;
#pragma omp target exit data map(from: a[d][0:64]) device(dev)
    }
    printf("%d %d %d\n", a[0][5], a[1][7], n);
}
