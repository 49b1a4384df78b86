// Functions of the C library that store where the caller says, and what they continue with: threads that share it race (GC404).
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t -lm && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races
#define _GNU_SOURCE
#include <math.h>
#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

enum { N = 8 };
static const time_t then = 100000000;
static char lines[N][8];

/* Each case has one fault: the variable is everybody's. */
#define GIVEN(NAME, TYPE, CALL)                                                                                        \
    static void NAME(int wrong)                                                                                        \
    {                                                                                                                  \
        static TYPE shared;                                                                                            \
        static TYPE of[N];                                                                                             \
        _Pragma("omp parallel for") for (int i = 0; i < N; i++)                                                        \
        {                                                                                                              \
            TYPE *p = wrong ? &shared : &of[i];                                                                        \
            CALL;                                                                                                      \
        }                                                                                                              \
    }
typedef unsigned short state48[3];
typedef char text[64];
typedef double two[2];
typedef float two_short[2];
static struct tm broken = {.tm_mday = 1};
static struct drand48_data states[N];
GIVEN(local, struct tm, localtime_r(&then, p)) // fault: local GC404
GIVEN(universal, struct tm, gmtime_r(&then, p)) // fault: universal GC404
GIVEN(text_of_time, text, ctime_r(&then, *p)) // fault: text_of_time GC404
GIVEN(text_of_parts, text, asctime_r(&broken, *p)) // fault: text_of_parts GC404
GIVEN(formatted, text, strftime(*p, sizeof *p, "%Y", &broken)) // fault: formatted GC404
GIVEN(precise, struct timespec, clock_gettime(CLOCK_REALTIME, p)) // fault: precise GC404
GIVEN(of_day, struct timeval, gettimeofday(p, NULL)) // fault: of_day GC404
GIVEN(valid, struct tm, p->tm_mday = 1; mktime(p)) // fault: valid GC404 also GC404
GIVEN(valid_universal, struct tm, timegm(p)) // fault: valid_universal GC404
GIVEN(both, two, sincos(i, *p, *p + 1)) // fault: both GC404
GIVEN(both_short, two_short, sincosf((float)i, *p, *p + 1)) // fault: both_short GC404
GIVEN(quotient, int, remquo(i, 2, p)) // fault: quotient GC404
GIVEN(sign, int, lgamma_r(i + 0.5, p)) // fault: sign GC404
GIVEN(in_seconds, time_t, time(p)) // fault: in_seconds GC404
GIVEN(random_fraction, state48, erand48(*p)) // fault: random_fraction GC404
GIVEN(random_positive, state48, nrand48(*p)) // fault: random_positive GC404
GIVEN(random_signed, state48, jrand48(*p)) // fault: random_signed GC404
GIVEN(seeded, unsigned, rand_r(p)) // fault: seeded GC404
GIVEN(random_result, double, drand48_r(&states[i], p)) // fault: random_result GC404
GIVEN(rest, char *, strtok_r(lines[i], " ", p)) // fault: rest GC404

static void random_state(int wrong)
{
    double results[N];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        drand48_r(&states[wrong ? 0 : i], &results[i]); // fault: random_state GC404
}

/* A text is taken apart in one section and stored to in the other. Who comes first is fixed, by a relaxed flag that orders
 * nothing for the judge: where the store does, the word ends elsewhere. */
static atomic_int first_has_been;
static void comes(int second)
{
    while (second && !atomic_load_explicit(&first_has_been, memory_order_relaxed))
        sched_yield();
}
static void went(int second)
{
    if (!second)
        atomic_store_explicit(&first_has_been, 1, memory_order_relaxed);
}

#define APART(NAME, CALL, WHERE, STORE_FIRST)                                                                          \
    static void NAME(int wrong)                                                                                        \
    {                                                                                                                  \
        static char line[16];                                                                                          \
        strcpy(line, "a b c d");                                                                                       \
        first_has_been = 0;                                                                                            \
        _Pragma("omp parallel num_threads(2)") _Pragma("omp sections")                                                 \
        {                                                                                                              \
            _Pragma("omp section")                                                                                     \
            {                                                                                                          \
                char *more = line;                                                                                     \
                comes(STORE_FIRST);                                                                                    \
                CALL;                                                                                                  \
                went(STORE_FIRST);                                                                                     \
            }                                                                                                          \
            _Pragma("omp section")                                                                                     \
            {                                                                                                          \
                comes(!STORE_FIRST);                                                                                   \
                line[wrong ? WHERE : 6] = 'd';                                                                         \
                went(!STORE_FIRST);                                                                                    \
            }                                                                                                          \
        }                                                                                                              \
    }
APART(in_parts, strtok_r(line, " ", &more), 1, 0) // fault: in_parts GC404
APART(in_parts_after, strtok_r(line, " ", &more), 1, 1) // fault: in_parts_after GC404
APART(next_part, strtok_r(NULL, " ", &more); strtok_r(NULL, " ", &more), 2, 0) // fault: next_part GC404
APART(next_part_after, strtok_r(NULL, " ", &more); strtok_r(NULL, " ", &more), 2, 1) // fault: next_part_after GC404
APART(kept, strtok(line, " "), 1, 0) // fault: kept GC404
APART(kept_after, strtok(line, " "), 1, 1) // fault: kept_after GC404
APART(kept_next, strtok(line, " "); strtok(NULL, " "), 2, 0) // fault: kept_next GC404
APART(kept_next_after, strtok(line, " "); strtok(NULL, " "), 2, 1) // fault: kept_next_after GC404
APART(separate, strsep(&more, " "), 1, 0) // fault: separate GC404
APART(separate_after, strsep(&more, " "), 1, 1) // fault: separate_after GC404

/* … and what ends words is read. */
static void between_words(int wrong)
{
    static char line[16], between[4] = " ,";
    strcpy(line, "a b c d");
#pragma omp parallel num_threads(2)
#pragma omp sections
    {
#pragma omp section
        {
            char *more;
            strtok_r(line, wrong ? between : " ,", &more); // fault: between_words GC404
        }
#pragma omp section
        between[1] = ';'; // fault: between_words GC404
    }
}

/* What they read, all threads may read, and none may store to. */
#define TAKEN(NAME, TYPE, CALL, CHANGE)                                                                                \
    static void NAME(int wrong)                                                                                        \
    {                                                                                                                  \
        static TYPE from;                                                                                              \
        _Pragma("omp parallel num_threads(2)")                                                                         \
        {                                                                                                              \
            struct tm broken_here;                                                                                     \
            text text_here;                                                                                            \
            if (wrong && omp_get_thread_num() == 0)                                                                    \
                CHANGE;                                                                                                \
            else                                                                                                       \
                CALL;                                                                                                  \
        }                                                                                                              \
    }
TAKEN(from_local, time_t, localtime_r(&from, &broken_here), from = 1) // fault: from_local GC404
TAKEN(from_universal, time_t, gmtime_r(&from, &broken_here), from = 1) // fault: from_universal GC404
TAKEN(from_time, time_t, ctime_r(&from, text_here), from = 1) // fault: from_time GC404
TAKEN(from_broken, struct tm, asctime_r(&from, text_here), from.tm_mday = 1) // fault: from_broken GC404
TAKEN(from_formatted, struct tm, strftime(text_here, sizeof text_here, "%Y", &from), from.tm_mday = 1) // fault: from_formatted GC404
TAKEN(from_format, text, strftime(text_here, sizeof text_here, from, &broken), from[0] = 'a') // fault: from_format GC404
TAKEN(from_name, text, getenv(from), from[0] = 'a') // fault: from_name GC404

#define CASES(C)                                                                                                       \
    C(local) C(universal) C(text_of_time) C(text_of_parts) C(formatted) C(precise) C(of_day) C(valid) C(valid_universal)  \
    C(both) C(both_short) C(quotient) C(sign) C(in_seconds)                                                            \
    C(random_fraction) C(random_positive) C(random_signed) C(seeded) C(random_result) C(rest) C(random_state) \
    C(in_parts) C(in_parts_after) C(next_part) C(next_part_after) C(kept) C(kept_after) C(kept_next) C(kept_next_after) \
    C(separate) C(separate_after) C(between_words)                                                                      \
    C(from_local) C(from_universal) C(from_time) C(from_broken) C(from_formatted) C(from_format) C(from_name)
#include "cases.h"

int main(int argc, char **argv)
{
    for (int i = 0; i < N; i++) {
        strcpy(lines[i], "a b");
        srand48_r(i, &states[i]);
    }
    run_cases(argc, argv);
    return 0;
}
