/* judge.h: what the files share that judge races and barriers on the emulated device. Launches come one at a time, on
 * one OS thread or, of resident teams, on several that take turns, so nothing here is locked; and lanes switch only
 * where they wait. */
#ifndef GANTRY_CHECK_JUDGE_H
#define GANTRY_CHECK_JUDGE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "check.h"
#include "gantry_emulated.h"

#pragma GCC visibility push(hidden)

/* ---- the launch that is judged ---- */
enum { JUDGED_LANES = 1024 + 64 };
struct judged_launch {
    bool on;     /* races or barriers are looked for in the launch that runs */
    bool traced; /* and what it accesses is asked for when it is over (used.c) */
    int device;
    const struct gantry_kernel_info *kernel;
    uint64_t globals, globals_size, tls, tls_size; /* of the image; team-shared memory of this OS thread */
    struct __gd_emu_lane **self;                   /* the lane that runs, on the OS thread of the team */
    uint32_t nlanes, width, team;
    struct judged_lane {
        uint64_t low, high;           /* its stack */
        struct __gd_emu_place *place; /* NULL: it has not begun */
    } *lane;                          /* JUDGED_LANES of them */
};
extern struct judged_launch judged;

/* ---- rows.c: whose code runs, as a row per place of a lane. Numbers grow with time: what has a smaller one was before
 * it in this run. When they are used up all cells are forgotten, and numbers begin anew. ---- */
struct row {
    uint64_t league, thread, group; /* D, T, L of gantry_emulated.h: an iteration, or a number */
    uint32_t forks, barriers, syncs;
    uint32_t team;              /* the real one, */
    uint16_t real_thread, lane; /* … thread + 1 and lane of the team */
    uint32_t task, at;          /* an explicit task, or 0; the row's own number */
    uint16_t locks;             /* number of the set; 0 = none */
    uint8_t asked;              /* as in struct __gd_emu_place */
};
enum { ROW_LAST = INT32_MAX };                       /* numbers above are those of records in cells (states.c) */
extern uint32_t row_now;                             /* the newest */
extern uint32_t row_launch;                          /* the first of this launch */
extern uint32_t row_team;                            /* … of the team that runs */
uint32_t row_make(const struct __gd_emu_lane *lane); /* of the lane's place, which is given the number */
uint32_t row_with_locks(uint32_t row, uint16_t locks);
struct row row_at(uint32_t n);          /* one of this launch */
const struct row *row_read(uint32_t n); /* … up to the next one that is asked for */
bool rows_begin_launch(void);           /* false: no memory */
void rows_begin_phase(void);            /* all before is ordered before all that follows */
uint32_t rows_begun(void);              /* changes where the numbers of rows before are asked for no more */
void rows_forget_places(void);          /* … so that lanes of the team that runs take new ones */
extern bool rows_full;                  /* what comes is not compared with what was: */
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

/* ---- turns.c: resident teams take turns. What a file keeps of the team that runs is blocks of memory, of which each
 * team has its own: the file is asked to exchange them, always the same in the same order. ---- */
void turns_begin_launch(void);
void *turn_exchange(void *block, size_t size); /* of the team that ran; returns that of the one that goes on */
enum turn {
    TURN_FAILED,      /* no memory */
    TURN_BEGINS,      /* in this launch it has not run yet */
    TURN_GOES_ON,     /* it has */
    TURN_COMES_LATER, /* … and numbers of rows from then are asked for no more */
};
enum turn turn_take(uint32_t team, void (*exchange)(void)); /* it runs from here on; exchange: all blocks */

/* ---- locks.c: sets of locks by number; 0 is the empty one ---- */
#define LOCK_CRITICAL ((uint64_t)1 << 63) /* in a set: it excludes the threads of one team only */
void locks_begin_launch(void);
uint16_t locks_with(uint16_t set, uint64_t lock);
uint16_t locks_without(uint16_t set, uint64_t lock);
uint16_t locks_common(uint16_t a, uint16_t b);
bool locks_exclude(uint16_t a, uint16_t b, bool teams);  /* teams: those who hold the two are of different teams */
unsigned locks_of(uint16_t set, const uint64_t **locks); /* how many */

/* ---- lock_order.c: locks that are taken in different orders ---- */
/* What a lock is known by: its address, and its team where it lies in memory that is a team's own. */
uint64_t lock_key(uint64_t addr);
void lock_order_begin_launch(void);
void lock_order_begin_team(void);
void lock_order_turn(void);
void lock_taken(const struct __gd_emu_lane *lane, uint64_t key); /* the lane holds it from now on, */
void lock_given(const struct __gd_emu_lane *lane, uint64_t key); /* … and no longer */
void lock_is_new(uint64_t key);                                  /* another has come to lie there */

/* ---- together.c: lanes of a warp that wait for a lock together, where they share a program counter ---- */
void together_begin_launch(void);
void together_begin_team(void);
void together_turn(void);
void together_wait(const struct __gd_emu_lane *lane, uint64_t key, const struct __gd_emu_judged_site *site);
void together_part(const struct __gd_emu_lane *lane); /* time has decided which way the lane goes */

/* ---- cells.c: what was last done to each four bytes ---- */
enum judged_memory { /* who owns it */
                     MEMORY_GLOBAL,
                     MEMORY_TEAM,   /* the team: its static shared memory, */
                     MEMORY_HEAP,   /* … or blocks of the heap that its code outside of parallel regions took */
                     MEMORY_THREAD, /* the thread that took a block of the heap */
                     MEMORY_SPACE,  /* the thread: its group space */
                     MEMORY_LANES,  /* the thread: its stack, which iterations that may run at once share, */
                     MEMORY_STACK,  /* … or those of a nested region, */
                     MEMORY_TASKS,  /* … or its explicit tasks, and it */
};
enum cell_level { LEVEL_ONE, LEVEL_LANES, LEVEL_THREADS, LEVEL_TEAMS }; /* who else did it, of one kind */
struct slot {
    uint32_t row; /* 0 = nobody */
    uint16_t site;
    uint8_t level;   /* enum cell_level: of accesses that may be at the same time, the row is one of so many */
    bool locked : 1; /* the row holds locks */
    bool phase : 1;  /* the row stands for all threads of its phase (order.c) */
};
struct slots {            /* what was last done to four bytes */
    struct slot of[4][4]; /* byte, enum __gd_emu_judged_kind */
    bool apart;           /* else of[0] stands for all four bytes, and the others are not set */
};
enum { CELLS_SHIFT = 24, CELLS_WORDS = 1 << (CELLS_SHIFT - 2), OWNER_SHIFT = 8 };
struct cells {                   /* of 16 MiB of address space: six bytes for each four */
    uint32_t row[CELLS_WORDS];   /* the last one that did something there; or a record: states.c */
    uint16_t state[CELLS_WORDS]; /* … and what was done, relative to it */
    unsigned char owner[1 << (CELLS_SHIFT - OWNER_SHIFT)]; /* enum judged_memory */
    struct cells *next;
};
extern struct cells **cell_table;
struct cells *cells_make(uint64_t addr); /* NULL: no memory */
static inline struct cells *cells_at(uint64_t addr)
{
    struct cells *r = cell_table[addr >> CELLS_SHIFT];
    return __builtin_expect(!r, 0) ? cells_make(addr) : r;
}
static inline uint32_t word_at(uint64_t addr) { return (addr & ((1u << CELLS_SHIFT) - 1)) >> 2; } /* in its region */
bool cells_open(void);
void cells_forget(uint64_t addr, uint64_t size);
void cells_forget_all(void);
void owner_set(uint64_t addr, uint64_t size, enum judged_memory owner);
enum judged_memory owner_of(uint64_t addr);                     /* of blocks; */
static inline enum judged_memory owner_of_memory(uint64_t addr) /* … and of team-shared memory */
{
    return addr - judged.tls < judged.tls_size ? MEMORY_TEAM : owner_of(addr);
}

/* ---- states.c: what was done to four bytes, by number ---- */
enum { STATE_BITS = 16, STATES = 1 << STATE_BITS };
/* Rows from here on are of this launch; false: there is no memory. */
bool states_begin(uint32_t row);
bool states_full(void);   /* there are no numbers for records of another launch */
void states_forget(void); /* there is no cell any more */
void cell_read(const struct cells *r, uint32_t word, struct slots *out);
/* to `words` cells, 1 or, of eight bytes whose cells were alike, 2; false: there is no memory */
bool cell_write(struct cells *r, uint32_t word, unsigned words, const struct slots *s);
static inline bool is_record(const struct cells *r, uint32_t word) { return r->row[word] > ROW_LAST; }
/* by kind of access and state: the bytes, as bits, of which one more says nothing new: several teams do the same there,
 * and nobody does what conflicts with it */
extern uint8_t state_settled[4][STATES];
/* Of most accesses it is known what state follows: of those that are the first ones in the launch to these bytes, or by
 * a row that alone was there before; and of those after one or two other rows that conflict with nothing, by how near
 * these are. A step is the state, 0 if there is none, how much later than the cell's row the access is, its site, its
 * bytes and the nearness, and what follows. Those to all four bytes that a site did last by itself are at hand. */
enum { MOST_SITES = 1 << 14, STEP_BITS = 12, STEP_BACK_BITS = 24, STEP_ALONE = 0 };
struct step {
    uint64_t key;
    uint16_t after;
    bool moves; /* the cell's row is the one of the access from then on */
};
struct site_steps {
    uint16_t first, before, after; /* state 0: not known */
};
extern struct step steps[1 << STEP_BITS];
extern struct site_steps site_steps[MOST_SITES];
static inline uint64_t step_back(uint32_t back) { return (uint64_t)back << (64 - STEP_BACK_BITS); }
static inline uint64_t step_key(uint16_t state, uint32_t back, unsigned site, unsigned bytes, unsigned near)
{
    return step_back(back) | (uint64_t)near << 34 | (uint64_t)bytes << 30 | (uint64_t)site << 16 | state;
}
static inline struct step *step_at(uint64_t key) { return &steps[key * 0x9e3779b97f4a7c15ull >> (64 - STEP_BITS)]; }
void step_keep(uint64_t key, uint16_t after, bool moves);
static inline const struct step *step_of(uint64_t key) /* NULL: not known */
{
    const struct step *s = step_at(key);
    return s->key == key && s->after ? s : NULL;
}
/* by how many rows, the cell's included, which hold no locks; 0: by more than two, or by one with locks */
unsigned state_rows(uint16_t state, uint32_t *back); /* back: how far the other one is before the cell's */

enum { JUDGED_PAGE = 4096 };
void pages_touch(uint64_t addr, uint64_t n); /* by the launch, where used.c wants to know */
bool page_touched(uint64_t addr);
void pages_forget(uint64_t addr, uint64_t n);

/* ---- blocks.c: names of device memory ---- */
void blocks_begin_launch(void);
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
    char element[300];     /* as the program writes it, with a path in a structure or array; "": unknown */
    char block[400];       /* what it lies in, of which the program has a pointer only; "": it is a variable */
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
/* the line of the report that says in which loop, or construct, and region that is */
void text_add_where(struct text *t, const struct row *r, const struct gantry_kernel_info *kernel);
bool row_iteration(const struct row *r, struct iteration *i); /* the innermost that it is in; false: none */

/* ---- tasks.c ---- */
void tasks_begin_launch(void);
void tasks_begin_team(void);
void tasks_turn(void);
bool task_is_explicit(uint32_t task);
const struct __gd_emu_construct *task_of(uint32_t task); /* NULL: none */
void tasks_forget_times(void); /* numbers of rows begin anew: all that was is before what comes */
/* of one thread, between two barriers: is what task a did in row_a before what b did in the later row_b? */
bool tasks_ordered(uint32_t a, uint32_t row_a, uint32_t b, uint32_t row_b);

/* ---- stacks.c: each lane's is its own, but for what iterations of simd loops, or tasks, share ---- */
void stacks_begin_lane(uint32_t tid);
void stacks_turn(void);
/* A task begins, in a function whose frame this is. of: the task that meets it, beside which it may run; 0: it does
 * not.
 */
void stack_tasks_begin(uint32_t tid, uint32_t of, uint64_t frame);
void stack_tasks_waited(uint32_t tid, uint32_t of); /* those that this one has met are over, or its variables are; */
void stack_tasks_end(uint32_t tid);                 /* … all of the lane */
void stacks_forget_times(void);                     /* numbers of rows begin anew */
/* Tasks of the lane that runs share what lies there, accesses in rows from *first on; false: they do not. */
bool stack_is_of_tasks(uint64_t addr, uint32_t *first);
bool stack_is_own(uint64_t addr);                        /* of the lane that runs, and of none of those variables */
bool stack_is_shared(uint64_t addr);                     /* by iterations of a simd loop */
bool stack_is_around(uint64_t addr);                     /* of the thread that met the nested region that runs */
bool stack_is_of_several(const struct __gd_emu_lane *l); /* the lane does what all threads of a nested region do */
void stack_tells_apart(void);                            /* these may know from here on which one they are */
const char *shared_name(uint64_t addr, uint64_t *size); /* of what they share there, on a stack or not; NULL: nothing */

/* ---- order.c: what orders two rows ---- */
enum nearness { OTHER_TEAM, OTHER_PHASE, OTHER_THREAD, OTHER_SYNC, OTHER_LANE, SAME_PLACE };
/* Of rows of one team between two of its barriers: one of them, which stands for all. It is none after r, nor before
 * first: what has been done to memory since it was somebody else's is told by the numbers of rows. */
uint32_t phase_row(const struct row *r, uint32_t first);
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
bool order_is_released(void); /* has anything been released in this launch? */
extern bool order_by_flushes, order_by_locks, order_by_atomics;

/* ---- flushes.c: what lanes have flushed, and atomics between flushes ---- */
void flushes_begin_team(void);
void flushes_turn(void);
void flush_atomic(uint64_t addr, bool stores);
bool flush_has_told(uint32_t teller, uint32_t told); /* lanes: has one loaded atomically what the other stored so? */

/* ---- race_reports.c ---- */
void races_begin_launch(void);
void races_end_launch(const struct gantry_kernel_info *kernel);
uint16_t site_number(struct __gd_emu_judged_site *site);
const struct __gd_emu_judged_site *site_at(uint16_t number);
/* An access by `row` and one before it; several: all threads of a nested region do this, of which one ran. */
void race_found(uint64_t addr, uint16_t site, uint32_t row, const struct slot *before, enum judged_memory owner,
                bool several);

/* ---- races.c ---- */
/* The last accesses in this launch of the four bytes at addr: row 0 where there was none. */
void accesses_of(uint64_t addr, struct slots *out);

/* ---- used.c ---- */
void used_by_launch(void);

/* ---- barriers.c ---- */
void barriers_begin_launch(void);
void barriers_begin_team(void);
void barriers_turn(void);

/* ---- launches.c: what the emulated device tells ---- */
bool launches_alone(void);
void launch_begins(int device, const struct gantry_kernel_info *kernel, uint32_t lanes, uint32_t width);
void launch_ends(void);
void team_begins(uint32_t team);
void team_goes_on(uint32_t team);
void lane_begins(const struct __gd_emu_lane *lane, uint64_t low, uint64_t high);
void block_comes(uint64_t addr, uint64_t size, const char *name);
void block_goes(uint64_t addr);

#pragma GCC visibility pop
#endif
