/* gen/host/copies.c: copies of variables in the forms of constructs that are ours on the initial device: private ones,
 * and those of what a thread, team or task reduces, and their combination with the original.
 *
 *     {   int *const __gd_o_s = &s; int s = 0;  what adds to s
 *         __gantry_host_lock(1); *__gd_o_s = *__gd_o_s + s; __gantry_host_lock(0);   } */
#include "host_priv.h"
#include "../../../include/gantry_numbers.h"

/* A declaration of a copy in an inner block, with host types: arrays may be of variable length. */
const char *host_declaration(struct emit *e, const struct var *v)
{
    return v->dims.n ? arena_printf(e->u->arena, "__typeof__(%s) %s", name_of(e, v), v->name)
                     : declare_aligned(e, v, v->name);
}

/* An allocator's alignment is known at run time: the largest that is likely is used. */
const char *host_alignment(struct emit *e, const struct clause *allocate)
{
    enum { MOST_LIKELY = 4096 };
    unsigned n = !allocate ? 0 : names_own_allocator(allocate) ? MOST_LIKELY : allocate->align;
    return n ? arena_printf(e->u->arena, " __attribute__((aligned(%u)))", n) : "";
}

void copy_of_value(struct emit *e, const struct var *v, const char *to, const char *from)
{
    if (v->type->kind == TYPE_ARRAY || is_vla(v))
        out(e, "__typeof__(%s) %s; __builtin_memcpy((void *)%s, (const void *)%s, sizeof %s);", from, to, to, from, to);
    else
        out(e, "__typeof__(%s) %s = %s;", from, to, from);
}

void host_copy_of(struct emit *e, const struct region *r, const struct var *v, bool first)
{
    const char *align = host_alignment(e, allocate_clause(r, v));
    if (first)
        out(e, "__typeof__(%s) *__gd_o_%s = &%s;", name_of(e, v), v->name, name_of(e, v));
    out_open(e, "%s", "");
    const char *type = host_declaration(e, v); /* of variable length: of the outer one */
    bind(e, v, false);
    if (first && (v->type->kind == TYPE_ARRAY || is_vla(v)))
        out(e, "%s%s; __builtin_memcpy((void *)&%s, (const void *)__gd_o_%s, sizeof %s);", type, align, v->name,
            v->name, v->name);
    else if (first)
        out(e, "%s%s = *__gd_o_%s;", type, align, v->name);
    else
        out(e, "%s%s;", type, align);
}

void private_copies(struct emit *e, const struct region *r)
{
    unsigned set = ATTR_PRIVATE | ATTR_FIRSTPRIVATE;
    for_each_row (s, r, set)
        if (s->rule != RULE_LINEAR && s->rule != RULE_TASK)
            host_copy_of(e, r, s->var, s->attribute == ATTR_FIRSTPRIVATE);
    if (r->plan->leaves & ~LEAF_SIMD)
        own_loop_variables(e, r);
}

/* ---- what is reduced ---- */

enum { HOST_STACK = 16384 };

static bool is_on_host_heap(const struct reduced *d)
{
    return d->array && d->v->type->kind == TYPE_POINTER && (d->count < 0 || reduced_bytes(d) > HOST_STACK);
}

static void declare_host_copy(struct emit *e, const struct reduced *d)
{
    struct arena *a = e->u->arena;
    const char *n = d->v->name, *pointer = type_declare_pointer(a, d->elem, named(e, "const __gd_p_", d));
    const char *align = host_alignment(e, allocate_clause(d->by, d->v));
    if (!d->array) {
        if (!d->it->udr) {
            out(e, "%s%s = %s;", type_declare(a, d->v->type, n), align, identity_of(e, d->op, d->v->type));
            return;
        }
        out(e, "%s%s;", type_declare(a, d->v->type, n), align);
        initialise(e, d, n, arena_printf(a, "*__gd_o_%s", n));
        return;
    }
    if (d->v->type->kind != TYPE_POINTER) { /* a copy of the whole variable, even of a section's, so that clauses inside
                                             * can name it */
        out(e, "%s%s;", host_declaration(e, d->v), align);
        out(e, "%s = (void *)((char *)&%s + __gd_d_%s);", pointer, n, n);
    } else {
        if (is_on_host_heap(d))
            out(e, "%s = %s;", pointer,
                copy_memory(e, d, arena_printf(a, "__builtin_malloc(__gd_n_%s * sizeof *__gd_o_%s + 1)", n, n)));
        else
            out(e, "%s%s; %s = %s;", type_declare(a, d->elem, arena_printf(a, "__gd_s_%s[%ld]", n, (long)d->count + 1)),
                align, pointer, copy_memory(e, d, named(e, "__gd_s_", d)));
        out(e, "%s = (void *)%s;", host_declaration(e, d->v), shifted(e, d, "__gd_p_"));
    }
    initialise_all(e, d, named(e, "__gd_p_", d), named(e, "__gd_o_", d));
}

static void host_copy(struct emit *e, const struct reduced *d)
{
    declare_host_copy(e, d);
    bind(e, d->v, false);
}

void scan_copy(struct emit *e, const struct reduced *d, const char *slot)
{
    if (d->array && d->v->type->kind == TYPE_POINTER) {
        out(e, "%s = %s;", type_declare_pointer(e->u->arena, d->elem, named(e, "const __gd_p_", d)), slot);
        out(e, "%s = (void *)%s;", host_declaration(e, d->v), shifted(e, d, "__gd_p_"));
        initialise_all(e, d, named(e, "__gd_p_", d), named(e, "__gd_o_", d));
        bind(e, d->v, false);
    } else {
        host_copy(e, d);
    }
}

/* ---- several copies of a thread's, for iterations in turn:
 *
 *     double __gd_c_s[4] = {s, s, s, s};                  all begin with the identity, as s does
 *     for (; to - __gd_at >= 4; __gd_at += 4)
 *         for (__gd_u = 0; __gd_u < 4; __gd_u++) {        the host compiler unrolls it: four sums that wait for none
 *             i = __gd_at + __gd_u; double s = __gd_c_s[__gd_u]; body; __gd_c_s[__gd_u] = s; }
 *     for (; __gd_at < to; __gd_at++) { i = __gd_at; body; }
 *     for (__gd_u = 0; __gd_u < 4; __gd_u++) s = s + __gd_c_s[__gd_u];   ---- */

static void over_copies(struct emit *e, const struct region *r)
{
    out(e, "_Pragma(\"clang loop unroll(full)\")");
    out_open(e, "for (unsigned long __gd_u = 0; __gd_u < %u; __gd_u++)", r->plan->place.copies);
}

static const char *copy_in_turn(struct emit *e, const struct reduced *d)
{
    return arena_printf(e->u->arena, "%s[__gd_u]", named(e, "__gd_c_", d));
}

void turn_copies_begin(struct emit *e, const struct region *r)
{
    unsigned n = r->plan->place.copies;
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    for (size_t i = 0; n && i < l.n; i++) {
        const char *array = arena_printf(e->u->arena, "%s[%u]", named(e, "__gd_c_", &l.v[i]), n), *first = "";
        for (unsigned k = 0; k < n; k++)
            first = arena_printf(e->u->arena, "%s%s%s", first, k ? ", " : "", l.v[i].v->name);
        out(e, "%s = {%s};", type_declare(e->u->arena, l.v[i].v->type, array), first);
    }
}

void turn_copies_end(struct emit *e, const struct region *r)
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    if (!r->plan->place.copies)
        return;
    over_copies(e, r);
    for (size_t i = 0; i < l.n; i++)
        combine(e, &l.v[i], l.v[i].v->name, copy_in_turn(e, &l.v[i]));
    out_close(e);
}

void loop_in_turns(struct emit *e, const struct region *r, unsigned j, const char *from, const char *to)
{
    struct slice body = loop_body(r);
    unsigned n = r->plan->place.copies;
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    out(e, "unsigned long __gd_at = %s;", from);
    out_open(e, "for (; %s - __gd_at >= %u; __gd_at += %u)", to, n, n);
    over_copies(e, r);
    emit_iteration_variable(e, r, r, j, "(__gd_at + __gd_u)");
    for (size_t i = 0; i < l.n; i++)
        out(e, "%s = %s;", type_declare(e->u->arena, l.v[i].v->type, l.v[i].v->name), copy_in_turn(e, &l.v[i]));
    emit_turn(e, body);
    for (size_t i = 0; i < l.n; i++)
        out(e, "%s = %s;", copy_in_turn(e, &l.v[i]), l.v[i].v->name);
    out_close(e);
    out_close(e);
    out_open(e, "for (; __gd_at < %s; __gd_at++)", to);
    emit_iteration_variable(e, r, r, j, "__gd_at");
    emit_block(e, body);
    out_close(e);
}

void team_copies_begin(struct emit *e, const struct region *r, unsigned set)
{
    reduced_list l = reduced_with(e, r, set);
    out_open(e, "%s", "");
    for_each (const struct reduced, d, l)
        reduced_original(e, d);
    for_each (const struct reduced, d, l)
        host_copy(e, d);
}

void team_copies_end(struct emit *e, const struct region *r, unsigned set, const char *among)
{
    reduced_list l = reduced_with(e, r, set);
    const char *turn = among && l.n && e->a->options.deterministic
                           ? arena_printf(e->u->arena, "(void *)%s, %s", named(e, "__gd_o_", &l.v[0]), among)
                           : NULL;
    if (turn)
        out(e, "__gantry_host_turn(1, %s);", turn);
    else if (among)
        out(e, "__gantry_host_lock(1);");
    for_each (const struct reduced, d, l)
        combine_all(e, d, original_of(e, d), d->array ? named(e, "__gd_p_", d) : d->v->name);
    if (turn)
        out(e, "__gantry_host_turn(0, %s);", turn);
    else if (among)
        out(e, "__gantry_host_lock(0);");
    for (size_t i = 0; i < l.n; i++)
        if (is_on_host_heap(&l.v[i]))
            out(e, "__builtin_free(__gd_p_%s);", l.v[i].v->name);
    out_close(e);
}

/* Each thread shows the others where its copies are. Scalars: each thread adds those of all to its own; arrays and
 * structures: the first one adds them to the original. All in the order of the threads' numbers. */
static const char *shown(struct emit *e, const struct reduced *d)
{
    const char *type = type_declare_pointer(e->u->arena, d->elem, ""), *at = "__gd_given[__gd_each]";
    return arena_printf(e->u->arena, d->array ? "((%s)%s[%u])" : "(*(%s)%s[%u])", type, at, d->index);
}

static bool is_each_threads(const struct reduced *d) { return !d->array && type_is_arithmetic(d->v->type); }

static void add_shown(struct emit *e, const reduced_list *l, bool own)
{
    bool any = false;
    for_each (const struct reduced, d, *l)
        any |= is_each_threads(d) == own;
    if (!any)
        return;
    if (!own)
        out_open(e, "if (omp_get_thread_num() == 0)");
    out_open(e, "for (int __gd_each = 0; __gd_each < omp_get_num_threads(); __gd_each++)");
    for_each (const struct reduced, d, *l)
        if (is_each_threads(d) == own)
            combine_all(e, d, original_of(e, d), shown(e, d));
    out_close(e);
    if (!own)
        out_close(e);
}

void shown_copies_end(struct emit *e, const struct region *r)
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    struct sb list = {0};
    for_each (const struct reduced, d, l)
        sb_printf(&list, "%s%s%s", list.n ? ", " : "", d->array ? "__gd_p_" : "&", d->v->name);
    out(e, "const void *const __gd_mine[] = {%s};", sb_take(&list, e->u->arena));
    out(e, "__gd_given[omp_get_thread_num()] = __gd_mine;");
    pragma(e, "barrier");
    add_shown(e, &l, true);
    add_shown(e, &l, false);
    pragma(e, "barrier"); /* till all have been read */
    for_each (const struct reduced, d, l)
        if (is_on_host_heap(d))
            out(e, "__builtin_free(__gd_p_%s);", d->v->name);
    out_close(e);
}

void combine_own_copies(struct emit *e, const struct region *r, unsigned set)
{
    out(e, "__gantry_host_lock(1);");
    team_copies_end(e, r, set, NULL);
    out(e, "__gantry_host_lock(0);");
}
