/* Private to src/front/translate: directives of one language become those of the other in the user's own text, which
 * keeps its layout, comments and macros. raw.c makes a text that the readers of preprocessed text can read, and takes
 * that back; known.c has Clang read the preprocessed text; to_openmp.c and to_openacc.c write the directives, calls.c
 * the calls of routines, lines.c lays lines out.
 */
#ifndef GANTRY_FRONT_TRANSLATE_H
#define GANTRY_FRONT_TRANSLATE_H

#include "../acc/acc.h"
#include "../front.h"

/* raw.c */
struct raw {
    struct arena *arena;
    const char *path;
    VEC(const char *) kept;   /* comments and lines of the preprocessor, in whose place blanks stand */
    VEC(const char *) starts; /* of the lines of the source */
    VEC(int) operators;       /* lines in which a `_Pragma` was made a directive */
    const char *source;
    const char *pragma;             /* "acc": lines that stay */
    const char *text;               /* the source preprocessed, for clauses that are macros */
    const struct file_facts *facts; /* of that text */
    const char *include;            /* "openacc.h": of which only the place is kept */
    bool included;                  /* it was there, whatever is defined */
    size_t head; /* of kept: after which a declaration of the file's own may stand, from 1; 0: none */
};
char *raw_protect(struct raw *r, size_t *len);
/* back, with `head` at the file's head and `include` in the place of the one that was there; NULL: as it was */
char *raw_release(const struct raw *r, const char *text, const char *include, const char *head);
const char *raw_indent(const struct raw *r, int line); /* of a line of the source */

/* lines.c */
/* "#pragma omp …", which goes on in further lines where it is longer than a line should be; without a line end */
void lines_pragma(struct sb *out, const char *indent, const char *language, const char *words);
void lines_comment(struct sb *out, const char *indent, const char *text); /* ends in a line end */

/* calls.c: the calls of acc_* or omp_* routines in a protected text */
struct calls {
    struct arena *arena;
    enum translate_to to;
    bool queues;     /* the text needs objects for queues, … */
    bool sets_queue; /* … a default one that it sets, … */
    bool waits;      /* … a function that waits for one */
    unsigned helps;  /* functions that the file needs: bits, in the order of translate.c */
    bool header;     /* it calls routines of the other language */
    bool remains;    /* some of this one remain */
};
char *calls_translate(struct calls *c, const char *text, enum translate_to to);

/* places.c */
const struct places *translate_places(struct acc_file *a, const struct acc_file *whole, const struct raw *r);
uint32_t translate_place(const struct places *p, uint32_t there, bool end); /* acc_file.place */

/* known.c */
struct acc_file *translate_read(struct front *f, struct raw *r); /* the source's directives, with what Clang says */

/* to_openmp.c, to_openacc.c: of a protected text, which it reads from f->src */
struct given { /* clauses that rules give; in the order of the directives */
    const struct translate_clauses *v;
    size_t n;
    bool *taken;
};
char *translate_to_openmp(struct front *f, struct raw *r, struct calls *c, struct given *given);
char *translate_to_openacc(struct front *f, const struct raw *r, struct calls *c);

#endif
