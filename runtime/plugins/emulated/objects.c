/* objects.c: arrays and structures on the stacks of lanes, whose addresses go to functions, in programs with -fcheck
 * (src/link/objects_of_lanes.c); variables there whose blocks have ended (scopes.c). The records lie on the stacks,
 * too. */
#include "emulated.h"

static struct __gd_emu_object **objects_here(void)
{
    struct emu_lane *l = self();
    return l ? &l->worker->objects[l->ids.tid] : NULL;
}

/* at the place of another one that nobody has ended: code that is left by no return */
static void remove_from(struct __gd_emu_object **list, const struct __gd_emu_object *o)
{
    while (*list && *list != o)
        list = &(*list)->next;
    if (*list)
        *list = o->next;
}

void __gd_emu_object_begins(struct __gd_emu_object *o, const volatile void *p, unsigned long long size,
                            const char *name)
{
    enum { NUMBERS = 0x1fffffff };
    static atomic_uint numbers;
    struct __gd_emu_object **list = objects_here();
    if (!list)
        return;
    remove_from(list, o);
    *o = (struct __gd_emu_object){*list, p, size, name, (atomic_fetch_add(&numbers, 1) & NUMBERS) | __GD_EMU_OBJECT};
    *list = o;
}

void __gd_emu_object_ends(struct __gd_emu_object *o)
{
    struct __gd_emu_object **list = objects_here();
    if (list)
        remove_from(list, o);
}

/* Of a pointer to its end, too: bytes lie there that nobody uses. */
unsigned __gd_emu_object_block(const volatile void *p)
{
    struct __gd_emu_object **list = objects_here(), *o = list ? *list : NULL;
    while (o && (uintptr_t)p - (uintptr_t)o->at > o->size)
        o = o->next;
    return o ? o->number : 0;
}

const struct __gd_emu_object *emu_object_outside(const struct emu_lane *l, unsigned number, uint64_t addr, uint64_t n)
{
    const struct __gd_emu_object *o = l->worker->objects[l->ids.tid];
    while (o && o->number != number)
        o = o->next;
    bool inside = o && n <= o->size && addr - (uintptr_t)o->at <= o->size - n;
    return inside ? NULL : o;
}

/* ---- blocks that have ended ---- */
static struct __gd_emu_object **ended_here(void)
{
    struct emu_lane *l = self();
    return l ? &l->worker->gone[l->ids.tid] : NULL;
}

void __gd_emu_scope_ends(struct __gd_emu_object *o, const volatile void *p, unsigned long long size, const char *name)
{
    struct __gd_emu_object **list = ended_here();
    if (!list)
        return;
    remove_from(list, o);
    *o = (struct __gd_emu_object){*list, p, size, name, 0};
    *list = o;
}

void __gd_emu_scope_begins(struct __gd_emu_object *o)
{
    struct __gd_emu_object **list = ended_here();
    if (list)
        remove_from(list, o);
}

const struct __gd_emu_object *emu_scope_ended(const struct emu_lane *l, uint64_t addr, uint64_t n)
{
    const struct __gd_emu_object *o = l->worker->gone[l->ids.tid];
    while (o && !(addr < (uintptr_t)o->at + o->size && (uintptr_t)o->at < addr + n))
        o = o->next;
    return o;
}
