/* counters.c: loops that are no canonical `for` and yet can be counted, and the variables that move through a loop by
 * the same step in each iteration: after k iterations such a variable has its first value and k steps more, and within
 * an iteration what the parts before have added. A loop whose condition is affine in them runs until it fails first. */
#include "annotate_priv.h"

/* do { … } while (0), as macros have it */
bool runs_once(const struct node *n) { return n->kind == NODE_DO && n->kids[1]->constant && n->kids[1]->value == 0; }

/* ---- the parts of an iteration, in the order in which they run ---- */
static void add_part(struct scope *s, struct frame *f, const struct node *n)
{
    while (n->kind == NODE_EXPRESSION)
        n = n->kids[0];
    if (n->kind == NODE_COMMA) {
        add_part(s, f, n->kids[0]);
        add_part(s, f, n->kids[1]);
        return;
    }
    vec_push(s->a->arena, &f->parts, n);
}

static void add_parts(struct scope *s, struct frame *f, const struct node *n)
{
    if (!n)
        return;
    if (n->kind != NODE_COMPOUND) {
        add_part(s, f, n);
        return;
    }
    for (unsigned i = 0; i < n->nkids; i++)
        add_part(s, f, n->kids[i]);
}

const struct node *test_of(const struct node *tree) { return tree->kind == NODE_WHILE ? tree->kids[0] : tree->kids[1]; }

const struct node *body_of(const struct node *tree)
{
    return tree->kind == NODE_FOR ? tree->kids[3] : tree->kind == NODE_WHILE ? tree->kids[1] : tree->kids[0];
}

static void find_parts(struct scope *s, struct frame *f)
{
    if (f->tree->kind != NODE_DO && test_of(f->tree))
        vec_push(s->a->arena, &f->parts, test_of(f->tree));
    add_parts(s, f, body_of(f->tree));
    if (f->tree->kind == NODE_DO)
        vec_push(s->a->arena, &f->parts, test_of(f->tree));
    if (f->tree->kind == NODE_FOR && f->tree->kids[2])
        add_part(s, f, f->tree->kids[2]);
}

/* ---- updates ---- */
static bool is_store(const struct node *n)
{
    return n->kind == NODE_INCREMENT || n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN;
}

/* Does the value of n, an operand of an update, stay the same, and is it found in local variables? */
static bool is_plain(const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        switch (m->kind) {
        case NODE_NAME:
            if (!m->var || m->var->type->is_volatile || (m->var->is_global && !type_is_array(m->var->type)))
                return false;
            if (m->var->addr_taken && !type_is_array(m->var->type))
                return false;
            break;
        case NODE_SUBSCRIPT:
            if (!m->kids[0]->type || !type_is_array(m->kids[0]->type))
                return false;
            break;
        case NODE_NUMBER:
        case NODE_UNARY:
        case NODE_BINARY:
        case NODE_CAST:
        case NODE_ADDRESS:
        case NODE_SIZEOF:
            break;
        default:
            return false;
        }
    return true;
}

/* Is a variable that n names stored to in the loop, or declared there? */
static bool changes_in(const struct node *tree, const struct node *n)
{
    for (const struct node *m = tree; m; m = tree_next(tree, m)) {
        const struct var *v = is_store(m) ? node_var(m->kids[0]) : m->kind == NODE_VARIABLE ? m->var : NULL;
        for (const struct node *x = n; v && x; x = tree_next(n, x))
            if (x->kind == NODE_NAME && x->var == v)
                return true;
    }
    return false;
}

/* Reads the update n of v; false: it is none. */
static bool read_update(const struct node *tree, const struct node *n, const struct var *v, struct update *u)
{
    *u = (struct update){.node = n, .sign = 1};
    if (n->kind == NODE_INCREMENT) {
        u->sign = n->operator== OPERATOR_PRE_INC || n->operator== OPERATOR_POST_INC ? 1 : - 1;
        u->constant = true;
        u->value = u->sign;
        return true;
    }
    const struct node *e = n->kids[1];
    enum operator o = n->operator;
    if (n->kind == NODE_ASSIGN) {
        if (e->kind != NODE_BINARY || (e->operator!= OPERATOR_ADD && e->operator!= OPERATOR_SUB))
            return false;
        bool right = e->operator== OPERATOR_ADD && node_var(e->kids[1]) == v;
        if (!right && node_var(e->kids[0]) != v)
            return false;
        o = e->operator;
        e = e->kids[!right];
    }
    bool whole = e->type && (e->type->kind == TYPE_INT || e->type->kind == TYPE_ENUM);
    if ((o != OPERATOR_ADD && o != OPERATOR_SUB) || !whole || !is_plain(e) || changes_in(tree, e))
        return false;
    u->sign = o == OPERATOR_ADD ? 1 : -1;
    u->amount = e;
    u->constant = e->constant && e->value > -(1L << 31) && e->value < 1L << 31;
    u->value = u->constant ? u->sign * e->value : 0;
    return true;
}

/* Does n run whenever `part` does, and once? */
static bool is_certain(const struct node *n, const struct node *part)
{
    for (; n != part; n = n->parent) {
        const struct node *p = n->parent;
        if (node_is_statement(p) && p->kind != NODE_DECLARATIONS && p->kind != NODE_VARIABLE)
            return false;
        if ((p->kind == NODE_CONDITIONAL && n->place > 0) || p->kind == NODE_STATEMENTS || p->kind == NODE_SIZEOF ||
            (p->kind == NODE_BINARY && (p->operator== OPERATOR_LAND || p->operator== OPERATOR_LOR) && n->place == 1))
            return false;
    }
    return true;
}

static bool is_of_update(const struct node *name, const struct node *update)
{
    const struct node *p = name->parent;
    return p == update || (update->kind == NODE_ASSIGN && p && p->parent == update && p->place == 1);
}

/* The part's update of the variable, if it has one; false: what the part does with it is not so simple. */
static bool read_part(struct scope *s, const struct frame *f, struct move *m, unsigned number, bool skipped)
{
    const struct node *part = f->parts.v[number];
    struct update u = {0};
    unsigned found = 0;
    for (const struct node *n = part; n; n = tree_next(part, n))
        if (is_store(n) && node_var(n->kids[0]) == m->var) {
            if (found++ || skipped || !is_certain(n, part) || !read_update(f->tree, n, m->var, &u))
                return false;
        }
    if (!found)
        return true;
    for (const struct node *n = part; n; n = tree_next(part, n))
        if (n->kind == NODE_NAME && n->var == m->var && !is_of_update(n, u.node))
            return false; /* before the update or after it? */
    u.part = number;
    vec_push(s->a->arena, &m->updates, u);
    return true;
}

static bool may_move(const struct var *v)
{
    bool whole = v->type->kind == TYPE_INT && v->type->size <= 8;
    bool pointer = v->type->kind == TYPE_POINTER && v->type->elem && v->type->elem->size > 0;
    return (whole || pointer) && v->func && !v->is_global && !v->addr_taken && !v->type->is_volatile &&
           !v->type->is_atomic;
}

static bool is_crooked(const struct node *n)
{
    return n->kind == NODE_GOTO || n->kind == NODE_COMPUTED_GOTO || n->kind == NODE_LABEL ||
           (n->kind == NODE_CONSTRUCT && !is_assumption(n)) || n->kind == NODE_ASM || n->kind == NODE_OTHER_STATEMENT;
}

/* Does a switch around the loop lead into it? */
static bool has_foreign_case(const struct node *tree)
{
    for (const struct node *m = tree; m; m = tree_next(tree, m)) {
        const struct node *p = m;
        while ((m->kind == NODE_CASE || m->kind == NODE_DEFAULT) && p != tree && p->kind != NODE_SWITCH)
            p = p->parent;
        if (p == tree && m != tree)
            return true;
    }
    return false;
}

/* Is the value of v used, besides for its own updates? If not, v is a sum. */
static bool is_used(const struct frame *f, const struct var *v)
{
    for (const struct node *n = f->tree; n; n = tree_next(f->tree, n)) {
        const struct node *p = n->parent;
        if (n->kind != NODE_NAME || n->var != v)
            continue;
        if (p && p->kind == NODE_BINARY && p->parent && p->place == 1)
            p = p->parent;
        bool update = p && is_store(p) && node_var(p->kids[0]) == v;
        for (unsigned i = 0; update && i < f->parts.n; i++)
            if (p == f->parts.v[i] && p != test_of(f->tree))
                p = NULL;
        if (p)
            return true;
    }
    return false;
}

/* A `continue` of this loop in n skips the rest of the body. */
static bool has_continue(const struct frame *f, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (m->kind == NODE_CONTINUE && node_loop(m) == f->tree)
            return true;
    return false;
}

static bool is_continued(const struct frame *f) { return has_continue(f, body_of(f->tree)); }

/* ({ if (x) continue; 1; }) + i++ */
static bool has_continue_in_expression(const struct frame *f, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (m->kind == NODE_STATEMENTS && has_continue(f, m))
            return true;
    return false;
}

static bool read_moves(struct scope *s, struct frame *f, struct move *m)
{
    bool skips = false; /* a part before has a `continue`: what is certain in its own part runs before that */
    const struct node *body = body_of(f->tree);
    for (unsigned i = 0; i < f->parts.n; i++) {
        bool in_body = slice_has(body->at, f->parts.v[i]->at.begin) && f->parts.v[i] != test_of(f->tree);
        skips |= has_continue_in_expression(f, f->parts.v[i]);
        if (!read_part(s, f, m, i, skips && in_body))
            return false;
        skips |= has_continue(f, f->parts.v[i]);
    }
    m->known = m->updates.n > 0;
    for_each (struct update, u, m->updates) {
        m->known &= u->constant;
        m->total += u->value;
    }
    return m->updates.n > 0;
}

/* ---- first values ---- */
static const struct node *value_in(const struct node *n, const struct var *v)
{
    if (!n)
        return NULL;
    if (n->kind == NODE_COMMA) {
        const struct node *x = value_in(n->kids[1], v);
        return x ? x : value_in(n->kids[0], v);
    }
    if (n->kind == NODE_EXPRESSION)
        return value_in(n->kids[0], v);
    if (n->kind == NODE_ASSIGN)
        return node_var(n->kids[0]) == v ? n->kids[1] : NULL;
    for (unsigned i = 0; n->kind == NODE_DECLARATIONS && i < n->nkids; i++)
        if (n->kids[i]->kind == NODE_VARIABLE && n->kids[i]->var == v)
            return n->kids[i]->kids[0];
    return NULL;
}

static unsigned stores_in(const struct node *n, const struct var *v)
{
    unsigned count = 0;
    for (const struct node *m = n; m; m = tree_next(n, m))
        count += (is_store(m) && node_var(m->kids[0]) == v) || (m->kind == NODE_VARIABLE && m->var == v);
    return count;
}

/* What v is set to in the head of the loop, or in the statements before it, by an expression that means the same when
 * the loop begins; NULL: there is none. */
static const struct node *first_value(const struct node *tree, const struct var *v)
{
    const struct node *e = tree->kind == NODE_FOR ? value_in(tree->kids[0], v) : NULL;
    const struct node *block = tree->parent, *init = tree->kind == NODE_FOR ? tree->kids[0] : NULL;
    if (init && stores_in(init, v) > (e != NULL))
        return NULL;
    for (unsigned i = tree->place; !e && block && block->kind == NODE_COMPOUND && i-- > 0;) {
        const struct node *before = block->kids[i];
        if (before->kind != NODE_EXPRESSION && before->kind != NODE_DECLARATIONS)
            return NULL;
        e = value_in(before, v);
        if (stores_in(before, v) > (e != NULL))
            return NULL;
        for (unsigned n = i; e && n < tree->place; n++)
            if (changes_in(block->kids[n], e))
                return NULL;
    }
    return e && is_plain(e) && !changes_in(tree, e) ? e : NULL;
}

void find_moves(struct scope *s, struct frame *f, const struct var *but)
{
    var_list seen = {0};
    if (tree_has(f->tree, is_crooked) || has_foreign_case(f->tree))
        return;
    find_parts(s, f);
    for (const struct node *n = f->tree; n; n = tree_next(f->tree, n)) {
        const struct var *v = is_store(n) ? node_var(n->kids[0]) : NULL;
        if (!v || v == but || has_var(&seen, v) || !may_move(v) || (v->type->kind == TYPE_INT && !is_used(f, v)))
            continue;
        vec_push(s->a->arena, &seen, v);
        struct move m = {.var = v};
        if ((slice_has(f->tree->at, v->decl) && !given(v->loop)) || !read_moves(s, f, &m))
            continue;
        m.start = first_value(f->tree, v);
        m.in_head = given(v->loop) && slice_has(f->tree->at, v->decl);
        vec_push(s->a->arena, &f->moves, m);
    }
}

/* ---- conditions ---- */
struct spot { /* where a pointer leads: elements from a place that stays the same */
    const struct node *base;
    struct poly *offset;
};

static struct poly *number(struct scope *s, long x)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(s->domain));
    return poly_of_affine(s, isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, isl_val_int_from_si(s->isl, x))));
}

static struct spot spot_of(struct scope *s, const struct node *n);

static struct spot moving_spot(struct scope *s, const struct node *n, const struct move *m, unsigned depth)
{
    struct spot p = {.base = n->kind == NODE_INCREMENT ? n->kids[0] : n};
    if (m->start)
        p = spot_of(s, m->start);
    else
        p.offset = depth == s->judged ? number(s, 0) : NULL;
    p.offset = p.offset ? poly_add(p.offset, moved(s, depth, m, n), false) : NULL;
    return p;
}

/* what the head's declaration sets v to; NULL: nothing, or it declares no v */
static const struct node *declared_value(const struct node *init, const struct var *v)
{
    for (unsigned i = 0; init && init->kind == NODE_DECLARATIONS && i < init->nkids; i++)
        if (init->kids[i]->kind == NODE_VARIABLE && init->kids[i]->var == v)
            return node_kid(init->kids[i], 0);
    return NULL;
}

/* `end` of for (p = a, *end = a + n; p < end; p++): what it was set to, if that means the same while the loop runs */
static const struct node *value_of_head(const struct scope *s, const struct node *n)
{
    const struct var *v = n->kind == NODE_NAME ? n->var : NULL;
    if (!v || v->written || v->addr_taken || v->is_static || v->type->is_volatile)
        return NULL;
    for (unsigned d = 0; d < s->depth; d++) {
        const struct node *tree = s->frames[d].tree;
        const struct node *value = tree && tree->kind == NODE_FOR ? declared_value(tree->kids[0], v) : NULL;
        if (value)
            return is_plain(value) && !changes_in(tree, value) ? value : NULL;
    }
    return NULL;
}

static struct spot spot_of(struct scope *s, const struct node *n)
{
    unsigned depth;
    const struct move *m = move_at(s, n, &depth);
    if (m)
        return moving_spot(s, n, m, depth);
    if (n->kind == NODE_BINARY && (n->operator== OPERATOR_ADD || n->operator== OPERATOR_SUB)) {
        bool swapped = n->kids[0]->type && n->kids[0]->type->kind == TYPE_INT;
        struct spot p = spot_of(s, n->kids[swapped]);
        if (p.offset)
            p.offset = poly_add(p.offset, poly_of(s, n->kids[!swapped]), n->operator== OPERATOR_SUB);
        return p;
    }
    const struct node *value = value_of_head(s, n);
    if (value)
        return spot_of(s, value);
    return varies(s, n) || !is_plain(n) ? (struct spot){0} : (struct spot){n, number(s, 0)};
}

/* The distance of two pointers, as a number that stays the same. */
static struct poly *distance(struct scope *s, const struct node *to, const struct node *from)
{
    static const struct type type = {.kind = TYPE_INT, .size = 8, .is_signed = true, .canonical = "long"};
    struct node *n = NEW(s->a->arena, struct node);
    *n = (struct node){.kind = NODE_BINARY, .operator= OPERATOR_SUB, .off = to->off, .type = &type, .nkids = 2};
    n->kids = arena_alloc(s->a->arena, 2 * sizeof *n->kids);
    for (unsigned i = 0; i < 2; i++) {
        struct node *kid = NEW(s->a->arena, struct node);
        *kid = i ? *from : *to;
        kid->parent = n;
        kid->place = i;
        n->kids[i] = kid;
    }
    return known_parameter(s, n);
}

static const struct type *elem_of(const struct node *n) { return n->type ? n->type->elem : NULL; }

/* x - y, in elements; NULL: not known */
static isl_pw_aff *difference(struct scope *s, const struct node *l, const struct node *r)
{
    const struct type *a = elem_of(l), *b = elem_of(r);
    struct spot x = spot_of(s, l), y = spot_of(s, r);
    bool known = x.offset && y.offset && a && b && a->size == b->size;
    bool same = known && tree_equal(s->u, x.base, y.base);
    if (!known || (!same && (x.base->nkids || y.base->nkids))) {
        poly_free(x.offset);
        poly_free(y.offset);
        return NULL;
    }
    if (!same)
        y.offset = poly_add(y.offset, distance(s, y.base, x.base), false);
    return poly_take_affine(poly_add(x.offset, y.offset, true));
}

static isl_set *compare_pointers(struct scope *s, const struct node *n, bool holds, bool *exact)
{
    static isl_set *(*const tests[])(isl_pw_aff *, isl_pw_aff *) = {
        [OPERATOR_LT] = isl_pw_aff_lt_set, [OPERATOR_LE] = isl_pw_aff_le_set, [OPERATOR_GT] = isl_pw_aff_gt_set,
        [OPERATOR_GE] = isl_pw_aff_ge_set, [OPERATOR_EQ] = isl_pw_aff_eq_set, [OPERATOR_NE] = isl_pw_aff_ne_set};
    isl_pw_aff *x = difference(s, n->kids[0], n->kids[1]);
    if (!x) {
        *exact = false;
        return isl_set_universe(isl_set_get_space(s->domain));
    }
    isl_set *set = tests[n->operator](x, poly_take_affine(number(s, 0)));
    return holds ? set : isl_set_complement(set);
}

static isl_set *truth(struct scope *s, const struct node *n, bool holds, bool *exact)
{
    isl_pw_aff *x = value_of(s, n);
    if (!x) {
        *exact = false;
        return isl_set_universe(isl_set_get_space(s->domain));
    }
    isl_set *none = isl_pw_aff_zero_set(x);
    return holds ? isl_set_complement(none) : none;
}

static isl_set *condition(struct scope *s, const struct node *n, bool holds, bool *exact)
{
    const struct type *t = n->nkids ? n->kids[0]->type : NULL;
    if (n->kind == NODE_UNARY && n->operator== OPERATOR_LNOT)
        return condition(s, n->kids[0], !holds, exact);
    if (n->kind == NODE_BINARY && (n->operator== OPERATOR_LAND || n->operator== OPERATOR_LOR)) {
        isl_set *x = condition(s, n->kids[0], holds, exact), *y = condition(s, n->kids[1], holds, exact);
        return (n->operator== OPERATOR_LAND) == holds ? isl_set_intersect(x, y) : isl_set_union(x, y);
    }
    if (n->kind == NODE_BINARY && n->operator>= OPERATOR_LT && n->operator<= OPERATOR_NE)
        return t && (t->kind == TYPE_POINTER || type_is_array(t)) ? compare_pointers(s, n, holds, exact)
                                                                  : condition_of(s, n, holds, exact);
    return truth(s, n, holds, exact);
}

/* ---- the loop ---- */
/* Are all values that an update of m gives within its type? Then nothing wraps from one iteration to the next. */
static bool stays_in_type(struct scope *s, unsigned depth, const struct move *m)
{
    const struct type *t = m->var->type;
    if (t->kind == TYPE_POINTER || (t->is_signed && t->size >= 4) || !m->known)
        return true;
    struct poly *begin = moving_value(s, depth, m, m->updates.v[0].node->kids[0]);
    bool ok = begin != NULL;
    int64_t sum = 0;
    for_each (struct update, u, m->updates) {
        sum += u->value;
        if (ok)
            ok = is_in_type(s, poly_add(poly_copy(s, begin), number(s, sum), false), t);
    }
    poly_free(begin);
    return ok;
}

/* x and all later iterations */
static isl_set *and_later(isl_set *x, unsigned depth)
{
    isl_space *space = isl_space_map_from_set(isl_set_get_space(x));
    isl_map *later = isl_map_universe(space);
    for (unsigned i = 0; i < depth; i++)
        later = isl_map_equate(later, isl_dim_in, i, isl_dim_out, i);
    later = isl_map_order_le(later, isl_dim_in, depth, isl_dim_out, depth);
    return isl_set_apply(x, later);
}

/* The values for which there is such an iteration. For others the loop would go on until a signed number overflows. */
static isl_set *where_it_ends(isl_set *fails, unsigned depth)
{
    fails = isl_set_project_out(fails, isl_dim_set, depth, 1);
    return isl_set_add_dims(fails, isl_dim_set, 1);
}

/* With `do` the condition is asked after an iteration: what it says there is about the next one. */
static isl_set *next_iteration(isl_set *x, unsigned depth)
{
    isl_space *space = isl_set_get_space(x);
    isl_map *next = isl_map_universe(isl_space_map_from_set(space));
    for (unsigned i = 0; i < depth; i++)
        next = isl_map_equate(next, isl_dim_in, i, isl_dim_out, i);
    isl_local_space *ls = isl_local_space_from_space(isl_map_get_space(next));
    isl_constraint *c = isl_constraint_alloc_equality(ls);
    c = isl_constraint_set_coefficient_si(c, isl_dim_in, (int)depth, 1);
    c = isl_constraint_set_coefficient_si(c, isl_dim_out, (int)depth, -1);
    c = isl_constraint_set_constant_si(c, 1);
    return isl_set_apply(x, isl_map_add_constraint(next, c));
}

static struct loop *counter(struct scope *s, const struct node *tree)
{
    static const struct type number_type = {.kind = TYPE_INT, .size = 8, .is_signed = true, .canonical = "long"};
    struct var *v = NEW(s->a->arena, struct var);
    *v = (struct var){.name = "", .type = &number_type, .decl = s->loop->at.begin, .loop = s->loop->at};
    struct loop *l = NEW(s->a->arena, struct loop);
    *l = (struct loop){.iv = v, .tree = tree, .iv_declared = true};
    return l;
}

/* Variables of the loop's head must move, or stay as they are. */
static bool head_moves(const struct scope *s, const struct frame *f)
{
    const struct node *init = f->tree->kind == NODE_FOR ? f->tree->kids[0] : NULL;
    for (unsigned i = 0; init && init->kind == NODE_DECLARATIONS && i < init->nkids; i++) {
        bool moves = init->kids[i]->kind == NODE_VARIABLE;
        const struct var *v = init->kids[i]->var;
        for_each (struct move, m, f->moves)
            if (m->var == v)
                v = NULL;
        if (!moves || (v && (is_written_in(s, v) || v->is_static)))
            return false;
    }
    return true;
}

static void drop_frame(struct scope *s)
{
    s->depth--;
    isl_set_free(s->domain);
}

bool enter_counted(struct scope *s, const struct node *tree)
{
    if (s->depth == MOST_DEPTH || !test_of(tree))
        return false;
    unsigned d = s->depth;
    struct frame *f = &s->frames[d];
    *f = (struct frame){.loop = counter(s, tree), .tree = tree, .counted = true};
    find_moves(s, f, NULL);
    if (!f->moves.n || !head_moves(s, f))
        return false;
    isl_set *outer = s->domain;
    s->domain = isl_set_add_dims(isl_set_copy(outer), isl_dim_set, 1);
    s->depth++;
    s->domain = isl_set_lower_bound_si(s->domain, isl_dim_set, d, 0);
    s->domain = isl_set_upper_bound_val(s->domain, isl_dim_set, d, isl_val_int_from_si(s->isl, 1L << 62));
    bool known = true;
    isl_set *fails = condition(s, test_of(tree), false, &known);
    if (!known) {
        isl_set_free(fails);
        drop_frame(s);
        s->domain = outer;
        return false;
    }
    fails = isl_set_intersect(fails, isl_set_copy(s->domain));
    if (tree->kind == NODE_DO)
        fails = next_iteration(fails, d);
    s->domain = isl_set_coalesce(isl_set_subtract(s->domain, and_later(isl_set_copy(fails), d)));
    for_each (struct move, m, f->moves)
        known &= stays_in_type(s, d, m);
    if (!known || isl_set_is_empty(fails) != isl_bool_false) {
        isl_set_free(fails);
        drop_frame(s);
        s->domain = outer;
        return false;
    }
    s->domain = isl_set_intersect(s->domain, where_it_ends(isl_set_copy(fails), d));
    if (d == s->judged)
        s->fails = isl_set_coalesce(fails);
    else
        isl_set_free(fails);
    isl_set_free(outer);
    if (is_continued(f))
        s->exact = false;
    return true;
}
