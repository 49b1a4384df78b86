/* gantry_findings.h: what the runtime and the emulated device have found wrong with a program (docs/checks.md). One
 * record and one printer for all of them: runtime/host/findings.c. */
#ifndef GANTRY_FINDINGS_H
#define GANTRY_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "gantry_abi.h"

enum gantry_check_class {
    GANTRY_CHECK_BOUNDS,   /* accesses outside of blocks, variables, stacks */
    GANTRY_CHECK_UNINIT,   /* memory that was never written */
    GANTRY_CHECK_STALE,    /* copies older than their originals */
    GANTRY_CHECK_RACES,    /* conflicting accesses without an order */
    GANTRY_CHECK_BARRIERS, /* barriers and locks that cannot be passed */
    GANTRY_CHECK_MISUSE,   /* of pointers, alignment, mappings */
    GANTRY_CHECK_LEAKS,    /* what is left at the end */
    GANTRY_CHECK_ENDLESS,  /* kernels without end */
    GANTRY_CHECK_ASSERTED, /* what the program asserts, and is not so */
    GANTRY_CHECK_CLASSES,
};

/* Is the class asked for (GANTRY_CHECK)? Programs with -fcheck look for all but leaks, others for what needs no
 * instrumented code and costs little. */
bool gantry_check_on(enum gantry_check_class c);

/* Where the edit stands. col > 0: text takes the place of the columns [col, end) of the line, counted from 1.
 * GANTRY_EDIT_CLAUSE: text is a clause for the directive that begins on the line. GANTRY_EDIT_LINE: text, without a
 * newline, becomes a line before this one, indented like it. */
enum { GANTRY_EDIT_CLAUSE = 0, GANTRY_EDIT_LINE = -1 };
struct gantry_edit {
    const char *file; /* NULL: there is no edit */
    int line, col, end;
    const char *text;
};

/* Texts end without a newline but for `detail`. All are the caller's. */
struct gantry_finding {
    const char *id;          /* a row of gantry_findings.def */
    struct gantry_loc at;    /* the place to look at first; file NULL: unknown */
    struct gantry_loc other; /* the second place, of races and copies; file NULL: there is none */
    const char *name;        /* the variable; NULL: unknown */
    const char *text;        /* what is wrong, one sentence with names and numbers */
    const char *detail;      /* further lines, each indented by two spaces and ended by a newline; NULL: none */
    const char *advice;      /* what would mend it, one sentence; NULL: none */
    struct gantry_edit edit; /* where there is just one mend */
};

/* Tells the user, once for each id, place, second place and variable; more of the same are counted. From then on the
 * program's exit status is 3. Safe to call from any thread, not from signal handlers. Returns whether it was told. */
bool gantry_finding(const struct gantry_finding *f);
/* From here on, while several threads of the host may find things: which of them comes first is a matter of time, so
 * that nothing is told before as many calls of gantry_findings_release, or the end of the process, in the order of
 * places; and of findings that would be told once the first by its texts, where numbers count as such. */
void gantry_findings_hold(void);
void gantry_findings_release(void);
bool gantry_findings_held(void);
void gantry_findings_tell_held(void); /* now, for the process is about to end */
/* GANTRY_CHECK=trap: a debugger shall stop (SIGTRAP) where something is found. gantry_finding sees to it in its own
 * thread. */
bool gantry_findings_trap(void);
/* What was seen depends on which thread came first: `gantry check` runs the program in other orders, too. */
void gantry_findings_depend_on_order(void);
/* … of accesses of the host at these two places, counted from the program's begin, to this memory (0: not known). met:
 * threads were at both at the same time; tried: one has waited for another in vain. The values are what records say. */
enum gantry_luck { GANTRY_LUCK_ORDERED = 'L', GANTRY_LUCK_MET = 'M', GANTRY_LUCK_TRIED = 'T' };
void gantry_findings_by_luck(unsigned long a, unsigned long b, unsigned long memory, enum gantry_luck what);
/* Something was tested that the program asserts. */
void gantry_findings_asserted(void);
/* Threads of the host are looked at, too, which is something where no region runs. */
void gantry_findings_parallel(void);
/* Ends the process now, with the status of a program in which something was found: for faults after which its threads
 * cannot be relied upon. */
_Noreturn void gantry_findings_end(void);
/* A message in the making; what does not fit is cut. */
struct gantry_message {
    size_t n;
    char s[8 * 1024];
};
void gantry_message_add(struct gantry_message *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* the status of a program that ends by _exit */
int gantry_findings_status(int status);

#endif
