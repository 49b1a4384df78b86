// RUN: %gantry cc %O -g --offload-arch=emulated %s -o %t
// RUN: %run_host %t && %run_emulated32 %t
// RUN: %run_emulated32 %t exit | grep -q 'last task 10099'
// RUN: %not %run_emulated32 %t 3 && %not %run_emulated32 %t fault 2> %t.fault; grep -q 'async_end.c:[0-9]*:[0-9]*: gantry: error: .*stopped by the bad access' %t.fault
// RUN: %not %run_emulated32 %t absent 2> %t.absent; grep -q "async_end.c:.*'a' (400 bytes) is not mapped on device 0" %t.absent
// RUN: %run_host %t | grep -q 'last task 10099' && %run_emulated32 %t | grep -q 'last task 10099'
// RUN: env GANTRY_TRACE=1 GANTRY_DEVICES=emulated %t 2>&1 | grep -q 'copy from .* queue [1-8]'
// RUN: %run_emulated32 %t fork | grep -q 'child 0, last task 10099'
/* The program ends with regions in flight: well, by exit, with another status, and by an error of one of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int a[100];

static void fault(int n)
{
#pragma omp target nowait map(tofrom: n)
    {
        volatile int *q = (int *)8;
        n = *q;
    }
#pragma omp taskwait
    exit(0);
}

static void absent(void)
{
#pragma omp target nowait map(present, tofrom: a)
    a[0] = 1;
    for (volatile long i = 0; i < 4000000000L; i++) /* the error need not wait for a wait */
        ;
    exit(0);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int n = 100, *c = calloc((size_t)n, sizeof *c);
    if (!strcmp(what, "fault"))
        fault(n);
    if (!strcmp(what, "absent"))
        absent();
#pragma omp target enter data map(to: c[0:n]) nowait depend(out: c[0])
#pragma omp target teams distribute parallel for nowait depend(inout: c[0])
    for (int i = 0; i < n; i++) {
        c[i] = i;
        for (int k = 0; k < 20000; k++)
            c[i] += k & 1;
    }
#pragma omp target exit data map(from: c[0:n]) nowait depend(inout: c[0])
#pragma omp task depend(in: c[0])
    {
        printf("last task %d\n", c[99]);
        fflush(stdout);
    }
    if (!strcmp(what, "exit"))
        exit(0);
    if (!strcmp(what, "fork")) { /* the child has nothing to wait for */
        int status = -1;
        pid_t child = fork();
        if (child == 0)
            exit(0);
        waitpid(child, &status, 0);
        printf("child %d, ", status);
    }
    return atoi(what);
}
