// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: env OMP_NUM_THREADS=2 %run_host %t && %run_emulated32 %t
// RUN: %gantry cc -Ofast --offload-arch=none -DFINITE %s -o %t.fast -lm && env OMP_NUM_THREADS=2 %t.fast
/* The maximum of nothing but negative infinities is one, whatever construct looks for it; the minimum so too. */
#include "check.h"

enum { N = 70 };
#define PRAGMA(x) _Pragma(#x)

#ifdef FINITE /* what remains right where the user excludes infinities */
#define LOW -4.0
#else
#define LOW -HUGE_VAL
#endif

#define FOUND(what, type)                                                                                    \
    CHECK(most == (type)LOW && least == -(type)LOW, what " of " #type ": %g, %g", (double)most, (double)least)
#define LOOP(directive, type)                                                                                \
    do {                                                                                                     \
        type most = (type)LOW, least = -(type)LOW;                                                           \
        PRAGMA(omp target directive reduction(max: most) reduction(min: least) map(tofrom: most, least))     \
        for (int i = 0; i < N; i++) {                                                                        \
            most = a[i] > most ? a[i] : most;                                                                \
            least = -a[i] < least ? -a[i] : least;                                                           \
        }                                                                                                    \
        FOUND(#directive, type);                                                                             \
    } while (0)
#define INSIDE(outer, directive, type)                                                                       \
    do {                                                                                                     \
        type most = (type)LOW, least = -(type)LOW;                                                           \
        PRAGMA(omp target outer map(tofrom: most, least))                                                    \
        {                                                                                                    \
            PRAGMA(omp directive reduction(max: most) reduction(min: least))                                 \
            for (int i = 0; i < N; i++) {                                                                    \
                most = a[i] > most ? a[i] : most;                                                            \
                least = -a[i] < least ? -a[i] : least;                                                       \
            }                                                                                                \
        }                                                                                                    \
        FOUND(#outer " and " #directive, type);                                                              \
    } while (0)
/* by tasks: of a loop, of a construct whose tasks take part, of a group */
#define TASKS(type)                                                                                          \
    do {                                                                                                     \
        type most = (type)LOW, least = -(type)LOW;                                                           \
        PRAGMA(omp target map(tofrom: most, least))                                                          \
        {                                                                                                    \
            PRAGMA(omp taskloop reduction(max: most) reduction(min: least) num_tasks(3))                     \
            for (int i = 0; i < N; i++) {                                                                    \
                most = a[i] > most ? a[i] : most;                                                            \
                least = -a[i] < least ? -a[i] : least;                                                       \
            }                                                                                                \
        }                                                                                                    \
        FOUND("taskloop", type);                                                                             \
        PRAGMA(omp target parallel for reduction(task, max: most) reduction(task, min: least)                \
                   map(tofrom: most, least))                                                                 \
        for (int i = 0; i < N; i++) {                                                                        \
            PRAGMA(omp task in_reduction(max: most) in_reduction(min: least))                                \
            {                                                                                                \
                most = a[i] > most ? a[i] : most;                                                            \
                least = -a[i] < least ? -a[i] : least;                                                       \
            }                                                                                                \
        }                                                                                                    \
        FOUND("reduction(task)", type);                                                                      \
        PRAGMA(omp target map(tofrom: most, least))                                                          \
        {                                                                                                    \
            PRAGMA(omp taskgroup task_reduction(max: most) task_reduction(min: least))                       \
            for (int i = 0; i < N; i++) {                                                                    \
                PRAGMA(omp task in_reduction(max: most) in_reduction(min: least))                            \
                {                                                                                            \
                    most = a[i] > most ? a[i] : most;                                                        \
                    least = -a[i] < least ? -a[i] : least;                                                   \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
        FOUND("taskgroup", type);                                                                            \
        PRAGMA(omp taskgroup task_reduction(max: most) task_reduction(min: least))                           \
        {                                                                                                    \
            PRAGMA(omp target in_reduction(max: most) in_reduction(min: least))                              \
            for (int i = 0; i < N; i++) {                                                                    \
                most = a[i] > most ? a[i] : most;                                                            \
                least = -a[i] < least ? -a[i] : least;                                                       \
            }                                                                                                \
            PRAGMA(omp taskloop in_reduction(max: most) in_reduction(min: least))                            \
            for (int i = 0; i < N; i++) {                                                                    \
                most = a[i] > most ? a[i] : most;                                                            \
                least = -a[i] < least ? -a[i] : least;                                                       \
            }                                                                                                \
        }                                                                                                    \
        FOUND("a task group of the host", type);                                                             \
    } while (0)
#define ALL(type, NAME)                                                                                      \
    static void NAME(void)                                                                                   \
    {                                                                                                        \
        type a[N], many[3], least = -(type)LOW;                                                              \
        for (int i = 0; i < N; i++)                                                                          \
            a[i] = (type)LOW;                                                                                \
        LOOP(simd, type);                                                                                    \
        LOOP(parallel for, type);                                                                            \
        LOOP(parallel for simd, type);                                                                       \
        LOOP(teams distribute, type);                                                                        \
        LOOP(teams distribute simd, type);                                                                   \
        LOOP(teams distribute parallel for, type);                                                           \
        LOOP(teams distribute parallel for simd, type);                                                      \
        LOOP(teams loop, type);                                                                              \
        LOOP(parallel loop, type);                                                                           \
        INSIDE(parallel num_threads(2) shared(most, least), for, type);                                      \
        INSIDE(parallel num_threads(2) shared(most, least), for simd, type);                                 \
        INSIDE(, simd, type);                                                                                \
        INSIDE(, parallel for, type);                                                                        \
        INSIDE(, parallel for simd schedule(dynamic, 4), type);                                              \
        INSIDE(, parallel, type);                                                                            \
        for (int k = 0; k < 3; k++)                                                                          \
            many[k] = (type)LOW;                                                                             \
        PRAGMA(omp target parallel for reduction(max: many) map(tofrom: many))                               \
        for (int i = 0; i < N; i++)                                                                          \
            for (int k = 0; k < 3; k++)                                                                      \
                many[k] = a[i] > many[k] ? a[i] : many[k];                                                   \
        type most = many[2];                                                                                 \
        FOUND("an array", type);                                                                             \
    }
ALL(float, floats)
ALL(double, doubles)

static void tasks(void)
{
    double a[N];
    for (int i = 0; i < N; i++)
        a[i] = LOW;
    TASKS(double);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    floats();
    doubles();
    tasks();
    return check_end();
}
