/* jumping_clock.c: a monotonic clock that is not: every seventh reading lies a second before the others. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <time.h>

int clock_gettime(clockid_t id, struct timespec *t) {
    static int (*real)(clockid_t, struct timespec *);
    static int calls;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    int rc = real(id, t);
    if (__atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) % 7 == 0)
        t->tv_sec -= 1;
    return rc;
}
