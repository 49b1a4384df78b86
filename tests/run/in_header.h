/* tests/run/in_header.h: regions in functions of a header, for headers.c. */
#ifndef IN_HEADER_H
#define IN_HEADER_H

struct scaled {
    double by;
};

static inline double times(double x, struct scaled s) { return x * s.by; }

static inline void header_scale(double *a, long n, double by)
{
    struct scaled s = {by};
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (long i = 0; i < n; i++)
        a[i] = times(a[i], s);
}

static double header_sum(const double *a, long n)
{
    double sum = 0;
#pragma omp target teams distribute parallel for map(to: a[0:n]) reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

#endif
