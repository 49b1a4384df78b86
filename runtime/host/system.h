/* system.h: calls of the system, as the C library makes them. For what is done once as a program begins or ends: a
 * function of the library that nothing else has called yet is looked for by the dynamic linker first, and that takes
 * longer than the call. */
#ifndef GANTRY_SYSTEM_H
#define GANTRY_SYSTEM_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/* -1, and errno is set: it failed */
static inline long system_call(long number, long a, long b, long c, long d)
{
    register long fourth __asm__("r10") = d;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth)
                     : "rcx", "r11", "memory");
    if (result >= 0 || result < -4095)
        return result;
    errno = (int)-result;
    return -1;
}

static inline int system_fstat(int fd, struct stat *st) { return (int)system_call(SYS_fstat, fd, (long)st, 0, 0); }
static inline int system_stat(const char *path, struct stat *st)
{
    return (int)system_call(SYS_stat, (long)path, (long)st, 0, 0);
}
static inline int system_fstatfs(int fd, struct statfs *in)
{
    return (int)system_call(SYS_fstatfs, fd, (long)in, 0, 0);
}
static inline int system_duplicate(int fd, int least)
{
    return (int)system_call(SYS_fcntl, fd, F_DUPFD_CLOEXEC, least, 0);
}
static inline int system_close(int fd) { return (int)system_call(SYS_close, fd, 0, 0, 0); }
static inline ssize_t system_write(int fd, const void *data, size_t n)
{
    return (ssize_t)system_call(SYS_write, fd, (long)data, (long)n, 0);
}
static inline int system_stack(const stack_t *ours, stack_t *now)
{
    return (int)system_call(SYS_sigaltstack, (long)ours, (long)now, 0, 0);
}

/* Sets of signals: a bit for each, from 1 on. Those that the C library keeps for itself are in none. */
static inline uint64_t system_signal(int sig) { return UINT64_C(1) << (sig - 1); }
enum { SYSTEM_OWN = 32, SYSTEM_FIRST_FREE = 34, SYSTEM_LAST = 64 };
static inline uint64_t system_block(uint64_t signals)
{
    const uint64_t own = system_signal(SYSTEM_OWN) | system_signal(SYSTEM_OWN + 1);
    uint64_t before = 0;
    signals &= ~own;
    system_call(SYS_rt_sigprocmask, SIG_BLOCK, (long)&signals, (long)&before, sizeof signals);
    return before;
}
static inline void system_unblock(uint64_t before) /* what system_block returned */
{
    system_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, sizeof before);
}
static inline uint64_t system_pending(void)
{
    uint64_t signals = 0;
    system_call(SYS_rt_sigpending, (long)&signals, sizeof signals, 0, 0);
    return signals;
}

#endif
