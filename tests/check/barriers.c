// Barriers that not all threads reach, or where threads meet at different ones, and legal programs beside them.
// RUN: %gantry cc -O2 -fcheck --offload-arch=emulated %s -o %t && %S/judged.py %s %t 1
// LABELS: run
//
// FOUND some: GC501 not by thread
// SILENT all
// FOUND two: GC502 meets
// SILENT two_in_order
// FOUND in_function: GC501
// SILENT in_parallel_for
// FOUND once_more: GC501
// SILENT generic
// FOUND generic_some: GC501
// SILENT alone
// SILENT single_of_all
// SILENT lanes
// FOUND two_orders: GC505 waits for other, and at line
// SILENT one_order
// SILENT gate
// SILENT in_turn
// SILENT alone_both
// SILENT tried
// SILENT set_up_again
// SILENT of_each_team
// FOUND of_a_team: GC505 lock A
// FOUND philosophers: GC505 round 16 locks
// SILENT philosophers_in_order
// FOUND criticals: GC505 critical(inner)
// FOUND nested_locks: GC505
// SILENT entered_again
// FOUND iterations: GC505 iteration
// FOUND in_tasks: GC505
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { N = 256 };
static int a[N];

static void some(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    {
        int me = omp_get_thread_num();
        a[me] = me;
        if (me < 32) {
#pragma omp barrier /* some */
        }
    }
}
static void all(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    {
        int me = omp_get_thread_num();
        a[me] = me;
#pragma omp barrier
        a[me] += 1;
    }
}
static void two(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    {
        int me = omp_get_thread_num();
        a[me] = me;
        if (me < 32) {
#pragma omp barrier /* two */
        } else {
#pragma omp barrier /* two */
        }
    }
}
static void two_in_order(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    {
        int me = omp_get_thread_num();
        a[me] = me;
#pragma omp barrier
        a[63 - me]++;
#pragma omp barrier
        a[me]++;
    }
}
#pragma omp begin declare target
static void meet(int times)
{
    for (int i = 0; i < times; i++) {
#pragma omp barrier /* in_function */ /* once_more */
    }
}
#pragma omp end declare target
static void in_function(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    meet(omp_get_thread_num() < 32);
}
static void in_parallel_for(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    {
#pragma omp for
        for (int i = 0; i < N; i++)
            a[i] = i;
        meet(3);
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            a[i]++;
    }
}
static void once_more(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    meet(omp_get_thread_num() < 32 ? 3 : 2);
}
static void generic(void)
{
#pragma omp target teams num_teams(2) thread_limit(64) map(tofrom: a)
    for (int k = 0; k < 3; k++) {
        int own[64];
        for (int i = 0; i < 64; i++)
            own[i] = k;
#pragma omp parallel num_threads(64)
        {
            int me = omp_get_thread_num();
            own[me]++;
#pragma omp barrier
            if (own[63 - me] != k + 1)
                abort();
        }
    }
}
static void generic_some(void)
{
    int k = 1;
#pragma omp target map(tofrom: a, k)
    {
        if (k)
            a[0] = 1;
#pragma omp parallel num_threads(64)
        if (omp_get_thread_num() >= 32) {
#pragma omp barrier /* generic_some */
        }
        a[1] = 2;
    }
}
static void alone(void)
{
#pragma omp target parallel num_threads(1) map(tofrom: a)
    {
        a[0] = 1;
#pragma omp barrier
        a[0]++;
    }
}
static void single_of_all(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    {
#pragma omp single
        a[0] = 1;
        a[omp_get_thread_num() + 64] = a[0];
#pragma omp sections
        {
#pragma omp section
            a[2] = 2;
#pragma omp section
            a[1] = 2;
        }
    }
}
static void lanes(void)
{
#pragma omp target parallel num_threads(8) map(tofrom: a)
    {
        int me = omp_get_thread_num();
#pragma omp simd
        for (int i = 0; i < 16; i++)
            a[16 * me + i] = i;
#pragma omp barrier
#pragma omp simd
        for (int i = 0; i < 16; i++)
            a[16 * (7 - me) + i]++;
    }
}

/* ---- locks ---- */
#pragma omp begin declare target
static omp_lock_t one, other, outer, forks[16];
static omp_nest_lock_t nest, inner_nest;
#pragma omp end declare target

static void locks_begin(void)
{
#pragma omp target
    {
        omp_init_lock(&one);
        omp_init_lock(&other);
        omp_init_lock(&outer);
        for (int i = 0; i < 16; i++)
            omp_init_lock(&forks[i]);
        omp_init_nest_lock(&nest);
        omp_init_nest_lock(&inner_nest);
    }
}
#pragma omp begin declare target
static void both(omp_lock_t *a, omp_lock_t *b)
{
    omp_set_lock(a);
    omp_set_lock(b);
    omp_unset_lock(b);
    omp_unset_lock(a);
}
#pragma omp end declare target
static void two_orders(void)
{
    locks_begin();
#pragma omp target parallel num_threads(64)
    if (omp_get_thread_num() == 5) {
        omp_set_lock(&one);
        omp_set_lock(&other); /* two_orders */
        omp_unset_lock(&one);
        omp_unset_lock(&other);
    } else {
        omp_set_lock(&other);
        omp_set_lock(&one); /* two_orders */
        omp_unset_lock(&one);
        omp_unset_lock(&other);
    }
}
static void one_order(void)
{
    locks_begin();
#pragma omp target teams num_teams(2)
#pragma omp parallel num_threads(32)
    both(&one, &other);
}
static void gate(void)
{
    locks_begin();
#pragma omp target parallel num_threads(64)
    {
        int odd = omp_get_thread_num() % 2;
        omp_set_lock(&outer);
        both(odd ? &one : &other, odd ? &other : &one);
        omp_unset_lock(&outer);
    }
}
static void in_turn(void)
{
    locks_begin();
#pragma omp target parallel num_threads(64)
    {
        both(&one, &other);
#pragma omp barrier
        both(&other, &one);
    }
}
static void alone_both(void)
{
    locks_begin();
#pragma omp target parallel num_threads(64)
    if (omp_get_thread_num() == 7) {
        both(&one, &other);
        both(&other, &one);
    } else {
        omp_set_lock(&one);
        omp_unset_lock(&one);
    }
}
static void tried(void)
{
    locks_begin();
#pragma omp target parallel num_threads(64)
    if (omp_get_thread_num() == 7) {
        omp_set_lock(&other);
        if (omp_test_lock(&one))
            omp_unset_lock(&one);
        omp_unset_lock(&other);
    } else {
        both(&one, &other);
    }
}
static void set_up_again(void) /* those of two iterations are others, which may lie at one place */
{
#pragma omp target parallel for num_threads(8)
    for (int i = 0; i < 64; i++) {
        omp_lock_t mine[2];
        omp_init_lock(&mine[0]);
        omp_init_lock(&mine[1]);
        both(&mine[i / 8 % 2], &mine[!(i / 8 % 2)]);
    }
}
static void of_each_team(void)
{
#pragma omp target teams num_teams(4) thread_limit(32)
    {
        omp_lock_t mine[2];
        int first = omp_get_team_num() % 2;
        omp_init_lock(&mine[0]);
        omp_init_lock(&mine[1]);
#pragma omp parallel num_threads(32)
        both(&mine[first], &mine[!first]);
    }
}
static void of_a_team(void)
{
#pragma omp target
    {
        omp_lock_t mine[2];
        omp_init_lock(&mine[0]);
        omp_init_lock(&mine[1]);
#pragma omp parallel num_threads(32)
        {
            int first = omp_get_thread_num() % 2;
            omp_set_lock(&mine[first]);
            omp_set_lock(&mine[!first]); /* of_a_team */
            omp_unset_lock(&mine[!first]);
            omp_unset_lock(&mine[first]);
        }
    }
}
static void philosophers(void)
{
    locks_begin();
#pragma omp target parallel num_threads(16)
    {
        int me = omp_get_thread_num();
        omp_set_lock(&forks[me]);
        omp_set_lock(&forks[(me + 1) % 16]); /* philosophers */
        omp_unset_lock(&forks[(me + 1) % 16]);
        omp_unset_lock(&forks[me]);
    }
}
static void philosophers_in_order(void)
{
    locks_begin();
#pragma omp target parallel num_threads(16)
    {
        int me = omp_get_thread_num(), last = me == 15;
        both(&forks[last ? 0 : me], &forks[last ? 15 : me + 1]);
    }
}
static void criticals(void)
{
    int n = 0;
#pragma omp target parallel for map(tofrom : n)
    for (int i = 0; i < N; i++)
        if (i == 50) {
#pragma omp critical(inner)
#pragma omp critical /* criticals */
            n++;
        } else {
#pragma omp critical
#pragma omp critical(inner) /* criticals */
            n++;
        }
}
static void nested_locks(void)
{
    locks_begin();
#pragma omp target parallel num_threads(64)
    {
        int odd = omp_get_thread_num() % 2;
        omp_set_nest_lock(odd ? &nest : &inner_nest);
        omp_set_nest_lock(odd ? &inner_nest : &nest); /* nested_locks */
        omp_unset_nest_lock(odd ? &inner_nest : &nest);
        omp_unset_nest_lock(odd ? &nest : &inner_nest);
    }
}
static void entered_again(void)
{
    locks_begin();
#pragma omp target parallel num_threads(64)
    {
        omp_set_nest_lock(&nest);
        omp_set_nest_lock(&inner_nest);
        omp_set_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&inner_nest);
        omp_unset_nest_lock(&nest);
    }
}
static void iterations(void) /* both fall on one lane */
{
    locks_begin();
#pragma omp target parallel for num_threads(32)
    for (int i = 0; i < 64; i++) {
        if (i == 3) {
            omp_set_lock(&one);
            omp_set_lock(&other); /* iterations */
        }
        if (i == 35) {
            omp_set_lock(&other);
            omp_set_lock(&one); /* iterations */
        }
        if (i == 3 || i == 35) {
            omp_unset_lock(&one);
            omp_unset_lock(&other);
        }
    }
}
static void in_tasks(void)
{
    locks_begin();
#pragma omp target parallel num_threads(8)
#pragma omp single
    {
#pragma omp task
        {
            omp_set_lock(&one);
            omp_set_lock(&other); /* in_tasks */
            omp_unset_lock(&other);
            omp_unset_lock(&one);
        }
        omp_set_lock(&other);
        omp_set_lock(&one); /* in_tasks */
        omp_unset_lock(&one);
        omp_unset_lock(&other);
    }
}

int main(int argc, char **argv)
{
#define CASE(name)                                                                                                     \
    if (argc > 1 && strcmp(argv[1], #name) == 0) {                                                                     \
        name();                                                                                                        \
        return 0;                                                                                                      \
    }
    CASE(some) CASE(all) CASE(two) CASE(two_in_order) CASE(in_function) CASE(in_parallel_for) CASE(once_more)
    CASE(generic) CASE(generic_some) CASE(alone) CASE(single_of_all) CASE(lanes) CASE(two_orders)
    CASE(one_order) CASE(gate) CASE(in_turn) CASE(alone_both) CASE(tried) CASE(set_up_again) CASE(of_each_team)
    CASE(of_a_team) CASE(philosophers) CASE(philosophers_in_order) CASE(criticals) CASE(nested_locks) CASE(entered_again)
    CASE(iterations) CASE(in_tasks)
    return 2;
}
