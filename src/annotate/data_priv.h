/* data_priv.h: what the files share that find what stays on the device: attempt.c, held.c, updates.c, data.c. */
#ifndef GANTRY_DATA_PRIV_H
#define GANTRY_DATA_PRIV_H

#include "annotate_priv.h"

struct candidate {
    struct object *object;
    struct extent extent;
    unsigned uses;                /* by regions */
    bool written;                 /* on the device */
    bool held;                    /* it stays on the device */
    const struct touch *conflict; /* why not; NULL: for another reason */
    bool updated;                 /* where the host touches it, it is copied */
    bool whole;                   /* the extent has all that the host touches */
    bool beside;                  /* the host touches elements beside it, and all is known, too */
    struct extent all;            /* updated, beside: the same with what the host touches; … */
    bool all_known;               /* … if that is known */
    const char *entry;            /* the condition of the loop that begins the statements must hold, too; NULL: no */
    const char *condition;        /* of the user's constructs: where it holds, the section is memory; "": always */
    enum loop_reason why;         /* they map it, and it may not stay: … */
    const struct node *why_at;    /* … because of this; or NULL */
};
enum sure { SURE_NOT_ASKED, SURE, NOT_SURE };
struct of_region { /* an access in a region; … */
    const struct touch *touch;
    enum sure sure; /* … of the first one: whether that runs on the device wherever the test here holds (held.c) */
};
struct attempt {
    struct annotation *a;
    struct scope s;
    const struct node *block;
    struct node *all; /* its statements from `from` to `to` */
    unsigned from, to;
    const char *entering; /* C condition under which directives may evaluate what they name; NULL: always */
    const char *busy;     /* C condition under which all sections are what they are: something is touched; NULL: none */
    VEC(struct candidate) rows;
    pair_list apart;
    operand_list unsteady; /* see struct scope */
    VEC(struct data_update) updates;
    VEC(struct of_region)
    by_region; /* the accesses in regions, those of one region and copy of its function together
                */
};

/* ---- attempt.c ---- */
bool has_crossing(const struct annotation *a, const struct node *statement, const struct node *all);
struct node *statements_between(struct arena *a, const struct node *block, unsigned from, unsigned to);
bool attempt_begin(struct attempt *t);
void attempt_end(struct attempt *t);
/* The first of those in x's region, of x's copy of the function, in by_region */
struct of_region *first_of_region(struct attempt *t, const struct touch *x);
bool is_of_one_region(const struct touch *a, const struct touch *b);
unsigned attempt_child(const struct attempt *t, const struct node *n);
bool is_scalar_object(const struct object *o);
struct candidate *candidate_of(struct attempt *t, const struct object *o);
bool same_group(const struct scope *s, const struct object *a, const struct object *b);
void find_candidates(struct attempt *t);
const struct touch *conflict_of(struct attempt *t, const struct candidate *c);

/* ---- sections.c ---- */
/* All that the user's constructs map of c's object, as one section; sets why there is none. */
bool find_mapped(struct attempt *t, struct candidate *c);
/* The same with what the host touches, as far as it is known */
bool find_mapped_and_touched(struct attempt *t, struct object *o, struct extent *e);
bool is_scratch_map(const struct attempt *t, const struct object *o); /* no construct copies it */
/* Is the first construct that uses it one that brings nothing to the device? */
bool is_mapped_first(const struct attempt *t, const struct candidate *c);
int count_copies(const struct attempt *t, const struct object *o); /* by the constructs, in a round */

/* ---- filled.c ---- */
/* Does x, of the host, touch other elements of o than regions do, and than lie between these? */
bool is_beside(struct attempt *t, const struct object *o, const struct touch *x);
bool has_beside(struct attempt *t, const struct object *o); /* is there such an access? */
/* Does a region store to all that stays of c before anything else touches it? */
bool fills_first(struct attempt *t, const struct candidate *c);

/* ---- held.c ---- */
bool text_names(const char *text, const char *word);
bool is_by_own_name(const struct touch *x); /* does it name its object, and nothing that leads into it? */
bool is_held(const struct attempt *t, const struct object *o);
const char *attempt_guard(struct attempt *t);
bool find_held_section(struct attempt *t, struct candidate *c);
/* … which is all that there is, where a region maps that */
bool find_enough(struct attempt *t, struct candidate *c);
bool holds_some(const struct attempt *t); /* does anything stay there? */
bool decide_held(struct attempt *t);
bool is_complete(struct attempt *t, const struct object *o);
bool touches_unsure(struct attempt *t, const struct object *o);
void drop_groups(struct attempt *t);
bool drop_parts(struct attempt *t);
bool drop_unguarded(struct attempt *t);

/* ---- unsteady.c ---- */
/* Adds the operands of parameters that the statements store to: looked at once more, they vary. true: there are some.
 */
bool find_unsteady(struct attempt *t);

/* ---- spots.c ---- */
/* What is copied of r's items behind statement `to`, if that is less than all: adds updates, and returns where r ends.
 */
unsigned read_spots(struct attempt *t, const struct node *held, unsigned to, struct data_range *r);

/* ---- updates.c ---- */
void find_updates(struct attempt *t);

#endif
