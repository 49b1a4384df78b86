/* data.c: what stays on the device from region to region. Statements of one block that follow each other are looked at
 * as a whole, with the functions that they call: memory that regions use, that the host does not touch in between, and
 * whose place is known before the first of them, is copied once. */
#include <string.h>

#include "annotate_priv.h"

enum { MOST_ATTEMPTS = 30, MOST_OF_FILE = 150, MOST_PAIRS = 6, LONGEST_GUARD = 600 };

struct candidate {
    struct object *object;
    struct extent extent;
    unsigned uses;                /* by regions */
    bool written;                 /* on the device */
    bool held;                    /* it stays on the device */
    const struct touch *conflict; /* why not; NULL: for another reason */
    bool updated;                 /* where the host touches it, it is copied */
    bool whole;                   /* the extent has all that the host touches */
    struct extent all;            /* updated: the same with what the host touches; … */
    bool all_known;               /* … if that is known */
};
struct attempt {
    struct annotation *a;
    struct scope s;
    const struct node *block;
    struct node *all; /* its statements from `from` to `to` */
    unsigned from, to;
    VEC(struct candidate) rows;
    pair_list apart;
    VEC(struct data_update) updates;
};
struct planner {
    struct annotation *a;
    bool *has_regions, *done;        /* functions by their numbers */
    unsigned attempts, all_attempts; /* in this function; in all */
};

/* ---- where regions are ---- */
static bool has_chosen(const struct annotation *a, struct slice at)
{
    for (size_t i = first_loop(a, at.begin); i < a->loops.n && a->loops.v[i]->tree->at.begin < at.end; i++)
        if (a->loops.v[i]->chosen)
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

/* ---- can the statements be enclosed? ---- */
static bool in_switch(const struct node *n, const struct node *all)
{
    for (const struct node *p = n->parent; p && slice_has(all->at, p->at.begin); p = p->parent)
        if (p->kind == NODE_SWITCH)
            return true;
    return false;
}

/* n leads out of the statements, or into them from elsewhere */
static bool crosses(const struct node *n, const struct node *all)
{
    const struct node *loop = n->kind == NODE_BREAK || n->kind == NODE_CONTINUE ? node_loop(n) : NULL;
    bool inside = loop && slice_has(all->at, loop->at.begin);
    switch (n->kind) {
    case NODE_RETURN:
    case NODE_GOTO:
    case NODE_COMPUTED_GOTO:
    case NODE_LABEL:
    case NODE_ASM:
    case NODE_CONSTRUCT:
        return true;
    case NODE_BREAK:
        return !inside && !in_switch(n, all);
    case NODE_CONTINUE:
        return !inside;
    case NODE_CASE:
    case NODE_DEFAULT:
        return !in_switch(n, all);
    default:
        return false;
    }
}

static bool has_crossing(const struct node *statement, const struct node *all)
{
    for (const struct node *n = statement; n; n = tree_next(statement, n))
        if (crosses(n, all))
            return true;
    return false;
}

/* ---- one attempt ---- */
static struct node *statements(struct arena *a, const struct node *block, unsigned from, unsigned to)
{
    struct node *all = NEW(a, struct node);
    *all = *block;
    all->at = all->around = (struct slice){block->kids[from]->at.begin, block->kids[to]->at.end};
    all->off = all->at.begin;
    all->parent = block;
    all->kids = block->kids + from;
    all->nkids = to - from + 1;
    return all;
}

static bool begin(struct attempt *t)
{
    struct annotation *a = t->a;
    t->all = statements(a->arena, t->block, t->from, t->to);
    t->s = (struct scope){.a = a, .u = a->u, .isl = a->isl};
    return collect_statements(&t->s, t->all);
}

static void end(struct attempt *t)
{
    scope_end(&t->s);
    t->rows.n = t->apart.n = t->updates.n = 0;
}

static unsigned child_of(const struct attempt *t, const struct node *n)
{
    for (unsigned i = t->from; i <= t->to; i++)
        if (n && slice_has(t->block->kids[i]->at, n->at.begin))
            return i;
    return t->from;
}

static bool is_scalar_object(const struct object *o)
{
    return o->kind == OBJECT_VARIABLE && type_is_scalar(o->var->type);
}

static struct candidate *row_of(struct attempt *t, const struct object *o)
{
    for_each (struct candidate, c, t->rows)
        if (c->object == o)
            return c;
    return NULL;
}

static bool same_group(const struct scope *s, const struct object *a, const struct object *b)
{
    const var_list *group = a->kind == OBJECT_POINTEE ? exchanged_with(s, a->var) : NULL;
    return a == b || (group && b->kind == OBJECT_POINTEE && has_var(group, b->var));
}

/* Some of the statements, or one around them, keep the same memory there already. */
static bool is_held_around(const struct attempt *t, const struct object *o)
{
    for_each (struct data_range, r, t->a->ranges)
        for_each (struct data_item, i, r->items)
            if (r->first->at.begin < t->all->at.end && t->all->at.begin < r->last->at.end &&
                i->object->kind == o->kind && i->object->var == o->var &&
                (o->var || tree_equal(t->a->u, i->object->pointer, o->pointer)))
                return true;
    return false;
}

static bool names_at(const struct unit *u, struct slice at, const struct var *v)
{
    for_each_in (ref, r, u, at)
        if (v && r->var == v)
            return true;
    return false;
}

/* In a function that is called: statements there that keep data on the device already. */
static const struct data_range *range_of(const struct attempt *t, const struct touch *x)
{
    for_each (struct data_range, r, t->a->ranges)
        if (x->instance && r->first->at.begin <= x->node->at.begin && x->node->at.begin < r->last->at.end)
            for_each (struct data_item, i, r->items)
                if (names_at(t->a->u, x->node->at, root_of(i->object)))
                    return r;
    return NULL;
}

/* How often regions use the object: twice if in a loop */
static unsigned count_uses(const struct attempt *t, const struct object *o)
{
    unsigned n = 0;
    const void *last = NULL;
    const struct node *at = NULL;
    for_each (struct touch, x, t->s.accesses) {
        if (!x->region || !same_group(&t->s, x->object, o))
            continue;
        const struct data_range *r = range_of(t, x);
        const void *unit = r ? (const void *)r : x->region;
        if (r ? x->called_often : x->repeated)
            return 2;
        n += unit != last || x->instance != at;
        last = unit;
        at = x->instance;
    }
    return n;
}

static bool is_written_there(const struct attempt *t, const struct object *o)
{
    for_each (struct touch, x, t->s.accesses)
        if (x->region && x->write && same_group(&t->s, x->object, o))
            return true;
    return false;
}

/* Each member of the group has a row, so that all are on the device. */
static void find_rows(struct attempt *t)
{
    for_each_pointer (struct object, o, t->s.objects) {
        if (o->kind == OBJECT_UNKNOWN || is_scalar_object(o) || is_held_around(t, o))
            continue;
        if (o->kind == OBJECT_VARIABLE && slice_has(t->all->at, o->var->decl))
            continue;
        struct candidate c = {.object = o, .uses = count_uses(t, o), .written = is_written_there(t, o)};
        if (c.uses > 0)
            vec_push(t->a->arena, &t->rows, c);
    }
}

/* The access of the host, or of memory that is not known, that keeps o from staying on the device. */
static const struct touch *conflict_of(const struct attempt *t, const struct candidate *c)
{
    for_each (struct touch, x, t->s.accesses) {
        if (same_group(&t->s, x->object, c->object) ? x->region || c->updated : x->object->kind != OBJECT_UNKNOWN)
            continue;
        if (objects_overlap(x->object, c->object) == OVERLAP_NEVER && x->object != c->object)
            continue;
        if (x->region || x->write || c->written)
            return x;
    }
    return NULL;
}

/* ---- memory that must not overlap ---- */
static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool has_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = text; n && (p = strstr(p, word)); p++)
        if ((p == text || !is_word(p[-1])) && !is_word(p[n]))
            return true;
    return false;
}

static bool is_held(const struct attempt *t, const struct object *o)
{
    for_each (struct candidate, c, t->rows)
        if (c->held && c->object == o)
            return true;
    return false;
}

/* Does the place of something that stays on the device depend on what o holds? */
static bool is_named(const struct attempt *t, const struct object *o)
{
    const struct var *root = root_of(o);
    bool holds = o->kind == OBJECT_UNKNOWN ? false
                                           : o->kind == OBJECT_VARIABLE || !o->elem || o->elem->kind == TYPE_RECORD ||
                                                 o->elem->kind == TYPE_POINTER || o->elem->kind == TYPE_INT;
    for_each (struct candidate, c, t->rows)
        if (c->held && holds && c->object != o && (!root || has_word(c->extent.item, root->name)))
            return true;
    return false;
}

/* Does one of the regions under a test use o, and something that stays on the device? */
static bool is_tested(const struct attempt *t, const struct object *o, const struct object *p)
{
    for_each (struct touch, x, t->s.accesses) {
        if (!x->region || !x->region->guard || x->object != o)
            continue;
        bool other = false, held = false;
        for_each (struct touch, y, t->s.accesses) {
            other |= y->region == x->region && y->object == p;
            held |= y->region == x->region && is_held(t, y->object);
        }
        if (other && held)
            return true;
    }
    return false;
}

static bool is_on_device(const struct attempt *t, const struct object *o)
{
    for_each (struct touch, x, t->s.accesses)
        if (x->region && x->object == o)
            return true;
    return false;
}

/* Must a and b be apart? */
static bool matters(const struct attempt *t, const struct object *a, const struct object *b)
{
    bool written = a->written || b->written;
    if ((is_held(t, a) || is_held(t, b)) && (written || (is_on_device(t, a) && is_on_device(t, b))))
        return true;
    return (b->written && is_named(t, a)) || (a->written && is_named(t, b)) || is_tested(t, a, b);
}

/* A store to a member that the place of something depends on, or to what holds it. */
static bool changes_place(const struct attempt *t, const struct touch *x)
{
    const char *member = NULL;
    for (unsigned i = 0; i < x->nsteps; i++)
        if (x->steps[i].is_member)
            member = text_slice(t->a->u, (struct slice){x->steps[i].node->off, x->steps[i].node->at.end});
    if (!x->write || !is_named(t, x->object))
        return false;
    for_each (struct candidate, c, t->rows)
        if (c->held && (!member || has_word(c->extent.item, member)))
            return true;
    return false;
}

static bool section_of(struct attempt *t, struct object *o, struct extent *e)
{
    struct candidate *c = row_of(t, o);
    if (c && c->held) {
        *e = c->updated ? c->all : c->extent;
        return !c->updated || c->all_known;
    }
    *e = (struct extent){.object = o, .root = root_of(o)};
    if (is_scalar_object(o))
        return true;
    if (o->kind == OBJECT_UNKNOWN)
        return false;
    return find_extent(&t->s, e);
}

/* The C condition under which all pairs are apart: NULL: there is none. "": always. */
static const char *guard_of(struct attempt *t)
{
    extent_list extents = {0};
    for_each (struct pair, p, t->apart)
        for (unsigned i = 0; i < 2; i++) {
            struct extent e;
            if (!section_of(t, i ? p->b : p->a, &e))
                return NULL;
            vec_push(t->a->arena, &extents, e);
        }
    const char *text = t->apart.n ? apart_text(t->a, &t->apart, &extents) : "";
    return text && strlen(text) <= LONGEST_GUARD ? text : NULL;
}

static bool drop_all(struct attempt *t)
{
    bool some = false;
    for_each (struct candidate, c, t->rows) {
        some |= c->held;
        c->held = false;
    }
    return some;
}

/* Drops what cannot be held because of others; true: something was dropped. */
static bool drop_unguarded(struct attempt *t)
{
    t->apart.n = 0;
    for_each (struct touch, x, t->s.accesses)
        if (changes_place(t, x))
            return drop_all(t);
    for (size_t i = 0; i < t->s.objects.n; i++)
        for (size_t k = i + 1; k < t->s.objects.n; k++) {
            struct object *a = t->s.objects.v[i], *b = t->s.objects.v[k];
            if (objects_overlap(a, b) != OVERLAP_MAYBE || !matters(t, a, b))
                continue;
            struct extent x, y;
            bool ok = section_of(t, a, &x) && section_of(t, b, &y) && t->apart.n < MOST_PAIRS;
            if (ok) {
                vec_push(t->a->arena, &t->apart, (struct pair){a, b});
                continue;
            }
            bool dropped = false; /* what stands at their places, or all */
            for_each (struct candidate, c, t->rows)
                if (c->held && (c->object == a || c->object == b)) {
                    c->held = false;
                    dropped = true;
                }
            return dropped || drop_all(t);
        }
    return false;
}

/* A region runs on the host where its own test fails. That never happens where the one around it holds, if what is
 * tested is not empty whenever the region does something, and if all of it is apart here, too. */
static bool is_sure(const struct attempt *t, const struct touch *of)
{
    const struct judged *j = of->region;
    unsigned tested = 0;
    VEC(const struct object *) found = {0};
    for_each (struct extent, e, j->extents) {
        if (e->low && !e->is_touched)
            return false;
        tested += !is_scalar_object(e->object);
    }
    for_each (struct touch, x, t->s.accesses) {
        bool known = x->region != j || x->instance != of->instance || is_scalar_object(x->object);
        for_each_pointer (const struct object, o, found)
            known |= o == x->object;
        if (!known)
            vec_push(t->a->arena, &found, x->object);
    }
    return j->takes_same || found.n == tested;
}

/* ---- which objects are held ---- */
static void drop_groups(struct attempt *t)
{
    for_each (struct candidate, c, t->rows)
        for_each (struct candidate, d, t->rows)
            if (!d->held && same_group(&t->s, c->object, d->object))
                c->held = false;
}

/* All who are exchanged with a pointer must be on the device, also one that no region names. */
static bool is_complete(struct attempt *t, const struct object *o)
{
    const var_list *group = o->kind == OBJECT_POINTEE ? exchanged_with(&t->s, o->var) : NULL;
    for (size_t i = 0; group && i < group->n; i++) {
        bool known = false;
        for_each (struct candidate, c, t->rows)
            known |= c->object->kind == OBJECT_POINTEE && c->object->var == group->v[i];
        if (!known)
            return false;
    }
    return true;
}

static bool touches_unsure(const struct attempt *t, const struct object *o)
{
    for_each (struct touch, x, t->s.accesses)
        if (x->region && x->object == o && x->region->guard && !is_sure(t, x))
            return true;
    return false;
}

static bool decide(struct attempt *t)
{
    extent_list extents = {0};
    find_rows(t);
    t->s.only_device = true;
    for_each (struct candidate, c, t->rows) {
        c->extent = (struct extent){.object = c->object, .root = root_of(c->object)};
        c->conflict = conflict_of(t, c);
        c->held = c->uses > 1 && !c->conflict && is_complete(t, c->object) && !touches_unsure(t, c->object) &&
                  find_extent(&t->s, &c->extent) && is_only_root(&extents, &c->extent);
        if (c->held)
            vec_push(t->a->arena, &extents, c->extent);
    }
    t->s.only_device = false;
    drop_groups(t);
    while (drop_unguarded(t))
        drop_groups(t);
    for_each (struct candidate, c, t->rows)
        if (c->held)
            return true;
    return false;
}

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

static struct data_update *update_at(struct attempt *t, const struct node *n, struct object *o)
{
    for_each (struct data_update, u, t->updates)
        if (u->at == n && u->object == o)
            return u;
    vec_push(t->a->arena, &t->updates, (struct data_update){.at = n, .last = n, .object = o});
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
    int copies = 0;
    const struct judged *last = NULL;
    const struct node *at = NULL;
    for_each (struct touch, x, t->s.accesses)
        if (x->region && same_group(&t->s, x->object, c->object) && (x->region != last || x->instance != at)) {
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
        const struct node *n = update_place(t, x, c->object);
        if (!n || (x->write && has_crossing(n, n)))
            return false;
        struct data_update *u = update_at(t, n, c->object);
        u->from |= c->written;
        u->to |= x->write;
    }
    return gain(t, c) > 0;
}

/* The part of u's object that the statement touches, if that is known there; else all that is on the device */
static const char *update_item(struct attempt *t, const struct candidate *c, const struct data_update *u)
{
    struct attempt one = {.a = t->a, .block = u->at->parent, .from = u->at->place, .to = u->at->place};
    const char *item = NULL;
    if (!c->whole || exchanged_with(&t->s, c->object->var))
        return c->extent.item;
    if (begin(&one))
        for_each_pointer (struct object, o, one.s.objects) {
            struct extent e = {.object = o, .root = root_of(o)};
            bool same = o->kind == c->object->kind && o->var == c->object->var && o->var;
            if (same && find_extent(&one.s, &e))
                item = e.item;
        }
    end(&one);
    return item ? item : c->extent.item;
}

/* Nothing from the statement after `from` up to `to` uses o on the device, and, if the host has stored to it before,
 * none of them leaves the block. */
static bool stays_on_host(const struct attempt *t, const struct data_update *u, const struct node *to)
{
    for (unsigned i = u->last->place + 1; i <= to->place; i++) {
        const struct node *n = to->parent->kids[i];
        if (has_device_touch(t, u->object, n) || (u->to && has_crossing(n, n)))
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
                         x->at->parent == u->at->parent && x->at->place > u->last->place;
            bool next = after;
            for_each (struct data_update, y, t->updates)
                next = next && !(y != x && !y->merged && y->object == u->object && y->at->parent == u->at->parent &&
                                 y->at->place > u->last->place && y->at->place < x->at->place);
            if (!next || !stays_on_host(t, u, x->at))
                continue;
            u->last = x->last;
            u->to |= x->to;
            u->item = row_of(t, u->object)->extent.item;
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
        if (j->chosen && has_var(&j->far, o->var))
            return false;
    return true;
}

/* What the host touches between regions stays on the device, too, if copies around these places are fewer. */
static bool add_updates(struct attempt *t)
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
        c->all_known = ok && find_extent(&t->s, &c->all);
        t->s.only_device = true;
        ok = ok && find_extent(&t->s, &c->extent) && is_only_root(&extents, &c->extent);
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
        while (drop_unguarded(t))
            drop_groups(t);
    }
    size_t n = 0;
    for_each (struct data_update, u, t->updates) {
        const struct candidate *c = row_of(t, u->object);
        if (!c || !c->held)
            continue;
        u->item = update_item(t, c, u);
        t->updates.v[n++] = *u;
    }
    t->updates.n = n;
    merge_updates(t);
    for_each (struct candidate, c, t->rows)
        if (some && c->held)
            return true;
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

/* The first of the statements that uses c, or what it is exchanged with, is a region that stores to all of it: what it
 * held before does not matter. */
static bool is_filled_first(const struct attempt *t, const struct candidate *c)
{
    const struct touch *first = NULL;
    for_each (struct touch, x, t->s.accesses)
        if (same_group(&t->s, x->object, c->object) && (!first || x->here->at.begin < first->here->at.begin))
            first = x;
    const struct judged *j = first ? first->region : NULL;
    if (!j || j->tree->parent != t->block)
        return false;
    for_each (struct candidate, d, t->rows)
        if (same_group(&t->s, c->object, d->object) && !fills(j, d))
            return false;
    return true;
}

static const char *structured_type(const struct data_item *i)
{
    bool in = strcmp(i->before, "to") == 0, out = strcmp(i->after, "from") == 0;
    return in && out ? "tofrom" : in ? "to" : out ? "from" : "alloc";
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
            unsigned at = child_of(t, x->here);
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
    return exchanged;
}

static void add_range(struct attempt *t, const char *guard)
{
    struct data_range r = {.guard = *guard ? guard : NULL};
    for_each (struct touch, x, t->s.accesses)
        if (x->region && is_held(t, x->object))
            ((struct judged *)x->region)->is_held = true;
    unsigned from, to;
    bool exchanged = find_ends(t, &from, &to);
    const struct node *held = statements(t->a->arena, t->block, from, to);
    for_each (struct candidate, c, t->rows) {
        if (!c->held)
            continue;
        struct data_item i = {.object = c->object, .item = c->extent.item};
        i.before = is_filled_first(t, c) ? "alloc" : "to";
        i.after = c->written && is_content_live(t->a, held, c->object) ? "from" : "release";
        vec_push(t->a->arena, &r.items, i);
    }
    r.first = t->block->kids[from];
    r.last = t->block->kids[to];
    r.structured = from == to && !exchanged && r.first->kind != NODE_DECLARATIONS;
    for_each (struct data_item, i, r.items)
        if (r.structured)
            i->before = structured_type(i);
    for_each (struct data_update, u, t->updates) /* elsewhere the host has its own */
        if (slice_has(held->at, u->at->at.begin))
            vec_push(t->a->arena, &r.updates, *u);
    vec_push(t->a->arena, &t->a->ranges, r);
}

const char *update_directive(const struct annotation *a, const struct data_range *r, const struct data_update *u,
                             bool to)
{
    const char *test = r->guard ? arena_printf(a->arena, " if(%s)", r->guard) : "";
    return arena_printf(a->arena, "target update%s %s(%s)", test, to ? "to" : "from", u->item);
}

const char *range_directive(const struct annotation *a, const struct data_range *r, bool leaving)
{
    static const char *const types[] = {"to", "from", "tofrom", "alloc", "release"};
    struct sb b = {0};
    sb_add(&b, r->structured ? "target data" : leaving ? "target exit data" : "target enter data");
    if (r->guard)
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
static bool with_small(struct attempt *t, bool held)
{
    loop_list small = {0}, taken = {0};
    find_small(t, &small);
    for_each_pointer (struct judged, j, small)
        if (choose_small(t->a, j))
            vec_push(t->a->arena, &taken, j);
    if (!taken.n)
        return held;
    end(t);
    bool better = begin(t) && decide(t);
    for_each_pointer (struct judged, j, taken)
        better = better && is_at_home(t, j);
    if (better)
        return true;
    give_back(&taken);
    end(t);
    return begin(t) && decide(t);
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
                    barrier[child_of(t, x->here) - t->from] = some = true;
        }
    end(t);
    if (some)
        try_between(w, t, barrier);
}

static void try_range(struct planner *w, const struct node *block, unsigned from, unsigned to)
{
    while (from < to && !uses_device(w, block->kids[from]))
        from++;
    while (to > from && !uses_device(w, block->kids[to]))
        to--;
    if (!uses_device(w, block->kids[from]) || (from == to && is_chosen(w->a, block->kids[from])) ||
        w->attempts++ >= MOST_ATTEMPTS || w->all_attempts++ >= MOST_OF_FILE)
        return;
    struct attempt t = {.a = w->a, .block = block, .from = from, .to = to};
    bool *barrier = arena_alloc(w->a->arena, (to - from + 1) * sizeof *barrier), crossed = false;
    struct node *all = statements(w->a->arena, block, from, to);
    for (unsigned i = from; i <= to; i++)
        crossed |= barrier[i - from] = has_crossing(block->kids[i], all);
    if (crossed) {
        try_between(w, &t, barrier);
        return;
    }
    if (!begin(&t)) {
        barrier[child_of(&t, t.s.here) - from] = true;
        end(&t);
        try_between(w, &t, barrier);
        return;
    }
    bool held = with_small(&t, decide(&t));
    held |= add_updates(&t);
    const char *guard = held ? guard_of(&t) : NULL;
    if (guard)
        add_range(&t, guard);
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
    if (!n || !node_is_statement(n) || n->kind == NODE_CONSTRUCT || is_chosen(w->a, n) || !uses_device(w, n))
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
    plan_blocks(w, f->tree);
}

void plan_data(struct annotation *a)
{
    struct planner w = {.a = a};
    if (a->wishes.no_data)
        return;
    find_functions(&w);
    w.done = arena_alloc(a->arena, (a->u->funcs.n + 1) * sizeof *w.done);
    for_each_pointer (const struct func, f, a->u->funcs)
        plan_function(&w, f);
}
