/* stale.c: which copy of mapped memory is newer, byte by byte: the host's or the device's (docs/checks.md, GC3xx).
 *
 *   STORED     both sides set it as they store. It is looked through when it can be told what the other side has:
 *   launching  what the host has stored makes the device's copy OLD, and the host's NEWER
 *   launched   what the device has stored makes the host's copy OLD, and the device's NEWER
 *   copies     make both equal: NEWER goes on both sides, OLD on the one that is written
 *
 * To read what is OLD, and not STORED since, is a finding. A copy that overwrites NEWER bytes leaves the other side
 * OLD: what was lost is found when somebody reads it, since many a program overwrites what nobody wants. Where both
 * sides have stored, the one that is not OLD was the last.
 *
 * While a region runs that the host does not wait for, nobody knows the order of stores: STORED stays until none runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../host/host.h"
#include "gantry_emulated.h"
#include "strands.h"

static unsigned running;                        /* launches */
static uint64_t launches;                       /* that have begun */
static const struct gantry_region *last_region; /* the last that was launched */
unsigned char gantry_check_device_old;

/* ---- changes of whole lines, one after the other: kept until one does not follow, then made at once, by words ---- */
struct lines {
    enum gantry_state state;
    bool set;
    uintptr_t at;
    uint64_t n; /* bytes of memory; 0: none is kept */
};

static void lines_end(struct lines *l)
{
    if (l->n)
        check_range_change(l->state, l->at, l->n, l->set);
    l->n = 0;
}

static void lines_change(struct lines *l, uintptr_t at, uint64_t bits)
{
    if (~bits) {
        check_bits_change(l->state, at, bits, l->set);
        return;
    }
    if (l->at + l->n != at)
        lines_end(l);
    if (!l->n)
        l->at = at;
    l->n += GANTRY_LINE;
}

/* ---- which regions have run ---- */
enum { REGIONS = 1 << 14, DEVICES = 64 };
static struct ran {
    const struct gantry_region *r;
    uint64_t first;   /* launch */
    uint64_t devices; /* a bit for each */
} ran[REGIONS];       /* what finds no room is taken for known on all devices */

static struct ran *ran_of(const struct gantry_region *r)
{
    static struct ran any = {.devices = ~0ull};
    for (unsigned k = 0, h = (unsigned)((uintptr_t)r >> 4); k < 16; k++) {
        struct ran *e = &ran[(h + k) % REGIONS];
        if (!e->r || e->r == r)
            return e;
    }
    return &any;
}

static void note_run(const struct gantry_region *r, int device)
{
    struct ran *e = ran_of(r);
    if (!e->first && !e->devices)
        *e = (struct ran){.r = r, .first = launches};
    e->devices |= 1ull << device % DEVICES;
}

static void note_launch(const struct gantry_region *r, int device)
{
    launches++;
    note_run(r, device);
}

/* ---- what the host has stored ---- */
static void is_old(uint64_t dev, uint64_t bits)
{
    if (bits && gantry_check_on(GANTRY_CHECK_STALE))
        __atomic_store_n(&gantry_check_device_old, 1, __ATOMIC_RELAXED);
    check_bits_change(GANTRY_OLD, dev, bits, true);
}

static void host_is_newer(const struct check_pair *c, uint64_t k, uint64_t bits)
{
    is_old(c->p.dev + k, bits & ~check_attached_bits(c, c->p.dev + k));
}

/* The states of the copies on devices, of 64 bytes from the host's address `at`, follow the host's stores. */
static void tell_devices(uintptr_t at, uint64_t bits)
{
    for (const struct check_pair *c = NULL; (c = check_pair_of_host(c, at, 64)) != NULL;) {
        uint64_t k = at > c->p.host ? at - c->p.host : 0, skip = at > c->p.host ? 0 : c->p.host - at;
        is_old(c->p.dev + k, bits >> skip & check_first(c->p.size - k)); /* attached pointers too: follows_old */
    }
}

static void take_host_stores(uintptr_t at, uint64_t n)
{
    struct lines all[] = {
        {.state = GANTRY_NEWER, .set = true},
        {.state = GANTRY_OLD},
        {.state = GANTRY_UNDEFINED},
        {.state = GANTRY_STORED},
    };
    if (!check_range_any(GANTRY_STORED, at, n))
        return;
    for (uint64_t k = 0; k < n; k += 64) {
        uint64_t bits = check_bits(GANTRY_STORED, at + k) & check_first(n - k);
        if (bits && !running)
            tell_devices(at + k, bits);
        for (size_t i = 0; bits && i < sizeof all / sizeof *all; i++)
            lines_change(&all[i], at + k, bits);
    }
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        lines_end(&all[i]);
}

/* ---- several devices ---- */
static bool several; /* have had copies */

static void note_device(int device)
{
    static int first = -1;
    if (first < 0)
        first = device;
    several |= device != first;
}

static bool is_another(const struct check_pair *o, int device)
{
    return o->p.device != device && check_is_emulated(o->p.device) && !check_is_variable(&o->p);
}

/* Of 64 bytes from the host's address `at` those whose copy on another device than this one is so. */
static uint64_t elsewhere(int device, uintptr_t at, enum gantry_state s)
{
    uint64_t bits = 0;
    for (const struct check_pair *o = NULL; several && (o = check_pair_of_host(o, at, 64)) != NULL;) {
        uint64_t k = at > o->p.host ? at - o->p.host : 0, skip = at > o->p.host ? 0 : o->p.host - at;
        if (is_another(o, device))
            bits |= (check_bits(s, o->p.dev + k) & check_first(o->p.size - k)) << skip;
    }
    return bits;
}

/* What the device has stored is newer than the copies on others, too, but for those that went their own way. */
static void tell_other_devices(const struct check_pair *c, uint64_t k, uint64_t bits)
{
    uintptr_t at = c->p.host + k;
    for (const struct check_pair *o = NULL; several && (o = check_pair_of_host(o, at, 64)) != NULL;) {
        uint64_t there = at > o->p.host ? at - o->p.host : 0, skip = at > o->p.host ? 0 : o->p.host - at;
        uint64_t own = check_bits(GANTRY_NEWER, o->p.dev + there) | check_bits(GANTRY_STORED, o->p.dev + there);
        if (is_another(o, c->p.device))
            host_is_newer(o, there, bits >> skip & ~own & check_first(o->p.size - there));
    }
}

/* The host's copy is as that on the device: it is newer no more, but for others that have not got it. */
static void host_is_equal(int device, uintptr_t at, uint64_t bits)
{
    check_bits_change(GANTRY_NEWER, at, bits & ~elsewhere(device, at, GANTRY_OLD), false);
}

/* ---- what the device has stored ---- */
/* 0: none, or no room was found for it */
static uint16_t number_of(const struct gantry_region *r)
{
    const struct ran *e = r ? ran_of(r) : NULL;
    return e && e->r == r ? (uint16_t)(e - ran + 1) : 0;
}

static void set_maker(uintptr_t at, uint16_t number)
{
    struct gantry_chunk *c = check_chunk(at);
    uint16_t *maker = c ? &c->maker[at % (1ul << GANTRY_CHUNK_SHIFT) / GANTRY_LINE] : NULL;
    if (maker && *maker != number)
        *maker = number;
}

static void take_device_stores(const struct check_pair *c, const struct gantry_region *r)
{
    struct lines newer = {.state = GANTRY_NEWER, .set = true}, no_longer_old = {.state = GANTRY_OLD},
                 stored = {.state = GANTRY_STORED}, old = {.state = GANTRY_OLD, .set = true};
    uint16_t maker = number_of(r);
    for (uint64_t k = 0; k < c->p.size; k += 64) {
        uintptr_t host = c->p.host + k, dev = c->p.dev + k;
        uint64_t bits = check_bits(GANTRY_STORED, dev) & check_first(c->p.size - k);
        if (!bits)
            continue;
        lines_change(&newer, dev, bits);
        lines_change(&no_longer_old, dev, bits);
        lines_change(&stored, dev, bits);
        bits &= ~check_attached_bits(c, dev);
        tell_other_devices(c, k, bits);
        check_undefined(host, bits); /* before what was seen there is another */
        check_keep_seen(host, bits & ~check_bits(GANTRY_OLD, host), (const unsigned char *)host);
        lines_change(&old, host, bits);
        set_maker(host, maker);
        set_maker(host + 63, maker);
    }
    lines_end(&newer);
    lines_end(&no_longer_old);
    lines_end(&stored);
    lines_end(&old);
}

/* Copies may have made equal since what was old. */
static bool some_are_old(void)
{
    for (struct check_pair *c = check_pairs(); c; c = c->next)
        if (check_is_emulated(c->p.device) && check_range_any(GANTRY_OLD, c->p.dev, c->p.size))
            return true;
    return false;
}

void check_launching(int device, const struct gantry_region *r)
{
    check_enter();
    note_launch(r, device);
    if (!running) {
        for (struct check_pair *c = check_pairs(); c; c = c->next)
            take_host_stores(c->p.host, c->p.size);
        if (gantry_check_device_old)
            gantry_check_device_old = some_are_old();
    }
    running++;
    last_region = r;
    check_leave();
}

void check_launched(int device, const struct gantry_region *r)
{
    (void)device;
    check_enter();
    if (--running == 0)
        for (struct check_pair *c = check_pairs(); c; c = c->next)
            if (check_is_emulated(c->p.device))
                take_device_stores(c, r);
    check_leave();
}

/* ---- mapped and unmapped ---- */
static const struct gantry_region *maker_at(uintptr_t at) /* NULL: none is known */
{
    const struct gantry_chunk *c = check_chunk(at);
    uint16_t number = c ? c->maker[at % (1ul << GANTRY_CHUNK_SHIFT) / GANTRY_LINE] : 0;
    return number ? ran[number - 1].r : NULL;
}

static bool maker_of(uintptr_t at, struct gantry_loc *out)
{
    const struct gantry_region *r = maker_at(at);
    *out = r ? r->loc : (struct gantry_loc){0};
    return r;
}

/* of eight bytes, those that differ as bits; the first in memory is the lowest */
static unsigned differing_in_word(uintptr_t a, uintptr_t b)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7full;
    uint64_t x, y;
    memcpy(&x, (const void *)a, sizeof x);
    memcpy(&y, (const void *)b, sizeof y);
    x ^= y;
    x = (((x & low) + low) | x) & ~low;                          /* the highest bit of each byte that is not 0, */
    return (unsigned)(((x >> 7) * 0x0102040810204080ull) >> 56); /* … gathered in the highest byte */
}

static uint64_t differing(uintptr_t a, uintptr_t b, uint64_t among)
{
    uint64_t bits = 0;
    if (!among || (!~among && memcmp((const void *)a, (const void *)b, 64) == 0))
        return 0;
    for (unsigned k = 0; k < 64 && among >> k; k += 8) {
        unsigned asked = among >> k & 0xff;
        if (asked == 0xff) { /* else the others may lie outside of memory */
            bits |= (uint64_t)differing_in_word(a + k, b + k) << k;
            continue;
        }
        for (unsigned i = k; asked; i++, asked >>= 1)
            if (asked & 1 && *(const unsigned char *)(a + i) != *(const unsigned char *)(b + i))
                bits |= 1ull << i;
    }
    return bits;
}

static void forget_states(uintptr_t at, uint64_t n)
{
    for (int s = 0; s < GANTRY_STATES; s++)
        check_range_change((enum gantry_state)s, at, n, false);
}

/* From here on the host's stores count. */
void check_declared(const struct gantry_var *v)
{
    check_chunks_make((uintptr_t)v->addr, v->size, false);
    forget_states((uintptr_t)v->addr, v->size);
}

/* A variable of declare target has its initial value on a device, whatever the host has stored before that opens. */
static void has_initial_value(const struct gantry_pair *p)
{
    forget_states(p->dev, p->size);
    for (uint64_t k = 0; k < p->size; k += 64)
        is_old(p->dev + k, check_bits(GANTRY_NEWER, p->host + k) & check_first(p->size - k));
}

/* The host's stores there count no longer as newer; what they stored has a value, and is not old. */
static void forget_host_stores(uintptr_t at, uint64_t bits)
{
    uint64_t stored = check_bits(GANTRY_STORED, at) & bits;
    check_bits_change(GANTRY_UNDEFINED, at, stored, false);
    check_bits_change(GANTRY_OLD, at, stored, false);
    check_bits_change(GANTRY_STORED, at, bits, false);
}

static void has_no_value(const struct gantry_pair *p)
{
    if (several) /* others have the memory, too */
        take_host_stores(p->host, p->size);
    for (uint64_t k = 0; several && k < p->size; k += 64)
        host_is_equal(p->device, p->host + k, check_first(p->size - k));
    if (!several)
        check_range_change(GANTRY_NEWER, p->host, p->size, false);
    check_range_clear_where(GANTRY_UNDEFINED, GANTRY_STORED, p->host, p->size); /* as forget_host_stores */
    check_range_clear_where(GANTRY_OLD, GANTRY_STORED, p->host, p->size);
    check_range_change(GANTRY_STORED, p->host, p->size, false);
    forget_states(p->dev, p->size);
}

void check_mapped(const struct gantry_pair *p)
{
    if (!check_is_emulated(p->device))
        return;
    check_enter();
    note_device(p->device);
    check_section(p);
    bool image = p->dev - __gd_emu_base >= __gd_emu_size; /* a variable of declare target */
    struct check_pair *c = check_chunks_make(p->host, p->size, false) && check_chunks_make(p->dev, p->size, !image)
                               ? check_pair_begin(p)
                               : NULL;
    if (c && image)
        has_initial_value(p);
    else if (c)
        has_no_value(p);
    check_leave();
}

void check_unmapped(const struct gantry_pair *p, const struct gantry_loc *by)
{
    if (!check_is_emulated(p->device))
        return;
    check_enter();
    if (p->private)
        forget_states(p->host, p->size);
    struct check_pair *c = check_pair_of_device(p->dev);
    if (c)
        c->dropped = launches;
    bool lost = c && c->lost.by.file, kept = lost && check_range_any(GANTRY_OLD, p->host, p->size);
    for (uint64_t k = 0; k < p->size; k += 64) { /* to read equal values does no harm */
        uint64_t old = check_bits(GANTRY_OLD, p->host + k) & check_first(p->size - k);
        old &= check_bits(GANTRY_NEWER, p->dev + k); /* else it is another copy that it is older than, or was */
        uint64_t differ = differing(p->host + k, p->dev + k, old);
        check_bits_change(GANTRY_OLD, p->host + k, old & ~differ, false);
        kept |= differ != 0;
    }
    check_pair_end(p, by, kept);
    if (!check_pair_of_host(NULL, p->host, p->size)) /* else it is newer than another device's copy */
        check_range_change(GANTRY_NEWER, p->host, p->size, false);
    forget_states(p->dev, p->size);
    check_leave();
}

/* ---- copies ---- */
struct line { /* 64 bytes of a copy, and who has newer ones */
    uintptr_t host;
    uint64_t dev, all;
    uint64_t host_newer, device_newer; /* … and the other side has not stored them later */
    uint64_t over;                     /* of host_newer: the device had stored them before */
};

static struct line line_at(const struct check_pair *c, uintptr_t host, uint64_t dev, uint64_t n)
{
    struct line l = {.host = host, .dev = dev, .all = check_first(n) & ~check_attached_bits(c, dev)};
    uint64_t mine = check_bits(GANTRY_NEWER, host) & l.all, theirs = check_bits(GANTRY_NEWER, dev) & l.all;
    uint64_t host_old = check_bits(GANTRY_OLD, host), device_old = check_bits(GANTRY_OLD, dev);
    l.over = mine & theirs & device_old & ~host_old;
    l.host_newer = (mine & ~theirs) | l.over;
    l.device_newer = theirs & (~mine | (host_old & ~device_old));
    return l;
}

static void equal_now(const struct check_pair *c, const struct line *l)
{
    host_is_equal(c->p.device, l->host, l->all);
    check_bits_change(GANTRY_NEWER, l->dev, l->all, false);
    forget_host_stores(l->host, l->all);
}

/* What a region had changed, and was dropped, the host has as it was before. */
static uint64_t dropped_before(const struct line *l)
{
    const struct gantry_chunk *chunk = check_chunk(l->host);
    uint64_t old = check_bits(GANTRY_OLD, l->host) & ~check_bits(GANTRY_STORED, l->host) &
                   ~check_bits(GANTRY_NEWER, l->dev) & l->all;
    if (!old || !chunk || !check_pair_past(l->host, GANTRY_LINE))
        return 0;
    for (unsigned k = 0; k < 64 && old >> k; k++) {
        const struct gantry_chunk *c = check_chunk(l->host + k);
        bool same = c && *(const unsigned char *)(l->host + k) == c->seen[(l->host + k) % (1ul << GANTRY_CHUNK_SHIFT)];
        old &= same ? ~0ull : ~(1ull << k); /* else code that nobody watches has changed it */
    }
    return old;
}

/* What an update destroys of a region's results is nobody's any more; and what another device has newer, or had before
 * it was dropped, does not come by the host's old copy. */
static bool line_to(const struct check_pair *c, const struct line *l, bool wanted)
{
    uint64_t lost = differing(l->host, l->dev, l->device_newer), old = wanted ? lost : 0;
    check_bits_change(GANTRY_OLD, l->host, l->device_newer & ~lost, false);
    old |= elsewhere(c->p.device, l->host, GANTRY_NEWER) & check_bits(GANTRY_OLD, l->host) & l->all;
    old |= dropped_before(l);
    check_bits_change(GANTRY_OLD, l->dev, l->all & ~old, false);
    is_old(l->dev, old);
    equal_now(c, l);
    return lost;
}

static bool line_from(const struct check_pair *c, const struct line *l, bool told, bool over)
{
    uint64_t lost = differing(l->host, l->dev, l->host_newer & ~(over ? 0 : l->over));
    uint64_t gone = check_bits(GANTRY_OLD, l->host) & check_bits(GANTRY_OLD, l->dev) & l->all & /* lost before */
                    ~check_bits(GANTRY_NEWER, l->host) & ~check_bits(GANTRY_NEWER, l->dev);
    check_bits_change(GANTRY_OLD, l->host, l->all & ~gone, false);
    check_bits_change(GANTRY_OLD, l->dev, l->all & ~lost & ~gone, false);
    if (told) {
        check_keep_seen(l->host, lost, (const unsigned char *)l->dev);
        check_bits_change(GANTRY_OLD, l->host, lost, true);
        if (lost)
            set_maker(l->host, 0), set_maker(l->host + 63, 0);
    }
    equal_now(c, l);
    return lost;
}

/* Programs clear what they want to see arrive: with one value, the same again and again. */
struct fill {
    unsigned char byte[8]; /* by address */
    unsigned known;        /* a bit for each */
    uint64_t n;
    bool differs;
};

static void fill_add(struct fill *f, uintptr_t at, uint64_t bits)
{
    for (unsigned k = 0; k < 64 && bits >> k; k++) {
        unsigned char b = *(const unsigned char *)(at + k), *mine = &f->byte[(at + k) % 8];
        if (!(bits >> k & 1))
            continue;
        f->differs |= f->known >> (at + k) % 8 & 1 && *mine != b;
        f->known |= 1u << (at + k) % 8;
        *mine = b;
        f->n++;
    }
}

static bool is_clearing(const struct fill *f)
{
    bool zeros = true, ones = true;
    for (unsigned k = 0; k < 8; k++) {
        zeros &= !(f->known >> k & 1) || f->byte[k] == 0;
        ones &= !(f->known >> k & 1) || f->byte[k] == 0xff;
    }
    return !f->differs && (f->n > sizeof f->byte || zeros || ones);
}

static void remember_update(struct check_update *u, const struct check_pair *c, const struct gantry_pair *p,
                            const struct gantry_loc *by)
{
    uint64_t begin = p->host - c->p.host, end = begin + p->size;
    bool same = u->by.file && u->by.line == by->line && u->by.col == by->col && u->launches == launches;
    u->begin = same && u->begin < begin ? u->begin : begin;
    u->end = same && u->end > end ? u->end : end;
    u->by = *by;
    u->launches = launches;
    snprintf(u->item, sizeof u->item, "%s", p->name ? p->name : "?");
}

/* An update since the last region that brought other bytes: it is too short. */
static const struct check_update *short_update(const struct check_pair *c, bool to, uint64_t offset)
{
    const struct check_update *u = &c->update[to];
    bool recent = u->by.file && u->launches + to == launches;
    return recent && (offset < u->begin || offset >= u->end) ? u : NULL;
}

/* Neither side has anything newer, or older, than the other, and all that the host has is a value: the copy changes
 * nothing of that. */
static bool are_as_one(const struct gantry_pair *p)
{
    static const enum gantry_state states[] = {GANTRY_STORED, GANTRY_OLD, GANTRY_NEWER, GANTRY_UNDEFINED};
    bool any = false;
    for (unsigned i = 0; i < sizeof states / sizeof *states && !any; i++)
        any = check_range_any(states[i], p->host, p->size) ||
              (states[i] != GANTRY_STORED && check_range_any(states[i], p->dev, p->size));
    return !any;
}

static void moving(const struct gantry_pair *p, const struct gantry_loc *by, bool to, enum gantry_wanted wanted)
{
    if (!check_is_emulated(p->device))
        return;
    check_enter();
    struct check_pair *c = check_pair_of_device(p->dev);
    uint64_t brings = 0, loses = 0;
    struct fill over = {.n = 0};
    if (c)
        take_host_stores(p->host, p->size);
    bool differ = c && !are_as_one(p);
    for (uint64_t k = 0; differ && k < p->size; k += 64) {
        struct line l = line_at(c, p->host + k, p->dev + k, p->size - k);
        uint64_t host = differing(l.host, l.dev, l.host_newer), device = differing(l.host, l.dev, l.device_newer);
        brings |= to ? host : device;
        loses |= to ? device : host;
        fill_add(&over, l.host, to ? 0 : l.over);
    }
    bool mixed = brings && loses, lost = false;
    for (uint64_t k = 0; differ && k < p->size; k += 64) {
        struct line l = line_at(c, p->host + k, p->dev + k, p->size - k);
        lost |= to ? line_to(c, &l, wanted != GANTRY_BY_MAP)
                   : line_from(c, &l, !wanted || mixed, mixed || !is_clearing(&over));
    }
    if (lost) {
        c->lost.by = *by;
        c->lost.launches = launches;
        c->lost.mixed = mixed;
    }
    if (c && wanted == GANTRY_BY_UPDATE)
        remember_update(&c->update[to], c, p, by);
    check_leave();
}

void check_moving_to(const struct gantry_pair *p, const struct gantry_loc *by, enum gantry_wanted wanted)
{
    moving(p, by, true, wanted);
}
void check_moving_from(const struct gantry_pair *p, const struct gantry_loc *by, enum gantry_wanted wanted)
{
    moving(p, by, false, wanted);
}

/* omp_target_memcpy and the like: to the copy of mapped memory, from its counterpart or from elsewhere */
void check_written(int device, uint64_t at, uint64_t n, const void *host)
{
    if (!check_is_emulated(device))
        return;
    check_enter();
    struct check_pair *c = check_pair_of_device(at);
    if (c) {
        uintptr_t counterpart = c->p.host + (at - c->p.dev);
        n = n < c->p.size - (at - c->p.dev) ? n : c->p.size - (at - c->p.dev);
        bool same = (uintptr_t)host == counterpart;
        check_range_change(GANTRY_OLD, at, n, false);
        check_range_change(GANTRY_NEWER, at, n, false); /* what the program copies by hand is its own affair */
        if (same)
            check_range_change(GANTRY_NEWER, counterpart, n, false);
        for (uint64_t k = 0; same && k < n; k += 64)
            forget_host_stores(counterpart + k, check_first(n - k));
    }
    check_leave();
}

/* omp_target_memset: as a region that stores there. The host's own stores of before are overwritten on the device, as a
 * region overwrites what it does not read. */
void check_set(int device, uint64_t at, uint64_t n, const char *routine, const void *caller)
{
    if (!check_is_emulated(device))
        return;
    check_enter();
    const struct check_pair *c = check_pair_of_device(at);
    const struct gantry_region *r = c ? construct_of_routine(routine, caller) : NULL;
    if (r) {
        uint64_t left = c->p.size - (at - c->p.dev);
        if (!running)
            take_host_stores(c->p.host, c->p.size);
        note_run(r, device);
        check_range_change(GANTRY_STORED, at, n < left ? n : left, true);
        if (!running)
            take_device_stores(c, r);
    }
    check_leave();
}

/* ---- the host's accesses ---- */
static bool code_changed(uintptr_t at, uint64_t n, uint64_t *first)
{
    for (uint64_t k = 0; k < n; k++) {
        uint64_t old = check_bits(GANTRY_OLD, at + k) & ~check_bits(GANTRY_STORED, at + k) & 1;
        const struct gantry_chunk *c = check_chunk(at + k);
        if (!old || !c)
            continue;
        if (*(const unsigned char *)(at + k) != c->seen[(at + k) % (1ul << GANTRY_CHUNK_SHIFT)])
            return true;
        *first = *first == UINT64_MAX ? k : *first;
    }
    return false;
}

void check_host_unknown(uintptr_t at, uint64_t n)
{
    check_enter();
    check_range_change(GANTRY_OLD, at, n, false);
    check_range_change(GANTRY_UNDEFINED, at, n, false);
    check_leave();
}

/* The pair of the mapping now, if the device's bytes there are newer, or were overwritten; else the last one that was
 * dropped. */
static struct check_pair *pair_to_blame(uintptr_t at, uint64_t n)
{
    struct check_pair *any = NULL;
    for (struct check_pair *c = NULL; (c = check_pair_of_host(c, at, 1)) != NULL;) {
        if (check_bits(GANTRY_NEWER, c->p.dev + (at - c->p.host)) & check_first(n))
            return c;
        any = c->lost.by.file ? c : any;
    }
    return any ? any : check_pair_past(at, n);
}

/* What the host reads that is older than another's, as it is now: tell_old may come later. */
struct old {
    const void *caller;
    struct check_pair c;
    uint64_t offset, n;
    bool newer; /* the device has newer bytes now */
    bool lost;  /* what the host itself had stored */
    bool less;  /* an update before was too short */
    const struct gantry_region *maker;
};

static void tell_old(const void *what)
{
    static const char moved[] = "  the compiler has moved the load, out of a loop, say: its line is not known\n";
    const struct old *o = what;
    const struct check_pair *c = &o->c;
    struct check_code code;
    struct gantry_loc made = o->maker ? o->maker->loc : (struct gantry_loc){0};
    char element[300], there[300], mapped[300], by[300], text[1400], detail[1800], edit[2000], fields[400];
    check_code_of(o->caller, &code);
    bool newer = o->newer, lost = o->lost;
    check_element(c, o->offset, o->n, element, sizeof element);
    const char *together = check_bit_fields(c, o->offset, o->n, fields, sizeof fields);
    const char *region = lost ? "a region" : o->maker->construct == ROUTINE ? o->maker->kernel : "the region";
    check_place(&made, there, sizeof there);
    check_place(&c->p.where, mapped, sizeof mapped);
    bool dropped = c->over && !lost && !c->lost.by.file;
    check_place(dropped || !c->lost.by.file ? &c->by : &c->lost.by, by, sizeof by);
    struct gantry_finding f = {
        .id = newer || dropped ? "GC301" : "GC303", .at = code.at, .other = made, .name = c->p.name};
    f.text = text;
    f.detail = detail;
    if (code.near && newer) /* a load that is done once, before a loop, may have got into any line */
        f.at = made;
    if (newer) {
        snprintf(text, sizeof text,
                 "the host reads %s, which %s at %s has changed on device %d: the host's copy is older", element,
                 region, there, c->p.device);
        snprintf(detail, sizeof detail, "%s%s  mapped as '%s' at %s\n", together, code.near ? moved : "",
                 c->p.name ? c->p.name : "?", mapped);
        check_advise_update(c, false, o->less ? &c->update[0] : NULL, code.near ? &made : &code.at, &f, edit,
                            sizeof edit);
    } else if (lost) {
        snprintf(text, sizeof text,
                 "the host reads %s, which the copy back at %s has overwritten: the host's was newer", element, by);
        snprintf(detail, sizeof detail, "%s  mapped as '%s' at %s\n", together, c->p.name ? c->p.name : "?", mapped);
        f.advice =
            "'#pragma omp target update to' before the copy lets the device have it, map(to: …) leaves the copy out";
    } else if (dropped) {
        snprintf(
            text, sizeof text,
            "the host reads %s, which %s at %s changed on device %d: that copy was dropped at %s and never came back",
            element, region, there, c->p.device, by);
        snprintf(detail, sizeof detail, "%s  mapped as '%s' at %s\n", together, c->p.name ? c->p.name : "?", mapped);
        check_advise_map(c, &f, edit, sizeof edit);
    } else {
        snprintf(text, sizeof text,
                 "the host reads %s, but a copy at %s has overwritten what was newer there than what it brought",
                 element, by);
        snprintf(detail, sizeof detail, "%s  changed before by %s at %s\n  mapped as '%s' at %s\n", together, region,
                 there, c->p.name ? c->p.name : "?", mapped);
        f.advice = "update the other way round, or leave this copy out";
    }
    gantry_finding(&f);
}

/* false: both sides have equal values, on which nothing depends */
static bool reads_old(uintptr_t at, uint64_t n, const void *caller)
{
    const struct check_pair *c = pair_to_blame(at, n);
    uint64_t offset = c && at > c->p.host ? at - c->p.host : 0;
    bool newer = c && !c->over && check_bits(GANTRY_NEWER, c->p.dev + offset) & check_first(n);
    if (newer && !differing(at, c->p.dev + offset, check_first(n)))
        return false;
    if (!c || check_expected(at, n))
        return true;
    struct old o = {.caller = caller, .c = *c, .offset = offset, .n = n, .newer = newer, .maker = maker_at(at)};
    o.c.usual = c->p.device == gantry_default_device();
    o.lost = !o.maker;
    o.less = short_update(c, false, offset);
    check_narrow(&o.c, &o.offset);
    if (check_waits())
        check_keep_lowest(&(struct check_lowest){{caller}, c->p.name, check_offset(&c->p, at), tell_old}, &o, sizeof o);
    else if (check_code_new("GC301", caller))
        tell_old(&o);
    return true;
}

enum { PART = 8, WHOLE = 16 }; /* accesses of more bytes are looked at in parts */

static bool old_byte(uintptr_t at) { return check_bits(GANTRY_OLD, at) & ~check_bits(GANTRY_STORED, at) & 1; }

static void tell_first_old(uintptr_t at, uint64_t n, const void *caller, bool value)
{
    for (; !value && n <= WHOLE && n > 1 && !old_byte(at); n--) /* a short string, or structure: its end is old */
        at++;
    bool told = n <= WHOLE && reads_old(at, n, caller);
    for (uint64_t k = 0; n > WHOLE && k < n && !told; k += PART) {
        uint64_t left = n - k < PART ? n - k : PART;
        if (check_bits(GANTRY_OLD, at + k) & ~check_bits(GANTRY_STORED, at + k) & check_first(left))
            told = reads_old(at + k, left, caller);
    }
}

/* value: of one variable, all of which is named; block: bytes that may have no value */
static void host_reads(uintptr_t at, uint64_t n, const void *caller, bool value, bool block)
{
    uint64_t first = UINT64_MAX;
    bool stale = gantry_check_on(GANTRY_CHECK_STALE);
    check_enter();
    if (stale && code_changed(at, n, &first)) /* by code that nobody watches: the bytes are its */
        check_range_change(GANTRY_OLD, at, n, false);
    else if (first != UINT64_MAX && !constructs_await(at, n)) /* else it is the order that may be wrong: GC403 */
        tell_first_old(at, n, caller, value);
    else if (!block && check_all_undefined(at, n)) /* structures are copied with their gaps */
        check_reads_undefined(at, n, caller);
    check_leave();
}

void check_looks(uintptr_t at, uint64_t n, const void *caller, bool value)
{
    for (uint64_t k = 0; k < n; k += 64)
        if ((check_bits(GANTRY_OLD, at + k) | check_bits(GANTRY_UNDEFINED, at + k)) &
            ~check_bits(GANTRY_STORED, at + k) & check_first(n - k)) {
            host_reads(at, n, caller, value, n > WHOLE);
            return;
        }
}

/* ---- code that has stored: chunks keep the lower half of its address; more of it than there is room for has no name
 * ---- */
enum { STORER_BITS = 14, STORERS = 1 << STORER_BITS };
static const void *_Atomic storers[STORERS];

/* where it is, or belongs; NULL: there is no room */
static const void *_Atomic *storer_slot(uint32_t low)
{
    uint32_t at = low * 0x9e3779b1u >> (32 - STORER_BITS);
    for (unsigned i = 0; i < STORERS; i++, at = (at + 1) % STORERS) {
        const void *there = atomic_load(&storers[at]);
        if (!there || (uint32_t)(uintptr_t)there == low)
            return &storers[at];
    }
    return NULL;
}

static const void *storer_at(const struct gantry_chunk *c, uintptr_t at)
{
    const void *_Atomic *slot = storer_slot(c->storer[at % (1ul << GANTRY_CHUNK_SHIFT) / GANTRY_PLACE]);
    return slot ? atomic_load(slot) : NULL;
}

const void *_Atomic check_known[CHECK_KNOWN];

static void know_storer(const void *caller)
{
    const void *_Atomic *slot;
    if (check_is_known(caller))
        return;
    do
        slot = storer_slot((uint32_t)(uintptr_t)caller);
    while (slot && !atomic_load(slot) && !atomic_compare_exchange_strong(slot, &(const void *){NULL}, caller));
    atomic_store_explicit(&check_known[(uintptr_t)caller % CHECK_KNOWN], caller, memory_order_relaxed);
}

void check_host_stores(uintptr_t at, uint64_t n, const void *caller)
{
    know_storer(caller);
    check_range_change(GANTRY_STORED, at, n, true);
    for (uintptr_t place = at / GANTRY_PLACE * GANTRY_PLACE; place < at + n; place += GANTRY_PLACE) {
        struct gantry_chunk *c = check_chunk(place);
        if (c)
            c->storer[place % (1ul << GANTRY_CHUNK_SHIFT) / GANTRY_PLACE] = (uint32_t)(uintptr_t)caller;
    }
}

/* ---- the device's accesses ---- */
enum cause { BY_HOST, BY_DEVICE, FROM_DEVICE, DROPPED, RESULTS_LOST, STORES_LOST };

/* Why is the device's copy old? */
static enum cause cause_of(const struct check_pair *c, uintptr_t host, uint64_t at, uint64_t n)
{
    struct gantry_loc made;
    if (check_bits(GANTRY_NEWER, host) & check_first(n))
        return BY_HOST;
    if (elsewhere(c->p.device, host, GANTRY_NEWER) & check_first(n))
        return BY_DEVICE;
    if (several && differing(host, at, check_first(n)))
        return FROM_DEVICE;
    if (!(check_bits(GANTRY_OLD, host) & check_first(n)) || !maker_of(host, &made))
        return STORES_LOST;
    return !c->lost.by.file && check_pair_past(host, n) ? DROPPED : RESULTS_LOST;
}

/* Programs give devices copies that go their own ways, and begin anew with what the host has: where the same region
 * runs on several devices, or did before. */
static bool is_meant(const struct check_pair *c, enum cause cause, const struct check_pair *past)
{
    const struct ran *now = last_region && running == 1 ? ran_of(last_region) : NULL;
    if (cause == DROPPED)
        return !now || now->first <= past->dropped;
    if (cause == BY_DEVICE || cause == FROM_DEVICE)
        return !now || now->devices != 1ull << c->p.device % DEVICES;
    return cause == RESULTS_LOST && (!now || (!c->lost.mixed && now->first <= c->lost.launches));
}

struct old_copy {              /* that a device reads */
    struct check_pair c, past; /* past: where the cause is DROPPED */
    const struct __gd_emu_site *site;
    const void *storer; /* the host's code */
    const struct gantry_region *maker, *region;
    uint64_t offset, n;
    enum cause cause;
    bool less; /* an update before was too short */
    uint32_t team, lane;
};

static void tell_old_copy(const void *what)
{
    static const char *const said[] = {
        [BY_HOST] = "the device reads %s, which the host has changed at %s: the device's copy is older",
        [BY_DEVICE] = "the device reads %s, which the region at %s has changed on another device: this copy is older",
        [FROM_DEVICE] = "the device reads %s, which the region at %s has changed on another device: the host has it, "
                        "this copy is older",
        [DROPPED] =
            "the device reads %s, which the region at %s had changed, but that copy was dropped at %s and never "
            "came back",
        [RESULTS_LOST] = "the device reads %s, which the region at %s had changed, but the copy at %s overwrote that",
        [STORES_LOST] = "the device reads %s, which the host had changed at %s, but the copy at %s overwrote that on "
                        "the host before it came to the device"};
    const struct old_copy *o = what;
    const struct check_pair *c = &o->c;
    const struct __gd_emu_site *site = o->site;
    struct check_code code;
    struct gantry_loc made = o->maker ? o->maker->loc : (struct gantry_loc){0};
    char element[300], there[300], mapped[300], by[300], text[1400], detail[1800], edit[2000], fields[400];
    bool stored = o->cause == BY_HOST || o->cause == STORES_LOST;
    if (stored)
        check_code_of(o->storer, &code);
    check_element(c, o->offset, o->n, element, sizeof element);
    const char *together = check_bit_fields(c, o->offset, o->n, fields, sizeof fields);
    check_place(stored ? &code.at : &made, there, sizeof there);
    check_place(&c->p.where, mapped, sizeof mapped);
    check_place(o->cause == DROPPED ? &o->past.by : &c->lost.by, by, sizeof by);
    struct gantry_finding f = {.id = o->cause >= RESULTS_LOST ? "GC303" : "GC302",
                               .at = {site->file, site->func, site->line, site->col},
                               .other = stored ? code.at : made,
                               .name = c->p.name,
                               .text = text,
                               .detail = detail};
    snprintf(text, sizeof text, said[o->cause], element, there, by);
    if (o->cause == BY_DEVICE)
        f.advice = "'target update from' of the device that changed it and 'target update to' of this one, or other "
                   "memory for each device";
    else if (check_attached_bits(c, c->p.dev + o->offset) & 1)
        f.advice = "updates leave attached pointers alone: map what the host's pointer leads to now, so that it is "
                   "attached, or change the pointer in a region";
    else if (o->cause == DROPPED)
        check_advise_map(&o->past, &f, edit, sizeof edit);
    else if (o->cause >= RESULTS_LOST)
        f.advice = "update the other way round, or leave this copy out";
    else if (o->region)
        check_advise_update(c, true, o->less ? &c->update[1] : NULL, &o->region->loc, &f, edit, sizeof edit);
    snprintf(detail, sizeof detail, "%s  team %u, lane %u of device %d; mapped as '%s' at %s\n", together, o->team,
             o->lane, c->p.device, c->p.name ? c->p.name : "?", mapped);
    gantry_finding(&f);
}

static bool reads_old_copy(const struct check_pair *c, uint64_t at, uint64_t n, const struct __gd_emu_site *site)
{
    uintptr_t host = c->p.host + (at - c->p.dev);
    const struct gantry_chunk *chunk = check_chunk(host);
    const struct __gd_emu_lane *lane = __gd_emu_self;
    enum cause cause = cause_of(c, host, at, n);
    if (cause == BY_HOST && !differing(host, at, check_first(n)))
        return false;
    const struct check_pair *past = cause == DROPPED ? check_pair_past(host, n) : NULL;
    if (is_meant(c, cause, past)) {
        check_range_change(GANTRY_OLD, at, n, false);
        return false;
    }
    if (check_expected(host, n))
        return true;
    struct old_copy o = {.c = *c,
                         .site = site,
                         .maker = maker_at(host),
                         .region = last_region,
                         .offset = at - c->p.dev,
                         .n = n,
                         .cause = cause};
    if (past)
        o.past = *past;
    o.c.usual = c->p.device == gantry_default_device();
    o.less = short_update(c, true, o.offset);
    check_narrow(&o.c, &o.offset);
    o.storer = chunk ? storer_at(chunk, host) : NULL;
    o.team = lane ? lane->team : 0;
    o.lane = lane ? lane->tid : 0;
    if (check_waits())
        check_keep_lowest(&(struct check_lowest){{site}, c->p.name, check_offset(&c->p, host), tell_old_copy}, &o,
                          sizeof o);
    else if (check_code_new("GC302", site))
        tell_old_copy(&o);
    return true;
}

/* An attached pointer leads to the copy of what the host's led to when it was attached. The host has changed its own:
 * to lead elsewhere? */
static bool follows_old(const struct check_pair *c, uint64_t at)
{
    uint64_t there, here, from = at - (at - c->p.dev) % sizeof there;
    if (from < c->p.dev || from + sizeof there > c->p.dev + c->p.size)
        return false;
    memcpy(&there, (const void *)from, sizeof there);
    memcpy(&here, (const void *)(c->p.host + (from - c->p.dev)), sizeof here);
    const struct check_pair *to = check_pair_of_device(there);
    return to && here != to->p.host + (there - to->p.dev);
}

void gantry_check_device_reads(uint64_t at, uint64_t n, const struct __gd_emu_site *site)
{
    uint64_t part = n <= WHOLE ? n : PART;
    bool told = !gantry_check_on(GANTRY_CHECK_STALE);
    for (uint64_t k = 0; k < n && !told; k += part) {
        uint64_t left = n - k < part ? n - k : part;
        if (!(check_bits(GANTRY_OLD, at + k) & ~check_bits(GANTRY_STORED, at + k) & check_first(left)))
            continue;
        check_enter();
        const struct check_pair *c = check_pair_of_device(at + k);
        bool attached = c && check_attached_bits(c, at + k) & 1;
        told = c && (!attached || follows_old(c, at + k)) && reads_old_copy(c, at + k, left, site);
        check_leave();
    }
}

void gantry_check_device_stores(uint64_t at, uint64_t n) { check_range_change(GANTRY_STORED, at, n, true); }
