// ROW: scan on the host over arrays, sections and large structures; with lastprivate, on all threads
// SPEC: 5.0 5.6
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

enum { MOST = 120, N = 5 };
struct large {
    long v[40];
};
static void add(struct large *into, const struct large *from)
{
    for (int k = 0; k < 40; k++)
        into->v[k] += from->v[k];
}
#pragma omp declare reduction(plus: struct large: add(&omp_out, &omp_in)) initializer(omp_priv = {{0}})

static void scans(int n, int m, long *heap, long *wide)
{
    long fixed[N] = {1, 2, 3, 4, 5}, vary[m], inclusive[MOST], exclusive[MOST], large[MOST];
    long table[2][3] = {{0}}, i = -1, last = -1, both = 100;
    int threads[MOST];
    struct large x = {{7}};
    for (int k = 0; k < m; k++)
        vary[k] = heap[k] = k;
    for (int k = 0; k < 3000; k++)
        wide[k] = 0;
#pragma omp parallel for reduction(inscan, +: fixed, vary, table[1:1][0:2], heap[1:m - 1]) lastprivate(i, last)
    for (i = 0; i < n; i++) {
        fixed[i % N] += i;
        vary[i % m] += 2 * i;
        table[1][i % 2] += 3;
        heap[1 + i % (m - 1)] += 5 * i;
        threads[i] = omp_get_thread_num();
#pragma omp scan inclusive(fixed, vary, table[1:1][0:2], heap[1:m - 1])
        inclusive[i] = fixed[1] + vary[2] + table[1][0] + 1000 * heap[1];
        last = inclusive[i];
    }
    if (n >= 100)
        for (int k = 0; k < omp_get_max_threads(); k++) {
            int seen = 0;
            for (int j = 0; j < n; j++)
                seen |= threads[j] == k;
            CHECK(seen, "thread %d of %d runs none of %d iterations", k, omp_get_max_threads(), n);
        }
#pragma omp parallel
    {
#pragma omp for reduction(inscan, +: wide[:3000]) firstprivate(both) lastprivate(both)
        for (int j = 0; j < n; j++) {
            exclusive[j] = wide[j % 3000] + wide[0] + both / 1000000;
            wide[0] = -1; /* of a copy */
#pragma omp scan exclusive(wide[:3000])
            wide[0] += j;
            wide[(j + 1) % 3000] += 2;
            both = j;
        }
#pragma omp for simd reduction(inscan, plus: x)
        for (int j = 0; j < n; j++) {
            x.v[j % 40] += j;
#pragma omp scan inclusive(x)
            large[j] = x.v[0] * 1000 + x.v[39];
        }
    }
    long f[N] = {1, 2, 3, 4, 5}, v[MOST], t[2] = {0}, h[MOST], w[MOST + 1] = {0}, end = -1;
    struct large y = {{7}};
    for (int k = 0; k < m; k++)
        v[k] = h[k] = k;
    for (int j = 0; j < n; j++) {
        CHECK_INT(exclusive[j], w[j] + w[0], "exclusive, %d of %d", j, n);
        f[j % N] += j, v[j % m] += 2 * j, t[j % 2] += 3, h[1 + j % (m - 1)] += 5 * j;
        end = f[1] + v[2] + t[0] + 1000 * h[1];
        CHECK_INT(inclusive[j], end, "inclusive, %d of %d", j, n);
        w[0] += j, w[j + 1] += 2;
        y.v[j % 40] += j;
        CHECK_INT(large[j], y.v[0] * 1000 + y.v[39], "structures, %d of %d", j, n);
    }
    for (int k = 0; k < N; k++)
        CHECK_INT(fixed[k], f[k], "fixed[%d] of %d", k, n);
    for (int k = 0; k < m; k++) {
        CHECK_INT(vary[k], v[k], "vary[%d] of %d", k, n);
        CHECK_INT(heap[k], h[k], "heap[%d] of %d", k, n);
    }
    CHECK(table[1][0] == t[0] && table[1][1] == t[1] && table[0][0] == 0, "table of %d", n);
    for (int k = 0; k <= n; k++)
        CHECK_INT(wide[k], w[k], "wide[%d] of %d", k, n);
    for (int k = 0; k < 40; k++)
        CHECK_INT(x.v[k], y.v[k], "x.v[%d] of %d", k, n);
    CHECK_INT(last, end, "last of %d", n);
    CHECK_INT(both, n ? n - 1 : 100, "firstprivate and lastprivate of %d", n);
    CHECK_INT(i, n ? n : -1, "loop variable of %d", n);
}

int main(int argc, char **argv)
{
    long heap[8], *wide = check_alloc(3000 * sizeof *wide);
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
        for (int n = 0; n < MOST; n += n < 10 ? 1 : 29)
            scans(n, 6, heap, wide);
    free(wide);
    return check_end();
}
