/* analysis/plan/lower.c: which leaf constructs each construct of device code consists of. `loop` becomes what its
 * binding says (OpenMP 5.2, 11.7), and a `loop` alone in its target construct takes the whole device.
 * needs: reach.
 * sets: region.plan with leaves, kernel and thread_limit; analysis.kernels, of each kernel the region, name, has_teams,
 * whole_device, teams, thread_limit and distribute. */
#include "../analysis.h"

#include <string.h>

/* the innermost leaf around a construct; ORPHAN: none, in a function, whose callers are unknown */
enum context { CTX_SEQ, CTX_TEAMS, CTX_DISTRIBUTE, CTX_PARALLEL, CTX_WORKSHARE, CTX_ORPHAN };

static bool holds_parallelism(const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling) {
        const struct clause *bind = region_clause(c, CLAUSE_BIND);
        bool thread_loop = bind && bind->modifiers == BIND_THREAD;
        if ((c->leaves & (LEAF_PARALLEL | LEAF_FOR)) || ((c->leaves & LEAF_LOOP) && !thread_loop) ||
            holds_parallelism(c))
            return true;
    }
    return false;
}

static unsigned implied_bind(unsigned others, enum context ctx)
{
    if (others & LEAF_PARALLEL)
        return BIND_PARALLEL;
    if ((others & LEAF_TEAMS) || ctx == CTX_TEAMS)
        return BIND_TEAMS;
    return ctx == CTX_WORKSHARE || ctx == CTX_ORPHAN ? BIND_THREAD : BIND_PARALLEL;
}

static unsigned resolve_loop(const struct region *r, unsigned leaves, enum context ctx)
{
    if (!(leaves & LEAF_LOOP))
        return leaves;
    unsigned others = leaves & ~LEAF_LOOP;
    const struct clause *c = region_clause(r, CLAUSE_BIND);
    unsigned bind = c ? c->modifiers : implied_bind(others, ctx);
    if (bind == BIND_TEAMS)
        return others | LEAF_DISTRIBUTE | (holds_parallelism(r) ? 0 : LEAF_PARALLEL | LEAF_FOR);
    if (bind == BIND_PARALLEL)
        return others | LEAF_FOR | (ctx == CTX_SEQ || ctx == CTX_DISTRIBUTE || ctx == CTX_TEAMS ? LEAF_PARALLEL : 0);
    return others | LEAF_SIMD;
}

static enum context context_in(unsigned leaves, enum context ctx)
{
    if (leaves & (LEAF_FOR | LEAF_SIMD))
        return CTX_WORKSHARE;
    if (leaves & LEAF_PARALLEL)
        return CTX_PARALLEL;
    if (leaves & LEAF_DISTRIBUTE)
        return CTX_DISTRIBUTE;
    if (leaves & LEAF_TEAMS)
        return CTX_TEAMS;
    return ctx;
}

static const struct clause *thread_limit(const struct region *r)
{
    return (r->plan->leaves & LEAF_TEAMS) ? region_thread_limit(r) : region_clause(r, CLAUSE_THREAD_LIMIT);
}

static void lower(struct analysis *a, struct kernel *k, const struct region *r, enum context ctx)
{
    if (!k && (r->leaves & LEAF_TARGET)) /* a target construct inside a construct of the host: it has a plan of its
                                          * own */
        return;
    if (!r->plan)
        region_attach_plan(r, NEW(a->unit->arena, struct plan));
    struct plan *p = r->plan;
    p->kernel = k;
    p->leaves = resolve_loop(r, r->leaves & ~LEAF_TARGET, ctx);
    p->thread_limit = thread_limit(r);
    enum context in = context_in(p->leaves, ctx);
    for (const struct region *c = r->child; c; c = c->sibling)
        lower(a, k, c, in);
}

/* `target` with a `loop` as its only statement: teams and threads share the loop, as under `teams loop`. */
static void spread_bare_loop(struct analysis *a, struct kernel *k)
{
    const struct region *r = k->region;
    const struct region *loop = (r->leaves & LEAF_LOOP) ? r : sole_child(r);
    const struct clause *bind = loop ? region_clause(loop, CLAUSE_BIND) : NULL;
    bool bare = loop && loop->dir == DIR_COMBINED && (loop->leaves & ~LEAF_TARGET) == LEAF_LOOP &&
                (r->leaves & ~LEAF_LOOP) == LEAF_TARGET && !bind;
    if (!bare)
        return;
    k->whole_device = k->has_teams = true;
    loop->plan->leaves = LEAF_TEAMS | LEAF_DISTRIBUTE | (holds_parallelism(loop) ? 0 : LEAF_PARALLEL | LEAF_FOR);
    loop->plan->thread_limit = thread_limit(loop);
    for (const struct region *c = loop->child; c; c = c->sibling)
        lower(a, k, c, context_in(loop->plan->leaves, CTX_SEQ));
}

/* s up to its first '.', with only characters that names in assembly may have; `stem` holds 64 bytes */
static void plain(const char *s, char *stem)
{
    size_t n = 0;
    for (; *s && *s != '.' && n < 63; s++)
        stem[n++] = (*s >= '0' && *s <= '9') || (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') ? *s : '_';
    stem[n] = 0;
}

/* The kernel's name: from the file's name without folders, the function and the line. The hash of the text keeps files
 * of the same name apart; a number tells kernels of one line apart. */
const char *kernel_name(struct analysis *a, const struct region *r)
{
    const char *file = r->loc.file ? r->loc.file : a->unit->path, *base = strrchr(file, '/');
    char stem[64], func[64];
    plain(base ? base + 1 : file, stem);
    plain(r->func ? r->func->name : "file", func);
    unsigned same = 0;
    for (size_t i = 0; i < a->kernels.n; i++) {
        const struct region *o = a->kernels.v[i]->region;
        same += o != r && o->loc.line == r->loc.line;
    }
    for_each_pointer (struct single, s, a->singles)
        same += s->region->loc.line == r->loc.line;
    const char *suffix = same ? arena_printf(a->unit->arena, "_%u", same + 1) : "";
    return arena_printf(a->unit->arena, "gantry_k_%s_%s_%d%s_%08x", stem, func, r->loc.line, suffix, (unsigned)a->hash);
}

void lower_orphan(struct analysis *a, const struct region *r) { lower(a, NULL, r, CTX_ORPHAN); }

void pass_lower(struct analysis *a)
{
    const struct unit *u = a->unit;
    for_each_pointer (const struct region, r, u->regions)
        if (r->leaves & LEAF_TARGET) {
            struct kernel *k = NEW(u->arena, struct kernel);
            k->region = r;
            k->name = kernel_name(a, r);
            vec_push(u->arena, &a->kernels, k);
            lower(a, k, r, CTX_SEQ);
            spread_bare_loop(a, k);
            k->teams = leaf_within(r, LEAF_TEAMS);
            k->has_teams = k->teams != NULL;
            k->thread_limit = (k->teams ? k->teams : r)->plan->thread_limit;
            k->distribute = leaf_within(r, LEAF_DISTRIBUTE);
        } else if (r->on_device && !r->parent && r->func && r->func->on_device) {
            lower_orphan(a, r);
        }
}
