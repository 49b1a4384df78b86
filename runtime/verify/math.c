/* math.c: mathematics in a reference. The device's library may give other last bits than the host's, by as many units
 * as gantry_math.def says: in the runs that find out how far results may be apart, each value is moved by up to that.
 */
#include <math.h>

#include "verify.h"

/* Named by the link (-Wl,--wrap=): to the program's own function, and what its calls become. */
#define MATH(NAME, ARGUMENTS, UNITS) MATH##ARGUMENTS(NAME, UNITS)
#define MATH1(NAME, UNITS)                                                                                             \
    MATH_OF(double, NAME, (double x), (x), UNITS, 0x1p-53)                                                             \
    MATH_OF(float, NAME##f, (float x), (x), UNITS, 0x1p-24)
#define MATH2(NAME, UNITS)                                                                                             \
    MATH_OF(double, NAME, (double x, double y), (x, y), UNITS, 0x1p-53)                                                \
    MATH_OF(float, NAME##f, (float x, float y), (x, y), UNITS, 0x1p-24)
#define MATH_OF(TYPE, NAME, PARAMETERS, ARGUMENTS, UNITS, ROUNDOFF)                                                    \
    TYPE __real_##NAME PARAMETERS;                                                                                     \
    TYPE __wrap_##NAME PARAMETERS;                                                                                     \
    TYPE __wrap_##NAME PARAMETERS                                                                                      \
    {                                                                                                                  \
        TYPE value = __real_##NAME ARGUMENTS;                                                                          \
        double off = gantry_quiet && isfinite(value) ? __gantry_rounding(value, 2 * (UNITS), ROUNDOFF) : 0;            \
        return off != 0 ? (TYPE)(value + off) : value; /* zero keeps its sign */                                       \
    }
#include "gantry_math.def"
