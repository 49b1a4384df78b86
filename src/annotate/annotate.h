/* src/annotate: serial loops of a file that may run in parallel, each with its proof or the reason why not, and the
 * directives for them. Reads the tree (region/tree.h) and nothing else of the user's file; the set arithmetic is isl's,
 * out of libLLVM.
 *
 * A loop is judged alone: the variables of the loops around it are as fixed as its other parameters, and it is parallel
 * when no two of its iterations touch the same memory with a write among them (docs/annotate.md). */
#ifndef GANTRY_ANNOTATE_H
#define GANTRY_ANNOTATE_H

#include "../region/tree.h"

#define REASON(E, ID, TEXT) LOOP_##E,
enum loop_reason {
    LOOP_NO_REASON = 0,
#include "reasons.def"
    LOOP_REASONS
};
#undef REASON

struct annotation;
enum annotate_waves { WAVES_AUTO, WAVES_SKEWED, WAVES_DOACROSS, WAVES_NO };
struct annotate_wishes {
    double least_work;         /* operations of a loop below which it stays serial */
    bool no_data;              /* each region copies its data */
    bool reorder;              /* exchange loops where that is faster */
    enum annotate_waves waves; /* nests of serial loops that can run in waves */
    bool whole;                /* these files are the whole program: nobody else calls their functions */
    bool flat;                 /* a subscript may go beyond its dimension, to other rows */
    bool openacc;              /* directives become those of OpenACC */
    bool advise;               /* no loops: the data of the user's own target constructs */
    const char *observed;      /* what a run showed (runtime/check/observed.c); NULL: there was none */
    bool trust_observed;       /* loops get directives, too, whose iterations did not meet in that run */
    const char *lines;         /* where the loops begin that may get directives, with commas between; NULL: all may */
};
enum { ANNOTATE_LEAST_WORK = 20000 }; /* a launch costs as much */
/* Judges the loops of every function that is defined in the unit's own file, and plans directives. `known`: summaries
 * of other files of the program, which it changes; or NULL. */
struct annotation *annotate(const struct unit *u, char *known, const struct annotate_wishes *wishes);
/* The first of the lines asked for at which no loop begins; 0: there is none. */
int annotate_stray_line(const struct annotation *a);
void annotate_summarise(const struct unit *u,
                        FILE *f); /* what the functions of the file do, for other files' `known` */
void annotate_explain(const struct annotation *a, FILE *f); /* a paragraph for each loop */
void annotate_json(const struct annotation *a, FILE *f);    /* the same as a JSON object for each loop */
/* The file `source` (the user's text) with the directives; false: nothing is to be written in it. */
bool annotate_write(struct annotation *a, const char *source, size_t len, struct sb *out);
/* The file so that a run of it, built with -fcheck, shows what the loops carry that are not proved */
void annotate_mark(struct annotation *a, const char *source, size_t len, struct sb *out);
/* What stays on the device, and what may not, of what the user's constructs map. `observed`: findings of a profile, a
 * line each: id, line, item; it changes them. NULL: none. */
void advise_print(const struct annotation *a, char *observed, FILE *f);
void advise_json(const struct annotation *a, char *observed, FILE *f); /* the same, an object a line */
void annotate_end(struct annotation *a);
/* What is known of the `for` loops of the unit, those of the system's headers not counted, in the unit's arena, with
 * the places of the text. */
typedef bool facts_wanted(const char *text, size_t len); /* of the loops in this body */
void annotate_facts(const struct unit *u, facts_wanted *wanted, struct file_facts *out);

#endif
