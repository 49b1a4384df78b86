/* __gd_split divides exactly, by all extents that a nest may have (include/gantry_generated.h). */
#include "check.h"

typedef unsigned __gd_u32;
typedef unsigned long __gd_u64;
#define __GD_INLINE static inline __attribute__((always_inline))
typedef void __gd_combine(void *into, const void *from);
static void __gd_frame_pop(void *shared, void *local) { (void)shared, (void)local; }
static void __gd_lane_stack_pop(void *shared, void *local) { (void)shared, (void)local; }
#include "gantry_generated.h"

static unsigned long state = 88172645463325252ul;
static unsigned long any(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static int bad;
static void one(unsigned long k, unsigned long n, unsigned long all)
{
    struct __gd_divider d = __gd_divider(n, all);
    unsigned long q = k, r = __gd_split(&q, &d);
    if ((q != k / n || r != k % n) && !bad++)
        fprintf(stderr, "%lu / %lu below %lu: %lu, %lu\n", k, n, all, q, r);
}

/* around the multiples of n, where a quotient one too small would show */
static void around(unsigned long n, unsigned long all)
{
    unsigned long top = (all - 1) / n;
    unsigned long q[] = {0, 1, 2, top / 2, top - 1, top, any() % (top + 1), any() % (top + 1)};
    for (int i = 0; i < 8; i++)
        for (int o = -1; o <= 1; o++) {
            unsigned long k = q[i] * n + (unsigned long)o;
            if (k < all)
                one(k, n, all);
        }
    one(all - 1, n, all);
    one(any() % all, n, all);
}

int main(void)
{
    for (unsigned long n = 1; n < 70000; n++) {
        around(n, 1ul << 32);
        around(n, (1ul << 32) - 1);
        around(n, ~0ul);
    }
    for (unsigned long n = 1; n <= 300; n++) /* every number */
        for (unsigned long k = 0; k < 5000; k++)
            one(k, n, 5000);
    for (int i = 0; i < 2000000; i++) {
        unsigned long n = any() >> (32 + i % 31);
        around(n ? n : 1, (1ul << 32) - 1);
        n = any() >> (i % 62);
        around(n ? n : 1, ~0ul);
        around(n ? n : 1, 1ul << 32 | n);
    }
    for (int b = 0; b < 64; b++)
        for (long o = -1; o <= 1; o++) {
            unsigned long n = (1ul << b) + (unsigned long)o;
            around(n ? n : 1, ~0ul);
            if (n < 1ul << 32)
                around(n ? n : 1, (1ul << 32) - 1);
        }
    (void)__gd_divider(0, 0); /* an empty nest has extents of 0 */
    CHECK(bad == 0);
    return CHECK_END;
}
