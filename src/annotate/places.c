/* places.c: an lvalue as an object and the way into it: a[i][j].x is the variable or the pointee `a`, index, member.
 * Dimensions that follow each other become one index, so that an index beyond its dimension means what it means in
 * memory. */
#include "annotate_priv.h"

static void way_to(struct scope *s, const struct node *n, struct touch *a);
static void pointed_at(struct scope *s, const struct node *n, struct touch *a);

/* ---- objects ---- */
/* `double a[];` that nothing completes has one element, but for who comes before the end of the file. */
static bool is_used_incomplete(const struct unit *u, const struct var *v)
{
    for_each (struct ref, r, u->refs)
        if (r->var == v && r->node && r->node->type && type_is_array(r->node->type) && r->node->type->count < 0)
            return true;
    return false;
}

static bool is_incomplete(const struct scope *s, const struct var *v)
{
    if (!v->is_global || v->type->kind != TYPE_ARRAY)
        return false;
    return s->loop->at.begin < v->complete_at || (v->type->count == 1 && is_used_incomplete(s->u, v));
}

static struct object *object(struct scope *s, enum object_kind kind, const struct var *v, const struct node *pointer)
{
    if (kind == OBJECT_POINTEE && v && has_var(&s->one, v))
        v = s->one.v[0];
    for_each_pointer (struct object, o, s->objects)
        if (o->kind == kind && o->var == v && (v || kind == OBJECT_UNKNOWN || tree_equal(s->u, o->pointer, pointer)))
            return o;
    struct object *o = NEW(s->a->arena, struct object);
    *o = (struct object){.kind = kind, .var = v, .pointer = pointer};
    o->is_disguised = kind == OBJECT_VARIABLE && is_disguised(s->a, v);
    o->is_incomplete = kind == OBJECT_VARIABLE && is_incomplete(s, v);
    o->is_new = kind == OBJECT_POINTEE && v && leads_to_new(s->a, v);
    if (pointer && pointer->type) {
        o->elem = pointer->type->elem;
        o->name = item_text(s, pointer);
    }
    vec_push(s->a->arena, &s->objects, o);
    return o;
}

/* ---- rows: what the pointers of a table lead to ---- */
bool is_of_table(const struct scope *s, const struct object *o, const struct object *table, const struct into *way,
                 unsigned nway)
{
    bool same = o->table == table && o->nway == nway;
    for (unsigned i = 0; same && i < nway; i++)
        same = o->way[i].is_member == way[i].is_member &&
               (!way[i].is_member || node_same_member(s->u, o->way[i].node, way[i].node));
    return same;
}

static void note_table(struct scope *s, struct object *o, const struct touch *at)
{
    struct into *way = arena_alloc(s->a->arena, (at->nsteps + 1) * sizeof *way);
    for (unsigned i = 0; i < at->nsteps; i++)
        way[i] = (struct into){.is_member = at->steps[i].is_member, .node = at->steps[i].node};
    o->table = at->object;
    o->way = way;
    o->nway = at->nsteps;
}

/* of n, the pointer at that place of a table */
static struct object *rows_of(struct scope *s, const struct touch *at, const struct node *n)
{
    for_each_pointer (struct object, o, s->objects)
        if (o->kind == OBJECT_ROWS && is_of_table(s, o, at->object, at->steps, at->nsteps))
            return o;
    struct object *o = NEW(s->a->arena, struct object);
    *o = (struct object){.kind = OBJECT_ROWS, .pointer = n};
    note_table(s, o, at);
    vec_push(s->a->arena, &s->objects, o);
    return o;
}

static void drop_steps(struct touch *a)
{
    for (unsigned i = 0; i < a->nsteps; i++)
        poly_free(a->steps[i].index);
    a->nsteps = 0;
}

static void is_unknown(struct scope *s, struct touch *a)
{
    drop_steps(a);
    forget_dimensions(a);
    a->object = object(s, OBJECT_UNKNOWN, NULL, NULL);
}

/* ---- steps ---- */
static void add_step(struct touch *a, struct into st)
{
    if (a->nsteps < MOST_STEPS && !a->whole)
        a->steps[a->nsteps++] = st;
    else /* the whole of what was reached: larger, so never wrong */
        poly_free(st.index);
}

static void add_index(struct touch *a, struct poly *index, const struct node *n)
{
    add_step(a, (struct into){.index = index, .node = n});
}

/* Any part of the object */
static void somewhere(struct touch *a, const struct node *n)
{
    bool index = !a->steps[0].is_member;
    drop_steps(a);
    if (index)
        add_index(a, NULL, n);
    a->whole = true;
}

/* x (of members of m's type) away from the member m, is one still in the structure that m is a member of? */
static bool stays_in_structure(const struct scope *s, const struct node *m, const struct poly *x, bool back)
{
    const struct type *record = m->kids[0]->type;
    record = record && m->kind == NODE_ARROW ? record->elem : record;
    int64_t size = m->type ? m->type->size : 0;
    if (!x || !record || size <= 0 || m->offset < 0 || record->size < m->offset + size)
        return false;
    int64_t before = m->offset / size, after = (record->size - m->offset) / size - 1;
    return poly_is_between(s, x, back ? -after : -before, back ? before : after);
}

/* (&p[i].x)[k]: from member to member, or from p[i] to p[i + 1]. Takes x. */
static void walk_members(struct scope *s, struct touch *a, struct poly *x, bool back, const struct node *n)
{
    const struct node *member = a->steps[a->nsteps - 2].node;
    bool itself = x && poly_is_between(s, x, 0, 0), inside = stays_in_structure(s, member, x, back);
    poly_free(x);
    if (itself)
        return;
    if (!inside) {
        somewhere(a, n);
        return;
    }
    poly_free(a->steps[a->nsteps - 1].index);
    a->nsteps -= 2;
    a->whole = true;
}

/* The last index moves by x, which may be NULL. Takes x. */
static void move_index(struct scope *s, struct touch *a, struct poly *x, bool back, const struct node *n)
{
    if (a->whole) {
        poly_free(x);
        return;
    }
    if (!a->nsteps || a->steps[a->nsteps - 1].is_member) {
        poly_free(x);
        x = NULL;
        add_index(a, NULL, n);
        return;
    }
    struct into *last = &a->steps[a->nsteps - 1];
    if (last->itself && a->nsteps > 1) {
        walk_members(s, a, x, back, n);
        return;
    }
    if (last->itself) { /* the variable, and whatever lies beside it */
        poly_free(last->index);
        *last = (struct into){.node = n};
    }
    if (last->index && x) {
        last->index = poly_add(last->index, x, back);
    } else {
        poly_free(last->index);
        poly_free(x);
        last->index = NULL;
    }
    last->node = n;
}

/* ---- lengths of arrays ---- */
/* How many elements n, an array, has; NULL: not known. */
static struct poly *length_of(struct scope *s, const struct node *n)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(s->domain));
    isl_val *count = isl_val_int_from_si(s->isl, n->type->count);
    struct poly *known = poly_of_affine(s, isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, count)));
    if (n->type->count > 0)
        return known;
    poly_free(known);
    const struct node *length = row_length_of(s, n);
    return length ? as_factor(s, length, poly_of(s, length)) : NULL;
}

/* Index x into the array n that a leads to. Takes x. */
static void index_array(struct scope *s, struct touch *a, struct poly *x, const struct node *array,
                        const struct node *n)
{
    struct into *last = a->nsteps ? &a->steps[a->nsteps - 1] : NULL;
    if (!last || last->is_member || a->whole || a->nsteps == MOST_STEPS) {
        add_index(a, x, n);
        return;
    }
    struct poly *length = last->index && x ? length_of(s, array) : NULL;
    if (length) {
        last->index = poly_add(poly_multiply(s, last->index, length), x, false);
    } else { /* an index beyond its dimension would be in another row */
        poly_free(last->index);
        poly_free(x);
        last->index = NULL;
    }
    last->node = n;
}

static struct poly *zero(struct scope *s)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(s->domain));
    return poly_of_affine(s, isl_pw_aff_from_aff(isl_aff_zero_on_domain(ls)));
}

/* *&x is x */
static void dereference(struct touch *a)
{
    if (a->nsteps && a->steps[a->nsteps - 1].itself)
        poly_free(a->steps[--a->nsteps].index);
}

/* Takes x. */
static void index_subscript(struct scope *s, struct touch *a, struct poly *x, const struct node *array,
                            const struct node *n)
{
    bool inner = a->nsteps && !a->steps[a->nsteps - 1].is_member && array == n->kids[0];
    if (inner && a->object->kind != OBJECT_UNKNOWN)
        note_dimension(s, a, x, n);
    index_array(s, a, x, array, n);
}

static void subscript(struct scope *s, const struct node *n, struct touch *a)
{
    const struct node *base = n->kids[0], *index = n->kids[1];
    if (base->type && base->type->kind == TYPE_INT) { /* i[a] */
        base = n->kids[1];
        index = n->kids[0];
    }
    if (type_is_array(base->type)) {
        way_to(s, base, a);
        index_subscript(s, a, poly_of(s, index), base, n);
    } else {
        pointed_at(s, base, a);
        if (index->constant && index->value == 0)
            dereference(a);
        else if (a->object->kind != OBJECT_UNKNOWN)
            move_index(s, a, poly_of(s, index), false, n);
    }
}

/* What a pointer in a table leads to without an index, table[i]->x, is hardly a row, but something that others lead to,
 * too: nobody would test that. */
static void no_row(struct scope *s, struct touch *a)
{
    if (a->object->kind == OBJECT_ROWS && a->nsteps && a->steps[a->nsteps - 1].node == a->row)
        is_unknown(s, a);
}

static void member(struct scope *s, const struct node *n, struct touch *a)
{
    if (n->kind == NODE_MEMBER)
        way_to(s, n->kids[0], a);
    else
        pointed_at(s, n->kids[0], a);
    if (n->kind == NODE_ARROW)
        no_row(s, a);
    dereference(a);
    if (a->object->kind == OBJECT_UNKNOWN)
        return;
    const struct type *record = n->kids[0]->type;
    record = record && n->kind == NODE_ARROW ? record->elem : record;
    if (n->bit_field || !record || record->has_unions)
        a->whole = true; /* members share memory */
    else
        add_step(a, (struct into){.is_member = true, .node = n});
}

static void way_to(struct scope *s, const struct node *n, struct touch *a)
{
    switch (n->kind) {
    case NODE_NAME:
        if (n->var)
            a->object = object(s, OBJECT_VARIABLE, n->var, NULL);
        else
            is_unknown(s, a);
        return;
    case NODE_SUBSCRIPT:
        subscript(s, n, a);
        return;
    case NODE_DEREFERENCE:
        pointed_at(s, n->kids[0], a);
        no_row(s, a);
        dereference(a);
        return;
    case NODE_MEMBER:
    case NODE_ARROW:
        member(s, n, a);
        return;
    default:
        is_unknown(s, a);
    }
}

/* ---- what a pointer leads to: its last step is an index, that of the pointer's own element ---- */
/* Is pointer n one of several? */
static bool is_element(const struct node *n)
{
    while (n->kind == NODE_MEMBER || n->kind == NODE_ARROW)
        n = n->kids[0];
    return n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE;
}

/* Not where tests are made of what objects there are (data.c, waves.c), or nobody writes any */
static bool may_have_rows(const struct scope *s) { return s->a->apart && !s->is_data && !s->wave; }

/* In copies of functions arguments have their own parents: this walk goes down alone. */
static bool indexes_rows(const struct scope *s, const struct node *n)
{
    bool found = n->kind == NODE_SUBSCRIPT && n->kids[0]->type && n->kids[0]->type->kind == TYPE_POINTER &&
                 is_element(n->kids[0]) && varies(s, n->kids[0]);
    for (unsigned i = 0; !found && i < n->nkids; i++)
        found = n->kids[i] && indexes_rows(s, n->kids[i]);
    return found;
}

/* Does the loop index a row that is another one in each iteration? Then single ones count as rows, too. */
static bool has_rows(struct scope *s)
{
    if (!s->rows)
        s->rows = indexes_rows(s, s->loop) ? HAS_ROWS : NO_ROWS;
    return s->rows == HAS_ROWS;
}

/* The place of n, a pointer in a table that does not change; false: it is no such place */
static bool table_place(struct scope *s, const struct node *n, struct touch *at)
{
    *at = (struct touch){.node = n};
    if (!may_have_rows(s) || !is_element(n) || !n->type || n->type->kind != TYPE_POINTER)
        return false;
    way_to(s, n, at);
    const struct object *table = at->object;
    if (table->kind != OBJECT_UNKNOWN && !(table->kind == OBJECT_VARIABLE && is_declared_in(s, table->var)) &&
        !at->whole && at->nsteps < MOST_STEPS)
        return true;
    drop_steps(at);
    forget_dimensions(at);
    return false;
}

static void single_pointee(struct scope *s, const struct node *n, struct touch *a)
{
    struct touch at;
    a->object = object(s, OBJECT_POINTEE, node_var(n), n);
    if (!a->object->table && table_place(s, n, &at)) {
        note_table(s, a->object, &at);
        drop_steps(&at);
        forget_dimensions(&at);
    }
}

/* A block that a function called has allocated for itself: of the data that stays on the device it is no part, but
 * apart from all that is. Of this function's own such blocks range after range is looked at (data.c). */
static bool is_new_in_call(const struct scope *s, const struct var *v)
{
    const struct node *top = s->loop;
    while (top->parent)
        top = top->parent;
    return s->is_data && v->func && v->func->tree != top && !v->is_static && is_fresh(s->a, v->value);
}

static void pointee(struct scope *s, const struct node *n, struct touch *a)
{
    const struct var *v = node_var(n);
    bool named = v && is_declared_in(s, v) && !v->written && !v->addr_taken && v->value && means_the_same(s, v);
    bool own = named && is_new_in_call(s, v);
    if (named && !own) {
        pointed_at(s, v->value, a);
        return;
    }
    bool changes = varies(s, n) && !exchanged_with(s, v) && !own;
    struct touch at;
    if (changes || has_rows(s)) {
        if (table_place(s, n, &at)) {
            at.node = a->node;
            at.object = rows_of(s, &at, n);
            *a = at;
            a->row = n;
        } else if (changes) {
            is_unknown(s, a);
            return;
        }
    }
    if (!a->object)
        single_pointee(s, n, a);
    add_index(a, zero(s), n);
}

/* n: a pointer that moves with the loop, or its ++ */
static void moving_pointee(struct scope *s, const struct node *n, const struct move *m, unsigned depth, struct touch *a)
{
    const struct node *name = n->kind == NODE_INCREMENT ? n->kids[0] : n;
    if (m->start) {
        pointed_at(s, m->start, a);
    } else if (depth == s->judged) {
        a->object = object(s, OBJECT_POINTEE, m->var, name);
        add_index(a, zero(s), n);
    } else {
        is_unknown(s, a);
    }
    if (a->object->kind != OBJECT_UNKNOWN)
        move_index(s, a, moved(s, depth, m, n), false, n);
}

static bool has_effect(const struct node *n)
{
    return n->kind == NODE_CALL || n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN ||
           n->kind == NODE_INCREMENT || n->kind == NODE_STATEMENTS || n->kind == NODE_ATOMIC ||
           n->kind == NODE_OTHER_EXPRESSION || n->kind == NODE_LITERAL;
}

/* c ? x : y: the one that is looked at now (accesses.c) */
static void chosen_pointee(struct scope *s, const struct node *n, struct touch *a)
{
    struct choices *c = &s->choices;
    if (!c->allowed || c->n == MOST_CHOICES || tree_has(n->kids[0], has_effect)) {
        is_unknown(s, a);
        return;
    }
    bool second = c->picks >> c->n & 1;
    c->nodes[c->n++] = n;
    pointed_at(s, n->kids[second ? 2 : 1], a);
}

static void pointed_at(struct scope *s, const struct node *n, struct touch *a)
{
    unsigned depth;
    const struct move *m = n->kind == NODE_NAME || n->kind == NODE_INCREMENT ? move_at(s, n, &depth) : NULL;
    if (m) {
        moving_pointee(s, n, m, depth, a);
        return;
    }
    if (type_is_array(n->type)) {
        way_to(s, n, a);
        index_array(s, a, zero(s), n, n);
        return;
    }
    bool sum = n->kind == NODE_BINARY && (n->operator== OPERATOR_ADD || n->operator== OPERATOR_SUB);
    if (sum) {
        bool swapped = n->kids[0]->type && n->kids[0]->type->kind == TYPE_INT;
        pointed_at(s, n->kids[swapped], a);
        if (a->object->kind != OBJECT_UNKNOWN)
            move_index(s, a, poly_of(s, n->kids[!swapped]), n->operator== OPERATOR_SUB, n);
    } else if (n->kind == NODE_ADDRESS) {
        way_to(s, n->kids[0], a);
        forget_dimensions(a); /* an address may be that behind the last element */
        if (a->nsteps == 0 || a->steps[a->nsteps - 1].is_member)
            add_step(a, (struct into){.index = zero(s), .itself = true, .node = n});
    } else if (n->kind == NODE_CALL && inlined_value(s, n)) {
        bool allowed = s->choices.allowed; /* two calls of a function that chooses choose each by itself */
        s->choices.allowed = false;
        pointed_at(s, inlined_value(s, n), a);
        s->choices.allowed = allowed;
    } else if (n->kind == NODE_CONDITIONAL && n->nkids == 3) {
        chosen_pointee(s, n, a);
    } else if (n->kind == NODE_NAME || n->kind == NODE_MEMBER || n->kind == NODE_ARROW || n->kind == NODE_SUBSCRIPT ||
               n->kind == NODE_DEREFERENCE) {
        pointee(s, n, a);
    } else {
        is_unknown(s, a);
    }
}

struct touch place_of(struct scope *s, const struct node *n)
{
    struct touch a = {.node = n};
    way_to(s, n, &a);
    return a;
}

/* The structure ends with an array whose length its type does not say: its size says nothing of it. */
bool is_flexible(const struct touch *t)
{
    for (unsigned i = 1; i < t->nsteps; i++) {
        const struct node *array = t->steps[i].is_member ? NULL : node_kid(t->steps[i].node, 0);
        if (array && type_is_array(array->type) && array->type->count <= 0)
            return true;
    }
    return false;
}

/* Is t one of o's? Who is exchanged with o counts as o. */
bool is_touch_of(const struct scope *s, const struct touch *t, const struct object *o)
{
    const var_list *all = o->kind == OBJECT_POINTEE ? exchanged_with(s, o->var) : NULL;
    bool same = t->object == o || (all && t->object->kind == OBJECT_POINTEE && has_var(all, t->object->var));
    if (!same || t->map || (s->only_device && !t->region))
        return false;
    const struct poly *p = t->nsteps && !t->steps[0].is_member ? t->steps[0].index : NULL;
    return s->form == ANY_FORM || poly_is_affine(p) == (s->form == AFFINE_FORM);
}
