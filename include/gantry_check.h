/* gantry_check.h: golden runs by hand, for programs of any compiler (docs/golden.md). Link with -lgantry_check.
 *
 *     gantry_check_begin("step");
 *     gantry_check(u, GANTRY_F64, n, "u");      the n numbers at u, checkpoint "step/u"
 *     gantry_check_end();
 *
 *     $ GANTRY_GOLDEN=record:good.h5 ./program_as_it_was
 *     $ GANTRY_GOLDEN=compare:good.h5 ./program_as_it_is    # says what differs first; exit status 3
 *
 * Without GANTRY_GOLDEN nothing is done and 0 returned. All functions may be called by several threads at once; scopes
 * are each thread's own. A program that is to be built without the library defines GANTRY_CHECK_OFF. */
#ifndef GANTRY_CHECK_H
#define GANTRY_CHECK_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an element is. f: floating point, i: signed, u: unsigned, c: complex (real part, imaginary part), by bits */
enum gantry_check_type {
    GANTRY_F32,
    GANTRY_F64,
    GANTRY_F80, /* the x86's long double, in 16 bytes */
    GANTRY_I8,
    GANTRY_I16,
    GANTRY_I32,
    GANTRY_I64,
    GANTRY_U8,
    GANTRY_U16,
    GANTRY_U32,
    GANTRY_U64,
    GANTRY_C64,  /* two F32 */
    GANTRY_C128, /* two F64 */
    GANTRY_BOOL, /* one byte */
    GANTRY_BYTES /* anything; compared by bytes */
};

#ifndef GANTRY_CHECK_OFF
/* Records n elements at p, or compares them with the recording. name: what the program calls them, any text; the n-th
 * check of one name in one scope is compared with the n-th that was recorded.
 * Returns the number of elements that differ by more than the tolerances allow, as it printed; 0 while recording;
 * -1: it was not compared: the recording has no such checkpoint (said at the end), GANTRY_GOLDEN leaves it out, or type
 * or pointer are not valid (said at once). */
long gantry_check(const void *p, enum gantry_check_type type, size_t n, const char *name);

/* The same for an array of arrays, dims[0] the outermost, of which ndims (1 to 8) are given: reports name elements by
 * their indices, and the metric of `gantry golden diff --metric` knows layers. */
long gantry_check_array(const void *p, enum gantry_check_type type, const char *name, int ndims, const size_t *dims);

/* Checks until the matching end belong to this scope. They nest: "step", then "flux" makes "step/flux". */
void gantry_check_begin(const char *scope);
void gantry_check_end(void);
#else
#ifdef __GNUC__
#define GANTRY_CHECK_NOTHING static __inline__
#else
#define GANTRY_CHECK_NOTHING static
#endif
GANTRY_CHECK_NOTHING long gantry_check(const void *p, enum gantry_check_type type, size_t n, const char *name)
{
    return (void)p, (void)type, (void)n, (void)name, 0;
}
GANTRY_CHECK_NOTHING long gantry_check_array(const void *p, enum gantry_check_type type, const char *name, int ndims,
                                             const size_t *dims)
{
    return (void)p, (void)type, (void)name, (void)ndims, (void)dims, 0;
}
GANTRY_CHECK_NOTHING void gantry_check_begin(const char *scope) { (void)scope; }
GANTRY_CHECK_NOTHING void gantry_check_end(void) {}
#endif

#ifdef __cplusplus
}
#endif
#endif
