/* count.c: images linked with --count (docs/counters.md): what lanes did, as if warps had done it.
 *
 * Lanes run one after the other here, and a GPU runs those of a warp together. So each lane logs what it does,
 * and when its warp comes together (a team barrier, a warp operation of all lanes, or the end) the logs are
 * aligned: the n-th visits of one place by several lanes are taken to be one instruction of the warp. For
 * basic blocks the numbers of visits are enough; for accesses of device memory their addresses are kept.
 *
 * Logs are bounded: a lane whose log is full waits until every lane of its warp waits for something or has ended; then
 * the logs are aligned as far as they go. Where the lanes of a warp wait for each other does not depend on the
 * schedule, so neither do the numbers, as long as the kernel has no data races. */
#include <stdlib.h>
#include <string.h>

#include "emulated.h"
#include "switch.h"

enum { LOG_FIRST = 64, LOG_MOST = 2048, SECTOR = 32, BANKS = 32, BANK_WORD = 4 };
enum { KIND_LOAD, KIND_STORE, KIND_ATOMIC }; /* of struct __gd_emu_site */

/* ---- what a worker keeps ---- */

static void free_all(struct emu_count *c)
{
    for (uint32_t i = 0; c->logs && i < c->nlanes; i++)
        free(c->logs[i].v);
    for (uint32_t i = 0; c->touched && i < c->nwarps; i++) {
        free(c->touched[i].v);
        free(c->touched[i].known);
    }
    free(c->visits);
    free(c->logs);
    free(c->touched);
    free(c->places);
    free(c->sorted);
    free(c->lane);
    free(c->begin);
    free(c->sites);
    free(c);
}

void emu_count_free(struct emu_worker *w)
{
    if (w->count)
        free_all(w->count);
    w->count = NULL;
}

static bool fill_in(struct emu_count *c)
{
    size_t blocks = c->table->nblocks, sites = 2 * (size_t)c->table->nsites + 1; /* the second half: team-shared */
    bool good = (c->visits = calloc((size_t)c->nlanes * blocks + 1, sizeof *c->visits)) != NULL;
    good = good && (c->logs = calloc(c->nlanes, sizeof *c->logs)) != NULL;
    good = good && (c->touched = calloc(c->nwarps, sizeof *c->touched)) != NULL;
    good = good && (c->places = calloc(sites, sizeof *c->places)) != NULL;
    good = good && (c->begin = calloc(sites, sizeof *c->begin)) != NULL;
    good = good && (c->sites = calloc(sites, sizeof *c->sites)) != NULL;
    for (uint32_t i = 0; good && i < c->nwarps; i++) {
        struct emu_touched *t = &c->touched[i];
        t->v = calloc(blocks + 1, sizeof *t->v);
        t->known = calloc(blocks + 1, 1);
        good = t->v && t->known;
    }
    return good;
}

static struct emu_count *new_count(const struct __gd_emu_count_table *table, uint32_t nlanes, uint32_t nwarps)
{
    struct emu_count *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->table = table;
    c->nlanes = nlanes;
    c->nwarps = nwarps;
    if (fill_in(c))
        return c;
    free_all(c);
    return NULL;
}

bool emu_count_begin(struct emu_worker *w)
{
    const struct emu_launch *l = w->launch;
    const struct __gd_emu_count_table *table = l->kernel->module->counts;
    uint32_t nwarps = (l->ntid + l->dev->width - 1) / l->dev->width;
    struct emu_count *c = w->count;
    if (c && (c->table != table || c->nlanes < l->ntid || c->nwarps < nwarps || c->spoiled))
        emu_count_free(w);
    if (!table)
        return true;
    if (!w->count && !(w->count = new_count(table, l->ntid, nwarps)))
        return false;
    c = w->count;
    c->arguments = l->engine->args_addr;
    c->arguments_end = l->engine->args_addr + l->engine->args_room;
    memset(&c->sum, 0, sizeof c->sum);
    memset(c->places, 0, table->nsites * sizeof *c->places);
    return true;
}

/* ---- instructions ---- */

void __gd_emu_count_first(unsigned block)
{
    struct emu_lane *l = (struct emu_lane *)__gd_emu_self;
    struct emu_touched *t = &l->worker->count->touched[l->warp->index];
    if (t->known[block])
        return;
    t->known[block] = 1;
    t->v[t->n++] = block;
}

static void align_blocks(struct emu_worker *w, struct emu_warp *wp)
{
    struct emu_count *c = w->count;
    struct emu_touched *t = &c->touched[wp->index];
    size_t blocks = c->table->nblocks;
    uint32_t lanes = (uint32_t)__builtin_popcountll(wp->all);
    uint64_t live = (uint64_t)__builtin_popcountll(wp->segment);
    uint32_t *first = c->visits + (size_t)(wp->index * w->width) * blocks;
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t *visits = first + t->v[i];
        const struct __gd_emu_count_block *b = &c->table->blocks[t->v[i]];
        uint64_t n = b->instructions, issues = 0, executed = 0;
        for (uint32_t k = 0; k < lanes; k++, visits += blocks) {
            issues = *visits > issues ? *visits : issues;
            executed += *visits;
            *visits = 0;
        }
        c->sum.warp_instructions += issues * n;
        c->sum.lane_instructions += executed * n;
        c->sum.idle_lanes += (issues * live - executed) * n;
        c->sum.empty_lanes += issues * (w->width - live) * n;
        c->sum.float_operations += executed * b->float_operations;
        c->sum.double_operations += executed * b->double_operations;
        t->known[t->v[i]] = 0;
    }
    t->n = 0;
}

/* ---- accesses ---- */

#define NUMBER(field) (offsetof(struct gantry_emu_counters, field) / sizeof(unsigned long long))
static const size_t first_number[] = {
    [KIND_LOAD] = NUMBER(loads), [KIND_STORE] = NUMBER(stores), [KIND_ATOMIC] = NUMBER(atomics)};

/* Words of one pass over team-shared memory that lie in one bank wait for each other; one word goes to all lanes that
 * want it. */
static uint32_t passes(const struct emu_entry *v, uint32_t n)
{
    uint32_t most = 1;
    for (uint32_t bank = 0; bank < BANKS; bank++) {
        uint64_t words[EMU_MAX_WIDTH];
        uint32_t different = 0;
        for (uint32_t i = 0; i < n; i++) {
            uint64_t first = v[i].addr / BANK_WORD, last = (v[i].addr + v[i].size - 1) / BANK_WORD;
            uint64_t word = first + (bank + BANKS - first % BANKS) % BANKS;
            uint32_t k = 0;
            while (k < different && words[k] != word)
                k++;
            if (word <= last && k == different)
                words[different++] = word;
        }
        most = different > most ? different : most;
    }
    return most;
}

/* One request of the warp for team-shared memory. All banks together give 128 bytes at once, so wide accesses are made
 * by halves or quarters of the warp. */
static void add_shared_request(struct emu_count *c, const struct emu_entry *v, uint32_t n)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < n; i++)
        most = v[i].size > most ? v[i].size : most;
    uint32_t together = most <= BANK_WORD ? BANKS : most >= BANKS * BANK_WORD ? 1 : BANKS * BANK_WORD / most;
    c->sum.shared_requests++;
    for (uint32_t i = 0; i < n; i += together) {
        uint32_t k = n - i < together ? n - i : together;
        c->sum.shared_passes += passes(v + i, k);
        c->sum.shared_least++;
    }
}

/* One request of the warp: how many sectors it touches, and in how few its bytes would fit. */
static void add_request(struct emu_count *c, uint32_t site, struct emu_entry *v, uint32_t n)
{
    if (site >= c->table->nsites) {
        add_shared_request(c, v, n);
        return;
    }
    uint64_t sectors = 0, bytes = 0, distinct = 0, next_sector = 0, next_byte = 0;
    for (uint32_t i = 1; i < n; i++) { /* insertion sort by address: mostly they are sorted */
        struct emu_entry e = v[i];
        uint32_t k = i;
        for (; k > 0 && v[k - 1].addr > e.addr; k--)
            v[k] = v[k - 1];
        v[k] = e;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint64_t end = v[i].addr + v[i].size, first = v[i].addr / SECTOR, last = (end - 1) / SECTOR;
        uint64_t from = v[i].addr > next_byte ? v[i].addr : next_byte;
        first = first > next_sector ? first : next_sector;
        bytes += v[i].size;
        sectors += last + 1 > first ? last + 1 - first : 0;
        distinct += end > from ? end - from : 0;
        next_sector = last + 1 > next_sector ? last + 1 : next_sector;
        next_byte = end > next_byte ? end : next_byte;
    }
    unsigned kind = c->table->sites[site].kind;
    uint64_t least = (distinct + SECTOR - 1) / SECTOR;
    /* accesses, bytes, requests, sectors, least: in this order for each kind */
    unsigned long long *to = (unsigned long long *)&c->sum + first_number[kind < 3 ? kind : KIND_ATOMIC];
    to[0] += n, to[1] += bytes, to[2]++, to[3] += sectors, to[4] += least;
    c->places[site].requests++;
    c->places[site].sectors += sectors;
    c->places[site].least += least;
}

/* All accesses of one place: a run of entries for each lane, in the order in which it made them. */
static void align_site(struct emu_count *c, uint32_t site, uint32_t begin, uint32_t end)
{
    struct {
        uint32_t at, end;
    } runs[EMU_MAX_WIDTH];
    struct emu_entry together[EMU_MAX_WIDTH];
    uint32_t n = 0;
    for (uint32_t i = begin; i < end; i++) {
        if (i == begin || c->lane[i] != c->lane[i - 1])
            runs[n++].at = i;
        runs[n - 1].end = i + 1;
    }
    while (n) {
        uint32_t left = 0;
        for (uint32_t k = 0; k < n; k++) {
            together[k] = c->sorted[runs[k].at++];
            if (runs[k].at < runs[k].end)
                runs[left++] = runs[k];
        }
        add_request(c, site, together, n);
        n = left;
    }
}

static _Noreturn void no_memory(struct emu_lane *l)
{
    emu_misuse(l, NULL, "there is no memory to count the accesses of a warp (the program was linked with --count)");
}

static bool make_room(struct emu_count *c, uint32_t n)
{
    if (n <= c->room)
        return true;
    free(c->sorted);
    free(c->lane);
    c->room = 2 * n;
    c->sorted = malloc(c->room * sizeof *c->sorted);
    c->lane = malloc(c->room);
    if (!c->sorted || !c->lane)
        c->room = 0;
    return c->room > 0;
}

static void sort_by_site(struct emu_count *c, struct emu_log *logs, uint32_t lanes)
{
    uint32_t at = 0;
    c->nsites = 0;
    for (uint32_t k = 0; k < lanes; k++)
        for (uint32_t i = 0; i < logs[k].n; i++)
            if (c->begin[logs[k].v[i].site]++ == 0)
                c->sites[c->nsites++] = logs[k].v[i].site;
    for (uint32_t i = 0; i < c->nsites; i++) {
        uint32_t n = c->begin[c->sites[i]];
        c->begin[c->sites[i]] = at;
        at += n;
    }
    for (uint32_t k = 0; k < lanes; k++)
        for (uint32_t i = 0; i < logs[k].n; i++) {
            uint32_t to = c->begin[logs[k].v[i].site]++;
            c->sorted[to] = logs[k].v[i];
            c->lane[to] = (uint8_t)k;
        }
}

static void align_accesses(struct emu_worker *w, struct emu_warp *wp)
{
    struct emu_count *c = w->count;
    struct emu_log *logs = &c->logs[wp->index * w->width];
    uint32_t lanes = (uint32_t)__builtin_popcountll(wp->all), total = 0, begin = 0;
    for (uint32_t k = 0; k < lanes; k++)
        total += logs[k].n;
    if (!total)
        return;
    if (!make_room(c, total))
        no_memory((struct emu_lane *)*w->self);
    sort_by_site(c, logs, lanes);
    for (uint32_t i = 0; i < c->nsites; i++) {
        uint32_t end = c->begin[c->sites[i]]; /* sort_by_site has advanced it to the end of the site's entries */
        align_site(c, c->sites[i], begin, end);
        c->begin[c->sites[i]] = 0;
        begin = end;
    }
    for (uint32_t k = 0; k < lanes; k++)
        logs[k].n = 0;
}

void emu_count_flush(struct emu_worker *w, struct emu_warp *wp)
{
    if (w->count->touched[wp->index].n) {
        w->count->sum.segments++;
        align_blocks(w, wp);
        align_accesses(w, wp);
    }
    wp->segment = wp->live;
}

/* ---- logs ---- */

void emu_count_look(struct emu_worker *w, struct emu_warp *wp, struct emu_lane *but)
{
    if (wp->live & ~(wp->stopped | wp->full))
        return;
    uint64_t lanes = wp->full;
    emu_count_flush(w, wp);
    wp->full = 0;
    w->blocked -= (uint32_t)__builtin_popcountll(lanes);
    for (; lanes; lanes &= lanes - 1) {
        struct emu_lane *l = &wp->lanes[__builtin_ctzll(lanes)];
        if (l != but)
            emu_make_ready(l);
    }
}

static void wait_for_warp(struct emu_lane *l)
{
    struct emu_worker *w = l->worker;
    l->state = EMU_AT_COUNT;
    l->warp->full |= l->bit;
    w->blocked++;
    emu_progress(w);
    emu_count_look(w, l->warp, l);
    if (l->warp->full)
        emu_go_on(l, false);
    l->state = EMU_READY;
}

static bool grow(struct emu_log *log)
{
    uint32_t cap = log->cap ? 2 * log->cap : LOG_FIRST;
    struct emu_entry *v = realloc(log->v, cap * sizeof *v);
    if (!v)
        return false;
    log->v = v;
    log->cap = cap;
    return true;
}

static void add_entry(struct emu_lane *l, uint64_t addr, uint64_t size, unsigned site)
{
    struct emu_log *log = &l->worker->count->logs[l->ids.tid];
    if (log->n == LOG_MOST)
        wait_for_warp(l);
    if (log->n == log->cap && !grow(log))
        no_memory(l);
    log->v[log->n++] = (struct emu_entry){addr, size > UINT32_MAX ? UINT32_MAX : (uint32_t)size, site};
}

/* what a lane's accesses of team-shared memory are known by: where it lies in that, and a place of its own */
static void add_shared(struct emu_lane *l, uint64_t at, uint64_t size, unsigned site)
{
    l->worker->count->sum.shared_accesses++;
    add_entry(l, at, size, l->worker->count->table->nsites + site);
}

void __gd_emu_count_access(const volatile void *p, unsigned long long size, unsigned site)
{
    struct emu_lane *l = (struct emu_lane *)__gd_emu_self;
    struct emu_worker *w = l->worker;
    struct emu_count *c = w->count;
    uint64_t addr = (uintptr_t)p;
    if (!size)
        return;
    l->caller = __builtin_return_address(0);
    if (emu_in_arena(addr)) {
        if (addr >= c->arguments && addr < c->arguments_end) {
            c->sum.parameter_reads++;
        } else if (addr >= w->dynamic && addr < w->dynamic + w->dynamic_bytes) {
            add_shared(l, addr - w->dynamic, size, site);
        } else {
            emu_distinct_add(&l->worker->launch->engine->distinct, addr, size, c->table->sites[site].kind);
            add_entry(l, addr, size, site);
        }
    } else if ((addr >= l->fibre->lo && addr < l->fibre->hi) || emu_fibre_fake_local(addr)) {
        c->sum.local_accesses++;
    } else if (emu_in_team_shared(w, addr, size)) {
        add_shared(l, addr - w->tls_lo, size, site);
    } else if (emu_in_own_image(w, addr, size)) {
        emu_distinct_add(&l->worker->launch->engine->distinct, addr, size, c->table->sites[site].kind);
        add_entry(l, addr, size, site);
    }
}
