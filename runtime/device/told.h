/* told.h: what the device runtime tells about whose code runs, in emulated images of programs built with -fcheck: the
 * beginning and end of kernels and parallel regions, who asks for its number, locks and events. Nothing in all others.
 */
#ifndef GANTRY_TOLD_PRIV_H
#define GANTRY_TOLD_PRIV_H

#include "hw.h"

#ifdef __GANTRY_EMULATED__
#include "gantry_told.h"
extern const u32 __gd_tells; /* a constant of the device link */
#define IS_TOLD (__gd_tells != 0)
#define TELL(...)                                                                                                      \
    do {                                                                                                               \
        if (__gd_tells) {                                                                                              \
            __VA_ARGS__;                                                                                               \
        }                                                                                                              \
    } while (0)
/* A region on the calling lane alone: the team's, on its main thread, or one within that; `several`: for which the
 * program asks for more threads. */
INLINE void tell_alone_begins(_Bool several)
{
    struct __gd_emu_place *p = __gd_place();
    if (!p->threads) {
        __gd_tell_fork(0, 1);
        return;
    }
    p->nested++;
    p->several = p->several << 1 | several;
    p->asked &= ~(u32)__GD_EMU_GROUP;
    __gd_tell_nested_sync(p);
    if (several)
        __gd_emu_tell_nested();
}
INLINE void tell_alone_ends(void)
{
    struct __gd_emu_place *p = __gd_place();
    if (!p->nested) {
        __gd_tell_join();
        return;
    }
    __gd_tell_nested_sync(p);
    if (p->several & 1)
        __gd_emu_tell_nested_end();
    p->nested--;
    p->several >>= 1;
}
#else
#define IS_TOLD 0
#define TELL(...) ((void)0)
#endif

#endif
