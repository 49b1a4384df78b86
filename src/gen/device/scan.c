/* gen/device/scan.c: loops with a scan directive, over the threads of a team (OpenMP 5.2, 5.6). The iterations are run
 * in blocks of one per thread: first the part that adds to the variables (the input phase), then __gd_scan gives each
 * thread its prefix, then the part that uses it (the scan phase). Inclusive scans have the input phase before the
 * directive, exclusive ones after it. An inclusive loop may declare variables before the directive that it uses after
 * it: where that can be, its two parts stay in one block, and threads without an iteration jump over them. */
#include "../gen_priv.h"

static void begin_iteration(struct emit *e, const struct region *r, const struct privates *p)
{
    linear_values(e, r);
    emit_iteration_variables(e, r);
    if (p->has_last)
        out(e, "__gd_last |= __gd_k == __gd_n - 1;");
}

static void emit_part(struct emit *e, const struct region *r, const struct privates *p, struct slice part)
{
    out_open(e, "if (__gd_k < __gd_n)");
    if (is_plain_nest(r)) {
        begin_iteration(e, r, p);
        emit_turn(e, part);
    } else {
        emit_nest_body(e, r, p, part);
    }
    out_close(e);
}

/* ---- what is scanned: members of a payload, or, where that is large, element by element ---- */

static void declare_carry(struct emit *e, const struct reduced *d)
{
    const char *n = d->v->name;
    if (reduces_by_parts(d->by)) {
        const char *bytes = arena_printf(e->u->arena, "%s * sizeof *__gd_o_%s", elements_of(e, d), n);
        out(e, "struct __gd_vla __gd_carries_%s __attribute__((cleanup(__gd_vla_leave))) = __gd_vla_enter(%s);", n,
            bytes);
        out(e, "%s = __gd_carries_%s.at;", type_declare_pointer(e->u->arena, d->elem, named(e, "const __gd_c_", d)), n);
        out(e, "__builtin_memcpy((void *)__gd_c_%s, (const void *)__gd_o_%s, %s);", n, n, bytes);
    } else {
        out(e, "__builtin_memcpy((void *)&__gd_carry.%s, (const void *)__gd_o_%s, sizeof __gd_carry.%s);", n, n, n);
    }
}

static void load(struct emit *e, const struct reduced *d)
{
    out(e, "__builtin_memcpy((void *)&__gd_x.%s, (const void *)%s, sizeof __gd_x.%s);", d->v->name,
        address_of_copy(e, d), d->v->name);
}

static void store(struct emit *e, const struct reduced *d)
{
    out(e, "__builtin_memcpy((void *)%s, (const void *)&__gd_x.%s, sizeof __gd_x.%s);", address_of_copy(e, d),
        d->v->name, d->v->name);
}

static void prefix_of_elements(struct emit *e, const struct reduced *d, bool exclusive)
{
    const char *copy = address_of_copy(e, d);
    out_open(e, "for (unsigned long __gd_i = 0; __gd_i < %s; __gd_i++)", elements_of(e, d));
    out(e, "%s;", type_declare(e->u->arena, d->elem, "__gd_x"));
    out(e, "__builtin_memcpy((void *)&__gd_x, (const void *)(%s + __gd_i), sizeof __gd_x);", copy);
    out(e, "__gd_scan(&__gd_s, &__gd_x, (void *)(__gd_c_%s + __gd_i), sizeof __gd_x, %s, %d, %s);", d->v->name,
        part_combiner(e, d->by, d), exclusive, e->crew);
    out(e, "__builtin_memcpy((void *)(%s + __gd_i), (const void *)&__gd_x, sizeof __gd_x);", copy);
    out_close(e);
}

static void store_carry(struct emit *e, const struct reduced *d)
{
    const char *n = d->v->name;
    if (reduces_by_parts(d->by))
        out(e, "__builtin_memcpy((void *)__gd_o_%s, (const void *)__gd_c_%s, %s * sizeof *__gd_o_%s);", n, n,
            elements_of(e, d), n);
    else
        out(e, "__builtin_memcpy((void *)__gd_o_%s, (const void *)&__gd_carry.%s, sizeof __gd_carry.%s);", n, n, n);
}

static void emit_prefix(struct emit *e, const struct region *r, bool exclusive)
{
    if (reduces_by_parts(r)) {
        reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
        for (size_t i = 0; i < l.n; i++)
            prefix_of_elements(e, &l.v[i], exclusive);
        return;
    }
    out_open(e, "%s", "");
    out(e, "struct %s __gd_x;", reduction_payload(e, r));
    each_reduced(e, r, load);
    out(e, "__gd_scan(&__gd_s, &__gd_x, &__gd_carry, sizeof __gd_x, %s__combine, %d, %s);", reduction_payload(e, r),
        exclusive, e->crew);
    each_reduced(e, r, store);
    out_close(e);
}

static void emit_inclusive(struct emit *e, const struct region *r, const struct privates *p, struct scan_parts parts)
{
    out_open(e, "do");
    out(e, "__label__ __gd_at_scan, __gd_at_end;");
    out(e, "if (__gd_k >= __gd_n) goto __gd_at_scan;");
    begin_iteration(e, r, p);
    emit_block(e, parts.before);
    out(e, "__gd_at_scan:;");
    emit_prefix(e, r, false);
    out(e, "if (__gd_k >= __gd_n) goto __gd_at_end;");
    emit_block(e, parts.after);
    out(e, "__gd_at_end:;");
    out_close_with(e, "} while (0);");
}

void emit_scan_loop(struct emit *e, const struct region *r, struct privates *p)
{
    struct scan_parts parts = scan_parts_of(r);
    bool exclusive = parts.exclusive;
    p->has_red = false; /* combined here */
    if (!reduces_by_parts(r))
        out(e, "struct %s __gd_carry;", reduction_payload(e, r));
    tell_off(e);
    each_reduced(e, r, declare_carry);
    tell_on(e);
    out(e, "struct __gd_scan __gd_s;");
    out(e, "__gd_scan_begin(&__gd_s, %d, %s);", e->where == AT_SPMD_PAR, e->crew);
    out_open(e, "for (unsigned long __gd_b = 0; __gd_b < __gd_n; __gd_b += __gd_s.threads)");
    out(e, "const unsigned long __gd_k = __gd_b + __gd_s.me;");
    tell_at(e, r, "__gd_k");
    reduction_restart(e, r);
    if (scan_parts_are_apart(e->u, r)) {
        emit_part(e, r, p, exclusive ? parts.after : parts.before);
        emit_prefix(e, r, exclusive);
        emit_part(e, r, p, exclusive ? parts.before : parts.after);
    } else {
        emit_inclusive(e, r, p, parts);
    }
    out_close(e);
    out_open(e, "if (__gd_n && __gd_s.me == 0 && __gd_lane(%s) == 0)", e->crew);
    tell_result(e, r);
    each_reduced(e, r, store_carry);
    tell_result_end(e);
    out_close(e);
    reduction_give_back(e, r);
}
