// RUN: %gantry cc %O -w --offload-arch=sm_70,emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t && OMP_NUM_TEAMS=5 %run_host %t
// RUN: for s in 1 2 3; do GANTRY_EMULATED_SEED=$s GANTRY_EMULATED_SMS=$((2 * s + 1)) %run_emulated32 %t || exit 1; done
// RUN: env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 GANTRY_TEAMS=3 GANTRY_THREADS=64 %t 33
// RUN: %gantry cc %O --parallel-mode=generic -w --offload-arch=sm_70,emulated %s -o %t.generic -lm
// RUN: %run_emulated32 %t.generic && GANTRY_EMULATED_SEED=7 GANTRY_EMULATED_SMS=4 %run_emulated64 %t.generic
// RUN: env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 GANTRY_TEAMS=3 GANTRY_THREADS=32 %t.generic 33
/* Regions whose teams run at the same time and wait for each other: `#pragma ompx resident`, `barrier league`, also with
 * a reduction whose result all teams get, `single league`. */
#include "check.h"

enum { PLANES = 12 };

/* Each plane needs the one before, mirrored: another team has stored that. */
static void sweep(long n)
{
    long *u = malloc((n + 1) * sizeof *u), *v = malloc((n + 1) * sizeof *v);
    long *want = malloc((n + 1) * sizeof *want), *next = malloc((n + 1) * sizeof *next);
    for (long i = 0; i < n; i++)
        u[i] = want[i] = i % 7, v[i] = 0;
    #pragma ompx resident
    #pragma omp target teams map(tofrom: u[0:n], v[0:n])
    {
        long *from = u, *to = v;
        for (int k = 1; k <= PLANES; k++) {
            #pragma omp distribute parallel for
            for (long i = 0; i < n; i++)
                to[i] = 3 * from[n - 1 - i] + k;
            #pragma ompx barrier league
            long *w = from;
            from = to;
            to = w;
        }
    }
    for (int k = 1; k <= PLANES; k++) {
        for (long i = 0; i < n; i++)
            next[i] = 3 * want[n - 1 - i] + k;
        memcpy(want, next, n * sizeof *want);
    }
    for (long i = 0; i < n; i++)
        CHECK_INT(u[i], want[i], "%ld: plane %d, element %ld", n, PLANES, i);
    free(u), free(v), free(want), free(next);
}

/* Until little changes: each team sees the greatest change of all, and so all stop together. */
static void converge(long n)
{
    double *a = malloc((n + 1) * sizeof *a), last = -1;
    int turns = -1;
    for (long i = 0; i < n; i++)
        a[i] = 1024 + (i == n / 2);
    #pragma ompx resident
    #pragma omp target teams map(tofrom: a[0:n], turns, last)
    {
        double change = 2000;
        int k = 0;
        while (change > 1 && k < 50) {
            change = 0;
            #pragma omp distribute parallel for reduction(max: change)
            for (long i = 0; i < n; i++) {
                double half = a[i] / 2;
                change = fmax(change, a[i] - half);
                a[i] = half;
            }
            #pragma ompx barrier league reduction(max: change)
            k++;
        }
        #pragma ompx single league
        {
            turns = k;
            last = change;
        }
    }
    CHECK_INT(turns, n ? 11 : 1, "%ld: halved until it is small", n);
    CHECK(last == (n ? 1025 / 2048.0 : 0), "%ld: %g was the last change", n, last);
    for (long i = 0; i < n; i++)
        CHECK(a[i] == (1024 + (i == n / 2)) / 2048.0, "%ld: element %ld is %g", n, i, a[i]);
    free(a);
}

/* One team sums up what all have done; all go on with that. */
static void in_turns(long n)
{
    long *a = malloc((n + 1) * sizeof *a), sums[PLANES] = {0};
    for (long i = 0; i < n; i++)
        a[i] = i % 5;
    #pragma ompx resident
    #pragma omp target teams map(tofrom: a[0:n], sums)
    for (int k = 0; k < PLANES; k++) {
        #pragma ompx single league
        {
            long sum = 0;
            #pragma omp parallel for reduction(+: sum)
            for (long i = 0; i < n; i++)
                sum += a[i];
            sums[k] = sum;
        }
        #pragma omp distribute parallel for
        for (long i = 0; i < n; i++)
            a[i] = (a[i] * 3 + sums[k]) % 17;
        #pragma ompx barrier league
    }
    long *want = malloc((n + 1) * sizeof *want);
    for (long i = 0; i < n; i++)
        want[i] = i % 5;
    for (int k = 0; k < PLANES; k++) {
        long sum = 0;
        for (long i = 0; i < n; i++)
            sum += want[i];
        CHECK_INT(sums[k], sum, "%ld: sum %d", n, k);
        for (long i = 0; i < n; i++)
            want[i] = (want[i] * 3 + sum) % 17;
    }
    for (long i = 0; i < n; i++)
        CHECK_INT(a[i], want[i], "%ld: element %ld", n, i);
    free(a), free(want);
}

/* Reductions of all kinds, one after the other without a barrier between: each team leaves its number. */
static void operators(long n)
{
    int teams = 0;
    long wrong = 0, all = 0;
    #pragma ompx resident
    #pragma omp target teams map(tofrom: teams) reduction(+: wrong, all) num_teams(7)
    {
        int me = omp_get_team_num(), many = omp_get_num_teams();
        for (int turn = 0; turn < 3; turn++) {
            long sum = me + turn, square[3] = {me, me * me, 1};
            short bits = (short)(1 << me), odd = (short)(1 << me);
            float low = (float)-me, product = 2;
            unsigned char high = (unsigned char)(me + 1), some = me == many - 1, every = (unsigned char)(me + 2), none = 0;
            _Complex double z = me + 2i;
            #pragma ompx barrier league reduction(+: sum, square, z) reduction(|: bits) reduction(^: odd) reduction(min: low) reduction(max: high) reduction(*: product) reduction(||: some, none) reduction(&&: every)
            long want = (long)many * (many - 1) / 2, power = 1, squares = 0;
            for (int i = 0; i < many; i++)
                power *= 2, squares += i * i;
            wrong += sum != want + (long)turn * many || square[0] != want || square[1] != squares || square[2] != many;
            wrong += bits != power - 1 || odd != power - 1 || low != 1 - many || high != many || product != power;
            wrong += some != 1 || none != 0 || every != 1 || z != want + 2i * many;
            #pragma ompx barrier league reduction(+: sum)
            wrong += sum != many * (want + (long)turn * many);
            if (turn == 1)
                continue;
            #pragma ompx barrier league
        }
        all += 1;
        #pragma ompx single league
        teams = many;
    }
    CHECK(teams >= 1 && teams <= 7, "%ld: %d teams", n, teams);
    CHECK_INT(wrong, 0, "%ld: teams with another result", n);
    CHECK_INT(all, teams, "%ld: each team adds to the region's own reduction", n);
}

#pragma omp declare target
static void scale(long *a, long n, long by)
{
    #pragma omp parallel for
    for (long i = 0; i < n; i++)
        a[i] *= by;
}
#pragma omp end declare target

/* Conditions that all teams decide alike; private and firstprivate variables of the teams; no parallel region at all. */
static void alike(long n, int choice)
{
    long *a = malloc((n + 1) * sizeof *a), count = 5, spare = 1, found = -1;
    for (long i = 0; i < n; i++)
        a[i] = i;
    #pragma ompx resident
    #pragma omp target teams map(tofrom: a[0:n], found) firstprivate(count) private(spare)
    {
        spare = 0;
        do {
            switch (choice) {
            case 0:
                #pragma omp distribute
                for (long i = 0; i < n; i++)
                    a[n - 1 - i] += 1;
                break;
            default:
                #pragma ompx single league
                scale(a, n, 2);
                break;
            }
            if (choice && count == 3)
                spare += 100;
            else
                spare++;
            #pragma ompx barrier league reduction(max: spare)
        } while (--count > 0 && spare < 1000);
        #pragma ompx single league
        found = spare;
    }
    CHECK_INT(found, choice ? 104 : 5, "%ld: counted by all teams alike", n);
    for (long i = 0; i < n; i++)
        CHECK_INT(a[i], choice ? i * 32 : i + 5, "%ld: element %ld", n, i);
    free(a);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        sweep(n);
        converge(n);
        in_turns(n);
        operators(n);
        alike(n, 0);
        alike(n, 1);
    }
    return check_end();
}
