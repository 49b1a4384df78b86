/* build.h: a module while its text is read: scope.c has its names, parse.c knows the grammar, decode.c what
 * instructions become. */
#ifndef GANTRY_SOFTGPU_BUILD_H
#define GANTRY_SOFTGPU_BUILD_H

#include "forms.h"

enum operand_kind { OP_NONE, OP_NUMBER, OP_WORD, OP_ADDRESS, OP_VECTOR, OP_LIST };
enum { MOST_PARTS = 64, MOST_STATEMENT = 8 };

struct operand {
    enum operand_kind kind;
    struct token t; /* a number, a name; the base of an address: kind OP_NUMBER or OP_WORD in base */
    enum operand_kind base;
    int64_t offset;
    bool opposite;        /* !p */
    struct operand *part; /* elements of a vector or list; of p|q, q */
    uint32_t nparts;
};

struct statement {
    int line;
    struct token opcode, guard;
    bool guarded, guard_not;
    uint32_t n;
    struct operand op[MOST_STATEMENT];
};

enum symbol_kind {
    SYM_REG,
    SYM_REGS,
    SYM_VARIABLE,
    SYM_LOCAL,
    SYM_PARAM,
    SYM_KERNEL_PARAM,
    SYM_FUNCTION,
    SYM_PROTOTYPE,
    SYM_TARGETS
};
struct symbol {
    enum symbol_kind kind;
    uint32_t index; /* register (of many: the first), variable, function; a place in the frame */
    uint32_t count, size;
    enum width width;
    const char *name;
    size_t n;
};

struct vreg {
    enum width width;
    uint32_t first, last, block; /* instructions; the straight piece of code that has all of them, or SEVERAL_BLOCKS */
    bool used;
    uint32_t unit;
};
enum { SEVERAL_BLOCKS = 0x7fffffff };

struct fixup { /* a branch to a label that may come later; into: of module.targets, else the instruction */
    struct token label;
    uint32_t at;
    bool table;
};
struct relocation {
    uint32_t variable, size;
    uint64_t offset;
    const char *symbol;
    int64_t addend;
    uint64_t mask;
    int line;
};
struct loop {
    uint32_t from, to;
};

struct build {
    struct module *m;
    struct lexer lexer;
    struct token t;
    jmp_buf bad;
    char *log;
    size_t log_size;
    VEC(struct symbol) symbols; /* of the scopes that are open; the first ones are the module's */
    struct names names;
    VEC(size_t) scopes;
    VEC(uint32_t) scope_params;
    VEC(struct relocation) relocations;
    struct names consts;
    struct store store;
    /* the function */
    uint32_t function;
    bool in_function;
    VEC(struct vreg) vregs;
    struct names labels;
    VEC(struct fixup) fixups;
    VEC(struct loop) loops;
    uint32_t block, param_top, param_most;
    int32_t place;
    int line;
    uint32_t widened_from, widened_to, widened_sign; /* after the instruction: a 32-bit result into a 64-bit register */
    VEC(struct loop) widen;                          /* from, to: registers */
    VEC(bool) widen_sign;
};

/* scope.c */
_Noreturn void build_bad(struct build *b, int line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
struct symbol *build_symbol(struct build *b, const struct token *name); /* NULL: unknown */
struct symbol *build_enter(struct build *b, const struct token *name, struct symbol s);
struct symbol *build_enter_text(struct build *b, const char *text, size_t n, struct symbol s);

/* decode.c, decode_function.c, decode_operands.c */
void decode_begin(struct build *b);
void decode_label(struct build *b, const struct token *name);
void decode_refuse(struct build *b, const struct statement *s); /* of its opcode: what the GPU does not have */
void decode(struct build *b, struct statement *s);
void decode_end(struct build *b);
uint32_t decode_vregs(struct build *b, enum width width, uint32_t n); /* the first */
static inline bool token_is(const struct token *t, const char *text)
{
    size_t n = 0;
    while (text[n])
        n++;
    return t->n == n && !__builtin_memcmp(t->at, text, n);
}

/* parse.c: false: the log says why */
bool parse(struct build *b, const char *text, size_t n);

/* ---- live.c ---- */
uint32_t live_most(const struct build *b, const struct function *f); /* 32-bit registers; UINT32_MAX: not counted */

#endif
