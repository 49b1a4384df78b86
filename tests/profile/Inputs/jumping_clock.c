/* jumping_clock.c: a monotonic clock that is not: every seventh reading lies a second before the others; or, as JUMP says, from the
 * 12th reading on it is an hour back, an hour ahead, or 0, or it stands still from the first. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int is(const char *how) { return getenv("JUMP") && strcmp(getenv("JUMP"), how) == 0; }

int clock_gettime(clockid_t id, struct timespec *t) {
    static int (*real)(clockid_t, struct timespec *);
    static struct timespec first;
    static int calls;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    int rc = real(id, t), n = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
    if (!getenv("JUMP") && n % 7 == 0)
        t->tv_sec -= 1;
    if (n > 12 && (is("back") || is("ahead")))
        t->tv_sec += is("back") ? -3600 : 3600;
    if (n > 12 && is("zero"))
        *t = (struct timespec){0, 0};
    if (is("still"))
        *t = first.tv_sec ? first : (first = *t);
    return rc;
}
