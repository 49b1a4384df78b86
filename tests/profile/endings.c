// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t
// However the program ends, table and trace are whole, and its status and signal are its own.
// RUN: for how in return exit _exit _Exit quick_exit thread handler usr1 usr2 alarm pipe real abort assert overflow execlp execv execle execvp execfail closed; do rm -f %t.txt %t.json; %run_emulated32 %t $how >%t.out 2>&1; status=$?; GANTRY_PROFILE=%t.txt,%t.json %run_emulated32 %t $how >%t.out 2>&1; test $? = $status || { echo "$how: status $status"; exit 1; }; python3 %S/Inputs/trace.py %t.json launch=2 && grep -E ' main +2 .* spmd$' %t.txt && %not grep -E ' other +[0-9]' %t.txt || exit 1; done
// RUN: GANTRY_PROFILE=%t.txt %run_emulated32 %t execfail 2>%t.err; grep 'could not be replaced by another .exec: Exec format error.*what it does from here on is not in them' %t.err
// Also where a stack runs full while the runtime carries out a construct, whatever it holds then.
// RUN: for how in inside0 inside1 inside2 inside3 inside4 inside5; do rm -f %t.txt %t.json; GANTRY_PROFILE=%t.txt,%t.json %run_emulated32 %t $how >%t.out 2>&1; test $? = 139 || exit 1; python3 -m json.tool %t.json >%t.out && grep -E ' main +2 .* spmd$' %t.txt && grep -E ' other +[0-9]+ .* spmd$' %t.txt && grep -E '^comparing what moved: ' %t.txt || exit 1; done
// The table reaches the standard error that there was, though the program closed it.
// RUN: GANTRY_PROFILE=1 %run_emulated32 %t closed 2>%t.err >%t.out && grep -E ' main +2 .* spmd$' %t.err && grep -x mine %t.closed && test "$(wc -c <%t.closed)" = 5
// A full disk, a limit: said, with what is missing; the status stays, and the table is printed.
// RUN: ln -sf /dev/full %t.full.json; GANTRY_PROFILE=/dev/full,%t.full.json %run_emulated32 %t exit 2>%t.err; test $? = 3 && grep 'GANTRY_PROFILE=/dev/full cannot be written: No space left on device; here it is' %t.err && grep -E ' main +2 .* spmd$' %t.err && grep 'full.json cannot be written any more: No space left on device. Events from here on, and the sums, are missing' %t.err
// RUN: rm -f %t.json; (ulimit -f 1; GANTRY_PROFILE=%t.json %run_emulated32 %t exit 2>&1) >%t.err; test $? = 3 && grep 'cannot be written any more: File too large' %t.err
// Nobody reads standard error any more: no signal comes of it.
// RUN: python3 -c 'import os, subprocess, sys; r, w = os.pipe(); p = subprocess.Popen(sys.argv[1:], stderr=w); os.close(r); os.close(w); sys.exit(p.wait() != 3)' env GANTRY_PROFILE=1 GANTRY_DEVICES=emulated %t exit
/* Ways to end. */
#define _GNU_SOURCE 1
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;
static double a[100];
static volatile sig_atomic_t handled;

static void other(void)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 100; i++)
        a[i] += 1;
}

static int deeper(volatile char *from, int n)
{
    volatile char here[4096];
    here[0] = from[0];
    return n < 0 ? 0 : deeper(here, n + 1) + here[0];
}

static void failing(void)
{
#pragma omp target map(tofrom : a)
    assert(a[3] == 7);
}

static int full(int n)
{
    volatile char here[200];
    here[n % 200] = 1;
    other();
    return n < 0 ? 0 : full(n + 1) + here[n % 200];
}

static void *run_full(void *step)
{
    volatile char here[*(int *)step * 700 + 1];
    here[0] = 1;
    return full(here[0]) ? step : NULL;
}

static void fill_stack(int step)
{
    pthread_t t;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 128 << 10);
    pthread_create(&t, &small, run_full, &step);
    pthread_join(t, NULL);
}

static void on_signal(int sig) { handled = sig; }
static void leave(int sig) { _exit(sig + 30); }
static void *exit_here(void *unused) { exit(unused ? 1 : 4); }

static int by_exec(const char *how, const char *self)
{
    char *const words[] = {"sh", "-c", "exit 6", NULL}, *const env[] = {"PATH=/bin:/usr/bin", NULL};
    if (strcmp(how, "execlp") == 0)
        execlp("sh", "sh", "-c", "exit 6", (char *)NULL);
    if (strcmp(how, "execv") == 0)
        execv("/bin/sh", words);
    if (strcmp(how, "execle") == 0)
        execle("/bin/sh", "sh", "-c", "exit $FROM_ENV", (char *)NULL, (char *const[]){"FROM_ENV=8", NULL});
    if (strcmp(how, "execvp") == 0) {
        execv("/nowhere", words); /* no program: all goes on */
        execvp("sh", words);
    }
    char script[4096];
    snprintf(script, sizeof script, "%s.no_program", self);
    FILE *f = fopen(script, "w");
    if (f)
        fputs("no program\n", f), fclose(f), chmod(script, 0755);
    execve(script, words, env);
    other();
    return 7;
}

static int closed(const char *self)
{
    char name[4096];
    for (int fd = 0; fd < 1000; fd++)
        close(fd);
    snprintf(name, sizeof name, "%s.closed", self);
    int mine = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    for (int i = 0; i < 300; i++)
        dup(mine);
    return write(mine, "mine\n", 5) != 5;
}

static int by_signal(const char *how)
{
    static const struct {
        const char *how;
        int sig;
    } all[] = {{"usr1", SIGUSR1}, {"usr2", SIGUSR2}, {"alarm", SIGALRM}, {"pipe", SIGPIPE}, {"abort", SIGABRT}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(how, all[i].how) == 0)
            raise(all[i].sig);
    if (strcmp(how, "real") == 0)
        raise(SIGRTMIN + 3);
    if (strcmp(how, "handler") == 0) {
        signal(SIGUSR1, on_signal);
        raise(SIGUSR1);
        signal(SIGTERM, leave);
        return handled == SIGUSR1 ? raise(SIGTERM) : 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "return";
    pthread_t t;
    char c = 0;
    for (int k = 0; k < 2; k++)
#pragma omp target teams distribute parallel for
        for (int i = 0; i < 100; i++)
            a[i] += 1;
    if (strcmp(how, "exit") == 0)
        exit(3);
    if (strcmp(how, "_exit") == 0)
        _exit(3);
    if (strcmp(how, "_Exit") == 0)
        _Exit(3);
    if (strcmp(how, "quick_exit") == 0)
        quick_exit(3);
    if (strcmp(how, "overflow") == 0)
        return deeper(&c, 0);
    if (strcmp(how, "assert") == 0)
        failing();
    if (strncmp(how, "inside", 6) == 0)
        fill_stack(how[6] - '0');
    if (strcmp(how, "thread") == 0)
        pthread_create(&t, NULL, exit_here, NULL), pthread_join(t, NULL);
    if (strncmp(how, "exec", 4) == 0)
        return by_exec(how, argv[0]);
    if (strcmp(how, "closed") == 0)
        return closed(argv[0]);
    return by_signal(how);
}
