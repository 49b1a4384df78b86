// Functions of the C library that keep something between their calls, by threads of the host that nothing orders (GC404).
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races
/* Each case has one fault. rand and random have a lock of their own, strerror keeps its text for each thread. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 16 };
static int shown[N];

static void words(int wrong)
{
    char text[N][8];
    for (int i = 0; i < N; i++)
        strcpy(text[i], "a b");
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        char *more = NULL;
        if (wrong)
            shown[i] = strtok(text[i], " ") != NULL; // fault: words GC404 saying what strtok keeps between its calls
        else
            shown[i] = strtok_r(text[i], " ", &more) != NULL;
    }
}

static void clock_of(int wrong)
{
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < N; i++) {
        time_t t = i * 100000000L;
        struct tm own, *broken = &own;
        if (wrong)
            broken = i % 2 ? localtime(&t) : gmtime(&t); // fault: clock_of GC404 saying localtime_r
        else
            localtime_r(&t, broken);
        if (!wrong)
            shown[i] = broken->tm_year;
    }
}

static void dates(int wrong)
{
    struct tm broken = {.tm_mday = 1};
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < N; i++) {
        time_t t = i;
        char text[32];
        if (!wrong)
            asctime_r(&broken, text);
        else if (i < N / 2)
            asctime(&broken); // fault: dates GC404 also GC404
        else
            ctime(&t); // fault: dates GC404
    }
}

static void surroundings(int wrong)
{
#pragma omp parallel num_threads(2)
#pragma omp sections
    {
#pragma omp section
        if (wrong)
            setenv("GANTRY_TEST_OF_MINE", "1", 1); // fault: surroundings GC404
        else
            shown[1] = getenv("HOME") != NULL;
#pragma omp section
        shown[0] = getenv("PATH") != NULL;
    }
}

static void drawn(int wrong)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        unsigned short state[3] = {1, 2, (unsigned short)i};
        sum += wrong ? drand48() // fault: drawn GC404
                     : erand48(state);
    }
    shown[0] = sum > 0;
}

static void in_turn(int wrong) /* as it may be */
{
    char text[] = "a b c";
    time_t t = wrong;
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
        shown[0]++;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        shown[i] = rand() + (strerror(i) != NULL);
#pragma omp critical
        {
            setenv("GANTRY_TEST_OF_MINE", i % 2 ? "1" : "0", 1);
            shown[i] += localtime(&t)->tm_mday + (int)lrand48();
        }
    }
    shown[0] += strtok(text, " ") != NULL;
}

#define CASES(C) C(words) C(clock_of) C(dates) C(surroundings) C(drawn) C(in_turn)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
