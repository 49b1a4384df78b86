/* A matrix in one dimension, by two loops that are collapsed.
   fault 1 bounds a: the bounds of the two loops are exchanged
   fault 2 bounds a: the leading dimension is one too large
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 30, m = 17;
    unsigned *a = malloc(n * m * sizeof *a);
#pragma omp target teams distribute parallel for simd collapse(2) map(from: a[:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[PICK(1, j * n + i * m, i * (m + PICK(2, 1, 0)) + j)] = i + j; /* HERE 1 2 */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            MUST(a[i * m + j] == (unsigned)(i + j));
    free(a);
    return DONE;
}
