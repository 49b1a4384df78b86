/* vadd_heap.c: c = a + b with arrays on the heap.
 *
 *     vadd_heap [n]       n additions (default 10000000)
 *
 * A pointer says nothing about how much it points to, so the map clauses do: a and b are copied to the
 * device, c both ways. */
#include <errno.h>
#include <limits.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define TOLERANCE 1e-6f
#define PERIOD 1000000 /* values repeat after this many elements: they stay exact in a float */

static long size_argument(int argc, char **argv, long fallback)
{
    if (argc < 2)
        return fallback;
    char *end;
    errno = 0;
    long n = strtol(argv[1], &end, 10);
    if (errno || *end || end == argv[1] || n < 0 || n > LONG_MAX / 16) {
        fprintf(stderr, "%s: '%s' is not a size\n", argv[0], argv[1]);
        exit(2);
    }
    return n;
}

static float *allocate(long n)
{
    float *p = malloc(((size_t)n + 1) * sizeof *p);
    if (!p) {
        fprintf(stderr, "vadd_heap: no memory for %ld elements\n", n);
        exit(2);
    }
    return p;
}

int main(int argc, char **argv)
{
    long n = size_argument(argc, argv, 10000000);
    float *a = allocate(n), *b = allocate(n), *c = allocate(n);
    for (long i = 0; i < n; i++) {
        a[i] = (float)(i % PERIOD);
        b[i] = (float)(2 * (i % PERIOD));
        c[i] = 0;
    }
    c[n] = -1; /* a guard element after the end */

    double start = omp_get_wtime();
#pragma omp target map(to: a[0:n], b[0:n]) map(tofrom: c[0:n])
#pragma omp loop
    for (long i = 0; i < n; i++)
        c[i] = a[i] + b[i];
    double seconds = omp_get_wtime() - start;

    long errors = c[n] != -1;
    for (long i = 0; i < n; i++) {
        float difference = c[i] - (float)(3 * (i % PERIOD));
        if (difference * difference > TOLERANCE)
            errors++;
    }
    printf("vadd_heap: %ld additions in %.6f s with all copies", n, seconds);
    if (n && seconds > 0)
        printf(", %.2f GB/s", 3.0 * sizeof(float) * (double)n / seconds * 1e-9);
    printf(", %ld errors\n", errors);
    free(a);
    free(b);
    free(c);
    if (errors) {
        printf("WRONG: %ld of %ld elements\n", errors, n);
        return 1;
    }
    puts("OK");
    return 0;
}
