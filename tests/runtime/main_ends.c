// main ends by pthread_exit: the program goes on until its last thread ends, and the runtime's threads take no signal of it and keep it no longer.
// LABELS: run
// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t
// RUN: for how in alone nowait busy thread late; do timeout 60 %run_emulated32 %t $how; test $? = 0 || { echo "$how: $?"; exit 1; }; done
// RUN: %run_emulated32 %t late | grep -x 'late: 2'
// A signal ends it, or is its handler's, whose thread is one of the program's.
// RUN: timeout 60 %run_emulated32 %t signal; test $? = 143
// RUN: timeout 60 %run_emulated32 %t handler; test $? = 5
// RUN: timeout 60 %run_emulated32 %t main; test $? = 6
// The profile changes nothing of that, and is whole.
// RUN: for how in alone nowait thread; do rm -f %t.txt; GANTRY_PROFILE=%t.txt timeout 60 %run_emulated32 %t $how && grep -E ' region +1 ' %t.txt || { echo "$how"; exit 1; }; done
// RUN: for how in alone thread; do rm -f %t.txt; GANTRY_PROFILE=%t.txt OMP_NUM_THREADS=1 timeout 60 %run_host %t $how && grep -E ' region +1 ' %t.txt || { echo "$how"; exit 1; }; done
// RUN: rm -f %t.txt; GANTRY_PROFILE=%t.txt timeout 60 %run_emulated32 %t signal; test $? = 143 && grep -E ' region +1 ' %t.txt
#define _GNU_SOURCE 1
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double a[1000];
static pthread_t first;
static const char *how;

static void region(void)
{
#pragma omp target teams distribute parallel for map(tofrom : a)
    for (int i = 0; i < 1000; i++)
        a[i] += 1;
}

static int main_is_over(void)
{
    char name[64], line[256] = "";
    snprintf(name, sizeof name, "/proc/%d/task/%d/stat", (int)getpid(), (int)getpid());
    FILE *f = fopen(name, "r");
    if (f && fgets(line, sizeof line, f))
        fclose(f);
    return strstr(line, ") Z ") != NULL;
}

static void leave(int sig)
{
    (void)sig;
    _exit(!pthread_equal(pthread_self(), first) ? 4 : gettid() == getpid() ? 6 : 5);
}

static void *go_on(void *unused)
{
    while (!main_is_over())
        usleep(1000);
    if (strcmp(how, "late") == 0) { /* the runtime's first threads come now */
        region();
        region();
        printf("late: %g\n", a[999]);
        fflush(stdout);
    } else if (strcmp(how, "thread") != 0) {
        kill(getpid(), SIGTERM);
        sleep(60);
    }
    return unused;
}

int main(int argc, char **argv)
{
    how = argc > 1 ? argv[1] : "";
    int times = *how == 'b' ? 100 : 1;
    first = pthread_self();
    if (strcmp(how, "handler") == 0 || strcmp(how, "main") == 0)
        signal(SIGTERM, leave);
    if (strcmp(how, "late") != 0)
        region();
    if (strcmp(how, "nowait") == 0 || strcmp(how, "busy") == 0) {
#pragma omp target nowait map(tofrom : a)
        for (int k = 0; k < times; k++)
            for (int i = 0; i < 1000; i++)
                a[i] += 1;
        if (*how == 'n') {
#pragma omp taskwait
        }
    } else if (strcmp(how, "main") == 0) {
        kill(getpid(), SIGTERM);
        return 1;
    } else if (strcmp(how, "alone") != 0) {
        if (pthread_create(&first, NULL, go_on, NULL))
            return 2;
    }
    pthread_exit(NULL);
}
