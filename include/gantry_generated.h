/* gantry_generated.h: small helpers that generated device C uses besides gantry_device.h. */
#ifndef GANTRY_GENERATED_H
#define GANTRY_GENERATED_H

/* Our code takes the address of variables that are shared between levels, which C forbids for `register` ones. */
#define register

/* Which alternative of a metadirective runs here: places are numbered as for __gantry_place_of in gantry_abi.h. */
#ifdef __NVPTX__
#define __gantry_here() 1
#else
#define __gantry_here() 2
#endif

/* parameter n of a kernel, of the type that follows, from the arguments of the emulated device */
#define __GD_ARGUMENT(n, ...)                                                                                          \
    ({                                                                                                                 \
        struct {                                                                                                       \
            __typeof__(__VA_ARGS__) v;                                                                                 \
        } __gd_argument;                                                                                               \
        __builtin_memcpy((void *)&__gd_argument, __gd_arguments[n], sizeof __gd_argument);                             \
        __gd_argument.v;                                                                                               \
    })

/* ---- several rounds of a loop behind one comparison (plan/rounds.c): of iterations from 0 to hi, at most 2^31, in
 * steps, those below the result have `rounds` - 1 more behind them. Only optimised code for GPUs gains by it. ---- */
/* What a kernel only reads, as the launch has found (plan/only_read.c): the device link makes loads by the result's
 * address loads of memory that nobody changes (src/link/only_read.c). */
#ifdef __NVPTX__
void *__gd_only_read(const void *p) __attribute__((const, nothrow));
#else
#define __gd_only_read(p) ((void *)(p))
#endif
#define __GD_UNROLL _Pragma("clang loop unroll(full)")
__GD_INLINE __gd_u32 __gd_full_rounds(__gd_u32 rounds, __gd_u64 hi, __gd_u32 step)
{
#if defined __NVPTX__ && defined __OPTIMIZE__ && !defined __OPTIMIZE_SIZE__
    __gd_u64 ahead = (__gd_u64)(rounds - 1) * step;
    return hi > ahead ? (__gd_u32)(hi - ahead) : 0;
#else
    (void)rounds, (void)hi, (void)step;
    return 0;
#endif
}

/* ---- from the number of an iteration to the places in the loops of its nest: docs/loop-order.md ----
 * Division of numbers below `all` by the extent n of a loop, by multiplication with an inverse that costs one division
 * before the loop, in 32 bits where `all` fits. The inverse is floor((2^w - 1) / n): floor(k * inverse / 2^w) is
 * floor(k / n) or one less for every k below 2^w. */
struct __gd_divider {
    __gd_u64 n, inverse;
    __gd_u32 inverse32;
    _Bool narrow; /* all fits 32 bits */
};
__GD_INLINE struct __gd_divider __gd_divider(__gd_u64 n, __gd_u64 all)
{
    struct __gd_divider d = {n, 0, 0, (all >> 32) == 0};
    if (!d.narrow)
        d.inverse = n ? ~(__gd_u64)0 / n : 0;
    else if ((__gd_u32)n)
        d.inverse32 = ~(__gd_u32)0 / (__gd_u32)n;
    return d;
}
/* the high half of a product: LLVM finds the instruction only where it sees that the factors are of 32 bits */
__GD_INLINE __gd_u32 __gd_high32(__gd_u32 a, __gd_u32 b)
{
#ifdef __NVPTX__
    return __nvvm_mulhi_ui(a, b);
#else
    return (__gd_u32)(((__gd_u64)a * b) >> 32);
#endif
}
/* the place *k % n in the loop; *k becomes the rest */
__GD_INLINE __gd_u64 __gd_split(__gd_u64 *k, const struct __gd_divider *d)
{
    __gd_u64 all = *k;
    if (__builtin_constant_p(d->n)) { /* compilers know better inverses of constants */
        *k = d->narrow ? (__gd_u32)all / (__gd_u32)d->n : all / d->n;
        return d->narrow ? (__gd_u32)all % (__gd_u32)d->n : all % d->n;
    }
    if (d->narrow) {
        __gd_u32 n = (__gd_u32)d->n, q = __gd_high32((__gd_u32)all, d->inverse32), rest = (__gd_u32)all - q * n;
        _Bool more = rest >= n;
        *k = q + more;
        return more ? rest - n : rest;
    }
    __gd_u64 q = (__gd_u64)(((unsigned __int128)all * d->inverse) >> 64), rest = all - q * d->n;
    _Bool more = rest >= d->n;
    *k = q + more;
    return more ? rest - d->n : rest;
}

/* A reduction over a single thread: its copies are the total. */
__GD_INLINE _Bool __gd_reduce_alone(void *data, __gd_u32 size, void (*f)(void *, const void *))
{
    (void)data, (void)size, (void)f;
    return 1;
}

/* p - back, where that may lie outside of what p points into: compilers must not follow */
__GD_INLINE void *__gd_shifted(void *p, __gd_u64 back)
{
    __gd_u64 at = (__gd_u64)p - back;
#ifdef __NVPTX__
    __asm__("" : "+l"(at));
#else
    __asm__("" : "+r"(at));
#endif
    return (void *)at;
}

struct __gd_part;
__GD_INLINE _Bool __gd_reduce_alone_parts(const struct __gd_part *p, __gd_u32 n, __gd_u32 room)
{
    (void)p, (void)n, (void)room;
    return 1;
}

/* Variables of a device function that its parallel regions share; popped on every way out. */
struct __gd_frame {
    void *shared, *local;
};
__GD_INLINE void __gd_frame_leave(struct __gd_frame *f) { __gd_frame_pop(f->shared, f->local); }
/* the same of those that only simd loops share */
__GD_INLINE void __gd_lane_stack_leave(struct __gd_frame *f) { __gd_lane_stack_pop(f->shared, f->local); }

#endif
