// Right: tasks on the device. Wrong: a wrong map type.
// FAULT: 8 'g'
#include <stdio.h>
int main(void)
{
    int f[24], g = 0;
#ifdef FAULT
#pragma omp target map(from: f) map(from: g)
#else
#pragma omp target map(from: f) map(tofrom: g)
#endif
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 24; i++)
#pragma omp task firstprivate(i)
        {
            f[i] = i * i;
#pragma omp atomic
            g += i;
        }
#pragma omp taskwait
        f[23] += f[22];
    }
    printf("%d %d\n", f[23], g);
}
