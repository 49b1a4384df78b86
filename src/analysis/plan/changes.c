/* analysis/plan/changes.c: what `gantry tune` measures that is a directive: how many loops of a nest are collapsed, in
 * which tiles it runs, how often the loop in its body is unrolled, whether a loop's end waits. The text is changed
 * (front/text/changes.c) and parsed again, so that all that is decided for a loop is decided for the changed one.
 * Here: which changes keep the meaning.
 *
 *   collapse  fewer loops than the user's clause says: the others stay in their order, in one thread. More: where the
 *             next loop is proved to store to other places in each iteration (in_place.c, apart.c)
 *   tile      of a nest whose iterations may come in any order (order.c)
 *   unroll    always: the only innermost loop that no construct has
 *   nowait    at the end of a parallel region, which waits itself; before another loop, where neither touches what the
 *             other stores
 *
 * No pass: tuned.c asks. */
#include "../analysis.h"

#include <string.h>

enum { MOST_DEPTH = 3 }; /* loops that are offered tiles */

/* ---- the nest ---- */

struct nest {
    const struct region *r; /* the loop construct; NULL: there is none to change */
    unsigned depth;         /* loops that may be collapsed */
    bool any_order;         /* may tiles change the order? */
};

static bool are_plain(const struct region *r)
{
    for (unsigned j = 0; j < r->nloops; j++)
        if (!r->loops[j].iv_declared || r->loops[j].imperfect)
            return false;
    return !r->ndeep && !region_clause(r, CLAUSE_ORDERED) && !region_clause(r, CLAUSE_LINEAR) &&
           !region_clause(r, CLAUSE_SAFELEN) && !region_clause(r, CLAUSE_ALLOCATE) && !scan_of(r) && !holds_cancel(r) &&
           !sharing_first(r, ATTRS_LAST);
}

static bool is_candidate(const struct kernel *k, const struct region *r)
{
    return r->plan && r->plan->kernel == k && r->nloops && (r->plan->leaves & LEAF_FOR) &&
           !(r->plan->leaves & LEAF_SIMD);
}

static struct nest nest_of(struct analysis *a, const struct kernel *k)
{
    struct nest n = {0};
    unsigned count = 0;
    for_each_pointer (const struct region, r, a->unit->regions)
        if (is_candidate(k, r)) {
            n.r = r;
            count++;
        }
    if (count != 1 || !are_plain(n.r))
        return (struct nest){0};
    n.any_order = order_is_free(a, n.r);
    n.depth = n.any_order ? n.r->nloops : n.r->nloops == 1 ? 1 : 0;
    if (n.r->nloops == 1 && loop_to_collapse(a, n.r)) {
        n.depth = 2;
        n.any_order = true;
    }
    return n;
}

const struct region *free_nest(struct analysis *a, const struct kernel *k)
{
    struct nest n = nest_of(a, k);
    return n.any_order && n.r->nloops > 1 ? n.r : NULL;
}

/* ---- the loop in its body ---- */

static bool is_associated(const struct unit *u, const struct node *loop)
{
    for_each_pointer (const struct region, r, u->regions)
        for (unsigned j = 0; j < r->nloops; j++)
            if (r->loops[j].tree == loop)
                return true;
    return false;
}

static bool has_inner_loop(const struct node *loop)
{
    const struct node *body = node_kid(loop, 3);
    for (const struct node *m = body; m; m = tree_next(body, m))
        if (is_loop_statement(m) || m->kind == NODE_CONSTRUCT)
            return true;
    return false;
}

/* By its line a loop is found in the text. */
static bool shares_line(const struct unit *u, const struct node *root, const struct node *loop)
{
    struct loc at = unit_loc(u, loop->at.begin);
    for (const struct node *n = root; n; n = tree_next(root, n)) {
        struct loc other = unit_loc(u, n->at.begin);
        if (n != loop && n->kind == NODE_FOR && other.line == at.line && strcmp(other.file, at.file) == 0)
            return true;
    }
    return false;
}

static const struct node *loop_to_unroll(struct analysis *a, const struct kernel *k)
{
    const struct node *root = k->region->tree, *found = NULL;
    for (const struct node *n = root; n; n = tree_next(root, n)) {
        struct loop head = {0};
        if (n->kind != NODE_FOR || has_inner_loop(n) || is_associated(a->unit, n) || loop_read_header(&head, n))
            continue;
        if (found)
            return NULL;
        found = n;
    }
    return found && !shares_line(a->unit, root, found) ? found : NULL;
}

/* ---- loops at whose end nobody needs to wait ---- */

/* Is r the last statement of its parallel region? */
static bool is_last(const struct region *r)
{
    const struct node *up = r->tree ? r->tree->parent : NULL, *last = r->tree;
    for (; up && up->kind == NODE_COMPOUND; last = up, up = up->parent)
        for (unsigned i = 0; i < up->nkids; i++)
            if (up->kids[i] == last && i + 1 < up->nkids)
                return false;
    return up && up == r->parent->tree;
}

static bool is_waiting_loop(const struct kernel *k, const struct region *r)
{
    const struct region *up = r->parent;
    return r->plan && r->plan->kernel == k && r->plan->leaves == LEAF_FOR && up && up->plan &&
           (up->plan->leaves & LEAF_PARALLEL) && !(up->plan->leaves & LEAF_FOR) && !up->nloops &&
           !region_clause(r, CLAUSE_NOWAIT) && are_plain(r) && !holds_cancel(up);
}

/* The loop that is the next statement; NULL: another one is, or none */
static const struct region *loop_after(struct analysis *a, const struct kernel *k, const struct region *r)
{
    const struct node *up = r->tree ? r->tree->parent : NULL, *next = NULL;
    for (unsigned i = 0; up && up->kind == NODE_COMPOUND && i + 1 < up->nkids; i++)
        next = up->kids[i] == r->tree ? up->kids[i + 1] : next;
    for_each_pointer (const struct region, s, a->unit->regions)
        if (next && s->tree == next)
            return s->parent == r->parent && is_waiting_loop(k, s) ? s : NULL;
    return NULL;
}

/* A clause of the second is read when a thread comes to it: it must not be something that the first sets. */
static bool has_no_questions(const struct region *s)
{
    const struct clause *c = region_clause(s, CLAUSE_SCHEDULE);
    return (!c || !given(c->expr) || c->expr_const) && !sharing_first(s, ATTR_FIRSTPRIVATE);
}

/* Where each thread may go on when it has ended its part of r: what waits is the end of the parallel region, or of the
 * next loop, if that does wait. */
static bool waits_in_vain(struct analysis *a, const struct kernel *k, const struct region *r)
{
    if (!is_waiting_loop(k, r))
        return false;
    if (is_last(r))
        return true;
    const struct region *next = sharing_first(r, ATTRS_REDUCED) ? NULL : loop_after(a, k, r);
    return next && has_no_questions(next) && loops_are_unrelated(a, r, next) &&
           (is_last(next) || !waits_in_vain(a, k, next));
}

/* A file's line with two constructs (a macro's, a metadirective's) tells no region from another. Lines that OpenACC's
 * directives have become are not changed. */
static bool is_found(const struct analysis *a, const struct kernel *k)
{
    if (k->region->acc)
        return false;
    for (size_t i = 0; i < a->kernels.n; i++) {
        const struct kernel *o = a->kernels.v[i];
        if (o != k && o->region->loc.line == k->region->loc.line &&
            strcmp(o->region->loc.file, k->region->loc.file) == 0)
            return false;
    }
    return true;
}

const struct node *loop_beyond(struct analysis *a, const struct kernel *k)
{
    struct nest n = nest_of(a, k);
    return n.r && n.r == k->trip && n.r->nloops == 1 && n.depth == 2 && is_found(a, k) ? loop_to_collapse(a, n.r)
                                                                                       : NULL;
}

/* ---- what --tuned says ---- */

/* "8x16" as "8, 16"; NULL: not n sizes */
static const char *sizes_of(struct arena *a, const char *tile, unsigned n)
{
    struct sb out = {0};
    unsigned count = 1;
    for (; *tile; tile++) {
        count += *tile == 'x';
        if (*tile == 'x')
            sb_add(&out, ", ");
        else
            sb_addc(&out, *tile);
    }
    const char *text = sb_take(&out, a);
    return count == n ? text : NULL;
}

struct finder {
    struct analysis *a;
    const struct kernel *k;
    change_list *out;
};

/* A change that another place has, too, is one for both. */
static void add(struct finder *w, struct loc at, unsigned place, enum change_kind kind, const char *value)
{
    for_each (struct change, c, *w->out)
        if (c->kind == kind && c->at.line == at.line && strcmp(c->at.file, at.file) == 0 &&
            strcmp(c->value, value) == 0) {
            c->places |= place;
            return;
        }
    vec_push(w->a->unit->arena, w->out, ((struct change){w->k->region->loc, at, place, kind, value, false}));
}

static void add_changes(struct finder *w, const struct tuned *t, unsigned place)
{
    struct arena *arena = w->a->unit->arena;
    struct nest n = t->collapse || t->tile ? nest_of(w->a, w->k) : (struct nest){0};
    const struct node *loop = t->unroll ? loop_to_unroll(w->a, w->k) : NULL;
    if (n.r && t->collapse && t->collapse <= n.depth && t->collapse != n.r->nloops)
        add(w, n.r->loc, place, CHANGE_COLLAPSE, arena_printf(arena, "%u", t->collapse));
    const char *sizes = n.r && t->tile && n.any_order ? sizes_of(arena, t->tile, n.depth) : NULL;
    if (sizes)
        add(w, n.r->loc, place, CHANGE_TILE, sizes);
    if (loop)
        add(w, unit_loc(w->a->unit, loop->at.begin), place, CHANGE_UNROLL, arena_printf(arena, "%u", t->unroll));
    for_each_pointer (const struct region, r, w->a->unit->regions)
        if (t->nowait && waits_in_vain(w->a, w->k, r))
            add(w, r->loc, place, CHANGE_NOWAIT, "");
}

void changes_find(struct analysis *a, change_list *out)
{
    for (size_t i = 0; i < a->kernels.n; i++) {
        struct finder w = {a, a->kernels.v[i], out};
        if (!is_found(a, w.k))
            continue;
        add_changes(&w, &w.k->on_device, CHANGE_ON_DEVICES);
        add_changes(&w, &w.k->at_home, CHANGE_IN_PLACE);
    }
}

/* ---- what is offered ---- */

static const char *const tiles[MOST_DEPTH + 1] = {
    [2] = "8x8,16x16,32x32,64x64,8x64,64x8", [3] = "4x4x4,8x8x8,1x16x16,2x8x32"};

void changes_offer(struct analysis *a, const struct kernel *k, bool on_device, FILE *f)
{
    struct nest n = nest_of(a, k);
    if (!is_found(a, k))
        return;
    if (n.depth > 1) {
        bool any = false;
        fprintf(f, " collapse=");
        for (unsigned i = 1; i <= n.depth; i++)
            if (i != n.r->nloops ||
                (on_device && k->deeper)) { /* what the user wrote, where the launch may share more */
                fprintf(f, "%s%u", any ? "," : "", i);
                any = true;
            }
    }
    if (n.any_order && n.depth > 1 && n.depth <= MOST_DEPTH)
        fprintf(f, " tile=%s", tiles[n.depth]);
    if (loop_to_unroll(a, k))
        fprintf(f, " unroll=2,4,8");
    for_each_pointer (const struct region, r, a->unit->regions)
        if (waits_in_vain(a, k, r)) {
            fprintf(f, " nowait=1");
            break;
        }
}
