// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: GANTRY_EMULATED_LOCKSTEP=1 %run_emulated32 %t && GANTRY_EMULATED_LOCKSTEP=1 %run_emulated64 %t
/* Sequential code in a teams region with parallel regions in it: once per team outside, by all threads
 * inside. */
#include "check.h"

enum { TEAMS = 5 };

static void before_and_after(long n)
{
    int *a = check_alloc((size_t)n * sizeof *a), before[TEAMS] = {0}, after[TEAMS] = {0}, teams = 0;
#pragma omp target teams num_teams(TEAMS) map(tofrom: a[0:n], before, after, teams)
    {
        int team = omp_get_team_num(), count = omp_get_num_teams(), base = 100 * team;
        before[team]++;
        if (team == 0)
            teams = count;
#pragma omp parallel for
        for (long i = team; i < n; i += count)
            a[i] += base + (int)(i % 100);
        after[team] += before[team] + 1;
    }
    for (int t = 0; t < teams; t++) {
        CHECK_INT(before[t], 1, "sequential code before, team %d, n=%ld", t, n);
        CHECK_INT(after[t], 2, "sequential code after, team %d, n=%ld", t, n);
    }
    for (long i = 0; i < n; i++)
        CHECK_INT(a[i], 100 * (i % teams) + i % 100, "a[%ld] of %ld", i, n);
    free(a);
}

struct range {
    int low;
    long high;
};

/* a local variable of the team is shared by its threads, and one of the threads' is not */
static void locals(long rows)
{
    long *out = check_alloc((size_t)rows * sizeof *out);
#pragma omp target teams distribute map(tofrom: out[0:rows])
    for (long r = 0; r < rows; r++) {
        int table[16], sum = 0;
        double scale = 0.5;
        struct range range = {(int)r, r + 16};
        for (int k = 0; k < 16; k++)
            table[k] = (int)r * k;
#pragma omp parallel for reduction(+: sum)
        for (int k = 0; k < 16; k++) {
            int own = table[k];
            own += range.low;
            table[k] = own * 2;
            sum += own;
        }
        long check = 0;
        for (int k = 0; k < 16; k++)
            check += table[k];
        out[r] = check == 2 * sum ? (long)(scale * 2 * sum) + range.high : -1;
    }
    for (long r = 0; r < rows; r++)
        CHECK_INT(out[r], 120 * r + 16 * r + r + 16, "team locals in a parallel region, row %ld of %ld", r,
                  rows);
    free(out);
}

static void branches(long rows)
{
    int *out = check_alloc((size_t)rows * sizeof *out);
#pragma omp target teams distribute map(tofrom: out[0:rows])
    for (long r = 0; r < rows; r++) {
        int count = 0;
        if (r % 3 == 0) {
#pragma omp parallel for reduction(+: count)
            for (int k = 0; k < 20; k++)
                count += 1;
        } else if (r % 3 == 1) {
#pragma omp parallel reduction(+: count) num_threads(3)
            count += omp_get_thread_num() < 3 ? 0 : 1;
            count += 7;
        } else {
            count = -1;
        }
        switch (r % 2) {
        case 0:
#pragma omp parallel for reduction(+: count)
            for (int k = 0; k < 5; k++)
                count += 10;
            break;
        default:
            count += 1000;
        }
        out[r] = count;
    }
    for (long r = 0; r < rows; r++) {
        int want = r % 3 == 0 ? 20 : r % 3 == 1 ? 7 : -1;
        want += r % 2 == 0 ? 50 : 1000;
        CHECK_INT(out[r], want, "parallel regions in branches, row %ld of %ld", r, rows);
    }
    free(out);
}

static void loops_around(long rows)
{
    long *out = check_alloc((size_t)rows * sizeof *out);
#pragma omp target teams distribute map(tofrom: out[0:rows])
    for (long r = 0; r < rows; r++) {
        long sum = 0;
        for (int step = 0; step < 4; step++) {
            long part = 0;
#pragma omp parallel for reduction(+: part)
            for (long k = 0; k <= step; k++)
                part += k + r;
            sum += part * (step + 1);
        }
        int left = 3;
        while (left-- > 0) {
#pragma omp parallel for reduction(+: sum)
            for (int k = 0; k < 2; k++)
                sum += left;
        }
        out[r] = sum;
    }
    for (long r = 0; r < rows; r++) {
        long want = 0;
        for (int step = 0; step < 4; step++)
            for (long k = 0; k <= step; k++)
                want += (k + r) * (step + 1);
        CHECK_INT(out[r], want + 2 * (2 + 1 + 0), "parallel regions in loops, row %ld of %ld", r, rows);
    }
    free(out);
}

static void several_sizes(void)
{
    int got[4][4] = {{0}}; /* per region: threads, sum of numbers, executions, highest number */
    int *g = &got[0][0];
#pragma omp target map(tofrom: g[0:16])
    {
#pragma omp parallel num_threads(1)
        {
#pragma omp atomic
            g[0] += 1;
            g[1] = omp_get_num_threads();
        }
#pragma omp parallel num_threads(5)
        {
#pragma omp atomic
            g[4] += 1;
            if (omp_get_thread_num() == 0)
                g[5] = omp_get_num_threads();
#pragma omp atomic
            g[6] += omp_get_thread_num();
        }
#pragma omp parallel num_threads(33)
        {
#pragma omp atomic
            g[8] += 1;
            if (omp_get_thread_num() == 0)
                g[9] = omp_get_num_threads();
#pragma omp atomic
            g[10] += omp_get_thread_num();
        }
#pragma omp parallel
        {
#pragma omp atomic
            g[12] += 1;
            if (omp_get_thread_num() == 0)
                g[13] = omp_get_num_threads();
#pragma omp atomic
            g[14] += omp_get_thread_num();
        }
    }
    static const int asked[4] = {1, 5, 33, 0};
    for (int k = 0; k < 4; k++) {
        if (asked[k])
            CHECK(got[k][1] >= 1 && got[k][1] <= asked[k], "num_threads(%d): %d threads", asked[k],
                  got[k][1]);
        CHECK_INT(got[k][0], got[k][1], "region %d: each thread once", k);
        if (k)
            CHECK_INT(got[k][2], got[k][1] * (got[k][1] - 1) / 2, "region %d: thread numbers", k);
    }
}

/* the value that a parallel region sees is the one at its start; what it writes is seen after it */
static void handover(void)
{
    int log[8] = {0};
#pragma omp target map(tofrom: log)
    {
        int x = 1;
#pragma omp parallel num_threads(8)
        {
#pragma omp single
            log[0] += x;
#pragma omp for
            for (int i = 0; i < 1; i++)
                x = 2;
        }
        log[1] = x;
        x = 3;
#pragma omp parallel num_threads(8) firstprivate(x)
        {
            x += omp_get_thread_num();
            if (omp_get_thread_num() == 0)
                log[2] = x;
        }
        log[3] = x;
        int *address = &x;
#pragma omp parallel num_threads(8)
        {
#pragma omp atomic
            *address += 10;
#pragma omp barrier
#pragma omp master
            log[4] = omp_get_num_threads();
        }
        log[5] = x;
    }
    CHECK_INT(log[0], 1, "handover: value at the start");
    CHECK_INT(log[1], 2, "handover: value written inside");
    CHECK_INT(log[2], 3, "handover: firstprivate");
    CHECK_INT(log[3], 3, "handover: firstprivate stays inside");
    CHECK_INT(log[5], 3 + 10 * log[4], "handover: through an address");
}

/* enough captures to overflow a small sharing space */
static void many_captures(long rows)
{
    long *out = check_alloc((size_t)rows * sizeof *out);
#pragma omp target teams distribute map(tofrom: out[0:rows])
    for (long r = 0; r < rows; r++) {
        double big[200];
        long a = r, b = a + 1, c = b + 1, d = c + 1, e = d + 1, f = e + 1, g = f + 1, h = g + 1, total = 0;
        for (int k = 0; k < 200; k++)
            big[k] = k;
#pragma omp parallel for reduction(+: total)
        for (int k = 0; k < 200; k++)
            total += (long)big[k] + a + b + c + d + e + f + g + h;
        out[r] = total;
    }
    for (long r = 0; r < rows; r++)
        CHECK_INT(out[r], 19900 + 200 * (8 * r + 28), "many captures, row %ld of %ld", r, rows);
    free(out);
}

static long team_work(long from, long to)
{
    long sum = 0;
#pragma omp parallel for reduction(+: sum)
    for (long i = from; i < to; i++)
        sum += i;
    return sum;
}

/* a parallel region in a function that the region calls */
static void called(long rows)
{
    long *out = check_alloc((size_t)rows * sizeof *out);
#pragma omp target teams distribute map(tofrom: out[0:rows])
    for (long r = 0; r < rows; r++)
        out[r] = team_work(0, r + 1) + team_work(r, r);
    for (long r = 0; r < rows; r++)
        CHECK_INT(out[r], r * (r + 1) / 2, "parallel region in a called function, row %ld of %ld", r, rows);
    free(out);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        before_and_after(n);
        long rows = n > 100 ? 100 : n;
        locals(rows);
        branches(rows);
        loops_around(rows);
        many_captures(rows);
        called(rows);
    }
    several_sizes();
    handover();
    return check_end();
}
