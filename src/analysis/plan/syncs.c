/* analysis/plan/syncs.c: where the host uses data that could stay on the device while a loop of it runs: the statements
 * in front of which regions' results are to be brought back, and behind which what the host has stored is to be sent.
 * No pass: around.c asks.
 *
 * The results stay where all uses are seen, where regions send back what they store (else the host's copy is not the
 * newest one), and where the data is reached by a name at each statement. Updates stand out of the loops of the host
 * around a use, in the function where regions run, and not in the loops and branches of fewer turns: no more is copied
 * than the constructs do now. */
#include "idle.h"

#include <string.h>

#include "../../../include/gantry_abi.h"

enum { LONGEST_WHEN = 60 };

struct finder {
    struct analysis *a;
    const struct unit *u;
    const struct sync_query *q;
    host_sync_list found;
    bool leans;
    bool stored;                    /* a region may store to the data */
    VEC(const struct node *) loops; /* around the statements, within the loop */
    unsigned copies;                /* in a turn of the loop, and of all of these */
};

/* ---- what is in a statement ---- */

static bool holds_device_code(struct analysis *a, struct slice s)
{
    return uses_devices(a->unit, s) || (facts_of_callees(a, ON_HOST, s) & USES_DEVICES);
}

static bool is_goto(const struct node *n)
{
    return n->kind == NODE_GOTO || n->kind == NODE_COMPUTED_GOTO || n->kind == NODE_LABEL;
}

/* May control leave the statement otherwise than by its end, past what stands behind it? */
static bool may_leave(const struct node *statement)
{
    for (const struct node *n = statement; n; n = tree_next(statement, n)) {
        bool jumps = n->kind == NODE_BREAK || n->kind == NODE_CONTINUE;
        const struct node *left = jumps ? left_by(n) : NULL;
        if (n->kind == NODE_RETURN || (jumps && !(left && slice_has(statement->at, left->at.begin))))
            return true;
    }
    return false;
}

/* ---- the condition of a statement that has no block of its own ---- */

static bool is_more_than_numbers(const struct node *n)
{
    switch (n->kind) {
    case NODE_NUMBER:
    case NODE_NAME:
    case NODE_UNARY:
    case NODE_BINARY:
        return !n->type || !type_is_arithmetic(n->type) || n->type->is_volatile;
    default:
        return true;
    }
}

/* May regions change the variable, or is it another than it seems? */
static bool is_mapped(struct analysis *a, const struct var *v)
{
    for_each_pointer (const struct region, r, a->unit->regions) {
        if (!(r->leaves & LEAF_TARGET) && directive_rows[r->dir].class != CLASS_DATA)
            continue;
        for_each (const struct mapping, m, *maps_of(a, r))
            if (m->var == v && m->param != GANTRY_PARAM_VALUE)
                return true;
    }
    return v->addr_taken || (v->is_global && !v->is_static) || v->is_thread_local;
}

static const char *text_of_condition(struct finder *f, const struct node *n)
{
    const char *text = text_slice(f->u, n->at);
    if (tree_has(n, is_more_than_numbers) || strlen(text) > LONGEST_WHEN || strpbrk(text, "#\n"))
        return NULL;
    for (const struct node *x = n; x; x = tree_next(n, x))
        if (node_var(x) && is_mapped(f->a, node_var(x)))
            return NULL;
    return text;
}

/* "k % 4 == 0", when the branch of the `if` is run that `inner` is a part of, on the condition `when` (or NULL) */
static const char *condition_of(struct finder *f, const struct node *branch, unsigned place, const char *when)
{
    const char *text = text_of_condition(f, node_kid(branch, 0));
    if (!text)
        return NULL;
    const char *not = place == 2 ? "!" : "";
    if (!when && !*not)
        return text;
    text = arena_printf(f->u->arena, "%s(%s)%s%s", not, text, when ? " && " : "", when ? when : "");
    return strlen(text) > LONGEST_WHEN ? NULL : text;
}

/* ---- the statement for a use ---- */

struct place {
    const struct node *at;
    const char *when;
    bool always;           /* it was tried, and the condition cannot be written: the update is made without */
    struct slice decision; /* the conditions that make up `when` */
};

static bool is_label(const struct node *n)
{
    return n->kind == NODE_CASE || n->kind == NODE_DEFAULT || n->kind == NODE_LABEL;
}

static void widen(struct finder *f, struct place *p, const struct node *to, bool blocked)
{
    bool branch = blocked && to->kind == NODE_IF && p->at->parent == to && !p->always;
    struct slice head = branch ? node_kid(to, 0)->at : (struct slice){0, 0};
    p->decision = p->when && branch ? (struct slice){head.begin, p->decision.end} : head;
    p->when = branch ? condition_of(f, to, p->at->place, p->when) : NULL;
    p->always = branch && !p->when;
    p->at = to;
}

/* in front of a branch whose condition has the use, whatever its branches do, or of a construct with it in a clause */
static bool is_decided_by(const struct node *branch, const struct node *n)
{
    const struct node *head = node_kid(branch, 0);
    if (branch->kind == NODE_CONSTRUCT)
        return n == branch || !(head && slice_has(head->at, n->at.begin));
    return (branch->kind == NODE_IF || branch->kind == NODE_SWITCH) && head && slice_has(head->around, n->at.begin);
}

/* Out of the loops of the host around it, but not out of branches; `at` NULL: there is none */
static struct place place_of(struct finder *f, const struct host_access *x, const struct node *n,
                             const struct node *top)
{
    struct place p = {0};
    for (const struct node *up = n; up != top && up->parent; up = up->parent) {
        if (!node_is_statement(up) || up->parent->kind == NODE_DECLARATIONS || is_label(up))
            continue;
        if (holds_device_code(f->a, up->at)) {
            if (!p.at && !x->writes && is_decided_by(up, n))
                p.at = up;
            break;
        }
        bool blocked = p.at && p.at->parent->kind != NODE_COMPOUND;
        bool stays = up->kind == NODE_COMPOUND || up->kind == NODE_IF;
        if (!p.at)
            p.at = up;
        else if (blocked || !stays)
            widen(f, &p, up, blocked);
    }
    bool fits = p.at && p.at->parent && p.at->parent->kind == NODE_COMPOUND && unit_begins_line(f->u, p.at->at.begin) &&
                (!x->writes || (unit_ends_line(f->u, p.at->at.end) && !may_leave(p.at)));
    for (const struct node *up = p.at; fits && up && up != top; up = up->parent)
        fits = up->kind != NODE_CONSTRUCT || up == p.at;
    return fits ? p : (struct place){0};
}

static bool is_hidden(const struct unit *u, const struct sync_query *q)
{
    for_each_pointer (const struct var, w, *q->words)
        if (is_shadowed(u, q->at, w))
            return true;
    return false;
}

static void note_loops(struct finder *f, const struct node *n, const struct frame *frame)
{
    for (;; n = frame->call, frame = frame->up) {
        const struct node *top = frame ? frame->func->tree : f->q->top;
        for (; n && n != top; n = n->parent) {
            bool known = !is_loop_statement(n);
            for (size_t i = 0; i < f->loops.n && !known; i++)
                known = f->loops.v[i] == n;
            if (!known)
                vec_push(f->u->arena, &f->loops, n);
        }
        if (!frame)
            return;
    }
}

/* … but for what ends the loop */
static bool is_passed(struct finder *f, const struct node *top, const struct node *n)
{
    for (const struct node *x = top; x; x = tree_next(top, x))
        if (x->at.begin < n->at.begin && (top != f->q->top || slice_has(f->q->at, x->at.begin)) && goes_past(x, n) &&
            !(x->kind == NODE_BREAK && left_by(x) == f->q->loop))
            return true;
    return false;
}

static bool ends_loop(const struct node *n) { return n->kind == NODE_BREAK || n->kind == NODE_RETURN; }

/* How often the loop of the host has its turns, as far as that is known */
static unsigned turns_of(const struct node *loop)
{
    enum { ENOUGH = 8 };
    struct loop l = {0};
    uint64_t trip = loop->kind == NODE_FOR && !loop_read_header(&l, loop) ? loop_trip(&l) : 0;
    return tree_has(loop, ends_loop) || trip < 2 ? 1 : trip > ENOUGH ? ENOUGH : (unsigned)trip;
}

/* How often, at least, each turn of the loop, and of all the loops around the statements, runs it; 0: it may not */
static unsigned times_of(struct finder *f, const struct node *n, const struct frame *frame)
{
    size_t loops = 0;
    unsigned times = 1;
    const struct node *first = n;
    for (;; n = frame->call, frame = frame->up, first = n) {
        const struct node *top = frame ? frame->func->tree : f->q->top;
        for (; n && n != top; n = n->parent) {
            bool around = false;
            if (node_is_branch(n))
                return 0;
            for (size_t i = 0; i < f->loops.n; i++)
                around |= f->loops.v[i] == n;
            loops += around;
            times *= around || !is_loop_statement(n) ? 1 : turns_of(n);
        }
        if (is_passed(f, top, first))
            return 0;
        if (!frame)
            return loops == f->loops.n ? times : 0;
    }
}

/* May the statement change a variable of the conditions? */
static bool may_change(const struct unit *u, struct slice conditions, const struct node *statement)
{
    for_each_in (ref, x, u, conditions)
        if (x->var && access_in(u, statement->at, x->var) & (ACC_WRITE | ACC_ADDR))
            return true;
    return false;
}

static void add_sync(struct finder *f, struct place p, const char *name, const struct host_access *x,
                     const struct frame *frame)
{
    const char *when = x->writes && may_change(f->u, p.decision, p.at) ? NULL : p.when;
    for (size_t i = 0; i < f->found.n; i++) {
        struct host_sync *s = &f->found.v[i];
        if (s->at != p.at || strcmp(s->name, name) != 0 || !s->when != !when || (when && strcmp(s->when, when) != 0))
            continue;
        s->goes |= x->writes;
        s->at_times &= when || !times_of(f, p.at, frame);
        return;
    }
    vec_push(f->u->arena, &f->found,
             ((struct host_sync){.at = p.at,
                                 .loc = unit_place(f->u, p.at->at.begin),
                                 .name = name,
                                 .when = when,
                                 .row = f->q->row,
                                 .last = unit_place(f->u, p.at->at.end - 1).line,
                                 .at_times = when || !times_of(f, p.at, frame),
                                 .goes = x->writes}));
}

static bool is_other(const struct sync_query *q, const struct var *v)
{
    for_each_pointer (const struct var, o, *q->others)
        if (o == v && o != q->root)
            return true;
    return false;
}

/* In the function where regions run, as near to the loop as can be */
static bool take_use(void *ctx, const struct host_access *x)
{
    struct finder *f = ctx;
    const struct node *n = x->at;
    const struct var *v = x->var;
    const struct frame *frame = x->frame;
    if (x->meant && is_other(f->q, x->meant)) {
        f->leans = true;
        return true;
    }
    while (frame && !holds_device_code(f->a, frame->func->body)) {
        v = v ? meant_by_caller(v, frame) : NULL;
        n = frame->call, frame = frame->up;
    }
    const struct node *top = frame ? frame->func->tree : f->q->top;
    const char *name = frame ? v ? name_within(f->a, frame->func, v) : NULL : f->q->name;
    struct place p = name && !tree_has(top, is_goto) ? place_of(f, x, n, top) : (struct place){0};
    if (!p.at)
        return false;
    note_loops(f, p.at->parent, frame);
    add_sync(f, p, name, x, frame);
    return true;
}

/* ---- the regions ---- */

/* How target data around r, or around a call that leads to it, maps the variable: its flags; 0: none does */
static unsigned mapped_around(struct finder *f, const struct region *r, const struct var *v, const struct frame *frame)
{
    for (r = r->parent;; frame = frame->up) {
        for (; r && r->dir == DIR_TARGET_DATA && (frame || slice_has(f->q->at, r->pragma_at.begin)); r = r->parent)
            for_each (const struct mapping, m, *maps_of(f->a, r))
                if (m->var == v)
                    return m->flags;
        v = frame && v ? meant_by_caller(v, frame) : NULL;
        if (!v)
            return 0;
        r = unit_region_around(f->u, frame->call->off);
    }
}

static bool may_stay(struct finder *f, const struct region *r, const struct frame *frame)
{
    const bool is_target = r->leaves & LEAF_TARGET;
    if (!is_target && r->dir != DIR_TARGET_DATA && directive_rows[r->dir].class == CLASS_DATA) {
        for_each_in (ref, x, f->u, r->pragma_at)
            if (x->var && meant(x->var, frame) == f->q->root)
                return false;
        return true;
    }
    if (!is_target && r->dir != DIR_TARGET_DATA)
        return true;
    for (const struct region *p = r->parent; p; p = p->parent)
        if (p->dir != DIR_TARGET_DATA)
            return false;
    const bool unseen = is_target && stores_unseen(f->a, r);
    f->stored |= unseen || f->q->moved;
    for_each (const struct mapping, m, *maps_of(f->a, r)) {
        if (!m->var || meant(m->var, frame) != f->q->root)
            continue;
        const unsigned around = is_target ? mapped_around(f, r, m->var, frame) : 0;
        const bool stores = is_target && (unseen || may_store_to_row(f->a, r, m));
        f->stored |= stores;
        if ((stores && !((around ? around : m->flags) & GANTRY_MAP_FROM)) || m->flags & GANTRY_MAP_ALWAYS)
            return false;
        if (!around && r->tree)
            f->copies +=
                times_of(f, r->tree, frame) * (((m->flags & GANTRY_MAP_TO) != 0) + ((m->flags & GANTRY_MAP_FROM) != 0));
    }
    return true;
}

static bool all_may_stay(struct finder *f, struct slice s, const struct frame *frame)
{
    for_each_in (region, r, f->u, s)
        if (!may_stay(f, r, frame))
            return false;
    for_each_in (ref, x, f->u, s) {
        struct frame here;
        struct called c = called_by(x);
        if (is_run_by_host(f->u, x) && enter(c, frame, &here) && !all_may_stay(f, c.func->body, &here))
            return false;
    }
    return true;
}

static bool maps_in(struct analysis *a, struct slice code, const struct var *v, const struct frame *f)
{
    for_each_in (region, r, a->unit, code)
        if ((r->leaves & LEAF_TARGET) || r->dir == DIR_TARGET_DATA)
            for_each (const struct mapping, m, *maps_of(a, r))
                if (m->var && meant(m->var, f) == v)
                    return true;
    for_each_in (ref, x, a->unit, code) {
        struct frame here;
        struct called c = called_by(x);
        if (is_run_by_host(a->unit, x) && enter(c, f, &here) && maps_in(a, c.func->body, v, &here))
            return true;
    }
    return false;
}

/* Has the host the newest in any case when the loop ends, because each turn ends with that statement, as far as regions
 * are concerned? */
static bool ends_turns(struct finder *f, const struct host_sync *s)
{
    const struct node *loop = f->q->loop, *top = s->at;
    if (!loop || !slice_has(loop->at, s->at->at.begin) || s->when)
        return false;
    for (; top->parent != loop; top = top->parent)
        if (top->kind != NODE_COMPOUND && top != s->at)
            return false;
    const struct node *body = loop->kids[loop->kind == NODE_DO ? 0 : loop->nkids - 1];
    struct slice behind = {s->at->at.end, body->at.end}, head = {loop->at.begin, body->at.begin};
    if (!slice_has(body->at, s->at->at.begin) || (loop->kind != NODE_DO && holds_device_code(f->a, head)) ||
        (loop->kind == NODE_DO && holds_device_code(f->a, (struct slice){body->at.end, loop->at.end})))
        return false;
    for (const struct node *x = loop; x; x = tree_next(loop, x))
        if (x->at.begin < s->at->at.begin && goes_past(x, s->at))
            return false;
    return top->kind == NODE_COMPOUND && !holds_device_code(f->a, behind);
}

bool maps_data(struct analysis *a, struct slice code, const struct var *v) { return maps_in(a, code, v, NULL); }

/* May control come between the two statements of one block otherwise than by the first, or regions run there? The
 * first stands before the second. */
static bool is_apart(struct finder *f, const struct node *first, const struct node *second)
{
    const struct slice between = {first->at.end, second->at.begin};
    for (unsigned i = first->place + 1; i <= second->place; i++)
        if (is_label(first->parent->kids[i]))
            return true;
    return holds_device_code(f->a, between);
}

static bool may_leave_between(const struct node *first, const struct node *second)
{
    for (unsigned i = first->place + 1; i < second->place; i++)
        if (may_leave(first->parent->kids[i]))
            return true;
    return false;
}

/* Of statements of one block between which no regions run the first gets what these have stored, and the last sends. */
static void join_neighbours(struct finder *f)
{
    for (size_t i = 0; i < f->found.n; i++)
        for (size_t k = 0; k < f->found.n; k++) {
            struct host_sync *s = &f->found.v[i], *t = &f->found.v[k];
            if (s->at->parent != t->at->parent || s->at->place >= t->at->place || strcmp(s->name, t->name) != 0 ||
                is_apart(f, s->at, t->at))
                continue;
            t->comes &= !(s->comes || s->had) || s->when;
            t->had |= !t->comes && !s->when;
            s->goes &= !t->goes || t->when || may_leave_between(s->at, t->at);
        }
}

/* Those on a condition, where the same statement has one without */
static void drop_covered(struct finder *f)
{
    size_t n = 0;
    for (size_t i = 0; i < f->found.n; i++) {
        struct host_sync s = f->found.v[i];
        struct host_sync *other = NULL;
        for (size_t k = 0; k < f->found.n && s.when && !other; k++)
            if (f->found.v[k].at == s.at && !f->found.v[k].when && !strcmp(f->found.v[k].name, s.name))
                other = &f->found.v[k];
        if (other)
            other->goes |= s.goes;
        else
            f->found.v[n++] = s;
    }
    f->found.n = n;
}

/* ---- all of it ---- */

bool find_syncs(struct analysis *a, const struct sync_query *q, host_sync_list *out, bool *leans,
                struct sync_cost *cost)
{
    struct finder f = {.a = a, .u = a->unit, .q = q};
    struct sync_cost c = {0};
    if (is_hidden(f.u, q) || !each_use(a, q->at, q->root, q->type, take_use, &f) || !all_may_stay(&f, q->at, NULL))
        return false;
    drop_covered(&f);
    for (size_t i = 0; i < f.found.n; i++) {
        struct host_sync *s = &f.found.v[i];
        s->comes = f.stored;
    }
    join_neighbours(&f);
    for (size_t i = 0; i < f.found.n; i++) {
        struct host_sync *s = &f.found.v[i];
        s->ends = f.stored && ends_turns(&f, s);
        c.copies += s->comes + s->goes;
        c.halves += (s->comes + s->goes) * (s->at_times ? 1 : 2);
    }
    c.now = f.copies;
    *cost = c;
    for_each (const struct host_sync, s, f.found)
        vec_push(f.u->arena, out, *s);
    *leans = f.leans;
    return true;
}
