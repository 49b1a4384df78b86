/* check.h: assertions of the device runtime. Emulated images that are linked with --check-runtime have the device
 * runtime built with GANTRY_CHECK_RUNTIME, in which an assertion that does not hold stops the kernel with its place,
 * the lane and the region; everywhere else ASSERT is nothing. tests/device/checks_test.c has a broken caller for each
 * kind. */
#ifndef GANTRY_CHECK_H
#define GANTRY_CHECK_H

#include "state.h"
#include "told.h"

#if defined(GANTRY_CHECK_RUNTIME)
#define ASSERT(condition)                                                                                              \
    ((condition) ? (void)0 : hw_stop("the device runtime asserts: " #condition, __FILE__, __LINE__))
HW_SHARED_EXTERN u32 __gd_begun; /* the mode word of the team's kernel, and a mark that it has begun */
enum { KERNEL_BEGUN = 0x6b656200, ANY_FLAG = TASK_EXPLICIT | TASK_FINAL | TASK_CANCELLED };

INLINE void kernel_begins(u32 mode) { __gd_begun = KERNEL_BEGUN | mode; }
INLINE _Bool kernel_has_begun(void) { return (__gd_begun & ~(u32)(__GD_MODE_MASK | __GD_NEEDS_STATE)) == KERNEL_BEGUN; }
/* What gantry_device.h marks [state] may be called: somebody has written the team's state. */
INLINE _Bool state_is_there(void)
{
    return kernel_has_begun() && ((__gd_begun & __GD_NEEDS_STATE) || (__gd_begun & __GD_MODE_MASK) == __GD_GENERIC);
}
INLINE _Bool is_mode_word(u32 mode)
{
    return mode <= (__GD_SERIAL | __GD_NEEDS_STATE) && (mode & __GD_MODE_MASK) <= __GD_SERIAL;
}
INLINE _Bool is_crew_word(u32 crew)
{
    u32 size = crew & __GD_SIZE_MASK, leaders = crew & __GD_LEADERS;
    return size && !(size & (size - 1)) && size <= hw_width() &&
           !(crew & ~(u32)(__GD_SIZE_MASK | __GD_LEADERS) & ((1u << __GD_LANE_STACK_SHIFT) - 1)) &&
           (leaders || !(crew >> __GD_LANE_STACK_SHIFT));
}
INLINE _Bool is_main_thread(void) { return TEAM->mode != __GD_GENERIC || hw_tid() == main_lane(); }
INLINE _Bool is_aligned(const volatile void *p) { return p && (u64)p % __GD_SPACE_ALIGN == 0; }
INLINE _Bool is_task_word(u64 outer) { return !(outer & ((1u << TASK_FLAG_BITS) - 1) & ~(u64)ANY_FLAG); }
/* the lane is in no nested region and no task: so at the end of a kernel, and between two regions */
INLINE _Bool lane_is_back(void) { return !depth() && !(*task_flags() & ~TASK_CANCELLED); }
#else
#define ASSERT(condition) ((void)0)
INLINE void kernel_begins(u32 mode) { (void)mode; }
#endif

#endif
