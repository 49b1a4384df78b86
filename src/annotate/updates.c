/* updates.c: copies where the host touches what stays on the device. */
#include <string.h>

#include "data_priv.h"

/* ---- copies where the host touches what stays on the device ---- */
static bool has_device_touch(const struct attempt *t, const struct object *o, const struct node *n)
{
    for_each (struct touch, x, t->s.accesses)
        if (x->region && same_group(&t->s, x->object, o) && slice_has(n->at, x->here->at.begin))
            return true;
    return false;
}

static const struct node *in_block(const struct node *n)
{
    while (n->parent->kind != NODE_COMPOUND)
        n = n->parent;
    return n;
}

/* The statement around which copies stand for the host's access x of o; NULL: there is none. A loop of the host alone
 * is one statement. */
static const struct node *update_place(const struct attempt *t, const struct touch *x, const struct object *o)
{
    const struct node *n = x->here->parent ? in_block(x->here) : NULL;
    for (const struct node *l = n ? node_loop(n) : NULL; l && slice_has(t->all->at, l->at.begin); l = node_loop(l))
        if (!has_device_touch(t, o, l))
            n = in_block(l);
    return n && slice_has(t->all->at, n->at.begin) && !has_device_touch(t, o, n) ? n : NULL;
}

/* Is o exchanged with others in the statement? Within it o's name may then lead to what theirs led to before. */
static bool moves_in(const struct attempt *t, struct slice at, const struct object *o)
{
    const var_list *group = o->kind == OBJECT_POINTEE ? exchanged_with(&t->s, o->var) : NULL;
    for_each_in (ref, r, t->a->u, at)
        if (group && r->var && has_var(group, r->var) && (r->access & ACC_WRITE))
            return true;
    return false;
}

static struct data_update *update_at(struct attempt *t, const struct node *n, struct object *o)
{
    for_each (struct data_update, u, t->updates)
        if (u->at == n && u->object == o)
            return u;
    vec_push(t->a->arena, &t->updates, (struct data_update){.at = n, .last = n, .object = o, .by_names = true});
    return &t->updates.v[t->updates.n - 1];
}

static bool is_conditional(const struct attempt *t, const struct node *n)
{
    for (const struct node *p = n->parent; p && slice_has(t->all->at, p->at.begin) && p != t->block; p = p->parent)
        if (p->kind == NODE_IF || p->kind == NODE_SWITCH)
            return true;
    return false;
}

/* How many copies less there are in a round: by each region to the device and back, or at the updates */
static int gain(const struct attempt *t, const struct candidate *c)
{
    bool advise = t->a->wishes.advise;
    int copies = advise ? count_copies(t, c->object) : 0;
    const struct judged *last = NULL;
    const struct node *at = NULL;
    for_each (struct touch, x, t->s.accesses)
        if (!advise && x->region && same_group(&t->s, x->object, c->object) &&
            (x->region != last || x->instance != at)) {
            copies += 1 + c->written;
            last = x->region;
            at = x->instance;
        }
    for_each (struct data_update, u, t->updates)
        if (u->object == c->object && !is_conditional(t, u->at))
            copies -= u->from + u->to;
    return copies;
}

/* Fills c's updates; false: they have no place, or do not pay. */
static bool plan_updates(struct attempt *t, struct candidate *c)
{
    for_each (struct touch, x, t->s.accesses) {
        if (x->region || !same_group(&t->s, x->object, c->object) || (!x->write && !c->written))
            continue;
        if (x->frees || (t->a->wishes.advise && is_scratch_map(t, c->object)))
            return false;
        const struct node *n = update_place(t, x, c->object);
        if (!n || (x->write && has_crossing(t->a, n, n)) || is_before_wait(t->a, n))
            return false;
        bool by_name = is_by_own_name(x) && !moves_in(t, n->at, c->object);
        if (by_name && x->object != c->object)
            continue; /* it is what another name leads to there */
        struct data_update *u = update_at(t, n, c->object);
        u->by_names &= by_name;
        u->from |= c->written;
        u->to |= x->write;
    }
    return gain(t, c) > 0;
}

/* The part of u's object that the statement touches, if that is known there; else all that is on the device. What it
 * stores to all of is not brought before. */
static const char *update_item(struct attempt *t, const struct candidate *c, struct data_update *u)
{
    struct attempt one = {.a = t->a, .block = u->at->parent, .from = u->at->place, .to = u->at->place};
    const char *item = NULL;
    bool part = c->object->kind == OBJECT_VARIABLE && strchr(c->extent.item, '['); /* nothing else of it is there */
    if (!c->whole || part || (exchanged_with(&t->s, c->object->var) && !u->by_names))
        return c->extent.item;
    if (attempt_begin(&one))
        for_each_pointer (struct object, o, one.s.objects) {
            struct extent e = {.object = o, .root = root_of(o)};
            bool same = o->kind == c->object->kind && o->var == c->object->var && o->var;
            if (!same || !find_extent(&one.s, &e) || e.is_all) /* of all that there is not all need be there */
                continue;
            item = e.item;
            u->from = u->from && !(e.covered && !e.read);
            u->fills = e.covered && !e.read && is_same_section(&e, &c->extent);
        }
    attempt_end(&one);
    return item ? item : c->extent.item;
}

/* Nothing from the statement after `from` up to `to` uses o on the device, and, if the host has stored to it before,
 * none of them leaves the block. */
static bool stays_on_host(const struct attempt *t, const struct data_update *u, const struct node *to)
{
    for (unsigned i = u->last->place + 1; i <= to->place; i++) {
        const struct node *n = to->parent->kids[i];
        if (has_device_touch(t, u->object, n) || (u->to && has_crossing(t->a, n, n)))
            return false;
    }
    return true;
}

/* Statements of one block that follow each other share their copies. */
static void merge_updates(struct attempt *t)
{
    for_each (struct data_update, u, t->updates)
        for_each (struct data_update, x, t->updates) {
            bool after = x != u && !x->merged && !u->merged && x->object == u->object &&
                         x->at->parent == u->at->parent && x->at->place > u->last->place &&
                         !moves_in(t, (struct slice){u->at->at.begin, x->last->at.end}, u->object);
            bool next = after;
            for_each (struct data_update, y, t->updates)
                next = next && !(y != x && !y->merged && y->object == u->object && y->at->parent == u->at->parent &&
                                 y->at->place > u->last->place && y->at->place < x->at->place);
            if (!next || !stays_on_host(t, u, x->at))
                continue;
            u->last = x->last;
            u->from = candidate_of(t, u->object)->written; /* there is more that it might not store to */
            u->to |= x->to;
            u->fills = false;
            u->item = candidate_of(t, u->object)->extent.item;
            x->merged = true;
            x = t->updates.v - 1; /* from the beginning: what comes next may be earlier in the list */
        }
    size_t n = 0;
    for_each (struct data_update, u, t->updates)
        if (!u->merged)
            t->updates.v[n++] = *u;
    t->updates.n = n;
}

/* Clang 19 has no updates of a static variable that is `declare target`, which functions on the device name. */
static bool has_update(const struct annotation *a, const struct object *o)
{
    if (o->kind != OBJECT_VARIABLE || !o->var->is_static)
        return true;
    for_each_pointer (struct judged, j, a->loops)
        if (runs_on_device(j) && has_var(&j->far, o->var))
            return false;
    return true;
}

/* What the host touches between regions stays on the device, too, if copies around these places are fewer. */
void find_updates(struct attempt *t)
{
    bool some = false;
    extent_list extents = {0};
    for_each (struct candidate, c, t->rows)
        if (c->held)
            vec_push(t->a->arena, &extents, c->extent);
    for_each (struct candidate, c, t->rows) {
        if (c->held || !c->conflict || c->uses < 2 || !has_update(t->a, c->object))
            continue;
        c->updated = true;
        c->extent = (struct extent){.object = c->object, .root = root_of(c->object)};
        bool ok =
            !conflict_of(t, c) && is_complete(t, c->object) && !touches_unsure(t, c->object) && plan_updates(t, c);
        c->all = c->extent;
        c->all_known =
            ok && (t->a->wishes.advise ? find_mapped_and_touched(t, c->object, &c->all) : find_extent(&t->s, &c->all));
        t->s.only_device = true;
        ok = ok && find_enough(t, c) && is_only_root(t->a, &extents, &c->extent);
        t->s.only_device = false;
        c->whole = ok && c->all_known &&
                   (c->all.low ? is_same_section(&c->all, &c->extent) : strcmp(c->all.item, c->extent.item) == 0);
        c->held = c->updated = ok;
        some |= ok;
        if (ok)
            vec_push(t->a->arena, &extents, c->extent);
    }
    if (some) {
        drop_groups(t);
        while (drop_parts(t) || drop_unguarded(t))
            drop_groups(t);
    }
    size_t n = 0;
    for_each (struct data_update, u, t->updates) {
        const struct candidate *c = candidate_of(t, u->object);
        if (!c || !c->held)
            continue;
        u->item = update_item(t, c, u);
        t->updates.v[n++] = *u;
    }
    t->updates.n = n;
    merge_updates(t);
}
