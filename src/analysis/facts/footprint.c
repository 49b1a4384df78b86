/* analysis/facts/footprint.c: how many different bytes of memory a target region reads and writes, as polynomials in
 * what its launch knows: what must move however good the caches are.
 * needs: sharing, lower, dataenv, calls.
 * sets: kernel.footprint.
 *
 * Each access becomes a box: base + the sum of distance * t over the loops around it, t from 0 to their trip counts.
 * Accesses of one object with the same distances are one box in several places, whose union is counted dimension by
 * dimension: where boxes end, some of them have no bytes, in between all have. Where that could be wrong (a branch, an
 * address that is not linear, rows that overlap) nothing is known, with the reason; what only the launch can tell, as
 * whether a loop has enough iterations, is a condition. */
#include "touches.h"

/* ---- gathering ---- */
static bool is_private(struct touches *s, const struct scope *in, const struct node *root)
{
    const struct var *v = node_var(root);
    if (!v)
        return false;
    return slice_has(in->body, v->decl) || (!in->outer && owner_at(s->u, root->off, v));
}

static bool is_arrow(const struct node *n)
{
    return n->kind == NODE_ARROW || n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE;
}

static bool same_root(struct touches *s, const struct place *a, const struct place *b)
{
    return a->scope == b->scope && tree_equal(s->u, a->root, b->root);
}

/* how many members both have in common */
static unsigned common_parts(struct touches *s, const struct place *a, const struct place *b)
{
    unsigned n = 0;
    while (n < a->nparts && n < b->nparts && node_same_member(s->u, a->part[n], b->part[n]))
        n++;
    return n;
}

static bool same_object(struct touches *s, const struct place *a, const struct place *b)
{
    return same_root(s, a, b) && a->nparts == b->nparts && common_parts(s, a, b) == a->nparts;
}

/* Is one a structure that the other one is in? */
static bool encloses(struct touches *s, const struct place *a, const struct place *b)
{
    unsigned n = same_root(s, a, b) ? common_parts(s, a, b) : 0;
    return same_root(s, a, b) && a->nparts != b->nparts && (n == a->nparts || n == b->nparts);
}

static bool add_access(struct touches *s, const struct scope *in, const struct node *n, int64_t size, bool reads,
                       bool writes)
{
    struct touch *x = NEW(s->u->arena, struct touch);
    bool assigned = n->parent && n->parent->kind == NODE_ASSIGN && n->place == 0; /* after the value was read */
    *x = (struct touch){.reads = reads, .writes = writes, .size = size, .order = assigned ? n->parent->at.end : n->off};
    if (!touch_loops(s, in, n, &x->in))
        return false;
    s->in = x->in.of, s->nin = x->in.n;
    if (size <= 0 || n->bit_field || s->accesses.n == BOXES_MOST)
        return touch_fail(s, WHY_BYTES_ADDRESS, n);
    if (!touch_place(s, in, n, 0, &x->to, &x->at))
        return touch_fail(s, WHY_BYTES_ADDRESS, n);
    for_each (const struct touch, other, s->accesses)
        if (encloses(s, &other->to, &x->to))
            return touch_fail(s, WHY_BYTES_ADDRESS, n);
    vec_push(s->u->arena, &s->accesses, *x);
    return true;
}

/* variables that the device has one of, named without a subscript */
static bool gather_names(struct touches *s, const struct scope *in)
{
    for_each_in (ref, r, s->u, in->body) {
        const struct var *v = r->var;
        const struct capture *c = v ? find_capture(s->k, v) : NULL;
        bool object = r->node && r->node->kind == NODE_NAME && v && !type_is_array(v->type) &&
                      v->type->kind != TYPE_RECORD && !(r->access & ACC_UNEVALUATED);
        if (!object ||
            !(c ? c->how == CAP_ADDRESS || c->how == CAP_COPY : v->is_global && !v->is_constexpr && !r->node->constant))
            continue;
        if (slice_has(s->k->region->stmt, v->decl) || owner_at(s->u, r->off, v))
            continue;
        if (c && c->how == CAP_COPY)
            return touch_fail(s, WHY_BYTES_RUNTIME, r->node);
        if (in->outer)
            return touch_fail(s, WHY_BYTES_ADDRESS, r->node);
        if (!add_access(s, in, r->node, v->type->size, r->access & (ACC_READ | ACC_DEREF), r->access & ACC_WRITE))
            return false;
    }
    return true;
}

static bool gather(struct touches *s, const struct scope *in);

static bool returns_early(const struct node *body)
{
    for (const struct node *n = body; n; n = tree_next(body, n))
        if (n->kind == NODE_RETURN && (n->parent != body || n->place + 1 != body->nkids))
            return true;
    return false;
}

static bool gather_calls(struct touches *s, const struct scope *in)
{
    for (const struct node *top = unit_statement(s->u, in->body), *n = top; n; n = tree_next(top, n)) {
        if (n->kind != NODE_CALL || n->unevaluated)
            continue;
        const struct func *f = node_called(n);
        if (!f)
            return touch_fail(s, WHY_BYTES_CALL, n);
        if (given(f->body)) {
            struct scope *inner = NEW(s->u->arena, struct scope);
            *inner = (struct scope){in, n, f, f->body, in->depth + 1};
            const struct node *body = unit_statement(s->u, f->body);
            if (in->depth >= DEEPEST_CALL || !body || tree_has(body, touch_is_jump) || returns_early(body) ||
                !gather(s, inner))
                return touch_fail(s, WHY_BYTES_CALL, n);
            continue;
        }
        for (unsigned i = 1; i < n->nkids; i++) /* sqrt and the like */
            if (!n->kids[i]->type || !type_is_arithmetic(n->kids[i]->type))
                return touch_fail(s, WHY_BYTES_CALL, n);
    }
    return true;
}

static bool gather(struct touches *s, const struct scope *in)
{
    for_each_in (element, e, s->u, in->body) {
        const struct node *root = e->node;
        if (e->node->unevaluated || e->node->listed)
            continue;
        for (;;) { /* the object that it is part of, if that is a variable's own */
            if (root->kind == NODE_MEMBER || (root->kind == NODE_SUBSCRIPT && type_is_array(root->kids[0]->type)))
                root = root->kids[0];
            else
                break;
        }
        if (root->kind == NODE_NAME && !touch_is_pointer(root->type) && is_private(s, in, root))
            continue;
        if (!add_access(s, in, e->node, e->size, e->access & ACC_READ, e->access & ACC_WRITE))
            return false;
    }
    return gather_names(s, in) && gather_calls(s, in);
}

/* What the last team writes of a reduction: the originals on the device, read and written once. */
static bool gather_reductions(struct touches *s, const struct region *r, const struct scope *in)
{
    for_each_row (x, r, ATTRS_REDUCED) {
        const struct capture *c = find_capture(s->k, x->var);
        const struct node *n = x->item ? x->item->tree : NULL;
        bool outermost = (r->plan->leaves & LEAF_TEAMS) || !leaf_around(r, LEAF_TEAMS);
        if (!c || slice_has(s->k->region->stmt, x->var->decl) || owner_above(r, x->var))
            continue;
        if (!n || n->kind != NODE_NAME || c->how != CAP_ADDRESS || type_is_array(x->var->type) || !outermost)
            return touch_fail(s, WHY_BYTES_RUNTIME, unit_statement(s->u, s->k->region->stmt));
        struct touch a = {.to = {.root = n, .scope = in}, .reads = true, .writes = true, .size = x->var->type->size};
        vec_push(s->u->arena, &s->accesses, a);
    }
    for (const struct region *c = r->child; c; c = c->sibling)
        if (c->plan && !gather_reductions(s, c, in))
            return false;
    return true;
}

/* Two arrays are not the same; a pointer may lead to what another one does. */
bool footprints_meet(const struct reached *a, const struct reached *b)
{
    return a->written == b->written && a->root != b->root &&
           (touch_is_pointer(a->root->type) || touch_is_pointer(b->root->type));
}

static bool can_compare(struct touches *s, const struct node *root)
{
    return !tree_has(root, is_arrow) || touch_is_fixed_member(s, root);
}

/* The launch must be able to compare r's address with others: not where it stands in memory that a pointer leads to. */
static bool look_apart(struct touches *s, const struct reached *r)
{
    for_each (const struct reached, other, s->f->reached)
        if (footprints_meet(r, other) && (!can_compare(s, r->root) || !can_compare(s, other->root)))
            return false;
    return true;
}

static void require_of(void *s, struct formula p) { touch_require(s, p); }

static struct box_counter counter_of(struct touches *s) { return (struct box_counter){s->u->arena, require_of, s}; }

/* Where in l a loop is whose iterations are more or fewer with another one's, which is where `by` says; else -1 */
static int find_triangle(const struct touches *s, const struct loops_around *l, int *by)
{
    for (unsigned i = 0; i < l->n; i++)
        if (s->loops.v[l->of[i]].slope) {
            for (*by = 0; l->of[*by] != s->loops.v[l->of[i]].by;)
                ++*by;
            return (int)i;
        }
    return *by = -1;
}

static struct triangle triangle_of(struct touches *s, const struct loops_around *l, int at, int by)
{
    const struct around_loop *x = &s->loops.v[l->of[at]];
    const struct box_counter c = counter_of(s);
    return triangle_made(&c, &l->range[by], x->trip, x->slope);
}

static bool make_box(struct touches *s, const struct touch *x, struct box *b)
{
    const struct formula less = formula_number(-1);
    const struct loops_around *l = &x->in;
    int by, at = find_triangle(s, l, &by);
    *b = (struct box){.base = x->at.base, .size = x->size};
    for (int i = 0; i < (int)l->n; i++) {
        struct formula trip = formula_sum(&l->range[i].end, &l->range[i].from, -1);
        if (at >= 0 && (i == at || i == by))
            continue;
        touch_require(s, formula_sum(&trip, &less, 1));
        if (!box_stretch(b, x->at.by[l->of[i]], &l->range[i]))
            return false;
    }
    if (at >= 0) {
        const struct box_counter c = counter_of(s);
        const struct triangle t = triangle_of(s, l, at, by);
        if (!box_stretch_triangle(&c, b, x->at.by[l->of[by]], x->at.by[l->of[at]], &t))
            return false;
    }
    box_finish(b);
    return true;
}

/* one node for all that begins at the same root */
static const struct node *first_root(struct touches *s, const struct place *p)
{
    for_each (const struct touch, x, s->accesses)
        if (same_root(s, &x->to, p))
            return x->to.root;
    return p->root;
}

/* all that is read, or written, of the root of s->accesses[first] */
static bool count_root(struct touches *s, size_t first, bool writes, struct formula *bytes)
{
    struct box *boxes = arena_alloc(s->u->arena, BOXES_MOST * sizeof *boxes);
    const struct touch *of = &s->accesses.v[first];
    unsigned n = 0;
    for (size_t i = first; i < s->accesses.n; i++) {
        const struct touch *x = &s->accesses.v[i];
        if (!same_object(s, &of->to, &x->to) || !(writes ? x->writes : x->reads))
            continue;
        if (!make_box(s, x, &boxes[n]) || (n && !boxes_alike(&boxes[0], &boxes[n])))
            return false;
        n++;
    }
    struct reached r = {.root = first_root(s, &of->to), .written = writes};
    const struct box_counter counter = counter_of(s);
    if (n && !boxes_count(&counter, boxes, n, &r, bytes))
        return false;
    if (of->to.nparts) { /* somewhere in the structure that it is a member of */
        const struct type *t = of->to.part[0]->kids[0]->type;
        const struct formula whole = formula_number(t->kind == TYPE_POINTER ? t->elem->size : t->size);
        r.span = formula_sum(&r.span, &whole, 1);
    }
    if (n && !look_apart(s, &r))
        return touch_fail(s, WHY_BYTES_OVERLAP, of->to.root);
    if (n)
        vec_push(s->u->arena, &s->f->reached, r);
    return true;
}

static bool is_first(struct touches *s, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (same_object(s, &s->accesses.v[k].to, &s->accesses.v[i].to))
            return false;
    return true;
}

static bool same_place(const struct touch *a, const struct touch *b)
{
    bool same = a->in.n == b->in.n && a->size == b->size && formula_equal(&a->at.base, &b->at.base);
    for (unsigned i = 0; i < a->in.n && same; i++)
        same = a->in.of[i] == b->in.of[i] && formula_equal(&a->in.range[i].from, &b->in.range[i].from) &&
               formula_equal(&a->in.range[i].end, &b->in.range[i].end) &&
               formula_equal(&a->at.by[a->in.of[i]], &b->at.by[a->in.of[i]]);
    return same;
}

static int64_t common(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b, b = rest;
    }
    return a < 0 ? -a : a;
}

/* Elements that are never the same, as a[2 * i] and a[2 * i + 1]: all steps have a common divisor, between whose
 * multiples both have room. */
static bool never_meet(const struct touch *a, const struct touch *b)
{
    int64_t step = 0, at = 0;
    struct formula d = formula_sum(&b->at.base, &a->at.base, -1);
    for (unsigned i = 0; i < MOST_LOOPS; i++)
        for (unsigned k = 0; k < 2; k++) {
            const struct formula *by = k ? &b->at.by[i] : &a->at.by[i];
            for (unsigned t = 0; t < by->n; t++)
                step = common(step, by->term[t].factor);
        }
    for (unsigned t = 0; t < d.n; t++) {
        const struct formula one = {.n = 1, .term = {d.term[t]}};
        if (!formula_is_number(&one, &at))
            step = common(step, d.term[t].factor), at = 0;
    }
    if (d.wrong || step == 0)
        return false;
    at = (at % step + step) % step;
    return at >= a->size && at + b->size <= step;
}

/* What the same iteration has stored before need not be read; false: whether it has is not known. */
static bool forget_stored(struct touches *s, struct touch *x)
{
    bool known = true;
    for (size_t i = 0; i < s->accesses.n && x->reads; i++) {
        const struct touch *w = &s->accesses.v[i];
        if (!w->writes || w->reads || !same_object(s, &w->to, &x->to) || never_meet(w, x))
            continue;
        known &= same_place(w, x);
        if (same_place(w, x) && w->order < x->order)
            x->reads = false;
    }
    return known;
}

static void count_all(struct touches *s)
{
    struct footprint *f = s->f;
    for (size_t i = 0; i < s->accesses.n; i++)
        if (!forget_stored(s, &s->accesses.v[i]))
            touch_fail(s, WHY_BYTES_AGAIN, s->accesses.v[i].to.root);
    for (size_t i = 0; i < s->accesses.n && s->why == WHY_NONE; i++) {
        const struct touch *x = &s->accesses.v[i];
        if (is_first(s, i) && (!count_root(s, i, false, &f->read) || !count_root(s, i, true, &f->written)))
            touch_fail(s, WHY_BYTES_OVERLAP, x->to.root);
    }
}

/* How often what is in the loops l runs; constant: gets the product of constant numbers of iterations, which is then
 * left out. */
static struct formula iterations(struct touches *s, const struct loops_around *l, struct formula *constant)
{
    struct formula times = formula_number(1);
    int64_t value;
    int by, at = find_triangle(s, l, &by);
    for (int i = 0; i < (int)l->n; i++) {
        struct formula trip = formula_sum(&l->range[i].end, &l->range[i].from, -1);
        if (at >= 0 && i == by)
            continue;
        if (at >= 0 && i == at) {
            const struct triangle t = triangle_of(s, l, at, by);
            trip = triangle_places(&t);
        }
        struct formula *to = constant && formula_is_number(&trip, &value) ? constant : &times;
        *to = formula_product(to, &trip);
    }
    return times;
}

/* ---- operations ---- */
static bool is_operation(const struct node *n)
{
    bool arithmetic = (n->kind == NODE_BINARY || n->kind == NODE_COMPOUND_ASSIGN) &&
                      (n->operator== OPERATOR_ADD || n->operator== OPERATOR_SUB || n->operator== OPERATOR_MUL ||
                       n->operator== OPERATOR_DIV);
    const struct node *value = n->kind == NODE_COMPOUND_ASSIGN ? n->kids[0] : n;
    return arithmetic && value->type && value->type->kind == TYPE_FLOAT;
}

/* additions, subtractions, multiplications and divisions of the source; unknown where a branch decides */
static void count_operations(struct touches *s, const struct scope *in)
{
    struct footprint *f = s->f;
    for (const struct node *top = unit_statement(s->u, in->body), *n = top; n; n = tree_next(top, n)) {
        struct loops_around *l = NEW(s->u->arena, struct loops_around);
        const struct func *called = n->kind == NODE_CALL ? node_called(n) : NULL;
        if (n->unevaluated || (!is_operation(n) && !called))
            continue;
        if (called && given(called->body)) {
            struct scope inner = {in, n, called, called->body, in->depth + 1};
            if (in->depth < DEEPEST_CALL)
                count_operations(s, &inner);
            continue;
        }
        if (called || !touch_within(in, n))
            continue;
        if (!touch_loops(s, in, n, l)) {
            s->f->operations_known = false;
            return;
        }
        struct formula times = iterations(s, l, NULL);
        const struct node *value = n->kind == NODE_COMPOUND_ASSIGN ? n->kids[0] : n;
        struct formula *to = value->type->size > 4 ? &f->doubles : &f->floats;
        *to = formula_sum(to, &times, 1);
    }
}

/* The iterations of the loops around the innermost access, without those of a constant number if there are others: what
 * a program calls its points. */
static void count_points(struct touches *s)
{
    for (size_t i = 0; i < s->accesses.n; i++) {
        struct loops_around whole = s->accesses.v[i].in; /* whatever conditions leave out */
        for (unsigned j = 0; j < whole.n; j++)
            whole.range[j] = (struct range){formula_number(0), s->loops.v[whole.of[j]].trip};
        int64_t value;
        struct formula constant = formula_number(whole.n > 0), n = iterations(s, &whole, &constant);
        if (!whole.n)
            n = constant;
        const struct formula *found = formula_is_number(&n, &value) ? &constant : &n;
        if (i == 0 || formula_before(&s->f->points, found))
            s->f->points = *found;
    }
}

static bool can_be_known(struct touches *s)
{
    const struct region *r = s->k->region;
    const struct node *top = unit_statement(s->u, r->stmt);
    if (!top)
        return false;
    if (tree_has(top, touch_is_jump))
        return touch_fail(s, WHY_BYTES_BRANCH, top);
    if (s->k->mode == MODE_GENERIC && s->k->mode_why != WHY_NO_PARALLEL)
        return touch_fail(s, WHY_BYTES_RUNTIME, top);
    if (facts_in(s->a, ON_DEVICE, r->stmt) &
        (CALLS_POINTER | CALLS_UNSEEN | CALLS_MALLOC | USES_HANDLES | HAS_TASKS | ASKS))
        return touch_fail(s, WHY_BYTES_CALL, top);
    for (size_t i = 0; i < s->k->shared.n; i++)
        if (s->k->shared.v[i].far)
            return touch_fail(s, WHY_BYTES_RUNTIME, top);
    for_each_in (region, c, s->u, region_text(r))
        if (c->dir == DIR_ATOMIC || c->dir == DIR_CRITICAL || c->dir == DIR_SCAN || c->dir == DIR_ORDERED)
            return touch_fail(s, WHY_BYTES_RUNTIME, top);
    return true;
}

static void find(struct analysis *a, struct kernel *k)
{
    struct touches s = {.a = a, .u = a->unit, .k = k, .f = &k->footprint};
    struct scope *in = NEW(a->unit->arena, struct scope);
    *in = (struct scope){.body = k->region->stmt, .func = k->region->func};
    k->footprint.operations_known = true;
    if (can_be_known(&s) && gather(&s, in) && gather_reductions(&s, k->region, in))
        count_all(&s);
    if (s.why == WHY_NONE) {
        struct touches ops = s;
        ops.why = WHY_NONE;
        count_operations(&ops, in);
        count_points(&s);
    }
    k->footprint.why = s.why;
    if (s.why)
        k->footprint.loc = unit_place(a->unit, s.off);
}

void pass_footprint(struct analysis *a)
{
    for_each_pointer (struct kernel, k, a->kernels)
        find(a, k);
}
