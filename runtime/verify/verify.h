/* verify.h: the runtime's part of -fverify (docs/verify.md), a library that only such programs link:
 * libgantry_verify.a.
 *
 * Nothing of the host runtime calls it. The link redirects calls between the runtime's own files, and a few routines of
 * the user's code, to functions here (-Wl,--wrap=, the rows of include/gantry_wraps.def), so that programs without
 * -fverify contain and execute nothing of it.
 *
 * What objects consist of, their numbers, and tolerances are lib/check's (values.h): golden runs need them, too.
 *
 * Layers, as in runtime/host/host.h: a file uses files of the lines above its own, and of its line those to its left:
 *
 *   inside.c                does the calling thread run a reference?
 *   options.c               GANTRY_VERIFY, and its file of tolerances
 *   golden.c                GANTRY_GOLDEN: the library that records regions, or compares them with a recording
 *   blocks.c                blocks of device memory, and the objects in them
 *   describe.c here.c       what a block is called and consists of, in a recording; the host as a device
 *   process.c               which process this is: the program's first, or a child by fork
 *   status.c                which launches were compared, with what outcome; the summary
 *   leave.c                 a process begins, and ends; the exit status
 *   quiet.c asked.c         printf and routines with another answer on devices, in user code
 *   shadow.c                what a region can reach, fetched and copied
 *   checkpoint.c            what it finds and leaves, for a recording
 *   reference.c             runs the reference on these copies
 *   math.c                  mathematics in it
 *   compare.c               which elements differ
 *   explain.c               allowed differences: rounding, tolerances, order of arrival
 *   report.c                the other differences, as text
 *   program.c               what memory would hold if host and device had but one
 *   transfer.c              what is copied, compared with that
 *   verify.c                the calls that the link redirects: one launch from its maps to its report
 *   place.c                 regions in place, for a recording; in which order launches count
 *   asks.c regions.c        gantry replay (replay.h): GANTRY_REPLAY; the program's regions by place
 *   rebuild.c               the device's memory as it was before a recorded launch
 *   replay.c                one region alone, before main */
#ifndef GANTRY_VERIFY_H
#define GANTRY_VERIFY_H

#include <stdio.h>

#include "../../lib/check/golden.h"
#include "../../lib/check/values.h"
#include "../host/host.h"

/* ---- options.c ---- */
struct gantry_verify_options {
    bool off, nopatch, strict;
    bool golden;      /* GANTRY_GOLDEN is set */
    bool idle;        /* neither references nor golden runs */
    bool no_program;  /* regions alone */
    bool larger;      /* golden runs: of a region's launches only those that are twice as large as all before */
    bool strict_maps; /* a store of the host to what is mapped, which the device is not told of, is a mistake, too */
    uint64_t every;
    FILE *report;
    struct gantry_tolerances tolerances;
};
const struct gantry_verify_options *gantry_verify_options(void);
void gantry_verify_pause(bool pause); /* replay.c: launches are as without -fverify meanwhile */
const char *gantry_verify_name(void); /* what its messages begin with: "gantry verify: rank 3" */
bool gantry_golden_asked(void);

/* ---- golden.c ---- */
struct gantry_site { /* of a region */
    struct gantry_site *next;
    const struct gantry_region *region; /* the first of that name */
    int thread;
    uint64_t launches;
    double largest; /* extent of those that were recorded; 0: none was */
    char name[];
};
const struct golden_api *gantry_golden_library(void); /* ends the program where there is none */
void gantry_golden_start(void);
void gantry_golden_save(void);
int gantry_golden_end(void);
bool gantry_golden_wanted(const char *place, uint64_t launch, enum golden_moment moment);
void gantry_golden_put(const struct golden_checkpoint *c);
struct gantry_site *gantry_site_of(const struct gantry_region *r);
struct gantry_launching { /* the launch that the calling thread makes */
    const struct gantry_launch *launch;
    struct gantry_site *site; /* where it was met, and its number there; NULL: that is now */
    uint64_t number;
};
extern _Thread_local struct gantry_launching gantry_launching;

/* ---- blocks.c ---- */
struct gantry_seen { /* an object, as a construct's map rows declare it */
    uint64_t at;     /* its device address; with layout->many: of the first */
    const struct gantry_object *object;
    const struct gantry_layout *layout;
};
struct gantry_far { /* an attached pointer to an object whose first element is not mapped: it points out of the block */
    uint64_t at, value, target;
};
/* What memory would hold at a block, in two stricter worlds than OpenMP's (program.c) */
enum gantry_world {
    GANTRY_COPIED, /* all that is mapped is copied to the device, whatever its map type */
    GANTRY_SHARED, /* and the host's stores reach the device at once: host and device have one memory */
    GANTRY_WORLDS
};
struct gantry_held {
    char *bytes;  /* NULL: COPIED: the device's own; SHARED: those of COPIED */
    char *cause;  /* since when they differ from the device's, as text; or NULL */
    char *result; /* of the launch at work: what the reference made of the world's bytes; NULL: it did not run */
};
struct gantry_twin {
    uintptr_t host; /* what is mapped here; 0: nothing is (omp_target_alloc) */
    char *seen;     /* its bytes when they were last looked at, or moved; NULL with it */
    struct gantry_held in[GANTRY_WORLDS];
    char *first, *first_seen; /* the device's bytes and the host's when it was mapped, where they differed; or NULL */
    char *plain;              /* of the launch at work: what the reference made of the device's bytes */
};
struct gantry_block { /* of device memory */
    uint64_t begin, size;
    const char *name;
    unsigned phase; /* where in it the first word lies that is aligned on the host: pointers are at these */
    void *host;     /* declare target: the variable; else NULL */
    bool constant;  /* a variable that cannot be written: the host's is as good */
    struct gantry_module *module; /* declare target: whose */
    struct gantry_seen *seen;     /* the latest first */
    uint32_t nseen;
    struct gantry_far *far;
    uint32_t nfar;
    struct gantry_twin *twin; /* program.c's; or NULL */
    bool unstored;            /* golden runs: nobody may have stored to some of it since it was mapped without a copy */
    char *first;              /* here.c: its bytes then; NULL on devices, which fill theirs with GANTRY_UNSTORED */
    char *layout;             /* describe.c's, or NULL */
    unsigned skew;            /* so many bytes of the allocation lie before it: a part of a structure */
    /* of the launch at work: */
    bool reached, hidden; /* hidden: the construct's own, or constant: not compared */
    bool fetched;         /* `before` is of this launch */
    uint32_t array;       /* its number in the checkpoint */
    char *before;         /* its bytes before the launch */
    char *shadow;         /* the reference's copy */
    void *variable;       /* whose memory the shadow takes while the reference runs; or NULL */
    char *after;          /* the device's bytes after the launch, where they differ */
};
struct gantry_blocks { /* of a device, sorted */
    struct gantry_dev *dev;
    struct gantry_block **all;
    size_t n, cap;
    bool heap; /* code on the device may have allocated memory, which is in no block */
};
struct gantry_blocks *gantry_blocks_of(struct gantry_dev *d);
struct gantry_block *gantry_block_at(const struct gantry_blocks *b,
                                     uint64_t address); /* NULL: none; ends belong to it */
/* The block for a device pointer that a region gets; a section's may point before the block, to where element 0 would
 * be. */
struct gantry_block *gantry_block_near(const struct gantry_blocks *b, uint64_t address);
void gantry_block_added(struct gantry_dev *d, uint64_t begin, uint64_t size, const char *name);
void gantry_block_gone(struct gantry_dev *d, uint64_t begin);
void gantry_block_is_variable(struct gantry_dev *d, uint64_t begin, uint64_t size, const char *name, void *variable,
                              struct gantry_module *module);
void gantry_blocks_forget(struct gantry_dev *d, const struct gantry_module *m);
/* The row of the construct that item i was made of; NULL: of a list. *at: where to look next, 0 at first */
const struct gantry_object *gantry_object_of(const struct gantry_mapping *m, uint32_t i, uint32_t *at);
void gantry_blocks_note_items(struct gantry_mapping *m);
void gantry_block_note(struct gantry_block *b, uint64_t at, const struct gantry_object *object);
void gantry_blocks_note_attached(struct gantry_mapping *m, uint32_t i);
void gantry_blocks_note_far(struct gantry_dev *d, struct gantry_far f);
/* The object at that address, and in *leaf its number or pointer there, with the offset in the block; NULL: unknown or
 * padding. *known: there is some object */
const struct gantry_seen *gantry_seen_at(const struct gantry_block *b, uint64_t address, struct gantry_leaf *leaf,
                                         bool *known);
/* field: which of the bit-fields there; NULL: all */
void gantry_element_name(const struct gantry_block *b, const struct gantry_seen *s, uint64_t address,
                         const struct gantry_field *field, struct gantry_text *out);

/* ---- describe.c ---- */
void gantry_describe_block(struct gantry_block *b, struct golden_array *a); /* texts live as long as the block, or the
                                                                             * next call for it */

/* ---- here.c ---- */
enum { GANTRY_UNSTORED = 0xcb }; /* what the memory of devices is filled with, in golden runs */
bool gantry_is_here(const struct gantry_dev *d);
struct gantry_dev *gantry_here(void);
int gantry_here_copy(void *dst, const void *src, uint64_t n);
void gantry_here_variables(void);
void gantry_here_map(struct gantry_mapping *m);
void gantry_here_unstored(struct gantry_block *b);
void gantry_stored(struct gantry_dev *d, uint64_t dst, uint64_t n); /* on any device */

/* ---- process.c ---- */
void gantry_process_begins(bool shared); /* shared: children tell what they found */
bool gantry_process_counts(void);        /* it does: not a child of fork before its first launch */
bool gantry_process_is_child(void);
bool gantry_process_begins_in_child(void); /* a child of fork asks this for the first time */
void gantry_process_tell(uint64_t compared, uint64_t differing);
uint64_t gantry_process_children(uint64_t *differing); /* what they told: how many launches were compared */
void gantry_process_leaves(void);                      /* by _exit or quick_exit */
bool gantry_process_is_leaving(void);

/* ---- status.c ---- */
enum gantry_outcome {
    GANTRY_EQUAL,
    GANTRY_TOLERATED,
    GANTRY_NOT_COMPARABLE,
    GANTRY_DIFFERS,
    GANTRY_OUTCOMES,
};
struct gantry_account { /* of a region */
    struct gantry_account *next;
    const struct gantry_region *region;
    struct gantry_loc loc; /* the region's, which may be gone with its shared library */
    uint64_t launches, outcomes[GANTRY_OUTCOMES];
    uint64_t first_difference; /* launch */
    uint64_t unrecorded;       /* launches in place that a golden run leaves out */
    char reason[256];          /* why not comparable, for the first time */
    char tolerated[512];       /* the largest difference that was tolerated, and why */
    double tolerated_share;    /* its ratio to what is allowed */
};
struct gantry_account *gantry_account_of(const struct gantry_region *r);
void gantry_account_add(struct gantry_account *r, enum gantry_outcome o);
/* golden runs: the region runs in place, and nobody can look on */
void gantry_account_unrecorded(struct gantry_account *r, const char *reason);
void gantry_account_list_unrecorded(void);
uint64_t gantry_account_compared(void); /* launches */
bool gantry_account_differs(void);
void gantry_account_summary(void);
const char *gantry_reason_text(const char *reason); /* without the words that the compiler's reasons begin with */
void gantry_program_differs(void);                  /* a transfer that brings back what one memory would not hold */
/* A construct brings back what one memory would not hold; is_note: because the host stored to what was mapped. Returns
 * whether it is the first time for this place and variable. */
bool gantry_account_transfer(const struct gantry_loc *where, const char *name, bool is_note);

/* ---- inside.c ---- */
_Noreturn void gantry_verify_no_memory(void);
extern _Thread_local bool gantry_quiet;            /* the calling thread runs a reference */
extern _Thread_local const char *gantry_asked_for; /* the routine that it called with another answer on a device; or
                                                    * NULL */

/* ---- one launch ---- */
struct gantry_against { /* what its results are compared with, in reports: */
    const char *tool;   /* "gantry verify" */
    const char *what;   /* … differs from "the same region on the CPU" */
    const char *value;  /* device 1, "CPU" 2 */
};
struct gantry_difference {
    struct gantry_block *block;
    uint64_t at; /* in the block */
    char kind;
    uint32_t bytes;                   /* of a bit-field: of its value; the block has those of the unit there */
    const struct gantry_field *field; /* of a bit-field; else NULL */
    uint32_t unit;                    /* bytes of its unit */
    bool fine;
    bool by_order; /* another order of iterations gives something else */
    long double spread;
    union gantry_number device, cpu, plain; /* plain: of the reference, without rounding; cpu, or what was recorded */
};
struct gantry_compared { /* one launch at work */
    struct gantry_mapping *m;
    const struct gantry_against *against;
    const struct gantry_verify *verify; /* NULL: not compared with the reference */
    struct gantry_account *account;
    const struct gantry_launch *launch; /* or NULL */
    struct gantry_site *site;           /* golden runs; else NULL */
    uint64_t number;                    /* of the launch, at its place */
    bool inputs, outputs;               /* are wanted by the golden run */
    struct gantry_block **in_order;     /* those reached, in an order that all runs have in common */
    struct gantry_blocks *blocks;
    struct gantry_block **reached;
    size_t nreached, cap_reached;
    bool strange; /* it may reach memory of the device's heap */
    void **arguments;
    char *values; /* what they point to */
    struct gantry_difference *found;
    size_t nfound, cap_found, nfine;
    uint64_t sums; /* calls of __gantry_rounding that could have given something else */
    /* Puts what is to be compared with into the shadow: it was recorded (replay.c); NULL: the reference makes it. */
    void (*recorded)(struct gantry_compared *c);
};

/* shadow.c */
void gantry_shadow_reach(struct gantry_compared *c); /* which blocks; fetches those that may hold pointers */
void gantry_shadow_open(struct gantry_compared *c);  /* fetches all the others, and makes room for the copies */
void gantry_shadow_fill(struct gantry_compared *c);  /* from `before` */
void gantry_shadow_close(struct gantry_compared *c);
uint64_t gantry_to_shadow(const struct gantry_blocks *b, uint64_t address); /* the address itself where it is in no
                                                                             * block */
uint64_t gantry_to_device(const struct gantry_compared *c, uint64_t address);
bool gantry_may_be_pointer(const struct gantry_block *b, uint64_t address);
bool gantry_holds_no_pointers(const struct gantry_block *b);
const struct gantry_far *gantry_far_at(const struct gantry_block *b, uint64_t address, uint64_t value);
char *gantry_block_before(const struct gantry_compared *c, struct gantry_block *b); /* fetches it if need be */
void gantry_block_bytes(const struct gantry_compared *c, const struct gantry_block *b, char *to); /* as they are now */
/* The address that the kernel gets for item i, and its block; a section's may lie before it. NULL: of none */
uint64_t gantry_argument(const struct gantry_compared *c, uint32_t i, const struct gantry_block **b);
void gantry_shadow_translate(const struct gantry_compared *c, struct gantry_block *b, char *bytes);

/* checkpoint.c */
double gantry_extent(const struct gantry_mapping *m);
void gantry_checkpoint_before(struct gantry_compared *c);
void gantry_checkpoint_after(struct gantry_compared *c);

/* A difference may be so many times as large as bounds, or the spread of atomic updates, have moved a value: of 16
 * samples of a normal distribution all are so much nearer than another one less than once in 10^11 times. */
enum { GANTRY_BOUNDS = 2, GANTRY_SPREADS = 10 };
/* reference.c: runs it on the shadow; trial 0 gives the values to compare with, others show how far rounding moves
 * them; -1 … run loops from which values by the order of arrival come in other orders. Returns NULL, or why the result
 * cannot be used */
const char *gantry_reference_run(struct gantry_compared *c, int trial);
void gantry_place_run(struct gantry_compared *c); /* where its program has GANTRY_VERIFY_PLACE */
extern const struct gantry_reference_side gantry_reference_side;

/* compare.c */
/* The element's value in the block's bytes, and its change */
void gantry_difference_get(const struct gantry_difference *d, const char *block, union gantry_number *out);
void gantry_difference_put(const struct gantry_difference *d, char *block, const union gantry_number *value);
/* "u[3].x"; one bit-field of those at that place */
void gantry_difference_name(const struct gantry_difference *d, struct gantry_text *out);
void gantry_find_differences(struct gantry_compared *c);

/* explain.c: marks allowed differences; returns NULL, or why the launch cannot be compared */
const char *gantry_explain(struct gantry_compared *c);

/* report.c */
void gantry_report_differences(struct gantry_compared *c);

/* verify.c */
const char *gantry_why_not_compared(const struct gantry_mapping *m); /* NULL: its region has a reference */

/* program.c */
void gantry_program_mapped(struct gantry_mapping *m);                       /* all that the construct maps is there */
void gantry_program_variable(struct gantry_dev *d, struct gantry_block *b); /* of declare target */
/* In front of a launch, when what it reaches is fetched: runs the reference on what the worlds hold, where that is
 * something else than the device has. true: it did; gantry_program_plain follows the run on what the device has. */
bool gantry_program_before(struct gantry_compared *c);
void gantry_program_plain(struct gantry_compared *c);
void gantry_program_after(struct gantry_compared *c, bool compared);
void gantry_program_stored(struct gantry_dev *d, uint64_t at, uint64_t n); /* n bytes of it, by a routine */
void gantry_program_forget(const struct gantry_mapping *m);                /* instead of all that */
/* Stores what the host has changed since the last look; false: nothing */
bool gantry_twin_look(const struct gantry_dev *d, struct gantry_block *b, uint64_t at, uint64_t n, const char *device);
const char *gantry_twin_bytes(const struct gantry_twin *t, enum gantry_world w, const char *device);
/* The element at `at` of the block, or eight bytes of unknown type */
void gantry_element_at(const struct gantry_block *b, uint64_t at, struct gantry_leaf *leaf);
/* "a[3]: device 1, in one memory 2" */
void gantry_element_text(const struct gantry_block *b, const struct gantry_leaf *l, const char *device,
                         const char *memory, struct gantry_text *out);
void gantry_block_fetch(struct gantry_dev *d, const struct gantry_block *b, char *to);

/* transfer.c */
void gantry_transfer_to(struct gantry_dev *d, uint64_t dst, const void *src, uint64_t n);
void gantry_transfer_from(struct gantry_dev *d, uint64_t src, uint64_t n, const char *name,
                          const struct gantry_loc *where);
void gantry_transfer_came(struct gantry_dev *d, const void *dst, uint64_t src, uint64_t n);
/* Between the two the copies are those of one construct, with one report for each variable. */
void gantry_transfers_begin(void);
void gantry_transfers_end(void);

/* verify.c */
void gantry_verify_lock(bool take);

#endif
