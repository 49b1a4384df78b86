/* Shared by the files of front/clang, the only ones of the project that include clang-c. */
#ifndef GANTRY_CLANG_GLUE_H
#define GANTRY_CLANG_GLUE_H

#include "../front_private.h"
#include "../../region/tree.h"

#include <clang-c/Index.h>

struct map32 { /* offset -> pointer, open addressing */
    uint32_t *keys;
    void **vals;
    size_t n, cap;
};
void *map32_get(const struct map32 *m, uint32_t key);
void map32_put(struct map32 *m, uint32_t key, void *val);

struct jump { /* a goto, return, break or continue that may leave a region, a `case` by which a switch enters one, or a
                 statement that no device can run */
    enum { JUMP_GOTO, JUMP_RETURN, JUMP_BREAK, JUMP_CONTINUE, JUMP_CASE, JUMP_LABEL, JUMP_ASM, JUMP_INDIRECT } kind;
    uint32_t off;
    uint32_t label;              /* JUMP_GOTO: where its label stands */
    const struct region *region; /* innermost around it */
};
struct extent {
    uint32_t begin, end, name;
};

/* Kinds of cursors that are noted as handled, by place: libclang visits some operands twice, and each may be patched
 * only once. */
enum noted {
    NOTED_TYPE, /* a declaration, a cast, an operand of sizeof */
    NOTED_SUBSCRIPT,
    NOTED_BINARY,
    NOTED_ASSIGNMENT,
    NOTED_PREFIX,
    NOTED_POSTFIX,
    NOTED_FUNCTION_NAME,
    NOTED_ALLOCA,
    NOTED_ALLOCAS_DECLARED,
    NOTED_PRINTF,
    NOTED_KINDS
};

struct type_cache { /* Clang's type -> ours, open addressing */
    const void **keys;
    struct type **vals;
    size_t n, cap;
};

struct glue {
    struct front *f;
    struct unit *u;
    struct arena *a;
    CXIndex index;
    CXTranslationUnit tu;
    uint32_t prefix;           /* length of the text that Clang gets before ours: declarations for the probes */
    struct map32 vla_typedefs; /* clang/vla.c */
    struct map32 noted[NOTED_KINDS];
    struct map32 vars, funcs, records, assoc_loops, region_at, constants;
    struct type_cache types, full_types;
    VEC(struct func *) builtins;
    VEC(struct extent) bodies; /* of function definitions, sorted */
    VEC(struct jump) jumps;
    struct {
        CXCursor *v;
        size_t n, cap;
    } stack; /* children of the cursors that are being visited, see children() */
    struct func *func;
    unsigned unevaluated;      /* > 0: inside sizeof and the like */
    unsigned declarable_types; /* > 0: types of expressions get declarators too */
    bool layouts;              /* types get their layout, as with front_options.layouts */
};

/* glue.c: lets libclang parse a text, with one more flag or NULL. The text may have errors; false when Clang itself
 * failed, which is reported. */
bool glue_parse(struct glue *g, const char *text, size_t len, const char *flag);
void glue_free(struct glue *g);

/* places */
uint32_t location_off(struct glue *g, CXSourceLocation l); /* UINT32_MAX: not in the text */
uint32_t cursor_off(struct glue *g, CXCursor c);           /* where its name or operator is */
struct slice cursor_slice(struct glue *g, CXCursor c);
/* children of c on g->stack from the returned index on, *n of them; children_end() takes them off again */
size_t children(struct glue *g, CXCursor c, unsigned *n);
void children_end(struct glue *g, size_t first);
CXCursor peel(CXCursor c); /* without parentheses and implicit casts */
CXCursor last_child(CXCursor c);
char *take_string(struct glue *g, CXString s);
bool same_text(struct glue *g, struct slice a, struct slice b); /* blanks do not count */
uint32_t skip_space(const struct unit *u, uint32_t at);         /* and line markers */

/* clang/types.c */
/* the type of an expression: one object for all expressions of that type; type.decl is NULL unless
 * g->declarable_types */
const struct type *expression_type(struct glue *g, CXType t);
void type_cache_free(struct type_cache *c);
bool is_array(CXType t);   /* after resolving typedefs */
bool is_address(CXType t); /* a pointer or an array */
struct type *type_of(struct glue *g, CXType t);
const char *layout_of(struct glue *g, CXType t);      /* layout.c */
struct type *type_of_param(struct glue *g, CXType t); /* arrays and functions as pointers */

/* clang/names.c */
struct var *var_of(struct glue *g, CXCursor decl);
struct func *func_of(struct glue *g, CXCursor decl);
bool says_constexpr(const struct unit *u, uint32_t begin, uint32_t end); /* is it a specifier in [begin, end)? */
bool has_text(const char *s, size_t n, const char *word);
struct func *called_as_written(struct glue *g, uint32_t off, CXCursor decl);
bool is_probe(struct glue *g, uint32_t off, CXCursor decl); /* is it PROBE_CALL? */
void use_all(struct glue *g, uint32_t off, CXCursor decl);  /* records that `off` needs all declarations of the name */

/* clang/patches.c: a patch that replaces `len` characters at `off` (0: an insertion) by s, which may be NULL, and the
 * parts added to it */
struct patch *patch_at(struct glue *g, uint32_t off, uint32_t len, const char *s);
struct patch *patch_end(struct glue *g, uint32_t off, const char *s); /* an insertion that closes an earlier one: nests
                                                                       * around patches at the same place */
void patch_part(struct glue *g, struct patch *p, struct patch_part x);
void patch_text(struct glue *g, struct patch *p, const char *s);
void patch_slice(struct glue *g, struct patch *p, struct slice s);
void patch_refuse(struct glue *g, uint32_t off, const char *what); /* reports that device code cannot have what stands
                                                                    * there */
bool is_noted(const struct glue *g, enum noted kind, uint32_t off);
void set_noted(struct glue *g, enum noted kind, uint32_t off);
bool note_once(struct glue *g, enum noted kind, uint32_t off);    /* true the first time */
void function_name_note(struct glue *g, CXCursor c);              /* clang/function_name.c */
void alloca_note(struct glue *g, CXCursor callee);                /* clang/alloca.c */
void printf_note(struct glue *g, CXCursor call, CXCursor format); /* clang/printf.c */

/* clang/tree.c */
void declaration_tree(struct glue *g, CXCursor c); /* an external declaration */

/* clang/constants.c */
bool constant_of_literal(struct glue *g, struct slice s, int64_t *value);
bool name_value(struct glue *g, CXCursor decl, int64_t *value); /* of an enumerator, or a const variable */
bool size_of_operand(CXCursor c, int64_t *value);               /* of sizeof, _Alignof; false: it varies */
void fold(struct node *n);                                      /* computes n->constant, n->value from its operands */

/* clang/access.c: references and what is done with them, from the trees */
void accesses_read(struct glue *g);

/* clang/vla.c: arrays of variable length */
struct vla_typedef {
    VEC(struct vla_dim) dims;
    size_t arrays;
    const char *element;
};
/* makes the patches for a cursor; called for every one, outer before inner */
void vla_note(struct glue *g, CXCursor c, enum CXCursorKind k, const CXCursor *kid, unsigned n);
bool vla_is(CXType t);        /* an array whose size varies */
CXType vla_element(CXType t); /* t without its arrays up to the last one of variable length */

/* clang/regions.c */
struct region *region_at(struct glue *g, uint32_t off);
/* Stores an operand of a probe in the clause, item or section that it belongs to. */
void region_operand(struct glue *g, struct node *n);
/* Sets the statement and the loops of r from the statement under its probe; returns the statement to be put into the
 * tree. */
struct node *region_statement(struct glue *g, struct region *r, struct node *body);
void regions_finish(struct glue *g);

/* clang/loops.c */
/* one loop, from its FOR: its parts, or why it is not canonical */
void loop_read(struct glue *g, struct loop *l, const struct node *n);
struct node *loop_out_of_braces(struct glue *g, struct node *n);
/* reads the loops of r's nest from its associated statement, and enters them into assoc_loops */
void loops_read(struct glue *g, struct region *r, struct node *stmt);
void loops_finish(const struct region *r); /* checks their bounds, once all names are known */

/* clang/atomic.c */
void atomic_read(struct glue *g, struct region *r, const struct node *stmt);
const struct node *atomic_expression(const struct node *n); /* of a statement */
void atomic_set_x(struct atomic *t, const struct node *x);
void atomic_set_v(struct atomic *t, const struct node *v);
/* clang/compare.c: NULL, or why the statement is none of the forms */
const char *atomic_read_compare(struct glue *g, struct atomic *t, const struct node *stmt);

/* clang/chunks.c */
void chunks_build(struct glue *g);

#endif
