/* extent.c: which part of each object a loop touches: the first and the last element as functions of the parameters and
 * of the variables of the loops around it. */
#include <isl/union_map.h>
#include <string.h>

#include "annotate_priv.h"

enum { BUDGET = 100000 }; /* isl's operations for one section: those that people can read take far fewer */

/* ---- the elements that accesses touch ---- */
/* a[where] of a loop that keeps the place of an extreme value: beside the elements with which it is compared it reads
 * the one that `where` has chosen before the loop. The value of that; NULL: it is no such access */
static isl_pw_aff *kept_index(struct scope *s, const struct touch *t)
{
    const struct node *subscript = t->nsteps == 1 ? t->steps[0].node : NULL;
    const struct node *index = subscript && subscript->kind == NODE_SUBSCRIPT ? subscript->kids[1] : NULL;
    if (!index || index->kind != NODE_NAME || t->steps[0].is_member || t->steps[0].index || t->far || t->write)
        return NULL;
    for_each_pointer (struct finding, f, s->findings) {
        const struct node *n = t->node;
        while (n && n != f->best)
            n = n->parent;
        if (n && f->value && has_var(&f->vars, index->var)) {
            const struct node *first = store_before_loop(s, index->var);
            isl_set *domain = s->domain;
            s->domain = t->domain;
            isl_pw_aff *x = first && first->constant ? value_as(s, first, index->var->type)
                                                     : poly_take_affine(known_parameter(s, index));
            s->domain = domain;
            return x;
        }
    }
    return NULL;
}

isl_set *elements_at(struct scope *s, const struct touch *t)
{
    isl_pw_aff *index = kept_index(s, t);
    if (!index && (!t->nsteps || t->steps[0].is_member || !poly_is_affine(t->steps[0].index)))
        return NULL;
    isl_map *m = isl_map_from_pw_aff(index ? index : isl_pw_aff_copy(t->steps[0].index->terms[0].coefficient));
    m = isl_map_intersect_domain(m, known_domain(s, t->domain));
    unsigned dims = (unsigned)isl_map_dim(m, isl_dim_in);
    m = isl_map_project_out(m, isl_dim_in, s->judged, dims - s->judged);
    return isl_map_range(outer_as_parameters(s, m));
}

struct touched {
    isl_set *all, *stored;    /* stored: in any case */
    isl_set *loose;           /* at most these, too */
    isl_set *firm, *doubtful; /* of all: in any case; where data says so */
    bool known;
};

static void end_touched(struct touched *t)
{
    isl_set_free(t->all);
    isl_set_free(t->stored);
    isl_set_free(t->loose);
    isl_set_free(t->firm);
    isl_set_free(t->doubtful);
}

static void gather(struct scope *s, const struct object *o, struct touched *t)
{
    *t = (struct touched){.known = true};
    for_each (struct touch, x, s->accesses) {
        bool stores = !o->read && always_stores(x); /* what is read is mapped `to` in any case */
        if (!is_touch_of(s, x, o) || is_again(s, o, x, stores))
            continue;
        isl_set *e = is_flexible(x) ? NULL : elements_at(s, x);
        if (!e) {
            t->known = false;
            continue;
        }
        if (stores)
            t->stored = t->stored ? isl_set_union(t->stored, isl_set_copy(e)) : isl_set_copy(e);
        isl_set **sort = x->loose ? &t->loose : x->must ? &t->firm : &t->doubtful;
        if (!x->loose)
            t->all = t->all ? isl_set_union(t->all, isl_set_copy(e)) : isl_set_copy(e);
        *sort = *sort ? isl_set_union(*sort, e) : e;
    }
}

/* Are the elements that may be touched under conditions that are not understood among those that surely are there? */
static bool is_within(isl_set *loose, const isl_set *all)
{
    isl_set *there = all ? range_hull((isl_set *)all) : NULL;
    bool within = !loose || (there && isl_set_is_subset(loose, there) == isl_bool_true);
    isl_set_free(there);
    return within;
}

isl_set *elements_touched(struct scope *s, const struct object *o)
{
    struct touched t;
    gather(s, o, &t);
    isl_set *all = t.known && t.all && is_within(t.loose, t.all) ? isl_set_copy(t.all) : NULL;
    end_touched(&t);
    return all;
}

/* … of all other memory, in any case */
static isl_set *firm_of_others(struct scope *s, const struct object *o)
{
    isl_set *all = NULL;
    for_each (struct touch, x, s->accesses) {
        bool counts = x->must && !x->loose && !is_touch_of(s, x, o) && x->object->kind != OBJECT_UNKNOWN &&
                      x->object->kind != OBJECT_ROWS && !is_flexible(x) && x->nsteps;
        isl_set *e = counts ? elements_at(s, x) : NULL;
        if (e)
            all = all ? isl_set_union(all, e) : e;
    }
    return all;
}

/* ---- pointers to rows ---- */
/* how many elements, of no array, a row has; 0: not known */
static int64_t elements_of_row(const struct type *row)
{
    int64_t n = 1;
    for (; type_is_array(row); row = row->elem)
        n *= row->kind == TYPE_VLA || row->count <= 0 ? 0 : row->count;
    return n;
}

/* {element → row} */
static isl_map *row_of_element(struct scope *s, isl_space *elements, int64_t n)
{
    isl_aff *x = isl_aff_var_on_domain(isl_local_space_from_space(elements), isl_dim_set, 0);
    return isl_map_from_aff(isl_aff_floor(isl_aff_scale_down_val(x, isl_val_int_from_si(s->isl, n))));
}

/* Takes elements, which may be NULL. */
static isl_set *in_rows(struct scope *s, const struct object *o, isl_set *elements)
{
    int64_t n = type_is_array(o->elem) ? elements_of_row(o->elem) : 0;
    return elements && n > 0 ? isl_set_apply(elements, row_of_element(s, isl_set_get_space(elements), n)) : elements;
}

/* Is what is touched only where data says so there? */
static bool is_there(struct scope *s, const struct object *o, const struct touched *t)
{
    if (!t->doubtful)
        return true;
    isl_set *firm = in_rows(s, o, isl_set_copy(t->firm)), *others = in_rows(s, o, firm_of_others(s, o));
    bool is = is_taken_to_be(s, o, in_rows(s, o, isl_set_copy(t->doubtful)), firm, others);
    isl_set_free(firm);
    isl_set_free(others);
    return is;
}

/* The section of whole rows. Takes all and stored, which may be NULL. */
static bool find_rows(struct scope *s, struct extent *e, isl_set *all, isl_set *stored)
{
    int64_t n = elements_of_row(e->object->elem);
    if (n <= 0) {
        isl_set_free(all);
        isl_set_free(stored);
        return false;
    }
    isl_map *to_row = row_of_element(s, isl_set_get_space(all), n);
    isl_set *rows = isl_set_coalesce(isl_set_apply(all, isl_map_copy(to_row)));
    if (stored) {
        isl_set *hull = isl_set_apply(range_hull(rows), isl_map_reverse(isl_map_copy(to_row)));
        e->covered = isl_set_is_subset(hull, stored) == isl_bool_true;
        isl_set_free(hull);
    }
    isl_map_free(to_row);
    isl_set_free(stored);
    return find_section(s, e, rows);
}

/* Is every element of an array stored to in any case? */
static bool is_filled(struct scope *s, const struct object *o)
{
    const struct type *t = o->var->type;
    isl_set *stored = NULL;
    if (t->kind != TYPE_ARRAY || t->count <= 0 || !type_is_scalar(t->elem) || o->read)
        return false;
    for_each (struct touch, x, s->accesses) {
        isl_set *e = is_touch_of(s, x, o) && always_stores(x) && !is_flexible(x) ? elements_at(s, x) : NULL;
        if (e)
            stored = stored ? isl_set_union(stored, e) : e;
    }
    if (!stored)
        return false;
    isl_set *all = isl_set_universe(isl_set_get_space(stored));
    all = isl_set_lower_bound_val(all, isl_dim_set, 0, isl_val_zero(s->isl));
    all = isl_set_upper_bound_val(all, isl_dim_set, 0, isl_val_int_from_si(s->isl, t->count - 1));
    all = isl_set_intersect_params(all, isl_set_copy(s->context));
    bool filled = isl_set_is_subset(all, stored) == isl_bool_true;
    isl_set_free(all);
    isl_set_free(stored);
    return filled;
}

static bool find_of_form(struct scope *s, struct extent *e)
{
    const struct object *o = e->object;
    struct touched t;
    if (o->kind == OBJECT_UNKNOWN || o->kind == OBJECT_ROWS || o->is_incomplete)
        return false;
    e->read = o->read;
    e->written = o->written;
    if (o->kind == OBJECT_VARIABLE && o->var->type->size > 0) {
        e->item = o->var->name;
        e->covered = is_filled(s, o);
        return has_name_here(s, o->var);
    }
    if (o->far && !s->is_data && e->root && e->root->is_global)
        return false; /* the function finds the pointer in the variable */
    if (!o->elem || !o->name)
        return false;
    gather(s, o, &t);
    bool ok = t.known && t.all && is_within(t.loose, t.all) && is_there(s, o, &t);
    if (ok && type_is_array(o->elem)) { /* indices count the elements of its rows */
        ok = find_rows(s, e, isl_set_copy(t.all), isl_set_copy(t.stored));
    } else if (ok) {
        isl_set *h = t.stored ? range_hull(t.all) : NULL;
        e->covered = h && isl_set_is_subset(h, t.stored) == isl_bool_true;
        isl_set_free(h);
        ok = find_section(s, e, isl_set_copy(t.all));
    } else if (!t.known) {
        ok = find_digits(s, e);
    }
    end_touched(&t);
    return ok;
}

static bool find_within_budget(struct scope *s, struct extent *e)
{
    isl_ctx_reset_operations(s->isl);
    isl_ctx_set_max_operations(s->isl, BUDGET);
    bool ok = find_of_form(s, e) && isl_ctx_last_error(s->isl) != isl_error_quota;
    isl_ctx_set_max_operations(s->isl, 0);
    isl_ctx_reset_error(s->isl);
    return ok;
}

static bool has_form(struct scope *s, const struct object *o, enum form form)
{
    bool found = false;
    s->form = form;
    for_each (struct touch, t, s->accesses)
        found |= is_touch_of(s, t, o);
    s->form = ANY_FORM;
    return found;
}

/* Where statements reach o by indices of several kinds, they make a section each. */
static bool find_of_forms(struct scope *s, struct extent *e)
{
    struct extent x = *e, y = *e;
    if (!has_form(s, e->object, AFFINE_FORM) || !has_form(s, e->object, PRODUCT_FORM))
        return false;
    s->form = AFFINE_FORM;
    bool ok = find_within_budget(s, &x);
    s->form = PRODUCT_FORM;
    ok = ok && find_within_budget(s, &y);
    s->form = ANY_FORM;
    return ok && join_sections(s, unit_func_around(s->u, s->loop->at.begin), &x, &y, e);
}

/* Is the block freed before the loop, or between two of its runs? With pointers that are exchanged it may be that of
 * any of them. */
static bool may_be_freed(const struct scope *s, const struct var *v)
{
    var_list group = {0};
    if (v->written)
        function_exchanges(s->a, v, &group);
    if (!group.n)
        vec_push(s->a->arena, &group, v);
    for_each_pointer (const struct var, m, group)
        for_each_in (ref, r, s->u, life_until_loop(s, m)) {
            const struct node *p = r->var == m && r->node ? r->node->parent : NULL;
            while (p && p->kind == NODE_CAST)
                p = p->parent;
            const struct func *f = p && p->kind == NODE_CALL ? node_called(p) : NULL;
            if (f && (strcmp(f->name, "free") == 0 || strcmp(f->name, "realloc") == 0))
                return true;
        }
    return false;
}

/* … or what the user says that there is */
static bool find_asserted(struct scope *s, struct extent *e)
{
    struct asserted_size z;
    if (!e->object->name || !find_asserted_size(s, e->object, &z))
        return false;
    const char *low = z.lower ? asked_text(s, z.lower) : "0", *length = asked_text(s, z.length);
    if (!low || !length || strpbrk(low, "\n") || strpbrk(length, "\n"))
        return false;
    e->covered = e->is_block = e->is_told = false;
    e->is_all = true;
    e->low = low;
    e->length = length;
    e->some = NULL;
    vec_push(s->a->arena, &s->asserted, (struct asserted){z.text, z.line});
    spell_section(s, e);
    return true;
}

/* … as the callers of the function say, or the function that has allocated it */
static bool find_told(struct scope *s, struct extent *e)
{
    bool is_number = false, asks = s->asks_callers && e->object->name;
    const char *text = asks ? told_length(s, e->object, &is_number) : NULL;
    e->added = asks && !text ? added_length(s, e->object) : NULL;
    text = e->added ? e->added->name : text;
    e->is_told = text != NULL;
    if (!text && e->object->name && (asks || s->is_data))
        text = block_length(s, e->object, &is_number);
    if (!text || may_be_freed(s, e->object->var))
        return false;
    e->covered = false;
    e->is_all = e->is_block = true;
    e->low = "0";
    e->some = text;
    e->length = is_number ? text : arena_printf(s->a->arena, "%s > 0 ? %s : 0", text, text);
    spell_section(s, e);
    return true;
}

/* Memory whose elements are known only when the program runs: all that was allocated */
bool find_block(struct scope *s, struct extent *e)
{
    const struct node *n = allocated_length(s, e->object);
    const char *text = n && e->object->name ? asked_text(s, n) : NULL;
    int64_t value;
    if (!text || strpbrk(text, "[\n") || length_to_read(text) > LONGEST_SECTION / 3)
        return find_told(s, e);
    if (may_be_freed(s, e->object->var))
        return false;
    e->covered = e->is_told = false;
    e->is_all = e->is_block = true;
    e->low = "0";
    e->some = text;
    e->length = known_value(s, n, &value) ? arena_printf(s->a->arena, "%lld", (long long)value)
                : n->type->is_signed      ? arena_printf(s->a->arena, "%s > 0 ? %s : 0", text, text)
                                          : text;
    spell_section(s, e);
    return true;
}

/* The same question comes again for each pair of objects that may overlap. */
static bool find_of_form_once(struct scope *s, struct extent *e)
{
    for_each (struct found_extent, f, s->extents)
        if (f->extent.object == e->object && f->extent.root == e->root && f->context == s->context &&
            f->only_device == s->only_device && f->defers == s->defers) {
            *e = f->extent;
            return f->ok;
        }
    struct found_extent f = {.context = isl_set_copy(s->context), .only_device = s->only_device, .defers = s->defers};
    f.ok = find_within_budget(s, e);
    f.extent = *e;
    vec_push(s->a->arena, &s->extents, f);
    return f.ok;
}

bool find_extent(struct scope *s, struct extent *e)
{
    if (e->object->kind == OBJECT_POINTEE && e->object->pointer && !may_stand_in_front(s, e->object->pointer))
        return false;
    if (find_of_form_once(s, e))
        return true;
    return (s->is_data && e->object->kind == OBJECT_POINTEE && find_of_forms(s, e)) || find_asserted(s, e) ||
           find_block(s, e);
}

const char *trips_text(struct scope *s)
{
    isl_set *x = isl_set_intersect_params(isl_set_copy(s->fails), isl_set_copy(s->context));
    isl_map *m = isl_map_from_domain(x);
    m = isl_map_move_dims(m, isl_dim_out, 0, isl_dim_in, s->judged, 1);
    x = isl_map_range(outer_as_parameters(s, m));
    isl_pw_aff *least = isl_set_dim_min(isl_set_coalesce(x), 0);
    if (!least)
        return NULL;
    least = isl_pw_aff_coalesce(isl_pw_aff_intersect_params(least, usual_parameters(s)));
    isl_set *domain =
        isl_set_coalesce(isl_set_intersect(usual_parameters(s), isl_pw_aff_domain(isl_pw_aff_copy(least))));
    bool before = ask_surely(s, true); /* it stands in front of all tests */
    const char *text = expression_text(s, isl_pw_aff_gist_params(least, domain));
    ask_surely(s, before);
    return text && length_to_read(text) <= 2 * LONGEST_SECTION ? text : NULL;
}

static bool is_scalar_variable(const struct object *o)
{
    return o->kind == OBJECT_VARIABLE && type_is_scalar(o->var->type);
}

/* Is o what a member of a structure leads to, that a variable is or leads to? */
bool is_by_member(const struct object *o)
{
    const struct node *n = o->kind == OBJECT_POINTEE && o->pointer && !o->var ? node_uncast(o->pointer) : NULL;
    return n && (n->kind == NODE_MEMBER || n->kind == NODE_ARROW) && node_var(node_uncast(n->kids[0]));
}

static bool leads_to_structure(const struct object *o) { return o->elem && o->elem->kind == TYPE_RECORD; }

static bool is_structure(const struct object *o)
{
    return o->kind == OBJECT_VARIABLE && o->var->type->kind == TYPE_RECORD;
}

/* A pointer and what is found where it leads cannot both be mapped by sections that all compilers take; a structure and
 * what its members lead to can, but for a variable in clauses of OpenACC, which GCC 12 does not take. */
static bool go_together(const struct annotation *a, const struct object *x, const struct object *y)
{
    bool variable = (is_structure(x) && is_by_member(y)) || (is_structure(y) && is_by_member(x));
    return (is_by_member(x) && is_by_member(y)) || leads_to_structure(x) || leads_to_structure(y) ||
           (variable && !a->wishes.openacc);
}

bool is_only_root(const struct annotation *a, const extent_list *extents, const struct extent *e)
{
    if (e->object->name && !is_item_text(e->object->name))
        return false;
    for_each (struct extent, x, *extents)
        if (x->root == e->root && !go_together(a, x->object, e->object))
            return false;
    return true;
}

/* ---- where anything is touched at all ---- */
/* o: NULL, any object */
static bool counts(const struct scope *s, const struct touch *t, const struct object *o)
{
    return (!o || t->object == o) && !t->before && (!s->only_device || t->region);
}

/* Is d the domain, or that with subscripts that stay in their dimensions? */
static bool is_part(const struct scope *s, const isl_set *d, const isl_set *domain)
{
    if (d == domain)
        return true;
    for_each (struct narrowed, x, s->narrowed)
        if (x->to == d && x->from == domain)
            return true;
    return false;
}

static bool is_narrowed(const struct scope *s, const isl_set *d)
{
    for_each (struct narrowed, x, s->narrowed)
        if (x->to == d)
            return true;
    return false;
}

/* Is the place of t a part of that of another access that counts? */
static bool is_in_another(const struct scope *s, const struct touch *t, const struct object *o)
{
    if (!is_narrowed(s, t->domain))
        return false;
    for_each (struct touch, x, s->accesses)
        if (x->domain != t->domain && counts(s, x, o) && is_part(s, t->domain, x->domain))
            return true;
    return false;
}

/* Many places are reached for the same parameters. Takes both. */
static isl_set *with_part(isl_set *all, isl_set *x)
{
    if (isl_set_plain_is_equal(all, x) != isl_bool_true)
        return isl_set_union(all, x);
    isl_set_free(x);
    return all;
}

isl_set *where_touched(struct scope *s, const struct object *o)
{
    isl_set *all = NULL;
    const isl_set *seen[16];
    unsigned nseen = 0;
    for_each (struct touch, t, s->accesses) {
        bool known = false;
        for (unsigned i = 0; i < nseen; i++)
            known |= seen[i] == t->domain;
        if (known || !counts(s, t, o))
            continue;
        if (nseen < sizeof seen / sizeof *seen)
            seen[nseen++] = t->domain;
        if (is_in_another(s, t, o))
            continue;
        isl_set *x = where_reached(s, t->domain);
        all = all ? with_part(all, x) : x;
    }
    return all;
}

/* Is o touched wherever anything is, as far as that can be seen at once? */
static bool is_everywhere(const struct scope *s, const struct object *o)
{
    for_each (struct touch, t, s->accesses) {
        bool also = !counts(s, t, NULL);
        for (const struct touch *x = s->accesses.v; !also && x < s->accesses.v + s->accesses.n; x++)
            also = counts(s, x, o) && is_part(s, t->domain, x->domain);
        if (!also)
            return false;
    }
    return true;
}

/* Are these sections empty only where the loop does nothing? */
static void find_touched(struct scope *s, extent_list *extents)
{
    isl_set *any = NULL;
    for_each (struct extent, e, *extents) {
        e->is_touched = is_everywhere(s, e->object);
        if (e->is_touched)
            continue;
        any = any ? any : where_touched(s, NULL);
        isl_set *own = where_touched(s, e->object);
        e->is_touched = own && isl_set_is_subset(any, own) == isl_bool_true;
        isl_set_free(own);
    }
    isl_set_free(any);
}

/* An access by a pointer that is an element or a member itself, and another one in each iteration: a[i][j] of rows that
 * are allocated one by one, p->next->x */
static const struct node *touch_by_pointers(const struct scope *s)
{
    for_each (struct touch, t, s->accesses) {
        if (t->object->kind == OBJECT_ROWS)
            return t->node;
        const struct node *n = t->object->kind == OBJECT_UNKNOWN ? t->node : NULL;
        bool leads = n && (n->kind == NODE_SUBSCRIPT || n->kind == NODE_ARROW || n->kind == NODE_DEREFERENCE);
        const struct node *pointer = leads ? node_uncast(n->kids[0]) : NULL;
        if (pointer && pointer->type && pointer->type->kind == TYPE_POINTER &&
            (pointer->kind == NODE_SUBSCRIPT || pointer->kind == NODE_ARROW || pointer->kind == NODE_MEMBER ||
             pointer->kind == NODE_DEREFERENCE))
            return n;
    }
    return NULL;
}

bool is_same_memory(const struct object *a, const struct object *b)
{
    return a->kind == b->kind && a->var == b->var &&
           (a->name == b->name || (a->name && b->name && !strcmp(a->name, b->name)));
}

/* Is there still no section of what had none before? */
static bool is_in_vain(struct scope *s)
{
    struct asserted_size z;
    for_each_pointer (struct object, o, s->objects)
        for (size_t i = 0; s->lacking && i < s->lacking->n; i++) {
            struct extent e = {.object = o, .root = root_of(o)};
            if ((o->read || o->written) && !o->scratch && o->kind != OBJECT_ROWS &&
                is_same_memory(o, s->lacking->v[i]) && !find_of_form_once(s, &e) &&
                !(o->name && find_asserted_size(s, o, &z)) && !find_block(s, &e))
                return true;
        }
    return false;
}

void find_extents(struct scope *s, struct judged *j)
{
    j->is_mappable = j->is_sectioned = true;
    j->unmapped = (lacking_list){0};
    j->rows = (rows_list){0};
    if (is_in_vain(s)) {
        j->is_mappable = j->is_sectioned = false;
        return;
    }
    j->by_pointers = touch_by_pointers(s);
    for_each_pointer (struct object, o, s->objects) {
        if ((!o->read && !o->written) || o->scratch || (is_scalar_variable(o) && !o->far))
            continue;
        if (o->kind == OBJECT_ROWS && find_rows_map(s, j, o))
            continue;
        struct extent e = {.object = o, .root = root_of(o)};
        if (find_extent(s, &e) && is_only_root(s->a, &j->extents, &e)) {
            vec_push(s->a->arena, &j->extents, e);
            continue;
        }
        j->is_mappable = false;
        vec_push(s->a->arena, &j->unmapped, o);
        j->is_sectioned = j->is_sectioned && o->kind == OBJECT_VARIABLE && o->var->type->kind == TYPE_VLA;
    }
    if (j->rows.n && !rows_are_held(j))
        j->is_mappable = false;
    if (j->is_sectioned && j->extents.n)
        find_touched(s, &j->extents);
}
