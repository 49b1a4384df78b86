/* Several arrays lie in device memory at the same time: a wrong index lands in another one, which is as readable.
   fault 1 bounds b: 20 elements too far
   fault 2 bounds b: 100000 elements too far, in another array most likely
   fault 3 bounds b: 100000 elements below
   clean: status 0 */
#include "fault.h"

int main(void)
{
    long n = 60000;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c), *d = malloc(n * sizeof *d);
    for (long i = 0; i < n; i++)
        a[i] = i, b[i] = 2 * i, c[i] = 0, d[i] = 1;
#pragma omp target data map(to: a[:n], b[:n], d[:n]) map(tofrom: c[:n])
    {
        long off = PICK(1, 120, 0) + PICK(2, 100000, 0) - PICK(3, 100000, 0);
#pragma omp target teams distribute parallel for
        for (long i = 0; i < n; i++)
            c[i] = a[i] + d[i];
#pragma omp target teams distribute parallel for
        for (long i = 0; i < n; i += 100)
            c[i] += b[i + off]; /* HERE 1 2 3 */
    }
    for (long i = 0; i < n; i++)
        MUST(c[i] == (i % 100 ? i + 1 : 3 * i + 1));
    free(a);
    free(b);
    free(c);
    free(d);
    return DONE;
}
