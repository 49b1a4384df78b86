/* kernel.h: a kernel of one thread per team as the generator writes them, for tests of the device link. */
#include "gantry_device.h"
#define MODE(name) extern const __gd_u32 name##__mode
#define ENTRY2(name, T1, T2) ENTRY2_(name, T1, T2)
#ifdef __GANTRY_EMULATED__
#define ENTRY2_(name, T1, T2)                                                                                \
    __attribute__((used)) void name##__entry(void **args)                                                    \
    {                                                                                                        \
        name(*(struct __gd_env *)args[0], *(T1 *)args[1], *(T2 *)args[2]);                                   \
    }
#else
#define ENTRY2_(name, T1, T2)
#endif
/* void name(double *x, long n) with a body(i, x) for the threads of all teams */
#define KERNEL(name, body)                                                                                   \
    MODE(name);                                                                                              \
    __GD_KERNEL name(struct __gd_env env, double *x, long n)                                                 \
    {                                                                                                        \
        if (!__gd_spmd_begin(&env, name##__mode, 1))                                                         \
            return;                                                                                          \
        struct __gd_loop l;                                                                                  \
        for (__gd_loop_begin(&l, __GD_SPMD_ALL, __GD_CYCLIC, n, 0, 1); __gd_loop_more(&l);                   \
             __gd_loop_next(&l, 1))                                                                          \
            for (__gd_u64 k = l.lo; k < l.hi; k += l.stride)                                                 \
                body(k, x);                                                                                  \
        __gd_spmd_end();                                                                                     \
    }                                                                                                        \
    ENTRY2(name, double *, long)
