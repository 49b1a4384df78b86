// RUN: %gantry cc -O2 --count --offload-arch=emulated -I%src/include %s -o %t -lm
// RUN: %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc -O2 --count --offload-arch=emulated --no-loop-order -I%src/include %s -o %t.no -lm
// RUN: EXPECT_ORDER=source %run_emulated32 %t.no
/* S1's heat: the ij order asks for as many sectors as the ji order, collapsed or as two nested loops. */
#include "check.h"

#include "gantry_emulated.h"

enum { N = 128 };
static double u[N * N], v[N * N];

static inline double stencil(long n, double r, long i, long j, const double *restrict p)
{
    return (1 - 4 * r) * p[i + j * n] + r * ((i < n - 1 ? p[i + 1 + j * n] : 0.0) + (i > 0 ? p[i - 1 + j * n] : 0.0) +
                                             (j < n - 1 ? p[i + (j + 1) * n] : 0.0) + (j > 0 ? p[i + (j - 1) * n] : 0.0));
}

static struct gantry_emu_counters counters(void)
{
    struct gantry_emu_counters c;
    CHECK(gantry_emulated_counters(0, &c) == 0, "counters");
    return c;
}

static struct gantry_emu_counters ij(long n, double r)
{
#pragma omp target teams loop collapse(2) num_teams(8) thread_limit(128)
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            v[i + j * n] = stencil(n, r, i, j, u);
    return counters();
}

static struct gantry_emu_counters ji(long n, double r)
{
#pragma omp target teams loop collapse(2) num_teams(8) thread_limit(128)
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++)
            v[i + j * n] = stencil(n, r, i, j, u);
    return counters();
}

static struct gantry_emu_counters nested_ij(long n, double r)
{
#pragma omp target teams loop num_teams(8) thread_limit(128)
    for (long i = 0; i < n; i++) {
#pragma omp loop
        for (long j = 0; j < n; j++)
            v[i + j * n] = stencil(n, r, i, j, u);
    }
    return counters();
}

static struct gantry_emu_counters nested_ji(long n, double r)
{
#pragma omp target teams loop num_teams(8) thread_limit(128)
    for (long j = 0; j < n; j++) {
#pragma omp loop
        for (long i = 0; i < n; i++)
            v[i + j * n] = stencil(n, r, i, j, u);
    }
    return counters();
}

/* lanes over the outer loop: the ij order is the good one here */
static void not_collapsed(long n, double r)
{
#pragma omp target teams loop num_teams(1) thread_limit(128)
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            v[i + j * n] = stencil(n, r, i, j, u);
    CHECK_INT(counters().store_sectors, N * N / 4, "ij without collapse");
#pragma omp target teams loop num_teams(1) thread_limit(128)
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++)
            v[i + j * n] = stencil(n, r, i, j, u);
    CHECK_INT(counters().store_sectors, N * N, "ji without collapse");
}

static void same(struct gantry_emu_counters a, struct gantry_emu_counters b, const char *what)
{
    CHECK_INT(a.load_sectors, b.load_sectors, "%s: sectors loaded", what);
    CHECK_INT(a.store_sectors, b.store_sectors, "%s: sectors stored", what);
    CHECK_INT(a.load_requests, b.load_requests, "%s: requests", what);
    CHECK_INT(a.store_sectors, N * N / 4, "%s: sectors of neighbours", what);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int k = 0; k < N * N; k++)
        u[k] = k % 7;
    if (getenv("EXPECT_ORDER")) { /* eight bytes of each sector */
        CHECK_INT(ij(N, 0.2).store_sectors, N * N, "ij as it stands");
        CHECK_INT(nested_ij(N, 0.2).store_sectors, N * N, "nested ij as it stands");
        return check_end();
    }
    not_collapsed(N, 0.2);
    same(ij(N, 0.2), ji(N, 0.2), "collapsed");
    same(nested_ij(N, 0.2), nested_ji(N, 0.2), "nested");
    return check_end();
}
