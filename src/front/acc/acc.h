/* Private to src/front/acc: a line of OpenACC becomes lines of OpenMP, before the pragmas are parsed. proved.c says
 * of loops what analysis knows (prove.h); apply.c finds the lines and puts others in their place (edits.c); parse.c
 * reads one by the rows of tables/acc.def; check.c, places.c and declared.c hold what is read against OpenACC's rules;
 * levels.c decides which levels a loop has; write.c says which OpenMP a directive stands for, knowing nothing of the
 * text around it. */
#ifndef GANTRY_FRONT_ACC_H
#define GANTRY_FRONT_ACC_H

#include "../../tables/acc.h"
#include "../pragma/parser.h"
#include "../text/source_text.h"

enum { ACC_GANGS = 1, ACC_WORKERS = 2, ACC_VECTORS = 4, ACC_LEVELS = 7 };

struct acc_clause {
    enum acc_clause_kind kind;
    unsigned at;       /* its name: a token */
    struct range all;  /* with its brackets */
    struct range list; /* what is between them, without modifiers; empty: nothing */
    bool has_argument;
    unsigned modifiers;   /* of data clauses */
    struct range special; /* gang: static's argument; wait: devnum's; empty: none */
    struct range dim_is;  /* gang: dim's argument; empty: none */
    unsigned dim;         /* gang: which of its dimensions, its value; 0: it says none */
    bool forced;          /* collapse(force:) */
    bool off;             /* it is for another type of device */
    const char *said;     /* the directive whose argument it is, `cache`; NULL: it is a clause */
};

struct acc_typed { /* a list item whose type decides what is written, that of what stands before its brackets, or a
                      number */
    unsigned tok;  /* its first token */
    const struct type *type;
    bool known; /* it is a constant of this value: */
    int64_t value;
    const struct func *func; /* the function that it names; NULL: none */
};

struct acc_call {
    const char *name; /* the function's */
    struct loc loc;
};

struct acc_construct {
    struct pragma *p;
    struct acc_line *line;
    unsigned directives; /* bits 1 << enum acc_directive: one, or a compute construct and `loop` */
    unsigned words;      /* tokens of its name, from token 3 on */
    VEC(struct acc_clause) clauses;
    VEC(struct acc_typed) types;
    VEC(int) unequal;      /* of its loops: loop.unequal, 0 of others */
    VEC(const char *) own; /* scalars that each iteration of its loop sets anew, and a loop within reduces (places.c) */
    VEC(struct acc_call) between; /* of its loops that `collapse(force:)` joins: what is called between them */
    struct span at;               /* the line, with its line end */
    struct span stmt;             /* its statement; empty: it has none */
    bool end_is_hidden;           /* where it ends is in a macro's words: stmt.e is not that place */
    const struct node *node;      /* `while (…)` in its place, in the tree of the text (asked.c); NULL: not read */
    const struct func *func;      /* in which the node stands */
    struct span scope;            /* of `declare` in a function: from there to the end of its block */
    struct acc_construct *up;
    unsigned levels;  /* levels.c: of a loop; 0: its iterations run in order */
    bool shared;      /* of a compute construct: gangs share its loops */
    unsigned routine; /* of a routine directive: its number in acc_file.routines, from 1; 0: none */
    bool at_file_scope;
    bool as_threads;  /* of a loop of vectors alone: threads run them */
    bool uses_lanes;  /* of a compute construct: some loop in it has lanes of its own */
    bool calls_gangs; /* of a compute construct: it is a loop whose gangs the routines have that it calls */
};

struct acc_routine {
    const char *name;
    unsigned levels; /* that its loops may have */
    unsigned dim;    /* of its gangs: their dimensions up to this one; 0: it has none */
    bool named;      /* routine(name) */
    bool is_static;  /* named: it is declared so */
    uint32_t end;    /* without a name: of the declaration after the directive */
};

struct places;
struct acc_file { /* in the order of the text */
    struct front *f;
    struct text t;
    VEC(struct acc_construct *) v;
    VEC(struct acc_routine) routines;
    bool has_queues;  /* the text names the runtime's functions of queues */
    const char *read; /* what Clang has read: nodes have their places there. The text, but where a source is translated:
                       * there place() says where the word that begins or ends at such a place does so in the text; 0:
                       * nowhere, as macros hide it */
    uint32_t (*place)(const struct places *p, uint32_t there, bool end); /* NULL: the places are the same */
    const struct places *places;
    bool lost; /* a place was asked for that is nowhere */
};

#define has_directive(C, D) (((C)->directives & 1u << ACC_##D) != 0)
#define ACC_COMPUTES (1u << ACC_PARALLEL | 1u << ACC_KERNELS | 1u << ACC_SERIAL)
static inline bool is_compute(const struct acc_construct *c) { return c->directives & ACC_COMPUTES; }
static inline bool is_loop(const struct acc_construct *c) { return has_directive(c, LOOP); }

/* edits.c: changes of the text */
struct acc_edit {
    uint32_t from, to;
    int number; /* at one place in this order */
    const char *text;
};
typedef VEC(struct acc_edit) acc_edit_list;
void acc_marker(const struct front *f, uint32_t at, struct sb *out); /* "# 12 "file.c"", of the place, as a line */
void acc_edit(struct front *f, acc_edit_list *e, uint32_t from, uint32_t to, const char *text);
/* lines of ours at the end of a statement, after which the user's line goes on; at the end of several, what was added
 * last comes first: that of the inner one */
void acc_insert(struct front *f, acc_edit_list *e, uint32_t at, const char *lines);
/* the text from `from` to `to` with the edits in it, which it sorts */
void acc_edited(struct text t, struct span part, acc_edit_list *e, struct sb *out);
void acc_replace(struct front *f, struct sb *text); /* of the file; takes it */

/* proved.c: what analysis has proved of loops is said by directives; before anything is read */
void acc_prove(struct front *f);

/* parse.c */
struct acc_construct *acc_parse(struct front *f, uint32_t begin, uint32_t end);
const struct acc_clause *acc_find(const struct acc_construct *c, enum acc_clause_kind k); /* the first, or NULL */
/* of a reduction that acc/proved.c has written: one that the text declares */
bool acc_is_own_operator(const struct parser *ps, const struct acc_clause *c);
/* the next item of the list after `r`; false: none */
bool acc_next_item(const struct parser *ps, struct range list, struct range *r);

/* asked.c */
void acc_ask(struct acc_file *a);
bool acc_next_number(const struct parser *ps, const struct acc_clause *x, struct range *r);
bool acc_known(const struct parser *ps, const struct acc_construct *c, struct range number); /* Is it a constant? */
bool acc_is_size(const struct acc_clause *x); /* num_gangs, num_workers, vector_length */
/* the value of a number that the construct says; 0: it is no constant */
long acc_value(const struct parser *ps, const struct acc_construct *c, struct range number);
unsigned acc_joined_loops(const struct parser *ps,
                          const struct acc_construct *c); /* that `collapse` or `tile` is about */
const struct acc_typed *acc_typed(const struct acc_construct *c, struct range item); /* NULL: nobody asked */
const struct type *acc_type(const struct acc_construct *c, struct range item); /* NULL: not known, or of no interest */
/* how many brackets of the item, `r[0:n][0:m]`, stand before those of the last pointer, of which there are several; 0:
 * the item is one piece of memory, or its type is not known */
unsigned acc_rows(const struct acc_file *a, const struct acc_construct *c, struct range item);

/* tree.c: the statement of the directive; NULL: it has none, or Clang does not understand it */
const struct node *acc_tree(const struct acc_construct *c);
const struct node *acc_function_around(const struct acc_construct *c); /* its body */
bool acc_is_directive(const struct acc_file *a, const struct node *n);
/* as tree_next, without the words of the directives in between */
const struct node *acc_next(const struct acc_file *a, const struct node *root, const struct node *n);
/* the k-th of the loops that the directive is about, from 0 on; NULL: it is none, or what is there is no `for` */
const struct node *acc_loop(const struct acc_file *a, const struct acc_construct *c, unsigned k);
const struct var *acc_loop_variable(const struct node *loop);
/* where the tree names the variable or function first, NAME or VARIABLE; NULL: nowhere */
const struct node *acc_name_in(const struct acc_file *a, const struct node *tree, const char *name, size_t n);
/* where what is there in the tree stands in the text; the end of it. 0: nowhere, which a->lost says */
uint32_t acc_begin_of(struct acc_file *a, uint32_t begin);
uint32_t acc_end_of(struct acc_file *a, uint32_t end);
struct span acc_span(struct acc_file *a, const struct node *n); /* of an expression or a statement, with its line */
/* Is what the name means at `at` declared in `within`? Not if `at` does not stand in it. */
bool acc_declared_between(const struct node *within, const struct node *at, const char *name, size_t n);

/* names.c */
struct slice acc_root(const struct parser *ps, struct range item); /* `a` of `a[0:n]` */
/* the bracket that the item's first section begins with; item.e: it has none */
unsigned acc_first_section(struct parser *ps, struct range item);
bool acc_same_word(const struct front *f, struct slice a, struct slice b);
bool acc_lists_variables(const struct acc_clause *x);   /* and is for devices that there is code for */
struct range acc_variables(const struct acc_clause *x); /* its list, without the operator of a reduction */
bool acc_lists(struct front *f, const struct acc_construct *c, struct slice name); /* Does any clause? */
bool acc_lists_word(struct front *f, const struct acc_construct *c, const char *name, size_t n);
bool acc_is_in(const struct acc_construct *x, const struct acc_construct *c); /* Does x stand in c's statement? */
bool acc_says(const struct acc_file *a, const struct acc_construct *x, const char *name, size_t n); /* the word */
/* Does the construct's statement name the variable, or a directive in it? */
bool acc_names(const struct acc_file *a, const struct acc_construct *c, struct slice name);
/* where the text names the variable or function; a member of a structure of that name is another. 0: nowhere */
uint32_t acc_find_name(struct text t, struct span s, const char *name, size_t n);
size_t acc_word_length(const char *s);
bool acc_begins_declaration(struct text t, uint32_t at);
/* a name in the tokens that the construct's statement declares, where the directive c stands in it; 0: there is none */
unsigned acc_declared_token(const struct acc_construct *construct, const struct parser *ps,
                            const struct acc_construct *c, struct range tokens);

/* apply.c */
void acc_read(struct acc_file *a);              /* all lines of the text */
void acc_settle_constructs(struct acc_file *a); /* checks them, and decides the levels of their loops */

/* check.c: after all are read */
/* the acc_device_t (openacc.h) that the token names; 0: that is left open; -1: it is none */
int acc_device_type(const struct parser *ps, unsigned i);
void acc_check(struct acc_file *a);

/* items.c */
void acc_check_items(struct acc_file *a, const struct acc_construct *c); /* of its clauses */
void acc_check_cache(struct acc_file *a, const struct acc_construct *c);
/* the length of the item's next section; r: the one before, or empty; false: none */
bool acc_next_length(struct parser *ps, struct range item, struct range *r);

/* places.c: after levels.c */
void acc_check_places(struct acc_file *a);
bool acc_has_own(const struct acc_construct *c, const char *name, size_t n); /* Is it in c->own? */

/* routines.c */
void acc_routines(struct acc_file *a);
const struct acc_routine *acc_routine_around(const struct acc_file *a, const struct acc_construct *c); /* or NULL */
const struct acc_clause *acc_routine_bind(const struct acc_construct *c); /* its clause, not its name; or NULL */
const struct acc_routine *acc_routine_named(const struct acc_file *a, const char *name); /* or NULL */
/* of the routines that the construct's statement names, the one whose loops have most levels, in the highest dimension
 * of gangs; NULL: it names none */
const struct acc_routine *acc_routine_called(const struct acc_file *a, const struct acc_construct *c);
unsigned acc_levels_called(const struct acc_file *a, const struct acc_construct *c); /* that one's; 0: there is none */

/* structures.c: a member of the structure, which is reduced, that cannot be; NULL: all can, or it is none */
const char *acc_structure_is_wrong(struct acc_file *a, const struct acc_construct *c, const struct acc_clause *x,
                                   struct range item);

/* levels.c */
void acc_levels(struct acc_file *a);
unsigned acc_gang_dim(const struct acc_construct *c); /* of a loop that gangs share, as it says: 1, 2, 3; 0: of none */
const struct acc_construct *acc_compute_around(const struct acc_construct *c); /* itself, if it is one; or NULL */

/* parts.c */
bool acc_is_part(struct parser *ps, struct range item); /* of a variable: `s.x`, `p->v[0:n]`, `(*pp)[0:3]` */
/* Is one of the two a part of the other? */
bool acc_parts_overlap(struct parser *ps, struct range x, struct range y);
/* where the code of the construct uses the item's variable so that it cannot be told whether that is the part; 0:
 * nowhere */
uint32_t acc_part_is_unclear(struct acc_file *a, const struct acc_construct *c, struct range item);

/* the body of the loops that the directive is about; NULL: they are fewer */
const struct node *acc_body_of_loops(const struct acc_file *a, const struct acc_construct *c);

/* write.c: the OpenMP that a construct stands for: lines, of which each becomes an associated statement of the one
 * before. Nothing: only its statement is left. */
struct acc_piece { /* of a line */
    uint32_t at;   /* in the line's text */
    unsigned tok;  /* of the user's line */
    bool copied;   /* the tokens from there on, as they are */
};
struct acc_omp {
    struct sb text; /* from the name of the directive on */
    VEC(struct acc_piece) pieces;
};
struct acc_written {
    struct acc_omp v[3];
    unsigned n;
    const char *check;  /* a statement before all: what the run has to be; NULL: nothing */
    const char *before; /* a statement, or lines, before; NULL: nothing */
    const char *after;  /* after the statement, or after the directive where it has none */
    bool opens;         /* the statement is put into braces, which `inside` closes */
    const char *first;  /* behind the brace that opens; NULL: nothing */
    const char *inside; /* at the statement's end, within it */
    const char *own;    /* declarations at the beginning of `body`, which is put into braces; NULL: none */
    struct span body;   /* of the loops that the directive is about */
    const char *end;    /* a directive after the declaration that ends at end_at */
    uint32_t end_at;
    acc_edit_list changes; /* in its statement */
};
void acc_write(struct acc_file *a, const struct acc_construct *c, struct acc_written *w);

#endif
