/* needs 2 to, 2 from: OpenACC, where each construct copies what it uses */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 800;
    float *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = (float)i, b[i] = 1;
    for (int k = 0; k < 7; k++) {
#pragma acc parallel loop copy(a[0:n], b[0:n])
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 0.5f + b[i];
#pragma acc parallel loop copyin(a[0:n]) copy(b[0:n])
        for (int i = 0; i < n; i++)
            b[i] = b[i] + a[i] * 0.125f;
    }
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] + b[i];
    printf("%.6g\n", sum);
    free(a);
    free(b);
}
