/* src/analysis: decisions on the region tree. One pass per file; each pass says what it needs and sets. The generators
 * read the results and never decide; `gantry explain` prints them. */
#ifndef GANTRY_ANALYSIS_H
#define GANTRY_ANALYSIS_H

#include "../region/tree.h"
#include "sharing.h"
#include "facts/calls.h"

/* ---- reasons: every decision carries one; rows of reasons.def, a page each in docs/reasons.md ---- */
#define REASON(E, ID, TEXT) WHY_##E,
enum why {
    WHY_NONE = 0,
#include "reasons.def"
    WHY_COUNT
};
#undef REASON
const char *why_id(enum why w);
const char *why_text(enum why w);

/* ---- how a variable reaches a kernel ---- */
enum capture_how {
    CAP_ADDRESS, /* mapped: parameter is a pointer to the device copy; uses become (*name) */
    CAP_POINTER, /* a pointer variable: parameter is its translated value */
    CAP_VALUE,   /* firstprivate, never written in the region: parameter by value */
    CAP_COPY,    /* firstprivate and written: one device copy shared by the region, (*name) */
    CAP_DEVPTR,  /* is_device_ptr */
    CAP_PRIVATE, /* private on target: declared in the kernel */
};
struct capture {
    struct var *var;
    enum capture_how how;
    unsigned map;      /* GANTRY_MAP_* bits of an implicit map, or of the explicit item */
    struct item *item; /* explicit list item, NULL when implicit */
    struct clause *clause;
    enum why why;
};
enum map_part {
    PART_ITEM,
    PART_STORAGE, /* of an item that a mapper maps: only room, its members follow in a list */
    PART_OBJECT,  /* what the pointer number `step` on the item's way points to, so that a region can follow it */
    PART_POINTER, /* the pointer that the item hangs on, as a member of its structure */
    PART_LIST,    /* rows made at run time: by iterators, by a mapper, of a section with strides */
};
struct mapping { /* one entry of the map list handed to the runtime, in order */
    enum map_part part;
    unsigned step;
    struct region *mapper; /* PART_LIST, PART_STORAGE: for each element of the item; or NULL */
    struct item *item;     /* explicit; NULL: the capture's own implicit map */
    struct clause *clause;
    struct capture *capture; /* entry that provides this capture's parameter, or NULL */
    unsigned flags;          /* GANTRY_MAP_* */
    unsigned param;          /* enum gantry_param */
    struct var *var;
};
typedef VEC(struct mapping) mapping_list;

enum kernel_mode { MODE_GENERIC, MODE_SPMD };

/* ---- three levels: who runs the code between the levels ----
 * A level's sequential code (a team's between its parallel regions, a thread's between its simd loops) is either run by
 * one (generic: the main thread, the leader of a group) while the others wait, or by all with the same values (SPMD).
 * Then statements that others could see happen are guarded: one runs them, and hands on what they set. */
struct guard {
    struct slice at;        /* one statement or several neighbours */
    bool is_decl;           /* a declaration: the variables are declared for all, the initialisers guarded */
    unsigned id;            /* within its level: names the place of what is handed on */
    VEC(struct var *) sets; /* variables of which every lane has its own copy, set inside */
};
enum crew { CREW_ALONE /* no lanes to share */, CREW_TOGETHER /* SPMD */, CREW_LEADERS /* generic */ };

/* ---- how far apart the elements are that neighbouring iterations touch ---- */
enum stride_kind {
    STRIDE_NONE,     /* the same element */
    STRIDE_BYTES,    /* that many bytes on */
    STRIDE_SYMBOLIC, /* a product with something that does not change in the nest: far */
    STRIDE_UNKNOWN,
};
struct stride {
    enum stride_kind kind;
    int64_t bytes;
};
enum { MOST_STRIDES = 8 }; /* loops of a nest for which strides are found */
struct strides {           /* of one access; by[j]: from one iteration of loops[j] to the next */
    const struct element *of;
    unsigned weight; /* 10 for each loop around it inside the nest's body */
    struct stride by[MOST_STRIDES];
};
typedef VEC(struct strides) strides_list;

/* ---- a loop construct on the initial device ---- */
enum place_form {
    PLACE_WHOLE,     /* the nest as it is, under one directive */
    PLACE_SPLIT,     /* threads share the outer loops, the innermost is an ordinary one: no index is divided */
    PLACE_COUNTED,   /* by the number of the iteration: nests that Clang 19 does not take, or miscounts */
    PLACE_CHUNKS,    /* threads take chunks of numbers, and walk each in rows: an index is divided once a row */
    PLACE_EXCHANGED, /* loops of the body go outside: all threads run them, and share the construct's own within */
};
enum place_lanes {
    LANES_UNKNOWN,    /* nothing is said: the host compiler must prove that iterations are independent */
    LANES_FREE,       /* said to be independent; whether vectors pay is the host compiler's to judge */
    LANES_VECTORISED, /* vectors in any case: only so does Clang reorder sums of floating-point numbers */
};
struct in_place {
    enum place_form form;
    enum why form_why;
    enum place_lanes lanes; /* of the construct's own directive */
    enum why lanes_why;
    bool simd;   /* a `simd` of its own pays: on the innermost loop of SPLIT, or where one thread runs all */
    int64_t few; /* one thread takes all iterations when they are no more than that; 0: the number is not asked for */
    unsigned nheads; /* EXCHANGED: `for (…)` of each loop that goes outside, … */
    struct slice heads[MOST_STRIDES];
    struct slice body; /* … and what is inside all of them */
};

/* ---- per directive: the leaves it really gets on the device, after `loop` was resolved by its binding ---- */
struct plan {
    unsigned leaves;       /* LEAF_TEAMS … LEAF_SIMD; never LEAF_LOOP or LEAF_TARGET */
    struct kernel *kernel; /* the kernel it is part of; NULL in device functions */
    bool inline_parallel;  /* its parallel part needs no outlining: an SPMD kernel's own */
    unsigned parallel_id;  /* outlined: its number in the kernel's dispatch; 0 in device functions */
    const char *name; /* of the outlined function and its payload; of a simd loop for the lanes of a LEADERS region */
    VEC(struct pcapture {
        struct var *var;
        bool by_value;
        bool fixed; /* of a published simd loop: one value all through its parallel region */
    })
    captures; /* what its body uses from outside */
    /* parallel regions, not nested ones */
    enum crew crew;
    enum why crew_why; /* of LEADERS */
    struct loc crew_loc;
    unsigned nsimd;              /* simd loops for the lanes of its threads */
    unsigned group, group_limit; /* lanes of a thread: preferred, most (0: any) */
    enum why group_why;
    VEC(struct guard) guards; /* TOGETHER: of its threads' code */
    VEC(struct slot) space;   /* group space: what its simd loops share by reference */
    /* simd loops */
    struct region *lanes_of; /* the parallel region whose lanes share it; NULL: in order, on one lane */
    enum why lanes_why;      /* of NULL */
    unsigned simd_id;        /* within that region or function, from 1 */
    bool called;             /* it stands in a device function: lanes_of is the function's `level` */
    bool acts;               /* its iterations store to what other lanes may read */
    /* loops: which of a nest's variables varies fastest over neighbouring lanes */
    strides_list strides;   /* of what the body accesses, where order.c asked … */
    unsigned nstrides;      /* … about so many loops */
    unsigned fastest;       /* its index in region.loops; the innermost unless order_why is ORDER_UNIT */
    enum why order_why;     /* NONE: nothing would be won */
    unsigned order_better;  /* the loop that should vary fastest; ORDER_COLLAPSE: always 1, a loop of the body */
    struct region *swapped; /* ORDER_SWAP: each of the two runs the other's loops on the device */
    struct in_place place;  /* on the initial device */
};

/* a place in memory that all threads of a team reach, for one instance of a variable */
struct slot {
    struct var *var;
    struct region *owner; /* the construct whose private copy it is; NULL: the variable itself */
    const char *field;    /* its member's name, unique within the kernel or function */
    bool far;             /* of a kernel: in the device's heap, for team-shared memory has no room */
};

/* ---- per target region ---- */
struct kernel {
    struct region *region;
    const char *name;
    enum kernel_mode mode;
    enum why mode_why;
    struct loc why_loc;
    bool has_teams;                  /* more than one team may run it */
    bool whole_device;               /* bare target + loop, spread over all teams */
    struct region *distribute;       /* the outermost construct with that leaf, or NULL */
    struct region *teams, *parallel; /* constructs that carry num_teams/thread_limit and num_threads; may be NULL */
    struct region *cores_share;      /* on the initial device: the loop that threads share for the teams, or NULL */
    struct region *trip;             /* loop directive whose trip count shapes the launch; NULL = unknown */
    unsigned nparallel;              /* parallel regions, not those in functions */
    VEC(struct capture) captures;
    mapping_list maps;
    VEC(struct slot) shared;  /* what parallel regions use by reference, in team-shared memory */
    VEC(struct guard) guards; /* SPMD: of its teams' code */
    bool lone_threads; /* SPMD without a parallel region: each team is one thread, whose lanes share simd loops */
    bool tight;        /* SPMD without sequential code: no barrier is needed behind the parallel region */
};

struct data_env { /* of a data construct or a mapper */
    struct region *region;
    mapping_list maps;
};

struct dfunc { /* a function that device code needs */
    struct func *func;
    VEC(struct slot) shared; /* locals, parameters and copies used by reference in its parallel regions: a frame */
    bool has_parallel;
    /* simd loops that use the lanes of whoever calls (called.c) */
    struct region
        *level; /* stands for the function's own code around them, as a parallel region does; NULL: it has none */
    VEC(struct region *) simds;
    bool only_with_lanes; /* no parallel region, only such loops may be given pointers to `shared` */
    bool alone;           /* they may be given pointers to something that cannot be moved */
};

enum force_mode { FORCE_NOTHING, FORCE_SPMD, FORCE_GENERIC };
struct analysis_options {
    bool warn;
    enum force_mode teams_mode, parallel_mode; /* --teams-mode, --parallel-mode: spmd only where it is proved right */
    bool loop_order;    /* collapsed nests and pairs of nested loops may be numbered in another order */
    bool deterministic; /* reductions have the same bits on every run: no schedule depends on who comes first */
    bool lockstep;  /* no lane can wait for a leader: regions keep lanes for simd loops of their own, functions' run in
                       order */
    bool host_simd; /* in place: lanes for loops that may have them, innermost collapsed loops split off */
};
struct analysis {
    struct unit *unit;
    struct analysis_options options;
    struct calls *calls; /* facts about functions (calls.h) */
    VEC(struct kernel *) kernels;
    VEC(struct data_env) data;     /* of target data, enter data, exit data, update, declare mapper */
    VEC(struct dfunc *) funcs;     /* in file order */
    VEC(struct var *) device_vars; /* declare target variables defined or declared here */
    VEC(uint32_t) chunks;          /* declaration closure for device C, sorted */
    uint64_t hash;                 /* of the text without line markers: makes names unique across files */
};
/* All passes; false after errors were reported. Result in *out (arena of the unit). */
bool analyse(struct unit *u, const struct analysis_options *o, struct analysis **out);

/* passes; their order is that of the table in analyse.c */
void pass_device_functions(struct analysis *a); /* reach.c */
void pass_sharing(struct analysis *a);
void pass_defaults(struct analysis *a);
void pass_in_reduction(struct analysis *a); /* in_reduction.c: what target maps for it */
void pass_lower(struct analysis *a);        /* lower.c: plan.leaves */
void pass_cancel(struct analysis *a);       /* cancel.c: errors only */
void pass_tasks(struct analysis *a);        /* tasks.c: attributes that no clause gives */
void pass_dataenv(struct analysis *a);      /* dataenv.c: captures */
void pass_suspect(struct analysis *a);      /* suspect.c: warnings about what cannot do what it says */
void pass_traps(struct analysis *a);        /* traps.c: warnings about data that is lost, unset or not there yet */
bool in_branch(const struct node *n, struct slice within); /* is n run on a condition that stands in there? */
void pass_races(struct analysis *a);        /* races.c: warnings about stores of all threads to one variable */
void pass_maps(struct analysis *a);         /* maps.c: the map lists */
void pass_share(struct analysis *a);        /* share.c: payloads, shared variables */
void pass_mode(struct analysis *a);         /* mode.c: kernel.mode, parallel regions to outline */
void pass_lanes(struct analysis *a);        /* lanes.c: simd loops over lanes, group space, crews */
void find_called_simds(struct analysis *a); /* called.c, for pass_lanes: simd loops of functions */
void pass_order(struct analysis *a);        /* order.c: which loop of a nest varies fastest */
void pass_in_place(struct analysis *a);     /* in_place.c: the form of each loop construct on the initial device */
void pass_unsupported(struct analysis *a);  /* unsupported.c: errors */
void pass_closure(struct analysis *a);      /* closure.c: chunks */

/* ---- strides.c ---- */
/* Adds the strides of all accesses in `body`, and in functions that it calls, in a nest of these loops (outermost
 * first, MOST_STRIDES at most). */
void strides_of(struct analysis *a, const struct loop *const *loops, unsigned n, struct slice body, strides_list *list);

/* ---- suspect.c ---- */
#define LIBRARY_HEAP " malloc calloc aligned_alloc "
/* Is every value that the local pointer v gets the result of one of these functions (names between blanks)? */
bool gets_only(const struct unit *u, const struct var *v, const char *functions);

/* ---- called.c: simd loops of device functions, over the lanes of the thread that calls ---- */
/* May this instance of v live in a room or group space? */
bool can_move_to_lanes(const struct var *v, const struct region *owner);
/* Do the threads of par, outside of the simd loops that their lanes share, call a function of this file that leads to
 * such loops? `where`: the place of the call. Do they call one that may, since it cannot be seen (not counting calls
 * through pointers)? */
bool calls_simds(struct analysis *a, const struct region *par, struct loc *where);
bool calls_unseen(struct analysis *a, const struct region *par, struct loc *where);
bool on_lanes(const struct unit *u, const struct region *par, uint32_t off); /* is code at off in such a simd loop? */

/* ---- lanes.c ---- */
/* for each simd loop that the lanes of par's threads share */
void each_simd_of(struct region *par, void (*f)(struct region *, void *), void *ctx);
bool is_simd_loop(const struct region *r);
enum why why_in_order(const struct region *r);
void refuse_simds_below(struct region *r, enum why why);

/* ---- group.c: lanes for the threads of a parallel region with simd loops; for a loop of a function (lanes_of: par)
 * ---- */
unsigned cheapest_group(struct analysis *a, struct region *par, bool *trips_known);
unsigned cheapest_group_of(struct analysis *a, struct region *par, struct region *simd, bool *trip_known);

/* ---- effects.c: what code does that others can see ---- */
struct level {
    struct analysis *a;
    struct kernel *kernel;   /* NULL in device functions */
    struct region *parallel; /* its threads' code; NULL: the kernel's teams' code */
};
typedef VEC(struct var *) var_list;
/* ANY_EFFECT of the code in s; `sets` (may be NULL) gets the variables it stores to of which every lane has its own
 * copy */
unsigned effects_in(const struct level *l, struct slice s, var_list *sets);
/* has every lane its own copy of the instance of v that is named at off? */
bool is_replicated(const struct level *l, struct var *v, uint32_t off);
/* guard.c: guards for all code of the level, so that every lane may run it; false with the reason and its place */
bool guard_level(const struct level *l, struct guard **guards, size_t *n, enum why *why, struct loc *where);

/* ---- reduction.c: how a construct keeps its copies of what it reduces ---- */
enum {
    REDUCTION_STACK = 2048, /* bytes of one list item: more, or a length known at run time, goes to the device heap */
    REDUCTION_ROOM = 65536, /* bytes of a team's results in the launch's scratch memory: more goes to the device heap */
};
/* r's copy of the array v is memory that all threads reach: v has no slot, and names lead there */
bool reduction_in_memory(const struct region *r, const struct var *v);
/* a section or element of what pointer v points to: v itself is not reduced */
bool reduces_pointee(const struct region *r, const struct var *v);
bool has_declared_reduction(const struct region *r);            /* by the user */
const struct sharing *inscan_reduction(const struct region *r); /* its first, or NULL */
/* one lane runs r in order: then the originals serve as copies, where only operators reduce */
bool reduces_in_order(const struct region *r);

/* ---- questions shared by passes and generators (query.c) ---- */
/* the construct around `off` whose private copy of v is the instance named there; NULL: the variable itself (share.c)
 */
struct region *owner_at(struct unit *u, uint32_t off, struct var *v);
void capture_construct(struct analysis *a, struct region *r); /* share.c: plan.captures of an outlined construct */
void share_in_frame(struct analysis *a, struct dfunc *d, struct var *v,
                    struct region *owner); /* share.c: a slot of d's frame */
const char *slot_field(struct arena *ar, const struct slot *s, size_t n, const char *name); /* a new, unique one */
bool is_nested_parallel(const struct region *r); /* inside another parallel construct of its function or kernel */
/* the lengths that copies of variable-length arrays need, for the clauses of r and of what is in it */
void each_length_of_copies(struct unit *u, struct region *r, void (*f)(void *ctx, struct var *length), void *ctx);
bool has_variable_length(
    const struct type *t); /* storage whose size varies; pointers to such are plain pointers on the device */
bool is_object_type(const struct type *t);              /* stores to its elements are stores to the variable */
void check_long_double_expressions(struct analysis *a); /* reach.c: last, so that better messages come first */
/* reach.c: a constant table that a function with target regions declares: kernels have a copy
 * (gen/device/block_tables.c) */
bool is_table_of_block(struct analysis *a, const struct var *v);
struct capture *find_capture(const struct kernel *k, const struct var *v); /* dataenv.c; NULL: none, or no kernel */
bool is_direct_on_device(struct region *r,
                         struct var *v); /* dataenv.c: device code names the one instance it has there */
const mapping_list *maps_of(struct analysis *a,
                            struct region *r); /* maps.c; of a target or data construct or a mapper */
bool item_provides(const struct item *it);   /* maps.c: a target construct's parameter for its variable comes from it */
bool has_strides(const struct item *it);     /* maps.c: a section that may be other than contiguous */
unsigned map_flags(const struct clause *c);  /* GANTRY_MAP_* of a map, to or from clause */
bool is_plain_nest(const struct region *r);  /* rectangular, and nothing between its loops */
bool is_conditional(const struct clause *c); /* lastprivate(conditional:) */
bool has_conditional(const struct region *r);
struct region *scan_of(const struct region *r); /* the directive in the body of loop construct r, or NULL */
bool reduces_beyond_lanes(const struct region *r);
bool is_counted(const struct region *r);
bool holds_cancel(const struct region *r);
/* The statement of a loop directive is the body of its innermost associated loop, or what begins with the code between
 * two of them. NULL: r has none. */
const struct node *inner_statement(const struct region *r);
struct region *sole_child(struct region *r); /* the one construct with a statement that r's consists of */
bool var_private_in(const struct region *r,
                    const struct var *v); /* private copy made by a clause or as a loop variable of r */
unsigned access_in(struct unit *u, struct slice s, struct var *v); /* union of access bits */
/* access outside constructs inside `s` that make v private */
unsigned access_shared_in(struct unit *u, struct region *r, struct slice s, struct var *v);
struct kernel *kernel_of(struct analysis *a, struct region *r);
struct dfunc *dfunc_of(struct analysis *a, struct func *f);
/* the slot of that instance in kernel k, else in function d (either may be NULL); NULL: it has none */
const struct slot *slot_of(const struct kernel *k, const struct dfunc *d, const struct var *v,
                           const struct region *owner);
/* lanes.c: iterations of r's loops where the bounds are constants and the step is 1; 0: not known */
uint64_t constant_trip(const struct region *r);
/* the construct whose loops r runs on the device: itself, unless the two changed places */
struct region *loops_run_by(struct region *r);
bool is_unit_stride(const struct strides *s, unsigned j);  /* order.c: neighbouring elements */
bool is_short_stride(const struct strides *s, unsigned j); /* several in one memory transaction */
/* the loop of n that should vary fastest; `now` unless another is surely better (order.c) */
unsigned best_loop(const strides_list *list, unsigned n, unsigned now);
bool may_be_alone(const struct region *r); /* may one thread have all iterations, in order? (order.c) */
/* May code in s ask which team or thread runs it? `unseen`: functions that cannot be seen might. */
bool asks_identity(struct analysis *a, struct slice s, bool unseen);
/* ---- allocators (allocator.c) ---- */
enum { DEFAULT_MEM_ALLOC = 1, CGROUP_MEM_ALLOC = 6, PTEAM_MEM_ALLOC = 7, THREAD_MEM_ALLOC = 8 }; /* of omp.h */
/* The allocate clause of r that lists v, or NULL. */
struct clause *allocate_clause(const struct region *r, const struct var *v);
/* Does it take more than the alignment to do as it says? Memory of predefined allocators can be told from a thread's
 * own by its address alone; one of the user's has an alignment that only the run shows. */
bool wants_memory(const struct clause *allocate, const struct var *v);
bool takes_memory(const struct region *r); /* for any variable of its allocate clauses */
bool any_allocate(const struct unit *u,
                  struct slice s); /* a clause in s with an alignment or an allocator of the user's */
/* May code in s set variables of its task (omp_set_num_threads and the like), itself or in a function that it calls? */
bool may_set_icvs(struct analysis *a, struct slice s);
bool is_library_func(const struct func *f); /* the next, and the file does not define it itself */
bool is_device_library(const char *name);   /* has a device version in our runtime: math, string, printf, omp_* */
/* league.c: does k, does a parallel region, count on the numbers of teams and threads that clauses ask for? */
bool numbers_are_counted_on(struct analysis *a, struct kernel *k);
bool threads_are_counted_on(struct analysis *a, const struct region *teams, const struct region *r);
/* query.c: shared by the threads of a parallel region, or waiting for them, where a target region has none around it:
 * the team's initial thread is all there are */
bool is_of_one_thread(const struct region *r);
/* May code in s open a parallel region, itself or through calls? (share.c) */
bool reaches_parallel(struct analysis *a, struct slice s);
bool shapes_parallel(const struct clause *c); /* num_threads, or an `if` that concerns the parallel construct */
bool clause_expr_on_host(struct analysis *a, struct kernel *k, struct slice s); /* same value before the launch */
/* defaultmap.c: the construct's own rule for c->var, which no other clause names; false: there is none */
bool defaultmap_rule(struct analysis *a, struct kernel *k, struct capture *c);
void firstprivate_rule(struct analysis *a, struct kernel *k, struct capture *c, bool copied); /* dataenv.c */
bool loops_on_host(struct analysis *a, struct kernel *k, struct region *r);

void explain_print(struct analysis *a, FILE *f);   /* gantry explain */
void decisions_print(struct analysis *a, FILE *f); /* --dump=decisions */

/* cancel.c */
struct region *cancelled_by(const struct region *r); /* the construct that a cancel or cancellation point names */
bool is_cancelled(const struct region *r, enum clause_kind kind); /* CLAUSE_OF_…: is there a cancel for it? */
bool has_cancellation_of_tasks(const struct region *r);           /* a task or taskloop: is there a way to its end? */

/* tasks.c */
bool is_task(const struct region *r);                   /* task, taskloop */
struct var *detach_variable(const struct region *r);    /* of detach(v); NULL: the task is not detached */
bool reaches_tasks(struct analysis *a, struct slice s); /* in s, or in a function of the file that it calls */

#endif
