/* acc.c: the rows of acc.def as arrays. */
#include "acc.h"

#include <stddef.h>

const struct acc_argument_row acc_argument_rows[ACC_ARG_COUNT] = {
    [ACC_ARG_NONE] = {.may_lack = 1},
    [ACC_ARG_OPT_EXPR] = {.may_lack = 1},
    [ACC_ARG_INT] = {.numbers = 1},
    [ACC_ARG_OPT_INT] = {.may_lack = 1, .numbers = 1},
    [ACC_ARG_EXPRS] = {.numbers = 1},
    [ACC_ARG_OPT_EXPRS] = {.may_lack = 1, .numbers = 1},
    [ACC_ARG_LIST] = {.variables = 1},
    [ACC_ARG_DATA] = {.variables = 1},
    [ACC_ARG_REDUCTION] = {.variables = 1},
    [ACC_ARG_GANG] = {.may_lack = 1, .numbers = 1},
    [ACC_ARG_WORKER] = {.may_lack = 1, .numbers = 1},
    [ACC_ARG_VECTOR] = {.may_lack = 1, .numbers = 1},
    [ACC_ARG_COLLAPSE] = {.numbers = 1},
};

#define ACC_FORM_BLOCK ACC_BLOCK
#define ACC_FORM_LOOP ACC_LOOP_FORM
#define ACC_FORM_ALONE ACC_ALONE
#define ACC_FORM_DECL ACC_DECL
#define ACC_DIRECTIVE(E, S, F) {S, ACC_FORM_##F},
#define ACC_CLAUSE(...)
#define ACC_ALIAS(...)
#define ACC_MODIFIER(...)
const struct acc_directive_row acc_directive_rows[ACC_DIRECTIVE_COUNT] = {
#include "acc.def"
};
#undef ACC_DIRECTIVE
#undef ACC_CLAUSE

#define ACC_DIRECTIVE(E, S, F) A_##E = 1u << ACC_##E,
#define ACC_CLAUSE(...)
enum {
#include "acc.def"
};
#undef ACC_DIRECTIVE
#undef ACC_CLAUSE

/* the bits of up to 14 takers */
#define TAKERS(A, B, C, D, E, F, G, H, I, J, K, L, M, N, ...)                                                          \
    ((A) | (B) | (C) | (D) | (E) | (F) | (G) | (H) | (I) | (J) | (K) | (L) | (M) | (N))
#define TIMES_ONCE 1
#define TIMES_MANY 0
#define ACC_DIRECTIVE(...)
#define ACC_CLAUSE(E, S, A, T, O, ...)                                                                                 \
    {S, ACC_ARG_##A, TIMES_##T, O, TAKERS(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)},
const struct acc_clause_row acc_clause_rows[ACC_CLAUSE_COUNT] = {
    {NULL, ACC_ARG_NONE, 0, "", 0},
#include "acc.def"
};
#undef ACC_CLAUSE
#undef ACC_ALIAS
#undef ACC_MODIFIER

#define ACC_CLAUSE(...)
#define ACC_ALIAS(S, E) {S, ACC_CLAUSE_##E, 0},
#define ACC_MODIFIER(...)
const struct acc_word acc_aliases[] = {
#include "acc.def"
    {NULL, ACC_CLAUSE_NONE, 0}};
#undef ACC_ALIAS
#undef ACC_MODIFIER
#define ACC_ALIAS(...)
#define ACC_MODIFIER(W, E, B) {W, ACC_CLAUSE_##E, B},
const struct acc_word acc_modifiers[] = {
#include "acc.def"
    {NULL, ACC_CLAUSE_NONE, 0}};
