/* gen/host/single.c: a loop with `#pragma ompx single_launch` that may be one launch:
 *
 *     {
 *         const int __gd_dev = __gantry_device(…);
 *         int __gd_single = 0;
 *         if (__gd_dev >= 0) {
 *             copies of the variables, the values of the rows
 *             if ((__gd_single = __gantry_single(…))) { it = __gd_out.it; }
 *         }
 *         if (!__gd_single)
 *             the loop as it stands
 *     }
 *
 * In place the loop may be one parallel region, whose threads run the loop's own code with copies of its variables:
 *
 *     if (regions have enough iterations && __gantry_single(…)) {
 *         parallel firstprivate(it)
 *         { the loop, with a share of each region for each thread and a barrier behind it   __gd_out.it = it; }
 *         it = __gd_out.it;
 *     }
 */
#include "host_priv.h"
#include "../../../include/gantry_abi.h"

/* As in the kernel's structure: storage_field */
static const char *alignment(struct emit *e, const struct var *v)
{
    return v->align || v->allocate_align ? arena_printf(e->u->arena, " __attribute__((aligned(%u)))", storage_align(v))
                                         : "";
}

/* Where the loop declares the variable it cannot be named here. */
static void cell_field(struct emit *e, const struct single *s, size_t i)
{
    const struct var *v = s->cells.v[i];
    const char *name = arena_printf(e->u->arena, "%s[2]", single_cell_name(e, i));
    if (slice_has(s->region->stmt, v->decl))
        out(e, "%s%s;", type_declare(e->u->arena, v->type, name), alignment(e, v));
    else
        out(e, "__typeof__(%s) %s%s;", name_of(e, v), name, alignment(e, v));
}

static void out_struct(struct emit *e, const struct single *s)
{
    out_open(e, "struct");
    for (size_t i = 0; i < s->cells.n; i++)
        cell_field(e, s, i);
    for_each_pointer (const struct var, v, s->stored)
        out(e, "__typeof__(%s) %s%s;", name_of(e, v), v->name, alignment(e, v));
    out_close_with(e, "} __gd_out;");
}

/* The parameters, in the order of gen/common/single_names.c: rows without one may stand anywhere. */
void emit_single_rows(struct emit *e, const struct single *s, unsigned *n)
{
    const struct region *r = s->region;
    *n = 0;
#define ROW(...) (out(e, __VA_ARGS__), ++*n)
    if (single_has_out(s))
        ROW("{\"(results)\", 0x%x, %u, %d, %d},", GANTRY_MAP_FROM, GANTRY_PARAM_ADDRESS, r->loc.line, r->loc.col);
    if (s->places)
        ROW("{\"(places)\", 0, %u, %d, %d},", GANTRY_PARAM_VALUE, r->loc.line, r->loc.col);
    for (size_t i = 0; i < s->rows.n; i++) {
        struct mapping m = s->rows.v[i];
        m.param = single_row_used(s, i) ? GANTRY_PARAM_ADDRESS : GANTRY_PARAM_NONE;
        emit_map_row(e, r, &m);
        ++*n;
    }
    for_each_pointer (const struct var, v, s->values)
        ROW("{\"%s\", 0, %u, %d, %d},", v->name, GANTRY_PARAM_VALUE, r->loc.line, r->loc.col);
#undef ROW
}

static void values(struct emit *e, const struct single *s)
{
    unsigned n = 0;
    for_each_pointer (const struct var, v, s->values) {
        const char *from = map_value_name(e, v);
        if (v->is_length || v->type->is_const || v->is_register)
            out(e, "__typeof__(%s) __gd_c%u = %s;", from, n, from);
        else /* it may not have a value yet */
            out(e, "__typeof__(%s) __gd_c%u; __builtin_memcpy((void *)&__gd_c%u, (const void *)&%s, sizeof __gd_c%u);",
                from, n, n, from, n);
        n++;
    }
    out(e, "struct gantry_val __gd_v[] = {");
    e->indent++;
    if (single_has_out(s))
        out(e, "{(void *)&__gd_out, (void *)&__gd_out, sizeof __gd_out},");
    if (s->places)
        out(e, "{(void *)&__gd_places, (void *)&__gd_places, sizeof __gd_places},");
    for (size_t i = 0; i < s->rows.n; i++)
        emit_map_value(e, &s->rows.v[i], i);
    for (size_t i = 0; i < s->values.n; i++)
        out(e, "{(void *)&__gd_c%zu, (void *)&__gd_c%zu, sizeof __gd_c%zu},", i, i, i);
    out(e, "{0, 0, 0}};");
    e->indent--;
}

/* The league is as large as the region with the most iterations would have it. */
static void trip(struct emit *e, const struct kernel *k)
{
    out_open(e, "%s", "");
    emit_bounds(e, loops_run_by(k->trip));
    raise_trip(e, "__gd_s", k->trip);
    out_close(e);
}

/* The launch chooses how many lanes threads have. */
static void inner(struct emit *e, const struct region *simd)
{
    out_open(e, "%s", "");
    emit_bounds(e, simd);
    out(e, "__gd_s.inner = (long)__gd_n;");
    out_close(e);
}

/* What the phases ask for that can tell how many teams or threads they have. */
static void numbers(struct emit *e, const struct phase *h)
{
    const struct kernel *k = h->kernel;
    const struct clause *teams = h->virtual_teams && k->has_teams ? region_clause(k->teams, CLAUSE_NUM_TEAMS) : NULL,
                        *threads = k->parallel ? region_clause(k->parallel, CLAUSE_NUM_THREADS) : NULL;
    if (h->virtual_teams)
        out(e, "__gantry_single_teams(&__gd_s, %s);", clause_text(e, teams, "1"));
    if (h->virtual_threads)
        out(e, "__gantry_single_threads(&__gd_s, %s, %s);", clause_text(e, k->thread_limit, "0"),
            clause_text(e, threads, "0"));
}

static void one_launch(struct emit *e, const struct single *s)
{
    if (single_has_out(s))
        out_struct(e, s);
    if (s->places)
        out(e, "struct gantry_places __gd_places;");
    values(e, s);
    out(e, "struct gantry_single __gd_s = {%s, %d, %d, 0, 0, 0, -1};", s->places ? "&__gd_places" : "0",
        s->trips ? 0 : -1, s->computed);
    for_each (const struct phase, h, s->phases) {
        numbers(e, h);
        if (s->trips && h->kernel->has_teams && !h->virtual_teams)
            trip(e, h->kernel);
    }
    if (s->inner)
        inner(e, s->inner);
    out(e, "__gd_single = __gantry_single(gantry_region_%u(), __gd_dev, __gd_v, &__gd_s);", s->region->id);
    if (!s->stored.n)
        return;
    out_open(e, "if (__gd_single)");
    for_each_pointer (const struct var, v, s->stored)
        out(e, "%s = __gd_out.%s;", name_of(e, v), v->name);
    out_close(e);
}

/* ---- in place ---- */
static const struct single *in_one_parallel(const struct emit *e, const struct region *r)
{
    for (; r; r = r->parent)
        if (r->dir == DIR_SINGLE_LAUNCH)
            return single_of(e->a, r);
    return NULL;
}

static bool any_reduces(const struct single *s)
{
    for_each (const struct phase, h, s->phases)
        if (sharing_first(h->kernel->cores_share, ATTRS_REDUCED))
            return true;
    return false;
}

static void share_of_phase(struct emit *e, const struct region *r)
{
    void (*keep)(struct emit *, const struct region *) = e->emit_construct;
    e->emit_construct = e->construct_in_place;
    e->one_parallel = true;
    in_place(e, r, kernel_of(e->a, r));
    e->one_parallel = false;
    e->emit_construct = keep;
}

static void emit_in_parallel(struct emit *e, const struct region *r)
{
    const struct phase *h = phase_of(in_one_parallel(e, r), r);
    if (!h) { /* taskwait: there are no tasks */
        given(r->stmt) ? emit_block(e, r->stmt) : out(e, ";");
        return;
    }
    size_t mark = e->env.n;
    out_open(e, "%s", "");
    if (sharing_first(h->kernel->cores_share, ATTRS_REDUCED)) {
        team_copies_begin(e, r, ATTRS_REDUCED);
        share_of_phase(e, r);
        shown_copies_end(e, r);
    } else {
        share_of_phase(e, r);
        barrier(e);
    }
    out_close(e);
    e->env.n = mark;
}

/* Would each region open a parallel region? */
static void enough(struct emit *e, const struct kernel *k)
{
    const struct region *loop = k->cores_share;
    if (!loop->plan->place.few)
        return;
    out_open(e, "if (__gd_pays)");
    emit_bounds(e, loop);
    out(e, "__gd_pays = __gd_n > %lld;", (long long)loop->plan->place.few);
    out_close(e);
}

static void one_parallel(struct emit *e, const struct single *s)
{
    struct sb copies = {0};
    out_open(e, "struct");
    for_each_pointer (const struct var, v, s->placed) {
        out(e, "__typeof__(%s) %s;", name_of(e, v), v->name);
        sb_printf(&copies, "%s%s", copies.n ? ", " : " firstprivate(", v->name);
    }
    out_close_with(e, "} __gd_out;");
    if (any_reduces(s)) {
        out(e, "extern int omp_get_max_threads(void), omp_get_num_threads(void);");
        out(e, "const void *const *__gd_given[omp_get_max_threads()];");
    }
    pragma_begin(e, "parallel");
    if (copies.n)
        sb_printf(e->out, "%s)", copies.s);
    pragma_end(e);
    out_open(e, "%s", "");
    e->construct_in_place = e->emit_construct;
    e->emit_construct = emit_in_parallel;
    statement(e, s->region);
    e->emit_construct = e->construct_in_place;
    out_open(e, "if (omp_get_thread_num() == 0)");
    for_each_pointer (const struct var, v, s->placed)
        out(e, "__gd_out.%s = %s;", v->name, v->name);
    out_close(e);
    out_close(e);
    for_each_pointer (const struct var, v, s->placed)
        out(e, "%s = __gd_out.%s;", name_of(e, v), v->name);
    sb_free(&copies);
}

static void as_it_stands(struct emit *e, const struct single *s)
{
    if (s->place != WHY_SINGLE_PLACE || e->host_in_place) {
        statement(e, s->region);
        return;
    }
    out(e, "int __gd_pays = __gd_dev < 0;");
    for_each (const struct phase, h, s->phases)
        enough(e, h->kernel);
    out_open(e, "if (__gd_pays && __gantry_single(gantry_region_%u(), __gd_dev, 0, 0))", s->region->id);
    one_parallel(e, s);
    out_else(e);
    statement(e, s->region);
    out_close(e);
}

void emit_host_single(struct emit *e, const struct single *s)
{
    out_open(e, "%s", "");
    out(e, "const int __gd_dev = __gantry_device(gantry_region_%u(), -2147483647, 1);", s->region->id);
    out(e, "int __gd_single = 0;");
    out_open(e, "if (__gd_dev >= 0)");
    one_launch(e, s);
    out_close(e);
    out_open(e, "if (!__gd_single)");
    as_it_stands(e, s);
    out_close(e);
    out_close(e);
}
