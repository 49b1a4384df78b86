/* advise/hoist.c: data that regions in a loop of the host map in each turn, though it could stay on the device: a
 * `target data` around the loop, and `target update` where the host uses it in between. It is proposed where all uses
 * are seen: the device's copy is then what the host's was, and no region stores to what it does not send back. */
#include "advise.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

enum { FEW_TURNS = 2, SMALL = 128 }; /* loops and sizes that are no matter */

struct sync { /* a statement of the host that uses the data */
    const struct node *at;
    unsigned use;
    bool at_times; /* on a condition */
};
struct kept { /* data that could stay */
    const struct var *var;
    const char *item;
    const struct region *by; /* the first region that maps it */
    unsigned ways;           /* MAPMOD_TO, MAPMOD_FROM: of all regions */
    unsigned copies;         /* in a turn, now */
    unsigned regions;        /* in a turn */
    bool stored;             /* regions may store to it */
    bool own;                /* nothing else leads to its memory */
    VEC(struct sync) syncs;
};
typedef VEC(struct kept) kept_list;

/* ---- the loop ---- */

static double turns_of(const struct node *loop)
{
    struct loop l = {0};
    uint64_t trip = loop->kind == NODE_FOR && !loop_read_header(&l, loop) ? loop_trip(&l) : 0;
    return trip_or_guess(trip);
}

/* The loop of the host around n; NULL: there is none. Data constructs may stand in between. */
static const struct node *host_loop(const struct node *n)
{
    for (n = n->parent; n && !is_loop_statement(n); n = n->parent)
        if (n->kind == NODE_CONSTRUCT && n->region->dir != DIR_TARGET_DATA)
            return NULL;
    return n;
}

/* ---- maps of one region ---- */

/* Do the variables of a section mean the same in each turn, and in front of the loop? */
static bool is_stable(struct advice *ad, const struct item *it, const struct node *loop)
{
    const struct unit *u = ad->a->unit;
    for (unsigned i = 0; i < it->nsections; i++) {
        const struct slice parts[] = {it->sections[i].lower, it->sections[i].length, it->sections[i].stride};
        if (given(parts[2]) || !it->sections[i].has_colon)
            return false;
        for (size_t j = 0; j < 2; j++)
            for_each_in (ref, x, u, parts[j])
                if (!x->var || x->access & ~ACC_READ || slice_has(loop->at, x->var->decl) || x->var->addr_taken ||
                    (x->var->is_global && !x->var->type->is_const && call_first(u, loop->at)) ||
                    access_in(u, loop->at, x->var) & (ACC_WRITE | ACC_ADDR))
                    return false;
    }
    return true;
}

/* The text of the list item that stands for m around the loop; NULL: it cannot stand there */
static const char *item_of(struct advice *ad, const struct mapping *m, const struct node *loop)
{
    const struct var *v = m->var;
    bool array = type_is_array(v->type) && !v->is_param;
    if (m->part != PART_ITEM || m->mapper || (m->flags & (GANTRY_MAP_LOOKUP | GANTRY_MAP_ALWAYS | GANTRY_MAP_DELETE)))
        return NULL;
    if (!m->item)
        return array ? v->name : NULL;
    const struct clause *c = m->clause;
    if (!c || c->kind != CLAUSE_MAP || c->user_op || c->iterators.n ||
        (c->modifiers & ~(unsigned)(MAPMOD_TO | MAPMOD_FROM | MAPMOD_ALLOC)) || !m->item->is_name)
        return NULL;
    return array ? v->name : m->item->nsections && is_stable(ad, m->item, loop) ? m->item->written : NULL;
}

static int64_t size_of(const struct mapping *m)
{
    const struct var *v = m->var;
    if (type_is_array(v->type))
        return v->type->size;
    const struct section *s = m->item->nsections == 1 ? m->item->sections : NULL;
    return s && s->length_const && v->type->elem ? s->length_value * v->type->elem->size : -1;
}

/* Does one thread of the host come to it, in order? */
static bool is_in_order(const struct region *r)
{
    for (r = r->parent; r; r = r->parent)
        if (r->dir != DIR_TARGET_DATA)
            return false;
    return true;
}

static bool has_clause(const struct region *r)
{
    static const enum clause_kind kinds[] = {CLAUSE_NOWAIT, CLAUSE_DEPEND, CLAUSE_DEVICE, CLAUSE_IN_REDUCTION};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (region_clause(r, kinds[i]))
            return true;
    return region_if(r, LEAF_TARGET) || (r->dir == DIR_TARGET_DATA && region_clause(r, CLAUSE_IF));
}

/* May code of the region store to what v leads to? */
static bool stores_to(struct advice *ad, const struct region *r, const struct var *v)
{
    for_each_in (ref, x, ad->a->unit, r->stmt)
        if (x->var == v && host_use_of(ad->a, x) & (USE_WRITE | USE_UNKNOWN))
            return true;
    return false;
}

/* How a data construct of the loop around r maps the variable; NULL: none does */
static const struct mapping *mapped_around(struct advice *ad, const struct region *r, const struct var *v,
                                           const struct node *loop)
{
    for (r = r->parent; r && slice_has(loop->at, r->pragma_at.begin); r = r->parent)
        for_each (const struct mapping, m, *maps_of(ad->a, r))
            if (m->var == v)
                return m;
    return NULL;
}

/* Adds what region r maps of k->var; false: it cannot stay on the device. */
static bool add_maps(struct advice *ad, struct kept *k, const struct region *r, const struct node *loop)
{
    const struct mapping *found = NULL;
    const mapping_list *maps = maps_of(ad->a, r);
    for_each (const struct mapping, m, *maps) {
        if (m->var != k->var)
            continue;
        if (found)
            return false;
        found = m;
    }
    if (!found)
        return !unit_ref_to(ad->a->unit, region_text(r), k->var);
    const struct mapping *around = mapped_around(ad, r, k->var, loop);
    bool stores = (r->leaves & LEAF_TARGET) && stores_to(ad, r, k->var);
    k->stored |= stores;
    k->regions += (r->leaves & LEAF_TARGET) != 0;
    if (stores && !((around ? around : found)->flags & GANTRY_MAP_FROM))
        return false;
    if (around && found->flags & GANTRY_MAP_LOOKUP)
        return !has_clause(r);
    const char *item = item_of(ad, found, loop);
    if (!item || (k->item && strcmp(item, k->item)) || has_clause(r) || (size_of(found) >= 0 && size_of(found) < SMALL))
        return false;
    k->by = k->item ? k->by : r;
    k->item = item;
    if (around)
        return true;
    if (found->flags & GANTRY_MAP_TO) {
        k->ways |= MAPMOD_TO;
        k->copies++;
    }
    if (found->flags & GANTRY_MAP_FROM) {
        k->ways |= MAPMOD_FROM;
        k->copies++;
    }
    return true;
}

/* ---- uses of the host ---- */

/* What stands in front of `case` is never run. */
static bool is_label(const struct node *n)
{
    return n->kind == NODE_CASE || n->kind == NODE_DEFAULT || n->kind == NODE_LABEL;
}

static bool stays_inside(const struct node *n) { return n->kind == NODE_COMPOUND || n->kind == NODE_IF; }

/* The statement in front of which, and after which, updates for a use at n may stand: out of the loops of the host
 * around it, but not out of branches. NULL: there is none. */
static const struct node *statement_for(const struct unit *u, const struct node *n, const struct node *loop)
{
    const struct node *best = NULL;
    for (const struct node *p = n; p->parent && p != loop; p = p->parent) {
        if (!node_is_statement(p) || p->parent->kind == NODE_DECLARATIONS || is_label(p))
            continue;
        if (uses_devices(u, p->at))
            break;
        bool blocked = best && best->parent->kind != NODE_COMPOUND;
        if (!best || blocked || !stays_inside(p))
            best = p;
        if (p->kind == NODE_CONSTRUCT && directive_rows[p->region->dir].class == CLASS_TASK)
            return NULL;
    }
    bool fits = best && best->parent && best->parent->kind == NODE_COMPOUND && unit_begins_line(u, best->at.begin) &&
                unit_ends_line(u, best->at.end);
    return fits ? best : NULL;
}

/* … past the update behind it */
static bool skips(const struct node *n) { return n->kind == NODE_BREAK || n->kind == NODE_CONTINUE; }

static bool add_use(struct advice *ad, struct kept *k, const struct ref *x, const struct node *loop)
{
    enum host_use use = host_use_of(ad->a, x);
    if (use == USE_NONE)
        return true;
    const struct node *at = use & USE_UNKNOWN ? NULL : statement_for(ad->a->unit, x->node, loop);
    if (!at || (use & USE_WRITE && tree_has(at, skips)))
        return false;
    for (size_t i = 0; i < k->syncs.n; i++)
        if (k->syncs.v[i].at == at) {
            k->syncs.v[i].use |= use;
            return true;
        }
    vec_push(ad->arena, &k->syncs, ((struct sync){at, use, in_branch(at, loop->at)}));
    return true;
}

/* Is the host's code within a data construct of the loop that maps v, or do others use it there? */
static bool add_uses(struct advice *ad, struct kept *k, const struct node *loop)
{
    const struct unit *u = ad->a->unit;
    for_each_in (ref, x, u, loop->at) {
        if (x->var != k->var || in_device_code(u, x->off))
            continue;
        for (const struct region *r = unit_region_around(u, x->off); r; r = r->parent)
            if (r->dir == DIR_TARGET_DATA && slice_has(loop->at, r->pragma_at.begin))
                return false;
        if (!add_use(ad, k, x, loop))
            return false;
    }
    return true;
}

/* Updates in a turn: what the host reads after regions have stored to it comes before the statement; what it stores
 * goes back after it, and all of it must have come before. */
static bool comes(const struct kept *k, const struct sync *s) { return k->stored && s->use; }
static bool goes(const struct sync *s) { return s->use & USE_WRITE; }

/* … on a condition in every second turn, by the model. */
static double updates_of(const struct kept *k)
{
    double n = 0;
    for_each (const struct sync, s, k->syncs)
        n += (comes(k, s) + goes(s)) * (s->at_times ? 0.5 : 1);
    return n;
}

/* ---- may it be there already, or be reached otherwise? ---- */

static bool is_entered(const struct unit *u, const struct var *v, bool own, const struct node *loop)
{
    for_each_pointer (const struct region, r, u->regions) {
        bool data = r->dir == DIR_TARGET_DATA || r->dir == DIR_TARGET_ENTER_DATA || r->dir == DIR_TARGET_EXIT_DATA ||
                    r->dir == DIR_TARGET_UPDATE;
        bool inside = slice_has(loop->at, r->pragma_at.begin) && r->dir == DIR_TARGET_DATA;
        if (data && !inside && (!own || unit_ref_to(u, r->pragma_at, v)))
            return true;
    }
    return false;
}

static bool is_candidate(const struct unit *u, const struct var *v)
{
    const struct type *t = v->type, *e = t->elem;
    while (e && type_is_array(e))
        e = e->elem;
    bool shape = (t->kind == TYPE_ARRAY && t->size > 0 && !v->is_param) ||
                 (t->kind == TYPE_POINTER && (v->is_param ? !v->written : is_from_heap(u, v)));
    return shape && e && !v->declare_target && !t->is_volatile && !e->is_volatile && !v->is_thread_local &&
           (type_is_arithmetic(e) || (e->kind == TYPE_RECORD && !e->has_pointers));
}

static bool can_stay(struct advice *ad, struct kept *k, const struct node *loop)
{
    const struct unit *u = ad->a->unit;
    if (!is_candidate(u, k->var) || slice_has(loop->at, k->var->decl))
        return false;
    k->own = is_own_memory(u, k->var);
    if (is_entered(u, k->var, k->own, loop) || may_be_used_by_handlers(ad->a, k->var, k->var->type->elem))
        return false;
    for_each_in (region, r, u, loop->at) {
        bool maps = (r->leaves & LEAF_TARGET) || r->dir == DIR_TARGET_DATA;
        if (!maps && directive_rows[r->dir].class == CLASS_DATA && unit_ref_to(u, r->pragma_at, k->var))
            return false;
        if (maps && (!is_in_order(r) || !add_maps(ad, k, r, loop)))
            return false;
    }
    return k->item && !calls_reach(ad->a, k->var, k->own, loop->at) && !may_be_reached(u, k->var, k->own, loop->at) &&
           add_uses(ad, k, loop) && updates_of(k) < k->copies;
}

/* ---- the finding ---- */

static void add_names(struct sb *text, const kept_list *list, unsigned ways)
{
    size_t before = text->n;
    for_each (const struct kept, k, *list) {
        unsigned mine = k->ways & MAPMOD_FROM ? MAPMOD_TO | MAPMOD_FROM : k->ways;
        if (mine == ways)
            sb_printf(text, "%s%s",
                      text->n > before     ? ", "
                      : ways & MAPMOD_FROM ? " map(tofrom: "
                      : ways               ? " map(to: "
                                           : " map(alloc: ",
                      k->item);
    }
    if (text->n > before)
        sb_addc(text, ')');
}

static const char *data_directive(struct advice *ad, const kept_list *list)
{
    struct sb text = {0};
    sb_add(&text, "#pragma omp target data");
    add_names(&text, list, MAPMOD_TO | MAPMOD_FROM);
    add_names(&text, list, MAPMOD_TO);
    add_names(&text, list, 0);
    return sb_take(&text, ad->arena);
}

/* A directive in front of a line; where another stands there already, after it */
static void add_line(struct advice *ad, struct finding *f, struct loc at, const char *word, const char *item)
{
    for (size_t i = 0; i < f->edits.n; i++) {
        struct edit *e = &f->edits.v[i];
        if (e->at.line == at.line && !strcmp(e->at.file, at.file)) {
            e->text = arena_printf(ad->arena, "%s\n#pragma omp target update %s(%s)", e->text, word, item);
            return;
        }
    }
    edit_insert(ad, f, at, arena_printf(ad->arena, "#pragma omp target update %s(%s)", word, item));
}

static struct loc line_after(const struct unit *u, const struct node *n)
{
    struct loc at = unit_place(u, n->at.end - 1);
    at.line++;
    at.col = 1;
    return at;
}

static void add_updates(struct advice *ad, struct finding *f, const kept_list *list)
{
    const struct unit *u = ad->a->unit;
    for_each (const struct kept, k, *list)
        for_each (const struct sync, s, k->syncs)
            if (goes(s))
                add_line(ad, f, line_after(u, s->at), "to", k->item);
    for_each (const struct kept, k, *list)
        for_each (const struct sync, s, k->syncs)
            if (comes(k, s))
                add_line(ad, f, unit_place(u, s->at->at.begin), "from", k->item);
}

static void report(struct advice *ad, const struct node *loop, const kept_list *list)
{
    struct sb names = {0};
    double turns = turns_of(loop), copies = 0, updates = 0, used = 0, once = 0;
    bool own = true;
    for_each (const struct kept, k, *list) {
        sb_printf(&names, "%s'%s'", k == list->v ? "" : ", ", k->item);
        copies += k->copies;
        updates += updates_of(k);
        used += k->regions;
        once += (k->ways & MAPMOD_FROM) ? 2 : k->ways ? 1 : 0;
        own &= k->own && (k->var->func || k->var->is_static);
    }
    struct finding *f = finding_add(ad, FOUND_MAPS, list->v[0].by, unit_place(ad->a->unit, loop->at.begin));
    const struct kernel *kernel = kernel_of(ad->a, list->v[0].by);
    f->kernel = kernel;
    f->certain = own;
    if (!own)
        f->prevents =
            "that no caller has mapped the data already, and that it has no other name, is likely, not proved";
    f->text = arena_printf(ad->arena, "%s %s copied again in each turn of this loop", sb_take(&names, ad->arena),
                           list->n == 1 ? "is" : "are");
    f->costs =
        arena_printf(ad->arena, "%.0f cop%s in each of %.0f turns or so; where the data stays %.3g, and %.0f in all",
                     copies, copies == 1 ? "y" : "ies", turns, updates, once);
    f->cost = (used + LINK_FACTOR * copies) / (used + LINK_FACTOR * (updates + once / turns));
    edit_insert(ad, f, unit_place(ad->a->unit, loop->at.begin), data_directive(ad, list));
    add_updates(ad, f, list);
}

/* ---- all of it ---- */

static bool is_told(const struct advice *ad, const struct var *v, const struct node *loop)
{
    for_each (const struct hoisted, h, ad->hoisted)
        if (h->var == v && slice_has(h->around, loop->at.begin))
            return true;
    return false;
}

/* What it leads to may stand behind an update that belongs to it. */
static bool is_goto(const struct node *n) { return n->kind == NODE_GOTO; }

static void consider(struct advice *ad, const struct node *loop)
{
    kept_list list = {0};
    const struct unit *u = ad->a->unit;
    if (turns_of(loop) <= FEW_TURNS || may_leave_loop(ad->a, loop) || tree_has(loop, is_goto) ||
        !unit_begins_line(u, loop->at.begin) || may_set_icvs(ad->a, loop->at))
        return;
    for_each_pointer (struct kernel, k, ad->a->kernels)
        for_each (const struct mapping, m, k->maps) {
            struct kept x = {.var = m->var};
            if (!m->var || !slice_has(loop->at, k->region->pragma_at.begin) || is_told(ad, m->var, loop) ||
                !can_stay(ad, &x, loop))
                continue;
            vec_push(ad->arena, &list, x);
            vec_push(ad->arena, &ad->hoisted, ((struct hoisted){m->var, loop->at}));
        }
    if (list.n)
        report(ad, loop, &list);
}

static bool is_first_in(const struct advice *ad, const struct kernel *k, const struct node *loop)
{
    for_each_pointer (struct kernel, other, ad->a->kernels)
        if (slice_has(loop->at, other->region->pragma_at.begin))
            return other == k;
    return false;
}

static void consider_around(struct advice *ad, const struct kernel *k, const struct node *n)
{
    const struct node *loop = host_loop(n);
    if (!loop)
        return;
    consider_around(ad, k, loop);
    if (is_first_in(ad, k, loop))
        consider(ad, loop);
}

void find_maps(struct advice *ad, const struct kernel *k)
{
    if (k->region->tree && is_in_order(k->region))
        consider_around(ad, k, k->region->tree);
}
