// RUN: %gantry cc -w -fcheck %O --offload-arch=emulated %s -o %t
// RUN: bash %S/faults.sh %t %s bounds,uninit,stale,misuse
// RUN: for f in heap columns freed_section; do GANTRY_CHECK=bounds %run_emulated32 %t $f || true; done 2>&1 | %FileCheck %s
/* The host's side of copies by routines: each fault by its name, and its twin (faults.sh). */
// CHECK: the copy reads 88 bytes of the host's memory, reaching 8 bytes beyond the end of the object that its pointer leads to: 80 bytes, taken at {{.*}}host_objects.c:[[#]] [GC105]
// CHECK-NEXT: {{^}}  length and offset are in bytes, and together must not exceed the object
// CHECK: omp_target_memcpy_rect: dimension 1 of the source has 4 elements, and the volume has 2 of them from element 3 on [GC105]
// CHECK-NEXT: {{^}}  offset and volume together must not exceed the dimension: what does goes on in the next row
// CHECK: 'r[2 : N - 2]' lies in the host's memory that free has released at {{.*}}host_objects.c:[[#]] [GC105]
// CHECK-NEXT: {{^}}  80 bytes, taken at {{.*}}host_objects.c:[[#]]
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { N = 10, BYTES = N * sizeof(double) };
static int dev, host, exits;
static double *d, table[N];

static void heap(int wrong)
{
    double *p = calloc(N, sizeof *p);
    exits |= omp_target_memcpy(d, p, wrong ? 88 : 80, 0, 0, dev, host); // fault: heap GC105
    free(p);
}

static void heap_middle(int wrong)
{
    double *p = calloc(N, sizeof *p);
    exits |= omp_target_memcpy(d, p + 5, wrong ? 48 : 40, 0, 0, dev, host); // fault: heap_middle GC105
    free(p);
}

static void offset(int wrong)
{
    double *p = calloc(N, sizeof *p);
    exits |= omp_target_memcpy(d, p, 40, 0, wrong ? 400 : 40, dev, host); // fault: offset GC105
    free(p);
}

static void local(int wrong)
{
    double a[N] = {0};
    exits |= omp_target_memcpy(d, a, wrong ? 96 : 80, 0, 0, dev, host); // fault: local GC105
}

static void member(int wrong)
{
    struct {
        int n;
        double a[N];
        int after;
    } s = {0};
    exits |= omp_target_memcpy(d, &s, wrong ? sizeof s + 8 : sizeof s, 0, 0, dev, host); // fault: member GC105
    exits |= omp_target_memcpy(d, s.a, BYTES, 0, 0, dev, host);
}

static void of_file(int wrong)
{
    exits |= omp_target_memcpy(table, d, wrong ? 88 : 80, 0, 0, host, dev); // fault: of_file GC105
}

static void of_file_async(int wrong)
{
    exits |= omp_target_memcpy_async(table + 2, d, wrong ? 72 : 64, 0, 0, host, dev, 0, NULL); // fault: of_file_async GC105
}

/* a matrix of 5 * 2; wrong: taken for one of 5 * 3 */
static void rectangle(int wrong)
{
    size_t volume[] = {5, 2}, zero[] = {0, 0}, there[] = {5, 2}, here[] = {5, wrong ? 3 : 2};
    double *p = calloc(N, sizeof *p);
    exits |= omp_target_memcpy_rect(d, p, sizeof *p, 2, volume, zero, zero, there, here, dev, host); // fault: rectangle GC105
    free(p);
}

/* 5 * 2 elements of a matrix of 10 * 4, from the right place on; wrong: the last column is that of no row */
static double matrix[N][4];
static void columns(int wrong)
{
    size_t volume[] = {5, 2}, zero[] = {0, 0}, from[] = {3, wrong ? 3 : 2}, there[] = {5, 2}, here[] = {N, 4};
    exits |= omp_target_memcpy_rect(d, matrix, sizeof **matrix, 2, volume, zero, from, there, here, dev, host); // fault: columns GC105
}

static void columns_async(int wrong)
{
    size_t volume[] = {2, 2}, zero[] = {0, 0}, to[] = {0, wrong ? 3 : 2}, here[] = {N, 4}, there[] = {5, 4};
    exits |= omp_target_memcpy_rect_async(d, matrix, 8, 2, volume, to, zero, there, here, dev, host, 0, NULL); // fault: columns_async GC101
#pragma omp taskwait
    volume[0] = 0; /* nothing is copied */
    to[1] = 9;
    exits |= omp_target_memcpy_rect(d, matrix, 8, 2, volume, to, zero, there, here, dev, host);
}

/* what has been freed, though it can be read; the twin's pointer leads elsewhere in time */
static void freed(int wrong)
{
    double *p = calloc(N, sizeof *p), *q = p;
    if (wrong)
        free(p);
    exits |= omp_target_memcpy(d, q, 80, 0, 0, dev, host); // fault: freed GC105
    if (!wrong)
        free(p);
}

static void freed_section(int wrong)
{
    double *p = malloc(N * sizeof *p), *volatile q = p, sum = 0;
    for (int i = 0; i < N; i++)
        p[i] = i;
    if (wrong)
        free(p);
    double *r = q;
#pragma omp target map(to : r[2 : N - 2]) map(tofrom : sum) // fault: freed_section GC105
    sum += r[3];
    exits |= sum != 3;
    if (!wrong)
        free(p);
}

/* Whoever gets memory again that was freed may use it; and what is freed when much is comes to rest no longer. */
static void taken_again(int wrong)
{
    double sum = 0;
    for (int i = 0; i < 10000; i++) {
        double *p = malloc((i % 100 + N) * sizeof *p);
        p[1] = i;
        if (i % 1000 == 0)
#pragma omp target map(to : p[0 : N / 5]) map(tofrom : sum)
            sum += p[1];
        free(p);
    }
    for (int i = 0; i < 20; i++) {
        char *p = malloc(3 << 20);
        p[0] = (char)wrong;
        free(p);
    }
    exits |= sum != 45000;
}

static void filled(int wrong)
{
    double *p = calloc(N, sizeof *p);
    omp_target_memset(p, 0, wrong ? 88 : 80, host); // fault: filled GC105
    free(p);
}

/* arguments with effects of their own, pointers to nowhere that are not followed, the host on both sides */
static void legal(int wrong)
{
    double a[N] = {1, 2, 3}, b[2 * N] = {0}, *p = a, *end = a + N;
    int i = 0;
    exits |= omp_target_memcpy(d, p++, 80, 0, 0, dev, host);
    exits |= omp_target_memcpy(d, b + i++ * N, 80, 0, 80, dev, host);
    exits |= omp_target_memcpy(d, end, 0, 0, 0, dev, host);
    exits |= omp_target_memcpy(b, a, 80, 80, 0, host, host);
    exits |= omp_target_memcpy(b, i ? a : b, 80, 0, 0, host, host);
    int (*copy)(void *, const void *, size_t, size_t, size_t, int, int) = omp_target_memcpy;
    exits |= copy(b, d, 160, 0, 0, host, dev);
    exits |= p != a + 1 || i != 1;
}

#define CASES(C)                                                                                                       \
    C(heap) C(heap_middle) C(offset) C(local) C(member) C(of_file) C(of_file_async) C(rectangle) C(columns) C(columns_async)   \
    C(freed) C(freed_section) C(taken_again) C(filled) C(legal)
#include "cases.h"

int main(int argc, char **argv)
{
    dev = omp_get_default_device();
    host = omp_get_initial_device();
    d = omp_target_alloc(1000, dev);
    omp_target_memset(d, 0, 1000, dev);
    exits |= run_cases(argc, argv);
    omp_target_free(d, dev);
    return exits;
}
