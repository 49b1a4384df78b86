/* src/front: from a C file to the region tree. The files of front/clang are the only ones of the project that include
 * clang-c. */
#ifndef GANTRY_FRONT_H
#define GANTRY_FRONT_H

#include "../region/region.h"

struct front;
struct question;
struct front_options {
    const char *path;             /* the C file */
    const char *const *cflags;    /* the user's -I -D -U -std -W -f -m … for clang, NULL-terminated */
    const char *include_dir;      /* holds our omp.h and gantry.h: goes first, as -isystem */
    const char *depfile_flags[9]; /* -MD -MF … to pass to the preprocessor, NULL-terminated */
    char **errors;                /* gets the preprocessor's messages, if they are to be printed; NULL: prints them */
    bool layouts;                 /* types get their layout, for -fverify and -fcheck */
    bool dependences;             /* the list items of depend on tasks are read, for -fcheck: else they stay text */
    const struct change *changes; /* what `gantry tune` has measured, as changes of the text */
    size_t nchanges;
    bool openacc;         /* `#pragma acc` lines are directives */
    bool no_acc_steps;    /* `kernels`: no loop of the host around nests, … */
    bool no_acc_sections; /* … no clauses for pointers that have none */
    void (*ask)(struct front *, const char *text, struct question *, size_t n); /* of front_translate: front_lets_ask */
    const struct file_facts *facts; /* what is known of the file, where front_asks_for_facts(); NULL: nothing */
    bool check;                     /* also parse the user's own file with -fopenmp for diagnostics (default) */
};

/* One `clang-19 -E -fopenmp`. NULL when it fails. *len without the final 0. */
char *front_preprocess(struct arena *a, const struct front_options *o, size_t *len);
/* Does a pragma in this preprocessed text (0-terminated) name a warning of Gantry's? */
bool front_names_warnings(const char *text);
/* Is there a pragma in this preprocessed text that makes Gantry's own pipeline necessary (target…, declare target, and
 * what Clang 19 lacks on the host: tables/host.def; check: what a program with -fcheck tells of its host's threads)? */
bool front_takes_in_hand(const char *text, size_t len, bool openacc, bool check);
/* Does OpenACC in this text leave to the compiler whether loops run in parallel (kernels, auto)? */
bool front_asks_for_facts(const char *text, size_t len);
/* The header that a precompiled one was made from; NULL when Clang cannot read it. */
char *front_pch_source(struct arena *a, const char *path);
/* Reports only Clang's diagnostics about the user's file; false: there were errors. */
bool front_check(struct arena *a, struct diag *d, const struct front_options *o);
/* The unit, or NULL when errors were reported through d (warnings that the user wants as errors are none here). */
const struct unit *front_parse(struct arena *a, struct diag *d, const struct front_options *o, const char *text,
                               size_t len);

enum translate_to { TRANSLATE_TO_OPENMP, TRANSLATE_TO_OPENACC };
struct translate_clauses { /* what rules of OpenACC give to a directive, said as clauses of OpenMP */
    int line;              /* of the source */
    const char *text;      /* of its directives with blocks, in their order: of the next one, or "" */
    const char *replaces;  /* the name of a clause that the text comes instead of; NULL: none */
    const char *pointers;  /* that `present` lists by their names: what they lead to is there; " p  q " */
    const char *by_name; /* of each item of `present`, in order: '1': it is such a name, which a macro may stand for */
};
void front_lets_ask(struct front_options *o); /* front_translate may have Clang say what types are */
/* The source (0-terminated, not preprocessed) with its directives in the other language; NULL: errors were reported.
 * `text`: the same, preprocessed. */
char *front_translate(struct arena *a, struct diag *d, const struct front_options *o, const char *source,
                      const char *text, enum translate_to to, const struct translate_clauses *given, size_t ngiven);

#endif
