/* told.h: what the device runtime tells about whose code runs, in emulated images of programs built with -fcheck: the
 * beginning and end of kernels and parallel regions, who asks for its number, locks and events. Nothing in all others.
 */
#ifndef GANTRY_TOLD_PRIV_H
#define GANTRY_TOLD_PRIV_H

#include "hw.h"

#ifdef __GANTRY_EMULATED__
#include "gantry_told.h"
extern const u32 __gd_tells; /* a constant of the device link */
#define TELL(...)                                                                                                      \
    do {                                                                                                               \
        if (__gd_tells) {                                                                                              \
            __VA_ARGS__;                                                                                               \
        }                                                                                                              \
    } while (0)
/* A region on the calling lane alone: the team's, on its main thread, or one within that. */
INLINE void tell_alone_begins(void)
{
    if (__gd_emu_self->place->threads)
        __gd_place()->nested++;
    else
        __gd_tell_fork(0, 1);
}
INLINE void tell_alone_ends(void)
{
    if (__gd_emu_self->place->nested)
        __gd_place()->nested--;
    else
        __gd_tell_join();
}
#else
#define TELL(...) ((void)0)
#endif

#endif
