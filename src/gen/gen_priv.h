/* gen_priv.h: private to src/gen. One emitter writes slices of the user's text, replacing what must change. */
#ifndef GANTRY_GEN_PRIV_H
#define GANTRY_GEN_PRIV_H

#include "gen.h"

enum where {               /* who executes the code being written */
             AT_HOST,      /* the initial device */
             AT_SEQ,       /* device: one main thread of a team, or a device function's own level */
             AT_SPMD_TEAM, /* device: all threads of an SPMD kernel, above its parallel construct */
             AT_SPMD_PAR,  /* device: in an SPMD kernel's own parallel construct */
             AT_PARALLEL,  /* device: in an outlined parallel region */
};
struct binding {
    const struct var *var;
    bool deref;        /* `name` is a pointer here: uses become (*name) */
    const char *place; /* or there is no such pointer: what uses become */
    const char *store; /* what uses become that store; NULL: the same */
    bool elements;     /* … that store to an element, too */
};
struct emit {
    struct analysis *a;
    const struct unit *u;
    void (*emit_construct)(struct emit *e, const struct region *r);     /* host.c's or construct.c's */
    void (*construct_in_place)(struct emit *e, const struct region *r); /* one_parallel: that of the regions in it */
    struct sb *out;                                                     /* where text goes */
    struct sb *before; /* outlined functions and payload structs, which go before the kernel or function */
    int indent;
    VEC(size_t) blocks; /* of each block that is open: how many names were bound before it */
    enum where where;
    struct kernel *k;               /* NULL in device functions and on the host */
    struct dfunc *fn;               /* NULL in kernels */
    const struct region *construct; /* whose code is being generated */
    const struct region *lanes_of;  /* the simd loop of the host whose body tells of its iterations; or NULL */
    VEC(struct binding) env;
    const struct region *level; /* the parallel region whose threads' code this is, above its simd loops; or NULL */
    const struct guard *guards; /* of the level's code, in order; none where one lane runs it */
    size_t nguards;
    /* AT_HOST, under -fcheck: static variables of blocks, which the optimiser is to keep */
    VEC(const struct var *) kept;
    bool one_lane;  /* inside a guard */
    bool own_block; /* the block just opened is the construct's: none of the user's names is declared in it yet */
    const struct region *simd; /* the simd loop over lanes whose copies are being written, or NULL */
    const char *crew;          /* the crew word here */
    const char *control;       /* the group's control block here, "0" where there is none */
    bool device;               /* device C: the text is patched */
    bool columns;              /* the user's tokens keep their columns (columns.c) */
    bool in_own_task;          /* AT_HOST: in a task of ours that has the construct's nowait and depend clauses */
    bool host_in_place;        /* AT_HOST: inside a target region that is printed in place */
    bool reference;            /* AT_HOST in place: it is the region's reference, a function of its own */
    bool one_parallel;         /* AT_HOST in place: the threads of a parallel region around all run this */
    bool one_team;             /* AT_HOST in place: one team runs the teams construct, with all threads */
    bool host_sequential;      /* AT_HOST in place: nested parallel constructs run on the calling thread */
    const struct region
        *tallies_of; /* AT_HOST in place: the loop being written, if its threads have copies of arrays */
    const struct region
        *host_league; /* AT_HOST in place: the teams construct whose teams run one after the other, or NULL */
};

/* columns.c: with e->columns */
void emit_verbatim(struct emit *e, uint32_t from, uint32_t to); /* the user's text, its tokens in the user's columns */
void emit_column(struct emit *e, uint32_t at);                  /* what is written next stands in the column of `at` */

/* text.c */
void out(struct emit *e, const char *fmt, ...) __attribute__((format(printf, 2, 3))); /* an indented line */
/* … with a block, at whose end the names that are bound in it lose their meaning */
void out_open(struct emit *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void out_close(struct emit *e);
void out_close_with(struct emit *e, const char *end); /* "} while (0);" */
void out_else(struct emit *e);
void out_close_to(struct emit *e, int indent); /* all blocks that were opened since it was that */
/* What is written between the two goes before the kernel or function: outlined functions. */
struct aside {
    struct sb text, *out;
    int indent;
};
void aside_begin(struct emit *e, struct aside *s);
void aside_end(struct emit *e, struct aside *s);
void balance_line_markers(struct sb *text); /* of a whole file that is written */
void emit_line_marker(struct emit *e, uint32_t off);
void emit_generated_marker(struct emit *e);       /* generated lines follow: they get the region's or function's line
                                                   * numbers */
void markers_finish(struct sb *text, bool exact); /* once it is whole */
bool is_whole_word(const char *s, const char *at,
                   const char *word);                      /* at, in s: this word, and not a part of another */
const char *c_string(struct emit *e, const char *s);       /* for between quotes */
const char *file_string(struct emit *e, const char *file); /* the same of unit_file() */
void emit_text(struct emit *e, struct slice s);            /* verbatim, with names and constructs replaced */
void emit_block(struct emit *e, struct slice s);           /* line marker, text, newline: a statement */
void emit_braced(struct emit *e, struct slice s);          /* … in a block */
/* … in a loop of one turn: the user's `continue` ends it, and not what comes after it */
void emit_turn(struct emit *e, struct slice s);
char *text_of(struct emit *e, struct slice s);                           /* the same into a string: for expressions */
const char *text_or(struct emit *e, struct slice s, const char *absent); /* absent: instead of an empty slice */
const char *clause_text(struct emit *e, const struct clause *c, const char *absent); /* its expression, if c is given */
const char *condition_text(struct emit *e, const struct clause *c);                  /* of an if clause; "1" without */
void bind(struct emit *e, const struct var *v, bool deref);
bool is_bound(const struct emit *e, const struct var *v);
bool is_deref(const struct emit *e, const struct var *v);
const char *name_of(struct emit *e, const struct var *v);    /* "x" or "(*x)" */
const char *address_of(struct emit *e, const struct var *v); /* "&x" or "x" */
/* where an instance of v (owner: see struct slot) is in team-shared memory, "__gd_sh->x"; NULL: it is not there */
const char *shared_place(struct emit *e, const struct var *v, const struct region *owner);
const char *slot_place(struct emit *e, const struct slot *s); /* of the kernel, or function, that is being written */
/* declares `T *x = &place;` before the code that uses it */
void point_at_place(struct emit *e, const struct var *v, const char *place);
void declare_at_place(struct emit *e, const struct var *v, const char *place);

/* error.c */
void emit_error(struct emit *e, const struct region *r);

/* vla.c: variable-length arrays on the device */
size_t patch_from(const struct emit *e, struct slice s); /* the index of the first patch in s */
/* the first patch in s from `from` on, to which *i moves; NULL: there are no more */
const struct patch *patch_in(const struct emit *e, size_t *i, uint32_t from, struct slice s);
void emit_patch(struct emit *e, const struct patch *p);
void emit_allocas(struct emit *e, const struct region *r); /* first in a function of our own that has r's code */
void emit_vla_lengths(struct emit *e, const struct var *v);
const char *vla_bytes(struct emit *e, const struct var *v);
void emit_vla_storage(struct emit *e, const struct var *v);

/* local.c: types and enumerators declared inside the user's function, again inside ours */
void emit_local_decls(struct emit *e, struct slice s, const struct var *const *vars, size_t nvars);
void emit_local_decl_at(struct emit *e, uint32_t off); /* of `struct s {…} x;` at `off`: the type */
bool is_local_type(const struct var *v);
const char *declare_aligned(struct emit *e, const struct var *v, const char *name); /* with the alignment it asks for */
const char *clause_alignment(struct emit *e, const struct clause *allocate); /* an attribute; allocate may be NULL */
unsigned storage_align(const struct var *v);
/* the storage of v in a file-scope struct: its own declaration, or bytes where the type cannot be named there */
const char *storage_field(struct emit *e, const struct var *v, const char *name);
const char *static_field(struct emit *e, const struct var *v, const char *name); /* … in memory placed by the link */
const char *pointer_field(struct emit *e, const struct var *v);

/* guard.c: code that all lanes of a level run */
struct level_state { /* of the emitter, to come back to */
    const struct region *level;
    const struct guard *guards;
    size_t nguards;
    const char *crew, *control;
    bool one_lane;
};
struct level_state level_enter(struct emit *e, const struct region *level, const struct guard *g, size_t n,
                               const char *crew, const char *control);
void level_leave(struct emit *e, struct level_state keep);
const struct guard *next_guard(struct emit *e, uint32_t from, uint32_t end);
void emit_guard(struct emit *e, const struct guard *g);
void guard_open(struct emit *e, bool sync); /* `{`, and what follows is run by one lane of the level … */
void guard_close(struct emit *e);           /* … until here, where the lanes synchronise; sync: before it too */
/* the same for code that one lane is to run (one), where all would; guard_end gets the result */
bool guard_begin(struct emit *e, bool one, bool sync);
void guard_end(struct emit *e, bool begun);
bool all_lanes_run(const struct emit *e); /* the level's code, outside guards */
void emit_broadcast_fields(struct emit *e, struct kernel *k,
                           struct sb *fields); /* the team-shared fields that guards of a
                                                * team's code broadcast through */

/* lanes.c: simd loops over the lanes of a group, and what a parallel region with such loops begins and ends with */
const char *crew_of(struct emit *e, const struct region *r);
struct crew_state {
    struct level_state outer;
    bool opened;
};
struct crew_state crew_begin(struct emit *e, const struct region *r, const char *crew);
void crew_end(struct emit *e, struct crew_state s);
void emit_simd(struct emit *e, const struct region *r);
void emit_simd_dispatch(struct emit *e, const struct region *r);   /* before the region's own function */
unsigned space_size(const struct unit *u, const struct region *r); /* bytes of its group space */
unsigned lane_stack_size(const struct dfunc *d); /* bytes that a function takes of its caller's lane stack */

/* construct.c: a construct on the device */
void emit_payload_struct(struct emit *e, const struct region *r);
void emit_unpacked(struct emit *e, const struct region *r); /* declarations of its captures, from __gd_args */
void fill_payload(struct emit *e, struct plan *p, const char *payload); /* but for what is fixed */
void fill_value(struct emit *e, const struct var *v, const char *payload);
void emit_device_construct(struct emit *e, const struct region *r);

/* sync.c: barrier, critical, atomic, master, masked, flush; and the table of what is not made of leaves */
void emit_sync(struct emit *e, const struct region *r);
bool at_spmd(const struct emit *e);
void team_barrier(struct emit *e, const struct region *r); /* of the program, that r asks for */

enum clause_kind atomic_order(const struct region *r); /* the clause with the memory order; CLAUSE_NONE: none has it */
/* of `atomic compare`: declares what is evaluated once; gives the condition over __gd_old, and in *stored the value */
const char *emit_compare_operands(struct emit *e, const struct atomic *a, const char **stored);
const char *compare_results(struct emit *e, const struct atomic *a); /* from __gd_old, __gd_new and __gd_matched */

/* worksharing.c: sections, single, scope, and constructs without code of their own */
void emit_sections(struct emit *e, const struct region *r);
void emit_single(struct emit *e, const struct region *r);
void emit_scope(struct emit *e, const struct region *r);
void emit_transparent(struct emit *e, const struct region *r); /* the statement alone */

/* device/cancel.c */
void emit_cancel(struct emit *e, const struct region *r);
void emit_work_end(struct emit *e, const struct region *r);     /* after the iterations of a work-sharing construct */
void emit_parallel_end(struct emit *e, const struct region *r); /* after the statement of a parallel construct */
void emit_agreement(struct emit *e, const struct region *r);    /* before a construct */
bool may_be_left(const struct region *r); /* does it stand in a parallel region that may be cancelled? */
/* a jump to that region's end, where `call` returns true */
void emit_leave_if(struct emit *e, const struct region *r, const char *call);
void emit_task_label(struct emit *e, const struct region *r); /* where a cancelled task goes on */

/* device/tasks.c: tasks on the device, and on the initial device those that the host compiler miscompiles */
void emit_task(struct emit *e, const struct region *r);
void emit_taskloop(struct emit *e, const struct region *r);
void emit_taskwait(struct emit *e, const struct region *r);
void emit_taskgroup(struct emit *e, const struct region *r);
void count_tasks(struct emit *e, const struct region *r);   /* of a taskloop: __gd_tasks */
void share_of_task(struct emit *e, const struct region *r); /* of task __gd_t: from __gd_from to __gd_to */

/* ordered.c */
void emit_ordered(struct emit *e, const struct region *r);
/* before a loop with ordered regions */
void emit_ordered_begin(struct emit *e, const struct region *r);
void emit_ordered_body(struct emit *e, const struct region *r, struct slice body); /* of any loop: iteration __gd_k */

/* a call that combines copies: text up to the data, "__gd_reduce_team(", and whether a crew word ends it */
struct reduce {
    const char *call;
    bool crew;
};

struct reduce team_reduce(struct emit *e, const struct region *r); /* construct.c: over the threads of r's team */

/* private.c: private copies and reductions of one construct */
struct privates {
    const struct region *r;
    bool block; /* opened by privates_begin */
    size_t env_mark;
    bool has_last, has_red, lanes; /* lanes: of a simd loop over the lanes of a group */
};
void privates_begin(struct emit *e, const struct region *r, struct privates *p);
void privates_made(struct emit *e, const struct region *r);  /* of threads that share work: before any of it */
void point_at_original(struct emit *e, const struct var *v); /* declares __gd_o_NAME, &v */
void declare_allocated(struct emit *e, const struct var *v, const struct clause *allocate); /* memory of an allocator */
void declare_target_private(struct emit *e, const struct region *r, const struct var *v); /* a copy of target itself */
void privates_end(struct emit *e, struct privates *p, struct reduce reduce);
/* before a store to the original of v: "if (__gd_lane(…) == 0) ", or nothing */
const char *who_stores(struct emit *e, const struct privates *p, const struct var *v);

/* device/single.c: kernels of whole loops (#pragma ompx single_launch), after those of their regions */
void emit_singles(struct emit *e);
/* common/single_names.c: what host and device call its parameters */
const char *single_row_name(struct emit *e, size_t row);  /* the device address that a row of single.rows provides */
bool single_row_used(const struct single *s, size_t row); /* is it a parameter? */
bool single_has_out(const struct single *s); /* is there anything in the structure for cells and results? */
/* The members of the structure in which the kernel keeps cells, and leaves what the host gets back: the variable's
 * name. */
const char *single_cell_name(struct emit *e, size_t cell);

/* common/reduced.c: one list item of a reduction */
struct reduced {
    const struct region *by; /* the construct */
    const struct sharing *row;
    enum op op;
    const struct item *it;
    const struct var *v;
    const struct type *elem; /* NULL: of no type that can be reduced */
    bool array;              /* it is an array, or a section of one */
    int64_t count;           /* elements; -1: known when it runs */
    unsigned index;          /* among those of the construct */
};
typedef VEC(struct reduced) reduced_list;
struct reduced reduced_of(const struct region *r, const struct sharing *s, unsigned index);
reduced_list reduced_with(struct emit *e, const struct region *r,
                          unsigned set);                                        /* what r reduces by these attributes */
size_t reduced_bytes(const struct reduced *d);                                  /* 0: known when it runs */
const char *named(struct emit *e, const char *prefix, const struct reduced *d); /* prefix and the variable's name */
const char *elements_of(struct emit *e, const struct reduced *d);               /* "__gd_n_NAME"; "1": it is no array */
const char *original_of(struct emit *e, const struct reduced *d); /* where reduced_original points to; of arrays … */
/* … the address of the first element. calls f for each list item that r reduces */
void each_reduced(struct emit *e, const struct region *r, void (*f)(struct emit *, const struct reduced *));
const char *identity_of(struct emit *e, enum op o, const struct type *t);
const char *combine_text(struct emit *e, enum op o, const char *a, const char *b); /* two values, by the operator */
/* one value: `into = into op from;`, and the first of a copy */
void combine(struct emit *e, const struct reduced *d, const char *into, const char *from);
void initialise(struct emit *e, const struct reduced *d, const char *copy, const char *original);
/* … all of the item, of an array by pointers to its first elements; combine_elements: n of them */
void combine_all(struct emit *e, const struct reduced *d, const char *into, const char *from);
void combine_elements(struct emit *e, const struct reduced *d, const char *n, const char *into, const char *from);
void initialise_all(struct emit *e, const struct reduced *d, const char *copy, const char *original);
void reduced_original(struct emit *e, const struct reduced *d); /* declares __gd_o_NAME; of arrays __gd_n_, __gd_d_ */
/* what the variable would be (array: its address), if `copy` and its name were in the place of the original */
const char *copy_memory(struct emit *e, const struct reduced *d, const char *memory); /* a pointer to it */
const char *shifted(struct emit *e, const struct reduced *d, const char *copy);
const char *section_begins(struct emit *e, const struct reduced *d); /* … bytes behind the variable's beginning */
/* Run in order on the original, && and || still end as 0 or 1, with no iteration too. */
void finish_logical_reductions(struct emit *e, const struct region *r);

/* tell.c: under -fcheck code says whose it is; else nothing is printed */
bool tells(const struct emit *e);
bool is_to_keep(const struct emit *e, const struct var *v);     /* text.c */
bool tells_lanes(const struct emit *e, const struct region *r); /* … of lanes of the host's simd loop r: host/lanes.c */
bool tells_shares(const struct region *r); /* … whose iterations the threads of a team share by schedule(static) */
void tell(struct emit *e, const char *fmt, ...) __attribute__((format(printf, 2, 3))); /* statements */
void tell_constructs(struct emit *e);                      /* before all that tells of them */
void tell_members(struct emit *e, const struct kernel *k); /* behind the kernel's team-shared variables */
void tell_fork(struct emit *e, const char *crew);
void tell_join(struct emit *e);
void tell_barrier(struct emit *e, const struct region *r);
/* around and in the loop over r's iterations; distributed: who began the construct has counted it among those that
 * teams divide */
void tell_condition(struct emit *e, const struct region *r); /* before r's copies are made */
void tell_loop(struct emit *e, const struct region *r, bool distributed);
void tell_at(struct emit *e, const struct region *r, const char *k);
void tell_loop_end(struct emit *e, const struct region *r);
void tell_ranges(struct emit *e); /* around and in a loop over ranges that are parallel regions */
void tell_range(struct emit *e);
void tell_ranges_end(struct emit *e);
void tell_result(struct emit *e, const struct region *r); /* around the stores to originals at the end of r */
void tell_result_end(struct emit *e);
/* … has no value, after its declaration; decl: where that is, 0: where the construct is that makes it */
/* said: a string in C, NULL: its name; decl: where it is declared, 0: here */
void tell_unwritten(struct emit *e, const struct var *v, const char *said, uint32_t decl);
/* p, a pointer to (where) v (would begin), whose bytes from `skip` on are there; with what checks want to know of that
 */
const char *tell_within(struct emit *e, const struct var *v, const char *p, const char *skip, const char *bytes);
const char *tell_whole(struct emit *e, const struct var *v, const char *p);
void tell_begins(struct emit *e, const struct var *v); /* a variable that is reached by a pointer of its name */
void tell_begins_at(struct emit *e, const char *p);    /* … what a pointer leads to */
void tell_off(struct emit *e);                         /* around accesses that nobody is to judge */
void tell_on(struct emit *e);
void tell_flush(struct emit *e, bool release, bool acquire);
/* "release" or "acquire" of a number in r */
void tell_key(struct emit *e, const char *what, const struct region *r, const char *number);
void tell_task(struct emit *e, const struct region *r, const char *undeferred);

/* device/payload.c */
bool reduces_by_parts(const struct region *r);   /* its copies are combined where they are */
unsigned reduction_size(const struct region *r); /* bytes of a team's results in the launch's scratch memory */
/* the tag of the struct that its copies travel in; TAG__combine is the function that adds one to another */
const char *reduction_payload(struct emit *e, const struct region *r);
const char *part_combiner(struct emit *e, const struct region *r,
                          const struct reduced *d);                                  /* by parts: of an element */
const char *payload_member(struct emit *e, const struct reduced *d, const char *of); /* `of`: "payload." */
const char *address_of_copy(struct emit *e, const struct reduced *d);                /* of an array's elements */
void reduction_functions(struct emit *e, const struct region *r); /* before the kernel: payload struct, combiners */
void fill_reduction_payload(struct emit *e, const struct region *r, const reduced_list *l);      /* __gd_red */
void declare_parts(struct emit *e, const struct region *r, const reduced_list *l, bool of_team); /* __gd_parts */
/* REDUCE(&__gd_red, …) or REDUCE_parts(__gd_parts, …); `call` is text up to the data */
const char *reduce_call(struct emit *e, const struct region *r, const char *call, const char *crew);

/* device/copies.c */
/* who takes and gives back memory of the heap for a copy: text up to what is taken or given, and its end */
const char *heap_call(struct emit *e, const struct region *r, const char *what, const char *of);
void reduction_original(struct emit *e, const struct region *r, const struct sharing *s);
void reduction_copy(struct emit *e, const struct region *r, const struct sharing *s);
/* … but for the first values of a copy that is one for all lanes, where all of them are here */
void reduction_first_values(struct emit *e, const struct region *r, const struct sharing *s);
void reduction_give_back(struct emit *e, const struct region *r);
void reduction_restart(struct emit *e, const struct region *r); /* the copies' first values again */

/* common/gather.c: a reduction of the league, whose result all teams get. gather: a declaration of __gd_all; item: of
 * it, that of team __gd_each, with the type of __gd_red; count: of the teams */
void gather_begin(struct emit *e, const struct region *r);
void gather_combine(struct emit *e, const struct region *r, const char *item, const char *count);
void gather_store(struct emit *e, const struct region *r); /* in the teams' variables */
bool gathers(const struct region *r);
unsigned gather_size(const struct unit *u, const struct region *teams); /* bytes of the largest such reduction */

/* device/league.c */
void emit_league_barrier(struct emit *e, const struct region *r);
void emit_league_single(struct emit *e, const struct region *r);

/* device/reduction.c */
bool reduces_copies(const struct region *r); /* not in order on the originals */
void reduction_end(struct emit *e, struct privates *p, struct reduce reduce);
/* a combined teams … parallel construct in generic mode: its threads reduce into copies of their team, which its main
 * thread combines with those of the other teams */
void partials_begin(struct emit *e, const struct region *r);
void partials_fill(struct emit *e, const struct region *r, const char *payload);
void partials_end(struct emit *e, const struct region *r);

/* list_items.c: list items with sections, and iterators */
const char *lower_of(struct emit *e, const struct section *s); /* its lower bound */
/* … of the first n sections, as subscripts of `base` */
const char *first_of(struct emit *e, const char *base, const struct item *it, unsigned n);
const char *item_first(struct emit *e, const struct item *it, unsigned n); /* the first element of those */
const char *item_begin(struct emit *e, const struct item *it);             /* where its storage begins */
void iterators_open(struct emit *e, const struct clause *c);
void iterators_close(struct emit *e, const struct clause *c);

/* loops.c */
/* __gd_n, and of loop j __gd_lbJ, __gd_ubJ, __gd_stJ and __gd_nJ, but for constants, and __gd_n0 of a single loop */
void emit_bounds(struct emit *e, const struct region *r);
void emit_bound_names(struct emit *e, const struct region *r); /* of these, after a name in a list */
/* the first value of loop j's variable: a number, or what emit_bounds declares */
const char *lower_name(struct emit *e, const struct loop *l, unsigned j);
void emit_bounds_of(struct emit *e, const struct loop *l, unsigned j);
/* "kind, n, chunk" as __gd_loop_begin gets them, for n iterations */
const char *schedule_text(struct emit *e, const struct schedule *s, const char *n);
/* the head of the loop over the ranges that the runtime gives by such a schedule: `name` is the struct __gd_loop */
const char *range_loop(struct emit *e, const char *name, const char *level, const char *schedule, const char *crew);
/* a comment; schedule: NULL, or of the clause that says so */
void emit_who_runs(struct emit *e, const struct region *r, const char *level, const struct schedule *schedule);
void emit_dividers(struct emit *e, const struct region *r); /* __gd_vJ, from those; before a loop over __gd_k */
void emit_iteration_variables(struct emit *e, const struct region *r); /* from __gd_k, with those bounds */
/* … the one of loop j of q, which r runs, at place `k` of its range */
void emit_iteration_variable(struct emit *e, const struct region *r, const struct region *q, unsigned j, const char *k);
void emit_value(struct emit *e, const struct region *r, const struct region *q, unsigned j,
                const char *value); /* … as given */
/* of q's loop, which is plan.narrow, as int: the variable at iteration `k`; how far n iterations move it */
const char *narrow_value(struct emit *e, const struct region *q, const char *k);
const char *narrow_distance(struct emit *e, const struct region *q, const char *n);
const char *as_variable(struct emit *e, const struct loop *l, const char *value); /* such a value, in l's type */
void emit_loop(struct emit *e, const struct region *r, struct reduce reduce, const char *payload);
/* iteration __gd_k, with its body as `print` does it; p: NULL on the host */
void emit_iteration(struct emit *e, const struct region *r, struct privates *p,
                    void (*print)(struct emit *e, const struct region *r, struct slice body));
/* iteration __gd_k of a nest that is not plain, and the code between its loops; body: of the innermost, or a part of it
 */
void emit_nest_body(struct emit *e, const struct region *r, const struct privates *p, struct slice body);
/* lastprivate loop variables end with the value after the last increment, where the condition `last` holds */
void emit_past_the_end(struct emit *e, const struct region *r, const char *last);
/* device/loop.c */
void emit_loop_body(struct emit *e, const struct region *r, struct privates *p);
void emit_last_values(struct emit *e, const struct region *r, struct privates *p);
/* The head of a loop over ranges [NAME.lo, NAME.hi), for a simd construct that teams or threads share first; false:
 * it is no such construct. */
bool emit_outer_ranges(struct emit *e, const struct region *r, const char *name);
void emit_final_value(struct emit *e, const struct region *r, unsigned j); /* of loop variable j, after the loop */

/* linear.c: linear variables, from the number of the iteration */
void linear_begin(struct emit *e, const struct region *r);  /* after the private copies: their values before the loop */
void linear_values(struct emit *e, const struct region *r); /* of iteration __gd_k */
bool is_computed(const struct region *r);                   /* has it linear variables besides its loops' own? */

/* last.c: lastprivate(conditional: x) */
void conditional_begin(struct emit *e, const struct region *r); /* after the private copies */
/* before privates_end */
void conditional_end(struct emit *e, const struct region *r, struct privates *p, struct reduce reduce);
void conditional_host_begin(struct emit *e, const struct region *r); /* around the directive on the initial device */
void conditional_host_end(struct emit *e, const struct region *r);

/* scan.c: loops with a scan directive */
void emit_scan_loop(struct emit *e, const struct region *r, struct privates *p); /* after emit_dividers */

/* block_tables.c */
void emit_block_tables(struct emit *e); /* after the user's declarations, where kernels can name them */

/* declare_target.c */
const char *device_symbol(const struct analysis *a, const struct var *v); /* its name in the device image */
long device_symbol_size(const struct var *v);
void begin_device_variables(struct emit *e);
void emit_callee(struct emit *e, const char *text); /* of a call through a pointer */
void emit_indirect_functions(struct emit *e);
const char *indirect_symbol(const struct analysis *a, const struct func *f);
void emit_variable_chunk(struct emit *e, const struct chunk *c);
void emit_local_link_pointers(struct emit *e, struct slice within); /* of those that functions alone declare, there */

#endif
