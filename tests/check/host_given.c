// Functions of the C library that store where the caller says, and what they continue with: threads that share it race (GC404).
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races
#define _GNU_SOURCE
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
static struct tm broken = {.tm_mday = 1};
static struct drand48_data states[N];
GIVEN(local, struct tm, localtime_r(&then, p)) // fault: local GC404
GIVEN(universal, struct tm, gmtime_r(&then, p)) // fault: universal GC404
GIVEN(text_of_time, text, ctime_r(&then, *p)) // fault: text_of_time GC404
GIVEN(text_of_parts, text, asctime_r(&broken, *p)) // fault: text_of_parts GC404
GIVEN(formatted, text, strftime(*p, sizeof *p, "%Y", &broken)) // fault: formatted GC404
GIVEN(precise, struct timespec, clock_gettime(CLOCK_REALTIME, p)) // fault: precise GC404
GIVEN(of_day, struct timeval, gettimeofday(p, NULL)) // fault: of_day GC404
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

/* the end of a word is stored in the text */
static void text_in_parts(int wrong)
{
    static char line[8];
    strcpy(line, "a b c");
#pragma omp parallel num_threads(2)
#pragma omp sections
    {
#pragma omp section
        {
            char *more;
            strtok_r(line, " ", &more); // fault: text_in_parts GC404
        }
#pragma omp section
        line[wrong ? 1 : 4] = 'd'; // fault: text_in_parts GC404
    }
}

#define CASES(C)                                                                                                       \
    C(local) C(universal) C(text_of_time) C(text_of_parts) C(formatted) C(precise) C(of_day) C(in_seconds)             \
    C(random_fraction) C(random_positive) C(random_signed) C(seeded) C(random_result) C(rest) C(random_state) \
    C(text_in_parts)
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
