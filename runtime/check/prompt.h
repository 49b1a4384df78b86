/* prompt.h: what hooks do themselves of what is kept of the host's accesses (beside.c). What becomes of a cell follows
 * from what it holds, the code that comes to it, and the moment of its strand. So each thread remembers what became of
 * cells, and most accesses are like one before. */
#ifndef GANTRY_CHECK_PROMPT_H
#define GANTRY_CHECK_PROMPT_H

#include "check.h"

enum { CELL_BYTES = 4, CELL_ALL = (1 << CELL_BYTES) - 1, PROMPT_ENTRIES = 4096 };
#pragma GCC visibility push(hidden)
#define CELL_CHUNK (1ul << GANTRY_CHUNK_SHIFT)
#define CELL_PART (CELL_CHUNK / 64) /* bytes of memory whose cells are written together */
/* Numbers of accesses, the last that stores and the last that loads; 0: nobody. They are one word, so that who changes
 * one without a lock knows the other. */
typedef _Atomic uint64_t host_cell;
struct host_cells { /* of a chunk */
    host_cell cell[CELL_CHUNK / CELL_BYTES];
    struct gantry_chunk *states;
    _Atomic uint64_t written; /* a bit for each part: the system was asked for its pages */
};
extern struct host_cells **host_cells; /* by address; chunks.c */
/* … and these, or NULL where there is another reason to look closely than check_beside, or none */
extern struct host_cells **_Atomic host_cells_beside;
struct host_cells *host_cells_make(uintptr_t at); /* NULL: no memory */
static inline host_cell *host_cell_at(struct host_cells *c, uintptr_t at)
{
    return &c->cell[at % CELL_CHUNK / CELL_BYTES];
}

/* Cells that were looked at, and hold nothing: most of them will be written, as will those around them, for which a
 * page of zeros first, and then one of its own, each by an interrupt, would cost more than all else. */
void host_cells_write(struct host_cells *c, unsigned part);
static inline void host_cells_begin(struct host_cells *c, uintptr_t at)
{
    unsigned part = (unsigned)(at % CELL_CHUNK / CELL_PART);
    if (__builtin_expect(!(atomic_load_explicit(&c->written, memory_order_relaxed) >> part & 1), 0))
        host_cells_write(c, part);
}

void host_cells_forget(uintptr_t at, uint64_t n); /* the memory is nobody's, or another's from now on */
bool host_cells_any(uintptr_t at);                /* may its part hold something? */

/* Numbers of moments, each for one strand of the program: another one as soon as something may be kept otherwise. */
#define EPOCH_NEVER UINT64_MAX
struct epochs {
    _Atomic uint64_t own; /* EPOCH_NEVER: others know of this moment, or it has ended */
    _Atomic uint64_t
        thread; /* one for all iterations that its thread has between two barriers; EPOCH_NEVER: no iterations */
};

struct prompt_entry {
    uint64_t was, code, epoch; /* epoch 0: empty */
    uint64_t now;
};
struct prompt {
    struct prompt_entry entries[PROMPT_ENTRIES];
    const struct epochs *epochs; /* of the strand that is here */
};
/* of this thread, or one that is empty: each access is to be looked at closely */
extern _Thread_local struct prompt *prompt_here __attribute__((tls_model("initial-exec")));
extern struct prompt prompt_empty;

/* bytes: of the cell; kind: less than 16. A load of all is its code's address alone. */
static inline uint64_t prompt_code(const void *caller, unsigned bytes, enum host_kind kind)
{
    return (uintptr_t)caller | (uint64_t)((bytes ^ CELL_ALL) << 4 | (unsigned)kind) << 56;
}

static inline struct prompt_entry *prompt_at(struct prompt *p, uint64_t was, uint64_t code)
{
    enum { MASK = PROMPT_ENTRIES * sizeof *p->entries - sizeof *p->entries, MIXED = 64 - 17 };
    uint64_t h = (was + code) * 0x9e3779b97f4a7c15u;
    return (struct prompt_entry *)((char *)p->entries + (h >> MIXED & MASK));
}

static inline bool prompt_holds(const struct prompt *p, const struct prompt_entry *e)
{
    return e->epoch == atomic_load_explicit(&p->epochs->own, memory_order_relaxed) ||
           e->epoch == atomic_load_explicit(&p->epochs->thread, memory_order_relaxed);
}

static inline bool prompt_is(const struct prompt *p, const struct prompt_entry *e, uint64_t was, uint64_t code)
{
    return e->was == was && e->code == code && prompt_holds(p, e);
}

/* What the cell will hold; NULL: it is not known */
static inline const struct prompt_entry *prompt_find(struct prompt *p, uint64_t was, uint64_t code)
{
    const struct prompt_entry *e = prompt_at(p, was, code);
    return prompt_is(p, e, was, code) ? e : NULL;
}

/* so many cells that are `was` each; false: one is so no longer */
static inline bool prompt_change(host_cell *c, unsigned cells, uint64_t was, uint64_t now)
{
    for (unsigned k = 0; k < cells; k++) {
        uint64_t held = was;
        if (!atomic_compare_exchange_strong(&c[k], &held, now))
            return false;
    }
    return true;
}

#pragma GCC visibility pop
#endif
