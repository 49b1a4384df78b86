/* emulated.h: the emulated GPU's own header; nothing outside runtime/plugins/emulated includes it.
 *
 *   fibre.S fibre.c   switching stacks, and the stacks
 *   schedule.c        one OS thread running teams, one at a time
 *   switch.h          which lane goes on next
 *   pool.c            the OS threads of a device, and how they share a launch
 *   sync.c            barriers, warp operations: what lanes wait for
 *   arena.c           the range of addresses that is device memory, and its shadow
 *   memory.c          blocks of device memory
 *   image.c           loaded images: their globals, and the copy of the runtime that they call
 *   count.c           images linked with --count: what lanes did, as if warps had done it
 *   tally.c           sums of the counts per kernel, written at exit
 *   attached.c        stores to attached pointers
 *   format.c          formats of printf in device code
 *   objects.c         arrays on lanes' stacks that functions get
 *   order.c           the logical places of lanes, and what tells the judge of them
 *   check.c           accesses that the inlined checks did not pass; faults
 *   watch.c           where kernels are: kernels without end, SIGINT, SIGQUIT
 *   uninit.c          images linked with --check: which values and memory were never written
 *   report.c place.c  what went wrong as text; code addresses to places in the source
 *   plugin.c          the table of include/gantry_plugin.h
 *
 * Kernels of one device run one after the other. Everything a running lane needs is reached from its own
 * record, never from variables of this library: an image may call the functions of another copy of it. */
#ifndef GANTRY_EMU_H
#define GANTRY_EMU_H

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gantry_emulated.h"
#include "gantry_numbers.h"
#include "gantry_plugin.h"

enum {
    EMU_MAX_LANES = __GD_MOST_LANES, /* of a team */
    EMU_GIVEN = 8,                   /* parameters of a function that are known as members */
    EMU_MAX_WARPS = 32,
    EMU_MAX_WIDTH = __GD_WARP_EMULATED,
    EMU_BARRIERS = 16,
    EMU_FRAMES = 12, /* of a backtrace */
};
/* What memory holds that was never written: a NaN as _Float16, float and double, no address, and a large integer. */
#define EMU_POISON 0x7ffa7ffa7ffa7ffaull

/* ---- fibre.c ---- */
struct emu_fibre {
    void *sp;         /* while it does not run */
    uintptr_t lo, hi; /* its stack */
    void *fake;       /* AddressSanitizer's */
    struct emu_worker *worker;
    struct emu_fibre *next; /* idle ones */
};
struct emu_stacks { /* the fibres of one worker; stacks come in slabs and are kept */
    struct emu_fibre **all, *idle;
    size_t n, cap;
    size_t bytes;       /* of a stack */
    size_t taken, most; /* now and at most */
};
typedef void emu_start(struct emu_fibre *f);
struct emu_fibre *emu_fibre_take(struct emu_stacks *s, struct emu_worker *w, emu_start *start); /* NULL: no memory */
static inline void emu_fibre_give(struct emu_stacks *s, struct emu_fibre *f)
{
    f->next = s->idle;
    s->idle = f;
    s->taken--;
}
void emu_fibre_home(struct emu_fibre *f);       /* f stands for the calling thread's own stack */
void emu_fibre_reset_all(struct emu_stacks *s); /* whatever they were doing is forgotten */
void emu_fibre_free_all(struct emu_stacks *s);
void emu_fibre_first(void);                /* at the beginning of a start function */
extern bool emu_address_sanitizer;         /* it is linked in, and must be told of each switch */
bool emu_fibre_fake_local(uintptr_t addr); /* a local variable that it has moved off the stack */
void emu_fibre_abandon(struct emu_fibre *from, struct emu_fibre *to); /* to be called before a jump to
                                                                       * gantry_emu_resume */
void emu_fibre_switch_told(struct emu_fibre *from, struct emu_fibre *to);
/* fibre.S */
void gantry_emu_swap(void **save, void *to);
void gantry_emu_begin(void);  /* the first return address of a fibre */
void gantry_emu_resume(void); /* jump here with the stack pointer of a fibre: it goes on */
static inline void emu_fibre_switch(struct emu_fibre *from, struct emu_fibre *to)
{
    if (__builtin_expect(emu_address_sanitizer, 0))
        emu_fibre_switch_told(from, to);
    else
        gantry_emu_swap(&from->sp, to->sp);
}

/* ---- a team at work ---- */
enum emu_state { EMU_READY, EMU_AT_BARRIER, EMU_AT_WARP, EMU_ENDED, EMU_FRESH, EMU_AT_COUNT };
enum emu_warp_op { EMU_SYNC, EMU_SHUFFLE, EMU_BALLOT, EMU_BARRIER, EMU_RECONVERGE /* lockstep only */ };

struct emu_lane {
    struct __gd_emu_lane ids; /* first: __gd_emu_self points here */
    struct emu_worker *worker;
    struct emu_warp *warp;
    struct emu_fibre *fibre; /* the fibre on which it has begun; NULL before */
    uint64_t bit;            /* in masks of its warp */
    uint64_t mask, value, result;
    void *caller; /* of the operation it waits in */
    uint32_t expected;
    uint8_t state, op, barrier, source;
    bool elected; /* at the barrier it came to last */
} __attribute__((aligned(128)));
static inline struct emu_lane *self(void) { return (struct emu_lane *)__gd_emu_self; }

struct emu_gather { /* lanes that have come to one warp operation */
    uint64_t mask, arrived;
    uint8_t op;
};
struct emu_warp {
    uint64_t live;             /* lanes that have not ended */
    uint64_t at[EMU_BARRIERS]; /* lanes waiting at each barrier */
    uint64_t stopped;          /* lanes that wait, for anything but space in their log */
    uint64_t full;             /* lanes that wait because their log is full (count.c) */
    uint64_t all, segment;     /* lanes all: lanes that the team began with; segment: those that were live when the logs
                                * began */
    struct emu_lane *lanes;
    uint32_t index, ids; /* ids: barriers with lanes of this warp */
    uint32_t ngathers;
    bool in_barrier; /* lockstep: the warp has arrived at a team barrier */
    struct emu_gather gathers[EMU_MAX_WIDTH];
};
struct emu_barrier {
    uint32_t arrived;  /* warps */
    uint32_t expected; /* lanes; 0 = all */
    uint32_t waiting;  /* lanes */
    bool elects;       /* one lane goes on first, and releases the others */
};

enum emu_failed {
    EMU_OK,
    EMU_BAD_ACCESS,
    EMU_BAD_INDEX,
    EMU_BAD_MEMBER,
    EMU_BAD_SCOPE,
    EMU_BAD_BLOCK,
    EMU_BAD_HOST,
    EMU_MISALIGNED,
    EMU_ARGUMENT,
    EMU_CONSTANT_STORE,
    EMU_STACK_FULL,
    EMU_TRAP,
    EMU_DEADLOCK,
    EMU_LIVELOCK,
    EMU_SIGNAL,
    EMU_MISUSE
};
struct emu_failure {
    enum emu_failed kind;
    struct emu_lane *lane;
    uint64_t addr, size;
    const struct __gd_emu_site *site;
    uint64_t object, object_size, element; /* an array, and what one of its elements takes */
    unsigned number;                       /* of the block that the address was made from */
    uint64_t needed;                       /* bytes of stack, 0: unknown; what the address is not divisible by */
    int signal;
    const char *function; /* of the library, that got a bad argument */
    const char *name;     /* a constant of the image that was stored to; "": it has none, NULL: it is mapped data; or
                           * the variable that an index does not fit, NULL: unknown */
    const char *id;       /* of a misuse; NULL: it is no finding */
    char text[256];       /* of a trap or misuse */
    const char *file;
    int line;
    void *frames[EMU_FRAMES];
    int nframes;
    struct gantry_err err; /* for the launch */
};

struct emu_counts { /* as in struct gantry_emu_counters */
    uint64_t teams, lanes, barriers, syncs, shuffles, votes, yields, switches;
};

/* ---- count.c ---- */
struct emu_entry { /* one access of device memory by one lane */
    uint64_t addr;
    uint32_t size, site;
};
struct emu_log {
    struct emu_entry *v;
    uint32_t n, cap;
};
struct emu_touched { /* basic blocks that lanes of a warp have executed since its logs began */
    uint32_t *v, n;
    uint8_t *known; /* by block */
};
struct emu_place_sum { /* one site */
    uint64_t requests, sectors, least;
};
struct emu_count { /* of a worker */
    const struct __gd_emu_count_table *table;
    uint32_t nlanes, nwarps;
    uint32_t *visits; /* by lane, then block */
    struct emu_log *logs;
    struct emu_touched *touched;
    struct emu_place_sum *places;
    struct gantry_emu_counters sum;
    /* of a flush: all entries of a warp, by site */
    struct emu_entry *sorted;
    uint8_t *lane; /* of each of them */
    uint32_t room, *begin, *sites, nsites;
    uint64_t arguments, arguments_end; /* addresses of the launch's */
    bool spoiled;                      /* a launch failed: its numbers are not of whole teams, and must not be used */
};
bool emu_count_begin(struct emu_worker *w); /* for a launch; w->count stays NULL where nothing is counted */
void emu_count_free(struct emu_worker *w);
/* The warp has come together: what its lanes did since the last time is aligned, added up and forgotten. */
void emu_count_flush(struct emu_worker *w, struct emu_warp *wp);
/* A lane has stopped while others wait with full logs: if now all lanes wait, the logs are flushed and those lanes go
 * on. `but`: the running lane, which is not made ready. */
void emu_count_look(struct emu_worker *w, struct emu_warp *wp, struct emu_lane *but);

/* ---- distinct.c: which bytes of device memory a counted launch has read and written ---- */
struct emu_distinct {
    struct emu_distinct_region *_Atomic *regions; /* by address; NULL: nothing was accessed yet */
    struct emu_distinct_region *all;              /* those that exist */
    pthread_mutex_t lock;
};
void emu_distinct_add(struct emu_distinct *d, uint64_t addr, uint64_t size, unsigned kind); /* of the site */
void emu_distinct_forget(struct emu_distinct *d, uint64_t addr, uint64_t size);  /* what is not the program's data */
void emu_distinct_take(struct emu_distinct *d, struct gantry_emu_counters *sum); /* the launch is over: begins anew */
void emu_distinct_free(struct emu_distinct *d);

/* ---- uninit.c, which only programs with such images have ---- */
void emu_uninit_add(const struct __gd_emu_uninit_table *t) __attribute__((weak)); /* an image is loaded */
/* a function of the library has looked at a string of at most so many bytes, which is all there */
void emu_uninit_string(uint64_t addr, uint64_t most, bool printed, const struct __gd_emu_site *site)
    __attribute__((weak));
unsigned char emu_uninit_bits(uint64_t addr); /* of the byte there: those that nobody has written */
void emu_uninit_decides(uint64_t addr, const struct __gd_emu_site *site); /* an answer depends on the byte there */

/* ---- tally.c ---- */
/* all are 64-bit numbers */
static inline void emu_counters_add(struct gantry_emu_counters *to, const struct gantry_emu_counters *c)
{
    unsigned long long *sum = (unsigned long long *)to;
    for (size_t i = 0; i < sizeof *c / sizeof *sum; i++)
        sum[i] += ((const unsigned long long *)c)[i];
}
struct emu_launch;
/* adds a finished launch to the sums of its kernel */
void emu_tally_add(const struct emu_launch *l, const struct gantry_emu_counters *sum, struct emu_worker *const *workers,
                   uint32_t nworkers);
void emu_tally_open(void); /* a device has been opened: sums are written at exit */

struct emu_told {
    struct __gd_emu_place place, given[2]; /* to the team, to the group */
};

struct emu_worker {   /* an OS thread's part in a launch */
    pthread_t thread; /* where it runs: watch.c */
    atomic_bool at_work;
    struct emu_launch *launch;
    struct __gd_emu_lane **self; /* &__gd_emu_self of the image's copy of the runtime, in this OS thread */
    void (*entry)(void **);
    void **args;
    void (*poison)(void (*entry)(void **));
    /* the team */
    uint32_t team, ntid, width, nwarps;
    uint32_t fresh; /* lanes begun */
    uint32_t ended, blocked, live_warps;
    uint32_t head, tail; /* of the ring of ready lanes */
    bool seeded, lockstep, poison_dynamic;
    bool judged; /* runtime/check is told of teams and lanes */
    bool gave;   /* a lane of this team has given others its place */
    uint64_t random;
    uint32_t preempt, accesses;      /* 0: never; else accesses until a lane lets others run */
    uint64_t dynamic, dynamic_bytes; /* the team's dynamic shared memory, in device memory; kept between launches */
    struct emu_lane *starting;       /* the lane that the fibre switched to shall begin */
    struct emu_fibre home;
    struct emu_stacks stacks;
    struct emu_counts counts;
    struct emu_count *count; /* NULL: nothing is counted */
    /* shadows of what lanes give and take in warp operations, by lane; NULL: the image has none */
    struct __gd_emu_uninit_value *given, *taken;
    uint32_t team_next, team_end; /* teams that the worker has claimed and not begun */
    uint32_t spins;               /* yields since the last progress */
    uint64_t spin_since;
    bool spinning;
    int tls_state; /* check.c */
    uintptr_t tls_lo, tls_hi;
    struct emu_lane *probed; /* report.c: a waiting lane that shall report where it waits */
    void *probe_frames[EMU_FRAMES];
    int probe_n;
    struct emu_failure failure;
    void *signal_stack;
    struct emu_barrier barriers[EMU_BARRIERS];
    uint16_t ring[EMU_MAX_LANES];
    uint16_t order[EMU_MAX_LANES]; /* seeded: the order in which lanes begin */
    struct emu_warp warps[EMU_MAX_WARPS];
    struct emu_lane lanes[EMU_MAX_LANES];
    struct emu_told told[EMU_MAX_LANES];            /* of each lane; never touched in programs without -fcheck */
    uint64_t frames[EMU_MAX_LANES];                 /* the same: bytes of stack that are counted (__gd_emu_frame) */
    struct __gd_emu_object *objects[EMU_MAX_LANES]; /* objects.c: the latest is the first */
    struct __gd_emu_object *gone[EMU_MAX_LANES];    /* … variables whose blocks have ended */
    struct __gd_emu_given members[EMU_MAX_LANES][EMU_GIVEN]; /* … by parameter: members.c */
};

/* ---- objects.c: the object of this number, if it is there still and not all of the bytes are in it; else NULL ---- */
const struct __gd_emu_object *emu_object_outside(const struct emu_lane *l, unsigned number, uint64_t addr, uint64_t n);
/* … the variable that some of the bytes were of, whose block has ended; NULL: there is none */
const struct __gd_emu_object *emu_scope_ended(const struct emu_lane *l, uint64_t addr, uint64_t n);

/* ---- arena.c ---- */
enum {
    EMU_GRANULE = 256,    /* alignment of blocks: each granule belongs to one at most */
    EMU_COMMIT = 1 << 22, /* memory becomes accessible in steps of this size */
};
struct emu_block;
extern unsigned long long emu_arena_size;
/* Once per process. no_fast_checks: the checks in images pass nothing, all accesses go to check.c */
int emu_arena_reserve(unsigned devices, uint64_t each, bool no_fast_checks, struct gantry_err *err);
uint64_t emu_arena_part(unsigned device, uint64_t *bytes, bool *roomy); /* roomy: enough for gaps */
void emu_arena_forget(uint64_t addr, uint64_t n);                       /* a device is closed */
bool emu_in_arena(uint64_t addr);
/* For reports, which say the same in each run: its digits; of memory of the host, whose addresses differ, "a host
 * address". Returns out. */
enum { EMU_ADDRESS = 24 };
const char *emu_address(uint64_t addr, char out[EMU_ADDRESS]);
struct emu_block **emu_block_at(uint64_t addr); /* that begins in this granule; under the device's lock */
unsigned *emu_number_at(uint64_t addr);         /* of the block that lies in this granule; 0: none */
enum { EMU_USABLE = 0x0f, EMU_ATTACHED = 0x80, EMU_CONSTANT = 0xc0 }; /* in a byte of the shadow */
void emu_shadow_mark(uint64_t addr, uint64_t n, unsigned char mark);
unsigned char emu_shadow_marks(uint64_t addr, uint64_t n);
void emu_shadow_set(uint64_t addr, uint64_t size, bool usable);
bool emu_memory_usable(uint64_t addr, uint64_t n);    /* does the shadow allow all of it? */
uint64_t emu_memory_reach(uint64_t addr, uint64_t n); /* how many of these n bytes, from the first, does it allow? */

/* ---- memory.c ---- */
/* In a block's number: pointers that lead to it may point anywhere, to another block too. */
#define EMU_REACHED_FROM_OUTSIDE 0x80000000u
enum emu_block_state { EMU_FREE, EMU_LIVE, EMU_QUARANTINED };
struct emu_block {
    uint64_t addr, size, span; /* size as asked for; span with red zone or gap, and rounding */
    uint64_t begin, length;    /* what the program may use of it: all, but for headers of the device runtime */
    enum emu_block_state state;
    unsigned number;                  /* never that of another block */
    struct emu_block *prev, *next;    /* by address */
    struct emu_block *before, *after; /* in a free bin or the quarantine */
    char *name, *file;
    int line;
    const void *code; /* that took it by a call; NULL: it is mapped, or that is not known */
    bool of_kernel;   /* by malloc in a kernel: only free in a kernel frees it, and nothing else */
    bool renamed;     /* … but it is no malloc of the program's: `name` says what, file and line where */
    bool internal;    /* not allocated by the program: named in reports only if an access touches it */
};
extern const char emu_parameters[], emu_dynamic_shared[]; /* the names of internal blocks */
extern const char emu_kernel_malloc[];                    /* of those that kernels take */
enum { EMU_BINS = 56 };
struct emu_zone { /* a range of addresses for blocks of one kind */
    uint64_t base, limit;
    uint64_t committed;         /* accessible up to here; not of a paged zone */
    uint64_t rest, quarantined; /* bytes of addresses in the quarantine: at most, and now */
    struct emu_block *first, *bins[EMU_BINS], *oldest, *newest;
    bool paged; /* blocks begin with a page, and only they are accessible */
};
struct emu_memory {
    pthread_mutex_t lock;
    uint64_t base, limit, size; /* the device's part of the arena; size = what may be live at once */
    uint64_t live;
    struct emu_zone zones[2]; /* of small blocks; of large ones, if there are addresses enough */
    int nzones;
    uint32_t large; /* live ones in their zone */
    bool poison, check;
};
int emu_memory_open(struct emu_memory *m, unsigned device, struct gantry_err *err);
void emu_memory_close(struct emu_memory *m);
int emu_memory_alloc(struct emu_memory *m, uint64_t size, const char *name, const char *file, int line, uint64_t *addr,
                     struct gantry_err *err);
int emu_memory_free(struct emu_memory *m, uint64_t addr, bool in_kernel, struct gantry_err *err);
void emu_memory_narrow(struct emu_memory *m, uint64_t addr, uint64_t begin, uint64_t length);
void emu_memory_taken(struct emu_memory *m, uint64_t addr, const void *code); /* who called for the block */
void emu_memory_rename(struct emu_memory *m, uint64_t addr, const char *name, const char *file, int line);
bool emu_memory_size(struct emu_memory *m, uint64_t addr, uint64_t *size); /* false: no live block begins there */
void emu_poison(uint64_t addr, uint64_t n);
/* kernels get this pointer to the block that begins at addr */
void emu_memory_outside(struct emu_memory *m, uint64_t addr, uint64_t pointer);
enum emu_where { EMU_NOWHERE, EMU_IN_BLOCK, EMU_OUTSIDE, EMU_IN_FREED };
/* "8 bytes after the end of 'a[0:n]' (80 bytes, mapped at f.c:3)"; EMU_NOWHERE when nothing is near */
enum emu_where emu_memory_describe(struct emu_memory *m, uint64_t addr, uint64_t n, char *out, size_t room);
/* the same against the block of that number; EMU_NOWHERE: it is no longer known */
enum emu_where emu_memory_describe_from(struct emu_memory *m, unsigned number, uint64_t addr, uint64_t n, char *out,
                                        size_t room);
/* the variable in the block of that number, or (0) nearest to the address; false: it has no name */

enum emu_taken { EMU_MAPPED, EMU_BY_ROUTINE, EMU_BY_MALLOC, EMU_BY_DECLARATION }; /* the last: alloca, an array */
struct emu_block_info {
    uint64_t addr, size;
    char name[160], file[256];
    int line;
    enum emu_taken how;
};
/* the block with this number; if that is 0, the one nearest to addr; false: it has no name */
bool emu_memory_block(struct emu_memory *m, uint64_t addr, unsigned number, struct emu_block_info *out);
/* the block that holds one of the n bytes at addr, live or freed */
bool emu_memory_block_at(struct emu_memory *m, uint64_t addr, uint64_t n, struct emu_block_info *out);

/* ---- image.c ---- */
struct emu_globals; /* the data of an image, per device */
struct emu_kernel {
    struct emu_module *module;
    const struct gantry_kernel_info *info;
    struct emu_kernel *next;
};
struct emu_module {
    const struct gantry_image *image;
    const struct __gd_emu_copy *copy;
    struct emu_globals *globals;
    void (*poison)(void (*entry)(void **));     /* fills team-shared memory; NULL: it is not asked to */
    const struct __gd_emu_count_table *counts;  /* NULL: not linked with --count */
    const struct __gd_emu_uninit_table *uninit; /* NULL: not linked with --check */
    struct __gd_emu_constant *constants;        /* by address */
    size_t nconstants;
    struct emu_kernel *kernels;
    struct emu_module *next;
};
struct emu_module *emu_image_load(struct gantry_device *d, const struct gantry_image *image, struct gantry_err *err);
void emu_image_unload(struct gantry_device *d, struct emu_module *m);
/* Between these two the image's variables in memory are those of the device. */
void emu_image_lock(struct gantry_device *d, struct emu_module *m);
void emu_image_unlock(struct emu_module *m);
struct emu_module *emu_image_at(struct gantry_device *d, uint64_t addr, uint64_t n); /* whose data holds all of it */

const struct __gd_emu_constant *emu_image_constant(const struct emu_module *m, uint64_t addr); /* NULL: it is none */

/* ---- pool.c ---- */
struct emu_launch {
    struct gantry_device *dev;
    struct emu_engine *engine;
    const struct emu_kernel *kernel;
    const struct gantry_grid *grid;
    void **args, **given; /* args: in device memory; given: as the host passed them */
    uint32_t nteams, ntid, chunk;
    uint64_t number, seed;
    uint64_t order_step, order_first; /* seeded: team k is (first + k * step) % nteams */
    bool seeded;
    struct emu_residents *residents; /* resident.c: of a launch whose teams wait for each other; else NULL */
    atomic_int failed;
    atomic_uint active, spinning; /* workers at work; those whose lanes all spin */
    atomic_bool overdue;          /* it has run too long, and that is being told: where it is takes a while to find */
    struct emu_moved *_Atomic moved; /* attached.c */
    _Alignas(128) atomic_uint next_team;
    _Alignas(128) char end[1];
};
struct emu_engine { /* OS threads that run one launch at a time; several launches run on engines of their own */
    struct gantry_device *dev;
    struct emu_engine *next_at_work; /* watch.c */
    double begun;
    struct emu_engine *next, *idle; /* lists: all engines of the device; idle ones */
    struct emu_launch launch;
    uint64_t args_addr, args_room; /* kernel parameters in device memory */
    struct emu_distinct distinct;
    /* the pool: worker 0 is the launching thread */
    struct emu_worker **workers;
    uint32_t nworkers, nhelpers; /* helpers: OS threads that exist */
    pthread_t *threads;
    pthread_mutex_t pool_lock;
    pthread_cond_t work, done;
    uint64_t generation;
    uint32_t wanted, running; /* wanted: helpers asked to take part; running: those at work */
    bool quit;
};
struct gantry_device {
    int number;
    struct emu_memory memory;
    uint32_t width, units, shared, nthreads;
    size_t stack; /* of a lane, as asked for: checked code gets more, since it needs more */
    bool lockstep, seeded, check, misuse;
    uint64_t patience; /* seconds of nothing but spinning */
    uint64_t seed;
    uint32_t preempt; /* lanes let others run before one in so many accesses; 0: never */
    pthread_mutex_t modules_lock;
    struct emu_module *modules;
    pthread_mutex_t launching; /* guards the members below */
    uint64_t launches;
    struct emu_engine *engines, *idle;
    atomic_bool broken; /* a failed kernel still runs on some OS thread */
    struct gantry_emu_counters last;
    bool has_last;
};
/* ---- resident.c ---- */
enum { EMU_MOST_RESIDENT = 64 };
struct emu_residents *emu_residents_new(const struct emu_launch *l); /* NULL: no memory */
void emu_residents_free(struct emu_residents *r);
/* It has claimed w->team, and may run it on return; false: the launch has failed. */
bool emu_resident_begins(struct emu_worker *w);
void emu_resident_ends(struct emu_worker *w);
bool emu_resident_spins(struct emu_worker *w); /* its lanes only wait for others; false: … */

struct emu_engine *emu_engine_take(struct gantry_device *d); /* NULL: no memory */
void emu_engine_give(struct emu_engine *e);
int emu_pool_launch(struct emu_engine *e, struct gantry_err *err); /* e->launch is filled in */
const struct gantry_emu_counters *emu_pool_last(void);             /* of the launch that this thread made last */
void emu_pool_close(struct gantry_device *d);
struct gantry_device *emu_device_at(int number); /* plugin.c */

/* ---- schedule.c ---- */
struct emu_worker *emu_worker_new(struct gantry_device *d);
void emu_worker_free(struct emu_worker *w);
void emu_worker_run(struct emu_worker *w); /* until the launch has no more teams, or has failed */
struct emu_worker *emu_worker_here(void);  /* of the calling OS thread, NULL outside a launch */
void emu_no_longer_spinning(struct emu_worker *w);
static inline void emu_make_ready(struct emu_lane *l)
{
    struct emu_worker *w = l->worker;
    l->state = EMU_READY;
    w->ring[w->tail++ % EMU_MAX_LANES] = (uint16_t)l->ids.tid;
}
/* l is about to access memory that other lanes may use, too: lets them go on, if it is time */
void emu_preempt(struct emu_lane *l);
/* a lane did something other than wait */
static inline void emu_progress(struct emu_worker *w)
{
    w->spins = 0;
    if (__builtin_expect(w->spinning, 0))
        emu_no_longer_spinning(w);
}
_Noreturn void emu_stop(struct emu_worker *w); /* w->failure is filled in: leave the team */
/* id: of the finding (include/gantry_findings.def); NULL: it is none */
_Noreturn void emu_misuse(struct emu_lane *l, const char *id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- watch.c ---- */
#define EMU_LOOK_SIGNAL SIGURG /* an OS thread that runs a team shall note where it is; ignored by default */
void emu_watch_begin(struct emu_engine *e); /* the engine's launch begins */
void emu_watch_end(struct emu_engine *e);

/* ---- sync.c ---- */
unsigned long long emu_shuffle_shadowed(struct emu_lane *l, uint64_t mask, uint64_t value, unsigned src_lane,
                                        struct __gd_emu_uninit_value *v);
unsigned long long emu_ballot_shadowed(struct emu_lane *l, uint64_t mask, int pred, struct __gd_emu_uninit_value *v);
void emu_lane_left(struct emu_lane *l); /* a lane has ended: others may have waited for it */

/* ---- runtime/host ---- */
bool gantry_unified_required(void);

/* ---- check.c ---- */
bool emu_in_team_shared(struct emu_worker *w, uint64_t addr, uint64_t n);
bool emu_in_own_image(const struct emu_worker *w, uint64_t addr, uint64_t n);
/* memcpy; `host` is the side that is the host's. false: it cannot be accessed from byte *bad on */
bool emu_copy(void *to, const void *from, uint64_t n, const void *host, uint64_t *bad);
void emu_signals_install(void);
/* how many bytes from here on the lane may access, up to n at least if it is so many */
uint64_t emu_accessible(struct emu_lane *l, uint64_t addr, uint64_t n);
bool emu_signal_stack_enter(struct emu_worker *w);
void emu_signal_stack_leave(struct emu_worker *w);

/* ---- attached.c ---- */
/* lane l is about to store to [addr, addr + n), where a pointer is attached */
/* ---- format.c: what printf follows of the arguments that a format names ---- */
struct emu_format {
    const char *at;      /* in the format; NULL: the rest of it is not known */
    const void *pointer; /* %s: to a string of at most n bytes; %n: to a number of n bytes, which is stored */
    uint64_t n;
    bool string;
};
bool emu_format_next(struct emu_format *f, va_list *ap); /* false: there are no more */

void emu_attached_store(struct emu_lane *l, uint64_t addr, uint64_t n, const struct __gd_emu_site *site);
void emu_attached_look(struct emu_launch *l); /* the launch is over: reports those that have another value now */

/* ---- report.c ---- */
void emu_report_by(const struct emu_lane *l, char *out, size_t room); /* a line that says whose code runs */
void emu_report(struct emu_worker *w);                                /* prints, and fills w->failure.err */
int emu_error(struct gantry_err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- place.c ---- */
struct emu_place {
    char function[96], file[256];
    int line, col; /* 0: unknown */
};
/* Finds the place of the innermost frame in user code, that is in the kernel's module. Frames are return addresses, but
 * where `exact` the first one is the address of an instruction. */
void emu_place_of(void *const *frames, int n, bool exact, void (*kernel)(void **), struct emu_place *out);
/* The place of a call, by where it returns to; false: nothing is known. */
bool emu_place_of_call(const void *returns_to, struct emu_place *out);
/* The optimiser leaves no line to a load of two ways, or that it moves out of a loop. Where `p` has a function alone it
 * gets the line of what the function does next behind the call, or else before it, and no column; false: neither has.
 */
bool emu_place_near(const void *returns_to, struct emu_place *p);

static inline uint64_t emu_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15ull);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

#endif
