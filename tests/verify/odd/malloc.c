// Right: memory that device code allocates and frees. Wrong: an atomic left out.
// FAULT: 9 't'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int out[16];
    long t = 0;
#pragma omp target teams distribute parallel for map(from: out) map(tofrom: t)
    for (int i = 0; i < 16; i++) {
        int *p = malloc(sizeof(int) * (i + 1));
        for (int k = 0; k <= i; k++)
            p[k] = k;
        out[i] = 0;
        for (int k = 0; k <= i; k++)
            out[i] += p[k];
        free(p);
#ifndef FAULT
#pragma omp atomic
#endif
        t += out[i];
    }
    printf("%d %ld\n", out[15], t);
}
