/* idle.h: what around.c, idle.c and syncs.c ask of each other. */
#ifndef GANTRY_PLAN_IDLE_H
#define GANTRY_PLAN_IDLE_H

#include "../analysis.h"

/* Adds the constructs in the loop, or in functions called there, beside one, that a run may leave out and that map what
 * the root of the row leads to: where the data is mapped around the loop, they copy nothing. false: there is one that
 * is no region and no region's `target data`. */
bool find_at_times(struct analysis *a, struct slice loop, const struct var *root, const struct region *but,
                   unsigned row, at_times_list *out);

/* ---- idle.c: uses of the host ---- */
struct frame { /* a call that is being followed; NULL: the loop's own function */
    const struct func *func;
    const struct node *call;
    const struct frame *up;
    int depth;
};
struct host_access {
    const struct node *at;
    const struct frame *frame; /* the function in which that is */
    const struct var *var;     /* that leads there, in this function; NULL: that is not known */
    const struct var *meant;   /* … and in the loop's own */
    bool writes;
};
/* false: it cannot be taken, and no other is looked for */
typedef bool use_note(void *ctx, const struct host_access *x);
/* Notes all uses of the data by the host while the loop runs; false: one was not taken, or some cannot be followed. */
bool each_use(struct analysis *a, struct slice loop, const struct var *root, const struct type *type, use_note *note,
              void *ctx);

/* The variable that n is a part of, or whose value leads to it; NULL: none */
const struct var *leads(const struct node *n);
/* What a parameter of a called function stands for where it is called, and in the loop's own function */
const struct var *meant_by_caller(const struct var *v, const struct frame *f);
const struct var *meant(const struct var *v, const struct frame *f);

struct called {
    const struct func *func; /* NULL: the name is of no function */
    const struct node *call; /* NULL: it is named, but not called there */
};
struct called called_by(const struct ref *x);
bool is_on_device(const struct unit *u, uint32_t off);
bool is_run_by_host(const struct unit *u, const struct ref *x);
/* Can the call be followed into its function? Then here is its frame, below f. Not where a function calls itself. */
bool enter(struct called c, const struct frame *f, struct frame *here);
const struct node *left_by(const struct node *jump); /* the statement that a break or continue leaves */
/* Does that jump, which stands before n, go past it? */
bool goes_past(const struct node *jump, const struct node *n);

/* ---- around.c ---- */
bool is_shadowed(const struct unit *u, struct slice in, const struct var *v); /* by one declared there */
/* How all constructs of the function name the data that v leads to there, by words that mean the same all over it;
 * NULL: they have no such name, or the function is called for data, too, that another construct maps */
const char *name_within(struct analysis *a, const struct func *f, const struct var *v);

/* ---- syncs.c: where the host uses data that could stay on the device while a loop runs ---- */
struct sync_query {
    const struct node *loop; /* NULL: statements that follow each other in the block `top` */
    const struct node *top;  /* the loop, or that block */
    struct slice at;         /* the loop, or those statements */
    const char *name;        /* of the data, in front of that */
    const struct var *root;  /* what that begins with */
    const struct type *type; /* of the data */
    const var_list *words;   /* the variables in it */
    const var_list *others;  /* roots of other names there: uses by these are theirs */
    unsigned row;
    bool moved; /* pointers change places in the loop */
};
struct sync_cost {   /* copies in a turn of the loop: */
    unsigned now;    /* of its constructs, as it is */
    unsigned copies; /* of updates at most, … */
    unsigned halves; /* … and, doubled, where what stands on a condition counts half */
};
/* Do constructs in the code, or in functions called there, map what v is or leads to? */
bool maps_data(struct analysis *a, struct slice code, const struct var *v);
/* Adds the statements of the host in front of which data must be brought up to date, or behind which what the host has
 * stored must be sent. false: not all uses are seen. *leans: it is so only if it is so of the others. */
bool find_syncs(struct analysis *a, const struct sync_query *q, host_sync_list *out, bool *leans,
                struct sync_cost *cost);

#endif
