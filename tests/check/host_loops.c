// Iterations of a host loop that the program leaves to whichever thread is free are unordered, whether they fall on one thread or not: the same
// verdict in the same words with any number of threads, in each run. What a thread keeps for all of its iterations is no race.
// RUN: %gantry cc -fopenmp -fcheck --offload-arch=emulated -g -O1 %s -o %t
// RUN: for n in 1 2 3 4; do OMP_NUM_THREADS=$n %S/judged.py %s %t || exit 1; done
// RUN: export GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY GANTRY_CHECK=races; for i in 1 2 3 4 5; do for n in 1 2 3 4; do for how in dynamic waits host; do OMP_NUM_THREADS=$n %t $how 2> %t.$how.$n.$i; cmp %t.$how.1.1 %t.$how.$n.$i || exit 1; done; done; done
// LABELS: run
//
// FOUND dynamic: GC402 'a[500]'
// FOUND guided: GC402 'a[500]'
// FOUND by_runtime: GC402 'a[500]'
// FOUND by_two: GC402 'a[1000]'
// FOUND downwards: GC402 'a[500]'
// FOUND collapsed: GC402 'a[500]'
// FOUND nested: GC402 'a[500]'
// FOUND waits: GC402 'a[500]'
// FOUND depends: GC402 'a[0]'
// FOUND host: GC403 'a[0]'
// FOUND after: GC402 'a[0]'
// FOUND taken_once: GC402 byte 0 of
// SILENT apart
// SILENT in_pairs
// SILENT in_order
// SILENT in_critical
// SILENT one_thread
// SILENT no_threads
// SILENT set_threads
// SILENT phases
// SILENT on_stack
// SILENT privately
// SILENT by_number
// SILENT by_number_within
// SILENT of_thread
// SILENT of_thread_earlier
// SILENT device_block
// SILENT tasks_of_own
// SILENT left_early
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4000, PARTS = 8, PART = N / PARTS };
static int a[N], b[N];
static int *keep;
#pragma omp threadprivate(keep)

static void beyond(int t) /* the part, and the next one */
{
#pragma omp target map(a)
    for (int i = PART * t; i < PART * t + 2 * PART && i < N; i++)
        a[i] = t; /* dynamic */ /* guided */ /* by_runtime */ /* by_two */ /* downwards */ /* collapsed */ /* nested */ /* after */
}

static void dynamic(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int t = 0; t < PARTS; t++)
        beyond(t);
}

static void guided(void)
{
#pragma omp parallel for schedule(guided, 2)
    for (unsigned char t = 0; t < PARTS; t++)
        beyond(t);
}

static void by_runtime(void)
{
    omp_set_schedule(omp_sched_dynamic, 4);
#pragma omp parallel for schedule(runtime)
    for (unsigned long t = 0; t < PARTS; t++)
        beyond((int)t);
}

static void by_two(void)
{
#pragma omp parallel for schedule(dynamic, 2)
    for (long t = 0; t < PARTS; t++)
        beyond((int)t);
}

static void downwards(void)
{
#pragma omp parallel for schedule(dynamic) ordered
    for (int t = 2 * PARTS - 2; t >= 0; t -= 2)
        beyond(t / 2);
}

static void collapsed(void)
{
#pragma omp parallel for schedule(dynamic) collapse(2)
    for (int t = 0; t < 2; t++)
        for (int u = 0; u < PARTS / 2; u++)
            beyond(t * PARTS / 2 + u);
}

static void nested(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int half = 0; half < 2; half++)
#pragma omp parallel for schedule(dynamic)
        for (int t = 0; t < PARTS / 2; t++)
            beyond(half * PARTS / 2 + t);
}

static void waits(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int t = 0; t < PARTS; t++) {
#pragma omp target nowait map(a)
        for (int i = PART * t; i < PART * t + 2 * PART && i < N; i++)
            a[i] = t; /* waits */
#pragma omp taskwait
    }
}

static void depends(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int t = 0; t < PARTS; t++) {
#pragma omp target nowait map(a) depend(inout : a)
        for (int i = 0; i < N; i++)
            a[i] += t; /* depends */
    }
}

static void host(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int t = 0; t < PARTS; t++) {
#pragma omp target update from(a [PART * t:PART])
        b[t] = a[PART * t] + a[(PART * t + PART) % N]; /* host */
    }
}

static void after(void)
{
#pragma omp parallel
    {
#pragma omp for schedule(dynamic) nowait
        for (int t = 0; t < PARTS; t++)
            beyond(PARTS * t);
#pragma omp single
#pragma omp target map(a)
        a[0]++;
    }
}

static void taken_once(void)
{
    int *p;
#pragma omp parallel
    {
#pragma omp single
        p = omp_target_alloc(N * sizeof *p, omp_get_default_device());
#pragma omp for schedule(dynamic)
        for (int t = 0; t < PARTS; t++) {
#pragma omp target is_device_ptr(p)
            p[0] = t; /* taken_once */
        }
    }
    omp_target_free(p, omp_get_default_device());
}

/* ---- right programs ---- */
static void part(int t)
{
#pragma omp target map(a)
    for (int i = PART * t; i < PART * t + PART && i < N; i++)
        a[i] = t;
}

static void apart(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int t = 0; t < PARTS; t++)
        part(t);
}

static void in_pairs(void)
{
#pragma omp parallel for schedule(dynamic, 2)
    for (int t = 0; t < PARTS; t++)
        part(t / 2);
}

static void in_order(void)
{
#pragma omp parallel for schedule(dynamic) ordered
    for (int t = 0; t < PARTS; t++)
#pragma omp ordered
        beyond(t);
}

static void in_critical(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int t = 0; t < PARTS; t++)
#pragma omp critical
        beyond(t);
}

static void one_thread(void)
{
#pragma omp parallel for schedule(dynamic) num_threads(1)
    for (int t = 0; t < PARTS; t++)
        beyond(t);
}

static void no_threads(void)
{
#pragma omp parallel for schedule(dynamic) if (keep != NULL)
    for (int t = 0; t < PARTS; t++)
        beyond(t);
}

static void set_threads(void)
{
    omp_set_num_threads(1);
#pragma omp parallel for schedule(dynamic)
    for (int t = 0; t < PARTS; t++)
        beyond(t);
}

static void phases(void)
{
#pragma omp parallel
    for (int round = 0; round < 20; round++) {
#pragma omp for schedule(dynamic)
        for (int t = 0; t < PARTS; t++)
            part(t);
#pragma omp for schedule(guided)
        for (int t = 0; t < PARTS / 2; t++)
            part(2 * t + round % 2);
    }
#pragma omp target map(a)
    a[0] = 1;
    a[0] = 2;
}

static void on_stack(void)
{
#pragma omp parallel
    {
        int here[PART], last = 0;
#pragma omp for schedule(dynamic)
        for (int t = 0; t < PARTS; t++) {
            int sum = 0;
            for (int i = 0; i < PART; i++)
                here[i] = i;
#pragma omp target map(here, last) map(tofrom : sum)
            for (int i = 0; i < PART; i++)
                sum += here[i], last = here[i]++;
            b[PART * t] = sum + last;
        }
    }
}

static void privately(void)
{
    int scratch[PART], offset = 3;
#pragma omp parallel for schedule(dynamic) private(scratch) firstprivate(offset)
    for (int t = 0; t < PARTS; t++) {
        memset(scratch, 0, sizeof scratch);
#pragma omp target map(tofrom : scratch, offset)
        for (int i = 0; i < PART; i++)
            scratch[i] = t + offset++;
        b[PART * t] = scratch[1];
    }
}

static void by_number(void)
{
#pragma omp parallel
    {
        int *scratch = &b[PART * omp_get_thread_num()];
#pragma omp for schedule(dynamic)
        for (int t = 0; t < PARTS; t++) {
#pragma omp target map(scratch[0 : PART])
            for (int i = 0; i < PART; i++)
                scratch[i] = t;
            a[PART * t] = scratch[1];
        }
    }
}

static void by_number_within(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int t = 0; t < PARTS; t++) {
        int *scratch = &b[PART * omp_get_thread_num()];
#pragma omp target map(scratch[0 : PART])
        for (int i = 0; i < PART; i++)
            scratch[i] = t;
        a[PART * t] = scratch[1];
    }
}

static void of_thread(void)
{
#pragma omp parallel
    {
        int *scratch = malloc(PART * sizeof *scratch);
#pragma omp for schedule(dynamic)
        for (int t = 0; t < PARTS; t++) {
#pragma omp target map(scratch[0 : PART])
            for (int i = 0; i < PART; i++)
                scratch[i] = t;
            a[PART * t] = scratch[1];
        }
        free(scratch);
    }
}

static void of_thread_earlier(void)
{
#pragma omp parallel
    keep = calloc(PART, sizeof *keep);
#pragma omp parallel for schedule(dynamic)
    for (int t = 0; t < PARTS; t++) {
        int *mine = keep;
#pragma omp target map(mine[0 : PART])
        for (int i = 0; i < PART; i++)
            mine[i] += t;
    }
#pragma omp parallel
    free(keep);
}

static void device_block(void)
{
    int device = omp_get_default_device();
#pragma omp parallel
    {
        int *mine = omp_target_alloc(PART * sizeof *mine, device);
#pragma omp for schedule(dynamic)
        for (int t = 0; t < PARTS; t++) {
#pragma omp target is_device_ptr(mine)
            for (int i = 0; i < PART; i++)
                mine[i] = t;
            omp_target_memcpy(&b[PART * t], mine, PART * sizeof *mine, 0, 0, omp_get_initial_device(), device);
        }
        omp_target_free(mine, device);
    }
}

static void tasks_of_own(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int t = 0; t < PARTS; t++) {
#pragma omp target nowait map(b [PART * t:PART]) depend(out : b[PART * t])
        b[PART * t] = 1;
#pragma omp task depend(in : b[PART * t])
        a[t] = b[PART * t];
        if (t % 2)
            a[N - 1 - t] = omp_get_thread_num();
#pragma omp taskwait
        b[PART * t]++;
    }
}

static void left_early(void)
{
#pragma omp parallel
    {
#pragma omp for schedule(dynamic)
        for (int t = 0; t < PARTS; t++) {
            part(t);
#pragma omp cancel for if (t == 3)
        }
#pragma omp for schedule(dynamic)
        for (int t = 0; t < PARTS; t++)
            part(t);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*f)(void);
    } all[] = {
#define CASE(F) {#F, F}
        CASE(dynamic),   CASE(guided),    CASE(by_runtime),       CASE(by_two),    CASE(downwards),
        CASE(collapsed), CASE(nested),    CASE(waits),            CASE(depends),   CASE(host),
        CASE(after),     CASE(taken_once), CASE(apart),           CASE(in_pairs),  CASE(in_order),
        CASE(in_critical), CASE(one_thread), CASE(no_threads),    CASE(set_threads), CASE(phases),
        CASE(on_stack),  CASE(privately), CASE(by_number),        CASE(by_number_within), CASE(of_thread),
        CASE(of_thread_earlier), CASE(device_block), CASE(tasks_of_own), CASE(left_early)};
#pragma omp target enter data map(to : a, b)
    for (size_t i = 0; argc > 1 && i < sizeof all / sizeof *all; i++)
        if (strcmp(argv[1], all[i].name) == 0)
            all[i].f();
#pragma omp target exit data map(from : a, b)
    return 0;
}
