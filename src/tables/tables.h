/* src/tables: rows of data and the enumerations made from them. Includes nothing. */
#ifndef GANTRY_TABLES_H
#define GANTRY_TABLES_H

#define LEAF(E, S, A) LEAF_BIT_##E,
#define DIRECTIVE(E, S, F, W)
enum { /* bit numbers of the leaves */
#include "directives.def"
    LEAF_COUNT
};
#undef LEAF
#undef DIRECTIVE
#define LEAF(E, S, A) LEAF_##E = 1u << LEAF_BIT_##E,
#define DIRECTIVE(E, S, F, W)
enum directive_leaf {
    LEAF_NONE = 0,
#include "directives.def"
};
#undef LEAF
#undef DIRECTIVE
#define LEAF(E, S, A)
#define DIRECTIVE(E, S, F, W) DIR_##E,
enum directive {
    DIR_COMBINED = 0, /* made of leaves: see region.leaves */
#include "directives.def"
    DIR_COUNT
};
#undef LEAF
#undef DIRECTIVE

#define CLAUSE(E, S, A, T, W) CLAUSE_##E,
enum clause_kind {
    CLAUSE_NONE = 0,
#include "clauses.def"
    CLAUSE_COUNT
};
#undef CLAUSE

/* struct clause.modifiers */
enum { /* CLAUSE_MAP, CLAUSE_TO, CLAUSE_FROM: the map type and its modifiers */
    MAPMOD_TO = 1, MAPMOD_FROM = 2, MAPMOD_ALLOC = 4, MAPMOD_RELEASE = 8, MAPMOD_DELETE = 16,
    MAPMOD_ALWAYS = 32, MAPMOD_CLOSE = 64, MAPMOD_PRESENT = 128, MAPMOD_HOLD = 256,
};
enum { /* CLAUSE_SCHEDULE, CLAUSE_DIST_SCHEDULE: kind in the low bits */
    SCHED_STATIC = 1, SCHED_DYNAMIC, SCHED_GUIDED, SCHED_AUTO, SCHED_RUNTIME, SCHED_KIND = 7,
    SCHED_MONOTONIC = 8, SCHED_NONMONOTONIC = 16, SCHED_SIMD = 32,
};
enum { DEFAULT_SHARED = 1, DEFAULT_NONE, DEFAULT_FIRSTPRIVATE, DEFAULT_PRIVATE }; /* CLAUSE_DEFAULT */
enum { BIND_TEAMS = 1, BIND_PARALLEL, BIND_THREAD };                              /* CLAUSE_BIND */
enum { ORDER_CONCURRENT = 1 };                                                    /* CLAUSE_ORDER */
enum { DEVICE_ANCESTOR = 1, DEVICE_NUM = 2 };                                     /* CLAUSE_DEVICE */

/* reduction and atomic operators */
enum op {
    OP_NONE, OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_AND, OP_OR, OP_XOR, OP_LAND, OP_LOR, OP_MIN, OP_MAX, OP_SHL, OP_SHR,
    OP_USER,
};

const char *leaf_name(enum directive_leaf one);
const char *clause_name(enum clause_kind k);
const char *op_name(enum op o);
/* "target teams distribute parallel for", in the standard's order, into buf */
const char *directive_name(unsigned leaves, enum directive d, char *buf, unsigned size);

#endif
