/* scope_priv.h: what is found out about one loop: its memory, the values in it, and what others ask of both. The layers
 * are those of annotate_priv.h, to size.c. */
#ifndef GANTRY_ANNOTATE_SCOPE_PRIV_H
#define GANTRY_ANNOTATE_SCOPE_PRIV_H

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ilp.h>
#include <isl/ctx.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <string.h>

#include "annotate.h"

enum { MOST_STEPS = 8, MOST_DEPTH = 12, MOST_TERMS = 6, MOST_FACTORS = 4 };

struct judged;
struct added;
typedef VEC(const struct var *) var_list;

/* `assume`: its statement runs as if it stood there alone */
static inline bool is_assumption(const struct node *n)
{
    return n->kind == NODE_CONSTRUCT && n->region->dir == DIR_ASSUME;
}
static inline bool is_own_file(const struct unit *u, struct loc loc)
{
    return loc.file && strcmp(loc.file, u->path) == 0;
}
struct asserted { /* what the user says of a loop */
    const char *text;
    int line;
};
typedef VEC(struct asserted) asserted_list;

/* A value that does not change while the loop runs, and that arithmetic need not look into: a variable, or an integer
 * expression that is not affine. */
struct parameter {
    isl_id *id;
    const struct node *node; /* an expression with this value */
};

/* ---- values that are sums of products (polynomials.c) ---- */
enum { FACTOR_OF_FRAME = 1 << 16 };
struct term {
    isl_pw_aff *coefficient;   /* of the domain */
    unsigned n;                /* factors: numbers of parameters, or FACTOR_OF_FRAME and … */
    int factors[MOST_FACTORS]; /* … a loop around the judged one; ascending */
};
struct poly {
    unsigned n;
    struct term terms[MOST_TERMS]; /* the first has no factors */
    long low, high;                /* and a number between these that is not known; 0 and 0: none */
};

/* ---- objects: what an lvalue is a part of ---- */
enum object_kind {
    OBJECT_VARIABLE, /* a variable's own storage */
    OBJECT_POINTEE,  /* what a pointer leads to that does not change while the loop runs */
    OBJECT_ROWS,     /* what the pointers in a table lead to, which do not change either: all a[i][k] of `double **a` */
    OBJECT_UNKNOWN,  /* any memory whose address was taken */
};
struct object {
    enum object_kind kind;
    const struct var *var;      /* VARIABLE; POINTEE: the pointer, if it is a variable */
    const struct node *pointer; /* POINTEE: an expression with its value */
    const char *name;           /* POINTEE: its text before the loop; NULL: none */
    const struct type *elem;    /* POINTEE: what it points to */
    struct object *table;       /* ROWS: in which the pointers are (POINTEE: the one, NULL: in none) … */
    const struct into *way;     /* … and by which steps, whatever their indices are */
    unsigned nway;
    bool read, written;
    bool far;                 /* in a function that the loop calls, too */
    bool scratch;             /* each iteration has one of its own */
    bool is_disguised;        /* VARIABLE: unknown memory may be its, though nobody has its address */
    bool is_incomplete;       /* VARIABLE: an array whose declarations in front of the loop do not say how long it is */
    bool is_new;              /* POINTEE: a block that was allocated where the pointer is declared */
    enum loop_reason refused; /* why it cannot stay on the device, whatever the host does; 0: it may … */
    const struct node *refused_at;
};

/* One step from an object into it: a member, or an index. */
struct into {
    bool is_member;
    struct poly *index; /* NULL: not known */
    bool itself;        /* index 0 of what the steps before lead to, by its address: no step if it is dereferenced */
    const struct node *node;
};
/* What runs only where something holds that is not known: the branch of an `if`, what follows a `continue`. */
struct branch {
    unsigned id;
    unsigned depth;          /* of the loops around it */
    const struct node *loop; /* where its condition holds; NULL: another condition */
};
/* What a construct of the user's maps: the object, and which part of it. */
struct user_map {
    struct object *object;
    const struct node *construct;
    const char *low, *length; /* of a section; NULL: all of a variable */
    const char *item;         /* as the user wrote it; NULL: by its name alone */
    const char *name;         /* of the variable */
    bool to, from;
};
struct touch {
    struct object *object;
    struct into steps[MOST_STEPS];
    unsigned nsteps;
    const struct node *row;       /* ROWS: the pointer, while the way goes on */
    bool whole;                   /* all of what the steps lead to: what follows in the lvalue is not a way into it */
    bool write, must;             /* must: in every iteration of its domain */
    bool before;                  /* once, before the first iteration */
    bool frees;                   /* the block that a pointer leads to ends: a store to all of it */
    bool after_end;               /* the program may have ended before it */
    bool far;                     /* in a function that the loop calls: clauses do not reach there */
    bool sure;                    /* whenever the last of its regions runs */
    bool loose;                   /* in fewer places, by a condition of numbers that is not understood */
    const struct branch *regions; /* in which it is */
    unsigned nregions;
    isl_set *domain; /* the values of the variables of the loops around it */
    isl_set *within; /* where its subscripts stay in their dimensions, until that is part of the domain; NULL: all */
    const struct node *limits[MOST_STEPS]; /* these subscripts */
    unsigned nlimits;
    const struct node *node;
    const char *op;           /* of the reduction that it is a part of, or NULL */
    const struct node *store; /* of that */
    unsigned depth;           /* the loops around it: NULL for none of the text, and do their variables grow? */
    const struct node *loops[MOST_DEPTH];
    bool up[MOST_DEPTH];
    unsigned from_zero; /* bits: dimensions that count iterations */
    /* of statements that are looked at for their data: */
    const struct judged *region; /* on the device, by the directive of this loop; NULL: on the host */
    const struct judged *small;  /* on the host, in this loop, which is parallel and too small; NULL: in none */
    bool repeated;               /* the region is in a loop of these statements … */
    bool called_often;           /* … outside of the function that it stands in */
    const struct node *here;     /* the smallest statement of their function */
    const struct node *instance; /* the copy of the function that it, or its region, stands in; NULL: in their own */
    const struct node *choice;   /* the `?:` that chose the pointer to the object; NULL: none */
    bool is_second;              /* … by its second value */
    /* of the user's own constructs: */
    const struct user_map *map; /* no access: the construct maps it there; NULL: an access */
    bool lost;                  /* a store that the construct does not bring back */
};

typedef VEC(const struct object *) lacking_list;
struct pair { /* of objects */
    struct object *a, *b;
    bool same; /* the test holds, too, where they are the same pointer (same.c) */
};
typedef VEC(struct pair) pair_list;

enum form { ANY_FORM, AFFINE_FORM, PRODUCT_FORM }; /* of the first index of an access */

/* ---- the memory of one loop ---- */
struct update {                       /* of a variable that moves */
    const struct node *node, *amount; /* amount NULL: 1 */
    int sign;
    bool constant;
    int64_t value; /* with its sign, if it is constant */
    unsigned part; /* of the iteration */
};
struct move { /* a variable that each iteration changes by the same step */
    const struct var *var;
    const struct node *start; /* an expression with its value before the first iteration; NULL: its name has it there */
    bool in_head;             /* the loop declares it */
    VEC(struct update) updates;
    bool known;        /* the step is constant: … */
    int64_t total;     /* … this */
    const char *first; /* the name that write.c gives to its first value; NULL: none yet */
};
struct frame { /* a loop around the place that is looked at, the outermost first */
    const struct loop *loop;
    const struct node *tree;
    bool counted;                   /* its dimension is the number of the iteration, from 0 on */
    VEC(const struct node *) parts; /* of an iteration, in the order in which they run */
    VEC(struct move) moves;
    struct poly *value; /* of the loop's variable, where the dimension counts iterations instead; else NULL */
};
struct inlined {
    const struct node *call, *body; /* body NULL: it is not copied */
};
struct finding {                     /* if (x > most) { most = x; where = i; } */
    const struct node *branch;       /* IF, or ASSIGN: where = x > a[where] ? i : where; NULL: stores anywhere */
    var_list vars;                   /* what is kept, … */
    VEC(const struct node *) values; /* … and what it becomes */
    const struct node *best;         /* the best value so far: one of the variables, or an element that they choose;
                                        NULL: what is stored last is kept */
    const struct node *value;        /* what it is compared with, and becomes */
    bool is_greatest, last;          /* of equal ones the last is kept */
    const char *name;                /* of the variable that carries all in the output; NULL: none */
    const char *at;                  /* there: the number of the iteration */
};
struct narrowed {                /* a domain by subscripts that stay in their dimensions */
    isl_set *from, *within, *to; /* to NULL: as it was */
};
/* A nest of two loops, of which iterations that meet are to be in order: where the later one has gone by x steps of the
 * outer loop and by y of the inner one, by·x + y must be `least` or more. */
struct wave {
    const struct node *outer, *inner;
    long signs[2]; /* of their steps, which are 1 or -1 */
    long by, least;
};
struct user_frame { /* a construct of the user's around the place that is looked at, the outermost first */
    const struct judged *construct;
    const struct node *instance;
    bool repeated;
    VEC(struct user_map *) maps;
};
struct extent {
    struct object *object;
    const char *item; /* as in a map clause; its root is `root` */
    const struct var *root;
    const char *low, *length;           /* of a section; NULL: the whole variable. Equal sections have equal texts */
    const char *some;                   /* its length where that is not 0; NULL: as `length` */
    const char *low_text, *length_text; /* the same in the user's names */
    const char *some_text;              /* … of some, or of length */
    bool read, written, covered; /* covered: every element of it is stored to in any case; not asked where it is read */
    bool is_touched;             /* the section is not empty where the loop does anything */
    bool is_all;                 /* not by what is touched: all that there is */
    bool is_block;               /* … of the block, not by what the user says … */
    bool is_told;                /* … as all callers of the function pass it */
    const struct added *added;   /* … in a parameter of the output's; NULL: in none */
};
struct found_extent { /* what find_extent has found by the accesses */
    struct extent extent;
    isl_set *context;
    bool only_device, defers, ok;
};
struct small { /* an expression of the user's that a test in the program keeps in limits */
    const struct node *node;
    long least, most;
};
typedef VEC(struct small) small_list;
struct usual { /* what is found once of what is known, and what it was found of */
    isl_set *context, *around, *sane, *known;
};
struct reached { /* a domain with what is known, and the parameters for which it has iterations; NULL: nobody has asked
                  */
    isl_set *domain, *context, *known, *params;
};

typedef VEC(const struct node *) operand_list;

enum { MOST_CHOICES = 2 };
struct choices { /* pointers that `?:` chooses, of one access: each value of each is looked at by itself */
    bool allowed;
    unsigned n, picks; /* picks: bits: the second value */
    const struct node *nodes[MOST_CHOICES];
};

struct scope {
    struct annotation *a;
    const struct unit *u;
    isl_ctx *isl;
    const struct node *loop; /* the one that is judged */
    struct frame frames[MOST_DEPTH];
    unsigned depth;
    const struct wave *wave; /* what is asked of a nest; NULL: no two iterations of the judged loop may meet */
    enum { ROWS_NOT_ASKED, NO_ROWS, HAS_ROWS } rows; /* does it index rows that are others in each iteration? */
    isl_set *nest;                                   /* its iterations; NULL: nobody has asked */
    isl_set *fails;    /* of a judged loop that is counted: the iterations before which its condition does not hold */
    unsigned judged;   /* frame of the judged loop: those before it are around it, and their variables fixed */
    bool is_annotated; /* it has or stands in a directive */
    bool is_judging;   /* the loops around it have been entered */
    isl_set *around;   /* the values of their variables */
    isl_set *domain;   /* at the place that is looked at */
    isl_set *context;  /* what is known of the parameters: the ranges of their types */
    isl_set *sane;     /* the variables around and parameters for which no bound of a loop overflows; NULL: all */
    isl_set *equal;    /* parameters that are sums of others: texts need not say so; NULL: none */
    bool by_truths;    /* a condition that is the same for all iterations is a parameter */
    bool exact;        /* the domain has no values for which the place is not reached */
    bool sure;         /* nor has it within the regions around the place */
    bool loose; /* nor if a condition of numbers alone were known, which keeps it from places that do not exist */
    VEC(struct branch) regions;
    unsigned last_region;
    VEC(struct parameter) parameters;
    VEC(struct touch) accesses;
    size_t *before, nbefore; /* of so many accesses: the last one before it in the same domain, and 1 (plain.c) */
    struct plain *plain;     /* of each access, a row; NULL: nobody has asked yet */
    small_list smalls;
    unsigned following;          /* stores that are being followed to earlier ones */
    bool asks_callers;           /* how much memory there is that nothing in the function says */
    const lacking_list *lacking; /* without sections for these, too, nothing is won; NULL: it may be */
    var_list one;                /* pointers that are taken to be the same; empty: none are */
    bool by_names;               /* variables that are named for what memory holds count as that: … */
    var_list named;              /* … these */
    VEC(struct narrowed) narrowed;
    struct usual usual;
    VEC(struct reached) reached;
    VEC(struct found_extent) extents;
    VEC(const struct node *) limits; /* subscripts that are said to stay in their dimensions */
    VEC(struct object *) objects;
    VEC(struct inlined) inlined;     /* calls whose functions were copied, or could not be */
    VEC(const struct func *) inside; /* the functions around the place that is looked at */
    unsigned copies;                 /* nodes */
    operand_list unsteady;           /* lvalues that pointers, or functions called, store to */
    var_list far_written;            /* variables of static storage duration that functions called store to */
    enum loop_reason wrong;          /* the first thing that keeps the loop from being looked at */
    const struct node *wrong_at;
    VEC(const struct func *) callees; /* functions of the user that it calls */
    VEC(struct finding *) findings;
    bool calls_in_circles, calls_by_pointer, allocates, stores_addresses;
    VEC(const struct node *) copied; /* addresses, and structures with them: from memory to memory */
    operand_list compared; /* what asks of addresses: comparisons, differences, conversions to numbers (compared.c) */
    VEC(const struct known *) elsewhere; /* functions of other files that it calls */
    double work; /* operations in an iteration, roughly; inner loops with their trips where known */
    /* statements, that are looked at for their data (data.c) */
    bool is_data, only_device;           /* count accesses of the device alone */
    enum form form;                      /* count these alone */
    const struct judged *region, *small; /* as in touch */
    unsigned loops_around, loops_at_call;
    asserted_list asserted;
    bool all_independent; /* the user says so of all that iterations touch, … */
    var_list independent; /* … or of what these lead to, or are */
    pair_list waived;     /* objects in which iterations do not meet, by that alone */
    bool repeated;
    const struct node *here, *instance, *region_instance;
    VEC(struct user_frame) users;
    VEC(const char *) conditions; /* of the user's constructs: where they hold, these run on the device, … */
    const char *device;           /* … this one; "": the default one; NULL: there are no constructs yet */
    bool in_target;               /* in one of those that run on the device */
    const struct node *entering;  /* a loop whose head is looked at */
    bool ends;                    /* the program may have ended before the place that is looked at */
    VEC(var_list) exchanged;      /* pointers that are exchanged among themselves, and change in no other way */
    struct choices choices;
    const struct node *place; /* the first of the statements that are looked at for their data */
    isl_set *untested;        /* `context` without what a test asks for; NULL: no test does */
    operand_list followed;    /* what the text of the loop does that not every run of it does (surely.c) */
    operand_list entered;     /* … of that what the test in front does, as far as it is written */
    bool defers, refuses;     /* of data: it may go under a test in front; something was not written for want of one */
    bool is_entering;         /* that test, or what stands in front of it, is written */
};
void scope_wrong(struct scope *s, enum loop_reason why, const struct node *at);

/* domains.c */
#define BROKEN "\1"                                /* in a C text, in place of what cannot be said */
isl_id *outer_id(struct scope *s, unsigned depth); /* the variable of a loop around */
isl_map *outer_as_parameters(struct scope *s, isl_map *m);
/* What is known of parameters, and that they are no larger than any memory */
isl_set *usual_parameters(struct scope *s);
isl_set *known_domain(struct scope *s, isl_set *domain);  /* for the parameters that there can be */
isl_set *where_reached(struct scope *s, isl_set *domain); /* the parameters for which it has iterations */
/* The variables around and parameters in `wrong` cannot be where the loop runs. Takes wrong. */
void add_sane(struct scope *s, isl_set *wrong);
void end_domains(struct scope *s);

/* polynomials.c: NULL stands for what is not known. The functions take (and free) their operands that are not const. */
struct factor_sum { /* constant + the sum of times[i]·factor[i] */
    long constant;
    unsigned n;
    int factor[MOST_TERMS];
    long times[MOST_TERMS];
};
struct poly *poly_of_affine(struct scope *s, isl_pw_aff *x);
struct poly *poly_of_range(struct scope *s, long low, long high); /* a number that is not known */
struct poly *poly_copy(struct scope *s, const struct poly *p);
bool poly_is_same(const struct poly *a, const struct poly *b); /* as they are written down */
void poly_free(struct poly *p);
bool poly_is_affine(const struct poly *p);
isl_pw_aff *poly_take_affine(struct poly *p);
struct poly *poly_lift(struct scope *s, struct poly *p); /* to the domain, which may have got more dimensions */
struct poly *poly_add(struct poly *a, struct poly *b, bool subtract);
struct poly *poly_scale(struct poly *p, isl_val *by);
struct poly *poly_multiply(struct scope *s, struct poly *a, struct poly *b);
bool term_same_factors(const struct term *a, const struct term *b);
int term_by_degree(const void *a, const void *b); /* for qsort of terms */
bool term_ratio(const struct term *a, const struct term *b,
                struct term *ratio); /* what b has and a has not; false: a has more */
isl_aff *poly_single(isl_pw_aff *x); /* an affine function with one piece in whole numbers, else NULL; keeps x */
isl_set *poly_below(isl_pw_aff *x, isl_pw_aff *y); /* where x < y, whole numbers; takes both */
isl_aff *poly_single_factor(const struct scope *s, isl_space *space, int f); /* as a function; takes the space */
int poly_parameter(const struct scope *s, isl_aff *aff, unsigned place);     /* of s->parameters; -1: another one */
bool is_whole(isl_val *v, long *x);                                          /* and small; takes v */
bool poly_split(struct scope *s, isl_pw_aff *x, struct factor_sum *out);     /* false: it is no such sum */
bool poly_is_between(const struct scope *s, const struct poly *p, __int128 low, __int128 high); /* on the domain */
/* The pairs for which a, of the first, may be equal to b, of the second. *vague: more pairs may be in it; roughly: a
 * few more, for less effort. */
isl_map *poly_equal(struct scope *s, isl_map *pairs, const struct poly *a, const struct poly *b, bool roughly,
                    bool *vague);

/* reaching.c */
bool has_jumps(const struct func *f);                           /* or labels */
bool is_written_in(const struct scope *s, const struct var *v); /* by its name, in the judged loop */
/* What sets v last before a place: the expression that is stored; a COMPOUND_ASSIGN that adds to v; or an IF of whose
 * branches those that store to v do so in such ways. NULL: not known */
const struct node *last_store(const struct scope *s, const struct var *v, const struct node *place);
/* … before the loop, in its block: the expression that is stored; NULL: not known */
const struct node *store_before_loop(const struct scope *s, const struct var *v);
/* The same in a branch of such an IF; NULL: it leaves v alone */
const struct node *last_store_in(const struct scope *s, const struct var *v, const struct node *branch);

/* values.c: NULL: not an affine function of loop variables and parameters */
isl_pw_aff *value_of(struct scope *s, const struct node *n);
struct poly *poly_of(struct scope *s, const struct node *n);                   /* NULL: no such sum either */
struct poly *as_factor(struct scope *s, const struct node *n, struct poly *x); /* x, the value of n, as one parameter */
/* Where condition n holds, or does not. *exact becomes false where that is not known: the set is then too large. */
isl_set *condition_of(struct scope *s, const struct node *n, bool holds, bool *exact);
/* From v's declaration to the end of the loop, and of all that runs these again without the declaration */
struct slice life_until_loop(const struct scope *s, const struct var *v);
/* Has n, evaluated where v is declared, or at `from`, the same value until the loop has run? */
bool keeps_value(const struct scope *s, const struct var *v, const struct node *n);
bool keeps_value_since(const struct scope *s, uint32_t from, const struct var *v, const struct node *n);
/* … n, which may name parameters, from a place on */
bool keeps_plain_value(const struct scope *s, uint32_t from, const struct node *n);
bool still_has_value(const struct scope *s, const struct var *v); /* v, declared before the loop: its first value */
bool means_the_same(const struct scope *s, const struct var *v);  /* v's first value, here and where it is declared? */
/* The limits of n in this scope; NULL: those of its type */
const struct small *small_of(const struct scope *s, const struct node *n);
bool varies(const struct scope *s, const struct node *n);        /* may its value change while the loop runs? */
bool is_declared_in(const struct scope *s, const struct var *v); /* in the judged loop, its header not */

/* The move of the variable that n names or increments, and the depth of its loop; NULL: n is none. */
const struct move *move_at(const struct scope *s, const struct node *n, unsigned *depth);
/* by how much it has moved since the loop began; NULL: not known */
struct poly *moved(struct scope *s, unsigned depth, const struct move *m, const struct node *n);
struct poly *moving_value(struct scope *s, unsigned depth, const struct move *m, const struct node *n);
bool is_in_type(struct scope *s, struct poly *x, const struct type *t);            /* proved; takes x */
bool is_at_least_zero(struct scope *s, isl_pw_aff *x);                             /* proved; takes x */
isl_pw_aff *value_as(struct scope *s, const struct node *n, const struct type *t); /* converted; NULL: not known */
bool is_zero_or_one(const struct node *n);                                         /* is it 0 or 1? */
struct poly *known_parameter(struct scope *s, const struct node *n); /* n's value does not change in the loop */

/* exchange.c */
void find_exchanges(struct scope *s);
const var_list *exchanged_with(const struct scope *s,
                               const struct var *v); /* v among them; NULL: it is not exchanged */

void function_exchanges(struct annotation *a, const struct var *v, var_list *group);

/* host.c: what it touches is what its pointer arguments lead to, and it keeps no pointers. Sets *stores if it does. */
bool is_host_function(const char *name, bool *stores);

/* live.c */
bool is_fresh(struct annotation *a, const struct node *n); /* a block that has just been allocated */
struct newness {
    const struct var *var;
    bool is_new;
};
bool leads_to_new(struct annotation *a, const struct var *v);
const struct node *only_value(const struct annotation *a, const struct var *v); /* of a local variable; NULL: none */
/* Where somebody may read what o holds when the statements have run; false: nobody knows. filled: they set all of it
 * first */
typedef VEC(const struct ref *) ref_list;
bool find_readers(struct annotation *a, const struct node *all, const struct object *o, bool filled, ref_list *readers);
/* Does anybody? */
bool is_content_live(struct annotation *a, const struct node *all, const struct object *o, bool filled);

/* asserted.c */
void assume_at(struct scope *s, const struct node *assumption); /* where its statement begins */
void assume_around(struct scope *s, const struct node *loop);   /* of the loop that is judged */
bool are_independent(const struct scope *s, const struct object *a, const struct object *b);
struct asserted_size {
    const struct node *lower, *length; /* lower NULL: 0 */
    const char *text;
    int line;
};
bool may_be_sized(const struct object *o); /* can the user say how many elements there are? */
bool find_asserted_size(struct scope *s, const struct object *o, struct asserted_size *size);

/* dimensions.c */
/* How many elements the array, a row of a variable of variable length, has; NULL: not known */
const struct node *row_length_of(struct scope *s, const struct node *array);
/* Subscript n of an array, with this index: it is less than the array's length. */
void note_dimension(struct scope *s, struct touch *a, const struct poly *index, const struct node *n);
void forget_dimensions(struct touch *a);
isl_set *domain_of(struct scope *s, struct touch *a); /* the iterations at this place in which a happens */
void end_dimensions(struct scope *s);

/* places.c: a.object == NULL: n is no memory (a variable that scalars.c looks after) */
struct touch place_of(struct scope *s, const struct node *n);
/* Is o, or are o's rows, what pointers at these steps of the table lead to? */
bool is_of_table(const struct scope *s, const struct object *o, const struct object *table, const struct into *way,
                 unsigned nway);
bool is_flexible(const struct touch *t);
/* Is t one of o's? Who is exchanged with o counts as o. */
bool is_touch_of(const struct scope *s, const struct touch *t, const struct object *o);

/* counters.c */
bool runs_once(const struct node *n);                /* do { … } while (0) */
const struct node *test_of(const struct node *tree); /* of FOR, WHILE, DO; may be NULL */
const struct node *body_of(const struct node *tree);
void find_moves(struct scope *s, struct frame *f, const struct var *but); /* all but this variable */
/* A dimension more: the number of the iteration. false: the loop cannot be counted, and nothing has changed */
bool enter_counted(struct scope *s, const struct node *tree);

/* collect.c */
/* l: the loop as a canonical one; NULL: it is none, or shall be counted */
bool collect(struct scope *s, const struct loop *l, const struct node *tree);
/* The accesses of statements that follow each other, the kids of `all`; false: they do what nobody knows. */
bool collect_statements(struct scope *s, const struct node *all);
void scope_end(struct scope *s);

/* effects.c */
struct effects {                         /* of a function and all that it may reach */
    var_list read, written;              /* of static storage duration, by their names */
    bool reads;                          /* memory through pointers */
    bool acts;                           /* it stores to more than its own variables, or does what nobody knows: … */
    bool is_unknown;                     /* … this */
    bool is_recursive, by_pointer;       /* it calls itself; it calls through pointers */
    VEC(const struct func *) reached;    /* with itself */
    VEC(const char *) outside;           /* names of functions that it calls and this file does not define */
    VEC(const struct known *) elsewhere; /* functions of other files that it may reach */
};
struct known { /* a function of another file, by its summary */
    const char *name, *place;
    bool acts, reads, circles, by_pointer;
    VEC(const char *) variables, calls;
};
void effects_write(struct annotation *a, FILE *out); /* the summary of the file */
void effects_know(struct annotation *a, char *text); /* summaries of others */
bool is_known_elsewhere(const struct annotation *a, const struct func *f);
bool ends_program(const struct func *f); /* a failed assertion: what else iterations do does not matter then */
bool has_var(const var_list *l, const struct var *v);
const struct effects *effects_of(struct annotation *a, const struct func *f);
bool only_computes(
    const struct effects *e); /* it reads no memory but its own and constants, and stores to its own alone */

/* program.c */
void program_begin(struct annotation *a);                  /* what the file itself does */
void program_write(struct annotation *a, FILE *out);       /* lines of the summary */
void program_know(struct annotation *a, const char *text); /* those of all files */
void program_judge(struct annotation *a);                  /* sets why_none, and completes a->around */
bool is_called_around(const struct annotation *a, const struct func *f);
bool is_seen_after_exit(struct annotation *a); /* Might the program look at its memory after exit()? */

/* inline.c */
const struct func *called_function(const struct node *call); /* NULL: not known */
/* The body of f, defined here, for this call of it; NULL: it cannot be copied. */
const struct node *inlined(struct scope *s, const struct node *call, const struct func *f);
/* The expression that is the result of the call of a function that does nothing else; NULL: it is no such call. */
const struct node *inlined_value(struct scope *s, const struct node *call);

/* escape.c */
bool address_stays(struct annotation *a, const struct var *v);

/* compared.c: has the loop compared addresses of which a device may have the one and the host the other? Of a counted
 * loop the condition does not matter. */
bool compares_unlike(struct scope *s, bool counted);
bool has_attached(const struct scope *s); /* do pointers in memory lead to what is mapped? There they do on a device */

/* constructs.c */
bool is_user_construct(const struct annotation *a, const struct node *n);    /* target or target data, on the host */
bool is_in_user_construct(const struct annotation *a, const struct node *n); /* it is one, or stands in one */
void find_user_constructs(struct annotation *a);
void refuse(struct object *o, enum loop_reason why, const struct node *at);

/* waits.c */
bool is_deferred(const struct region *r); /* a target construct that does not wait */
const struct node *
waits_for(const struct region *r);    /* the taskwait that does for a deferred one; NULL: nobody knows */
bool has_tasks(const struct unit *u); /* that may still run when the next statements do */
bool is_wait(const struct annotation *a, const struct node *n); /* a taskwait that waits for no other task */
/* Does it run where it stands, or between that and its taskwait, as it depends on others in the order of the text? */
bool is_in_order(const struct annotation *a, const struct region *r);
/* Does the statement stand between a deferred construct and its taskwait? */
bool is_before_wait(const struct annotation *a, const struct node *n);

/* text.c: NULL: it has no text there */
const char *node_text(struct scope *s, const struct node *n);
const char *item_text(struct scope *s, const struct node *n); /* … as a list item of directives, where there is one */
bool is_item_text(const char *text);
const char *both_tests(struct arena *a, const char *x, const char *y); /* x and y as C; NULL and "": that is given */
bool has_name_here(const struct scope *s, const struct var *v);
const char *fresh_name(struct scope *s, const char *name); /* `name`, or with a number if the file has that */

/* surely.c: may n stand in front of the loop, where it is evaluated whatever the loop does? Or under the test that
 * there is something to do, which entering_text has at the end */
bool may_stand_in_front(struct scope *s, const struct node *n);
const char *asked_text(struct scope *s, const struct node *n); /* node_text of what may; else NULL */
bool ask_surely(struct scope *s, bool only); /* from here on under no test, or perhaps; returns what was so before */
void know_by_test(struct scope *s, isl_set *tested); /* of the parameters: a test in front asks for that. Takes it */
bool leads_by_pointer(const struct node *n);
bool divides(const struct node *n); /* by what may be 0 */
/* The parameters for which accesses follow the same pointer as n in any case; NULL: for none */
isl_set *where_followed(struct scope *s, const struct node *n);
/* bounds.c: sets j->heads; false: the head is none of OpenMP's, nor under a test */
bool find_head_test(struct scope *s, struct judged *j);
/* entering.c: "": none is needed; NULL: there is none. *all: where it does not hold the loop stores nothing */
const char *entering_text(struct scope *s, bool *all);

/* disguised.c: is v reached by its name in ways that places.c does not follow? */
bool is_disguised(struct annotation *a, const struct var *v);

/* objects.c */
enum overlap { OVERLAP_NEVER, OVERLAP_SAME, OVERLAP_MAYBE };
/* ROWS: as long as rows are apart, which a test would have to find */
enum overlap objects_overlap(const struct object *a, const struct object *b);
bool is_named_alike(const struct unit *u, const struct object *a, const struct object *b);
bool is_anywhere(const struct object *o); /* it may be any memory whose address was taken */

/* plain.c */
struct plain_index { /* by·(the judged loop's variable) + constant + rest */
    bool known;
    long by, constant;
    const char *rest; /* "": nothing */
};
struct plain { /* of an access */
    struct plain_index *steps;
    size_t place;      /* the first access of the same memory in the same iterations */
    bool is_repeated;  /* an access before it has the same answer to every question */
    size_t next, like; /* in lists of plain.c's, 1 more */
};
void find_plain(struct scope *s); /* sets s->plain, when all accesses are known */
/* Do both lead by the same steps to the same memory of their objects, in the same iterations? */
bool is_same_place(const struct scope *s, const struct touch *a, const struct touch *b);
bool always_stores(const struct touch *t);
bool is_again(struct scope *s, const struct object *o, const struct touch *t, bool stores);
/* Do accesses number m and n touch no place of both in two iterations? false: ask isl */
bool plainly_apart(const struct scope *s, size_t m, size_t n);

/* spread.c */
/* Is the digit at least 0 and below the factor f on the domain, by ranges alone? */
bool is_proper_digit(const struct scope *s, isl_set *domain, isl_pw_aff *digit, int f);
/* By ranges alone: do they touch no place of both in two iterations of the loop? false: ask isl */
bool spread_apart(struct scope *s, const struct touch *a, const struct touch *b);

/* depend.c */
struct conflict {
    const struct touch *first, *second;
    enum loop_reason why;
    bool certain; /* two iterations of it meet whatever the parameters are */
    bool has_distance;
    long distance;
};
struct reduced_element { /* iterations meet here, but only to reduce values into it */
    struct object *object;
    const char *op;
    const struct node *store;
    const char *section; /* the list item for a reduction clause; NULL: there is none */
    bool is_alone;       /* iterations do nothing else with its array */
    bool is_one;         /* all iterations update the same one */
    bool is_atomic;      /* planned: the update is made atomic; else the clause */
};
typedef VEC(struct reduced_element) element_list;
bool find_conflict(struct scope *s, struct conflict *c, pair_list *apart, element_list *elements);

/* scalars.c */
enum role { ROLE_SHARED, ROLE_PRIVATE, ROLE_LASTPRIVATE, ROLE_REDUCTION, ROLE_INDUCTION, ROLE_FOUND, ROLE_FLAG };
struct role_row {
    const struct var *var;
    enum role role;
    const char *op; /* of a reduction */
};
typedef VEC(struct role_row) role_list;
/* false: one of them keeps iterations from running in another order: *v, by *why, at *at */
bool find_roles(struct scope *s, const struct var *iv, role_list *roles, enum loop_reason *why, const struct node **at,
                const struct var **v);
/* plan.c: is each store to a flag a statement, which can be atomic? */
bool flags_have_form(const struct annotation *a, const struct judged *j);
bool is_live_after(const struct unit *u, const struct node *loop, const struct var *v); /* is it read after the loop? */
/* reductions.c: "+", "max" …, if the loop does nothing else with v than reduce values into it; else NULL */
const char *reduction_of(const struct unit *u, const struct node *loop, const struct var *v);
/* The same for an element, member or pointee n, if it is read or stored to in a statement that reduces into it: *store
 */
const char *element_reduction(const struct unit *u, const struct node *n, const struct node **store);

/* `v = …` at a name of v; NULL: it is no such store */
const struct node *plain_store(const struct ref *r, const struct var *v);

struct finding *finding_of(struct scope *s, const struct var *v); /* found.c: NULL: v keeps no such thing */
/* v is stored to under conditions, and nothing else names it: what the last iteration that stores has left is kept.
 * NULL: it is no such variable */
struct finding *last_kept(struct scope *s, const struct var *v);
bool finding_lasts(const struct scope *s, const struct finding *f); /* asked when all accesses are known */

bool is_scratch(struct scope *s, const struct object *o); /* arrays.c */

/* expressions.c: text is NULL where C has none that means the same before the loop */
enum { LONGEST_SECTION = 120, LONGEST_OF_DATA = 80 }; /* of a map clause, that people can still read */
size_t length_to_read(const char *text);              /* in characters, but for long names (expressions.c) */
bool has_type_limits(const char *text);               /* no array is so long: of a loop whose bounds are not known */
isl_set *range_hull(isl_set *x);                      /* keeps x */
const char *expression_text(struct scope *s, isl_pw_aff *x);            /* takes x */
const char *text_where(struct scope *s, isl_pw_aff *x, isl_set *where); /* … for these parameters; takes both */
const char *set_text(struct scope *s, isl_set *parameters);             /* "": always. Takes the set */
const char *plain_set_text(struct scope *s, isl_set *parameters);

/* extent.c: the map items of a loop; false: some object's extent has no expression */
typedef VEC(struct extent) extent_list;
isl_set *elements_at(struct scope *s, const struct touch *t); /* {element}, by parameters; NULL: not known */
isl_set *elements_touched(struct scope *s,
                          const struct object *o); /* … of all accesses of o; NULL: not all are known */
bool find_section(struct scope *s, struct extent *e, isl_set *all); /* digits.c */
bool find_digits(struct scope *s, struct extent *e);                /* digits.c: e's section; false: there is none */
/* Does the set speak of the variables of the loops around, which are no parameters of accesses, or hold nothing? */
bool is_no_test(isl_set *parameters);
/* The sizes for which all digits of o's indices are numbers below what the next digit counts; NULL: they have none */
isl_set *where_proper(struct scope *s, const struct object *o);
/* sizes.c */
/* The sizes for which all indices by products are what they look like; NULL: there are none such, or all are */
isl_set *proper_sizes(struct scope *s);
/* The verdict, the sections, and both under a test of sizes where that is better: j->sizes */
bool judge_with_sizes(struct scope *s, struct judged *j);
void note_sizes(struct scope *s, struct judged *j, const struct node *n); /* n is tested: j->sized_by */
/* small.c: a loop that is serial, or has nothing to map, as products may wrap: is it better where sizes are small? Sets
 * j->sizes, and s to the scope of that. */
bool judge_by_small(struct scope *s, struct judged *j);

/* named.c: locals whose initialisers read memory that the loop reads, too */
bool is_name_of_memory(const struct scope *s, const struct var *v);
bool has_names_of_memory(const struct scope *s);
bool take_as_named(struct scope *s, const struct var *v); /* if that is asked: v's value is its initialiser's still */

const char *small_text(struct scope *s, const small_list *all); /* a C condition; NULL: there is none to be read */
bool is_by_member(const struct object *o);
bool is_only_root(const struct annotation *a, const extent_list *extents,
                  const struct extent *e);                           /* can e be mapped beside them? */
bool find_extent(struct scope *s, struct extent *e);                 /* false: it has no expression */
bool find_block(struct scope *s, struct extent *e);                  /* all that was allocated, if that is known */
bool is_same_memory(const struct object *a, const struct object *b); /* by the names of both, in one function */
void find_extents(struct scope *s, struct judged *j);
/* presumed.c: sets of elements, by the digits of their indices. Are those that o may be touched at, where data says so,
 * there anyway? firm: those that it surely is; others: those of other memory; NULL: none. Takes doubtful. */
bool is_taken_to_be(struct scope *s, const struct object *o, isl_set *doubtful, const isl_set *firm,
                    const isl_set *others);
/* The parameters for which an access of o, or of anything, may happen; NULL: there is none */
isl_set *where_touched(struct scope *s, const struct object *o);
/* join.c: `both` is of the same object as x and y; false: no text. f: whose names they use */
bool join_sections(struct scope *s, const struct func *f, const struct extent *x, const struct extent *y,
                   struct extent *both);
/* Have x and y, products of names of f, the same value? */
bool same_product(struct annotation *a, const struct func *f, const char *x, const char *y);
bool is_same_section(const struct extent *x, const struct extent *y); /* of elements, by the text */
/* spelling.c: sets the texts and the item of a section whose low and length are known */
void spell_section(struct scope *s, struct extent *e);
bool known_value(const struct scope *s, const struct node *n, int64_t *value); /* where the loop begins */
/* blocks.c */
/* Has the assignment n, in any case, run before the place when that is reached, in a block around it? */
bool runs_first(const struct node *n, const struct node *place);
/* In elements; NULL: not known */
const struct node *allocated_length(struct scope *s, const struct object *o);
/* callers.c: the number of elements as C; NULL: not known. *is_number: it is a number */
/* … where a parameter leads to, as all callers of the loop's function say */
const char *told_length(struct scope *s, const struct object *o, bool *is_number);
/* … as they could say in a parameter more; NULL: they could not */
const struct added *added_length(struct scope *s, const struct object *o);
/* … in the block that a local pointer leads to: also of functions that allocate, and of sizes with names */
const char *block_length(struct scope *s, const struct object *o, bool *is_number);
const struct var *root_of(const struct object *o); /* the variable with which its item begins; NULL: none */
const char *trips_text(struct scope *s);           /* how many iterations the counted loop has; NULL: no expression */

/* rewrite.c: a counted loop as a canonical one. The names are new. */
struct rewritten {
    const char
        *first;       /* declarations before the loop, with its own head if that is to run: lines without indentation */
    const char *head; /* for (…) */
    const char *begin; /* of the body: the variables that move, as lines */
    const char *end;   /* of the body: NULL, or the last part of the head */
    const char *after; /* the loop: the last values, as lines */
};

#endif
