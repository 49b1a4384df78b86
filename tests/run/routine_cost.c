// RUN: %clang -O1 -fopenmp %s -o %t.peer -L/usr/lib/llvm-19/lib -lomptarget -Wl,-rpath,/usr/lib/llvm-19/lib
// RUN: %gantry cc -O1 --offload-arch=none %s -o %t.alone
// RUN: %gantry cc -O1 --offload-arch=none -DWITH_LIBOMP %s -o %t.with
// RUN: (ldd %t.alone | %not grep -q libomp) && ldd %t.with | grep -q libomp
// RUN: %t.peer >%t.peer.txt && %t.alone >%t.alone.txt && %t.with >%t.with.txt
// RUN: bash %S/Inputs/routine_cost.sh %src/runtime/host/entry.def %t.peer.txt %t.alone.txt
// RUN: bash %S/Inputs/routine_cost.sh %src/runtime/host/entry.def %t.peer.txt %t.with.txt
// RUN: %t.alone libresolv.so.2 >%t.opened.txt
// RUN: bash %S/Inputs/routine_cost.sh %src/runtime/host/entry.def %t.peer.txt %t.opened.txt
/* What a call of each omp_* routine of ours costs on the initial device: the instructions of one call, counted by
 * stepping through them, at most twice those of Clang's libraries, in a program with libomp, in one without, and in one
 * that opens another library. */
#include <dlfcn.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *names[100];
static volatile long sink;
static int (*volatile is_initial)(void) = omp_is_initial_device; /* which Clang would fold */
static long from, to;
static void *pointer, *volatile pointers;
static size_t one[1] = {1}, zero[1];

#define MARK() __asm__ volatile("int3" ::: "memory")
/* the first calls begin things; then one between two marks */
#define ROUTINE(NAME, ...)                                                                                   \
    do {                                                                                                     \
        names[n++] = #NAME;                                                                                  \
        if (run)                                                                                             \
            for (int i = 0; i < 3; i++) {                                                                    \
                if (i == 2)                                                                                  \
                    MARK();                                                                                  \
                __VA_ARGS__;                                                                                 \
                if (i == 2)                                                                                  \
                    MARK();                                                                                  \
            }                                                                                                \
    } while (0)
#define VALUE(NAME, ...) ROUTINE(NAME, sink = (long)NAME(__VA_ARGS__))

#ifndef __GANTRY__
void __tgt_rtl_init(void); /* by programs with device code */
#endif

static int all(int run)
{
    int n = 0, host = run ? omp_get_initial_device() : 0;
    VALUE(omp_get_num_devices);
    VALUE(omp_get_initial_device);
    ROUTINE(omp_is_initial_device, sink = is_initial());
    VALUE(omp_get_device_num);
    VALUE(omp_get_default_device);
    ROUTINE(omp_set_default_device, omp_set_default_device(host));
    VALUE(omp_get_num_teams);
    VALUE(omp_get_team_num);
    ROUTINE(omp_target_alloc, sink = (long)(pointers = omp_target_alloc(64, host)));
    ROUTINE(omp_target_free, omp_target_free(i ? pointer : NULL, host); pointer = malloc(64));
    VALUE(omp_target_is_present, &from, host);
    VALUE(omp_target_memcpy, &to, &from, sizeof to, 0, 0, host, host);
    VALUE(omp_target_memcpy_async, &to, &from, sizeof to, 0, 0, host, host, 0, NULL);
    VALUE(omp_target_memcpy_rect, &to, &from, sizeof to, 1, one, zero, zero, one, one, host, host);
    VALUE(omp_target_memcpy_rect_async, &to, &from, sizeof to, 1, one, zero, zero, one, one, host, host, 0, NULL);
    VALUE(omp_target_memset, &to, 1, sizeof to, host);
    VALUE(omp_target_memset_async, &to, 1, sizeof to, host, 0, NULL);
    VALUE(omp_target_associate_ptr, &from, &to, sizeof to, 0, host);
    VALUE(omp_target_disassociate_ptr, &from, host);
    VALUE(omp_get_mapped_ptr, &from, host);
    VALUE(omp_get_num_interop_properties, omp_interop_none);
#ifdef __GANTRY__ /* Clang 19's libraries have none of these, or crash where there is no object */
    VALUE(omp_get_interop_int, omp_interop_none, omp_ipr_vendor, NULL);
    VALUE(omp_get_interop_ptr, omp_interop_none, omp_ipr_device, NULL);
    VALUE(omp_get_interop_str, omp_interop_none, omp_ipr_vendor_name, NULL);
    VALUE(omp_get_interop_name, omp_interop_none, omp_ipr_vendor);
    VALUE(omp_get_interop_type_desc, omp_interop_none, omp_ipr_vendor);
    VALUE(omp_get_interop_rc_desc, omp_interop_none, omp_irc_success);
    VALUE(omp_target_is_accessible, &from, sizeof from, host);
#endif
    VALUE(omp_pause_resource, omp_pause_soft, host);
    VALUE(omp_pause_resource_all, omp_pause_soft);
    names[n] = "between two marks";
    return n;
}

static void count(pid_t child, int n)
{
    int status = 0, which = 0;
    long steps = -1; /* outside of marks */
    waitpid(child, &status, 0);
    ptrace(PTRACE_CONT, child, 0, 0);
    while (waitpid(child, &status, 0) > 0 && WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP) {
        struct user_regs_struct r;
        ptrace(PTRACE_GETREGS, child, 0, &r);
        /* a stop after a mark that ran, or at one that is next */
        if (steps >= 0 && (ptrace(PTRACE_PEEKTEXT, child, (void *)r.rip, 0) & 0xff) == 0xcc) {
            printf("%s %ld\n", which < n ? names[which] : "?", steps);
            which++;
            steps = -1;
            r.rip++;
            ptrace(PTRACE_SETREGS, child, 0, &r);
            ptrace(PTRACE_CONT, child, 0, 0);
            continue;
        }
        steps++;
        ptrace(PTRACE_SINGLESTEP, child, 0, 0);
    }
    if (which != n || !WIFEXITED(status))
        printf("stopped at %s, status %x\n", which <= n ? names[which] : "?", (unsigned)status);
    kill(child, SIGKILL);
}

int main(int argc, char **argv)
{
    int n = all(0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        unsetenv("OMP_TARGET_OFFLOAD");
        if (argc > 1 && !dlopen(argv[1], RTLD_NOW))
            puts(dlerror());
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        raise(SIGSTOP);
#ifdef WITH_LIBOMP
#pragma omp parallel num_threads(1)
        sink = omp_get_thread_num();
#endif
#ifndef __GANTRY__
        __tgt_rtl_init();
#endif
        all(1);
        _exit(0);
    }
    count(child, n);
    return 0;
}
