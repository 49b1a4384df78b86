/* analysis/facts/independence.c: may the iterations of a loop without a directive run in any order, or at once? Each
 * must store to elements of its own; variables that are declared outside are only read, or set before they are read in
 * each iteration (private), or summed up (reduced). What cannot be excluded by the types and names alone, as that two
 * pointers lead to the same array, leaves it likely; any other doubt is the reason why not, with its place. No pass:
 * advise/ asks. */
#include "../analysis.h"

#include <string.h>

struct question {
    struct analysis *a;
    const struct node *loop, *body;
    struct loop head;
    struct independence *answer;
};

static bool refuse(struct question *q, const struct node *at, const char *why)
{
    if (!q->answer->why) {
        q->answer->why = why;
        q->answer->at = at;
    }
    return false;
}

/* It holds if this does, which is likely. */
static void doubt(struct question *q, const char *what)
{
    q->answer->proved = false;
    q->answer->doubt = q->answer->doubt ? q->answer->doubt : what;
}

static const char pointers_meet[] = "pointers may lead to the same memory";

static const char *say(struct question *q, const char *fmt, const char *what)
{
    struct sb text = {0};
    for (const char *p = fmt; *p; p++)
        if (*p == '@')
            sb_add(&text, what);
        else
            sb_addc(&text, *p);
    return sb_take(&text, q->a->unit->arena);
}

/* ---- what leaves the loop, waits, or cannot be seen ---- */

static bool leaves_loop(const struct node *n, const struct node *loop)
{
    if (n->kind == NODE_RETURN || n->kind == NODE_GOTO || n->kind == NODE_COMPUTED_GOTO)
        return true;
    for (const struct node *up = n->kind == NODE_BREAK ? n->parent : NULL; up; up = up->parent)
        if (up->kind == NODE_SWITCH || is_loop_statement(up))
            return up == loop;
    return false;
}

static bool call_is_pure(struct question *q, const struct node *n)
{
    const struct func *f = node_called(n);
    if (!f)
        return refuse(q, n, "a call through a pointer may do anything");
    bool in_library = is_library_func(f) || f->in_system_header;
    const struct library_row *row = library_find(f->name);
    bool pure =
        in_library ? row && row->effect == LIBRARY_COMPUTES : f->tree && !(facts_of(q->a, ON_DEVICE, f) & IMPURE);
    return pure || refuse(q, n, say(q, "'@' may store to memory that other iterations use", f->name));
}

static bool flow_is_plain(struct question *q)
{
    for (const struct node *n = q->body; n; n = tree_next(q->body, n)) {
        if (leaves_loop(n, q->loop))
            return refuse(q, n, "it may end before its last iteration");
        if (n->kind == NODE_CONSTRUCT)
            return refuse(q, n, "it holds a construct of OpenMP");
        if (n->kind == NODE_ASM || n->kind == NODE_ATOMIC || n->kind == NODE_LABEL)
            return refuse(q, n, "it holds what cannot be seen through");
        if (n->kind == NODE_CALL && !n->unevaluated && !call_is_pure(q, n))
            return false;
    }
    return true;
}

struct names {
    const struct unit *u;
    const struct var *v;
    bool found;
};
static void note_name(void *ctx, const struct func *f)
{
    struct names *x = ctx;
    x->found |= f->tree && unit_ref_to(x->u, f->body, x->v) != NULL;
}

/* Does a function that the body calls name v? */
static bool callees_name(const struct question *q, const struct var *v)
{
    struct names x = {q->a->unit, v, false};
    if (v->is_global)
        each_callee(q->a, ON_DEVICE, q->body->at, note_name, &x);
    return x.found;
}

/* ---- variables that are declared outside ---- */

static bool is_inside(const struct question *q, const struct var *v)
{
    return !v->is_global && slice_has(q->loop->at, v->decl);
}

/* The statement that n belongs to, without casts and the like: the store to it. */
static const struct node *store_of(const struct node *n)
{
    const struct node *to = n->parent;
    bool stores = to && to->kids[0] == n &&
                  (to->kind == NODE_ASSIGN || to->kind == NODE_COMPOUND_ASSIGN || to->kind == NODE_INCREMENT);
    return stores ? to : NULL;
}

/* `v = e` without a condition, before anything in the iteration reads it */
static bool is_set_first(const struct question *q, const struct ref *first)
{
    const struct node *to = first->node ? store_of(first->node) : NULL, *up = to ? to->parent : NULL;
    if (!to || to->kind != NODE_ASSIGN || (first->access & ACC_READ))
        return false;
    for (const struct node *from = to; up && up != q->body; from = up, up = up->parent) {
        bool of_head = up->kind == NODE_FOR && from->place == 0;
        if (up->kind != NODE_COMPOUND && up->kind != NODE_EXPRESSION && !of_head)
            return false;
    }
    return up == q->body;
}

static bool used_after(const struct question *q, const struct var *v)
{
    const struct slice rest = {q->loop->at.end, v->func ? v->func->body.end : q->loop->at.end};
    const struct node *around = node_loop(q->loop);
    const struct slice before = {around ? around->at.begin : q->loop->at.begin, q->loop->at.begin};
    return !v->func || v->is_global || v->addr_taken || access_in(q->a->unit, rest, v) ||
           (around && access_in(q->a->unit, before, v) && !slice_has(around->at, v->decl));
}

static enum op op_of(enum operator o)
{
    static const struct {
        enum operator operator;
        enum op op;
    } rows[] = {{OPERATOR_ADD, OP_ADD}, {OPERATOR_SUB, OP_ADD}, {OPERATOR_MUL, OP_MUL},
                {OPERATOR_AND, OP_AND}, {OPERATOR_OR, OP_OR},   {OPERATOR_XOR, OP_XOR}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].operator== o)
            return rows[i].op;
    return OP_NONE;
}

static enum op extreme_of(const struct node *value, const struct var *v)
{
    const struct func *f = node_called(value);
    if (!f || value->nkids != 3 ||
        (node_var(node_uncast(value->kids[1])) == v) == (node_var(node_uncast(value->kids[2])) == v))
        return OP_NONE;
    return !strcmp(f->name, "fmax") || !strcmp(f->name, "fmaxf")   ? OP_MAX
           : !strcmp(f->name, "fmin") || !strcmp(f->name, "fminf") ? OP_MIN
                                                                   : OP_NONE;
}

/* `if (e > v) v = e;` */
static enum op chosen_by(const struct unit *u, const struct node *store, const struct var *v)
{
    const struct node *up = store->parent;
    while (up && up->parent && (up->kind == NODE_EXPRESSION || (up->kind == NODE_COMPOUND && up->nkids == 1)))
        up = up->parent;
    const struct node *test = up && up->kind == NODE_IF && !node_kid(up, 2) ? node_uncast(up->kids[0]) : NULL;
    if (!test || test->kind != NODE_BINARY || !slice_has(up->kids[1]->at, store->at.begin))
        return OP_NONE;
    bool right = node_var(node_uncast(test->kids[1])) == v, left = node_var(node_uncast(test->kids[0])) == v;
    bool greater = test->operator== OPERATOR_GT || test->operator== OPERATOR_GE;
    bool less = test->operator== OPERATOR_LT || test->operator== OPERATOR_LE;
    if (left == right || !(greater || less) || !tree_equal(u, test->kids[right ? 0 : 1], store->kids[1]))
        return OP_NONE;
    return greater == right ? OP_MAX : OP_MIN;
}

/* `v += e`, `v = v + e`, `v++`, `v = fmax(v, e)`, `if (e > v) v = e`: by which operator; OP_NONE: something else.
 * *reads: how often the statement names v. */
static enum op reduced_by(const struct unit *u, const struct node *store, const struct var *v, unsigned *names)
{
    *names = 1;
    if (store->kind == NODE_INCREMENT)
        return OP_ADD;
    if (store->kind == NODE_COMPOUND_ASSIGN)
        return op_of(store->operator);
    const struct node *value = node_uncast(store->kids[1]);
    *names = 2;
    if (chosen_by(u, store, v) != OP_NONE)
        return chosen_by(u, store, v);
    if (value->kind == NODE_CALL)
        return extreme_of(value, v);
    if (value->kind != NODE_BINARY)
        return OP_NONE;
    bool left = node_var(node_uncast(value->kids[0])) == v, right = node_var(node_uncast(value->kids[1])) == v;
    return (left && !right) || (right && !left && value->operator!= OPERATOR_SUB) ? op_of(value->operator) : OP_NONE;
}

/* `c ? v : e`, where c compares v and e */
static enum op chosen_between(const struct unit *u, const struct node *value, const struct var *v)
{
    const struct node *test = value->kind == NODE_CONDITIONAL ? node_uncast(value->kids[0]) : NULL;
    if (!test || test->kind != NODE_BINARY)
        return OP_NONE;
    bool greater = test->operator== OPERATOR_GT || test->operator== OPERATOR_GE;
    bool less = test->operator== OPERATOR_LT || test->operator== OPERATOR_LE;
    const struct node *left = node_uncast(test->kids[0]), *right = node_uncast(test->kids[1]);
    const struct node *yes = node_uncast(value->kids[1]), *no = node_uncast(value->kids[2]);
    bool straight = tree_equal(u, left, yes) && tree_equal(u, right, no);
    bool crossed = tree_equal(u, left, no) && tree_equal(u, right, yes);
    if (!(greater || less) || !(straight || crossed) || (node_var(left) == v) == (node_var(right) == v))
        return OP_NONE;
    return greater == straight ? OP_MAX : OP_MIN;
}

enum op update_by(const struct unit *u, const struct node *store, const struct var *v, unsigned *names)
{
    enum op op = reduced_by(u, store, v, names);
    if (op == OP_NONE && store->kind == NODE_ASSIGN) {
        op = chosen_between(u, node_uncast(store->kids[1]), v);
        *names = 3;
    }
    return op;
}

bool sums_in_parts(const struct type *t, const struct node *value, enum op op)
{
    bool cut = t->kind == TYPE_INT && value && value->type && value->type->kind != TYPE_INT;
    if (t->kind == TYPE_BOOL)
        return op == OP_AND || op == OP_OR;
    return !cut || op == OP_MAX || op == OP_MIN;
}

static enum op reduction_of(const struct question *q, const struct var *v)
{
    const struct unit *u = q->a->unit;
    enum op op = OP_NONE;
    unsigned named = 0, expected = 0;
    for_each_in (ref, x, u, q->body->at) {
        if (x->var != v)
            continue;
        named++;
        const struct node *store = x->node ? store_of(x->node) : NULL;
        unsigned names = 0;
        enum op here = store ? reduced_by(u, store, v, &names) : OP_NONE;
        expected += names;
        if (store &&
            (here == OP_NONE || (op != OP_NONE && here != op) || !sums_in_parts(v->type, node_kid(store, 1), here)))
            return OP_NONE;
        op = store ? here : op;
    }
    return named == expected && type_is_arithmetic(v->type) && v->type->kind != TYPE_COMPLEX ? op : OP_NONE;
}

static bool is_listed(const struct independence *a, const struct var *v)
{
    for (size_t i = 0; i < a->reduced.n; i++)
        if (a->reduced.v[i].var == v)
            return true;
    for (size_t i = 0; i < a->privates.n; i++)
        if (a->privates.v[i] == v)
            return true;
    return false;
}

static bool variable_is_free(struct question *q, const struct ref *x)
{
    struct arena *ar = q->a->unit->arena;
    const struct var *v = x->var;
    const struct slice header = {q->loop->at.begin, q->body->at.begin};
    if (is_listed(q->answer, v))
        return true;
    if (access_in(q->a->unit, header, v))
        return refuse(q, x->node, say(q, "'@', which counts its iterations, is changed in its body", v->name));
    if (callees_name(q, v))
        return refuse(q, x->node, say(q, "'@' is named by a function that it calls, too", v->name));
    const struct ref *first = unit_ref_to(q->a->unit, q->body->at, v);
    if (is_set_first(q, first) && !used_after(q, v)) {
        vec_push(ar, &q->answer->privates, v);
        return true;
    }
    enum op op = reduction_of(q, v);
    if (op == OP_NONE)
        return refuse(q, x->node, say(q, "'@' carries a value from one iteration to the next", v->name));
    vec_push(ar, &q->answer->reduced, ((struct summed){v, op}));
    return true;
}

static bool variables_are_free(struct question *q)
{
    for_each_in (ref, x, q->a->unit, q->body->at) {
        if (!x->var || x->access & ACC_UNEVALUATED)
            continue;
        if (x->var->type->is_volatile || x->var->type->is_atomic)
            return refuse(q, x->node, say(q, "'@' is volatile or atomic", x->var->name));
        if (x->var == q->head.iv && x->access & (ACC_WRITE | ACC_ADDR))
            return refuse(q, x->node, say(q, "its body changes '@'", x->var->name));
        if (!is_inside(q, x->var) && x->access & ACC_ADDR && is_object_type(x->var->type) &&
            !type_is_array(x->var->type))
            return refuse(q, x->node, say(q, "the address of '@' is taken", x->var->name));
        if (!is_inside(q, x->var) && x->access & ACC_WRITE && !variable_is_free(q, x))
            return false;
    }
    return true;
}

/* ---- elements ---- */

/* memory that nothing else leads to when it is allocated */
static bool is_allocated(const struct node *n)
{
    const struct func *f = node_called(node_uncast(n));
    return f && (!strcmp(f->name, "malloc") || !strcmp(f->name, "calloc") || !strcmp(f->name, "aligned_alloc"));
}

/* the variable that leads to n's storage, through those of the loop that are set once; NULL: not known */
static const struct var *root_of(const struct node *n, int depth)
{
    while (n && (n->kind == NODE_SUBSCRIPT || n->kind == NODE_MEMBER || n->kind == NODE_ARROW ||
                 n->kind == NODE_DEREFERENCE || n->kind == NODE_ADDRESS || n->kind == NODE_CAST ||
                 (n->kind == NODE_BINARY && n->type && n->type->kind == TYPE_POINTER))) {
        bool second = n->kind == NODE_BINARY && n->kids[1]->type && n->kids[1]->type->kind == TYPE_POINTER;
        n = n->kids[second];
    }
    const struct var *v = node_var(n);
    bool copy = v && v->type->kind == TYPE_POINTER && !v->is_global && !v->is_param && !v->written && v->value &&
                !is_allocated(v->value);
    return copy && depth < 4 ? root_of(v->value, depth + 1) : v;
}

/* Does its storage belong to the iteration? */
static bool is_own(const struct question *q, const struct node *n)
{
    while (n->kind == NODE_MEMBER || (n->kind == NODE_SUBSCRIPT && type_is_array(n->kids[0]->type)))
        n = n->kids[0];
    const struct var *v = node_var(n);
    return v && is_inside(q, v);
}

static void doubt_rows(struct question *q, const struct node *n)
{
    doubt(q, say(q, "rows that '@' belongs to may overlap", text_slice(q->a->unit, n->at)));
}

/* Does each iteration store to a place of its own? */
static bool store_moves(struct question *q, const struct element *e)
{
    const char *name = text_slice(q->a->unit, e->node->at);
    switch (elements_apart(q->a, &q->head, e->node, e->node)) {
    case APART_FIXED:
        return refuse(q, e->node, say(q, "each iteration stores to '@'", name));
    case APART_NOT:
        return refuse(q, e->node, say(q, "several iterations may store to the same '@'", name));
    case APART_LIKELY:
        doubt_rows(q, e->node);
        return true;
    default:
        return true;
    }
}

/* an array, or all that it ever points to is what was allocated for it */
static bool leads_to_own(const struct var *v)
{
    bool array = type_is_array(v->type) && !v->is_param;
    return array || (!v->is_global && !v->is_param && !v->written && v->value && is_allocated(v->value));
}

static bool are_different(const struct var *a, const struct var *b)
{
    bool arrays = type_is_array(a->type) && type_is_array(b->type) && !a->is_param && !b->is_param;
    return arrays || a->type->is_restrict || b->type->is_restrict || (leads_to_own(a) && leads_to_own(b));
}

/* Is one a pointer and the other a number? They are different objects. */
static bool is_pointer_and_number(const struct type *a, const struct type *b)
{
    return a && b &&
           ((a->kind == TYPE_POINTER && b->size > 1 && type_is_arithmetic(b)) ||
            (b->kind == TYPE_POINTER && a->size > 1 && type_is_arithmetic(a)));
}

/* The pointer that a member of a structure is, if n is one of its elements, as in s->p[i]; NULL: it is none */
static const struct node *member_followed(const struct node *n)
{
    const struct node *p = n->kind == NODE_SUBSCRIPT ? n->kids[0] : NULL;
    bool member = p && (p->kind == NODE_ARROW || p->kind == NODE_MEMBER) && p->type && p->type->kind == TYPE_POINTER;
    return member && node_var(p->kids[0]) ? p : NULL;
}

static bool is_member_of(const struct node *n, const struct var *v)
{
    while (n->kind == NODE_MEMBER)
        n = n->kids[0];
    return node_var(n->kind == NODE_ARROW ? n->kids[0] : n) == v;
}

/* May one object be accessed by both types? (C11, 6.5, 7) */
static bool same_kind(const struct type *a, const struct type *b)
{
    return !a || !b || !type_is_arithmetic(a) || !type_is_arithmetic(b) || a->size == 1 || b->size == 1 ||
           (a->size == b->size && a->kind == b->kind);
}

/* May another iteration's access by `other` be the place that `stored` is? */
static bool is_apart(struct question *q, const struct element *stored, const struct element *other)
{
    const struct unit *u = q->a->unit;
    const struct var *a = root_of(stored->node, 0), *b = root_of(other->node, 0);
    if (is_own(q, other->node) || stored == other)
        return true;
    if (a && a == b && is_pointer_and_number(stored->node->type, other->node->type))
        return true;
    const struct node *p = member_followed(stored->node), *r = member_followed(other->node);
    if (a && a == b && p && !r && is_member_of(other->node, a) && !same_kind(stored->node->type, other->node->type))
        return true;
    if (a && a == b && p && r && !tree_equal(u, p, r)) { /* two pointers of one structure */
        doubt(q, pointers_meet);
        return true;
    }
    const enum apart apart = a && a == b ? elements_apart(q->a, &q->head, stored->node, other->node) : APART_NOT;
    if (apart == APART_LIKELY)
        doubt_rows(q, other->node);
    if (apart >= APART_LIKELY)
        return true;
    if (!a || !b || a == b)
        return refuse(q, other->node,
                      say(q, "'@' may be what another iteration stores", text_slice(u, other->node->at)));
    if (!are_different(a, b))
        doubt(q, pointers_meet);
    return true;
}

/* Is v only followed where it is named in the body, not handed on? */
static bool is_only_followed(struct question *q, const struct var *v)
{
    const struct unit *u = q->a->unit;
    for_each_in (ref, x, u, q->body->at) {
        const struct node *up = x->var == v && x->node && !(x->access & ACC_UNEVALUATED) ? x->node->parent : NULL;
        for (; up && (up->kind == NODE_BINARY || up->kind == NODE_CAST); up = up->parent)
            if (up->kind == NODE_BINARY && up->type && up->type->kind != TYPE_POINTER)
                break;
        if (up && up->kind == NODE_CALL)
            return refuse(q, x->node, say(q, "'@', which it stores to, is handed to a function", v->name));
    }
    return true;
}

static bool elements_are_free(struct question *q)
{
    const struct unit *u = q->a->unit;
    for_each_in (element, e, u, q->body->at) {
        const struct var *v = root_of(e->node, 0);
        if (!(e->access & ACC_WRITE) || is_own(q, e->node))
            continue;
        if (!v)
            return refuse(q, e->node, say(q, "where '@' lies is not known", text_slice(u, e->node->at)));
        if (!store_moves(q, e) || !is_only_followed(q, v))
            return false;
        if (callees_name(q, v))
            return refuse(q, e->node, say(q, "'@', which it stores to, is named by a function that it calls", v->name));
        for_each_in (element, other, u, q->loop->at) /* its header, too */
            if (!is_apart(q, e, other))
                return false;
        for_each_in (call, c, u, q->body->at) /* what a function reads through its pointers */
            if (!given(c->func->body) || !v->type->is_restrict)
                doubt(q, pointers_meet);
    }
    return true;
}

struct independence independence_of(struct analysis *a, const struct node *loop)
{
    struct independence answer = {.proved = true, .at = loop};
    struct question q = {.a = a, .loop = loop, .body = node_kid(loop, 3), .head = {.tree = loop}, .answer = &answer};
    answer.why = loop->kind == NODE_FOR ? loop_read_header(&q.head, loop) : "it is no 'for'";
    if (answer.why)
        return answer;
    if (!q.head.iv_declared && used_after(&q, q.head.iv)) {
        refuse(&q, loop, say(&q, "'@' is read after it", q.head.iv->name));
        return answer;
    }
    answer.free = flow_is_plain(&q) && variables_are_free(&q) && elements_are_free(&q);
    answer.proved &= answer.free;
    return answer;
}
