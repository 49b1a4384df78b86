// Regions whose teams wait for each other: races between barriers of the league, and the right programs beside them.
// RUN: %gantry cc -O2 -fcheck --offload-arch=emulated %s -o %t && %S/judged.py %s %t 1 2 3 4 5
// RUN: %gantry cc -O2 -fcheck --parallel-mode=generic --offload-arch=emulated %s -o %t.generic && env GANTRY_EMULATED_SMS=3 %S/judged.py %s %t.generic 6
// RUN: for s in 1 2 3 4 5; do env GANTRY_DEVICES=emulated GANTRY_EMULATED_SEED=$s %t all || exit 1; done
// LABELS: run
//
// FOUND all_store: GC401 last is stored
// SILENT first_stores
// FOUND read_too_early: GC401 last is stored
// SILENT read_after
// FOUND single_too_early: GC401 last is
// SILENT single_behind
// FOUND behind_single: GC401 last is stored
// FOUND own_part: GC401 part
// SILENT own_part_between
// FOUND loops: GC401 iteration
// SILENT loops_between
// FOUND second_round: GC401 total
// SILENT reduced
// SILENT atomics
// FOUND not_atomic: GC401 total
// FOUND shared_of_team: GC401 mine
// SILENT shared_of_team_in_order
// SILENT flag
// FOUND no_flush: GC401 last
// SILENT lock_kept
// FOUND barrier_missing: GC501 barrier
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 400, MOST = 8 };
static int a[N], b[N], last, total, part[MOST], go;
#pragma omp declare target(go)

static void all_store(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, last)
    {
        last = 1; /* all_store */
#pragma ompx barrier league
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = last;
    }
}
static void first_stores(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, last)
    {
#pragma ompx single league
        last = 1;
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = last;
    }
}
static void read_too_early(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, last)
    {
        int me = omp_get_team_num();
        if (me == 0)
            last = 1; /* read_too_early */
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = last; /* read_too_early */
    }
}
static void read_after(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, last)
    {
        int me = omp_get_team_num();
        if (me == 0)
            last = 1;
#pragma ompx barrier league
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = last;
#pragma ompx barrier league
        if (me == omp_get_num_teams() - 1)
            last = 2;
    }
}
static void single_too_early(void) /* there is no barrier in front of it */
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, last)
    {
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = last; /* single_too_early */
#pragma ompx single league
        last = 1; /* single_too_early */
    }
}
static void single_behind(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, b, last)
    for (int k = 0; k < 3; k++) {
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = last;
#pragma ompx barrier league
#pragma ompx single league
        {
            int sum = 0;
#pragma omp parallel for reduction(+: sum)
            for (int i = 0; i < N; i++)
                sum += a[i];
            last = sum + 1;
        }
    }
}
static void behind_single(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: last)
    {
#pragma ompx single league
        last = 1;
        last += 1; /* behind_single */
    }
}
static void own_part(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: part, a)
    {
        int me = omp_get_team_num(), many = omp_get_num_teams();
        part[me] = 1;                    /* own_part */
        a[me] = part[many - 1 - me]; /* own_part */
    }
}
static void own_part_between(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: part, last)
    {
        int me = omp_get_team_num(), many = omp_get_num_teams(), other = 0;
        for (int k = 0; k < 4; k++) {
            part[me] = me + k + other;
#pragma ompx barrier league
            other = part[many - 1 - me];
#pragma ompx barrier league
        }
        if (me == 0)
            last = other;
    }
}
static void loops(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, b)
    {
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            b[i] = a[N - 1 - i] + 1; /* loops */
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = i; /* loops */
    }
}
static void loops_between(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, b)
    for (int k = 0; k < 3; k++) {
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            b[i] = a[N - 1 - i] + 1;
#pragma ompx barrier league
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = b[N - 1 - i];
#pragma ompx barrier league
    }
}
static void second_round(void) /* the first one is in order */
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, total)
    for (int k = 0; k < 2; k++) {
        int me = omp_get_team_num();
        if (me == k)
            total = 1; /* second_round */
#pragma ompx barrier league
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = total; /* second_round */
    }
}
static void reduced(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, total, last)
    {
        int me = omp_get_team_num(), many = omp_get_num_teams(), sum = 1, high = me, pair[2] = {1, me};
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = 1;
#pragma ompx barrier league reduction(+: sum, pair) reduction(max: high)
#pragma ompx single league
        {
            last = high == many - 1 && pair[0] == many;
            total = sum == many;
        }
#pragma ompx barrier league reduction(+: sum)
        if (me == high && sum == many * many)
            total += last;
    }
    if (total != 2)
        exit(9);
}
static void atomics(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, total)
    {
#pragma omp atomic
        total += 1;
#pragma ompx barrier league
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = total;
    }
}
static void not_atomic(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: total)
    total += 1; /* not_atomic */
}
static void shared_of_team(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a)
    {
        int mine = 0;
#pragma ompx barrier league
#pragma omp parallel
        mine += 1; /* shared_of_team */
#pragma ompx barrier league
        a[omp_get_team_num()] = mine;
    }
}
static void shared_of_team_in_order(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a)
    {
        int mine[3] = {0};
        for (int k = 0; k < 3; k++) {
#pragma omp parallel
            {
#pragma omp single
                mine[k] = k;
#pragma omp critical
                mine[2 - k] += 1;
            }
#pragma ompx barrier league
        }
        a[omp_get_team_num()] = mine[0];
    }
}
static void flag(void) /* the first team waits for the last, in the middle of a parallel region */
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, last, go) num_teams(3)
    {
        int me = omp_get_team_num(), many = omp_get_num_teams();
#pragma omp parallel
        {
#pragma omp single
            if (me == 0 && many > 1) {
                int seen = 0;
                while (!seen)
#pragma omp atomic read acquire
                    seen = go;
                a[0] = last;
            } else if (me == many - 1 && many > 1) {
                last = 1;
#pragma omp atomic write release
                go = 1;
            }
#pragma omp barrier
        }
#pragma ompx barrier league
        a[me] = me;
    }
}
static void no_flush(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, last, go) num_teams(3)
    {
        int me = omp_get_team_num(), many = omp_get_num_teams();
        if (me == 0 && many > 1) {
            int seen = 0;
            while (!seen)
#pragma omp atomic read
                seen = go;
            a[0] = last; /* no_flush */
        } else if (me == many - 1 && many > 1) {
            last = 1; /* no_flush */
#pragma omp atomic write
            go = 1;
        }
    }
}
static void lock_kept(void) /* over a barrier of the league, between threads of each team */
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a, b)
    {
        int mine = 0;
#pragma omp parallel
        {
#pragma omp critical
            mine += 1;
        }
#pragma ompx barrier league
#pragma omp parallel
        {
#pragma omp critical
            mine += 1;
        }
        a[omp_get_team_num()] = mine;
    }
}
static void barrier_missing(void)
{
#pragma ompx resident
#pragma omp target teams map(tofrom: a)
    {
#pragma ompx barrier league
#pragma omp parallel
        if (omp_get_thread_num() > 0) {
#pragma omp barrier /* barrier_missing */
        }
    }
}

#define CASES(X)                                                                                                       \
    X(all_store) X(first_stores) X(read_too_early) X(read_after) X(single_too_early) X(single_behind) X(behind_single) \
    X(own_part) X(own_part_between) X(loops) X(loops_between) X(second_round) X(reduced) X(atomics) X(not_atomic)      \
    X(shared_of_team) X(shared_of_team_in_order) X(flag) X(no_flush) X(lock_kept) X(barrier_missing)
#define SILENT(X)                                                                                                      \
    X(first_stores) X(read_after) X(single_behind) X(own_part_between) X(loops_between) X(reduced) X(atomics)          \
    X(shared_of_team_in_order) X(flag) X(lock_kept)

int main(int argc, char **argv)
{
#define RUN(NAME)                                                                                                      \
    if (argc > 1 && strcmp(argv[1], #NAME) == 0)                                                                       \
        NAME();
    CASES(RUN)
#define ALL(NAME) last = total = go = 0, NAME();
    if (argc > 1 && strcmp(argv[1], "all") == 0) {
        SILENT(ALL)
    }
    return 0;
}
