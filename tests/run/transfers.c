// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* What is copied, counted: bytes and calls per direction, per variable, and reference counts. */
#include "check.h"

#ifdef __GANTRY__
#include <gantry.h>

static struct gantry_stats before;

static struct gantry_stats since(void)
{
    struct gantry_stats now, d;
    gantry_get_stats(GANTRY_ALL_DEVICES, &now);
    d = (struct gantry_stats){.to_calls = now.to_calls - before.to_calls,
                              .to_bytes = now.to_bytes - before.to_bytes,
                              .from_calls = now.from_calls - before.from_calls,
                              .from_bytes = now.from_bytes - before.from_bytes,
                              .allocs = now.allocs - before.allocs,
                              .frees = now.frees - before.frees,
                              .launches = now.launches - before.launches};
    before = now;
    return d;
}

static void bytes(uint64_t to, uint64_t from, const char *name)
{
    struct gantry_stats d = since();
    CHECK_INT(d.to_bytes, check_device ? to : 0, "%s: bytes to the device", name);
    CHECK_INT(d.from_bytes, check_device ? from : 0, "%s: bytes from the device", name);
}

enum { N = 100 };
static double a[N], b[N];

static void map_types(void)
{
    double *p = a, *q = b;
    since();
#pragma omp target map(to: p[0:N])
    p[0] = 1;
    bytes(N * 8, 0, "to");
#pragma omp target map(from: p[0:N])
    for (int i = 0; i < N; i++)
        p[i] = 1;
    bytes(0, N * 8, "from");
#pragma omp target map(tofrom: p[0:N])
    p[0] = 1;
    bytes(N * 8, N * 8, "tofrom");
#pragma omp target map(alloc: p[0:N])
    p[0] = 1;
    bytes(0, 0, "alloc");
#pragma omp target map(to: p[10:5]) map(from: q[3:7])
    for (int i = 0; i < 7; i++)
        q[3 + i] = p[10 + i % 5];
    bytes(40, 56, "sections");
}

static void data_region(void)
{
    double *p = a, *q = b;
    since();
#pragma omp target data map(to: p[0:N]) map(from: q[0:N])
    {
        bytes(N * 8, 0, "target data, start");
        for (int k = 0; k < 4; k++) {
#pragma omp target teams distribute parallel for map(tofrom: p[0:N], q[0:N])
            for (int i = 0; i < N; i++)
                q[i] = p[i];
        }
        bytes(0, 0, "target data, present data is not copied");
#pragma omp target update from(q[4:2])
        bytes(0, 16, "update from");
#pragma omp target update to(p[0:N / 2])
        bytes(N * 4, 0, "update to");
    }
    bytes(0, N * 8, "target data, end");
}

static void unstructured(void)
{
    double *p = a, *q = b;
    since();
#pragma omp target enter data map(to: p[0:N]) map(alloc: q[0:N])
    bytes(N * 8, 0, "enter data");
#pragma omp target enter data map(to: p[0:N])
    bytes(0, 0, "enter data again");
#pragma omp target exit data map(from: p[0:N])
    bytes(0, 0, "exit data, still counted");
#pragma omp target exit data map(from: p[0:N]) map(release: q[0:N])
    bytes(0, N * 8, "exit data");
#pragma omp target enter data map(to: p[0:N])
#pragma omp target exit data map(delete: p[0:N])
    bytes(N * 8, 0, "delete copies nothing");
}

struct four {
    int i[4];
};

static void implicit(void)
{
    double array[10] = {0}, scalar = 2;
    struct four s = {{1}};
    since();
#pragma omp target
    {
        array[1] = scalar;
        s.i[2] = s.i[0];
    }
    bytes(80 + 16, 80 + 16, "implicit maps of an array and a struct");
    double *p = a;
    int null = 0;
#pragma omp target map(from: null)
    null = p == NULL;
    bytes(0, 4, "a pointer without a section");
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum)
    for (int i = 0; i < 10; i++)
        sum += 1;
    bytes(8, 8, "a reduction variable");
}

static void per_variable(void)
{
    double *first = a, *second = b;
    struct gantry_stats x, y;
    gantry_reset_stats();
#pragma omp target map(to: first[0:N]) map(tofrom: second[0:10])
    second[0] = first[1];
    if (!check_device)
        return;
    CHECK(gantry_get_variable_stats(GANTRY_ALL_DEVICES, "first", &x) >= 1, "a row for the first variable");
    CHECK(gantry_get_variable_stats(GANTRY_ALL_DEVICES, "second", &y) >= 1, "a row for the second variable");
    CHECK_INT(x.to_bytes, N * 8, "first variable: bytes to");
    CHECK_INT(x.from_bytes, 0, "first variable: bytes from");
    CHECK_INT(y.to_bytes, 80, "second variable: bytes to");
    CHECK_INT(y.from_bytes, 80, "second variable: bytes from");
    struct gantry_stats all;
    gantry_get_stats(GANTRY_ALL_DEVICES, &all);
    CHECK_INT(all.launches, 1, "launches");
}

/* nothing stays behind */
static void leaks(void)
{
    uint64_t entries = 99;
    if (!check_device)
        return;
    uint64_t held = gantry_mapped_bytes(omp_get_default_device(), &entries);
    CHECK_INT(held, 0, "bytes still mapped at the end");
    CHECK_INT(entries, 0, "mappings left at the end");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    gantry_get_stats(GANTRY_ALL_DEVICES, &before);
    map_types();
    data_region();
    unstructured();
    implicit();
    per_variable();
    leaks();
    return check_end();
}
#else
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    return check_end();
}
#endif
