/* valueless.c: bytes that came back from a device without a value (docs/checks.md, GC203): the host's, by
 * GANTRY_UNDEFINED, until somebody stores there. The device's are uninit.c's. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "gantry_emulated.h"

void check_keep_seen(uintptr_t at, uint64_t bits, const unsigned char *from)
{
    uintptr_t in = at % (1ul << GANTRY_CHUNK_SHIFT);
    if (!~bits && in + 64 <= 1ul << GANTRY_CHUNK_SHIFT) {
        memcpy(check_chunk(at)->seen + in, from, 64);
        return;
    }
    for (unsigned b = 0; b < 64 && bits >> b; b++)
        if (bits >> b & 1)
            check_chunk(at + b)->seen[(at + b) % (1ul << GANTRY_CHUNK_SHIFT)] = from[b];
}

/* Of 64 bytes of the host's, those that came from a device without a value and nobody has changed since, code that
 * nobody watches neither; the states of the others follow. */
uint64_t check_undefined(uintptr_t at, uint64_t among)
{
    uint64_t bits = check_bits(GANTRY_UNDEFINED, at) & among, changed = bits & check_bits(GANTRY_STORED, at);
    for (unsigned b = 0; b < 64 && bits >> b; b++)
        if (bits >> b & 1 &&
            check_chunk(at + b)->seen[(at + b) % (1ul << GANTRY_CHUNK_SHIFT)] != *(const unsigned char *)(at + b))
            changed |= 1ull << b;
    check_bits_change(GANTRY_UNDEFINED, at, changed, false);
    return bits & ~changed;
}

/* ---- copies ---- */
static struct back { /* the last copies to the host of such bytes */
    struct check_pair pair;
    uintptr_t to;
    uint64_t at; /* the device's */
    uint64_t n;
    struct __gd_emu_uninit_from from; /* the first of them */
} backs[16];

static void remember_back(uintptr_t to, uint64_t from, uint64_t n, const struct __gd_emu_uninit_from *first)
{
    static unsigned next;
    const struct check_pair *c = check_pair_of_device(from);
    struct back *b = &backs[next++ % (sizeof backs / sizeof *backs)];
    *b = (struct back){.to = to, .at = from, .n = n, .from = *first};
    uint64_t offset = c ? from - c->p.dev : 0;
    if (!c)
        return;
    b->pair = *c;
    check_narrow(&b->pair, &offset); /* items are copied one by one */
}

void check_copying_from(uintptr_t to, uint64_t from, uint64_t n)
{
    uint64_t first = 0;
    if (!gantry_check_on(GANTRY_CHECK_UNINIT))
        return;
    check_enter();
    for (uint64_t k = 0; k < n; k += 64) {
        uint64_t bits = uninit_moved(from + k, n - k), here = n - k < 64 ? n - k : 64;
        if (bits && !check_chunk(to + k) && !check_chunks_make(to + k, here, false)) /* not mapped: omp_target_memcpy */
            continue;
        check_bits_change(GANTRY_UNDEFINED, to + k, check_first(n - k), false);
        if (!bits)
            continue;
        first = first ? first : from + k + (unsigned)__builtin_ctzll(bits);
        check_keep_seen(to + k, bits, (const unsigned char *)(from + k));
        check_bits_change(GANTRY_STORED, to + k, bits, false);
        check_bits_change(GANTRY_UNDEFINED, to + k, bits, true);
    }
    check_leave();
    if (!first)
        return;
    struct __gd_emu_uninit_from at_first = {0};
    __gd_emu_uninit_from(first, &at_first); /* takes the lock of the device's memory, under which ours may be taken */
    check_enter();
    remember_back(to, from, n, &at_first);
    check_leave();
}

void check_copied_to(uint64_t to, uintptr_t from, uint64_t n)
{
    if (!gantry_check_on(GANTRY_CHECK_UNINIT))
        return;
    check_enter();
    for (uint64_t k = 0; k < n; k += 64) {
        uint64_t bits = check_undefined(from + k, check_first(n - k));
        for (unsigned b = 0; b < 64 && bits >> b; b++)
            if (bits >> b & 1)
                uninit_allocated(to + k + b, 1);
    }
    check_leave();
}

void check_valueless(int device, uint64_t at, uint64_t n)
{
    if (!check_is_emulated(device))
        return;
    check_enter();
    const struct check_pair *c = check_pair_of_device(at);
    for (uint64_t k = 0; c && k < n; k += 64) {
        uint64_t bits = check_first(n - k) & ~check_attached_bits(c, at + k);
        for (unsigned b = 0, run; b < 64 && bits >> b; b += run) {
            uint64_t rest = ~(bits >> b);
            run = rest ? (unsigned)__builtin_ctzll(rest) : 64;
            if (run)
                uninit_allocated(at + k + b, run < 64 - b ? run : 64 - b);
            else
                run = (unsigned)__builtin_ctzll(bits >> b);
        }
    }
    check_leave();
}

void check_unlisted(const struct gantry_pair *item, uint64_t at, uint64_t n)
{
    check_valueless(item->device, at, n);
    check_enter();
    struct check_pair *c = check_is_emulated(item->device) ? check_pair_of_device(at) : NULL;
    if (c && !c->p.object) { /* the structure has no name of its own */
        c->p.object = item->object;
        c->p.base = item->base;
    }
    if (c)
        c->unlisted = true;
    check_leave();
}

bool check_is_unlisted(uint64_t at, char *name, unsigned room)
{
    bool within = check_inside(); /* the host reads what came back */
    if (!within)
        check_enter();
    const struct check_pair *c = check_pair_of_device(at);
    bool known = c && c->unlisted;
    if (known)
        check_element(c, at - c->p.dev, 1, name, room);
    if (!within)
        check_leave();
    return known;
}

bool check_path_at(uint64_t at, char *name, unsigned room)
{
    bool within = check_inside();
    if (!within)
        check_enter();
    const struct check_pair *c = check_pair_of_device(at);
    bool known = c && check_path(c, at - c->p.dev, name, room);
    if (!within)
        check_leave();
    return known;
}

static const struct back *back_of(uintptr_t at)
{
    for (size_t i = 0; i < sizeof backs / sizeof *backs; i++)
        if (at - backs[i].to < backs[i].n)
            return &backs[i];
    return NULL;
}

/* ---- the host reads them ---- */
struct undefined {
    const void *caller;
    uint64_t offset, n;
    struct back from; /* to == 0: unknown */
};

static void tell_undefined(const void *what)
{
    const struct undefined *u = what;
    const struct back *b = u->from.to ? &u->from : NULL;
    struct check_code code;
    char element[300] = "memory", mapped[300], text[700], detail[1400] = "";
    check_code_of(u->caller, &code);
    struct gantry_finding f = {.id = "GC203", .at = code.at, .text = text};
    f.advice = "no region has stored there, or only what it read where there was no value: map(from: …) copies all of "
               "the section back";
    if (b && b->pair.p.name) {
        check_element(&b->pair, u->offset, u->n, element, sizeof element);
        check_place(&b->pair.p.where, mapped, sizeof mapped);
        snprintf(detail, sizeof detail, "  mapped as '%s' at %s\n%s", b->pair.p.name, mapped,
                 b->from.variable ? b->from.more : "");
        f.name = b->pair.p.name;
        f.other = b->pair.p.where;
    } else if (b) { /* a routine copied them */
        snprintf(element, sizeof element, "byte %llu of what was copied", (unsigned long long)u->offset);
        snprintf(detail, sizeof detail, "  copied from %s\n%s", check_block_words(b->at, mapped, sizeof mapped),
                 b->from.variable ? b->from.more : "");
        f.advice = "no region has stored to these bytes of the device's memory: copy those that have values, or store "
                   "to all of them";
    }
    if (b && b->from.variable)
        f.advice = b->from.advice;
    snprintf(text, sizeof text, "the host reads %s, which came back from a device without a value", element);
    f.detail = detail;
    gantry_finding(&f);
}

void check_reads_undefined(uintptr_t at, uint64_t n, const void *caller)
{
    const struct back *b = back_of(at);
    if (check_expected(at, n))
        return;
    struct undefined u = {.caller = caller, .n = n};
    if (b) {
        u.from = *b;
        uintptr_t begin = b->pair.p.name ? b->pair.p.host : b->to;
        u.offset = at > begin ? at - begin : 0;
    }
    if (check_waits())
        check_keep_lowest(
            &(struct check_lowest){{caller}, u.from.pair.p.name, check_offset(&u.from.pair.p, at), tell_undefined}, &u,
            sizeof u);
    else if (check_code_new("GC203", caller))
        tell_undefined(&u);
}

bool check_all_undefined(uintptr_t at, uint64_t n)
{
    uint64_t found = 0;
    if (!gantry_check_on(GANTRY_CHECK_UNINIT))
        return false;
    for (uint64_t k = 0; k < n; k += 64)
        found += (uint64_t)__builtin_popcountll(check_undefined(at + k, check_first(n - k)));
    return found == n;
}
