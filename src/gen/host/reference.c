/* gen/host/reference.c: with -fverify, the reference of a target region (docs/verify.md): the region as a serial C
 * function with the kernel's parameters. One thread runs everything in the order of the text, so a construct becomes
 * its statement and the private copies that the statement must have:
 *
 *     static void gantry_reference_0(void **__gd_arguments)
 *     {
 *         double *a = *(void **)__gd_arguments[1];
 *         int n = *(int *)__gd_arguments[2];
 *         { for (int i = 0; i < n; i++) … }
 *     }
 *
 * Devices add floating-point numbers in another order. Where results may depend on it, the reference reports how much
 * was added (__gantry_rounding), and the run computes how far results may differ. Where values depend on which thread
 * comes first, the run asks for other orders of iterations (__gantry_turn), to see which these are; where atomic
 * updates add floating-point numbers (__gantry_rounding_update), to see how far their sums spread. */
#include "host_priv.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

/* ---- floating-point sums ---- */

static const struct type *part(const struct type *t)
{
    while (t->elem && (type_is_array(t) || t->kind == TYPE_POINTER))
        t = t->elem;
    return t;
}

/* the unit roundoff of a floating-point type, or of both parts of a complex one */
static const char *roundoff(const struct type *t)
{
    size_t size = t->kind == TYPE_COMPLEX ? t->size / 2 : t->size;
    return size == 2 ? "0x1p-11" : size == 4 ? "0x1p-24" : "0x1p-53";
}

static bool has_roundoff(const struct type *t) { return t->kind == TYPE_FLOAT || t->kind == TYPE_COMPLEX; }

static bool is_scalar_sum(const struct sharing *s) { return has_roundoff(s->var->type) && !s->item->udr; }

static bool is_complex(const struct sharing *s) { return s->var->type->kind == TYPE_COMPLEX; }

/* Do the result's bits depend on the order in which values are combined? */
static bool is_rounded(const struct sharing *s)
{
    const struct type *t = part(s->var->type);
    enum op op = s->clause->op;
    if (s->item->udr)
        return has_roundoff(t) || t->kind == TYPE_RECORD;
    return has_roundoff(t) && (op == OP_ADD || op == OP_SUB || op == OP_MUL);
}

/* how far the scalar is from its value after the last store. The parts of a complex product take roundings from each
 * other: they count together. */
static const char *moved(struct emit *e, const struct sharing *s)
{
    const char *n = name_of(e, s->var), *v = s->var->name;
    if (!is_complex(s))
        return arena_printf(e->u->arena, "__builtin_fabs((double)(%s) - __gd_sl_%s)", n, v);
    return arena_printf(
        e->u->arena,
        "(__builtin_fabs((double)__real__(%s) - __real__ __gd_sl_%s) + __builtin_fabs((double)__imag__(%s) "
        "- __imag__ __gd_sl_%s))",
        n, v, n, v);
}

static const char *last_type(const struct sharing *s) { return is_complex(s) ? "double _Complex" : "double"; }

/* the text that a store becomes: it counts stores, and for a scalar adds up what each has added */
static const char *counted_store(struct emit *e, const struct sharing *s)
{
    const char *n = name_of(e, s->var), *v = s->var->name;
    if (!is_scalar_sum(s))
        return arena_printf(e->u->arena, "(*({ __gd_sn_%s++; &(%s); }))", v, n);
    return arena_printf(e->u->arena, "(*({ __gd_sn_%s++; __gd_st_%s += %s; __gd_sl_%s = (%s)(%s); &(%s); }))", v, v,
                        moved(e, s), v, last_type(s), n, n);
}

static void watch_sum(struct emit *e, const struct sharing *s)
{
    const char *n = name_of(e, s->var), *v = s->var->name;
    if (is_scalar_sum(s))
        out(e, "%s __gd_sl_%s = 0; double __gd_sn_%s = 0, __gd_st_%s = %s; __gd_sl_%s = (%s)(%s);", last_type(s), v, v,
            v, moved(e, s), v, last_type(s), n);
    else
        out(e, "double __gd_sn_%s = 0;", v);
    const char *place = is_deref(e, s->var) ? arena_printf(e->u->arena, "(*%s)", v) : v;
    vec_push(e->u->arena, &e->env,
             (struct binding){s->var, is_deref(e, s->var), place, counted_store(e, s), .elements = !is_scalar_sum(s)});
}

static void round_sum(struct emit *e, const struct sharing *s, const char *terms)
{
    const char *n = name_of(e, s->var), *v = s->var->name;
    if (is_scalar_sum(s)) {
        out_open(e, "%s", "");
        out(e, "__gd_st_%s += %s;", v, moved(e, s));
        out(e, "__gd_sl_%s = (%s)(%s);", v, last_type(s), n);
        static const char *const parts[] = {"", "__real__ ", "__imag__ "};
        const char *type = type_declare(e->u->arena, s->var->type, "");
        for (unsigned i = is_complex(s); i < (is_complex(s) ? 3 : 1); i++) {
            out(e, "const double __gd_off%s = __gantry_rounding(__gd_st_%s, %s, %s);", i == 2 ? "2" : "", v, terms,
                roundoff(s->var->type));
            out(e, "if (__gd_off%s != 0) %s%s += (%s)__gd_off%s;", i == 2 ? "2" : "", parts[i], n,
                is_complex(s) ? "double" : type, i == 2 ? "2" : "");
        }
        out_close(e);
        return;
    }
    const struct type *t = part(s->var->type);
    if (t->layout)
        out(e, "__gantry_rounding_array((void *)(%s), %s, %s, \"%s\");", item_begin(e, s->item), item_size(e, s->item),
            terms, t->layout);
}

static void watch_sums(struct emit *e, const struct region *r)
{
    for (const struct sharing *s = sharing_first(r, ATTRS_REDUCED); s; s = sharing_next(s, ATTRS_REDUCED))
        if (is_rounded(s))
            watch_sum(e, s);
}

/* as many roundings as values, and a few more where threads' and teams' results are combined */
static void round_sums(struct emit *e, const struct region *r)
{
    for (const struct sharing *s = sharing_first(r, ATTRS_REDUCED); s; s = sharing_next(s, ATTRS_REDUCED))
        if (is_rounded(s))
            round_sum(e, s, arena_printf(e->u->arena, "__gd_sn_%s + 4", s->var->name));
}

/* A prefix has few roundings more than the one before: 4 are counted. */
static void round_prefixes(struct emit *e, const struct region *scan)
{
    const struct region *loop = scan->parent;
    while (loop && scan_of(loop) != scan)
        loop = loop->parent;
    for (const struct sharing *s = loop ? sharing_first(loop, ATTRS_REDUCED) : NULL; s;
         s = sharing_next(s, ATTRS_REDUCED))
        if (is_rounded(s))
            round_sum(e, s, "4");
}

static void round_part(struct emit *e, const struct type *t, const char *part, const char *magnitude)
{
    out_open(e, "%s", "");
    out(e, "const double __gd_off = __gantry_rounding_update(%s, %s);", magnitude, roundoff(t));
    out(e, "if (__gd_off != 0) %s += (__typeof__(%s))__gd_off;", part, part);
    out_close(e);
}

/* The parts of a complex product take roundings from each other: each moves as far as the larger may. */
static void round_scalar(struct emit *e, const struct type *t, const char *name)
{
    if (t->kind != TYPE_COMPLEX) {
        round_part(e, t, name, arena_printf(e->u->arena, "__builtin_fabs((double)(%s))", name));
        return;
    }
    const char *real = arena_printf(e->u->arena, "__real__(%s)", name);
    const char *imaginary = arena_printf(e->u->arena, "__imag__(%s)", name);
    const char *magnitude =
        arena_printf(e->u->arena, "__builtin_fabs((double)%s) + __builtin_fabs((double)%s)", real, imaginary);
    round_part(e, t, real, magnitude);
    round_part(e, t, imaginary, magnitude);
}

/* Can an lvalue be evaluated a second time? */
static bool may_repeat(const struct unit *u, struct slice s)
{
    const struct ref *first = ref_first(u, s), *x = first;
    while (x && !x->func && (x == first || !(x->access & ACC_WRITE)))
        x = ref_next(u, s, x);
    return !x;
}

/* Atomic updates of one object happen in any order. */
static void round_update(struct emit *e, const struct region *r)
{
    const struct atomic *a = r->atomic;
    bool adds = a && !a->compare && (a->kind == ATOMIC_UPDATE || (a->kind == ATOMIC_CAPTURE && !a->is_write));
    if (adds && a->xtype && has_roundoff(a->xtype) && may_repeat(e->u, a->x))
        round_scalar(e, a->xtype, text_of(e, a->x));
}

static void round_stored(struct emit *e, const struct region *r)
{
    const struct unit *u = e->u;
    for (const struct ref *x = ref_first(u, r->stmt); x; x = ref_next(u, r->stmt, x)) {
        struct slice before = {r->stmt.begin, x->off};
        if (x->var && (x->access & ACC_WRITE) && has_roundoff(x->var->type) &&
            !slice_has(r->stmt, x->var->stmt.begin) && !(access_in(u, before, x->var) & ACC_WRITE))
            round_scalar(e, x->var->type, name_of(e, x->var));
    }
}

/* ---- private copies ---- */

/* `E (*x)[n][m]`, or `E x[n][m]`: an array of variable length by the lengths that the kernel gets, from the first-th on
 */
static const char *shaped(struct emit *e, const struct var *v, const char *name, size_t first)
{
    struct sb b = {0};
    const struct type *t = v->type->kind == TYPE_POINTER ? v->type->elem : v->type;
    while (type_is_array(t))
        t = t->elem;
    sb_add(&b, name);
    for (size_t i = first; i < v->dims.n; i++)
        if (v->dims.v[i].count >= 0)
            sb_printf(&b, "[%ld]", (long)v->dims.v[i].count);
        else
            sb_printf(&b, "[%s]", v->dims.v[i].var->name);
    return type_declare(e->u->arena, t, sb_take(&b, e->u->arena));
}

static const char *pointer_to(struct emit *e, const struct var *v, const char *name)
{
    return v->dims.n ? shaped(e, v, arena_printf(e->u->arena, "(*%s)", name), 0)
                     : type_declare_pointer(e->u->arena, v->type, name);
}

static const char *declared(struct emit *e, const struct var *v)
{
    if (!v->dims.n)
        return declare_aligned(e, v, v->name);
    return is_vla(v) ? shaped(e, v, v->name, 0) : pointer_to(e, v, v->name);
}

static void own_copy(struct emit *e, const struct var *v, bool starts_from_original)
{
    if (starts_from_original)
        point_at_original(e, v);
    out_open(e, "%s", "");
    bool array = v->type->kind == TYPE_ARRAY || is_vla(v);
    if (starts_from_original && !array)
        out(e, "%s = *__gd_o_%s;", declared(e, v), v->name);
    else
        out(e, "%s;", declared(e, v));
    if (starts_from_original && array)
        out(e, "__builtin_memcpy((void *)%s, (const void *)__gd_o_%s, sizeof %s);", v->name, v->name, v->name);
    bind(e, v, false);
}

/* A variable of an associated loop that its header does not declare has a copy. Is that assigned to the original after
 * the loop? */
static bool goes_back(const struct region *r, unsigned j)
{
    return !r->loops[j].iv_declared && !sharing_of(r, r->loops[j].iv, ATTR_PRIVATE) &&
           (sharing_of(r, r->loops[j].iv, ATTRS_LAST) || !(r->plan->leaves & ~LEAF_SIMD));
}

/* Iterations run in order, so other lastprivate variables need no copies: the original has the last value. */
static void own_copies(struct emit *e, const struct region *r)
{
    unsigned set = ATTR_PRIVATE | ATTR_FIRSTPRIVATE;
    for (const struct sharing *s = sharing_first(r, set); s; s = sharing_next(s, set))
        if (s->rule != RULE_LINEAR && !sharing_of(r, s->var, ATTRS_LAST) && unit_ref_to(e->u, r->stmt, s->var))
            own_copy(e, s->var, s->attribute == ATTR_FIRSTPRIVATE);
    for (unsigned j = 0; j < r->nloops; j++)
        if (!r->loops[j].iv_declared && !sharing_of(r, r->loops[j].iv, ATTR_PRIVATE))
            own_copy(e, r->loops[j].iv, goes_back(r, j));
}

/* A loop without iterations assigns nothing. */
static void loop_variables_back(struct emit *e, const struct region *r)
{
    bool any = false;
    for (unsigned j = 0; j < r->nloops; j++) {
        if (!goes_back(r, j))
            continue;
        if (!any) {
            out_open(e, "%s", "");
            emit_bounds(e, r);
        }
        any = true;
        out(e, "if (__gd_n > 0) *__gd_o_%s = %s;", r->loops[j].iv->name, r->loops[j].iv->name);
    }
    if (any)
        out_close(e);
}

/* ---- constructs ---- */

static void numbered_loop(struct emit *e, const struct region *r)
{
    out_open(e, "%s", "");
    emit_bounds(e, r);
    linear_begin(e, r);
    if (r->plan->any_order) {
        out_open(e, "for (unsigned long __gd_i = 0; __gd_i < __gd_n; __gd_i++)");
        out(e, "const unsigned long __gd_k = __gantry_turn(__gd_i, __gd_n);");
    } else {
        out_open(e, "for (unsigned long __gd_k = 0; __gd_k < __gd_n; __gd_k++)");
    }
    linear_values(e, r);
    host_iteration(e, r);
    out_close(e);
    out_close(e);
}

/* Can the variable's next value, behind the last one, be no value of its type? OpenMP counts iterations beforehand; a
 * serial loop would start over. */
static bool may_wrap(const struct loop *l)
{
    const struct type *t = l->iv->type;
    bool by_one = !l->stride && (l->rel == REL_LT || l->rel == REL_GT || l->rel == REL_NE);
    return t->kind == TYPE_INT && (!t->is_signed || t->size < 4) && !by_one;
}

static bool is_numbered(const struct region *r)
{
    bool wraps = false;
    for (unsigned j = 0; j < r->nloops; j++) {
        if (goes_back(r, j))
            return is_computed(r);
        wraps |= may_wrap(&r->loops[j]);
    }
    return wraps || is_computed(r);
}

static void body(struct emit *e, const struct region *r)
{
    if (r->dir == DIR_SECTIONS)
        emit_sections_in_order(e, r);
    else if (r->nloops && (r->plan->any_order || is_numbered(r)))
        numbered_loop(e, r);
    else
        emit_block(e, r->stmt);
    if (r->dir == DIR_ATOMIC)
        round_update(e, r);
    if (r->dir == DIR_CRITICAL)
        round_stored(e, r);
}

/* Copies, as code may assign to them, which is no assignment to the original. A scan looks at them: it has none. */
static void reduced_body(struct emit *e, const struct region *r)
{
    bool copies = !(r->nloops && scan_of(r));
    if (copies)
        team_copies_begin(e, r, ATTRS_REDUCED);
    for (const struct sharing *s = sharing_first(r, copies ? ATTRS_REDUCED : 0); s; s = sharing_next(s, ATTRS_REDUCED))
        bind(e, s->var, false);
    watch_sums(e, r);
    body(e, r);
    round_sums(e, r);
    if (copies)
        team_copies_end(e, r, ATTRS_REDUCED, NULL);
    else
        finish_logical_reductions(e, r);
}

static void with_copies(struct emit *e, const struct region *r)
{
    int mark = e->indent;
    size_t env = e->env.n;
    out_open(e, "%s", "");
    own_copies(e, r);
    if (sharing_first(r, ATTRS_REDUCED))
        reduced_body(e, r);
    else
        body(e, r);
    loop_variables_back(e, r);
    out_close_to(e, mark);
    e->env.n = env;
}

static void reference_construct(struct emit *e, const struct region *r)
{
    if (r->dir == DIR_SCAN) {
        out(e, ";");
        round_prefixes(e, r);
    } else if (r->stmt.end == r->stmt.begin) { /* constructs without a statement, such as barrier, flush, error */
        out(e, ";");
    } else if (r->dir == DIR_MASKED) {
        const struct clause *f = region_clause(r, CLAUSE_FILTER);
        out_open(e, "if ((%s) == 0)", f ? text_of(e, f->expr) : "0");
        with_copies(e, r);
        out_close(e);
    } else {
        with_copies(e, r);
    }
}

/* ---- the function ---- */

/* Has the kernel the length of an array of variable length, or is the address of its first row all that is needed? */
static bool has_first_length(const struct kernel *k, const struct var *v)
{
    return !is_vla(v) || v->dims.v[0].count >= 0 || find_capture(k, v->dims.v[0].var);
}

static void parameter(struct emit *e, const struct kernel *k, const struct capture *c, unsigned n)
{
    const struct var *v = c->var;
    bool rows = !has_first_length(k, v), address = captured_by_address(c) && !rows;
    if (rows)
        out(e, "%s = *(void **)__gd_arguments[%u];",
            shaped(e, v, arena_printf(e->u->arena, v->dims.n > 1 ? "(*%s)" : "*%s", v->name), 1), n);
    else if (address)
        out(e, "%s = *(void **)__gd_arguments[%u];", pointer_to(e, v, v->name), n);
    else if (v->type->kind == TYPE_POINTER)
        out(e, "%s = *(void **)__gd_arguments[%u];", declared(e, v), n);
    else
        out(e, "%s = *(%s)__gd_arguments[%u];", declared(e, v), type_declare_pointer(e->u->arena, v->type, ""), n);
    bind(e, c->var, address);
}

/* Lengths of arrays first, which later declarations name. */
static void parameters(struct emit *e, const struct kernel *k)
{
    for (int lengths = 1; lengths >= 0; lengths--) {
        unsigned n = 0;
        for (size_t i = 0; i < k->maps.n; i++) {
            const struct capture *c = k->maps.v[i].capture;
            if (k->maps.v[i].param && (n++, c->var->is_length == lengths))
                parameter(e, k, c, n);
        }
    }
    for (size_t i = 0; i < k->captures.n; i++)
        if (k->captures.v[i].how == CAP_PRIVATE) {
            out(e, "%s;", declared(e, k->captures.v[i].var));
            bind(e, k->captures.v[i].var, false);
        }
}

/* Constant tables that the user's function declares, which are no captures, are declared again. */
static void tables(struct emit *e, const struct kernel *k)
{
    const struct unit *u = e->u;
    struct slice s = k->region->stmt;
    VEC(uint32_t) done = {0};
    for (const struct ref *x = ref_first(u, s); x; x = ref_next(u, s, x)) {
        const struct var *v = x->var;
        bool known = !v || v->stmt.begin == v->stmt.end || slice_has(s, v->stmt.begin) || !is_table_of_block(e->a, v);
        for (size_t j = 0; j < done.n && !known; j++)
            known = done.v[j] == v->stmt.begin;
        if (known)
            continue;
        vec_push(u->arena, &done, v->stmt.begin);
        emit_block(e, v->stmt);
    }
}

static void local_types(struct emit *e, const struct kernel *k)
{
    const struct unit *u = e->u;
    VEC(const struct var *) vars = {0};
    struct slice s = region_text(k->region);
    for (size_t i = 0; i < k->captures.n; i++)
        vec_push(u->arena, &vars, k->captures.v[i].var);
    for (const struct region *r = region_first(u, s); r; r = region_next(u, s, r))
        for (const struct sharing *x = sharing_first(r, ATTRS_ALL); x; x = sharing_next(x, ATTRS_ALL))
            if (x->var)
                vec_push(u->arena, &vars, x->var);
    emit_local_decls(e, k->region->stmt, vars.v, vars.n);
}

/* ---- the region in place as a function with the same parameters: for gantry replay ---- */

/* Is the expression one of this function's variables, and of nothing of the user's function that the kernel does not
 * get? */
static bool is_within_reach(const struct unit *u, const struct kernel *k, struct slice expr)
{
    for_each_in (ref, x, u, expr) {
        const struct var *v = x->var;
        if (v && !v->is_global && !slice_has(k->region->stmt, v->decl) && !find_capture(k, v))
            return false;
    }
    return true;
}

static bool has_place(struct emit *e, const struct kernel *k)
{
    const struct unit *u = e->u;
    struct slice all = region_text(k->region);
    if (!e->a->options.in_place_form || !k->cores_share)
        return false;
    for_each_in (region, r, u, all)
        for (const struct clause *c = r->clauses; c; c = c->next)
            if (!is_within_reach(u, k, c->expr) || !is_within_reach(u, k, c->expr2))
                return false;
    for (size_t i = 0; i < k->captures.n; i++)
        if (!has_first_length(k, k->captures.v[i].var))
            return false;
    return true;
}

/* Variables that are no arrays have their own names, for clauses name them, and go back at the end. */
static void place_variable(struct emit *e, const struct capture *c, unsigned n, bool back)
{
    const struct var *v = c->var;
    bool by_name = captured_by_address(c) && !type_is_array(v->type);
    if (back && by_name)
        out(e, "__builtin_memcpy(*(void **)__gd_arguments[%u], (const void *)&%s, sizeof %s);", n, v->name, v->name);
    else if (!back && by_name) {
        out(e, "%s = **(%s)__gd_arguments[%u];", declared(e, v), type_declare_pointer(e->u->arena, v->type, "*"), n);
        bind(e, v, false);
    }
}

static void place_variables(struct emit *e, const struct kernel *k, bool back)
{
    unsigned n = 0;
    for (size_t i = 0; i < k->maps.n; i++)
        if (k->maps.v[i].param)
            place_variable(e, k->maps.v[i].capture, ++n, back);
}

static void place_function(struct emit *e, struct kernel *k)
{
    struct emit own = *e;
    memset(&own.env, 0, sizeof own.env);
    own.construct = k->region;
    emit_generated_marker(&own);
    out_open(&own, "static void gantry_place_%u(void **__gd_arguments)", k->region->id);
    local_types(&own, k);
    tables(&own, k);
    out_open(&own, "%s", "");
    parameters(&own, k);
    out_open(&own, "%s", "");
    place_variables(&own, k, false);
    in_place(&own, version_in_place(k)->region, version_in_place(k));
    place_variables(&own, k, true);
    out_close(&own);
    out_close(&own);
    out_close(&own);
}

static void function(struct emit *e, struct kernel *k)
{
    bool place = has_place(e, k);
    if (place)
        place_function(e, k);
    struct emit own = *e;
    memset(&own.env, 0, sizeof own.env);
    own.emit_construct = reference_construct;
    own.host_in_place = own.host_sequential = own.reference = true;
    own.construct = k->region;
    emit_generated_marker(&own);
    out_open(&own, "static void gantry_reference_%u(void **__gd_arguments)", k->region->id);
    if (place)
        out(&own, "if (__gd_arguments[0]) { gantry_place_%u(__gd_arguments); return; }", k->region->id);
    else
        out(&own, "(void)__gd_arguments;");
    local_types(&own, k);
    tables(&own, k);
    parameters(&own, k);
    reference_construct(&own, k->region);
    out_close(&own);
}

/* ---- layouts of what map rows point to, for messages ---- */

static const char *source(struct emit *e, struct slice s) { return c_string(e, text_slice(e->u, s)); }

/* of what a pointer of type t points to: "*d" */
static const char *many(struct emit *e, const struct type *t)
{
    return t && t->kind == TYPE_POINTER && t->elem && t->elem->layout
               ? arena_printf(e->u->arena, "*%s", t->elem->layout)
               : NULL;
}

/* A pointer to arrays whose lengths are known at run time only: their elements are one row. */
static const char *row_of(struct emit *e, const char *name, const struct type *t)
{
    const char *first = arena_printf(e->u->arena, "%s[0]", name);
    if (!t || t->kind != TYPE_POINTER || !t->elem || t->elem->kind != TYPE_VLA)
        return name;
    for (t = t->elem; t && t->kind == TYPE_VLA; t = t->elem)
        first = arena_printf(e->u->arena, "%s[0]", first);
    return arena_printf(e->u->arena, "(&%s)", first);
}

/* what the last pointer on the way to the item's storage points to */
static const struct type *last_pointer(const struct item *it)
{
    const struct node *n = it->tree;
    while (n && (n->kind == NODE_MEMBER || n->kind == NODE_SUBSCRIPT) && n->kids[0]->type &&
           n->kids[0]->type->kind != TYPE_POINTER)
        n = n->kids[0];
    return n && n->nkids ? n->kids[0]->type : NULL;
}

/* `q[1]` of q[1][0:n]: with the subscripts in front of section number `last` */
static const char *subscripted(struct emit *e, const struct item *it, int last)
{
    const char *name = source(e, it->text);
    for (int i = 0; i < last; i++)
        name = arena_printf(e->u->arena, "%s[%s]", name, source(e, it->sections[i].lower));
    return name;
}

static bool passes(struct emit *e, const struct region *r, const struct var *length)
{
    const mapping_list *l = maps_of(e->a, r);
    for (size_t i = 0; i < l->n; i++)
        if (l->v[i].var == length && l->v[i].param == GANTRY_PARAM_VALUE)
            return true;
    return false;
}

/* The rows of an array of variable length, or of what a pointer to such arrays leads to, with lengths that the
 * construct passes to the kernel. NULL: it does not */
static const char *rows(struct emit *e, const struct region *r, const struct var *v)
{
    const struct type *t = v->type;
    size_t first = v->vla_arrays ? 1 : 0, end = v->vla_arrays ? v->vla_arrays : v->dims.n;
    const char *text = "*";
    t = v->vla_arrays ? t : t->kind == TYPE_POINTER ? t->elem : NULL;
    while (end > first && v->dims.v[end - 1].count >= 0) /* the layout has those behind the last that is variable */
        end--;
    if (!t || t->kind != TYPE_VLA || !t->layout || v->vla_wrong || first >= end)
        return NULL;
    for (size_t i = first; i < end; i++) {
        const struct vla_dim *d = &v->dims.v[i];
        if (d->count < 0 && !(d->var && passes(e, r, d->var)))
            return NULL;
        text = d->count >= 0 ? arena_printf(e->u->arena, "%s[%lld]", text, (long long)d->count)
                             : arena_printf(e->u->arena, "%s[#%s]", text, d->var->name);
    }
    return arena_printf(e->u->arena, "%s%s", text, t->layout);
}

/* Else it is one row of elements. */
static void object_of_row(struct emit *e, const struct var *v, const char **name, const char **layout)
{
    const struct type *t = v->type;
    *name = v->name;
    for (unsigned i = 0; i < v->vla_arrays && t->elem; i++, t = t->elem)
        *name = arena_printf(e->u->arena, i ? "%s[0]" : "%s", *name);
    if (v->vla_arrays > 1)
        *name = arena_printf(e->u->arena, "(&%s[0])", *name);
    *layout = v->type->layout ? arena_printf(e->u->arena, "*%s", v->type->layout) : NULL;
}

static void object_of_item(struct emit *e, const struct item *it, const char **name, const char **layout)
{
    int last;
    unsigned pointers = item_pointers(it, &last);
    const struct type *t = it->type;
    if (!pointers && it->is_name && is_vla(it->var)) {
        object_of_row(e, it->var, name, layout);
    } else if (!pointers) { /* the variable, or a part of it */
        bool whole = it->is_name || (it->is_member && it->var->type->kind == TYPE_RECORD);
        *name = whole ? it->var->name : NULL;
        *layout = whole ? it->var->type->layout : NULL;
    } else if (last >= 0) { /* a pointer that a section subscripts */
        for (int i = 0; t && i < last; i++)
            t = t->elem;
        *name = row_of(e, subscripted(e, it, last), t);
        *layout = many(e, t);
    } else {
        const struct step *s = &it->pointers.v[it->pointers.n - 1];
        t = s->is_var ? it->var->type : last_pointer(it);
        *name = row_of(e, source(e, s->pointer), t);
        *layout = many(e, t);
    }
}

static void object_of_capture(struct emit *e, const struct mapping *m, const char **name, const char **layout)
{
    const struct var *v = m->var;
    bool pointer = m->capture && m->capture->how == CAP_POINTER;
    *name = pointer ? row_of(e, v->name, v->type) : v->name;
    *layout = pointer ? many(e, v->type) : v->type->layout;
}

/* The item is the variable, or a section of it, and no member or element that leads elsewhere. */
static bool is_of_variable(const struct mapping *m)
{
    int last = -1;
    const struct item *it = m->item;
    if (!it || (it->is_name && !item_pointers(it, &last)))
        return true;
    return it->is_name && item_pointers(it, &last) == 1 && last == 0;
}

static void object(struct emit *e, const struct region *r, const struct mapping *m)
{
    const char *name = NULL, *layout = NULL;
    bool leads_there = m->param == GANTRY_PARAM_DEVPTR && m->capture && m->capture->how == CAP_DEVPTR &&
                       m->var->type->kind == TYPE_POINTER;
    if (leads_there) { /* the pointer's value is the address: what is there is what it points to */
        name = row_of(e, m->var->name, m->var->type);
        layout = many(e, m->var->type);
    } else if ((m->part == PART_ITEM || m->part == PART_STORAGE) && m->item)
        object_of_item(e, m->item, &name, &layout);
    else if ((m->part == PART_ITEM || m->part == PART_STORAGE) && !m->var->is_length)
        object_of_capture(e, m, &name, &layout);
    bool whole = m->part == PART_ITEM || m->part == PART_STORAGE || leads_there;
    const char *by_rows = whole && name && is_of_variable(m) ? rows(e, r, m->var) : NULL;
    if (by_rows)
        name = m->var->name, layout = by_rows;
    if (name && layout)
        out(e, "    {\"%s\", \"%s\"},", name, layout);
    else
        out(e, "    {0, 0},");
}

/* ---- layouts of what has no row of its own ---- */

static void named_object(struct emit *e, const struct mapping *m)
{
    const char *name = NULL, *layout = NULL;
    if (m->item && m->item->written)
        object_of_item(e, m->item, &name, &layout);
    else if (!m->item)
        name = m->var->name, layout = m->var->type->layout;
    if (name && layout)
        out(e, "    {\"%s\", {\"%s\", \"%s\"}},", c_string(e, m->item ? m->item->written : name), name, layout);
}

/* Of a mapper: the items that it maps, and those of the mappers of these. */
static void named_objects(struct emit *e, const struct mapping *m, unsigned depth)
{
    enum { DEEPEST = 8 }; /* mappers of lists name themselves */
    const mapping_list *inner = m->mapper && depth < DEEPEST ? maps_of(e->a, m->mapper) : NULL;
    if (!m->mapper)
        named_object(e, m);
    for (size_t i = 0; inner && i < inner->n; i++)
        named_objects(e, &inner->v[i], depth + 1);
}

static void emit_objects(struct emit *e, const struct region *r)
{
    const mapping_list *l = maps_of(e->a, r);
    out(e, "static const struct gantry_object gantry_o_%u[] = {", r->id);
    for (size_t i = 0; i < l->n; i++)
        object(e, r, &l->v[i]);
    out(e, "    {0, 0}};");
    out(e, "static const struct gantry_named_object gantry_n_%u[] = {", r->id);
    for (size_t i = 0; i < l->n; i++)
        if (l->v[i].part == PART_LIST)
            named_objects(e, &l->v[i], 0);
    out(e, "    {0, {0, 0}}};");
}

static void emit_variables(struct emit *e, const struct kernel *k)
{
    out(e, "static const struct gantry_variable_object gantry_w_%u[] = {", k->region->id);
    for (size_t i = 0; i < k->reference_vars.n; i++) {
        const struct var *v = k->reference_vars.v[i];
        if (v->type->layout)
            out(e, "    {(const void *)&%s, {\"%s\", \"%s\"}},", v->name, v->name, v->type->layout);
        else
            out(e, "    {(const void *)&%s, {\"%s\", 0}},", v->name, v->name);
    }
    out(e, "    {0, {0, 0}}};");
}

void emit_verify(struct emit *e, const struct region *r, const struct kernel *k)
{
    const char *reference = "0", *reason = "0", *variables = "0";
    unsigned flags = k ? k->reference_flags : 0;
    emit_objects(e, r);
    if (k && k->reference_why == WHY_NONE) {
        function(e, (struct kernel *)k);
        reference = arena_printf(e->u->arena, "gantry_reference_%u", r->id);
        flags |= has_place(e, k) ? GANTRY_VERIFY_PLACE : 0;
    } else if (k) {
        reason = arena_printf(e->u->arena, "\"%s [%s]\"", why_text(k->reference_why), why_id(k->reference_why));
    }
    if (k) {
        emit_variables(e, k);
        variables = arena_printf(e->u->arena, "gantry_w_%u", r->id);
    }
    out(e, "static const struct gantry_verify gantry_v_%u = {gantry_o_%u, %s, %s, %u, gantry_n_%u, %s, %s};", r->id,
        r->id, reference, reason, flags, r->id, variables,
        k && k->reference_why == WHY_NONE ? "&gantry_reference_side" : "0");
}
