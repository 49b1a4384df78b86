/* analysis/explain.c: decisions as text, for people (gantry explain) and for tests (--dump=decisions). It prints
 * what the passes recorded and decides nothing.
 * needs: all passes. */
#include "analysis.h"
#include "advise/advise.h"
#include "../../include/gantry_abi.h"

#include <stdlib.h>
#include <string.h>

static const char *const how_names[] = {
    [CAP_ADDRESS] = "mapped",         [CAP_POINTER] = "pointer",       [CAP_VALUE] = "firstprivate",
    [CAP_COPY] = "firstprivate copy", [CAP_DEVPTR] = "device pointer", [CAP_PRIVATE] = "private",
};

static const char *map_text(unsigned flags, char *buf, size_t n)
{
    if (flags & GANTRY_MAP_LOOKUP)
        return "";
    const char *dir = (flags & GANTRY_MAP_TO) && (flags & GANTRY_MAP_FROM) ? "tofrom"
                      : (flags & GANTRY_MAP_TO)                            ? "to"
                      : (flags & GANTRY_MAP_FROM)                          ? "from"
                                                                           : "alloc";
    snprintf(buf, n, "map(%s%s%s)", (flags & GANTRY_MAP_ALWAYS) ? "always, " : "",
             (flags & GANTRY_MAP_PRESENT)     ? "present, "
             : (flags & GANTRY_MAP_NO_CREATE) ? "ompx_no_create, "
                                              : "",
             dir);
    return buf;
}

static const char *level_names(unsigned leaves, char *buf, size_t n)
{
    static const struct {
        unsigned leaf;
        const char *text;
    } rows[] = {{LEAF_DISTRIBUTE, "teams (distribute)"}, {LEAF_FOR, "threads (for)"}};
    buf[0] = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (leaves & rows[i].leaf) {
            strncat(buf, *buf ? " and " : "", n - strlen(buf) - 1);
            strncat(buf, rows[i].text, n - strlen(buf) - 1);
        }
    return *buf ? buf : "one thread";
}

static void print_advice(enum why why, FILE *f)
{
    if (why_hint(why))
        fprintf(f, "  hint      %s\n", why_hint(why));
}

static const char *bytes_of(const struct var *v, char *buf, size_t n)
{
    snprintf(buf, n, v->type->size > 0 ? ", %lld bytes" : "", (long long)v->type->size);
    return buf;
}

static void print_simd_level(const struct plan *p, FILE *f)
{
    if (p->called)
        fprintf(f, " over the lanes of a thread (simd): %s\n", why_said(p->lanes_why));
    else if (p->lanes_of)
        fprintf(f, " over the lanes of a thread (simd)\n");
    else
        fprintf(f, " in order on one lane (simd): %s\n", why_said(p->lanes_why));
    if (!p->lanes_of)
        print_advice(p->lanes_why, f);
}

static void print_guards(const struct guard *guards, size_t n, FILE *f)
{
    unsigned met = 0;
    for (size_t i = 0; i < n; i++)
        met += guards[i].unsynced != WHY_NONE;
    fprintf(f, "%zu guarded place%s", n, n == 1 ? "" : "s");
    if (met)
        fprintf(f, " (%u without a barrier before: %s)", met, why_said(WHY_JUST_MET));
}

/* "1, 4 or 32 lanes to a thread: " */
static void print_sizes(const variant_list *variants, FILE *f)
{
    size_t left = variants->n;
    for (unsigned lanes = 1; left; lanes *= 2)
        for_each (const struct gantry_variant, v, *variants)
            if (v->lanes == lanes)
                fprintf(f, "%u%s", lanes, --left > 1 ? ", " : left ? " or " : " lanes to a thread: ");
}

/* "1 up to 3 iterations, 4 up to 120, then 32": what launches with many threads take */
static void print_chosen(const variant_list *variants, const struct region *inner, FILE *f)
{
    enum { MOST = 100000, CHANGES = 6 };
    const struct gantry_variant *v = variants->v;
    int now = gantry_variant_best(v, variants->n, 1, 0, 1);
    unsigned changes = 0;
    fprintf(f, "  variants  by the loop of line %d, with many threads: ", inner->loops[0].loc.line);
    for (int64_t n = 2; n <= MOST && changes < CHANGES; n++) {
        int best = gantry_variant_best(v, variants->n, (double)n, 0, 1);
        if (best == now)
            continue;
        fprintf(f, "%u up to %lld%s, ", v[now].lanes, (long long)n - 1, changes++ ? "" : " iterations");
        now = best;
    }
    fprintf(f, "%s%u; more with few\n", changes ? "then " : "", v[now].lanes);
}

/* A parallel region with simd loops: its groups, and who runs the code between the loops. */
static void print_crew(const struct region *r, FILE *f)
{
    const struct plan *p = r->plan;
    if (p->crew == CREW_ALONE)
        return;
    fprintf(f, "  lanes     line %d: ", r->loc.line);
    if (p->group_why == WHY_GROUP_LAUNCH)
        print_sizes(&p->kernel->variants, f);
    else if (p->nsimd)
        fprintf(f, "%u lane%s to a thread: ", p->group, p->group == 1 ? "" : "s");
    fprintf(f, "%s", why_said(p->group_why));
    if (p->group_limit)
        fprintf(f, ", at most %u", p->group_limit);
    if (p->crew == CREW_TOGETHER) {
        fprintf(f, "; all of them run the thread's code, ");
        print_guards(p->guards.v, p->guards.n, f);
        fprintf(f, "\n");
    } else {
        fprintf(f, "; the first runs the thread's code, the others wait for simd loops: %s, line %d [%s]\n",
                why_text(p->crew_why), p->crew_loc.line, why_id(p->crew_why));
        print_advice(p->crew_why, f);
    }
    if (p->group_why == WHY_GROUP_LAUNCH)
        print_chosen(&p->kernel->variants, p->kernel->inner, f);
    char buf[32];
    for (size_t i = 0; i < p->space.n; i++)
        fprintf(f, "  moved     %-16s to memory that the lanes of a thread share%s\n", p->space.v[i].var->name,
                bytes_of(p->space.v[i].var, buf, sizeof buf));
}

typedef bool stride_test(const struct strides *s, unsigned j);

/* Does list[i] pass the test, as the first access of its name that does? Long names are left out. */
static bool is_new_name(const struct unit *u, const strides_list *list, size_t i, unsigned j, stride_test *test)
{
    struct slice base = list->v[i].of->base;
    if (!test(&list->v[i], j) || base.end - base.begin > 40)
        return false;
    for (size_t k = 0; k < i; k++)
        if (test(&list->v[k], j) && !strcmp(text_slice(u, list->v[k].of->base), text_slice(u, base)))
            return false;
    return true;
}

/* Prints the names of objects with such a stride in loop j, each once: "'u', 'v'"; returns how many. */
static unsigned print_names(const struct unit *u, const strides_list *list, unsigned j, stride_test *test,
                            const char *before, FILE *f)
{
    unsigned n = 0;
    for (size_t i = 0; i < list->n; i++) {
        struct slice base = list->v[i].of->base;
        if (is_new_name(u, list, i, j, test))
            fprintf(f, "%s'%s'", n++ ? ", " : before, text_slice(u, base));
    }
    return n;
}

/* The variable of the loop that should vary fastest. (Of two nested constructs it is one of the outer's.) */
static const char *better_name(const struct region *r) { return r->loops[r->plan->order_better].iv->name; }

static void print_order(const struct analysis *a, const struct region *r, FILE *f)
{
    const struct plan *p = r->plan;
    if (p->tuned_fastest)
        fprintf(f, "  order     line %d: %s varies fastest over neighbouring lanes: %s\n", r->loops[0].loc.line,
                r->loops[p->tuned_fastest - 1].iv->name, why_said(WHY_TUNED));
    if (p->order_why == WHY_NONE || p->tuned_fastest || (p->kernel && p->kernel->deeper))
        return;
    const strides_list *list = &p->strides;
    unsigned best = p->order_better;
    bool changed = p->order_why == WHY_ORDER_UNIT || p->order_why == WHY_ORDER_SWAP;
    fprintf(f, "  order     line %d: ", r->loops[0].loc.line);
    if (p->order_why == WHY_ORDER_COLLAPSE)
        fprintf(f, "collapse(2) would let neighbouring lanes take neighbouring elements");
    else
        fprintf(f, changed ? "changed: %s varies fastest over neighbouring lanes (" : "kept, though %s has ",
                better_name(r));
    const char *unit = p->order_why == WHY_ORDER_COLLAPSE ? " of " : changed ? "unit stride of " : "unit stride in ";
    const char *close = p->order_why == WHY_ORDER_COLLAPSE ? ", near together in " : "short strides in ";
    if (!print_names(a->unit, list, best, is_unit_stride, unit, f))
        print_names(a->unit, list, best, is_short_stride, close, f);
    fprintf(f, "%s: %s\n", changed ? ")" : "", why_said(p->order_why));
}

/* "variants  line 7: threads share i and j, or j alone, each with all of i: chosen at the launch …" */
static void print_march(const struct region *r, FILE *f)
{
    const struct kernel *k = r->plan->kernel;
    if (!k || k->trip != r || !k->march)
        return;
    const char *march = r->loops[k->march - 1].iv->name, *all = "", *rest = "";
    fprintf(f, "  variants  line %d: threads share ", r->loops[0].loc.line);
    for (unsigned j = 0; j < r->nloops && k->variants.n > 1; j++, all = ", ")
        fprintf(f, "%s%s", all, r->loops[j].iv->name);
    fprintf(f, k->variants.n > 1 ? "; or " : "");
    for (unsigned j = 0; j < r->nloops; j++)
        if (j + 1 != k->march) {
            fprintf(f, "%s%s", rest, r->loops[j].iv->name);
            rest = ", ";
        }
    fprintf(f, ", each with all of %s: %s\n", march, why_said(k->variants.n > 1 ? WHY_MARCH_LAUNCH : WHY_TUNED));
}

/* The same where the clause has the first loop alone */
static void print_deeper(const struct region *r, FILE *f)
{
    const struct kernel *k = r->plan->kernel;
    struct loop inner = {0};
    if (!k || k->trip != r || !k->deeper || loop_read_header(&inner, k->deeper))
        return;
    fprintf(f, "  variants  line %d: threads share %s, %s; or %s, each with all of %s: %s\n", r->loops[0].loc.line,
            r->loops[0].iv->name, inner.iv->name, r->loops[0].iv->name, inner.iv->name, why_said(WHY_DEEPER));
}

/* a loop whose iterations teams or threads share, maybe lanes too */
static void print_shared_level(const struct plan *p, FILE *f)
{
    char buf[128];
    fprintf(f, " over %s", level_names(p->leaves, buf, sizeof buf));
    if (p->lanes_of)
        fprintf(f, ", and the lanes of a thread (simd)");
    else if ((p->leaves & LEAF_SIMD) && p->lanes_why != WHY_NONE)
        fprintf(f, ", each in order on one lane (simd): %s", why_said(p->lanes_why));
    fprintf(f, "\n");
    if (!p->lanes_of && (p->leaves & LEAF_SIMD))
        print_advice(p->lanes_why, f);
}

/* printed only where it is not as the clause says */
static void print_schedule(const struct region *r, FILE *f)
{
    const struct schedule *s = &r->plan->threads_schedule;
    if (s->why == WHY_TUNED) {
        fprintf(f, "  schedule  line %d: %s", r->loops[0].loc.line, keyword_word(CLAUSE_SCHEDULE, s->kind));
        if (s->size)
            fprintf(f, " in chunks of %lld", (long long)s->size);
        fprintf(f, ": %s\n", why_said(s->why));
    } else if (s->clause && s->why != WHY_EXPLICIT)
        fprintf(f, "  schedule  line %d: %s: %s\n", r->loops[0].loc.line,
                s->kind == SCHED_STATIC ? "chunks in turn" : "neighbours to neighbours", why_said(s->why));
}

static void print_place(const struct region *r, FILE *f)
{
    const struct in_place *p = &r->plan->place;
    const enum why whys[] = {p->form == PLACE_EXCHANGED ? p->form_why : p->batch_why, p->tally_why};
    for (size_t i = 0; i < sizeof whys / sizeof *whys; i++)
        if (whys[i])
            fprintf(f, "  in place  line %d: %s\n", r->loops[0].loc.line, why_said(whys[i]));
}

static void print_inside(const struct region *r, FILE *f)
{
    const struct kernel *k = r->plan->kernel;
    if (k && k->cores_share == r && k->inside)
        fprintf(f, "  in place  line %d: %s\n", k->inside->loops[0].loc.line, why_said(WHY_PLACE_INSIDE));
}

static void print_levels(const struct analysis *a, const struct region *r, FILE *f)
{
    if (r->plan && r->nloops) {
        fprintf(f, "  loop      line %d: ", r->loops[0].loc.line);
        for (unsigned i = 0; i < r->nloops; i++)
            fprintf(f, "%s%s", i ? ", " : "", r->loops[i].iv ? r->loops[i].iv->name : "?");
        if (r->plan->leaves == LEAF_SIMD)
            print_simd_level(r->plan, f);
        else
            print_shared_level(r->plan, f);
        print_schedule(r, f);
        print_order(a, r, f);
        print_march(r, f);
        print_deeper(r, f);
        print_place(r, f);
        print_inside(r, f);
    }
    if (r->plan)
        print_crew(r, f);
    for (const struct region *c = r->child; c; c = c->sibling)
        print_levels(a, c, f);
}

static void print_mode(struct kernel *k, FILE *f)
{
    const char *mode = k->mode == MODE_SPMD             ? "SPMD"
                       : k->mode_why == WHY_NO_PARALLEL ? "one thread per team"
                                                        : "generic";
    fprintf(f, "  mode      %s: %s", mode, why_text(k->mode_why));
    if (k->mode == MODE_GENERIC && k->why_loc.line)
        fprintf(f, ", line %d", k->why_loc.line);
    fprintf(f, " [%s]", why_id(k->mode_why));
    if (k->guards.n) {
        fprintf(f, "; ");
        print_guards(k->guards.v, k->guards.n, f);
    }
    if (k->mode == MODE_GENERIC && k->mode_why != WHY_NO_PARALLEL)
        fprintf(f, "; a warp of its own for the team's main thread");
    fprintf(f, "\n");
    if (k->mode == MODE_GENERIC)
        print_advice(k->mode_why, f);
}

/* a `loop` that would get the whole device if it were alone in its target region */
static bool has_bare_loop(const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling)
        if (((c->leaves & (LEAF_LOOP | LEAF_PARALLEL | LEAF_TEAMS)) == LEAF_LOOP &&
             (c->plan->leaves & LEAF_PARALLEL)) ||
            has_bare_loop(c))
            return true;
    return false;
}

static void print_launch(struct analysis *a, struct kernel *k, FILE *f)
{
    const struct clause *c;
    fprintf(f, "  launch    ");
    if (k->on_device.teams)
        fprintf(f, "%u teams: %s", k->on_device.teams, why_said(WHY_TUNED));
    else if (!k->has_teams)
        fprintf(f, has_bare_loop(k->region) ? "one team: %s" : "one team", why_said(WHY_BARE_LOOP_ONE_TEAM));
    else if (k->teams && (c = region_clause(k->teams, CLAUSE_NUM_TEAMS)))
        fprintf(f, "num_teams given");
    else if (k->teams && teams_meet(a->unit, k->teams))
        fprintf(f, "teams from the loop with the most iterations, if all are known at the launch");
    else if (k->trip && loops_on_host(a, k, loops_run_by(k->trip)))
        fprintf(f, "teams from the trip count of line %d", loops_run_by(k->trip)->loops[0].loc.line);
    else
        fprintf(f, "default number of teams");
    if (k->whole_device)
        fprintf(f, "; %s", why_said(WHY_BARE_LOOP));
    fprintf(f, "\n");
    if (!k->has_teams && has_bare_loop(k->region))
        print_advice(WHY_BARE_LOOP_ONE_TEAM, f);
}

/* All that was measured for the region; the lines above say what has become of it. */
static void print_tuned(const struct kernel *k, FILE *f)
{
    if (k->only_in_place || k->only_on_devices)
        fprintf(f, "  version   of %s: what was measured is another directive on the others [%s]\n",
                k->only_in_place ? "the initial device" : "devices", why_id(WHY_TUNED));
    if (k->on_device.words && !k->only_in_place)
        fprintf(f, "  tuned     on the device: %s [%s]\n", k->on_device.words, why_id(WHY_TUNED));
    if (k->at_home.words && !k->only_on_devices)
        fprintf(f, "  tuned     in place: %s [%s]\n", k->at_home.words, why_id(WHY_TUNED));
}

static void print_resident(const struct unit *u, const struct kernel *k, FILE *f)
{
    const char *sep = "; they wait for each other in line";
    if (!is_resident(k))
        return;
    fprintf(f, "  league    %s [%s]", why_text(WHY_RESIDENT), why_id(WHY_RESIDENT));
    for_each_in (region, r, u, k->region->stmt) {
        if (!orders_league(r))
            continue;
        fprintf(f, "%s %d", sep, r->loc.line);
        sep = ",";
    }
    fprintf(f, "\n");
}

static void print_registers(const struct region *r, FILE *f)
{
    const struct clause *c = region_clause(r, CLAUSE_REGISTERS);
    if (c)
        fprintf(f,
                "  registers %lld a lane at most on NVIDIA GPUs (line %d), what does not fit is spilled; elsewhere no "
                "limit\n",
                (long long)c->expr_value, c->loc.line);
}

/* "8*n + 8 bytes", and how many that is for a point of the loops, where both grow alike */
static void print_bytes(const struct unit *u, const struct kernel *k, FILE *f)
{
    const struct footprint *p = &k->footprint;
    double a_point, operations;
    struct formula all = formula_sum(&p->read, &p->written, 1), flops = formula_sum(&p->floats, &p->doubles, 1);
    if (p->why) {
        fprintf(f, "  bytes     line %d: %s\n", p->loc.line, why_said(p->why));
        return;
    }
    fprintf(f, "  bytes     reads %s, writes %s", formula_text(u, &p->atoms, &p->read, false),
            formula_text(u, &p->atoms, &p->written, false));
    if (formula_ratio(&all, &p->points, &a_point))
        fprintf(f, "; %g a point", a_point);
    if (p->operations_known && formula_ratio(&flops, &p->points, &operations))
        fprintf(f, ", %g operations", operations);
    fprintf(f, "\n");
}

static void print_task(const struct region *r, FILE *f)
{
    bool nowait = region_clause(r, CLAUSE_NOWAIT) != NULL, depend = region_clause(r, CLAUSE_DEPEND) != NULL;
    if (!nowait && !depend)
        return;
    fprintf(f, "  task      %s",
            nowait ? "beside the host (nowait), in a queue with a stream of its own" : "waited for");
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_DEPEND)
            fprintf(f, ", depend(%s)", c->raw ? c->raw : "");
    fprintf(f, "\n");
    if (r->plan->beside)
        fprintf(f, "  graph     %s\n", why_said(WHY_GRAPH_BESIDE));
}

static void print_data(struct kernel *k, FILE *f)
{
    char buf[64];
    for_each (struct capture, c, k->captures) {
        const char *name = c->item && c->item->shown ? c->item->shown : c->var->name;
        const char *map = c->how == CAP_VALUE || c->how == CAP_COPY || c->how == CAP_DEVPTR || c->how == CAP_PRIVATE
                              ? ""
                              : map_text(c->map, buf, sizeof buf);
        fprintf(f, "  data      %-16s %s: %s\n", name, *map ? map : how_names[c->how], why_said(c->why));
        print_advice(c->why, f);
    }
    for (size_t i = 0; i < k->shared.n; i++)
        fprintf(f, "  moved     %-16s to %s%s: a parallel region uses it by reference%s\n", k->shared.v[i].var->name,
                k->shared.v[i].far ? "the device's heap" : "team-shared memory",
                bytes_of(k->shared.v[i].var, buf, sizeof buf),
                k->shared.v[i].far ? ", and team-shared memory has no room" : "");
}

/* prints the loops and parallel regions of a device function */
static void print_function(struct analysis *a, const struct dfunc *d, FILE *f)
{
    bool any = false;
    char buf[32];
    for_each_pointer (const struct region, r, a->unit->regions) {
        if (r->parent || !r->plan || r->plan->kernel || r->func != d->func || !(r->nloops || r->child))
            continue;
        if (!any)
            fprintf(f, "\n%s:%d: device function %s\n", d->func->loc.file, d->func->loc.line, d->func->name);
        any = true;
        print_levels(a, r, f);
    }
    if (d->level)
        fprintf(f, "  lanes     %u lane%s preferred%s\n", d->level->plan->group, d->level->plan->group == 1 ? "" : "s",
                d->alone
                    ? "; in order all the same: a variable whose address is taken cannot be moved to where lanes see it"
                    : "");
    for (size_t i = 0; d->level && i < d->shared.n; i++)
        fprintf(f, "  moved     %-16s to memory that the lanes of the calling thread share%s\n",
                d->shared.v[i].var->name, bytes_of(d->shared.v[i].var, buf, sizeof buf));
}

/* Rows of the map list that are made at run time: by iterators, and by mappers, with the items that these list. */
static void print_lists(const mapping_list *l, FILE *f)
{
    char buf[64];
    for_each (const struct mapping, m, *l) {
        const char *name = m->item && m->item->shown ? m->item->shown : m->var->name;
        if (m->part != PART_LIST)
            continue;
        if (m->clause && m->clause->iterators.n) {
            fprintf(f, "  iterated  %-16s %s: for each", name, map_text(m->flags, buf, sizeof buf));
            for (size_t k = 0; k < m->clause->iterators.n; k++)
                fprintf(f, "%s %s", k ? "," : "", m->clause->iterators.v[k].name);
            fprintf(f, "\n");
        }
        if (!m->mapper)
            continue;
        fprintf(f, "  mapper    %-16s '%s' of %s:%d maps", name, m->mapper->mapper->id, m->mapper->loc.file,
                m->mapper->loc.line);
        const char *sep = " ";
        for (const struct clause *c = m->mapper->clauses; c; c = c->next)
            for (size_t k = 0; k < c->items.n; k++, sep = ", ")
                fprintf(f, "%s%s", sep, c->items.v[k].written);
        fprintf(f, "\n");
    }
}

static void print_choices(const struct unit *u, FILE *f)
{
    for_each (const struct choice, c, u->choices) {
        enum why why = c->condition ? WHY_CHOICE_RUN : WHY_CHOICE;
        fprintf(f, "%s:%d: chosen for %s: %s%s%s: %s\n", c->loc.file ? c->loc.file : u->path, c->loc.line, c->where,
                c->text, c->condition ? " when " : "", c->condition ? c->condition : "", why_said(why));
    }
}

/* what OpenACC leaves to the compiler */
static bool is_note_of(const struct unit *u, const struct loop_note *n, const struct region *r)
{
    return r->acc && n->at.line >= r->loc.line && n->at.line <= unit_loc(u, r->stmt.end - 1).line;
}

static void print_loop_notes(const struct unit *u, const struct region *r, FILE *f)
{
    for_each (const struct loop_note, n, u->loop_notes)
        if (is_note_of(u, n, r))
            fprintf(f, "  line %-5d%s\n", n->at.line, n->said);
}

/* Loops of `kernels` that are around its launches */
static void print_other_notes(const struct analysis *a, FILE *f)
{
    for_each (const struct loop_note, n, a->unit->loop_notes) {
        bool known = false;
        for_each_pointer (struct kernel, k, a->kernels)
            known = known || is_note_of(a->unit, n, k->region);
        if (!known)
            fprintf(f, "%s:%d: %s\n", n->at.file ? n->at.file : a->unit->path, n->at.line, n->said);
    }
}

static void print_lines(struct analysis *a, struct kernel *k, FILE *f)
{
    char buf[128];
    const struct region *r = k->region;
    fprintf(f, "%s:%d: %s", r->loc.file, r->loc.line, region_said(r, buf, sizeof buf));
    fprintf(f, "  (function %s)\n", r->func ? r->func->name : "?");
    fprintf(f, "  kernel    %s\n", k->name);
    print_mode(k, f);
    print_levels(a, r, f);
    print_launch(a, k, f);
    print_loop_notes(a->unit, r, f);
    print_resident(a->unit, k, f);
    print_registers(r, f);
    print_tuned(k, f);
    print_bytes(a->unit, k, f);
    print_task(r, f);
    print_data(k, f);
    print_lists(&k->maps, f);
}

/* of a construct of OpenACC, in its words */
static void print_kernel(struct analysis *a, struct kernel *k, FILE *f)
{
    char *all = NULL;
    size_t n = 0;
    FILE *lines = k->region->acc ? open_memstream(&all, &n) : NULL;
    print_lines(a, k, lines ? lines : f);
    if (!lines)
        return;
    fclose(lines);
    fputs(in_acc_words(a->unit->arena, all), f);
    free(all);
}

static bool has_shared_simd(const struct region *r)
{
    bool has = r->plan && r->plan->lanes_of;
    for (const struct region *c = r->child; c && !has; c = c->sibling)
        has = has_shared_simd(c);
    return has;
}

/* ---- many regions: a line for each, before all; of very many, for the worst ---- */
enum { MANY_REGIONS = 8, VERY_MANY = 40, WORST = 20, DETAILED = 10 };

static const char *mode_name(const struct kernel *k)
{
    return k->mode == MODE_SPMD ? "SPMD" : k->mode_why == WHY_NO_PARALLEL ? "one thread" : "generic";
}

/* "teams, threads, lanes": who shares the iterations of the kernel's loops */
static const char *levels_used(const struct kernel *k, char *buf, size_t n)
{
    static const struct {
        unsigned leaf;
        const char *name, *openacc;
    } rows[] = {{LEAF_DISTRIBUTE, "teams", "gangs"}, {LEAF_FOR, "threads", "threads"}};
    buf[0] = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (leaf_within(k->region, rows[i].leaf)) {
            strncat(buf, *buf ? ", " : "", n - strlen(buf) - 1);
            strncat(buf, k->region->acc ? rows[i].openacc : rows[i].name, n - strlen(buf) - 1);
        }
    if (has_shared_simd(k->region))
        strncat(buf, *buf ? ", lanes" : "lanes", n - strlen(buf) - 1);
    return *buf ? buf : "-";
}

/* the ids of what was found about the kernel, each once */
static const char *ids_about(const finding_list *list, const struct kernel *k, char *buf, size_t n)
{
    buf[0] = 0;
    for_each (const struct finding, x, *list) {
        if (x->kernel != k || strstr(buf, found_id(x->what)))
            continue;
        strncat(buf, *buf ? " " : "", n - strlen(buf) - 1);
        strncat(buf, found_id(x->what), n - strlen(buf) - 1);
    }
    return *buf ? buf : "-";
}

struct rated {
    struct kernel *k;
    double cost; /* of the worst that was found about it; 0: nothing was */
};

static int by_rate(const void *a, const void *b)
{
    const struct rated *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? 1 : -1;
    return x->k->region->loc.line - y->k->region->loc.line;
}

/* In the order of the source; where they are too many, the worst first */
static struct rated *rate(const struct analysis *a, const finding_list *list, bool cut)
{
    struct rated *all = arena_alloc(a->unit->arena, (a->kernels.n + 1) * sizeof *all);
    for (size_t i = 0; i < a->kernels.n; i++) {
        all[i].k = a->kernels.v[i];
        for_each (const struct finding, x, *list)
            if (x->kernel == all[i].k && x->cost > all[i].cost)
                all[i].cost = x->cost;
    }
    if (cut)
        qsort(all, a->kernels.n, sizeof *all, by_rate);
    return all;
}

static void print_summary(const struct analysis *a, const finding_list *list, const struct rated *all, bool cut,
                          FILE *f)
{
    char name[128], levels[64], ids[128];
    size_t shown = cut ? WORST : a->kernels.n, generic = 0, alone = 0, found = 0;
    if (a->kernels.n <= MANY_REGIONS)
        return;
    fprintf(f, "%zu regions of %s%s\n%6s  %-44s %-10s %-21s %s\n", a->kernels.n, a->unit->path,
            cut ? ", the worst first" : "", "line", "construct", "mode", "levels", "findings");
    for (size_t i = 0; i < shown; i++) {
        const struct kernel *k = all[i].k;
        fprintf(f, "%6d  %-44s %-10s %-21s %s\n", k->region->loc.line, region_said(k->region, name, sizeof name),
                mode_name(k), levels_used(k, levels, sizeof levels), ids_about(list, k, ids, sizeof ids));
    }
    for (size_t i = shown; i < a->kernels.n; i++) {
        generic += all[i].k->mode == MODE_GENERIC && all[i].k->mode_why != WHY_NO_PARALLEL;
        alone += all[i].k->mode_why == WHY_NO_PARALLEL;
        found += all[i].cost > 0;
    }
    if (cut)
        fprintf(
            f,
            "... and %zu more (%zu generic, %zu on one thread, %zu with findings); gantry explain --all shows them\n",
            a->kernels.n - shown, generic, alone, found);
    fprintf(f, "\n");
}

/* Of very many: the worst, and how many device functions there are */
static void print_worst(struct analysis *a, const struct rated *all, FILE *f)
{
    for (size_t i = 0; i < DETAILED; i++) {
        fprintf(f, "%s", i ? "\n" : "");
        print_kernel(a, all[i].k, f);
    }
    if (a->funcs.n)
        fprintf(f, "\n... and %zu device functions; gantry explain --all shows them\n", a->funcs.n);
}

/* Kernels and device functions, in the order of the source. */
static void print_in_order(struct analysis *a, FILE *f)
{
    size_t d = 0;
    for (size_t i = 0; i < a->kernels.n; i++) {
        struct kernel *k = a->kernels.v[i];
        for (; d < a->funcs.n && a->funcs.v[d]->func->name_off < k->region->pragma_at.begin; d++)
            print_function(a, a->funcs.v[d], f);
        fprintf(f, "%s", i ? "\n" : "");
        print_kernel(a, k, f);
    }
    if (!a->kernels.n)
        fprintf(f, "%s: no target region\n", a->unit->path);
    for (; d < a->funcs.n; d++)
        print_function(a, a->funcs.v[d], f);
}

/* ---- loops as one launch ---- */
static void print_vars(const char *word, const struct var *const *v, size_t n, const char *end, FILE *f)
{
    if (!n)
        return;
    fprintf(f, "  %-9s ", word);
    for (size_t i = 0; i < n; i++)
        fprintf(f, "%s%s", i ? ", " : "", v[i]->name);
    fprintf(f, "%s\n", end);
}

static const char *row_said(const struct mapping *m)
{
    return m->item && m->item->shown ? m->item->shown : m->var->name;
}

static void print_single_rows(const struct single *s, FILE *f)
{
    static const char *const ways[] = {"alloc", "to", "from", "tofrom"};
    for_each (const struct mapping, m, s->rows) {
        if (m->flags & GANTRY_MAP_LOOKUP)
            continue;
        fprintf(f, "  map       %s: %s, once around the loop%s\n", row_said(m), ways[m->flags & 3],
                m->flags & GANTRY_MAP_NEEDED ? "; it must be there already, else separate launches" : "");
    }
}

static void print_single(const struct single *s, FILE *f)
{
    fprintf(f, "%s:%d: single_launch\n", s->region->loc.file, s->region->loc.line);
    fprintf(f, "  launch    %s", why_text(s->why));
    if (s->why != WHY_SINGLE)
        fprintf(f, s->what ? ", line %d: '%s'" : ", line %d", s->loc.line, s->what);
    fprintf(f, " [%s]\n", why_id(s->why));
    if (s->why != WHY_SINGLE)
        return;
    for_each (const struct phase, h, s->phases)
        fprintf(f, h->virtual_teams ? "  phase     line %d: %s [%s]\n" : "  phase     line %d\n",
                h->kernel->region->loc.line, why_text(WHY_SINGLE_VIRTUAL), why_id(WHY_SINGLE_VIRTUAL));
    if (s->variants.n)
        print_chosen(&s->variants, s->inner, f);
    print_single_rows(s, f);
    print_vars("values", s->values.v, s->values.n, ": a copy in each thread", f);
    print_vars("shared", s->cells.v, s->cells.n, ": read by all after each phase that maps them", f);
    print_vars("back", s->stored.v, s->stored.n, ": the host's after the loop", f);
    fprintf(f, "  in place  %s [%s]\n", why_text(s->place), why_id(s->place));
}

static void print_singles(const struct analysis *a, FILE *f)
{
    for_each_pointer (struct single, s, a->singles) {
        fprintf(f, "\n");
        print_single(s, f);
    }
}

static void print_text(struct analysis *a, const finding_list *list, bool whole, FILE *f)
{
    bool cut = !whole && a->kernels.n > VERY_MANY;
    const struct rated *all = rate(a, list, cut);
    print_choices(a->unit, f);
    print_other_notes(a, f);
    print_summary(a, list, all, cut, f);
    if (cut)
        print_worst(a, all, f);
    else
        print_in_order(a, f);
    print_singles(a, f);
    findings_print(list, whole, a->unit->arena, f);
}

/* The lines of print_kernel behind the first two: a word in columns 2 to 11, and text */
static void put_reasons(struct analysis *a, struct kernel *k, FILE *f)
{
    enum { WORD = 2, TEXT = 12 };
    char *all = NULL;
    size_t n = 0;
    FILE *lines = open_memstream(&all, &n);
    fputs(",\"reasons\":[", f);
    if (!lines)
        return;
    print_kernel(a, k, lines);
    fclose(lines);
    const char *sep = "\n   ";
    char *line = all;
    for (int number = 0; *line; number++) {
        char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
        *end = 0;
        if (number >= 2 && end - line > TEXT) {
            size_t word = TEXT - WORD;
            while (word && line[WORD + word - 1] == ' ')
                word--;
            fprintf(f, "%s{\"what\":", sep);
            json_string(f, arena_strndup(a->unit->arena, line + WORD, word));
            fputs(",\"text\":", f);
            json_string(f, line + TEXT);
            fputc('}', f);
            sep = ",\n   ";
        }
        line = next;
    }
    fputc(']', f);
    free(all);
}

static void json_singles(const struct analysis *a, FILE *f)
{
    if (!a->singles.n)
        return;
    fputs("\"single_launches\":[", f);
    for (size_t i = 0; i < a->singles.n; i++) {
        const struct single *s = a->singles.v[i];
        fputs(i ? ",\n  {\"file\":" : "\n  {\"file\":", f);
        json_string(f, s->region->loc.file);
        fprintf(f, ",\"line\":%d,\"why\":\"%s\",\"text\":", s->region->loc.line, why_id(s->why));
        json_string(f, why_text(s->why));
        fprintf(f, ",\"kernel\":\"%s\"}", s->name ? s->name : "");
    }
    fputs("],\n ", f);
}

static void print_json(struct analysis *a, const finding_list *list, FILE *f)
{
    char text[128];
    fputs("{\"file\":", f);
    json_string(f, a->unit->path);
    fputs(",\"regions\":[", f);
    for (size_t i = 0; i < a->kernels.n; i++) {
        struct kernel *k = a->kernels.v[i];
        const struct region *r = k->region;
        fputs(i ? ",\n  {\"file\":" : "\n  {\"file\":", f);
        json_string(f, r->loc.file);
        fprintf(f, ",\"line\":%d,\"column\":%d,\"function\":", r->loc.line, r->loc.col);
        json_string(f, r->func ? r->func->name : "");
        fprintf(f, ",\"construct\":\"%s\"", region_said(r, text, sizeof text));
        fprintf(f, ",\"kernel\":\"%s\",\"mode\":\"%s\",\"why\":\"%s\"", k->name, mode_name(k), why_id(k->mode_why));
        fprintf(f, ",\"levels\":\"%s\"", levels_used(k, text, sizeof text));
        put_reasons(a, k, f);
        fputc('}', f);
    }
    fputs("],\n ", f);
    json_singles(a, f);
    findings_json(list, a->unit->arena, f);
    fputs("}\n", f);
}

void explain_print(struct analysis *a, enum explain_as as, FILE *f)
{
    finding_list list = advise(a);
    if (as == EXPLAIN_TEXT || as == EXPLAIN_ALL)
        print_text(a, &list, as == EXPLAIN_ALL, f);
    else if (as == EXPLAIN_JSON)
        print_json(a, &list, f);
    else
        findings_say(&list, a->unit);
}

static void print_strides(const struct unit *u, const struct plan *p, unsigned n, FILE *f)
{
    static const char *const names[] = {[STRIDE_NONE] = "0", [STRIDE_SYMBOLIC] = "far", [STRIDE_UNKNOWN] = "?"};
    for_each (const struct strides, s, p->strides) {
        fprintf(f, "  strides line=%d %s %s%s size=%lld weight=%u", unit_loc(u, s->of->off).line,
                text_slice(u, s->of->base), s->of->access & ACC_READ ? "r" : "", s->of->access & ACC_WRITE ? "w" : "",
                (long long)s->of->size, s->weight);
        for (unsigned j = 0; j < n; j++)
            if (s->by[j].kind == STRIDE_BYTES)
                fprintf(f, " %lld", (long long)s->by[j].bytes);
            else
                fprintf(f, " %s", names[s->by[j].kind]);
        fprintf(f, "\n");
    }
}

static void print_schedule_words(const struct schedule *s, const char *level, FILE *f)
{
    static const char *const chunks[] = {
        [CHUNK_ANY] = "any",        [CHUNK_ONE] = "1",      [CHUNK_OF_CLAUSE] = "clause",
        [CHUNK_OF_LANES] = "lanes", [CHUNK_OF_RUN] = "run", [CHUNK_TUNED] = "tuned"};
    fprintf(f, " %s=%s,%s why=%s", level, keyword_word(CLAUSE_SCHEDULE, s->kind), chunks[s->chunk], why_id(s->why));
}

static void print_schedules(const struct plan *p, FILE *f)
{
    if (!(p->leaves & (LEAF_DISTRIBUTE | LEAF_FOR)))
        return;
    fprintf(f, "  schedule");
    if (p->one_range && (p->leaves & LEAF_FOR) && (p->leaves & LEAF_DISTRIBUTE))
        fprintf(f, " one range");
    else if (p->leaves & LEAF_DISTRIBUTE)
        print_schedule_words(&p->teams_schedule, "teams", f);
    if (p->leaves & LEAF_FOR)
        print_schedule_words(&p->threads_schedule, "threads", f);
    fprintf(f, "\n");
}

/* prints the form on the initial device */
static void print_place_words(const struct region *r, FILE *f)
{
    static const char *const forms[] = {[PLACE_WHOLE] = "whole",
                                        [PLACE_SPLIT] = "split",
                                        [PLACE_COUNTED] = "counted",
                                        [PLACE_CHUNKS] = "chunks",
                                        [PLACE_EXCHANGED] = "exchanged"};
    static const char *const lanes[] = {"unknown", "free", "vectorised"};
    const struct in_place *p = &r->plan->place;
    fprintf(f, "place region=%u form=%s why=%s lanes=%s why=%s%s few=%lld", r->id, forms[p->form], why_id(p->form_why),
            lanes[p->lanes], why_id(p->lanes_why), p->simd ? " simd" : "", (long long)p->few);
    if (p->share_why)
        fprintf(f, " share=%s", why_id(p->share_why));
    if (p->stored_why)
        fprintf(f, " stored=%s", why_id(p->stored_why));
    if (p->batch)
        fprintf(f, " batch=%lld why=%s", (long long)p->batch, why_id(p->batch_why));
    for (size_t i = 0; i < p->tallies.n; i++)
        fprintf(f, " tally=%s%s why=%s", p->tallies.v[i].var->name, p->tally_look.meetings.n ? "?" : "",
                why_id(p->tally_why));
    fprintf(f, "\n");
}

static void print_guard_rows(const struct unit *u, const struct guard *guards, size_t n, FILE *f)
{
    for (size_t i = 0; i < n; i++) {
        fprintf(f, "  guard line=%d sync=%s", unit_loc(u, guards[i].at.begin).line,
                guards[i].unsynced == WHY_NONE ? "yes" : why_id(guards[i].unsynced));
        for (size_t j = 0; j < guards[i].sets.n; j++)
            fprintf(f, " %s", guards[i].sets.v[j]->name);
        fprintf(f, "\n");
    }
}

/* prints whether there are barriers before and after an inner level */
static void print_syncs(const struct plan *p, FILE *f)
{
    if (p->inline_parallel || (p->lanes_of && p->lanes_of->plan->crew == CREW_TOGETHER))
        fprintf(f, "  sync before=%s after=%s\n", p->unsynced_before == WHY_NONE ? "yes" : why_id(p->unsynced_before),
                p->unsynced_after == WHY_NONE ? "yes" : why_id(p->unsynced_after));
}

static void print_kernel_row(const struct unit *u, const struct kernel *k, FILE *f)
{
    fprintf(f, "kernel %s line=%d mode=%s why=%s:%d teams=%d parallel=%u guards=%zu%s\n", k->name, k->region->loc.line,
            k->mode == MODE_SPMD ? "spmd" : "generic", why_id(k->mode_why), k->why_loc.line, k->has_teams, k->nparallel,
            k->guards.n, is_resident(k) ? " resident" : "");
    for (size_t j = 0; j < k->captures.n; j++)
        fprintf(f, "  capture %s how=%s map=0x%x why=%s\n", k->captures.v[j].var->name, how_names[k->captures.v[j].how],
                k->captures.v[j].map, why_id(k->captures.v[j].why));
    for (size_t j = 0; j < k->shared.n; j++)
        fprintf(f, "  shared %s%s\n", k->shared.v[j].var->name, k->shared.v[j].far ? " far" : "");
    print_guard_rows(u, k->guards.v, k->guards.n, f);
}

static void print_plan_line(const struct region *r, FILE *f)
{
    static const char *const crews[] = {"", "together", "leaders"};
    const struct plan *p = r->plan;
    fprintf(f, "plan region=%u line=%d leaves=", r->id, r->loc.line);
    for (unsigned b = 0; b < LEAF_COUNT; b++)
        if (p->leaves & (1u << b))
            fprintf(f, "%s,", leaf_name((enum directive_leaf)(1u << b)));
    fprintf(f, " inline=%d", p->inline_parallel);
    if (p->crew != CREW_ALONE)
        fprintf(f, " crew=%s why=%s:%d group=%u guards=%zu space=%zu", crews[p->crew], why_id(p->crew_why),
                p->crew_loc.line, p->group, p->guards.n, p->space.n);
    if (p->leaves == LEAF_SIMD)
        fprintf(f, " lanes=%d why=%s", p->lanes_of != NULL, why_id(p->lanes_why));
    for (size_t j = 0; j < p->captures.n; j++)
        fprintf(f, " %s:%s", p->captures.v[j].var->name, p->captures.v[j].by_value ? "value" : "ref");
    if (p->tuned_fastest)
        fprintf(f, " tuned_fastest=%u", p->tuned_fastest - 1);
    if (p->order_why)
        fprintf(f, " order=%s fastest=%u better=%u", why_id(p->order_why), p->fastest, p->order_better);
    fprintf(f, "\n");
}

static void print_plan_rows(const struct unit *u, const struct region *r, FILE *f)
{
    print_plan_line(r, f);
    if (r->nloops) {
        print_strides(u, r->plan, r->plan->nstrides, f);
        print_place_words(r, f);
    }
    print_syncs(r->plan, f);
    print_schedules(r->plan, f);
    print_guard_rows(u, r->plan->guards.v, r->plan->guards.n, f);
}

void decisions_print(struct analysis *a, FILE *f)
{
    const struct unit *u = a->unit;
    for_each (const struct choice, c, u->choices)
        fprintf(f, "choice line=%d on=%s%s%s: %s\n", c->loc.line, c->where, c->condition ? " when=" : "",
                c->condition ? c->condition : "", c->text);
    for (size_t i = 0; i < a->kernels.n; i++)
        print_kernel_row(u, a->kernels.v[i], f);
    for (size_t i = 0; i < u->regions.n; i++)
        if (u->regions.v[i]->plan && u->regions.v[i]->on_device)
            print_plan_rows(u, u->regions.v[i], f);
    for (size_t i = 0; i < a->funcs.n; i++)
        fprintf(f, "function %s shared=%zu\n", a->funcs.v[i]->func->name, a->funcs.v[i]->shared.n);
    for_each_pointer (struct single, s, a->singles) {
        fprintf(f, "single line=%d why=%s:%d phases=%zu%s%s\n", s->region->loc.line, why_id(s->why), s->loc.line,
                s->phases.n, s->places ? " places" : "", s->computed ? " computed" : "");
        for_each (const struct mapping, m, s->rows)
            fprintf(f, "  row %s map=0x%x\n", row_said(m), m->flags);
        for (size_t j = 0; s->why == WHY_SINGLE && j < s->values.n; j++)
            fprintf(f, "  value %s\n", s->values.v[j]->name);
        for (size_t j = 0; s->why == WHY_SINGLE && j < s->cells.n; j++)
            fprintf(f, "  cell %s\n", s->cells.v[j]->name);
    }
}
