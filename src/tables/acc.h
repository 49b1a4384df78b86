/* The tables of OpenACC (acc.def). */
#ifndef GANTRY_TABLES_ACC_H
#define GANTRY_TABLES_ACC_H

#define ACC_VERSION "202211" /* _OPENACC: OpenACC 3.3 (docs/openacc.md) */

#define ACC_DIRECTIVE(E, S, F) ACC_##E,
#define ACC_CLAUSE(...)
#define ACC_ALIAS(...)
#define ACC_MODIFIER(...)
enum acc_directive {
#include "acc.def"
    ACC_DIRECTIVE_COUNT
};
#undef ACC_DIRECTIVE
#undef ACC_CLAUSE
#define ACC_DIRECTIVE(...)
#define ACC_CLAUSE(E, ...) ACC_CLAUSE_##E,
enum acc_clause_kind {
    ACC_CLAUSE_NONE,
#include "acc.def"
    ACC_CLAUSE_COUNT
};
#undef ACC_DIRECTIVE
#undef ACC_CLAUSE
#undef ACC_ALIAS
#undef ACC_MODIFIER

enum acc_form { ACC_BLOCK, ACC_LOOP_FORM, ACC_ALONE, ACC_DECL };
enum acc_argument {
    ACC_ARG_NONE,
    ACC_ARG_EXPR,
    ACC_ARG_OPT_EXPR,
    ACC_ARG_INT,
    ACC_ARG_OPT_INT,
    ACC_ARG_EXPRS,
    ACC_ARG_OPT_EXPRS,
    ACC_ARG_LIST,
    ACC_ARG_DATA,
    ACC_ARG_REDUCTION,
    ACC_ARG_DEFAULT,
    ACC_ARG_DEVICES,
    ACC_ARG_GANG,
    ACC_ARG_WORKER,
    ACC_ARG_VECTOR,
    ACC_ARG_COLLAPSE,
    ACC_ARG_BIND,
    ACC_ARG_COUNT
};
enum { /* modifiers of data clauses */
       ACC_READONLY = 1,
       ACC_ZERO = 2,
       ACC_ALWAYS_IN = 4,
       ACC_ALWAYS_OUT = 8,
       ACC_ALWAYS = ACC_ALWAYS_IN | ACC_ALWAYS_OUT,
};

struct acc_argument_row {
    _Bool may_lack;  /* the clause may stand without it */
    _Bool numbers;   /* it has whole numbers */
    _Bool variables; /* it lists variables */
};
struct acc_directive_row {
    const char *name;
    enum acc_form form;
};
struct acc_clause_row {
    const char *name;
    enum acc_argument argument;
    _Bool once;
    const char *openmp;
    unsigned takers; /* bits 1 << enum acc_directive */
};
struct acc_word { /* another spelling of a clause; a modifier, with its bit */
    const char *word;
    enum acc_clause_kind clause;
    unsigned bit;
};
extern const struct acc_argument_row acc_argument_rows[ACC_ARG_COUNT];
extern const struct acc_directive_row acc_directive_rows[ACC_DIRECTIVE_COUNT];
extern const struct acc_clause_row acc_clause_rows[ACC_CLAUSE_COUNT]; /* [ACC_CLAUSE_NONE] has no name */
extern const struct acc_word acc_aliases[], acc_modifiers[];          /* end with a NULL word */

#endif
