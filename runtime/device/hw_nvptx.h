/* hw_nvptx.h: the hardware primitives on NVIDIA GPUs (sm_70 and newer, PTX 6.3). See hw.h for what each does.
 */
#ifndef GANTRY_HW_NVPTX_H
#define GANTRY_HW_NVPTX_H

#ifndef GANTRY_HW_H
#error "include hw.h"
#endif

/* shared variables: HW_SHARED defines, HW_SHARED_EXTERN declares */
#define HW_SHARED __GD_SHARED
#define HW_SHARED_EXTERN extern __attribute__((address_space(3)))

INLINE u32 hw_tid(void) { return __nvvm_read_ptx_sreg_tid_x(); }
INLINE u32 hw_ntid(void) { return __nvvm_read_ptx_sreg_ntid_x(); }
INLINE u32 hw_team(void) { return __nvvm_read_ptx_sreg_ctaid_x(); }
INLINE u32 hw_nteams(void) { return __nvvm_read_ptx_sreg_nctaid_x(); }
INLINE u32 hw_lane(void) { return __nvvm_read_ptx_sreg_laneid(); }
INLINE u32 hw_width(void) { return __GD_WARP_NVIDIA; }

/* declared without a size: it begins after all other shared variables of the kernel */
extern __attribute__((address_space(3))) _Alignas(16) u8 __gd_dynamic_shared[];
INLINE void *hw_dynamic_shared(void) { return (void *)__gd_dynamic_shared; }
INLINE void hw_narrow(void *begin, void *p, u64 size) { (void)begin, (void)p, (void)size; }
INLINE void hw_name(void *begin, const char *name, const char *file, int line)
{
    (void)begin, (void)name, (void)file, (void)line;
}

INLINE u64 hw_mask(u32 n) { return n >= 32 ? 0xffffffffu : (1u << n) - 1; }
/* PTX waits for the lanes of a mask that have not ended, and a constant mask saves a dozen instructions. */
INLINE u64 hw_whole_mask(u32 n)
{
    (void)n;
    return 0xffffffffu;
}

/* Barrier 0 is the whole team's, barrier 1 a parallel region's; a number that is not constant would reserve
 * all 16. */
INLINE void hw_barrier_team(void) { __nvvm_barrier_sync(0); }
INLINE void hw_barrier_team_together(void) { __syncthreads(); }
INLINE _Bool hw_barrier_team_elect(void)
{
    __syncthreads();
    return hw_tid() == 0;
}
INLINE void hw_barrier_team_release(_Bool elected)
{
    (void)elected;
    __syncthreads();
}
INLINE void hw_barrier_region(u32 lanes) { __nvvm_barrier_sync_cnt(1, lanes); }
INLINE void hw_reconverge(u32 depth) { (void)depth; }
INLINE u32 hw_turns(u32 size) { return (void)size, 1; }
INLINE void hw_warp_sync(u64 mask) { __nvvm_bar_warp_sync((u32)mask); }
INLINE u64 hw_ballot(u64 mask, int p) { return (u32)__nvvm_vote_ballot_sync((u32)mask, p != 0); }
INLINE u64 hw_active(void) { return (u32)__nvvm_activemask(); }

INLINE u32 hw_shuffle32(u64 mask, u32 value, u32 lane)
{
    return (u32)__nvvm_shfl_sync_idx_i32((u32)mask, (int)value, (int)lane, 31);
}
INLINE u64 hw_shuffle(u64 mask, u64 value, u32 lane)
{
    u32 lo = hw_shuffle32(mask, (u32)value, lane);
    u32 hi = hw_shuffle32(mask, (u32)(value >> 32), lane);
    return lo | (u64)hi << 32;
}
INLINE u32 hw_shuffle_down32(u64 mask, u32 value, u32 distance, u32 n)
{
    (void)n;
    return (u32)__nvvm_shfl_sync_down_i32((u32)mask, (int)value, (int)distance, 31);
}
INLINE u64 hw_shuffle_down(u64 mask, u64 value, u32 distance, u32 n)
{
    u32 lo = hw_shuffle_down32(mask, (u32)value, distance, n);
    u32 hi = hw_shuffle_down32(mask, (u32)(value >> 32), distance, n);
    return lo | (u64)hi << 32;
}

INLINE void hw_fence_team(void) { __nvvm_membar_cta(); }
INLINE void hw_fence_device(void) { __nvvm_membar_gl(); }
INLINE void hw_fence_system(void) { __nvvm_membar_sys(); }
INLINE u32 hw_load_acquire(const volatile u32 *p)
{
    u32 v;
    __asm__ volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
INLINE void hw_store_release(volatile u32 *p, u32 v)
{
    __asm__ volatile("st.release.gpu.u32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
}

INLINE void hw_wait_while(const volatile u32 *p, u32 v)
{
    for (u32 n = 0; hw_load_acquire(p) == v; n++)
        __nvvm_nanosleep(n < 4 ? 0 : 64u);
}
INLINE void hw_wake(const volatile u32 *p) { (void)p; }
INLINE void hw_pause(u32 n) { __nvvm_nanosleep(n < 6 ? 32u << n : 2048u); }
INLINE u64 hw_nanoseconds(void) { return (u64)__nvvm_read_ptx_sreg_globaltimer(); }
_Noreturn INLINE void hw_stop(const char *what, const char *file, int line)
{
    (void)what, (void)file, (void)line;
    __asm__ volatile("trap;");
    __builtin_unreachable();
}

#endif
