/* distinct.c: the different bytes of device memory that a counted launch reads and writes: what must come from memory,
 * and go there, however good the caches are (docs/counters.md).
 *
 * Two bits for each byte: read; written. They lie in regions of 16 MiB of addresses, made
 * when the first byte of one is accessed, with a mark for each page of 4 KiB, so that the end of a launch looks at no
 * others. The OS threads of a launch set them at the same time; of a byte that one team reads and another writes either
 * may be first, as on a GPU. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "emulated.h"

enum { ADDRESS_BITS = 47, REGION_SHIFT = 24, WORD_SHIFT = 6, PAGE_SHIFT = 12 };
enum { WORDS = 1 << (REGION_SHIFT - WORD_SHIFT), PAGES = 1 << (REGION_SHIFT - PAGE_SHIFT) };
enum { PAGE_WORDS = 1 << (PAGE_SHIFT - WORD_SHIFT), NREGIONS = 1 << (ADDRESS_BITS - REGION_SHIFT) };
enum { LOAD, STORE }; /* kinds of sites; others are atomic */

struct emu_distinct_region {
    struct emu_distinct_region *next;
    uint64_t read[WORDS], written[WORDS]; /* a bit per byte */
    uint8_t touched[PAGES];
};

static void *reserve(size_t n)
{
    void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static struct emu_distinct_region *make_region(struct emu_distinct *d, uint64_t index)
{
    pthread_mutex_lock(&d->lock);
    if (!__atomic_load_n(&d->regions, __ATOMIC_RELAXED))
        __atomic_store_n(&d->regions, reserve(NREGIONS * sizeof *d->regions), __ATOMIC_RELEASE);
    struct emu_distinct_region *r = d->regions ? atomic_load(&d->regions[index]) : NULL;
    if (d->regions && !r && (r = reserve(sizeof *r))) {
        r->next = d->all;
        d->all = r;
        atomic_store(&d->regions[index], r);
    }
    pthread_mutex_unlock(&d->lock);
    return r;
}

static struct emu_distinct_region *region_of(struct emu_distinct *d, uint64_t addr)
{
    uint64_t index = addr >> REGION_SHIFT;
    struct emu_distinct_region *_Atomic *regions = __atomic_load_n(&d->regions, __ATOMIC_ACQUIRE), *r = NULL;
    if (index >= NREGIONS)
        return NULL;
    if (regions)
        r = atomic_load_explicit(&regions[index], memory_order_acquire);
    return r ? r : make_region(d, index);
}

static void set(uint64_t *word, uint64_t bits)
{
    if (bits & ~__atomic_load_n(word, __ATOMIC_RELAXED))
        __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
}

void emu_distinct_add(struct emu_distinct *d, uint64_t addr, uint64_t size, unsigned kind)
{
    for (uint64_t end = addr + size, next; addr < end; addr = next) {
        next = ((addr >> WORD_SHIFT) + 1) << WORD_SHIFT;
        next = next < end ? next : end;
        struct emu_distinct_region *r = region_of(d, addr);
        if (!r) /* no memory, or no address: the sums are too small */
            continue;
        uint64_t at = addr & ((1u << REGION_SHIFT) - 1), n = next - addr;
        uint64_t bits = (n == 64 ? ~0ull : (1ull << n) - 1) << (addr & 63);
        if (kind != STORE)
            set(&r->read[at >> WORD_SHIFT], bits);
        if (kind != LOAD)
            set(&r->written[at >> WORD_SHIFT], bits);
        if (!__atomic_load_n(&r->touched[at >> PAGE_SHIFT], __ATOMIC_RELAXED))
            __atomic_store_n(&r->touched[at >> PAGE_SHIFT], 1, __ATOMIC_RELAXED);
    }
}

void emu_distinct_forget(struct emu_distinct *d, uint64_t addr, uint64_t size)
{
    for (uint64_t end = addr + size, next; addr < end && d->regions; addr = next) {
        uint64_t index = addr >> REGION_SHIFT, at = addr & ((1u << REGION_SHIFT) - 1);
        next = ((addr >> WORD_SHIFT) + 1) << WORD_SHIFT;
        next = next < end ? next : end;
        struct emu_distinct_region *r = index < NREGIONS ? atomic_load(&d->regions[index]) : NULL;
        uint64_t n = next - addr, bits = (n == 64 ? ~0ull : (1ull << n) - 1) << (addr & 63);
        if (r)
            r->read[at >> WORD_SHIFT] &= ~bits, r->written[at >> WORD_SHIFT] &= ~bits;
    }
}

static void take_page(struct emu_distinct_region *r, size_t page, struct gantry_emu_counters *sum)
{
    for (size_t i = page * PAGE_WORDS; i < (page + 1) * PAGE_WORDS; i++) {
        sum->distinct_read_bytes += (unsigned)__builtin_popcountll(r->read[i]);
        sum->distinct_written_bytes += (unsigned)__builtin_popcountll(r->written[i]);
    }
    memset(r->read + page * PAGE_WORDS, 0, PAGE_WORDS * sizeof *r->read);
    memset(r->written + page * PAGE_WORDS, 0, PAGE_WORDS * sizeof *r->written);
    r->touched[page] = 0;
}

void emu_distinct_take(struct emu_distinct *d, struct gantry_emu_counters *sum)
{
    for (struct emu_distinct_region *r = d->all; r; r = r->next)
        for (size_t page = 0; page < PAGES; page++)
            if (r->touched[page])
                take_page(r, page, sum);
}

void emu_distinct_free(struct emu_distinct *d)
{
    for (struct emu_distinct_region *r = d->all, *next; r; r = next) {
        next = r->next;
        munmap(r, sizeof *r);
    }
    if (d->regions)
        munmap((void *)d->regions, NREGIONS * sizeof *d->regions);
    pthread_mutex_destroy(&d->lock);
}
