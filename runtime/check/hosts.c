/* hosts.c: blocks of the host's heap, where device code may access them (requires unified_shared_memory): which one
 * lies at an address, by a number for each 16 bytes, so that an address which was made from a pointer to one block is
 * held against that. Blocks of which the program's own code knows: heap.c. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>

#include "check.h"
#include "gantry_emulated.h"

enum { GRAIN = 16, CHUNK_SHIFT = 21, CHUNK_GRAINS = (1 << CHUNK_SHIFT) / GRAIN, ADDRESS_BITS = 47 };
enum { MOST = 1 << 22 };                    /* blocks; more are not known */
static _Atomic(_Atomic uint32_t *) *chunks; /* by address >> CHUNK_SHIFT; NULL: the program requires no such memory */
static struct held {
    uintptr_t at; /* 0: none; n is the next such one then */
    size_t n;
    const void *taken, *freed; /* code; freed: NULL: it is not */
} *held;
static uint32_t nheld, first_free;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static _Atomic uint32_t *grain_at(uintptr_t at, bool make)
{
    _Atomic uint32_t *none = NULL,
                     *c = chunks && at >> ADDRESS_BITS == 0 ? atomic_load(&chunks[at >> CHUNK_SHIFT]) : NULL;
    if (!c && make && (c = check_reserve(CHUNK_GRAINS * sizeof *c)) != NULL)
        atomic_compare_exchange_strong(&chunks[at >> CHUNK_SHIFT], &none, c);
    return c ? &c[at % (1u << CHUNK_SHIFT) / GRAIN] : NULL;
}

static uint32_t number_at(uintptr_t at)
{
    _Atomic uint32_t *grain = grain_at(at, false);
    return grain ? atomic_load_explicit(grain, memory_order_relaxed) : 0;
}

static void number(uintptr_t at, size_t n, uint32_t number)
{
    for (uintptr_t end = at + n; at < end; at += GRAIN) {
        _Atomic uint32_t *grain = grain_at(at, number);
        if (grain)
            atomic_store_explicit(grain, number, memory_order_relaxed);
    }
}

static void remove_at(uintptr_t at)
{
    uint32_t i = number_at(at);
    if (!i || held[i].at != at)
        return;
    number(at, held[i].n, 0);
    held[i] = (struct held){.n = first_free};
    first_free = i;
}

void hosts_take(uintptr_t at, size_t n, const void *taken)
{
    if (!chunks || !n || at % GRAIN || at >> ADDRESS_BITS)
        return;
    pthread_mutex_lock(&lock);
    remove_at(at);
    uint32_t i = first_free ? first_free : nheld + 1 < MOST ? ++nheld : 0;
    if (i) {
        first_free = i == first_free ? (uint32_t)held[i].n : first_free;
        held[i] = (struct held){at, n, taken, NULL};
        number(at, n, i);
    }
    pthread_mutex_unlock(&lock);
}

void hosts_free(uintptr_t at, size_t n, const void *taken, const void *by)
{
    uint32_t i = chunks ? number_at(at) : 0;
    if (!i) /* it was taken by other code than the program's own */
        hosts_take(at, n, taken);
    if (chunks && (i = number_at(at)) && held[i].at == at)
        held[i].freed = by;
}

void hosts_give_back(uintptr_t at)
{
    if (!chunks)
        return;
    pthread_mutex_lock(&lock);
    remove_at(at);
    pthread_mutex_unlock(&lock);
}

bool hosts_open(void)
{
    held = check_reserve(MOST * sizeof *held);
    if (held)
        chunks = check_reserve((1ul << (ADDRESS_BITS - CHUNK_SHIFT)) * sizeof *chunks);
    return chunks;
}

/* ---- what device code asks ---- */
static uint32_t block_of(uintptr_t at)
{
    uint32_t i = number_at(at);
    return i && at - held[i].at < held[i].n ? i : 0;
}

unsigned __gd_emu_host_block(const volatile void *p)
{
    uint32_t i = block_of((uintptr_t)p);
    return i ? i | __GD_EMU_HOST_BLOCK : __gd_emu_object_block(p);
}

/* A library may have freed a block of the program's, and taken another one there: then the heap's own size is another.
 */
bool check_block_is(uintptr_t at, size_t n)
{
    enum { PAGE = 4096, ROUNDED = 64 };
    if (!at || at % PAGE == 0)
        return false;
    size_t usable = malloc_usable_size((void *)at);
    return usable >= n && usable - n < (n < 64 * PAGE ? ROUNDED : 2 * PAGE);
}

bool hosts_outside(unsigned number)
{
    const struct held *b = &held[number & ~__GD_EMU_HOST_BLOCK];
    return b->at && (b->freed || check_block_is(b->at, b->n));
}

bool hosts_bad(uint64_t addr, uint64_t size)
{
    uint32_t i = chunks ? block_of(addr) : 0;
    if (!i)
        return false;
    bool beyond = size > held[i].n - (addr - held[i].at);
    return held[i].freed || (beyond && check_block_is(held[i].at, held[i].n));
}

static void add_block(struct gantry_message *m, const struct held *b)
{
    char place[300];
    gantry_message_add(m, "(%zu bytes", b->n);
    if (b->taken) {
        struct gantry_loc taken = check_place_of(b->taken);
        gantry_message_add(m, ", taken at %s", check_place(&taken, place, sizeof place));
    }
    gantry_message_add(m, ")");
}

bool hosts_describe(unsigned number, uint64_t addr, uint64_t size, struct gantry_message *m)
{
    const struct held *b = &held[number ? number & ~__GD_EMU_HOST_BLOCK : block_of(addr)];
    uint64_t end = b->at + b->n;
    char place[300];
    if (addr >= b->at && addr < end && addr + size > end)
        gantry_message_add(m, ", reaching %llu bytes beyond the end of", (unsigned long long)(addr + size - end));
    else if (addr >= b->at && addr < end)
        gantry_message_add(m, ", at byte %llu of", (unsigned long long)(addr - b->at));
    else if (addr == end)
        gantry_message_add(m, ", right after the end of");
    else
        gantry_message_add(m, ", %llu bytes %s", (unsigned long long)(addr > end ? addr - end : b->at - addr),
                           addr > end ? "after the end of" : "before");
    gantry_message_add(m, " the host's memory that its pointer leads to ");
    add_block(m, b);
    if (b->freed) {
        struct gantry_loc freed = check_place_of(b->freed);
        gantry_message_add(m, ", which has been freed at %s", check_place(&freed, place, sizeof place));
    }
    return b->freed;
}

/* ---- what a launch did there ---- */
const char *hosts_words(uint64_t addr, uint64_t *offset, char *out, unsigned room)
{
    static struct gantry_message m; /* between check_enter and check_leave */
    uint32_t i = chunks ? block_of(addr) : 0;
    if (!i)
        return NULL;
    m.n = 0;
    gantry_message_add(&m, "a block of the host's heap ");
    add_block(&m, &held[i]);
    snprintf(out, room, "%s", m.s);
    *offset = addr - held[i].at;
    return out;
}

bool hosts_next(uint32_t *i, uintptr_t *at, size_t *n)
{
    while (++*i <= nheld)
        if (held[*i].at && !held[*i].freed) {
            *at = held[*i].at;
            *n = held[*i].n;
            return true;
        }
    return false;
}
