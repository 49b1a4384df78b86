/* source_text.c, declarator.c: for the passes that rewrite the preprocessed text. */
#ifndef GANTRY_SOURCE_TEXT_H
#define GANTRY_SOURCE_TEXT_H

#include "../front_private.h"

struct text {
    const char *s;
    uint32_t len;
};
struct span {
    uint32_t b, e;
};

bool is_word(char c);
bool has_word(const char *s, size_t n, const char *word, size_t length); /* as a whole word */
uint32_t skip_blank(struct text t, uint32_t at);    /* the place after white space and line markers; not over pragmas */
uint32_t next_char(struct text t, uint32_t at);     /* the place after the literal or character at `at` */
uint32_t after_bracket(struct text t, uint32_t at); /* the place after the bracket that closes the one here; 0: none
                                                     * does */
bool starts_with_word(struct text t, uint32_t at, const char *w);
const char *after_words(const char *p, const char *words); /* the place after these words, whatever blanks are between
                                                            * them; NULL: p does not begin with them */
uint32_t after_line(struct text t, uint32_t at);
uint32_t after_statement(struct text t, uint32_t at); /* that begins at or after `at`; 0: not understood */
const char *trimmed(struct front *f, struct text t, struct span s); /* on one line, without line markers */

/* The argument of a clause in a directive's text, after a modifier `of:`; NULL: it has none */
const char *clause_argument(struct front *f, const char *text, const char *clause, const char *of);

/* declarator.c */
struct declarator {         /* `f(int x)` of `static int *f(int x) {` */
    struct span name;       /* empty: the declaration declares no function */
    struct span parameters; /* with their brackets; empty: they are those of the type's name, if it is a function */
    uint32_t after;         /* the declaration; of a definition, its body */
    bool defines;
};
void declarator_read(struct text t, uint32_t at, struct declarator *d); /* of the declaration that begins at `at` */
/* Does the text `words` name a parameter of the function that is declared after the directives at `at`, or, with
 * `block`, of one that is defined from there to the block's `end declare variant`? */
bool names_parameter(struct text t, uint32_t at, bool block, const char *words);

#endif
