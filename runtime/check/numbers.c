/* numbers.c: functions of the C library that give a second result by a pointer, or change what it leads to
 * (include/gantry_check_wraps.def). */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "strands.h"

#define CALLER __builtin_return_address(0)
size_t __real_strlen(const char *s); /* calls from here are redirected, too */

/* Stores to *P, if there is one */
#define GIVES(RET, NAME, PARAMS, ARGS, P)                                                                              \
    RET __real_##NAME PARAMS __attribute__((weak));                                                                    \
    RET __wrap_##NAME PARAMS;                                                                                          \
    RET __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        RET result = __real_##NAME ARGS;                                                                               \
        if (P)                                                                                                         \
            check_store((uintptr_t)(P), sizeof *(P), CALLER);                                                          \
        return result;                                                                                                 \
    }
GIVES(double, frexp, (double x, int *e), (x, e), e)
GIVES(float, frexpf, (float x, int *e), (x, e), e)
GIVES(double, modf, (double x, double *whole), (x, whole), whole)
GIVES(float, modff, (float x, float *whole), (x, whole), whole)
GIVES(long double, frexpl, (long double x, int *e), (x, e), e)
GIVES(long double, modfl, (long double x, long double *whole), (x, whole), whole)
GIVES(double, remquo, (double x, double y, int *part), (x, y, part), part)
GIVES(float, remquof, (float x, float y, int *part), (x, y, part), part)
GIVES(double, lgamma_r, (double x, int *sign), (x, sign), sign)
GIVES(float, lgammaf_r, (float x, int *sign), (x, sign), sign)

#define GIVES_TWO(NAME, TYPE)                                                                                          \
    void __real_##NAME(TYPE x, TYPE *s, TYPE *c) __attribute__((weak));                                                \
    void __wrap_##NAME(TYPE x, TYPE *s, TYPE *c);                                                                      \
    void __wrap_##NAME(TYPE x, TYPE *s, TYPE *c)                                                                       \
    {                                                                                                                  \
        __real_##NAME(x, s, c);                                                                                        \
        check_store((uintptr_t)s, sizeof *s, CALLER);                                                                  \
        check_store((uintptr_t)c, sizeof *c, CALLER);                                                                  \
    }
GIVES_TWO(sincos, double)
GIVES_TWO(sincosf, float)

/* The runtime's own calls of these are redirected, too, and are nobody's: it has locks of its own. */
static void looks(const void *p, uint64_t n, const void *caller)
{
    if (p && check_is_program(caller))
        check_read((uintptr_t)p, n, caller);
}

static void gives(const void *p, uint64_t n, const void *caller)
{
    if (p && check_is_program(caller))
        check_store((uintptr_t)p, n, caller);
}

/* Loads what it continues with from N bytes at P, and stores there */
#define GOES_ON(RET, NAME, PARAMS, ARGS, P, N)                                                                         \
    RET __real_##NAME PARAMS __attribute__((weak));                                                                    \
    RET __wrap_##NAME PARAMS;                                                                                          \
    RET __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        looks(P, N, CALLER);                                                                                           \
        RET result = __real_##NAME ARGS;                                                                               \
        gives(P, N, CALLER);                                                                                           \
        return result;                                                                                                 \
    }
enum { STATE48 = 3 * sizeof(unsigned short) };
GOES_ON(int, rand_r, (unsigned *seed), (seed), seed, sizeof *seed)
GOES_ON(double, erand48, (unsigned short state[3]), (state), state, STATE48)
GOES_ON(long, nrand48, (unsigned short state[3]), (state), state, STATE48)
GOES_ON(time_t, mktime, (struct tm * t), (t), t, sizeof *t) /* which it makes valid */
GOES_ON(time_t, timegm, (struct tm * t), (t), t, sizeof *t)
GOES_ON(long, jrand48, (unsigned short state[3]), (state), state, STATE48)

/* Looks at what LOOK says, stores N bytes to P, which depends on the result, and then what MORE says */
#define STORES(RET, NAME, PARAMS, ARGS, LOOK, P, N, MORE)                                                              \
    RET __real_##NAME PARAMS __attribute__((weak));                                                                    \
    RET __wrap_##NAME PARAMS;                                                                                          \
    RET __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        LOOK;                                                                                                          \
        RET result = __real_##NAME ARGS;                                                                               \
        gives(P, N, CALLER);                                                                                           \
        MORE;                                                                                                          \
        return result;                                                                                                 \
    }
#define STATE looks(d, sizeof *d, CALLER)
#define STATE_TOO gives(d, sizeof *d, CALLER)
STORES(int, drand48_r, (struct drand48_data * d, double *r), (d, r), STATE, r, sizeof *r, STATE_TOO)
STORES(int, lrand48_r, (struct drand48_data * d, long *r), (d, r), STATE, r, sizeof *r, STATE_TOO)
STORES(int, mrand48_r, (struct drand48_data * d, long *r), (d, r), STATE, r, sizeof *r, STATE_TOO)
STORES(int, random_r, (struct random_data * d, int32_t *r), (d, r), STATE, r, sizeof *r, STATE_TOO)
#define TIME looks(t, sizeof *t, CALLER)
STORES(struct tm *, localtime_r, (const time_t *t, struct tm *to), (t, to), TIME, result, sizeof *result, )
STORES(struct tm *, gmtime_r, (const time_t *t, struct tm *to), (t, to), TIME, result, sizeof *result, )
STORES(char *, ctime_r, (const time_t *t, char *to), (t, to), TIME, result, result ? __real_strlen(result) + 1 : 0, )
STORES(char *, asctime_r, (const struct tm *t, char *to), (t, to), TIME, result,
       result ? __real_strlen(result) + 1 : 0, )
STORES(size_t, strftime, (char *to, size_t room, const char *format, const struct tm *t), (to, room, format, t),
       looks(format, __real_strlen(format) + 1, CALLER);
       TIME, to, result ? result + 1 : 0, )
STORES(int, clock_gettime, (clockid_t clock, struct timespec *to), (clock, to), , to, result ? 0 : sizeof *to, )
STORES(int, gettimeofday, (struct timeval * to, void *zone), (to, zone), , to, result ? 0 : sizeof *to, )
STORES(time_t, time, (time_t *to), (to), , to, sizeof *to, )
