/* Private to the files that write OpenACC: to_openacc.c (directives), openacc_clauses.c, openacc_routines.c (functions
 * of the device). */
#ifndef GANTRY_FRONT_TO_OPENACC_H
#define GANTRY_FRONT_TO_OPENACC_H

#include "translate.h"

enum {
    TARGET = 1,    /* it begins a region of the device */
    INSIDE = 2,    /* it is translated in such a region, or in a function of the device */
    LOOP = 4,      /* a loop is its statement */
    ALONE = 8,     /* it has no statement */
    PARALLEL = 16, /* its threads are workers where lanes are inside, and else vectors */
    DATA = 32,     /* target data: host_data, too */
    ENTER = 64,    /* maps that begin; … */
    LEAVE = 128,   /* … that end */
    DECLARE = 256, /* declare target and the like */
    QUEUE = 512,   /* taskwait */
    TILE = 1024,   /* of the loop directive before it */
};
struct directive_row {
    const char *openmp, *openacc;
    unsigned is;
};
struct clause_text {
    const char *name, *list; /* NULL: without brackets */
    const char *all;
};
struct line {
    const struct directive_row *row;
    struct span at, stmt;
    const char *indent;
    VEC(struct clause_text) clauses;
    const char *argument; /* declare target(f) */
    bool inside;          /* in a region of the device */
    const char *stays;    /* in OpenMP: the clause to blame, of it or of a line in its region; NULL: it need not */
};
struct routine_level { /* a function of the device that the file defines */
    const char *name;
    struct span body;
    enum { NO_LEVEL, OF_VECTOR, OF_WORKER, OF_GANG } level;
    bool in_order; /* it is called where its levels are in use: its loops run in order */
};
struct openacc {
    struct front *f;
    const struct raw *r;
    struct calls *calls;
    struct text t;
    VEC(struct line) lines;
    VEC(struct routine_level) routines;
    acc_edit_list edits;
};

/* to_openacc.c */
const struct clause_text *clause_named(const struct line *l, const char *name); /* the first; or NULL */
bool has_lanes(const struct openacc *o, const struct line *l);                  /* a loop in its region */
void keep_line(struct openacc *o, const struct line *l, const char *why);       /* as it is, under a comment */

/* openacc_clauses.c */
bool is_kernels(const struct line *l);              /* `kernels` copies scalars, as its defaultmap says */
const char *essential_clause(const struct line *l); /* without which the answers are others; NULL: there is none */
const char *queue_of(struct arena *a, const char *list);
void put_clause(struct openacc *o, const struct line *l, const struct clause_text *c, struct sb *out, struct sb *said);
/* Is it a map of `exit data` that ends whatever the count is: one by `delete`, or of what such a one lists, too? */
bool is_finalized(struct openacc *o, const struct line *l, const struct clause_text *c);
void put_once(struct openacc *o, const struct line *l, struct sb *out);
void put_queues(struct openacc *o, const struct line *l, struct sb *out);

/* openacc_routines.c */
void find_routines(struct openacc *o);
const struct routine_level *routine_around(const struct openacc *o, uint32_t at); /* or NULL */
void put_declare(struct openacc *o, const struct line *l);

#endif
