/* vadd.c: c = a + b with arrays on the stack, the shortest program that uses a GPU.
 *
 *     vadd [n]            n additions, 0 to 100000 (default 100000)
 *
 * No map clause is needed: arrays whose size the compiler knows are copied to the device before a region and
 * back after it, scalars (n here) are copied in only. `loop` says that the iterations may run in any order.
 */
#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX 100000
#define TOLERANCE 1e-6f

static long size_argument(int argc, char **argv)
{
    if (argc < 2)
        return MAX;
    char *end;
    errno = 0;
    long n = strtol(argv[1], &end, 10);
    if (errno || *end || end == argv[1] || n < 0 || n > MAX) {
        fprintf(stderr, "%s: '%s' is not a size from 0 to %d\n", argv[0], argv[1], MAX);
        exit(2);
    }
    return n;
}

int main(int argc, char **argv)
{
    long n = size_argument(argc, argv);
    float a[MAX], b[MAX], c[MAX];
    for (long i = 0; i < MAX; i++) {
        a[i] = (float)i;
        b[i] = (float)(2 * i);
        c[i] = 0;
    }

    double start = omp_get_wtime();
#pragma omp target
#pragma omp loop
    for (long i = 0; i < n; i++)
        c[i] = a[i] + b[i];
    double seconds = omp_get_wtime() - start;

    long errors = 0;
    for (long i = 0; i < MAX; i++) {
        float difference = c[i] - (i < n ? (float)(3 * i) : 0.0f);
        if (difference * difference > TOLERANCE)
            errors++;
    }
    printf("vadd: %ld additions in %.6f s, %ld errors\n", n, seconds, errors);
    if (errors) {
        printf("WRONG: %ld of %d elements\n", errors, MAX);
        return 1;
    }
    puts("OK");
    return 0;
}
