// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && %run_host %t
// RUN: for v in "1 auto auto" "4 generic auto" "8 auto auto" "8 auto generic" "32 generic generic"; do set -- $v; \
// RUN:   %gantry cc -O1 --offload-arch=emulated --simd-group=$1 --teams-mode=$2 --parallel-mode=$3 -DGROUP=$1 %s -o %t && \
// RUN:   %run_emulated32 %t && GANTRY_EMULATED_SEED=7 %run_emulated64 %t || { echo "group, teams, parallel: $v"; exit 1; }; done
// RUN: %gantry cc -O1 --offload-arch=emulated --simd-group=8 --lockstep %s -o %t && %run_emulated64 %t
// TIMEOUT: 600
/* simd loops of functions that threads of parallel regions call: over the lanes of the calling thread, wherever the call
 * stands, and right where they have none. */
#include "check.h"

#ifndef GROUP
#define GROUP 1 /* not known: bits are not compared */
#endif
enum { ROWS = 23, MOST = 3 * 32 + 5 };

#pragma omp declare target
/* ---- which lane ran what: rounding tells ---- */
static float sum_of(const float *x, long n, long *last)
{
    float sum = 1000;
    long l = -1, k;
#pragma omp simd reduction(+: sum) lastprivate(l)
    for (k = 0; k < n; k++) {
        sum += x[k];
        l = k;
    }
    *last = n ? l * 1000 + k : 0;
    return sum;
}

/* ---- variables of functions that lanes share ---- */
static void fill(long *a, long n, long first)
{
#pragma omp simd
    for (long k = 0; k < n; k++)
        a[k] = first + k;
}

static long total(const long *a, long n)
{
    long s = 0;
#pragma omp simd reduction(+: s)
    for (long k = 0; k < n; k++)
        s += a[k];
    return s;
}

/* it has no simd loop of its own, but lanes see its array */
static long between(long n, long first)
{
    long a[MOST];
    fill(a, n, first);
    if (n == 3)
        return -1; /* on another way out */
    return total(a, n);
}

static long own_array(long n, long scale)
{
    long a[MOST + 1], b[MOST + 1], s = 0;
#pragma omp simd
    for (long k = 0; k < n; k++)
        a[k] = k * scale;
#pragma omp simd
    for (long k = 0; k < n; k++) /* other lanes' */
        b[k] = a[n - 1 - k] + a[(k + 1) % n];
    for (long k = 0; k < n; k++)
        s += b[k];
    scale++; /* a parameter that changes, and its address */
    long *p = &scale;
    s += total(p, 1);
    return s;
}

struct pair {
    long a, b[3];
};
static struct pair pairs(struct pair p, long n)
{
    struct pair r = p;
#pragma omp simd
    for (long k = 0; k < (n < 3 ? n : 3); k++)
        r.b[k] = p.b[k] + p.a;
    return r;
}

static long literal(long n) { return total((long[4]){n, n + 1, n + 2, n + 3}, 4); }

/* ---- calls in calls ---- */
static long deep(long n, int levels)
{
    long a[5] = {levels, 1, 2, 3, 4}, below = 0;
    fill(a + 1, 4, n);
    if (levels > 0)
        below = deep(n + 1, levels - 1);
    return below * 3 % 1000003 + total(a, 5);
}

static long even(long n, int levels);
static long odd(long n, int levels)
{
    long s = 0;
#pragma omp simd reduction(+: s)
    for (long k = 0; k < n; k++)
        s += k;
    return levels ? s + even(n + 1, levels - 1) : s;
}
static long even(long n, int levels) { return levels ? 2 * odd(n, levels - 1) : 1; }

/* a payload too large for the lane stack */
struct large {
    long v[600];
};
static long by_value(struct large *from, long n)
{
    struct large l = *from;
    long s = 0;
#pragma omp simd reduction(+: s)
    for (long k = 0; k < n; k++)
        s += l.v[k];
    return s;
}

/* ---- worksharing of the caller's threads in a function, whose private copies lanes share ---- */
static void rows_of(long out[ROWS], long n)
{
    long row[MOST];
#pragma omp for private(row)
    for (int i = 0; i < ROWS; i++) {
        long extra[2] = {i, i};
        fill(row, n, i);
        out[i] = total(row, n) + total(extra, 2);
    }
#pragma omp barrier
#pragma omp single
    {
        long x[2];
        fill(x, 2, 5);
        out[0] += total(x, 2);
    }
}

/* ---- clauses ---- */
static void clauses(long *a, long n, long *result)
{
    long first = 7, j, x = 100, s = 0;
    int i, k;
#pragma omp simd private(j)
    for (i = 0; i < n; i++) {
        j = i * first;
        a[i] = j;
    }
    result[0] = i;
#pragma omp simd linear(x: 3)
    for (i = 0; i < n; i++) {
        a[i] += x;
        x += 3;
    }
    result[1] = x;
#pragma omp simd collapse(2) reduction(+: s) lastprivate(i, k)
    for (i = 0; i < n; i++)
        for (k = 0; k < 3; k++)
            s += i * 10 + k;
    result[2] = n ? s + i + k : 0;
#pragma omp simd safelen(2)
    for (i = 4; i < n; i++)
        a[i] = a[i - 4] + 1;
#pragma omp simd if(n > 10)
    for (i = 0; i < n; i++)
        a[i] *= 2;
#pragma omp loop bind(thread)
    for (i = 0; i < n; i++)
        a[i]++;
    static const long table[4] = {1, 2, 3, 4};
#pragma omp simd
    for (i = 0; i < n; i++)
        a[i] += table[i % 4];
}

static int counter(int add)
{
    int c = add;
    return c + 1;
}
#pragma omp end declare target

static float expected(const float *x, long n)
{
    float lane[GROUP] = {0};
    for (long k = 0; k < n; k++)
        lane[k % GROUP] += x[k];
    for (int d = GROUP / 2; d; d /= 2)
        for (int l = 0; l < d; l++)
            lane[l] += lane[l + d];
    return 1000.0f + lane[0];
}

static void order(long n)
{
    static float x[MOST], out[3][ROWS];
    static long last[3][ROWS];
    for (long k = 0; k < MOST; k++)
        x[k] = 1.0f / (float)(k + 3);
#pragma omp target teams distribute parallel for map(to: x) map(from: out[0], last[0])
    for (int i = 0; i < ROWS; i++)
        out[0][i] = sum_of(x, n, &last[0][i]);
#pragma omp target parallel for map(to: x) map(from: out[1], last[1]) num_threads(3)
    for (int i = 0; i < ROWS; i++) {
        long l;
        out[1][i] = sum_of(x, n, &l);
        last[1][i] = l;
    }
#pragma omp target teams distribute map(to: x) map(from: out[2], last[2])
    for (int i = 0; i < ROWS; i++) {
        long before = counter(i), l = 0;
        float f = sum_of(x, n, &l);
#pragma omp parallel for
        for (int j = i; j < i + 1; j++)
            out[2][j] = sum_of(x, n, &last[2][j]);
        float g = sum_of(x, n, &l);
        if (before != i + 1 || f - g > 0.01f || g - f > 0.01f || l != (n ? (n - 1) * 1000 + n : 0))
            out[2][i] = -1;
    }
    for (int w = 0; w < 3; w++)
        for (int i = 0; i < ROWS; i++) {
            CHECK_INT(last[w][i], n ? (n - 1) * 1000 + n : 0, "last, way %d, n=%ld", w, n);
            float d = out[w][i] - expected(x, n);
            CHECK(d < 0.01f && d > -0.01f, "sum, way %d", w);
#if GROUP > 1
            CHECK(!check_device || d == 0, "bits of the sum, way %d, n=%ld: got %a, want %a", w, n, (double)out[w][i],
                  (double)expected(x, n));
#endif
        }
}

static long sum_to(long n) { return n * (n - 1) / 2; }
static long want_own(long n, long scale)
{
    long s = 0;
    for (long k = 0; k < n; k++)
        s += (n - 1 - k) * scale + (k + 1) % n * scale;
    return s + scale + 1;
}
static long want_deep(long n, int levels)
{
    long own = levels + 4 * n + 6;
    return (levels > 0 ? want_deep(n + 1, levels - 1) * 3 % 1000003 : 0) + own;
}
static long want_even(long n, int levels);
static long want_odd(long n, int levels) { return sum_to(n) + (levels ? want_even(n + 1, levels - 1) : 0); }
static long want_even(long n, int levels) { return levels ? 2 * want_odd(n, levels - 1) : 1; }

static void shared(long n)
{
    static long r[ROWS][12];
    static struct large big;
    for (int k = 0; k < 600; k++)
        big.v[k] = k;
    memset(r, 0, sizeof r);
#pragma omp target teams distribute parallel for map(tofrom: r) map(to: big)
    for (int i = 0; i < ROWS; i++) {
        long mine[MOST], here = 0;
        r[i][0] = between(n, i);
        r[i][1] = own_array(n + 1, i);
        struct pair p = pairs((struct pair){i, {1, 2, 3}}, n);
        r[i][2] = p.a + 10 * p.b[0] + 100 * p.b[1] + 1000 * p.b[2];
        r[i][3] = literal(i);
        r[i][4] = deep(i, 2);
        r[i][5] = deep(i, 40);
        r[i][6] = even(n, 7);
        r[i][7] = by_value(&big, n);
        fill(mine, n, i);
        r[i][8] = total(mine, n);
#pragma omp simd reduction(+: here)
        for (long k = 0; k < n; k++)
            here += mine[k] + (k == 2 ? between(7, 1) : 0); /* every lane alone */
        r[i][9] = here;
#pragma omp critical
        r[0][10] += total(mine, n);
        r[i][11] = n ? between(n, i) : 0;
    }
    for (int i = 0; i < ROWS; i++) {
        long row = sum_to(n) + n * i;
        CHECK_INT(r[i][0], n == 3 ? -1 : row, "between, n=%ld", n);
        CHECK_INT(r[i][1], want_own(n + 1, i), "own array, n=%ld", n);
        CHECK_INT(r[i][2], i + 10 * (1 + (n > 0 ? i : 0)) + 100 * (2 + (n > 1 ? i : 0)) + 1000 * (3 + (n > 2 ? i : 0)), "pairs, n=%ld", n);
        CHECK_INT(r[i][3], 4 * i + 6, "literal");
        CHECK_INT(r[i][4], want_deep(i, 2), "recursion");
        CHECK_INT(r[i][5], want_deep(i, 40), "deep recursion");
        CHECK_INT(r[i][6], want_even(n, 7), "recursion of two");
        CHECK_INT(r[i][7], sum_to(n), "large payload");
        CHECK_INT(r[i][8], row, "the region's own array");
        CHECK_INT(r[i][9], row + (n > 2 ? 28 : 0), "in a simd loop");
        CHECK_INT(r[i][11], !n ? 0 : n == 3 ? -1 : row, "between again");
    }
    CHECK_INT(r[0][10], ROWS * sum_to(n) + n * (ROWS * (ROWS - 1) / 2), "critical");
}

static void constructs(long n)
{
    static long out[ROWS], a[ROWS][MOST], result[ROWS][3], nested[ROWS], tasks[ROWS], team[4], reduced = 0;
    long all = 0;
    memset(out, 0, sizeof out);
    memset(team, 0, sizeof team);
    reduced = 0;
#pragma omp target parallel map(from: out) num_threads(5)
    rows_of(out, n);
#pragma omp target teams distribute parallel for map(from: a, result, nested, tasks) reduction(+: all)
    for (int i = 0; i < ROWS; i++) {
        clauses(a[i], n, result[i]);
        nested[i] = 0;
#pragma omp parallel num_threads(2) if(n > 1)
#pragma omp master
        {
            long x[3];
            fill(x, 3, i);
            nested[i] = total(x, 3) + between(4, i);
        }
#pragma omp task
        {
            long x[3];
            fill(x, 3, i);
            tasks[i] = total(x, 3) + between(4, i);
        }
#pragma omp taskwait
        all += between(5, i);
    }
#pragma omp target map(tofrom: team, reduced)
    {
        long x[3];
        fill(x, 3, 1);
        team[0] = total(x, 3);
        for (int t = 0; t < 3; t++) {
            long y[2] = {t, n};
            team[1] += total(y, 2);
#pragma omp parallel for reduction(+: reduced)
            for (int i = 0; i < ROWS; i++) {
                long s[1] = {0};
                fill(s, 1, i + y[0]);
                reduced += total(s, 1);
            }
        }
        team[2] = deep(1, 3);
    }
    for (int i = 0; i < ROWS; i++) {
        CHECK_INT(out[i], sum_to(n) + n * i + 2 * i + (i == 0 ? 11 : 0), "orphaned for, row %d, n=%ld", i, n);
        CHECK_INT(nested[i], 3 * i + 3 + 6 + 4 * i, "nested region");
        CHECK_INT(tasks[i], 3 * i + 3 + 6 + 4 * i, "task");
        CHECK_INT(result[i][0], n, "loop variable");
        CHECK_INT(result[i][1], 100 + 3 * n, "linear");
        CHECK_INT(result[i][2], 30 * sum_to(n) + 3 * n + (n ? n + 3 : 0), "collapse");
        for (long k = 0; k < n; k++) {
            long c = k % 4 * 7 + 100 + 3 * (k % 4) + k / 4;
            CHECK_INT(a[i][k], 2 * c + 1 + k % 4 + 1, "clauses, a[%ld], n=%ld", k, n);
        }
    }
    CHECK_INT(all, 10 * ROWS + 5 * (ROWS * (ROWS - 1) / 2), "reduction");
    CHECK_INT(team[0], 6, "initial thread");
    CHECK_INT(team[1], 3 + 3 * n, "initial thread between regions");
    CHECK_INT(team[2], want_deep(1, 3), "initial thread behind regions");
    CHECK_INT(reduced, 3 * (ROWS * (ROWS - 1) / 2) + 3 * ROWS, "regions between");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    const long trips[] = {0, 1, 3, GROUP, GROUP + 1, 3 * GROUP + 5};
    for (unsigned t = 0; t < sizeof trips / sizeof *trips; t++) {
        order(trips[t]);
        shared(trips[t]);
        constructs(trips[t]);
    }
    return check_end();
}
