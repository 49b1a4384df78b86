// The order of omp_target_memcpy_async and the like: faults, and legal programs beside them.
// RUN: %gantry cc -w -g -O1 -fcheck --offload-arch=emulated %s -o %t && %S/judged.py %s %t
// LABELS: run
//
// FOUND read_early: GC403 may store to at the same time
// FOUND changed_early: GC403 the host stores to byte 28 of what is copied
// FOUND read_mapped: GC403 the host reads 'a[3]'
// FOUND filled_early: GC403 omp_target_memset_async
// FOUND host_to_host: GC403 the host reads
// FOUND freed_early: GC403 free frees what the omp_target_memcpy_async of
// FOUND returns_early: GC403 may still use a variable of it
// FOUND device_freed: GC403 omp_target_free frees what the omp_target_memset_async of
// FOUND device_freed_region: GC403 omp_target_free frees what the region of
// FOUND other_object: GC403 may store to
// FOUND region_after: GC402 is stored here, by the omp_target_memcpy_async of
// FOUND region_before: GC402 read by the omp_target_memcpy_async of
// FOUND region_in: GC402 a depend object of the routine
// FOUND two_copies: GC402 and stored by the omp_target_memcpy_async of
// FOUND back_and_forth: GC402 is stored here, by the omp_target_memcpy_async of
// FOUND filled_twice: GC402 and stored by the omp_target_memset_async of
// FOUND of_mapped: GC402 'a[5]'
// FOUND update_beside: GC402 by the update of
// FOUND into_same: GC402 of what is copied
// FOUND rectangle: GC402 by the omp_target_memcpy_rect_async of
// FOUND rectangle_early: GC403 the host stores to byte 80 of what is copied
// FOUND task_before: GC403 the host stores to
// FOUND task_after: GC403 the host reads
// FOUND copied_after: GC403 the host stores to
// FOUND wrong_group: GC403 the host reads
// FOUND wrong_wait: GC403 the host reads
// FOUND other_thread: GC403 the host reads
// FOUND sets: GC402 by another task of it
// SILENT waits
// SILENT chain
// SILENT regions
// SILENT region_after_wait
// SILENT nested_wait
// SILENT groups
// SILENT waits_for_one
// SILENT exclusive
// SILENT in_sets
// SILENT of_two
// SILENT all_memory
// SILENT tasks
// SILENT barriers
// SILENT readers
// SILENT halves
// SILENT rows
// SILENT before
// SILENT updates
// SILENT final_task
// SILENT loop
// SILENT frees_waited
// SILENT others_meanwhile
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };
static int a[N], b[N], c[N], x, y, dev, host;
static int *d, *e;
static omp_depend_t in_x, out_x, inout_x, inout_y, exclusive_x, set_x;
static volatile int sink;
/* What threads read beside each other goes nowhere. */
static void keep(int value) { __asm__ volatile("" : : "r"(value)); }

#define ALL for (int i = 0; i < N; i++)
#define TO(P, A, ...) omp_target_memcpy_async(P, A, sizeof a, 0, 0, dev, host, __VA_ARGS__)
#define FROM(A, P, ...) omp_target_memcpy_async(A, P, sizeof a, 0, 0, host, dev, __VA_ARGS__)
#define NONE 0, NULL

/* ---- beside the host ---- */
static void read_early(void)
{
    FROM(a, d, NONE);
    sink = a[3]; /* read_early */
#pragma omp taskwait
}

static void changed_early(void)
{
    TO(d, a, NONE);
    a[7] = 1; /* changed_early */
#pragma omp taskwait
}

static void read_mapped(void)
{
#pragma omp target data map(to : a)
    {
        FROM(a, d, NONE);
        sink = a[3]; /* read_mapped */
#pragma omp taskwait
    }
}

static void filled_early(void)
{
    omp_target_memset_async(a, 1, sizeof a, host, NONE);
    sink = a[3]; /* filled_early */
#pragma omp taskwait
}

static void host_to_host(void)
{
    omp_target_memcpy_async(a, b, sizeof a, 0, 0, host, host, NONE);
    sink = b[3];
    sink = a[3]; /* host_to_host */
#pragma omp taskwait
}

static void freed_early(void)
{
    int *p = calloc(N, sizeof *p);
    TO(d, p, NONE);
    free(p); /* freed_early */
#pragma omp taskwait
}

static void leaves(void)
{
    int own[40] = {0};
    omp_target_memcpy_async(d, own, sizeof own, 0, 0, dev, host, NONE);
    x++;
} /* returns_early */

static void returns_early(void)
{
    leaves();
#pragma omp taskwait
}

static void device_freed(void)
{
    int *p = omp_target_alloc(sizeof a, dev);
    omp_target_memset_async(p, 0, sizeof a, dev, NONE);
    omp_target_free(p, dev); /* device_freed */
#pragma omp taskwait
}

static void device_freed_region(void)
{
    int *p = omp_target_alloc(sizeof a, dev);
#pragma omp target nowait is_device_ptr(p) depend(out : x)
    p[3] = 1;
    omp_target_free(p, dev); /* device_freed_region */
#pragma omp taskwait
}

/* waits for one that is before it, which is another's */
static void other_object(void)
{
    FROM(a, d, 1, &out_x);
#pragma omp taskwait depend(in : y)
    sink = a[3]; /* other_object */
#pragma omp taskwait
}

static void wrong_wait(void)
{
    FROM(a, d, 1, &inout_x);
#pragma omp task depend(inout : y)
    sink = b[3];
#pragma omp taskwait depend(inout : y)
    sink = a[3]; /* wrong_wait */
#pragma omp taskwait
}

/* ---- beside regions ---- */
static void region_after(void)
{
    TO(d, a, 1, &out_x); /* region_after */
#pragma omp target nowait is_device_ptr(d) depend(in : y)
    ALL sink += d[i];
#pragma omp taskwait
}

static void region_before(void)
{
#pragma omp target nowait is_device_ptr(d) depend(out : y)
    ALL d[i] = i; /* region_before */
    FROM(a, d, 1, &in_x);
#pragma omp taskwait
}

/* both read, says the program */
static void region_in(void)
{
#pragma omp target nowait is_device_ptr(d) depend(in : x)
    ALL d[i] = i; /* region_in */
    FROM(a, d, 1, &in_x);
#pragma omp taskwait
}

static void of_mapped(void)
{
#pragma omp target data map(tofrom : a)
    {
        int *p = omp_get_mapped_ptr(a, dev);
#pragma omp target nowait depend(out : y)
        a[5] = 1; /* of_mapped */
        omp_target_memcpy_async(b, p, sizeof a, 0, 0, host, dev, 1, &inout_x);
#pragma omp taskwait
    }
}

static void update_beside(void)
{
#pragma omp target data map(tofrom : a)
    {
        TO(omp_get_mapped_ptr(a, dev), b, 1, &inout_x); /* update_beside */
#pragma omp target update from(a) nowait depend(inout : y)
#pragma omp taskwait
    }
}

/* ---- among themselves ---- */
static void two_copies(void)
{
    TO(d, a, 1, &inout_x); /* two_copies */
    TO(d, b, 1, &inout_y);
#pragma omp taskwait
}

static void back_and_forth(void)
{
    TO(d, a, NONE); /* back_and_forth */
    FROM(b, d, NONE);
#pragma omp taskwait
}

static void filled_twice(void)
{
    omp_target_memset_async(d, 1, sizeof a, dev, 1, &in_x); /* filled_twice */
    omp_target_memset_async(d, 2, sizeof a, dev, 1, &in_x);
#pragma omp taskwait
}

/* two device blocks, one host array */
static void into_same(void)
{
    FROM(a, d, NONE); /* into_same */
    FROM(a, e, NONE);
#pragma omp taskwait
}

static size_t volume[] = {5, 2}, zero[] = {0, 0}, of_ten[] = {10, 10}, at_two[] = {0, 2};

static void rectangle(void)
{
    TO(d, a, 1, &inout_x); /* rectangle */
    omp_target_memcpy_rect_async(b, d, sizeof *d, 2, volume, zero, zero, of_ten, of_ten, host, dev, 1, &inout_y);
#pragma omp taskwait
}

static void rectangle_early(void)
{
    omp_target_memcpy_rect_async(d, a, sizeof *d, 2, volume, zero, at_two, of_ten, of_ten, dev, host, NONE);
    a[1] = a[4] = a[20] = 1;
    a[22] = 1; /* rectangle_early */
#pragma omp taskwait
}

/* ---- beside tasks ---- */
static void task_before(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out : y)
        ALL a[i] = i; /* task_before */
        TO(d, a, 1, &in_x);
    }
}

static void task_after(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        FROM(a, d, 1, &out_x);
#pragma omp task depend(in : y)
        sink = a[3]; /* task_after */
    }
}

/* omp_target_memcpy is the host's on that side */
static void copied_after(void)
{
    TO(d, a, NONE);
    omp_target_memcpy(a, e, sizeof a, 0, 0, host, dev); /* copied_after */
#pragma omp taskwait
}

static void wrong_group(void)
{
    FROM(a, d, NONE);
#pragma omp taskgroup
    FROM(b, e, NONE);
    sink = b[3];
    sink = a[3]; /* wrong_group */
#pragma omp taskwait
}

static void other_thread(void)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            FROM(a, d, NONE);
#pragma omp taskwait
        } else
            sink = a[5]; /* other_thread */
    }
}

static void sets(void)
{
    for (int k = 0; k < 2; k++)
        TO(d, k ? a : b, 1, &set_x); /* sets */
#pragma omp taskwait
}

/* ---- nothing wrong ---- */
static void waits(void)
{
    a[3] = 3;
    TO(d, a, NONE);
#pragma omp taskwait
    a[3] = 4;
    FROM(a, d, NONE);
#pragma omp taskwait
    sink = a[3];
    omp_target_memset_async(d, 0, sizeof a, dev, NONE);
#pragma omp taskwait
#pragma omp target is_device_ptr(d)
    d[3] = 1;
}

static void chain(void)
{
    TO(d, a, 1, &out_x);
    omp_target_memset_async(d, 1, 40, dev, 1, &inout_x);
    omp_target_memcpy_async(e, d, sizeof a, 0, 0, dev, dev, 1, &inout_x);
    FROM(b, e, 1, &in_x);
    FROM(c, e, 1, &in_x);
#pragma omp taskwait
    sink = b[3] + c[3];
}

static void regions(void)
{
    a[3] = 3;
    TO(d, a, 1, &out_x);
#pragma omp target nowait is_device_ptr(d) depend(inout : x)
    ALL d[i] += 1;
#pragma omp target nowait is_device_ptr(d, e) depend(depobj : inout_x)
    ALL e[i] = d[i] += 1;
    FROM(a, d, 1, &in_x);
    FROM(b, e, 1, &in_x);
#pragma omp target nowait is_device_ptr(d) depend(inout : x)
    ALL d[i] += 1;
#pragma omp taskwait
    sink = a[3] + b[3];
}

static void region_after_wait(void)
{
    TO(d, a, NONE);
#pragma omp taskwait
#pragma omp target is_device_ptr(d)
    ALL d[i] += 1;
    FROM(a, d, NONE);
#pragma omp taskwait
    sink = a[3];
}

/* the wait of the second one is over when the third begins, which waits for nobody */
static void nested_wait(void)
{
#pragma omp target nowait is_device_ptr(d) depend(out : x)
    ALL d[i] = i;
    FROM(a, d, 1, &in_x);
    TO(e, c, 1, &inout_y);
#pragma omp taskwait depend(in : y)
    c[3] = 1;
#pragma omp taskwait depend(inout : x)
    sink = a[3];
}

static void groups(void)
{
#pragma omp taskgroup
    {
        TO(d, a, NONE);
#pragma omp task
        FROM(b, e, NONE);
    }
    a[3] = 1;
    sink = b[3];
}

static void waits_for_one(void)
{
    FROM(a, d, 1, &out_x);
    FROM(b, e, 1, &inout_y);
#pragma omp taskwait depend(in : x)
    sink = a[3];
#pragma omp taskwait
    sink = b[3];
}

static void exclusive(void)
{
#pragma omp target nowait is_device_ptr(d) depend(mutexinoutset : x)
    ALL d[i] += i;
    TO(d, a, 1, &exclusive_x);
    TO(d, b, 1, &exclusive_x);
#pragma omp target nowait is_device_ptr(d) depend(mutexinoutset : x)
    ALL d[i] += i;
    FROM(c, d, 1, &in_x);
#pragma omp taskwait
    sink = c[3];
}

static void in_sets(void)
{
    omp_target_memcpy_async(d, a, 400, 0, 0, dev, host, 1, &set_x);
    omp_target_memcpy_async(d, b, 400, 400, 0, dev, host, 1, &set_x);
#pragma omp target nowait is_device_ptr(d) depend(in : x)
    sink += d[0] + d[150];
#pragma omp taskwait
}

static void of_two(void)
{
    omp_depend_t both[] = {inout_x, inout_y};
    TO(d, a, 1, &out_x);
    TO(e, a, 1, &inout_y);
    omp_target_memcpy_async(d, e, sizeof a, 0, 0, dev, dev, 2, both);
    FROM(b, d, 1, &in_x);
    FROM(c, d, 1, &inout_y);
#pragma omp taskwait
    sink = b[3] + c[3];
}

static void all_memory(void)
{
    TO(d, a, 1, &out_x);
#pragma omp task depend(inout : omp_all_memory)
    a[3] = 1;
    FROM(a, d, 1, &inout_y);
#pragma omp taskwait
    sink = a[3];
}

static void tasks(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out : x)
        ALL a[i] = i;
        TO(d, a, 1, &inout_x);
        FROM(a, d, 1, &inout_x);
#pragma omp task depend(in : x)
        keep(a[3]);
#pragma omp task depend(in : x)
        keep(a[4]);
    }
}

static void barriers(void)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            FROM(a, d, NONE);
#pragma omp barrier
        keep(a[5]);
    }
#pragma omp parallel num_threads(2)
    TO(omp_get_thread_num() ? d : e, b, NONE);
    b[3] = 1;
}

static void readers(void)
{
    TO(d, a, NONE);
    TO(e, a, NONE);
    sink = a[3];
#pragma omp taskwait
    FROM(b, d, NONE);
    FROM(c, d, NONE);
#pragma omp target nowait is_device_ptr(d)
    sink += d[3];
#pragma omp taskwait
}

static void halves(void)
{
    omp_target_memcpy_async(a, d, 400, 0, 0, host, dev, NONE);
    omp_target_memcpy_async(a, d, 400, 400, 400, host, dev, NONE);
    a[300] = sink = a[200];
    omp_target_memset_async(e, 0, 400, dev, 1, &out_x);
    omp_target_memset_async((char *)e + 400, 0, 400, dev, 1, &inout_y);
#pragma omp taskwait
}

static void rows(void)
{
    omp_target_memcpy_rect_async(d, a, sizeof *d, 2, volume, zero, at_two, of_ten, of_ten, dev, host, NONE);
    a[1] = a[4] = a[11] = a[14] = a[52] = 1;
#pragma omp taskwait
}

/* what the host did before it */
static void before(void)
{
    ALL a[i] = i;
#pragma omp parallel for num_threads(2)
    ALL b[i] = a[i];
    TO(d, b, NONE);
#pragma omp taskwait
}

static void updates(void)
{
#pragma omp target data map(tofrom : a)
    {
        int *p = omp_get_mapped_ptr(a, dev);
        TO(p, b, 1, &out_x);
#pragma omp target nowait depend(inout : x)
        a[5] += 1;
#pragma omp target update from(a) nowait depend(inout : x)
        FROM(c, p, 1, &inout_x);
#pragma omp taskwait
        sink = a[3] + c[3];
    }
}

/* a task of a final task is part of it */
static void final_task(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task final(1)
    {
        FROM(a, d, NONE);
        sink = a[3];
    }
}

static void loop(void)
{
    for (int k = 0; k < 200; k++) {
        omp_target_memcpy_async(d, a, 40, 40 * (k % 10), 0, dev, host, 1, &inout_x);
        if (k % 16 == 15) {
#pragma omp taskwait
            a[1]++;
        }
    }
#pragma omp taskwait
}

static void frees_waited(void)
{
    int *p = calloc(N, sizeof *p);
    TO(d, p, 1, &inout_x);
#pragma omp taskwait depend(in : x)
    free(p);
    int *q = omp_target_alloc(sizeof a, dev);
    omp_target_memset_async(q, 0, sizeof a, dev, 1, &inout_x);
#pragma omp target nowait is_device_ptr(q) depend(inout : x)
    q[3] = 1;
#pragma omp taskwait depend(in : x)
    omp_target_free(q, dev);
}

/* while one waits for its dependences its thread carries out tasks that call others */
static void others_meanwhile(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out : x)
        {
            for (int k = 0; k < 3; k++) {
#pragma omp task
                {
                    omp_target_memcpy_async(e, b, 400, 400 * k, 0, dev, host, NONE);
#pragma omp taskwait
                }
            }
#pragma omp taskwait
            b[3] = 1;
        }
        FROM(b, d, 1, &in_x);
#pragma omp task depend(inout : x)
        sink = b[3];
    }
    sink = b[3];
}

int main(int argc, char **argv)
{
#define CASE(NAME) {#NAME, NAME}
    static const struct {
        const char *name;
        void (*f)(void);
    } cases[] = {
        CASE(read_early),   CASE(changed_early),   CASE(read_mapped),       CASE(filled_early), CASE(host_to_host),
        CASE(freed_early),  CASE(returns_early),   CASE(other_object),      CASE(region_after), CASE(region_before),
        CASE(region_in),    CASE(two_copies),      CASE(back_and_forth),    CASE(filled_twice), CASE(of_mapped),
        CASE(into_same),    CASE(update_beside),   CASE(rectangle),         CASE(task_before),  CASE(rectangle_early),
        CASE(task_after),   CASE(copied_after),    CASE(wrong_group),       CASE(wrong_wait),   CASE(other_thread),
        CASE(device_freed), CASE(device_freed_region),
        CASE(sets),         CASE(waits),           CASE(chain),             CASE(regions),      CASE(region_after_wait),
        CASE(nested_wait),  CASE(groups),          CASE(waits_for_one),     CASE(exclusive),    CASE(in_sets),
        CASE(of_two),       CASE(all_memory),      CASE(tasks),             CASE(barriers),     CASE(readers),
        CASE(halves),       CASE(rows),            CASE(before),            CASE(updates),      CASE(final_task),
        CASE(loop),         CASE(frees_waited),    CASE(others_meanwhile),
    };
    dev = omp_get_default_device();
    host = omp_get_initial_device();
    d = omp_target_alloc(sizeof a, dev);
    e = omp_target_alloc(sizeof a, dev);
#pragma omp depobj(in_x) depend(in : x)
#pragma omp depobj(out_x) depend(out : x)
#pragma omp depobj(inout_x) depend(inout : x)
#pragma omp depobj(inout_y) depend(inout : y)
#pragma omp depobj(exclusive_x) depend(mutexinoutset : x)
#pragma omp depobj(set_x) depend(inoutset : x)
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (strcmp(argv[1], cases[i].name) == 0) {
            cases[i].f();
            return 0;
        }
    return 2;
}
