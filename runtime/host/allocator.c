/* allocator.c: allocators of uses_allocators clauses, and of allocate clauses in place. */
#include <stdio.h>
#include <stdlib.h>

#include "gantry_allocator.h"
#include "host.h"

/* ---- of the initial device: made by the host's OpenMP library or, where the program has none, the default allocator
 * ---- */
enum { DEFAULT_ALLOCATOR = 1 };

static unsigned long host_allocator(unsigned long space, int n, const void *traits)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    unsigned long a = libomp ? libomp->omp_init_allocator(space, n, traits) : 0;
    return a ? a : DEFAULT_ALLOCATOR;
}

unsigned long gantry_host_allocator(unsigned align)
{
    static _Atomic unsigned long made[64];
    _Atomic unsigned long *known = &made[__builtin_ctzl(align | 1ul << 63)];
    unsigned long a = atomic_load(known), none = 0;
    if (a)
        return a;
    const struct gantry_trait trait = {GANTRY_ATK_ALIGNMENT, align};
    a = host_allocator(0, 1, &trait);
    return atomic_compare_exchange_strong(known, &none, a) ? a : none;
}

/* ---- of any device ---- */
unsigned long gantry_allocator(const struct gantry_region *r, int dev, unsigned long space, int n, const void *traits)
{
    struct gantry_err err = {0};
    struct gantry_allocator a;
    uint64_t address = 0;
    if (dev < 0)
        return host_allocator(space, n, traits);
    struct gantry_dev *d = gantry_dev_get(dev, &err);
    if (!gantry_allocator_fill(&a, space, n, traits))
        gantry_failf(&r->loc, "uses_allocators: a memory space or trait that makes no sense");
    if (!d || gantry_dev_alloc(d, sizeof a, NULL, "an allocator", &r->loc, &address, &err) ||
        gantry_dev_to(d, address, &a, sizeof a, "an allocator", &r->loc, &err))
        gantry_fail(&r->loc, &err);
    return address;
}

void gantry_allocator_end(const struct gantry_region *r, int dev, unsigned long allocator)
{
    struct gantry_err err = {0};
    if (dev < 0) {
        const struct gantry_libomp *libomp = gantry_libomp();
        if (libomp && allocator != DEFAULT_ALLOCATOR)
            libomp->omp_destroy_allocator(allocator);
        return;
    }
    struct gantry_dev *d = gantry_dev_get(dev, &err);
    if (!d || gantry_dev_free(d, allocator, sizeof(struct gantry_allocator), "an allocator", &r->loc, &err))
        gantry_fail(&r->loc, &err);
}
