/* gantry_generated.h: small helpers that generated device C uses besides gantry_device.h. */
#ifndef GANTRY_GENERATED_H
#define GANTRY_GENERATED_H

/* What crosses between levels has its address taken, by our code. */
#define register

/* The place *k % n of the innermost of collapsed loops; *k becomes the rest. 32-bit division where both fit: a 64-bit
 * one costs a hundred instructions on a GPU. */
__GD_INLINE __gd_u64 __gd_split(__gd_u64 *k, __gd_u64 n)
{
    __gd_u64 all = *k;
    if (((all | n) >> 32) == 0) {
        *k = (__gd_u32)all / (__gd_u32)n;
        return (__gd_u32)all % (__gd_u32)n;
    }
    *k = all / n;
    return all % n;
}

/* Of one thread's copies, which are the total. */
__GD_INLINE _Bool __gd_reduce_alone(void *data, __gd_u32 size, __gd_combine *f)
{
    (void)data, (void)size, (void)f;
    return 1;
}

/* Variables of a device function that its parallel regions share; popped on every way out. */
struct __gd_frame {
    void *shared, *local;
};
__GD_INLINE void __gd_frame_leave(struct __gd_frame *f) { __gd_share_pop(f->shared, f->local); }

#endif
