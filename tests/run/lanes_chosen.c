// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm && %run_emulated32 %t && %run_emulated64 %t
// RUN: for n in 1 2 3 4 5 8 16 31 32 64; do GANTRY_LANES=$n %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --offload-arch=emulated --no-variants %s -o %t.no -lm && %run_emulated32 %t.no
// Few iterations take few lanes, many more; the launch is named by what ran.
// RUN: GANTRY_TRACE=1 GANTRY_DEVICES=emulated %t 2>&1 | sed -n 's/.* launch .* lanes \([0-9]*\)  [a-z]* .*gantry_k_lanes_chosen_\([a-z]*\)_.*/\2 \1/p' | sort | uniq -c >%t.trace; cat %t.trace; grep -q 'sums 1$' %t.trace && grep -Eq 'sums (16|32)$' %t.trace && grep -Eq 'inner (8|16|32)$' %t.trace && grep -q 'generic 1$' %t.trace && grep -Eq 'generic (4|8|16|32)$' %t.trace
// RUN: GANTRY_TRACE=1 GANTRY_DEVICES=emulated %t.no 2>&1 | sed -n 's/.* launch .* lanes \([0-9]*\)  spmd .*gantry_k_lanes_chosen_sums_.*/\1/p' | sort -u | grep -qx 4
// The profile has all lanes that ran.
// RUN: GANTRY_PROFILE=1 GANTRY_DEVICES=emulated %t 2>&1 | grep -q 'lanes_chosen.c'
#include "check.h"

enum { MOST = 300 };

/* lanes together: sums, the last value, a place that all lanes of a thread reach */
static void sums(int n, int m, const double *a, double *y, int *last)
{
#pragma omp target teams distribute parallel for map(to : a[0 : n * m]) map(from : y[0 : n], last[0 : n])
    for (int i = 0; i < n; i++) {
        double sum = 0, least = 1e9;
        int at = -1;
#pragma omp simd reduction(+ : sum) reduction(min : least) lastprivate(at)
        for (int j = 0; j < m; j++) {
            at = j;
            sum += a[i * m + j];
            least = a[i * m + j] < least ? a[i * m + j] : least;
        }
        y[i] = sum + least;
        last[i] = at;
    }
}

/* leaders; a loop that counts down in steps; conditional lastprivate */
static void inner(int n, int from, int step, double *a)
{
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n * MOST])
    for (int i = 0; i < n; i++) {
        int found = -1;
        goto first;
    first:
#pragma omp simd lastprivate(conditional : found)
        for (int j = from; j > 0; j -= step) {
            a[i * MOST + j - 1] += j;
            if (j % 3 == 0)
                found = j;
        }
        if (from > 0)
            a[i * MOST] += found;
    }
}

/* generic: two parallel regions with the variant's lanes, between them a team's code that lanes wait for */
static void generic(int n, int m, const double *a, double *y)
{
#pragma omp target teams distribute map(to : a[0 : n * m]) map(from : y[0 : n])
    for (int block = 0; block < (n + 15) / 16; block++) {
        double sums[16], most = 0;
        int first = block * 16, last = first + 16 < n ? first + 16 : n;
        goto begin;
    begin:
#pragma omp parallel for
        for (int i = first; i < last; i++) {
            double sum = 0;
#pragma omp simd reduction(+ : sum)
            for (int j = 0; j < m; j++)
                sum += a[i * m + j];
            sums[i - first] = sum;
        }
        for (int i = first; i < last; i++)
            most = sums[i - first] > most ? sums[i - first] : most;
#pragma omp parallel for
        for (int i = first; i < last; i++) {
            int below = 0;
            goto count;
        count:
#pragma omp simd reduction(+ : below)
            for (int k = 0; k < m; k++)
                below += a[i * m + k] * m < sums[i - first];
            y[i] = most + below;
        }
    }
}

static void check_generic(int n, int m)
{
    double *a = malloc(sizeof *a * (size_t)(n * m + 1)), *y = malloc(sizeof *y * (size_t)n);
    int wrong = 0;
    for (int i = 0; i < n * m; i++)
        a[i] = (i * 7) % 31 + 1;
    generic(n, m, a, y);
    for (int i = 0; i < n; i++) {
        double most = 0, own = 0;
        int below = 0;
        for (int r = i / 16 * 16; r < n && r < i / 16 * 16 + 16; r++) {
            double sum = 0;
            for (int j = 0; j < m; j++)
                sum += a[r * m + j];
            most = sum > most ? sum : most;
            own = r == i ? sum : own;
        }
        for (int j = 0; j < m; j++)
            below += a[i * m + j] * m < own;
        wrong += y[i] != most + below;
    }
    CHECK(wrong == 0, "generic %d %d: %d wrong", n, m, wrong);
    free(a);
    free(y);
}

static void check_sums(int n, int m)
{
    double *a = malloc(sizeof *a * (size_t)(n * m + 1)), *y = malloc(sizeof *y * (size_t)n);
    int *last = malloc(sizeof *last * (size_t)n), wrong = 0;
    for (int i = 0; i < n * m; i++)
        a[i] = (i * 7) % 31 + 1;
    sums(n, m, a, y, last);
    for (int i = 0; i < n; i++) {
        double sum = 0, least = 1e9;
        for (int j = 0; j < m; j++) {
            sum += a[i * m + j];
            least = a[i * m + j] < least ? a[i * m + j] : least;
        }
        wrong += y[i] != sum + least || (m > 0 && last[i] != m - 1);
    }
    CHECK(wrong == 0, "sums %d %d: %d wrong", n, m, wrong);
    free(a);
    free(y);
    free(last);
}

static void check_inner(int n, int from, int step)
{
    double *a = calloc((size_t)(n * MOST), sizeof *a);
    int wrong = 0;
    inner(n, from, step, a);
    for (int i = 0; i < n; i++) {
        double row[MOST] = {0};
        int found = -1;
        for (int j = from; j > 0; j -= step) {
            row[j - 1] += j;
            if (j % 3 == 0)
                found = j;
        }
        if (from > 0)
            row[0] += found;
        for (int j = 0; j < MOST; j++)
            wrong += a[i * MOST + j] != row[j];
    }
    CHECK(wrong == 0, "inner %d %d %d: %d wrong", n, from, step, wrong);
    free(a);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 17, 33, 64, 100, MOST};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        check_sums(9, sizes[i]);
        check_sums(500, sizes[i]);
        check_generic(9, sizes[i]);
        check_generic(500, sizes[i]);
        check_inner(5, sizes[i], 1);
        check_inner(200, sizes[i], 3);
    }
    return check_end();
}
