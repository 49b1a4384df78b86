/* gantry_abi.h: the only meeting place of generated host code, the device link and the host runtime.
 *
 * Rules: append-only; any change of a layout bumps GANTRY_ABI_VERSION; sizes are asserted below. Structures start
 * with magic, version and size, so that an object of another Gantry is refused with both versions named.
 * All sizes and offsets are in bytes. Nothing here is called by users; the public interface is gantry.h and omp.h. */
#ifndef GANTRY_ABI_H
#define GANTRY_ABI_H

#ifdef __GANTRY_GENERATED__ /* generated C brings its own preprocessed headers: stay out of their way */
#pragma push_macro("int32_t")
#pragma push_macro("int64_t")
#pragma push_macro("uint32_t")
#pragma push_macro("uint64_t")
#define int32_t __INT32_TYPE__
#define int64_t __INT64_TYPE__
#define uint32_t __UINT32_TYPE__
#define uint64_t __UINT64_TYPE__
#else
#include <stddef.h>
#include <stdint.h>
#endif

#define GANTRY_ABI_VERSION 12u
#define GANTRY_MAGIC 0x594e4147u /* "GANY" */

/* ---- places: travel from the source into every run-time message and trace line ---- */
struct gantry_loc {
    const char *file, *func;
    int32_t line, col;
};

/* ---- one list item of a map, motion or data-sharing clause (OpenMP 5.2, 5.8; static part) ---- */
enum gantry_map_flags {
    GANTRY_MAP_TO = 0x1,
    GANTRY_MAP_FROM = 0x2, /* TO|FROM = tofrom; neither = alloc (entry) or release (exit) */
    GANTRY_MAP_ALWAYS = 0x4,
    GANTRY_MAP_DELETE = 0x8,
    GANTRY_MAP_PRESENT = 0x10,  /* error when not mapped already */
    GANTRY_MAP_CLOSE = 0x20,    /* accepted hint */
    GANTRY_MAP_HOLD = 0x40,     /* ompx_hold */
    GANTRY_MAP_IMPLICIT = 0x80, /* not written by the user; of an update: it may be absent (OpenACC) */
    /* val.base is the host address of a pointer object; after mapping, the device copy of that pointer (when it is
     * mapped) is made to point to the device copy of [begin, begin+size), shifted by (pointer value - begin). */
    GANTRY_MAP_ATTACH = 0x100,
    /* val.begin is a host pointer's value, size 0: translate if that address is mapped (OpenMP 5.2, 5.8.6:
     * zero-length array section), else pass the value on unchanged. Never allocates, never counts. */
    GANTRY_MAP_LOOKUP = 0x200,
    /* The structure whose members the rows after it map: this row makes the storage, theirs make the copies. */
    GANTRY_MAP_PARENT = 0x400,
    /* val.begin is a copy that the construct made on the stack of the thread that met it (firstprivate) */
    GANTRY_MAP_COPY = 0x40000000,
    /* a member of the structure at val.base, or one of several sections of a region's array: the items of one construct
     * with this flag and the same base that are not there yet get one range, from the first to the last (5.2, 5.8.3) */
    GANTRY_MAP_MEMBER = 0x800,
    /* val.base is the struct gantry_list that takes this row's place: what exists at run time only. It may be NULL. */
    GANTRY_MAP_LIST = 0x1000,
    /* mapped where no part of it is mapped yet; else this row is left out */
    GANTRY_MAP_IF_ABSENT = 0x2000,
    /* of a target construct that does not name the item, nor follow pointers that no row shows: it is no use of it;
     * of a data construct: no region that uses the item while it is mapped may be left out by a run */
    GANTRY_MAP_IDLE = 0x4000,
    /* a variable of a block, or part of one, that is declared const: nothing may be stored there */
    GANTRY_MAP_CONST = 0x8000,
    /* of a target construct: no code of it stores there, as far as this row leads (attached pointers are of this row,
     * but for those that have rows of their own); of a data construct: nor do regions that may run meanwhile and that a
     * run may leave out */
    GANTRY_MAP_READS = 0x10000,
    /* mapped where it is there already; else nothing is, and the kernel gets the host's address (OpenACC: no_create) */
    GANTRY_MAP_NO_CREATE = 0x20000,
    /* single_launch: the loop is one launch only where this is mapped already; only where it is not */
    GANTRY_MAP_NEEDED = 0x40000,
    GANTRY_MAP_UNMAPPED = 0x80000,
    /* of target data, a member of a structure: no region that may run within uses that member */
    GANTRY_MAP_UNUSED = 0x100000,
    /* of a target construct: its kernel only reads this, and wants to know whether it lies apart from what it stores
     * to: the memory of rows without GANTRY_MAP_READS */
    GANTRY_MAP_APART = 0x200000,
    /* with GANTRY_MAP_ATTACH: the pointer is attached where it and what it leads to are there already, too (OpenACC) */
    GANTRY_MAP_REATTACH = 0x400000,
    /* a variable of a block, or part of one: when the block is left, others may lie there */
    GANTRY_MAP_LOCAL = 0x800000,
};
/* val.size of a section that cannot be mapped; the program stops with a message that names the item. Every size with
 * the top bit set is that of a section with a negative length. */
#define GANTRY_SIZE_GAPS 0x8000000000000001ul    /* not contiguous */
#define GANTRY_SIZE_OUTSIDE 0x8000000000000002ul /* reaches beyond its array */
enum gantry_param {                              /* what the kernel gets for this item */
                    GANTRY_PARAM_NONE = 0,
                    GANTRY_PARAM_ADDRESS, /* device address matching val.base: dev(begin) - (begin - base) */
                    GANTRY_PARAM_VALUE,   /* firstprivate: val.size bytes at val.begin are the argument itself */
                    GANTRY_PARAM_DEVPTR,  /* is_device_ptr / has_device_addr: val.begin is passed as it is */
};
struct gantry_map {
    const char *name; /* as the user wrote it: "a[0:n]" */
    uint32_t flags;   /* enum gantry_map_flags */
    uint32_t param;   /* enum gantry_param */
    int32_t line, col;
};
struct gantry_val { /* the dynamic part, same index as struct gantry_map */
    void *base, *begin;
    uint64_t size;
};

/* ---- list items that exist at run time only: of iterators, of mappers, with strides ----
 * Where a map row has GANTRY_MAP_LIST, host code fills a list before the construct, in the order of the items, and
 * passes it in that row's val; the runtime puts its rows in the place of that one and frees it with the construct (of
 * target data: when the region ends). Lists start as NULL. */
struct gantry_list;
/* flags of an item that a mapper lists (own), used by a map clause with flags `by` (OpenMP 5.2, 5.8.8) */
#define GANTRY_MAPPED(own, by)                                                                                         \
    (((own) & ~(GANTRY_MAP_TO | GANTRY_MAP_FROM)) | ((own) & (by) & (GANTRY_MAP_TO | GANTRY_MAP_FROM)) |               \
     ((by) & (GANTRY_MAP_ALWAYS | GANTRY_MAP_DELETE | GANTRY_MAP_PRESENT | GANTRY_MAP_CLOSE | GANTRY_MAP_HOLD |        \
              GANTRY_MAP_IMPLICIT)))
struct gantry_dim {        /* of an array section; outermost first */
    int64_t count, stride; /* stride in bytes */
};

/* ---- a device construct; one static object per construct, emitted in host C ---- */
enum gantry_construct {
    GANTRY_TARGET = 1,
    GANTRY_TARGET_DATA,
    GANTRY_ENTER_DATA,
    GANTRY_EXIT_DATA,
    GANTRY_UPDATE,
};
struct gantry_module; /* below */
struct gantry_verify;
struct gantry_region {
    uint32_t magic, abi, size, construct;
    struct gantry_module *module; /* of the executable or shared library this object was linked into */
    const char *kernel;           /* its name in the image; NULL unless GANTRY_TARGET */
    struct gantry_loc loc;
    uint32_t nmaps, flags;
    const struct gantry_map *maps;
    void *cache;                           /* the runtime's: resolved kernels per device; starts NULL */
    const struct gantry_verify *verify;    /* -fverify; of -fcheck its objects alone; else NULL */
    const struct gantry_around *around;    /* ends with names NULL; NULL: none */
    const char *words;                     /* the directive as written, without its map clauses: "target teams loop" */
    const struct gantry_variant *variants; /* ends with kernel NULL; the first is `kernel`; NULL: there is no other */
    const char *identity, *tuned; /* as gantry tune knows it; the settings that it was built with; NULL: none */
};
/* A kernel whose threads have another number of lanes, or share other loops of a nest; which one a launch takes depends
 * on gantry_launch.inner, by gantry_variants.h. In slots of a warp (docs/counters.md): */
struct gantry_variant {
    const char *kernel;
    uint32_t lanes : 16, nest : 16; /* nest: enum gantry_nest */
    float warp, round, each;        /* once, for each round of the lanes, for each iteration of the simd loop */
    float wait, wait_round;         /* accesses of memory one after the other: once, and in each round */
};
enum gantry_nest {
    GANTRY_NEST_SHARED = 1, /* threads share all loops of the collapsed nest */
    GANTRY_NEST_MARCH = 2,  /* … but one, which each thread runs for itself, from the first iteration to the last */
};
/* A loop of the host around the construct, in its function (path 0) or in one that calls it: in front of it the data
 * could be mapped instead. Of one path from the inside out. is_call: the statement that calls a function with a loop
 * in front of which it could not. is_stretch: statements that follow each other in a block. */
struct gantry_around {
    struct gantry_loc loc;
    uint32_t path : 30, is_call : 1, is_stretch : 1;
    int32_t end, last;        /* the loop's last line; the construct's (0: directives cannot stand around it) */
    uint64_t moved, over;     /* bits, by row: the loop gives the pointer other values; behind it the memory that the
                               * pointer then leads to is only freed */
    uint64_t idle, unwritten; /* the host leaves the data alone while the loop runs; it stores nothing there */
    uint64_t kept;            /* the construct sends back all that it stores there */
    uint64_t unset;           /* what the pointer leads to there is new, and nothing has been stored in it */
    uint64_t synced;          /* the host uses the data in the statements of `syncs` alone */
    const char *const *names; /* of the rows of gantry_region.maps, as the items are called there; NULL: they are not */
    const struct gantry_at_times *at_times; /* constructs in the loop that a run may leave out, and that map what rows
                                             * lead to; ends with region NULL; NULL: there are none */
    const struct gantry_sync *syncs;        /* ends with name NULL; NULL: there are none */
};
/* A statement of the host in the loop, or in a function called there: of what the row leads to it needs what regions
 * have stored, so that an update may stand in front of its first line; or it stores to it, so that one may stand behind
 * its last line. */
struct gantry_sync {
    const char *file, *name, *when; /* of the data there; NULL: always, else the condition on which it needs that */
    int32_t first, last;
    uint32_t row, ways; /* 1: from the device, in front; 2: to it, behind; 4: no region runs behind it in a turn */
};
struct gantry_at_times {
    const struct gantry_region *region;
    uint32_t row, by; /* of this one's maps that row, of the region's maps the row `by` */
};

/* ---- -fverify: what a construct brings along so that its results can be compared (docs/verify.md) ---- */
/* What a map row's val.base points to. name: how the program writes it, without sections: "a", "p->x"; NULL: unknown.
 * layout, of type layout in this grammar:
 *
 *     layout  = ["*"] object              "*": base points to the first of several such objects; else to one
 *     object  = "[" count "]" object      an array
 *             | "[#" name "]" object          … of as many as the map row of that name passes by value
 *             | "{" size "|" (name "@" offset object ";")* "}"     a structure; size and offsets in bytes
 *             | "f" float | "d" double | "g" long double | "h" _Float16 | "c" object (complex: two of it)
 *             | "i" bytes (signed) | "u" bytes (unsigned) | "b" _Bool | "p" pointer | "?" size (any other bytes)
 *             | ":" bytes ("," first "." bits ("i" | "u"))*          bit-fields that share bytes; `first` counts bits.
 *                                                                    The field's name has one for each: "f/g"
 *
 * as in "*d", "[10][20]f", "*{16|x@0d;id@8i4;next@16p;}", "{4|f/g@0:1,0.3u,3.5i;}". Members of a member without a name
 * are those of the structure around it: its name is "". */
struct gantry_object {
    const char *name, *layout;
};
/* The same of items that exist at run time only: of iterators, of mappers. row: the item as the program writes it */
struct gantry_named_object {
    const char *row;
    struct gantry_object object;
};
struct gantry_variable_object { /* of declare target */
    const void *address;
    struct gantry_object object;
};
/* What libgantry_verify does around a reference, in the copy of the program or shared library that the reference lies
 * in: what it calls there, printf and the like, goes to that copy. */
struct gantry_reference_side {
    void (*begin)(int trial);
    const char *(*end)(uint64_t *sums); /* the routine that it called with another answer on a device; or NULL */
};
struct gantry_verify {
    const struct gantry_object *objects; /* one per row of gantry_region.maps */
    /* GANTRY_TARGET: the region as serial C. arguments[i] points to the value of kernel parameter i, as for an emulated
     * kernel's entry; [0], the environment, is NULL (but GANTRY_VERIFY_PLACE). Addresses are the host's. NULL: there is
     * none (see reason). */
    void (*reference)(void **arguments);
    const char *reason;                             /* why the region's results cannot be compared; NULL: they can */
    uint32_t flags;                                 /* enum gantry_verify_flags */
    const struct gantry_named_object *named;        /* ends with row NULL */
    const struct gantry_variable_object *variables; /* GANTRY_TARGET: those that the region names; ends with address
                                                     * NULL */
    const struct gantry_reference_side *side;       /* NULL: its program or shared library is linked without -fverify */
};
#ifdef __GANTRY_GENERATED__
extern const struct gantry_reference_side gantry_reference_side __attribute__((weak, visibility("hidden")));
#endif
enum gantry_verify_flags {
    GANTRY_VERIFY_ARRIVAL = 1,   /* values depend on which thread comes first: atomic capture, critical */
    GANTRY_VERIFY_ALLOCATES = 2, /* device code calls malloc: pointers differ */
    GANTRY_VERIFY_VARIABLES = 4, /* it may use other variables of declare target than it lists */
    GANTRY_VERIFY_ORDERS = 8,    /* ARRIVAL, and the reference can run the loop that it comes from in any order */
    GANTRY_VERIFY_SPREAD =
        16, /* not ARRIVAL; floating-point atomics, and it can run the loops around them in any order */
    GANTRY_VERIFY_PLACE =
        32, /* where arguments[0] is not NULL the reference is the region in place: for gantry replay */
};
/* Runs of a reference, as gantry_reference_side.begin gets them */
enum {
    GANTRY_TRIAL_PLAIN = 0,    /* gives the values to compare with; 1 …: with other rounding */
    GANTRY_TRIAL_SPREAD = 256, /* from here on: in other orders, too, with atomic updates that round at random */
}; /* -1, -2 …: in other orders alone */
enum {                                  /* gantry_region.flags */
       GANTRY_REGION_DETERMINISTIC = 1, /* --deterministic */
       GANTRY_REGION_PHASES = 2,        /* a loop as one launch: its words name its phases */
       GANTRY_REGION_SAYS_MORE = 4,     /* its data clauses say what no row of its maps does, or it is no line */
};
enum {                               /* per team, where nothing asks for a number */
       GANTRY_USUAL_LANES = 128,     /* one of many teams: small, so that all multiprocessors end together */
       GANTRY_LONE_TEAM_LANES = 512, /* the only team */
};
enum {
    GANTRY_ANY_THREADS = 1 << 20
}; /* in a summary, a kernel's number of threads that a clause gives at the launch only */
struct gantry_launch { /* values at the launch; 0 = clause absent */
    int64_t trip;      /* iterations that all threads of all teams share; -1 = unknown */
    int32_t num_teams, thread_limit, num_threads;
    uint32_t flags;
    int64_t inner; /* of kernels with variants: iterations of the simd loop of each thread, or of the loop of the nest
                    * by which they differ; -1: unknown */
    int64_t team_trip; /* where teams meet between loops: the most iterations of one that teams alone share; trip: of
                        * one that threads share */
};
enum {
    GANTRY_LAUNCH_NOWAIT = 1,
    GANTRY_LAUNCH_TRIP_TEAMS = 2, /* trip counts the iterations shared by the teams alone */
    GANTRY_LAUNCH_TRIP_LANES = 4, /* … by the teams and then by the lanes of each team's one thread */
    GANTRY_LAUNCH_RESIDENT = 8,   /* its teams wait for each other: no more than run at the same time */
};

/* ---- a loop as one launch (#pragma ompx single_launch): what is mapped while its kernel runs ---- */
enum { GANTRY_MOST_PLACES = 16 };
struct gantry_places {
    uint64_t n;
    struct gantry_place {
        uint64_t begin, size, dev; /* the host's address, and the device's */
    } at[GANTRY_MOST_PLACES];
};
struct gantry_single {            /* what its construct passes besides the values of its rows */
    struct gantry_places *places; /* a kernel's parameter by value, filled in before the launch; NULL: it needs none */
    int64_t trip;                 /* the most iterations that the threads of a region share; -1: not known */
    uint32_t computed;            /* pointers get other values than those that the rows tell of */
    int32_t num_teams;            /* the most that a phase asks for which can tell; 0: none can; -1: not positive */
    int32_t thread_limit, num_threads; /* of the phases that can tell how many threads they have; 0: as in a launch */
    int64_t inner, team_trip;          /* as in gantry_launch */
};

static __inline__ void __gantry_single_teams(struct gantry_single *s, int32_t teams)
{
    s->num_teams = s->num_teams < 0 || teams <= 0 ? -1 : teams > s->num_teams ? teams : s->num_teams;
}
/* All phases that can tell ask for the same; else -1. */
static __inline__ void __gantry_single_threads(struct gantry_single *s, int32_t thread_limit, int32_t num_threads)
{
    int none = s->thread_limit == 0 && s->num_threads == 0;
    int same = none || (s->thread_limit == thread_limit && s->num_threads == num_threads);
    s->thread_limit = same ? thread_limit : -1;
    s->num_threads = num_threads;
}

/* ---- declare target variables: a table per translation unit, registered by constructor ---- */
enum {
    GANTRY_VAR_TO = 1,
    GANTRY_VAR_LINK = 2,     /* symbol: a pointer to what the variable is mapped to, or NULL */
    GANTRY_VAR_INDIRECT = 4, /* addr is a function; symbol: a pointer to the device's version */
};
enum {
    GANTRY_REQUIRES_UNIFIED_MEMORY = 1
}; /* requires unified_shared_memory: devices access all of the host's memory */
/* The symbol in an image of its struct __gd_indirect (gantry_device.h): the host's functions and the device's. Images
 * without calls through pointers have none. */
#define GANTRY_INDIRECT "gantry_indirect"
struct gantry_indirect_row {
    uint64_t host, device; /* sorted by host */
};
struct gantry_var {
    void *addr;
    uint64_t size;
    const char *symbol; /* in the device image */
    uint32_t flags;
    int32_t line;
    const char *file;
};

/* ---- device images: made by the device link, one module per executable or shared library ---- */
enum gantry_mode {                          /* how a kernel's teams region runs (docs/architecture.md) */
                   GANTRY_MODE_GENERIC = 0, /* a main thread runs sequential code, workers wait in the state machine */
                   GANTRY_MODE_SPMD = 1,    /* all threads run the region */
                   GANTRY_MODE_SERIAL = 2,  /* one thread per team: no parallel region can be reached */
};
struct gantry_kernel_info {
    const char *name;
    const char *file, *func; /* of the construct */
    int32_t line;
    uint32_t mode;              /* enum gantry_mode */
    uint32_t group;             /* lanes per thread: 1, 2, 4 …; the most that a parallel region of the kernel has */
    uint32_t threads;           /* preferred threads per team where no clause says otherwise; 0 = the runtime chooses */
    uint32_t one_team;          /* 1: the construct has no teams region: exactly one team */
    uint32_t scratch;           /* bytes of reduction scratch per team, besides a 64-byte header */
    uint32_t nparams;           /* kernel parameters after the environment */
    uint32_t space;             /* bytes of group space per worker lane (__gd_group_space), 0 = none */
    void (*entry)(void **args); /* emulated images only: args[0] = environment, args[1..nparams] = parameters */
};
struct gantry_image {
    uint32_t magic, abi, size, nkernels;
    const char *kind; /* "cuda", "emulated", "hip": the plug-in that takes it */
    const char *arch; /* "sm_70", "emulated32" … */
    const void *data; /* PTX text (0-terminated) or a code object; NULL for emulated */
    uint64_t data_size;
    const struct gantry_kernel_info *kernels;
    const struct gantry_symbol *symbols; /* emulated only: addresses of declare target variables */
    uint64_t nsymbols;
    const void *globals_begin, *globals_end; /* emulated only: the image's own data, for the access check */
};
struct gantry_symbol {
    const char *name;
    void *addr;
    uint64_t size;
};
struct gantry_module {
    uint32_t magic, abi, size, nimages;
    const struct gantry_image *const *images;
    const char *name; /* of the linked output, for messages */
    void *cache;      /* the runtime's; starts NULL */
};
/* Every object with regions refers to this symbol; only Gantry's device link defines it (hidden). Another linker
 * driver therefore stops with an undefined reference that says what to do: gantry cc links the program, or makes the
 * missing object (--device-link). Objects compiled with --offload-arch=none bring a module without images with them and
 * need no device link; those of one program or library share it. */
#ifndef __GANTRY_NO_IMAGES__
#define GANTRY_MODULE __gantry_module__link_with_gantry_cc
#define GANTRY_MODULE_HERE extern struct gantry_module GANTRY_MODULE __attribute__((visibility("hidden")))
#else
#define GANTRY_MODULE __gantry_module_without_images
#define GANTRY_MODULE_HERE                                                                                             \
    __attribute__((weak, visibility("hidden"))) struct gantry_module GANTRY_MODULE = {                                 \
        GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof(struct gantry_module), 0, 0, "--offload-arch=none", 0};               \
    __attribute__((constructor(101))) static void gantry_register(void) { __gantry_register_module(&GANTRY_MODULE); }  \
    __attribute__((destructor(101))) static void gantry_unregister(void)                                               \
    {                                                                                                                  \
        __gantry_unregister_module(&GANTRY_MODULE);                                                                    \
    }                                                                                                                  \
    extern struct gantry_module GANTRY_MODULE
#endif

/* ---- first parameter of every kernel, by value ---- */
enum {                        /* gantry_env.flags */
       GANTRY_ENV_CANCEL = 1, /* cancel-var is true */
       GANTRY_ENV_APART = 2   /* rows with GANTRY_MAP_APART lie apart from all that other rows' data is stored to */
};
struct gantry_env {
    uint64_t scratch; /* device address: 64-byte header (word 0: teams arrived), 0 before and after a launch, then
                       * `scratch` bytes per team */
    int64_t trip;     /* as in gantry_launch */
    uint32_t threads; /* threads per team if all are of the kernel's group size */
    uint32_t thread_limit;
    int32_t device, num_devices;
    uint32_t flags;
    uint32_t lanes;       /* worker lanes per team: threads times the group size */
    uint64_t space;       /* group space in global memory, where it does not fit dynamic team-shared memory; else 0 */
    uint64_t space_bytes; /* bytes of it for each team */
    /* internal control variables that the initial task of each team begins with (OpenMP 5.2, 2.2); 0 = not set */
    int32_t num_threads, max_teams, teams_thread_limit;
    int32_t schedule, chunk; /* run-sched-var: omp_sched_t, 0 = not set */
    int32_t default_device, inactive /* 1: max-active-levels-var is 0 */, allocator /* a predefined one */;
};

/* ---- the section an object carries: .gantry.device, one or more records, 8-byte aligned, concatenated by ld -r ----
 * record = struct gantry_record, then name (0-terminated, padded to 8), then payload (padded to 8). */
#define GANTRY_SECTION ".gantry.device"
struct gantry_record {
    uint32_t magic, abi;
    uint32_t name_size, check; /* padded; FNV-1a of name and payload, folded to 32 bits */
    uint64_t payload_size;     /* exact; the next record starts at the next multiple of 8 */
};
/* names: "bc:nvptx64", "bc:emulated" (LLVM bitcode), "summary" (text, docs/summary-format.md) */

/* A function of generated host code that returns a construct's descriptor; debuggers step over it. */
#define GANTRY_REGION __attribute__((always_inline, nodebug, unused)) static __inline__ struct gantry_region *

/* With -fverify: a pointer to each target region's descriptor, in a section of which the linker makes one array, so
 * that a region can be found by its place before any has run (gantry replay). */
#define GANTRY_LISTED __attribute__((section("gantry_regions"), used, retain)) static struct gantry_region *const

/* In programs that `gantry replay` can run: it looks for these bytes. */
#define GANTRY_REPLAY_MARK "gantry replay takes over here " /* and no main runs */

/* ---- called by reference functions (runtime/verify) ---- */
#ifndef GANTRY_ABI_NO_PROTOTYPES
/* What a value that devices round in another order may be off by, in this run of the reference: 0 in the first; in
 * further ones, which find out how far results may differ, up to terms * epsilon * magnitude, either way. magnitude:
 * sum of the absolute values that were added; epsilon: unit roundoff of the type. */
double __gantry_rounding(double magnitude, double terms, double epsilon);
/* the same for an atomic update, which gave something of that magnitude: these come in any order */
double __gantry_rounding_update(double magnitude, double epsilon);
/* the same for each element of an array of sums, of `bytes` bytes; layout: of an element, "d", "f", "cf" … */
void __gantry_rounding_array(void *array, uint64_t bytes, double terms, const char *layout);
/* The iteration of n that the reference runs as its i-th: i itself in the first run; in further ones, which find out
 * what depends on the order of iterations, another one. */
unsigned long __gantry_turn(unsigned long i, unsigned long n);
#endif

/* ---- entry points called by generated host code (runtime/host) ---- */
#ifndef GANTRY_ABI_NO_PROTOTYPES
/* A device number for the calls below; or, less than 0, run the host version in place: enum gantry_in_place says why.
 * `device` is the clause's value or GANTRY_DEVICE_DEFAULT; `cond` the if clause's value (1 when absent). The one place
 * that falls back to the host. */
enum gantry_in_place {
    GANTRY_IN_PLACE_CHOSEN = -1, /* the program chose the initial device */
    GANTRY_IN_PLACE_IF = -2,     /* the if clause is false */
    GANTRY_IN_PLACE_NONE = -3,   /* there is no device */
};
int __gantry_device(const struct gantry_region *r, int device, int cond);
void __gantry_target(const struct gantry_region *r, int dev, const struct gantry_val *vals,
                     const struct gantry_launch *launch);
/* A region in place begins, and has run since `began`: told where GANTRY_PROFILE or a tool asks for it. */
#ifdef __GANTRY_GENERATED__ /* weak, so that a link without the runtime names what is really missing */
__attribute__((weak, visibility("hidden"))) char __gantry_host_watched;
#else
extern __attribute__((visibility("hidden"))) char __gantry_host_watched;
#endif
double __gantry_now(void); /* microseconds: objects of before __gantry_host_begins call it */
double __gantry_host_begins(const struct gantry_region *r, int in_place);
/* A program or shared library comes, or goes: `flag` is set where somebody wants to know of its regions in place. */
void __gantry_host_image(char *flag, int comes);
void __gantry_host_ran(const struct gantry_region *r, int in_place, double began);
/* The launch that follows on this thread, or the region in place: different bytes that it must read and write, of how
 * many points, operations on numbers of at most 4 bytes and on others; below 0: not known. Called where
 * __gantry_host_watched is set. */
void __gantry_needs(const struct gantry_region *r, double read, double written, double points, double floats,
                    double doubles);
/* The region in place that follows on this thread: of each row of its maps the whole number that it gets by value; 0:
 * it gets none. Called where __gantry_host_watched is set. */
void __gantry_sizes(const struct gantry_region *r, const int64_t *values);
/* a function, as the user's default(none) would want the variable listed */
static __inline__ __attribute__((unused)) int __gd_host_watched(void)
{
    return __builtin_expect(__gantry_host_watched, 0);
}
static __inline__ __attribute__((unused)) double __gd_host_begins(const struct gantry_region *r, int in_place)
{
    return __gd_host_watched() ? __gantry_host_begins(r, in_place) : 0;
}
/* so many bytes from a, and from b: different memory? */
static __inline__ __attribute__((unused)) int __gd_clear(double a, double na, double b, double nb)
{
    return a + na <= b || b + nb <= a;
}
static __inline__ __attribute__((unused)) void __gd_host_ends(const struct gantry_region *r, int in_place, double began)
{
    if (__gd_host_watched())
        __gantry_host_ran(r, in_place, began);
}
/* taskgraph: *all is the construct's own, NULL before the first time; 0: the regions of this thread are no graph */
struct gantry_graph;
int __gantry_taskgraph(struct gantry_graph **all, long id, int reset);
void __gantry_taskgraph_over(void);
int __gantry_in_graph(void);
/* The region that this thread calls for next, in a graph, comes after those that these places name alone; and: all that
 * came before it has been waited for. */
struct gantry_dependence {
    const void *at;
    unsigned long stores; /* 0: depend(in: …) */
};
void __gantry_graph_beside(const struct gantry_dependence *on, int n);
void __gantry_graph_joins(void);
/* A loop as one launch; 0: nothing has been done, and the loop runs as it stands. */
int __gantry_single(const struct gantry_region *r, int dev, const struct gantry_val *vals,
                    const struct gantry_single *single);
void __gantry_data_begin(const struct gantry_region *r, int dev, const struct gantry_val *vals);
void __gantry_data_end(const struct gantry_region *r, int dev, const struct gantry_val *vals);
void __gantry_enter_data(const struct gantry_region *r, int dev, const struct gantry_val *vals);
void __gantry_exit_data(const struct gantry_region *r, int dev, const struct gantry_val *vals);
void __gantry_update(const struct gantry_region *r, int dev, const struct gantry_val *vals);
/* nowait. __gantry_async copies a construct's values (launch: NULL unless GANTRY_TARGET) and returns a job. The body of
 * a task of libomp's starts it: `event` is that of a detached task and is fulfilled when the job is done; with event 0
 * the job is done on return. __gantry_async_detaches: may the task be detached? (libomp never ends detached tasks that
 * are cancelled.) */
void *__gantry_async(const struct gantry_region *r, int dev, const struct gantry_val *vals,
                     const struct gantry_launch *launch);
void __gantry_async_start(void *job, uint64_t event);
int __gantry_async_detaches(void);
/* True where the team is one thread: then a job with dependences is followed by a task that depends on it, and whose
 * own code fulfils `event` (see async.c). */
int __gantry_async_alone(void);
void __gantry_async_over(uint64_t event);
/* use_device_ptr, use_device_addr: the device address for a host address; `ptr` itself when it is not mapped
 * (OpenMP 5.2, 5.4.8) or dev is -1 */
void *__gantry_use_device(const struct gantry_region *r, int dev, void *ptr);
/* the same of a section that begins at ptr, of what begins at `origin`: the address that stands for origin */
void *__gantry_use_section(const struct gantry_region *r, int dev, void *ptr, void *origin);
/* dispatch: the address on the device of what is mapped there, else `host` itself; and sets default-device-var and
 * returns what it was. */
void *__gantry_needed_pointer(void *host, int device);
int __gantry_swap_device(int device);
/* The interop object that append_args passes, with a stream (sync) or without: one of each kind for each device, kept
 * until the program ends. __gantry_appended_over: the call is over; waits for what it gave to the device's streams. */
void *__gantry_appended(int sync, int device);
void __gantry_appended_over(int device);
void __gantry_host_error(const struct gantry_loc *where, int fatal, const char *message); /* error at(execution) */
void __gantry_register_vars(struct gantry_module *m, const struct gantry_var *vars, uint32_t n);
/* With -fcheck, before that: what the program calls what lies in them; ends with address NULL. */
void __gantry_describe_vars(const struct gantry_variable_object *vars);
/* … where a directive can be put in front of statements of host code (gen/host/statements.c) */
struct gantry_statement {
    const char *file; /* NULL ends the table */
    int32_t first, last;
    int32_t before; /* for code in lines first to last: in front of this line; 0: nowhere. The shortest such row says */
    int32_t waits;  /* a taskwait for all tasks stands behind it */
};
struct gantry_statements {
    struct gantry_statements *next; /* the runtime's */
    const struct gantry_statement *rows;
};
void __gantry_statements(struct gantry_statements *s, int come); /* 0: they go, with their shared library */
/* … where a section of a host's sections construct begins, which any thread of the team might have got. */
void __gantry_section(void);
/* … around a construct whose barrier orders nothing for the program: nowait, with lastprivate */
void __gantry_last(int begins);
/* … around a simd loop of the host, and at the head of its body. Iterations so many apart, `safelen`, are in order;
 * 0: none are. `frame`: of the function; below it lie the lanes' own copies, but for the n variables in `shared`. */
struct gantry_shared {
    const volatile void *at;
    uint64_t size;
};
void __gantry_lanes(uint64_t safelen, const void *frame, uint32_t n, const struct gantry_shared *shared);
void __gantry_lane(void);
void __gantry_lanes_end(void);
/* … both in one, where a thread has its share of the loop, which ends with __kmpc_for_static_fini. */
void __gantry_lane_of_share(uint64_t safelen, const void *frame, uint32_t n, const struct gantry_shared *shared);
/* … before a task that may outlive the code around it: n times the address and the name of a variable there that it
 * uses; n is 0 behind it. */
void __gantry_task_shares(uint32_t n, ...);
void __gantry_register_module(struct gantry_module *m);
void __gantry_unregister_module(struct gantry_module *m);
/* Appends an item with this name, GANTRY_MAP_* flags, address and size; `row` says where it stands in the source. */
void __gantry_list_add(struct gantry_list **list, const struct gantry_map *row, const char *name, uint32_t flags,
                       void *base, void *begin, uint64_t size);
/* A `declare mapper`: appends the items of one structure, `object`. */
typedef void gantry_mapper(struct gantry_list **list, const struct gantry_map *row, void *object, uint32_t flags);
/* Calls the mapper for each element of a section: of `size` bytes, dimensions as below (none: one element). */
void __gantry_list_add_mapped(struct gantry_list **list, const struct gantry_map *row, const char *name, uint32_t flags,
                              void *begin, uint64_t size, uint32_t ndims, const struct gantry_dim *dims,
                              gantry_mapper *mapper);
/* Appends a section of target update: ndims dimensions (a negative count or a stride that is not positive is an error
 * when the construct runs) of elements of `size` bytes. */
void __gantry_list_add_section(struct gantry_list **list, const struct gantry_map *row, const char *name,
                               uint32_t flags, void *begin, uint64_t size, uint32_t ndims,
                               const struct gantry_dim *dims);
int __gantry_host_teams(void); /* teams of a teams region on the initial device without a num_teams clause */
/* a thread_limit clause there: threads of each of `teams` teams: at most limit and its share of the cores */
int __gantry_host_thread_limit(int limit, int teams);
/* thread_limit of a target in place without teams, or of teams that run one after the other: the calling task's threads
 * are at most `limit` from here on; returns the limit before, which goes back after the region */
int __gantry_host_task_limit(int limit);
int __gantry_host_num_teams(int n);                    /* num_teams(n) there: how many teams libomp shall form */
int __gantry_host_teams_between(int lower, int upper); /* num_teams(lower: upper) there: how many teams shall run */
/* Each team that libomp has formed runs several of `teams`: the number of its first (*team < 0 before), then of the
 * next; 0: there are no more. */
int __gantry_host_next_team(int *team, int teams);
/* A league there whose teams wait for each other, each an OS thread: made before it for num_teams(asked), 0: no clause;
 * how many teams libomp shall form; all wait for all; … and each leaves the address of an object of its own: returns
 * those of all teams, by number. */
struct gantry_host_meeting *__gantry_host_meeting(int asked);
int __gantry_host_meeting_teams(const struct gantry_host_meeting *m);
void __gantry_host_meet(struct gantry_host_meeting *m);
const void *const *__gantry_host_gather(struct gantry_host_meeting *m, const void *mine);
void __gantry_host_meeting_end(struct gantry_host_meeting *m);
int __gantry_host_first_team(void);    /* is it the first that the calling one of libomp's runs? */
void __gantry_requires(uint32_t what); /* a file's requires directives, by constructor */
void __gantry_acc_file(void);          /* a file has directives of OpenACC, by constructor */
/* Queues of OpenACC. What stands for a directive names them; the macros note where, for the message that a number is
 * none. */
void __gantry_acc_queue_at(const char *file, int line, const char *function);
#ifdef __GANTRY_GENERATED__
#define __GANTRY_QUEUE(CALL, N) (__gantry_acc_queue_at(__FILE__, __LINE__, __func__), (CALL)(N))
#define __gantry_acc_queue(N) __GANTRY_QUEUE(__gantry_acc_queue, N)
#define __gantry_acc_is_sync(N) __GANTRY_QUEUE(__gantry_acc_is_sync, N)
#define __gantry_acc_default_queue(N) __GANTRY_QUEUE(__gantry_acc_default_queue, N)
#endif
/* Internal control variables of the calling task that a region in place may set: saved before it (restore 0), set back
 * after it. */
struct gantry_host_icvs {
    void *allocator;
    int32_t threads, dynamic, levels, device, schedule, chunk;
};
void __gantry_host_icvs(struct gantry_host_icvs *saved, int restore);
/* uses_allocators: an allocator of a memory space with n traits (omp_alloctrait_t) for one region; a handle for code on
 * that device */
unsigned long __gantry_allocator(const struct gantry_region *r, int dev, unsigned long space, int n,
                                 const void *traits);
void __gantry_allocator_end(const struct gantry_region *r, int dev, unsigned long allocator);
/* an allocator of the initial device, whose memory is aligned to that many bytes */
unsigned long __gantry_host_allocator(unsigned align);
void __gantry_host_lock(int take); /* held while a team there adds its part of a reduction */
/* the same in the order of team numbers (--deterministic): `of` is the object that all reduce to, `me` one of `n` */
void __gantry_host_turn(int take, const void *of, int me, int n);
/* metadirectives (src/front/text/metadirective.c): where a construct with these clauses will run: 0 on the initial
 * device, 1 on an NVIDIA GPU, 2 on the emulated one; and target_device={kind(…), arch(…)}, "" for what is not asked */
int __gantry_place_of(struct gantry_module *m, int device, int cond);
int __gantry_device_is(int device, const char *kind, const char *arch);
#ifdef __GANTRY_GENERATED__
/* A parallel region in place that can be cancelled (src/gen/host/cancel.c): whether it is, and how many threads are at
 * its end. */
struct gantry_host_cancel {
    unsigned cancelled, left;
};
int omp_get_cancellation(void), omp_get_num_threads(void);
/* Is the region cancelled? now: cancel it first, if cancel-var is true. */
static __inline__ __attribute__((unused)) int __gd_host_cancel(struct gantry_host_cancel *c, int now)
{
    if (now && omp_get_cancellation())
        __atomic_store_n(&c->cancelled, 1, __ATOMIC_RELAXED);
    return (int)__atomic_load_n(&c->cancelled, __ATOMIC_RELAXED);
}
/* At the region's end. arriving 1: the calling thread has come there; returns whether it must wait for others. arriving
 * 0: returns whether all have come. */
static __inline__ __attribute__((unused)) int __gd_host_join(struct gantry_host_cancel *c, int arriving)
{
    if (arriving && omp_get_cancellation())
        __atomic_fetch_add(&c->left, 1, __ATOMIC_RELAXED);
    return arriving ? omp_get_cancellation()
                    : (int)__atomic_load_n(&c->left, __ATOMIC_RELAXED) == omp_get_num_threads();
}
/* The iterations of a loop are independent; Clang's costs say whether it makes vectors of them. */
#if _OPENMP >= 201811
#define GANTRY_CONCURRENT order(concurrent)
#else
#define GANTRY_CONCURRENT
#endif
int omp_get_thread_num(void);
/* The calling thread's share of a loop's n iterations, from *from up to *to. Not inlined: with a copy in every loop,
 * files with many regions took a twentieth longer to compile. */
static __attribute__((noinline, unused)) void __gd_host_share(unsigned long n, unsigned long *from, unsigned long *to)
{
    unsigned long threads = (unsigned long)omp_get_num_threads(), me = (unsigned long)omp_get_thread_num();
    unsigned long each = n / threads, more = n % threads;
    *from = me * each + (me < more ? me : more);
    *to = *from + each + (me < more);
}
/* Do the n iterations of a loop store to different bytes? first, second: where iterations 0 and 1 store `size` bytes.
 * The address advances evenly, so if these two do not overlap, and the address cannot wrap, none do. */
static __inline__ __attribute__((unused)) int __gd_host_apart(unsigned long first, unsigned long second,
                                                              unsigned long size, unsigned long n)
{
    unsigned long forth = second - first, back = first - second, apart = forth < back ? forth : back;
    return apart >= size && apart < (~0ul >> 1) / n;
}
/* Are accesses a and b, of that many bytes, apart in any two rows of a nest, or in all iterations? at[0] to
 * at[places - 1] are the addresses of all accesses in its first iteration, the next ones in the second row, and so on
 * for each loop inside it; addresses are linear. b may stay beside a, nearer than the next row. Distances that cannot
 * be those of objects may have wrapped around: not known to be apart. */
static __attribute__((noinline, unused)) int __gd_host_clear(const unsigned long *at, unsigned long places,
                                                             const unsigned long *counts, unsigned long loops,
                                                             unsigned long a, unsigned long size_a, unsigned long b,
                                                             unsigned long size_b)
{
    unsigned long low[2] = {at[a], at[b]}, high[2] = {at[a] + size_a - 1, at[b] + size_b - 1};
    unsigned long up = at[places + a] - at[a], down = 0 - up, row = up < down ? up : down, beside = 1;
    unsigned long after = at[b] - at[a], before = 0 - after, off = after < before ? after : before;
    while (beside <= loops && at[beside * places + b] - at[beside * places + a] == after)
        beside++;
    if (beside > loops && off < row && row - off >= (size_a > size_b ? size_a : size_b))
        return 1;
    for (int k = 0; k < 2; k++) {
        unsigned long first = low[k];
        for (unsigned long j = 0; j < loops; j++) {
            unsigned long forth = at[(j + 1) * places + (k ? b : a)] - first, back = 0 - forth;
            unsigned long step = forth < back ? forth : back, more = counts[j] ? counts[j] - 1 : 0;
            if (more && step > (~0ul >> 6) / more)
                return 0;
            if (forth < back)
                high[k] += step * more;
            else
                low[k] -= step * more;
        }
        if (low[k] > first || high[k] < first)
            return 0;
    }
    return high[0] < low[1] || high[1] < low[0];
}
/* The calling thread's share of `rows` rows of n iterations each: some of the rows, where threads may share them
 * (shared) and each gets at least 8; else a part of every row. */
static __inline__ __attribute__((unused)) void __gd_host_share_rows(unsigned long rows, int shared, unsigned long n,
                                                                    unsigned long *row, unsigned long *row_to,
                                                                    unsigned long *from, unsigned long *to)
{
    *row = *from = 0;
    *row_to = rows;
    *to = n;
    if (shared && rows / 8 >= (unsigned long)omp_get_num_threads())
        __gd_host_share(rows, row, row_to);
    else
        __gd_host_share(n, from, to);
}
/* The calling thread's share of a nest of `rows` rows of n iterations each: some of the rows; a part of every row where
 * the longest share is shorter by an eighth then, as with one row, or three for two threads. */
static __attribute__((noinline, unused)) void __gd_host_share_nest(unsigned long rows, unsigned long n,
                                                                   unsigned long *row, unsigned long *row_to,
                                                                   unsigned long *from, unsigned long *to)
{
    unsigned long threads = (unsigned long)omp_get_num_threads();
    unsigned long of_rows = (rows + threads - 1) / threads * n, of_each = (n + threads - 1) / threads * rows;
    *row = *from = 0;
    *row_to = rows;
    *to = n;
    if (of_each < of_rows - of_rows / 8)
        __gd_host_share(n, from, to);
    else
        __gd_host_share(rows, row, row_to);
}
/* Have n iterations work for half of the threads at most? libomp gives a team no more threads than there are cores, and
 * warns where more are asked for. */
int omp_get_max_threads(void), omp_get_num_procs(void), omp_in_parallel(void);
static __attribute__((noinline, unused)) int __gd_host_few(unsigned long n)
{
    int threads = omp_get_max_threads();
    return n && n <= (unsigned long)threads / 2 && threads <= omp_get_num_procs() && !omp_in_parallel();
}
/* How many bytes the calling thread copies of an array of so many, whose elements a loop of n iterations only updates
 * by atomics: all, if it is short, else none. Each copy costs its initialisation, and an atomic per element. */
static __attribute__((noinline, unused)) unsigned long __gd_host_tally(unsigned long n, unsigned long bytes,
                                                                       unsigned long size, unsigned long most)
{
    unsigned long threads = (unsigned long)omp_get_num_threads();
    return bytes <= most && n / 4 / threads >= bytes / size ? bytes : 0;
}
/* where the calling thread begins with n elements that all threads go through */
static __inline__ __attribute__((unused)) unsigned long __gd_host_first(unsigned long n)
{
    return n / (unsigned long)omp_get_num_threads() * (unsigned long)omp_get_thread_num();
}
/* At the beginning of a parallel region: in its function %rbp stays the frame pointer. Loops over chunks on demand have
 * so many values at once that Clang takes %rbp for addresses of elements too. On the Intel processor measured loads
 * through it are slower: a loop over structures in memory took 1.14 times as long (docs/benchmarks.md). */
#ifdef __x86_64__
#define GANTRY_FRAME_POINTER __asm__ __volatile__("" : : "r"(__builtin_frame_address(0)))
#else
#define GANTRY_FRAME_POINTER (void)0
#endif
/* The next chunk of a loop's n iterations, from the counter *next that all threads share; threads > 0: schedule(guided)
 * for so many threads. Returns 0 when none is left. */
static __inline__ __attribute__((unused)) int __gd_host_chunk(unsigned long *next, unsigned long n, unsigned long chunk,
                                                              int threads, unsigned long *from, unsigned long *to)
{
    unsigned long k = __atomic_load_n(next, __ATOMIC_RELAXED), size = chunk;
    if (k >= n)
        return 0;
    if (!threads) {
        k = __atomic_fetch_add(next, size, __ATOMIC_RELAXED);
        if (k >= n)
            return 0;
    } else {
        do {
            if (k >= n)
                return 0;
            size = (n - k) / (2 * (unsigned long)threads);
            size = size < chunk ? chunk : size;
        } while (!__atomic_compare_exchange_n(next, &k, k + size, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    }
    *from = k;
    *to = n - k < size ? n : k + size;
    return 1;
}
/* The next chunk in turn of one of so many threads, or teams, from iteration *next on. */
static __inline__ __attribute__((unused)) int __gd_host_turn(unsigned long *next, unsigned long n, unsigned long chunk,
                                                             int among, unsigned long *from, unsigned long *to)
{
    if (*next >= n)
        return 0;
    *from = *next;
    *to = n - *from < chunk ? n : *from + chunk;
    *next += (unsigned long)among * chunk;
    return 1;
}
/* How many iterations a thread takes at once: all n where it is alone; else a chunk, or as many as make up `batch`
 * iterations, as long as there are 8 turns for each thread. */
static __attribute__((noinline, unused)) unsigned long __gd_host_chunks(unsigned long n, unsigned long chunk,
                                                                        unsigned long batch)
{
    unsigned long threads = (unsigned long)omp_get_num_threads(), several, most;
    if (threads == 1 || chunk > n)
        return n;
    if (batch <= chunk)
        return chunk;
    several = (batch - 1) / chunk + 1;
    most = n / chunk / (8 * threads);
    several = several < most ? several : most;
    return several > 1 ? several * chunk : chunk;
}
#define __gantry_place(device, cond) __gantry_place_of(&GANTRY_MODULE, (device), (cond))
#define __gantry_here() 0
/* Reductions of arrays of _Bool: Clang 19 makes atomic operations of the operators that its code generator refuses. */
#pragma omp declare reduction(gantry_bool_or:_Bool : omp_out = omp_out || omp_in) initializer(omp_priv = 0)
#pragma omp declare reduction(gantry_bool_and:_Bool : omp_out = omp_out && omp_in) initializer(omp_priv = 1)
#pragma omp declare reduction(gantry_bool_xor:_Bool : omp_out = omp_out != omp_in) initializer(omp_priv = 0)
/* max and min of nothing but infinities: Clang 19 starts private copies with the largest finite number, where OpenMP
 * asks for the infinity (5.2, implicitly declared reduction identifiers). Under -ffinite-math-only code may hold no
 * infinity, and the finite number is right. */
#if __FINITE_MATH_ONLY__
#define __GD_MOST(finite, infinite) finite
#else
#define __GD_MOST(finite, infinite) infinite
#endif
#pragma omp declare reduction(gantry_max:float : omp_out = omp_in > omp_out ? omp_in : omp_out)                        \
    initializer(omp_priv = -__GD_MOST(__FLT_MAX__, __builtin_inff()))
#pragma omp declare reduction(gantry_min:float : omp_out = omp_in < omp_out ? omp_in : omp_out)                        \
    initializer(omp_priv = __GD_MOST(__FLT_MAX__, __builtin_inff()))
#pragma omp declare reduction(gantry_max:double : omp_out = omp_in > omp_out ? omp_in : omp_out)                       \
    initializer(omp_priv = -__GD_MOST(__DBL_MAX__, __builtin_inf()))
#pragma omp declare reduction(gantry_min:double : omp_out = omp_in < omp_out ? omp_in : omp_out)                       \
    initializer(omp_priv = __GD_MOST(__DBL_MAX__, __builtin_inf()))
#pragma omp declare reduction(gantry_max : long double : omp_out = omp_in > omp_out ? omp_in : omp_out)                \
    initializer(omp_priv = -__GD_MOST(__LDBL_MAX__, __builtin_infl()))
#pragma omp declare reduction(gantry_min : long double : omp_out = omp_in < omp_out ? omp_in : omp_out)                \
    initializer(omp_priv = __GD_MOST(__LDBL_MAX__, __builtin_infl()))
#ifdef __SIZEOF_FLOAT128__
#pragma omp declare reduction(gantry_max:__float128 : omp_out = omp_in > omp_out ? omp_in : omp_out)                   \
    initializer(omp_priv = -__GD_MOST(__LDBL_MAX__, __builtin_infl()))
#pragma omp declare reduction(gantry_min:__float128 : omp_out = omp_in < omp_out ? omp_in : omp_out)                   \
    initializer(omp_priv = __GD_MOST(__LDBL_MAX__, __builtin_infl()))
#endif
#endif
/* p - back, where that may lie outside of what p points into: compilers must not follow */
static __inline__ __attribute__((always_inline, unused)) void *__gd_shifted(void *p, unsigned long back)
{
    unsigned long at = (unsigned long)p - back;
    __asm__("" : "+r"(at));
    return (void *)at;
}
/* The condition of the loop over teams that run one after the other in place: true while team < teams; it tells the
 * runtime which team runs. */
int __gantry_host_league(int team, int teams);

/* ---- -fcheck: what the program asserts (runtime/check/asserted.c). Of a loop whose iterations are independent:
 * each_begin before it, each_of for what it speaks of (bytes < 0: as many as the block of the heap has), each_scalar
 * for scalars, which do not count, each_next where an iteration begins; pause and end are called as variables' cleanup.
 * ---- */
void __gantry_assumed(int holds, const struct gantry_loc *at, const char *expression, const char *values, ...);
void __gantry_sized(const void *p, long low, long bytes, const struct gantry_loc *at, const char *item);
int __gantry_each_begin(const struct gantry_loc *at, const char *words, int listed, const void *frame);
void __gantry_each_of(int begun, const void *p, long low, long bytes, unsigned long element, const char *name);
void __gantry_each_scalar(int begun, const void *p, unsigned long bytes, const char *name);
int __gantry_each_next(int begun);
void __gantry_each_pause(const int *begun);
void __gantry_each_end(const int *begun);
#endif
#define GANTRY_DEVICE_DEFAULT (-2147483647)

_Static_assert(sizeof(struct gantry_loc) == 24, "bump GANTRY_ABI_VERSION");
_Static_assert(sizeof(struct gantry_map) == 24, "bump GANTRY_ABI_VERSION");
_Static_assert(sizeof(struct gantry_val) == 24, "bump GANTRY_ABI_VERSION");
_Static_assert(sizeof(struct gantry_region) == 128, "bump GANTRY_ABI_VERSION");
_Static_assert(sizeof(struct gantry_launch) == 40, "bump GANTRY_ABI_VERSION");
_Static_assert(sizeof(struct gantry_variant) == 32, "bump GANTRY_ABI_VERSION");
_Static_assert(sizeof(struct gantry_kernel_info) == 64, "bump GANTRY_ABI_VERSION");
_Static_assert(sizeof(struct gantry_image) == 88, "bump GANTRY_ABI_VERSION");
_Static_assert(sizeof(struct gantry_env) == 88, "bump GANTRY_ABI_VERSION");

#ifdef __GANTRY_GENERATED__
#pragma pop_macro("int32_t")
#pragma pop_macro("int64_t")
#pragma pop_macro("uint32_t")
#pragma pop_macro("uint64_t")
#endif
#endif
