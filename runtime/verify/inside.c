/* inside.c: whether the calling thread runs a reference. Not in quiet.c and asked.c, which are linked only where user
 * code calls the functions that they replace. */
#include "verify.h"

_Thread_local bool gantry_quiet;
_Thread_local const char *gantry_asked_for;

_Noreturn void gantry_verify_no_memory(void) { gantry_failf(NULL, "gantry verify: out of host memory"); }
