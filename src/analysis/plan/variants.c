/* analysis/plan/variants.c: kernels of which the launch chooses one. How many lanes a thread should have depends on how
 * many iterations its simd loops have, and often only the launch knows that: then the kernel comes with two or three
 * numbers of lanes, each made and linked like a kernel of its own, and the runtime takes that one which costs least
 * (gantry_variants.h). Which numbers: those without which some launch would cost more than a few per cent too much.
 * All parallel regions of a kernel whose simd loops have as many iterations get the variant's number; others keep
 * theirs. needs: dataenv, mode, lanes.   sets: kernel.variants, kernel.inner; plan.group_why of those parallel regions.
 */
#include "../analysis.h"

#include <math.h>
#include <string.h>

enum {
    MOST_VARIANTS = 3,
    MOST_SIZES = 6, /* 1, 2, 4 … 32 lanes */
    USUAL_UNITS = 64,
    MOST_INNER = 4096
};
static const double least_gain = 1.03; /* of a further variant, at the launch that gains most */
/* Threads of launches: so many that any device is full, and fewer. */
static const double outers[] = {0, 16 * USUAL_UNITS, USUAL_UNITS};

struct offer {
    struct gantry_variant all[MOST_SIZES];
    unsigned n, usual; /* usual: the one that the model would take here */
};

/* How many times the least cost a launch costs with the best of those that are taken */
static double excess(const struct offer *c, unsigned taken, double inner, double outer)
{
    double best = INFINITY, had = INFINITY;
    for (unsigned i = 0; i < c->n; i++) {
        double cost = gantry_variant_cost(&c->all[i], inner, outer, USUAL_UNITS);
        best = fmin(best, cost);
        if (taken & (1u << i))
            had = fmin(had, cost);
    }
    return sqrt(had / best); /* the costs are squares */
}

/* … at the launch where that is most; equally bad ones are told apart by the others. */
static double worst(const struct offer *c, unsigned taken)
{
    double most = 1, sum = 0;
    unsigned n = 0;
    for (size_t k = 0; k < sizeof outers / sizeof *outers; k++)
        for (double inner = 1; inner <= MOST_INNER; inner = inner < 4 ? inner + 1 : floor(inner * 1.25), n++) {
            double e = excess(c, taken, inner, outers[k]);
            most = fmax(most, e);
            sum += e;
        }
    return most + 1e-3 * sum / n;
}

/* The best set of so many that has the model's choice in it */
static unsigned best_set(const struct offer *c, unsigned size)
{
    unsigned best = 0;
    for (unsigned set = 1; set < 1u << c->n; set++)
        if (set & (1u << c->usual) && (unsigned)__builtin_popcount(set) == size &&
            (!best || worst(c, set) < worst(c, best)))
            best = set;
    return best;
}

static void take(struct analysis *a, struct kernel *k, const struct offer *c)
{
    unsigned taken = 1u << c->usual;
    for (unsigned n = 2; n <= MOST_VARIANTS && n <= c->n; n++) {
        unsigned more = best_set(c, n);
        if (worst(c, more) * least_gain < worst(c, taken))
            taken = more;
    }
    vec_push(a->unit->arena, &k->variants, c->all[c->usual]);
    for (unsigned i = 0; i < c->n; i++)
        if (i != c->usual && taken & (1u << i))
            vec_push(a->unit->arena, &k->variants, c->all[i]);
}

/* ---- which kernels ---- */
/* In code that is printed twice, a variable that keeps its value from one launch to the next would be two. */
bool has_static(const struct unit *u, struct slice s)
{
    for_each_in (ref, r, u, s)
        if (r->var && r->var->is_static && slice_has(s, r->var->decl))
            return true;
    return false;
}

static bool may_trap(const struct loop *l)
{
    return tree_has(l->lower, may_divide_by_zero) || tree_has(l->upper, may_divide_by_zero) ||
           (l->stride && tree_has(l->stride, may_divide_by_zero));
}

/* Its iterations are a number at the launch, the same for all threads. */
static bool known_at_launch(struct analysis *a, struct kernel *k, const struct region *simd)
{
    for (unsigned i = 0; i < simd->nloops; i++)
        if (may_trap(&simd->loops[i]))
            return false;
    return loops_on_host(a, k, simd);
}

/* The simd loop whose iterations only the launch knows; NULL: there is none, or one that not even the launch knows */
static const struct region *deciding_loop(struct analysis *a, struct kernel *k, const struct region *par)
{
    const struct region *found = NULL;
    for_each_simd (simd, a->unit, par) {
        if (constant_trip(simd))
            continue;
        if ((simd->plan->leaves & LEAF_FOR) || !known_at_launch(a, k, simd))
            return NULL;
        found = found ? found : simd;
    }
    return found;
}

static bool is_open_region(const struct kernel *k, const struct region *par)
{
    const struct plan *p = par->plan;
    return p && p->kernel == k && p->crew != CREW_ALONE && p->nsimd && p->group_why == WHY_GROUP_UNKNOWN;
}

static bool is_open(struct analysis *a, const struct kernel *k)
{
    return !k->lone_threads && !has_static(a->unit, k->region->stmt);
}

static bool same_trip(const struct unit *u, const struct region *a, const struct region *b)
{
    bool same = a->nloops == b->nloops;
    for (unsigned i = 0; same && i < a->nloops; i++) {
        const struct loop *l = &a->loops[i], *m = &b->loops[i];
        same = l->rel == m->rel && l->step_sign == m->step_sign && tree_equal(u, l->lower, m->lower) &&
               tree_equal(u, l->upper, m->upper) && !l->stride == !m->stride &&
               (!l->stride || tree_equal(u, l->stride, m->stride));
    }
    return same;
}

typedef VEC(const struct region *) region_list;

/* k's parallel regions that have the same lanes in a variant: their simd loops have as many iterations as the first
 * one's, k->inner. */
static region_list alike(struct analysis *a, struct kernel *k)
{
    region_list list = {0};
    const struct region *first = NULL;
    for_each_pointer (const struct region, par, a->unit->regions) {
        const struct region *decides = is_open_region(k, par) ? deciding_loop(a, k, par) : NULL;
        if (!decides ||
            (first && (first->plan->group_limit != par->plan->group_limit || !same_trip(a->unit, k->inner, decides))))
            continue;
        first = first ? first : par;
        k->inner = k->inner ? k->inner : decides;
        vec_push(a->unit->arena, &list, par);
    }
    return list;
}

static struct gantry_variant cost_of_all(struct analysis *a, const region_list *list, unsigned lanes)
{
    struct gantry_variant sum = {.lanes = lanes};
    for (size_t i = 0; i < list->n; i++) {
        struct gantry_variant v = group_cost(a, list->v[i], lanes);
        sum.warp += v.warp;
        sum.round += v.round;
        sum.each += v.each;
        sum.wait += v.wait;
        sum.wait_round += v.wait_round;
    }
    return sum;
}

static void offer_lanes(struct analysis *a, struct kernel *k)
{
    region_list list = alike(a, k);
    if (!list.n)
        return;
    const struct plan *p = list.v[0]->plan;
    struct offer c = {.n = 0};
    unsigned most = p->group_limit ? p->group_limit : 1u << (MOST_SIZES - 1);
    for (unsigned lanes = 1; lanes <= most; lanes *= 2) {
        c.usual = lanes == p->group ? c.n : c.usual;
        c.all[c.n++] = cost_of_all(a, &list, lanes);
    }
    take(a, k, &c);
    if (k->variants.n < 2) {
        k->variants.n = 0;
        return;
    }
    for (size_t i = 0; i < list.n; i++) {
        list.v[i]->plan->group = p->group;
        list.v[i]->plan->group_why = WHY_GROUP_LAUNCH;
    }
}

void pass_variants(struct analysis *a)
{
    bool fixed = a->options.check || a->options.deterministic || a->options.lockstep;
    for (size_t i = 0; i < a->kernels.n && a->options.variants && !fixed; i++) {
        struct kernel *k = a->kernels.v[i];
        if (is_open(a, k))
            offer_lanes(a, k);
        for (size_t v = 0; v < k->variants.n; v++)
            k->variants.v[v].kernel =
                v ? arena_printf(a->unit->arena, "%s__%u", k->name, k->variants.v[v].lanes) : k->name;
    }
}

void kernel_become(struct analysis *a, struct kernel *k, size_t variant)
{
    if (!k->variants.n)
        return;
    const struct gantry_variant *v = &k->variants.v[variant];
    size_t n = strlen(k->name);
    for_each_pointer (const struct region, r, a->unit->regions)
        if (r->plan && r->plan->kernel == k && r->plan->name)
            r->plan->name = arena_printf(a->unit->arena, "%s%s", v->kernel, r->plan->name + n);
    for_each_pointer (const struct region, r, a->unit->regions)
        if (r->plan && r->plan->kernel == k && r->plan->group_why == WHY_GROUP_LAUNCH)
            r->plan->group = v->lanes;
    k->name = v->kernel;
}

const char *variant_mark(const struct kernel *k)
{
    return k && k->variants.n ? k->name + strlen(k->variants.v[0].kernel) : "";
}
