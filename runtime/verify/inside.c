/* inside.c: the calling thread runs a reference. Apart from quiet.c and asked.c, which are linked only where user code
 * calls what they take the place of. */
#include "verify.h"

_Thread_local bool gantry_quiet;
_Thread_local const char *gantry_asked_for;
