/* crews.c: how many lanes the threads of each parallel region have.
 * needs: summary parsed, kernel.final_mode.   sets: parallel.size, why, kernel.regions.   breaks: nothing. */
#include "summary.h"

#define GANTRY_ABI_NO_PROTOTYPES
#include "gantry_abi.h"
#include "gantry_numbers.h"

/* ---- do the rows fit together? ---- */

static bool bad_owner(struct summary *s, const struct parallel *p, const char *what)
{
    diag(s->d, DIAG_ERROR, (struct loc){.file = p->origin}, "GN0906",
         "line %d of its summary table: parallel region '%s' belongs to '%s', %s", p->row, p->name, p->owner->name,
         what);
    return false;
}

static const struct kernel *kernel_of(const struct summary *s, const struct node *n)
{
    for (size_t i = 0; i < s->kernels.n; i++)
        if (s->kernels.v[i]->node == n)
            return s->kernels.v[i];
    return NULL;
}

static bool check_owner(struct summary *s, const struct parallel *p)
{
    const struct kernel *k = kernel_of(s, p->owner);
    if (!p->owner->has_row)
        return bad_owner(s, p, "which has no row");
    if (p->is_inline && (!k || k->mode != GANTRY_MODE_SPMD))
        return bad_owner(s, p, "which is no SPMD kernel: the region cannot be its own");
    return true;
}

/* ---- what a region calls ---- */

/* through a pointer, or from a function that no file describes */
static bool may_call_any(const struct node *n)
{
    return (n->flags & FLAG_INDIRECT) || (!n->has_row && (n->reach & FLAG_PARALLEL));
}

static void forget(struct summary *s)
{
    for (size_t i = 0; i < s->nodes.n; i++)
        s->nodes.v[i]->seen = false;
}

static void heed(struct parallel *p, const struct node *n)
{
    if (n->group > p->called_group)
        p->called_group = n->group;
    if (n->limit && (!p->limit || n->limit < p->limit))
        p->limit = n->limit;
}

/* the functions with simd loops that p's threads may call, by name */
static void walk_called(struct parallel *p, struct node *n)
{
    if (n->seen || !(n->reach & FLAG_SIMD))
        return;
    n->seen = true;
    if (n->flags & FLAG_SIMD)
        heed(p, n);
    for (const struct call *c = n->calls; c; c = c->next)
        walk_called(p, c->callee);
}

/* Bytes of the caller's lane stack that n and the functions it calls use: the most on any path of calls that ends in a
 * simd loop. A function that calls itself gets its share twice; where it needs more, its simd loops run on one lane. */
static uint32_t deepest(struct node *n)
{
    uint32_t most = 0;
    if (!(n->reach & FLAG_SIMD))
        return 0;
    if (n->seen)
        return n->deepest;
    n->seen = true;
    n->deepest = n->lane_stack;
    for (const struct call *c = n->calls; c; c = c->next) {
        uint32_t below = deepest(c->callee);
        most = below > most ? below : most;
    }
    return n->deepest = most < __GD_MOST_LANE_STACK ? n->lane_stack + most : most;
}

/* The same for a call through a pointer, which may call any function with simd loops of its own. */
static uint32_t deepest_of_any(const struct summary *s)
{
    uint32_t most = 0;
    for (size_t i = 0; i < s->nodes.n; i++)
        if (!s->nodes.v[i]->is_kernel && (s->nodes.v[i]->flags & FLAG_SIMD) && s->nodes.v[i]->lane_stack > most)
            most = s->nodes.v[i]->lane_stack;
    return most;
}

static bool reaches_any(const struct parallel *p)
{
    bool any = may_call_any(p->owner);
    for (const struct call *c = p->calls; c; c = c->next)
        any |= (c->callee->reach & FLAG_INDIRECT) || may_call_any(c->callee);
    return any;
}

static void decide_lane_stack(struct summary *s, struct parallel *p)
{
    uint32_t most = 0;
    if (p->size == 1 || !p->leaders)
        return;
    forget(s);
    for (const struct call *c = p->calls; c; c = c->next) {
        uint32_t n = deepest(c->callee);
        most = n > most ? n : most;
    }
    if (reaches_any(p))
        most += deepest_of_any(s);
    p->lane_stack =
        (most < __GD_MOST_LANE_STACK ? most : __GD_MOST_LANE_STACK) / __GD_LANE_STACK_UNIT * __GD_LANE_STACK_UNIT;
}

/* ---- sizes ---- */

/* Decides how many lanes a thread of p has. Lanes that wait for a leader need program counters of their own; where the
 * lanes of a warp share one (--lockstep), a thread with leaders is one lane. */
static void decide_size(struct summary *s, struct parallel *p, const struct link_options *o)
{
    forget(s);
    for (const struct call *c = p->calls; c; c = c->next)
        walk_called(p, c->callee);
    if (!p->simd && !p->called_group) {
        p->size = 1;
        p->why = "nothing that it calls has simd loops";
        return;
    }
    p->size = o->simd_group ? o->simd_group : p->simd ? p->group : p->called_group;
    p->why = o->simd_group ? "forced" : p->simd ? "preferred" : "preferred by what it calls";
    if (!o->simd_group && p->size > __GD_WARP_NVIDIA) /* wider warps exist on some devices only: chosen only by
                                                       * --simd-group */
        p->size = __GD_WARP_NVIDIA;
    if (p->limit && p->size > p->limit) {
        p->size = power_of_two_below(p->limit);
        p->why = "limited by safelen";
    }
    if (o->lockstep && p->leaders && p->size > 1) {
        p->size = 1;
        p->why = "lockstep";
    }
}

static uint32_t size_on(const struct parallel *p, uint32_t width) { return p->size < width ? p->size : width; }

uint32_t crew_word(const struct parallel *p, uint32_t width)
{
    uint32_t size = size_on(p, width);
    return p->leaders && size > 1 ? size | __GD_LEADERS | p->lane_stack / __GD_LANE_STACK_UNIT << __GD_LANE_STACK_SHIFT
                                  : size;
}

/* ---- the regions of a kernel ---- */

static void walk(struct summary *s, struct kernel *k, struct node *n)
{
    if (n->seen)
        return;
    n->seen = true;
    for (struct parallel *p = n->regions; p; p = p->next)
        vec_push(s->a, &k->regions, p);
    for (const struct call *c = n->calls; c; c = c->next)
        walk(s, k, c->callee);
    for (size_t i = 0; may_call_any(n) && i < s->nodes.n; i++)
        if (!s->nodes.v[i]->is_kernel)
            walk(s, k, s->nodes.v[i]);
}

static void own_regions(struct summary *s, struct kernel *k, const struct node *n)
{
    for (struct parallel *p = n->regions; p; p = p->next)
        if (p->is_inline)
            vec_push(s->a, &k->regions, p);
}

/* Lists the regions that run with several lanes for each thread. In an SPMD kernel that is its own region only: others
 * that it reaches are nested, and their threads are single lanes. A kernel that calls kernels is a loop of the host,
 * and they are its phases. */
static void collect(struct summary *s, struct kernel *k)
{
    if (k->final_mode != GANTRY_MODE_SPMD) {
        forget(s);
        walk(s, k, k->node);
        return;
    }
    own_regions(s, k, k->node);
    for (const struct call *c = k->node->calls; c; c = c->next)
        if (c->callee->is_kernel)
            own_regions(s, k, c->callee);
}

bool crews_decide(struct summary *s, const struct link_options *o)
{
    bool ok = true;
    for (size_t i = 0; i < s->regions.n; i++) {
        ok &= check_owner(s, s->regions.v[i]);
        decide_size(s, s->regions.v[i], o);
        decide_lane_stack(s, s->regions.v[i]);
    }
    for (size_t i = 0; ok && s->regions.n && i < s->kernels.n; i++)
        collect(s, s->kernels.v[i]);
    return ok;
}

/* Says where a size that the user asks for is not had, because the loops must not be run by so many lanes. */
void crews_advise(const struct summary *s, const struct link_options *o)
{
    for (size_t i = 0; i < s->regions.n; i++) {
        const struct parallel *p = s->regions.v[i];
        if (p->size < o->simd_group && p->simd)
            diag(s->d, DIAG_REMARK, (struct loc){.file = p->file, .line = p->line}, "GN0922",
                 "the threads of this parallel region have %u lane%s, not the %u of --simd-group: %s", p->size,
                 p->size == 1 ? "" : "s", o->simd_group, p->why);
    }
}

/* ---- what other files ask ---- */

uint32_t kernel_group(const struct kernel *k, uint32_t width)
{
    uint32_t most = 1;
    for (size_t i = 0; i < k->regions.n; i++)
        if (size_on(k->regions.v[i], width) > most)
            most = size_on(k->regions.v[i], width);
    return most;
}

/* Bytes of group space per lane: a group's space is divided by its lanes, so that one number serves regions of all
 * group sizes. */
uint32_t kernel_space(const struct kernel *k, uint32_t width)
{
    uint32_t most = 0;
    for (size_t i = 0; i < k->regions.n; i++) { /* a thread of one lane has it on its stack */
        uint32_t size = size_on(k->regions.v[i], width), space = k->regions.v[i]->space + k->regions.v[i]->lane_stack;
        uint32_t part = space / size + (space % size != 0);
        if (size > 1 && part > most)
            most = part;
    }
    return (most + __GD_SPACE_ALIGN - 1) / __GD_SPACE_ALIGN * __GD_SPACE_ALIGN;
}

uint32_t crews_most_lanes(const struct summary *s, uint32_t width)
{
    uint32_t most = 1;
    for (size_t i = 0; i < s->regions.n; i++)
        if (size_on(s->regions.v[i], width) > most)
            most = size_on(s->regions.v[i], width);
    return most;
}

bool crews_have_lane_stacks(const struct summary *s)
{
    bool any = false;
    for (size_t i = 0; i < s->regions.n; i++)
        any |= s->regions.v[i]->lane_stack != 0;
    return any;
}

void crew_print(const struct parallel *p, FILE *f)
{
    fprintf(f, "region %s  %s:%d of %s%s\n", p->name, p->file, p->line, p->owner->name,
            p->is_inline ? ", its own" : "");
    fprintf(f, "  %u lane%s, %s", p->size, p->size == 1 ? "" : "s", p->why);
    if (p->size > __GD_WARP_NVIDIA)
        fprintf(f, " (%d on NVIDIA GPUs)", __GD_WARP_NVIDIA);
    fprintf(f, ", %s, %u simd loop%s, space %u bytes",
            crew_word(p, __GD_WARP_EMULATED) & __GD_LEADERS ? "leaders" : "together", p->simd, p->simd == 1 ? "" : "s",
            p->space);
    if (p->lane_stack)
        fprintf(f, ", lane stack %u bytes for those of functions", p->lane_stack);
    fputc('\n', f);
}
