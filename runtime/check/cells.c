/* cells.c: six bytes for each four of memory: who was there last, from which places in the program.
 * Any address of the process has its cells in the same way: a table has a row for each 16 MiB, which get cells when the
 * first of them is touched, and the system gives them pages when they are written. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

#include "judge.h"

enum { ADDRESS_BITS = 47, PAGE = 4096 };
#define NTABLE ((size_t)1 << (ADDRESS_BITS - CELLS_SHIFT))
struct cells **cell_table;
static struct cells *all_made;

bool cells_open(void)
{
    if (!cell_table)
        cell_table = check_reserve(NTABLE * sizeof *cell_table);
    return cell_table;
}

struct cells *cells_make(uint64_t addr)
{
    struct cells *r = addr >> ADDRESS_BITS ? NULL : check_reserve(sizeof *r);
    if (!r)
        return NULL;
    r->next = all_made;
    all_made = r;
    return cell_table[addr >> CELLS_SHIFT] = r;
}

/* ---- forgetting ---- */

/* whole pages of zeros again, without touching those that never were written */
static void clear(void *from, void *to)
{
    unsigned char *begin = from, *end = to;
    unsigned char *first = (unsigned char *)(((uintptr_t)from + PAGE - 1) / PAGE * PAGE);
    unsigned char *last = (unsigned char *)((uintptr_t)to / PAGE * PAGE);
    if (last <= first || last - first < 16 * PAGE) {
        memset(begin, 0, (size_t)(end - begin));
        return;
    }
    memset(begin, 0, (size_t)(first - begin));
    madvise(first, (size_t)(last - first), MADV_DONTNEED);
    memset(last, 0, (size_t)(end - last));
}

/* Without a row nobody was there: what the states say does not matter. */
void cells_forget(uint64_t addr, uint64_t size)
{
    uint64_t end = addr + size;
    for (uint64_t next; cell_table && addr < end; addr = next) {
        next = ((addr >> CELLS_SHIFT) + 1) << CELLS_SHIFT;
        uint64_t last = (next < end ? next : end) - 1;
        struct cells *r = cell_table[addr >> CELLS_SHIFT];
        if (r)
            clear(r->row + word_at(addr), r->row + word_at(last) + 1);
    }
}

void cells_forget_all(void)
{
    for (struct cells *r = all_made; r; r = r->next)
        madvise(r, offsetof(struct cells, owner), MADV_DONTNEED);
    states_forget();
}

/* ---- owners ---- */

void owner_set(uint64_t addr, uint64_t size, enum judged_memory owner)
{
    uint64_t end = addr + size;
    for (uint64_t next; cell_table && addr < end; addr = next) {
        next = ((addr >> CELLS_SHIFT) + 1) << CELLS_SHIFT;
        struct cells *r = cell_table[addr >> CELLS_SHIFT];
        if (!r && (owner == MEMORY_GLOBAL || !(r = cells_make(addr))))
            continue;
        uint64_t in = (1u << CELLS_SHIFT) - 1, last = (next < end ? next : end) - 1;
        unsigned char *first = r->owner + ((addr & in) >> OWNER_SHIFT);
        memset(first, owner, ((last & in) >> OWNER_SHIFT) - ((addr & in) >> OWNER_SHIFT) + 1);
    }
}

enum judged_memory owner_of(uint64_t addr)
{
    const struct cells *r = cell_table[addr >> CELLS_SHIFT];
    return r ? r->owner[(addr & ((1u << CELLS_SHIFT) - 1)) >> OWNER_SHIFT] : MEMORY_GLOBAL;
}

/* ---- pages that the launch has touched, where somebody wants to know (used.c) ---- */
enum { TABLE_SHIFT = 34 };
#define TABLE_PAGES ((1ul << TABLE_SHIFT) / JUDGED_PAGE)
static unsigned char *touched[1 << (ADDRESS_BITS - TABLE_SHIFT)]; /* a byte per page, by 16 GiB of addresses */

void pages_touch(uint64_t addr, uint64_t n)
{
    if ((addr + n) >> ADDRESS_BITS || !n)
        return;
    for (uint64_t page = addr / JUDGED_PAGE; page <= (addr + n - 1) / JUDGED_PAGE; page++) {
        unsigned char **t = &touched[page / TABLE_PAGES];
        if (*t || (*t = check_reserve(TABLE_PAGES)) != NULL)
            (*t)[page % TABLE_PAGES] = 1;
    }
}

bool page_touched(uint64_t addr)
{
    const unsigned char *t = touched[addr / JUDGED_PAGE / TABLE_PAGES];
    return t && t[addr / JUDGED_PAGE % TABLE_PAGES];
}

void pages_forget(uint64_t addr, uint64_t n)
{
    for (uint64_t page = addr / JUDGED_PAGE; n && page <= (addr + n - 1) / JUDGED_PAGE; page++)
        if (touched[page / TABLE_PAGES])
            touched[page / TABLE_PAGES][page % TABLE_PAGES] = 0;
}
