// LABELS: run
// Nothing touches a driver before the first device construct or routine, not even from constructors; images
// load when something of theirs is used; fork before that works, and after it is a clear error.
// RUN: %gcc -shared -fPIC -DDRIVER %s -o libdriver.so
// RUN: %gantry cc -O2 --offload-arch=emulated,sm_70 -fPIC -shared -DLIBRARY=used %s -o libused.so && %gantry cc -O2 --offload-arch=emulated,sm_70 -fPIC -shared -DLIBRARY=unused %s -o libunused.so
// RUN: %gantry cc -O2 --offload-arch=emulated,sm_70 %s ./libused.so ./libunused.so -o p
// The driver is asked at the first construct or routine, once, and not by a program that comes to none.
// RUN: D="env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=$PWD/libdriver.so DRIVER_LOG=$PWD/log"; $D ./p nothing && test ! -e log && $D ./p host && test ! -e log
// RUN: D="env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=$PWD/libdriver.so DRIVER_LOG=$PWD/log"; for w in routine:1 construct:1 fork_first:2; do rm -f log; $D ./p ${w%%:*} && test $(wc -l < log) = ${w#*:} || exit 1; done
// RUN: OMP_TARGET_OFFLOAD=DISABLED GANTRY_CUDA_LIBRARY=$PWD/libdriver.so DRIVER_LOG=$PWD/off ./p construct && test ! -e off
//
// Only the image of the library that is used is loaded.
// RUN: GANTRY_TRACE=1 %run_emulated32 ./p library 2> trace && grep -c ' load ' trace | grep -qx 1 && ! grep -q ' load ' <(sed '/ open /q' trace)
// RUN: GANTRY_TRACE=1 %run_emulated32 ./p nothing 2> trace && ! test -s trace
//
// RUN: %run_emulated32 ./p fork_first && %run_emulated32 ./p fork_quiet
// RUN: %run_emulated32 ./p fork_after 2> err && grep -q 'lazy.c:[0-9:]* gantry: error: this process was forked after its parent had used a device; devices do not work across fork().' err
// RUN: %run_emulated32 ./p fork_routine 2> err && grep -q 'error: omp_target_alloc: this process was forked after its parent had used a device' err
// RUN: %run_host ./p fork_first && %run_host ./p fork_after_host
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef DRIVER
/* a driver that only writes down that it was opened; it has no device */
__attribute__((constructor)) static void loaded(void)
{
    FILE *f = fopen(getenv("DRIVER_LOG"), "a");
    fputs("loaded\n", f);
    fclose(f);
}
#elif defined LIBRARY
int LIBRARY(int x);
int LIBRARY(int x)
{
#pragma omp target map(tofrom: x)
    x *= 2;
    return x;
}
#else
int used(int x), unused(int x);
static int on_device(int x)
{
#pragma omp target map(tofrom: x)
    x += 1;
    return x;
}
__attribute__((constructor)) static void before_main(void)
{
    if (getenv("NEVER"))
        on_device(unused(1));
}

/* the child's exit status, 99 when it was ended by a signal */
static int in_child(int (*f)(int))
{
    int status;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        exit(f(41) == 42 ? 0 : 9);
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}
static int no_device(int x) { return x + 1; }
static int routine(int x)
{
    return omp_target_alloc(100, 0) ? 0 : x + 1;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "nothing"))
        return 0;
    if (!strcmp(what, "host")) {
        int n = 0;
#pragma omp parallel reduction(+ : n)
        n++;
        return n < 1;
    }
    if (!strcmp(what, "routine"))
        return omp_get_num_devices() != 0;
    if (!strcmp(what, "construct"))
        return on_device(41) != 42 || on_device(1) != 2;
    if (!strcmp(what, "library"))
        return used(21) != 42;
    if (!strcmp(what, "fork_first")) /* child first, then the parent: each has devices of its own */
        return in_child(on_device) != 0 || on_device(1) != 2 || omp_get_num_devices() < 0;
    if (!strcmp(what, "fork_quiet"))
        return on_device(1) != 2 || in_child(no_device) != 0 || on_device(1) != 2;
    if (!strcmp(what, "fork_after_host"))
        return on_device(1) != 2 || in_child(on_device) != 0;
    if (!strcmp(what, "fork_after"))
        return on_device(1) != 2 || in_child(on_device) != 1;
    if (!strcmp(what, "fork_routine"))
        return on_device(1) != 2 || in_child(routine) != 1;
    return 2;
}
#endif
