/* Private to the files that say of loops what is proved: proved.c (constructs), nests.c (those of several statements),
 * proved_loops.c (one loop). */
#ifndef GANTRY_FRONT_ACC_PROVE_H
#define GANTRY_FRONT_ACC_PROVE_H

#include "acc.h"

enum { ACC_HEAD = 11 }; /* "#pragma acc" */

struct listed { /* the name of a variable in a clause */
    struct span name;
    bool present; /* in `present`: of a pointer it is about what that leads to */
    bool copied;  /* of `kernels` itself: the host may not set it between parts of the construct */
};

struct prover {
    struct front *f;
    struct text t;
    VEC(struct acc_construct *) lines; /* of OpenACC, in the order of the text */
    VEC(struct listed) listed;         /* names whose values on the device may be others than the host's */
    VEC(struct span) devices;          /* pointers that lead to the device's memory */
    bool in_kernels;
    VEC(uint32_t) atomics;      /* updates that were made atomic */
    VEC(struct span) rewritten; /* loops that find the place of an extreme value */
    acc_edit_list edits;        /* of the whole text */
};

/* lines before a loop */
struct before {
    struct span acc; /* `#pragma acc loop`; empty: there is none */
    bool other;      /* another pragma, which must be next to the loop */
};

/* proved_loops.c: lines of the text */
struct span acc_line_at(const struct prover *p, uint32_t at);
const struct acc_construct *acc_read_line(const struct prover *p, struct span line); /* NULL: it is none */
bool acc_line_has(const struct prover *p, struct span line, enum acc_clause_kind clause);
bool acc_begins(const struct prover *p, struct span line, const char *words); /* `#pragma acc` and these words */
bool acc_is_said(const struct prover *p, struct span line);   /* does the user say himself how the loop runs? */
bool acc_has_types(const struct prover *p, struct span line); /* of devices, for which some clauses are */
bool acc_is_loop_line(const struct prover *p, struct span line);
void acc_read_lines(struct prover *p); /* sets p->lines, p->listed, p->devices; what is wrong there is told later */
void acc_note(struct prover *p, uint32_t at, const char *said);
/* what is known of the loop there; NULL: nothing, as a macro has it twice in its line */
const struct loop_fact *acc_fact_at(const struct prover *p, uint32_t at);
bool acc_is_proved(struct prover *p, uint32_t at, const struct loop_fact *x); /* notes what is known of it */
/* Can the loop there be rewritten, by which it keeps the place of an extreme value? line: its own, or empty. Notes why
 * not. */
bool acc_can_find(struct prover *p, struct span line, uint32_t at, const struct loop_fact *x);
/* Before a construct that is the loop: its test, and lines that it needs; after it: `wait`, what it leaves, and the
 * construct once more as it was, for where the test fails. What comes before the test of a counted loop declares what
 * that names. */
void acc_open_test(const struct loop_fact *x, struct sb *b);
void acc_close_test(const struct loop_fact *x, const char *wait, struct sb *b, const char *otherwise);
/* `for`, or a `while` or `do` that no directive, its line, is about */
bool acc_begins_loop(const struct prover *p, struct span line, uint32_t at);
uint32_t acc_after_head(const struct prover *p, uint32_t at);
unsigned acc_loops_of(const struct prover *p, struct span line); /* how many a line is about; 0: that is not known */
bool acc_are_proved(struct prover *p, uint32_t at, const struct loop_fact *first, unsigned n); /* those in it, too */
void acc_say_in_line(struct prover *p, struct span line, const struct loop_fact *x);
void acc_make_atomic(struct prover *p, uint32_t loop, const struct loop_fact *x); /* its updates */
/* The loops in a statement of a `kernels` construct; outer: the loop that they stand in, where it is under a test */
void acc_look_at_loops(struct prover *p, struct span s, const struct loop_fact *outer, bool outermost);
/* The outermost loop of a nest that is proved, and those in it; line: its own, or empty */
void acc_put_loop(struct prover *p, struct span line, uint32_t at, uint32_t end, const struct loop_fact *x);

/* sections.c: clauses for what pointers lead to, of which no clause of the construct `line` or around it says so */
typedef VEC(struct section_fact) section_list; /* item == NULL: it is not the same in all loops */
const char *acc_sections(const struct prover *p, struct span line, const struct loop_fact *x); /* of one loop */
/* of several: collected, then those that are the same in all of them and known before `block`, then others of a loop */
void acc_add_sections(struct prover *p, struct span line, const struct loop_fact *x, section_list *list);
/* a statement among them may touch other parts: those it names are no longer the same in all */
void acc_limit_sections(struct prover *p, struct span statement, const struct loop_fact *x, section_list *list);
const char *acc_common_sections(struct prover *p, struct span block, section_list *list);
const char *acc_other_sections(const struct prover *p, struct span line, const struct loop_fact *x,
                               const section_list *common);

/* nests.c: the construct `line`, whose statement is `block`, as several; false: it stays one */
bool acc_split(struct prover *p, struct span line, struct span block);

#endif
