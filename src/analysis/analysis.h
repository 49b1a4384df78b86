/* src/analysis: what is decided about each construct, from the region tree that the front end made. A pass is one file;
 * its head comment says which passes must have run before it (needs) and what it stores (sets). Generators read the
 * results and decide nothing; `gantry explain` prints them.
 *
 * facts/  what is so: who has which variable, what functions do, how far apart accesses are
 * plan/   what shall be done: struct plan of each construct, struct kernel of each target region
 * lint/   warnings about what is legal and hardly meant */
#ifndef GANTRY_ANALYSIS_H
#define GANTRY_ANALYSIS_H

#include "../../include/gantry_variants.h"
#include "../region/tree.h"
#include "sharing.h"
#include "facts/calls.h"
#include "facts/formula.h"

/* ---- reasons: every decision carries one; rows of reasons.def, a section each in docs/reasons.md ---- */
#define REASON(E, ID, TEXT) WHY_##E,
enum why {
    WHY_NONE = 0,
#include "reasons.def"
    WHY_COUNT
};
#undef REASON
const char *why_id(enum why w);
const char *why_text(enum why w);
const char *why_said(enum why w); /* both: "text [GR101]" */

/* ---- how a variable reaches a kernel (dataenv.c) ---- */
enum capture_how {
    CAP_ADDRESS, /* mapped: the parameter is the address of the device's copy; code names the variable (*name) */
    CAP_POINTER, /* a pointer variable: the parameter is the device address of what it points to */
    CAP_VALUE,   /* firstprivate, never stored to in the region: the parameter is its value */
    CAP_COPY,    /* firstprivate and stored to: one copy on the device that the whole region shares; code names it
                  * (*name) */
    CAP_DEVPTR,  /* is_device_ptr */
    CAP_PRIVATE, /* private on target: declared in the kernel, no parameter */
};
struct capture {
    const struct var *var;
    enum capture_how how;
    unsigned map;                /* GANTRY_MAP_* bits of the implicit map, or of the clause that lists the variable */
    const struct item *item;     /* the list item that decides; NULL: no clause does */
    const struct clause *clause; /* the clause of that item; NULL with it */
    enum why why;
    bool only_read; /* only_read.c: no code of the kernel stores there, if the rows of its stores are apart from this
                       one */
};

/* ---- the map list of a construct, in the order in which the runtime takes it (maps.c) ---- */
enum map_part {
    PART_ITEM,    /* the list item itself, or a captured variable */
    PART_STORAGE, /* only memory for the item: its mapper copies the members, in a PART_LIST that follows */
    PART_OBJECT,  /* of `p->q->a[0:n]`: the object that pointer number `step` of the item points to, for the region to
                   * follow */
    PART_POINTER, /* of `s.p[0:n]`: the member s.p, where other members of s are mapped too */
    PART_LIST,    /* stands for rows made at run time: by iterators, by a mapper, of a section with strides */
};
struct mapping { /* one row */
    enum map_part part;
    unsigned step;
    const struct region
        *mapper; /* PART_LIST, PART_STORAGE: the mapper that each element of the item goes through; or NULL */
    const struct item *item;     /* NULL: no clause lists it */
    const struct clause *clause; /* of that item */
    struct capture *capture;     /* the capture whose kernel parameter this row provides; NULL: none */
    unsigned flags;              /* GANTRY_MAP_* */
    unsigned param;              /* enum gantry_param */
    const struct var *var;
};
typedef VEC(struct mapping) mapping_list;

enum kernel_mode { MODE_GENERIC, MODE_SPMD };

/* ---- three levels: who runs the code between the levels ----
 * A team's code between its parallel regions, and a thread's code between its simd loops, is sequential. Either one
 * lane runs it while the others wait (generic: the main thread, or the leader of a group), or all lanes run it with
 * the same values (SPMD). In the second case statements whose effects others could see are guarded: one lane runs
 * them and broadcasts what they set. */
struct guard {
    struct slice at;              /* one statement, or several neighbours */
    bool is_decl;                 /* a declaration: all lanes have the variables, one runs the initialisers */
    unsigned id;                  /* within its level: names the place through which values are broadcast */
    VEC(const struct var *) sets; /* variables set inside of which every lane has its own copy: they are broadcast */
    enum why unsynced;            /* barriers.c: why no barrier is needed before it; NONE: one is needed */
};
typedef VEC(struct guard) guard_list;
enum crew {
    CREW_ALONE,    /* the region's threads are one lane each */
    CREW_TOGETHER, /* all lanes of a group run the thread's code (SPMD) */
    CREW_LEADERS,  /* the first lane of a group runs it, the others wait for simd loops (generic) */
};

/* ---- how far apart the elements are that neighbouring iterations touch (strides.c) ---- */
enum stride_kind {
    STRIDE_NONE,     /* the same element */
    STRIDE_BYTES,    /* that many bytes on */
    STRIDE_SYMBOLIC, /* a product with something that does not change in the nest, as in a[i * n]: far */
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

/* ---- how teams or threads share the iterations of a loop (schedules.c) ---- */
enum chunk_size {
    CHUNK_ANY,       /* as the device runtime divides */
    CHUNK_ONE,       /* one iteration */
    CHUNK_OF_CLAUSE, /* as many as the clause says */
    CHUNK_OF_LANES,  /* as many as the thread has lanes, so that these get neighbouring iterations */
    CHUNK_OF_RUN,    /* as OMP_SCHEDULE says */
    CHUNK_TUNED,     /* `size`, as it was measured */
};
struct schedule {
    unsigned kind; /* SCHED_…; SCHED_AUTO: neighbouring threads take neighbouring iterations */
    enum chunk_size chunk;
    int64_t size;
    bool in_ranges;              /* lanes divide what a thread gets, which therefore is neighbouring iterations */
    const struct clause *clause; /* the user's; NULL: none */
    enum why why;
};

/* ---- a loop construct on the initial device (in_place.c) ---- */
enum place_form {
    PLACE_WHOLE,     /* the user's nest under one directive */
    PLACE_SPLIT,     /* threads share the outer loops, the innermost is an ordinary loop: no division of iteration
                      * numbers */
    PLACE_COUNTED,   /* one loop over iteration numbers: for nests that Clang 19 refuses or miscounts */
    PLACE_CHUNKS,    /* threads take chunks of iteration numbers and walk each in rows: one division per chunk */
    PLACE_EXCHANGED, /* loops of the body are exchanged to the outside: all threads run them, and share the construct's
                      * own loop inside */
};
enum place_lanes {
    LANES_UNKNOWN,    /* no promise: the host compiler must prove that iterations are independent */
    LANES_FREE,       /* independent, by a clause or by proof; the host compiler decides whether vectors pay */
    LANES_VECTORISED, /* vectors in any case: otherwise Clang does not reorder floating-point sums */
};
struct look_place { /* an access whose addresses the region compares at run time */
    const struct node *node;
    int64_t size;
};
struct look_meeting { /* two accesses that must not overlap: indices into look.places */
    size_t store;
    size_t other;
};
/* Run-time checks: the iterations of a loop that goes outside may run on different threads if no two of these accesses
 * overlap (apart.c). */
struct look {
    const struct loop *rows;       /* the loop; NULL: its iterations may not run on different threads */
    VEC(struct look_place) places; /* stores, then accesses that may overlap them */
    size_t nstores;                /* the first so many are stores, which move from one iteration to the next … */
    VEC(struct look_meeting) meetings;
    VEC(const struct loop *) loops; /* … of `rows`, of the construct's loop and of these loops */
};
enum {
    MOST_TALLIES = 4,
    TALLY_BYTES = 16384, /* the longest array of which each thread has a copy, on its stack */
};
struct tally { /* an array that the loop only updates by atomics (tallies.c) */
    const struct var *var;
    const struct item *item; /* the mapped section of what the pointer `var` leads to; NULL: the array `var` */
    int64_t count;           /* elements; -1: known at run time */
    const struct type *element;
    enum op op;
};
struct in_place {
    enum place_form form;
    enum why form_why;
    enum place_lanes lanes; /* of the construct's own directive */
    enum why lanes_why;
    enum why share_why;  /* WHOLE, SPLIT: each thread works out its share of the loop, or of a nest's rows; NONE: the
                          * host's library does */
    bool whole_rows;     /* SPLIT, by shares: whole rows; else parts of each, too, where there are few rows */
    bool simd;           /* a `simd` directive pays: on the innermost loop of SPLIT, or where one thread runs all */
    unsigned copies;     /* this many copies of reduced variables, for iterations in turn; 0: only the thread's own */
    int64_t few;         /* up to this number of iterations one thread runs them all; 0: no such test */
    int64_t batch;       /* CHUNKS: a thread takes several at once, at least so many iterations; 0: one chunk */
    enum why batch_why;  /* of more than 0 */
    enum why stored_why; /* some of its assignments are in analysis.stored; NONE: none is */
    unsigned nheads;     /* EXCHANGED: `for (…)` of each loop that goes outside, … */
    struct slice heads[MOST_STRIDES];
    struct slice body;         /* … the code inside all of them … */
    struct look look;          /* … and whether threads may share the first of them */
    VEC(struct tally) tallies; /* threads have copies of these arrays … */
    struct look tally_look;    /* … if they are apart from what else is accessed; its stores stand for the tallies */
    enum why tally_why;        /* of some */
};

/* memory that all threads of a team, or all lanes of a group, reach, for one instance of a variable */
struct slot {
    const struct var *var;
    const struct region *owner; /* the construct whose private copy it is; NULL: the variable itself */
    const char *field;          /* its member's name, unique within the kernel or function */
    bool far;                   /* of a kernel: in the device's heap, since team-shared memory is full */
};
typedef VEC(struct slot) slot_list;

/* ---- what is decided about a construct of device code: region.plan, made by lower.c, completed by the passes ---- */
struct plan {
    /* lower.c */
    unsigned leaves; /* LEAF_TEAMS … LEAF_SIMD, after `loop` became what its binding says; never LEAF_TARGET */
    const struct clause *thread_limit; /* the thread_limit that holds in it, on teams maybe the target's; or NULL */
    struct kernel *kernel;             /* the kernel it is part of; NULL in device functions */

    /* mode.c: parallel regions. lanes.c, called.c: name of a simd loop that becomes a function */
    bool inline_parallel; /* part of an SPMD kernel's own code; else it becomes a function (it is outlined) */
    unsigned parallel_id; /* outlined: its number in the kernel's dispatch; 0 in device functions */
    const char *name;     /* of the outlined function and its payload */

    /* share.c: variables that the body uses from outside: the members of the payload */
    VEC(struct pcapture {
        const struct var *var;
        bool by_value;
        bool fixed; /* of a simd loop of a LEADERS region: its value never changes in the parallel region */
    })
    captures;

    /* lanes.c: parallel regions that are not nested in another */
    enum crew crew;
    enum why crew_why; /* of LEADERS */
    struct loc crew_loc;
    unsigned nsimd;              /* simd loops for the lanes of its threads */
    unsigned group, group_limit; /* lanes of a thread: preferred, most (0: any) */
    enum why group_why;
    guard_list guards; /* TOGETHER: of its threads' code */
    slot_list space;   /* group space: what its simd loops share by reference */

    /* lanes.c, called.c: simd loops */
    const struct region *lanes_of; /* the parallel region whose lanes share it; NULL: in order, on one lane */
    enum why lanes_why;            /* of NULL */
    unsigned simd_id;              /* within that region or function, from 1 */
    bool called;                   /* it is in a device function: lanes_of is dfunc.level */
    bool acts;                     /* its iterations store to what other lanes may read */

    /* barriers.c: of constructs in code that all lanes of a level run: why no barrier is needed before and after the
     * construct; NONE: one is needed */
    enum why unsynced_before, unsynced_after;

    /* schedules.c: constructs whose loops teams or threads share */
    struct schedule teams_schedule, threads_schedule;
    bool one_range; /* all threads of all teams share the iterations in one step */

    /* order.c: which of a nest's variables varies fastest over neighbouring lanes */
    strides_list strides;     /* of the body's accesses, if order.c needed them, … */
    unsigned nstrides;        /* … for so many loops */
    unsigned fastest;         /* its index in region.loops; the innermost unless order_why is ORDER_UNIT */
    enum why order_why;       /* NONE: another order would gain nothing */
    unsigned order_better;    /* the loop that should vary fastest; ORDER_COLLAPSE: always 1, a loop of the body */
    unsigned tuned_fastest;   /* the index, from 1, that was measured for the device; 0: none was */
    unsigned tuned_innermost; /* and in place */
    unsigned march;           /* march.c: of the variant that is printed: the loop, from 1, that each thread runs for
                               * itself; 0: threads share all loops */
    const struct region *swapped; /* ORDER_SWAP: the other construct: each runs the other's loops on the device */

    bool narrow;     /* narrow.c: its own loop has at most 2^31 iterations, and devices number them with 32 bits */
    bool apart;      /* rounds.c: it gains where what the kernel only reads lies apart, and has a form for that */
    unsigned rounds; /* rounds.c: so many of a thread's iterations stand behind one comparison; 0: each has its own */

    const struct clause *place_schedule; /* tuned.c: in place, instead of the user's; NULL: none */
    struct in_place place;               /* in_place.c */
    unsigned tally; /* tallies.c: an atomic that updates number tally - 1 of the loop around it; 0: none of these */

    bool any_order; /* reference.c: the reference can run its iterations in any order */

    bool beside; /* beside.c: in a graph it comes after what its dependences name alone */
    bool joins;  /* beside.c: a construct after which all regions of its graph that came before are waited for */
};

/* ---- what a launch must move and compute (footprint.c) ---- */
struct reached { /* all that is read, or written, by way of a pointer or array: from root + low, so many bytes */
    const struct node *root;
    bool written;
    struct formula low, span;
};
struct footprint {
    enum why why;   /* why it is not known; NONE: it is, if each of the conditions is 0 or more at the launch */
    struct loc loc; /* of what prevents it */
    bool operations_known;
    struct formula_atoms atoms;
    struct formula read, written;   /* different bytes of the program's data on the device */
    struct formula points;          /* iterations that teams and threads share; 0: no such loop */
    struct formula floats, doubles; /* operations of the source on numbers of at most 4 bytes, and on others */
    VEC(struct formula) conditions;
    VEC(struct reached) reached;
};
bool footprints_meet(const struct reached *a, const struct reached *b); /* and would be counted twice */

/* ---- what `gantry tune` has measured for a region (tuned.c); 0, NULL, FORCE_NOTHING: nothing ---- */
enum force_mode { FORCE_NOTHING, FORCE_SPMD, FORCE_GENERIC };
struct tuned {
    const char *words;                                 /* the settings, as the table has them; NULL: none */
    unsigned teams, threads, lanes, registers, vector; /* vector: lanes of the CPU's, in place */
    unsigned schedule;                                 /* SCHED_… of the loop that its threads share */
    int64_t chunk;                                     /* 0: none is said */
    unsigned order;                                    /* the loop of its collapsed nest that varies fastest, from 1 */
    enum force_mode mode, crew;
    unsigned march;                    /* 1: threads share all loops of the nest, 2: all but one */
    unsigned collapse, unroll, nowait; /* what the text is changed by (changes.c): of its loop, of the innermost one */
    const char *tile;                  /* "8x16" */
};
struct known_region {
    struct loc loc;
    const char *identity;
    unsigned clause_loops; /* loops of its construct, where the text is changed to more for devices; 0: it is not */
};

/* ---- a target region ---- */
typedef VEC(struct gantry_variant) variant_list;
struct kernel {
    /* lower.c */
    const struct region *region;
    const char *name;
    bool has_teams;                    /* more than one team may run it */
    bool whole_device;                 /* bare target + loop, spread over all teams */
    const struct region *teams;        /* the construct that carries num_teams, or NULL */
    const struct clause *thread_limit; /* of a team's threads; NULL: none */
    const struct region *distribute;   /* the outermost construct with that leaf, or NULL */

    /* tuned.c: by what it is known, and what was measured for it on the device and in place */
    const char *identity;
    struct tuned on_device, at_home;
    bool only_in_place, only_on_devices; /* the text has the region twice, and this is one of them … */
    unsigned clause_loops;     /* … this, since its nest is deeper than the user's (deeper.c), who has so many loops: */
    struct kernel *at_home_as; /* the region is that one on the initial device … */
    bool is_printed_elsewhere; /* … which has no code of its own */

    VEC(struct capture) captures; /* dataenv.c */
    mapping_list maps;            /* maps.c */
    slot_list shared;             /* share.c: variables that parallel regions use by reference, in team-shared memory */

    /* mode.c; lanes.c makes some kernels without parallel regions SPMD */
    enum kernel_mode mode;
    enum why mode_why;
    struct loc why_loc;
    const struct region *parallel; /* the construct that carries num_threads, or NULL */
    const struct region *trip;     /* the loop directive whose trip count shapes the launch; NULL: unknown */
    unsigned nparallel;            /* parallel regions, not those in functions */
    guard_list guards;             /* SPMD: of its teams' code */
    bool tight;                    /* SPMD without sequential code: no barrier is needed after the parallel region */
    bool lone_threads; /* lanes.c: SPMD without a parallel region: a team is one thread, whose lanes share simd loops */

    /* variants.c: one for each number of lanes that a launch may choose, that of the model here first; empty: there is
     * no choice */
    variant_list variants;
    const struct region *inner; /* the simd loop whose iterations decide; of a nest: the nest, … */
    unsigned march;             /* march.c: … and which of its loops, from 1; 0: it has none that is not shared */

    bool asks_apart; /* rounds.c: some loop has a form for launches whose data is apart */

    struct footprint footprint;

    const struct node *deeper; /* deeper.c: the loop that threads share, too, where the launch wants it; NULL: none */

    const struct region *cores_share; /* in_place.c: the loop that the host's threads share for the teams, or NULL */
    const struct region *inside;      /* in_place.c: a parallel loop in its body whose iterations they share, by the
                                       * user's directives, where cores_share has few at run time; or NULL */

    /* reference.c, with -fverify: why there is no reference; NONE: there is one */
    enum why reference_why;
    unsigned reference_flags;               /* enum gantry_verify_flags */
    VEC(const struct var *) reference_vars; /* of declare target: those that its code names */
};

/* ---- #pragma ompx single_launch: a loop of the host becomes one kernel, its regions the kernel's phases
 * (single_launch.c, docs/wavefront.md) ---- */
enum bring {                /* what a phase gets for a parameter of its kernel */
             BRING_VALUE,   /* the value that the variable has then */
             BRING_ROW,     /* a device address that is known before the loop: of single.rows[index] */
             BRING_POINTER, /* the device address of what the pointer leads to then */
             BRING_CELL,    /* device memory in place of a scalar that host code names, too: single.cells[index] */
};
struct phase_parameter {
    const struct var *var;
    enum bring bring;
    size_t index;
    unsigned flags; /* of a cell: GANTRY_MAP_TO, GANTRY_MAP_FROM */
    bool in_turn;   /* of a cell: the region only reduces to it, so that no team comes to it before all are there */
};
struct phase {
    struct kernel *kernel;
    /* It can tell which team runs it, or how many there are: each team of the launch runs some of them, one after the
     * other. Their number: of the clause, or 1 */
    bool virtual_teams;
    bool virtual_threads; /* it can tell how many threads a team has: as many as its clauses say */
    VEC(struct phase_parameter) parameters;
};
struct single {
    const struct region *region;
    const char *name; /* the kernel's */
    enum why why;     /* SINGLE: it is one kernel; else why not, … */
    struct loc loc;   /* … because of what stands there, … */
    const char *what; /* … of this name; or NULL */
    VEC(struct phase) phases;
    variant_list variants; /* those of the first phase that has some, under names of this kernel's; or empty */
    const struct region
        *inner;        /* … and the simd loop whose iterations decide: a number that is known before the loop */
    mapping_list rows; /* what the regions map, mapped around the loop */
    VEC(const struct var *) values; /* from outside the loop, of which every thread has a copy … */
    VEC(const struct var *) stored; /* … that the host gets back */
    VEC(const struct var *) cells;
    VEC(const struct var *) placed; /* in place: of which each thread has a copy, and the host gets back that of one */
    bool trips;    /* before the loop it is known how many iterations the threads of each region share */
    bool places;   /* pointers change: the kernel gets a table of what is mapped */
    bool computed; /* … by more than copies of each other */
    /* on the initial device: SINGLE_PLACE, one parallel region runs the loop; or why each phase is one of its own */
    enum why place;
};

struct data_env { /* a data construct or a mapper */
    const struct region *region;
    mapping_list maps;
};

struct dfunc { /* a function that device code needs */
    const struct func *func;
    /* its frame: locals, parameters and private copies that its parallel regions or simd loops use by reference */
    slot_list shared;
    /* called.c: simd loops that use the lanes of the calling thread */
    const struct region *level; /* stands for the function's own code, as a parallel region does; NULL: no such loop */
    VEC(const struct region *) simds;
    bool only_with_lanes; /* pointers to `shared` reach simd loops only, no parallel region */
    bool alone;           /* pointers to variables that cannot be moved to a lane stack may reach such loops */
};

struct analysis_options {
    bool warn;
    bool findings; /* explain_print follows, whose findings say what advice about speed says, too (lint/speed.c) */
    enum force_mode teams_mode, parallel_mode; /* --teams-mode, --parallel-mode: SPMD only where it is proved correct */
    bool variants;                             /* the number of lanes may be chosen at the launch */
    bool loop_order;                           /* the order of collapsed and of nested loops may be changed */
    bool narrow;                               /* iterations may be numbered with 32 bits */
    bool rounds;                               /* bodies may be there several times */
    bool apart;                                /* … once more for launches whose data is apart */
    bool deterministic;     /* reductions have the same bits on every run: no schedule depends on who comes first */
    bool lockstep;          /* no lane can wait for a leader: simd loops of functions run in order */
    bool exact_lines;       /* each generated line has its construct's line number: for files that are compiled, not for
                             * --dump */
    bool debuggable;        /* the user will debug: variables must be visible */
    bool single_launch;     /* loops with `single_launch` may become one kernel */
    bool host_checks;       /* in place: addresses may be compared before a loop */
    bool check;             /* -fcheck: code for the emulated device says whose iterations it runs */
    bool in_place_form;     /* with verify: references can run the region in place, where gantry replay asks for it */
    bool verify;            /* -fverify: regions get a serial reference to compare with (reference.c) */
    const char *tuned;      /* --tuned: rows of settings (tuned.c); NULL: none */
    const char *tuned_path; /* for messages about them */
    const struct known_region *known; /* the text was changed: regions as they were before */
    size_t nknown;
    uint64_t hash;  /* of the text before that; 0: it is the user's */
    bool host_simd; /* in place: simd directives, and loops printed in other forms than the user's */
    /* host C contains only the first so many constructs, to find the one at which Clang crashes; NULL: all */
    const unsigned *first_constructs;
};
struct idle_answer { /* of idle.c, about a loop and data */
    struct slice loop;
    const struct var *root;
    const struct type *type;
    bool is_reached, stores, is_idle;
};
struct analysis {
    const struct unit *unit;
    struct analysis_options options;
    struct calls *calls; /* facts about functions (calls.h) */
    VEC(struct kernel *) kernels;
    VEC(struct single *) singles; /* single_launch.c: one for each such construct */
    VEC(struct data_env) data;    /* of target data, enter data, exit data, update, declare mapper */
    VEC(struct dfunc *) funcs;    /* in file order */
    VEC(const struct node *)
    stored;                              /* in_place.c: statements `element = value` whose value loads the element on a
                                          * condition; its address is computed first. In file order */
    VEC(const struct var *) device_vars; /* declare target variables defined or declared here */
    VEC(struct idle_answer) idle;        /* idle.c: what was asked already: many regions of one loop ask the same */
    VEC(uint32_t) chunks;                /* external declarations that device C needs, sorted */
    uint64_t hash;                       /* of the text without line markers: makes names unique in a program */
};

/* ---- analyse.c ---- */
/* All passes; false after errors were reported. Result in *out (arena of the unit). */
bool analyse(const struct unit *u, const struct analysis_options *o, struct analysis **out);

#define PASS(NAME) void pass_##NAME(struct analysis *a);
#include "passes.def"
#undef PASS

const char *kernel_name(struct analysis *a, const struct region *r); /* lower.c */
/* lower.c, defaults.c, tasks.c: what their passes do, for a construct or nest of the host */
void lower_orphan(struct analysis *a, const struct region *r);
void give_default_rows(struct analysis *a, const struct region *r);
void give_task_rows(struct analysis *a, const struct region *r);

enum explain_as { EXPLAIN_TEXT, EXPLAIN_ALL, EXPLAIN_JSON, EXPLAIN_MESSAGES }; /* ALL: text that is not cut */
void explain_print(struct analysis *a, enum explain_as as, FILE *f);           /* gantry explain */
void decisions_print(struct analysis *a, FILE *f);                             /* --dump=decisions */

/* ---- plan/tuned.c: what --tuned says of a region, in place of the options of the command line ---- */
void settings_print(struct analysis *a, FILE *f); /* --dump=settings: what each region may be tuned by */
enum force_mode teams_mode_of(const struct analysis *a, const struct kernel *k);
enum force_mode parallel_mode_of(const struct analysis *a, const struct kernel *k);
enum why why_forced(enum force_mode tuned);
/* The schedule clause that holds for r in place: what was measured, else the user's; NULL: there is none. Its chunk is
 * an expression of the user's where it has one (given), else, if not 0, expr_value. */
const struct clause *place_schedule(const struct region *r);
bool place_has_chunk(const struct region *r);
bool has_free_width(const struct region *r); /* no clause says how many lanes its vectors may have */
/* order.c: may the loops of r, a collapsed nest, get any order? */
bool order_is_free(struct analysis *a, const struct region *r);
unsigned place_fastest(const struct region *r); /* the innermost loop in place … */
bool place_has_order(const struct region *r);   /* … where the nest's order is not the user's */

/* ======== facts/ ======== */

/* ---- asserted.c ---- */
bool is_testable(const struct node *fact); /* nothing changes where it is evaluated once more */
/* the last directive between `independent` and its loop that is no assumption; NULL: there is none */
const struct region *shares_asserted_loop(const struct region *assume);

/* ---- query.c: small questions about the region tree ---- */
bool is_plain_nest(const struct region *r); /* rectangular, and nothing between its loops */
/* Is every use of v in the region one that is not evaluated, as in sizeof? */
bool only_measured(const struct region *r, const struct var *v);
/* Must its loops run by iteration number on the initial device, too? True for nests that are not plain, and with
 * lastprivate(conditional:). */
bool is_counted(const struct region *r);
bool has_conditional(const struct region *r);         /* lastprivate(conditional:) */
const struct region *scan_of(const struct region *r); /* the scan directive in the body of loop construct r, or NULL */
/* Does it copy or reduce arrays, or reduce by declare reduction or with tasks? The lanes of the host compiler's simd
 * cannot. */
bool copies_beyond_lanes(const struct region *r);
bool loses_lanes(const struct region *r);       /* is that so, and does the host compiler make lanes of it? */
bool holds_cancel(const struct region *r);      /* or a cancellation point */
bool is_task(const struct region *r);           /* task, taskloop */
bool is_atomic_update(const struct region *r);  /* an atomic that changes what it reads */
struct slice loop_body(const struct region *r); /* of the innermost associated loop */
/* the innermost construct that has one of these leaves, of r and those around it in its function or kernel; or NULL */
const struct region *leaf_around(const struct region *r, unsigned leaves);
const struct region *leaf_within(const struct region *r, unsigned leaves); /* the first one of r and those inside it */
bool is_nested_parallel(const struct region *r); /* inside another parallel construct of its function or kernel */
/* Does r bind to a parallel region, but has none around it in its target region? Then the team's initial thread alone
 * runs it. */
bool is_of_one_thread(const struct region *r);
/* The statement inside a construct; for a loop construct the body of its innermost associated loop, or of the first one
 * with code before the next. NULL: r has none. */
const struct node *inner_statement(const struct region *r);
struct sections {
    VEC(struct slice) text;
};
struct sections sections_of(struct arena *a,
                            const struct region *r);     /* of a `sections` construct, without directives */
const struct region *sole_child(const struct region *r); /* the construct that is r's only statement, or NULL */
/* the construct whose loops r runs on the device: itself, unless order.c let the two change places */
const struct region *loops_run_by(const struct region *r);

bool orders_league(const struct region *r); /* `#pragma ompx barrier league` or `single league` */
bool is_resident(const struct kernel *k);   /* its teams run at the same time (`#pragma ompx resident`) */
bool teams_meet(const struct unit *u, const struct region *teams); /* … and wait for each other somewhere */
bool var_private_in(const struct region *r, const struct var *v);  /* r has an instance of v of its own (ATTRS_OWN) */
unsigned access_in(const struct unit *u, struct slice s,
                   const struct var *v);          /* the union of the access bits of v in s */
bool is_evaluated_inside(const struct clause *c); /* its expression, by the threads or lanes of the construct */
/* The if clause that a simd construct has lanes by, or none; NULL: it has them. One of `target` does not count: where
 * it is false the device has nothing to run. */
const struct clause *lanes_condition(const struct region *r);
/* Device code may ask it: reading it does nothing else, and needs no more than values of variables. */
bool can_ask_for_lanes(const struct unit *u, const struct region *r);
bool is_plain_value(const struct unit *u, struct slice s); /* it reads variables, and does nothing else */
/* The same for code of r in s, without constructs in it that have an instance of v of their own. */
unsigned access_shared_in(const struct unit *u, const struct region *r, struct slice s, const struct var *v);
bool is_object_type(const struct type *t); /* no pointer: a store to a part of it is a store to the variable */
bool is_vla(const struct var *v); /* its storage is an array of variable length: on the device a pointer by this name */
/* calls f for the length variables that copies of variable-length arrays need, for the clauses of r and of constructs
 * in it */
void each_length_of_copies(const struct unit *u, const struct region *r, void (*f)(void *ctx, const struct var *length),
                           void *ctx);

struct capture *find_capture(const struct kernel *k, const struct var *v);       /* NULL: none, or no kernel */
bool captured_by_address(const struct capture *c);                               /* code names (*name); c may be NULL */
const struct pcapture *find_pcapture(const struct plan *p, const struct var *v); /* of a construct; or NULL */
struct kernel *kernel_of(struct analysis *a, const struct region *r);            /* that r is part of, or NULL */
struct dfunc *dfunc_of(struct analysis *a, const struct func *f);                /* or NULL */
/* the slot of that instance of v; NULL: it has none */
const struct slot *find_slot(const slot_list *l, const struct var *v, const struct region *owner);
/* … in kernel k, else in function d (either may be NULL) */
const struct slot *slot_of(const struct kernel *k, const struct dfunc *d, const struct var *v,
                           const struct region *owner);

/* May code in s ask which team or thread runs it? unseen: count functions that are not defined in this file as
 * asking. */
bool asks_identity(struct analysis *a, struct slice s, bool unseen);
/* How: ASKS_… of facts/calls.h, CALLS_UNSEEN, CALLS_POINTER */
unsigned identity_asked(struct analysis *a, struct slice s);
/* May code in s, or a function that it calls, set ICVs of its task (omp_set_num_threads and the like)? */
bool may_set_icvs(struct analysis *a, struct slice s);
bool shapes_parallel(const struct clause *c); /* num_threads, or an `if` that concerns the parallel construct */
/* Has an expression of k's region the same value before the launch, on the host? Have the bounds of r's loops? */
/* the first name in s whose value the host may not know, or a function; NULL: none */
const struct ref *ref_off_host(struct analysis *a, struct kernel *k, struct slice s);
bool clause_expr_on_host(struct analysis *a, struct kernel *k, struct slice s);
bool loops_on_host(struct analysis *a, struct kernel *k, const struct region *r);
/* An expression that is evaluated before the region may not divide: a branch in the region may keep the divisor from
 * being zero. */
bool may_divide_by_zero(const struct node *n);
unsigned map_flags(const struct clause *c); /* GANTRY_MAP_* of a map, to or from clause */

/* ---- reach.c ---- */
void check_long_double_expressions(struct analysis *a); /* called last, so that more specific messages come first */
/* a constant table that a function with target regions declares: kernels have a copy (gen/device/block_tables.c) */
bool is_table_of_block(struct analysis *a, const struct var *v);

/* ---- effects.c: side effects of code ---- */
struct level {
    struct analysis *a;
    struct kernel *kernel;         /* NULL in device functions */
    const struct region *parallel; /* its threads' code; NULL: the kernel's teams' code */
};
typedef VEC(const struct var *) var_list;
/* Bits of ANY_EFFECT for the code in s; `sets` (may be NULL) gets the variables that it stores to and of which every
 * lane has its own copy. */
unsigned effects_in(const struct level *l, struct slice s, var_list *sets);
/* Has that instance of v a slot, which the level's lanes or all threads of the team reach? */
bool has_slot(const struct level *l, const struct var *v, const struct region *owner);
/* Has every lane its own copy of the instance of v that is named at off? */
bool is_replicated(const struct level *l, const struct var *v, uint32_t off);

/* ---- heap.c ---- */
/* Is v an array, or a pointer to memory of the heap, of which nothing else has the address? */
bool is_own_memory(const struct unit *u, const struct var *v);
bool is_from_heap(const struct unit *u, const struct var *v); /* does every value of the pointer come from there? */
/* Where the address that the name leads to goes. NULL: nowhere, the name is only followed or compared. CALL: an
 * argument of it. Else what stores, returns or otherwise hands it on. *arg: the argument. */
const struct node *address_handed(const struct node *n, const struct node **arg);
/* Does the called function keep the address that it gets by arg, or hand it to somebody who may? depth: 0 */
bool address_kept(const struct unit *u, const struct node *call, const struct node *arg, int depth);
const struct var *argument_param(const struct node *call, const struct node *arg);

/* ---- owner.c ---- */
/* the construct around `off` whose private copy of v is the instance named there; NULL: the variable itself */
const struct region *owner_at(const struct unit *u, uint32_t off, const struct var *v);
const struct region *owner_above(const struct region *r,
                                 const struct var *v); /* … that r, which has none of its own, sees */
bool thread_level(const struct region *r); /* is r, or a construct around it, one that threads share (parallel, for)? */

/* ---- accumulated.c: stores that a reduction would make ---- */
enum accumulation { ACCUMULATES_NOT, ACCUMULATES_SUM, ACCUMULATES_EXTREME };
enum accumulation accumulation_of(const struct ref *r, struct slice within); /* by a store within the construct */
const char *accumulation_operator(const struct ref *r, struct slice within); /* of the reduction; NULL: it is none */
/* by which all accesses to v there, but those to private copies, accumulate; NULL: not so */
const char *accumulated_by(const struct unit *u, struct slice within, const struct var *v);
bool is_order(const struct node *n); /* a comparison by < > <= >= */
/* the conditional statement around n, within the slice; NULL: n always runs */
const struct node *conditional_around(const struct node *n, struct slice within);
/* is n executed conditionally within that slice? NULL: yes */
bool in_branch(const struct node *n, struct slice within);

/* ---- reduction.c: how a construct keeps its copies of what it reduces ---- */
enum {
    REDUCTION_STACK = 2048, /* bytes of one list item's copy: larger ones, and those of variable length, are in the
                             * device heap */
    REDUCTION_ROOM = 65536, /* bytes of a team's results in the launch's scratch memory: more goes to the device heap */
};
/* r's copy of the array v is in the device heap and has no slot: v's name becomes a pointer to it */
bool reduction_in_memory(const struct region *r, const struct var *v);
/* a section or element of what pointer v points to: v itself is not reduced */
bool reduces_pointee(const struct region *r, const struct var *v);
bool has_declared_reduction(const struct region *r); /* by the user, with declare reduction */
struct scan_parts {
    struct slice before, after; /* the directive, in the loop's body */
    bool exclusive;
};
struct scan_parts scan_parts_of(const struct region *r); /* facts/scan.c: of a loop with such a directive */
bool scan_parts_share_names(const struct unit *u, struct scan_parts p);
bool scan_parts_are_apart(const struct unit *u,
                          const struct region *r); /* in device code: none sees the other's names */
/* why its two parts cannot be separate loops on the host: words after "a scan"; NULL: they can */
const char *scan_needs_order(const struct unit *u, const struct region *r);
bool scans_on_all_threads(const struct unit *u, const struct region *r); /* on the host, they and its leaves */
bool is_bool_array(const struct item *it);                               /* the item of a reduction is one */
bool is_mixed_array(const struct item *it); /* a variable-length array of arrays of constant length */
/* a section, or an element, of an array with static storage, or of what a pointer with static storage leads to */
bool is_static_section(const struct item *it);
/* … of which a construct inside of r, which reduces it, makes copies again */
bool copies_static_section_again(const struct region *r);
bool reduces_in_other_words(const struct region *r); /* generated in another form than the user's, since Clang 19
                                                      * miscompiles its arrays */
const struct sharing *inscan_reduction(const struct region *r); /* its first, or NULL */
/* a simd loop that one lane runs in order: it may reduce into the originals, unless by declare reduction */
bool reduces_in_order(const struct region *r);

/* ---- allocator.c: allocate clauses ---- */
const struct clause *allocate_clause(const struct region *r, const struct var *v); /* of r, that lists v; or NULL */
bool names_own_allocator(const struct clause *allocate);                           /* one that is not predefined */
/* Must the copy of v really be in memory of the allocator? Not for predefined allocators if v's address is never taken,
 * since nothing else shows where it is; for a user's allocator always, since it may have an alignment that is known
 * only at run time. */
bool wants_memory(const struct clause *allocate, const struct var *v);
unsigned asked_align(const struct var *v); /* by its type, its declaration and allocate directives */
bool takes_memory(const struct region *r); /* for some variable of its allocate clauses */
/* Is there a clause in s with an alignment, or with an allocator of the user's? */
bool any_allocate(const struct unit *u, struct slice s);

/* ---- league.c: does code rely on the numbers of teams and threads that clauses ask for? ---- */
bool relies_on_league(struct analysis *a, struct kernel *k);
bool relies_on_num_threads(struct analysis *a, const struct region *teams, const struct region *r);
/* Could the program notice if fewer teams ran than its num_teams clause says? */
bool teams_are_seen(struct analysis *a, const struct region *teams);

/* ---- strides.c ---- */
/* Adds the strides of all accesses in `body`, and in functions that it calls, in a nest of these loops (outermost
 * first, MOST_STRIDES at most). */
void strides_of(struct analysis *a, const struct loop *const *loops, unsigned n, struct slice body, strides_list *list);

/* rest + by[0] * i0 + by[1] * i1 + …, in units of 1 */
struct linear {
    struct stride by[MOST_STRIDES]; /* from one value of a loop's variable to the next */
    bool exact;                     /* for certain, where no stride is unknown */
    bool constant;                  /* the rest is a known number: */
    int64_t rest;
};
/* Adds sign times the integer `value` as it is in `body`, within these loops, to *to, which begins as {.exact = true,
 * .constant = true}. */
void linear_add(struct analysis *a, const struct loop *const *loops, unsigned n, struct slice body,
                const struct node *value, int64_t sign, struct linear *to);

/* ---- digits.c: which elements the iterations of a loop take ---- */
enum apart {
    APART_NOT,    /* two iterations may take the same, for all that is known */
    APART_FIXED,  /* all take the same */
    APART_LIKELY, /* each takes one of its own if rows whose length the run decides do not overlap */
    APART_PROVED,
};
/* May what an iteration of l takes by n, an element or a part of one, be what another iteration takes by `other`, of
 * the same variable? With other == n: do iterations take different places by n? */
enum apart elements_apart(struct analysis *a, const struct loop *l, const struct node *n, const struct node *other);

/* ---- independence.c: of a loop that no directive makes parallel ---- */
struct summed { /* a variable that the iterations sum up, or the like */
    const struct var *var;
    enum op op;
};
struct independence {
    bool free;             /* iterations may run at once, with these clauses … */
    bool proved;           /* … for certain; else … */
    const char *doubt;     /* … what is likely, and not proved */
    const char *why;       /* why not … */
    const struct node *at; /* … and where */
    VEC(struct summed) reduced;
    VEC(const struct var *) privates; /* set before they are read in each iteration, though declared outside */
};
struct independence independence_of(struct analysis *a, const struct node *loop);

/* ======== plan/ ======== */

/* ---- cancel.c ---- */
bool runs_as_team(const struct region *r);                 /* must all threads of the team come to it? */
const struct region *cancelled_by(const struct region *r); /* the construct that a cancel or cancellation point names */
bool is_cancelled(const struct region *r, enum clause_kind kind); /* CLAUSE_OF_…: is there a cancel for it? */
bool has_cancellation_of_tasks(const struct region *r);           /* a task or taskloop: may it end early? */

/* ---- dataenv.c, defaultmap.c ---- */
/* Is v declare target, with no private copy of r's? Then device code names the one instance that it has there. */
bool is_direct_on_device(const struct region *r, const struct var *v);
/* `copied`: the region's stores go to copies that inner constructs make */
void firstprivate_rule(struct analysis *a, struct kernel *k, struct capture *c, bool copied);
/* what defaultmap says about c->var, which no other clause names; false: nothing */
bool defaultmap_rule(struct analysis *a, struct kernel *k, struct capture *c);

/* ---- tasks.c ---- */
const struct var *detach_variable(const struct region *r); /* of detach(v); NULL: the task is not detached */
bool reaches_tasks(struct analysis *a, struct slice s);    /* are there tasks in s, or in functions that s calls? */
/* Does task r use the v of the code around it, while it runs? Also of the host's constructs without plans */
bool task_shares(const struct region *r, const struct var *v);

/* ---- maps.c ---- */
const mapping_list *maps_of(struct analysis *a, const struct region *r); /* of a target or data construct or a mapper */
bool item_provides(const struct item *it); /* does it provide the kernel's parameter for its variable? */
bool has_strides(const struct item *it);   /* a section that may not be contiguous */

/* ---- around.c: where the data of a construct could be mapped instead ---- */
struct at_times { /* a construct in the loop that a run may leave out, and that maps what a row leads to, too */
    const struct region *region;
    unsigned row, by; /* `by`: of its own map list */
};
typedef VEC(struct at_times) at_times_list;
struct host_sync { /* a statement of the host that uses what a row leads to */
    const struct node *at;
    struct loc loc;
    const char *name, *when; /* of the data there; the condition on which the statement is run, or NULL */
    unsigned row;
    int last;         /* the statement's last line */
    bool comes, goes; /* it needs what regions have stored; it stores */
    bool had;         /* a statement before it has got that */
    bool at_times;    /* turns of the loop may leave it out */
    bool ends;        /* … and no region runs behind it in a turn of the loop */
};
typedef VEC(struct host_sync) host_sync_list;
/* A loop of the host, or a statement that calls a function with one, in front of which there are names for some rows of
 * the map list */
struct around {
    struct loc loc;
    const struct func *func;
    unsigned path;            /* 0: around the construct in its own function; else of a way of calls that leads to it */
    bool is_call, is_stretch; /* the latter: statements that follow each other in a block, from the first line on */
    const char **names;       /* by row; NULL: it has none there */
    /* bits, by row: the loop gives the pointer other values; what it leads to behind the loop is only freed */
    uint64_t moved, over;
    uint64_t idle;      /* … the host leaves the data alone as long as the loop runs */
    uint64_t unwritten; /* … it stores nothing there */
    uint64_t kept;      /* … the construct sends back all that it stores to the data */
    uint64_t unset;     /* … it is new memory, in which nothing has been stored */
    uint64_t synced;    /* … it uses the data in the statements of `syncs` alone */
    at_times_list times;
    host_sync_list syncs;
    int end;  /* the loop's last line */
    int last; /* the construct's; 0: no directive can stand in front of it and behind it */
};
typedef VEC(struct around) around_list;
/* May control leave the loop otherwise than by its end, to where a directive behind it is not met? */
bool may_leave_loop(struct analysis *a, const struct node *loop);
/* those of a path from the inside out */
around_list around_of(struct analysis *a, const struct region *r);

/* ---- unnamed.c ---- */
bool follows_names(struct analysis *a, const struct region *r); /* … alone: no pointers from memory, casts, functions */
bool is_unnamed(struct analysis *a, const struct region *r, const struct mapping *m); /* by anything in the region */
bool is_named(struct analysis *a, const struct region *r, const struct item *it);
bool is_plain_member(const struct item *it);
/* Does the region name nothing of the structure v, or of the one that v points to, but members that its map clauses
 * list as wholes? */
bool names_listed_members(struct analysis *a, const struct region *r, const struct var *v);
/* Does it store there, by v's name, to nothing but members that its map clauses send back? */
bool stores_listed_members(struct analysis *a, const struct region *r, const struct var *v);
const struct node *member_of_item(const struct item *it); /* the first of its variable; NULL: it is no such */
/* Does x name another member of the variable than that one? */
bool is_other_member(const struct unit *u, const struct node *member, const struct ref *x);

/* ---- stored.c ---- */
/* May the target region store where no name of it leads, nor a pointer that was attached? */
bool stores_unseen(struct analysis *a, const struct region *r);
/* … to the variable, or to what it leads to, by the names in the region? (Where not stores_unseen.) */
bool may_store_to(struct analysis *a, const struct region *r, const struct var *v);
bool may_store_to_row(struct analysis *a, const struct region *r, const struct mapping *m); /* … its own member alone */

/* ---- idle.c ---- */
/* Does the host leave the data alone, or (stores) only store nothing there, that the name beginning with root leads to?
 * type: its own; NULL: not known. is_reached: through members and the like */
bool is_idle(struct analysis *a, struct slice loop, const struct var *root, const struct type *type, bool is_reached,
             bool stores);
/* Does the function of a library end the program, after functions that the program has registered? */
bool runs_last_functions(const struct func *f);
/* May one of these read what v is or leads to? Those of other files get to what has a name there. own: nothing but v
 * leads there */
bool may_be_read_at_exit(const struct unit *u, const struct var *v, bool own);

/* May a handler of signals in this file use what root is or leads to, whose elements are of that type? */
bool may_be_used_by_handlers(struct analysis *a, const struct var *root, const struct type *type);

/* May a run leave out a region that uses, or (stores) stores to, what the data construct r has mapped and v leads to?
 */
bool may_leave_out(struct analysis *a, const struct region *r, const struct var *v, bool stores);
/* … is a member of a structure: may anything within r, target data, use that? */
bool may_use_member(struct analysis *a, const struct region *r, const struct item *it);

/* ---- variants.c ---- */
bool loops_may_trap(const struct region *r);           /* may its bounds, where the host works them out, divide by 0? */
bool has_static(const struct unit *u, struct slice s); /* is a static variable declared in s? */

/* ---- single_launch.c ---- */
struct single *single_of(const struct analysis *a, const struct region *r); /* that it is one kernel; else NULL */
const struct phase *phase_of(const struct single *s, const struct region *target);
bool is_phase(const struct analysis *a, const struct kernel *k); /* of some such kernel */
/* Where teams meet: do threads share r's iterations, or teams alone? */
bool threads_share(const struct region *r);
/* s is that variant from now on: its name, and its phases those with as many lanes, or the most below. Variant 0 is
 * what it was. */
void single_become(struct analysis *a, struct single *s, size_t variant);

/* ---- share.c ---- */
void capture_construct(struct analysis *a, const struct region *r); /* plan.captures of a construct that is outlined */
void share_in_frame(struct analysis *a, struct dfunc *d, const struct var *v,
                    const struct region *owner); /* a slot of d's frame */
/* a field's name for a variable of that name that none of these slots has */
const char *slot_field(struct arena *ar, const slot_list *l, const char *name);
bool reaches_parallel(struct analysis *a, struct slice s); /* may code in s, or a callee, open a parallel region? */

/* ---- guard.c ---- */
bool is_inner_level(const struct level *l, const struct region *r); /* do the level's lanes share r, an inner parallel
                                                                     * region or simd loop? */
/* Finds guards so that all lanes may run the level's code; false with the reason and its place, and no guards. */
bool guard_level(const struct level *l, guard_list *guards, enum why *why, struct loc *where);

/* ---- lanes.c ---- */
bool is_simd_loop(const struct region *r); /* not one that threads share first, as `for simd` */
/* the clause or directive in r that keeps its iterations in order, or WHY_NONE */
enum why why_in_order(const struct region *r);
void refuse_simds_below(const struct region *r, enum why why); /* simd loops inside r run in order, for that reason */
/* the simd loop around `off` that the lanes of par's threads share; NULL: none is */
const struct region *simd_around(const struct unit *u, const struct region *par, uint32_t off);
/* the first simd loop that the lanes of par's threads share, from construct number `from` on */
const struct region *simd_of(const struct unit *u, const struct region *par, size_t from);
#define for_each_simd(simd, u, par)                                                                                    \
    for (const struct region *simd = simd_of(u, par, (par)->id); simd; simd = simd_of(u, par, simd->id + 1))
unsigned lanes_asked(const struct clause *c); /* by safelen or simdlen, a warp's at most; 0: it does not say */
/* iterations of all of its loops, where the bounds are constants and the step is 1; 0: not known, or none */
uint64_t constant_trip(const struct region *r);

/* ---- group.c: lanes for the threads of a parallel region with simd loops; for one loop of a function ---- */
/* for simd alone, or (NULL) for all such loops of par */
unsigned cheapest_group(struct analysis *a, const struct region *par, const struct region *simd, bool *trips_known);
/* What threads of par with so many lanes cost, by the iterations of those of its simd loops of which no constant tells
 * how many there are. */
struct gantry_variant group_cost(struct analysis *a, const struct region *par, unsigned lanes);

/* ---- variants.c ---- */
/* k is that variant from now on: its name, those of its parts, and its lanes. Variant 0 is what it was. */
void kernel_become(struct analysis *a, struct kernel *k, size_t variant);
const char *
variant_mark(const struct kernel *k); /* behind what variants have for themselves: "", "__32"; k may be NULL */

/* ---- called.c: simd loops of device functions, over the lanes of the thread that calls ---- */
void find_called_simds(struct analysis *a); /* a part of pass_lanes */
/* May this instance of v live in a lane stack or in group space? */
/* Does the leader alone access v? True for lastprivate copies and the originals of reductions, unless all lanes read
 * them when they begin: as firstprivate, or in an initialiser that names omp_orig. */
bool only_leader(const struct unit *u, const struct region *r, const struct var *v);
bool can_move_to_lanes(const struct var *v, const struct region *owner);
/* Do the threads of par, outside of the simd loops that their lanes share, call a function with this fact? `where`: the
 * place of the call. HAS_SIMD: one of this file that leads to such loops. CALLS_UNSEEN: one that is not defined in this
 * file, and so may have simd loops; calls through pointers do not count. */
bool threads_call(struct analysis *a, const struct region *par, unsigned fact, struct loc *where);

/* ---- apart.c ---- */
/* May the iterations of `loop`, directly inside r's loop, run on different threads within one iteration of r's loop, if
 * the run-time checks in *look pass? list: strides of the body in r's loop and n - 1 loops inside. */
bool rows_are_apart(struct analysis *a, const struct region *r, const struct node *loop, const strides_list *list,
                    unsigned n, struct slice body, struct look *look);
/* Has each store another place in each iteration of the loop, whatever the values are? rows_are_apart leaves that of
 * strides that are products to its test at run time. */
bool rows_surely_move(const struct region *r, const struct node *loop, const strides_list *list);
/* Is it certain that no iteration of r's only loop touches what another one stores? list: strides of its body. */
bool iterations_are_apart(struct analysis *a, const struct region *r, const strides_list *list);
struct update { /* an atomic update in a loop, and what it updates */
    const struct region *atomic;
    const struct node *x;
};
typedef VEC(struct update) update_list;
/* Is what the stores of *look stand for apart from all that r's loop accesses but by these updates, if the run-time
 * checks in *look pass? */
bool updates_are_apart(struct analysis *a, const struct region *r, const update_list *updates, struct look *look);

/* ---- tallies.c ---- */
void find_tallies(struct analysis *a, const struct region *r); /* of a loop whose body has no effects but stores */

/* ---- order.c ---- */
bool is_unit_stride(const struct strides *s, unsigned j);  /* neighbouring elements */
bool is_short_stride(const struct strides *s, unsigned j); /* several in one memory transaction */
/* memory transactions (sectors of 32 bytes) that a warp's accesses ask for if neighbouring lanes take neighbouring
 * iterations of loop j; fear: unknown distances count as the worst case */
int64_t sectors_of_warp(const strides_list *list, unsigned j, bool fear);
/* the loop of n that should vary fastest; `now` unless another is surely better */
unsigned best_loop(const strides_list *list, unsigned n, unsigned now);
bool is_concurrent(
    const struct region *r); /* may the iterations run at once, whoever they fall to (OpenMP 5.2, 10.3)? */
bool may_be_alone(const struct region *r); /* may one thread get all iterations, in order? */

/* ======== lint/ ======== */

/* ---- unmapped.c ---- */
#define LIBRARY_HEAP " malloc calloc aligned_alloc "
const struct node *initialiser_of(const struct unit *u, const struct var *v); /* NULL: it has none */
/* Is every value that the local pointer v gets the result of one of these functions (names between blanks)? */
bool gets_only(const struct unit *u, const struct var *v, const char *functions);

/* independence.c: by which operation the assignment `store` updates v: `v += e`, `v = v + e`, `v++`, `v = fmax(v, e)`,
 * `if (e > v) v = e`, `v = v < e ? e : v`; OP_NONE: none. *names: how often the statement then names v. */
enum op update_by(const struct unit *u, const struct node *store, const struct var *v, unsigned *names);
/* May a variable of that type be summed up in parts, by `value` (NULL: 1)? Not where each step loses what the type does
 * not hold, as an integer does of 0.5. */
bool sums_in_parts(const struct type *t, const struct node *value, enum op op);
/* unreduced.c: is the store by r part of a sum or an extreme, which unreduced.c reports? */
bool is_unreduced(const struct ref *r, const struct region *by);
/* races.c: the construct whose threads share v where n stands; NULL: none, or something may protect it */
const struct region *race_between(struct analysis *a, struct kernel *k, const struct node *n, const struct var *v);
/* lost_data.c: is there a directive's text at `off`? */
bool in_a_pragma(const struct unit *u, uint32_t off);

#include "plan/nests.h"
#endif
