/* source_text.c: for transform.c, metadirective.c and variant.c, which rewrite the preprocessed text. */
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
uint32_t after_bracket(struct text t, uint32_t at); /* that closes the one here; 0: none does */
bool starts_with_word(struct text t, uint32_t at, const char *w);
const char *after_words(const char *p, const char *words); /* with any blanks between them; NULL: others stand there */
uint32_t after_line(struct text t, uint32_t at);
uint32_t after_statement(struct text t, uint32_t at); /* that begins at or after `at`; 0: not understood */
const char *trimmed(struct front *f, struct text t, struct span s); /* on one line, without line markers */

#endif
