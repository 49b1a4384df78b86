/* sections.c: what the user's constructs map of an object, as one section that all of them lie in, and the condition
 * under which that is memory where the statements begin. */
#include <string.h>

#include "data_priv.h"

static bool is_map_of(const struct attempt *t, const struct touch *x, const struct object *o)
{
    return x->map && same_group(&t->s, x->object, o);
}

bool is_scratch_map(const struct attempt *t, const struct object *o)
{
    for_each (struct touch, x, t->s.accesses)
        if (is_map_of(t, x, o) && (x->map->to || x->map->from))
            return false;
    return true;
}

int count_copies(const struct attempt *t, const struct object *o)
{
    int n = 0;
    for_each (struct touch, x, t->s.accesses)
        if (is_map_of(t, x, o))
            n += x->map->to + x->map->from;
    return n;
}

static bool same(const char *x, const char *y) { return x == y || (x && y && strcmp(x, y) == 0); }

/* ---- one section ---- */
/* Do all of them map the same? *item: as the user writes it, if all write that */
static bool is_one_section(const struct attempt *t, const struct object *o, const struct user_map **first,
                           const char **item)
{
    *first = NULL;
    for_each (struct touch, x, t->s.accesses) {
        if (!is_map_of(t, x, o))
            continue;
        if (!*first) {
            *first = x->map;
            *item = x->object == o ? x->map->item : NULL;
        }
        if (!same(x->map->low, (*first)->low) || !same(x->map->length, (*first)->length))
            return false;
        if (!same(x->map->item, *item) || x->object != o)
            *item = NULL;
    }
    return *first != NULL;
}

static bool section_of_maps(struct attempt *t, struct object *o, struct extent *e)
{
    const struct user_map *first;
    const char *item = NULL;
    bool one = is_one_section(t, o, &first, &item);
    if (!first)
        return false;
    e->read = true;
    e->written = o->written;
    if (o->kind == OBJECT_VARIABLE) {
        e->item = one && first->low ? arena_printf(t->a->arena, "%s[%s:%s]", o->var->name, first->low, first->length)
                                    : o->var->name;
        return has_name_here(&t->s, o->var);
    }
    if (!o->name)
        return false;
    if (!one || !first->low)
        return find_block(&t->s, e);
    e->low = e->low_text = first->low;
    e->length = e->length_text = e->some_text = first->length;
    e->item = item ? item : arena_printf(t->a->arena, "%s[%s:%s]", o->name, e->low, e->length);
    return true;
}

/* ---- where it is memory ---- */
/* The parameters for which some construct maps o, in any case; NULL: none is known */
static isl_set *where_mapped(struct attempt *t, const struct object *o)
{
    isl_set *all = NULL;
    struct scope *s = &t->s;
    for_each (struct touch, x, s->accesses) {
        if (!x->map || x->object != o || !x->must)
            continue;
        isl_set *d = isl_set_intersect_params(isl_set_copy(x->domain), isl_set_copy(s->context));
        isl_map *m = isl_map_from_domain(d);
        unsigned dims = (unsigned)isl_map_dim(m, isl_dim_in);
        m = isl_map_project_out(m, isl_dim_in, s->judged, dims - s->judged);
        d = isl_map_params(outer_as_parameters(s, m));
        all = all ? isl_set_union(all, d) : d;
    }
    return all;
}

/* Is the section all of what a call has allocated, or a part of it? */
static bool is_allocated(struct attempt *t, const struct object *o, const struct extent *e)
{
    const struct node *n = allocated_length(&t->s, o);
    const char *text = n && strcmp(e->low, "0") == 0 ? node_text(&t->s, n) : NULL;
    struct extent block = {.object = (struct object *)o, .root = root_of(o)};
    return text && find_block(&t->s, &block) &&
           (strcmp(text, e->length) == 0 || strcmp(block.length, e->length) == 0 ||
            same_product(t->a, unit_func_around(t->a->u, t->all->at.begin), text, e->length));
}

/* ---- the first round of a loop ---- */
static bool has_effect(const struct node *n)
{
    return n->kind == NODE_CALL || n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN ||
           n->kind == NODE_INCREMENT || n->kind == NODE_STATEMENTS || n->kind == NODE_ATOMIC ||
           n->kind == NODE_OTHER_EXPRESSION || n->kind == NODE_LITERAL;
}

/* The variable that the head of a `for` gives its first value, which is a number; NULL: there is none */
static const struct var *first_of(const struct node *loop, const struct node **value)
{
    const struct node *init = loop->kind == NODE_FOR ? loop->kids[0] : NULL;
    const struct node *d = init && init->kind == NODE_DECLARATIONS && init->nkids == 1 ? init->kids[0] : NULL;
    *value = d ? node_kid(d, 0) : init && init->kind == NODE_ASSIGN ? init->kids[1] : NULL;
    const struct var *v = d ? d->var : init && init->kind == NODE_ASSIGN ? node_var(init->kids[0]) : NULL;
    return v && *value && (*value)->kind == NODE_NUMBER ? v : NULL;
}

/* The condition of the loop as it is when the loop begins; NULL: it has no text */
static const char *entry_text(struct attempt *t, const struct node *loop)
{
    const struct unit *u = t->a->u;
    const struct node *test = test_of(loop), *value;
    const struct var *v = first_of(loop, &value);
    if (!test || tree_has(test, has_effect) || (loop->kind == NODE_FOR && loop->kids[0] && !v))
        return NULL;
    struct sb b = {0};
    uint32_t from = test->at.begin;
    for (const struct node *n = test; n; n = tree_next(test, n))
        if (n->kind == NODE_NAME && v && n->var == v) {
            sb_printf(&b, "%s%s", text_slice(u, (struct slice){from, n->at.begin}), text_slice(u, value->at));
            from = n->at.end;
        }
    sb_add(&b, text_slice(u, (struct slice){from, test->at.end}));
    return strchr(b.s, '\n') ? (sb_free(&b), NULL) : sb_take(&b, t->a->arena);
}

/* Is o mapped in a round of the loop, whatever the conditions are that isl does not know? */
static bool is_mapped_in_round(const struct touch *x, const struct object *o, const struct node *loop)
{
    bool in = x->map && x->object == o && x->sure && x->nregions > 0;
    for (unsigned i = 0; i < x->nregions; i++)
        in = in && x->regions[i].loop == loop;
    return in;
}

/* The parameters for which that is so in the first round; NULL: nobody knows */
static isl_set *in_first_round(struct attempt *t, const struct touch *x, const struct node *loop)
{
    struct scope *s = &t->s;
    isl_set *d = isl_set_intersect_params(isl_set_copy(x->domain), isl_set_copy(s->context));
    for (unsigned i = s->judged; i < x->depth; i++)
        if (x->loops[i] == loop) {
            const struct node *value;
            bool zero = x->from_zero >> i & 1;
            if (!zero && !first_of(loop, &value))
                return isl_set_free(d), NULL;
            d = isl_set_fix_si(d, isl_dim_set, i, zero ? 0 : (int)value->value);
        }
    isl_map *m = isl_map_from_domain(d);
    unsigned dims = (unsigned)isl_map_dim(m, isl_dim_in);
    m = isl_map_project_out(m, isl_dim_in, s->judged, dims - s->judged);
    return isl_map_params(outer_as_parameters(s, m));
}

static isl_set *where_mapped_at_once(struct attempt *t, const struct object *o, const struct node *loop)
{
    isl_set *all = NULL;
    for_each (struct touch, x, t->s.accesses) {
        isl_set *d = is_mapped_in_round(x, o, loop) ? in_first_round(t, x, loop) : NULL;
        all = all && d ? isl_set_union(all, d) : d ? d : all;
    }
    return all;
}

static const char *condition_of_maps(struct attempt *t, struct candidate *c)
{
    const struct object *o = c->object;
    const struct node *first = t->block->kids[t->from];
    c->entry = NULL;
    if (o->kind == OBJECT_VARIABLE || is_allocated(t, o, &c->extent))
        return "";
    isl_set *where = where_mapped(t, o);
    if (where)
        return set_text(&t->s, where);
    where = is_loop_statement(first) ? where_mapped_at_once(t, o, first) : NULL;
    c->entry = where ? entry_text(t, first) : NULL;
    if (where && !c->entry)
        isl_set_free(where);
    return c->entry ? set_text(&t->s, where) : NULL;
}

/* ---- a candidate ---- */
static bool is_lost(const struct attempt *t, const struct object *o, const struct node **at)
{
    for_each (struct touch, x, t->s.accesses)
        if (x->lost && same_group(&t->s, x->object, o)) {
            *at = x->node;
            return true;
        }
    return false;
}

static bool fails(struct candidate *c, enum loop_reason why, const struct node *at)
{
    c->why = why;
    c->why_at = at;
    return false;
}

bool find_mapped(struct attempt *t, struct candidate *c)
{
    const struct node *at = NULL;
    if (c->object->refused)
        return fails(c, c->object->refused, c->object->refused_at);
    if (is_lost(t, c->object, &at) && !is_scratch_map(t, c->object))
        return fails(c, LOOP_NOT_BACK, at);
    if (!section_of_maps(t, c->object, &c->extent))
        return fails(c, LOOP_NO_SECTION, NULL);
    c->condition = condition_of_maps(t, c);
    return c->condition || fails(c, LOOP_NOT_VALID, NULL);
}

bool find_mapped_and_touched(struct attempt *t, struct object *o, struct extent *e)
{
    bool mapped = false, touched = false;
    for_each (struct touch, x, t->s.accesses) {
        mapped |= is_map_of(t, x, o);
        touched |= !x->region && same_group(&t->s, x->object, o);
    }
    *e = (struct extent){.object = o, .root = root_of(o)};
    if (!mapped)
        return find_extent(&t->s, e);
    if (!section_of_maps(t, o, e) || !touched)
        return e->item != NULL;
    struct extent other = {.object = o, .root = root_of(o)}, both = *e;
    if (o->kind == OBJECT_VARIABLE)
        return true;
    if (!find_extent(&t->s, &other) ||
        !join_sections(&t->s, unit_func_around(t->a->u, t->all->at.begin), e, &other, &both))
        return false;
    *e = both;
    return true;
}

bool is_mapped_first(const struct attempt *t, const struct candidate *c)
{
    const struct touch *first = NULL;
    for_each (struct touch, x, t->s.accesses)
        if (same_group(&t->s, x->object, c->object) && (!first || x->here->at.begin < first->here->at.begin))
            first = x;
    if (!first || !first->map || first->map->to || first->region->tree->parent != t->block)
        return false;
    for_each (struct candidate, d, t->rows) {
        bool covered = !same_group(&t->s, c->object, d->object);
        for_each (struct touch, x, t->s.accesses)
            covered |= x->map && x->region == first->region && x->object == d->object && !x->map->to &&
                       (d->extent.low ? same(x->map->low, d->extent.low) && same(x->map->length, d->extent.length)
                                      : !x->map->low || strchr(d->extent.item, '['));
        if (!covered)
            return false;
    }
    return true;
}
