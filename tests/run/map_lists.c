// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Lists made at run time: how many copies they make, what is left over, and mixtures of iterators, mappers, strides and
 * nested regions. */
#include "check.h"

#ifdef __GANTRY__
#include <gantry.h>
static struct gantry_stats before;
static struct gantry_stats since(void)
{
    struct gantry_stats now, d;
    gantry_get_stats(GANTRY_ALL_DEVICES, &now);
    d = (struct gantry_stats){.to_calls = now.to_calls - before.to_calls, .to_bytes = now.to_bytes - before.to_bytes,
                              .from_calls = now.from_calls - before.from_calls,
                              .from_bytes = now.from_bytes - before.from_bytes, .allocs = now.allocs - before.allocs,
                              .frees = now.frees - before.frees};
    before = now;
    return d;
}

static void copies_of_updates(void)
{
    static int a[8][10][6];
    int n = 8, m = 10, l = 6, one = 1;
#pragma omp target enter data map(to: a)
    since();
#pragma omp target update from(a[0:n][0:m][0:l])
    CHECK_INT(since().from_calls, check_device ? 1 : 0, "all of it");
#pragma omp target update from(a[2:3][0:m][0:l])
    CHECK_INT(since().from_calls, check_device ? 1 : 0, "whole planes");
#pragma omp target update from(a[one:n - 1][2:3][0:l])
    struct gantry_stats d = since();
    CHECK_INT(d.from_calls, check_device ? 7 : 0, "whole rows");
    CHECK_INT(d.from_bytes, check_device ? 7 * 3 * 6 * sizeof(int) : 0, "bytes of rows");
#pragma omp target update to(a[one][2:3][one:2])
    CHECK_INT(since().to_calls, check_device ? 3 : 0, "parts of rows");
#pragma omp target update to(a[0:one + 1:7][0:one + 1:9][0:l:1])
    CHECK_INT(since().to_calls, check_device ? 4 : 0, "four rows");
#pragma omp target update to(a[0:0:2])
    CHECK_INT(since().to_calls, 0, "nothing");
#pragma omp target exit data map(delete: a)
    since();
}
#endif

typedef struct { int n, *v; } vec;
#pragma omp declare mapper(vec s) map(s) map(s.v[0:s.n])
typedef struct { vec in[3]; double pad; } box;
#pragma omp declare mapper(box b) map(b.pad) map(b.in)
#pragma omp declare mapper(odd: box b) map(to: b.pad) map(tofrom: b.in[1])

static vec make(int n, int from)
{
    vec s = {n, check_alloc(sizeof(int) * (size_t)(n + 1))};
    for (int i = 0; i < n; i++)
        s.v[i] = from + i;
    return s;
}

static void boxes(int n)
{
    box *b = check_alloc(sizeof *b * (size_t)n);
    for (int k = 0; k < n; k++)
        for (int j = 0; j < 3; j++)
            b[k].in[j] = make(2 + j, 100 * k);
#pragma omp target data map(tofrom: b[0:n])
    {
#pragma omp target teams distribute parallel for collapse(2) map(present, alloc: b[0:n])
        for (int k = 0; k < n; k++)
            for (int j = 0; j < 3; j++)
                for (int i = 0; i < b[k].in[j].n; i++)
                    b[k].in[j].v[i] += 10;
        int some = (n + 1) / 2;
#pragma omp target update from(mapper(odd): b[0:some:2])
        for (int k = 0; k < n && check_device; k++)
            for (int j = 0; j < 3; j++)
                for (int i = 0; i < b[k].in[j].n; i++)
                    CHECK_INT(b[k].in[j].v[i], 100 * k + i + (k % 2 == 0 && j == 1 ? 10 : 0), "some: %d %d %d", k, j, i);
#pragma omp target parallel for
        for (int k = 0; k < n; k++)
            b[k].in[2].v[0] = -k;
    }
    for (int k = 0; k < n; k++)
        for (int j = 0; j < 3; j++) {
            for (int i = 0; i < b[k].in[j].n; i++)
                CHECK_INT(b[k].in[j].v[i], j == 2 && i == 0 ? -k : 100 * k + i + 10, "all: %d %d %d", k, j, i);
            CHECK(!check_device || !omp_target_is_present(b[k].in[j].v, 0), "gone: %d %d", k, j);
            free(b[k].in[j].v);
        }
    free(b);
}

/* a mapped structure whose members are used by all levels */
static void levels(int n)
{
    vec x = make(n, 0), y = make(n, 5);
    long sum = 0;
#pragma omp target teams distribute parallel for simd map(to: x) reduction(+: sum) firstprivate(n)
    for (int i = 0; i < n; i++) {
        y.v[i] += x.v[i];
        sum += y.v[i];
    }
    CHECK_INT(sum, (long)n * (n - 1) + 5L * n, "sum of %d", n);
    for (int i = 0; i < n; i++)
        CHECK_INT(y.v[i], 2 * i + 5, "y[%d]", i);
    free(x.v);
    free(y.v);
}

/* many rows: more than the runtime keeps on its stack, mapped again and again */
static void rows(int n)
{
    int **p = check_alloc(sizeof *p * (size_t)n);
    for (int i = 0; i < n; i++)
        p[i] = make(3, i).v;
    for (int round = 0; round < 3; round++) {
#pragma omp target data map(to: p[0:n]) map(iterator(i = 0:n), tofrom: p[i][0:3])
#pragma omp target teams distribute parallel for map(iterator(i = 0:n), present, alloc: p[i][0:3])
        for (int i = 0; i < n; i++)
            p[i][1] += 1000;
    }
    for (int i = 0; i < n; i++) {
        CHECK_INT(p[i][0], i, "p[%d][0]", i);
        CHECK_INT(p[i][1], i + 1 + 3000, "p[%d][1]", i);
        free(p[i]);
    }
    free(p);
}

/* a region has one address for each variable, however many sections of it are mapped */
static void sections_of_one(void)
{
    int a[100], *p = check_alloc(100 * sizeof(int)), n = 10;
    for (int i = 0; i < 100; i++)
        a[i] = p[i] = i;
#pragma omp target map(to: a[0:n]) map(tofrom: a[50:n]) map(tofrom: p[20:n], p[90:n])
    for (int i = 0; i < n; i++) {
        a[50 + i] += a[i];
        p[20 + i] += p[90 + i];
        p[90 + i] = -1;
    }
    for (int i = 0; i < 100; i++) {
        CHECK_INT(a[i], i >= 50 && i < 60 ? 2 * i - 50 : i, "a[%d]", i);
        CHECK_INT(p[i], i >= 90 ? -1 : i >= 20 && i < 30 ? 2 * i + 70 : i, "p[%d]", i);
    }
    free(p);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
#ifdef __GANTRY__
    copies_of_updates();
#endif
    sections_of_one();
    boxes(1);
    boxes(7);
    FOR_EACH_SIZE(n) {
        levels((int)n);
        rows((int)n);
    }
#ifdef __GANTRY__
    struct gantry_stats d = since();
    CHECK_INT(d.allocs, d.frees, "all that was mapped is gone");
#endif
    return check_end();
}
