/* kept.c: functions of the C library that keep something between their calls, which threads share
 * (include/gantry_check_wraps.def). OpenMP wants them thread-safe (5.2, 1.3); these are not in glibc. Those with a lock
 * of their own (rand, random) and those that keep it for each thread (strerror) are. strtok: words.c. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "strands.h"

#define CALLER __builtin_return_address(0)
size_t __real_strlen(const char *s); /* calls from here are redirected, too */

static void changes(enum check_static what, const void *caller)
{
    if (check_is_program(caller)) /* the runtime's own calls are redirected, too */
        check_store(check_static(what), 1, caller);
}

static void given(const void *p, size_t n, const void *caller)
{
    if (p && check_is_program(caller))
        check_store((uintptr_t)p, n, caller);
}

static void looks(const void *p, size_t n, const void *caller)
{
    if (p && check_is_program(caller))
        check_read((uintptr_t)p, n, caller);
}

static void looks_at(const char *s, const void *caller) { looks(s, s ? __real_strlen(s) + 1 : 0, caller); }

/* LOOK, THEN: what it reads; what is known when it has been called */
#define KEEPS(RET, NAME, PARAMS, ARGS, WHAT, LOOK, THEN)                                                               \
    RET __real_##NAME PARAMS;                                                                                          \
    RET __wrap_##NAME PARAMS;                                                                                          \
    RET __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        LOOK;                                                                                                          \
        changes(WHAT, CALLER);                                                                                         \
        RET result = __real_##NAME ARGS;                                                                               \
        THEN;                                                                                                          \
        return result;                                                                                                 \
    }
#define TIME looks(t, sizeof *t, CALLER)
#define BROKEN_TIME given(result, sizeof *result, CALLER)
KEEPS(struct tm *, localtime, (const time_t *t), (t), CHECK_BROKEN_TIME, TIME, BROKEN_TIME)
KEEPS(struct tm *, gmtime, (const time_t *t), (t), CHECK_BROKEN_TIME, TIME, BROKEN_TIME)
KEEPS(char *, ctime, (const time_t *t), (t), CHECK_BROKEN_TIME, TIME, changes(CHECK_TIME_TEXT, CALLER))
KEEPS(char *, asctime, (const struct tm *t), (t), CHECK_TIME_TEXT, TIME, )
#define TEXTS looks_at(name, CALLER), looks_at(value, CALLER)
KEEPS(int, setenv, (const char *name, const char *value, int over), (name, value, over), CHECK_ENVIRONMENT, TEXTS, )
KEEPS(int, unsetenv, (const char *name), (name), CHECK_ENVIRONMENT, looks_at(name, CALLER), )
KEEPS(int, putenv, (char *text), (text), CHECK_ENVIRONMENT, looks_at(text, CALLER), )
KEEPS(double, drand48, (void), (), CHECK_RANDOM48, , )
KEEPS(long, lrand48, (void), (), CHECK_RANDOM48, , )
KEEPS(long, mrand48, (void), (), CHECK_RANDOM48, , )

void __real_srand48(long seed);
void __wrap_srand48(long seed);
void __wrap_srand48(long seed)
{
    changes(CHECK_RANDOM48, CALLER);
    __real_srand48(seed);
}

char *__real_getenv(const char *name);
char *__wrap_getenv(const char *name);
char *__wrap_getenv(const char *name)
{
    looks_at(name, CALLER);
    looks((const void *)check_static(CHECK_ENVIRONMENT), 1, CALLER);
    return __real_getenv(name);
}
