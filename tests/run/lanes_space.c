// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t
// RUN: for g in 1 4 32; do for p in auto generic; do \
// RUN:   %gantry cc -O1 --offload-arch=emulated --simd-group=$g --parallel-mode=$p %s -o %t && \
// RUN:   %run_emulated32 %t && GANTRY_EMULATED_SEED=5 %run_emulated64 %t || { echo "group $g, parallel $p"; exit 1; }; done; done
/* What the lanes of a thread share: arrays, structures, scalars and loop variables of the thread's code. */
#include "check.h"

enum { ROWS = 37, MOST = 70 };
struct pair {
    long x;
    double y[3];
};
#pragma omp declare target
static void set(struct pair *p, long v)
{
    p->x = v;
    p->y[2] = (double)v / 2;
}
static long get(const long *p) { return *p; }
#pragma omp end declare target

/* stored to by lanes, read by the thread's code, and the other way round */
static void arrays(long n)
{
    static long out[ROWS];
#pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < ROWS; i++) {
        long tile[MOST], turned[MOST] = {7}, sum = 0;
        for (int k = 0; k < MOST; k++)
            tile[k] = i * 1000 + k;
#pragma omp simd simdlen(8)
        for (long k = 0; k < n; k++)
            turned[k] = tile[n - 1 - k];
#pragma omp simd simdlen(8)
        for (long k = 0; k < n; k++)
            tile[k] = turned[k] * 2;
        for (long k = 0; k < n; k++)
            sum += tile[k] * (k + 1);
        out[i] = sum + turned[n];
    }
    for (int i = 0; i < ROWS; i++) {
        long want = n ? 0 : 7;
        for (long k = 0; k < n; k++)
            want += 2 * (i * 1000 + n - 1 - k) * (k + 1);
        CHECK_INT(out[i], want, "arrays of row %d, n=%ld", i, n);
    }
}

/* reached through pointers: set under a guard, read by all lanes at once */
static void pointers(long n)
{
    static long out[ROWS];
#pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < ROWS; i++) {
        struct pair p = {.x = -1}, copy;
        long v = i, *q = &v, sum = 0;
        set(&p, i * 3);
        *q += 10;
        copy = p;
        if (v > 20) /* all lanes the same way */
            set(&copy, 100);
#pragma omp simd simdlen(8) reduction(+: sum)
        for (long k = 0; k < n; k++)
            sum += p.x + copy.x + (long)(2 * p.y[2]) + get(q) + k;
        out[i] = sum;
    }
    for (int i = 0; i < ROWS; i++)
        CHECK_INT(out[i], n * (i * 3 + (i > 10 ? 100 : i * 3) + i * 3 + i + 10) + n * (n - 1) / 2, "pointers of row %d, n=%ld", i, n);
}

/* a result whose variable has its address taken is one lane's to store and all lanes' to read */
static void results(long n)
{
    static long out[ROWS];
#pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < ROWS; i++) {
        long sum = i, last = -1, k, *p = &sum, *q = &last, *r = &k;
#pragma omp simd simdlen(8) reduction(+: sum) lastprivate(last)
        for (k = 0; k < n; k++) {
            sum += k;
            last = k * i;
        }
        long now = sum + last + k, twice = 0;
#pragma omp simd simdlen(8) reduction(+: twice)
        for (long j = 0; j < n; j++)
            twice += now == *p + *q + *r;
        out[i] = (twice == n) * now;
    }
    for (int i = 0; i < ROWS; i++)
        CHECK_INT(out[i], i + n * (n - 1) / 2 + (n ? (n - 1) * i : -1) + n, "results of row %d, n=%ld", i, n);
}

/* 3 KiB a thread: in global memory where the team-shared one does not suffice */
static void large(long n)
{
    static long out[ROWS];
#pragma omp target teams distribute parallel for map(from: out) num_teams(2)
    for (int i = 0; i < ROWS; i++) {
        long big[384];
#pragma omp simd simdlen(8)
        for (long k = 0; k < 384; k++)
            big[k] = i + k;
        out[i] = big[n] + big[383 - n];
    }
    for (int i = 0; i < ROWS; i++)
        CHECK_INT(out[i], 2 * i + 383, "large array of row %d", i);
}

/* the threads of one parallel region in a function, called by sequential code */
#pragma omp declare target
static void function(int rows, long n, long *out)
{
#pragma omp parallel for
    for (int i = 0; i < rows; i++) {
        long mine[MOST] = {0}, sum = 0;
#pragma omp simd simdlen(8)
        for (long k = 0; k < n; k++)
            mine[k] += i * k;
        for (long k = 0; k < n; k++)
            sum += mine[k];
        out[i] = sum;
    }
}
#pragma omp end declare target
static void called(long n)
{
    static long out[ROWS];
#pragma omp target map(from: out)
    function(ROWS, n, out);
    for (int i = 0; i < ROWS; i++)
        CHECK_INT(out[i], i * (n * (n - 1) / 2), "function's row %d, n=%ld", i, n);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static const long trips[] = {0, 1, 3, 4, 5, 31, 33, 69};
    for (unsigned t = 0; t < sizeof trips / sizeof *trips; t++) {
        arrays(trips[t]);
        pointers(trips[t]);
        results(trips[t]);
        large(trips[t]);
        called(trips[t]);
    }
    return check_end();
}
