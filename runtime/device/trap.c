/* trap.c: the end of a kernel that cannot go on. */
#include "state.h"

int printf(const char *format, ...);

_Noreturn void __gd_trap(const char *what, const char *file, int line)
{
#if defined(__NVPTX__)
    if (file)
        printf("gantry: device error: %s (%s:%d, team %u, lane %u)\n", what, file, line, hw_team(), hw_tid());
    else
        printf("gantry: device error: %s (team %u, lane %u)\n", what, hw_team(), hw_tid());
#endif
    hw_stop(what, file, line);
}

void __gd_warn(const char *what, const char *file, int line)
{
    printf("gantry: device warning: %s (%s:%d)\n", what, file, line);
}

/* assert */
_Noreturn void __assert_fail(const char *what, const char *file, unsigned line, const char *function)
{
#if defined(__NVPTX__)
    printf("%s:%u: %s: Assertion `%s' failed. (team %u, lane %u)\n", file, line, function, what, hw_team(), hw_tid());
    hw_stop(what, file, (int)line);
#else
    static const char prefix[] = "assertion failed: ";
    static HW_SHARED char text[256]; /* without the function's name: the report gives the lane's place */
    u32 n = 0;
    (void)function;
    for (; n < sizeof prefix - 1; n++)
        text[n] = prefix[n];
    for (u32 i = 0; what[i] && n < sizeof text - 1; i++)
        text[n++] = what[i];
    text[n] = 0;
    hw_stop(text, file, (int)line);
#endif
}

_Noreturn void abort(void) { __gd_trap("abort() was called", 0, 0); }
