/* check_shadow.c FAMILY N: loops that differ in what is known of their memory, for check-cost.py --memory. Two arrays of N
 * elements are mapped, N a power of two, and the last line says how many bytes they have. Without arguments: the names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma omp declare target
static inline long place(long i, long n) /* a permutation, with no rule that one would see */
{
    unsigned x = (unsigned)i;
    for (int k = 0; k < 3; k++) {
        x = x * 0x9e3779b1u & (unsigned)(n - 1);
        x ^= x >> 9;
    }
    return x;
}
#pragma omp end declare target
#define PLACE(i) place(i, n)
#define FOR _Pragma("omp target teams distribute parallel for") for (long i = 0; i < n; i++)
#define SAXPY(T)                                                                                                       \
    static long saxpy_##T(T *a, T *b, long n)                                                                          \
    {                                                                                                                  \
        FOR a[i] = 2 * b[i] + a[i];                                                                                    \
        return 2 * (long)sizeof(T);                                                                                    \
    }
SAXPY(float)
SAXPY(double)
SAXPY(char)

static long stencil(float *a, float *b, long n)
{
    FOR a[i] = i && i + 1 < n ? b[i - 1] + 2 * b[i] + b[i + 1] : 0;
    return 2 * sizeof *a;
}
static long atomic(int *a, int *b, long n)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++) {
#pragma omp atomic
        a[i] += b[i];
    }
    return 2 * sizeof *a;
}
static long atomic_random(int *a, int *b, long n)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++) {
#pragma omp atomic
        a[PLACE(i)] += b[i];
    }
    return 2 * sizeof *a;
}
static long histogram(int *a, int *b, long n)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++) {
#pragma omp atomic
        a[PLACE(i) & 255] += b[i];
    }
    return 2 * sizeof *a;
}
static long gather(float *a, float *b, long n)
{
    FOR a[i] = b[PLACE(i)];
    return 2 * sizeof *a;
}
static long scatter(float *a, float *b, long n)
{
    FOR a[PLACE(i)] = b[i];
    return 2 * sizeof *a;
}
static long third(float *a, float *b, long n)
{
    FOR if (i % 3 == 0) a[i] = b[i];
    return 2 * sizeof *a;
}
static long chunks_char(char *a, char *b, long n)
{
#pragma omp target teams distribute parallel for schedule(static, 16)
    for (long i = 0; i < n; i++)
        a[i] = b[i] + 1;
    return 2 * sizeof *a;
}
static long scatter_char(char *a, char *b, long n)
{
    FOR a[PLACE(i)] = b[i];
    return 2 * sizeof *a;
}
static long phases(float *a, float *b, long n)
{
#pragma omp target parallel
    {
#pragma omp for
        for (long i = 0; i < n; i++)
            a[i] = b[i] + 1;
#pragma omp for
        for (long i = 0; i < n; i++)
            b[i] = a[i] + 1;
    }
    return 2 * sizeof *a;
}
static long phases_random(float *a, float *b, long n)
{
#pragma omp target parallel
    {
#pragma omp for
        for (long i = 0; i < n; i++)
            a[i] = b[i] + 1;
#pragma omp for
        for (long i = 0; i < n; i++)
            b[i] = a[PLACE(i)];
    }
    return 2 * sizeof *a;
}
static long regions_random(float *a, float *b, long n)
{
    FOR a[i] = b[i] + 1;
    FOR b[i] = a[PLACE(i)];
    return 2 * sizeof *a;
}
static long two_sides(float *a, float *b, long n)
{
    for (int round = 0; round < 2; round++) {
        for (long i = round; i < n; i += 2)
            b[i] = (float)i;
#pragma omp target update to(b[0 : n])
        FOR a[i] += b[i];
#pragma omp target update from(a[0 : n])
    }
    return 2 * sizeof *a;
}
static long shared_char(char *a, char *b, long n) /* neighbours in four bytes, by iterations far apart */
{
    FOR a[i % 4 * (n / 4) + i / 4] = b[i];
    return 2 * sizeof *a;
}

#define FAMILIES                                                                                                       \
    X(saxpy_float, float) X(saxpy_double, double) X(saxpy_char, char) X(stencil, float) X(atomic, int)                 \
    X(atomic_random, int) X(histogram, int) X(gather, float) X(scatter, float) X(third, float)                         \
    X(chunks_char, char) X(scatter_char, char) X(shared_char, char) X(phases, float) X(phases_random, float)          \
    X(regions_random, float) X(two_sides, float)

int main(int argc, char **argv)
{
    const char *name = argc > 2 ? argv[1] : "";
    long n = argc > 2 ? atol(argv[2]) : 0, bytes = 0;
#define X(F, T)                                                                                                        \
    if (argc < 2)                                                                                                      \
        printf(#F "\n");                                                                                               \
    else if (strcmp(name, #F) == 0) {                                                                                  \
        T *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);                                                        \
        _Pragma("omp target data map(tofrom: a[0:n]) map(to: b[0:n])") bytes = F(a, b, n) * n;                         \
        free(a);                                                                                                       \
        free(b);                                                                                                       \
    }
    FAMILIES
    if (bytes)
        printf("%ld\n", bytes);
    return argc > 1 && !bytes;
}
