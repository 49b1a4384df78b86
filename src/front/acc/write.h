/* Private to the files that write OpenMP: pieces.c (words), beside.c (statements beside a directive), others.c
 * (directives of one kind each), write.c (constructs). */
#ifndef GANTRY_FRONT_ACC_WRITE_H
#define GANTRY_FRONT_ACC_WRITE_H

#include "acc.h"

enum { NAME = 3 }; /* the token that a directive's name begins with */

struct writer {
    struct acc_file *a;
    const struct acc_construct *c;
    struct parser ps;
    struct acc_omp *o;
    const char *declares; /* lines before the construct: reductions that it declares; NULL: none */
};

/* pieces.c */
void acc_begin(struct writer *w, struct acc_written *out, const char *words); /* one more directive */
void acc_say(struct writer *w, unsigned tok, const char *words); /* words that stand for the user's token */
void acc_copy(struct writer *w, struct range r);                 /* the user's tokens */
void acc_say_around(struct writer *w, const struct acc_clause *x, const char *before, const char *after);
const char *acc_in_turn(struct writer *w, const char *x, const char *y); /* x, then y; either may be NULL */
const char *acc_queue_of(const struct writer *w, const struct acc_clause *x);

struct memory { /* as C: where it begins, how many bytes it has */
    const char *at, *bytes;
    const char *loops;   /* around both, where it is several pieces: "for (…) "; "": it is one */
    const char *pointer; /* the address of the pointer that leads there; NULL: none does, or it is not known */
};
struct memory acc_memory_of(struct writer *w, struct range item); /* of `a`, `a[2:n]`, `s.p[0:n][0:m]`; its rows */

/* rows.c */
/* a clause `openmp`, "map(tofrom: ", with the list of x; what leads to the rows of a section of several pointers is
 * said apart: pointers, "to: "; NULL: nothing is */
void acc_say_list(struct writer *w, const struct acc_clause *x, const char *openmp, const char *pointers);
/* the clauses `before`(kind …), " map" and "tofrom: ", of a section of several pointers */
const char *acc_row_clauses(struct writer *w, struct range item, const char *before, const char *kind,
                            const char *pointers);
enum { ACC_MOST_BRACKETS = 8 };
/* the pieces of memory that such a section has: its rows first, then the pointers that lead to them; how many kinds of
 * them */
unsigned acc_row_memory(struct writer *w, struct range item, struct memory out[ACC_MOST_BRACKETS]);

/* own.c */
void acc_say_own(struct writer *w, const struct acc_clause *x);    /* a clause `private` or `firstprivate` */
void acc_own_variables(struct writer *w, struct acc_written *out); /* what it cannot list; after the clauses */

/* parts.c: puts the pointer in place of the part wherever the construct's code names it */
void acc_name_part(struct writer *w, struct range item, const char *pointer, acc_edit_list *edits);

/* conditions.c */
void acc_turn_conditions(struct writer *w, struct acc_written *out);

/* structures.c */
/* the operator of the reduction x, or of a structure the name of one that the construct declares; c: the construct of x
 */
const char *acc_reduction_of(struct writer *w, const struct acc_construct *c, const struct acc_clause *x,
                             struct range item);

/* beside.c */
struct acc_zeroed {    /* statements of create(zero:) and copyout(zero:) before and after what maps their variables */
    const char *scope; /* of the names of ours: "7_", where several of them may stand in one block; "" */
    struct sb before, after;
    unsigned n; /* list items */
    bool rows;  /* some are several pieces of memory */
};
void acc_clear(struct writer *w, const struct acc_clause *x, struct acc_zeroed *z); /* adds those of the clause */
/* Is the pointer of `attach`, on a compute construct, in what the construct itself maps? Then a clause attaches it. */
bool acc_attaches_own(struct writer *w, struct range item);
void acc_beside(struct writer *w, struct acc_written *out); /* what stands beside a directive about data */

/* write.c */
void acc_conditions(struct writer *w); /* `if`, and `self`, which runs the region on the host too */
/* depend(… : the object that stands for the queue), of each expression of the clause */
void acc_depend_on(struct writer *w, const struct acc_clause *x, const char *how);
void acc_wait_for_queues(struct writer *w, struct sb *s); /* lines, each begun by a line end: of `async` and `wait` */

/* pointees.c */
/* Is the item of the clause, `delete` or `copyout` of `exit data`, a pointer by its name? What it leads to may be
 * meant.
 */
bool acc_may_lead(struct writer *w, const struct acc_clause *x, struct range item);
void acc_put_pointees(struct writer *w, struct acc_written *out); /* says them */

/* sizes.c */
void acc_say_sizes(struct writer *w);          /* num_teams, thread_limit */
const char *acc_check_sizes(struct writer *w); /* a statement that asks for positive numbers; NULL: there is none */

/* others.c */
/* the calls of a function of the runtime, declared so, which may name the place as __gantry_at; takes them */
void acc_add_calls(struct writer *w, struct sb *calls, const char *declared, struct sb *out);
void acc_write_local_declare(struct writer *w, struct acc_written *out);
void acc_write_declare(struct writer *w, struct acc_written *out);
const char *acc_devices_of_waits(struct writer *w);
void acc_write_device(struct writer *w, struct acc_written *out); /* set, init, shutdown */
void acc_write_host_data(struct writer *w, struct acc_written *out);
void acc_write_routine(struct writer *w, struct acc_written *out);
void acc_write_wait(struct writer *w, struct acc_written *out);

#endif
