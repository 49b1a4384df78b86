#include <stdlib.h>
static inline ELEMENT shift(ELEMENT x) { return x + (ELEMENT)(PLUS); }
#pragma omp declare target(shift)
static inline int kernel(long n, double *last)
{
    ELEMENT *a = malloc(((size_t)n + 1) * sizeof *a);
    int good = 1;
#pragma omp target teams distribute parallel for map(from: a[0:n])
    for (long i = 0; i < n; i++)
        a[i] = shift((ELEMENT)i);
    for (long i = 0; i < n; i++)
        good &= a[i] == (ELEMENT)i + (ELEMENT)(PLUS);
    *last = n > 0 ? (double)a[n - 1] : 0;
    free(a);
    return good;
}
