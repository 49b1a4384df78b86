// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* teams distribute outside, parallel for inside: rows over teams, columns over threads. */
#include "check.h"

static void rectangle(long rows, long columns)
{
    size_t cells = (size_t)(rows * columns);
    long *a = check_alloc(cells * sizeof *a), *sums = check_alloc((size_t)rows * sizeof *sums), wrong = 0;
#pragma omp target teams distribute map(tofrom: a[0:cells])
    for (long i = 0; i < rows; i++) {
#pragma omp parallel for
        for (long j = 0; j < columns; j++)
            a[i * columns + j] += i * 1000 + j;
    }
#pragma omp target teams distribute map(tofrom: a[0:cells]) map(from: sums[0:rows])
    for (long i = 0; i < rows; i++) {
        long sum = 0;
#pragma omp parallel for simd reduction(+: sum)
        for (long j = 0; j < columns; j++)
            sum += a[i * columns + j];
        sums[i] = sum;
#pragma omp parallel for
        for (long j = 0; j < columns; j++)
            a[i * columns + j] -= sum;
    }
    for (long i = 0; i < rows; i++) {
        long sum = i * 1000 * columns + columns * (columns - 1) / 2;
        CHECK_INT(sums[i], sum, "sum of row %ld, %ld x %ld", i, rows, columns);
        for (long j = 0; j < columns; j++)
            wrong += a[i * columns + j] != i * 1000 + j - sum;
    }
    CHECK_INT(wrong, 0, "elements, %ld x %ld", rows, columns);
    free(a);
    free(sums);
}

static void triangle(long n)
{
    long *a = check_alloc((size_t)(n * n) * sizeof *a), wrong = 0;
#pragma omp target map(tofrom: a[0:n * n])
#pragma omp teams
#pragma omp distribute
    for (long i = 0; i < n; i++) {
#pragma omp parallel
        {
#pragma omp for
            for (long j = i; j < n; j++)
                a[i * n + j] = i + j;
#pragma omp for
            for (long j = 0; j < i; j++)
                a[i * n + j] = a[i * n + i] - 1;
        }
    }
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            wrong += a[i * n + j] != (j < i ? 2 * i - 1 : i + j);
    CHECK_INT(wrong, 0, "triangle, n=%ld", n);
    free(a);
}

/* a parallel for over a distributed chunk, as the composite does it */
static void split(long n)
{
    int *hits = check_alloc((size_t)n * sizeof *hits);
    long wrong = 0, block = 50;
#pragma omp target teams distribute map(tofrom: hits[0:n])
    for (long b = 0; b < n; b += block) {
        long end = b + block < n ? b + block : n;
#pragma omp parallel for schedule(static, 1)
        for (long i = b; i < end; i++)
            hits[i]++;
    }
    for (long i = 0; i < n; i++)
        wrong += hits[i] != 1;
    CHECK_INT(wrong, 0, "blocks over teams, their elements over threads, n=%ld", n);
    free(hits);
}

/* a parallel region inside a parallel region: nothing is said about its size, but all of it runs */
static void deeper(void)
{
    int outer = 0, inner = 0, counted = 0;
#pragma omp target map(tofrom: outer, inner, counted)
#pragma omp parallel num_threads(4)
    {
#pragma omp atomic
        outer++;
#pragma omp parallel num_threads(2)
        {
#pragma omp atomic
            inner++;
            if (omp_get_thread_num() == 0) {
#pragma omp atomic
                counted += omp_get_num_threads();
            }
        }
    }
    CHECK(outer >= 1 && outer <= 4, "outer threads: %d", outer);
    CHECK_INT(inner, counted, "inner threads add up");
    CHECK(inner >= outer, "each outer thread ran the inner region: %d, %d", outer, inner);
}

static void deeper_loop(void)
{
    int a[6][10] = {{0}};
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 6; i++) {
#pragma omp parallel for
        for (int j = 0; j < 10; j++)
            a[i][j] += 10 * i + j;
    }
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 10; j++)
            CHECK_INT(a[i][j], 10 * i + j, "parallel for inside a parallel loop, [%d][%d]", i, j);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static const long side[] = {0, 1, 2, 31, 33, 65};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            rectangle(side[i], side[j]);
    for (int i = 0; i < 6; i++)
        triangle(side[i]);
    FOR_EACH_SIZE(n)
    split(n);
    deeper();
    deeper_loop();
    return check_end();
}
