/* gantry_device_atomic.h: atomic accesses for generated device C; included by gantry_device.h only.
 *
 *   __GD_ATOMIC_READ(v, x)                        v = x
 *   __GD_ATOMIC_WRITE(x, e)                       x = e
 *   __GD_ATOMIC_UPDATE(x, old, expr)              x = expr, where expr names the value of x as `old`
 *   __GD_ATOMIC_CAPTURE_OLD(v, x, old, expr)      the same, and v = the value before
 *   __GD_ATOMIC_CAPTURE_NEW(v, x, old, expr)      the same, and v = the value after
 *   __GD_ATOMIC_EXCHANGE(v, x, e)                 v = x, x = e
 *   __GD_ATOMIC_ADD(x, e)                         x = x + e, by the hardware's own add where that is the same value
 *   __GD_ATOMIC_ADD_OLD(v, x, e)                  the same, and v = the value before
 *   __GD_ATOMIC_ADD_NEW(v, x, e)                  the same, and v = the value after
 *
 * Statements, each ended by the caller's semicolon. x is an lvalue of any scalar type (volatile and _Atomic too), of
 * which the address is taken once; e is evaluated once. expr may be evaluated several times: what has side effects in
 * it goes to a temporary first. Objects of 1, 2, 4 and 8 bytes use compare-and-swap where they are no sums, others
 * (double _Complex) a lock out of a table. All are relaxed; for acquire, release and seq_cst put __gd_flush() around
 * them.
 *
 * C11 atomics are not used: Clang 19 crashes on some of their orders for NVPTX and silently weakens others. */
#ifndef GANTRY_DEVICE_ATOMIC_H
#define GANTRY_DEVICE_ATOMIC_H

/* sync.c: the lock that guards the object at p; no other lock may be taken while it is held */
void __gd_atomic_lock(const volatile void *p);
void __gd_atomic_unlock(const volatile void *p);

/* Can the hardware do it? float _Complex and members of packed structs may lie where no word of their size does. */
#define __GD_WORD_(x)                                                                                                  \
    ((sizeof(x) == 1 || sizeof(x) == 2 || sizeof(x) == 4 || sizeof(x) == 8) && __alignof__(x) >= sizeof(x))

__GD_INLINE __gd_u64 __gd_word_load(const volatile void *p, __gd_u64 size)
{
    if (size == 8)
        return __atomic_load_n((const volatile unsigned long *)p, __ATOMIC_RELAXED);
    if (size == 4)
        return __atomic_load_n((const volatile unsigned int *)p, __ATOMIC_RELAXED);
    if (size == 2)
        return __atomic_load_n((const volatile unsigned short *)p, __ATOMIC_RELAXED);
    return __atomic_load_n((const volatile unsigned char *)p, __ATOMIC_RELAXED);
}

__GD_INLINE void __gd_word_store(volatile void *p, __gd_u64 size, __gd_u64 word)
{
    if (size == 8)
        __atomic_store_n((volatile unsigned long *)p, word, __ATOMIC_RELAXED);
    else if (size == 4)
        __atomic_store_n((volatile unsigned int *)p, (unsigned int)word, __ATOMIC_RELAXED);
    else if (size == 2)
        __atomic_store_n((volatile unsigned short *)p, (unsigned short)word, __ATOMIC_RELAXED);
    else
        __atomic_store_n((volatile unsigned char *)p, (unsigned char)word, __ATOMIC_RELAXED);
}

/* the value seen; the swap took place when it equals `was` */
__GD_INLINE __gd_u64 __gd_word_cas(volatile void *p, __gd_u64 size, __gd_u64 was, __gd_u64 word)
{
#define __GD_CAS_(T)                                                                                                   \
    do {                                                                                                               \
        T seen = (T)was;                                                                                               \
        __atomic_compare_exchange_n((volatile T *)p, &seen, (T)word, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);           \
        return seen;                                                                                                   \
    } while (0)
    if (size == 8)
        __GD_CAS_(unsigned long);
    if (size == 4)
        __GD_CAS_(unsigned int);
    if (size == 2)
        __GD_CAS_(unsigned short);
    __GD_CAS_(unsigned char);
#undef __GD_CAS_
}

__GD_INLINE __gd_u64 __gd_word_exchange(volatile void *p, __gd_u64 size, __gd_u64 word)
{
    if (size == 8)
        return __atomic_exchange_n((volatile unsigned long *)p, word, __ATOMIC_RELAXED);
    if (size == 4)
        return __atomic_exchange_n((volatile unsigned int *)p, (unsigned int)word, __ATOMIC_RELAXED);
    if (size == 2)
        return __atomic_exchange_n((volatile unsigned short *)p, (unsigned short)word, __ATOMIC_RELAXED);
    return __atomic_exchange_n((volatile unsigned char *)p, (unsigned char)word, __ATOMIC_RELAXED);
}

/* the value before */
__GD_INLINE __gd_u64 __gd_word_add(volatile void *p, __gd_u64 size, __gd_u64 word)
{
    if (size == 8)
        return __atomic_fetch_add((volatile unsigned long *)p, word, __ATOMIC_RELAXED);
    if (size == 4)
        return __atomic_fetch_add((volatile unsigned int *)p, (unsigned int)word, __ATOMIC_RELAXED);
    if (size == 2)
        return __atomic_fetch_add((volatile unsigned short *)p, (unsigned short)word, __ATOMIC_RELAXED);
    return __atomic_fetch_add((volatile unsigned char *)p, (unsigned char)word, __ATOMIC_RELAXED);
}

/* ---- pieces of the macros: the type without qualifiers, and its bits in a word ---- */
#define __GD_TYPE_(x) __typeof_unqual__(x)
#define __GD_MIN8_(size) ((size) < 8 ? (size) : 8)
#define __GD_TO_WORD_(word, value) __builtin_memcpy(&(word), &(value), __GD_MIN8_(sizeof(value)))
#define __GD_FROM_WORD_(value, word) __builtin_memcpy(&(value), &(word), __GD_MIN8_(sizeof(value)))
/* plain copies of the guarded object, while its lock is held */
#define __GD_GET_(value, p) __builtin_memcpy(&(value), (const void *)(p), sizeof(value))
#define __GD_PUT_(p, value) __builtin_memcpy((void *)(p), &(value), sizeof(value))

#define __GD_ATOMIC_READ(v, x)                                                                                         \
    do {                                                                                                               \
        const volatile void *__gd_p = &(x);                                                                            \
        __GD_TYPE_(x) __gd_value;                                                                                      \
        if (__GD_WORD_(x)) {                                                                                           \
            __gd_relax();                                                                                              \
            __gd_u64 __gd_word = __gd_word_load(__gd_p, sizeof(x));                                                    \
            __GD_FROM_WORD_(__gd_value, __gd_word);                                                                    \
        } else {                                                                                                       \
            __gd_atomic_lock(__gd_p);                                                                                  \
            __GD_GET_(__gd_value, __gd_p);                                                                             \
            __gd_atomic_unlock(__gd_p);                                                                                \
        }                                                                                                              \
        (v) = __gd_value;                                                                                              \
    } while (0)

#define __GD_ATOMIC_WRITE(x, e)                                                                                        \
    do {                                                                                                               \
        __GD_TYPE_(x) __gd_value = (e);                                                                                \
        volatile void *__gd_p = &(x);                                                                                  \
        if (__GD_WORD_(x)) {                                                                                           \
            __gd_u64 __gd_word = 0;                                                                                    \
            __GD_TO_WORD_(__gd_word, __gd_value);                                                                      \
            __gd_word_store(__gd_p, sizeof(x), __gd_word);                                                             \
        } else {                                                                                                       \
            __gd_atomic_lock(__gd_p);                                                                                  \
            __GD_PUT_(__gd_p, __gd_value);                                                                             \
            __gd_atomic_unlock(__gd_p);                                                                                \
        }                                                                                                              \
    } while (0)

/* Parts of the loops below: what x is at first, locked where it is no word; __gd_new into a word that still is
 * __gd_was, or once more with what it has become. */
#define __GD_FIRST_VALUE_(x, old)                                                                                      \
    if (__GD_WORD_(x)) {                                                                                               \
        __gd_was = __gd_word_load(__gd_p, sizeof(x));                                                                  \
    } else {                                                                                                           \
        __gd_atomic_lock(__gd_p);                                                                                      \
        __GD_GET_(old, __gd_p);                                                                                        \
    }
#define __GD_SWAP_OR_CONTINUE_(x)                                                                                      \
    __gd_word = 0;                                                                                                     \
    __GD_TO_WORD_(__gd_word, __gd_new);                                                                                \
    __gd_seen = __gd_word_cas(__gd_p, sizeof(x), __gd_was, __gd_word);                                                 \
    if (__gd_seen != __gd_was) {                                                                                       \
        __gd_was = __gd_seen;                                                                                          \
        continue;                                                                                                      \
    }

/* `then` is a statement that may use `old` and __gd_new */
#define __GD_ATOMIC_RMW_(x, old, expr, then)                                                                           \
    do {                                                                                                               \
        volatile void *__gd_p = &(x);                                                                                  \
        __gd_u64 __gd_was = 0, __gd_word, __gd_seen;                                                                   \
        __GD_TYPE_(x) old;                                                                                             \
        __GD_FIRST_VALUE_(x, old)                                                                                      \
        for (;;) {                                                                                                     \
            if (__GD_WORD_(x))                                                                                         \
                __GD_FROM_WORD_(old, __gd_was);                                                                        \
            __GD_TYPE_(x) __gd_new = (expr);                                                                           \
            if (__GD_WORD_(x)) {                                                                                       \
                __GD_SWAP_OR_CONTINUE_(x)                                                                              \
            } else {                                                                                                   \
                __GD_PUT_(__gd_p, __gd_new);                                                                           \
                __gd_atomic_unlock(__gd_p);                                                                            \
            }                                                                                                          \
            then;                                                                                                      \
            break;                                                                                                     \
        }                                                                                                              \
    } while (0)

#define __GD_ATOMIC_UPDATE(x, old, expr) __GD_ATOMIC_RMW_(x, old, expr, (void)0)
#define __GD_ATOMIC_CAPTURE_OLD(v, x, old, expr) __GD_ATOMIC_RMW_(x, old, expr, (v) = old)
#define __GD_ATOMIC_CAPTURE_NEW(v, x, old, expr) __GD_ATOMIC_RMW_(x, old, expr, (v) = __gd_new)

/* x gets `value` where `cond` (over __gd_old) holds; `then` may use __gd_old, __gd_new (x after it) and __gd_matched
 */
#define __GD_ATOMIC_COMPARE(x, cond, value, then)                                                                      \
    do {                                                                                                               \
        volatile void *__gd_p = &(x);                                                                                  \
        __gd_u64 __gd_was = 0, __gd_word, __gd_seen;                                                                   \
        __GD_TYPE_(x) __gd_old, __gd_new;                                                                              \
        _Bool __gd_matched;                                                                                            \
        __GD_FIRST_VALUE_(x, __gd_old)                                                                                 \
        for (;;) {                                                                                                     \
            if (__GD_WORD_(x))                                                                                         \
                __GD_FROM_WORD_(__gd_old, __gd_was);                                                                   \
            __gd_matched = cond;                                                                                       \
            __gd_new = __gd_old;                                                                                       \
            if (__gd_matched)                                                                                          \
                __gd_new = value;                                                                                      \
            if (!__GD_WORD_(x)) {                                                                                      \
                if (__gd_matched)                                                                                      \
                    __GD_PUT_(__gd_p, __gd_new);                                                                       \
                __gd_atomic_unlock(__gd_p);                                                                            \
            } else if (__gd_matched) {                                                                                 \
                __GD_SWAP_OR_CONTINUE_(x)                                                                              \
            } else {                                                                                                   \
                __gd_relax(); /* it may be the try of a waiting loop */                                                \
            }                                                                                                          \
            then;                                                                                                      \
            break;                                                                                                     \
        }                                                                                                              \
        (void)__gd_new, (void)__gd_matched;                                                                            \
    } while (0)

#define __GD_ATOMIC_EXCHANGE(v, x, e)                                                                                  \
    do {                                                                                                               \
        __GD_TYPE_(x) __gd_value = (e), __gd_before;                                                                   \
        volatile void *__gd_p = &(x);                                                                                  \
        if (__GD_WORD_(x)) {                                                                                           \
            __gd_u64 __gd_word = 0;                                                                                    \
            __GD_TO_WORD_(__gd_word, __gd_value);                                                                      \
            __gd_u64 __gd_seen = __gd_word_exchange(__gd_p, sizeof(x), __gd_word);                                     \
            if (__gd_seen == __gd_word)                                                                                \
                __gd_relax(); /* it may be the try of a waiting loop */                                                \
            __gd_word = __gd_seen;                                                                                     \
            __GD_FROM_WORD_(__gd_before, __gd_word);                                                                   \
        } else {                                                                                                       \
            __gd_atomic_lock(__gd_p);                                                                                  \
            __GD_GET_(__gd_before, __gd_p);                                                                            \
            __GD_PUT_(__gd_p, __gd_value);                                                                             \
            __gd_atomic_unlock(__gd_p);                                                                                \
        }                                                                                                              \
        (v) = __gd_before;                                                                                             \
    } while (0)

/* What kind of type an expression has, as a constant */
#define __GD_IS_INTEGER_(x)                                                                                            \
    _Generic((x),                                                                                                      \
        char: 1,                                                                                                       \
        signed char: 1,                                                                                                \
        unsigned char: 1,                                                                                              \
        short: 1,                                                                                                      \
        unsigned short: 1,                                                                                             \
        int: 1,                                                                                                        \
        unsigned int: 1,                                                                                               \
        long: 1,                                                                                                       \
        unsigned long: 1,                                                                                              \
        long long: 1,                                                                                                  \
        unsigned long long: 1,                                                                                         \
        default: 0)
#define __GD_IS_(x, T) _Generic((x), T: 1, default: 0)

/* the value `from` in a variable that has its type, where it is used: branches of other types must compile, too */
#define __GD_SAME_(to, from) __builtin_memcpy(&(to), &(from), sizeof(to) < sizeof(from) ? sizeof(to) : sizeof(from))

/* Adding is the hardware's where x + e is computed in x's own type, or wraps to it without loss. A bit-field has no
 * __typeof__, but what it is promoted to has: hence + 0. `then` is a statement that may use __gd_old and __gd_new. */
#define __GD_ATOMIC_ADD_(x, e, then)                                                                                   \
    do {                                                                                                               \
        __typeof__((e) + 0) __gd_e = (e);                                                                              \
        if (__GD_WORD_(x) && __GD_IS_INTEGER_(x) && __GD_IS_INTEGER_(__gd_e)) {                                        \
            __GD_TYPE_(x) __gd_old, __gd_new;                                                                          \
            __gd_u64 __gd_word = __gd_word_add(&(x), sizeof(x), (__gd_u64)__gd_e);                                     \
            __GD_FROM_WORD_(__gd_old, __gd_word);                                                                      \
            __gd_new = (__GD_TYPE_(x))((__gd_u64)__gd_old + (__gd_u64)__gd_e);                                         \
            (void)__gd_new;                                                                                            \
            then;                                                                                                      \
        } else if (__GD_WORD_(x) && __GD_IS_(x, float) && __GD_IS_((x) + __gd_e, float)) {                             \
            float __gd_was = __atomic_fetch_add((volatile float *)&(x), (float)__gd_e, __ATOMIC_RELAXED);              \
            float __gd_sum = __gd_was + (float)__gd_e;                                                                 \
            __GD_TYPE_(x) __gd_old, __gd_new;                                                                          \
            __GD_SAME_(__gd_old, __gd_was);                                                                            \
            __GD_SAME_(__gd_new, __gd_sum);                                                                            \
            then;                                                                                                      \
        } else if (__GD_WORD_(x) && __GD_IS_(x, double) && __GD_IS_((x) + __gd_e, double)) {                           \
            double __gd_was = __atomic_fetch_add((volatile double *)&(x), (double)__gd_e, __ATOMIC_RELAXED);           \
            double __gd_sum = __gd_was + (double)__gd_e;                                                               \
            __GD_TYPE_(x) __gd_old, __gd_new;                                                                          \
            __GD_SAME_(__gd_old, __gd_was);                                                                            \
            __GD_SAME_(__gd_new, __gd_sum);                                                                            \
            then;                                                                                                      \
        } else {                                                                                                       \
            __GD_ATOMIC_RMW_(x, __gd_old, __gd_old + __gd_e, then);                                                    \
        }                                                                                                              \
    } while (0)
#define __GD_ATOMIC_ADD(x, e) __GD_ATOMIC_ADD_(x, e, (void)0)
#define __GD_ATOMIC_ADD_OLD(v, x, e) __GD_ATOMIC_ADD_(x, e, (v) = __gd_old)
#define __GD_ATOMIC_ADD_NEW(v, x, e) __GD_ATOMIC_ADD_(x, e, (v) = __gd_new)

#endif
