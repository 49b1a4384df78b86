/* collect.c: walks the body of a loop and lists the accesses of memory, each with the set of iterations in which it
 * happens; and what else the body does that keeps iterations from running in another order. Local variables whose
 * addresses nobody takes are not memory here: scalars.c looks after them. */
#include <string.h>

#include "../tables/tables.h"
#include "annotate_priv.h"

static void statement(struct scope *s, const struct node *n);
static void value(struct scope *s, const struct node *n);

void scope_wrong(struct scope *s, enum loop_reason why, const struct node *at)
{
    if (s->wrong || (s->is_data && why == LOOP_VOLATILE))
        return;
    s->wrong = why;
    s->wrong_at = at;
}

/* ---- where we are ---- */
struct place {
    isl_set *domain;
    bool exact, sure;
    unsigned depth;
    size_t regions;
    double work;
};
static struct place here(const struct scope *s)
{
    return (struct place){isl_set_copy(s->domain), s->exact, s->sure, s->depth, s->regions.n, s->work};
}
static void back_to(struct scope *s, struct place p)
{
    isl_set_free(s->domain);
    s->domain = p.domain;
    s->exact = p.exact;
    s->sure = p.sure;
    s->regions.n = p.regions;
    while (s->depth > p.depth)
        poly_free(s->frames[--s->depth].value);
}

static void enter_region(struct scope *s)
{
    vec_push(s->a->arena, &s->regions, (struct branch){++s->last_region, s->depth});
}

/* What follows runs for some values of the domain only. */
static void only_sometimes(struct scope *s)
{
    s->exact = false;
    enter_region(s);
}

static void only_where(struct scope *s, const struct node *condition, bool holds)
{
    bool exact = true;
    isl_set *set = condition_of(s, condition, holds, &exact);
    if (!exact)
        only_sometimes(s);
    s->domain = isl_set_coalesce(isl_set_intersect(s->domain, set));
}

/* ---- accesses ---- */
static bool is_memory(const struct var *v)
{
    return v->is_global || v->addr_taken || v->type->kind == TYPE_RECORD || type_is_array(v->type);
}

/* "acgt"[k] and the like */
static bool is_of_string(const struct node *n)
{
    while (n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || (n->kind == NODE_BINARY && n->nkids == 2))
        n = n->kids[0];
    return n->kind == NODE_STRING;
}

static void note_loops(const struct scope *s, struct touch *t)
{
    t->depth = s->depth;
    for (unsigned d = 0; d < s->depth; d++) {
        const struct frame *f = &s->frames[d];
        t->loops[d] = f->tree;
        t->up[d] = f->counted || f->value || loop_goes_up(f->loop);
    }
}

static bool is_private_in(const struct judged *j, const struct object *o)
{
    for_each (struct role_row, r, j->roles)
        if (o->kind == OBJECT_VARIABLE && r->var == o->var && r->role == ROLE_PRIVATE)
            return true;
    return false;
}

static void note_place(const struct scope *s, struct touch *t)
{
    t->region = s->region;
    t->small = s->small;
    t->repeated = s->repeated;
    t->here = s->here;
    t->instance = s->region ? s->region_instance : s->instance;
    t->called_often = s->loops_at_call > 0;
}

static void add_touch(struct scope *s, const struct node *n, bool write)
{
    if (n->kind == NODE_NAME && (!n->var || !is_memory(n->var) || is_declared_in(s, n->var)))
        return; /* what an iteration declares is its own */
    if (!write && is_of_string(n))
        return; /* nobody may store there */
    struct touch a = place_of(s, n);
    if (s->region && is_private_in(s->region, a.object))
        return;
    if (a.object->kind == OBJECT_VARIABLE && is_declared_in(s, a.object->var) && !a.object->var->is_static)
        return;
    a.write = write;
    a.op = element_reduction(s->u, n, &a.store);
    a.must = s->exact;
    a.sure = s->sure;
    a.nregions = (unsigned)s->regions.n;
    struct branch *regions = arena_alloc(s->a->arena, (s->regions.n + 1) * sizeof *regions);
    for (size_t i = 0; i < s->regions.n; i++)
        regions[i] = s->regions.v[i];
    a.regions = regions;
    a.far = s->inside.n > 0;
    a.domain = isl_set_copy(s->domain);
    a.object->read |= !write;
    a.object->written |= write;
    a.object->far |= a.far;
    note_loops(s, &a);
    note_place(s, &a);
    vec_push(s->a->arena, &s->accesses, a);
}

static void whole_of_unknown(struct scope *s, const struct node *n, bool write)
{
    struct touch a = {.node = n, .write = write, .far = s->inside.n > 0, .domain = isl_set_copy(s->domain)};
    const struct object unknown = {.kind = OBJECT_UNKNOWN};
    a.object = NEW(s->a->arena, struct object);
    *a.object = unknown;
    a.object->read = !write;
    a.object->written = write;
    vec_push(s->a->arena, &s->objects, a.object);
    note_place(s, &a);
    vec_push(s->a->arena, &s->accesses, a);
}

/* What is evaluated to find the place of an lvalue. */
static void way(struct scope *s, const struct node *n)
{
    switch (n->kind) {
    case NODE_NAME:
        return;
    case NODE_SUBSCRIPT:
        value(s, n->kids[0]);
        value(s, n->kids[1]);
        return;
    case NODE_MEMBER:
        way(s, n->kids[0]);
        return;
    default:
        for (unsigned i = 0; i < n->nkids; i++)
            if (n->kids[i])
                value(s, n->kids[i]);
    }
}

static bool is_lvalue(const struct node *n)
{
    return n->kind == NODE_NAME || n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || n->kind == NODE_MEMBER ||
           n->kind == NODE_ARROW;
}

static void store(struct scope *s, const struct node *n, bool reads)
{
    way(s, n);
    if (n->type && (n->type->is_volatile || n->type->is_atomic))
        scope_wrong(s, LOOP_VOLATILE, n);
    if (reads)
        add_touch(s, n, false);
    add_touch(s, n, true);
}

/* ---- calls ---- */
/* `count` bytes from p on, as elements p[0], p[1] … */
static bool block(struct scope *s, const struct node *p, const struct node *count, bool write)
{
    const struct type *elem = p->type ? p->type->elem : NULL;
    bool pointer = p->type && (p->type->kind == TYPE_POINTER || type_is_array(p->type));
    isl_pw_aff *bytes = pointer && s->depth < MOST_DEPTH ? value_of(s, count) : NULL;
    if (!bytes || elem->size <= 0 || type_is_array(elem)) {
        isl_pw_aff_free(bytes);
        return false;
    }
    struct place before = here(s);
    struct var *v = NEW(s->a->arena, struct var);
    static const struct type number = {.kind = TYPE_INT, .size = 8, .is_signed = true, .canonical = "long"};
    *v = (struct var){.name = "", .type = &number, .decl = s->loop->at.begin, .loop = s->loop->at};
    struct loop *l = NEW(s->a->arena, struct loop);
    l->iv = v;
    struct node *name = NEW(s->a->arena, struct node), *place = NEW(s->a->arena, struct node);
    *name = (struct node){.kind = NODE_NAME, .off = p->off, .at = p->at, .around = p->at, .type = &number, .var = v};
    *place = (struct node){.kind = NODE_SUBSCRIPT,
                           .off = p->off,
                           .at = p->at,
                           .around = p->at,
                           .type = elem,
                           .nkids = 2,
                           .parent = p->parent};
    place->kids = arena_alloc(s->a->arena, 2 * sizeof *place->kids);
    place->kids[0] = (struct node *)p;
    place->kids[1] = name;
    s->domain = isl_set_add_dims(s->domain, isl_dim_set, 1);
    s->frames[s->depth++] = (struct frame){.loop = l};
    s->domain = isl_set_lower_bound_si(s->domain, isl_dim_set, s->depth - 1, 0);
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(s->domain));
    isl_pw_aff *at = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, s->depth - 1));
    at = isl_pw_aff_scale_val(at, isl_val_int_from_si(s->isl, elem->size));
    bytes = isl_pw_aff_add_dims(bytes, isl_dim_in, 1);
    s->domain = isl_set_intersect(s->domain, isl_pw_aff_lt_set(at, bytes));
    add_touch(s, place, write);
    back_to(s, before);
    return true;
}

/* memset, memcpy and memmove, where the number of bytes is known */
static bool block_call(struct scope *s, const struct node *n, const struct func *f)
{
    bool set = f && strcmp(f->name, "memset") == 0;
    if (n->nkids != 4 || !f || !(set || strcmp(f->name, "memcpy") == 0 || strcmp(f->name, "memmove") == 0))
        return false;
    return (set || block(s, node_uncast(n->kids[2]), n->kids[3], false)) &&
           block(s, node_uncast(n->kids[1]), n->kids[3], true);
}

static bool gets_pointer(const struct node *call)
{
    for (unsigned i = 1; i < call->nkids; i++)
        if (call->kids[i] && call->kids[i]->type &&
            (call->kids[i]->type->kind == TYPE_POINTER || type_is_array(call->kids[i]->type)))
            return true;
    return false;
}

/* New blocks are apart from all else, and each block is freed once: only what is accessed through pointers may be it.
 */
static bool heap_call(struct scope *s, const struct node *n, const struct func *f)
{
    bool frees = f && strcmp(f->name, "free") == 0 && n->nkids == 2;
    if (!f || (!frees && strcmp(f->name, "malloc") != 0 && strcmp(f->name, "calloc") != 0))
        return false;
    s->allocates = true;
    if (frees) {
        whole_of_unknown(s, n, true);
        s->accesses.v[s->accesses.n - 1].frees = true;
    }
    return true;
}

/* ---- calls between regions ---- */
static bool is_text(const struct node *n)
{
    n = node_uncast(n);
    return n->kind == NODE_STRING || is_of_string(n);
}

/* All of what p leads to, and no more. */
static void touch_pointee(struct scope *s, const struct node *p, bool write)
{
    struct node *n = NEW(s->a->arena, struct node);
    *n = (struct node){.kind = NODE_DEREFERENCE, .off = p->off, .at = p->at, .around = p->at, .parent = p->parent};
    n->type = p->type->elem;
    n->kids = arena_alloc(s->a->arena, sizeof *n->kids);
    n->kids[0] = (struct node *)p;
    n->nkids = 1;
    struct touch a = place_of(s, n);
    if (a.object->kind == OBJECT_VARIABLE && is_declared_in(s, a.object->var) && !a.object->var->is_static)
        return;
    for (unsigned i = 0; i < a.nsteps; i++) { /* somewhere in it */
        poly_free(a.steps[i].index);
        a.steps[i].index = NULL;
    }
    a.whole = true;
    a.write = write;
    a.far = s->inside.n > 0;
    a.domain = isl_set_copy(s->domain);
    a.object->read = true;
    a.object->written |= write;
    note_loops(s, &a);
    note_place(s, &a);
    vec_push(s->a->arena, &s->accesses, a);
}

/* A function of the library that the host calls: false: nobody knows what it does. */
static bool host_call(struct scope *s, const struct node *n, const struct func *f)
{
    bool stores = false, known = f && is_host_function(f->name, &stores);
    for (unsigned i = 1; known && i < n->nkids; i++) {
        const struct node *arg = node_uncast(n->kids[i]);
        bool pointer = arg && arg->type && (arg->type->kind == TYPE_POINTER || type_is_array(arg->type));
        const char *to = pointer && arg->type->elem ? arg->type->elem->canonical : NULL;
        bool file = to && strstr(to, "_IO_FILE");
        if (pointer && !file && !arg->constant && !is_text(arg))
            touch_pointee(s, arg, stores);
    }
    return known;
}

static void library_call(struct scope *s, const struct node *n, const struct func *f)
{
    if (s->is_data && !s->region) {
        if (!host_call(s, n, f))
            scope_wrong(s, LOOP_CALL, n);
        return;
    }
    const struct library_row *row = f ? library_find(f->name) : NULL;
    if (block_call(s, n, f) || heap_call(s, n, f) || ends_program(f))
        return;
    if (!row || row->effect != LIBRARY_COMPUTES || row->place == LIBRARY_HOST)
        scope_wrong(s, LOOP_CALL, n);
    else if (gets_pointer(n))
        whole_of_unknown(s, n, false);
}

/* Does something follow a `return` of the body? */
static bool returns_early(const struct node *body)
{
    for (const struct node *m = body; m; m = tree_next(body, m))
        if (m->kind == NODE_RETURN && (m->parent != body || m->place + 1 != body->nkids))
            return true;
    return false;
}

static void walk_function(struct scope *s, const struct func *f, const struct node *body)
{
    struct place p = here(s);
    const struct node *instance = s->instance;
    s->exact = s->exact && !returns_early(body);
    unsigned loops = s->loops_at_call;
    s->instance = body;
    s->loops_at_call = s->loops_around;
    vec_push(s->a->arena, &s->inside, f);
    statement(s, body);
    s->inside.n--;
    s->instance = instance;
    s->loops_at_call = loops;
    back_to(s, p);
}

/* A function that only reads, and is not looked into. */
static void read_all(struct scope *s, const struct node *n, const struct effects *e)
{
    for_each_pointer (const struct var, v, e->read) {
        struct node *name = NEW(s->a->arena, struct node);
        *name = *n;
        name->kind = NODE_NAME;
        name->nkids = 0;
        name->var = v;
        struct touch a = place_of(s, name);
        a.whole = a.far = true;
        a.node = n;
        a.domain = isl_set_copy(s->domain);
        a.object->read = a.object->far = true;
        note_place(s, &a);
        vec_push(s->a->arena, &s->accesses, a);
    }
    if (e->reads)
        whole_of_unknown(s, n, false);
}

static void add_callees(struct scope *s, const struct effects *e)
{
    for_each_pointer (const struct func, f, e->reached) {
        bool known = false;
        for_each_pointer (const struct func, g, s->callees)
            known |= f == g;
        if (!known)
            vec_push(s->a->arena, &s->callees, f);
    }
    for_each_pointer (const struct known, k, e->elsewhere) {
        bool known = false;
        for_each_pointer (const struct known, x, s->elsewhere)
            known |= x == k;
        if (!known)
            vec_push(s->a->arena, &s->elsewhere, k);
    }
    s->calls_in_circles |= e->is_recursive;
    s->calls_by_pointer |= e->by_pointer;
}

static void user_call(struct scope *s, const struct node *n, const struct func *f)
{
    const struct effects *e = effects_of(s->a, f);
    add_callees(s, e);
    if (only_computes(e)) {
        read_all(s, n, e);
        return;
    }
    const struct node *body = inlined(s, n, f);
    if (body)
        walk_function(s, f, body);
    else if (!e->acts)
        read_all(s, n, e);
    else
        scope_wrong(s, LOOP_CALL, n);
}

static void call(struct scope *s, const struct node *n)
{
    const struct func *f = called_function(n);
    for (unsigned i = 1; i < n->nkids; i++)
        if (n->kids[i])
            value(s, n->kids[i]);
    s->work += 10;
    s->calls_by_pointer |= !node_called(n);
    if (f && (given(f->def) || is_known_elsewhere(s->a, f)))
        user_call(s, n, f);
    else
        library_call(s, n, f);
}

/* ---- expressions ---- */
static void choice(struct scope *s, const struct node *n)
{
    value(s, n->kids[0]);
    for (unsigned i = 1; i < 3; i++) {
        struct place p = here(s);
        only_where(s, n->kids[0], i == 1);
        value(s, n->kids[i]);
        back_to(s, p);
    }
}

static void logical(struct scope *s, const struct node *n)
{
    value(s, n->kids[0]);
    struct place p = here(s);
    only_where(s, n->kids[0], n->operator== OPERATOR_LAND);
    value(s, n->kids[1]);
    back_to(s, p);
}

static void operands(struct scope *s, const struct node *n)
{
    for (unsigned i = 0; i < n->nkids; i++)
        if (n->kids[i])
            value(s, n->kids[i]);
}

/* An address goes into memory that is not just a copy out of memory. */
static bool keeps_address(const struct node *assign)
{
    const struct node *to = assign->kids[0], *from = node_uncast(assign->kids[1]);
    bool pointer = (to->type && to->type->kind == TYPE_POINTER) ||
                   (assign->kids[1]->kind == NODE_CAST && from->type &&
                    (from->type->kind == TYPE_POINTER || type_is_array(from->type)));
    bool local = to->kind == NODE_NAME && to->var && !is_memory(to->var);
    bool load = is_lvalue(from) && from->kind != NODE_NAME && !type_is_array(from->type);
    return pointer && !local && !from->constant && !load;
}

static void value(struct scope *s, const struct node *n)
{
    s->work += 1;
    if (n->type && (n->type->is_volatile || n->type->is_atomic))
        scope_wrong(s, LOOP_VOLATILE, n);
    if (is_lvalue(n)) {
        way(s, n);
        if (!type_is_array(n->type) && !(n->kind == NODE_NAME && !n->var))
            add_touch(s, n, false);
        return;
    }
    switch (n->kind) {
    case NODE_SIZEOF:
        return;
    case NODE_ADDRESS:
        way(s, n->kids[0]);
        return;
    case NODE_ASSIGN:
        value(s, n->kids[1]);
        store(s, n->kids[0], false);
        s->stores_addresses |= keeps_address(n);
        return;
    case NODE_COMPOUND_ASSIGN:
        value(s, n->kids[1]);
        store(s, n->kids[0], true);
        return;
    case NODE_INCREMENT:
        store(s, n->kids[0], true);
        return;
    case NODE_CONDITIONAL:
        choice(s, n);
        return;
    case NODE_BINARY:
        if (n->operator== OPERATOR_LAND || n->operator== OPERATOR_LOR)
            logical(s, n);
        else
            operands(s, n);
        return;
    case NODE_CALL:
        call(s, n);
        return;
    case NODE_STATEMENTS:
        statement(s, n->kids[0]);
        return;
    case NODE_ATOMIC:
        scope_wrong(s, LOOP_VOLATILE, n);
        return;
    case NODE_OTHER_EXPRESSION:
        scope_wrong(s, LOOP_STATEMENT, n);
        return;
    default:
        operands(s, n);
    }
}

/* ---- loops ---- */
/* in the copy of a function, of which there are no references by place */
static bool is_stored_to(const struct node *body, const struct var *v)
{
    for (const struct node *m = body; m; m = tree_next(body, m))
        if (m->kind == NODE_NAME && m->var == v && m->parent && m->place == 0 &&
            (m->parent->kind == NODE_ASSIGN || m->parent->kind == NODE_COMPOUND_ASSIGN ||
             m->parent->kind == NODE_INCREMENT || m->parent->kind == NODE_ADDRESS))
            return true;
    return false;
}

static bool is_set_in_body(const struct unit *u, const struct loop *l, const struct node *tree)
{
    const struct node *body = node_kid(tree, 3);
    if (is_stored_to(body, l->iv))
        return true;
    for_each_in (ref, r, u, body->at)
        if (r->var == l->iv && (r->access & (ACC_WRITE | ACC_ADDR)))
            return true;
    return l->iv->is_global || l->iv->addr_taken || l->iv->is_static;
}

/* Is the loop left or cut short by something in its body? */
static bool has_jump(const struct node *body, const struct node *loop, enum node_kind kind)
{
    for (const struct node *m = body; m; m = tree_next(body, m)) {
        if (m->kind != kind)
            continue;
        const struct node *at = node_loop(m);
        if (at != loop)
            continue;
        bool in_switch = false;
        for (const struct node *p = m->parent; p && p != loop; p = p->parent)
            in_switch |= p->kind == NODE_SWITCH;
        if (kind == NODE_CONTINUE || !in_switch)
            return true;
    }
    return false;
}

static const struct loop *countable(struct scope *s, const struct node *n)
{
    struct loop *l = NEW(s->a->arena, struct loop);
    if (n->kind != NODE_FOR || loop_read_header(l, n) || l->iv->type->kind == TYPE_POINTER || l->iv->type->size > 8 ||
        is_set_in_body(s->u, l, n) || has_jump(n->kids[3], n, NODE_BREAK))
        return NULL;
    return l;
}

/* No loop that ends runs 2^62 times, so its variable does not wrap. */
static void limit_trips(struct scope *s, isl_pw_aff *from, isl_pw_aff *iv, bool up)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(s->domain));
    isl_val *many = isl_val_int_from_si(s->isl, 1L << 62);
    isl_pw_aff *most = isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, many));
    isl_pw_aff *gone = up ? isl_pw_aff_sub(iv, from) : isl_pw_aff_sub(from, iv);
    s->domain = isl_set_intersect(s->domain, isl_pw_aff_le_set(gone, most));
}

static void begin_at(struct scope *s, const struct loop *l, isl_pw_aff *from, unsigned depth)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(s->domain));
    isl_pw_aff *iv = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, depth));
    bool up = loop_goes_up(l), known = !l->stride || l->stride->constant;
    from = isl_pw_aff_add_dims(from, isl_dim_in, 1);
    isl_set *after = up ? isl_pw_aff_ge_set(isl_pw_aff_copy(iv), isl_pw_aff_copy(from))
                        : isl_pw_aff_le_set(isl_pw_aff_copy(iv), isl_pw_aff_copy(from));
    s->domain = isl_set_intersect(s->domain, after);
    if (known) {
        if (l->stride) {
            isl_pw_aff *gone = isl_pw_aff_sub(isl_pw_aff_copy(iv), isl_pw_aff_copy(from));
            int64_t c = l->stride->value < 0 ? -l->stride->value : l->stride->value;
            gone = isl_pw_aff_mod_val(gone, isl_val_int_from_si(s->isl, c));
            s->domain = isl_set_intersect(s->domain, isl_pw_aff_zero_set(gone));
        }
        limit_trips(s, from, iv, up);
    } else {
        only_sometimes(s);
        isl_pw_aff_free(from);
        isl_pw_aff_free(iv);
    }
}

static void in_range_of_type(struct scope *s, const struct type *t, unsigned depth)
{
    bool wide = t->size == 8;
    isl_val *low = isl_val_int_from_si(s->isl, !t->is_signed ? 0 : wide ? INT64_MIN : -(1L << (8 * t->size - 1)));
    isl_val *high = wide && !t->is_signed ? isl_val_int_from_ui(s->isl, UINT64_MAX)
                    : wide                ? isl_val_int_from_si(s->isl, INT64_MAX)
                                          : isl_val_int_from_si(s->isl, (1L << (8 * t->size - t->is_signed)) - 1);
    s->domain = isl_set_lower_bound_val(s->domain, isl_dim_set, depth, low);
    s->domain = isl_set_upper_bound_val(s->domain, isl_dim_set, depth, high);
}

/* What the loop's variable starts from; NULL: not known, or converted to perhaps another value. */
static struct poly *first_value(struct scope *s, const struct loop *l)
{
    const struct type *t = l->iv->type, *from = l->lower ? l->lower->type : NULL;
    struct poly *x = l->lower ? poly_of(s, l->lower) : NULL;
    if (!x || l->lower->constant || (from->is_signed == t->is_signed && from->size <= t->size))
        return x;
    poly_free(x);
    return NULL;
}

/* Where the loop begins at a sum of products, or steps by what only the run knows, the dimension counts its iterations
 * from 0 on: the variable is from + step · dimension. NULL: its value is no such sum. Takes from. */
static struct poly *by_iterations(struct scope *s, const struct loop *l, struct poly *from, unsigned depth)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(s->domain));
    struct poly *k = poly_of_affine(s, isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, depth)));
    if (l->stride)
        k = poly_multiply(s, k, poly_lift(s, poly_of(s, l->stride)));
    return poly_add(poly_lift(s, from), k, l->step_sign < 0);
}

/* A step of 0, or away from the bound, would not end. */
static void step_towards_bound(struct scope *s, const struct loop *l)
{
    isl_pw_aff *step = l->stride && !l->stride->constant ? value_of(s, l->stride) : NULL;
    bool up = l->rel == REL_LT || l->rel == REL_LE, grows = (l->step_sign > 0) == up;
    if (!step || l->rel == REL_NE)
        isl_pw_aff_free(step);
    else
        s->domain = isl_set_intersect(s->domain, isl_pw_aff_pos_set(grows ? step : isl_pw_aff_neg(step)));
}

static void count_from_zero(struct scope *s, unsigned depth)
{
    s->domain = isl_set_lower_bound_val(s->domain, isl_dim_set, depth, isl_val_zero(s->isl));
    s->domain = isl_set_upper_bound_val(s->domain, isl_dim_set, depth, isl_val_int_from_si(s->isl, 1L << 62));
}

static void while_condition(struct scope *s, const struct loop *l, const struct node *tree)
{
    if (l->rel == REL_NE && !l->iv->type->is_signed) {
        only_sometimes(s);
        return;
    }
    struct node cond = *tree->kids[1];
    bool swapped = node_var(cond.kids[0]) != l->iv;
    if (l->rel == REL_NE) /* what starts beyond the bound would overflow */
        cond.operator=(loop_goes_up(l) != swapped) ? OPERATOR_LT : OPERATOR_GT;
    only_where(s, &cond, true);
}

/* A dimension more: the loop's variable, from its first value on, while the condition holds. */
static bool enter(struct scope *s, const struct loop *l, const struct node *tree)
{
    if (s->depth == MOST_DEPTH)
        return false;
    unsigned d = s->depth;
    bool steps = !l->stride || l->stride->constant;
    struct poly *from = first_value(s, l);
    s->domain = isl_set_add_dims(s->domain, isl_dim_set, 1);
    struct poly *value = NULL;
    if (s->is_judging && from && l->iv->type->is_signed && (!steps || !poly_is_affine(from)))
        value = by_iterations(s, l, poly_copy(s, from), d);
    isl_pw_aff *first = poly_take_affine(from);
    s->frames[s->depth++] = (struct frame){.loop = l, .tree = tree, .value = value};
    if (value)
        count_from_zero(s, d);
    else
        in_range_of_type(s, l->iv->type, d);
    if (first && !value)
        begin_at(s, l, isl_pw_aff_copy(first), d);
    else if (!value)
        only_sometimes(s);
    isl_pw_aff_free(first);
    while_condition(s, l, tree);
    if (l->iv->type->is_signed)
        step_towards_bound(s, l);
    if (has_jump(tree->kids[3], tree, NODE_CONTINUE))
        s->exact = false;
    return true;
}

static bool trips_of(const struct loop *l, double *trips)
{
    if (!l->lower || !l->upper || !l->lower->constant || !l->upper->constant || l->stride)
        return false;
    double n = (double)(l->upper->value - l->lower->value);
    *trips = n < 0 ? -n : n;
    return true;
}

static void count_work(struct scope *s, const struct loop *l, double before)
{
    double trips = USUAL_TRIPS;
    if (l)
        trips_of(l, &trips);
    s->work = before + (s->work - before) * trips;
}

static void opaque_loop(struct scope *s, const struct node *n)
{
    struct place p = here(s);
    static const unsigned in_order[] = {0, 1, 3, 2}; /* of a `for`, the last part of whose head runs last */
    only_sometimes(s);
    for (unsigned i = 0; i < n->nkids; i++) {
        const struct node *kid = n->kids[n->kind == NODE_FOR ? in_order[i] : i];
        if (kid && node_is_statement(kid))
            statement(s, kid);
        else if (kid)
            value(s, kid);
    }
    count_work(s, NULL, p.work);
    back_to(s, p);
}

/* What a loop evaluates in an iteration, in any order. */
static void iteration(struct scope *s, const struct node *n)
{
    if (test_of(n))
        value(s, test_of(n));
    statement(s, body_of(n));
    if (n->kind == NODE_FOR && n->kids[2])
        value(s, n->kids[2]);
}

static void before_loop(struct scope *s, const struct node *n)
{
    const struct node *init = n->kind == NODE_FOR ? n->kids[0] : NULL;
    if (init && node_is_statement(init))
        statement(s, init);
    else if (init)
        value(s, init);
}

/* Accesses are listed in the order in which they happen: those from number `from` on belong before number `to`. */
static void move_to(struct scope *s, size_t from, size_t to)
{
    size_t n = s->accesses.n - from;
    struct touch *moved = arena_alloc(s->a->arena, (n + 1) * sizeof *moved);
    if (n)
        memcpy(moved, s->accesses.v + from, n * sizeof *moved);
    memmove(s->accesses.v + to + n, s->accesses.v + to, (from - to) * sizeof *moved);
    memcpy(s->accesses.v + to, moved, n * sizeof *moved);
}

static bool counted_loop(struct scope *s, const struct node *n)
{
    struct place p = here(s);
    bool counted = !has_jump(body_of(n), n, NODE_BREAK) && enter_counted(s, n);
    if (!counted) {
        isl_set_free(p.domain);
        return false;
    }
    size_t first = s->accesses.n;
    iteration(s, n);
    count_work(s, NULL, p.work);
    back_to(s, p);
    struct place q = here(s);
    size_t behind = s->accesses.n;
    before_loop(s, n);
    back_to(s, q);
    move_to(s, behind, first);
    return true;
}

/* the first loop that begins at this place, or after it; they are in the order of the text */
size_t first_loop(const struct annotation *a, uint32_t off)
{
    size_t from = 0, to = a->loops.n;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (a->loops.v[middle]->tree->at.begin < off)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* The loop n, or the function that n came out of, as it was judged */
static const struct judged *verdict_of(const struct scope *s, const struct node *n)
{
    const struct annotation *a = s->a;
    for (size_t i = first_loop(a, n->at.begin); i < a->loops.n && a->loops.v[i]->tree->at.begin == n->at.begin; i++)
        if (a->loops.v[i]->tree->kind == n->kind)
            return a->loops.v[i];
    return NULL;
}

static void loop_statement(struct scope *s, const struct node *n)
{
    const struct loop *l = countable(s, n);
    if (!l && counted_loop(s, n))
        return;
    struct place p = here(s);
    if (l && l->lower)
        value(s, l->lower);
    if (l && enter(s, l, n)) {
        value(s, n->kids[1]);
        statement(s, n->kids[3]);
        if (l->stride)
            value(s, l->stride);
        count_work(s, l, p.work);
        back_to(s, p);
    } else {
        isl_set_free(p.domain);
        opaque_loop(s, n);
    }
}

static void inner_loop(struct scope *s, const struct node *n)
{
    const struct judged *j = s->is_data && !s->region ? verdict_of(s, n) : NULL;
    const struct judged *region = s->region, *small = s->small;
    bool chosen = j && j->chosen;
    if (chosen) {
        s->region = j;
        s->repeated = s->loops_around > 0;
        s->region_instance = s->instance;
    } else if (j && !small && j->not_chosen == LOOP_SMALL) {
        s->small = j;
    }
    s->loops_around += !chosen;
    loop_statement(s, n);
    s->loops_around -= !chosen;
    s->region = region;
    s->small = small;
}

/* ---- statements ---- */
static void branch(struct scope *s, const struct node *n)
{
    value(s, n->kids[0]);
    for (unsigned i = 1; i < n->nkids; i++) {
        if (!n->kids[i])
            continue;
        struct place p = here(s);
        only_where(s, n->kids[0], i == 1);
        statement(s, n->kids[i]);
        back_to(s, p);
    }
}

static void inexactly(struct scope *s, const struct node *n)
{
    struct place p = here(s);
    s->exact = s->sure = false;
    for (unsigned i = 0; i < n->nkids; i++) {
        if (n->kids[i] && node_is_statement(n->kids[i]))
            statement(s, n->kids[i]);
        else if (n->kids[i])
            value(s, n->kids[i]);
    }
    back_to(s, p);
}

static void declarations(struct scope *s, const struct node *n)
{
    for (unsigned i = 0; i < n->nkids; i++) {
        const struct node *d = n->kids[i];
        if (d->kind == NODE_VARIABLE && d->var && d->var->is_static) {
            if (s->inside.n || s->is_data)
                continue; /* set before the program began */
            scope_wrong(s, LOOP_STATEMENT, d);
        }
        for (unsigned k = 0; k < d->nkids; k++)
            if (d->kids[k])
                value(s, d->kids[k]);
    }
}

static void leave(struct scope *s, const struct node *n)
{
    if (!s->inside.n)
        scope_wrong(s, LOOP_EXIT, n);
    else if (node_kid(n, 0))
        value(s, n->kids[0]);
}

/* a jump within the loop's body: forwards */
static bool stays(const struct scope *s, const struct node *n)
{
    return slice_has(s->loop->at, n->target) && n->target > n->at.begin;
}

static bool always_jumps(const struct node *n)
{
    if (n && n->kind == NODE_COMPOUND)
        n = n->nkids ? n->kids[n->nkids - 1] : NULL;
    return n && (n->kind == NODE_CONTINUE || n->kind == NODE_BREAK || n->kind == NODE_RETURN || n->kind == NODE_GOTO);
}

static bool is_entered_elsewhere(const struct node *block)
{
    for (unsigned i = 0; i < block->nkids; i++)
        for (const struct node *k = block->kids[i], *n = k; n; n = tree_next(k, n))
            if (n->kind == NODE_LABEL || n->kind == NODE_CASE || n->kind == NODE_DEFAULT)
                return true;
    return false;
}

/* Does a jump lead from within n to what is not within n? */
static bool may_leave(const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m)) {
        if (m->kind == NODE_RETURN || m->kind == NODE_GOTO || m->kind == NODE_COMPUTED_GOTO)
            return true;
        if (m->kind != NODE_BREAK && m->kind != NODE_CONTINUE)
            continue;
        const struct node *p = m;
        while (p != n && !is_loop_statement(p) && (m->kind == NODE_CONTINUE || p->kind != NODE_SWITCH))
            p = p->parent;
        if (!is_loop_statement(p) && (m->kind == NODE_CONTINUE || p->kind != NODE_SWITCH))
            return true;
    }
    return false;
}

/* What follows `if (c) continue;` runs where c does not hold. */
static void compound(struct scope *s, const struct node *n)
{
    struct place p = here(s);
    for (unsigned i = 0; i < n->nkids; i++) {
        const struct node *k = n->kids[i];
        statement(s, k);
        if (k->kind == NODE_IF && !node_kid(k, 2) && always_jumps(k->kids[1]) && !is_entered_elsewhere(n))
            only_where(s, k->kids[0], false);
        else if (may_leave(k))
            enter_region(s);
    }
    p.exact = s->exact && p.exact;
    back_to(s, p);
}

static void statement(struct scope *s, const struct node *n)
{
    if (s->is_data && !s->inside.n)
        s->here = n;
    switch (n->kind) {
    case NODE_COMPOUND:
        compound(s, n);
        return;
    case NODE_DECLARATIONS:
        declarations(s, n);
        return;
    case NODE_EXPRESSION:
        value(s, n->kids[0]);
        return;
    case NODE_IF:
        branch(s, n);
        return;
    case NODE_FOR:
        inner_loop(s, n);
        return;
    case NODE_WHILE:
        inner_loop(s, n);
        return;
    case NODE_DO:
        if (runs_once(n) && !has_jump(n->kids[0], n, NODE_BREAK) && !has_jump(n->kids[0], n, NODE_CONTINUE))
            statement(s, n->kids[0]);
        else
            inner_loop(s, n);
        return;
    case NODE_SWITCH:
        inexactly(s, n);
        return;
    case NODE_CASE:
    case NODE_DEFAULT:
    case NODE_LABEL:
        s->exact = s->sure = false;
        statement(s, n->kids[0]);
        return;
    case NODE_NULL:
    case NODE_BREAK: /* of the judged loop: judge.c has looked */
    case NODE_CONTINUE:
        return;
    case NODE_GOTO:
        s->exact = s->sure = false;
        if (!stays(s, n))
            scope_wrong(s, LOOP_EXIT, n);
        return;
    case NODE_RETURN:
        leave(s, n);
        return;
    case NODE_CONSTRUCT:
        scope_wrong(s, LOOP_ANNOTATED, n);
        return;
    default:
        scope_wrong(s, LOOP_STATEMENT, n);
    }
}

/* The loops around the judged one: what their bounds say holds for their variables, as far as it holds all the time
 * that they run. */
static void enter_outer(struct scope *s, const struct node *tree)
{
    const struct node *outer = node_loop(tree);
    if (!outer)
        return;
    enter_outer(s, outer);
    const struct loop *l = countable(s, outer);
    s->loop = outer;
    if (l)
        enter(s, l, outer);
}

/* Which variables of static storage duration may the functions store to that the loop names? */
static void find_far_writes(struct scope *s)
{
    for_each_in (ref, r, s->u, s->loop->at)
        if (r->func && given(r->func->def))
            for_each_pointer (const struct var, v, effects_of(s->a, r->func)->written)
                vec_push(s->a->arena, &s->far_written, v);
}

static bool is_in_directive(const struct node *n)
{
    while (n && n->kind != NODE_CONSTRUCT)
        n = n->parent;
    return n != NULL;
}

bool collect(struct scope *s, const struct loop *l, const struct node *tree)
{
    s->domain = isl_set_universe(isl_space_set_alloc(s->isl, 0, 0));
    s->context = isl_set_universe(isl_space_params_alloc(s->isl, 0));
    enter_outer(s, tree);
    s->loop = tree;
    s->judged = s->depth;
    s->around = isl_set_copy(s->domain);
    s->is_judging = true;
    s->exact = s->sure = true;
    s->regions.n = 0;
    find_far_writes(s);
    s->is_annotated = is_in_directive(tree);
    if (has_jump(body_of(tree), tree, NODE_BREAK))
        scope_wrong(s, LOOP_EXIT, tree);
    if (s->wrong)
        return false;
    before_loop(s, tree);
    for_each (struct touch, t, s->accesses)
        t->before = true;
    if (l ? is_set_in_body(s->u, l, tree) || l->iv->type->kind == TYPE_POINTER || !enter(s, l, tree)
          : !enter_counted(s, tree))
        scope_wrong(s, LOOP_FORM, tree);
    if (s->wrong)
        return false;
    s->work = 0;
    iteration(s, tree);
    return !s->wrong;
}

/* Statements that follow each other, `all` of them, as a loop of one iteration. */
bool collect_statements(struct scope *s, const struct node *all)
{
    s->domain = isl_set_universe(isl_space_set_alloc(s->isl, 0, 0));
    s->context = isl_set_universe(isl_space_params_alloc(s->isl, 0));
    enter_outer(s, all);
    if (s->depth == MOST_DEPTH)
        return false;
    s->loop = all;
    s->judged = s->depth;
    s->around = isl_set_copy(s->domain);
    s->is_judging = s->is_data = s->exact = true;
    find_far_writes(s);
    find_exchanges(s);
    static const struct type number = {.kind = TYPE_INT, .size = 8, .is_signed = true, .canonical = "long"};
    struct var *v = NEW(s->a->arena, struct var);
    *v = (struct var){.name = "", .type = &number, .decl = all->at.begin, .loop = all->at};
    struct loop *once = NEW(s->a->arena, struct loop);
    once->iv = v;
    s->domain = isl_set_add_dims(s->domain, isl_dim_set, 1);
    s->frames[s->depth++] = (struct frame){.loop = once, .tree = all, .counted = true};
    s->domain = isl_set_fix_si(s->domain, isl_dim_set, s->judged, 0);
    statement(s, all);
    return !s->wrong;
}

void scope_end(struct scope *s)
{
    for_each (struct touch, a, s->accesses) {
        for (unsigned i = 0; i < a->nsteps; i++)
            poly_free(a->steps[i].index);
        isl_set_free(a->domain);
    }
    for_each (struct parameter, p, s->parameters)
        isl_id_free(p->id);
    while (s->depth > 0)
        poly_free(s->frames[--s->depth].value);
    isl_set_free(s->domain);
    isl_set_free(s->context);
    isl_set_free(s->around);
    isl_set_free(s->fails);
}
