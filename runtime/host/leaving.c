/* leaving.c: _exit and _Exit, which run nothing of the program's: files of counters are written first. The link
 * redirects the calls (include/gantry_ending_wraps.def); with -fverify to runtime/verify/leave.c. */
#include "host.h"

_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
_Noreturn void __wrap__Exit(int status);

/* A handler of signals may have called it. */
_Noreturn void __wrap__exit(int status)
{
    gantry_end_anywhere();
    __real__exit(status);
}

_Noreturn void __wrap__Exit(int status) { __wrap__exit(status); }
