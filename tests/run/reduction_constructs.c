// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %run_host %t 1000003 && %run_emulated32 %t 1000003
// RUN: for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* The same sum on every construct that takes a reduction, alone and with several variables at once. */
#include "check.h"

static long expected(long n) { return n * (n - 1) / 2 + 10; }

static void combined(long n)
{
    long sum = 10;
#pragma omp target teams distribute parallel for reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, expected(n), "target teams distribute parallel for, n=%ld", n);

    sum = 10;
#pragma omp target teams distribute parallel for simd reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, expected(n), "target teams distribute parallel for simd, n=%ld", n);

    sum = 10;
#pragma omp target teams distribute reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, expected(n), "target teams distribute, n=%ld", n);

    sum = 10;
#pragma omp target teams loop reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, expected(n), "target teams loop, n=%ld", n);

    sum = 10;
#pragma omp target parallel for reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, expected(n), "target parallel for, n=%ld", n);

    sum = 10;
#pragma omp target parallel for simd reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, expected(n), "target parallel for simd, n=%ld", n);

    sum = 10;
#pragma omp target parallel loop reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, expected(n), "target parallel loop, n=%ld", n);

    sum = 10;
#pragma omp target simd reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, expected(n), "target simd, n=%ld", n);
}

static void separate(long n)
{
    long sum = 10;
#pragma omp target map(tofrom: sum)
#pragma omp teams distribute parallel for reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, expected(n), "target, teams distribute parallel for, n=%ld", n);

    sum = 10;
#pragma omp target map(tofrom: sum)
#pragma omp teams reduction(+: sum)
#pragma omp distribute parallel for reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, expected(n), "target, teams, distribute parallel for, n=%ld", n);

    sum = 10;
#pragma omp target map(tofrom: sum)
#pragma omp loop reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, expected(n), "target, loop, n=%ld", n);
}

/* a loop reduction into a variable that the parallel region shares */
static void shared_inside(long n)
{
    long total = 10;
#pragma omp target map(tofrom: total)
#pragma omp parallel
    {
#pragma omp for reduction(+: total)
        for (long i = 0; i < n; i++)
            total += i;
    }
    CHECK_INT(total, expected(n), "target, parallel, for, n=%ld", n);
}

/* one value per parallel thread, none from a loop */
static void parallel_values(void)
{
    long threads = 0, sum = 5, each = 0;
#pragma omp target parallel reduction(+: sum, each) map(tofrom: threads) num_threads(7)
    {
        sum += omp_get_thread_num();
        each++;
        if (omp_get_thread_num() == 0)
            threads = omp_get_num_threads();
    }
    CHECK_INT(each, threads, "target parallel: every thread adds one");
    CHECK_INT(sum, 5 + threads * (threads - 1) / 2, "target parallel: sum of thread numbers");

    long teams = 0, sum_teams = 5;
    each = 0;
#pragma omp target teams reduction(+: sum_teams, each) map(tofrom: teams) num_teams(9)
    {
        sum_teams += omp_get_team_num();
        each++;
        if (omp_get_team_num() == 0)
            teams = omp_get_num_teams();
    }
    CHECK_INT(each, teams, "target teams: every team adds one");
    CHECK_INT(sum_teams, 5 + teams * (teams - 1) / 2, "target teams: sum of team numbers");
}

/* outer sum over teams, inner sum over threads */
static void nested(long n)
{
    long sum = 10, rows = n < 1000 ? n / 3 + 1 : 334, want = 10;
    double largest = -1;
#pragma omp target teams distribute reduction(+: sum) reduction(max: largest) map(tofrom: largest)
    for (long i = 0; i < rows; i++) {
        long row = 0;
#pragma omp parallel for reduction(+: row) reduction(max: largest)
        for (long j = 0; j < i + 2; j++) {
            row += j * i;
            largest = largest < (double)(i * j) ? (double)(i * j) : largest;
        }
        sum += row;
    }
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < i + 2; j++)
            want += j * i;
    CHECK_INT(sum, want, "teams distribute, parallel for, n=%ld", n);
    CHECK_REAL(largest, (rows - 1) * rows, 0, "teams distribute, parallel for: max, n=%ld", n);
}

static void several(long n)
{
    int a = 0, b = 1;
    long c = 0;
    float d = 0;
    double e = 0, f = -1e30, g = 1e30;
    unsigned h = 0;
#pragma omp target teams distribute parallel for reduction(+: a, c, d) reduction(*: b) reduction(+: e) \
    reduction(max: f) reduction(min: g) reduction(^: h)
    for (long i = 0; i < n; i++) {
        a += 1;
        b *= i == 3 ? 5 : 1;
        c += i;
        d += 0.5f;
        e += 0.25 * (double)i;
        f = (double)i > f ? (double)i : f;
        g = (double)-i < g ? (double)-i : g;
        h ^= (unsigned)i;
    }
    unsigned want_h = 0;
    for (long i = 0; i < n; i++)
        want_h ^= (unsigned)i;
    CHECK_INT(a, n, "eight variables: int +, n=%ld", n);
    CHECK_INT(b, n > 3 ? 5 : 1, "eight variables: int *, n=%ld", n);
    CHECK_INT(c, n * (n - 1) / 2, "eight variables: long +, n=%ld", n);
    CHECK_REAL(d, 0.5 * (double)n, 0, "eight variables: float +, n=%ld", n);
    CHECK_REAL(e, 0.25 * (double)(n * (n - 1) / 2), 0, "eight variables: double +, n=%ld", n);
    CHECK_REAL(f, n ? (double)(n - 1) : -1e30, 0, "eight variables: double max, n=%ld", n);
    CHECK_REAL(g, n ? (double)(1 - n) : 1e30, 0, "eight variables: double min, n=%ld", n);
    CHECK_INT(h, want_h, "eight variables: unsigned ^, n=%ld", n);
}

static void twice(long n)
{
    long sum = 0;
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for reduction(+: sum)
        for (long i = 0; i < n; i++)
            sum += i + k;
    }
    CHECK_INT(sum, 3 * (n * (n - 1) / 2) + 3 * n, "three launches add up, n=%ld", n);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        combined(n);
        separate(n);
        shared_inside(n);
        nested(n);
        several(n);
        twice(n);
    }
    parallel_values();
    return check_end();
}
