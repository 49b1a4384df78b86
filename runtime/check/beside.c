/* beside.c: what the host loaded and stored last of memory that is mapped, or will be, while there were several tasks:
 * eight bytes for each four. constructs.c holds it against what constructs copy, and asks here also for what came
 * before the copy in this run but might as well have come after it. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "strands.h"

enum { ADDRESS_BITS = 47, WORD = 4, MOST = 1 << 28, KNOWN = 64 };
#define CHUNK (1ul << GANTRY_CHUNK_SHIFT)
struct cell {
    uint32_t store, load; /* rows of `accesses`; 0: nobody */
};
static struct cell **cells; /* by address, for each chunk */
static struct host_access *accesses;
static uint32_t naccesses;

static struct cell *cells_of(uintptr_t at, bool make)
{
    if (!cells && make)
        cells = check_reserve((1ul << (ADDRESS_BITS - GANTRY_CHUNK_SHIFT)) * sizeof *cells);
    if (!cells || at >> ADDRESS_BITS)
        return NULL;
    struct cell **c = &cells[at >> GANTRY_CHUNK_SHIFT];
    if (!*c && make)
        *c = check_reserve(CHUNK / WORD * sizeof **c);
    return *c;
}

/* The row of an access by this strand from this place; loops make the same again and again. */
static uint32_t row_of(struct strand *s, struct moment at, const void *caller, uint8_t bytes)
{
    static uint32_t known[KNOWN];
    uint32_t *k = &known[((uintptr_t)caller ^ (uintptr_t)s >> 4 ^ bytes) % KNOWN];
    const struct host_access *a = accesses ? &accesses[*k] : NULL;
    if (a && a->by == s && a->at.clock == at.clock && a->caller == caller && a->bytes == bytes)
        return *k;
    if (!accesses && !(accesses = check_reserve((size_t)MOST * sizeof *accesses)))
        return 0;
    if (naccesses + 1 == MOST)
        return 0;
    accesses[++naccesses] = (struct host_access){strand_share(s), at, caller, bytes};
    return *k = naccesses;
}

void host_access_keep(struct strand *s, uintptr_t at, uint64_t n, bool store, const void *caller)
{
    struct moment now = strand_moment(s);
    uint32_t row = 0;
    uint8_t of = 0; /* bytes that the row is of */
    for (uint64_t k = 0; k < n;) {
        uintptr_t p = at + k;
        unsigned first = p % WORD;
        uint64_t left = n - k, here = WORD - first < left ? WORD - first : left;
        struct cell *c = check_chunk(p) ? cells_of(p, true) : NULL;
        uint8_t bytes = (uint8_t)(((1u << here) - 1) << first);
        if (c && bytes != of)
            row = row_of(s, now, caller, of = bytes);
        if (c && row)
            *(store ? &c[p % CHUNK / WORD].store : &c[p % CHUNK / WORD].load) = row;
        k += here;
    }
}

const struct host_access *host_access_of(uintptr_t at, bool store, uint64_t *next)
{
    struct cell *c = cells_of(at, false);
    *next = c ? WORD - at % WORD : CHUNK - at % CHUNK;
    const struct cell *mine = c ? &c[at % CHUNK / WORD] : NULL;
    uint32_t row = !mine ? 0 : store ? mine->store : mine->load;
    return row ? &accesses[row] : NULL;
}

void host_access_forget(uintptr_t at, uint64_t n)
{
    for (uint64_t k = 0; cells && k < n;) {
        uint64_t in = (at + k) % CHUNK, here = CHUNK - in < n - k ? CHUNK - in : n - k;
        struct cell *c = cells_of(at + k, false);
        if (c && here == CHUNK)
            madvise(c, CHUNK / WORD * sizeof *c, MADV_DONTNEED);
        else if (c)
            memset(&c[in / WORD], 0, (here + WORD - 1) / WORD * sizeof *c);
        k += here;
    }
}
