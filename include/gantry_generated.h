/* gantry_generated.h: small helpers that generated device C uses besides gantry_device.h. */
#ifndef GANTRY_GENERATED_H
#define GANTRY_GENERATED_H

/* Division of a nest's numbers, all below `all`, by the extent n of one of its loops: by multiplication with an inverse
 * that costs one division in front of the loop, of 32 bits where `all` fits. The inverse is floor((2^w - 1) / n), so that
 * floor(k * inverse / 2^w) is floor(k / n) or one less for every k below 2^w. */
struct __gd_divider {
    __gd_u64 n, all, inverse;
};
__GD_INLINE struct __gd_divider __gd_divider(__gd_u64 n, __gd_u64 all)
{
    struct __gd_divider d = {n, all, 0};
    if ((all >> 32) == 0)
        d.inverse = (__gd_u32)n ? ~(__gd_u32)0 / (__gd_u32)n : 0;
    else
        d.inverse = n ? ~(__gd_u64)0 / n : 0;
    return d;
}
/* the place *k % n in the loop; *k becomes the rest */
__GD_INLINE __gd_u64 __gd_split(__gd_u64 *k, const struct __gd_divider *d)
{
    if (__builtin_constant_p(d->n)) { /* compilers know better inverses of constants */
        __gd_u64 all = *k;
        *k = all / d->n;
        return all % d->n;
    }
    if ((d->all >> 32) == 0) {
        __gd_u32 n = (__gd_u32)d->n, all = (__gd_u32)*k;
        __gd_u32 q = (__gd_u32)(((__gd_u64)all * (__gd_u32)d->inverse) >> 32), rest = all - q * n;
        _Bool more = rest >= n;
        *k = q + more;
        return more ? rest - n : rest;
    }
    __gd_u64 q = (__gd_u64)(((unsigned __int128)*k * d->inverse) >> 64), rest = *k - q * d->n;
    _Bool more = rest >= d->n;
    *k = q + more;
    return more ? rest - d->n : rest;
}

/* Variables of a device function that its parallel regions share; popped on every way out. */
struct __gd_frame {
    void *shared, *local;
};
__GD_INLINE void __gd_frame_leave(struct __gd_frame *f) { __gd_share_pop(f->shared, f->local); }

#endif
