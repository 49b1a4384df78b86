// The order of target constructs among themselves and with the host: faults, and legal programs beside them.
// RUN: %gantry cc -w -g -O1 -fcheck --offload-arch=emulated %s -o %t && %S/judged.py %s %t
// LABELS: run
//
// FOUND exits: GC403 'a[3]'
// FOUND no_depend: GC402 'a[0]' is stored here, by the region of
// FOUND in_for_out: GC402 depend(out: a)
// FOUND both_store: GC402 depend(inout: a)
// FOUND half_overlap: GC402 'a[500]'
// FOUND data_ends: GC402 copied from the device by the target data of
// FOUND data_ends_in_part: GC402 'a[500]'
// FOUND enter: GC402 by the enter data of
// FOUND update: GC402 by the update of
// FOUND waited_for: GC402 by the region of
// FOUND instances: GC402 by another task of it
// FOUND one_atomic: GC402 atomically updated
// FOUND structure: GC402 's.y'
// FOUND device_block: GC402 of a block of omp_target_alloc (taken at
// FOUND host_stores: GC403 the host stores to 'a[7]'
// FOUND host_reads: GC403 the host reads 'a[3]'
// FOUND host_frees: GC403 free frees
// FOUND returns: GC403 leaves returns while the region of
// FOUND returns_updated: GC403 leaves_update returns while the update of
// FOUND other_thread: GC403 the host stores to
// FOUND too_late: GC403 the host reads 'p[3]'
// FOUND wrong_wait: GC403 may copy back
// FOUND copied_from: GC402 by the omp_target_memcpy of
// FOUND copied_to: GC403 the host stores to 'b[0]'
// FOUND filled: GC402 and stored by the omp_target_memset of
// FOUND rectangle: GC402 by the omp_target_memcpy_rect of
// FOUND host_first: GC403 the host stores to 'c[7]'
// FOUND region_first: GC403 the host stores to 'c[7]'
// SILENT data_waits
// SILENT data_within
// SILENT data_reads
// SILENT copied_in_order
// SILENT host_before
// SILENT memory_again
// SILENT depends
// SILENT waits
// SILENT groups
// SILENT waits_for_one
// SILENT at_once
// SILENT final_tasks
// SILENT objects
// SILENT all_memory
// SILENT exclusive
// SILENT in_turn
// SILENT set
// SILENT iterator
// SILENT halves
// SILENT readers
// SILENT atomics
// SILENT own_copies
// SILENT events
// SILENT barriers
// SILENT criticals
// SILENT task_frames
// SILENT task_heap
// SILENT task_captures
// SILENT grandchildren
// SILENT reduced
// SILENT chain
// SILENT returns_waited
// SILENT yields
// SILENT loop_of_tasks
// SILENT nothing_mapped
// SILENT present
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 1000 };
static int a[N], b[N], c[N];
static int x, y;
static struct {
    int x, y;
} s;

#define ALL for (int i = 0; i < N; i++)

/* ---- faults ---- */
/* an exit copies back, whether that changes anything or not */
static void exits(void)
{
#pragma omp target enter data map(to : a)
#pragma omp target exit data map(from : a) nowait
    a[3] = 4; /* exits */
#pragma omp taskwait
}

static void no_depend(void)
{
#pragma omp target data map(tofrom : a, b)
    {
#pragma omp target teams distribute parallel for nowait depend(out : a)
        ALL a[i] = i; /* no_depend */
#pragma omp target teams distribute parallel for nowait
        ALL b[i] = a[i];
#pragma omp taskwait
    }
}

static void in_for_out(void)
{
#pragma omp target data map(tofrom : a, b)
    {
#pragma omp target teams distribute parallel for nowait depend(in : a)
        ALL a[i] = i; /* in_for_out */
#pragma omp target teams distribute parallel for nowait depend(in : a) depend(out : b)
        ALL b[i] = a[i];
#pragma omp taskwait
    }
}

static void both_store(void)
{
#pragma omp target data map(tofrom : a)
    {
#pragma omp target nowait depend(out : x)
        ALL a[i] = i; /* both_store */
#pragma omp target nowait depend(out : y)
        ALL a[i] = 2 * i;
#pragma omp taskwait
    }
}

static void half_overlap(void)
{
#pragma omp target data map(tofrom : a)
    {
#pragma omp target nowait
        for (int i = 0; i <= N / 2; i++)
            a[i] = i; /* half_overlap */
#pragma omp target nowait
        for (int i = N / 2; i < N; i++)
            a[i] = i;
#pragma omp taskwait
    }
}

/* the end of target data waits for nothing */
static void data_ends(void)
{
#pragma omp target data map(from : a)
    {
#pragma omp target nowait
        ALL a[i] = i; /* data_ends */
    }
}

/* … and a taskwait with depend for what it names only */
static void data_ends_in_part(void)
{
#pragma omp target data map(tofrom : a)
    {
        for (int k = 0; k < 2; k++)
#pragma omp target nowait depend(out : a[500 * k])
            for (int i = 500 * k; i < 500 * k + 500; i++)
                a[i] = i; /* data_ends_in_part */
#pragma omp taskwait depend(in : a[0])
    }
}

/* legal beside these */
static void data_waits(void)
{
#pragma omp target data map(tofrom : a)
    {
#pragma omp target nowait
        ALL a[i] = i;
#pragma omp taskwait
    }
}

static void data_within(void)
{
#pragma omp target data map(tofrom : a)
    {
#pragma omp target data map(tofrom : a)
        {
#pragma omp target nowait
            ALL a[i] = i;
        }
#pragma omp taskwait
    }
}

static void data_reads(void)
{
#pragma omp target data map(tofrom : a, b)
    {
#pragma omp target nowait depend(out : b)
        ALL b[i] = a[i];
#pragma omp taskwait depend(in : b)
    }
}

static void enter(void)
{
    ALL a[i] = i;
    int *p = a;
#pragma omp target enter data map(to : p[0 : N]) nowait depend(out : x) /* enter */
#pragma omp target nowait
    p[3] = 4;
#pragma omp taskwait
#pragma omp target exit data map(release : p[0 : N])
}

static void update(void)
{
#pragma omp target data map(tofrom : a)
    {
        ALL a[i] = 5;
#pragma omp target update to(a) nowait /* update */
#pragma omp target nowait
        ALL a[i] += 1;
#pragma omp taskwait
    }
}

/* a construct that is waited for beside one that is not */
static void waited_for(void)
{
#pragma omp target data map(tofrom : a, b)
    {
#pragma omp target nowait
        ALL a[i] = i; /* waited_for */
#pragma omp target
        ALL b[i] = a[i];
#pragma omp taskwait
    }
}

static void instances(void)
{
    int sum = 0;
    for (int k = 0; k < 4; k++) {
#pragma omp target nowait map(tofrom : sum)
        sum += k; /* instances */
    }
#pragma omp taskwait
}

static void one_atomic(void)
{
    int sum = 0;
#pragma omp target data map(tofrom : sum)
    {
#pragma omp target nowait map(alloc : sum)
        {
#pragma omp atomic
            sum += 1; /* one_atomic */
        }
#pragma omp target nowait map(alloc : sum) map(from : x)
        x = sum;
#pragma omp taskwait
    }
}

static void structure(void)
{
#pragma omp target data map(tofrom : s)
    {
#pragma omp target nowait
        s.x = s.y = 1; /* structure */
#pragma omp target nowait
        s.y = 2;
#pragma omp taskwait
    }
}

static void device_block(void)
{
    int *d = omp_target_alloc(N * sizeof *d, omp_get_default_device());
#pragma omp target nowait is_device_ptr(d)
    ALL d[i] = i; /* device_block */
#pragma omp target nowait is_device_ptr(d)
    ALL d[i] = 2 * i;
#pragma omp taskwait
    omp_target_free(d, omp_get_default_device());
}

static void host_stores(void)
{
#pragma omp target nowait map(to : a) map(from : b)
    ALL b[i] = a[i];
    a[7] = 1; /* host_stores */
#pragma omp taskwait
}

static void host_reads(void)
{
#pragma omp target nowait map(tofrom : a)
    ALL a[i] += 1;
    x = a[3]; /* host_reads */
#pragma omp taskwait
}

static void host_frees(void)
{
    int *p = calloc(N, sizeof *p);
#pragma omp target nowait map(to : p[0 : N]) map(from : b)
    ALL b[i] = p[i];
    free(p); /* host_frees */
#pragma omp taskwait
}

static void leaves(void)
{
    int own[40] = {0};
#pragma omp target nowait map(from : own)
    own[3] = 1;
    x++;
} /* returns */

static void returns(void)
{
    leaves();
#pragma omp taskwait
}

static void leaves_update(void)
{
    int own[40] = {0};
#pragma omp target enter data map(to : own)
#pragma omp target update from(own) nowait
    x++;
} /* returns_updated */

static void returns_updated(void)
{
    leaves_update();
#pragma omp taskwait
}

static int leaves_late(int k)
{
    int own[40] = {0};
#pragma omp target nowait map(tofrom : own)
    own[k]++;
    int n = k ? leaves_late(k - 1) : 0;
#pragma omp taskwait
    return n + own[k];
}

static void returns_waited(void)
{
    int sum = 0;
    x = leaves_late(5);
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        sum += leaves_late(3);
#pragma omp for
        for (int i = 0; i < 4; i++)
#pragma omp task shared(sum)
            leaves_late(2);
    }
    y = sum;
}

static void other_thread(void)
{
#pragma omp target enter data map(to : a)
#pragma omp target exit data map(release : a)
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp target nowait map(tofrom : a)
            ALL a[i] += 1;
#pragma omp taskwait
        } else
            a[5] = 1; /* other_thread */
    }
}

static void too_late(void)
{
    int *p = a;
#pragma omp target enter data map(to : p[0 : N])
#pragma omp target nowait depend(out : x)
    p[3] += 4;
#pragma omp target update from(p[0 : N]) nowait depend(inout : x)
    y = a[3]; /* too_late */
#pragma omp taskwait
#pragma omp target exit data map(release : p[0 : N])
}

static void wrong_wait(void)
{
#pragma omp target nowait map(tofrom : a) depend(out : x)
    ALL a[i] += 1;
#pragma omp taskwait depend(in : y)
    x = a[3]; /* wrong_wait */
#pragma omp taskwait
}

/* the routines */
static void copied_from(void)
{
    int device = omp_get_default_device(), host = omp_get_initial_device();
#pragma omp target enter data map(to : a)
#pragma omp target nowait
    ALL a[i] += 1; /* copied_from */
    omp_target_memcpy(b, omp_get_mapped_ptr(a, device), sizeof a, 0, 0, host, device);
#pragma omp taskwait
#pragma omp target exit data map(delete : a)
}

static void copied_to(void)
{
    int device = omp_get_default_device(), host = omp_get_initial_device();
    int *d = omp_target_alloc(sizeof b, device);
#pragma omp target map(tofrom : b) nowait
    ALL b[i] += 1;
    omp_target_memcpy(b, d, sizeof b, 0, 0, host, device); /* copied_to */
#pragma omp taskwait
    omp_target_free(d, device);
}

static void filled(void)
{
    int device = omp_get_default_device(), *d = omp_target_alloc(sizeof a, device);
#pragma omp target is_device_ptr(d) nowait
    ALL d[i] = i; /* filled */
    omp_target_memset(d, 0, sizeof a, device);
#pragma omp taskwait
    omp_target_free(d, device);
}

static void rectangle(void)
{
    int device = omp_get_default_device(), host = omp_get_initial_device(), *d = omp_target_alloc(sizeof a, device);
    size_t volume[2] = {5, 2}, from[2] = {1, 1}, to[2] = {0, 0}, dims[2] = {10, 10};
#pragma omp target is_device_ptr(d) nowait
    ALL d[i] = i; /* rectangle */
    omp_target_memcpy_rect(d, b, sizeof *d, 2, volume, to, from, dims, dims, device, host);
#pragma omp taskwait
    omp_target_free(d, device);
}

/* memory that nobody has mapped before, whichever thread is first */
static void late(int who)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == who)
            usleep(20000);
        if (omp_get_thread_num() == 0) {
#pragma omp target map(tofrom : c)
            ALL c[i] += 1;
        } else
            c[7] = 1; /* host_first */ /* region_first */
    }
}

static void host_first(void) { late(0); }
static void region_first(void) { late(1); }

/* ---- legal ---- */
static void copied_in_order(void)
{
    int device = omp_get_default_device(), host = omp_get_initial_device();
    int *d = omp_target_alloc(sizeof a, device), *e = omp_target_alloc(sizeof a, device);
#pragma omp target is_device_ptr(d) nowait
    ALL d[i] = i;
    omp_target_memset(e, 0, sizeof a, device);
    omp_target_memcpy(c, e, sizeof c, 0, 0, host, device);
#pragma omp taskwait
    omp_target_memcpy(b, d, sizeof b, 0, 0, host, device);
    omp_target_memcpy(d, b, sizeof b, 0, 0, device, host);
    omp_target_free(d, device);
    omp_target_free(e, device);
}

static void host_before(void)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1)
            c[7] = 1;
#pragma omp barrier
        if (omp_get_thread_num() == 0) {
#pragma omp target map(tofrom : c)
            ALL c[i] += 1;
        } else
            b[8] = 1;
    }
}

static void memory_again(void)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            usleep(20000);
        int *p = malloc(N * sizeof *p);
        ALL p[i] = i;
        if (omp_get_thread_num() == 0) {
#pragma omp target map(tofrom : p[0 : N])
            ALL p[i] += 1;
        }
        free(p);
    }
}

static void depends(void)
{
#pragma omp target data map(tofrom : a, b, c)
    {
#pragma omp target nowait depend(out : a)
        ALL a[i] = i;
#pragma omp target nowait depend(in : a) depend(out : b)
        ALL b[i] = a[i];
#pragma omp target nowait depend(in : a) depend(out : c)
        ALL c[i] = a[i];
#pragma omp target nowait depend(inout : a) depend(in : b, c)
        ALL a[i] += b[i] + c[i];
#pragma omp target update from(a) nowait depend(inout : a)
#pragma omp task depend(in : a)
        x = a[3];
#pragma omp taskwait
    }
}

static void waits(void)
{
    for (int k = 0; k < 3; k++) {
#pragma omp target nowait map(tofrom : a)
        ALL a[i] += 1;
#pragma omp taskwait
        a[k] = 1;
    }
}

static void groups(void)
{
#pragma omp taskgroup
    {
#pragma omp target nowait map(tofrom : a)
        ALL a[i] += 1;
    }
    a[3] = 1;
}

static void waits_for_one(void)
{
#pragma omp target nowait map(tofrom : a) depend(out : x)
    ALL a[i] += 1;
#pragma omp target nowait map(tofrom : b) depend(out : y)
    ALL b[i] += 1;
#pragma omp taskwait depend(in : x)
    a[3] = 1;
#pragma omp taskwait depend(in : y)
    b[3] = 1;
#pragma omp taskwait
}

static void at_once(void)
{
#pragma omp target nowait map(tofrom : a) depend(out : x)
    ALL a[i] += 1;
#pragma omp task if (0) depend(in : x)
    a[3] = 1;
    a[4] = 1;
#pragma omp target nowait map(tofrom : b) depend(out : y)
    ALL b[i] += 1;
#pragma omp target depend(in : y) map(to : b) map(from : c)
    ALL c[i] = b[i];
    b[3] = 2;
#pragma omp taskwait
}

static void final_tasks(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task final(1)
    {
#pragma omp target nowait map(tofrom : a)
        ALL a[i] += 1;
        a[3] = 1;
    }
}

static void objects(void)
{
    omp_depend_t o;
#pragma omp depobj(o) depend(inout : x)
#pragma omp target nowait map(tofrom : a) depend(depobj : o)
    ALL a[i] += 1;
#pragma omp target nowait map(tofrom : a) depend(depobj : o)
    ALL a[i] += 1;
#pragma omp taskwait depend(depobj : o)
    a[3] = 1;
#pragma omp depobj(o) destroy
#pragma omp taskwait
}

static void all_memory(void)
{
#pragma omp target nowait map(tofrom : a) depend(out : x)
    ALL a[i] += 1;
#pragma omp target nowait map(tofrom : a) depend(inout : omp_all_memory)
    ALL a[i] += 1;
#pragma omp target nowait map(tofrom : a) depend(in : y)
    ALL a[i] += 1;
#pragma omp taskwait
}

static void exclusive(void)
{
#pragma omp target data map(tofrom : a)
    {
#pragma omp target nowait depend(mutexinoutset : x)
        ALL a[i] += 1;
#pragma omp target nowait depend(mutexinoutset : x)
        ALL a[i] += 1;
#pragma omp taskwait
    }
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int k = 0; k < 4; k++) {
#pragma omp task depend(mutexinoutset : x)
        {
#pragma omp target map(tofrom : a)
            ALL a[i] += 1;
        }
    }
}

/* libomp may lose members of a mutexinoutset; in checked programs they are inout's, and come in turn */
static void in_turn(void)
{
    static int came, first, second;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out : y)
        usleep(50000);
#pragma omp task depend(mutexinoutset : x) depend(in : y)
        first = ++came;
#pragma omp task depend(mutexinoutset : x)
        second = ++came;
    }
    if (first != 1 || second != 2)
        exit(1);
}

static void set(void)
{
#pragma omp target data map(tofrom : a, b)
    {
#pragma omp target nowait depend(inoutset : x)
        ALL a[i] += 1;
#pragma omp target nowait depend(inoutset : x)
        ALL b[i] += 1;
#pragma omp target nowait depend(in : x)
        ALL a[i] += b[i];
#pragma omp taskwait
    }
}

static void iterator(void)
{
    for (int k = 0; k < 4; k++) {
#pragma omp target nowait map(tofrom : a[k * 10 : 10]) depend(iterator(j = 0 : 2), out : c[k * 2 + j])
        for (int i = k * 10; i < k * 10 + 10; i++)
            a[i] += 1;
    }
#pragma omp target nowait map(tofrom : a[0 : 40]) depend(iterator(j = 0 : 4), in : c[2 * j + 1])
    for (int i = 0; i < 40; i++)
        a[i] += 1;
#pragma omp taskwait
}

static void halves(void)
{
#pragma omp target data map(tofrom : a)
    {
#pragma omp target nowait
        for (int i = 0; i < N; i += 2)
            a[i] += 1;
#pragma omp target nowait
        for (int i = 1; i < N; i += 2)
            a[i] += 1;
#pragma omp taskwait
    }
#pragma omp target nowait map(tofrom : a[0 : N / 2])
    for (int i = 0; i < N / 2; i++)
        a[i] += 1;
    for (int i = N / 2; i < N; i++)
        a[i] += 1;
#pragma omp taskwait
}

static void readers(void)
{
    ALL a[i] = i;
#pragma omp target nowait map(from : b)
    ALL b[i] = a[i];
#pragma omp target nowait map(to : a) map(from : c)
    ALL c[i] = a[i];
    for (int i = 0; i < N; i++)
        x += a[i];
#pragma omp taskwait
}

static void atomics(void)
{
    int sum = 0;
#pragma omp target data map(tofrom : sum)
    {
        for (int k = 0; k < 4; k++) {
#pragma omp target nowait map(alloc : sum)
            {
#pragma omp atomic
                sum += 1;
            }
        }
#pragma omp taskwait
    }
}

static void own_copies(void)
{
    int t[8] = {1, 2}, k = 3;
#pragma omp target nowait firstprivate(t, k) map(from : x)
    {
        t[1] += k;
        x = t[1];
    }
#pragma omp target nowait firstprivate(t) map(from : y)
    {
        t[1] += 1;
        y = t[1];
    }
    t[1] = k = 7;
#pragma omp taskwait
}

static void events(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task detach(event) depend(out : x)
        ;
#pragma omp task
        {
#pragma omp target map(tofrom : a)
            ALL a[i] += 1;
            omp_fulfill_event(event);
        }
#pragma omp target nowait depend(in : x) map(tofrom : a)
        ALL a[i] += 1;
    }
}

static void barriers(void)
{
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
#pragma omp target nowait map(tofrom : a[me * 10 : 10])
        for (int i = me * 10; i < me * 10 + 10; i++)
            a[i] += 1;
#pragma omp barrier
        int next = (me + 1) % 4;
        a[next * 10] = 1;
#pragma omp barrier
#pragma omp target map(tofrom : a[me * 10 : 10])
        for (int i = me * 10; i < me * 10 + 10; i++)
            a[i] += 1;
#pragma omp for
        for (int i = 0; i < 4; i++) {
#pragma omp target map(tofrom : b[i * 10 : 10])
            b[i * 10] += 1;
        }
#pragma omp single
        b[10] = 3;
    }
}

static void criticals(void)
{
#pragma omp parallel num_threads(4)
    {
#pragma omp critical
        {
#pragma omp target map(tofrom : a)
            ALL a[i] += 1;
            a[3] += 1;
        }
    }
}

static void in_a_frame(int k)
{
    int t[50];
    for (int i = 0; i < 50; i++)
        t[i] = k;
#pragma omp target nowait map(tofrom : t)
    for (int i = 0; i < 50; i++)
        t[i] += 1;
#pragma omp taskwait
#pragma omp atomic write
    x = t[3];
}

static void task_frames(void)
{
#pragma omp parallel num_threads(3)
#pragma omp single
    for (int k = 0; k < 12; k++) {
#pragma omp task
        in_a_frame(k);
    }
}

static void task_heap(void)
{
#pragma omp parallel num_threads(3)
#pragma omp single
    for (int k = 0; k < 12; k++) {
#pragma omp task
        {
            int *p = malloc(N * sizeof *p);
            ALL p[i] = k;
#pragma omp target nowait map(tofrom : p[0 : N])
            ALL p[i] += 1;
#pragma omp taskwait
            p[3] = p[4];
            free(p);
        }
    }
}

static void task_captures(void)
{
#pragma omp parallel num_threads(3)
#pragma omp single
    for (int k = 0; k < 12; k++) {
        int t[20] = {k};
#pragma omp task firstprivate(t)
        {
            t[1] = k;
#pragma omp target map(tofrom : t)
            t[2] = t[1];
            t[3] = t[2];
        }
    }
}

static void grandchildren(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        {
#pragma omp task
            {
#pragma omp task
                {
#pragma omp target nowait map(tofrom : a)
                    ALL a[i] += 1;
                }
            }
        }
#pragma omp single
        a[3] = 1;
    }
    a[4] = 1;
}

static void reduced(void)
{
    int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
        {
            for (int k = 0; k < 3; k++) {
#pragma omp target in_reduction(+ : sum) nowait
                sum += k;
            }
        }
        sum += 1;
    }
    if (sum != 4)
        exit(1);
}

static void chain(void)
{
#pragma omp target enter data map(to : a)
    for (int k = 0; k < 300; k++) {
#pragma omp target nowait depend(inout : a)
        a[k % 10] += 1;
    }
#pragma omp target update from(a) nowait depend(inout : a)
#pragma omp taskwait
    x = a[3];
#pragma omp target exit data map(delete : a)
}

static void yields(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        for (int k = 0; k < 4; k++) {
#pragma omp target nowait map(tofrom : a[k * 10 : 10])
            a[k * 10] += 1;
#pragma omp taskyield
        }
#pragma omp taskwait
        a[10] = 4;
    }
}

static void loop_of_tasks(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp taskloop grainsize(1)
        for (int k = 0; k < 8; k++) {
#pragma omp target nowait map(tofrom : a[k * 10 : 10])
            a[k * 10] += 1;
        }
        a[10] = 1;
    }
}

/* the host has its own copy as long as nobody copies */
static void nothing_mapped(void)
{
#pragma omp target enter data map(to : a)
#pragma omp target nowait
    ALL a[i] += 1;
    ALL a[i] = 3;
#pragma omp taskwait
#pragma omp target exit data map(delete : a)
}

static void present(void)
{
#pragma omp target data map(tofrom : a, b)
    {
#pragma omp target nowait map(tofrom : a)
        ALL a[i] += 1;
#pragma omp target nowait map(tofrom : b)
        ALL b[i] += 1;
#pragma omp taskwait
    }
    a[3] = b[3];
}

int main(int argc, char **argv)
{
#define CASE(NAME) {#NAME, NAME}
    static const struct {
        const char *name;
        void (*f)(void);
    } cases[] = {
        CASE(exits), CASE(no_depend),     CASE(in_for_out),      CASE(both_store),     CASE(half_overlap),  CASE(enter),
        CASE(data_ends),     CASE(data_ends_in_part), CASE(data_waits),    CASE(data_within),    CASE(data_reads),
        CASE(update),        CASE(waited_for),      CASE(instances),      CASE(one_atomic),    CASE(structure),
        CASE(device_block),  CASE(host_stores),     CASE(host_reads),     CASE(host_frees),    CASE(too_late),
        CASE(returns),       CASE(returns_updated), CASE(returns_waited), CASE(other_thread),  CASE(wrong_wait),
        CASE(depends),       CASE(waits),           CASE(groups),         CASE(waits_for_one), CASE(at_once),
        CASE(final_tasks),   CASE(objects),         CASE(all_memory),     CASE(exclusive),     CASE(set),
        CASE(iterator),      CASE(halves),          CASE(readers),        CASE(atomics),       CASE(own_copies),
        CASE(events),        CASE(barriers),        CASE(criticals),      CASE(task_frames),   CASE(task_heap),
        CASE(task_captures), CASE(grandchildren),   CASE(reduced),        CASE(chain),         CASE(yields),
        CASE(loop_of_tasks), CASE(nothing_mapped),  CASE(present),        CASE(copied_from),   CASE(copied_to),
        CASE(filled),        CASE(rectangle),       CASE(host_first),     CASE(region_first),  CASE(copied_in_order),
        CASE(host_before),   CASE(memory_again),    CASE(in_turn),
    };
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (strcmp(argv[1], cases[i].name) == 0) {
            cases[i].f();
            return 0;
        }
    return 2;
}
