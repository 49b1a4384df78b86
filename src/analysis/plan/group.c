/* analysis/plan/group.c: how many lanes a thread of a parallel region should have: the size that costs least by the
 * model of docs/counters.md. The model needs the instructions and memory accesses of the threads' and the lanes' code,
 * which are estimated. Unknown things are assumed: trip counts, how often inner loops run, and that rows are aligned
 * to sectors of memory (32 bytes) unless there is a sign of the contrary. Only speed depends on the result. No pass:
 * lanes.c and called.c ask.
 * needs: plan.lanes_of. */
#include "../analysis.h"

enum {
    LANES = 32,        /* of a warp */
    SECTOR = 32,       /* bytes of memory that are fetched at once */
    SECTOR_SLOTS = 6,  /* cost of a sector, in slots: the time in which a warp issues one instruction */
    SAME_TRIP = 64,    /* trip count assumed where it is the same in all threads */
    VARYING_TRIP = 16, /* … and where threads differ */
    INNER_TIMES = 4,   /* trip count assumed for inner loops */
    DEEPEST = 6,       /* nesting of calls that are followed */
};
enum {
    THREAD_WORK = 60,   /* instructions for an iteration of the threads' loop, whatever its body does */
    ROUND_WORK = 6,     /* … for a round of the lanes: one iteration on each of them */
    PER_NAME = 2,       /* … for each name of a variable in the body */
    LIBRARY_NAMES = 20, /* names that a call of a library function counts as */
    REDUCE_STEP = 30,   /* slots of one step of a reduction over lanes */
    GROUP_WORK = 25,    /* instructions for an iteration of the threads' loop that several lanes take part in */
    LEADER_WORK = 300,  /* … for a simd loop to which a leader calls the other lanes of its group */
    DIVIDE_WORK = 12,   /* … for each division that takes the number of an iteration apart */
    ATOMIC_LANE = 4,    /* slots of an atomic for each lane: lanes that update one place do so one by one */
};

struct simd_cost {
    double trip, names;
    strides_list accesses; /* by[0]: the threads' loop, by[1]: the lanes' */
    unsigned reductions, atomics;
    bool known;           /* trip is a constant of the program */
    struct slice aligned; /* accesses in here are assumed to be aligned to a sector */
};
struct sizing {
    struct analysis *a;
    const struct region *par;
    VEC(struct simd_cost) loops;
    double names;          /* in the threads' code outside of the simd loops */
    strides_list accesses; /* by[0]: the threads' loop */
    bool known;            /* all trip counts are constants */
};

/* ---- names in code: a measure of its instructions ---- */

/* INNER_TIMES to the power of the loops in s around n */
static double times_at(struct slice s, const struct node *n)
{
    double times = 1;
    for (; n && slice_has(s, n->at.begin) && n->at.end <= s.end; n = n->parent)
        if (is_loop_statement(n))
            times *= INNER_TIMES;
    return times;
}

/* counts the names in s but not in `without`, those in loops several times, and those in called functions */
static double names_in(const struct unit *u, struct slice s, struct slice without, int depth)
{
    double sum = 0;
    for_each_in (ref, r, u, s) {
        if ((r->access & ACC_UNEVALUATED) || slice_has(without, r->off))
            continue;
        double names = 1;
        if (r->func && r->is_call && given(r->func->body) && depth < DEEPEST)
            names = names_in(u, r->func->body, (struct slice){0, 0}, depth + 1);
        else if (r->func)
            names = LIBRARY_NAMES;
        sum += names * times_at(s, r->node);
    }
    return sum;
}

/* ---- memory ---- */

static double to_double(int64_t n) { return (double)(n < 0 ? -n : n); }

/* Sectors that n neighbouring lanes touch with one access of `bytes` each. If the distance between them is unknown, the
 * mean of far apart and close together: table look-ups and remainders are seldom scattered. */
static double touched(double n, double bytes, struct stride by, bool aligned)
{
    double pieces = bytes < SECTOR ? 1 : bytes / SECTOR, apart = to_double(by.bytes);
    double near = pieces + (n - 1) * bytes / SECTOR;
    switch (by.kind) {
    case STRIDE_NONE:
        return pieces;
    case STRIDE_BYTES:
        if (aligned && apart <= bytes)
            return n * bytes / SECTOR > pieces ? n * bytes / SECTOR : pieces;
        return apart >= SECTOR ? n * pieces : pieces + (n - 1) * (apart > bytes ? apart : bytes) / SECTOR;
    case STRIDE_SYMBOLIC:
        return n * pieces;
    case STRIDE_UNKNOWN:
        break;
    }
    return (n * pieces + near) / 2;
}

/* sectors that a warp touches with one access: 32 / g threads of g lanes each */
static double warp_sectors(const struct strides *s, unsigned g, bool aligned)
{
    double threads = LANES / (double)g, bytes = s->of->size > 0 && s->of->size < 256 ? (double)s->of->size : 8;
    struct stride thread =
        s->by[0].kind == STRIDE_UNKNOWN ? (struct stride){STRIDE_SYMBOLIC, 0} : s->by[0]; /* most likely rows */
    struct stride lane = g > 1 ? s->by[1] : (struct stride){STRIDE_NONE, 0};
    if (is_unit_stride(s, 0) && is_unit_stride(s, 1))
        return touched(threads + g, bytes, thread, false); /* a[i + k] */
    if (lane.kind == STRIDE_NONE)
        return touched(threads, bytes, thread, false);
    if (thread.kind == STRIDE_BYTES && to_double(thread.bytes) < SECTOR && lane.kind != STRIDE_BYTES)
        return g * touched(threads, bytes, thread, false);
    return touched(g, bytes, lane, aligned) * (thread.kind == STRIDE_NONE ? 1 : threads);
}

static double times_of(const struct strides *s)
{
    double times = 1;
    for (unsigned w = s->weight; w >= 10; w /= 10)
        times *= INNER_TIMES;
    return times * ((s->of->access & ACC_READ) && (s->of->access & ACC_WRITE) ? 2 : 1);
}

static double slots_of_accesses(const strides_list *list, unsigned g, struct slice aligned)
{
    double sum = 0;
    for (size_t i = 0; i < list->n; i++)
        sum +=
            SECTOR_SLOTS * times_of(&list->v[i]) * warp_sectors(&list->v[i], g, slice_has(aligned, list->v[i].of->off));
    return sum;
}

/* ---- the cost of a warp, whose threads have g of its lanes ---- */

static double reduce_steps(unsigned g) /* of one reduction */
{
    double steps = 0;
    for (unsigned n = g; n > 1; n /= 2)
        steps++;
    return REDUCE_STEP * (steps + (steps > 0));
}

static double round_work(const struct simd_cost *c, unsigned g)
{
    return ROUND_WORK + PER_NAME * c->names + c->atomics * ATOMIC_LANE * g;
}

static double cost_of_simd(const struct simd_cost *c, unsigned g)
{
    double rounds = (double)(((uint64_t)c->trip + g - 1) / g);
    return rounds * round_work(c, g) + c->trip / g * slots_of_accesses(&c->accesses, g, c->aligned) +
           c->reductions * reduce_steps(g);
}

static double cost_per_thread(const struct sizing *z, unsigned g)
{
    double cost = THREAD_WORK + PER_NAME * z->names + slots_of_accesses(&z->accesses, g, (struct slice){0, 0});
    for (size_t i = 0; i < z->loops.n; i++)
        cost += cost_of_simd(&z->loops.v[i], g);
    return cost * g / LANES;
}

/* ---- the loops of a region, and what their code does ---- */

/* The construct around simd whose iterations the threads share, or NULL. */
static const struct region *threads_region(const struct region *simd, const struct region *par)
{
    for (const struct region *r = simd->parent; r; r = r == par ? NULL : r->parent)
        if (r->nloops && (r->plan->leaves & LEAF_FOR))
            return r;
    return NULL;
}

/* May the value of expr differ between threads? It may if it names a variable that they have for themselves. */
static bool varies(const struct unit *u, struct slice expr, const struct region *par)
{
    for_each_in (ref, r, u, expr) {
        if (r->func || (r->var && !r->var->is_global && slice_has(par->stmt, r->var->decl)) ||
            (r->access & ACC_ELEM_READ))
            return true;
    }
    return false;
}

static bool starts_at_zero(const struct loop *l) { return l->lower->constant && l->lower->value == 0; }

static void add_simd(struct sizing *z, const struct region *simd)
{
    const struct unit *u = z->a->unit;
    const struct loop *l = &simd->loops[simd->nloops - 1];
    const struct region *threads = threads_region(simd, z->par);
    const struct loop *nest[] = {threads ? &threads->loops[threads->nloops - 1] : l, l};
    struct simd_cost c = {.trip = (double)constant_trip(simd), .names = names_in(u, l->body, (struct slice){0, 0}, 0)};
    c.known = c.trip != 0;
    if (!c.known) {
        bool same = true;
        for (unsigned i = 0; i < simd->nloops; i++)
            same &= !varies(u, simd->loops[i].lb, z->par) && !varies(u, simd->loops[i].ub, z->par);
        c.trip = same ? SAME_TRIP : VARYING_TRIP;
        z->known = false;
    }
    if (starts_at_zero(l))
        c.aligned = l->body;
    for_each_row (s, simd, ATTRS_REDUCED)
        c.reductions++;
    for (const struct region *r = simd->child; r; r = r->sibling)
        c.atomics += r->dir == DIR_ATOMIC;
    strides_of(z->a, nest, 2, l->body, &c.accesses);
    bool apart = varies(u, l->lb, z->par) || simd->plan->called; /* threads start at places far apart */
    for (size_t i = 0; apart && i < c.accesses.n; i++)
        if (c.accesses.v[i].by[1].kind != STRIDE_NONE)
            c.accesses.v[i].by[0] = (struct stride){STRIDE_SYMBOLIC, 0};
    vec_push(z->a->unit->arena, &z->loops, c);
}

/* The threads' code around the first simd loop. Further simd loops in it are counted too, which matters little. */
static void add_threads(struct sizing *z, const struct region *simd)
{
    const struct region *threads = threads_region(simd, z->par);
    if (!threads)
        return;
    const struct loop *l = &threads->loops[threads->nloops - 1];
    struct slice inside = region_text(simd);
    z->names = names_in(z->a->unit, l->body, inside, 0);
    strides_of(z->a, &l, 1, (struct slice){l->body.begin, inside.begin}, &z->accesses);
    strides_of(z->a, &l, 1, (struct slice){inside.end, l->body.end}, &z->accesses);
}

static void add_loops(struct sizing *z, const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling) {
        if (c->plan->lanes_of == z->par && !(c->plan->leaves & LEAF_FOR)) {
            if (!z->loops.n)
                add_threads(z, c);
            add_simd(z, c);
        } else if (!c->plan->lanes_of) {
            add_loops(z, c);
        }
    }
}

/* Requests of memory that threads make one after the other */
static double requests_of(const strides_list *list)
{
    double sum = 0;
    for (size_t i = 0; i < list->n; i++)
        sum += times_of(&list->v[i]);
    return sum;
}

struct gantry_variant group_cost(struct analysis *a, const struct region *par, unsigned lanes)
{
    struct sizing z = {.a = a, .par = par, .known = true};
    add_loops(&z, par);
    struct gantry_variant v = {.lanes = lanes, .wait = (float)requests_of(&z.accesses)};
    double once = (lanes > 1 ? GROUP_WORK : 0) + THREAD_WORK + PER_NAME * z.names +
                  slots_of_accesses(&z.accesses, lanes, (struct slice){0, 0});
    if (lanes > 1 && par->plan->crew == CREW_LEADERS)
        once += (double)LEADER_WORK * (double)z.loops.n;
    for (size_t i = 0; i < z.loops.n; i++) {
        struct simd_cost *c = &z.loops.v[i];
        if (c->known) {
            once += cost_of_simd(c, lanes);
            v.wait += (float)(c->trip / lanes * requests_of(&c->accesses));
            continue;
        }
        once += c->reductions * reduce_steps(lanes);
        v.round += (float)round_work(c, lanes);
        v.each += (float)(slots_of_accesses(&c->accesses, lanes, c->aligned) / lanes);
        v.wait_round += (float)requests_of(&c->accesses);
    }
    v.warp = (float)once;
    return v;
}

struct gantry_variant nest_cost(struct analysis *a, struct slice body, const struct loop *along, unsigned shared,
                                bool march)
{
    strides_list accesses = {0};
    struct slice none = {0, 0};
    strides_of(a, &along, 1, body, &accesses);
    double work = PER_NAME * names_in(a->unit, body, none, 0), memory = slots_of_accesses(&accesses, 1, none);
    double once = THREAD_WORK + DIVIDE_WORK * (shared - 1.0), requests = requests_of(&accesses);
    if (march)
        return (struct gantry_variant){.lanes = 1,
                                       .nest = GANTRY_NEST_MARCH,
                                       .warp = (float)once,
                                       .round = (float)(ROUND_WORK + work),
                                       .each = (float)memory,
                                       .wait_round = (float)requests};
    return (struct gantry_variant){
        .lanes = 1, .nest = GANTRY_NEST_SHARED, .warp = (float)(once + work + memory), .wait = (float)requests};
}

unsigned cheapest_group(struct analysis *a, const struct region *par, const struct region *simd, bool *trips_known)
{
    struct sizing z = {.a = a, .par = par, .known = true};
    unsigned best = 1;
    if (simd)
        add_simd(&z, simd);
    else
        add_loops(&z, par);
    *trips_known = z.known;
    for (unsigned g = 2; g <= LANES; g *= 2) /* a larger size must surely be better */
        if (cost_per_thread(&z, g) < 0.995 * cost_per_thread(&z, best))
            best = g;
    return best;
}
