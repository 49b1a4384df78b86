// RUN: %gantry cc --dump=sharing -std=c23 %s 2>&1 | %FileCheck %s
/* The sharing table: the rows of clauses and of rules, with where an instance is, its first value, and where its last
 * value goes. */
#include <omp.h>
struct pair { int a, b; };
#pragma omp declare reduction(both: struct pair: omp_out.a += omp_in.a) initializer(omp_priv = {0, 0})

void clauses(int n, double *p, double *q)
{
    int first = 1, last = 0, sum = 0, own = 2;
    double array[40], large[4000];
    struct pair pair = {0, 0};
    constexpr int fixed = 3;
// CHECK: line [[@LINE+12]] target teams distribute parallel for
// CHECK-NEXT: p[0:n]: mapped by clause, in=original, first=-, last=-
// CHECK-NEXT: q: is_device_ptr by clause, in=original, first=the host's value, last=-
// CHECK-NEXT: first: firstprivate by clause, in=stack, first=the original, last=-
// CHECK-NEXT: last: lastprivate by clause, in=stack, first=nothing, last=the last iteration stores
// CHECK-NEXT: own: private by clause, in=stack, first=nothing, last=-
// CHECK-NEXT: sum: reduction by clause, in=stack, first=the identity, last=threads, teams combine
// CHECK-NEXT: pair: reduction by clause, in=stack, first=its initializer, last=threads, teams combine
// CHECK-NEXT: large: reduction by clause, in=heap, first=the identity, last=threads, teams combine
// CHECK-NEXT: array: shared by clause, in=original, first=-, last=-
// CHECK-NEXT: i: loop variable by loop, in=stack, first=the bound, last=each iteration computes
// CHECK-NEXT: n: firstprivate by target (GR202)
#pragma omp target teams distribute parallel for map(tofrom: p[0:n]) is_device_ptr(q) firstprivate(first, fixed)       \
    lastprivate(last) private(own) reduction(+: sum) reduction(both: pair) reduction(+: large) shared(array)
    for (int i = 0; i < n; i++) {
        own = i;
        last = own + first + fixed;
        p[i] = q[i] + array[i % 40];
        sum += i;
        pair.a += i;
        large[i % 4000] += i;
    }
}

void rules(int n, double *p, double *q)
{
    int l = 0, c = 0, d = 1;
#pragma omp target map(p[0:n]) has_device_addr(q[0:n])
// CHECK: line [[@LINE+5]] parallel{{$}}
// CHECK-DAG: n: firstprivate by default, in=stack, first=the original, last=-
// CHECK-DAG: p: firstprivate by default, in=stack
// CHECK-DAG: q: firstprivate by default, in=stack
// CHECK-DAG: d: firstprivate by default
#pragma omp parallel default(firstprivate) shared(l, c)
    {
// CHECK: line [[@LINE+6]] for{{$}}
// CHECK-NEXT: l: linear by clause, in=original, first=the original, last=each iteration computes
// CHECK-NEXT: l: firstprivate by linear, in=stack, first=the original, last=-
// CHECK-NEXT: l: lastprivate by linear, in=stack, first=nothing, last=the last iteration stores
// CHECK-NEXT: c: lastprivate(conditional) by clause, in=stack, first=nothing, last=the last iteration that assigns stores
// CHECK-NEXT: i: loop variable by loop
#pragma omp for linear(l) lastprivate(conditional: c)
        for (int i = 0; i < n; i++) {
            p[i] = q[i] + l;
            if (p[i] > 5)
                c = i;
        }
// CHECK: line [[@LINE+2]] single
// CHECK-NEXT: d: copyprivate by clause, in=original, first=-, last=the single thread broadcasts
#pragma omp single copyprivate(d)
        d = n;
    }
}

void tasks(int n, double *p)
{
    int sum = 0, both = 0;
#pragma omp target map(tofrom: sum, both) map(p[0:n])
#pragma omp parallel
// CHECK: line [[@LINE+2]] taskgroup
// CHECK-NEXT: sum: task_reduction by clause, in=original, first=-, last=its tasks combine
#pragma omp taskgroup task_reduction(+: sum)
    {
        int mine = n;
        omp_event_handle_t event;
// CHECK: line [[@LINE+5]] task{{$}}
// CHECK-NEXT: sum: in_reduction by clause, in=stack, first=the identity, last=the task combines
// CHECK-NEXT: event: firstprivate by detach, in=stack, first=the original, last=-
// CHECK-NEXT: mine: firstprivate by task, in=stack, first=the original, last=-
// CHECK-NEXT: both: shared by task, in=original, first=-, last=-
#pragma omp task in_reduction(+: sum) detach(event)
        {
            sum += mine + both;
            omp_fulfill_event(event);
        }
// CHECK: line [[@LINE+2]] task{{$}}
// CHECK-NEXT: mine: private by task, in=stack, first=nothing, last=-
#pragma omp task default(private)
        mine = 1;
    }
}

void data(int n, double *p, double *q)
{
    int s = 0;
    omp_allocator_handle_t pool;
// CHECK: line [[@LINE+4]] target data
// CHECK-NEXT: p[0:n]: mapped by clause
// CHECK-NEXT: p: use_device_ptr by clause, in=original, first=the device's address, last=-
// CHECK-NEXT: q[0:n]: use_device_addr by clause
#pragma omp target data map(p[0:n]) use_device_ptr(p) use_device_addr(q[0:n])
    {
// CHECK: line [[@LINE+2]] target update
// CHECK-NEXT: p[0:n]: moved by clause
#pragma omp target update to(p[0:n])
    }
// CHECK: line [[@LINE+1]] taskgroup
#pragma omp taskgroup task_reduction(+: s)
// CHECK: line [[@LINE+4]] target{{$}}
// CHECK-NEXT: s: in_reduction by clause, in=original, first=the identity, last=the host's task combines
// CHECK-NEXT: pool: allocator by clause, in=original, first=the handle, last=-
// CHECK-NEXT: s: mapped by in_reduction
#pragma omp target in_reduction(+: s) uses_allocators(pool)
    s += n;
}

/* The elements of a section are what counts: on the stack of a thread that is one lane, one for all where others reach
 * them. */
void sections(int n, double *p)
{
    double part[9] = {0};
// CHECK: line [[@LINE+2]] target teams{{$}}
// CHECK: p[0:4]: reduction by clause, in=heap, first=the identity, last=teams combine
#pragma omp target teams map(tofrom: p[0:4], part) reduction(+: p[0:4])
    {
// CHECK: line [[@LINE+3]] parallel for
// CHECK-NEXT: p[0:4]: reduction by clause, in=stack,
// CHECK-NEXT: part[2:n]: reduction by clause, in=heap,
#pragma omp parallel for reduction(+: p[0:4], part[2:n])
        for (int i = 0; i < 6; i++) {
            p[i % 4] += i;
            part[2] += i;
        }
    }
}

/* A team's copy that its threads reach is in team-shared memory; a thread's that its lanes reach, in group space. */
void levels(int n, double *p)
{
    int team = 0, thread = 0;
// CHECK: line [[@LINE+2]] target teams
// CHECK: team: private by clause, in=team, first=nothing, last=-
#pragma omp target teams map(p[0:n]) private(team)
    {
        team = omp_get_team_num();
// CHECK: line [[@LINE+2]] parallel
// CHECK: thread: private by clause, in=group, first=nothing, last=-
#pragma omp parallel private(thread)
        {
            thread = team++;
#pragma omp simd
            for (int i = 0; i < n; i++)
                p[i] = thread++;
        }
    }
}
