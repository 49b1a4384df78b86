/* host.h: the host runtime's own header; outside of runtime/host only runtime/verify includes it.
 *
 * Layers: a file uses files of the lines above its own, and of its line those to its left; tests/house/rooms.py reads
 * this list and holds it:
 *
 *   thread.c own.c ending.c               who the calling thread is; threads of the runtime's own; files written
 *                                         whichever way the process ends
 *   libomp.c tree.c                       the host's OpenMP library, where there is one; host address ranges
 *   report.c knobs.c                      error policy; settings
 *   leaving.c replacing.c leftover.c      _exit and exec; what libomp left of killed processes
 *   events.c                              what the runtime does, as one stream
 *   stats.c findings.c trace.c environment.c         counters; one line per call; what each device has of OMP_*
 *   tuned.c                               what gantry tune has measured
 *   readers.c                             who reads the events
 *   damage.c registry.c                   what a damaged file may hold; modules, their images, declare target variables
 *   devices.c memory.c                    what devices there are; their memory
 *   queue.c                               threads that carry out what need not be waited for
 *   lists.c                               list items that exist at run time only
 *   names.c                               what mapped memory is called
 *   entries.c moves.c pointers.c links.c present.c   the map semantics of OpenMP 5.2, 5.8.3, with OpenACC's attach and
 *                                         detach; declare target link
 *   indirect.c images.c                   functions that are called by address; images on devices, their kernels
 *   apart.c                               what launches only read, and where they store
 *   shape.c                               numbers of teams and threads
 *   launch.c                              one launch
 *   graph_order.c graph.c (graph.h)       launches that are repeated, as one operation
 *   single.c target.c data.c              loops as one launch, target regions, data constructs
 *   async.c                               device constructs with nowait
 *   icvs.c league.c turns.c atomic.c      in place: variables put back, teams one after the other, turns, atomics
 *   meeting.c                             in place: teams that wait for each other
 *   acc_calls.c acc_queues.c              where acc_* routines were called; OpenACC's queues
 *   api.c allocator.c interop.c places.c  omp_* routines; where metadirectives choose by the device
 *   acc_devices.c acc_data.c              acc_* routines
 *   entry.c                               the symbols generated code and users call; picks one runtime per process
 *
 * Errors are values (struct gantry_err) up to the entry points of target.c, data.c and api.c, which hand them to
 * gantry_fail. */
#ifndef GANTRY_HOST_H
#define GANTRY_HOST_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "gantry.h"
#include "gantry_abi.h"
#include "gantry_plugin.h"
#include "libomp.h"

#define GANTRY_OPENMP 202011 /* what _OPENMP is in programs */

struct gantry_dev;
#define COUNT_OF(a) (sizeof(a) / sizeof *(a))

/* ---- thread.c ---- */
unsigned gantry_queue_here(void); /* the calling thread's queue, from 1; 0 = one of the program's own threads */
void gantry_thread_is_queue(unsigned number);
const void *gantry_job_here(void); /* where the program met the construct with nowait that this thread carries out; NULL
                                    * = none */
void gantry_thread_has_job(const void *code);
const void *gantry_caller_here(void); /* where the program called the routine that this thread runs; NULL = unknown */
void gantry_thread_called_from(const void *code);

/* ---- own.c: see gantry_own_thread ---- */
void gantry_own_begin(void); /* once, as the program begins, on the thread of its main */

/* ---- ending.c ---- */
void gantry_end_files(void);                       /* now, if they are not written yet: see gantry_at_end */
void gantry_end_anywhere(void);                    /* the same where locks of the C library may be held */
void gantry_end_of_thread(void);                   /* a handler has a stack of its own on this thread from now on */
void gantry_end_of_event(double now);              /* which ended then, in microseconds since the first */
void gantry_at_end_of_events(void (*write)(void)); /* as gantry_at_end; its thread comes later */
/* For a writer at the end: a thread that a signal has ended never gives the lock back. false: it has waited for a while
 */
bool gantry_lock_at_end(pthread_mutex_t *lock);
bool gantry_end_is_written(void);                     /* this process has written its files, and goes on */
void gantry_at_end_of_child(void (*write)(void));     /* in a child by fork, which writes nothing else */
void gantry_events_end_in_child(void (*write)(void)); /* … its thread comes with the first event */

/* ---- knobs.c ---- */
enum gantry_space { GANTRY_SPACE_AUTO, GANTRY_SPACE_SHARED, GANTRY_SPACE_GLOBAL };
enum gantry_offload { GANTRY_OFFLOAD_DEFAULT, GANTRY_OFFLOAD_MANDATORY, GANTRY_OFFLOAD_DISABLED };
struct gantry_settings {
    enum gantry_offload offload;
    bool devices_set;               /* GANTRY_DEVICES was given: kinds in it without an image are worth a message */
    int default_device;             /* OMP_DEFAULT_DEVICE, where there is no libomp to ask */
    uint64_t teams, threads, lanes; /* GANTRY_TEAMS, GANTRY_THREADS, GANTRY_LANES; 0 = not set */
    uint64_t march;                 /* GANTRY_MARCH; NOT_SAID = not set */
    enum gantry_space space;        /* GANTRY_SPACE */
};
bool gantry_parse_number(const char *s, uint64_t *out); /* "64k" -> 65536 */
void gantry_offload_check(void);   /* takes a wrong OMP_TARGET_OFFLOAD out of the environment: see environment.c */
void gantry_remove_leftover(void); /* of a killed process of the same number, on which libomp would fail: leftover.c */
void gantry_display_knobs(void);
void gantry_knobs_have_reader(void); /* the program has the library that reads GANTRY_VERIFY and GANTRY_GOLDEN */
/* Names variables that nobody reads: of no row, or of a kind of device that is not used. */
void gantry_knobs_check(bool (*is_used)(const char *kind), bool regions); /* regions: the program has some */

/* ---- environment.c: OMP_* variables for one device; a 0 = not set ---- */
struct gantry_limits {
    int num_teams, teams_thread_limit, thread_limit, num_threads;
    int max_levels; /* 0 or 1 */
    int schedule, chunk, allocator;
    bool cancellation;
};
void gantry_fill_icvs(const struct gantry_dev *d, struct gantry_env *env);
void gantry_environment_of(int device); /* this thread is about to open that device: see gantry_stack_bytes */
void gantry_display_at_start(int devices);
void gantry_display_environment(bool verbose, int devices);
const struct gantry_settings *gantry_settings(void);
struct gantry_limits gantry_device_limits(int device);

/* ---- report.c: the one place where an error becomes a message and an exit status ---- */
int gantry_error(struct gantry_err *err, int code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void gantry_error_add(struct gantry_err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void gantry_fail(const struct gantry_loc *where, const struct gantry_err *err);
/* the program has OpenACC, in whose words it is told what is found and what went wrong */
extern atomic_bool gantry_speaks_openacc;
/* is told before the program ends; NULL: nobody is. Set once, by the tools interface of OpenACC */
extern void (*gantry_on_failure)(const struct gantry_loc *where, const struct gantry_err *err);
/* code: of gantry_err, for tools */
_Noreturn void gantry_fail_as(const struct gantry_loc *where, int code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void gantry_failf(const struct gantry_loc *where, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void gantry_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
bool gantry_failing(void);
extern bool
    gantry_findings_quiet;      /* who reads the records of findings prints them: no text here (GANTRY_CHECK=quiet) */
void gantry_check_failed(void); /* entry points: a second thread, or code run by exit(), goes no further */

/* ---- events.c: the one stream of what the runtime does; trace, counters and the profile read it ---- */
enum gantry_op {
    GANTRY_OP_OPEN,
    GANTRY_OP_LOAD,
    GANTRY_OP_ALLOC,
    GANTRY_OP_FREE,
    GANTRY_OP_TO,
    GANTRY_OP_FROM,
    GANTRY_OP_WITHIN,
    GANTRY_OP_FILL,
    GANTRY_OP_LAUNCH,
    GANTRY_OP_HOST,      /* a region in place */
    GANTRY_OP_CONSTRUCT, /* a device construct, or one end of target data, with all that it does */
    GANTRY_OP_WAIT,      /* the host waits; in constructs, or for tasks */
    GANTRY_OP_ASSOCIATE,
    GANTRY_OP_DISASSOCIATE,
    GANTRY_OP_MAP, /* what a construct maps, once the device's addresses are known */
    GANTRY_OP_UNLOAD,
    GANTRY_OP_ADDRESS, /* the program was given a device address: who uses the memory there is not known */
    GANTRY_OP_COUNT,
};
struct gantry_mapping;
struct gantry_needed { /* what generated code says that a region must move and compute (__gantry_needs) */
    const struct gantry_region *of;
    double read, written, points, floats, doubles; /* below 0: not known */
};
struct gantry_event {
    enum gantry_op op;
    int device;       /* regions in place: enum gantry_in_place, below 0; where none is meant, GANTRY_NO_DEVICE */
    uint64_t bytes;   /* of launches: group space in device memory, per team */
    const char *name; /* variable, kernel, image; what is waited for */
    const struct gantry_loc *where;
    double begin, end;                  /* from gantry_now; gantry_note sets the end */
    const struct gantry_grid *grid;     /* launches */
    const struct gantry_layers *layers; /* launches; NULL: nothing is known */
    const struct gantry_needed *needed; /* launches, regions in place; NULL: not known */
    const char *tuned; /* the same: the row of GANTRY_TUNED that is followed, "threads=4 (n=200)"; NULL: none */
    const struct gantry_region *region; /* constructs and regions in place; … */
    enum gantry_construct construct;    /* … target data is entered as by enter data, left as by exit data; … */
    bool nowait;                        /* … carried out by a queue */
    bool failed;                        /* what began is not done; the program goes on */
    const void *code;                   /* where the program called the runtime, or NULL */
    const void *host;                   /* memory; images: the code */
    uint64_t address;                   /* of device memory … */
    uint64_t from;                      /* … and of what is copied within it */
    const struct gantry_mapping *map;   /* GANTRY_OP_MAP */
    double compiling;                   /* GANTRY_OP_LOAD: microseconds of it in the driver's compiler */
    uint32_t units;                     /* GANTRY_OP_OPEN: of the device */
    unsigned thread;                    /* the host thread, from 1 as each met its first event; gantry_note sets it */
};
enum { GANTRY_NO_DEVICE = -100 };
extern atomic_bool gantry_watched; /* somebody reads events */
static inline bool gantry_is_watched(void)
{
    return __builtin_expect(atomic_load_explicit(&gantry_watched, memory_order_relaxed), 0);
}
/* Nobody reads, nothing is made: an event costs a load and two branches. GANTRY_BEGINS declares event E; what begins
 * ends on the same thread, the last that began first. GANTRY_ENDS: the statements after E complete it before. */
#define GANTRY_BEGINS(E, OP, DEVICE, ...)                                                                              \
    struct gantry_event E;                                                                                             \
    const bool E##_watched = gantry_is_watched();                                                                      \
    if (__builtin_expect(E##_watched, 0)) {                                                                            \
        E = (struct gantry_event){.op = (OP), .device = (DEVICE), __VA_ARGS__};                                        \
        gantry_note_begin(&E);                                                                                         \
    }
#define GANTRY_ENDS(E, ...)                                                                                            \
    do {                                                                                                               \
        if (__builtin_expect(E##_watched, 0)) {                                                                        \
            __VA_ARGS__;                                                                                               \
            gantry_note(&E);                                                                                           \
        }                                                                                                              \
    } while (0)
/* what takes no time */
#define GANTRY_NOTE(OP, DEVICE, ...)                                                                                   \
    do {                                                                                                               \
        if (gantry_is_watched())                                                                                       \
            gantry_note(&(struct gantry_event){.op = (OP), .device = (DEVICE), __VA_ARGS__});                          \
    } while (0)
typedef void gantry_reader(const struct gantry_event *e); /* called by any thread, several at once */
extern atomic_uint gantry_clock_jumps;                    /* how often the clock was behind what it had said before */
double gantry_now(void);                                  /* microseconds since the first call */
void gantry_note_begin(struct gantry_event *e);           /* it begins now */
void gantry_note(struct gantry_event *e);                 /* it ends now */
void gantry_read_events(gantry_reader *ends);             /* from now on */
void gantry_read_both(gantry_reader *begins, gantry_reader *ends); /* those that begin, too */
const char *gantry_op_name(enum gantry_op op);
const char *gantry_construct_name(const struct gantry_event *e); /* "target", "target enter data" … */
/* Has the launch's kernel a loop that each thread runs for itself, where others of its variants share it? */
bool gantry_marches(const struct gantry_grid *g);

/* ---- readers.c: trace.c, stats.c and runtime/profile, where the environment asks for them ---- */
extern atomic_bool gantry_readers_ready;
void gantry_readers_begin(void);
static inline void gantry_readers_start(void) /* once, before the first event */
{
    if (!atomic_load_explicit(&gantry_readers_ready, memory_order_acquire))
        gantry_readers_begin();
}
/* What is needed by the region that begins now: what __gantry_needs said of it on this thread, once. */
struct gantry_needed gantry_needed_by(const struct gantry_region *r);
void gantry_needs_again(const struct gantry_needed *n); /* on the thread that carries it out */
void gantry_read_host(void);                            /* a reader wants to know of regions in place */
/* the events of constructs; code: where the program called */
void gantry_construct_event(struct gantry_event *e, const struct gantry_region *r, int dev,
                            enum gantry_construct construct, const void *code);
#define GANTRY_CONSTRUCT_BEGINS(E, ...)                                                                                \
    struct gantry_event E;                                                                                             \
    const bool E##_watched = gantry_is_watched();                                                                      \
    if (__builtin_expect(E##_watched, 0)) {                                                                            \
        gantry_construct_event(&E, __VA_ARGS__);                                                                       \
        gantry_note_begin(&E);                                                                                         \
    }
extern atomic_uint gantry_images_gone;  /* programs and libraries: others may stand where their texts and regions did */
extern atomic_bool gantry_maps_watched; /* a reader wants events GANTRY_OP_MAP (none of updates) */
void gantry_construct_maps(const struct gantry_mapping *m, enum gantry_construct construct);
void gantry_trace_start(void);
void gantry_stats_start(void);
void gantry_profile_start(void);

/* ---- tree.c: disjoint host ranges ---- */
struct gantry_attached { /* a pointer inside a mapped range whose device copy points to device memory */
    uint64_t offset, value;
    uint32_t count; /* OpenACC's attachment counter (3.3, 2.6.7): it takes as many detach */
};
struct gantry_entry {
    uintptr_t begin, end;   /* host range [begin, end) */
    uint64_t dev;           /* device address of begin */
    _Atomic uint64_t count; /* references by map clauses */
    _Atomic uint64_t hold;  /* references by ompx_hold */
    _Atomic uint32_t users; /* target regions running with it */
    _Atomic uint32_t pins;  /* copies in progress outside the table's lock: the entry stays until they are done */
    _Atomic uint64_t mover; /* serial of the construct that makes its first or last copy, while others wait; 0: none */
    uint32_t skew;          /* bytes of its device memory before dev */
    uint32_t awaited;       /* pointers that wait to be attached to it; … */
    uintptr_t awaited_by;   /* … the last of them */
    bool implicit;          /* made by an implicit map: implicit maps copy only to entries that one of them made */
    bool infinite, associated; /* declare target or omp_target_associate_ptr: never removed by counting */
    uint64_t born;             /* serial of the construct that made it */
    const char *name;          /* as first mapped */
    struct gantry_loc where;
    struct gantry_module *module;     /* declare target: whose */
    struct gantry_attached *attached; /* sorted by offset */
    size_t nattached, cap;
    struct gantry_entry *left, *right;
    uint32_t priority;
};
struct gantry_waiting { /* a host pointer that is not mapped itself, though its target is: attached when it is mapped */
    uintptr_t pointer;
    struct gantry_entry *target; /* NULL: gone meanwhile */
};
struct gantry_entry *gantry_tree_first(struct gantry_entry *root, uintptr_t begin, uintptr_t end); /* that overlaps */
struct gantry_entry *gantry_tree_at(struct gantry_entry *root, uintptr_t p);
void gantry_tree_insert(struct gantry_entry **root, struct gantry_entry *e);
void gantry_tree_remove(struct gantry_entry **root, struct gantry_entry *e);

/* ---- devices.c ---- */
struct gantry_loaded { /* an image of a module on a device */
    struct gantry_loaded *next;
    struct gantry_module *module;
    const struct gantry_image *image;
    void *handle;
    struct gantry_indirect_row *indirect; /* declare target indirect, sorted */
    uint32_t nindirect, published;        /* published: of those, in the device's table */
    uint64_t indirect_table;              /* device memory, 0 = none */
};
struct gantry_link { /* declare target link: a pointer on the device that follows the mapping of a host
                        variable */
    struct gantry_link *next;
    struct gantry_module *module;
    const struct gantry_var *var;
    uint64_t symbol;
    bool mapped;
};
struct gantry_scratch { /* device memory of a launch, kept for the next one */
    struct gantry_scratch *next;
    uint64_t addr, size;
    bool clean; /* its header is 0, as kernels leave it that end well */
};
struct gantry_dev {
    int number, ordinal;
    const struct gantry_plugin *plugin;
    struct gantry_device *handle;
    struct gantry_props props;
    struct gantry_limits limits;
    atomic_bool opened;
    pthread_mutex_t lock; /* opening, modules, scratch */
    struct gantry_loaded *loaded;
    struct gantry_scratch *scratch, *spaces; /* of reductions; group space */
    atomic_uint generation;                  /* of the registry, when modules with variables were last loaded */
    pthread_rwlock_t present_lock;
    struct gantry_entry *present;
    uint64_t present_bytes, present_count;
    struct gantry_link *links; /* under present_lock, as are these: */
    atomic_uint nmoving;       /* entries with a mover */
    pthread_mutex_t moved_lock;
    pthread_cond_t moved;
    atomic_uint_fast64_t moves;     /* counts the times that an entry lost its mover or a pin */
    struct gantry_waiting *waiting; /* sorted by pointer */
    size_t nwaiting, cap_waiting, gone_waiting;
    atomic_uint_fast64_t changes; /* counts entries that came or went */
    atomic_uint noted;            /* stretches of regions that graph.c has noted and not run */
};
int gantry_num_devices(void);               /* starts the runtime */
const char *gantry_device_kind(int number); /* "cuda"; of a device that is there */
int gantry_known_devices(void);             /* does not; -1: no file with regions is there yet */
/* the open device of that number; NULL and err when it cannot be used */
struct gantry_dev *gantry_dev_get(int number, struct gantry_err *err);
struct gantry_dev *gantry_dev_if_open(int number);
int gantry_devices_known(void); /* like gantry_num_devices, but 0 before the runtime has started */
int gantry_default_device(void);
extern void (*_Atomic gantry_choose_default)(void); /* before the default device is first asked for; NULL: nothing */
/* a device clause's or routine's number: -1 = the initial device, else < gantry_num_devices(); -2 = no such
 * device */
int gantry_resolve_device(int number);
/* Called before something is done on the device, by who holds no lock: what graph.c has noted runs first. */
extern void (*gantry_settle)(struct gantry_dev *d);
static inline void gantry_dev_settles(struct gantry_dev *d)
{
    if (__builtin_expect(atomic_load_explicit(&d->noted, memory_order_acquire), 0))
        gantry_settle(d);
}
void gantry_why_no_device(struct gantry_err *err); /* "no device: cuda: libcuda.so.1 not found; …" */
bool gantry_exiting(void);

/* device memory with trace and counters */
/* Members of a structure, from the first to the last that is mapped: on the device, too, each must have the alignment
 * that it has in the structure, wherever the first one begins. So many bytes of the memory lie in front of it. */
static inline uint32_t gantry_skew(uint32_t map_flags, const void *begin)
{
    enum { MOST = 16 };
    return map_flags & GANTRY_MAP_MEMBER ? (uint32_t)((uintptr_t)begin % MOST) : 0;
}
int gantry_dev_alloc(struct gantry_dev *d, uint64_t size, const void *host /* what it is for, or NULL */,
                     const char *name, const struct gantry_loc *where, uint64_t *addr, struct gantry_err *err);
int gantry_dev_pause(struct gantry_dev *d, struct gantry_err *err); /* frees what is only kept for reuse */
int gantry_dev_free(struct gantry_dev *d, uint64_t addr, uint64_t size, const char *name,
                    const struct gantry_loc *where, struct gantry_err *err);
void gantry_dev_mark_constant(struct gantry_dev *d, const struct gantry_entry *e, bool declared); /* if it is */
void gantry_dev_outside(struct gantry_dev *d, const struct gantry_entry *e, uint64_t pointer);
int gantry_dev_to(struct gantry_dev *d, uint64_t dst, const void *src, uint64_t n, const char *name,
                  const struct gantry_loc *where, struct gantry_err *err);
int gantry_dev_from(struct gantry_dev *d, void *dst, uint64_t src, uint64_t n, const char *name,
                    const struct gantry_loc *where, struct gantry_err *err);
int gantry_dev_host(struct gantry_dev *d, void *to, const void *from, uint64_t n, bool out, const char *name,
                    const struct gantry_loc *where, struct gantry_err *err);
/* If the error is the program's own fault: a finding. The error then says so. */
void gantry_tell_fault(struct gantry_err *err, const char *text, const char *name, const struct gantry_loc *where);

/* ---- registry.c ---- */
void gantry_tell_variables(void);                                 /* what the judge of -fcheck was too late for */
bool gantry_registry_has_kind(const char *kind, bool *any_image); /* some module has an image of this kind */
const struct gantry_object *gantry_object_of_variable(const void *address); /* registry.c; NULL: it is not known */
void gantry_see_module(struct gantry_module *m);

/* ---- images.c ---- */
/* loads the images of all modules with declare target variables and maps these */
int gantry_load_variables(struct gantry_dev *d, struct gantry_err *err);
struct gantry_kernel { /* resolved: per region and device */
    void *handle;
    const struct gantry_kernel_info *info;
};
/* variant: the number of a row of r->variants; 0 where there are none */
int gantry_kernel_get(struct gantry_dev *d, const struct gantry_region *r, int variant, struct gantry_kernel *out,
                      struct gantry_err *err);

/* ---- lists.c: the items of a construct, those of its lists in their places ---- */
struct gantry_section { /* of target update: pieces of contiguous bytes, outermost dimension first */
    uint64_t piece;
    uint32_t ndims;
    struct gantry_dim dims[];
};
struct gantry_items {
    uint32_t n;
    const struct gantry_map *maps;
    const struct gantry_val *vals;
    const struct gantry_section *const *sections; /* NULL: none has gaps */
    void *owned;
};
int gantry_check_rows(const struct gantry_region *r, struct gantry_err *err); /* damage.c */
int gantry_items_open(struct gantry_items *it, const struct gantry_region *r, const struct gantry_val *vals,
                      struct gantry_err *err);
void gantry_items_close(struct gantry_items *it);
void gantry_lists_free(const struct gantry_region *r, const struct gantry_val *vals); /* the construct is over */

/* ---- present.c: what one construct does to the present table ---- */
struct gantry_slot {
    struct gantry_entry *entry; /* NULL: nothing mapped there */
    uint64_t dev;               /* device address of val.begin where entry != NULL */
    bool counts;                /* the first item of the construct in that entry: the one that changes its count */
    bool leaves;                /* the entry's count became 0: the construct removes it */
    bool detaches;              /* on exit: the pointer that leads to the item is detached (OpenACC) */
    uint32_t copy;              /* GANTRY_MAP_TO, GANTRY_MAP_FROM: to be made outside of the lock */
};
struct gantry_mapping {
    struct gantry_dev *dev;
    const struct gantry_region *region;
    struct gantry_items items;
    const struct gantry_map *maps; /* items.maps, items.vals */
    const struct gantry_val *vals;
    uint32_t n;
    struct gantry_err *err;
    struct gantry_loc at; /* where it went wrong: the construct or the item at work */
    uint64_t serial;
    const char *tuned;                  /* as gantry_event.tuned */
    bool members;                       /* some items are GANTRY_MAP_MEMBER */
    uintptr_t partly_begin, partly_end; /* range of the last implicit structure or array of which a part is mapped; or
                                         * 0 */
    struct gantry_slot *slots, small[16];
};
int gantry_map_open(struct gantry_mapping *m, struct gantry_dev *d, const struct gantry_region *r,
                    const struct gantry_val *vals, struct gantry_err *err);
void gantry_map_close(struct gantry_mapping *m);
int gantry_map_enter(struct gantry_mapping *m); /* fills slots */
bool gantry_map_find(struct gantry_mapping *m); /* fills slots where all is there and nothing is to be copied; counts
                                                 * nothing */
int gantry_map_exit(struct gantry_mapping *m);
int gantry_map_update(struct gantry_mapping *m);
void gantry_map_use(struct gantry_mapping *m, bool begin); /* a region runs with these entries */
bool gantry_translate(struct gantry_dev *d, const void *p, uint64_t *dev);
/* … of what begins at origin, where p is mapped: it may begin outside of that */
bool gantry_translate_from(struct gantry_dev *d, const void *p, const void *origin, uint64_t *dev);
int gantry_associate(struct gantry_dev *d, const void *host, uint64_t dev, uint64_t size, const char *name,
                     struct gantry_module *module, const struct gantry_loc *where, struct gantry_err *err);
enum gantry_disassociated { GANTRY_DISASSOCIATED, GANTRY_NOT_ASSOCIATED, GANTRY_STILL_HELD /* by a construct */ };
enum gantry_disassociated gantry_disassociate(struct gantry_dev *d, const void *host);
/* Is the device's memory there that of a mapping, not the program's own? Sets as what, and where, it was mapped. */
bool gantry_is_mapping_memory(struct gantry_dev *d, uint64_t dev, const char **name, struct gantry_loc *where);
int gantry_add_link(struct gantry_dev *d, const struct gantry_var *v, uint64_t symbol, struct gantry_module *module,
                    struct gantry_err *err);
void gantry_forget_module(struct gantry_dev *d, const struct gantry_module *m);
bool gantry_is_mapped(struct gantry_dev *d, const void *p, uint64_t n); /* all n bytes; 0: where they begin */
uint64_t gantry_mapped_rest(struct gantry_dev *d, const void *p); /* from p to the end of its entry; 0: it has none */
bool gantry_is_touched(struct gantry_dev *d, const void *p, uint64_t n); /* some of them */
void *gantry_host_of(struct gantry_dev *d, uint64_t dev);                /* of what is mapped; else NULL */

/* ---- apart.c: once m is entered ---- */
bool gantry_lies_apart(const struct gantry_mapping *m);

/* ---- single.c ---- */
bool gantry_single_fits(const struct gantry_mapping *m, const struct gantry_single *s); /* before m is entered */
uint32_t gantry_single_threads(const struct gantry_single *s); /* that teams must have; 0: any number */
bool gantry_single_places(struct gantry_mapping *m, const struct gantry_single *single); /* … and after */

/* ---- pointers.c ---- */
enum gantry_pointing { GANTRY_ATTACH, GANTRY_DETACH, GANTRY_DETACH_ALL };
/* the actions of OpenACC 3.3, 2.7.2, on the pointer at that host address; nothing where it, or what it leads to, is not
 * mapped */
int gantry_point(struct gantry_dev *d, void **at, enum gantry_pointing how, const struct gantry_loc *where,
                 struct gantry_err *err);

/* ---- queue.c: work that runs on threads of the runtime's own (docs/asynchrony.md) ---- */
struct gantry_work {
    struct gantry_work *next;
    void (*run)(struct gantry_work *w); /* frees w */
    uint64_t event; /* of a detached task of libomp's: fulfilled when run() has returned; 0 = none */
};
void gantry_queue_add(struct gantry_work *w);
void gantry_queue_fulfil(uint64_t event);
bool gantry_queue_wait(void); /* waits until all work added is done; false: this thread is a queue's, or this process a
                               * child by fork */

/* ---- async.c ---- */
/* The calling task waits for those that n dependences of libomp's name; where: libomp's place. */
void gantry_wait_deps(void *where, int32_t thread, int32_t n, void *dependences,
                      bool apart); /* apart: of another task */

/* ---- tuned.c ---- */
enum { NOT_SAID = 2 }; /* of what is 0 or 1 */
struct gantry_tuned {
    uint32_t teams, threads, lanes; /* 0: it says none */
    uint32_t march;                 /* NOT_SAID: … */
    const char *row;                /* as gantry_event.tuned */
};
/* What was measured for launches like this one; false: nothing was */
bool gantry_tuned(const struct gantry_mapping *m, struct gantry_tuned *out);
const char *gantry_tuned_in_place(const struct gantry_region *r); /* the row that it follows now; NULL: none */
bool gantry_tuned_start(void); /* a reader of events; does it want to know of regions in place? */

/* ---- shape.c ---- */
/* the variant of r's kernel that a launch should take; measured: the one that says so, or NULL. What it makes of l:
 * trip counts the iterations that the variant's threads share. */
int gantry_shape_variant(const struct gantry_dev *d, const struct gantry_region *r, struct gantry_launch *l,
                         const struct gantry_tuned *measured);
/* fills grid, and env's threads, lanes and thread_limit; -1 and err: the clauses ask for more than the device can do */
int gantry_shape(const struct gantry_dev *d, const struct gantry_region *r, const struct gantry_kernel *kernel,
                 const struct gantry_launch *l, struct gantry_grid *grid, struct gantry_env *env,
                 struct gantry_err *err);
/* Where the group space of that shape lies: grid->dynamic_shared, or env->space_bytes per team of device memory,
 * which the caller finds. */
int gantry_shape_space(const struct gantry_dev *d, void *kernel, const struct gantry_launch *l,
                       struct gantry_grid *grid, struct gantry_env *env, struct gantry_err *err);
/* cuts the league to what can wait for each other; grid->resident: false where nothing can */
int gantry_shape_resident(const struct gantry_dev *d, void *kernel, uint32_t virtual_teams, struct gantry_grid *grid,
                          struct gantry_err *err);

/* ---- launch.c: one launch, made ready in these steps: shape, memory, arguments ---- */
struct gantry_ready {
    struct gantry_kernel kernel;
    struct gantry_grid grid;
    struct gantry_env env;
    const char *tuned; /* as gantry_event.tuned */
    void **args;       /* as the plug-in takes them; the first leads to env; one block, which the caller frees */
    uint32_t *sizes;
    uint64_t *addresses;
    uint32_t n;
};
/* A launch whose teams wait for each other, so that all run at once. */
struct gantry_together {
    uint32_t virtual_teams; /* so many must pay, and leave what they reduce: gantry_grid.virtual_teams */
    uint32_t threads;       /* a team must have exactly so many; 0: any number */
    bool can;               /* set: so it was launched */
};
/* together: NULL, or grid.resident then says whether its teams can wait for each other */
int gantry_launch_shape(struct gantry_ready *a, struct gantry_mapping *m, const struct gantry_launch *l,
                        const struct gantry_together *together);
int gantry_launch_arguments(struct gantry_ready *a, const struct gantry_mapping *m); /* values stay where m has them */
struct gantry_memory_needs {
    uint64_t scratch, space; /* bytes of reduction scratch and of group space */
};
struct gantry_launch_memory { /* device memory that a launch uses, held until it is over */
    struct gantry_scratch *scratch, *space;
};
struct gantry_memory_needs gantry_launch_needs(const struct gantry_ready *a);
int gantry_launch_memory_take(struct gantry_dev *d, struct gantry_memory_needs n, const struct gantry_loc *where,
                              struct gantry_launch_memory *out, struct gantry_err *err);
void gantry_launch_uses(struct gantry_ready *a, const struct gantry_launch_memory *held);
void gantry_launch_memory_give(struct gantry_dev *d, struct gantry_launch_memory *held, bool well);
int gantry_launch_run(struct gantry_dev *d, const struct gantry_ready *a, struct gantry_err *err); /* to its end */
/* All of that; m has been entered. together not NULL: its teams wait for each other; where they cannot, or are not as
 * it says, nothing is launched */
int gantry_launch(struct gantry_mapping *m, const struct gantry_launch *l, struct gantry_together *together);

/* ---- graph.c ---- */
extern _Thread_local struct gantry_graph *gantry_graph_here; /* that this thread has begun; NULL: none */
/* … : notes the region there; false: it must run as it stands */
bool gantry_graph_notes(const struct gantry_region *r, int dev, const struct gantry_val *vals,
                        const struct gantry_launch *l);

/* ---- entry.c: implementations of the public symbols; entry.def has the rows ---- */
#define ENTRY(RET, NAME, IMPL, PARAMS, ARGS) RET IMPL PARAMS;
#include "entry.def"
#undef ENTRY

bool gantry_elected(void);                   /* entry.c: this copy of the runtime is the process's one */
bool gantry_unified_required(void);          /* devices.c: some file requires unified_shared_memory */
extern atomic_uint gantry_kernels_under_way; /* stats.c: launches that have begun and not ended */

/* ---- acc_queues.c ---- */
char *gantry_acc_queue(long n);        /* the object that constructs of this queue depend on */
int gantry_acc_is_sync(long n);        /* is it no queue at all? */
void gantry_acc_default_queue(long n); /* that of acc_async_noval */
struct gantry_acc_call;
void gantry_acc_queue_of(const struct gantry_acc_call *c); /* the next question about a queue is the call's */
void gantry_acc_wait_for(int queue);
void gantry_acc_follow(const struct gantry_acc_call *c, int queue, int follower);
void gantry_acc_follow_all(const struct gantry_acc_call *c, int follower);
int gantry_acc_is_over(const struct gantry_acc_call *c, int queue);
int gantry_acc_first_over(const struct gantry_acc_call *c, int count, int queues[]); /* which of them: its index */
bool gantry_acc_posts(long queue); /* may a job be put there? Else the caller waits for it, and works itself */
void gantry_acc_post(void *job, long queue); /* of gantry_async */

/* ---- acc_calls.c ---- */
struct gantry_acc_call {
    const char *routine;
    struct gantry_loc at;
    const char *arguments; /* NULL: not known */
};
struct gantry_acc_call gantry_acc_called(const char *routine); /* once in each call that openacc.h has a macro for */
const struct gantry_region *gantry_acc_region(const struct gantry_acc_call *c, enum gantry_construct construct,
                                              uint32_t flags); /* its one item has the name of the first argument */

/* ---- acc_devices.c ---- */
void gantry_acc_file(void);                      /* the program has OpenACC */
int gantry_acc_type_of(int device, int *number); /* acc_device_t, and the device's number among those of it */
/* the tools interface, which runtime/profile/acc_prof.c has; call: acc_prof_callback */
struct gantry_acc_prof {
    void (*add)(int event, void *call, int how), (*take)(int event, void *call, int how);
    void *(*find)(const char *name);
};
extern struct gantry_acc_prof gantry_acc_prof; /* there, once readers have started */
void gantry_acc_prof_register(int event, void *call, int how);
void gantry_acc_prof_unregister(int event, void *call, int how);
void *gantry_acc_prof_lookup(const char *name);
int gantry_acc_device(const struct gantry_acc_call *c, int n); /* the n-th of the current type: -1: the host */

/* ---- api.c: for routines of other names ---- */
void *gantry_routine_alloc(const char *routine, const void *caller, size_t size, int device);
void gantry_routine_free(const char *routine, const void *caller, void *p, int device);
void gantry_routine_copy(const char *routine, const void *caller, void *to, int to_device, const void *from,
                         int from_device, size_t n);

/* ---- indirect.c: under the device's lock ---- */
int gantry_indirect_add(struct gantry_dev *d, struct gantry_loaded *l, const struct gantry_var *v, uint64_t symbol,
                        struct gantry_err *err);
int gantry_indirect_publish(struct gantry_dev *d, struct gantry_loaded *l, struct gantry_err *err);
void gantry_indirect_forget(struct gantry_dev *d, struct gantry_loaded *l);

/* ---- links.c: under the present table's write lock ---- */
int gantry_links_publish(struct gantry_dev *d, const struct gantry_entry *e, struct gantry_err *err);
int gantry_links_withdraw(struct gantry_dev *d, const struct gantry_entry *e, struct gantry_err *err);
/* The name in the program of a variable of declare target, n bytes of its symbol: the generators put "gantry_v_" or,
 * for links, "gantry_l_" before it, and "_" and 8 hexadecimal digits after that of a static variable. */
const char *gantry_symbol_name(const char *symbol, int *n);
/* adds the names of link variables that are not mapped to a message; nothing if all are mapped */
void gantry_links_unmapped(struct gantry_dev *d, struct gantry_err *err);

#endif
