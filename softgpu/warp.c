/* warp.c: runs the lanes of a warp. Those that are in the same frame at the same instruction run together; among
 * several such groups the deepest and then the one furthest back (layout.c) goes on, until it has caught up with
 * another one or its turn is over. With a seed, chance decides both. */
#include "count.h"
#include "order.h"
#include "races.h"
#include "unset.h"

#include <string.h>

enum { TURN = 512 }; /* instructions of a group while others of the warp could go on */

static uint32_t chance(struct worker *k, uint32_t n)
{
    k->random ^= k->random << 13;
    k->random ^= k->random >> 7;
    k->random ^= k->random << 17;
    return (uint32_t)((k->random >> 16) % n);
}

#define EACH(L, LANES_)                                                                                                \
    for (uint32_t left_ = (LANES_), L; left_ && (L = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

static uint32_t leader(struct warp *w, uint32_t lanes)
{
    uint32_t best = (uint32_t)__builtin_ctz(lanes);
    if (w->worker->seeded) {
        for (uint32_t skip = chance(w->worker, (uint32_t)__builtin_popcount(lanes)); skip; skip--)
            lanes &= lanes - 1;
        return (uint32_t)__builtin_ctz(lanes);
    }
    const uint32_t *ranks = w->launch->module->ranks;
    EACH(l, lanes)
    if (w->in[l]->depth > w->in[best]->depth ||
        (w->in[l]->depth == w->in[best]->depth && ranks[w->pc[l]] < ranks[w->pc[best]]))
        best = l;
    return best;
}

/* the group that goes on; *join: the rank from which on others of its frame wait for it */
static void pick(struct warp *w, uint32_t *join)
{
    const uint32_t *ranks = w->launch->module->ranks;
    uint32_t lanes = w->ready & ~w->put_off;
    if (!lanes) {
        w->put_off = 0;
        lanes = w->ready;
    }
    uint32_t first = leader(w, lanes), group = 0;
    *join = UINT32_MAX;
    EACH(l, w->ready)
    if (w->in[l] == w->in[first]) {
        if (w->pc[l] == w->pc[first])
            group |= 1u << l;
        else if (ranks[w->pc[l]] > ranks[w->pc[first]] && ranks[w->pc[l]] < *join)
            *join = ranks[w->pc[l]];
    }
    w->running = group;
    frame_use(w, w->in[first]);
}

static void save(struct warp *w, uint32_t lanes, const struct insn *i)
{
    uint32_t pc = (uint32_t)(i - w->launch->module->code.v);
    EACH(l, lanes)
    w->pc[l] = pc;
}

static void end(struct warp *w, uint32_t lanes)
{
    EACH(l, lanes)
    {
        w->state[l] = LANE_DONE;
        frame_ended(w, (int)l);
    }
    w->live &= ~lanes;
    w->ready &= ~lanes;
    lanes_ended(w);
}

static uint32_t callee(struct warp *w, const struct insn *i, uint32_t *lanes)
{
    if (i->call->function != UNKNOWN_FUNCTION)
        return i->call->function;
    const uint64_t *to = row(w, i->r[0]);
    const struct module *m = w->launch->module;
    int first = __builtin_ctz(*lanes);
    uint64_t at = to[first] - CODE_WINDOW, function = (at & 0xffffff) / 16;
    uint32_t same = 0;
    EACH(l, *lanes)
    same |= (uint32_t)(to[l] == to[first]) << l;
    if (at >= WINDOW_SIZE || at >> 24 != m->id || at % 16 || function >= m->functions.n ||
        !m->functions.v[function].defined || m->functions.v[function].entry)
        fault(w, i, first, AS_FINDING(SG_INVALID_PC, 613), "an indirect call to 0x%llx, which is no function",
              (unsigned long long)to[first]);
    const struct function *g = &m->functions.v[function];
    const struct call *c = i->call;
    bool fits = g->nparams - g->nresults == c->nin && g->nresults == c->nout;
    for (uint32_t k = 0; fits && k < c->nin; k++)
        fits = g->params[g->nresults + k].size == c->in[k].size;
    if (!fits)
        fault(w, i, first, AS_FINDING(SG_INVALID_PC, 613), "an indirect call of %s with other parameters than it has",
              g->name);
    *lanes = same;
    return (uint32_t)function;
}

/* true: all lanes of the group are still together, at *next */
static bool control(struct warp *w, const struct insn *i, uint32_t lanes, const struct insn **next)
{
    const struct module *m = w->launch->module;
    uint32_t group = w->running, others = group & ~lanes;
    if (others)
        save(w, others, i + 1);
    if (!lanes) {
        *next = i + 1;
        return true;
    }
    switch (i->flow) {
    case FLOW_BRANCH:
        *next = m->code.v + i->target;
        if (!others)
            return true;
        save(w, lanes, *next);
        return false;
    case FLOW_SWITCH: {
        const uint32_t *index = row(w, i->r[0]);
        EACH(l, lanes)
        {
            if (index[l] >= i->r[2])
                fault(w, i, (int)l, SG_INVALID_PC, "brx.idx: there is no target %u", index[l]);
            w->pc[l] = m->targets.v[i->r[1] + index[l]];
        }
        return false;
    }
    case FLOW_CALL: {
        uint32_t those = lanes, function = callee(w, i, &those);
        if (lanes & ~those)
            save(w, lanes & ~those, i);
        frame_call(w, i, function, those);
        *next = m->code.v + m->functions.v[function].start;
        return those == group;
    }
    case FLOW_RETURN:
        *next = frame_return(w, lanes);
        if (!*next) {
            end(w, lanes);
            return false;
        }
        return !others && w->ready == group;
    case FLOW_EXIT:
        end(w, lanes);
        return false;
    case FLOW_MEET:
        if (meet_at_once(w, i, lanes)) {
            *next = i + 1;
            if (!others && w->ready == group)
                return true;
            save(w, lanes, *next);
            return false;
        }
        meet(w, i, lanes);
        *next = i + 1;
        return !others && (w->ready & group) == group && w->pc[__builtin_ctz(group)] == (uint32_t)(i + 1 - m->code.v) &&
               w->ready == group;
    case FLOW_BARRIER:
        barrier_arrive(w, i, lanes);
        return false;
    case FLOW_BUILTIN:
        builtin(w, i, lanes);
        *next = i + 1;
        if (!others)
            return true;
        save(w, lanes, *next);
        return false;
    case FLOW_SLEEP:
        save(w, lanes, i + 1);
        w->put_off |= lanes;
        return false;
    default:
        fault(w, i, -1, SG_ILLEGAL_INSTRUCTION, "trap");
    }
}

/* PTX gives the result no value; C gives the program no meaning */
static void check_divisor(struct warp *w, const struct insn *i, uint32_t lanes)
{
    const void *divisor = row(w, i->r[2]);
    EACH(l, lanes)
    if (i->wide >> 2 & 1 ? !((const uint64_t *)divisor)[l] : !((const uint32_t *)divisor)[l])
        fault(w, i, (int)l, AS_FINDING(SG_LAUNCH_FAILED, 612), "an integer is divided by zero");
}

/* what is looked at besides, before an instruction */
static void watch(struct warp *w, const struct insn *i, uint32_t group, uint32_t lanes)
{
    if (w->worker->counting)
        counting_step(w, i, group, lanes);
    if (!w->worker->races)
        return;
    if (w->launch->module->executed)
        executed_step(w, i, lanes);
    unset_step(w, i, group, lanes);
    if (i->divides)
        check_divisor(w, i, lanes);
    if (lanes && i->memory)
        races_access(w, i, lanes);
}

/* A group runs until lanes part, wait or end, or it catches up with others, or it has had its turn; the number of
 * instructions. */
static uint64_t run_group(struct warp *w, uint32_t join, uint64_t most)
{
    const struct insn *code = w->launch->module->code.v, *i;
    const uint32_t *ranks = w->launch->module->ranks;
    uint32_t lanes = w->running;
    uint64_t n = 0;
    i = code + w->pc[__builtin_ctz(lanes)];
    for (; n < most; n++) {
        uint32_t now = lanes;
        if (join != UINT32_MAX && n && ranks[i - code] >= join)
            break;
        if (i->guarded) {
            uint32_t p = lanes_of(w, i->guard);
            now &= i->guard_not ? ~p : p;
        }
        if (w->worker->watched)
            watch(w, i, lanes, now);
        if (i->flow == FLOW_PLAIN) {
            if (now)
                i->run(w, i, now);
            i++;
            continue;
        }
        const struct insn *next;
        uint8_t flow = i->flow;
        if (!control(w, i, now, &next))
            return n + 1;
        if (flow == FLOW_CALL)
            join = UINT32_MAX; /* lanes of this frame wait for the return */
        if (flow == FLOW_RETURN)
            join = UINT32_MAX; /* nobody else could go on */
        i = next;
    }
    save(w, lanes, i);
    return n;
}

enum ran warp_run(struct warp *w, uint64_t instructions)
{
    struct worker *k = w->worker;
    for (uint64_t left = instructions;;) {
        uint32_t join;
        if (!w->live)
            return RAN_ALL;
        if (!w->ready)
            return RAN_WAITS;
        if (!left)
            return RAN_ON;
        if (k->instructions > k->limit) {
            w->running = w->ready;
            fault(w, &w->launch->module->code.v[w->pc[__builtin_ctz(w->ready)]], -1, SG_TIMEOUT,
                  "more than %llu instructions: it may never end", (unsigned long long)k->limit);
        }
        pick(w, &join);
        bool alone = w->running == w->ready;
        uint64_t most = alone ? left : left < TURN ? left : TURN;
        if (k->seeded)
            most = 1 + chance(k, most < k->preempt ? (uint32_t)most : k->preempt);
        uint32_t group = w->running, put_off = w->put_off;
        uint64_t n = run_group(w, join, most);
        k->instructions += n;
        k->lane_instructions += n * (uint64_t)__builtin_popcount(group);
        if (n >= most && !alone)
            w->put_off |= group;
        left -= n < left ? n : left;
        if (w->put_off & ~put_off && !(w->ready & ~w->put_off))
            return w->live ? RAN_ON : RAN_ALL; /* all of them sleep, or have had their turn */
    }
}
