// LABELS: run
// Tear-down at exit is safe in any order; counters and traces are whole whichever way the process ends.
// RUN: %gantry cc -O2 --offload-arch=emulated -fPIC -shared -DLIBRARY %s -o liblate.so && %gantry cc -O2 --offload-arch=emulated %s ./liblate.so -o p
// RUN: run() { rm -f stats; GANTRY_STATS=stats GANTRY_TRACE=1 timeout 60 %run_emulated32 ./p "$@" > out 2> err; }; \
// RUN: whole() { head -2 stats | tail -1 | cut -f 10 | grep -qx "$1" && grep -c ' launch ' err | grep -qx "$1"; }; \
// RUN: run return && whole 3 || exit 1; run exit; test $? = 5 && whole 2 || exit 1; run quick; test $? = 6 && whole 1 || exit 1; \
// RUN: run abort; test $? = 134 && whole 1 || exit 2; run assert; test $? = 134 && whole 1 || exit 3; run fault; test $? = 139 && whole 1 || exit 4; \
// RUN: run SIGTERM; test $? = 143 && whole 1 || exit 5; run SIGINT; test $? = 130 && whole 1 || exit 6; run locked; test $? = 134 || exit 7; \
// RUN: run own; test $? = 7 || exit 8; run kernel; test $? = 1 && head -2 stats | tail -1 | cut -f 10 | grep -qx 1 || exit 9; \
// RUN: run child; test $? = 0 && whole 1 || exit 10
// The counts of the emulated device go the same way.
// RUN: GANTRY_EMULATED_COUNTS=counts %run_emulated32 ./p abort; test -s counts || %gantry cc --count -O2 --offload-arch=emulated %s ./liblate.so -o c && ! GANTRY_EMULATED_COUNTS=counts %run_emulated32 ./c abort && test -s counts
// RUN: %run_host ./p return
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int on_device(int x)
{
#pragma omp target map(tofrom: x)
    x += 1;
    return x;
}
#ifdef LIBRARY
int late(int x);
int late(int x) { return on_device(x); }
__attribute__((destructor)) static void last(void)
{
    int quiet = getenv("QUIET") != NULL; /* the program's destructors have run */
    if (!quiet)
        puts("last");
}
#else
int late(int x);
static int kept[100];

/* data still mapped, constructs in handlers of exit */
static void at_the_end(void)
{
    if (late(1) != 2 || on_device(4) != 5)
        _exit(8);
}
static void once_at_the_end(void)
{
    if (late(1) != 2)
        _exit(8);
}
/* a program that handles a signal itself keeps it */
static void own_handler(int sig) { _exit(sig == SIGTERM ? 7 : 8); }

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    volatile int *nothing = NULL;
    if (!strcmp(what, "return"))
        atexit(at_the_end); /* before the runtime's own */
    if (!strcmp(what, "own"))
        signal(SIGTERM, own_handler);
#pragma omp target enter data map(to: kept)
    if (on_device(1) != 2)
        return 9;
    if (!strcmp(what, "exit")) {
        atexit(once_at_the_end); /* after it */
        exit(5);
    }
    if (!strcmp(what, "quick"))
        quick_exit(6);
    if (!strcmp(what, "abort"))
        abort();
    assert(strcmp(what, "assert") != 0);
    if (!strcmp(what, "fault"))
        *nothing = 1;
    if (!strcmp(what, "SIGTERM") || !strcmp(what, "own"))
        raise(SIGTERM);
    if (!strcmp(what, "SIGINT"))
        kill(getpid(), SIGINT);
    if (!strcmp(what, "locked")) { /* stderr's lock is held: nothing hangs */
        flockfile(stderr);
        flockfile(stdout);
        abort();
    }
    if (!strcmp(what, "kernel")) {
#pragma omp target map(tofrom: kept)
        for (int i = 0; i < 100; i++)
            if (kept[i] == 0)
                __builtin_trap();
    }
    if (!strcmp(what, "child")) { /* counts nothing of its parent's */
        int status;
        pid_t pid = fork();
        if (pid == 0)
            abort();
        waitpid(pid, &status, 0);
        return !WIFSIGNALED(status);
    }
    return 0;
}
#endif
