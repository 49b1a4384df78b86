/* Regions in generic mode, with leaders or without, whose inner trip count only the launch knows: generic KERNEL N M */
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static void note(double *t, int i, double v) { t[i] = v; }
#pragma omp end declare target

/* A team's code calls and stores between its parallel regions; these have as many iterations inside as each other. */
static void rows(int n, int m, const double *a, double *b)
{
#pragma omp target teams distribute map(to: a[0:n*m]) map(tofrom: b[0:n*m])
    for (int block = 0; block < (n + 31) / 32; block++) {
        double most = 0, tallies[32];
        int first = block * 32, last = first + 32 < n ? first + 32 : n;
        goto begin;
    begin:
#pragma omp parallel for
        for (int i = first; i < last; i++) {
            double sum = 0;
#pragma omp simd reduction(+: sum)
            for (int j = 0; j < m; j++)
                sum += a[i * m + j];
            tallies[i - first] = sum;
        }
        for (int i = first; i < last; i++)
            most = tallies[i - first] > most ? tallies[i - first] : most;
#pragma omp parallel for
        for (int i = first; i < last; i++) {
#pragma omp simd
            for (int k = 0; k < m; k++)
                b[i * m + k] = most - a[i * m + k] * tallies[i - first];
        }
    }
}

/* The threads' code has leaders: a goto goes where only one of the lanes may follow. */
static void leaders(int n, int m, const double *a, double *b)
{
#pragma omp target teams distribute map(to: a[0:n*m]) map(tofrom: b[0:n*m])
    for (int block = 0; block < (n + 31) / 32; block++) {
        int first = block * 32, last = first + 32 < n ? first + 32 : n;
        goto begin;
    begin:
#pragma omp parallel for
        for (int i = first; i < last; i++) {
            double sum = 0;
            int again = 0;
        once:
#pragma omp simd reduction(+: sum)
            for (int j = 0; j < m; j++)
                sum += a[i * m + j] * (again + 1);
            if (again++ < i % 2)
                goto once;
            note(b, i * m, sum);
        }
    }
}

int main(int argc, char **argv)
{
    int which = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]);
    double *a = malloc(sizeof *a * n * m), *b = calloc(n * m, sizeof *b), s = 0;
    for (int i = 0; i < n * m; i++)
        a[i] = i % 13;
    if (which == 0)
        rows(n, m, a, b);
    else
        leaders(n, m, a, b);
    for (int i = 0; i < n * m; i++)
        s += b[i] * (i % 97);
    printf("%.9g\n", s);
    (void)argc;
}
