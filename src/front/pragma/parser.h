/* Shared by the readers of one pragma's tokens: clauses, their arguments, selectors. Positions are indices of p->toks,
 * of which the last is TOK_END; reading beyond it gives it again. */
#ifndef GANTRY_FRONT_PARSER_H
#define GANTRY_FRONT_PARSER_H

#include "../front_private.h"

struct parser {
    struct front *f;
    struct pragma *p;
};
struct range { /* tokens [b, e) */
    unsigned b, e;
};

/* parser.c: tokens */
const struct token *tok(const struct parser *ps, unsigned i);
bool is(const struct parser *ps, unsigned i, const char *s);
const char *text_at(const struct parser *ps, unsigned i); /* from the token on */
const char *found(const struct parser *ps, unsigned i);   /* the token there, for messages "..., found X" */
/* reports an error at the token and marks the pragma as broken */
void error_at(struct parser *ps, unsigned i, const char *id, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* brackets */
char closing(const struct parser *ps, unsigned i);   /* the closing character for the bracket at i; 0: it is none */
unsigned matching(struct parser *ps, unsigned open); /* the token of the closing bracket; 0 with a message when there is
                                                      * none */
unsigned skip_bracket(const struct parser *ps, unsigned i, unsigned e); /* the index after the closing bracket; in
                                                                         * ranges that matching() has accepted */
unsigned find(const struct parser *ps, struct range r,
              const char *what); /* the first outside brackets and ?: ; r.e: none */

/* expressions and words */
bool tokens_fit(struct parser *ps, struct range r); /* an expression as far as its tokens go; false with a message */
struct slice expression(struct parser *ps, struct range r, const char *of); /* empty with a message */
struct slice range_slice(const struct parser *ps, struct range r);
const char *range_text(const struct parser *ps, struct range r); /* a copy */
const char *keyword_choices(struct parser *ps, enum clause_kind k);
unsigned keyword_parse(struct parser *ps, enum clause_kind k, unsigned i); /* its bits; 0 with a message */
void expect_end(struct parser *ps, unsigned i, struct range r, const char *of);

/* one more clause at the end of the pragma's */
struct clause *clause_append(struct parser *ps, enum clause_kind k, unsigned i);

/* list_items.c */
void list_parse(struct parser *ps, struct clause *c, struct range r, bool names_only);
void list_item(struct parser *ps, struct clause *c, struct range r, bool names_only);

/* arguments.c: what stands between a clause's brackets */
void argument_parse(struct parser *ps, struct clause *c, struct range r);
/* allocator_arguments.c */
void arg_allocate(struct parser *ps, struct clause *c, struct range r);
void arg_allocators(struct parser *ps, struct clause *c, struct range r);
/* modifiers.c: iterator(...) and mapper(...) of map and motion clauses; moves *i after them */
bool iterators_parse(struct parser *ps, struct clause *c, unsigned *i);
bool mapper_modifier_parse(struct parser *ps, struct clause *c, unsigned *i);

#endif
