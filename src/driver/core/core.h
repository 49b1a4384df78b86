/* gantry-core: the part of the compiler that needs libclang and LLVM. Called by the driver only, one stage a process,
 * so that a crash there is a message and a kept folder here. Exit status: 0, 1 the user's error, 3 nothing to do,
 * 70 an error of Gantry. */
#ifndef GANTRY_CORE_H
#define GANTRY_CORE_H

#include "../../base/base.h"

int core_annotate(int argc, char **argv);
int core_generate(int argc, char **argv);
int core_link(int argc, char **argv);
int core_translate(int argc, char **argv);
int core_pch(int argc, char **argv);
int core_vectors(int argc, char **argv);

/* Reads `--name value` words into where the row points, up to "--"; the index of the first word after it. */
struct word_row {
    const char *name;
    const char **value; /* or: */
    bool *flag;         /* takes no value */
};
int core_words(int argc, char **argv, const struct word_row *rows, size_t n);

/* facts.c */
struct front_options;
void core_find_facts(struct arena *a, struct front_options *o, const char *text, size_t len);

/* Sets up the diagnostics of a stage by its words `--diag FLAG`. */
#define CORE_DIAG "--diag"
void core_diag(struct diag *d, struct arena *a, int argc, char **argv);

#endif
