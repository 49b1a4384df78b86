// Locks that lanes of one warp wait for together: a fault where they share a program counter, and only there.
// RUN: %gantry cc -O2 -fcheck --offload-arch=emulated --lockstep --simd-group=8 %s -o %t && %S/judged.py %s %t 1 2
// RUN: %gantry cc -O2 -fcheck --offload-arch=emulated %s -o %t && for c in all_wait iterations nested; do GANTRY_CHECK=barriers %run_emulated32 %t $c || exit; done
// LABELS: run
//
// FOUND all_wait: GC503 wait here together for critical:
// FOUND named: GC503 critical(name)
// FOUND odd: GC503 one
// FOUND nested: GC503
// FOUND iterations: GC503
// FOUND in_function: GC503
// FOUND after_a_barrier: GC503
// FOUND of_a_team: GC503 mine
// SILENT one_of_each_warp
// SILENT in_turn
// SILENT own
// SILENT tried
// SILENT with_luck
// SILENT who_came_first
// SILENT two_branches
// SILENT groups
// SILENT alone
// SILENT in_order
// SILENT in_tasks
#include <omp.h>
#include <string.h>

enum { N = 64 };
static int a[N], n;
#pragma omp begin declare target
static omp_lock_t one, other, each[N];
static omp_nest_lock_t nest;
static void hold(omp_lock_t *l, int *what)
{
    omp_set_lock(l); /* in_function */ /* of_a_team */
    ++*what;
    omp_unset_lock(l);
}
#pragma omp end declare target

static void all_wait(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: n)
#pragma omp critical /* all_wait */
    n++;
}
static void named(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: n)
#pragma omp critical(name) /* named */
    n++;
}
static void odd(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: n)
    if (omp_get_thread_num() % 2) {
        omp_set_lock(&one); /* odd */
        n++;
        omp_unset_lock(&one);
    }
}
static void nested(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: n)
    {
        omp_set_nest_lock(&nest); /* nested */
        omp_set_nest_lock(&nest);
        n++;
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
    }
}
static void iterations(void)
{
#pragma omp target teams distribute parallel for num_teams(2) num_threads(32) map(tofrom: n)
    for (int i = 0; i < 1000; i++)
        if (i >= 500) {
#pragma omp critical /* iterations */
#pragma omp atomic
            n++;
        }
}
static void in_function(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: n)
    hold(&one, &n);
}
static void after_a_barrier(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: n, a)
    {
        int me = omp_get_thread_num();
        for (int i = 0; i < me; i++)
            a[me] += i;
#pragma omp barrier
#pragma omp critical /* after_a_barrier */
        n++;
    }
}
static void of_a_team(void)
{
#pragma omp target teams num_teams(2) thread_limit(32)
    {
        omp_lock_t mine;
        int s = 0;
        omp_init_lock(&mine);
#pragma omp parallel num_threads(32)
        hold(&mine, &s);
    }
}

static void one_of_each_warp(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: n)
    if (omp_get_thread_num() % 32 == 3) {
#pragma omp critical
        n++;
    }
}
static void in_turn(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: n)
    for (int k = 0; k < 32; k++)
        if (omp_get_thread_num() % 32 == k)
            hold(&one, &n);
}
static void own(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    hold(&each[omp_get_thread_num()], &a[omp_get_thread_num()]);
}
static void tried(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: n)
    for (int done = 0; !done;)
        if (omp_test_lock(&one)) {
            hold(&other, &n);
            omp_unset_lock(&one);
            done = 1;
        }
}
static void with_luck(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: n)
    if (omp_test_lock(&one)) {
        omp_unset_lock(&one);
        hold(&other, &n);
    }
}
static void who_came_first(void)
{
    int next = 0;
#pragma omp target parallel num_threads(64) map(tofrom: n, next)
    for (int done = 0, mine; done < 2; done++) {
#pragma omp atomic capture
        mine = next++;
        if (mine % 32 == 7)
            hold(&one, &n);
    }
}
static void two_branches(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: n)
    if (omp_get_thread_num() == 0)
        hold(&one, &n);
    else if (omp_get_thread_num() == 1)
        hold(&one, &n);
}
static void groups(void) /* enter it in turn */
{
#pragma omp target parallel num_threads(8) map(tofrom: a)
#pragma omp critical
    {
#pragma omp simd
        for (int i = 0; i < N; i++)
            a[i]++;
    }
}
static void alone(void)
{
#pragma omp target map(tofrom: n)
    {
#pragma omp critical
        n++;
#pragma omp parallel num_threads(64)
#pragma omp single
        hold(&one, &n);
    }
}
static void in_order(void)
{
#pragma omp target parallel for ordered num_threads(32) map(tofrom: n)
    for (int i = 0; i < 64; i++) {
#pragma omp ordered
        hold(&one, &n);
    }
}
static void in_tasks(void)
{
#pragma omp target parallel num_threads(8) map(tofrom: n)
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task
        hold(&one, &n);
    }
}

int main(int argc, char **argv)
{
#pragma omp target
    {
        omp_init_lock(&one);
        omp_init_lock(&other);
        omp_init_nest_lock(&nest);
        for (int i = 0; i < N; i++)
            omp_init_lock(&each[i]);
    }
#define CASE(name)                                                                                                     \
    if (argc > 1 && strcmp(argv[1], #name) == 0) {                                                                     \
        name();                                                                                                        \
        return 0;                                                                                                      \
    }
    CASE(all_wait) CASE(named) CASE(odd) CASE(nested) CASE(iterations) CASE(in_function) CASE(after_a_barrier)
    CASE(of_a_team) CASE(one_of_each_warp) CASE(in_turn) CASE(own) CASE(tried) CASE(with_luck) CASE(who_came_first)
    CASE(two_branches) CASE(groups) CASE(alone) CASE(in_order) CASE(in_tasks)
    return 2;
}
