/* judge.c: the verdict on one loop, one way through. */

#include "annotate_priv.h"

static bool serial(struct judged *j, enum loop_reason why, const struct node *at)
{
    j->verdict = VERDICT_SERIAL;
    j->why = why;
    j->at = at;
    return false;
}

/* Do iterations do nothing else with the array? */
static bool is_alone(const struct scope *s, const struct reduced_element *e)
{
    for_each (struct touch, t, s->accesses)
        if (t->object == e->object && t->store != e->store)
            return false;
    return true;
}

/* The one element that all iterations reduce into, as a list item, where they do nothing else with its array. Not of
 * arrays of static storage: Clang 19 gives threads no copies of their sections. */
static const char *section_of(struct scope *s, const struct reduced_element *e)
{
    const struct node *place = e->store->kids[0], *subscript = place->kind == NODE_SUBSCRIPT ? place->kids[1] : NULL;
    const struct var *base = subscript || place->kind == NODE_DEREFERENCE ? node_var(place->kids[0]) : NULL;
    if (!base || base->is_global ||
        (subscript ? varies(s, subscript) || subscript->kind == NODE_CALL : varies(s, place->kids[0])))
        return NULL;
    if (!e->is_alone)
        return NULL;
    const char *name = asked_text(s, place->kids[0]), *index = subscript ? asked_text(s, subscript) : "0";
    return name && index ? arena_printf(s->a->arena, "%s[%s:1]", name, index) : NULL;
}

/* Is it the same memory in all iterations? */
static bool is_one_place(const struct scope *s, const struct node *n)
{
    switch (n->kind) {
    case NODE_NAME:
        return type_is_array(n->type) || n->type->kind == TYPE_RECORD || !varies(s, n);
    case NODE_SUBSCRIPT:
        return is_one_place(s, n->kids[0]) && !varies(s, n->kids[1]);
    case NODE_MEMBER:
        return is_one_place(s, n->kids[0]);
    case NODE_ARROW:
    case NODE_DEREFERENCE:
        return !varies(s, n->kids[0]);
    default:
        return false;
    }
}

/* Iterations meet in an array; does each do with one of its own? */
static bool make_scratch(struct scope *s, struct judged *j, struct conflict *c)
{
    struct object *o = c->first->object;
    if (o != c->second->object || o->scratch || !is_scratch(s, o))
        return false;
    o->scratch = true;
    j->apart.n = j->elements.n = 0;
    *c = (struct conflict){0};
    for_each (struct role_row, r, j->roles)
        if (r->var == o->var) {
            r->role = ROLE_PRIVATE;
            return true;
        }
    vec_push(s->a->arena, &j->roles, (struct role_row){.var = o->var, .role = ROLE_PRIVATE});
    return true;
}

/* Iterations may meet, but the user says that they do not, where they surely do that does not count; or they did not in
 * a run that is trusted. */
static bool waive(struct scope *s, struct judged *j, struct conflict *c)
{
    struct object *a = c->first->object, *b = c->second->object;
    if (!s->a->trusts && (c->certain || c->has_distance || !are_independent(s, a, b)))
        return false;
    vec_push(s->a->arena, &s->waived, (struct pair){.a = a, .b = b});
    j->apart.n = j->elements.n = 0;
    *c = (struct conflict){0};
    return true;
}

bool judge_again(struct scope *s, struct judged *j)
{
    struct conflict c = {0};
    j->roles = (role_list){0}; /* those of the verdict before stay as they are */
    j->apart = (pair_list){0};
    j->elements = (element_list){0};
    s->findings.n = 0;
    for_each_pointer (struct object, o, s->objects)
        o->scratch = false; /* that says a clause of this verdict */
    j->other = NULL;
    j->has_distance = false;
    if (!find_roles(s, j->loop->iv, &j->roles, &j->why, &j->at, &j->var))
        return serial(j, j->why, j->at);
    while (find_conflict(s, &c, &j->apart, &j->elements)) {
        if (make_scratch(s, j, &c) || waive(s, j, &c))
            continue;
        serial(j, c.why, c.first->node);
        j->contradicted = are_independent(s, c.first->object, c.second->object);
        j->other = c.second->node;
        j->has_distance = c.has_distance;
        j->distance = c.distance;
        return false;
    }
    for_each_pointer (struct finding, f, s->findings)
        if (!finding_lasts(s, f))
            return serial(j, LOOP_SCALAR, f->best);
    j->findings.v = s->findings.v;
    j->findings.n = s->findings.n;
    j->verdict = j->apart.n ? VERDICT_GUARDED : VERDICT_PARALLEL;
    j->why = j->apart.n ? LOOP_NO_OVERLAP : LOOP_NO_CONFLICT;
    for_each (struct role_row, r, j->roles)
        if ((r->role == ROLE_REDUCTION || r->role == ROLE_FOUND) && !j->apart.n)
            j->why = LOOP_REDUCED;
    if (j->elements.n && !j->apart.n)
        j->why = LOOP_UPDATED;
    for_each (struct reduced_element, e, j->elements) {
        e->is_alone = is_alone(s, e);
        e->section = section_of(s, e);
        e->is_one = is_one_place(s, e->store->kids[0]);
    }
    return true;
}

static bool judge_as(struct scope *s, struct judged *j, const struct loop *l)
{
    if (!collect(s, l, j->tree))
        return serial(j, s->wrong ? s->wrong : LOOP_FORM, s->wrong_at);
    const struct frame *f = &s->frames[s->judged];
    j->is_annotated = s->is_annotated;
    j->loop = f->loop;
    j->counted = f->counted;
    j->moves.v = f->moves.v;
    j->moves.n = f->moves.n;
    j->limits.v = s->limits.v;
    j->limits.n = s->limits.n;
    j->callees.v = s->callees.v;
    j->callees.n = s->callees.n;
    return judge_again(s, j);
}

/* A canonical loop whose variable is used after it, or is set in its body, or with another one that steps. */
static bool better_counted(struct scope *s, const struct node *tree, const struct loop *l)
{
    struct frame f = {.loop = l, .tree = tree};
    s->loop = tree;
    find_moves(s, &f, NULL);
    for_each (struct move, m, f.moves)
        if (m->var != l->iv || m->updates.n > 1 || (!m->in_head && is_live_after(s->u, tree, m->var)))
            return true;
    return l->iv->type->kind == TYPE_POINTER;
}

bool judge(struct scope *s, struct judged *j)
{
    struct annotation *a = s->a;
    struct loop *l = NEW(a->arena, struct loop);
    bool canonical = j->tree->kind == NODE_FOR && !loop_read_header(l, j->tree);
    if (!canonical)
        return judge_as(s, j, NULL);
    if (!better_counted(s, j->tree, l))
        return judge_as(s, j, l);
    bool parallel = judge_as(s, j, NULL);
    if (parallel || j->counted)
        return parallel;
    scope_end(s);
    *s = (struct scope){
        .a = a, .u = a->u, .isl = a->isl, .wave = s->wave, .smalls = s->smalls, .one = s->one, .by_names = s->by_names};
    return judge_as(s, j, l);
}
