/* members.c: arrays that are members of structures and go to functions, in programs with -fcheck
 * (src/link/members_given.c). Between the call that gives one and the function that takes it nothing else is done. */
#include "emulated.h"

static struct __gd_emu_given *given_here(unsigned k)
{
    struct emu_lane *l = self();
    return l && k < EMU_GIVEN ? &l->worker->members[l->ids.tid][k] : NULL;
}

void __gd_emu_member_given(unsigned k, const volatile void *at, unsigned long long size, unsigned long long element,
                           const char *name)
{
    struct __gd_emu_given *g = given_here(k);
    if (g)
        *g = (struct __gd_emu_given){at, size, element, name};
}

void __gd_emu_member_taken(struct __gd_emu_given *to, unsigned k, const volatile void *at)
{
    struct __gd_emu_given *g = given_here(k);
    to->at = NULL;
    if (!g)
        return;
    if (g->at == at)
        *to = *g;
    g->at = NULL;
}

void __gd_emu_member_inside(const struct __gd_emu_given *g, const volatile void *p, unsigned long long size,
                            const struct __gd_emu_site *site)
{
    if (g->at && (size > g->size || (uintptr_t)p - (uintptr_t)g->at > g->size - size))
        __gd_emu_bad_member(p, size, g->at, g->size, g->element, g->name, site);
}
