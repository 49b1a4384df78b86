// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t && GANTRY_EMULATED_SEED=3 %run_emulated32 %t
// RUN: %gantry cc %O --offload-arch=emulated --teams-mode=generic --parallel-mode=generic --simd-group=4 %s -o %t -lm && %run_emulated64 %t
// RUN: %gantry explain %s | %FileCheck %s
// RUN: mkdir -p %t.d && cd %t.d && %gantry cc --offload-arch=sm_70 --save-temps %s -o cuda -lm && %S/../link/ptxas.sh sm_70.ptx
/* What a team's threads share may be larger than team-shared memory: then it lies in the device's heap. */
#include "check.h"

enum { BIG = 20000, SMALL = 64, TEAMS = 3 };
struct record {
    double values[BIG / 2];
    int count;
};
static double total(const struct record *r, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+: s)
    for (int i = 0; i < n; i++)
        s += r->values[i];
    return s + r->count;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double sums[TEAMS] = {0}, records[TEAMS] = {0};
    int copy[BIG], seen[TEAMS] = {0};
    for (int i = 0; i < BIG; i++)
        copy[i] = i;
// CHECK-DAG: moved a to the device's heap, 160000 bytes: {{.*}}, and team-shared memory has no room
// CHECK-DAG: moved few to team-shared memory, 256 bytes
#pragma omp target teams num_teams(TEAMS) map(tofrom: sums)
    {
        double a[BIG];
        int few[SMALL];
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < BIG; i++)
                a[i] = i;
#pragma omp for
            for (int i = 0; i < SMALL; i++)
                few[i] = (int)a[i + 1];
        }
        double s = 0;
#pragma omp parallel for reduction(+: s)
        for (int i = 0; i < BIG; i++)
            s += a[BIG - 1 - i] + (i < SMALL ? few[i] : 0);
        sums[omp_get_team_num()] = s;
    }
    CHECK_REAL(sums[0], BIG / 2.0 * (BIG - 1) + SMALL * (SMALL + 1) / 2, 0, "sum");
#pragma omp target teams num_teams(TEAMS) map(tofrom: records, seen) firstprivate(copy)
    {
        struct record r;
        int mine = omp_get_team_num();
        r.count = 5;
        copy[0] += mine;
#pragma omp parallel for num_threads(16)
        for (int i = 0; i < BIG / 2; i++) {
            r.values[i] = copy[i];
            copy[BIG - 1 - i] = 0;
        }
        records[mine] = total(&r, BIG / 2) - mine;
        for (int i = 0; i < BIG; i++)
            seen[mine] += copy[i] != 0;
    }
    CHECK_REAL(records[0], BIG / 4.0 * (BIG / 2 - 1) + 5, 0, "record");
    CHECK_INT(seen[0], BIG / 2 - 1, "copies");
    return check_end();
}
