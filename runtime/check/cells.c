/* cells.c: ten bytes for each four of memory: who stored last, who loaded last, from which place in the program.
 * Any address of the process has its cells in the same way: a table has a row for each 16 MiB, which get cells when the
 * first of them is touched, and the system gives them pages when they are written. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

#include "judge.h"

enum { ADDRESS_BITS = 47, OWNERS = 1 << (REGION_SHIFT - OWNER_SHIFT), PAGE = 4096 };
#define REGION_BYTES ((size_t)REGION_CELLS + OWNERS)
#define NREGIONS ((size_t)1 << (ADDRESS_BITS - REGION_SHIFT))
unsigned char **regions;

static struct made { /* regions, to forget them */
    struct made *next;
    unsigned char *cells;
} *all_made;

bool cells_open(void)
{
    if (!regions)
        regions = check_reserve(NREGIONS * sizeof *regions);
    return regions;
}

unsigned char *region_make(uint64_t addr)
{
    size_t head = (sizeof(struct made) + PAGE - 1) / PAGE * PAGE;
    unsigned char *p = addr >> ADDRESS_BITS ? NULL : check_reserve(head + REGION_BYTES);
    if (!p)
        return NULL;
    struct made *m = (struct made *)p;
    *m = (struct made){all_made, p + head};
    all_made = m;
    return regions[addr >> REGION_SHIFT] = m->cells;
}

/* ---- forgetting ---- */

/* whole pages of zeros again, without touching those that never were written */
static void clear(unsigned char *from, unsigned char *to)
{
    unsigned char *first = (unsigned char *)(((uintptr_t)from + PAGE - 1) / PAGE * PAGE);
    unsigned char *last = (unsigned char *)((uintptr_t)to / PAGE * PAGE);
    if (last <= first || last - first < 16 * PAGE) {
        memset(from, 0, (size_t)(to - from));
        return;
    }
    memset(from, 0, (size_t)(first - from));
    madvise(first, (size_t)(last - first), MADV_DONTNEED);
    memset(last, 0, (size_t)(to - last));
}

void cells_forget(uint64_t addr, uint64_t size)
{
    uint64_t end = addr + size;
    for (uint64_t next; regions && addr < end; addr = next) {
        next = ((addr >> REGION_SHIFT) + 1) << REGION_SHIFT;
        uint64_t last = (next < end ? next : end) - 1;
        if (regions[addr >> REGION_SHIFT])
            clear(cell_at(addr), cell_at(last) + CELL_BYTES);
    }
}

static struct wide *wides;
static uint32_t nwides;
enum { MOST_WIDES = 1 << 26 };

void cells_forget_all(void)
{
    for (struct made *m = all_made; m; m = m->next)
        madvise(m->cells, REGION_CELLS / PAGE * PAGE, MADV_DONTNEED);
    if (wides)
        madvise(wides, (size_t)nwides * sizeof *wides, MADV_DONTNEED);
    nwides = 0;
}

/* ---- owners ---- */

void owner_set(uint64_t addr, uint64_t size, enum judged_memory owner)
{
    uint64_t end = addr + size;
    for (uint64_t next; regions && addr < end; addr = next) {
        next = ((addr >> REGION_SHIFT) + 1) << REGION_SHIFT;
        unsigned char *r = regions[addr >> REGION_SHIFT];
        if (!r && (owner == MEMORY_GLOBAL || !(r = region_make(addr))))
            continue;
        uint64_t in = (1u << REGION_SHIFT) - 1, last = (next < end ? next : end) - 1;
        unsigned char *first = r + REGION_CELLS + ((addr & in) >> OWNER_SHIFT);
        memset(first, owner, ((last & in) >> OWNER_SHIFT) - ((addr & in) >> OWNER_SHIFT) + 1);
    }
}

enum judged_memory owner_of(uint64_t addr)
{
    const unsigned char *r = regions[addr >> REGION_SHIFT];
    return r ? r[REGION_CELLS + ((addr & ((1u << REGION_SHIFT) - 1)) >> OWNER_SHIFT)] : MEMORY_GLOBAL;
}

/* ---- wide cells ---- */

struct wide *cell_wide(unsigned char *c)
{
    uint32_t s, at;
    memcpy(&s, c, 4);
    memcpy(&at, c + 4, 4);
    if ((s & CELL_WIDE) == CELL_WIDE)
        return &wides[at];
    if (!wides && !(wides = check_reserve_dense((size_t)MOST_WIDES * sizeof *wides)))
        return NULL;
    if (nwides == MOST_WIDES)
        return NULL;
    struct slot load, store;
    cell_read(c, &load, &store);
    struct wide *w = &wides[nwides];
    for (int i = 0; i < 4; i++) {
        w->of[i][__GD_EMU_READ] = load;
        w->of[i][__GD_EMU_WRITE] = store;
    }
    s = CELL_WIDE;
    at = nwides++;
    memcpy(c, &s, 4);
    memcpy(c + 4, &at, 4);
    return w;
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
