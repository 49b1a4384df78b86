/* count.c: what kernels did, added up per kernel over the whole run, and written when the process ends to where
 * GANTRY_SOFTGPU_COUNTS says: aligned text, or JSON lines in a file called NAME.json; "1": only those who ask by
 * gantry_softgpu_counts() get them. The numbers' names are those of the emulated device (docs/counters.md), so that
 * the two can be compared; here lanes go together because they are at the same instruction, not by a model. */
#include "count.h"

#include "races.h"

#include "gantry_counted.h"

#include <stdlib.h>
#include <string.h>

enum { SECTOR = 32, LINE = 128, SHARED_BANKS = 32, BANK_WORD = 4, PAGE = 4096 };

/* name (key), label */
#define NUMBERS(X)                                                                                                     \
    X(teams, "teams")                                                                                                  \
    X(lanes, "lanes")                                                                                                  \
    X(shared_bytes, "shared bytes per team")                                                                           \
    X(warp_instructions, "warp instructions")                                                                          \
    X(lane_instructions, "lane instructions")                                                                          \
    X(idle_lanes, "idle lanes")                                                                                        \
    X(empty_lanes, "empty lanes")                                                                                      \
    X(branches, "branches, by warp")                                                                                   \
    X(divergent_branches, "  where lanes part")                                                                        \
    X(warp_barriers, "barriers, by warp")                                                                              \
    X(barriers, "barriers, by lane")                                                                                   \
    X(syncs, "warp syncs, by lane")                                                                                    \
    X(shuffles, "shuffles, by lane")                                                                                   \
    X(votes, "votes, by lane")                                                                                         \
    X(float_operations, "operations, float")                                                                           \
    X(double_operations, "operations, double")                                                                         \
    X(distinct_read_bytes, "distinct bytes read")                                                                      \
    X(distinct_written_bytes, "distinct bytes written")                                                                \
    X(loads, "loads")                                                                                                  \
    X(load_bytes, "  bytes")                                                                                           \
    X(load_requests, "  requests")                                                                                     \
    X(load_lines, "  lines")                                                                                           \
    X(load_sectors, "  sectors")                                                                                       \
    X(load_least, "  least sectors")                                                                                   \
    X(stores, "stores")                                                                                                \
    X(store_bytes, "  bytes")                                                                                          \
    X(store_requests, "  requests")                                                                                    \
    X(store_lines, "  lines")                                                                                          \
    X(store_sectors, "  sectors")                                                                                      \
    X(store_least, "  least sectors")                                                                                  \
    X(atomics, "atomics")                                                                                              \
    X(atomic_bytes, "  bytes")                                                                                         \
    X(atomic_requests, "  requests")                                                                                   \
    X(atomic_lines, "  lines")                                                                                         \
    X(atomic_sectors, "  sectors")                                                                                     \
    X(atomic_least, "  least sectors")                                                                                 \
    X(shared_accesses, "shared accesses")                                                                              \
    X(shared_requests, "  requests")                                                                                   \
    X(shared_passes, "  passes")                                                                                       \
    X(shared_least, "  least passes")                                                                                  \
    X(local_accesses, "local accesses")                                                                                \
    X(parameter_reads, "parameter reads")
struct counts {
#define NUMBER(NAME, LABEL) uint64_t NAME;
    NUMBERS(NUMBER)
#undef NUMBER
    uint64_t by_class[CLASS_COUNT]; /* warp instructions */
};
enum { COUNTS = sizeof(struct counts) / sizeof(uint64_t) };
/* accesses, bytes, requests, lines, sectors, least: in this order, by insn.memory */
#define AT(NAME) (offsetof(struct counts, NAME) / sizeof(uint64_t))
static const size_t first_number[] = {
    [MEMORY_LOAD] = AT(loads), [MEMORY_STORE] = AT(stores), [MEMORY_ATOMIC] = AT(atomics)};

struct place_sum { /* of an instruction */
    uint64_t requests, sectors, least;
    int32_t line, user_line; /* in the PTX; of the user's file, 0: not known */
    char *file;
    uint8_t memory;
};
struct counted { /* a kernel, over its launches that ended well */
    struct counted *next;
    char *name;
    uint64_t launches, since_launches;
    struct counts sum, since; /* since: it was asked for the last time */
    struct place_sum *places;
    size_t nplaces;
};
struct page { /* which bytes of device memory a launch touched */
    uint64_t number;
    uint64_t read[PAGE / 64], written[PAGE / 64];
};
struct counting { /* of a worker: the launch that runs */
    struct counts now;
    struct counted *kernel;
    struct page **pages; /* a hash table */
    size_t npages, room;
    struct page *last;
};

static struct counted *all; /* newest first */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define EACH(L, LANES_)                                                                                                \
    for (uint32_t left_ = (LANES_), L; left_ && (L = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

static void *some(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p)
        abort();
    return p;
}

static char *copy(const char *s)
{
    char *c = strdup(s);
    if (!c)
        abort();
    return c;
}

struct counting *counting_new(void)
{
    const char *where = getenv("GANTRY_SOFTGPU_COUNTS");
    if (!where || !*where || !strcmp(where, "0"))
        return NULL;
    struct counting *c = some(1, sizeof *c);
    c->pages = some(c->room = 64, sizeof *c->pages);
    return c;
}

/* ---- a launch begins and ends ---- */
static struct counted *counted_new(const struct launch *n)
{
    const struct module *m = n->module;
    struct counted *r = some(1, sizeof *r);
    r->name = copy(m->functions.v[n->kernel->function].name);
    r->places = some(r->nplaces = m->code.n, sizeof *r->places);
    r->next = all;
    return all = r;
}

void counting_begin(struct worker *k, const struct launch *n)
{
    struct counting *c = k->counting;
    uint64_t teams = (uint64_t)n->grid[0] * n->grid[1] * n->grid[2];
    memset(&c->now, 0, sizeof c->now);
    pthread_mutex_lock(&lock);
    if (!n->kernel->counted)
        n->kernel->counted = counted_new(n);
    pthread_mutex_unlock(&lock);
    c->kernel = n->kernel->counted;
    c->now.teams = teams;
    c->now.lanes = teams * n->threads[0] * n->threads[1] * n->threads[2];
    c->now.shared_bytes = n->kernel->static_shared + n->dynamic_shared;
}

static void distinct_end(struct counting *c)
{
    for (size_t i = 0; i < c->room; i++) {
        if (!c->pages[i])
            continue;
        for (int k = 0; k < PAGE / 64; k++) {
            c->now.distinct_read_bytes += (uint64_t)__builtin_popcountll(c->pages[i]->read[k]);
            c->now.distinct_written_bytes += (uint64_t)__builtin_popcountll(c->pages[i]->written[k]);
        }
        free(c->pages[i]);
        c->pages[i] = NULL;
    }
    c->npages = 0;
    c->last = NULL;
}

static void add(struct counts *to, const struct counts *from)
{
    uint64_t *t = (uint64_t *)to, shared = from->shared_bytes;
    const uint64_t *f = (const uint64_t *)from;
    for (int i = 0; i < COUNTS; i++)
        t[i] += f[i];
    to->shared_bytes = shared;
}

void counting_end(struct worker *k, const struct launch *n, bool well)
{
    struct counting *c = k->counting;
    (void)n;
    distinct_end(c);
    if (!well)
        return;
    pthread_mutex_lock(&lock);
    c->kernel->launches++;
    c->kernel->since_launches++;
    add(&c->kernel->sum, &c->now);
    add(&c->kernel->since, &c->now);
    pthread_mutex_unlock(&lock);
}

/* ---- distinct bytes ---- */
static struct page **page_slot(struct page **pages, size_t room, uint64_t number)
{
    size_t at = (size_t)(number * 0x9e3779b97f4a7c15u >> 20) & (room - 1);
    while (pages[at] && pages[at]->number != number)
        at = (at + 1) & (room - 1);
    return &pages[at];
}

static void more_pages(struct counting *c)
{
    struct page **more = some(c->room * 2, sizeof *more);
    for (size_t i = 0; i < c->room; i++)
        if (c->pages[i])
            *page_slot(more, c->room * 2, c->pages[i]->number) = c->pages[i];
    free(c->pages);
    c->pages = more;
    c->room *= 2;
}

static struct page *page_of(struct counting *c, uint64_t number)
{
    if (c->last && c->last->number == number)
        return c->last;
    struct page **slot = page_slot(c->pages, c->room, number);
    if (!*slot) {
        if (++c->npages * 2 > c->room) {
            more_pages(c);
            slot = page_slot(c->pages, c->room, number);
        }
        *slot = some(1, sizeof **slot);
        (*slot)->number = number;
    }
    return c->last = *slot;
}

static void touch(struct counting *c, uint64_t address, uint32_t size, uint8_t memory)
{
    for (uint32_t k = 0; k < size; k++) { /* an access is aligned, but of several elements */
        struct page *p = page_of(c, (address + k) / PAGE);
        uint64_t at = (address + k) % PAGE, bit = 1ull << at % 64;
        if (memory != MEMORY_STORE)
            p->read[at / 64] |= bit;
        if (memory != MEMORY_LOAD)
            p->written[at / 64] |= bit;
    }
}

/* ---- accesses ---- */
struct request { /* of a warp; addresses by lane */
    uint64_t address[LANES];
    uint32_t lanes, size;
};

/* words of the lanes that lie in one bank wait for each other; one word goes to all lanes that want it */
static uint32_t passes(const struct request *r, uint32_t lanes)
{
    uint64_t words[LANES * 4];
    uint32_t n = 0, in_bank[SHARED_BANKS] = {0}, most = 1;
    EACH(l, lanes)
    for (uint64_t word = r->address[l] / BANK_WORD; word <= (r->address[l] + r->size - 1) / BANK_WORD; word++) {
        uint32_t k = 0;
        while (k < n && words[k] != word)
            k++;
        if (k < n)
            continue;
        words[n++] = word;
        uint32_t in = ++in_bank[word % SHARED_BANKS];
        most = in > most ? in : most;
    }
    return most;
}

/* All banks together give 128 bytes at once, so wide accesses are made by halves or quarters of the warp. */
static void shared_request(struct counts *c, const struct request *r)
{
    uint32_t together = r->size <= BANK_WORD ? LANES : LANES * BANK_WORD / r->size;
    c->shared_requests++;
    for (uint32_t first = 0; first < LANES; first += together) {
        uint32_t part = r->lanes & (together == LANES ? UINT32_MAX : ((1u << together) - 1) << first);
        if (!part)
            continue;
        c->shared_passes += passes(r, part);
        c->shared_least++;
    }
}

static uint32_t sorted(const struct request *r, uint64_t v[LANES])
{
    uint32_t n = 0;
    EACH(l, r->lanes)
    {
        uint32_t k = n++;
        for (; k > 0 && v[k - 1] > r->address[l]; k--)
            v[k] = v[k - 1];
        v[k] = r->address[l];
    }
    return n;
}

/* how many aligned pieces of this size the accesses touch; 1: how many bytes */
static uint64_t pieces(const uint64_t v[LANES], uint32_t n, uint32_t size, uint64_t piece)
{
    uint64_t count = 0, next = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t first = v[i] / piece, end = (v[i] + size - 1) / piece + 1;
        first = first > next ? first : next;
        count += end > first ? end - first : 0;
        next = end > next ? end : next;
    }
    return count;
}

static void device_request(struct warp *w, const struct insn *i, const struct request *r)
{
    struct counting *c = w->worker->counting;
    struct place_sum *p = &c->kernel->places[i - w->launch->module->code.v];
    uint64_t v[LANES], *to = (uint64_t *)&c->now + first_number[i->memory];
    uint32_t n = sorted(r, v);
    uint64_t sectors = pieces(v, n, r->size, SECTOR), least = (pieces(v, n, r->size, 1) + SECTOR - 1) / SECTOR;
    to[0] += n, to[1] += (uint64_t)n * r->size, to[2]++, to[3] += pieces(v, n, r->size, LINE);
    to[4] += sectors, to[5] += least;
    p->requests++, p->sectors += sectors, p->least += least;
    EACH(l, r->lanes)
    touch(c, r->address[l], r->size, i->memory);
}

static void note_place(struct warp *w, const struct insn *i)
{
    const struct module *m = w->launch->module;
    struct place_sum *p = &w->worker->counting->kernel->places[i - m->code.v];
    if (p->line)
        return;
    p->line = i->line;
    p->memory = i->memory;
    if (i->place < 0)
        return;
    const struct place *at = &m->places.v[i->place];
    if (at->file >= 0 && (size_t)at->file < m->files.n && m->files.v[at->file]) {
        p->file = copy(m->files.v[at->file]);
        p->user_line = at->line;
    }
}

static void access(struct warp *w, const struct insn *i, uint32_t lanes)
{
    struct counts *c = &w->worker->counting->now;
    uint32_t n = (uint32_t)__builtin_popcount(lanes);
    if (i->space == SPACE_LOCAL) {
        c->local_accesses += n;
        return;
    }
    if (i->space >= SPACE_PARAM) {
        c->parameter_reads += i->memory == MEMORY_LOAD ? n : 0;
        return;
    }
    const uint64_t *to = row(w, i->r[i->memory == MEMORY_LOAD     ? i->count
                                     : i->memory == MEMORY_ATOMIC ? i->nresults
                                                                  : 0]);
    struct request shared = {.size = i->size * (i->count ? i->count : 1u)}, device = {.size = shared.size};
    EACH(l, lanes)
    {
        uint64_t address = to[l] + (uint64_t)i->offset;
        bool generic = i->space == SPACE_GENERIC;
        if (generic && address - LOCAL_WINDOW < WINDOW_SIZE)
            c->local_accesses++;
        else if (generic && address - PARAM_WINDOW < WINDOW_SIZE)
            c->parameter_reads++;
        else {
            struct request *r =
                i->space == SPACE_SHARED || (generic && address - SHARED_WINDOW < WINDOW_SIZE) ? &shared : &device;
            r->lanes |= 1u << l;
            r->address[l] = address;
        }
    }
    c->shared_accesses += (uint64_t)__builtin_popcount(shared.lanes);
    if (shared.lanes)
        shared_request(c, &shared);
    if (device.lanes) {
        note_place(w, i);
        device_request(w, i, &device);
    }
}

/* ---- instructions ---- */
static uint32_t at_barrier(const struct warp *w)
{
    uint32_t lanes = 0;
    EACH(l, w->live)
    lanes |= (uint32_t)(w->state[l] == LANE_BARRIER) << l;
    return lanes;
}

void counting_step(struct warp *w, const struct insn *i, uint32_t group, uint32_t lanes)
{
    struct counts *c = &w->worker->counting->now;
    if (!i->class)
        return;
    uint64_t together = (uint64_t)__builtin_popcount(group), live = (uint64_t)__builtin_popcount(w->live),
             n = (uint64_t)__builtin_popcount(lanes);
    c->warp_instructions++;
    c->by_class[i->class]++;
    c->lane_instructions += together;
    c->idle_lanes += live - together;
    c->empty_lanes += LANES - live;
    if (i->flops)
        *(i->class == CLASS_double ? &c->double_operations : &c->float_operations) += n * i->flops;
    switch ((enum insn_class)i->class) {
    case CLASS_branch:
        c->branches++;
        c->divergent_branches += lanes && lanes != group;
        break;
    case CLASS_barrier:
        c->barriers += n;
        c->warp_barriers += (at_barrier(w) | lanes) == w->live;
        break;
    case CLASS_sync:
        c->syncs += n;
        break;
    case CLASS_shuffle:
        c->shuffles += n;
        break;
    case CLASS_vote:
        c->votes += n;
        break;
    default:
        break;
    }
    if (lanes && i->memory && i->memory != MEMORY_FENCE)
        access(w, i, lanes);
}

/* ---- asking, writing ---- */
/* For the plug-in (gantry_plugin.h, struct gantry_counts, in its order): of the launches of that kernel that ended
 * since it was asked for the last time; their number, 0 where nothing is counted. */
__attribute__((visibility("default"))) int gantry_softgpu_counts(struct kernel *k, uint64_t *out, unsigned n)
{
    if (!k || !k->counted)
        return 0;
    pthread_mutex_lock(&lock);
    const struct counts *c = &k->counted->since;
    const uint64_t v[] = {k->counted->since_launches,
                          c->warp_instructions,
                          c->lane_instructions,
                          c->idle_lanes,
                          c->empty_lanes,
                          c->load_sectors + c->store_sectors + c->atomic_sectors,
                          c->load_least + c->store_least + c->atomic_least,
                          c->shared_passes,
                          c->shared_least,
                          c->atomics};
    for (unsigned i = 0; i < n; i++)
        out[i] = i < sizeof v / sizeof *v ? v[i] : 0;
    k->counted->since_launches = 0;
    memset(&k->counted->since, 0, sizeof k->counted->since);
    pthread_mutex_unlock(&lock);
    return (int)v[0];
}

static bool same_place(const struct place_sum *a, const struct place_sum *b)
{
    return a->user_line && a->user_line == b->user_line && a->memory == b->memory && !strcmp(a->file, b->file);
}

/* instructions of one line of the user's count as one */
static void merge_places(struct counted *r)
{
    for (size_t i = 0; i < r->nplaces; i++)
        for (size_t k = 0; k < i && r->places[i].sectors > r->places[i].least; k++)
            if (same_place(&r->places[k], &r->places[i])) {
                r->places[k].requests += r->places[i].requests;
                r->places[k].sectors += r->places[i].sectors;
                r->places[k].least += r->places[i].least;
                r->places[i].sectors = r->places[i].least = 0;
            }
}

static const char *kind_of(const struct place_sum *p)
{
    return p->memory == MEMORY_LOAD ? "load" : p->memory == MEMORY_STORE ? "store" : "atomic";
}

static void write_row(FILE *f, struct counted *r, bool json)
{
    const struct counted_number numbers[] = {
#define NUMBER(NAME, LABEL) {#NAME, LABEL, r->sum.NAME},
        NUMBERS(NUMBER)
#undef NUMBER
    };
    struct counted_number classes[] = {
#define CLASS(NAME, LABEL) {#NAME, LABEL, 0},
        CLASSES(CLASS)
#undef CLASS
    };
    struct counted_place *places = calloc(r->nplaces + 1, sizeof *places);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        classes[i].value = r->sum.by_class[i + 1];
    merge_places(r);
    for (size_t i = 0; places && i < r->nplaces; i++) {
        const struct place_sum *p = &r->places[i];
        places[i] = (struct counted_place){
            p->user_line ? p->file : NULL, p->user_line, 0, p->line, kind_of(p), p->requests, p->sectors, p->least};
    }
    struct counted_kernel k = {.name = r->name,
                               .how = "on the software GPU",
                               .device = "software GPU",
                               .width = LANES,
                               .launches = r->launches,
                               .warp_instructions = r->sum.warp_instructions,
                               .lane_instructions = r->sum.lane_instructions,
                               .numbers = numbers,
                               .nnumbers = sizeof numbers / sizeof *numbers,
                               .classes = classes,
                               .nclasses = sizeof classes / sizeof *classes,
                               .places = places,
                               .nplaces = places ? r->nplaces : 0};
    counted_write(f, &k, json);
    free(places);
}

static void write_rows(FILE *f, struct counted *r, bool json)
{
    if (!r)
        return;
    write_rows(f, r->next, json); /* oldest first */
    write_row(f, r, json);
}

__attribute__((destructor)) static void write_all(void)
{
    const char *path = getenv("GANTRY_SOFTGPU_COUNTS");
    if (!path || !*path || !all || !strcmp(path, "1") || !strcmp(path, "0"))
        return;
    FILE *f = strcmp(path, "-") == 0 ? stderr : fopen(path, "w");
    if (!f) {
        fprintf(stderr, "softgpu: GANTRY_SOFTGPU_COUNTS=%s cannot be written: %s\n", path, strerror(errno));
        return;
    }
    pthread_mutex_lock(&lock);
    write_rows(f, all, counted_is_json(path));
    pthread_mutex_unlock(&lock);
    if (f != stderr)
        fclose(f);
}
