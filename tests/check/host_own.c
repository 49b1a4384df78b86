// What is local to a thread is its own in all that it runs: iterations, sections and tasks; so is, for tasks that have
// asked which thread they are on, what they find by that number (GC404).
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races
/* Each case has one fault: it is another thread's. */
#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

enum { N = 64 };
static int own;
#pragma omp threadprivate(own)
static _Thread_local int line[8];
static __thread int last;
int shown[N];

/* Who is wrong waits for another. */
static void meet(int wrong, int *ran)
{
    int n;
#pragma omp atomic capture
    n = ++*ran;
    while (wrong && n < 2) {
#pragma omp atomic read
        n = *ran;
    }
}

static __attribute__((noinline)) int calls(int *count, int i)
{
    (*count)++; // fault: loop GC404
    return i * 2;
}

static void loop(int wrong)
{
    int *first = &own;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        shown[i] = calls(wrong ? first : &own, i);
}

static void dynamic(int wrong)
{
    int *first = line, ran = 0;
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < N; i++) {
        meet(wrong, &ran);
        int *p = wrong ? first : line;
        for (int k = 0; k < 8; k++)
            p[k] = i * k; // fault: dynamic GC404
        shown[i] = p[i % 8];
    }
}

static void sections(int wrong)
{
    int *first = &last;
#pragma omp parallel sections
    {
#pragma omp section
        *(wrong ? first : &last) = 1; // fault: sections GC404
#pragma omp section
        *(wrong ? first : &last) = 2;
    }
}

static void tasks(int wrong)
{
    int ran = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
        int *first = &own;
        for (int i = 0; i < 100; i++) {
#pragma omp task shared(ran) firstprivate(first)
            {
                meet(wrong, &ran);
                int *p = wrong ? first : &own;
                (*p)++; // fault: tasks GC404
            }
        }
    }
}

static void taskloop(int wrong)
{
    int ran = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
        int *first = line;
#pragma omp taskloop grainsize(1) shared(ran)
        for (int i = 0; i < 100; i++) {
            meet(wrong, &ran);
            int *p = wrong ? first : line;
            p[1] = i; // fault: taskloop GC404
        }
    }
}

static void by_number(int wrong)
{
    int count[64] = {0}, ran = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int i = 0; i < 100; i++) {
#pragma omp task shared(count, ran)
        {
            int me = omp_get_thread_num();
            meet(wrong, &ran);
            count[wrong ? 0 : me]++; // fault: by_number GC404
        }
    }
}

/* A thread of the program's has its own, too. */
static void *works(void *p)
{
    int *count = p ? p : &own;
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < N; i++)
        last = i;
    (*count)++; // fault: made GC404
    return NULL;
}

static void made(int wrong)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, works, wrong ? &own : NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}

static void quiet(int wrong)
{
    long sum = wrong;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        errno = 0;
        sum += strtol("12", NULL, 10);
        if (errno == ERANGE)
            sum = 0;
    }
    shown[0] = (int)sum;
}

#define CASES(C) C(loop) C(dynamic) C(sections) C(tasks) C(taskloop) C(by_number) C(made) C(quiet)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
