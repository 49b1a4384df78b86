// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t
/* Device constructs in constructs of the host with a default clause: names of ours need no attribute there. */
#include "check.h"

enum { N = 10 };
typedef struct {
    int length;
    int *values;
} vector;
#pragma omp declare mapper(all : vector v) map(v.length, v.values[0 : v.length])

static int a[N], b[N];
static int *heap;
static int x = 1, n = N;

static void reset(void)
{
    for (int i = 0; i < N; i++)
        a[i] = b[i] = heap[i] = 0;
}

static void check(const char *what)
{
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], 4 + i, "%s: a[%d]", what, i);
        CHECK_INT(heap[i], 3 * i, "%s: heap[%d]", what, i);
        CHECK_INT(b[i], 3 + i, "%s: b[%d]", what, i);
    }
    reset();
}

#define PRAGMA(x) _Pragma(#x)
#define VARIABLES shared(a, b, x, n, heap)
/* every kind of device construct, with maps, lists that only the run knows, nowait, depend */
#define INSIDE                                                                                               \
    {                                                                                                        \
        PRAGMA(omp target map(tofrom: a) map(to: x))                                                         \
        for (int i = 0; i < N; i++)                                                                          \
            a[i] += x;                                                                                       \
        PRAGMA(omp target teams distribute parallel for num_teams(2) map(tofrom: a, heap[0:n]) if(n > 1))    \
        for (int i = 0; i < N; i++)                                                                          \
            a[i] += x, heap[i] += i;                                                                         \
        PRAGMA(omp target data map(tofrom: a) map(to: x) use_device_addr(x))                                 \
        {                                                                                                    \
            PRAGMA(omp target map(tofrom: a))                                                                \
            for (int i = 0; i < N; i++)                                                                      \
                a[i]++;                                                                                      \
            PRAGMA(omp target update from(a))                                                                \
        }                                                                                                    \
        PRAGMA(omp target enter data map(to: b) nowait depend(out: b))                                       \
        PRAGMA(omp target update to(b[0:n:1]) nowait depend(inout: b))                                       \
        PRAGMA(omp target map(b) map(iterator(k = 0 : 1), tofrom: heap[k:n]) nowait depend(inout: b))        \
        for (int i = 0; i < N; i++)                                                                          \
            b[i] += 3, heap[i] += i;                                                                         \
        PRAGMA(omp target exit data map(from: b) depend(inout: b))                                           \
        PRAGMA(omp target data map(tofrom: heap[0:n]) use_device_ptr(heap) if(n > 1))                        \
        {                                                                                                    \
            PRAGMA(omp target is_device_ptr(heap))                                                           \
            for (int i = 0; i < N; i++)                                                                      \
                heap[i] += i;                                                                                \
        }                                                                                                    \
        vector v = {N, b};                                                                                   \
        PRAGMA(omp target map(mapper(all), tofrom: v))                                                       \
        for (int i = 0; i < v.length; i++)                                                                   \
            v.values[i] += i;                                                                                \
        PRAGMA(omp target map(tofrom: a) uses_allocators(omp_low_lat_mem_alloc))                             \
        for (int i = 0; i < N; i++)                                                                          \
            a[i] += i;                                                                                       \
        PRAGMA(omp target parallel reduction(+: x) map(tofrom: a))                                           \
        x += 0;                                                                                              \
        PRAGMA(omp target map(tofrom: a) device(omp_get_default_device()))                                   \
        for (int i = 0; i < N; i++)                                                                          \
            a[i] += 1;                                                                                       \
    }

#define EACH_OF(KIND)                                                                                        \
    do {                                                                                                     \
        PRAGMA(omp parallel num_threads(1) default(KIND) VARIABLES)                                          \
        INSIDE                                                                                               \
        check("parallel default(" #KIND ")");                                                                \
        PRAGMA(omp parallel)                                                                                 \
        PRAGMA(omp single)                                                                                   \
        PRAGMA(omp task default(KIND) VARIABLES)                                                             \
        INSIDE                                                                                               \
        check("task default(" #KIND ")");                                                                    \
        PRAGMA(omp parallel)                                                                                 \
        PRAGMA(omp single)                                                                                   \
        PRAGMA(omp taskloop default(KIND) VARIABLES)                                                         \
        for (int once = 0; once < 1; once++)                                                                 \
            INSIDE                                                                                           \
        check("taskloop default(" #KIND ")");                                                                \
        PRAGMA(omp parallel for num_threads(2) default(KIND) VARIABLES)                                      \
        for (int once = 0; once < 1; once++)                                                                 \
            INSIDE                                                                                           \
        check("parallel for default(" #KIND ")");                                                            \
        PRAGMA(omp parallel sections default(KIND) VARIABLES)                                                \
        {                                                                                                    \
            PRAGMA(omp section)                                                                              \
            INSIDE                                                                                           \
        }                                                                                                    \
        check("parallel sections default(" #KIND ")");                                                       \
    } while (0)

static void none(void) { EACH_OF(none); }
static void shared(void) { EACH_OF(shared); }
static void copied(void) { EACH_OF(firstprivate); }
static void private(void) { EACH_OF(private); }

/* metadirectives that ask for the device, dispatch, and a block of no construct of ours between */
static void others(void)
{
#pragma omp parallel num_threads(1) default(none) VARIABLES
    {
#pragma omp metadirective when(device = {kind(gpu)} : target map(tofrom : a)) default(target map(tofrom : a))
        for (int i = 0; i < N; i++)
            a[i] += 4 + i;
#pragma omp task default(none) VARIABLES
#pragma omp target map(tofrom : b, heap[0 : n]) depend(out : a)
        for (int i = 0; i < N; i++)
            b[i] += 3 + i, heap[i] += 3 * i;
    }
    check("others");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    heap = malloc(N * sizeof *heap);
    reset();
    none();
    shared();
    copied();
    private();
    others();
    free(heap);
    return check_end();
}
