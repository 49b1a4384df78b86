/* numbers.c: functions of the C library that give a second result by a pointer, or change what it leads to
 * (include/gantry_check_wraps.def). Taken by programs that call one. */
#include <math.h>
#include <stdlib.h>

#include "check.h"

#define CALLER __builtin_return_address(0)

/* Stores to *P, if there is one */
#define GIVES(RET, NAME, PARAMS, ARGS, P)                                                                              \
    RET __real_##NAME PARAMS;                                                                                          \
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

int __real_rand_r(unsigned *seed);
int __wrap_rand_r(unsigned *seed);
int __wrap_rand_r(unsigned *seed)
{
    check_read((uintptr_t)seed, sizeof *seed, CALLER);
    int result = __real_rand_r(seed);
    check_store((uintptr_t)seed, sizeof *seed, CALLER);
    return result;
}
