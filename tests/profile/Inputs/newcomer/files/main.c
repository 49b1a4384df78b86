/* needs 27 to, 18 from: the time loop stands in another file than the regions: nothing is to be written */
#include <stdio.h>
#include <stdlib.h>

#include "kernels.h"

int main(void)
{
    int n = 750;
    double *u = malloc((size_t)n * sizeof *u), *c = malloc((size_t)n * sizeof *c), sum = 0;
    for (int i = 0; i < n; i++)
        u[i] = i, c[i] = i % 4;
    for (int k = 0; k < 9; k++) {
        source(n, u, c);
        decay(n, u);
    }
    for (int i = 0; i < n; i++)
        sum += u[i];
    printf("%.12g\n", sum);
    free(u);
    free(c);
}
