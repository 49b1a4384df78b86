/* interop.c: objects of foreign runtimes (OpenMP 5.2, 18.12). None is ever made: every object is omp_interop_none, of
 * which the routines say that it is empty. */
#include "host.h"

enum { EMPTY = -1 }; /* omp_irc_empty */

static void nothing_there(int *code) {
    if (code)
        *code = EMPTY;
}

int gantry_interop_count(void *interop) {
    (void)interop;
    return 0;
}
intptr_t gantry_interop_int(void *interop, int property, int *code) {
    (void)interop, (void)property;
    nothing_there(code);
    return 0;
}
void *gantry_interop_ptr(void *interop, int property, int *code) {
    (void)interop, (void)property;
    nothing_there(code);
    return NULL;
}
const char *gantry_interop_str(void *interop, int property, int *code) {
    (void)interop, (void)property;
    nothing_there(code);
    return NULL;
}
const char *gantry_interop_none(void *interop, int what) {
    (void)interop, (void)what;
    return NULL;
}
