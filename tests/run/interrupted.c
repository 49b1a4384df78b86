// RUN: %gantry cc %O -fverify --offload-arch=emulated %s -o %t && %gantry cc %O --offload-arch=emulated %s -o %t.plain
// RUN: %run_host %t && GANTRY_VERIFY=off %run_emulated32 %t
// RUN: for s in 1 2; do for n in 1 5 100; do GANTRY_EMULATED_PREEMPT=$n GANTRY_EMULATED_SEED=$s %run_emulated64 %t && \
// RUN:   GANTRY_EMULATED_PREEMPT=$n %run_emulated32 %t.plain || exit 1; done; done
// RUN: GANTRY_EMULATED_LOCKSTEP=1 GANTRY_EMULATED_PREEMPT=3 GANTRY_VERIFY=off %run_emulated64 %t
// RUN: GANTRY_EMULATED_PREEMPT=2 GANTRY_VERIFY=off %not --status 1 %run_emulated32 %t races 2>%t.1
// RUN: GANTRY_EMULATED_PREEMPT=2 GANTRY_VERIFY=off %not --status 1 %run_emulated32 %t races 2>%t.2 && cmp %t.1 %t.2
// RUN: grep -q "failed: an update without atomic" %t.1 && grep -q "failed: a critical section without its lock" %t.1
// RUN: grep -q "failed: team-shared, an update without atomic" %t.1
// RUN: GANTRY_EMULATED_PREEMPT=2 %not --status 3 %run_emulated32 %t races 2>&1 | grep -q "'count'.* differs from the same region"
/* Lanes that are interrupted before their loads and stores (GANTRY_EMULATED_PREEMPT): what is right without races stays
 * right; updates that get lost are seen, the same in each run. */
#include <string.h>

#include "check.h"

enum { N = 600 };

static void right(void)
{
    int a[N], bins[7] = {0}, list[N], n = 0, most = 0, wrong = 0, nested[8] = {0};
    double sum = 0, weight = 0;
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % N;
#pragma omp target teams distribute parallel for num_teams(3) map(to: a) map(tofrom: bins, list, n, sum, most) \
    reduction(+: sum) reduction(max: most)
    for (int i = 0; i < N; i++) {
        int at;
#pragma omp atomic
        bins[a[i] % 7]++;
#pragma omp atomic capture
        at = n++;
        list[at] = a[i];
        sum += a[i];
        most = a[i] > most ? a[i] : most;
    }
    int all = 0;
    for (int i = 0; i < N; i++)
        all += list[i];
    CHECK_INT(n, N, "captures");
    CHECK_INT(all, N * (N - 1) / 2, "a list that all append to");
    CHECK_INT(bins[3], (N - 4) / 7 + 1, "atomic updates");
    CHECK_INT((int)sum, N * (N - 1) / 2, "a reduction");
    CHECK_INT(most, N - 1, "an extreme");
#pragma omp target parallel num_threads(96) map(tofrom: a, wrong, weight)
    {
#pragma omp for
        for (int i = 0; i < N; i++)
            a[i] = i;
        for (int round = 0; round < 3; round++) {
#pragma omp for
            for (int i = 0; i < N; i++)
                if (a[(i + 111) % N] != (i + 111) % N + round * 1000) {
#pragma omp atomic
                    wrong++;
                }
#pragma omp for
            for (int i = 0; i < N; i++)
                a[i] += 1000;
        }
#pragma omp for
        for (int i = 0; i < 96; i++) {
#pragma omp critical
            weight += i;
        }
    }
    CHECK_INT(wrong, 0, "phases with barriers between them");
    CHECK_INT((int)weight, 95 * 96 / 2, "a critical section");
#pragma omp target teams distribute num_teams(2) map(tofrom: nested)
    for (int i = 0; i < 8; i++) {
        int mine = 0, last;
#pragma omp parallel for reduction(+: mine) lastprivate(last)
        for (int k = 0; k < 50; k++) {
            int part = 0;
#pragma omp simd reduction(+: part)
            for (int j = 0; j < 10; j++)
                part += j * k;
            mine += part;
            last = k;
        }
        nested[i] = mine + last;
    }
    for (int i = 0; i < 8; i++)
        CHECK_INT(nested[i], 45 * 1225 + 49, "three levels, %d", i);
}

static void races(void)
{
    int count = 0, critical = 0, shared = 0;
#pragma omp target parallel for num_threads(64) map(tofrom: count)
    for (int i = 0; i < N; i++)
        count++;
#pragma omp target parallel for num_threads(64) map(tofrom: critical)
    for (int i = 0; i < N; i++) /* { #pragma omp critical */
        critical += 2;
#pragma omp target teams num_teams(1) map(from: shared)
    {
        int of_team = 0;
#pragma omp parallel for num_threads(64)
        for (int i = 0; i < N; i++)
            of_team++;
        shared = of_team;
    }
    CHECK_INT(count, N, "an update without atomic");
    CHECK_INT(critical, 2 * N, "a critical section without its lock");
    CHECK_INT(shared, N, "team-shared, an update without atomic");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    if (argc > 1 && strcmp(argv[1], "races") == 0)
        races();
    else
        right();
    return check_end();
}
