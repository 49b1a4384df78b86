/* host_priv.h: private to the files of src/gen that write host C. */
#ifndef GANTRY_HOST_PRIV_H
#define GANTRY_HOST_PRIV_H

#include "../gen_priv.h"

/* clauses.c. Lists of clause kinds end with CLAUSE_NONE. */
extern const enum clause_kind loop_clauses[], parallel_clauses[], simd_clauses[], inner_simd_clauses[];
/* how wide vectors may be: as the user says, else as it was measured to be fastest */
void width_clauses(struct emit *e, const struct region *r);
bool is_cancelled_on_demand(const struct region *r);
/* operator or identifier of a reduction, for the host compiler */
const char *reduction_name(const struct clause *c, const struct item *it);
const char *host_reduction_item(struct emit *e, const struct item *it);
const char *by_pointers(struct emit *e, const char *text); /* expressions: arrays whose names are pointers here */
void host_clauses(struct emit *e, const struct region *r, const enum clause_kind *kinds);
void values_of_steps(struct emit *e, const struct region *r); /* of linear, for a directive with `parallel` */
void allocate_clauses(struct emit *e, const struct region *r, const enum clause_kind *kinds);
void pragma_begin(struct emit *e, const char *names);
void pragma_end(struct emit *e);
void pragma(struct emit *e, const char *names); /* without clauses */
void pragma_with(struct emit *e, const struct region *r, const char *names, const enum clause_kind *kinds);
const char *name_of_leaves(struct emit *e, const struct region *r, unsigned leaves); /* as r's directive has them */
void barrier(struct emit *e);
const char *default_order(struct emit *e, const struct region *r);
/* lanes.c */
void lanes_begin(struct emit *e, const struct region *r);
const char *lanes_clause(const struct emit *e, const struct region *r); /* for the construct's threads; or "" */
void lanes_end(struct emit *e, const struct region *r);
const char *open_schedule(struct emit *e, const struct region *r);
/* shares.c: around a task; true: it has opened a block. Has f such tasks? */
bool task_shares_begin(struct emit *e, const struct region *r);
void task_shares_end(struct emit *e);
bool shares_frame(struct emit *e, const struct func *f);
const char *pragma_for_host(struct emit *e, const struct region *r, const char *line, bool allocates);
const char *clause_for_host(struct emit *e, const struct region *r, const struct clause *c);

/* maps.c, single.c: a loop as one launch */
const char *map_value_name(struct emit *e, const struct var *v); /* the expression of its value */
void emit_map_row(struct emit *e, const struct region *r, const struct mapping *m);
void emit_map_value(struct emit *e, const struct mapping *m, size_t i);
void emit_single_rows(struct emit *e, const struct single *s, unsigned *n);
void emit_host_taskgraph(struct emit *e, const struct region *r);
void emit_host_single(struct emit *e, const struct single *s);

/* loops.c */
void own_loop_variables(struct emit *e, const struct region *r);
void host_iteration(struct emit *e, const struct region *r); /* __gd_k */
void counted_iterations(struct emit *e, const struct region *r);
void loop_bounds(struct emit *e, const struct region *r);
void loop_statement(struct emit *e, const struct region *r);
void look_at_places(struct emit *e, const struct region *r, const struct look *l); /* __gd_at */
void look_at_counts(struct emit *e, const struct look *l);                         /* __gd_counts */
void parallel_loop(struct emit *e, const struct region *r, const enum clause_kind *kinds, const struct region *top);

/* teams.c */
void team_share_of_loop(struct emit *e, const struct region *r);
void loop_clauses_in_teams(struct emit *e, const struct region *r, unsigned leaves);
void distributed_loop(struct emit *e, const struct region *r);
/* by a directive of these leaves, with clauses of these kinds and those of loops in teams */
void loop_by_clauses(struct emit *e, const struct region *r, unsigned leaves, bool steps,
                     const enum clause_kind *kinds);
void teams_directive(struct emit *e, const struct region *r);
/* before a teams construct, or its target, whose program can tell teams apart: declares the number of teams that shall
 * run */
void declare_teams(struct emit *e, const struct region *r);
/* A distributed loop in such a construct, or in a function that one may call: divided by our own code (by_hand); or
 * under a condition, which opens a block (once). false: not needed */
bool distributed_by_hand(struct emit *e, const struct region *r);
bool distributed_once(struct emit *e, const struct region *r);
const char *number_of_teams(struct emit *e, const struct region *r, const char *unset);

/* meeting.c: around a region whose teams wait for each other, and in it */
void meeting_begin(struct emit *e, const struct region *teams);
void meeting_end(struct emit *e);
void host_league(struct emit *e, const struct region *r);

/* copies.c */
const char *host_declaration(struct emit *e, const struct var *v);         /* of a copy */
const char *host_alignment(struct emit *e, const struct clause *allocate); /* an attribute of such a copy */
void copy_of_value(struct emit *e, const struct var *v, const char *to, const char *from); /* declares `to` */
/* opens a block with a copy of v, which starts with its value (first) */
void host_copy_of(struct emit *e, const struct region *r, const struct var *v, bool first);
void private_copies(struct emit *e, const struct region *r); /* each opens a block */
/* A block with copies of what is reduced with an attribute of `set`, which are combined with the originals where it
 * ends. among: "number, count" of the threads that have such copies; NULL: there is one. */
void team_copies_begin(struct emit *e, const struct region *r, unsigned set);
void team_copies_end(struct emit *e, const struct region *r, unsigned set, const char *among);
void combine_own_copies(struct emit *e, const struct region *r,
                        unsigned set);                         /* team_copies_end, by one task of many */
void shown_copies_end(struct emit *e, const struct region *r); /* … by all threads, which go on when all are combined */
/* … of a scan: a new copy with its first value; of what a pointer leads to the elements are in `slot` */
void scan_copy(struct emit *e, const struct reduced *d, const char *slot);
/* as many of what r reduces as plan.place.copies says, beside the thread's own, which they are added to at the end */
void turn_copies_begin(struct emit *e, const struct region *r);
void turn_copies_end(struct emit *e, const struct region *r);
/* numbers [from, to) of loop j and the nest's body: each of so many iterations in turn has a copy of its own */
void loop_in_turns(struct emit *e, const struct region *r, unsigned j, const char *from, const char *to);

/* static_arrays.c: before a construct; opens blocks */
void static_arrays_begin(struct emit *e, const struct region *r);
const char *item_by_pointer(struct emit *e, const struct item *it); /* of an array whose name is a pointer here */

/* tallies.c: copies of arrays that r's loop only updates by atomics */
void tallies_declare(struct emit *e, const struct region *r);    /* before the parallel region … */
const char *tally_names(struct emit *e, const struct region *r); /* … to which these variables are firstprivate */
void tallies_begin(struct emit *e, const struct region *r);
void tallies_end(struct emit *e, const struct region *r);
bool update_of_tally(struct emit *e, const struct region *r); /* the atomic construct r; false: of no such array */

/* constructs.c */
void sequential_construct(struct emit *e, const struct region *r);
void statement(struct emit *e, const struct region *r);
/* asserted.c */
void emit_assume(struct emit *e, const struct region *r);
void conditional_loop(struct emit *e, const struct region *r);
bool reduces_by_hand(const struct region *r); /* into copies of ours */
void reduction_by_hand(struct emit *e, const struct region *r);
void raw_construct(struct emit *e, const struct region *r);
void emit_host_dispatch(struct emit *e, const struct region *r);
void nested_in_place(struct emit *e, const struct region *r);

/* scan.c */
void host_scan(struct emit *e, const struct region *r); /* a loop with a scan directive */

/* cancel.c */
bool is_left_on_host(const struct region *r);                 /* a parallel construct that its threads may leave */
void host_left_begin(struct emit *e, const struct region *r); /* around its directive … */
const char *host_left_clause(struct emit *e, const struct region *r); /* … which says this besides … */
void host_left_end(struct emit *e, const struct region *r);
void host_left_statement(struct emit *e, const struct region *r); /* … and its statement */
bool host_left_construct(struct emit *e, const struct region *r); /* instead of a construct in it */
bool host_left_agree(struct emit *e, const struct region *r);     /* before one; true: a block is open */

/* in_reduction.c */
const char *shared_for_reductions(struct emit *e, const struct region *r); /* clauses of a task */
bool in_reduction_begin(struct emit *e, const struct region *r,
                        const struct kernel *k); /* what in_reduction_end is given */
void in_reduction_end(struct emit *e, const struct region *r, bool outer);

/* reference.c: the construct's struct gantry_verify; k: NULL unless it is a target region */
void emit_verify(struct emit *e, const struct region *r, const struct kernel *k);

/* host.c: `launch` is as large as r, whose bounds were emitted, pays for */
void raise_trip(struct emit *e, const char *launch, const struct region *r);

/* The region in its version for the initial device, where the text has it twice (plan/deeper.c); else itself */
struct kernel *version_in_place(struct kernel *k);

/* in_place.c */
void in_place(struct emit *e, const struct region *r, struct kernel *k);

/* items.c: one list item as host code */
const char *item_pointer(struct emit *e, const struct item *it, unsigned step); /* a pointer on its way, an lvalue */
const char *item_object(struct emit *e, const struct item *it, unsigned step);  /* what that one points to */
const char *item_base(struct emit *e, const struct item *it, unsigned flags);   /* gantry_val.base, size */
const char *item_size(struct emit *e, const struct item *it);
struct item_dims {
    const char *begin, *size, *dims; /* of the first element; "{{n, 8}, {m, 16}}" */
    unsigned n;
};
struct item_dims item_dims(struct emit *e, const struct item *it);

/* lists.c: rows made at run time */
void emit_list(struct emit *e, const struct region *r, const struct mapping *m, size_t index); /* fills __gd_l<index> */
void emit_mapper(struct emit *e, const struct region *r);                                      /* its function */

/* maps.c */
void emit_map_rows(struct emit *e, const struct region *r, unsigned *n);
/* ---- around.c ---- */
/* The tables of loops around r, gantry_a_N; false: there are none. */
bool emit_around(struct emit *e, const struct region *r, unsigned nrows);
const char *words_of(struct emit *e, const struct region *r); /* its directive, without map clauses */
void emit_map_values(struct emit *e, const struct region *r, struct kernel *k);
void emit_sizes(struct emit *e, const struct region *r, const struct kernel *k);

/* device_addr.c: use_device_ptr and use_device_addr */
bool emit_use_device(struct emit *e, const struct region *r);

/* tasks.c: constructs with depend or nowait */
void emit_device_call(struct emit *e, const struct region *r, const char *call, const char *launch);
bool host_task_begin(struct emit *e, const struct region *r, const struct kernel *k); /* around the region in place */
void host_task_end(struct emit *e, bool begun);
/* its directive, with the construct's dependences and without an end of line; what the task shares, but for `others` */
void task_with_dependences(struct emit *e, const struct region *r, bool at_once);
void task_wait(struct emit *e, const struct region *r); /* waits for what the construct depends on */
void sharing_clauses(struct emit *e, const struct region *r, const struct kernel *k,
                     bool (*others)(const struct region *r, const struct var *v));
bool may_be_deferred(struct emit *e, const struct region *r,
                     const struct kernel *k); /* can it have copies of all values? */
void emit_empty_task(struct emit *e, const struct region *r);
void emit_event_type(struct emit *e);
/* a construct that is the host compiler's */
void emit_host_pragma(struct emit *e, const struct region *r, const char *pragma);
/* Its directive, with these names and the clauses as they are written, but for those of a kind */
const char *line_of_clauses(struct emit *e, const struct region *r, const char *names, enum clause_kind without);
/* … as the user wrote it, but where Clang 19 or libomp go wrong: `atomic update capture` loses `update`, which Clang
 * takes for the kind of the operation; `taskwait nowait depend(…)`, at which Clang waits, becomes an empty task. */
const char *line_for_clang(struct emit *e, const struct region *r);

/* statements.c */
void emit_statements(struct emit *e);

/* league.c */
void emit_league(struct emit *e, const struct region *r);           /* a teams construct in place */
const char *league_threads(struct emit *e, const struct region *r); /* clauses of a parallel construct in it */

/* sections.c */
void emit_sections_in_order(struct emit *e, const struct region *r); /* on the initial device, by one thread */
void emit_host_sections(struct emit *e, const struct region *r);     /* the block after `#pragma omp sections` */

/* explicit_tasks.c */
void emit_host_task(struct emit *e, const struct region *r); /* on the initial device */
void emit_task_reductions(struct emit *e, const struct region *r);

#endif
