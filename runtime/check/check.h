/* check.h: the room's own header: what only programs built with -fcheck carry (docs/checks.md). The emulated device and
 * the host runtime tell it what happens; it judges, and reports by gantry_finding (gantry_findings.h).
 *
 * Layers, as in runtime/host/host.h: a file uses files of the lines above its own, and of its line those to its left:
 *
 *   uninit.c                which device memory was never written
 *   chunks.c code.c         states of bytes; places of host code
 *   spans.c pairs.c         address ranges; what is mapped, and was
 *   statements.c            where a directive can be put in front of a statement of the host's
 *   hosts.c                 blocks of the host's heap that device code may access
 *   freed.c                 what the program has freed rests for a while
 *   heap.c                  what the program has taken from the heap, and sections that reach beyond it
 *   lowest.c                what is told of the lowest element, whichever thread came first
 *   statics.c               what functions of the C library keep between their calls
 *   pasts.c                 what happened before a moment of the host's, as those who come after it share it
 *   strands.c               tasks of the host, and what happened before what (from here to host loops: strands.h)
 *   owned.c                 memory of which one thread of the host alone knows
 *   held.c luck.c           which locks a thread of the host has; accesses that these alone have ordered
 *   released.c reduced.c    what happened before what by locks, flushes and atomics; reductions of the host's
 *   left.c                  functions that return while tasks share their variables
 *   host_barriers.c         barriers that not all threads of the host's team reach
 *   host_waits.c hangs.c    threads of the host that wait for each other for ever; with waits of other kinds (waits.h)
 *   frees.c                 which code takes memory back
 *   threads.c               what threads and tasks of the host do to the same memory without an order
 *   beside.c meetings.c     what the host did beside others (prompt.h: what hooks know of it); what is told of it
 *                           and a construct
 *   conflicts.c             what is told of two target constructs
 *   constructs.c            target constructs that nothing orders
 *   data_ends.c             the end of target data, which copies back beside them
 *   tool.c                  what libomp tells of tasks
 *   exclusive.c             locks, critical and ordered constructs of the host
 *   new_locks.c             OpenMP's locks are made
 *   posix_locks.c           … of POSIX and C11 threads
 *   posix_barriers.c        … and their barriers
 *   handed.c signals.c      what threads hand on through the kernel, also to handlers
 *   pthreads.c              threads that the program makes itself
 *   host_loops.c            loops of the host of which no thread owns the iterations; sections
 *   host_lanes.c            simd loops of the host
 *   observed.c              what loops carried whose iterations are watched
 *   asserted.c              what the program asserts, and what iterations touch that are said to be independent
 *   valueless.c mends.c     bytes that came back without a value; which update would bring what is old
 *   stale.c misuse.c        copies that are older than their originals; misuse of mappings and device memory
 *   hooks.c library.c       what instrumented code calls; functions of the C library
 *   strings.c wide.c mpi.c  … of strings, and that print; of wide characters; of MPI
 *   converted.c numbers.c   … that convert strings; that give a second result by a pointer
 *   kept.c                  … that keep something between their calls
 *   words.c                 … that take a text apart
 *   atomics.c               atomic operations of host code
 *   states.c                what may be done to four bytes (from here on: judge.h)
 *   cells.c locks.c         what was last done to device memory; sets of locks
 *   rows.c blocks.c         whose code runs; names of device memory
 *   turns.c                 what is kept of the team that runs, where resident teams take turns
 *   stacks.c                which variables on stacks several share
 *   tasks.c texts.c         explicit tasks; words of reports
 *   order.c                 what orders rows
 *   together.c              lanes of a warp that wait for a lock together, in lockstep
 *   lock_order.c            locks that are taken in different orders
 *   flushes.c               locks, flushes, and what else is released and acquired
 *   race_reports.c          what is told of conflicting accesses
 *   races.c                 conflicting accesses without an order
 *   used.c                  what a launch has loaded and stored, and of which device
 *   barriers.c              barriers that not all threads reach
 *   launches.c              what the emulated device tells of launches, teams, lanes and memory
 *   called.c                what functions of the C library do for device code
 *   here.c                  the table by which the runtime finds this library
 */
#ifndef GANTRY_CHECK_PRIV_H
#define GANTRY_CHECK_PRIV_H

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "gantry_checker.h"
#include "gantry_findings.h"

#pragma GCC visibility push(hidden) /* the room's own variables are reached without a look at a table */

/* ---- uninit.c ---- */
void uninit_opened(void);
void uninit_allocated(uint64_t addr, uint64_t n);
void uninit_freed(uint64_t addr, uint64_t n);
void uninit_written(uint64_t addr, uint64_t n); /* copied there from the host, or filled */
void uninit_copied(uint64_t to, uint64_t from, uint64_t n);
void uninit_copying_from(uint64_t from, uint64_t n);
uint64_t uninit_moved(uint64_t from, uint64_t n); /* of at most 64 bytes, those without a value that was computed */
void uninit_launching(void);
void uninit_launched(void);

/* ---- chunks.c: states of bytes ---- */
void *check_reserve(size_t n);       /* addresses that cost nothing before they are touched; NULL: the system refuses */
void *check_reserve_dense(size_t n); /* … of an array that is filled from its beginning: by large pages */
static inline struct gantry_chunk *check_chunk(uintptr_t at)
{
    return gantry_check_root ? gantry_check_root[at >> GANTRY_CHUNK_SHIFT] : NULL;
}
static inline uint64_t check_first(uint64_t n) { return n >= 64 ? ~0ull : (1ull << n) - 1; } /* the first n bits */
bool check_chunks_make(uintptr_t begin, uint64_t n, bool device); /* false: there is no memory for them */
/* The word with the states of the 64 bytes from `at`, which is a multiple of 64; NULL: there is no chunk. */
static inline _Atomic uint64_t *check_word(enum gantry_state s, uintptr_t at)
{
    struct gantry_chunk *c = check_chunk(at);
    return c ? (_Atomic uint64_t *)(c->state[s] + at % (1ul << GANTRY_CHUNK_SHIFT) / 8) : NULL;
}
static inline uint64_t check_bits(enum gantry_state s, uintptr_t at) /* of 64 bytes, the first in bit 0 */
{
    unsigned shift = at % 64;
    _Atomic uint64_t *low = check_word(s, at - shift), *high = shift ? check_word(s, at - shift + 64) : NULL;
    uint64_t bits = low ? atomic_load_explicit(low, memory_order_relaxed) >> shift : 0;
    return high ? bits | atomic_load_explicit(high, memory_order_relaxed) << (64 - shift) : bits;
}
/* … of the rest of its 64 bytes alone, where there is a chunk */
static inline uint64_t check_bits_of_line(const struct gantry_chunk *c, enum gantry_state s, uintptr_t at)
{
    uintptr_t line = at % (1ul << GANTRY_CHUNK_SHIFT) / 64;
    return atomic_load_explicit((const _Atomic uint64_t *)c->state[s] + line, memory_order_relaxed) >> at % 64;
}
static inline bool check_is_of_line(uintptr_t at, uint64_t n) { return n <= 64 - at % 64; }
/* What hooks of the host's accesses ask: gantry_check_root, but NULL while they have to look closely. That is where
 * somebody wants to know of each access, or a region runs, whose code shares routines with the host. `why` counts. */
extern struct gantry_chunk **_Atomic check_root_unwatched;
static inline bool check_is_watched(uintptr_t at) /* else an access there is nobody's business */
{
    struct gantry_chunk **root = atomic_load_explicit(&check_root_unwatched, memory_order_relaxed);
    return !root || root[at >> GANTRY_CHUNK_SHIFT];
}
void check_watch(atomic_uint *why);
void check_watch_no_more(atomic_uint *why);
void check_bits_change(enum gantry_state s, uintptr_t at, uint64_t bits, bool set);
void check_range_change(enum gantry_state s, uintptr_t at, uint64_t n, bool set);
bool check_range_any(enum gantry_state s, uintptr_t at, uint64_t n);
static inline bool check_any(enum gantry_state s, uintptr_t at, uint64_t n) /* … of one line mostly */
{
    const struct gantry_chunk *c = check_chunk(at);
    return check_is_of_line(at, n) ? c && check_bits_of_line(c, s, at) & check_first(n) : check_range_any(s, at, n);
}
/* the bytes that are `where` are `s` no longer */
void check_range_clear_where(enum gantry_state s, enum gantry_state where, uintptr_t at, uint64_t n);

/* ---- code.c ---- */
struct check_code {
    char file[256], func[96];
    struct gantry_loc at; /* file NULL: unknown */
    bool near;            /* the compiler has moved the instruction: the place is one beside it */
};
void check_code_of(const void *caller, struct check_code *out);
struct gantry_loc check_place_of(const void *caller);    /* its texts hold until the thread asks again */
bool check_code_new(const char *id, const void *caller); /* nothing was told for it before */
/* What is accessed there, as the line has it: "'a[i + 1]'"; false: it is not clear */
bool check_spelled(const struct gantry_loc *at, char *out, unsigned room);
bool check_line_has(const struct gantry_loc *at, const char *words); /* does that line of the source contain them? */
/* Is the map type of the list item at `item` written as `type`? Then an edit that makes it `to`, whose text is put into
 * `room`. */
bool check_map_type(const struct gantry_loc *item, const char *type, const char *to, char *room, size_t n,
                    struct gantry_edit *edit);

/* ---- spans.c: address ranges that may overlap ---- */
struct check_span {
    struct check_span *left, *right;
    uintptr_t begin, end, most; /* most: where the last of this subtree ends */
    uint64_t serial;
    uint32_t priority;
};
void check_span_insert(struct check_span **root, struct check_span *s, uintptr_t begin, uint64_t n);
void check_span_remove(struct check_span **root, struct check_span *s); /* which is there */
/* the first that overlaps [begin, end) and comes after s, or of all, where s is NULL */
struct check_span *check_span_after(struct check_span *root, const struct check_span *s, uintptr_t begin,
                                    uintptr_t end);

/* ---- pairs.c: between check_enter and check_leave ---- */
void check_enter(void);
void check_leave(void);
void check_ends(void); /* this thread ends the process: its accesses are nobody's from here on */
extern _Thread_local bool check_within;
typedef void check_then_fn(void);
extern _Thread_local check_then_fn
    *volatile check_then; /* what a signal's handler in between has left to do after it */
static inline bool check_inside(void) { return check_within; } /* is this thread between them? */
/* Whose the memory is that this thread takes: its number, and how many parallel regions there are around it (owned.c);
 * 0: everybody's, outside of them and where one thread works for all */
extern _Thread_local uint32_t check_taker;
/* tool.c: a thread comes to code of a parallel region; the next function that begins on it, with its frame there, is of
 * that */
extern _Thread_local bool check_begins_frames;
void check_frames_begin(uintptr_t frame);
extern atomic_uint check_frames; /* pairs whose host memory is on a stack, and constructs that may use some; */
enum { CHECK_LEFT = 1 << 20 };   /* … and so much for each thread with tasks that share some (left.c) */
void left_frame(uintptr_t begin, uintptr_t end, const void *caller); /* left.c: of this function, which returns */
struct check_pair {
    struct check_span by_host, by_device;
    struct check_pair *next, *previous;
    struct gantry_pair p;
    bool over; /* it was dropped, by the construct at `by`, with results that the host never got */
    struct gantry_loc by;
    uint64_t dropped; /* launches that had begun by then */
    struct {
        struct gantry_loc by;
        uint64_t launches; /* that had begun by then */
        bool mixed;        /* it brought other bytes that were newer */
    } lost;                /* the last copy that overwrote newer bytes */
    struct check_update {
        struct gantry_loc by; /* file NULL: there was none */
        char item[120];
        uint64_t begin, end; /* offsets; of one with a stride all that is between, too */
        uint64_t launches;   /* that had begun by then */
    } update[2];             /* the last one from the device, and to it */
    bool on_stack;
    bool usual;              /* of a finding: the device is the default one */
    bool unlisted;           /* members of it were in no clause */
    bool lasting;            /* held by more than target regions */
    struct gantry_loc named; /* where the program calls it so */
    bool renamed;            /* the function that maps it came to it by several names: pointers are exchanged */
    uint64_t *attached;      /* device addresses of attached pointers */
    uint32_t nattached;
    struct check_part *parts; /* list items that are mapped as one: members of a structure */
};
bool check_is_emulated(int device); /* states are kept of devices whose memory the process can see */
/* A variable of declare target: it has one address on all devices, whose values take turns there. */
static inline bool check_is_variable(const struct gantry_pair *p)
{
    const struct gantry_chunk *c = check_chunk(p->dev);
    return !c || !c->device;
}
struct check_pair *check_pairs(void);                             /* all that live, the latest first */
struct check_pair *check_pair_begin(const struct gantry_pair *p); /* NULL: no memory */
bool check_same_function(const struct gantry_loc *a, const struct gantry_loc *b);
bool check_can_name(const struct check_pair *c, const struct gantry_loc *at); /* does its name mean the same there? */
void check_pair_end(const struct gantry_pair *p, const struct gantry_loc *by, bool remember);
struct check_pair *check_pair_of_device(uint64_t at);
/* The live ones that overlap: the first, where c is NULL, or the one after c */
struct check_pair *check_pair_of_host(const struct check_pair *c, uintptr_t at, uint64_t n);
struct check_pair *check_pair_past(uintptr_t at, uint64_t n); /* the latest of those that are over and overlap */
void check_pairs_forget(uintptr_t host, uint64_t n); /* what is over there: the memory is another's from now on */
/* becomes the list item in which `offset` lies, of those that are mapped as one, and `offset` counts within it */
void check_narrow(struct check_pair *c, uint64_t *offset);
uint64_t check_attached_bits(const struct check_pair *c, uint64_t dev); /* of 64 bytes: attached pointers */
/* What lies at this byte, as the program names it: "'a[3]'"; n: bytes of the access. Returns out. */
/* "g[3][4]", "s.x", "a[5].x": what lies there; false: the program's names are not known */
bool check_path(const struct check_pair *c, uint64_t offset, char *out, unsigned room);
const char *check_element(const struct check_pair *c, uint64_t offset, uint64_t n, char *out, unsigned room);
/* a line that says so where several bit-fields lie in these bytes; else "" */
const char *check_bit_fields(const struct check_pair *c, uint64_t offset, uint64_t n, char *out, unsigned room);
const char *check_place(const struct gantry_loc *at, char *out, unsigned room); /* "file:line" */
bool check_expected(uintptr_t host, uint64_t n);                                /* gantry_check_expect */
void check_expect_no_more(uintptr_t host, uint64_t n);                          /* the memory is another's */

struct check_block { /* of omp_target_alloc */
    struct check_span span;
    struct check_block *next, *before; /* the latest is the first */
    uint64_t at, n;
    const void *caller;
    int device;
    uint32_t taker; /* check_taker */
};
const struct check_block *check_blocks(void);
const struct check_block *check_block_at(uint64_t at); /* NULL: there is none */
/* "a block of omp_target_alloc (taken at a.c:3)" */
const char *check_block_words(uint64_t at, char *out, unsigned room);

/* ---- lowest.c: between check_enter and check_leave ---- */
struct check_lowest {
    const void *key[8]; /* places: of each, and each variable, one is told */
    const char *name;   /* of the variable, or NULL */
    uint64_t at;        /* in it */
    void (*tell)(const void *what);
};
void check_parallel_begins(void);
void check_parallel_ends(void);
uint64_t check_offset(const struct gantry_pair *p, uintptr_t at); /* in the variable that is mapped there */
bool check_waits(void);                                           /* in a parallel region: what is found is kept */
/* n bytes, which are told when it is over. false: something was found there before */
bool check_keep_lowest(const struct check_lowest *l, const void *what, size_t n);

/* ---- statics.c ---- */
enum check_static {
    CHECK_STRTOK,
    CHECK_BROKEN_TIME,
    CHECK_TIME_TEXT,
    CHECK_ENVIRONMENT,
    CHECK_RANDOM48,
    CHECK_STATICS
};
uintptr_t check_static(enum check_static which); /* the byte that stands for it */
const char *check_static_words(uintptr_t at);    /* NULL: it is none of them */
const char *check_static_advice(uintptr_t at);

/* ---- strands.c, constructs.c: constructs that somebody may meet without an order, and host tasks that may meet some.
 * While there are any, what the host does to memory that is mapped, or will be, is kept ---- */
extern atomic_uint check_beside;
void check_hands_on(bool takes); /* handed.c: a file is read, or written */
/* Atomic: beside, 1 to 4 times HOST_ATOMIC, of 1, 2, 4, 8 bytes, or HOST_LARGE times */
enum host_kind { HOST_READS, HOST_STORES, HOST_ATOMIC, HOST_LARGE = 5 };
void check_host_flushes(bool acquires, bool releases);        /* tool.c */
void check_host_flag(uintptr_t at, bool stores, bool orders); /* … an atomic load or store; an acquire or release? */
/* Needs no lock, where one like it was kept before; false: check_host_beside keeps it */
bool check_host_kept(uintptr_t at, uint64_t n, enum host_kind kind, const void *caller);
void check_host_beside(uintptr_t at, uint64_t n, enum host_kind kind, const void *caller);

/* ---- statements.c; under the lock ---- */
/* A directive can be put in front of this line, so that it runs before the code there: the line, and its indentation.
 * 0: it is not known where. */
int check_line_before(const struct gantry_loc *at, char *indent, unsigned room);
bool check_taskwait_behind(const struct gantry_loc *at); /* stands one for all tasks behind that statement? */

/* ---- hosts.c: with requires unified_shared_memory, once a region runs; before, and in other programs, nothing ---- */
bool hosts_open(void);
void hosts_take(uintptr_t at, size_t n, const void *taken);
void hosts_free(uintptr_t at, size_t n, const void *taken, const void *by); /* it rests (freed.c) */
void hosts_give_back(uintptr_t at);
bool hosts_next(uint32_t *i, uintptr_t *at,
                size_t *n); /* those that are in use; the first after *i, which begins as 0 */
/* "a block of the host's heap (80 bytes, taken at a.c:3)", and where in it; NULL: none is there */
/* is memory at dev, whose host counterpart is at `host`, the host's own? */
static inline bool check_is_host(uint64_t dev, uintptr_t host) { return dev && dev == host && !check_block_at(dev); }
const char *hosts_words(uint64_t addr, uint64_t *offset, char *out, unsigned room);
bool hosts_outside(unsigned number);
bool hosts_bad(uint64_t addr, uint64_t size);
bool hosts_describe(unsigned number, uint64_t addr, uint64_t size, struct gantry_message *m);
bool check_block_is(uintptr_t at, size_t n); /* does the C library have a block of that size there? */

/* ---- heap.c: blocks of the C library's heap, those that calls in the program's own code took ---- */
void check_heap_took(void *p, size_t n, const void *caller);
void check_heap_gave_back(void *p);
void check_heap_frees(void *p, const void *caller); /* the program calls free */
/* freed.c: a block of n bytes (0: not known) rests before it goes. Is what is mapped, or copied by a routine, in one?
 */
void check_heap_free(void *p, size_t n, const void *taken, const void *by);
bool check_heap_rests(const void *p); /* will it? */
/* the block that rests around the byte; false: none does */
bool check_freed_block(uintptr_t at, uintptr_t *begin, size_t *n, const void **taken);
void check_freed_host(void); /* tells hosts.c of all */
void check_heap_launching(void);
bool check_freed_section(const struct gantry_pair *p);
bool check_freed_side(uintptr_t at, bool store, const void *caller);
void check_section(const struct gantry_pair *p); /* tells where it reaches beyond the block that its pointer leads to */

/* the block that p leads into: where it begins, its bytes, the code that took it; false: none that is known */
bool check_heap_block(const void *p, uintptr_t *at, size_t *n, const void **caller);
/* who took the block that holds the byte: check_taker; false: none that is known */
bool check_heap_taker(uintptr_t at, uint32_t *taker);

/* ---- observed.c: of all runs of a loop; names, files and functions are kept by their addresses ---- */
enum check_meets { CHECK_FLOW, CHECK_ANTI, CHECK_OUTPUT };
struct check_two {         /* accesses of a byte in two iterations */
    uint32_t before, now;  /* the iterations; before: 0, it is not known which */
    const void *from, *to; /* the code */
};
struct check_observed *check_observed_begins(const struct gantry_loc *at); /* NULL: nobody wants to know */
void check_observed_ends(struct check_observed *o, uint32_t iterations, bool cut);
void check_observed_meets(struct check_observed *o, enum check_meets kind, const char *name, bool scalar,
                          const struct check_two *two, uintptr_t at);

/* ---- asserted.c: while loops run whose iterations are said to be independent, all that they touch is looked at ----
 */
extern atomic_uint check_each; /* so many loops */
void check_each_touches(uintptr_t at, uint64_t n, bool store, const void *caller);

/* ---- valueless.c ---- */
void check_keep_seen(uintptr_t at, uint64_t bits, const unsigned char *from); /* of 64 bytes: what was there */
uint64_t check_undefined(uintptr_t at, uint64_t among);
bool check_all_undefined(uintptr_t at, uint64_t n);
void check_reads_undefined(uintptr_t at, uint64_t n, const void *caller);

/* ---- mends.c: for findings that an update before this place, or another map type, would mend. less: an update that
 * was too short, or NULL; c->usual: what is found is told later, perhaps by a thread that libomp knows nothing of ----
 */
void check_advise_update(const struct check_pair *c, bool to, const struct check_update *less,
                         const struct gantry_loc *before, struct gantry_finding *f, char *text, size_t room);
void check_advise_map(const struct check_pair *c, struct gantry_finding *f, char *text, size_t room);

/* ---- stale.c ---- */
/* The host reads n bytes; value: of one variable */
void check_looks(uintptr_t at, uint64_t n, const void *caller, bool value);
void check_host_stores(uintptr_t at, uint64_t n, const void *caller);
/* Has this code stored before? Of much code that has, the answer may be no. */
enum { CHECK_KNOWN = 256 };
extern const void *_Atomic check_known[CHECK_KNOWN];
static inline bool check_is_known(const void *caller)
{
    return atomic_load_explicit(&check_known[(uintptr_t)caller % CHECK_KNOWN], memory_order_relaxed) == caller;
}
void check_copying_from(uintptr_t to, uint64_t from, uint64_t n); /* bytes are about to be copied to the host */
void check_copied_to(uint64_t to, uintptr_t from, uint64_t n);    /* bytes have been copied to a device */
/* code of the device is about to load or store */
struct __gd_emu_site;
void gantry_check_device_reads(uint64_t at, uint64_t n, const struct __gd_emu_site *site);
void gantry_check_device_stores(uint64_t at, uint64_t n);
void check_valueless(int device, uint64_t at, uint64_t n);
void check_unlisted(const struct gantry_pair *item, uint64_t at, uint64_t n);
bool check_is_unlisted(uint64_t at, char *name, unsigned room);
/* heap.c: of a copy by a routine; does it reach beyond an object of the host's? Then that is told. */
void check_dimension(const char *routine, int store, int device, int k, uint64_t volume, uint64_t offset,
                     uint64_t extent, const void *caller);
void check_sides(const void *dst, const void *src);
void check_side_reaches(uintptr_t at, uint64_t n, bool store, const void *caller);
bool check_path_at(uint64_t at, char *name, unsigned room);
void check_prints(const char *format, va_list *ap, const void *caller); /* strings.c: what %s prints */
void check_host_unknown(uintptr_t at, uint64_t n);                      /* foreign code may have stored there */

/* ---- misuse.c ---- */
bool check_host_pointer(uint64_t addr, struct gantry_host_pointer *out);
void check_host_touches_device(uintptr_t at, uint64_t n, bool store, const void *caller);
void check_device_gone(uint64_t at, const void *caller);                    /* omp_target_free */
bool check_frees_device(uintptr_t at, const char *how, const void *caller); /* device memory: told, and not freed */
void check_host_gone(uintptr_t at, uint64_t n, const char *how, const void *caller); /* freed, unmapped, returned */
/* … by a call of the program's, before: a store to all of it */
void check_host_frees(uintptr_t at, uint64_t n, const char *how, bool rests, const void *caller);

/* ---- hooks.c ---- */
void check_read(uintptr_t at, uint64_t n, const void *caller);
/* library.c: reads n bytes of p, of which each of the first `decide` decides: unlike in a copy, none may be without a
 * value */
void check_decides(const void *p, size_t n, size_t decide, const void *caller);
void check_store(uintptr_t at, uint64_t n, const void *caller);
void check_atomic(uintptr_t at, uint64_t n, bool reads, bool stores, const void *caller); /* of one variable */
/* … what it orders: before it stores, or after it has loaded; orders: it is a release, or an acquire */
void check_flag(uintptr_t at, bool stores, bool orders);
void check_flushes(bool acquires, bool releases);

/* rows of the table */
void check_declared(const struct gantry_var *v);
void check_mapped(const struct gantry_pair *p);
void check_part(const struct gantry_pair *p);
void check_unmapped(const struct gantry_pair *p, const struct gantry_loc *by);
void check_named(const struct gantry_pair *item, uint64_t dev);
void check_attached(int device, uint64_t at);
void check_moving_to(const struct gantry_pair *p, const struct gantry_loc *by, enum gantry_wanted wanted);
void check_moving_from(const struct gantry_pair *p, const struct gantry_loc *by, enum gantry_wanted wanted);
void check_written(int device, uint64_t at, uint64_t n, const void *host);
void check_set(int device, uint64_t at, uint64_t n, const char *routine, const void *caller);
void check_launching(int device, const struct gantry_region *r);
void check_launched(int device, const struct gantry_region *r);
void check_absent(const struct gantry_pair *p, const char *construct);
int check_resized(const struct gantry_pair *p, const struct gantry_pair *there, int update);
int check_faulty(const struct gantry_loc *where, const char *name, const char *text, int absent);
void check_expect(const void *p, size_t bytes);
void check_host_side(uint64_t at, uint64_t n, int store, uint64_t other, const void *caller);
void check_device_block(int device, uint64_t at, uint64_t n, const void *caller);

#pragma GCC visibility pop
#endif
