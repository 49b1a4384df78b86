/* gantry_allocator.h: an allocator on a device, made alike by device and host runtime (OpenMP 5.2, 6.2). Its handle is
 * its device address; handles of predefined allocators are small numbers. Freestanding. */
#ifndef GANTRY_ALLOCATOR_H
#define GANTRY_ALLOCATOR_H

/* omp_alloctrait_key_t and omp_alloctrait_value_t of omp.h */
enum { GANTRY_MEMORY_SPACES = 5 };
enum {
    GANTRY_ATK_SYNC_HINT = 1,
    GANTRY_ATK_ALIGNMENT,
    GANTRY_ATK_ACCESS,
    GANTRY_ATK_POOL_SIZE,
    GANTRY_ATK_FALLBACK,
    GANTRY_ATK_FB_DATA,
    GANTRY_ATK_PINNED,
    GANTRY_ATK_PARTITION
};
enum {
    GANTRY_ATV_TRUE = 1,
    GANTRY_ATV_CONTENDED = 3,
    GANTRY_ATV_PRIVATE = 6,
    GANTRY_ATV_ALL,
    GANTRY_ATV_THREAD,
    GANTRY_ATV_PTEAM,
    GANTRY_ATV_CGROUP,
    GANTRY_ATV_DEFAULT_MEM_FB,
    GANTRY_ATV_NULL_FB,
    GANTRY_ATV_ABORT_FB,
    GANTRY_ATV_ALLOCATOR_FB,
    GANTRY_ATV_ENVIRONMENT,
    GANTRY_ATV_INTERLEAVED = 18
};
struct gantry_trait { /* omp_alloctrait_t */
    int key;
    unsigned long value; /* all ones: omp_atv_default */
};
struct gantry_allocator {
    unsigned long alignment, pool_size /* bytes; all ones: no bound */, fb_data;
    unsigned space, access, fallback;
    unsigned long used; /* bytes of pool_size in use */
};
_Static_assert(sizeof(struct gantry_trait) == 16, "bump GANTRY_ABI_VERSION");
_Static_assert(sizeof(struct gantry_allocator) == 48, "bump GANTRY_ABI_VERSION");

/* Stores one trait. false: an unknown key, or a value that it cannot have. */
static inline _Bool gantry_allocator_trait(struct gantry_allocator *a, const struct gantry_trait *t)
{
    _Bool by_default = t->value == ~0ul;
    switch (t->key) {
    case GANTRY_ATK_ALIGNMENT:
        a->alignment = by_default ? 1 : t->value;
        return a->alignment && !(a->alignment & (a->alignment - 1));
    case GANTRY_ATK_ACCESS:
        a->access = by_default ? GANTRY_ATV_ALL : (unsigned)t->value;
        return a->access >= GANTRY_ATV_ALL && a->access <= GANTRY_ATV_CGROUP;
    case GANTRY_ATK_POOL_SIZE:
        a->pool_size = t->value;
        return 1;
    case GANTRY_ATK_FALLBACK:
        a->fallback = by_default ? GANTRY_ATV_DEFAULT_MEM_FB : (unsigned)t->value;
        return a->fallback >= GANTRY_ATV_DEFAULT_MEM_FB && a->fallback <= GANTRY_ATV_ALLOCATOR_FB;
    case GANTRY_ATK_FB_DATA:
        a->fb_data = t->value;
        return 1;
    case GANTRY_ATK_PINNED:
        return by_default || t->value <= GANTRY_ATV_TRUE;
    case GANTRY_ATK_SYNC_HINT:
        return by_default || (t->value >= GANTRY_ATV_CONTENDED && t->value <= GANTRY_ATV_PRIVATE);
    case GANTRY_ATK_PARTITION:
        return by_default || (t->value >= GANTRY_ATV_ENVIRONMENT && t->value <= GANTRY_ATV_INTERLEAVED);
    default:
        return 0;
    }
}

/* false: there is no such memory space, or a trait that makes no sense */
static inline _Bool gantry_allocator_fill(struct gantry_allocator *a, unsigned long space, int n,
                                          const struct gantry_trait *traits)
{
    *a = (struct gantry_allocator){.alignment = 1,
                                   .pool_size = ~0ul,
                                   .space = (unsigned)space,
                                   .access = GANTRY_ATV_ALL,
                                   .fallback = GANTRY_ATV_DEFAULT_MEM_FB};
    if (space >= GANTRY_MEMORY_SPACES)
        return 0;
    for (int i = 0; i < n; i++)
        if (!gantry_allocator_trait(a, &traits[i]))
            return 0;
    return a->fallback != GANTRY_ATV_ALLOCATOR_FB || a->fb_data;
}

#endif
