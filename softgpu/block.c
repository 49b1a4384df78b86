/* block.c: the blocks of a launch: which are resident, whose turn it is, and what it means when nobody can go on. */
#include "meet.h"

#include "count.h"
#include "workers.h"
#include "order.h"
#include "races.h"
#include "shadow.h"
#include "unset.h"
#include "watch.h"

#include <stdlib.h>
#include <string.h>

enum { WARP_TURN = 4096, BLOCK_TURNS = 64 };

enum { NO_SHARED = 0x7fffffff }; /* what the system keeps of shared memory for itself is not there: accesses fault */

static void fill(struct warp *w, enum special s, uint32_t v)
{
    uint32_t *r = (uint32_t *)(w->special + (size_t)s * UNIT);
    for (int l = 0; l < LANES; l++)
        r[l] = v;
}

static void fill_specials(struct warp *w)
{
    const struct launch *n = w->launch;
    const struct block *b = w->block;
    const uint32_t unit = (uint32_t)(b->number % n->device->what.units);
    const struct {
        enum special special;
        uint32_t value;
    } same[] = {
        {SPECIAL_ntid_x, n->threads[0]},
        {SPECIAL_ntid_y, n->threads[1]},
        {SPECIAL_ntid_z, n->threads[2]},
        {SPECIAL_ctaid_x, b->x},
        {SPECIAL_ctaid_y, b->y},
        {SPECIAL_ctaid_z, b->z},
        {SPECIAL_nctaid_x, n->grid[0]},
        {SPECIAL_nctaid_y, n->grid[1]},
        {SPECIAL_nctaid_z, n->grid[2]},
        {SPECIAL_warpid, w->index},
        {SPECIAL_nwarpid, n->device->what.threads_per_unit / LANES},
        {SPECIAL_smid, unit},
        {SPECIAL_nsmid, n->device->what.units},
        {SPECIAL_warp_size, LANES},
        {SPECIAL_envreg1, (uint32_t)(n->together >> 32)},
        {SPECIAL_envreg2, (uint32_t)n->together},
        {SPECIAL_dynamic_smem_size, n->dynamic_shared},
        {SPECIAL_total_smem_size, n->kernel->static_shared + n->dynamic_shared},
        {SPECIAL_reserved_1, NO_SHARED},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        fill(w, same[i].special, same[i].value);
#define LANE(S) ((uint32_t *)(w->special + (size_t)SPECIAL_##S * UNIT))[l]
    for (uint32_t l = 0; l < LANES; l++) {
        uint32_t thread = w->index * LANES + l, bit = 1u << l;
        LANE(tid_x) = thread % n->threads[0];
        LANE(tid_y) = thread / n->threads[0] % n->threads[1];
        LANE(tid_z) = thread / n->threads[0] / n->threads[1];
        LANE(laneid) = l;
        LANE(lanemask_eq) = bit;
        LANE(lanemask_lt) = bit - 1;
        LANE(lanemask_le) = bit | (bit - 1);
        LANE(lanemask_gt) = ~(bit | (bit - 1));
        LANE(lanemask_ge) = ~(bit - 1);
    }
#undef LANE
}

static struct warp *warp_start(struct worker *k, struct block *b, uint32_t index, uint32_t threads)
{
    struct launch *n = b->launch;
    struct warp *w = k->spare.n ? k->spare.v[--k->spare.n] : calloc(1, sizeof *w);
    if (!w)
        abort();
    w->worker = k;
    w->block = b;
    w->launch = n;
    w->index = index;
    w->live = w->ready = threads - index * LANES >= LANES ? (uint32_t)ALL_LANES : (1u << (threads - index * LANES)) - 1;
    w->put_off = w->running = w->carry = 0;
    memset(w->state, LANE_READY, sizeof w->state);
    if (w->local_room < n->local_room) {
        free(w->local);
        w->local = malloc((size_t)n->local_room * LANES);
        if (!w->local)
            abort();
    }
    w->local_room = n->local_room;
    w->bank[BANK_CONST] = n->module->consts.v;
    w->bank[BANK_KERNEL] = n->kernel->rows;
    w->bank[BANK_SPECIAL] = w->special;
    const struct function *f = &n->module->functions.v[n->kernel->function];
    for (int l = 0; l < LANES; l++)
        w->pc[l] = f->start;
    frame_start(w, n->kernel->function);
    if (k->races) {
        order_start(w);
        shadow_start(w);
    }
    fill_specials(w);
    return w;
}

static void warp_end(struct worker *k, struct warp *w)
{
    for (uint32_t left = w->live; left; left &= left - 1) /* after a fault */
        frame_ended(w, __builtin_ctz(left));
    if (k->races)
        order_stop(w);
    VEC_PUSH(&k->spare, w);
}

static struct block *block_start(struct worker *k, struct launch *n, uint64_t number)
{
    struct block *b = calloc(1, sizeof *b);
    uint32_t threads = n->threads[0] * n->threads[1] * n->threads[2];
    if (!b)
        abort();
    b->launch = n;
    b->number = number;
    b->x = (uint32_t)(number % n->grid[0]);
    b->y = (uint32_t)(number / n->grid[0] % n->grid[1]);
    b->z = (uint32_t)(number / n->grid[0] / n->grid[1]);
    b->nwarps = b->live_warps = (threads + LANES - 1) / LANES;
    b->shared_size = n->kernel->shared_here + n->dynamic_shared;
    b->shared_plain = n->device->memory.strict ? 0 : b->shared_size;
    b->shared = aligned_alloc(128, ((size_t)b->shared_size + 255) / 128 * 128);
    b->warps = calloc(b->nwarps, sizeof *b->warps);
    if (!b->shared || !b->warps)
        abort();
    memset(b->shared, 0xa5, b->shared_size);
    if (k->races) {
        races_block(b);
        b->known = calloc(1, (size_t)b->shared_size + 1);
        if (!b->known)
            abort();
    }
    for (uint32_t i = 0; i < b->nwarps; i++)
        b->warps[i] = warp_start(k, b, i, threads);
    return b;
}

static void block_end(struct worker *k, struct block *b)
{
    for (uint32_t i = 0; i < b->nwarps; i++)
        warp_end(k, b->warps[i]);
    for (int i = 0; i < MOST_BARRIERS; i++)
        order_forget(&b->barriers[i]);
    if (k->races)
        races_block_end(k, b);
    free(b->known);
    free(b->warps);
    free(b->shared);
    free(b);
}

/* A block's turn. true: something of it could go on */
static bool block_run(struct block *b)
{
    bool any = false;
    for (int turn = 0; turn < BLOCK_TURNS && b->live_warps; turn++) {
        bool now = false, slept = true;
        for (uint32_t i = 0; i < b->nwarps; i++) {
            struct warp *w = b->warps[i];
            if (!w->ready)
                continue;
            now = true;
            slept &= warp_run(w, WARP_TURN) == RAN_ON && w->put_off;
        }
        any |= now;
        if (!now || slept)
            break;
    }
    return any;
}

/* ---- nobody can go on ---- */
static void tell_lanes(struct finding *f, const struct warp *w)
{
    for (uint32_t left = w->live, same = 0; left; left &= ~same) {
        int first = __builtin_ctz(left);
        const struct insn *i = &w->launch->module->code.v[w->pc[first]];
        char place[512];
        same = 0;
        for (uint32_t l = (uint32_t)first; l < LANES; l++)
            if (left >> l & 1 && w->pc[l] == w->pc[first] && w->state[l] == w->state[first] &&
                (w->state[l] != LANE_MEETS || w->meet_mask[l] == w->meet_mask[first]))
                same |= 1u << l;
        finding_more(f, "block %llu, warp %u, lanes 0x%08x wait ", (unsigned long long)w->block->number, w->index,
                     same);
        if (w->state[first] == LANE_BARRIER)
            finding_more(f, "at barrier %u", w->barrier_id[first]);
        else
            finding_more(f, "for lanes 0x%08x of their warp", w->meet_mask[first] & w->live);
        finding_more(f, " in %s, %s\n", w->launch->module->functions.v[w->in[first]->function].name,
                     finding_place(f, w->launch->module, i, place, sizeof place));
    }
}

static int deadlock(struct launch *n, struct block **blocks, size_t nblocks)
{
    enum { TOLD = 8 };
    struct finding f = {.id = "GC504", .code = SG_TIMEOUT};
    finding_say(&f, "deadlock in kernel %s: all lanes that have not ended wait",
                n->module->functions.v[n->kernel->function].name);
    for (size_t i = 0, told = 0; i < nblocks; i++)
        for (uint32_t k = 0; k < blocks[i]->nwarps && told < TOLD; k++)
            if (blocks[i]->warps[k]->live) {
                tell_lanes(&f, blocks[i]->warps[k]);
                told++;
            }
    finding_tell(&f);
    return SG_TIMEOUT;
}

/* ---- a launch ---- */
struct residents { /* of one worker */
    VEC(struct block *) blocks;
    size_t most;
};

/* the number of a block that has not begun; false: all have */
static bool claim(struct launch *n, uint64_t *number)
{
    *number = __atomic_load_n(&n->started, __ATOMIC_RELAXED);
    while (*number < n->total)
        if (__atomic_compare_exchange_n(&n->started, number, *number + 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return true;
    return false;
}

static size_t next_block(struct worker *k, const struct residents *r, size_t last)
{
    if (!k->seeded)
        return (last + 1) % r->blocks.n;
    k->random = k->random * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(k->random >> 33) % r->blocks.n;
}

static int run_share(struct worker *k, struct launch *n);

/* With one block after the other, later ones begin only when earlier ones have had a long turn; with a seed, as many as
 * the device has room for are there from the beginning. */
static int run_blocks(struct worker *k, struct launch *n, struct residents *r)
{
    size_t idle = 0, last = 0;
    for (;;) {
        uint64_t number;
        while (r->blocks.n < r->most &&
               (k->seeded || r->blocks.n == 0 || idle >= r->blocks.n || last + 1 >= r->blocks.n) && claim(n, &number)) {
            VEC_PUSH(&r->blocks, block_start(k, n, number));
            idle = 0;
            last = r->blocks.n - 2 + (r->blocks.n == 1);
            if (!k->seeded)
                break;
        }
        if (!r->blocks.n || workers_stop(n))
            return SG_OK;
        if (idle >= r->blocks.n && !(k->seeded && idle < 64 * r->blocks.n))
            return deadlock(n, r->blocks.v, r->blocks.n);
        last = next_block(k, r, last < r->blocks.n ? last : 0);
        struct block *b = r->blocks.v[last];
        idle = block_run(b) ? 0 : idle + 1;
        if (!b->live_warps) {
            block_end(k, b);
            r->blocks.v[last] = r->blocks.v[--r->blocks.n];
            last = last ? last - 1 : r->blocks.n;
            idle = 0;
        }
        k->give_way(k);
        workers_consider(k, n, run_share);
        r->most = workers_share(n, n->residents);
    }
}

/* the blocks that a worker gets to: a result */
static int run_share(struct worker *k, struct launch *n)
{
    struct residents r = {.most = workers_share(n, n->residents)};
    int code;
    memset(k->spans, 0, sizeof k->spans);
    if (setjmp(k->out) == 0)
        code = run_blocks(k, n, &r);
    else
        code = k->code;
    for (size_t i = 0; i < r.blocks.n; i++)
        block_end(k, r.blocks.v[i]);
    free(r.blocks.v);
    return code;
}

/* CUDA's grid barriers are counters in memory that the driver gives each cooperative launch, zeroed; %envreg1 and 2 are
 * its address */
static bool meeting_place(struct launch *n)
{
    enum { BYTES = 64 };
    struct memory *m = &n->device->memory;
    if (memory_take(m, BYTES, 1, MEM_VARIABLE, "the grid's barrier", &n->together))
        return false;
    memset(memory_host(m, n->together, BYTES), 0, BYTES);
    return true;
}

int launch_run(struct worker *k, struct launch *n)
{
    n->started = 0, n->total = (uint64_t)n->grid[0] * n->grid[1] * n->grid[2];
    n->begun = k->instructions;
    n->alone = false;
    report_launch();
    if (n->cooperative && !meeting_place(n))
        return SG_OUT_OF_MEMORY;
    if (k->races) {
        races_begin(k, n);
        unset_begin(k);
    }
    if (k->counting)
        counting_begin(k, n);
    int code = workers_end(k, n, run_share(k, n));
    if (n->module->executed)
        executed_end(n->module);
    if (n->module->executed && k->watch)
        watch_end(k->watch);
    if (n->cooperative)
        memory_give(&n->device->memory, n->together, MEM_VARIABLE);
    int races = k->races ? races_end(k, n) : SG_OK, unset = k->unset ? unset_end(k, n) : SG_OK;
    code = code ? code : races ? races : unset;
    if (k->counting)
        counting_end(k, n, code == SG_OK);
    return code;
}
