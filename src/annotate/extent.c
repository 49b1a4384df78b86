/* extent.c: which part of each object a loop touches: the first and the last element as functions of the parameters and
 * of the variables of the loops around it, and as C expressions in the user's own names. */
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/union_map.h>
#include <string.h>

#include "annotate_priv.h"

enum { LONGEST_SECTION = 80 };
#define BROKEN "\1" /* in place of what cannot be said */

/* ---- C text of isl's expressions ---- */
static void print_expr(struct scope *s, isl_ast_expr *e, struct sb *b, bool wide);

static void print_id(struct scope *s, isl_id *id, struct sb *b, bool wide)
{
    const struct node *n = isl_id_get_user(id);
    if (!n) { /* the variable of a loop around */
        sb_add(b, isl_id_get_name(id));
    } else {
        bool simple =
            n->kind == NODE_NAME || n->kind == NODE_ARROW || n->kind == NODE_MEMBER || n->kind == NODE_SUBSCRIPT;
        const char *text = node_text(s, n);
        sb_printf(b, "%s%s%s%s", wide && n->type->size < 8 ? "(long)" : "", simple ? "" : "(", text ? text : BROKEN,
                  simple ? "" : ")");
    }
    isl_id_free(id);
}

static const char *spelling(enum isl_ast_expr_op_type t)
{
    static const struct {
        enum isl_ast_expr_op_type type;
        const char *text;
    } rows[] = {{isl_ast_expr_op_add, " + "},      {isl_ast_expr_op_sub, " - "},       {isl_ast_expr_op_mul, " * "},
                {isl_ast_expr_op_div, " / "},      {isl_ast_expr_op_pdiv_q, " / "},    {isl_ast_expr_op_pdiv_r, " % "},
                {isl_ast_expr_op_and, " && "},     {isl_ast_expr_op_and_then, " && "}, {isl_ast_expr_op_or, " || "},
                {isl_ast_expr_op_or_else, " || "}, {isl_ast_expr_op_eq, " == "},       {isl_ast_expr_op_le, " <= "},
                {isl_ast_expr_op_lt, " < "},       {isl_ast_expr_op_ge, " >= "},       {isl_ast_expr_op_gt, " > "},
                {isl_ast_expr_op_zdiv_r, " % "}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].type == t)
            return rows[i].text;
    return NULL;
}

/* Is x, an operand of e, clear without parentheses? Sums within comparisons and choices are, and comparisons that
 * choose. */
static bool binds_tighter(isl_ast_expr *e, isl_ast_expr *x)
{
    enum isl_ast_expr_op_type o = isl_ast_expr_op_get_type(e), i = isl_ast_expr_op_get_type(x);
    bool sum = i == isl_ast_expr_op_add || i == isl_ast_expr_op_sub || i == isl_ast_expr_op_mul;
    bool compares = i == isl_ast_expr_op_le || i == isl_ast_expr_op_lt || i == isl_ast_expr_op_ge ||
                    i == isl_ast_expr_op_gt || i == isl_ast_expr_op_eq;
    bool chooses = o == isl_ast_expr_op_cond || o == isl_ast_expr_op_select;
    bool outer_compares = o == isl_ast_expr_op_le || o == isl_ast_expr_op_lt || o == isl_ast_expr_op_ge ||
                          o == isl_ast_expr_op_gt || o == isl_ast_expr_op_eq;
    return (sum && (chooses || outer_compares)) || (compares && chooses) ||
           (i == isl_ast_expr_op_mul && (o == isl_ast_expr_op_add || o == isl_ast_expr_op_sub));
}

static void print_arg(struct scope *s, isl_ast_expr *e, int i, struct sb *b, bool wide)
{
    isl_ast_expr *x = isl_ast_expr_get_op_arg(e, i);
    bool inner = isl_ast_expr_get_type(x) == isl_ast_expr_op && !binds_tighter(e, x);
    sb_add(b, inner ? "(" : "");
    print_expr(s, x, b, wide);
    sb_add(b, inner ? ")" : "");
    isl_ast_expr_free(x);
}

/* min, max: of two, and more by nesting */
static void print_extreme(struct scope *s, isl_ast_expr *e, int from, const char *test, struct sb *b, bool wide)
{
    if (from + 1 == isl_ast_expr_get_op_n_arg(e)) {
        print_arg(s, e, from, b, wide);
        return;
    }
    struct sb rest = {0};
    print_extreme(s, e, from + 1, test, &rest, wide);
    sb_addc(b, '(');
    print_arg(s, e, from, b, wide);
    sb_printf(b, " %s (%s) ? ", test, rest.s);
    print_arg(s, e, from, b, wide);
    sb_printf(b, " : (%s))", rest.s);
    sb_free(&rest);
}

static bool is_int(isl_ast_expr *e, int i)
{
    isl_ast_expr *x = isl_ast_expr_get_op_arg(e, i);
    bool is = isl_ast_expr_get_type(x) == isl_ast_expr_int;
    isl_ast_expr_free(x);
    return is;
}

/* Could the sum or product of int be beyond int, though the user's own expressions are not? */
static bool is_wide(isl_ast_expr *e, enum isl_ast_expr_op_type t)
{
    bool sum = t == isl_ast_expr_op_add || t == isl_ast_expr_op_sub;
    return t == isl_ast_expr_op_mul || (sum && !is_int(e, 0) && !is_int(e, 1));
}

static const char *opposite(enum isl_ast_expr_op_type t)
{
    return t == isl_ast_expr_op_le   ? " > "
           : t == isl_ast_expr_op_lt ? " >= "
           : t == isl_ast_expr_op_ge ? " < "
           : t == isl_ast_expr_op_gt ? " <= "
                                     : NULL;
}

/* c ? 0 : x is easier to read as !c ? x : 0 */
static bool print_turned(struct scope *s, isl_ast_expr *e, struct sb *b, bool wide)
{
    isl_ast_expr *c = isl_ast_expr_get_op_arg(e, 0);
    bool op = is_int(e, 1) && !is_int(e, 2) && isl_ast_expr_get_type(c) == isl_ast_expr_op;
    const char *sign = op ? opposite(isl_ast_expr_op_get_type(c)) : NULL;
    if (sign) {
        print_arg(s, c, 0, b, wide);
        sb_add(b, sign);
        print_arg(s, c, 1, b, wide);
        sb_add(b, " ? ");
        print_arg(s, e, 2, b, wide);
        sb_add(b, " : ");
        print_arg(s, e, 1, b, wide);
    }
    isl_ast_expr_free(c);
    return sign != NULL;
}

static void print_op(struct scope *s, isl_ast_expr *e, struct sb *b, bool wide)
{
    enum isl_ast_expr_op_type t = isl_ast_expr_op_get_type(e);
    int n = isl_ast_expr_get_op_n_arg(e);
    wide |= is_wide(e, t);
    if (t == isl_ast_expr_op_max || t == isl_ast_expr_op_min) {
        print_extreme(s, e, 0, t == isl_ast_expr_op_max ? ">" : "<", b, wide);
    } else if (t == isl_ast_expr_op_minus) {
        sb_addc(b, '-');
        print_arg(s, e, 0, b, wide);
    } else if (t == isl_ast_expr_op_cond || t == isl_ast_expr_op_select) {
        if (print_turned(s, e, b, wide))
            return;
        print_arg(s, e, 0, b, wide);
        sb_add(b, " ? ");
        print_arg(s, e, 1, b, wide);
        sb_add(b, " : ");
        print_arg(s, e, 2, b, wide);
    } else if (spelling(t) && n == 2) {
        print_arg(s, e, 0, b, wide);
        sb_add(b, spelling(t));
        print_arg(s, e, 1, b, wide);
    } else {
        sb_add(b, BROKEN);
    }
}

static void print_expr(struct scope *s, isl_ast_expr *e, struct sb *b, bool wide)
{
    switch (isl_ast_expr_get_type(e)) {
    case isl_ast_expr_op:
        print_op(s, e, b, wide);
        return;
    case isl_ast_expr_id:
        print_id(s, isl_ast_expr_get_id(e), b, wide);
        return;
    case isl_ast_expr_int: {
        isl_val *v = isl_ast_expr_get_val(e);
        sb_printf(b, "%ld", isl_val_get_num_si(v));
        isl_val_free(v);
        return;
    }
    default:
        sb_add(b, BROKEN);
    }
}

/* What is known of the parameters, and that they are not so large that no memory would do. */
static isl_set *usual(const struct scope *s)
{
    isl_set *known = isl_set_copy(s->context);
    unsigned n = (unsigned)isl_set_dim(known, isl_dim_param);
    for (unsigned i = 0; i < n; i++)
        known = isl_set_upper_bound_val(known, isl_dim_param, i, isl_val_int_from_si(s->isl, 1L << 60));
    return known;
}

/* NULL: x has no expression in C. Takes x. */
static const char *c_text(struct scope *s, isl_pw_aff *x)
{
    isl_ast_build *build = isl_ast_build_from_context(usual(s));
    isl_ast_expr *e = isl_ast_build_expr_from_pw_aff(build, x);
    isl_ast_build_free(build);
    if (!e)
        return NULL;
    struct sb b = {0};
    print_expr(s, e, &b, false);
    isl_ast_expr_free(e);
    const char *text = sb_take(&b, s->a->arena);
    return strstr(text, BROKEN) ? NULL : text;
}

/* ---- the elements that accesses touch ---- */
/* The variables of the loops around become parameters. Takes m. */
static isl_map *outer_as_parameters(struct scope *s, isl_map *m)
{
    for (unsigned i = 0; i < s->judged; i++) {
        isl_id *id = isl_id_alloc(s->isl, s->frames[i].loop->iv->name, NULL);
        unsigned at = (unsigned)isl_map_dim(m, isl_dim_param);
        m = isl_map_move_dims(m, isl_dim_param, at, isl_dim_in, 0, 1);
        m = isl_map_set_dim_id(m, isl_dim_param, at, id);
    }
    return m;
}

/* {element}, by parameters. NULL: not known */
static isl_set *elements(struct scope *s, const struct touch *t)
{
    if (!t->nsteps || t->steps[0].is_member || !poly_is_affine(t->steps[0].index))
        return NULL;
    isl_map *m = isl_map_from_pw_aff(isl_pw_aff_copy(t->steps[0].index->terms[0].coefficient));
    m = isl_map_intersect_domain(m, isl_set_copy(t->domain));
    m = isl_map_intersect_params(m, isl_set_copy(s->context));
    unsigned dims = (unsigned)isl_map_dim(m, isl_dim_in);
    m = isl_map_project_out(m, isl_dim_in, s->judged, dims - s->judged);
    return isl_map_range(outer_as_parameters(s, m));
}

/* The structure ends with an array whose length its type does not say: its size says nothing of it. */
static bool is_flexible(const struct touch *t)
{
    for (unsigned i = 1; i < t->nsteps; i++) {
        const struct node *array = t->steps[i].is_member ? NULL : node_kid(t->steps[i].node, 0);
        if (array && type_is_array(array->type) && array->type->count <= 0)
            return true;
    }
    return false;
}

struct touched {
    isl_set *all, *stored; /* stored: in any case */
    bool known;
};

static void gather(struct scope *s, const struct object *o, struct touched *t)
{
    *t = (struct touched){.known = true};
    for_each (struct touch, x, s->accesses) {
        if (x->object != o)
            continue;
        isl_set *e = is_flexible(x) ? NULL : elements(s, x);
        if (!e) {
            t->known = false;
            continue;
        }
        if (x->write && x->must && x->nsteps == 1)
            t->stored = t->stored ? isl_set_union(t->stored, isl_set_copy(e)) : isl_set_copy(e);
        t->all = t->all ? isl_set_union(t->all, e) : e;
    }
}

/* from the least to the greatest element */
static isl_set *hull(isl_set *x)
{
    isl_space *space = isl_set_get_space(x);
    isl_set *up = isl_set_apply(isl_set_copy(x), isl_map_lex_le(isl_space_copy(space)));
    isl_set *down = isl_set_apply(isl_set_copy(x), isl_map_lex_ge(space));
    return isl_set_intersect(up, down);
}

/* x where it has a value, 0 elsewhere. Takes x. */
static isl_pw_aff *or_zero(isl_pw_aff *x)
{
    isl_set *none = isl_set_complement(isl_pw_aff_domain(isl_pw_aff_copy(x)));
    isl_aff *zero = isl_aff_zero_on_domain(isl_local_space_from_space(isl_set_get_space(none)));
    return isl_pw_aff_coalesce(isl_pw_aff_union_add(x, isl_pw_aff_alloc(none, zero)));
}

static isl_pw_aff *plus_one(isl_pw_aff *x)
{
    isl_aff *one = isl_aff_zero_on_domain(isl_local_space_from_space(isl_pw_aff_get_domain_space(x)));
    return isl_pw_aff_add(x, isl_pw_aff_from_aff(isl_aff_add_constant_si(one, 1)));
}

static bool find_section(struct scope *s, struct extent *e, isl_set *all)
{
    all = isl_set_coalesce(all);
    isl_pw_aff *low = isl_set_dim_min(isl_set_copy(all), 0), *high = isl_set_dim_max(all, 0);
    if (!low || !high) {
        isl_pw_aff_free(low);
        isl_pw_aff_free(high);
        return false;
    }
    isl_pw_aff *length = plus_one(isl_pw_aff_sub(isl_pw_aff_copy(high), isl_pw_aff_copy(low)));
    isl_pw_aff_free(high);
    length = isl_pw_aff_intersect_params(length, usual(s)); /* where it is 0, `low` does not matter */
    length = isl_pw_aff_gist_params(or_zero(isl_pw_aff_coalesce(length)), usual(s));
    low = isl_pw_aff_gist_params(isl_pw_aff_coalesce(low), usual(s));
    e->low = c_text(s, low);
    e->length = c_text(s, length);
    if (!e->low || !e->length)
        return false;
    if (strlen(e->low) + strlen(e->length) > LONGEST_SECTION || strchr(e->low, '[') || strchr(e->length, '['))
        return false; /* nobody could read it, or it is read from memory */
    e->item = arena_printf(s->a->arena, "%s[%s:%s]", e->object->name, e->low, e->length);
    return true;
}

static bool find_extent(struct scope *s, struct extent *e)
{
    const struct object *o = e->object;
    struct touched t;
    if (o->kind == OBJECT_UNKNOWN)
        return false;
    e->read = o->read;
    e->written = o->written;
    if (o->kind == OBJECT_VARIABLE && o->var->type->size > 0) {
        e->item = o->var->name;
        return has_name_here(s, o->var);
    }
    if (o->far && e->root && e->root->is_global)
        return false;                                   /* the function finds the pointer in the variable */
    if (!o->elem || !o->name || type_is_array(o->elem)) /* indices count the elements of its rows */
        return false;
    gather(s, o, &t);
    bool ok = t.known && t.all;
    if (ok && t.stored) {
        isl_set *h = hull(t.all);
        e->covered = isl_set_is_subset(h, t.stored) == isl_bool_true;
        isl_set_free(h);
    }
    isl_set_free(t.stored);
    if (!ok)
        isl_set_free(t.all);
    return ok && find_section(s, e, t.all);
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
    least = isl_pw_aff_coalesce(isl_pw_aff_intersect_params(least, usual(s)));
    isl_set *domain = isl_set_coalesce(isl_set_intersect(usual(s), isl_pw_aff_domain(isl_pw_aff_copy(least))));
    const char *text = c_text(s, isl_pw_aff_gist_params(least, domain));
    return text && strlen(text) <= 2 * LONGEST_SECTION ? text : NULL;
}

static bool is_scalar_variable(const struct object *o)
{
    return o->kind == OBJECT_VARIABLE && type_is_scalar(o->var->type);
}

/* the variable with which the item begins */
static const struct var *root_of(const struct object *o)
{
    const struct node *n = o->pointer;
    while (!o->var && n && n->nkids && n->kind != NODE_NAME)
        n = n->kids[0];
    return o->var ? o->var : node_var(n);
}

/* A pointer and what is found where it leads cannot both be mapped by sections that not all compilers take. */
static bool is_only_root(const extent_list *extents, const struct extent *e)
{
    for_each (struct extent, x, *extents)
        if (x->root == e->root && !(x->object->elem && x->object->elem->kind == TYPE_RECORD) &&
            !(e->object->elem && e->object->elem->kind == TYPE_RECORD))
            return false;
    return true;
}

bool find_extents(struct scope *s, extent_list *extents)
{
    bool all = true;
    for_each_pointer (struct object, o, s->objects) {
        if ((!o->read && !o->written) || (is_scalar_variable(o) && !o->far))
            continue;
        struct extent e = {.object = o, .root = root_of(o)};
        if (find_extent(s, &e) && is_only_root(extents, &e))
            vec_push(s->a->arena, extents, e);
        else
            all = false;
    }
    return all;
}
