/* moves.c: what moved between host and devices though it need not: a reader of events that knows the bytes of each copy
 * by their hash, which memory each launch may reach, and what came and went at one place again and again.
 *
 * A range is a piece of host memory that is copied as a whole; what is known of it is what its last copy held, on
 * either way, for then both sides held the same. An item is a list item of one directive: the sums are its. */
#include <stdlib.h>
#include <string.h>

#include "profile.h"

enum {
    FEW = 64, /* buckets while there are few ranges; a table that is touched here and there takes many pages */
    BUCKETS = 4096,
    MOST_RANGES = 1 << 18, /* later ones are counted and not followed */
    MOST_DEVICES = 64,
    SAMPLES = 64,    /* words of a range that are kept as they were */
    SUPPOSED = 4096, /* bytes from which it is worth to say what only the reader can know; and from which … */
    FREE = 8 << 20,  /* … copies are hashed only up to so many bytes in all, and beyond them … */
    BUDGET = 40,     /* … while all this takes less than one part in so many of the program's time */
    PAGE = 12,       /* bits of an address within a page */
    TIMED = 16,      /* of so many events that hash little the time of one is taken for all, and that of the first */
};

struct range {
    struct range *next, *of_page, *older; /* with the same hash; that begin in the same page, or one of its hash */
    unsigned users;                       /* blocks of device memory that lead here */
    struct move_piece at;
    uint64_t serial; /* of its last copy */
    uint64_t block;  /* the number of the block that was */
    struct bytes_hash hash;
    bool hashed;         /* the last copy was; else its samples alone are known */
    bool owed;           /* the next copy is hashed in any case, or the last one's hash would have been for nothing */
    uint64_t *samples;   /* SAMPLES of them, if it has SUPPOSED bytes */
    enum gantry_op last; /* GANTRY_OP_COUNT: not copied yet */
    uint64_t within;     /* the number of the construct that copied it last */
    bool stored;         /* the host stored something else there since, or may have */
    bool device_stored;  /* a region did, in the device's memory */
    bool unseen;         /* nobody has looked whether one did, though it may have */
    struct move_item *copied; /* by its last copy */
    double took;
    struct move_item **takers; /* for which it was allocated: one for each directive */
    size_t ntakers, room;
    double freed_in; /* microseconds, the last time */
    bool sent, returned;
    bool again;             /* its last copy was one that is told as sent again */
    struct range *in_block; /* the next that was copied to the same block, if listed there */
    bool listed;
};
struct block { /* device memory */
    struct gantry_entry at;
    struct block *next_unused;
    uintptr_t host;
    uint32_t skew;          /* what the host's begins with lies so many bytes behind the block's begin */
    struct move_item *item; /* that it was taken for; NULL: omp_target_alloc and the like */
    struct range *range, *copied;
    uint64_t number;
    uint64_t used;   /* serial of the last launch that may reach it; UINT64_MAX: anybody may */
    uint64_t idle;   /* … of the last one that lists it and has no use for it */
    uint64_t stored; /* … that may store there */
    bool shared;     /* other directives map it, too, and found it there: without the first they would copy it */
    const struct gantry_map *found_by; /* the row of the last launch that reached it by one */
    bool attached;                     /* it holds pointers of the device's own: its bytes are not the host's */
    double took;
    uint64_t bytes; /* of all copies to it and from it, but for updates, which took … */
    double copying;
    struct move_item *brought; /* … of which this item of an end of data brought some back: */
    uint64_t times;
};

static struct range **ranges, **of_pages, *latest_range; /* nbuckets of either */
static size_t nbuckets;
static struct gantry_entry *blocks[MOST_DEVICES];
static size_t nranges;
static int ndevices; /* of which ranges are known: 0 to … */
static uint64_t serial, nblocks;
static atomic_bool reached; /* something may have stored to device memory: a launch, or the program by its address */
static struct moves sums;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local const struct gantry_event *construct; /* that this thread carries out: it lives until that ends */
static _Thread_local uint64_t construct_number;
static _Atomic uint64_t nconstructs;

/* NULL: no memory */
static struct move_waste *waste_of(struct move_item *m, enum waste w)
{
    struct move_waste *own = m->waste == move_no_waste ? kept_new(WASTES * sizeof *own) : NULL;
    m->waste = own ? own : m->waste;
    return m->waste == move_no_waste ? NULL : &m->waste[w];
}

static void waste(struct move_item *m, enum waste w, uint64_t bytes, double time)
{
    struct move_waste *of = waste_of(m, w);
    if (!of)
        return;
    of->times++;
    of->bytes += bytes;
    of->time += time;
}

/* ---- ranges ---- */
static size_t hash(uint64_t x) { return x * 0x9e3779b97f4a7c15u >> 52 & (nbuckets - 1); }
static struct range **page_of(uintptr_t host) { return &of_pages[hash(host >> PAGE)]; }

static struct range **bucket_of(int device, uintptr_t host, uint64_t bytes)
{
    return &ranges[hash(host ^ bytes << 40 ^ (uint64_t)(unsigned)device << 32)];
}

static void make_buckets(size_t n)
{
    struct range **made = kept_new(2 * n * sizeof(struct range *)), **end;
    if (!made)
        return;
    ranges = made, of_pages = made + n, nbuckets = n;
    for (struct range *r = latest_range; r; r = r->older) {
        for (end = bucket_of(r->at.device, r->at.host, r->at.bytes); *end;)
            end = &(*end)->next;
        *end = r, r->next = NULL;
        for (end = page_of(r->at.host); *end && !(r->at.died > 0);)
            end = &(*end)->of_page;
        if (!(r->at.died > 0))
            *end = r, r->of_page = NULL;
    }
}

/* How often memory at one place was given back is known so many times; later pieces there are one. */
enum { MOST_LIVES = 8 };

static bool is_at(const struct range *r, int device, uintptr_t host, uint64_t bytes)
{
    return r->at.host == host && r->at.bytes == bytes && r->at.device == device;
}

static struct range *known_range(int device, uintptr_t host, uint64_t bytes)
{
    struct range *r = nbuckets ? *bucket_of(device, host, bytes) : NULL;
    while (r && (r->at.died > 0 || !is_at(r, device, host, bytes)))
        r = r->next;
    return r;
}

static void watch(struct range *r)
{
    struct range **page = page_of(r->at.host);
    r->of_page = *page;
    *page = r;
    heap_watch(r->at.host);
}

/* One that lived there before, if that was often enough: what is known of it holds no more. */
static struct range *reborn(int device, uintptr_t host, uint64_t bytes)
{
    struct range *r = NULL;
    size_t lives = 0;
    for (struct range *x = *bucket_of(device, host, bytes); x; x = x->next)
        if (x->at.died > 0 && is_at(x, device, host, bytes)) {
            lives++;
            r = x->users || x->listed ? r : x;
        }
    if (lives < MOST_LIVES || !r)
        return NULL;
    struct range is = {.next = r->next,
                       .older = r->older,
                       .at = r->at,
                       .samples = r->samples,
                       .takers = r->takers,
                       .room = r->room,
                       .sent = r->sent,
                       .returned = r->returned,
                       .last = GANTRY_OP_COUNT};
    *r = is;
    r->at.died = 0;
    r->at.local = NULL;
    watch(r);
    return r;
}

static struct range *new_range(int device, uintptr_t host, uint64_t bytes)
{
    struct range **b, *r = NULL;
    if (nbuckets == 0 || (nbuckets == FEW && nranges == 2 * FEW))
        make_buckets(nbuckets ? BUCKETS : FEW);
    if (nbuckets && (r = reborn(device, host, bytes)) != NULL)
        return r;
    if (!nbuckets || nranges == MOST_RANGES || !(r = kept_new(sizeof *r)) ||
        (bytes >= SUPPOSED && !(r->samples = kept_new(SAMPLES * sizeof *r->samples)))) {
        sums.lost += bytes;
        return NULL;
    }
    nranges++, b = bucket_of(device, host, bytes);
    ndevices = device >= ndevices ? device + 1 : ndevices;
    r->next = *b, r->older = latest_range, r->last = GANTRY_OP_COUNT;
    r->at = (struct move_piece){.device = device, .host = host, .bytes = bytes};
    latest_range = *b = r;
    watch(r);
    return r;
}

/* The program gave that memory back: what comes to lie there is something else. */
static void forget(struct range **chain, uintptr_t begin, uintptr_t end, double now)
{
    for (struct range *r = *chain; r; r = *chain)
        if (r->at.host >= begin && r->at.host < end) {
            r->at.died = now;
            *chain = r->of_page;
        } else {
            chain = &r->of_page;
        }
}

/* of memory that was given back before `now`, at the latest; 0: before this very moment */
static void take_notes(double now)
{
    const struct heap_note *note = NULL;
    bool all = false;
    if (!atomic_load_explicit(&heap_has_notes, memory_order_relaxed))
        return;
    size_t n = heap_notes(&note, &all);
    now = now > 0 ? now : gantry_now();
    for (; n > 0; n--, note += HEAP_STEP) {
        uintptr_t first = note->begin >> PAGE, pages = ((note->end - 1) >> PAGE) - first + 1;
        for (uintptr_t i = 0; i < nbuckets && i < pages; i++)
            forget(pages < nbuckets ? page_of((first + i) << PAGE) : &of_pages[i], note->begin, note->end, now);
    }
    for (size_t i = 0; all && i < nbuckets; i++)
        forget(&of_pages[i], 0, UINTPTR_MAX, now);
}

static struct range *range_of(int device, uintptr_t host, uint64_t bytes)
{
    struct range *r = known_range(device, host, bytes);
    return r ? r : new_range(device, host, bytes);
}

static bool same_variable(const struct move_item *a, const struct move_item *b)
{
    size_t n = text_root(a->name);
    return a == b || (n == text_root(b->name) && strncmp(a->name, b->name, n) == 0 && !strcmp(a->func, b->func) &&
                      !strcmp(a->file, b->file));
}

/* The same, of the item. Two variables of blocks that lay at one place are two ranges: nothing that is known of the one
 * holds for the other. */
static struct range *range_of_item(const struct move_item *m, uintptr_t host, uint64_t bytes)
{
    if (!(m->flags & GANTRY_MAP_LOCAL))
        return range_of(m->device, host, bytes);
    struct range *any = NULL, *r = known_range(m->device, host, bytes);
    for (; r; r = r->next) {
        bool here = !(r->at.died > 0) && is_at(r, m->device, host, bytes);
        if (here && r->at.local && same_variable(r->at.local, m))
            return r;
        any = here && !r->at.local ? r : any;
    }
    r = any ? any : new_range(m->device, host, bytes);
    if (r)
        r->at.local = m;
    return r;
}

/* As many items again; what was is left. */
static struct move_item **twice(struct move_item **items, size_t n)
{
    struct move_item **more = kept_new((n ? 2 * n : 1) * sizeof(struct move_item *));
    return more && n ? memcpy(more, items, n * sizeof(struct move_item *)) : more;
}

/* The list grows to twice its length where that is a power of two. */
static bool has_room(struct move_piece *p)
{
    size_t n = p->nitems;
    if (n & (n - 1))
        return true;
    struct move_item **more = n < MOVES_ITEMS ? twice(p->items, n) : NULL;
    p->items = more ? more : p->items;
    return more != NULL;
}

static void belongs(struct range *r, struct move_item *m, double now)
{
    m->first = m->first > 0 ? m->first : now;
    m->latest = r->at.latest = now;
    r->at.first = r->at.first > 0 ? r->at.first : now;
    for (size_t i = 0; i < r->at.nitems; i++)
        if (r->at.items[i] == m)
            return;
    if (has_room(&r->at))
        r->at.items[r->at.nitems++] = m;
    else
        m->sent = m->returned = true;
}

static void take_samples(const char *data, uint64_t bytes, uint64_t *out)
{
    uint64_t words = bytes / sizeof *out, step = words / SAMPLES;
    for (uint64_t i = 0; i < SAMPLES; i++) { /* at no regular distance, which would meet one column of an array */
        uint64_t within = (uint64_t)((uint32_t)i * 2654435761u) * step >> 32; /* no division: small copies come often */
        memcpy(&out[i], data + (i * step + within) * sizeof *out, sizeof *out);
    }
}

static bool all_differ(const struct range *r, const uint64_t *samples)
{
    for (size_t i = 0; i < SAMPLES; i++)
        if (r->samples[i] == samples[i])
            return false;
    return true;
}

/* ---- copies ---- */
static struct block *block_at(int device, uint64_t address)
{
    return device >= 0 && device < MOST_DEVICES ? (struct block *)gantry_tree_at(blocks[device], address) : NULL;
}

static uintptr_t host_at(const struct block *b, uint64_t address)
{
    return b->host + (address - b->at.begin) - b->skew;
}

/* Has another device stored to the host's memory since its last copy? */
static bool came_from_others(const struct range *r)
{
    for (int device = 0; device < ndevices; device++) {
        const struct range *x = device == r->at.device ? NULL : known_range(device, r->at.host, r->at.bytes);
        if (x && x->last == GANTRY_OP_FROM && x->serial >= r->serial)
            return true;
    }
    return false;
}

static bool unused(const struct range *r, const struct block *b)
{
    return r->last == GANTRY_OP_TO && b && b->used < r->serial;
}

/* That it held what the copy before it did is then no matter: a copy is told once. */
static void waste_unused(struct range *r)
{
    struct move_waste *again = r->again ? waste_of(r->copied, WASTE_SENT_AGAIN) : NULL;
    if (again) {
        again->times--;
        again->bytes -= r->at.bytes;
        again->time -= r->took;
    }
    r->again = false;
    waste(r->copied, WASTE_COPY_UNUSED, r->at.bytes, r->took);
}

/* What a copy holds, beside what the last one of the range held. Of copies without hash the samples can tell that they
 * differ, and not that they do not. */
enum verdict { FIRST, SAME, OTHER, NOT_COMPARED };

static enum verdict compare(const struct range *r, const struct bytes_hash *hash, const uint64_t *samples)
{
    if (r->last == GANTRY_OP_COUNT)
        return FIRST;
    if (r->at.bytes >= SUPPOSED && memcmp(r->samples, samples, SAMPLES * sizeof *samples) != 0)
        return OTHER;
    if (!hash || !r->hashed)
        return NOT_COMPARED;
    return hash->low == r->hash.low && hash->high == r->hash.high ? SAME : OTHER;
}

/* Hashing reads all bytes once more: of a program that does little but copy it would take half of the time. */
static bool within_budget(const struct range *r)
{
    return r->at.bytes < SUPPOSED || sums.hashed + r->at.bytes <= FREE || sums.spent * BUDGET < gantry_now();
}

static bool is_hashed(struct range *r)
{
    bool within = within_budget(r);
    bool hash = within || r->owed;
    r->owed = within;
    sums.hashed += hash && r->at.bytes >= SUPPOSED ? r->at.bytes : 0;
    return hash;
}

/* A member that no region of the construct uses, in the memory of its structure, of which they use something else: the
 * copies alone are in vain. What is copied always may be for others. */
bool move_is_idle_member(const struct move_item *m)
{
    uint32_t idle = m->construct == GANTRY_TARGET ? GANTRY_MAP_IDLE : GANTRY_MAP_UNUSED;
    return m->flags & idle && m->flags & GANTRY_MAP_MEMBER && !(m->flags & GANTRY_MAP_ALWAYS);
}

/* The item that the end of target data ends */
static struct move_item *begun(struct move_item *m)
{
    struct move_item *x = items_all();
    while (x && !(x->data_region && x->construct == GANTRY_ENTER_DATA && x->directive == m->directive &&
                  x->device == m->device && !strcmp(x->name, m->name) && !strcmp(x->file, m->file)))
        x = x->next;
    return x ? x : m;
}

static void waste_idle(struct move_item *m, const struct gantry_event *e)
{
    struct move_item *of = m->construct == GANTRY_EXIT_DATA && m->flags & GANTRY_MAP_TO ? begun(m) : m;
    waste(of, WASTE_MEMORY_UNUSED, e->bytes, e->end - e->begin);
    struct move_waste *unused = waste_of(of, WASTE_MEMORY_UNUSED);
    if (unused)
        unused->times = of->tos > of->froms ? of->tos : of->froms;
}

static void sent(struct range *r, struct move_item *m, const struct block *b, enum verdict v, const uint64_t *samples,
                 double took)
{
    bool again = v == SAME && !r->device_stored; /* else the copy undoes what a region has stored */
    bool sent_again = again && r->last == GANTRY_OP_TO;
    if (sent_again)
        waste(m, WASTE_SENT_AGAIN, r->at.bytes, took);
    else if (unused(r, b) && r->copied)
        waste_unused(r);
    else if (again && r->last == GANTRY_OP_FROM && r->at.bytes >= MOVES_SMALL)
        waste(m, WASTE_ROUND_TRIP, r->at.bytes, took);
    else if (r->last == GANTRY_OP_FROM && r->at.bytes >= SUPPOSED && r->copied && all_differ(r, samples) &&
             !came_from_others(r))
        waste(r->copied, WASTE_OVERWRITTEN, r->at.bytes, r->took);
    if (v == SAME && r->copied && (r->copied->directive != m->directive || strcmp(r->copied->file, m->file) != 0))
        m->before = r->copied, m->times_before++;
    m->tos_changed += v == OTHER;
    m->tos_undo += v == SAME && r->device_stored;
    r->sent = true;
    r->again = sent_again;
}

/* Whether the device's memory still holds what the range's last copy left there, where a launch may have reached it
 * since. It is read from the device, within the budget, or where a comparison has begun that this one completes. */
static void look_at_device(struct range *r, const struct block *b)
{
    if (!b->host || r->last == GANTRY_OP_COUNT || !r->hashed || r->block != b->number || b->used <= r->serial ||
        b->used == UINT64_MAX || b->attached)
        return;
    r->unseen = true;
    const struct gantry_dev *d = gantry_dev_if_open(r->at.device);
    uint64_t address = b->at.begin + b->skew + (r->at.host - b->host);
    struct bytes_hash hash;
    if (d && (r->owed || within_budget(r)) && hash_device(d, address, r->at.bytes, &hash)) {
        sums.hashed += r->at.bytes >= SUPPOSED ? r->at.bytes : 0;
        r->device_stored = hash.low != r->hash.low || hash.high != r->hash.high;
        r->unseen = false;
    }
}

/* Before a copy overwrites it there: only where the host has the same as in the last copy. */
static void will_be_sent(const struct gantry_event *e)
{
    struct block *b = block_at(e->device, e->address);
    struct range *r = NULL;
    const struct move_item *m = item_of(e, construct);
    if (b && b->host && host_at(b, e->address) == (uintptr_t)e->host && e->bytes && m)
        r = range_of_item(m, (uintptr_t)e->host, e->bytes);
    if (!r || !r->hashed || r->block != b->number || b->used <= r->serial)
        return;
    uint64_t samples[SAMPLES];
    if (e->bytes >= SUPPOSED) {
        take_samples(e->host, e->bytes, samples);
        if (memcmp(r->samples, samples, sizeof samples) != 0)
            return;
    }
    look_at_device(r, b);
}

/* Before the memory is freed: when it is mapped again, what is sent may be the same. A region that maps it itself, and
 * sends back all that it stores, has stored nothing to what is only sent. */
static void will_be_freed(const struct gantry_event *e)
{
    struct block *b = block_at(e->device, e->address);
    for (struct range *r = b ? b->copied : NULL; r; r = r->in_block)
        if (r->last == GANTRY_OP_TO && r->copied && !(r->copied->construct == GANTRY_TARGET && r->copied->keeps))
            look_at_device(r, b);
}

/* What a copy is about to overwrite, while the host's own bytes are there. A region that brings back what it was sent
 * itself leaves the host no time to store. */
static void will_return(const struct gantry_event *e)
{
    struct block *b = block_at(e->device, e->address);
    uintptr_t host = b && b->host ? host_at(b, e->address) : (uintptr_t)e->host;
    const struct move_item *m = item_of(e, construct);
    struct range *r = m && e->bytes ? range_of_item(m, host, e->bytes) : NULL;
    if (!r || !r->hashed || (construct->construct == GANTRY_TARGET && r->within == construct_number))
        return;
    uint64_t samples[SAMPLES];
    r->stored = (uintptr_t)e->host != host; /* of what goes through a buffer nothing is known */
    if (!r->stored && e->bytes >= SUPPOSED) {
        take_samples(e->host, e->bytes, samples);
        r->stored = memcmp(r->samples, samples, sizeof samples) != 0;
    }
    if (r->stored)
        return;
    if (!within_budget(r)) {
        r->stored = true;
        return;
    }
    sums.hashed += e->bytes >= SUPPOSED ? e->bytes : 0;
    struct bytes_hash hash = hash_copy(e->host, e->bytes);
    r->stored = hash.low != r->hash.low || hash.high != r->hash.high;
}

/* Before the memory was mapped this time, the host may have stored anything there. What it stored since is undone by a
 * copy that holds what there was before. */
static void returned(struct range *r, struct move_item *m, const struct block *b, enum verdict v, double took)
{
    bool same = v == SAME && b && b->number == r->block && !r->stored;
    bool reads = m->flags & GANTRY_MAP_READS, others = m->construct != GANTRY_TARGET && !reads;
    /* of a structure's memory, to which regions store, a member that they only read */
    bool apart = reads && m->flags & GANTRY_MAP_MEMBER && !(m->flags & GANTRY_MAP_ALWAYS);
    bool may_change = b && ((b->stored && !apart) || others);
    if (same)
        waste(m, WASTE_UNCHANGED, r->at.bytes, took);
    m->may_change |= same && may_change;
    if (!same || may_change)
        r->returned = m->came_changed = true; /* for all that is known: else a map clause would not bring it back */
}

/* All that would go with the map of the block */
static void belongs_to_map(struct block *b, struct move_item *m, const struct gantry_event *e)
{
    if (m->construct == GANTRY_UPDATE)
        return;
    b->bytes += e->bytes, b->copying += e->end - e->begin;
    if (e->op == GANTRY_OP_FROM && m != b->item) {
        b->times = m == b->brought ? b->times + 1 : 1;
        b->brought = m;
    }
}

static void copied(const struct gantry_event *e)
{
    struct block *b = block_at(e->device, e->address);
    struct move_item *m = item_of(e, construct);
    bool to = e->op == GANTRY_OP_TO;
    uint64_t samples[SAMPLES];
    *(to ? &sums.to : &sums.from) += e->bytes;
    if (m) {
        *(to ? &m->to : &m->from) += e->bytes;
        *(to ? &m->tos : &m->froms) += 1;
        m->largest = e->bytes > m->largest ? e->bytes : m->largest;
    }
    if (!m)
        *(to ? &sums.other_to : &sums.other_from) += e->bytes;
    if (!m || !e->bytes)
        return;
    if (move_is_idle_member(m))
        waste_idle(m, e);
    if (b)
        belongs_to_map(b, m, e);
    /* copies that leave attached pointers alone go through a buffer: where they belong says the block */
    uintptr_t host = b && b->host ? host_at(b, e->address) : (uintptr_t)e->host;
    struct range *r = range_of_item(m, host, e->bytes);
    if (!r)
        return;
    bool hashes = is_hashed(r);
    struct bytes_hash hash = hashes ? hash_copy(e->host, e->bytes) : (struct bytes_hash){0, 0};
    if (e->bytes >= SUPPOSED)
        take_samples(e->host, e->bytes, samples);
    enum verdict v = compare(r, hashes ? &hash : NULL, samples);
    belongs(r, m, e->end);
    if (v == OTHER && host != (uintptr_t)e->host) /* the device's pointers in it differ, too */
        v = FIRST;
    if (v == SAME && to && r->unseen)
        v = NOT_COMPARED, m->may_undo = true;
    if (v == NOT_COMPARED) {
        m->tos_not_compared += to;
        sums.not_compared++, sums.bytes_not_compared += e->bytes;
    }
    if (to)
        sent(r, m, b, v, samples, e->end - e->begin);
    else
        returned(r, m, b, v, e->end - e->begin);
    r->hash = hash, r->hashed = hashes;
    r->within = construct_number, r->stored = r->device_stored = r->unseen = false;
    r->last = e->op, r->copied = m, r->took = e->end - e->begin, r->serial = ++serial;
    r->block = b ? b->number : 0;
    if (e->bytes >= SUPPOSED)
        memcpy(r->samples, samples, sizeof samples);
    if (b && to && !r->listed) {
        r->listed = true;
        r->in_block = b->copied;
        b->copied = r;
    }
}

/* ---- device memory ---- */
/* Was it allocated for the directive of m before? If not, from now on it was. Where it was for others alone, the
 * program came by in a row, and not again. */
static bool is_taken_again(struct range *r, struct move_item *m)
{
    for (size_t i = 0; i < r->ntakers; i++) {
        const struct move_item *x = r->takers[i];
        if (x == m || (x->directive == m->directive && x->construct == m->construct && !strcmp(x->file, m->file)))
            return true;
    }
    if (r->ntakers == r->room) {
        struct move_item **more = twice(r->takers, r->room);
        if (!more)
            return false;
        r->takers = more, r->room += r->room ? r->room : 1;
    }
    r->takers[r->ntakers++] = m;
    return false;
}

static struct block *unused_blocks; /* of memory that was freed */

static struct block *new_block(void)
{
    struct block *b = unused_blocks;
    if (!b)
        return kept_new(sizeof *b);
    unused_blocks = b->next_unused;
    *b = (struct block){.number = 0};
    return b;
}

static void allocated(const struct gantry_event *e)
{
    struct block *b;
    if (e->failed || e->device < 0 || e->device >= MOST_DEVICES || !e->bytes || !(b = new_block()))
        return;
    b->at.begin = e->address, b->at.end = e->address + e->bytes;
    b->host = (uintptr_t)e->host;
    b->item = item_of(e, construct);
    b->number = ++nblocks;
    b->took = e->end - e->begin;
    gantry_tree_insert(&blocks[e->device], &b->at);
    b->skew = b->item ? gantry_skew(b->item->flags, e->host) : 0;
    if (!b->item || !b->host || !(b->range = range_of_item(b->item, b->host, e->bytes - b->skew)))
        return;
    b->item->allocs++;
    b->range->users++;
    b->item->largest = e->bytes > b->item->largest ? e->bytes : b->item->largest;
    belongs(b->range, b->item, e->end);
    if (is_taken_again(b->range, b->item) && e->bytes >= MOVES_SMALL)
        waste(b->item, WASTE_ALLOCATED_AGAIN, e->bytes, b->took + b->range->freed_in);
}

static void freed(const struct gantry_event *e)
{
    struct block *b = block_at(e->device, e->address);
    if (!b)
        return;
    double took = e->end - e->begin;
    for (struct range *r = b->copied, *next; r; r = next) {
        bool wasted = unused(r, b) && r->copied;
        next = r->in_block;
        r->in_block = NULL, r->listed = false, r->serial = 0;
        if (wasted && b->used)
            waste_unused(r);
    }
    if (b->item && !b->used && !b->shared) {
        waste(b->item, WASTE_MEMORY_UNUSED, b->bytes, b->took + took + b->copying);
        if (b->brought)
            b->brought->in_vain += b->times;
    }
    if (b->range)
        b->range->freed_in = took, b->range->users--;
    gantry_tree_remove(&blocks[e->device], &b->at);
    b->next_unused = unused_blocks;
    unused_blocks = b;
}

/* ---- launches ---- */
static void finds(const struct gantry_map *row, struct block *b)
{
    if (!b || b->found_by == row)
        return;
    b->found_by = row;
    if (b->item && construct && construct->region && b->item->directive != construct->region->loc.line)
        found_add(row);
}

bool move_finds_others(const struct move_item *m) { return found_has(m->row); }

/* The block there, and those that its attached pointers lead to. known: of that memory, or NULL */
static struct block *reach(const struct gantry_dev *d, uint64_t address, const struct gantry_entry *known, bool stores)
{
    struct block *b = block_at(d->number, address);
    if (!b || b->idle == serial || (b->used >= serial && (!stores || b->stored >= serial)))
        return b;
    atomic_store_explicit(&reached, true, memory_order_relaxed);
    b->used = b->used > serial ? b->used : serial;
    b->stored = stores ? b->used : b->stored;
    if (stores && b->item)
        b->item->reached = true;
    const struct gantry_entry *e = !b->host                           ? NULL
                                   : known && known->begin == b->host ? known
                                                                      : gantry_tree_at(d->present, b->host);
    b->attached |= e && e->nattached > 0;
    for (size_t i = 0; e && i < e->nattached; i++)
        reach(d, e->attached[i].value, NULL, stores);
    return b;
}

static struct block *reach_entry(const struct gantry_dev *d, const struct gantry_entry *e, bool stores)
{
    struct block *b = reach(d, e->dev, e, stores);
    for (size_t i = 0; i < e->nattached; i++)
        reach(d, e->attached[i].value, NULL, stores);
    return b;
}

/* A region that has no use for it lists what another directive mapped: without that it would map it itself. */
static void lists(const struct gantry_mapping *m, uint32_t i)
{
    struct block *b = m->slots[i].entry ? block_at(m->dev->number, m->slots[i].entry->dev) : NULL;
    if (b && !(m->maps[i].flags & GANTRY_MAP_MEMBER)) /* else that is its structure's */
        b->idle = serial;
    if (b && b->item && construct && construct->region && b->item->directive != construct->region->loc.line)
        b->item->listed = construct->region->loc.line;
}

static void names(const struct gantry_dev *d, const struct gantry_entry *e)
{
    struct block *b = block_at(d->number, e->dev);
    if (b)
        b->idle = 0;
}

static void launched(const struct gantry_event *e)
{
    const struct gantry_mapping *m = e->map;
    struct gantry_dev *d = m->dev;
    serial++;
    bool idle = false;
    for (uint32_t i = 0; i < m->n; i++)
        if (m->maps[i].flags & GANTRY_MAP_IDLE) {
            lists(m, i);
            idle = true;
        }
    for (uint32_t i = 0; idle && i < m->n; i++) /* what another item is, too, is used */
        if (m->slots[i].entry && !(m->maps[i].flags & GANTRY_MAP_IDLE))
            names(d, m->slots[i].entry);
    for (uint32_t i = 0; i < m->n; i++)
        if (m->maps[i].flags & GANTRY_MAP_IDLE)
            continue;
        else if (m->slots[i].entry)
            finds(&m->maps[i], reach_entry(d, m->slots[i].entry, !(m->maps[i].flags & GANTRY_MAP_READS)));
        else if (m->maps[i].param == GANTRY_PARAM_DEVPTR)
            reach(d, (uint64_t)(uintptr_t)m->vals[i].begin, NULL, true);
    for (const struct gantry_link *l = d->links; l; l = l->next) { /* by their names, whatever the construct lists */
        const struct gantry_entry *linked = gantry_tree_at(d->present, (uintptr_t)l->var->addr);
        if (l->mapped && linked)
            reach_entry(d, linked, true);
    }
}

/* by a construct that launches nothing */
static void found(const struct gantry_event *e)
{
    const struct gantry_mapping *m = e->map;
    for (uint32_t i = 0; construct && construct->region && i < m->n; i++) {
        struct block *b = m->slots[i].entry ? block_at(m->dev->number, m->slots[i].entry->dev) : NULL;
        if (b && b->item && b->item->directive != construct->region->loc.line)
            b->shared = true;
    }
}

static void given(const struct gantry_event *e)
{
    struct block *b = block_at(e->device, e->address);
    if (b)
        b->used = b->stored = UINT64_MAX;
    if (b && b->item)
        b->item->reached = true;
    atomic_store_explicit(&reached, true, memory_order_relaxed);
}

/* ---- the reader ---- */
static void begins(const struct gantry_event *e)
{
    if (e->op == GANTRY_OP_CONSTRUCT) {
        construct = e;
        construct_number = atomic_fetch_add_explicit(&nconstructs, 1, memory_order_relaxed) + 1;
    }
    static void (*const looks[GANTRY_OP_COUNT])(const struct gantry_event *) = {
        [GANTRY_OP_FROM] = will_return,
        [GANTRY_OP_TO] = will_be_sent,
        [GANTRY_OP_FREE] = will_be_freed,
    };
    if (!looks[e->op] || !construct || (e->op == GANTRY_OP_TO && !atomic_load_explicit(&reached, memory_order_relaxed)))
        return;
    double began = e->bytes >= SUPPOSED ? gantry_now() : 0;
    pthread_mutex_lock(&lock);
    take_notes(0);
    looks[e->op](e);
    if (e->bytes >= SUPPOSED)
        sums.spent += gantry_now() - began;
    pthread_mutex_unlock(&lock);
}

static void take(const struct gantry_event *e)
{
    switch (e->op) {
    case GANTRY_OP_TO:
    case GANTRY_OP_FROM:
        copied(e);
        break;
    case GANTRY_OP_ALLOC:
        allocated(e);
        break;
    case GANTRY_OP_FREE:
        freed(e);
        break;
    case GANTRY_OP_MAP:
        if (e->construct == GANTRY_TARGET)
            launched(e);
        else
            found(e);
        break;
    default:
        given(e);
        break;
    }
}

static void note(const struct gantry_event *e)
{
    static const unsigned wanted = 1u << GANTRY_OP_TO | 1u << GANTRY_OP_FROM | 1u << GANTRY_OP_ALLOC |
                                   1u << GANTRY_OP_FREE | 1u << GANTRY_OP_MAP | 1u << GANTRY_OP_ADDRESS;
    bool launch = e->op == GANTRY_OP_MAP;
    if (e->op == GANTRY_OP_CONSTRUCT)
        construct = NULL;
    if (!(wanted >> e->op & 1) || (launch && (!e->map || e->construct == GANTRY_EXIT_DATA)))
        return;
    static _Thread_local unsigned turn;
    bool large = e->bytes >= SUPPOSED, first = turn++ == 0, timed = large || first || turn % TIMED == 0;
    double began = timed ? gantry_now() : 0;
    if (launch)
        pthread_rwlock_rdlock(&e->map->dev->present_lock);
    pthread_mutex_lock(&lock);
    take_notes(e->begin);
    take(e);
    if (timed)
        sums.spent += (gantry_now() - began) * (large || first ? 1 : TIMED);
    pthread_mutex_unlock(&lock);
    if (launch)
        pthread_rwlock_unlock(&e->map->dev->present_lock);
}

/* ---- the end: what is found by what ---- */
static int by_place(const void *a, const void *b)
{
    const struct move_piece *x = *(struct move_piece *const *)a, *y = *(struct move_piece *const *)b;
    if (x->device != y->device)
        return x->device < y->device ? -1 : 1;
    if (x->host != y->host)
        return x->host < y->host ? -1 : 1;
    return x->bytes > y->bytes ? -1 : x->bytes < y->bytes;
}

/* What only updates copy may be a part of what is mapped. */
static bool is_mapped(const struct move_piece *p)
{
    for (size_t i = 0; i < p->nitems; i++)
        if (p->items[i]->construct != GANTRY_UPDATE)
            return true;
    return false;
}

static bool lived_before(const struct move_piece *x, const struct move_piece *y)
{
    return x->died > 0 && x->died <= y->first;
}

static bool overlap(const struct move_piece *x, const struct move_piece *y)
{
    bool others = x->local && y->local && !same_variable(x->local, y->local); /* of which one was gone */
    others |= lived_before(x, y) || lived_before(y, x);
    return x->device == y->device && y->host < x->host + x->bytes && !others;
}

static bool are_members(const struct move_piece *p)
{
    for (size_t i = 0; i < p->nitems; i++)
        if (!(p->items[i]->flags & GANTRY_MAP_MEMBER) && p->items[i]->construct != GANTRY_UPDATE)
            return false;
    return true;
}

static bool is_of_directive(const struct move_item *m, const struct move_piece *p)
{
    for (size_t i = 0; i < p->nitems; i++)
        if (p->items[i]->directive == m->directive && !strcmp(p->items[i]->file, m->file))
            return true;
    return false;
}

/* Is `in` a member of what x is as a whole, or one of the members that are x together? */
static bool is_member_of(struct move_piece *in, const struct move_piece *x)
{
    if (in->host + in->bytes > x->host + x->bytes || !are_members(in))
        return false;
    if (!are_members(x))
        return in->inside = true;
    for (size_t i = 0; i < x->nitems; i++)
        if (!is_of_directive(x->items[i], in))
            return false;
    return true;
}

static void mark_crossed(struct move_piece **all, size_t n)
{
    enum { MOST = 64 }; /* pieces before it that are looked at: where there are so many, others are likely */
    for (size_t i = 0; i < n; i++)
        for (size_t k = i, seen = 0; is_mapped(all[i]) && k > 0 && seen < MOST; k--) {
            struct move_piece *other = all[k - 1];
            if (!is_mapped(other))
                continue;
            seen++;
            if (overlap(other, all[i]) && !is_member_of(all[i], other))
                other->crossed = all[i]->crossed = true;
        }
}

/* to each item the pieces of memory that it was */
static void spread_pieces(struct move_piece **all, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < all[i]->nitems; k++)
            all[i]->items[k]->npieces++;
    for (struct move_item *m = items_all(); m; m = m->next) {
        m->pieces = kept_new((m->npieces + 1) * sizeof *m->pieces);
        m->npieces = 0;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < all[i]->nitems; k++) {
            struct move_item *m = all[i]->items[k];
            if (m->pieces)
                m->pieces[m->npieces++] = all[i];
        }
}

static void sort_pieces(void)
{
    size_t n = 0;
    struct move_piece **all = nranges ? kept_new(nranges * sizeof *all) : NULL;
    for (struct range *r = all ? latest_range : NULL; r; r = r->older) {
        for (size_t i = 0; i < r->at.nitems; i++) {
            r->at.items[i]->sent |= r->sent;
            r->at.items[i]->returned |= r->returned;
        }
        all[n++] = &r->at;
    }
    if (!all)
        return;
    sort_all(all, n, sizeof *all, by_place);
    for (size_t i = 1; i < n; i++)
        all[i]->again = by_place(&all[i - 1], &all[i]) == 0;
    mark_crossed(all, n);
    spread_pieces(all, n);
}

static bool started;

void moves_start(void)
{
    started = true;
    atomic_store(&gantry_maps_watched, true);
    gantry_read_both(begins, note);
}

bool moves_are_cut;

struct moves *moves_sum(void)
{
    if (!started || moves_are_cut)
        return NULL;
    if (!gantry_lock_at_end(&lock)) {
        moves_are_cut = true;
        return NULL;
    }
    if (!sums.items) {
        double began = gantry_now();
        sort_pieces();
        sums.sorted = items_sorted(items_all(), &sums.nitems);
        sums.supposed = items_sorted(items_supposed(), &sums.nsupposed);
        sums.items = items_all();
        sums.spent += gantry_now() - began;
    }
    pthread_mutex_unlock(&lock);
    return &sums;
}
