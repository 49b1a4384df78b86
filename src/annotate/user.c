/* user.c: the user's own target constructs, as regions that map what their clauses say. What stands in them touches the
 * device's copies; what a construct does not name it cannot touch. A construct that another one encloses which maps the
 * same is a part of that. */
#include <string.h>

#include "collect_priv.h"

static bool is_target(const struct region *r) { return (r->leaves & LEAF_TARGET) != 0; }

/* ---- which constructs ---- */
/* What asks for another device, another time or another memory. */
static bool is_plain(const struct region *r)
{
    static const enum clause_kind others[] = {CLAUSE_IN_REDUCTION, CLAUSE_DEFAULTMAP, CLAUSE_USE_DEVICE_PTR,
                                              CLAUSE_USE_DEVICE_ADDR};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (region_clause(r, others[i]))
            return false;
    for (const struct region *p = r->parent; p; p = p->parent)
        if (p->dir != DIR_TARGET_DATA)
            return false;
    return true;
}

static const struct clause *condition_of_construct(const struct region *r)
{
    const struct clause *c = r->dir == DIR_TARGET_DATA ? region_clause(r, CLAUSE_IF) : region_if(r, LEAF_TARGET);
    return c && c->expr_const && c->expr_value != 0 ? NULL : c;
}

/* ---- parts of a clause ---- */
/* The copy of an expression of the construct that n, perhaps a copy, is; NULL: it has none */
static const struct node *operand(const struct node *n, const struct node *expression, struct slice at)
{
    const struct node *original = n->region->tree;
    for (unsigned i = 1; i < original->nkids; i++) {
        const struct node *k = original->kids[i];
        bool same = expression ? k == expression
                               : given(at) && k->at.begin <= at.end && at.begin <= k->at.begin && k->at.end <= at.end;
        if (same)
            return n->kids[i];
    }
    return NULL;
}

static bool is_simple(const struct node *n)
{
    switch (n->kind) {
    case NODE_NUMBER:
    case NODE_NAME:
    case NODE_BINARY:
    case NODE_UNARY:
    case NODE_CAST:
    case NODE_SIZEOF:
    case NODE_MEMBER:
    case NODE_ARROW:
    case NODE_CONDITIONAL:
        return !n->type || (!n->type->is_volatile && !n->type->is_atomic);
    default:
        return false;
    }
}

/* Its text where the statements begin, if it has the same value there; else NULL */
static const char *lasting_text(struct scope *s, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (!is_simple(m))
            return NULL;
    return n && !varies(s, n) ? asked_text(s, n) : NULL;
}

/* As lasting_text, of what no pointer leads to */
static const char *steady_text(struct scope *s, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m)) {
        const struct var *v = m->kind == NODE_NAME ? m->var : NULL;
        bool memory = m->kind == NODE_MEMBER || m->kind == NODE_ARROW || (v && is_memory(v));
        if (memory && !m->unevaluated && !m->constant && !(v && v->is_static && !v->addr_taken))
            return NULL;
    }
    return lasting_text(s, n);
}

/* The construct runs on the device where the condition holds. If that is known when the statements begin, it is a
 * condition of all that is done for them: where it does not hold the program stays as it is. */
static bool is_conditional(struct scope *s, const struct node *n)
{
    const struct clause *c = condition_of_construct(n->region);
    const char *text = c && !c->expr_const ? steady_text(s, operand(n, c->tree, c->expr)) : NULL;
    if (!c)
        return true;
    if (!text)
        return false;
    for_each (const char *, x, s->conditions)
        if (strcmp(*x, text) == 0)
            return true;
    vec_push(s->a->arena, &s->conditions, text);
    return true;
}

/* All constructs must ask for the same device, or none for any. */
static bool is_on_same_device(struct scope *s, const struct node *n)
{
    const struct clause *c = region_clause(n->region, CLAUSE_DEVICE);
    const char *text = c ? c->modifiers ? NULL : steady_text(s, operand(n, c->tree, c->expr)) : "";
    bool same = text && (!s->device || strcmp(text, s->device) == 0);
    s->device = same ? text : s->device;
    return same;
}

static bool is_zero(const struct node *n) { return n->constant && n->value == 0 && !node_var(n); }

static struct node *made(struct scope *s, enum node_kind kind, const struct node *like, const struct type *t,
                         unsigned nkids)
{
    struct node *n = NEW(s->a->arena, struct node);
    *n = (struct node){.kind = kind, .off = like->off, .at = like->at, .around = like->at, .type = t, .nkids = nkids};
    n->parent = like->parent;
    n->kids = arena_alloc(s->a->arena, (nkids + 1) * sizeof *n->kids);
    return n;
}

/* base[lower], or base[0] */
static const struct node *element_of(struct scope *s, const struct node *base, const struct node *lower)
{
    static const struct type number = {.kind = TYPE_INT, .size = 4, .is_signed = true, .canonical = "int"};
    struct node *n = made(s, NODE_SUBSCRIPT, base, base->type->elem, 2);
    struct node *zero = made(s, NODE_NUMBER, base, &number, 0);
    zero->constant = true;
    n->kids[0] = (struct node *)base;
    n->kids[1] = lower ? (struct node *)lower : zero;
    return n;
}

/* ---- one list item ---- */
/* Does the item begin with the name, or the expression, by which its object is known? */
static bool is_name_of(const struct scope *s, const struct object *o, const struct node *base)
{
    base = node_uncast(base);
    return o->var ? node_var(base) == o->var : o->pointer && tree_equal(s->u, o->pointer, base);
}

static bool has_plain_elements(const struct type *t)
{
    while (t && (type_is_array(t) || t->kind == TYPE_POINTER))
        t = t->elem;
    return t && (type_is_arithmetic(t) || (t->kind == TYPE_RECORD && !t->has_pointers));
}

static bool may_stay(const struct var *v)
{
    return !v->declare_target && !v->is_thread_local && !v->type->is_volatile && !v->type->is_atomic;
}

/* A section of a pointee or an array: sets the texts; false: it has none there */
static bool read_section(struct scope *s, const struct node *n, const struct item *it, const struct node *base,
                         struct user_map *m)
{
    const struct section *x = &it->sections[0];
    const struct node *lower = operand(n, NULL, x->lower), *length = operand(n, NULL, x->length);
    if (it->nsections != 1 || given(x->stride) || !x->has_colon || !length || (given(x->lower) && !lower) ||
        !is_name_of(s, m->object, base))
        return false;
    m->low = lower && !is_zero(lower) ? lasting_text(s, lower) : "0";
    m->length = lasting_text(s, length);
    return m->low && m->length;
}

/* `s.p` or `s->p`, where s is a variable and p a pointer */
static bool is_plain_member(const struct node *base)
{
    const struct node *n = node_uncast(base);
    return (n->kind == NODE_MEMBER || n->kind == NODE_ARROW) && n->nkids == 1 && node_var(node_uncast(n->kids[0])) &&
           n->type && n->type->kind == TYPE_POINTER;
}

/* The same section, by another name */
static bool is_same_map(const struct user_map *x, const struct user_map *y)
{
    bool same =
        x->low && y->low && x->length && y->length && strcmp(x->low, y->low) == 0 && strcmp(x->length, y->length) == 0;
    return same && x->to == y->to && x->from == y->from;
}

static void note_map(struct scope *s, struct user_frame *f, struct user_map *m)
{
    struct touch t = {.object = m->object, .node = m->construct, .map = m, .must = s->exact && !s->ends};
    t.domain = isl_set_copy(s->domain);
    note_place(s, &t);
    for_each_pointer (struct user_map, x, f->maps)
        if (x->object == m->object && !is_same_map(x, m))
            refuse(m->object, LOOP_STRANGE_MAP, m->construct);
    t.nregions = (unsigned)s->regions.n;
    struct branch *regions = arena_alloc(s->a->arena, (s->regions.n + 1) * sizeof *regions);
    for (size_t i = 0; i < s->regions.n; i++)
        regions[i] = s->regions.v[i];
    t.regions = regions;
    t.sure = s->sure && !s->ends;
    note_loops(s, &t);
    vec_push(s->a->arena, &f->maps, m);
    t.region = f->construct;
    t.instance = f->instance;
    t.repeated = f->repeated;
    for_each (struct user_frame, around, s->users) /* it is there already */
        for_each_pointer (struct user_map, x, around->maps)
            if (around != f && x->object == m->object) {
                isl_set_free(t.domain);
                return;
            }
    vec_push(s->a->arena, &s->accesses, t);
}

/* Memory that nobody can name here is copied from and to the host. */
static void copy_unknown(struct scope *s, const struct node *n)
{
    bool in_target = s->in_target;
    s->in_target = false;
    whole_of_unknown(s, n, true);
    s->in_target = in_target;
}

static void drop_steps(struct touch *t)
{
    for (unsigned i = 0; i < t->nsteps; i++)
        poly_free(t->steps[i].index);
    t->nsteps = 0;
}

static void add_item(struct scope *s, struct user_frame *f, const struct node *n, const struct clause *c,
                     const struct item *it)
{
    enum { PLAIN = MAPMOD_TO | MAPMOD_FROM | MAPMOD_ALLOC };
    const struct node *base = it->tree ? operand(n, it->tree, (struct slice){0, 0}) : NULL;
    const struct type *t = base ? base->type : NULL;
    bool known = t && it->var && (type_is_array(t) || t->kind == TYPE_POINTER || t->kind == TYPE_RECORD);
    if (known && t->kind == TYPE_RECORD && it->nsections)
        known = false;
    if (!known) {
        if (!it->var || !type_is_scalar(it->var->type) || it->nsections)
            copy_unknown(s, n);
        return;
    }
    bool whole = t->kind == TYPE_RECORD || (type_is_array(t) && !it->nsections);
    struct touch at = place_of(s, whole ? base : element_of(s, base, NULL));
    forget_dimensions(&at);
    drop_steps(&at);
    if (at.object->kind == OBJECT_UNKNOWN) {
        copy_unknown(s, n);
        return;
    }
    struct user_map *m = NEW(s->a->arena, struct user_map);
    *m = (struct user_map){.object = at.object, .construct = n, .name = it->var->name};
    m->to = (c->modifiers & MAPMOD_TO) != 0;
    m->from = (c->modifiers & MAPMOD_FROM) != 0;
    bool named = it->is_name || (it->nsections == 1 && is_plain_member(base));
    if (!named || (t->kind == TYPE_POINTER && !it->nsections) || (c->modifiers & ~(unsigned)PLAIN) || c->user_op ||
        c->iterators.n || !has_plain_elements(t) || !may_stay(it->var) ||
        (at.object->var && !may_stay(at.object->var)) ||
        (whole && (at.object->kind != OBJECT_VARIABLE || node_var(node_uncast(base)) != at.object->var)))
        refuse(m->object, LOOP_STRANGE_MAP, n);
    else if (!whole && !read_section(s, n, it, base, m))
        m->low = m->length = NULL; /* somewhere in it */
    if (!s->inside.n)
        m->item = it->named;
    note_map(s, f, m);
}

/* ---- what a target construct maps without a clause ---- */
static bool is_listed(const struct region *r, const struct var *v)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for_each (const struct item, it, c->items)
            if (it->var == v)
                return true;
    return false;
}

/* Arrays and structures that the construct names, in whole, there and back */
static void add_implicit(struct scope *s, struct user_frame *f, const struct node *n)
{
    const struct node *body = node_kid(n, 0);
    for (const struct node *m = body; m; m = tree_next(body, m)) {
        const struct var *v = m->kind == NODE_NAME && !m->unevaluated ? m->var : NULL;
        if (!v || (!type_is_array(v->type) && v->type->kind != TYPE_RECORD) || is_listed(n->region, v) ||
            v->is_literal || (!v->is_global && slice_has(n->at, v->decl)))
            continue;
        struct touch at = place_of(s, m);
        forget_dimensions(&at);
        bool known = false;
        drop_steps(&at);
        for_each_pointer (struct user_map, x, f->maps)
            known |= x->object == at.object;
        if (known || at.object->kind != OBJECT_VARIABLE || v->type->is_const)
            continue;
        struct user_map *map = NEW(s->a->arena, struct user_map);
        *map = (struct user_map){.object = at.object, .construct = n, .name = v->name, .to = true, .from = true};
        if (!may_stay(v) || !has_plain_elements(v->type) || v->type->size <= 0)
            refuse(map->object, LOOP_STRANGE_MAP, m);
        note_map(s, f, map);
    }
}

/* ---- on the way through the statements ---- */
static const struct judged *construct_of(const struct annotation *a, const struct node *n)
{
    for_each_pointer (struct judged, j, a->loops)
        if (j->tree->kind == NODE_CONSTRUCT && j->tree->region == n->region)
            return j;
    return NULL;
}

/* Whoever waits for the construct must be one of the statements, or stand in the function that they call. */
static bool is_waited_for(const struct scope *s, const struct region *r)
{
    return is_in_order(s->a, r) && (!is_deferred(r) || s->inside.n || waits_for(r)->at.begin <= s->loop->at.end);
}

bool enter_user_construct(struct scope *s, const struct node *n)
{
    const struct region *r = n->region;
    const struct judged *j = is_user_construct(s->a, n) ? construct_of(s->a, n) : NULL;
    bool plain = j && is_plain(r) && is_on_same_device(s, n), waits = plain && is_waited_for(s, r);
    if (!waits || !is_conditional(s, n)) {
        scope_wrong(s, waits ? LOOP_AT_TIMES : plain ? LOOP_NOT_WAITED : LOOP_OTHER_DIRECTIVE, n);
        return false;
    }
    vec_push(s->a->arena, &s->users,
             (struct user_frame){.construct = j, .instance = s->instance, .repeated = s->loops_around > 0});
    struct user_frame *f = &s->users.v[s->users.n - 1];
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_MAP)
            for_each (const struct item, it, c->items)
                add_item(s, f, n, c, it);
    if (is_target(r))
        add_implicit(s, f, n);
    return true;
}
