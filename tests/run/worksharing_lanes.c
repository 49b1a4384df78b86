// RUN: for o in -O0 -O3; do for g in 1 8 32; do %gantry cc $o --offload-arch=emulated --simd-group=$g %s -o %t && \
// RUN:   %run_emulated64 %t && GANTRY_EMULATED_SEED=3 %run_emulated32 %t || { echo "$o, group $g"; exit 1; }; done; done
// RUN: for m in "--teams-mode=generic" "--parallel-mode=generic --simd-group=8"; do \
// RUN:   %gantry cc -O2 --offload-arch=emulated $m %s -o %t && %run_emulated32 %t || { echo "$m"; exit 1; }; done
// RUN: %gantry cc -O2 --offload-arch=emulated --lockstep --simd-group=8 %s -o %t && GANTRY_EMULATED_LOCKSTEP=1 %run_emulated64 %t
// TIMEOUT: 300
/* tests/run/worksharing_lanes.c: sections, single with copyprivate, scope, ordered loops and barriers of threads that have
 * lanes: around simd loops, with values that every lane must have. */
#include "check.h"

enum { N = 70, T = 5 };

static void sections(void)
{
    int a[4][N], sum[3] = {0}, last = 0, n = 0;
    memset(a, 0, sizeof a);
#pragma omp target teams num_teams(1) map(tofrom: a, sum, last, n)
#pragma omp parallel num_threads(T)
    {
        int scale = 3;
#pragma omp single copyprivate(scale)
        scale = 5;
#pragma omp sections lastprivate(last) reduction(+: n)
        {
#pragma omp section
            {
#pragma omp simd
                for (int i = 0; i < N; i++)
                    a[0][i] = i * scale;
                n += 1;
            }
#pragma omp section
            {
                int s = 0;
#pragma omp simd reduction(+: s)
                for (int i = 0; i < N; i++)
                    s += i;
                sum[1] = s;
                last = 1;
                n += 2;
            }
#pragma omp section
            {
                sum[2]++;
#pragma omp simd
                for (int i = 0; i < N; i++)
                    a[2][i] = sum[2] + i;
                last = a[2][0] + 1;
                n += 4;
            }
        }
#pragma omp for
        for (int k = 0; k < N; k++) {
            int t = 0;
#pragma omp simd reduction(+: t)
            for (int i = 0; i < N; i++)
                t += a[0][i];
            a[3][k] = t;
        }
    }
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[0][i], 5 * i, "first section, %d", i);
        CHECK_INT(a[2][i], 1 + i, "third section, %d", i);
        CHECK_INT(a[3][i], 5 * N * (N - 1) / 2, "behind the sections, %d", i);
    }
    CHECK_INT(sum[1], N * (N - 1) / 2, "second section");
    CHECK_INT(sum[2], 1, "one lane of one thread");
    CHECK_INT(last, 2, "lastprivate");
    CHECK_INT(n, 7, "reduction");
}

static void scope(void)
{
    int sum = 10, threads = 0, wrong = 0, x = 0;
#pragma omp target teams num_teams(1) map(tofrom: sum, threads, wrong, x)
#pragma omp parallel num_threads(T)
    {
        int part[N];
#pragma omp scope private(x) reduction(+: sum)
        {
            x = omp_get_thread_num();
#pragma omp simd
            for (int i = 0; i < N; i++)
                part[i] = x + i;
            sum += part[N - 1];
        }
#pragma omp masked filter(1)
        {
            int t = 0;
#pragma omp simd reduction(+: t)
            for (int i = 0; i < N; i++)
                t += part[i] - i;
            x = t;
        }
#pragma omp atomic
        threads++;
    }
    CHECK(threads == T || !check_device, "%d threads, not lanes", threads);
    CHECK_INT(sum, 10 + threads * (N - 1) + threads * (threads - 1) / 2, "scope");
    CHECK_INT(x, threads > 1 ? N : 0, "masked");
}

static void ordered(void)
{
    int seq[N], pos = 0, v[N];
    long chain[N];
    for (int i = 0; i < N; i++)
        chain[i] = i;
#pragma omp target teams num_teams(1) map(tofrom: seq, pos, v, chain)
#pragma omp parallel num_threads(T)
    {
#pragma omp for ordered schedule(static, 2)
        for (int i = 0; i < N; i++) {
            int s = 0;
#pragma omp simd reduction(+: s)
            for (int k = 0; k < i; k++)
                s += k;
#pragma omp ordered
            {
                seq[pos] = i;
                v[pos] = s;
                pos++;
            }
        }
#pragma omp for ordered(1)
        for (int i = 0; i < N; i++) {
            int s = 0;
#pragma omp simd reduction(+: s)
            for (int k = 0; k < 9; k++)
                s += k;
#pragma omp ordered depend(sink: i - 2)
            if (i >= 2)
                chain[i] = chain[i - 2] + s;
#pragma omp ordered depend(source)
        }
    }
    CHECK_INT(pos, N, "ordered regions");
    for (int i = 0; i < N; i++) {
        CHECK_INT(seq[i], i, "at %d", i);
        CHECK_INT(v[i], i * (i - 1) / 2, "sum at %d", i);
        CHECK_INT(chain[i], i % 2 + 36 * (i / 2), "chain at %d", i);
    }
}

static void barriers(void)
{
    int v[2][N], steps = 0;
    for (int i = 0; i < N; i++)
        v[0][i] = v[1][i] = i;
#pragma omp target teams num_teams(1) map(tofrom: v, steps)
#pragma omp parallel num_threads(T)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads(), from = 0;
        for (int s = 0; s < 6; s++) {
            for (int c = me * 10; c < N; c += all * 10) {
#pragma omp simd
                for (int i = c; i < c + 10; i++)
                    v[1 - from][i] = v[from][i] + v[from][(i + 1) % N];
            }
            if (s % 2 == 0) {
#pragma omp barrier
                from = 1 - from;
            } else {
#pragma omp single
                steps++;
                from = 1 - from;
            }
        }
    }
    int w[2][N];
    for (int i = 0; i < N; i++)
        w[0][i] = i;
    for (int s = 0; s < 6; s++)
        for (int i = 0; i < N; i++)
            w[1 - s % 2][i] = w[s % 2][i] + w[s % 2][(i + 1) % N];
    for (int i = 0; i < N; i++)
        CHECK_INT(v[0][i], w[0][i], "v[%d]", i);
    CHECK_INT(steps, 3, "single");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    sections();
    scope();
    ordered();
    barriers();
    return check_end();
}
