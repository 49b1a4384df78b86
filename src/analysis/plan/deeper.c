/* analysis/plan/deeper.c: nests of which the user's construct has the outer loop alone, and threads might share the
 * next one, too. Where the outer loop has few iterations a device is not filled, and where neighbouring elements are
 * those of the inner one, neighbouring lanes take elements far apart. If the next loop is proved to store to other
 * places in each of its iterations (in_place.c, apart.c; no test at run time), the file is parsed once more with
 * `collapse(2)` for devices (driver/core/generate.c): there march.c makes two forms of the nest, as it is and as the
 * user wrote it, and the launch takes one. needs: mode, schedules, variants, tuned. sets: kernel.deeper. */
#include "../analysis.h"
#include "../../../include/gantry_variants.h"

static bool is_part_of_one_launch(const struct region *r)
{
    while (r && r->dir != DIR_SINGLE_LAUNCH)
        r = r->parent;
    return r;
}

/* A row of a region that says how its loop is shared out holds. */
static bool is_measured(const struct tuned *t) { return t->collapse || t->tile || t->schedule || t->mode || t->crew; }

/* Is the outer loop known to have so many iterations that even a large device is better left with that one? */
static bool fills_devices(struct analysis *a, const struct kernel *k, const struct node *inner)
{
    enum { INNER = 1000, UNITS = 132 };
    struct loop head = {0};
    const struct loop *loops[] = {&k->trip->loops[0], &head};
    uint64_t trip = loop_trip(loops[0]);
    if (!trip || loop_read_header(&head, inner))
        return false;
    strides_list list = {0};
    struct slice body = node_kid(inner, 3)->at;
    strides_of(a, loops, 2, body, &list);
    const struct gantry_variant forms[] = {nest_cost(a, body, loops[best_loop(&list, 2, 1)], 2, false),
                                           nest_cost(a, body, loops[0], 1, true)};
    return gantry_variant_best(forms, 2, INNER, (double)trip, UNITS) == 1;
}

static bool is_member(const struct node *n) { return n->kind == NODE_MEMBER || n->kind == NODE_ARROW; }

/* Does `collapse(2)` take the loop as it stands? Not beside empty statements, and a region has no copy of a structure
 * before its loops begin. What is refused when the file is parsed once more would cost all its nests their forms. */
static bool may_be_collapsed(const struct node *inner)
{
    const struct node *in = inner->parent;
    bool alone = in->kind == NODE_FOR || (in->kind == NODE_COMPOUND && in->nkids == 1 && in->parent->kind == NODE_FOR);
    return alone && !tree_has(node_kid(inner, 0), is_member) && !tree_has(node_kid(inner, 1), is_member);
}

static const struct node *loop_to_share(struct analysis *a, const struct kernel *k)
{
    bool open = !k->only_in_place && !k->only_on_devices && !is_measured(&k->on_device) && !k->variants.n &&
                may_leave_loops(a, k) && !is_part_of_one_launch(k->region) &&
                !region_clause(k->region, CLAUSE_REGISTERS);
    const struct node *inner = open ? loop_beyond(a, k) : NULL;
    return inner && may_be_collapsed(inner) && !fills_devices(a, k, inner) ? inner : NULL;
}

void pass_deeper(struct analysis *a)
{
    if (a->options.check || a->options.deterministic || a->options.lockstep || !a->options.variants)
        return;
    for_each_pointer (struct kernel, k, a->kernels)
        k->deeper = loop_to_share(a, k);
}

void changes_deepen(struct analysis *a, change_list *out)
{
    for_each_pointer (struct kernel, k, a->kernels)
        if (k->deeper)
            vec_push(a->unit->arena, out,
                     ((struct change){k->region->loc, k->trip->loc, CHANGE_ON_DEVICES, CHANGE_COLLAPSE, "2", true}));
}
