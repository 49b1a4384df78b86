/* Stages that hand arrays on, on the device; the host corrects one between them. */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 700;
    double *in = malloc(n * sizeof *in), *mid = malloc(n * sizeof *mid), *out = malloc(n * sizeof *out), norm = 0;
    for (int i = 0; i < n; i++)
        in[i] = i % 50, mid[i] = 1, out[i] = 3;
#pragma omp target enter data map(to : in[0 : n], out[0 : n]) map(to : mid[0 : n])
#pragma omp target parallel num_threads(64) map(tofrom : norm)
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            mid[i] += in[i] * in[i];
#pragma omp for reduction(+ : norm)
        for (int i = 0; i < n; i++)
            norm += mid[n - 1 - i];
    }
#pragma omp target update from(mid[0 : n])
    for (int i = 0; i < n; i++)
        mid[i] /= norm;
    in[3] = 1e6;
#pragma omp target update to(mid[0 : n])
#pragma omp target update to(in[0 : 10])
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        out[i] += mid[i] + in[i];
#pragma omp target exit data map(from : out[0 : n]) map(release : in[0 : n], mid[0 : n])
    printf("%.9g %.9g %.9g %.9g\n", norm, out[3], out[n - 1], out[200]);
    free(in);
    free(mid);
    free(out);
    return 0;
}
