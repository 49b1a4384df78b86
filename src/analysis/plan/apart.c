/* analysis/plan/apart.c: may different threads run the iterations of a loop in the body of a parallel one, too? Or any
 * of a loop whose schedule says which thread runs which? Or have copies of an array that it only updates by atomics? Or
 * begin the next loop before all have ended?
 * Iterations of the parallel loop are independent, as the user has said. It remains to show that two iterations of the
 * inner loop, within one of the parallel loop, do not touch what the other stores: each store must be to a different
 * place in each iteration, and only that expression may access the place. No pass: in_place.c asks.
 *
 * Two names lead to different objects when they are different arrays, or when one of them is a `restrict` parameter and
 * the other an array, or a parameter that the function never sets and so cannot be derived from the first. For others
 * there are run-time checks: if all addresses are linear in the variables of loops whose iterations can be counted, two
 * addresses per loop give the range of memory that an access covers, and the region tests whether ranges overlap. */
#include "../analysis.h"
#include "../../region/tree.h"

#include <string.h>

enum {
    MOST_FOLLOWED = 200, /* calls, in one body */
    MOST_PLACES = 24,    /* accesses with run-time checks */
    MOST_MEETINGS = 32,
};

struct place { /* the body, or a function called from it */
    struct analysis *a;
    const struct region *r;
    const struct var *row; /* the variable of the loop in the body; NULL: r's own loop is asked about */
    struct slice body;
    struct look *look;         /* the run-time checks */
    bool checks;               /* may there be such? */
    const struct call *call;   /* NULL: the body itself */
    const struct place *outer; /* the caller */
    unsigned *calls;
    const update_list *updates; /* the stores stand for whole arrays, which these update; NULL: for themselves */
};

/* ---- which object ---- */

static const struct var *object_of(const struct node *n);

/* the variable from which a pointer's value is computed; NULL: it is loaded from memory, or not known */
static const struct var *pointer_of(const struct node *n)
{
    n = node_uncast(n);
    if (!n)
        return NULL;
    if (type_is_array(n->type))
        return object_of(n);
    if (n->kind == NODE_NAME)
        return n->var;
    if (n->kind == NODE_ADDRESS)
        return object_of(n->kids[0]);
    if (n->kind != NODE_BINARY || (n->operator!= OPERATOR_ADD && n->operator!= OPERATOR_SUB))
        return NULL;
    const struct type *left = n->kids[0]->type;
    bool first = left && (left->kind == TYPE_POINTER || type_is_array(left));
    return n->type->kind == TYPE_POINTER ? pointer_of(n->kids[!first]) : NULL;
}

/* the variable whose object, or whose pointer's object, n is a part of */
static const struct var *object_of(const struct node *n)
{
    switch (n->kind) {
    case NODE_NAME:
        return n->var;
    case NODE_MEMBER:
        return object_of(n->kids[0]);
    case NODE_SUBSCRIPT:
    case NODE_ARROW:
    case NODE_DEREFERENCE:
        return pointer_of(n->kids[0]);
    default:
        return NULL;
    }
}

static const struct node *argument_for(const struct call *c, const struct var *v)
{
    for (size_t i = 0; i < c->func->params.n; i++)
        if (c->func->params.v[i] == v)
            return node_kid(c->node, (unsigned)i + 1);
    return NULL;
}

static bool is_fixed_parameter(const struct var *v)
{
    return v->is_param && v->type->kind == TYPE_POINTER && !v->written && !v->addr_taken;
}

/* replaces a parameter by its argument in the caller, up to the body itself */
static const struct var *seen_from_body(const struct place *p, const struct var *v)
{
    for (; v && p->call && v->is_param && v->type->kind == TYPE_POINTER; p = p->outer) {
        const struct node *argument = argument_for(p->call, v);
        v = argument && is_fixed_parameter(v) ? pointer_of(argument) : NULL;
    }
    return v;
}

static bool is_object(const struct var *v) { return !v->is_param && v->type->kind != TYPE_POINTER; }

static bool is_known(const struct region *r, const struct var *v)
{
    return is_object(v) || (is_fixed_parameter(v) && v->func == r->func);
}

static bool are_distinct(const struct region *r, const struct var *a, const struct var *b)
{
    if (a == b || !is_known(r, a) || !is_known(r, b))
        return false;
    return (is_object(a) && is_object(b)) || (a->is_param && a->type->is_restrict) ||
           (b->is_param && b->type->is_restrict);
}

/* Has every iteration of the body an object of its own? */
static bool is_own(const struct place *p, const struct var *v)
{
    bool here = p->call ? v->func == p->call->func : slice_has(p->body, v->decl);
    return (here && !v->is_global && v->type->kind != TYPE_POINTER) || (!p->call && sharing_of(p->r, v, ATTRS_REDUCED));
}

/* ---- what is stored ---- */

/* Is m part of the access path of n (subscripts, members, `*`), with no pointer loaded from memory in between? */
static bool is_on_way(const struct node *n, const struct node *m)
{
    for (; m != n; m = m->parent)
        if (m->place || (m->parent->kind != NODE_MEMBER && !type_is_array(m->type)))
            return false;
    return true;
}

static bool wraps(const struct type *t) { return !t || t->kind != TYPE_INT || (!t->is_signed && t->size < 8); }

static unsigned stores_to(const struct place *p, const struct var *v)
{
    return access_in(p->a->unit, p->r->stmt, v) & (ACC_WRITE | ACC_ADDR);
}

/* Can the loop's trip count be computed before it begins, for all bounds with which it terminates? */
static bool is_numbered(const struct loop *l)
{
    const struct type *t = l->iv->type, *from = l->lower->type, *to = l->upper->type;
    if (l->rel == REL_NE || !from || from->kind != TYPE_INT || !to || to->kind != TYPE_INT || t->size < 4)
        return false;
    bool above = l->lower->constant && l->lower->value >= 0 && l->lower->value <= INT32_MAX;
    bool alike = t->is_signed == to->is_signed && t->is_signed == from->is_signed && from->size <= t->size;
    return (alike || (above && loop_goes_up(l))) && (!l->stride || (l->stride->constant && l->stride->value > 0));
}

/* Has the expression the same value before the construct, and reads no memory that may change? */
static bool is_fixed(const struct place *p, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m)) {
        bool sum = m->kind == NODE_BINARY &&
                   (m->operator== OPERATOR_ADD || m->operator== OPERATOR_SUB || m->operator== OPERATOR_MUL);
        bool kept = m->kind == NODE_NAME && m->var && !slice_has(p->r->stmt, m->var->decl) && !m->var->is_global &&
                    !m->var->type->is_volatile && !stores_to(p, m->var);
        if (!sum && !kept && m->kind != NODE_NUMBER && m->kind != NODE_CAST)
            return false;
    }
    return true;
}

/* `v`, named at n, is the variable of another loop around n whose trip count is known before the construct: that loop
 * then takes part in the checks. */
static bool counts_known_loop(const struct place *p, const struct node *n, const struct var *v)
{
    const struct unit *u = p->a->unit;
    for (size_t i = 0; i < p->look->loops.n; i++)
        if (p->look->loops.v[i]->iv == v)
            return true;
    for (n = n->parent; n && n->at.begin > p->r->stmt.begin; n = n->parent) {
        struct loop l = {0};
        if (n->kind != NODE_FOR || loop_read_header(&l, n) || l.iv != v)
            continue;
        struct loop *known = NEW(u->arena, struct loop);
        *known = l;
        if (!l.iv_declared || !is_numbered(&l) || !is_fixed(p, l.lower) || !is_fixed(p, l.upper) ||
            (access_in(u, node_kid(n, 3)->at, v) & (ACC_WRITE | ACC_ADDR)) || p->look->loops.n + 2 >= MOST_STRIDES)
            return false;
        vec_push(u->arena, &p->look->loops, known);
        return true;
    }
    return false;
}

static bool is_plain_name(const struct place *p, const struct node *n, bool deep)
{
    const struct var *v = n->var;
    if (!v || v->type->is_volatile || v->is_thread_local)
        return false;
    if (v == p->r->loops[0].iv || v == p->row)
        return true;
    return slice_has(p->r->stmt, v->decl) ? deep && counts_known_loop(p, n, v) : !stores_to(p, v);
}

/* Does n contain one of the loops' variables? */
static bool varies(const struct place *p, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (m->kind == NODE_NAME && m->var && (m->var == p->r->loops[0].iv || slice_has(p->r->stmt, m->var->decl)))
            return true;
    return false;
}

/* Is the address certainly linear in the loops' variables (strides are an estimate), and computable before the loops?
 * deep: also with variables of inner loops. */
static bool is_plain(const struct place *p, const struct node *n, bool deep)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        switch (m->kind) {
        case NODE_SUBSCRIPT:
        case NODE_MEMBER:
        case NODE_ARROW:
        case NODE_DEREFERENCE:
            if (!is_on_way(n, m))
                return false;
            break;
        case NODE_BINARY:
            if (m->operator== OPERATOR_MUL ? varies(p, m->kids[0]) && varies(p, m->kids[1])
                                           : m->operator!= OPERATOR_ADD && m->operator!= OPERATOR_SUB)
                return false;
            if (wraps(m->type) && m->type->kind != TYPE_POINTER)
                return false;
            break;
        case NODE_CAST:
            if (wraps(m->type) || m->type->size < 8)
                return false;
            break;
        case NODE_NAME:
            if (!is_plain_name(p, m, deep))
                return false;
            break;
        case NODE_NUMBER:
            break;
        default:
            return false;
        }
    return true;
}

static const struct strides *strides_at(const strides_list *list, const struct element *e)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i].of == e)
            return &list->v[i];
    return NULL;
}

/* the element of which n is a member, or n itself */
static const struct node *element_around(const struct node *n)
{
    while (n->kind == NODE_MEMBER)
        n = n->kids[0];
    return n;
}

/* Do iterations of the loop asked about, number 1 or r's own, store to different places (for a symbolic stride the
 * run-time check compares two of them), and those of loops inside it to the same place? */
static bool moves(const struct place *p, const struct strides *s, unsigned n)
{
    unsigned loop = p->row != NULL;
    int64_t size = s && !p->row ? element_around(s->of->node)->type->size : s ? s->of->size : 0;
    for (unsigned j = loop + 1; s && j < n; j++)
        if (s->by[j].kind != STRIDE_NONE)
            return false;
    int64_t apart = s ? s->by[loop].bytes < 0 ? -s->by[loop].bytes : s->by[loop].bytes : 0;
    return s && ((s->by[loop].kind == STRIDE_SYMBOLIC && p->row) ||
                 (s->by[loop].kind == STRIDE_BYTES && apart >= size && size > 0));
}

/* the index of access n in look.places, added if new; MOST_PLACES: there are too many */
static size_t place_of(const struct place *p, const struct node *n, int64_t size)
{
    const struct unit *u = p->a->unit;
    struct look *l = p->look;
    for (size_t i = 0; i < l->places.n; i++)
        if (tree_equal(u, l->places.v[i].node, n))
            return i;
    if (l->places.n == MOST_PLACES)
        return MOST_PLACES;
    vec_push(u->arena, &l->places, ((struct look_place){n, size}));
    return l->places.n - 1;
}

static bool note_store(const struct place *p, const strides_list *list, unsigned n, const struct element *e)
{
    const struct var *v = object_of(e->node);
    if (!v || (!is_known(p->r, v) && !p->checks) || e->node->bit_field || !is_plain(p, e->node, false) ||
        !moves(p, strides_at(list, e), n) || place_of(p, e->node, e->size) == MOST_PLACES)
        return false;
    p->look->nstores = p->look->places.n;
    return true;
}

static bool note_stores(const struct place *p, const strides_list *list, unsigned n)
{
    const struct unit *u = p->a->unit;
    for_each_in (element, e, u, p->body) {
        const struct var *v = object_of(e->node);
        if ((e->access & ACC_WRITE) && !(v && is_own(p, v)) && !note_store(p, list, n, e))
            return false;
    }
    return true;
}

/* ---- accesses that may overlap a store ---- */

/* Are both members of the same element? */
static bool are_members(const struct place *p, const struct node *a, const struct node *b)
{
    return tree_equal(p->a->unit, element_around(a), element_around(b));
}

/* Can a run-time check show that n, an access of v's object, does not overlap store number `store`? Adds the check. */
static bool will_be_seen(const struct place *p, size_t store, const struct var *v, const struct node *n, int64_t size)
{
    struct look *l = p->look;
    if (!p->checks || p->call || !n || size <= 0 || !is_plain(p, n, true))
        return false;
    const struct node *stored = l->places.v[store].node;
    bool is_pointer_itself = n->kind == NODE_NAME;
    if (v == object_of(stored) && !is_pointer_itself && !are_members(p, stored, n))
        return false; /* most likely an element of another row */
    size_t other = place_of(p, n, size);
    if (other == MOST_PLACES || l->meetings.n == MOST_MEETINGS)
        return false;
    for (size_t i = 0; i < l->meetings.n; i++)
        if ((l->meetings.v[i].store == store && l->meetings.v[i].other == other) ||
            (l->meetings.v[i].store == other && l->meetings.v[i].other == store))
            return true;
    vec_push(p->a->unit->arena, &l->meetings, ((struct look_meeting){store, other}));
    return true;
}

/* Is n what an update is about? */
static bool is_updated(const struct place *p, const struct node *n)
{
    for (size_t i = 0; p->updates && n && i < p->updates->n; i++)
        if (slice_has(p->updates->v[i].atomic->stmt, n->off) && tree_equal(p->a->unit, p->updates->v[i].x, n))
            return true;
    return false;
}

/* Is the access n of v's object apart from all stores of other iterations, by proof or by a run-time check? */
static bool is_clear(const struct place *p, const struct var *v, const struct node *n, int64_t size)
{
    for (size_t i = 0; i < p->look->nstores; i++) {
        const struct node *store = p->look->places.v[i].node;
        bool same =
            !p->call && !p->updates && n && (p->row ? tree_equal(p->a->unit, store, n) : are_members(p, store, n));
        if (!same && !are_distinct(p->r, object_of(store), v) && !will_be_seen(p, i, v, n, size))
            return false;
    }
    return true;
}

static bool calls_are_seen(const struct place *p)
{
    const struct unit *u = p->a->unit;
    for_each_in (ref, x, u, p->body) {
        const struct func *f = x->func;
        if (f && (!x->is_call || f->is_variadic))
            return false;
        for (size_t k = 0; f && !f->tree && k < f->params.n; k++)
            if (!type_is_arithmetic(f->params.v[k]->type)) /* it may read what the pointer leads to */
                return false;
    }
    return true;
}

static bool is_under_way(const struct place *p, const struct func *f)
{
    for (; p; p = p->outer)
        if (p->call && p->call->func == f)
            return true;
    return false;
}

/* checks variables used by name, to which pointers may point as well */
static bool names_are_clear(const struct place *p)
{
    const struct unit *u = p->a->unit;
    unsigned kinds = p->updates ? ACC_READ | ACC_WRITE : ACC_READ; /* other stores are apart.c's places */
    for_each_in (ref, f, u, p->body) {
        if (f->var && (f->access & kinds) && !is_updated(p, f->node) && (f->var->is_global || f->var->addr_taken) &&
            !type_is_array(f->var->type) && !is_own(p, f->var) && !is_clear(p, f->var, f->node, f->var->type->size))
            return false;
    }
    return true;
}

static bool elements_are_clear(const struct place *p)
{
    const struct unit *u = p->a->unit;
    for_each_in (element, e, u, p->body) {
        const struct var *v = object_of(e->node);
        if ((v && is_own(p, v)) || is_updated(p, e->node))
            continue;
        v = seen_from_body(p, v);
        if (!v || (p->call && (e->access & ACC_WRITE)) || !is_clear(p, v, e->node, e->size))
            return false;
    }
    return true;
}

static bool all_clear(const struct place *p)
{
    const struct unit *u = p->a->unit;
    if (!calls_are_seen(p) || !names_are_clear(p) || !elements_are_clear(p))
        return false;
    for_each_in (call, c, u, p->body) {
        struct place inner = {p->a, p->r, p->row, c->func->body, p->look, p->checks, c, p, p->calls, p->updates};
        if (is_under_way(p, c->func) || (*p->calls)++ >= MOST_FOLLOWED || (c->func->tree && !all_clear(&inner)))
            return false;
    }
    return true;
}

/* The checks are printed where all loops' variables are declared together: so these must have different names. */
static bool names_are_unique(const struct place *p)
{
    const struct look *l = p->look;
    for (size_t i = 0; i < l->loops.n; i++) {
        const struct var *v = l->loops.v[i]->iv;
        for (size_t j = 0; j < i; j++)
            if (strcmp(l->loops.v[j]->iv->name, v->name) == 0)
                return false;
        for (size_t k = 0; k < l->places.n; k++)
            for (const struct node *n = l->places.v[k].node, *m = n; m; m = tree_next(n, m))
                if (m->kind == NODE_NAME && m->var != v && strcmp(m->var->name, v->name) == 0)
                    return false;
        if ((p->row && strcmp(p->row->name, v->name) == 0) || strcmp(p->r->loops[0].iv->name, v->name) == 0)
            return false;
    }
    return true;
}

bool rows_are_apart(struct analysis *a, const struct region *r, const struct node *loop, const strides_list *list,
                    unsigned n, struct slice body, struct look *look)
{
    unsigned calls = 0;
    struct loop *rows = NEW(a->unit->arena, struct loop);
    look->rows = rows;
    if (loop_read_header(rows, loop) || !is_numbered(look->rows))
        return false;
    struct place p = {a, r, look->rows->iv, body, look, a->options.host_checks, NULL, NULL, &calls, NULL};
    return note_stores(&p, list, n) && all_clear(&p) && names_are_unique(&p);
}

/* ---- strides that are products, where nothing is asked at run time ---- */
/* An iteration of the loop runs only where v is positive: it is the bound, and the loop begins at 0 or above. */
static bool makes_positive(const struct loop *l, const struct var *v)
{
    const struct node *to = node_uncast(l->upper);
    return l->rel == REL_LT && loop_goes_up(l) && to && to->kind == NODE_NAME && to->var == v && l->lower->constant &&
           l->lower->value >= 0;
}

/* the one term of the sum that names v; NULL: several do */
static const struct node *term_with(const struct node *n, const struct var *v)
{
    n = node_uncast(n);
    if (n->kind != NODE_BINARY || (n->operator!= OPERATOR_ADD && n->operator!= OPERATOR_SUB))
        return n;
    bool left = tree_names(n->kids[0], v), right = tree_names(n->kids[1], v);
    return left && right ? NULL : term_with(n->kids[!left], v);
}

/* Is the term another one in each iteration of the loop of v: v itself, or v by a variable that is positive where an
 * iteration of one of the two loops runs? */
static bool term_moves(const struct node *term, const struct var *v, const struct loop *outer, const struct loop *rows)
{
    if (!term || (term->kind == NODE_NAME && term->var == v))
        return term;
    if (term->kind != NODE_BINARY || term->operator!= OPERATOR_MUL)
        return false;
    const struct node *x = node_uncast(term->kids[0]), *y = node_uncast(term->kids[1]);
    if (y->kind == NODE_NAME && y->var == v) {
        const struct node *z = x;
        x = y;
        y = z;
    }
    return x->kind == NODE_NAME && x->var == v && y->kind == NODE_NAME && y->var && y->var != v && !y->var->is_global &&
           (makes_positive(outer, y->var) || makes_positive(rows, y->var));
}

/* One subscript of the place has the loop's variable, in one term that moves. */
static bool place_moves(const struct node *n, const struct loop *outer, const struct loop *rows)
{
    const struct node *found = NULL;
    for (; n && n->nkids; n = n->kids[0]) {
        bool has = n->kind == NODE_SUBSCRIPT && tree_names(n->kids[1], rows->iv);
        if (n->kind == NODE_DEREFERENCE || n->kind == NODE_BINARY || (has && found))
            return false;
        found = has ? n->kids[1] : found;
    }
    return found && term_moves(term_with(found, rows->iv), rows->iv, outer, rows);
}

/* A stride of which only the run knows how large it is may be 0: a[i * n + j * k]. */
bool rows_surely_move(const struct region *r, const struct node *loop, const strides_list *list)
{
    struct loop rows = {0};
    if (loop_read_header(&rows, loop))
        return false;
    for_each (struct strides, s, *list)
        if (s->by[1].kind == STRIDE_SYMBOLIC && (s->of->access & ACC_WRITE) &&
            !place_moves(s->of->node, &r->loops[0], &rows))
            return false;
    return true;
}

bool iterations_are_apart(struct analysis *a, const struct region *r, const strides_list *list)
{
    unsigned calls = 0;
    struct look none = {0};
    struct place p = {a, r, NULL, r->loops[0].body, &none, false, NULL, NULL, &calls, NULL};
    return note_stores(&p, list, 1) && all_clear(&p);
}

bool updates_are_apart(struct analysis *a, const struct region *r, const update_list *updates, struct look *look)
{
    unsigned calls = 0;
    bool checks = a->options.host_checks && r->nloops == 1;
    struct place p = {a, r, NULL, loop_body(r), look, checks, NULL, NULL, &calls, updates};
    return all_clear(&p) && names_are_unique(&p);
}

/* ---- two loops: may a thread begin the second one while others are still in the first? ---- */

struct touch { /* of a variable by its name, or of what it leads to */
    const struct var *v;
    bool by_name, stores;
};
typedef VEC(struct touch) touch_list;

/* What r's loop touches that is not its own; false: not all of that is known. */
static bool touches(const struct unit *u, const struct region *r, touch_list *out)
{
    for_each_in (effect, x, u, r->stmt)
        if (x->kind != EFFECT_STORE)
            return false; /* volatile, atomic, assembly, a call through a pointer */
    for_each_in (ref, x, u, r->stmt) {
        const struct var *v = x->var;
        if (x->func || (v && (x->access & ACC_ADDR)))
            return false;
        if (v && !slice_has(r->stmt, v->decl) && !type_is_array(v->type))
            vec_push(u->arena, out, ((struct touch){v, true, x->access & ACC_WRITE}));
    }
    for_each_in (element, e, u, r->stmt) {
        const struct var *v = object_of(e->node);
        if (!v)
            return false;
        if (!slice_has(r->stmt, v->decl) || v->type->kind == TYPE_POINTER)
            vec_push(u->arena, out, ((struct touch){v, false, e->access & ACC_WRITE}));
    }
    return true;
}

static bool by_name_alone(const struct touch *t) { return t->by_name && !t->v->is_global && !t->v->addr_taken; }

static bool may_meet(const struct region *r, const struct touch *s, const struct touch *t)
{
    if (s->v == t->v)
        return true;
    return !by_name_alone(s) && !by_name_alone(t) && !are_distinct(r, s->v, t->v);
}

bool loops_are_unrelated(struct analysis *a, const struct region *r, const struct region *s)
{
    touch_list first = {0}, second = {0};
    if (!touches(a->unit, r, &first) || !touches(a->unit, s, &second))
        return false;
    for_each (struct touch, x, first)
        for_each (struct touch, y, second)
            if ((x->stores || y->stores) && may_meet(r, x, y))
                return false;
    return true;
}
