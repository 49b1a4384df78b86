/* analysis/plan/share.c: which variables a parallel region captures, by value or by reference, and which of them must
 * be in team-shared memory because all its threads access them.
 * needs: calls, dataenv, and the rows of sharing of all passes.
 * sets: plan.captures of parallel regions, kernel.shared, dfunc.shared. */
#include "../analysis.h"

#include <string.h>

/* May r's threads get v's value instead of its address? They may when nothing in r stores to v or takes its address.
 * Arrays are not copied. */
static bool by_value(struct analysis *a, const struct region *r, const struct var *v)
{
    if (is_vla(v)) /* on the device it is a pointer, which never changes */
        return true;
    if ((sharing_of(r, v, ATTRS_REDUCED) && !reduces_pointee(r, v)) || sharing_of(r, v, ATTRS_LAST) ||
        v->type->kind == TYPE_ARRAY || v->type->is_volatile || v->type->is_atomic)
        return false;
    if (sharing_of(r, v, ATTR_FIRSTPRIVATE))
        return true;
    unsigned acc = access_shared_in(a->unit, r, r->stmt, v);
    unsigned stores = ACC_WRITE | ACC_ADDR | (v->type->kind == TYPE_RECORD ? ACC_ELEM_WRITE : 0);
    return !(acc & stores);
}

/* Several instances may have the same name: variables that shadow each other, private copies. Each has its own
 * field. */
const char *slot_field(struct arena *ar, const slot_list *l, const char *name)
{
    unsigned same = 1;
    for (size_t i = 0; i < l->n; i++)
        same += !strcmp(l->v[i].var->name, name);
    return same == 1 ? name : arena_printf(ar, "%s__%u", name, same);
}

static void share(struct analysis *a, struct kernel *k, const struct func *f, const struct var *v,
                  const struct region *owner)
{
    struct arena *ar = a->unit->arena;
    struct dfunc *d = k ? NULL : dfunc_of(a, f);
    if (slot_of(k, d, v, owner) || (owner && reduction_in_memory(owner, v)))
        return;
    if (is_vla(v))
        return; /* on the device a pointer to memory that all threads reach already */
    slot_list *l = k ? &k->shared : &d->shared;
    const char *field = slot_field(ar, l, v->name);
    vec_push(ar, l, (struct slot){v, owner, field, false});
    if (v->type->unnameable)
        diag(a->unit->diag, DIAG_ERROR, v->loc, "GN0505",
             "'%s' is shared by the threads of a parallel region and has a type that is declared in brackets: declare "
             "it in a statement of its own",
             v->name);
}

void share_in_frame(struct analysis *a, struct dfunc *d, const struct var *v, const struct region *owner)
{
    share(a, NULL, d->func, v, owner);
}

/* Does a construct inside r have firstprivate copies of r's instance of v? */
static bool copied_below(const struct region *r, const struct var *v)
{
    for (const struct region *c = r->child; c; c = c->sibling)
        if (sharing_of(c, v, ATTR_FIRSTPRIVATE) || (!var_private_in(c, v) && copied_below(c, v)))
            return true;
    return false;
}

static void capture_slice(struct analysis *a, const struct region *r, struct slice s)
{
    const struct unit *u = a->unit;
    struct plan *p = r->plan;
    for_each_in (ref, x, u, s) {
        const struct var *v = x->var;
        const struct region *owner = v ? owner_above(r, v) : NULL;
        if (!v || find_pcapture(p, v))
            continue;
        if (v->declare_target && !owner && !find_capture(p->kernel, v))
            continue; /* the device's own variable */
        if (slice_has(r->stmt, v->decl) && (!v->is_global || v->func))
            continue;
        if (v->is_global && !p->kernel && !v->func && !owner)
            continue; /* a device function names it directly: closure.c checks that it may */
        bool is_static = v->is_global && !p->kernel && !owner; /* a static variable of the device function itself */
        bool own_iv = is_loop_variable(r, region_depth(r), v);
        if ((own_iv && !sharing_of(r, v, ATTRS_LAST)) || sharing_of(r, v, ATTR_PRIVATE))
            continue;
        /* all uses inside are of private copies */
        bool used = access_shared_in(u, r, r->stmt, v) != 0 || !slice_has(r->stmt, x->off);
        if (!used && !copied_below(r, v))
            continue;
        bool value = !is_static && by_value(a, r, v);
        vec_push(u->arena, &p->captures, (struct pcapture){v, value, false});
        if (!value && !is_static && (owner || !captured_by_address(find_capture(p->kernel, v))) &&
            !thread_level(r->parent) && !p->called)
            share(a, p->kernel, r->func, v, owner);
    }
}

/* ---- addresses ----
 * The main thread may take the address of a variable and pass it to code with a parallel region. All threads must reach
 * the variable there, so it moves to team-shared memory too. */

/* Functions that are not defined in this file count as opening one. */
bool reaches_parallel(struct analysis *a, struct slice s) { return facts_in(a, ON_DEVICE, s) & HAS_PARALLEL; }

static bool in_simd_loop(const struct unit *u, uint32_t off)
{
    for (const struct region *r = unit_region_around(u, off); r; r = r->parent)
        if (r->plan && r->plan->leaves == LEAF_SIMD)
            return true;
    return false;
}

/* Gives slots to variables in s whose address is taken, if a parallel region may get it. */
static void share_escaping(struct analysis *a, struct kernel *k, const struct func *f, struct slice s)
{
    const struct unit *u = a->unit;
    if (!reaches_parallel(a, s))
        return;
    for_each_in (ref, x, u, s) {
        const struct var *v = x->var;
        if (!v || v->is_global || v->of_combiner || !(x->access & ACC_ADDR) || thread_level(v->declared_in))
            continue;
        if (!k && in_simd_loop(u, v->decl))
            continue; /* each of its lanes has one of its own */
        bool inside = slice_has(s, v->decl) || (!k && v->is_param && v->func == f);
        const struct region *owner = owner_at(u, x->off, v);
        if (owner && (thread_level(owner) || !(owner->plan->leaves & ~LEAF_SIMD)))
            continue; /* a private copy on the stack of one thread */
        if (owner || inside || (k && !captured_by_address(find_capture(k, v))))
            share(a, k, f, v, owner);
    }
}

struct capturing {
    struct analysis *a;
    struct plan *plan;
};
static void capture_length(void *ctx, const struct var *length)
{
    struct capturing *c = ctx;
    if (!find_pcapture(c->plan, length))
        vec_push(c->a->unit->arena, &c->plan->captures, (struct pcapture){.var = length, .by_value = true});
}

/* lanes.c and called.c call this for simd loops, too. These get no slots here, since they are inside a parallel
 * region. */
void capture_construct(struct analysis *a, const struct region *r)
{
    capture_slice(a, r, r->stmt);
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (is_evaluated_inside(c) || (a->options.check && c == lanes_condition(r)))
            capture_slice(a, r, c->expr);
    for_each_row (s, r, ATTRS_REDUCED | ATTRS_LAST | ATTR_FIRSTPRIVATE) {
        capture_slice(a, r, s->item->text);
        for (unsigned j = 0; j < s->item->nsections; j++) {
            capture_slice(a, r, s->item->sections[j].lower);
            capture_slice(a, r, s->item->sections[j].length);
        }
    }
    each_length_of_copies(a->unit, r, capture_length, &(struct capturing){a, r->plan});
}

/* Every GPU gives a team 48 KiB of shared memory, of which the device runtime needs a part: slots get 40 KiB, and what
 * exceeds that moves to the device's heap. */
static void keep_within_team_memory(struct kernel *k)
{
    int64_t left = 40 << 10;
    for (size_t i = 0; i < k->shared.n; i++) {
        int64_t size = k->shared.v[i].var->type->size;
        k->shared.v[i].far = size > left;
        left -= size > left ? 0 : size;
    }
}

void pass_share(struct analysis *a)
{
    const struct unit *u = a->unit;
    for_each_pointer (const struct region, r, u->regions)
        if (r->plan && (r->plan->leaves & LEAF_PARALLEL))
            capture_construct(a, r);
    for_each_pointer (struct kernel, k, a->kernels) {
        share_escaping(a, k, k->region->func, k->region->stmt);
        keep_within_team_memory(k);
    }
    for_each_pointer (struct dfunc, d, a->funcs)
        share_escaping(a, NULL, d->func, d->func->def);
}
