/* judge.h: what the files share that judge races and barriers on the emulated device. Launches come one at a time, on
 * one OS thread, so nothing here is locked; and lanes switch only where they wait. */
#ifndef GANTRY_CHECK_JUDGE_H
#define GANTRY_CHECK_JUDGE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "check.h"
#include "gantry_emulated.h"

/* ---- the launch that is judged ---- */
enum { JUDGED_LANES = 1024 + 64 };
struct judged_launch {
    bool on;     /* races or barriers are looked for in the launch that runs */
    bool traced; /* and what it accesses is asked for when it is over (used.c) */
    int device;
    const struct gantry_kernel_info *kernel;
    uint64_t globals, globals_size, tls, tls_size; /* of the image; team-shared memory of this OS thread */
    struct __gd_emu_lane **self;                   /* the lane that runs, on the OS thread of the launch */
    uint32_t nlanes, width, team;
    struct {
        uint64_t low, high;           /* its stack */
        struct __gd_emu_place *place; /* NULL: it has not begun */
    } lane[JUDGED_LANES];
};
extern struct judged_launch judged;

/* ---- rows.c: whose code runs, as a row per place of a lane. Numbers grow with time: what has a smaller one was before
 * it in this run. 24 bits; when they are used up all cells are forgotten, and numbers begin anew. */
struct row {
    uint64_t league, thread, group; /* D, T, L of gantry_emulated.h: an iteration, or a number */
    uint32_t forks, barriers, syncs;
    uint32_t team;              /* the real one, */
    uint16_t real_thread, lane; /* … thread + 1 and lane of the team */
    uint32_t task, at;          /* an explicit task, or 0; the row's own number */
    uint16_t locks;             /* number of the set; 0 = none */
    uint8_t asked;              /* as in struct __gd_emu_place */
};
enum { ROW_BITS = 24, ROW_LAST = (1 << ROW_BITS) - 2 };
enum { ROW_NUMBER_BITS = 36 };
extern uint64_t *rows_kept;    /* base << ROW_NUMBER_BITS | number of the iteration; the first is that of row_launch */
extern struct row *rows_bases; /* keys have the number 0 at the levels that `at` says: there the row's number belongs */
extern uint32_t row_now;       /* the newest */
extern uint32_t row_launch;    /* the first of this launch */
extern uint32_t row_team;      /* … of the team that runs */
uint32_t row_make(const struct __gd_emu_lane *lane); /* of the lane's place, which is given the number */
uint32_t row_with_locks(uint32_t row, uint16_t locks);
static inline struct row row_at(uint32_t n) /* one of this launch */
{
    uint64_t k = rows_kept[n - row_launch], number = k & ((1ull << ROW_NUMBER_BITS) - 1);
    struct row r = rows_bases[k >> ROW_NUMBER_BITS];
    r.league |= r.at & __GD_EMU_LEAGUE ? number : 0;
    r.thread |= r.at & __GD_EMU_TEAM ? number : 0;
    r.group |= r.at & __GD_EMU_GROUP ? number : 0;
    r.at = n;
    return r;
}
bool rows_begin_launch(void); /* false: no memory */
/* All numbers are used up: what comes is not compared with what was. */
static inline bool rows_full(void) { return row_now >= ROW_LAST; }
void rows_forget(void);

/* Which iteration a key stands for; false: it is the number of a team or thread. */
struct iteration {
    const struct __gd_emu_construct *of;
    uint64_t number;
};
bool key_iteration(uint64_t key, struct iteration *out);
bool key_is_result(uint64_t key); /* what a construct does at its end */
bool key_is_nested(uint64_t key); /* of a group: an iteration of a loop in a nested parallel region, not of lanes */
bool keys_apart(uint64_t a, uint64_t b); /* iterations of one simd loop, farther from each other than its safelen */

/* ---- locks.c: sets of locks by number; 0 is the empty one ---- */
void locks_begin_launch(void);
uint16_t locks_with(uint16_t set, uint64_t lock);
uint16_t locks_without(uint16_t set, uint64_t lock);
uint16_t locks_common(uint16_t a, uint16_t b);
unsigned locks_of(uint16_t set, const uint64_t **locks); /* how many */

/* ---- lock_order.c: locks that are taken in different orders ---- */
/* What a lock is known by: its address, and its team where it lies in memory that is a team's own. */
uint64_t lock_key(uint64_t addr);
void lock_order_begin_launch(void);
void lock_order_begin_team(void);
void lock_taken(const struct __gd_emu_lane *lane, uint64_t key); /* the lane holds it from now on, */
void lock_given(const struct __gd_emu_lane *lane, uint64_t key); /* … and no longer */
void lock_is_new(uint64_t key);                                  /* another has come to lie there */

/* ---- together.c: lanes of a warp that wait for a lock together, where they share a program counter ---- */
void together_begin_launch(void);
void together_begin_team(void);
void together_wait(const struct __gd_emu_lane *lane, uint64_t key, const struct __gd_emu_judged_site *site);
void together_part(const struct __gd_emu_lane *lane); /* time has decided which way the lane goes */

/* ---- cells.c: what was last done to each four bytes ---- */
enum { CELL_BYTES = 10, CELL_WIDE = (1 << ROW_BITS) - 1 };
enum judged_memory { /* who owns it */
                     MEMORY_GLOBAL,
                     MEMORY_TEAM,   /* the team: its static shared memory, */
                     MEMORY_HEAP,   /* … or blocks of the heap that its code outside of parallel regions took */
                     MEMORY_THREAD, /* the thread that took a block of the heap */
                     MEMORY_SPACE,  /* the thread: its group space */
};
enum cell_level { LEVEL_ONE, LEVEL_LANES, LEVEL_THREADS, LEVEL_TEAMS }; /* who else did it, of one kind */
struct slot {
    uint32_t row; /* 0 = nobody */
    uint16_t site;
    uint8_t level; /* enum cell_level: of accesses that may be at the same time, the row is one of so many */
};
struct wide {             /* of four bytes that were accessed apart, or atomically */
    struct slot of[4][4]; /* byte, enum __gd_emu_judged_kind */
};
enum { REGION_SHIFT = 24, REGION_CELLS = (1 << REGION_SHIFT) / 4 * CELL_BYTES, OWNER_SHIFT = 8 };
extern unsigned char **regions; /* cells of each 16 MiB of address space, then a byte per 256: who owns them */
unsigned char *region_make(uint64_t addr); /* NULL: no memory */
static inline unsigned char *cell_at(uint64_t addr)
{
    unsigned char *r = regions[addr >> REGION_SHIFT];
    if (__builtin_expect(!r, 0) && !(r = region_make(addr)))
        return NULL;
    return r + ((addr & ((1u << REGION_SHIFT) - 1)) >> 2) * CELL_BYTES;
}
bool cells_open(void);
void cells_forget(uint64_t addr, uint64_t size);
void cells_forget_all(void);
void owner_set(uint64_t addr, uint64_t size, enum judged_memory owner);
enum judged_memory owner_of(uint64_t addr);                     /* of blocks; */
static inline enum judged_memory owner_of_memory(uint64_t addr) /* … and of team-shared memory */
{
    return addr - judged.tls < judged.tls_size ? MEMORY_TEAM : owner_of(addr);
}
/* A cell that is not wide has 80 bits: two words with a row each and 8 bits of its site, then 6 bits more of both
 * sites, and two levels. */
static inline void cell_read(const unsigned char *c, struct slot *load, struct slot *store)
{
    uint32_t s, l;
    uint16_t x;
    memcpy(&s, c, 4);
    memcpy(&l, c + 4, 4);
    memcpy(&x, c + 8, 2);
    *store = (struct slot){s & CELL_WIDE, (uint16_t)(s >> ROW_BITS | (x & 0x3f) << 8), (uint8_t)(x >> 12 & 3)};
    *load = (struct slot){l & CELL_WIDE, (uint16_t)(l >> ROW_BITS | (x >> 6 & 0x3f) << 8), (uint8_t)(x >> 14)};
}
static inline void cell_write(unsigned char *c, const struct slot *load, const struct slot *store)
{
    uint32_t s = store->row | (uint32_t)store->site << ROW_BITS, l = load->row | (uint32_t)load->site << ROW_BITS;
    uint16_t x =
        (uint16_t)((store->site >> 8 & 0x3f) | (load->site >> 8 & 0x3f) << 6 | store->level << 12 | load->level << 14);
    memcpy(c, &s, 4);
    memcpy(c + 4, &l, 4);
    memcpy(c + 8, &x, 2);
}
struct wide *cell_wide(unsigned char *c); /* makes it one; NULL: no memory */

enum { JUDGED_PAGE = 4096 };
void pages_touch(uint64_t addr, uint64_t n); /* by the launch, where used.c wants to know */
bool page_touched(uint64_t addr);
void pages_forget(uint64_t addr, uint64_t n);

/* ---- blocks.c: names of device memory ---- */
struct block {
    uint64_t addr, size;
    const char *name; /* NULL: unknown */
};
void block_add(uint64_t addr, uint64_t size, const char *name);
void block_remove(uint64_t addr);
bool block_find(uint64_t addr, struct block *out);
struct what { /* the name of a variable, without a section: "a" of "a[0:n]"; "": unknown */
    char name[160];
    uint64_t offset, size; /* of the block */
};
void what_is_at(uint64_t addr, const char *otherwise, struct what *out); /* otherwise: its name where no block is */

/* ---- texts.c ---- */
struct text { /* what does not fit is cut */
    size_t n;
    char s[2048];
};
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_who(struct text *t, const struct row *r);                  /* "iteration 3 (thread 3 of team 0)" */
void text_add_what(struct text *t, const struct what *w, uint32_t size); /* an element of so many bytes: "a[3]" */
bool row_iteration(const struct row *r, struct iteration *i);            /* the innermost that it is in; false: none */

/* ---- tasks.c ---- */
void tasks_begin_launch(void);
void tasks_forget_times(void); /* numbers of rows begin anew: all that was is before what comes */
/* of one thread, between two barriers: is what task a did in row_a before what b did in the later row_b? */
bool tasks_ordered(uint32_t a, uint32_t row_a, uint32_t b, uint32_t row_b);

/* ---- order.c: what orders two rows ---- */
enum nearness { OTHER_TEAM, OTHER_PHASE, OTHER_THREAD, OTHER_SYNC, OTHER_LANE, SAME_PLACE };
enum nearness rows_compare(const struct row *a, const struct row *b, enum judged_memory owner);
bool is_before(uint32_t a, uint32_t b, enum judged_memory owner); /* by releases and acquires, too */
bool has_acquired(uint32_t row);                                  /* anything at all */
void order_begin_launch(void);
/* The row ends with a release of the key; what follows the row has acquired its first n releases. team: whose key it
 * is, or ORDER_DEVICE. */
#define ORDER_DEVICE UINT32_MAX
void order_release(uint64_t key, uint32_t team, uint32_t row);
void order_acquire(uint64_t key, uint32_t team, uint32_t n, uint32_t row);
uint32_t order_releases(uint64_t key, uint32_t team); /* so far */
/* Something in this launch was decided by them; of atomics: which value was read. */
extern bool order_by_flushes, order_by_locks, order_by_atomics;

/* ---- flushes.c: what lanes have flushed, and atomics between flushes ---- */
void flushes_begin_team(void);
void flush_atomic(uint64_t addr, bool stores);

/* ---- races.c ---- */
void races_begin_launch(void);
void races_end_launch(const struct gantry_kernel_info *kernel);
uint16_t site_number(struct __gd_emu_judged_site *site);

const struct __gd_emu_judged_site *site_at(uint16_t number);
/* The last accesses in this launch of the four bytes at addr, a load and a store, or of wide cells of each byte and
 * kind: row 0 where there was none. */
bool accesses_of(uint64_t addr, struct slot out[4][4]); /* false: out[0] stands for all four bytes */

/* ---- used.c ---- */
void used_by_launch(void);

/* ---- barriers.c ---- */
void barriers_begin_launch(void);
void barriers_begin_team(void);

/* ---- launches.c: what the emulated device tells ---- */
bool launches_alone(void);
void launch_begins(int device, const struct gantry_kernel_info *kernel, uint32_t lanes, uint32_t width);
void launch_ends(void);
void team_begins(uint32_t team);
void lane_begins(const struct __gd_emu_lane *lane, uint64_t low, uint64_t high);
void block_comes(uint64_t addr, uint64_t size, const char *name);
void block_goes(uint64_t addr);

#endif
