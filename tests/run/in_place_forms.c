// RUN: %gantry cc %O %s -o %t -lm && OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_THREADS=3 %t
// RUN: %gantry cc %O --no-loop-order --no-host-simd %s -o %t.no -lm && OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_THREADS=3 %t.no
/* The forms of loops on the initial device give what the loops of the source give: chunks on demand, a loop of the body
 * that goes outside, one thread for few iterations, and addresses before conditions; for lengths around every edge. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 5000 };
static int seen[MOST], errors;
static long work[MOST];

static void expect(const char *what, long n, long m, int times)
{
    for (long k = 0; k < n * m; k++)
        if (seen[k] != times) {
            printf("%s %ld %ld: %ld was run %d times\n", what, n, m, k, seen[k]);
            errors++;
            break;
        }
    for (long k = 0; k < MOST; k++)
        seen[k] = 0;
}

static void chunks(int n, int m, int chunk)
{
    long sum = 0, all = 0;
    int most = -1;
#pragma omp target teams distribute parallel for collapse(2) schedule(dynamic, chunk) reduction(+: sum) reduction(max: most)
    for (int i = 0; i < n; i++)
        for (int j = m - 1; j >= 0; j -= 1) {
            seen[i * m + j]++;
            if ((i + j) % 2)
                continue;
            sum += i * m + j;
            most = most > i * m + j ? most : i * m + j;
        }
    for (int k = 0; k < n * m; k++)
        all += (k / m + k % m) % 2 ? 0 : k;
    if (sum != all)
        errors++, printf("sum %ld, not %ld\n", sum, all);
    expect("dynamic", n, m, 1);
#pragma omp target parallel for collapse(3) schedule(guided)
    for (int i = 0; i < n; i++)
        for (long j = 0; j < m; j += 2)
            for (unsigned char k = 0; k < 2; k++)
                if (j + k < m)
                    seen[i * m + j + k]++;
    expect("guided", n, m, 1);
#pragma omp target teams distribute parallel for collapse(2) schedule(static, chunk) reduction(+: sum)
    for (int i = 0; i < n; i++)
        for (int j = m; j > 0; j--) {
            seen[i * m + j - 1]++;
            sum -= (i + j - 1) % 2 ? 0 : i * m + j - 1;
        }
    if (sum)
        errors++, printf("in turn: %ld are left\n", sum);
    expect("in turn", n, m, 1);
    /* who has which chunk is said by the standard */
#pragma omp target parallel for schedule(static, chunk) num_threads(3)
    for (int i = 1; i <= n * m; i++)
        seen[i - 1] = 1 + (omp_get_thread_num() != (i - 1) / chunk % omp_get_num_threads());
    expect("turns", n, m, 1);
    int i;
#pragma omp target teams distribute parallel for schedule(guided, chunk)
    for (i = n * m; i > 0; i -= 3)
        for (int k = 1; k <= 3 && k <= i; k++)
            seen[i - k]++;
    expect("down", n, m, 1);
}

/* each column is a recurrence along j, whose order must stay */
static void columns(long n, long m)
{
    long sum = 0;
    for (long k = 0; k < n * m; k++)
        work[k] = k % 7;
#pragma omp target teams distribute parallel for map(tofrom: work[0:n * m]) reduction(+: sum)
    for (long i = 0; i < n; i++)
        for (long j = 1; j < m; j++) {
            long v = work[i + j * n];
            if (v == 3)
                continue;
            work[i + j * n] = v + 2 * work[i + (j - 1) * n];
            sum += v;
            seen[i + j * n]++;
        }
    long all = 0;
    for (long i = 0; i < n; i++) {
        long last = i % 7;
        for (long j = 1; j < m; j++) {
            long v = (i + j * n) % 7;
            all += v == 3 ? 0 : v;
            last = v == 3 ? v : v + 2 * last;
            if (work[i + j * n] != last) {
                printf("columns %ld %ld: at %ld, %ld\n", n, m, i, j);
                errors++;
                return;
            }
        }
    }
    if (sum != all)
        errors++, printf("columns: sum %ld, not %ld\n", sum, all);
    for (long k = 0; k < MOST; k++)
        seen[k] = 0;
}

static double below(const double *u, long i, long j, long n) { return j ? u[i + (j - 1) * n] : 0; }

/* Threads may share the loop inside where what it stores moves on, but not where it does not: then the last row wins. */
static void rows(int n, int m, int apart, double *restrict v, const double *restrict u)
{
    long sum = 0;
    for (int k = 0; k < MOST; k++)
        v[k] = -1;
#pragma omp target teams distribute parallel for map(tofrom: v[0:MOST]) map(to: u[0:MOST]) reduction(+: sum)
    for (int i = 0; i < n; i++)
        for (int j = m - 1; j >= 1; j -= 2) {
            v[i + j * apart] = below(u, i, j, n) + j;
            sum += j;
        }
    long all = 0;
    for (int k = 0; k < MOST; k++)
        work[k] = -1;
    for (int i = 0; i < n; i++)
        for (int j = m - 1; j >= 1; j -= 2) {
            work[i + j * apart] = (long)u[i + (j - 1) * n] + j;
            all += j;
        }
    for (int k = 0; k < MOST; k++)
        if (v[k] != (double)work[k]) {
            printf("rows %d %d %d: %g at %d, not %ld\n", n, m, apart, v[k], k, work[k]);
            errors++;
            return;
        }
    if (sum != all)
        errors++, printf("rows: sum %ld, not %ld\n", sum, all);
}

static void few(int n)
{
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum)
    for (int i = 0; i < n; i++) {
        seen[i]++;
        sum += i;
    }
    if (sum != n * (n - 1.0) / 2)
        errors++, printf("few %d: %g\n", n, sum);
    expect("few", n, 1, 1);
/* fewer than none */
#pragma omp target teams distribute parallel for
    for (int i = n; i < -n; i++)
        seen[i]++;
    expect("none", n, 1, 0);
}

/* Several copies of what is reduced: each value counts once, in the remainder, too. */
static void copies(int n, int m, int chunk)
{
    double sum = 5, want = 5, most = -INFINITY, top = -INFINITY;
    float least = INFINITY, bottom = INFINITY;
    int count = 0;
    for (int k = 0; k < n * m; k++)
        work[k] = (k * 7919 + 13) % 1009;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum) reduction(max: most) reduction(min: least) \
    map(to: work[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (work[i * m + j] % 3 == 1)
                continue;
            sum += (double)work[i * m + j];
            most = fmax(most, (double)work[i * m + j]);
            least = (float)work[i * m + j] < least ? (float)work[i * m + j] : least;
        }
    for (int k = 0; k < n * m; k++)
        if (work[k] % 3 != 1) {
            want += (double)work[k];
            top = fmax(top, (double)work[k]);
            bottom = (float)work[k] < bottom ? (float)work[k] : bottom;
        }
    if (sum != want || most != top || least != bottom)
        errors++, printf("copies %d %d: %g %g %g, not %g %g %g\n", n, m, sum, most, least, want, top, bottom);
    double product = 1, deep = -INFINITY;
#pragma omp target parallel for schedule(dynamic, chunk) reduction(max: most, deep) reduction(*: product) \
    reduction(+: count) map(to: work[0:n * m])
    for (int i = n * m - 1; i >= 0; i--) {
        deep = fmax(deep, work[i] % 5 ? -1.0 * (double)work[i] : -2000);
        product *= work[i] == top ? 2 : 1;
        count += work[i] == top;
        seen[i]++;
    }
    double below = -INFINITY;
    int times = 0;
    for (int k = 0; k < n * m; k++) {
        below = fmax(below, work[k] % 5 ? -1.0 * (double)work[k] : -2000);
        times += work[k] == top;
    }
    if (deep != below || count != times || product != ldexp(1, times) || most != top)
        errors++, printf("copies in chunks %d %d: %g %d %g %g\n", n, m, deep, count, product, most);
    expect("copies", n, m, 1);
}

/* elements that are loaded on a condition and stored in any case */
static void stored(int n, double *restrict a, int chunk)
{
    for (int k = 0; k < n; k++)
        a[k] = k, work[k] = k * 7919 % 10;
#pragma omp target teams distribute parallel for map(a[0:n], work[0:n])
    for (int i = 0; i < n; i++)
        a[i] = work[i] > 4 ? a[i] : -1;
#pragma omp target teams distribute parallel for simd schedule(dynamic, chunk) map(a[0:n], work[0:n])
    for (int i = n - 1; i >= 0; i--)
        work[i] = a[i] < 0 && work[i] ? 2 * work[i] : (long)a[i];
    for (int k = 0; k < n; k++) {
        long at = k * 7919 % 10;
        if (a[k] != (at > 4 ? k : -1) || work[k] != (at > 4 ? k : at ? 2 * at : -1))
            errors++, printf("stored %d: %d: %g %ld\n", n, k, a[k], work[k]);
    }
}

/* Several chunks at once: no iteration is lost, and where each thread's own must keep their order they do. `apart`: what
 * the parameters promise shows that iterations are independent. */
static void batches(int n, int chunk, double *restrict apart, const double *restrict from)
{
#pragma omp target teams distribute parallel for simd num_threads(3) schedule(static, chunk)
    for (int i = 0; i < n; i++)
        seen[i]++;
    expect("batches in turn", n, 1, 1);
#pragma omp target parallel for num_threads(3) schedule(dynamic, chunk)
    for (int i = n; i > 0; i--)
        seen[i - 1]++;
    expect("batches on demand", n, 1, 1);
#pragma omp target parallel for num_threads(3) schedule(guided, chunk) collapse(2)
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < n / 2; j++)
            seen[i * (n / 2) + j]++;
    expect("guided batches", n / 2 * 2, 1, 1);
#pragma omp target parallel for num_threads(3) schedule(static, chunk) map(apart[0:n], from[0:n])
    for (int i = 0; i < n; i++)
        apart[i] = from[n - 1 - i];
    for (int i = 0; i < n; i++)
        if (apart[i] != from[n - 1 - i]) {
            errors++, printf("batches %d %d: %g at %d\n", n, chunk, apart[i], i);
            break;
        }
    /* a thread of three has every third chunk, in order; the first of these stores what the next one reads */
    for (int i = 0; i < n; i++)
        work[i] = 1;
#pragma omp target parallel for num_threads(3) schedule(static, chunk) map(work[0:n])
    for (int i = 0; i < n; i++)
        if (i >= 3 * chunk)
            work[i] += work[i - 3 * chunk];
    for (int i = 0; i < n; i++)
        if (work[i] != 1 + i / (3 * chunk)) {
            errors++, printf("turns %d %d: %ld at %d\n", n, chunk, work[i], i);
            break;
        }
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 7, 8, 63, 64, 65};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    static double u[MOST], v[MOST];
    for (int k = 0; k < MOST; k++)
        u[k] = k;
    for (int i = 0; i < SIZES; i++)
        for (int j = 0; j < SIZES; j++) {
            chunks(sizes[i], sizes[j], 1 + (i * SIZES + j) % 70);
            columns(sizes[i], sizes[j]);
            copies(sizes[i], sizes[j], 1 + (i + j) % 7);
            rows(sizes[i], sizes[j], sizes[i], v, u);
            rows(sizes[i], sizes[j], 0, v, u);
        }
    for (int i = 0; i < SIZES; i++) {
        few(sizes[i]);
        stored(sizes[i], v, 1 + i);
    }
    stored(MOST, v, 64);
    few(MOST);
    for (int n = 300; n <= MOST; n += 371)
        for (int chunk = 1; chunk < 60; chunk += 1 + chunk / 3)
            batches(n, chunk, v, u);
    printf("%s\n", errors ? "wrong" : "OK");
    return errors != 0;
}
