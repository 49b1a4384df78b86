// Regions that access the host's heap itself: bounds, memory that is gone, races between regions and with the host.
// RUN: %gantry cc -O1 -fcheck --offload-arch=emulated %s -o %t && GANTRY_CHECK=bounds,races %S/judged.py %s %t 1
// LABELS: run
//
// FOUND beyond: GC101 load of 8 bytes, right after the end of the host's memory that its pointer leads to (800 bytes, taken at
// FOUND into_another: GC101 bytes after the end of the host's memory that its pointer leads to (800 bytes
// FOUND in_front: GC101 store of 4 bytes, 4 bytes before the host's memory
// FOUND half: GC101 load of 8 bytes, reaching 4 bytes beyond the end of
// FOUND by_member: GC101 right after the end of the host's memory
// SILENT inside
// SILENT from_the_middle
// SILENT of_a_library
// SILENT grown
// FOUND gone: GC103 which has been freed at
// FOUND gone_when_moved: GC103 which has been freed at
// SILENT taken_anew
// FOUND wave: GC401 element 1 of a block of the host's heap (800 bytes, taken at
// FOUND host_reads: GC403 the host reads byte 0 of a block of the host's heap
// FOUND host_stores: GC403 may read at the same time
// SILENT host_waits
// FOUND two_regions: GC402 byte 0 of a block of the host's heap
// SILENT two_in_order
// FOUND freed_meanwhile: GC403 free frees what the region of
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma omp requires unified_shared_memory

enum { N = 100 };
static int n = N;

static double *taken(int many)
{
    double *a = malloc((size_t)many * sizeof *a);
    for (int i = 0; i < many; i++)
        a[i] = i;
    return a;
}

static void beyond(void)
{
    double *a = taken(n), s = 0;
#pragma omp target teams distribute parallel for reduction(+: s)
    for (int i = 0; i <= n; i++)
        s += a[i]; /* beyond */
    free(a);
}
static void into_another(void) /* wherever it lands */
{
    double *a = taken(n), *b = taken(1000), s = 0;
    int far = (int)(b - a) + 500;
#pragma omp target map(tofrom: s)
    s = a[far] + b[0]; /* into_another */
    printf("%g\n", s);
    free(a);
    free(b);
}
static void in_front(void)
{
    int *a = calloc((size_t)n, sizeof *a), k = n - N - 1;
#pragma omp target
    a[k] = 1; /* in_front */
    free(a);
}
static void half(void)
{
    char *a = calloc(1, 20);
    double s = 0;
#pragma omp target map(from: s)
    s = ((double *)a)[2]; /* half */
    printf("%g\n", s);
    free(a);
}
static void by_member(void)
{
    struct {
        int n;
        double *v;
    } *s = malloc(sizeof *s);
    double r = 0;
    s->n = n + 1;
    s->v = taken(n);
#pragma omp target map(tofrom: r)
    for (int i = 0; i < s->n; i++)
        r += s->v[i]; /* by_member */
    free(s->v);
    free(s);
}
static void inside(void)
{
    double *a = taken(n), *b = taken(n), s = 0;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        b[i] = a[n - 1 - i];
#pragma omp target teams distribute parallel for reduction(+: s)
    for (int i = 0; i < n; i++)
        s += b[i];
    printf("%g\n", s);
    free(a);
    free(b);
}
static void from_the_middle(void)
{
    double *a = taken(n), *middle = a + n / 2, *end = a + n, s = 0;
#pragma omp target map(tofrom: s)
    {
        for (int i = -n / 2; i < n / 2; i++)
            s += middle[i];
        for (double *p = end; p-- > a;)
            s += *p;
        s += end[-1];
    }
    free(a);
}
static void of_a_library(void) /* nobody knows how long it is */
{
    char *text = strdup("words");
    int letters = 0;
#pragma omp target map(tofrom: letters)
    for (int i = 0; text[i]; i++)
        letters++;
    printf("%d\n", letters);
    free(text);
}
static void grown(void)
{
    double *a = taken(n), s = 0;
#pragma omp target map(tofrom: s)
    s += a[n - 1];
    a = realloc(a, 2 * (size_t)n * sizeof *a);
#pragma omp target map(tofrom: s)
    a[2 * n - 1] = s;
    free(a);
}
static void gone(void)
{
    double *a = taken(n), *b = a, s = 0;
    free(a);
#pragma omp target map(tofrom: s)
    s += b[5]; /* gone */
}
static void gone_when_moved(void)
{
    double *a = taken(n), *b = a, s = 0;
#pragma omp target map(tofrom: s)
    s += a[5];
    free(a);
#pragma omp target map(tofrom: s)
    s += b[5]; /* gone_when_moved */
}
static void taken_anew(void)
{
    double s = 0;
    for (int k = 1; k < 3000; k++) {
        double *a = taken(k % 50 + 1);
        if (k % 300 == 0) {
#pragma omp target map(tofrom: s)
            s += a[k % 50];
        }
        free(a);
    }
    printf("%g\n", s);
}
static void wave(void)
{
    double *a = taken(n);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n - 1; i++)
        a[i] = a[i + 1]; /* wave */
    free(a);
}
static void host_reads(void)
{
    double *a = taken(n), s = 0;
#pragma omp target teams distribute parallel for nowait
    for (int i = 0; i < n; i++)
        a[i] *= 2;
    for (int i = 0; i < n; i++)
        s += a[i]; /* host_reads */
#pragma omp taskwait
    printf("%g\n", s);
    free(a);
}
static void host_stores(void)
{
    double *a = taken(n), *b = taken(n);
#pragma omp target teams distribute parallel for nowait
    for (int i = 0; i < n; i++)
        b[i] = a[i];
    a[7] = 1; /* host_stores */
#pragma omp taskwait
    free(a);
    free(b);
}
static void host_waits(void)
{
    double *a = taken(n), *b = taken(n), s = 0;
#pragma omp target teams distribute parallel for nowait
    for (int i = 0; i < n; i++)
        b[i] = a[i];
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma omp taskwait
    for (int i = 0; i < n; i++)
        s += b[i] + (a[i] = 2);
    printf("%g\n", s);
    free(a);
    free(b);
}
static void two_regions(void)
{
    double *a = taken(n), *b = taken(n);
#pragma omp target teams distribute parallel for nowait
    for (int i = 0; i < n; i++)
        a[i] *= 2; /* two_regions */
#pragma omp target teams distribute parallel for nowait
    for (int i = 0; i < n; i++)
        b[i] = a[i];
#pragma omp taskwait
    free(a);
    free(b);
}
static void two_in_order(void)
{
    double *a = taken(n), *b = taken(n);
#pragma omp target teams distribute parallel for nowait depend(out: a[0])
    for (int i = 0; i < n; i++)
        a[i] *= 2;
#pragma omp target teams distribute parallel for nowait depend(in: a[0])
    for (int i = 0; i < n; i++)
        b[i] = a[i];
#pragma omp taskwait
    free(a);
    free(b);
}
static void freed_meanwhile(void)
{
    double *a = taken(n);
#pragma omp target teams distribute parallel for nowait
    for (int i = 0; i < n; i++)
        a[i] *= 2;
    free(a); /* freed_meanwhile */
#pragma omp taskwait
}

int main(int argc, char **argv)
{
#define CASE(name)                                                                                                     \
    if (argc > 1 && strcmp(argv[1], #name) == 0) {                                                                     \
        name();                                                                                                        \
        return 0;                                                                                                      \
    }
    CASE(beyond) CASE(into_another) CASE(in_front) CASE(half) CASE(by_member) CASE(inside) CASE(from_the_middle)
    CASE(of_a_library) CASE(grown) CASE(gone) CASE(gone_when_moved) CASE(taken_anew) CASE(wave) CASE(host_reads)
    CASE(host_stores) CASE(host_waits) CASE(two_regions) CASE(two_in_order) CASE(freed_meanwhile)
    return 2;
}
