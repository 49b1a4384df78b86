// Right: device addresses handed on, sections of arrays. Wrong: a wrong map type.
// FAULT: 17 'm[0:4]'
#include <stdio.h>
#include <stdlib.h>
static void work(int *p, int n)
{
#pragma omp target teams distribute parallel for is_device_ptr(p)
    for (int i = 0; i < n; i++)
        p[i] += i;
}
int main(void)
{
    int n = 40, *a = malloc(n * sizeof *a), (*m)[5] = calloc(4, sizeof *m);
    for (int i = 0; i < n; i++)
        a[i] = 1;
#ifdef FAULT
#pragma omp target data map(from: a[0:n]) map(tofrom: m[0:4])
#else
#pragma omp target data map(tofrom: a[0:n]) map(tofrom: m[0:4])
#endif
    {
#pragma omp target data use_device_addr(a[0:n])
        work(a, n);
#pragma omp target defaultmap(none: scalar) firstprivate(n)
        for (int j = 0; j < 5; j++)
            m[1][j] = m[2][4 - j] + n + a[j];
    }
    printf("%d %d\n", a[39], m[1][4]);
    free(a), free(m);
}
