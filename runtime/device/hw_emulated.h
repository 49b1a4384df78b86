/* hw_emulated.h: the hardware primitives on the emulated GPU. See hw.h for what each does. */
#ifndef GANTRY_HW_EMULATED_H
#define GANTRY_HW_EMULATED_H

#ifndef GANTRY_HW_H
#error "include hw.h"
#endif

#include "gantry_emulated.h"

#define HW_SHARED _Thread_local
#define HW_SHARED_EXTERN extern _Thread_local

INLINE u32 hw_tid(void) { return __gd_emu_self->tid; }
INLINE u32 hw_ntid(void) { return __gd_emu_self->ntid; }
INLINE u32 hw_team(void) { return __gd_emu_self->team; }
INLINE u32 hw_nteams(void) { return __gd_emu_self->nteams; }
INLINE u32 hw_lane(void) { return __gd_emu_self->lane; }
INLINE u32 hw_width(void) { return __gd_emu_self->width; }
INLINE void *hw_dynamic_shared(void) { return (void *)__gd_emu_self->dynamic_shared; }

INLINE u64 hw_mask(u32 n) { return n >= 64 ? ~0ul : (1ul << n) - 1; }
INLINE u64 hw_whole_mask(u32 n) { return hw_mask(n); }

INLINE void hw_narrow(void *begin, void *p, u64 size) { __gd_emu_narrow(begin, p, size); }
INLINE void hw_name(void *begin, const char *name, const char *file, int line)
{
    __gd_emu_name(begin, name, file, line);
}

INLINE void hw_barrier_team(void) { __gd_emu_barrier(0, 0); }
INLINE void hw_barrier_team_together(void) { __gd_emu_barrier(0, 0); }
INLINE _Bool hw_barrier_team_elect(void) { return __gd_emu_elect(); }
INLINE void hw_barrier_team_release(_Bool elected)
{
    if (elected)
        __gd_emu_release();
}
INLINE void hw_barrier_region(u32 lanes) { __gd_emu_barrier(1, lanes); }
INLINE void hw_reconverge(u32 depth) { __gd_emu_reconverge(depth); }
INLINE u32 hw_turns(u32 size) { return size > 1 ? hw_width() / size : 1; }
INLINE void hw_warp_sync(u64 mask) { __gd_emu_warp_sync(mask); }
INLINE u64 hw_ballot(u64 mask, int p) { return __gd_emu_ballot(mask, p != 0); }
INLINE u64 hw_active(void) { return __gd_emu_active(); }

/* A lane whose value no other asks for may pass an uninitialised one. The empty asm hides that from the compiler, which
 * takes calls with undefined arguments for unreachable. */
INLINE u64 hw_shuffle(u64 mask, u64 value, u32 lane)
{
    __asm__("" : "+r"(value));
    return __gd_emu_shuffle(mask, value, lane);
}
INLINE u32 hw_shuffle32(u64 mask, u32 value, u32 lane) { return (u32)hw_shuffle(mask, value, lane); }
INLINE u64 hw_shuffle_down(u64 mask, u64 value, u32 distance, u32 n)
{
    u32 from = hw_lane() + distance;
    return hw_shuffle(mask, value, from < n ? from : hw_lane());
}
INLINE u32 hw_shuffle_down32(u64 mask, u32 value, u32 distance, u32 n)
{
    return (u32)hw_shuffle_down(mask, value, distance, n);
}

INLINE void hw_fence_team(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
INLINE void hw_fence_device(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
INLINE void hw_fence_system(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
INLINE u32 hw_load_acquire(const volatile u32 *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
INLINE void hw_store_release(volatile u32 *p, u32 v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }

INLINE void hw_wait_while(const volatile u32 *p, u32 v) { __gd_emu_wait_while(p, v); }
INLINE void hw_wake(const volatile u32 *p) { __gd_emu_wake(p); }
INLINE void hw_pause(u32 n)
{
    (void)n;
    __gd_emu_yield();
}
INLINE u64 hw_nanoseconds(void) { return __gd_emu_clock(); }
_Noreturn INLINE void hw_stop(const char *what, const char *file, int line) { __gd_emu_trap(what, file, line); }

#endif
