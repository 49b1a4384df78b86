/* What events cost where nobody reads them: instructions, counted by stepping through them. */
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/host/host.h"

#define MARK() __asm__ volatile("int3" ::: "memory")
static const struct gantry_loc place = {"a.c", "f", 1, 1};
static const struct gantry_region region = {.loc = {"a.c", "f", 1, 1}};
static volatile int work;

static __attribute__((noinline)) void plain(void) { work = 1; }

static __attribute__((noinline)) void event(void)
{
    GANTRY_BEGINS(e, GANTRY_OP_TO, 0, .bytes = 8, .name = "a", .where = &place);
    work = 1;
    GANTRY_ENDS(e, e.address = 1);
}

static __attribute__((noinline)) void in_place(void)
{
    const double begin = __gd_host_begins(&region, -1);
    work = 1;
    __gd_host_ends(&region, -1, begin);
}

static void child_runs(void)
{
    static void (*const parts[])(void) = {plain, event, in_place};
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    for (int i = 0; i < 3; i++) {
        MARK();
        parts[i]();
    }
    MARK();
    _exit(0);
}

/* counts[i]: instructions between marks i and i + 1 */
static int step_through(pid_t child, long *counts)
{
    int status = 0, marks = 0;
    waitpid(child, &status, 0);
    ptrace(PTRACE_CONT, child, 0, 0);
    while (waitpid(child, &status, 0) > 0 && WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP) {
        siginfo_t how;
        ptrace(PTRACE_GETSIGINFO, child, 0, &how);
        if (how.si_code == SI_KERNEL) /* int3 */
            marks++;
        else if (marks >= 1 && marks <= 3)
            counts[marks - 1]++;
        ptrace(marks <= 3 ? PTRACE_SINGLESTEP : PTRACE_CONT, child, 0, 0);
    }
    return WIFEXITED(status) && marks == 4;
}

int main(void)
{
    long n[3] = {0};
    pid_t child = fork();
    if (child == 0)
        child_runs();
    if (!step_through(child, n)) {
        puts("the child was not stepped through");
        return 1;
    }
    printf("instructions: %ld without, %ld with an event, %ld with a region in place\n", n[0], n[1], n[2]);
    return !(n[0] > 2 && n[1] - n[0] <= 10 && n[2] - n[0] <= 10);
}
