/* gen/host/host.c: the host C file: the user's text, with each device construct turned into one branch: to the device,
 * or the same region in place as host OpenMP (docs/architecture.md, "On the initial device"). */
#include "host_priv.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

/* ---- the branch ---- */

static void device_line(struct emit *e, const struct region *r)
{
    const struct clause *d = region_clause(r, CLAUSE_DEVICE);
    out(e, "const int __gd_dev = __gantry_device(gantry_region_%u(), %s, %s);", r->id,
        d ? arena_printf(e->u->arena, "(%s)", text_of(e, d->expr)) : "-2147483647",
        condition_text(e, region_if(r, LEAF_TARGET)));
}

/* How many the construct r of kernel k asks for, 1 where its condition is false; "0": it does not say. */
static const char *count_text(struct emit *e, const struct kernel *k, const struct region *r, enum clause_kind kind,
                              unsigned leaf)
{
    const char *n = clause_text(e, r ? region_clause(r, kind) : NULL, "0");
    const struct clause *c = r ? region_if(r, leaf) : NULL;
    bool decided = c && c->applies_to == LEAF_NONE && r == k->region; /* it is target's too: here it is true */
    if (c && !decided)
        return arena_printf(e->u->arena, "(%s) ? (%s) : 1", text_of(e, c->expr), n);
    return n;
}

static const char *threads_text(struct emit *e, const struct kernel *k)
{
    if (k->lone_threads)
        return "1";
    return k->mode == MODE_SPMD ? count_text(e, k, k->parallel, CLAUSE_NUM_THREADS, LEAF_PARALLEL) : "0";
}

/* A generic kernel is launched with all workers of its parallel regions: as many as the largest num_threads. */
static void most_workers(struct emit *e, struct kernel *k, const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling) {
        const struct clause *n = region_clause(c, CLAUSE_NUM_THREADS);
        if (!(c->plan->leaves & LEAF_PARALLEL))
            most_workers(e, k, c);
        else if (n && clause_expr_on_host(e->a, k, n->expr) && !tree_has(n->tree, may_divide_by_zero))
            out(e, "if (__gd_l.num_threads < (%s)) __gd_l.num_threads = (%s);", text_of(e, n->expr),
                text_of(e, n->expr));
    }
}

/* what was measured, else what the program says */
static const char *measured(struct emit *e, unsigned n, const char *said)
{
    return n ? arena_printf(e->u->arena, "%u", n) : said;
}

/* Teams that meet are as many as the loop with the most iterations pays for, if all are known; else as many as fit. */
static bool trips_are_known(struct emit *e, struct kernel *k)
{
    bool any = false;
    for_each_in (region, r, e->u, k->region->stmt) {
        if (!r->plan || !(r->plan->leaves & LEAF_DISTRIBUTE))
            continue;
        any = true;
        if (!loops_on_host(e->a, k, loops_run_by(r)))
            return false;
    }
    return any;
}

void raise_trip(struct emit *e, const char *launch, const struct region *r)
{
    const char *trip = arena_printf(e->u->arena, "%s.%s", launch, threads_share(r) ? "trip" : "team_trip");
    out(e, "if ((long)__gd_n > %s) %s = (long)__gd_n;", trip, trip);
}

static void most_trips(struct emit *e, struct kernel *k)
{
    out(e, "__gd_l.trip = 0;");
    for_each_in (region, r, e->u, k->region->stmt) {
        if (!r->plan || !(r->plan->leaves & LEAF_DISTRIBUTE))
            continue;
        out_open(e, "%s", "");
        emit_bounds(e, loops_run_by(r));
        raise_trip(e, "__gd_l", r);
        out_close(e);
    }
}

static void launch(struct emit *e, struct kernel *k)
{
    bool meet = k->teams && teams_meet(e->u, k->teams);
    unsigned flags = region_clause(k->region, CLAUSE_NOWAIT) && !e->in_own_task ? GANTRY_LAUNCH_NOWAIT : 0;
    flags |= is_resident(k) ? GANTRY_LAUNCH_RESIDENT : 0;
    const struct region *trip = k->trip && !meet ? loops_run_by(k->trip) : NULL;
    bool known = trip && loops_on_host(e->a, k, trip);
    if (known && k->lone_threads && (k->trip->plan->leaves & LEAF_SIMD))
        flags |= GANTRY_LAUNCH_TRIP_LANES;
    else if (known && !(k->trip->plan->leaves & LEAF_PARALLEL))
        flags |= GANTRY_LAUNCH_TRIP_TEAMS;
    const struct tuned *t = &k->on_device;
    bool lone_team = k->march && !k->has_teams && !k->whole_device; /* which form is better depends on that */
    const char *teams =
                   lone_team ? "1" : measured(e, t->teams, count_text(e, k, k->teams, CLAUSE_NUM_TEAMS, LEAF_TEAMS)),
               *limit = measured(e, t->threads, clause_text(e, k->thread_limit, "0")),
               *threads = measured(e, k->lone_threads ? 0 : t->threads, threads_text(e, k));
    out(e, "struct gantry_launch __gd_l = {-1, (%s), (%s), (%s), %u, -1};", teams, limit, threads, flags);
    if (k->mode == MODE_GENERIC && !k->lone_threads)
        most_workers(e, k, k->region);
    if (known) {
        out_open(e, "%s", "");
        emit_bounds(e, trip);
        out(e, "__gd_l.trip = (long)__gd_n;");
        out_close(e);
    }
    if (meet && trips_are_known(e, k))
        most_trips(e, k);
    if (k->variants.n) {
        out_open(e, "%s", "");
        emit_bounds(e, k->inner);
        out(e, "__gd_l.inner = (long)%s;", k->march ? arena_printf(e->u->arena, "__gd_n%u", k->march - 1) : "__gd_n");
        out_close(e);
    }
}

static const char *begin_of(struct emit *e, const struct footprint *f, const struct reached *r)
{
    const char *text = text_of(e, r->root->around), *low = formula_text(e->u, &f->atoms, &r->low, true);
    bool leads = type_is_array(r->root->type) || r->root->type->kind == TYPE_POINTER;
    return arena_printf(e->u->arena, "(double)(long)%s%s%s%s, %s", leads ? "" : "&", text, r->low.n ? " + " : "",
                        r->low.n ? low : "", formula_text(e->u, &f->atoms, &r->span, true));
}

/* Where two ranges may be the same memory: that they are not. */
static const char *apart(struct emit *e, const struct footprint *f, const char *known)
{
    for (size_t i = 0; i < f->reached.n; i++)
        for (size_t k = 0; k < i; k++)
            if (footprints_meet(&f->reached.v[i], &f->reached.v[k]))
                known = arena_printf(e->u->arena, "%s && __gd_clear(%s, %s)", known, begin_of(e, f, &f->reached.v[k]),
                                     begin_of(e, f, &f->reached.v[i]));
    return known;
}

/* For the profile: what the region must move and compute, of the values that it begins with. */
static void needs(struct emit *e, const struct kernel *k)
{
    struct arena *a = e->u->arena;
    const struct footprint *f = &k->footprint;
    const char *known = "1";
    if (f->why)
        return;
    for (size_t i = 0; i < f->conditions.n; i++)
        known = arena_printf(a, "%s%s%s >= 0", i ? known : "", i ? " && " : "",
                             formula_text(e->u, &f->atoms, &f->conditions.v[i], true));
    out(e, "if (__gd_host_watched() && %s)", apart(e, f, known));
    out(e, "__gantry_needs(gantry_region_%u(), %s, %s, %s, %s, %s);", k->region->id,
        formula_text(e->u, &f->atoms, &f->read, true), formula_text(e->u, &f->atoms, &f->written, true),
        formula_text(e->u, &f->atoms, &f->points, true),
        f->operations_known ? formula_text(e->u, &f->atoms, &f->floats, true) : "-1.",
        f->operations_known ? formula_text(e->u, &f->atoms, &f->doubles, true) : "-1.");
}

/* uses_allocators: allocators of the region, made before and destroyed after it; the variable goes to it by value */
static void make_allocators(struct emit *e, const struct region *r)
{
    for_each_row (s, r, ATTR_ALLOCATOR) {
        const struct clause *c = s->clause;
        const struct var *v = s->var;
        const char *traits = text_or(e, c->expr2, NULL);
        out(e,
            "const unsigned long __gd_a_%s = __gantry_allocator(gantry_region_%u(), __gd_dev, (unsigned long)(%s), %s, "
            "%s);",
            v->name, r->id, text_or(e, c->expr, "0"),
            traits ? arena_printf(e->u->arena, "sizeof(%s) / sizeof *(%s)", traits, traits) : "0",
            traits ? traits : "0");
    }
    out_open(e, "%s", "");
    for_each_row (s, r, ATTR_ALLOCATOR)
        out(e, "%s = (__typeof__(%s))__gd_a_%s;", type_declare(e->u->arena, s->var->type, s->var->name), s->var->name,
            s->var->name);
}

static void destroy_allocators(struct emit *e, const struct region *r)
{
    out_close(e);
    for_each_row (s, r, ATTR_ALLOCATOR)
        out(e, "__gantry_allocator_end(gantry_region_%u(), __gd_dev, __gd_a_%s);", r->id, s->var->name);
}

struct kernel *version_in_place(struct kernel *k) { return k->at_home_as ? k->at_home_as : k; }

static void host_target(struct emit *e, const struct region *r)
{
    struct kernel *k = kernel_of(e->a, r);
    bool allocators = region_clause(r, CLAUSE_USES_ALLOCATORS) != NULL;
    bool outer = in_reduction_begin(e, r, k);
    out_open(e, "%s", "");
    device_line(e, r);
    if (allocators)
        make_allocators(e, r);
    needs(e, k);
    out_open(e, "if (__gd_dev >= 0)");
    emit_map_values(e, r, k);
    launch(e, k);
    emit_device_call(e, r, "__gantry_target", "&__gd_l");
    out_else(e);
    bool task = host_task_begin(e, r, k);
    emit_sizes(e, r, k);
    out(e, "const double __gd_began = __gd_host_begins(gantry_region_%u(), __gd_dev);", r->id);
    in_place(e, version_in_place(k)->region, version_in_place(k));
    out(e, "__gd_host_ends(gantry_region_%u(), __gd_dev, __gd_began);", r->id);
    host_task_end(e, task);
    out_close(e);
    if (allocators)
        destroy_allocators(e, r);
    out_close(e);
    in_reduction_end(e, r, outer);
}

static void host_data(struct emit *e, const struct region *r)
{
    out_open(e, "%s", "");
    device_line(e, r);
    emit_map_values(e, r, NULL);
    out(e, "if (__gd_dev >= 0) __gantry_data_begin(gantry_region_%u(), __gd_dev, __gd_v);", r->id);
    bool any = emit_use_device(e, r);
    emit_block(e, r->stmt);
    if (any)
        out_close(e);
    out(e, "if (__gd_dev >= 0) __gantry_data_end(gantry_region_%u(), __gd_dev, __gd_v);", r->id);
    out_close(e);
}

static void host_standalone(struct emit *e, const struct region *r, const char *call)
{
    out_open(e, "%s", "");
    device_line(e, r);
    out_open(e, "if (__gd_dev >= 0)");
    emit_map_values(e, r, NULL);
    emit_device_call(e, r, call, NULL);
    out_close(e);
    emit_empty_task(e, r);
    out_close(e);
}

static const struct device_construct {
    enum directive dir;
    unsigned construct;
    const char *call; /* of a stand-alone one */
} device_constructs[] = {{DIR_TARGET_DATA, GANTRY_TARGET_DATA, NULL},
                         {DIR_TARGET_ENTER_DATA, GANTRY_ENTER_DATA, "__gantry_enter_data"},
                         {DIR_TARGET_EXIT_DATA, GANTRY_EXIT_DATA, "__gantry_exit_data"},
                         {DIR_TARGET_UPDATE, GANTRY_UPDATE, "__gantry_update"},
                         {DIR_COMBINED, 0, NULL}};

static const struct device_construct *row_of(const struct region *r)
{
    const struct device_construct *row = device_constructs;
    while (row->construct && row->dir != r->dir)
        row++;
    return row;
}

static bool is_printed_elsewhere(const struct region *r)
{
    const struct kernel *k = (r->leaves & LEAF_TARGET) && r->plan ? r->plan->kernel : NULL;
    return k && k->region == r && k->is_printed_elsewhere;
}

static unsigned construct_of(const struct analysis *a, const struct region *r)
{
    if (is_printed_elsewhere(r))
        return 0;
    return (r->leaves & LEAF_TARGET) || single_of(a, r) ? GANTRY_TARGET : row_of(r)->construct;
}

static void construct_in_function(struct emit *e, const struct region *r)
{
    int mark = e->indent;
    host_left_agree(e, r);
    bool once = false, shares = task_shares_begin(e, r);
    if (!(r->leaves & LEAF_TEAMS) && !e->host_sequential) /* copies of a team's are ours */
        static_arrays_begin(e, r);
    if (e->host_sequential || !distributed_by_hand(e, r)) {
        once = !e->host_sequential && distributed_once(e, r);
        if (e->host_in_place && r->plan)
            nested_in_place(e, r);
        else
            raw_construct(e, r);
    }
    if (once)
        out_close(e);
    if (shares)
        task_shares_end(e);
    out_close_to(e, mark);
}

/* Does no code around the construct depend on it? */
static bool can_be_left_out(const struct analysis *a, const struct region *r)
{
    return !r->mapper && (!r->parent || construct_of(a, r));
}

const struct region *gen_host_construct(const struct analysis *a, unsigned n, unsigned *count)
{
    const struct region *found = NULL;
    *count = 0;
    for (size_t i = 0; i < a->unit->regions.n; i++)
        if (can_be_left_out(a, a->unit->regions.v[i]) && ++*count == n)
            found = a->unit->regions.v[i];
    return found;
}

static bool is_left_out(const struct emit *e, const struct region *r)
{
    unsigned number = 0;
    if (!e->a->options.first_constructs || !can_be_left_out(e->a, r))
        return false;
    for (size_t i = 0; i < e->u->regions.n && e->u->regions.v[i] != r; i++)
        number += can_be_left_out(e->a, e->u->regions.v[i]);
    return number >= *e->a->options.first_constructs;
}

static void emit_host_region(struct emit *e, const struct region *r)
{
    if (is_left_out(e, r)) {
        out(e, "__builtin_trap();");
        return;
    }
    if (is_printed_elsewhere(r))
        sb_addc(e->out, ';');
    else if (single_of(e->a, r))
        emit_host_single(e, single_of(e->a, r));
    else if (r->leaves & LEAF_TARGET)
        host_target(e, r);
    else if (row_of(r)->call)
        host_standalone(e, r, row_of(r)->call);
    else if (row_of(r)->construct)
        host_data(e, r);
    else if (r->mapper)
        sb_addc(e->out, ';');
    else if (!host_left_construct(e, r))
        construct_in_function(e, r);
}

/* ---- the file ---- */

static const char *quoted(struct emit *e, const char *text)
{
    return text ? arena_printf(e->u->arena, "\"%s\"", c_string(e, text)) : "0";
}

static void variant_table(struct emit *e, const struct region *r, const variant_list *variants)
{
    out(e, "static const struct gantry_variant gantry_variants_%u[] = {", r->id);
    for_each (const struct gantry_variant, v, *variants)
        out(e, "    {\"%s\", %u, %u, %.9g, %.9g, %.9g, %.9g, %.9g},", v->kernel, v->lanes, v->nest, v->warp, v->round,
            v->each, v->wait, v->wait_round);
    out(e, "    {0, 0, 0, 0, 0, 0, 0, 0}};");
}

/* The descriptor is returned by a function: a variable's name would need a data-sharing attribute under the user's
 * default(none), and get a private copy under default(private). */
static void descriptor(struct emit *e, const struct region *r)
{
    struct kernel *k = (r->leaves & LEAF_TARGET) ? kernel_of(e->a, r) : NULL;
    struct sb rows = {0}, *keep = e->out;
    unsigned n = 0;
    e->construct = r;
    emit_generated_marker(e);
    e->construct = NULL;
    e->out = &rows;
    const struct single *single = single_of(e->a, r);
    if (single)
        emit_single_rows(e, single, &n);
    else
        emit_map_rows(e, r, &n);
    const char *kernel = k ? k->name : single ? single->name : NULL;
    e->out = keep;
    out(e, "static const struct gantry_map gantry_m_%u[] = {", r->id);
    sb_addn(e->out, rows.s ? rows.s : "", rows.n);
    out(e, "{0, 0, 0, 0, 0}};");
    bool objects = !single && (e->a->options.verify || e->a->options.check);
    if (objects)
        emit_verify(e, r, e->a->options.verify ? k : NULL);
    bool around = !single && emit_around(e, r, n);
    const variant_list *variants = k ? &k->variants : single ? &single->variants : NULL;
    if (variants && variants->n)
        variant_table(e, r, variants);
    out(e,
        "static struct gantry_region gantry_r_%u = {GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof(struct gantry_region), "
        "%u,",
        r->id, construct_of(e->a, r));
    out(e, "    &GANTRY_MODULE, %s, {\"%s\", \"%s\", %d, %d}, %u, %u, gantry_m_%u, 0, %s, %s,", quoted(e, kernel),
        file_string(e, r->loc.file), r->func ? r->func->name : "", r->loc.line, r->loc.col, n,
        (e->a->options.deterministic ? GANTRY_REGION_DETERMINISTIC : 0u) | (single ? GANTRY_REGION_PHASES : 0u) |
            (r->of_macro || (r->acc_said && r->acc_said->says_more) ? GANTRY_REGION_SAYS_MORE : 0u),
        r->id, objects ? arena_printf(e->u->arena, "&gantry_v_%u", r->id) : "0",
        around ? arena_printf(e->u->arena, "gantry_a_%u", r->id) : "0");
    out(e, "    \"%s\", %s, %s, %s};", c_string(e, words_of(e, k ? version_in_place(k)->region : r)),
        variants && variants->n ? arena_printf(e->u->arena, "gantry_variants_%u", r->id) : "0",
        quoted(e, k ? k->identity : NULL), quoted(e, k ? k->on_device.words : NULL));
    out(e, "GANTRY_REGION gantry_region_%u(void) { return &gantry_r_%u; }", r->id, r->id);
    if (e->a->options.verify && k)
        out(e, "GANTRY_LISTED gantry_listed_%u = &gantry_r_%u;", r->id, r->id);
    sb_free(&rows);
}

static void descriptors_of(struct emit *e, const struct func *f)
{
    for (size_t i = 0; i < e->u->regions.n; i++)
        if (e->u->regions.v[i]->func == f && e->u->regions.v[i]->mapper)
            emit_mapper(e, e->u->regions.v[i]);
    for (size_t i = 0; i < e->u->regions.n; i++)
        if (e->u->regions.v[i]->func == f && construct_of(e->a, e->u->regions.v[i]))
            descriptor(e, e->u->regions.v[i]);
}

static bool needs_descriptors(const struct analysis *a, const struct func *f)
{
    const struct unit *u = a->unit;
    for (size_t i = 0; f && i < u->regions.n; i++)
        if (u->regions.v[i]->func == f && (construct_of(a, u->regions.v[i]) || u->regions.v[i]->mapper))
            return true;
    return false;
}

/* A mapper of file scope is in a wrapper function in the probe copy: the generated function takes its place. */
static bool is_wrapper(const struct func *f) { return !strncmp(f->name, MAPPER_WRAPPER, sizeof MAPPER_WRAPPER - 1); }

/* With -fcheck: what the program calls what lies in them. */
static bool describe_variables(struct emit *e)
{
    if (!e->a->options.check)
        return false;
    out(e, "static const struct gantry_variable_object gantry_described[] = {");
    for_each_pointer (const struct var, v, e->a->device_vars)
        if (!v->is_extern && v->type->layout)
            out(e, "    {(const void *)&%s, {\"%s\", \"%s\"}},", v->name, v->name, v->type->layout);
    out(e, "    {0, {0, 0}}};");
    return true;
}

static void register_variables(struct emit *e)
{
    struct sb rows = {0};
    unsigned n = 0;
    for_each_pointer (const struct var, v, e->a->device_vars) {
        if (v->is_extern)
            continue;
        const char *symbol = device_symbol(e->a, v);
        sb_printf(&rows, "    {(void *)&%s, sizeof %s, \"%s\", %u, %d, \"%s\"},\n", v->name, v->name, symbol,
                  v->declare_target, v->loc.line, file_string(e, v->loc.file));
        n++;
    }
    for (size_t i = 0; i < e->a->funcs.n; i++) {
        const struct func *f = e->a->funcs.v[i]->func;
        if (!f->indirect || !given(f->def))
            continue;
        sb_printf(&rows, "    {(void *)&%s, 8, \"%s\", %u, %d, \"%s\"},\n", f->name, indirect_symbol(e->a, f),
                  GANTRY_VAR_INDIRECT, f->loc.line, file_string(e, f->loc.file));
        n++;
    }
    if (!n)
        return;
    bool described = describe_variables(e);
    out(e, "static const struct gantry_var gantry_vars[] = {\n%s};", rows.s);
    out_open(e, "__attribute__((constructor(101))) static void gantry_vars_register(void)");
    if (described)
        out(e, "__gantry_describe_vars(gantry_described);");
    out(e, "__gantry_register_vars(&GANTRY_MODULE, gantry_vars, %u);", n);
    out_close(e);
    sb_free(&rows);
}

/* Those in blocks are marked where they are declared. */
static void keep_statics(struct emit *e)
{
    struct sb rows = {0};
    for_each_pointer (const struct var, v, e->u->vars)
        if (is_to_keep(e, v) && !v->func && !v->is_extern)
            sb_printf(&rows, " (const void *)&%s,", v->name);
    if (rows.s)
        out(e, "__attribute__((used)) static const void *const gantry_kept[] = {%s 0};", rows.s);
    sb_free(&rows);
}

static void register_requirements(struct emit *e)
{
    if (!e->u->requires_unified && !e->u->openacc)
        return;
    out_open(e, "__attribute__((constructor(101))) static void gantry_requirements(void)");
    if (e->u->requires_unified)
        out(e, "__gantry_requires(%u);", GANTRY_REQUIRES_UNIFIED_MEMORY);
    if (e->u->openacc)
        out(e, "__gantry_acc_file();");
    out_close(e);
}

/* A function that is not inlined. Returns where it ends. */
static uint32_t emit_apart(struct emit *e, struct slice text)
{
    out(e, "#pragma clang attribute push(__attribute__((noinline)), apply_to = function)");
    emit_line_marker(e, text.begin);
    emit_text(e, text);
    out(e, "#pragma clang attribute pop");
    return text.end;
}

bool gen_host(struct analysis *a, struct sb *dest)
{
    const struct unit *u = a->unit;
    struct emit e = {.a = a, .u = u, .out = dest, .where = AT_HOST, .emit_construct = emit_host_region};
    e.columns = a->options.exact_lines && a->options.check;
    for_each_pointer (const struct var, v, u->vars)
        if (is_to_keep(&e, v) && v->func)
            vec_push(u->arena, &e.kept, v);
    out(&e, "#define __GANTRY_GENERATED__");
    out(&e, "#include \"gantry_abi.h\"");
    out(&e, "GANTRY_MODULE_HERE;");
    emit_event_type(&e);
    emit_line_marker(&e, 0);
    uint32_t pos = 0;
    for_each (const struct chunk, c, u->chunks) {
        bool apart = c->kind == CHUNK_FUNC && shares_frame(&e, c->func);
        if (c->kind != CHUNK_FUNC || !(apart || needs_descriptors(a, c->func)))
            continue;
        emit_text(&e, (struct slice){pos, c->text.begin});
        descriptors_of(&e, c->func);
        pos = is_wrapper(c->func) ? c->text.end : c->text.begin;
        if (apart)
            pos = emit_apart(&e, (struct slice){pos, c->text.end});
        emit_line_marker(&e, pos);
    }
    emit_text(&e, (struct slice){pos, u->len});
    keep_statics(&e);
    register_variables(&e);
    register_requirements(&e);
    emit_statements(&e);
    markers_finish(dest, a->options.exact_lines);
    balance_line_markers(dest);
    return u->diag->nerrors == 0;
}
