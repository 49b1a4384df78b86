/* gen/device/summary.c: the rows the device link merges (docs/summary-format.md). */
#include "../gen_priv.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

enum {
#define FLAG(BIT, NAME, WORD) F_##NAME = 1 << BIT,
#include "../../../include/gantry_summary.def"
#undef FLAG
};

/* Tabs and line ends part fields and rows: in names of files they are written as \t and \n. */
static const char *row_text(const struct unit *u, const char *text)
{
    struct sb out = {0};
    if (!strpbrk(text, "\\\t\n"))
        return text;
    for (; *text; text++) {
        if (*text == '\\' || *text == '\t' || *text == '\n')
            sb_addc(&out, '\\');
        sb_addc(&out, *text == '\t' ? 't' : *text == '\n' ? 'n' : *text);
    }
    return sb_take(&out, u->arena);
}

static const char *row_file(const struct unit *u, const char *file) { return row_text(u, unit_file(u, file)); }

static unsigned region_flags(const struct region *r)
{
    if (r->dir == DIR_COMBINED) {
        if ((r->plan->leaves & LEAF_PARALLEL) && !r->plan->inline_parallel)
            return F_PARALLEL;
        bool nested = r->parent && r->parent->plan;
        return (r->plan->leaves & LEAF_FOR) && nested ? F_BARRIER : 0;
    }
    if (meets_team(r->dir))
        return F_BARRIER;
    return r->dir == DIR_ATOMIC || r->dir == DIR_CRITICAL ? F_ATOMIC | F_EFFECT : 0;
}

/* Does a construct read the team's state? Most of those of device functions do. */
static bool construct_reads_state(const struct region *r, bool in_function)
{
    const struct clause *c = region_clause(r, CLAUSE_SCHEDULE);
    bool cancels = r->dir == DIR_CANCEL || r->dir == DIR_CANCELLATION_POINT;
    bool asks_for_schedule = c && (c->modifiers & SCHED_KIND) == SCHED_RUNTIME;
    if (cancels || asks_for_schedule || takes_memory(r) || is_of_one_thread(r)) /* they ask for the number of threads */
        return true;
    if (!in_function || r->dir == DIR_ATOMIC || r->dir == DIR_FLUSH || r->dir == DIR_CRITICAL)
        return false;
    return r->dir != DIR_COMBINED || (r->plan->leaves & ~LEAF_SIMD);
}

/* Does a library function read the team's state? (Other functions have rows of their own.) */
static bool reads_state(const struct func *f)
{
    const struct library_row *row = is_library_func(f) ? library_find(f->name) : NULL;
    return row && row->traits & LIBRARY_STATE;
}

static unsigned flags_in(struct analysis *a, struct slice s, bool in_function)
{
    const struct unit *u = a->unit;
    unsigned f = 0;
    for_each_in (region, r, u, s)
        if (r->plan)
            f |= region_flags(r) | (construct_reads_state(r, in_function) ? F_QUERY : 0);
    for_each_in (ref, r, u, s) {
        if (r->func && reads_state(r->func))
            f |= F_QUERY;
        if (r->func && !r->is_call && !(r->access & ACC_UNEVALUATED))
            f |= F_INDIRECT;
        if (r->var && (r->access & ACC_ELEM_WRITE))
            f |= F_EFFECT;
    }
    return f;
}

static const char *flag_text(unsigned f, char *buf, size_t n)
{
    static const char *const names[] = {
#define FLAG(BIT, NAME, WORD) [BIT] = WORD,
#include "../../../include/gantry_summary.def"
#undef FLAG
    };
    buf[0] = 0;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (f & (1u << i)) {
            strncat(buf, *buf ? "," : "", n - strlen(buf) - 1);
            strncat(buf, names[i], n - strlen(buf) - 1);
        }
    return *buf ? buf : "-";
}

/* without: what its simd loops call; or NULL */
static void calls(struct analysis *a, struct sb *out, const char *row, const char *caller, struct slice s,
                  const struct region *without)
{
    const struct unit *u = a->unit;
    for_each_in (ref, r, u, s) {
        if (!r->func || (r->access & ACC_UNEVALUATED) || (without && simd_around(u, without, r->off)))
            continue;
        struct loc l = unit_loc(u, r->off);
        sb_printf(out, "%s\t%s\tcallee=%s\tline=%d\tfile=%s\n", row, caller, r->func->name, l.line,
                  row_file(u, l.file));
    }
}

/* by combiners and initialisers of the reductions in s */
static void calls_of_reductions(struct analysis *a, struct sb *out, const char *caller, struct slice s)
{
    unsigned set = ATTRS_REDUCED | ATTR_TARGET_REDUCTION | ATTR_TASK_REDUCTION;
    const struct unit *u = a->unit;
    for_each_in (region, r, u, s)
        for_each_row (x, r, set)
            if (x->item->udr)
                calls(a, out, "call", caller, x->item->udr->probe, NULL);
}

/* How many threads of a team the clauses speak of, 0 = none does: the link's launch bound, and so the registers a
 * thread may have. A number that is not constant may be any. */
static long bound_of(long bound, const struct clause *c)
{
    long n = !c                                                                         ? 0
             : c->expr_const && c->expr_value > 0 && c->expr_value < GANTRY_ANY_THREADS ? (long)c->expr_value
                                                                                        : GANTRY_ANY_THREADS;
    return n > bound ? n : bound;
}

static long bound_of_parallels(long bound, const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling)
        bound = c->plan->leaves & LEAF_PARALLEL ? bound_of(bound, region_clause(c, CLAUSE_NUM_THREADS))
                                                : bound_of_parallels(bound, c);
    return bound;
}

static long thread_bound(const struct kernel *k)
{
    long limit = k->on_device.threads ? (long)k->on_device.threads : bound_of(0, k->thread_limit);
    if (limit && limit < GANTRY_ANY_THREADS)
        return limit;
    if (k->mode == MODE_SPMD)
        return bound_of(limit, k->parallel ? region_clause(k->parallel, CLAUSE_NUM_THREADS) : NULL);
    long n = bound_of_parallels(limit, k->region); /* others, of functions too, ask for none and have the usual ones */
    long usual = k->has_teams ? GANTRY_USUAL_LANES : GANTRY_LONE_TEAM_LANES;
    return n && n < usual ? usual : n;
}

/* What each team leaves of the region's reduction, and twice of the largest of the league's: whoever has come out of
 * one may leave its value for the next while others still read (device/league.c). */
static unsigned scratch_of(struct analysis *a, const struct kernel *k)
{
    enum { ALIGN = 16 };
    unsigned own = k->teams ? reduction_size(k->teams) : 0, gathered = k->teams ? gather_size(a->unit, k->teams) : 0;
    return gathered ? (own + ALIGN - 1) / ALIGN * ALIGN + 2 * gathered : own;
}

static void kernel_row(struct analysis *a, struct kernel *k, struct sb *out)
{
    const struct region *r = k->region;
    char buf[96];
    unsigned nparams = 0, flags = flags_in(a, r->stmt, false) | region_flags(r);
    flags |= construct_reads_state(r, false) ? F_QUERY : 0; /* the construct that the kernel is */
    flags |= a->unit->requires_unified ? F_UNIFIED : 0;
    for (size_t i = 0; i < k->maps.n; i++)
        nparams += k->maps.v[i].param != 0;
    if (facts_of_memory(a->unit, region_text(r)) & CALLS_POINTER)
        flags |= F_INDIRECT;
    sb_printf(out,
              "kernel\t%s\tfile=%s\tfunc=%s\tline=%d\tmode=%s\twhy=%s:%d\tgroup=1\tthreads=0\tone_team=%d\tscratch=%u\t"
              "nparams=%u\tflags=%s",
              k->name, row_file(a->unit, r->loc.file), r->func ? r->func->name : "-", r->loc.line,
              k->mode == MODE_SPMD ? "spmd" : "generic", why_id(k->mode_why), k->why_loc.line, !k->has_teams,
              scratch_of(a, k), nparams, flag_text(flags, buf, sizeof buf));
    if (thread_bound(k))
        sb_printf(out, "\tmax_threads=%ld", thread_bound(k));
    const struct clause *registers = region_clause(r, CLAUSE_REGISTERS);
    long long most = k->on_device.registers ? k->on_device.registers : registers ? registers->expr_value : 0;
    if (most)
        sb_printf(out, "\tregisters=%lld", most);
    sb_addc(out, '\n');
    calls(a, out, "call", k->name, r->stmt, NULL);
    calls_of_reductions(a, out, k->name, region_text(r));
}

/* A loop as one kernel: what its phases need, it needs. */
static void single_row(struct analysis *a, const struct single *s, struct sb *out)
{
    const struct region *r = s->region;
    unsigned scratch = 0;
    size_t nparams = (size_t)single_has_out(s) + s->places + s->values.n;
    for_each (const struct phase, h, s->phases) {
        unsigned n = h->kernel->teams ? reduction_size(h->kernel->teams) : 0;
        scratch = n > scratch ? n : scratch;
    }
    for (size_t i = 0; i < s->rows.n; i++)
        nparams += single_row_used(s, i);
    sb_printf(
        out,
        "kernel\t%s\tfile=%s\tfunc=%s\tline=%d\tmode=spmd\twhy=%s:%d\tgroup=1\tthreads=0\tone_team=0\tscratch=%u\t"
        "nparams=%zu\tflags=-\n",
        s->name, row_file(a->unit, r->loc.file), r->func ? r->func->name : "-", r->loc.line, why_id(s->why),
        r->loc.line, scratch, nparams);
    for_each (const struct phase, h, s->phases)
        sb_printf(out, "call\t%s\tcallee=%s\tline=%d\tfile=%s\n", s->name, h->kernel->name, h->kernel->region->loc.line,
                  row_file(a->unit, h->kernel->region->loc.file));
}

/* a parallel region with simd loops for the lanes of its threads */
static void parallel_row(struct analysis *a, const struct region *r, struct sb *out)
{
    struct plan *p = r->plan;
    sb_printf(out,
              "parallel\t%s\tof=%s\tfile=%s\tline=%d\tsimd=%u\tgroup=%u\tlimit=%u\tleaders=%d\tinline=%d\tspace=%u\n",
              p->name, p->kernel ? p->kernel->name : r->func->name, row_file(a->unit, r->loc.file), r->loc.line,
              p->nsimd, p->group, p->group_limit, p->crew == CREW_LEADERS, p->inline_parallel, space_size(a->unit, r));
    if (p->crew == CREW_LEADERS)
        calls(a, out, "within", p->name, r->stmt, r);
}

/* Frames are in memory of the team or the calling thread, found through the team's state. */
static unsigned frame_flags(const struct dfunc *d)
{
    return (d->shared.n || d->alone ? F_FRAME : 0) | (d->simds.n ? F_SIMD : 0);
}

static void func_row(struct analysis *a, const struct dfunc *d, struct sb *out)
{
    const struct func *f = d->func;
    char buf[96];
    unsigned flags = flags_in(a, f->def, true) | (f->has_indirect_calls ? F_INDIRECT : 0) | frame_flags(d);
    sb_printf(out, "func\t%s\tfile=%s\tline=%d\tflags=%s", f->name, row_file(a->unit, f->loc.file), f->loc.line,
              flag_text(flags, buf, sizeof buf));
    if (d->level)
        sb_printf(out, "\tgroup=%u\tlimit=%u", d->level->plan->group, d->level->plan->group_limit);
    if (lane_stack_size(d))
        sb_printf(out, "\tlane_stack=%u", lane_stack_size(d));
    sb_addc(out, '\n');
    calls(a, out, "call", f->name, f->def, NULL);
    calls_of_reductions(a, out, f->name, f->def);
}

/* Each variant is a kernel like others. */
static void variant_rows(struct analysis *a, struct kernel *k, struct sb *out)
{
    for (size_t v = 1; v < k->variants.n; v++) {
        kernel_become(a, k, v);
        kernel_row(a, k, out);
        for_each_pointer (const struct region, r, a->unit->regions)
            if (r->plan && r->plan->kernel == k && r->plan->crew != CREW_ALONE)
                parallel_row(a, r, out);
    }
    kernel_become(a, k, 0);
}

static void single_variant_rows(struct analysis *a, struct single *s, struct sb *out)
{
    for (size_t v = 1; v < s->variants.n; v++) {
        single_become(a, s, v);
        single_row(a, s, out);
    }
    single_become(a, s, 0);
}

void gen_summary(struct analysis *a, struct sb *out)
{
    sb_add(out, "version\t1\n");
    for_each_pointer (struct kernel, k, a->kernels)
        if (!k->is_printed_elsewhere)
            kernel_row(a, k, out);
    for_each_pointer (struct single, s, a->singles)
        if (s->why == WHY_SINGLE)
            single_row(a, s, out);
    for (size_t i = 0; i < a->funcs.n; i++)
        func_row(a, a->funcs.v[i], out);
    for_each_pointer (const struct region, r, a->unit->regions)
        if (r->plan && r->plan->crew != CREW_ALONE)
            parallel_row(a, r, out);
    for (size_t i = 0; i < a->kernels.n; i++)
        variant_rows(a, a->kernels.v[i], out);
    for_each_pointer (struct single, s, a->singles)
        single_variant_rows(a, s, out);
    for_each_pointer (const struct var, v, a->device_vars)
        sb_printf(out, "var\t%s\tfile=%s\tline=%d\tsize=%ld\n", device_symbol(a, v), row_file(a->unit, v->loc.file),
                  v->loc.line, device_symbol_size(v));
    for (size_t i = 0; i < a->funcs.n; i++) {
        const struct func *f = a->funcs.v[i]->func;
        if (f->indirect && given(f->def))
            sb_printf(out, "var\t%s\tfile=%s\tline=%d\tsize=8\n", indirect_symbol(a, f), row_file(a->unit, f->loc.file),
                      f->loc.line);
    }
    if (a->unit->pointer_calls.n && (a->kernels.n || a->funcs.n))
        sb_printf(out, "var\t" GANTRY_INDIRECT "\tfile=%s\tline=1\tsize=16\n", row_text(a->unit, a->unit->path));
}
