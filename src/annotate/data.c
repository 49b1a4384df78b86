/* data.c: what stays on the device from region to region. Statements of one block that follow each other are looked at
 * as a whole, with the functions that they call: memory that regions use, that the host does not touch in between, and
 * whose place is known before the first of them, is copied once. */
#include <string.h>

#include "data_priv.h"

enum { MOST_ATTEMPTS = 30, MOST_OF_FILE = 150, LONGEST_REPEATED = 60 };

struct planner {
    struct annotation *a;
    bool *has_regions, *done;        /* functions by their numbers */
    unsigned attempts, all_attempts; /* in this function; in all */
    const struct func *inside;       /* this function */
};

/* ---- where regions are ---- */
static bool has_chosen(const struct annotation *a, struct slice at)
{
    for (size_t i = first_loop(a, at.begin); i < a->loops.n && a->loops.v[i]->tree->at.begin < at.end; i++)
        if (runs_on_device(a->loops.v[i]))
            return true;
    return false;
}

static void find_functions(struct planner *w)
{
    w->has_regions = arena_alloc(w->a->arena, (w->a->u->funcs.n + 1) * sizeof *w->has_regions);
    for_each_pointer (const struct func, f, w->a->u->funcs)
        w->has_regions[f->id] = given(f->def) && has_chosen(w->a, f->def);
    for_each_pointer (const struct func, f, w->a->u->funcs)
        if (given(f->def) && !f->in_system_header)
            for_each_pointer (const struct func, g, effects_of(w->a, f)->reached)
                w->has_regions[f->id] |= given(g->def) && has_chosen(w->a, g->def);
}

static bool uses_device(const struct planner *w, const struct node *n)
{
    if (has_chosen(w->a, n->at))
        return true;
    for_each_in (ref, r, w->a->u, n->at)
        if (r->func && w->has_regions[r->func->id])
            return true;
    return false;
}

static bool is_chosen(const struct annotation *a, const struct node *n)
{
    for (size_t i = first_loop(a, n->at.begin); i < a->loops.n && a->loops.v[i]->tree->at.begin == n->at.begin; i++)
        if (a->loops.v[i]->tree == n)
            return a->loops.v[i]->chosen;
    return false;
}

/* ---- copies before and after ---- */
static bool fills(const struct judged *j, const struct candidate *c)
{
    for_each (struct extent, e, j->extents) {
        bool same = e->object->kind == c->object->kind && e->object->var == c->object->var && c->object->var;
        bool all = !e->low && !c->extent.low;
        if (same && (all || is_same_section(e, &c->extent)))
            return e->covered && !e->read;
    }
    return false;
}

/* Where the statement of the block begins that first exchanges c's pointer with others; their end: it is exchanged
 * nowhere. Up to there c is what its name leads to, and nothing else is. */
static uint32_t first_exchange(const struct attempt *t, const struct candidate *c)
{
    const var_list *group = c->object->kind == OBJECT_POINTEE ? exchanged_with(&t->s, c->object->var) : NULL;
    for_each_in (ref, r, t->a->u, t->all->at)
        for (unsigned i = t->from; group && r->var && i <= t->to; i++)
            if ((r->access & ACC_WRITE) && has_var(group, r->var) && slice_has(t->block->kids[i]->at, r->off))
                return t->block->kids[i]->at.begin;
    return t->all->at.end;
}

/* The first of the statements around which c is held that uses it is a region that stores to all of it, or one of the
 * host's that does, which is copied to the device: what it held before does not matter. */
static bool is_filled_first(struct attempt *t, const struct node *held, const struct candidate *c)
{
    if (t->a->wishes.advise)
        return is_mapped_first(t, c) || is_scratch_map(t, c->object);
    const struct touch *first = NULL;
    uint32_t exchange = first_exchange(t, c);
    for_each (struct touch, x, t->s.accesses)
        if (x->object == c->object && slice_has(held->at, x->here->at.begin) && x->here->at.begin < exchange &&
            (!first || x->here->at.begin < first->here->at.begin))
            first = x;
    if (first && first->region && first->region->tree->parent == t->block && fills(first->region, c))
        return true;
    for_each (struct data_update, u, t->updates)
        if (first && !first->region && u->object == c->object && u->at->parent == t->block &&
            slice_has(u->at->at, first->here->at.begin))
            return u->fills && u->to && !u->from;
    return fills_first(t, c);
}

static const char *structured_type(const struct data_item *i)
{
    bool in = strcmp(i->before, "to") == 0, out = strcmp(i->after, "from") == 0;
    return in && out ? "tofrom" : in ? "to" : out ? "from" : "alloc";
}

/* The last of the statements up to `to`, and of those that wait for constructs among them */
static unsigned end_of_waiting(const struct attempt *t, unsigned to)
{
    unsigned end = to;
    for (unsigned i = t->from; i <= to; i++) {
        const struct node *n = t->block->kids[i];
        const struct node *wait = n->kind == NODE_CONSTRUCT && is_deferred(n->region) ? waits_for(n->region) : NULL;
        if (wait && wait->place > end && wait->place <= t->to)
            end = wait->place;
    }
    return end;
}

/* From the first to the last statement with a region that uses what is held; all, if pointers are exchanged there: what
 * is exchanged when the data leaves must be what the text says. */
static bool find_ends(const struct attempt *t, unsigned *from, unsigned *to)
{
    bool exchanged = false;
    *from = t->to;
    *to = t->from;
    for_each (struct candidate, c, t->rows) {
        if (!c->held)
            continue;
        exchanged |= exchanged_with(&t->s, c->object->var) != NULL;
        for_each (struct touch, x, t->s.accesses) {
            unsigned at = attempt_child(t, x->here);
            if (x->region && same_group(&t->s, x->object, c->object)) {
                *from = at < *from ? at : *from;
                *to = at > *to ? at : *to;
            }
        }
    }
    if (exchanged) {
        *from = t->from;
        *to = t->to;
    }
    *to = end_of_waiting(t, *to);
    return exchanged;
}

static bool begins_with_test(const char *text, const char *test)
{
    size_t n = strlen(test);
    return text && strncmp(text, test, n) == 0 && (!text[n] || strncmp(text + n, " && ", 4) == 0);
}

/* A condition that is asked for the first statement alone, or a long one for several directives, is kept in a variable.
 */
static void keep_guard(struct attempt *t, struct data_range *r)
{
    bool often =
        r->guard && (r->is_entered || (strlen(r->guard) > LONGEST_REPEATED && (!r->structured || r->updates.n)));
    if (!r->entry && !often && !r->is_entered)
        return;
    r->kept = fresh_name(&t->s, arena_printf(t->a->arena, "stays_%zu", t->a->ranges.n + 1));
    if (r->entry && r->guard && !often) {
        r->guard = arena_printf(t->a->arena, "%s && (%s)", r->kept, r->guard);
        return;
    }
    if (often)
        r->entry = r->entry ? arena_printf(t->a->arena, "%s && (%s)", r->entry, r->guard) : r->guard;
    if (r->is_entered && !begins_with_test(r->entry, t->entering))
        r->entry = both_tests(t->a->arena, t->entering, r->entry);
    r->guard = r->kept;
}

/* GCC 12 fails on `target data` with sections of what members lead to of a structure behind a pointer, s->p[0:n]. */
static bool has_arrow(const struct data_range *r)
{
    for_each (struct data_item, i, r->items)
        if (strstr(i->item, "->") && strchr(i->item, '['))
            return true;
    return false;
}

static void add_range(struct attempt *t, const char *guard)
{
    struct data_range r = {.guard = *guard ? guard : NULL};
    r.device = t->s.device && *t->s.device ? t->s.device : NULL;
    for_each (struct touch, x, t->s.accesses)
        if (x->region && is_held(t, x->object))
            ((struct judged *)x->region)->is_held = true;
    unsigned from, to;
    bool exchanged = find_ends(t, &from, &to);
    const struct node *held = statements_between(t->a->arena, t->block, from, to);
    for_each (struct candidate, c, t->rows) {
        if (!c->held)
            continue;
        r.entry = c->entry ? c->entry : r.entry;
        struct data_item i = {.object = c->object, .item = c->extent.item};
        bool filled = is_filled_first(t, held, c);
        i.before = filled ? "alloc" : "to";
        bool back = c->written && !(t->a->wishes.advise && is_scratch_map(t, c->object));
        i.after = back && is_content_live(t->a, held, c->object, filled) ? "from" : "release";
        vec_push(t->a->arena, &r.items, i);
    }
    for_each (struct data_update, u, t->updates) /* elsewhere the host has its own */
        if (slice_has(held->at, u->at->at.begin))
            vec_push(t->a->arena, &r.updates, *u);
    to = read_spots(t, held, to, &r);
    r.first = t->block->kids[from];
    r.last = t->block->kids[to];
    r.is_entered = t->entering != NULL;
    r.structured = !r.is_entered && from == to && !exchanged && r.first->kind != NODE_DECLARATIONS && !has_arrow(&r);
    for_each (struct data_item, i, r.items)
        if (r.structured)
            i->before = structured_type(i);
    keep_guard(t, &r);
    for_each (struct touch, x, t->s.accesses)
        if (x->map && is_held(t, x->object))
            vec_push(t->a->arena, &t->a->mended, (struct mended){x->region, x->map->name, (unsigned)t->a->ranges.n});
    vec_push(t->a->arena, &t->a->ranges, r);
}

const char *update_directive(const struct annotation *a, const struct data_range *r, const struct data_update *u,
                             bool to)
{
    const char *test = r->guard && !r->is_entered ? arena_printf(a->arena, " if(%s)", r->guard) : "";
    const char *device = r->device ? arena_printf(a->arena, " device(%s)", r->device) : "";
    return arena_printf(a->arena, "target update%s%s %s(%s)", device, test, to ? "to" : "from", u->item);
}

const char *range_directive(const struct annotation *a, const struct data_range *r, bool leaving)
{
    static const char *const types[] = {"to", "from", "tofrom", "alloc", "release"};
    struct sb b = {0};
    sb_add(&b, r->structured ? "target data" : leaving ? "target exit data" : "target enter data");
    if (r->device)
        sb_printf(&b, " device(%s)", r->device);
    if (r->guard && !r->is_entered)
        sb_printf(&b, " if(%s)", r->guard);
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        bool open = false;
        for_each (struct data_item, i, r->items)
            if (strcmp(leaving ? i->after : i->before, types[t]) == 0) {
                open ? sb_add(&b, ", ") : sb_printf(&b, " map(%s: ", types[t]);
                sb_add(&b, i->item);
                open = true;
            }
        sb_add(&b, open ? ")" : "");
    }
    return sb_take(&b, a->arena);
}

/* ---- loops that are too small for a directive of their own ---- */
typedef VEC(struct judged *) loop_list;

static void find_small(struct attempt *t, loop_list *small)
{
    for_each (struct touch, x, t->s.accesses) {
        if (!x->small || x->region)
            continue;
        bool wanted = false, known = false;
        for_each (struct candidate, c, t->rows)
            wanted |= c->conflict && c->uses > 1 && same_group(&t->s, x->object, c->object);
        for_each_pointer (struct judged, j, *small)
            known |= j == x->small;
        if (wanted && !known && !has_chosen(t->a, x->small->tree->at))
            vec_push(t->a->arena, small, (struct judged *)x->small);
    }
}

static void give_back(loop_list *small)
{
    for_each_pointer (struct judged, j, *small) {
        j->chosen = false;
        j->not_chosen = LOOP_SMALL;
    }
    small->n = 0;
}

/* All that the loop maps stays on the device. */
static bool is_at_home(const struct attempt *t, const struct judged *j)
{
    for_each (struct touch, x, t->s.accesses)
        if (x->region == j && !is_scalar_object(x->object) && !is_held(t, x->object))
            return false;
    return true;
}

/* Small loops on the device, where that keeps data there. */
static void decide_with_small(struct attempt *t)
{
    loop_list small = {0}, taken = {0};
    decide_held(t);
    find_small(t, &small);
    for_each_pointer (struct judged, j, small)
        if (choose_small(t->a, j))
            vec_push(t->a->arena, &taken, j);
    if (!taken.n)
        return;
    attempt_end(t);
    bool better = attempt_begin(t) && decide_held(t);
    for_each_pointer (struct judged, j, taken)
        better = better && is_at_home(t, j);
    if (better)
        return;
    give_back(&taken);
    attempt_end(t);
    if (attempt_begin(t))
        decide_held(t);
}

/* ---- what may not stay ---- */
/* What the construct's own function, or the first that calls it, says of it counts. */
static void add_refusal(struct planner *w, const struct judged *j, const char *name, enum loop_reason why,
                        const struct node *at)
{
    for_each (struct refusal, r, w->a->refusals)
        if (r->construct == j && (strcmp(r->name, name) == 0 || r->inside != w->inside))
            return;
    vec_push(w->a->arena, &w->a->refusals, (struct refusal){j, name, why, at, w->inside, NULL});
}

/* … of memory that a loop of ours maps */
static void add_copied(struct planner *w, const struct judged *j, const struct candidate *c, enum loop_reason why,
                       const struct node *at)
{
    const struct object *o = c->object;
    const char *name = o->name ? o->name : o->var && type_is_array(o->var->type) ? o->var->name : NULL;
    for_each (struct refusal, r, w->a->refusals)
        if (name && strcmp(r->name, name) == 0 && r->inside == w->inside)
            return;
    if (name)
        vec_push(w->a->arena, &w->a->refusals, (struct refusal){j, name, why, at, w->inside, o});
}

/* The loop around `where` repeats the regions in it, and those of functions that it calls: what is known of none. */
static void add_copied_in_loop(struct planner *w, struct slice at, enum loop_reason why, const struct node *where)
{
    const struct annotation *a = w->a;
    const struct node *loop = NULL;
    for (const struct node *l = where ? node_loop(where) : NULL; l && slice_has(at, l->at.begin); l = node_loop(l))
        loop = l;
    for_each_pointer (struct judged, j, a->loops) {
        bool inside = loop && slice_has(loop->at, j->tree->at.begin);
        if (!loop || !runs_on_device(j))
            continue;
        for_each_in (ref, r, a->u, loop->at)
            inside |= r->func && slice_has(r->func->def, j->tree->at.begin);
        if (inside)
            add_refusal(w, j, "", why, where);
    }
}

/* What has found its place after all: in some of the statements, or in more of them */
static void drop_settled(struct annotation *a)
{
    size_t n = 0;
    for_each (struct refusal, f, a->refusals) {
        bool stays = !f->object && f->construct->is_held;
        for_each (struct data_range, r, a->ranges)
            for_each (struct data_item, i, r->items)
                stays |= f->object && is_named_alike(a->u, i->object, f->object);
        if (!stays)
            a->refusals.v[n++] = *f;
    }
    a->refusals.n = n;
}

/* Said of the outermost statements in which it is used more than once. */
static void note_refusals(struct planner *w, const struct attempt *t)
{
    for_each (struct candidate, c, t->rows) {
        if (c->held || c->uses < 2)
            continue;
        enum loop_reason why = c->conflict ? LOOP_HOST_TOUCHES : c->why ? c->why : LOOP_OVERLAP;
        const struct node *at = c->conflict ? c->conflict->node : c->why ? c->why_at : NULL;
        if (c->conflict && c->object->refused) {
            why = c->object->refused;
            at = c->object->refused_at;
        }
        for_each (struct touch, x, t->s.accesses) {
            if (!(x->map || (!w->a->wishes.advise && x->region)) || !same_group(&t->s, x->object, c->object))
                continue;
            if (x->map)
                add_refusal(w, x->region, x->map->name, why, at);
            else
                add_copied(w, x->region, c, c->conflict || c->why ? why : LOOP_NO_SECTION, at);
            break;
        }
    }
}

/* None of what the statements map may stay. */
static void refuse_all(struct planner *w, struct slice at, enum loop_reason why, const struct node *where)
{
    const struct annotation *a = w->a;
    for (size_t i = first_loop(a, at.begin); i < a->loops.n && a->loops.v[i]->tree->at.begin < at.end; i++)
        add_refusal(w, a->loops.v[i], "", why, where);
}

/* ---- all attempts ---- */
static void try_range(struct planner *w, const struct node *block, unsigned from, unsigned to);

static void try_between(struct planner *w, const struct attempt *t, const bool *barrier)
{
    for (unsigned i = t->from; i <= t->to; i++) {
        unsigned last = i;
        if (barrier[i - t->from])
            continue;
        while (last < t->to && !barrier[last + 1 - t->from])
            last++;
        if (i != t->from || last != t->to)
            try_range(w, t->block, i, last);
        i = last;
    }
}

/* Where others than the held ones would have to leave the device. */
static void split(struct planner *w, struct attempt *t, bool *barrier)
{
    bool some = false;
    for_each (struct candidate, c, t->rows)
        if (!c->held && c->conflict && c->uses > 1) {
            for_each (struct touch, x, t->s.accesses)
                if (x == c->conflict)
                    barrier[attempt_child(t, x->here) - t->from] = some = true;
        }
    attempt_end(t);
    if (some)
        try_between(w, t, barrier);
}

/* Nothing stays there, though the host leaves it alone: its sections are not known. */
static bool lacks_sections(const struct attempt *t)
{
    bool some = false;
    for_each (struct candidate, c, t->rows) {
        if (c->conflict && c->uses > 1)
            return false;
        some |= c->uses > 1 && !c->held;
    }
    return some;
}

/* Without the first statement, or without the last one; of many they are a small part, and all would be looked at again
 * for each. */
static void try_fewer(struct planner *w, const struct node *block, unsigned from, unsigned to)
{
    enum { MANY = 256 };
    size_t before = w->a->ranges.n;
    if (to - from > MANY)
        return;
    try_range(w, block, from + 1, to);
    if (w->a->ranges.n == before)
        try_range(w, block, from, to - 1);
}

static void try_range(struct planner *w, const struct node *block, unsigned from, unsigned to)
{
    while (from < to && !uses_device(w, block->kids[from]))
        from++;
    while (to > from && !uses_device(w, block->kids[to]) && !is_wait(w->a, block->kids[to]))
        to--;
    if (!uses_device(w, block->kids[from]) || (from == to && is_chosen(w->a, block->kids[from])) ||
        w->attempts++ >= MOST_ATTEMPTS || w->all_attempts++ >= MOST_OF_FILE)
        return;
    struct attempt t = {.a = w->a, .block = block, .from = from, .to = to};
    bool *barrier = arena_alloc(w->a->arena, (to - from + 1) * sizeof *barrier), crossed = false;
    struct node *all = statements_between(w->a->arena, block, from, to);
    for (unsigned i = from; i <= to; i++)
        crossed |= barrier[i - from] = has_crossing(w->a, block->kids[i], all);
    if (crossed) {
        try_between(w, &t, barrier);
        return;
    }
    if (!attempt_begin(&t)) {
        if (w->a->wishes.advise)
            refuse_all(w, t.all->at, t.s.wrong, t.s.wrong_at);
        else
            add_copied_in_loop(w, t.all->at, t.s.wrong, t.s.wrong_at);
        barrier[attempt_child(&t, t.s.here) - from] = true;
        attempt_end(&t);
        try_between(w, &t, barrier);
        return;
    }
    decide_with_small(&t);
    find_updates(&t); /* what had a place may lose it by that */
    const char *guard = holds_some(&t) ? attempt_guard(&t) : NULL;
    if (guard)
        add_range(&t, guard);
    note_refusals(w, &t);
    if (!w->a->wishes.advise && !guard && from < to && lacks_sections(&t)) {
        attempt_end(&t);
        try_fewer(w, block, from, to);
        return;
    }
    split(w, &t, barrier);
}

static void plan_blocks(struct planner *w, const struct node *n);

static void plan_block(struct planner *w, const struct node *block)
{
    if (block->nkids)
        try_range(w, block, 0, block->nkids - 1);
    for (unsigned i = 0; i < block->nkids; i++)
        plan_blocks(w, block->kids[i]);
}

static void plan_blocks(struct planner *w, const struct node *n)
{
    if (!n || !node_is_statement(n) || (n->kind == NODE_CONSTRUCT && !is_assumption(n)) || is_chosen(w->a, n) ||
        !uses_device(w, n))
        return;
    if (n->kind == NODE_COMPOUND && !(n->parent && n->parent->kind == NODE_SWITCH)) {
        plan_block(w, n);
        return;
    }
    for (unsigned i = 0; i < n->nkids; i++)
        plan_blocks(w, n->kids[i]);
}

/* Functions before those that call them */
static void plan_function(struct planner *w, const struct func *f)
{
    if (!f->tree || w->done[f->id] || !w->has_regions[f->id])
        return;
    w->done[f->id] = true;
    for_each_pointer (const struct func, g, effects_of(w->a, f)->reached)
        plan_function(w, g);
    w->attempts = 0;
    w->inside = f;
    if (w->a->wishes.advise && is_called_around(w->a, f))
        refuse_all(w, f->def, LOOP_PRESENT, NULL);
    else
        plan_blocks(w, f->tree);
}

void plan_data(struct annotation *a)
{
    struct planner w = {.a = a};
    if (a->wishes.no_data || (a->wishes.advise && a->why_none))
        return;
    find_functions(&w);
    w.done = arena_alloc(a->arena, (a->u->funcs.n + 1) * sizeof *w.done);
    for_each_pointer (const struct func, f, a->u->funcs)
        plan_function(&w, f);
    drop_settled(a);
}
