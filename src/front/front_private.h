/* Shared by the files of src/front, and included by no others. Nothing here knows libclang.
 *
 * What happens to a file, in this order: text/ (preprocessed; metadirectives, variants and loop transformations
 * rewritten) -> pragma/ (each pragma line: directive and clauses, expressions as slices of that text) -> clang/probe.c
 * (the probe copy; slices moved to it) -> clang/ (names, types, nesting, loops, chunks) -> rules/ (of OpenMP, on the
 * finished tree). Errors are collected and printed at the end in source order; those of pragmas that turn out to belong
 * to the host compiler alone are dropped. */
#ifndef GANTRY_FRONT_PRIVATE_H
#define GANTRY_FRONT_PRIVATE_H

#include "front.h"
#include "../region/tree.h"

/* The records of the region tree are const for all who read them. The front end makes them in several steps: where it
 * finds one in the unit again to complete it, it writes to unfinished(record). */
#define unfinished(RECORD)                                                                                             \
    _Generic((RECORD),                                                                                                 \
        const struct region *: (struct region *)(RECORD),                                                              \
        const struct clause *: (struct clause *)(RECORD),                                                              \
        const struct loop *: (struct loop *)(RECORD),                                                                  \
        const struct mapper *: (struct mapper *)(RECORD),                                                              \
        const struct var *: (struct var *)(RECORD),                                                                    \
        const struct func *: (struct func *)(RECORD),                                                                  \
        const struct udr *: (struct udr *)(RECORD))

enum token_kind { TOK_END, TOK_IDENT, TOK_NUMBER, TOK_STRING, TOK_CHAR, TOK_PUNCT, TOK_BAD };
enum {
    DEEPEST_BRACKET = 64,
    DEEPEST_BLOCK = 180
}; /* nesting in a pragma, and around one; Clang's limit for both is
    * 256 */

struct token {
    enum token_kind kind;
    uint32_t off, len; /* in the text it was read from */
};
struct tokens {
    VEC(struct token) t; /* ends with a TOK_END at the end of the line */
};

struct acc_read_only { /* `a` of cache(readonly: a[i:4]): in the loop, nothing may be stored to it */
    const char *name;
    struct loc begin, end; /* of the loop, from the directive on */
};

/* A line `#pragma acc` that has become lines `#pragma omp` (acc/): what messages say instead of these. Those lines end
 * in ACC_MARK(n): the line is number n of front.acc_lines. */
struct acc_line {
    const char *text;         /* the user's line, preprocessed */
    const char *name;         /* of its directive: "acc parallel loop" */
    struct loc loc;           /* of the line */
    struct acc_said said;     /* its words */
    struct tokens toks;       /* of text */
    VEC(struct loc) places;   /* of each token */
    VEC(unsigned) first, end; /* of each token: the tokens [first, end) of the clause it belongs to; equal: of none */
    VEC(unsigned) from;       /* of each token of the OpenMP lines: the token that it stands for */
    VEC(uint32_t) starts;     /* of each OpenMP line: where its tokens begin in `from` */
    VEC(const char *) zeroed; /* of `declare` at file scope: variables of create(zero:) */
    VEC(struct acc_read_only) read_only;
    const char *routine; /* of `routine`: the function's name. The three after it are about it, too */
    unsigned levels;     /* that its loops may have (acc/acc.h) */
    unsigned dim;        /* of its gangs */
    const char *bind;    /* what is called on the device instead; or NULL */
    bool nohost;         /* there is no code for the host */
};
#define ACC_MARK "__gantry_acc("

struct pragma {
    uint32_t begin, end; /* the line in the preprocessed text, without its line end */
    struct loc loc;
    enum directive dir;
    unsigned leaves;
    enum directive_form form;
    bool always_ours; /* target constructs, declare target, requires: checked whoever runs the function */
    bool in_hand;     /* it matches a row of tables/host.def: Gantry generates code for it on the host, too */
    bool misread;     /* legal, and wrong for Clang's check, whose words about it are dropped */
    bool broken;      /* has errors: its expressions are not probed */
    bool extension;   /* its line begins with `#pragma ompx` */
    bool unknown;     /* no directive of OpenMP */
    bool seen;        /* its probe was found in Clang's tree */
    const struct clause *clauses;
    VEC(struct udr *) udrs; /* declare reduction */
    const char *name;       /* critical(name) */
    struct mapper *mapper;  /* declare mapper */
    struct pragma *inner;   /* of `parallel sections`, `parallel masked`: the second construct, with its clauses */
    struct region *region;  /* NULL for declarative ones */
    uint32_t at;            /* of its probe or blanks in the probe copy */
    struct tokens toks;     /* of the whole line, from '#' */
    struct tokens orig; /* of the same pragma in the user's file; empty when it cannot be read or comes from a macro */
    const char *orig_text;
    const struct acc_line *acc; /* it was written as `#pragma acc`; or NULL */
    unsigned acc_start;         /* where the tokens of this line begin in acc->from */
    uint32_t text_end;          /* of the directive, before ACC_MARK */
    struct loc operator_at; /* without `orig`: of its _Pragma, or of the macro it comes out of; file NULL: not known */
    bool orig_known;        /* `orig` and `orig_text` were read, or tried to */
};

struct report {
    enum diag_level level;
    struct loc loc;
    int caret_len;
    const char *id, *text;
    struct pragma *pragma; /* drop it when this one belongs to the host compiler alone; NULL: always print */
    unsigned order;
    const char *option;     /* Clang's option that controls it, or NULL */
    bool from_clang;        /* its level is settled: Clang knows the flags and pragmas */
    bool raised;            /* an error that was a warning */
    bool from_probe;        /* Clang reported it about the probe copy */
    bool worded;            /* acc/ made it: it is in OpenACC's words */
    bool from_clang_openmp; /* dropped where we have an error on the same pragma or line */
};

struct source { /* a user's file, read for carets */
    const char *path, *text;
    size_t len;
    VEC(uint32_t) lines; /* where each begins */
    char *masked;        /* the text that Clang's check gets; NULL: the file's own */
};

/* What an expression of the probe copy belongs to: one of clause, item and section is set. Sorted by `paren`. */
struct probe {
    uint32_t paren;
    struct clause *clause;
    struct item *item;       /* the base expression of a list item */
    struct section *section; /* the part of a section that `part` names */
    enum section_part { SECTION_LOWER, SECTION_LENGTH, SECTION_STRIDE } part;
};

struct host_stmt { /* a statement that only a host can run */
    uint32_t off;
    const struct region *region;
    const struct func *func;
    const char *id, *text; /* the error, where device code has it */
};

struct masked_line { /* lines of a user's file that are hidden from Clang's check */
    const char *file;
    int first, last;
};

struct sought { /* a token that comes out of a macro, after nth others that are the same */
    const char *token;
    unsigned nth;
};

struct macro {        /* a #define in a file of the text */
    const char *name; /* not 0-terminated */
    size_t len;
    const char *file;
    int line;
};

struct question;
struct untransformed { /* a loop transformation that could not be done */
    struct loc loc;    /* of the directive */
    struct loc at;     /* of what is wrong */
    const char *why;
};

struct front {
    struct arena *arena;
    struct diag *diag;
    const struct front_options *options;
    struct unit *unit;
    const char *src; /* preprocessed text */
    uint32_t len;
    struct linemap *src_lines;
    VEC(struct pragma *) pragmas;
    VEC(struct pragma *) by_region; /* of unit.regions, same index */
    VEC(struct report) reports;
    VEC(struct source) sources;
    VEC(struct probe) probes;
    VEC(struct host_stmt) host_stmts;
    VEC(struct masked_line) masked_lines;
    VEC(struct untransformed) untransformed;
    VEC(struct acc_line *) acc_lines;
    bool says_acc;             /* the last message was about OpenACC */
    bool has_graphs;           /* a taskgraph has come: what its regions depend on is read */
    VEC(struct macro) macros;  /* macros.c */
    VEC(struct sought) sought; /* what loc.within counts */
    bool macros_known;
    unsigned macro_steps;
    struct lines *macro_lines; /* macros.c: of the last place that was asked for */
    /* clang/ask.c, which the passes before it may not know: answers the questions of text/ask.h; a pointer, since text/
     * and pragma/ must not use clang/ */
    void (*ask)(struct front *f, const char *text, struct question *v, size_t n);
    unsigned nconditions; /* functions that ask what the selectors of variants ask of the run (variant_text.c) */
    bool parsed;          /* the unit is complete */
    bool too_deep;        /* brackets or blocks are nested deeper than Clang 19 can parse: inside a pragma its parser
                           * does not end */
    bool check_failed;    /* Clang's parser did not come to the end of the user's file */
    bool probe_silent;    /* do not print errors of the probe copy: the check of the user's file printed the same */
};

/* flags.c: which of the user's flags clang gets, for each use */
enum flag_use { FLAGS_PREPROCESS, FLAGS_CHECK, FLAGS_PROBE };
const char **front_flags(struct arena *a, const struct front_options *o, enum flag_use use, unsigned *n);

/* lex.c */
/* Tokens of one line [begin, end); with `original` the line goes on after backslash-newline, comments are
 * skipped. */
void lex_pragma(struct arena *a, const char *text, uint32_t begin, uint32_t end, bool original, struct tokens *out);
const struct token *token_of(const struct pragma *p, unsigned i); /* token i; beyond the last one, TOK_END */
bool token_is(const char *text, const struct token *t, const char *spelling);
bool opens_literal(const char *text, uint32_t at); /* is this a quote that begins a string or character? */
/* `#pragma omp` in column 1 of [begin, end) of preprocessed text? */
bool is_omp_line(const char *text, uint32_t begin, uint32_t end);
bool is_extension_line(const char *text, uint32_t begin, uint32_t end); /* `#pragma ompx ` */
bool is_acc_line(const char *text, uint32_t begin, uint32_t end);       /* `#pragma acc` */

/* host.c: does Gantry generate code for this pragma line, even if it concerns the host alone? */
bool is_taken_in_hand(const char *text, uint32_t begin, uint32_t end);
/* Is it about loops or sections of threads, of which a checked program tells who gets which, or about tasks, of which
 * it tells what they share? */
bool is_shared_out(const char *text, uint32_t begin, uint32_t end);
/* Does the line reduce a variable that is subscripted somewhere in the text, or a section? Clang 19 miscompiles some
 * reductions of arrays, and crashes at others. Where it makes lanes of iterations all copies of
 * arrays and all declared reductions count. */
struct name_set { /* a Bloom filter: it may report a name that was not added */
    bool known;
    unsigned char bits[8192];
};
bool copies_array(const char *text, uint32_t begin, uint32_t end, struct name_set *subscripted);
/* Does the line collapse loops of which a later one's header names the first one's variable? Clang 19 miscounts some of
 * these. */
bool collapses_triangle(const char *text, uint32_t begin, uint32_t end);

/* acc/apply.c: rewrites f->src: OpenACC becomes OpenMP */
void acc_apply(struct front *f);
/* acc/types.c: what depends on types, in the unit */
void acc_settle(struct front *f);
/* acc/declared.c: the rules of `declare` and `routine`; after device_mark */
void acc_check_declared(struct front *f);
/* acc_line.c */
bool acc_is_nearest(const struct front *f, struct loc loc); /* the pragma before the place, or the first after it */
/* Sets p->acc and p->text_end, by the mark at the end of the line. */
void acc_read_mark(struct front *f, struct pragma *p);
struct loc acc_place(const struct pragma *p, unsigned i); /* of what token i stands for in the user's line */
unsigned acc_length(const struct pragma *p, unsigned i);  /* its length there */
/* The words of the clause in the user's line that token i of the pragma stands for; its name only with `name`; NULL:
 * the pragma is no OpenACC's */
const char *acc_clause_text(struct front *f, const struct pragma *p, unsigned i, bool name);
/* the list item of the user's line that begins at the token that token i stands for */
const char *acc_item_text(struct front *f, const struct pragma *p, unsigned i);

/* registers.c: rewrites f->src: `register` goes */
void registers_drop(struct front *f);

/* changes.c: rewrites f->src: directives get what was measured for them */
void changes_apply(struct front *f);

/* selector_constants.c: rewrites f->src: constants in context selectors become numbers */
void selector_constants_apply(struct front *f);

/* metadirective.c: rewrites f->src: metadirectives become the directives that they choose */
void metadirectives_apply(struct front *f);

/* variant_text.c, variant.c */
void variants_mask(struct front *f);    /* hides from Clang's check what it refuses; before the text is rewritten */
void variants_rewrite(struct front *f); /* in f->src: names of functions of `begin declare variant`; conditions */
void variants_resolve(struct front *f); /* in the unit: which function each call takes */

/* transform.c: rewrites f->src: tile, unroll, reverse and interchange become the loops that they generate */
void transforms_apply(struct front *f);
#define TRANSFORMATION_VARIABLE "__gt" /* prefix of the variables of these loops */

/* pragma.c: reads every OpenMP pragma line of f->src into f->pragmas */
void pragmas_parse(struct front *f);
struct pragma *pragma_of(struct front *f, const struct region *r);
const char *region_name(struct front *f, const struct region *r); /* its directive, as written */

/* extension.c: lines `#pragma ompx …`, and the clauses that they give to the directive after them */
struct pragma *extension_parse(struct front *f, uint32_t begin, uint32_t end);
void extension_give(struct front *f, struct pragma *x, struct pragma *p); /* p == NULL: none follows */

/* similar.c: for "did you mean": the word with the most similar spelling, or NULL */
const char *similar_directive(const char *word, size_t n);
const char *similar_clause(const char *word, size_t n);
struct similar { /* begin with {0} */
    const char *best;
    unsigned distance;
};
void similar_to(const char *word, size_t n, const char *name, struct similar *s); /* of names looked at one by one */

/* clause.c: the clauses from token *pos on */
void clauses_parse(struct front *f, struct pragma *p, unsigned pos);
/* the list in parentheses of `flush (a)` and `declare target (a)`; moves *pos after it */
void argument_list_parse(struct front *f, struct pragma *p, unsigned *pos, enum clause_kind as);

/* modifiers.c: reads what `declare mapper` has before its clauses; returns the position of these */
unsigned declare_mapper_parse(struct front *f, struct pragma *p, unsigned pos);

/* place.c: lines and columns in the user's files */
struct loc place_of_token(struct front *f, struct pragma *p, unsigned tok);
bool pragma_is_line(struct front *f, struct pragma *p); /* in the user's file, and no macro's or another directive's */
/* The place of offset `off` of the probe copy; its column is 0 where a macro precedes it in the line. */
struct loc place_in_unit(struct front *f, uint32_t off);
/* Tokens [from, to) of the pragma as the user wrote them, where macros are in them; or NULL */
const char *as_written(struct front *f, struct pragma *p, unsigned from, unsigned to);
/* source.c */
const struct source *source_of(struct front *f, const char *path);
/* macros.c */
/* Sets the column that offset `off` of the line [bol, eol) of `text` comes from in the user's line: of a macro, its
 * name's, and loc->within; 0: not known. */
void macro_place(struct front *f, const char *text, uint32_t bol, uint32_t eol, uint32_t off, const struct source *s,
                 uint32_t line, struct loc *loc);
struct loc pragma_operator(struct front *f,
                           struct loc loc); /* the place of the _Pragma in a line, or of the macro that contains it */
/* Adds notes to a message: the macros from which the text at the place comes. */
void macro_notes(struct front *f, struct loc loc);
/* Hides legal OpenMP that Clang 19 does not know from its check of the user's file. */
void mask_token(struct front *f, struct pragma *p, unsigned tok, char with);
void mask_line(struct front *f, struct pragma *p); /* the whole line; Clang's diagnostics about it are not printed */
bool is_masked_line(const struct front *f, struct loc at);

/* report.c */
void report(struct front *f, enum diag_level level, struct loc loc, int caret_len, struct pragma *p, const char *id,
            const char *fmt, ...) __attribute__((format(printf, 7, 8)));
void reports_flush(struct front *f); /* prints them in source order */

/* patches.c */
void patches_sort(struct unit *u);

/* declare_reduction.c */
#define REDUCTION_PROBE "gantry_udr_" /* prefix of functions that hold a probe at file scope */
void reduction_parse(struct front *f, struct pragma *p, unsigned pos); /* its declarations, slices of the source */
/* appends its text to the probe copy, in braces, and moves the slices there */
void reduction_probe(struct front *f, struct pragma *p, struct sb *out, bool in_block);
void reductions_finish(struct front *f); /* types and variables of the declarations; which one each list item means */

/* probe.c */
#define PROBE_CALL "__gp" /* the function that each probe calls with its region's number; in the probe copy only */
void probe_build(struct front *f); /* sets unit->text, places of pragmas, slices of clauses, f->probes */

/* clang/ask.c: answers the questions; they are in source order, and `text` is as long as f->src */
void clang_ask(struct front *f, const char *text, struct question *v, size_t n);
/* clang/glue.c: fills the unit from libclang's parse of the probe copy; false when Clang found errors, which are
 * reported */
bool clang_read(struct front *f);
/* clang/check.c: reports errors and warnings of the user's own file; false when there were errors */
bool clang_check(struct front *f);

/* device.c: declare target and the like, then reach.c and allocate.c */
void device_mark(struct front *f);
void reach_mark(struct front *f);    /* reach.c: functions and tables that the device needs, region.on_device */
void read_allocate(struct front *f); /* allocate.c */
/* legality.c */
void legality_check(struct front *f);
void task_check(struct front *f, const struct region *r); /* task_check.c */
/* restrictions.c */
void restrictions_check(struct front *f, const struct region *r);
/* rules.c */
void rules_check(struct front *f, const struct region *r);
void rules_check_file(struct front *f);
/* clause_check.c */
void clauses_check(struct front *f, const struct region *r);

#endif
