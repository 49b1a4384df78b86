/* annotate_priv.h: what the files of src/annotate share. Layers, lowest first:
 *
 *   constructs.c  the user's own target constructs, where they are
 *   waits.c       those that do not wait
 *   effects.c     what functions of the user's do besides computing a result
 *   program.c     what the files of a program say to each other of their constructs
 *   inline.c      the bodies of functions for one call
 *   disguised.c   which variables may be unknown memory though nobody has their addresses?
 *   escape.c      do addresses of local variables stay where they are seen?
 *   file.c        places in the user's file
 *   text.c        nodes as C text that means the same before the loop
 *   named.c       variables that have the value of what memory holds
 *   domains.c     the iterations in which something happens, and variables of loops around as parameters
 *   polynomials.c sums of products of affine functions with what does not change
 *   reaching.c    the last store to a variable before a place
 *   values.c      integer expressions as such sums
 *   exchange.c    pointers that are exchanged among themselves
 *   host.c        functions of the library that the host calls
 *   live.c        is a block read afterwards?
 *   surely.c      may it be evaluated in front of the loop?
 *   asserted.c    what the user says of statements and loops
 *   dimensions.c  subscripts stay in their dimensions
 *   places.c      lvalues as an object and an index or member at each step
 *   reductions.c  variables and elements that iterations only reduce into
 *   counters.c    loops that can be counted, and variables that step through them
 *   accesses.c    accesses of memory, and in which iterations they happen
 *   addresses.c   what it does with addresses, which on a device are others
 *   enter.c       loops in the body of a loop
 *   calls.c       functions that it calls
 *   user.c        what they map
 *   compared.c    addresses that are compared, which a device may have of its own
 *   collect.c     the memory that a loop's iterations access, and what else they do
 *   objects.c     can two objects be the same memory?
 *   found.c       variables that keep the place of an extreme value
 *   plain.c       accesses of which that is plain
 *   spread.c      accesses that ranges alone tell apart
 *   in_order.c    iterations of a nest that are not in the order of waves
 *   depend.c      do two iterations meet?
 *   arrays.c      arrays that iterations use as scratch memory
 *   scalars.c     variables: shared, private, lastprivate, reduced
 *   judge.c       the verdict on one loop
 *   expressions.c isl's sets and expressions by what is known before a loop, and as C text
 *   blocks.c      how many elements a block has that a call allocates
 *   numbers.c     expressions as sums of products, modulo 2^64
 *   foreign.c     what calls in other files pass
 *   callers.c     how many elements parameters lead to, as all callers pass them
 *   passes.c      what this file's calls pass, for other files
 *   added.c       the same, passed in parameters that the output has beside
 *   spelling.c    numbers in the user's names
 *   entering.c    the test in front of a loop that something is there
 *   bounds.c      what OpenMP asks of a loop's head beside
 *   presumed.c    is what may be touched there at all?
 *   digits.c      which part of an object a loop touches by sums of products
 *   join.c        sections out of two
 *   rows.c        rows behind a table of pointers
 *   extent.c      which part of each object a loop touches
 *   rewrite.c     counted loops as canonical ones
 *   sizes.c       loops that are parallel for some sizes
 *   small.c       loops that are parallel for small sizes
 *   found_text.c  loops that find extreme values, as C
 *   size.c        does a loop have work enough?
 *   order.c       loops to be exchanged
 *   guard.c       tests that pieces of memory are apart
 *   lanes.c       inner loops for the lanes of a thread
 *   observed.c    what a run showed of loops that are not proved
 *   verdict.c     the verdict with all that goes with it
 *   same.c        loops that are parallel where two of their pointers are the same, too
 *   waves_text.c  nests in waves, as C
 *   waves.c       nests of two serial loops whose iterations can run in waves
 *   plan.c        which loops get directives
 *   filled.c      is all that stays stored to first, and what does the host touch beside?
 *   unsteady.c    values in memory that statements change while their data is looked at
 *   attempt.c     statements whose data could stay on the device
 *   sections.c    what the user's constructs map, as one section
 *   held.c        which of it stays there
 *   updates.c     copies where the host touches it
 *   spots.c       elements that the host reads behind the last region
 *   data.c        what stays on the device from region to region
 *   explain.c write.c advise.c
 *   mark.c        the file whose loops a run watches
 *   facts.c       what OpenACC's constructs ask of loops
 *   annotate.c */
#ifndef GANTRY_ANNOTATE_PRIV_H
#define GANTRY_ANNOTATE_PRIV_H

#include "scope_priv.h"

/* ---- nests in waves ---- */
struct waves {
    bool is_doacross; /* threads of the host wait for each other's iterations; else a loop over the waves */
    long by;          /* an iteration of the outer loop counts as so many of the inner one */
    const struct judged *outer, *inner;
    const char *rows;       /* how many iterations the outer loop has … */
    const char *columns;    /* … the inner one; NULL: other ones in each of the outer one's */
    const char *low, *high; /* then: of the sums of both variables */
    const char *first[2];   /* where the loops begin; NULL: at a number */
    const char *limits[2];  /* where the inner one begins and ends */
    bool is_small;          /* no wave has work enough for a launch; … */
    const char *pays;       /* … or one has where this holds, of the numbers of iterations; NULL: always */
    struct {
        const char *rows, *columns, *wave, *from, *to, *row, *at, *first[2];
    } names; /* of the output */
};
struct waves_text {     /* a nest in waves, as lines */
    const char *before; /* declarations that its test may name */
    const char *head;   /* all up to the body, with the brace that opens it */
    const char *inside; /* declarations in the body */
    const char *tail;   /* what follows the body's statements */
};
/* ---- the verdict on a loop ---- */
enum stride { STRIDE_NONE, STRIDE_ONE, STRIDE_FAR, STRIDE_UNKNOWN };
struct strides {             /* of an access in inner loops, from the judged loop to the innermost one around it */
    const struct node *loop; /* the innermost one */
    unsigned n;
    enum stride by[MOST_DEPTH];
};
struct lanes { /* an inner loop whose iterations are for lanes */
    const struct judged *loop;
    const char *directive; /* without "#pragma omp " */
};
enum verdict { VERDICT_SERIAL, VERDICT_GUARDED, VERDICT_PARALLEL };
struct seen_meeting { /* two iterations touched the same memory, one of them to store */
    const char *kind; /* flow, anti, output */
    const char *name; /* of the variable, or of the pointer that leads there; NULL: not known */
    bool is_scalar;
    int from, to;           /* the lines of the accesses; 0: in another file */
    unsigned long distance; /* the least, in iterations; 0: not known */
    unsigned long long times;
};
struct seen_loop { /* of a loop in one run of the program */
    unsigned long long runs, iterations, longest;
    bool is_whole; /* all was watched */
    VEC(struct seen_meeting) meetings;
};
struct rows_map { /* rows behind a table of pointers that a loop touches */
    struct object *object;
    const char *table;       /* the pointers are there */
    struct extent rows;      /* which ones */
    struct extent each, any; /* of row number `row` what is touched of it; of any of them */
};
typedef VEC(struct rows_map) rows_list;
struct judged {
    const struct node *tree; /* FOR, WHILE, DO; CONSTRUCT: one of the user's own */
    const struct loop *loop; /* NULL: it cannot be counted */
    struct judged *outer;    /* NULL: none */
    unsigned depth;
    enum verdict verdict;
    enum loop_reason why;
    const struct node *at;    /* the place that decides */
    const struct node *other; /* the second one */
    const struct var *var;    /* the variable that decides */
    bool has_distance;
    long distance;
    role_list roles;
    pair_list apart;
    element_list elements;
    VEC(struct finding *) findings;
    struct loc loc;
    asserted_list asserted;
    VEC(const struct node *) limits; /* subscripts that stay in their dimensions, by the rules of C alone */
    const struct seen_loop *seen;    /* NULL: none */
    bool is_borne_out;               /* the run showed nothing against it, but what directives see to */
    bool is_trusted;                 /* it is parallel if the run showed all that there is */
    bool contradicted;               /* what is said of its independence is not so */
    enum loop_reason without; /* without that: why it would be serial, or no directive could be written; 0: no other */
    struct waves *waves;      /* of a serial loop: with the one inside it, it can run in waves; NULL: it cannot */
    /* the plan */
    bool chosen;
    bool on_host;   /* chosen for threads of the host: `not_chosen` says why no device can have it */
    bool has_place; /* in the file, for a directive */
    enum loop_reason not_chosen;
    unsigned collapse;
    extent_list extents;
    rows_list rows;                 /* beside those */
    bool is_mappable;               /* all its extents are known */
    lacking_list unmapped;          /* those whose are not */
    const struct node *by_pointers; /* an access by a pointer in memory that changes in the loop; NULL: none */
    bool is_sectioned;              /* those of all memory behind pointers are; not of arrays of variable length */
    bool is_annotated;              /* it has or stands in a directive: that is respected */
    double work;                    /* of one iteration */
    bool counted;                   /* no canonical loop: write.c makes one */
    VEC(struct move) moves;
    const char *trips;      /* counted: how many iterations; NULL: not known */
    const char *trips_name; /* counted: the variable of the output that has it */
    const char *trip;       /* counted: the number of the iteration */
    bool rewritten;         /* counted: what follows is known */
    struct rewritten text;
    VEC(struct strides) strides;
    VEC(struct lanes) lanes;
    const struct judged *inward, *outward; /* loops of its nest that would better be exchanged; NULL: none */
    bool is_exchanged;
    const char *directive; /* without "#pragma omp " */
    small_list smalls;     /* what it is judged by, in `sizes` */
    var_list named;        /* the same: variables that have the value of their initialisers */
    var_list sized_by;     /* the variables of `sizes` … */
    bool sized_by_memory;  /* … and other memory */
    const char *sizes;     /* C condition under which it is parallel at all; NULL: always */
    bool is_unsure;        /* some of what its tests or sections evaluate may be done under conditions alone */
    const char *entering;  /* C condition under which what tests and sections evaluate is there; NULL: always */
    const char *heads;     /* C condition under which its head is one of OpenMP's; NULL: it is */
    bool has_room_test;    /* … and it may do something where that does not hold */
    bool is_strange;       /* there is no such condition */
    bool enters_all;       /* where that does not hold it does nothing */
    const char *when_one;  /* of reductions into elements: C condition under which these are there; NULL: always */
    const char *guard;     /* C condition; NULL: none */
    bool is_held;          /* what it touches stays on the device: it must run there */
    const char *same_data; /* what maps the memory of pointers that may be the same, once; NULL: there are none */
    bool takes_same;       /* it holds, too, where pointers are the same */
    VEC(const struct func *) callees;
    var_list far; /* variables that these name */
    bool calls_in_circles, calls_by_pointer, allocates, stores_addresses;
    VEC(const struct known *) elsewhere;
};
static inline bool runs_on_device(const struct judged *j) /* by its directive */
{
    return j->chosen && !j->on_host && !(j->waves && j->waves->is_doacross);
}
struct length { /* of v's arrays in which there are `inside`, themselves among them */
    const struct var *var;
    size_t inside;
    const struct node *node; /* NULL: there is no such expression */
};
struct data_item { /* memory that stays on the device while statements run */
    struct object *object;
    const char *item;           /* as in a map clause */
    const char *before, *after; /* map types: of enter data, of exit data */
};
struct data_update {              /* of what stays there, where the host touches it */
    const struct node *at, *last; /* statements of one block */
    struct object *object;
    const char *item;
    bool from, to; /* before the first; after the last */
    bool merged;   /* into another one */
    bool by_names; /* of pointers that are exchanged: the host names there what they lead to there */
    bool fills;    /* the host stores to all of what stays there, and reads none of it: all is copied to the device */
};
struct data_range {
    const char *device;              /* that the user's constructs ask for; NULL: none */
    const struct node *first, *last; /* of one block */
    bool structured;                 /* `target data` for a statement; else enter and exit data */
    VEC(struct data_item) items;
    VEC(struct data_update) updates;
    bool has_place;    /* in the file */
    const char *guard; /* C condition; NULL: none */
    const char *entry; /* one that is asked before the first statement alone, and kept in `kept`; NULL: none */
    const char *kept;
    bool is_entered; /* `kept` says whether its directives may be evaluated at all: they stand in `if` */
};
struct refusal { /* memory that constructs of the user's map again and again, and that may not stay */
    const struct judged *construct; /* the first one */
    const char *name;               /* "": of all that it maps */
    enum loop_reason why;
    const struct node *at;       /* NULL: no place decides */
    const struct func *inside;   /* statements of this function were looked at */
    const struct object *object; /* that a loop of ours maps; NULL: a construct of the user's does */
};
struct mended { /* what a construct of the user's maps, and stays on the device around it */
    const struct judged *construct;
    const char *name;
    unsigned range; /* its number */
};
enum meaning { NOT_ASKED, SAYS_NOTHING, MEANT };
struct meant { /* of a subscript (dimensions.c) */
    const struct node *at;
    enum meaning meaning;
};
struct told { /* how many elements a parameter leads to */
    const struct var *param;
    const struct number_list *lengths;
};
struct added { /* a parameter of the output, by which callers say how many elements `param` leads to */
    const struct var *param;
    const char *name;
    bool is_known;
    bool is_written; /* into the output */
    VEC(struct added_call {
        const struct node *call;
        const char *text;          /* the argument */
        const struct added *needs; /* that is such a parameter of the caller; NULL: it is not */
    })
    calls;
};
struct annotation {
    const struct unit *u;
    struct annotate_wishes wishes;
    bool has_assumptions;          /* the user says something somewhere */
    const char *apart;             /* the function that tests call (guard.c); NULL: none */
    const char *rows_apart;        /* … of rows (rows.c) */
    const char *row;               /* the name of a row's number in the output */
    bool has_apart;                /* the file has it */
    bool doubts;                   /* what the user says does not count */
    bool trusts;                   /* iterations that might meet are taken not to */
    bool is_observed;              /* there was a run, … */
    const char *run_words;         /* … with these arguments */
    bool lists_facts;              /* … for OpenACC: what serial loops touch is asked, too */
    VEC(struct data_range) ranges; /* what is outside before what is inside */
    VEC(struct refusal) refusals;
    VEC(struct mended) mended;
    VEC(const char *) around, needed; /* functions: called within constructs; that no header of the system declares */
    bool is_unstructured;      /* directives or calls put data on the device until further notice, or start threads */
    enum loop_reason why_none; /* nothing may be changed in the whole program; 0: something may */
    const char *why_name;      /* … because of this function; NULL: of none */
    bool knows_end, is_seen_at_end; /* see is_seen_after_exit */
    bool has_tasks;                 /* in some file: tasks that nobody waits for in their block */
    bool has_handlers, has_buffers; /* in some file: functions run after exit(); streams have memory of the program's */
    VEC(struct known) known;        /* functions of other files */
    struct foreign *foreign;        /* what calls in other files pass (foreign.c); NULL: there are none */
    struct effects **effects;       /* by the functions' numbers; NULL: nobody asked */
    struct arena *arena;
    isl_ctx *isl;
    struct meant *meanings; /* rows of a table by addresses, of which some are empty */
    size_t nmeanings, most_meanings;
    unsigned vain_small;         /* the same of small.c */
    unsigned vain_sizes;         /* loops for which sizes.c found nothing */
    unsigned riddles;            /* questions that no effort has answered (depend.c) */
    VEC(struct judged *) loops;  /* in source order */
    const char *lines;           /* where those begin that may get directives; NULL: all may */
    const struct node *errno_of; /* a function: … */
    bool asks_errno;             /* … does it look at errno? */
    VEC(struct length) lengths;
    const char *source; /* when that is known: the user's file */
    size_t source_len;
    const char *begins_of; /* the source of which `begins` has where each line begins */
    VEC(size_t) begins;
    VEC(const struct var *) locals; /* of all functions, in the order of these and of names; none: nobody has asked */
    VEC(struct newness) newness;
    VEC(struct told) told; /* what callers say of parameters that were asked for (callers.c) */
    unsigned telling;      /* so many of them are being asked for */
    VEC(struct added *) added;
    unsigned adding;
    size_t *first_ref, *ref_after; /* by function, by ref: the number of the next one, and 1; 0: there is none */
    bool knows_hidden_calls, has_hidden_calls;
    var_list disguised; /* none: perhaps nobody has asked */
    bool knows_disguised;
    struct written { /* variables that a tree stores to, by address: the answers that were asked for last (reaching.c)
                      */
        const struct node *tree;
        struct slice at;
        var_list vars;
    } written[64];
};
size_t first_loop(const struct annotation *a, uint32_t off); /* collect.c */
bool is_loop_in(const struct annotation *a, size_t number, struct slice at);
bool is_entered_inside(const struct node *tree); /* enter.c */
bool judge(struct scope *s, struct judged *j);   /* is it parallel, perhaps under a test? Fills s */

bool judge_again(struct scope *s, struct judged *j); /* the same, when more is known of the parameters */
void judge_loop(struct scope *s, struct judged *j);  /* verdict.c: … and all that goes with it */

/* in_order.c */
/* The pairs of m, which it takes, whose second iteration comes later, or earlier, and is not in order */
void out_of_order(struct scope *s, isl_map *m, const struct touch *a, const struct touch *b, isl_map **later,
                  isl_map **earlier);
/* waves.c */
void find_waves(struct annotation *a, struct judged *j); /* of a serial loop: sets waves, and the sections and tests */
/* waves_text.c */
/* Sets the texts of w, the waves of j's nest, which s has looked at; false: there are none */
bool name_waves(struct scope *s, struct waves *w);
void add_wave_variables(struct sb *b, const struct waves *w);   /* the clause for the loops' variables */
const char *waves_sum(struct arena *a, const struct waves *w);  /* what all iterations of a wave have in common */
const char *sinks_text(struct arena *a, const struct waves *w); /* what an iteration waits for */
/* data and leaving: the directives before and after all waves, region: that of a wave; lines, or "" */
struct waves_text waves_text(struct arena *a, const struct waves *w, const char *gap, const char *data,
                             const char *region, const char *leaving);

void rewrite(struct scope *s, struct judged *j); /* sets trips, trip, rewritten, text */

/* found_text.c: what the output says of findings; "": there are none */
struct place_edit {
    uint32_t off;  /* in the unit's text */
    unsigned gone; /* bytes that `text` replaces */
    const char *text;
};
typedef VEC(struct place_edit) place_edit_list;
void name_findings(struct scope *s, struct judged *j);
const char *findings_clause(struct annotation *a, const struct judged *j);
const char *findings_before(struct annotation *a, const struct judged *j, const char *gap); /* lines, as … */
const char *findings_after(struct annotation *a, const struct judged *j, const char *gap);  /* … these */
void findings_edits(struct annotation *a, const struct judged *j, place_edit_list *edits);

/* guard.c */
void name_guard(struct annotation *a);
const char *guard_definition(const struct annotation *a); /* of the function that the tests call */
const struct extent *extent_of(const extent_list *extents, const struct object *o); /* NULL: none */
bool takes_same(const struct judged *j);                                            /* see judged.takes_same */
/* C condition under which no two of the pairs overlap; NULL: it has no text */
const char *apart_text(struct annotation *a, const pair_list *apart, const extent_list *extents,
                       const rows_list *rows); /* rows: NULL, there are none */
/* Does the test of j hold only where the memory of both is apart, even if they are the same pointer? */
bool is_tested_apart(const struct annotation *a, const struct judged *j, const struct pair *p);

/* rows.c */
/* Adds o, rows, to j's; false: there is no text for them */
bool find_rows_map(struct scope *s, struct judged *j, struct object *o);
/* Where the products that number elements of rows are what they look like (where_proper); NULL: not known */
isl_set *where_rows_proper(struct scope *s, const struct object *o);
const struct rows_map *rows_of_object(const rows_list *all, const struct object *o); /* NULL: none */
bool rows_are_held(const struct judged *j); /* are the tables mapped, and not brought back? */
/* Without "#pragma omp ": what maps the tables; and a row; and the loop around that */
const char *rows_directive(struct annotation *a, const struct judged *j, bool leaving);
const char *row_directive(struct annotation *a, const struct rows_map *r, bool leaving);
const char *row_loop(struct annotation *a, const struct rows_map *r);
const char *rows_definition(const struct annotation *a); /* of the functions that tests call */
/* The test that two of which one is rows are apart; e: of the other one, if that is no rows. false: it has no text */
bool add_rows_test(const struct annotation *a, struct sb *b, const struct pair *p, const rows_list *rows,
                   const struct extent *e);

enum { USUAL_TRIPS = 100 }; /* of a loop whose bounds are not constant */
/* size.c */
double loop_trips(const struct judged *j, bool *known);
double loop_work(const struct judged *j); /* of all its iterations */
long two_digits(double x);                /* about as much */
/* the condition under which a chosen loop has work enough for a launch; NULL: always, or nobody knows */
const char *size_test(struct annotation *a, struct judged *j);

/* same.c */
void find_same(struct annotation *a, struct judged *j);             /* sets pair.same, of a loop for the device */
const char *same_data(struct annotation *a, const struct judged *j, /* see judged.same_data */
                      const char *size);                            /* the region's own test; NULL: none */

/* lanes.c */
void note_strides(struct scope *s, struct judged *j);
void choose_lanes(struct annotation *a, struct judged *j); /* of a chosen loop */
void leave_to_lanes(const struct annotation *a, struct judged *j);

/* order.c */
void choose_order(struct annotation *a, struct judged *j); /* of a chosen loop */

/* explain.c: the verdict with its reason, on one line */
const char *verdict_said(const struct annotation *a, const struct judged *j);

/* facts.c */
void list_facts(struct annotation *a, struct file_facts *out);
bool has_atomic_form(const struct annotation *a, const struct judged *j, const struct reduced_element *e); /* plan.c */

/* observed.c */
void read_seen(struct annotation *a, const char *text);
bool is_told_meeting(const struct annotation *a, const struct judged *j, const struct seen_meeting *m);
enum loop_reason observed_reason(const struct annotation *a, const struct judged *j);
bool may_be_trusted(const struct judged *j);
void trust(const struct annotation *a, struct judged *j, const struct judged *other);
const char *trust_comment(const struct annotation *a, const struct judged *j, const char *gap);

/* plan.c */
void judge_all(struct annotation *a);
void plan(struct annotation *a);
/* What all waves map; leaving: the directive after them, NULL where the first is for one statement; NULL: nothing */
const char *waves_data(struct annotation *a, const struct judged *j, bool leaving);
/* Lets threads of the host share a parallel loop that no device can have; false: there is a reason against it, too.
 * When it is known what stays on the device. */
bool choose_host(struct annotation *a, struct judged *j);
void write_directives(struct annotation *a); /* when it is known what stays on the device */
/* Gives a directive to a loop that is too small for one of its own; false: there is another reason against it. */
bool choose_small(struct annotation *a, struct judged *j);

/* data.c: what stays on the device between regions */
void plan_data(struct annotation *a);
/* What stands before the statements, or after them, without "#pragma omp " */
const char *update_directive(const struct annotation *a, const struct data_range *r, const struct data_update *u,
                             bool to);
const char *range_directive(const struct annotation *a, const struct data_range *r, bool leaving);

/* foreign.c, passes.c */
void passes_write(struct annotation *a, FILE *out);       /* lines of the summary */
void passes_know(struct annotation *a, const char *text); /* those of all files */

/* added.c */
struct file_edit { /* text before a place of the file */
    size_t at;
    const char *text;
};
typedef VEC(struct file_edit) file_edit_list;
/* Can the parameter be written, and passed in all calls? When it is known which loops are chosen */
bool added_has_places(struct annotation *a, const struct added *x, const char *source, size_t len);
void added_edits(struct annotation *a, const struct added *x, const char *source, size_t len, file_edit_list *edits);

/* file.c: the place in the file of n bytes in the preprocessed text, if they stand there; of a line and column; else
 * len
 */
size_t offset_in_file(struct annotation *a, const char *source, size_t len, int line, int col);
size_t place_in_file(struct annotation *a, const char *source, size_t len, uint32_t off, size_t n);
/* write.c: where the loop begins in the user's file, and a line of ours may stand before it; len: nowhere */
size_t place_of_loop_in_file(struct annotation *a, const struct judged *j, const char *source, size_t len);

#endif
