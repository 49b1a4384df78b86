// Threads and tasks of the host that access the same memory with nothing between them that orders the two (GC404).
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races
/* Each case has one fault, and none with what orders the accesses. */
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { N = 1000 };
static int a[N], b[N], total, shown[64];
static _Thread_local int dummy;
static int own;
#pragma omp threadprivate(own)

static void shifted(int wrong)
{
    int by = wrong ? 1 : 0;
#pragma omp parallel for
    for (int i = 0; i < N - 1; i++)
        a[i] = a[i + by] + 1; // fault: shifted GC404
}

static void far(int wrong)
{
    int by = wrong ? N / 2 - 3 : N / 2;
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < N / 2; i++)
        a[i + by] = a[i]; // fault: far GC404
}

static void scratch(int wrong)
{
    int t[2] = {0};
#pragma omp parallel num_threads(4)
    {
        int mine[2], *p = wrong ? t : mine;
#pragma omp for
        for (int i = 0; i < N; i++) {
            p[1] = a[i]; // fault: scratch GC404
            b[i] = p[1] * 2;
        }
    }
}

static void sum(int wrong)
{
    if (wrong) {
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            total += a[i]; // fault: sum GC404
    } else {
#pragma omp parallel for reduction(+ : total)
        for (int i = 0; i < N; i++)
            total += a[i];
    }
}

static void no_barrier(int wrong)
{
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        shown[me] = me; // fault: no_barrier GC404
        if (!wrong) {
#pragma omp barrier
        }
        b[me] = shown[(me + 1) % omp_get_num_threads()];
    }
}

static void two_loops(int wrong)
{
#pragma omp parallel num_threads(4)
    {
        if (wrong) {
#pragma omp for nowait
            for (int i = 0; i < N; i++)
                a[i] = i; // fault: two_loops GC404
        } else {
#pragma omp for
            for (int i = 0; i < N; i++)
                a[i] = i;
        }
#pragma omp for
        for (int i = 0; i < N; i++)
            b[i] = a[N - 1 - i];
    }
}

static void criticals(int wrong)
{
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        if (wrong) {
#pragma omp critical(one)
            total++; // fault: criticals GC404
        } else {
#pragma omp critical(other)
            total++;
        }
#pragma omp section
#pragma omp critical(other)
        total++;
    }
}

static void lock(int wrong)
{
    omp_lock_t l;
    omp_init_lock(&l);
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        if (me || !wrong)
            omp_set_lock(&l);
        total++; // fault: lock GC404
        if (me || !wrong)
            omp_unset_lock(&l);
    }
    omp_destroy_lock(&l);
}

static void first(int wrong)
{
    int x = 0;
#pragma omp parallel num_threads(4)
    {
        if (wrong) {
#pragma omp single nowait
            x = 1; // fault: first GC404
        } else {
#pragma omp single
            x = 1;
        }
        shown[omp_get_thread_num()] = x;
    }
}

static void master(int wrong)
{
    int x = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp masked
        x = 1; // fault: master GC404
        if (!wrong) {
#pragma omp barrier
        }
        shown[omp_get_thread_num()] = x;
    }
}

static void sections(int wrong)
{
    int *p = wrong ? a : b;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        a[5] = 1; // fault: sections GC404
#pragma omp section
        p[5] = 2;
    }
}

static void alike(int wrong) /* stores that the optimiser would make one */
{
    int x = 0, y = 0;
    if (wrong) {
#pragma omp parallel sections num_threads(2)
        {
#pragma omp section
            x = 1; // fault: alike GC404 saying stores to 'x' here
#pragma omp section
            x = 2;
        }
    } else {
#pragma omp parallel sections num_threads(2)
        {
#pragma omp section
            x = 1;
#pragma omp section
            y = 2;
        }
    }
    total = x + y;
}

static void depended(int wrong)
{
    int x = 0, y = 0, *p = wrong ? &y : &x;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1; // fault: depended GC404
#pragma omp task depend(in : p[0])
        total = x;
#pragma omp taskwait
    }
}

static void waited(int wrong)
{
    int x = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp task shared(x)
        x = 1; // fault: waited GC404
        if (!wrong) {
#pragma omp taskwait
        }
        total = x;
    }
}

/* A taskwait waits for children, and not for theirs. */
static void descendants(int wrong)
{
    int x = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp task shared(x)
        {
#pragma omp task shared(x)
            x = 1; // fault: descendants GC404
            if (!wrong) {
#pragma omp taskwait
            }
        }
#pragma omp taskwait
        total = x;
    }
}

static void looped(int wrong)
{
    int x[2] = {0};
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop grainsize(10)
    for (int i = 0; i < N; i++) {
        int mine[2], *p = wrong ? x : mine;
        p[0] = a[i]; // fault: looped GC404
        b[i] = p[0];
    }
}

static void dynamic(int wrong)
{
    int by = wrong ? 1 : 0;
#pragma omp parallel for schedule(dynamic) num_threads(4)
    for (int i = 0; i < 100; i++)
        a[i + by] = a[i]; // fault: dynamic GC404
}

static void nested(int wrong)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int x[4] = {0}, me = omp_get_thread_num();
#pragma omp parallel num_threads(2)
        {
            int in = omp_get_thread_num();
            x[wrong ? 0 : in] = me; // fault: nested GC404
        }
        shown[me] = x[0];
    }
    omp_set_max_active_levels(1);
}

static int kept(int i)
{
    static int last;
    int was = last;
    last = i; // fault: static_local GC404
    return was;
}

static void static_local(int wrong)
{
#pragma omp parallel num_threads(wrong ? 4 : 1)
    shown[omp_get_thread_num()] = kept(omp_get_thread_num());
}

static void copies(int wrong)
{
    int *p = malloc(40 * sizeof *p);
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num(), mine[10] = {me};
        __builtin_memcpy(p + me * (wrong ? 9 : 10), mine, sizeof mine); // fault: copies GC404
    }
    total = p[0];
    free(p);
}

/* Bytes of one word belong to whoever stores to them; bit-fields share theirs. */
struct flags {
    unsigned x : 4, y : 4;
};
static void set_x(struct flags *f)
{
    f->x = 1; // fault: bytes GC404
}
static void set_y(struct flags *f) { f->y = 2; }

static void bytes(int wrong)
{
    char c[64] = {0};
    struct flags f = {0};
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        c[me] = (char)me;
        if (me == 0)
            set_x(&f);
        if (me == 1 && wrong)
            set_y(&f);
    }
    total = c[3] + (int)f.x + (int)f.y;
}

static void in_turn(int wrong)
{
    if (wrong) {
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(4)
        for (int i = 2; i < 40; i++) {
#pragma omp ordered depend(sink : i - 2)
            a[i] = a[i - 1] + 1; // fault: in_turn GC404
#pragma omp ordered depend(source)
        }
    } else {
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(4)
        for (int i = 2; i < 40; i++) {
#pragma omp ordered depend(sink : i - 1)
            a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
        }
    }
}

static void ordered(int wrong)
{
    int last = 0;
#pragma omp parallel for ordered schedule(static, 1) num_threads(4)
    for (int i = 0; i < 40; i++) {
        if (wrong && i == 20)
            last = i; // fault: ordered GC404
#pragma omp ordered
        last = i;
    }
    total = last;
}

/* Atomic updates race with others that are not; with each other they order nothing but themselves. */
static void atomically(int wrong)
{
    int n = 0;
#pragma omp parallel num_threads(4)
    {
        if (wrong && omp_get_thread_num() == 0)
            n++; // fault: atomically GC404
#pragma omp atomic
        n++;
    }
    total = n;
}

static void message(int wrong)
{
    int data = 0, flag = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            data = 5; // fault: message GC404
            if (wrong) {
#pragma omp atomic write
                flag = 1;
            } else {
#pragma omp atomic write release
                flag = 1;
            }
        }
#pragma omp section
        {
            int seen = 0;
            for (int i = 0; i < 100000000 && !seen; i++) {
#pragma omp atomic read acquire
                seen = flag;
            }
            total = seen ? data : 0;
        }
    }
}

/* C's own atomics order by their memory orders. */
static void c_message(int wrong)
{
    int data = 0;
    _Atomic int flag = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            data = 5; // fault: c_message GC404
            atomic_store_explicit(&flag, 1, wrong ? memory_order_relaxed : memory_order_release);
        }
#pragma omp section
        {
            while (!atomic_load_explicit(&flag, memory_order_acquire))
                ;
            total = data;
        }
    }
}

static void league(int wrong)
{
    int x[8] = {0};
#pragma omp teams num_teams(4)
    x[wrong ? 0 : omp_get_team_num()] = omp_get_team_num(); // fault: league GC404
    total = x[0];
}

/* What is right in each run: memory of tasks, stacks and blocks that others had before, copies that clauses make. */
static int fib(int n)
{
    int x, y, deep[20];
    deep[n % 20] = n;
    if (n < 2)
        return deep[n % 20];
#pragma omp task shared(x)
    x = fib(n - 1);
#pragma omp task shared(y)
    y = fib(n - 2);
#pragma omp taskwait
    return x + y;
}

/* Teams that begin and end at one time: libomp hands its records of them on. */
static void inner_teams(void)
{
    omp_set_max_active_levels(2);
    for (int round = 0; round < 25; round++)
#pragma omp parallel num_threads(4)
    {
        int x[6], me = omp_get_thread_num();
#pragma omp parallel for num_threads(2) lastprivate(x)
        for (int i = 0; i < 5; i++)
            x[2] = x[3] = i;
        shown[me] = x[3];
    }
    omp_set_max_active_levels(1);
}

/* More tasks than libomp makes in one go: tasks of its own make parts of them. */
static void divided(void)
{
    int sum = 0, last = 0;
#pragma omp parallel num_threads(1)
#pragma omp single
    {
#pragma omp taskloop reduction(+ : sum) lastprivate(last) grainsize(3)
        for (int i = 0; i < 40; i++) {
            last = i;
            sum += i;
        }
        last += 1;
    }
    total = sum + last;
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int k = 0; k < 10; k++) {
#pragma omp task firstprivate(k)
        {
#pragma omp taskloop grainsize(2) firstprivate(k)
            for (int i = 0; i < 40; i++)
                a[40 * k + i] = k + i;
        }
    }
}

static void quiet(int wrong)
{
    int s = 0, in = 0, last = 0, first = 3, arr[3] = {0}, all[4] = {0};
    if (wrong)
        return;
    inner_teams();
    divided();
#pragma omp parallel num_threads(4)
#pragma omp single
    total = fib(10);
#pragma omp parallel num_threads(4) reduction(+ : s, arr)
    {
        s++;
        arr[1] += 2;
    }
#pragma omp parallel num_threads(7) reduction(task, + : in)
#pragma omp for firstprivate(first) lastprivate(last) nowait
    for (int i = 0; i < 20; i++) {
        last = i + first;
#pragma omp task in_reduction(+ : in)
        in += 1;
    }
#pragma omp parallel num_threads(4)
    {
        int c;
#pragma omp single copyprivate(c)
        c = 5;
        all[omp_get_thread_num()] = c;
        own = c;
        own++;
#pragma omp for schedule(dynamic) reduction(+ : s)
        for (int i = 0; i < 20; i++) {
            int *p = malloc(sizeof *p);
            *p = i;
            s += *p + own;
            free(p);
        }
#pragma omp single
        {
#pragma omp taskgroup task_reduction(+ : in)
            for (int i = 0; i < 20; i++) {
#pragma omp task in_reduction(+ : in) firstprivate(i)
                in += i;
            }
        }
#pragma omp atomic
        total++;
    }
    total += s + in + last + arr[1] + all[3] + dummy;
}

#define CASES(C)                                                                                             \
    C(shifted) C(far) C(scratch) C(sum) C(no_barrier) C(two_loops) C(criticals) C(lock) C(first) C(master)      \
    C(sections) C(alike) C(depended) C(waited) C(descendants) C(looped) C(dynamic) C(nested) C(static_local)         \
    C(copies) C(bytes) C(in_turn) C(ordered) C(atomically) C(message) C(c_message) C(league)      \
    C(quiet)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
