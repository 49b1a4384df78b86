/* alu_table.h: after the handlers of some rows: the same rows again are lines of a table of forms. */
#undef OP1
#undef OP2
#undef OP3
#undef OP4
#undef CMP
#undef CMP1
#undef PRED1
#undef PRED2

#define OP1(NAME, SUFFIX, D, A, ...) {#NAME "_" #SUFFIX, run_##NAME##_##SUFFIX, 2, {TYPE_##D, TYPE_##A}, false},
#define OP2(NAME, SUFFIX, D, A, B, ...)                                                                                \
    {#NAME "_" #SUFFIX, run_##NAME##_##SUFFIX, 3, {TYPE_##D, TYPE_##A, TYPE_##B}, false},
#define OP3(NAME, SUFFIX, D, A, B, C, ...)                                                                             \
    {#NAME "_" #SUFFIX, run_##NAME##_##SUFFIX, 4, {TYPE_##D, TYPE_##A, TYPE_##B, TYPE_##C}, false},
#define OP4(NAME, SUFFIX, D, A, B, C, E, ...)                                                                          \
    {#NAME "_" #SUFFIX, run_##NAME##_##SUFFIX, 5, {TYPE_##D, TYPE_##A, TYPE_##B, TYPE_##C, TYPE_##E}, false},
#define CMP(NAME, SUFFIX, A, B, ...)                                                                                   \
    {#NAME "_" #SUFFIX, run_##NAME##_##SUFFIX, 3, {TYPE_pred, TYPE_##A, TYPE_##B}, true},
#define CMP1(NAME, SUFFIX, A, ...) {#NAME "_" #SUFFIX, run_##NAME##_##SUFFIX, 2, {TYPE_pred, TYPE_##A}, true},
#define PRED1(NAME, ...) {#NAME "_pred", run_##NAME##_pred, 2, {TYPE_pred, TYPE_pred}, false},
#define PRED2(NAME, ...) {#NAME "_pred", run_##NAME##_pred, 3, {TYPE_pred, TYPE_pred, TYPE_pred}, false},
