/* acc/levels.c: which levels the iterations of a loop are shared by. Gangs are teams, workers threads, vectors lanes;
 * where no loop of workers is around a loop of vectors, the threads are free, and it has those.
 *
 * A loop without a level of its own is given what its nest leaves: of several the outermost gets gangs, the innermost
 * vectors.
 *
 * needs: the constructs, checked; routines.   sets: shared, levels, as_threads, uses_lanes, calls_gangs.   breaks:
 * nothing. */
#include "../../region/tree.h"
#include "acc.h"

static const char *const level_names[] = {[ACC_GANGS] = "gang", [ACC_WORKERS] = "worker", [ACC_VECTORS] = "vector"};

const struct acc_construct *acc_compute_around(const struct acc_construct *c)
{
    while (c && !is_compute(c))
        c = c->up;
    return c;
}

unsigned acc_gang_dim(const struct acc_construct *c)
{
    const struct acc_clause *x = is_loop(c) ? acc_find(c, ACC_CLAUSE_GANG) : NULL;
    return !x ? 0 : x->dim ? x->dim : 1;
}

/* Of gangs of several dimensions those of the outermost loop are all there are: loops of lower dimensions in it run in
 * each of them. */
static bool has_inner_gangs(const struct acc_construct *c)
{
    for (const struct acc_construct *o = c->up; acc_gang_dim(c) && o; o = o->up)
        if (acc_gang_dim(o) > acc_gang_dim(c))
            return true;
    return false;
}

static unsigned named(const struct acc_construct *c)
{
    return (acc_find(c, ACC_CLAUSE_GANG) && !has_inner_gangs(c) ? ACC_GANGS : 0) |
           (acc_find(c, ACC_CLAUSE_WORKER) ? ACC_WORKERS : 0) | (acc_find(c, ACC_CLAUSE_VECTOR) ? ACC_VECTORS : 0);
}

/* Does a loop of `kernels` say that its iterations are independent, or is it so? One that names levels alone is `auto`
 * (2.9.7). */
static bool asks(const struct acc_construct *c)
{
    return acc_find(c, ACC_CLAUSE_PROVED) || acc_find(c, ACC_CLAUSE_INDEPENDENT);
}

/* ---- routines with gangs, called by loops of a higher dimension ---- */

/* Do gangs of the dimensions up to `dim` do what one gang would do? Not where there is one. */
static bool are_several(const struct acc_file *a, const struct acc_construct *compute, unsigned dim)
{
    const struct acc_clause *x = acc_find(compute, ACC_CLAUSE_NUM_GANGS);
    struct parser ps = {a->f, compute->p};
    struct range r = {0};
    for (; x && dim > 0 && acc_next_item(&ps, x->list, &r); dim--)
        if (!acc_known(&ps, compute, r) || acc_value(&ps, compute, r) < 2)
            return false;
    return true;
}

/* Does the node leave alone what others see? What its kids do is not looked at. */
static bool is_harmless(const struct acc_file *a, const struct acc_construct *c, const struct node *n)
{
    const struct node *loop = acc_loop(a, c, 0);
    const struct var *own = loop ? acc_loop_variable(loop) : NULL, *v;
    const struct acc_routine *r;
    switch (n->kind) {
    case NODE_ASSIGN:
    case NODE_COMPOUND_ASSIGN:
    case NODE_INCREMENT:
        v = node_var(n->kids[0]);
        return v && v->func && !v->is_static && (v == own || slice_has(acc_tree(c)->at, v->decl));
    case NODE_CALL:
        r = node_called(n) ? acc_routine_named(a, node_called(n)->name) : NULL;
        return r && r->levels == ACC_LEVELS;
    case NODE_ASM:
    case NODE_ATOMIC:
    case NODE_OTHER_STATEMENT:
    case NODE_OTHER_EXPRESSION:
        return false;
    default:
        return true;
    }
}

/* A loop of gangs may call a routine whose loops have gangs of a lower dimension. Gangs are of one dimension here:
 * those loops have them all, and each gang runs this one. So it can be where the loop only calls such routines. */
static bool leaves_gangs(const struct acc_file *a, const struct acc_construct *c)
{
    const struct acc_construct *compute = acc_compute_around(c);
    const struct acc_routine *r = compute && acc_gang_dim(c) > 1 ? acc_routine_called(a, c) : NULL;
    if (!r || !r->dim || acc_gang_dim(c) <= r->dim || !are_several(a, compute, r->dim) ||
        named(c) & (ACC_WORKERS | ACC_VECTORS))
        return false;
    for (const struct node *n = acc_tree(c); n; n = acc_next(a, acc_tree(c), n))
        if (!is_harmless(a, c, n))
            return false;
    return true;
}

/* Are the iterations run in order, whatever is free? */
static bool in_order(const struct acc_file *a, const struct acc_construct *c)
{
    const struct acc_construct *compute = acc_compute_around(c);
    bool kernels = compute && has_directive(compute, KERNELS);
    bool parallel = compute ? compute->shared || kernels : acc_routine_around(a, c) != NULL;
    bool ordered = acc_find(c, ACC_CLAUSE_SEQ) || (acc_find(c, ACC_CLAUSE_AUTO) && !acc_find(c, ACC_CLAUSE_PROVED));
    bool inner = has_inner_gangs(c) && !named(c);
    return ordered || inner || !parallel || (kernels && !asks(c)) || leaves_gangs(a, c);
}

/* the loop that is all of the statement of c; NULL: it is something else */
static const struct acc_construct *sole_loop(const struct acc_file *a, const struct acc_construct *c)
{
    const struct node *all = acc_tree(c);
    if (is_loop(c))
        return c;
    for_each_pointer (struct acc_construct, x, a->v)
        if (x->up == c && is_loop(x) && x->node)
            return all == x->node || (all && all->kind == NODE_COMPOUND && all->nkids == 1 && all->kids[0] == x->node)
                       ? x
                       : NULL;
    return NULL;
}

/* Gangs share the loops of `parallel`, and of `kernels` where it is one loop that is said to be independent. */
static void find_shared(struct acc_file *a)
{
    for_each_pointer (struct acc_construct, c, a->v) {
        const struct acc_construct *x = has_directive(c, KERNELS) ? sole_loop(a, c) : NULL;
        c->shared = has_directive(c, PARALLEL) || (x && asks(x));
    }
}

/* the levels that the code around leaves, loops not counted */
static unsigned levels_there(const struct acc_file *a, const struct acc_construct *c)
{
    const struct acc_routine *r = acc_compute_around(c) ? NULL : acc_routine_around(a, c);
    if (!r && acc_compute_around(c) && !acc_compute_around(c)->shared) /* one gang of `kernels` */
        return ACC_WORKERS | ACC_VECTORS;
    return r ? r->levels : ACC_LEVELS;
}

/* the levels inside of all of these */
static unsigned inside(unsigned levels)
{
    return levels & ACC_VECTORS   ? 0
           : levels & ACC_WORKERS ? ACC_VECTORS
           : levels & ACC_GANGS   ? ACC_WORKERS | ACC_VECTORS
                                  : ACC_LEVELS;
}

/* the levels outside of all of these */
static unsigned outside(unsigned levels)
{
    return levels & ACC_GANGS     ? 0
           : levels & ACC_WORKERS ? ACC_GANGS
           : levels & ACC_VECTORS ? ACC_GANGS | ACC_WORKERS
                                  : ACC_LEVELS;
}

static unsigned levels_around(const struct acc_construct *c)
{
    unsigned levels = 0;
    for (; !is_compute(c) && c->up; c = c->up)
        levels |= c->up->levels;
    return levels;
}

static bool is_inside(const struct acc_construct *c, const struct acc_construct *outer)
{
    while (c && c != outer)
        c = c->up;
    return c != NULL;
}

/* how many loops that have to be given a level are nested in c, and what levels those inside name */
static unsigned free_loops(const struct acc_file *a, const struct acc_construct *c, unsigned *taken)
{
    unsigned deepest = 0;
    for_each_pointer (struct acc_construct, x, a->v) {
        unsigned n = 0;
        if (x == c || !is_loop(x) || !is_inside(x, c))
            continue;
        *taken |= in_order(a, x) ? 0 : named(x);
        for (const struct acc_construct *o = x; o != c; o = o->up)
            n += is_loop(o) && !named(o) && !in_order(a, o);
        deepest = n > deepest ? n : deepest;
    }
    return deepest;
}

/* Gangs do not wait for each other: they share a loop by themselves only where it is all that they do. */
static bool may_have_gangs(const struct acc_file *a, const struct acc_construct *c)
{
    const struct acc_construct *compute = acc_compute_around(c);
    return !acc_find(c, ACC_CLAUSE_PROVED) || (compute && sole_loop(a, compute) == c);
}

/* Do gangs share anything else of the construct? A loop that names no level may be given them. */
static bool has_other_gangs(const struct acc_file *a, const struct acc_construct *compute,
                            const struct acc_construct *c)
{
    for_each_pointer (struct acc_construct, x, a->v)
        if (x != c && is_loop(x) && is_inside(x, compute) && !is_inside(c, x) && !in_order(a, x) &&
            (named(x) ? named(x) & ACC_GANGS : !is_inside(x, c)))
            return true;
    return acc_levels_called(a, compute) & ACC_GANGS;
}

/* Gangs share a loop that names other levels alone, where `gang` could stand on it (2.9.2). Where nobody says how many
 * gangs there are, and they share nothing else, there is one, to which that is the same. */
static bool has_implied_gangs(const struct acc_file *a, const struct acc_construct *c, unsigned left)
{
    const struct acc_construct *compute = acc_compute_around(c);
    unsigned taken = acc_levels_called(a, c);
    free_loops(a, c, &taken);
    if (!(left & outside(taken) & ACC_GANGS) || !may_have_gangs(a, c))
        return false;
    return !compute ||
           (has_directive(compute, PARALLEL) &&
            (acc_find(compute, ACC_CLAUSE_NUM_GANGS) || sole_loop(a, compute) == c || has_other_gangs(a, compute, c)));
}

static unsigned levels_left(const struct acc_file *a, const struct acc_construct *c, unsigned left)
{
    left &= may_have_gangs(a, c) ? ACC_LEVELS : ACC_WORKERS | ACC_VECTORS;
    unsigned taken = acc_levels_called(a, c), more = free_loops(a, c, &taken);
    left &= outside(taken);
    if (more == 0) /* gangs and threads suffice for one loop */
        return left == ACC_LEVELS ? ACC_GANGS | ACC_VECTORS : left & ACC_WORKERS ? left & ~(unsigned)ACC_VECTORS : left;
    if (left == ACC_LEVELS)
        return more == 1 ? ACC_GANGS | ACC_WORKERS : ACC_GANGS;
    return left & ACC_GANGS ? ACC_GANGS : left & ACC_WORKERS ? ACC_WORKERS : 0;
}

static void check_levels(struct acc_file *a, struct acc_construct *c, unsigned levels, unsigned left)
{
    unsigned wrong = levels & ~left;
    for (unsigned l = ACC_GANGS; l <= ACC_VECTORS; l *= 2)
        if (wrong & l) {
            struct parser ps = {a->f, c->p};
            enum acc_clause_kind k = l == ACC_GANGS     ? ACC_CLAUSE_GANG
                                     : l == ACC_WORKERS ? ACC_CLAUSE_WORKER
                                                        : ACC_CLAUSE_VECTOR;
            const struct acc_routine *r = acc_compute_around(c) ? NULL : acc_routine_around(a, c);
            if (r && !(r->levels & l))
                error_at(&ps, acc_find(c, k)->at, "GN0312",
                         "a loop of level '%s' in '%s', a routine that leaves it no such level", level_names[l],
                         r->name);
            else
                error_at(&ps, acc_find(c, k)->at, "GN0312",
                         "a loop of level '%s' stands inside a loop of the same level or of one further in",
                         level_names[l]);
            return;
        }
}

/* Loops of gang(dim: 3) are not in a routine of gang(dim: 2). */
static void check_dimension(struct acc_file *a, const struct acc_construct *c)
{
    struct parser ps = {a->f, c->p};
    const struct acc_routine *r = acc_compute_around(c) ? NULL : acc_routine_around(a, c);
    if (r && r->dim && acc_gang_dim(c) > r->dim)
        error_at(&ps, acc_find(c, ACC_CLAUSE_GANG)->at, "GN0312",
                 "a loop of gangs of dimension %u in '%s', a routine of gangs of dimension %u", acc_gang_dim(c),
                 r->name, r->dim);
}

/* A loop does not call a routine whose loops have its levels. */
static void check_calls(struct acc_file *a, struct acc_construct *c)
{
    const struct acc_routine *r = acc_routine_called(a, c);
    unsigned called = r ? r->levels : 0, least = called & -called;
    struct parser ps = {a->f, c->p};
    if (r && r->dim && acc_gang_dim(c) > r->dim) /* of its gangs all are this loop's */
        error_at(&ps, 3, "GN0312",
                 "'%s' with gangs of dimension %u calls '%s', whose loops have gangs of dimension %u, of which it "
                 "leaves none: put the loops of '%s' there, or what else the loop does into '%s'",
                 c->line->name, acc_gang_dim(c), r->name, r->dim, r->name, r->name);
    else if (called && c->levels >= least)
        error_at(&ps, 3, "GN0312", "'%s' calls '%s', whose loops have level '%s' too", c->line->name, r->name,
                 level_names[least]);
}

/* In `serial` the loops run in order, and the levels that they name are held against each other all the same. */
static void check_serial(struct acc_file *a, struct acc_construct *c)
{
    const struct acc_construct *compute = acc_compute_around(c);
    unsigned around = 0;
    for (const struct acc_construct *o = c; compute && has_directive(compute, SERIAL) && o != compute; o = o->up)
        around |= is_loop(o->up) ? named(o->up) : 0;
    check_levels(a, c, around ? named(c) : 0, inside(around));
}

/* Is there a copy of the loop that runs in parallel, under a test? */
static bool has_proved_twin(const struct acc_file *a, const struct acc_construct *c)
{
    for_each_pointer (struct acc_construct, x, a->v)
        if (is_loop(x) && acc_find(x, ACC_CLAUSE_PROVED) && x->p->loc.line == c->p->loc.line)
            return true;
    return false;
}

static void warn_of_unused(struct acc_file *a, const struct acc_construct *c)
{
    const struct acc_construct *compute = acc_compute_around(c);
    unsigned levels = named(c);
    if (!levels || !compute || !has_directive(compute, KERNELS) || asks(c) || acc_find(c, ACC_CLAUSE_AUTO) ||
        has_proved_twin(a, c))
        return;
    report(a->f, DIAG_WARNING, place_of_token(a->f, c->p, 3), 1, c->p, "GN0446",
           "the loop runs in order, and its '%s' is not used: in 'kernels' a loop has levels where its iterations are "
           "proved to be independent, or where 'independent' says so",
           level_names[levels & -levels]);
}

void acc_levels(struct acc_file *a)
{
    find_shared(a);
    for_each_pointer (struct acc_construct, c, a->v) {
        if (is_loop(c)) {
            check_dimension(a, c);
            check_serial(a, c);
            warn_of_unused(a, c);
        }
        struct acc_construct *compute = (struct acc_construct *)acc_compute_around(c);
        if (compute && sole_loop(a, compute) == c && leaves_gangs(a, c))
            compute->calls_gangs = true;
        if (!is_loop(c) || in_order(a, c))
            continue;
        unsigned around = levels_around(c), there = levels_there(a, c), left = inside(around) & there;
        c->levels = named(c);
        if (compute && !compute->shared) /* what gangs would share, its threads do */
            c->levels = around & ACC_WORKERS ? named(c) & left & ACC_VECTORS : named(c) ? ACC_WORKERS : 0;
        if (c->levels) {
            check_levels(a, c, c->levels, left);
            c->levels |= has_implied_gangs(a, c, left) ? ACC_GANGS : 0;
        } else if (!(compute && !compute->shared && named(c))) {
            c->levels = levels_left(a, c, left);
        }
        check_calls(a, c);
        c->as_threads = (c->levels & ACC_VECTORS) && there & ACC_WORKERS && !((c->levels | around) & ACC_WORKERS);
        if (compute)
            compute->uses_lanes |= (c->levels & ACC_VECTORS) && !c->as_threads;
    }
}
