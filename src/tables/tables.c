/* tables.c: the rows of directives.def, clauses.def and messages.def as arrays, and questions about them. */
#include "tables.h"

#include <stdio.h>
#include <string.h>

/* ---- leaves and directives ---- */
/* What may follow a leaf in one directive. The rest of the rules of OpenMP 5.2, 17.3 is in leaves_wrong(). */
#define AFTER_TARGET (LEAF_TEAMS | LEAF_PARALLEL | LEAF_SIMD)
#define AFTER_TEAMS (LEAF_DISTRIBUTE | LEAF_LOOP)
#define AFTER_DISTRIBUTE (LEAF_PARALLEL | LEAF_SIMD)
#define AFTER_PARALLEL (LEAF_FOR | LEAF_LOOP)
#define AFTER_FOR LEAF_SIMD
#define AFTER_SIMD 0
#define AFTER_LOOP 0

#define LEAF(E, S, A) {S, FORM_##A, AFTER_##E},
#define DIRECTIVE(E, ...)
const struct leaf_info leaf_rows[LEAF_COUNT] = {
#include "directives.def"
};
#undef LEAF
#undef DIRECTIVE
#define ONLY_BOTH false
#define ONLY_HOST true
#define LEAF(E, S, A)
#define DIRECTIVE(E, S, F, W, C, B, D) {S, FORM_##F, ONLY_##W, CLASS_##C, BY_##B, DOES_##D},
const struct directive_info directive_rows[DIR_COUNT] = {
    {NULL, FORM_BLOCK, false, CLASS_OTHER, BY_ALL, DOES_SYNC},
#include "directives.def"
};
#undef LEAF
#undef DIRECTIVE

/* ---- clauses: in the takers column L_x is a leaf, D_x a directive ---- */
#define LEAF(E, S, A) L_##E,
#define DIRECTIVE(E, ...)
enum {
    L_NONE, /* the end of a row's takers */
#include "directives.def"
#undef LEAF
#undef DIRECTIVE
#define LEAF(E, S, A)
#define DIRECTIVE(E, ...) D_##E,
#include "directives.def"
    TAKERS
};
#undef LEAF
#undef DIRECTIVE
_Static_assert(TAKERS <= 256, "a taker is one byte");

#define CLAUSE(E, S, A, T, N, ...) {S, ARG_##A, TIMES_##T, NUMBER_##N, {__VA_ARGS__}},
#define OTHER_CLAUSE(S)
const struct clause_info clause_rows[CLAUSE_COUNT] = {
    {NULL, ARG_NONE, TIMES_ONCE, NUMBER_FREE, {0}},
#include "clauses.def"
};
#undef CLAUSE
#undef OTHER_CLAUSE
#define CLAUSE(E, ...)
#define OTHER_CLAUSE(S) S,
const char *const other_clauses[] = {
#include "clauses.def"
    NULL,
};
#undef CLAUSE
#undef OTHER_CLAUSE

const struct keyword keyword_rows[] = {
    /* map types, then modifiers */
    {CLAUSE_MAP, "to", MAPMOD_TO},
    {CLAUSE_MAP, "from", MAPMOD_FROM},
    {CLAUSE_MAP, "tofrom", MAPMOD_TO | MAPMOD_FROM},
    {CLAUSE_MAP, "alloc", MAPMOD_ALLOC},
    {CLAUSE_MAP, "release", MAPMOD_RELEASE},
    {CLAUSE_MAP, "delete", MAPMOD_DELETE},
    {CLAUSE_MAP, "always", MAPMOD_ALWAYS},
    {CLAUSE_MAP, "close", MAPMOD_CLOSE},
    {CLAUSE_MAP, "present", MAPMOD_PRESENT},
    {CLAUSE_MAP, "ompx_hold", MAPMOD_HOLD},
    {CLAUSE_MAP, "ompx_no_create", MAPMOD_NO_CREATE},
    {CLAUSE_TO, "present", MAPMOD_PRESENT},
    {CLAUSE_FROM, "present", MAPMOD_PRESENT},
    {CLAUSE_SCHEDULE, "static", SCHED_STATIC},
    {CLAUSE_SCHEDULE, "dynamic", SCHED_DYNAMIC},
    {CLAUSE_SCHEDULE, "guided", SCHED_GUIDED},
    {CLAUSE_SCHEDULE, "auto", SCHED_AUTO},
    {CLAUSE_SCHEDULE, "runtime", SCHED_RUNTIME},
    {CLAUSE_SCHEDULE, "monotonic", SCHED_MONOTONIC},
    {CLAUSE_SCHEDULE, "nonmonotonic", SCHED_NONMONOTONIC},
    {CLAUSE_SCHEDULE, "simd", SCHED_SIMD},
    {CLAUSE_DIST_SCHEDULE, "static", SCHED_STATIC},
    {CLAUSE_DEFAULT, "shared", DEFAULT_SHARED},
    {CLAUSE_DEFAULT, "none", DEFAULT_NONE},
    {CLAUSE_DEFAULT, "firstprivate", DEFAULT_FIRSTPRIVATE},
    {CLAUSE_DEFAULT, "private", DEFAULT_PRIVATE},
    {CLAUSE_DEFAULTMAP, "alloc", DEFAULTMAP_ALLOC},
    {CLAUSE_DEFAULTMAP, "to", DEFAULTMAP_TO},
    {CLAUSE_DEFAULTMAP, "from", DEFAULTMAP_FROM},
    {CLAUSE_DEFAULTMAP, "tofrom", DEFAULTMAP_TOFROM},
    {CLAUSE_DEFAULTMAP, "firstprivate", DEFAULTMAP_FIRSTPRIVATE},
    {CLAUSE_DEFAULTMAP, "none", DEFAULTMAP_NONE},
    {CLAUSE_DEFAULTMAP, "default", DEFAULTMAP_DEFAULT},
    {CLAUSE_DEFAULTMAP, "present", DEFAULTMAP_PRESENT},
    {CLAUSE_DEFAULTMAP, "scalar", DEFAULTMAP_SCALAR},
    {CLAUSE_DEFAULTMAP, "aggregate", DEFAULTMAP_AGGREGATE},
    {CLAUSE_DEFAULTMAP, "pointer", DEFAULTMAP_POINTER},
    {CLAUSE_DEFAULTMAP, "all", DEFAULTMAP_ALL},
    {CLAUSE_BIND, "teams", BIND_TEAMS},
    {CLAUSE_BIND, "parallel", BIND_PARALLEL},
    {CLAUSE_BIND, "thread", BIND_THREAD},
    {CLAUSE_ORDER, "concurrent", ORDER_CONCURRENT},
    {CLAUSE_ORDER, "reproducible", ORDER_REPRODUCIBLE},
    {CLAUSE_ORDER, "unconstrained", ORDER_UNCONSTRAINED},
    {CLAUSE_DEVICE, "ancestor", DEVICE_ANCESTOR},
    {CLAUSE_DEVICE, "device_num", DEVICE_NUM},
    {CLAUSE_DEVICE_TYPE, "any", DEVTYPE_ANY},
    {CLAUSE_DEVICE_TYPE, "host", DEVTYPE_HOST},
    {CLAUSE_DEVICE_TYPE, "nohost", DEVTYPE_NOHOST},
    {CLAUSE_PROC_BIND, "primary", PROC_BIND_PRIMARY},
    {CLAUSE_PROC_BIND, "master", PROC_BIND_PRIMARY},
    {CLAUSE_PROC_BIND, "close", PROC_BIND_CLOSE},
    {CLAUSE_PROC_BIND, "spread", PROC_BIND_SPREAD},
    {CLAUSE_REDUCTION, "task", REDMOD_TASK},
    {CLAUSE_REDUCTION, "inscan", REDMOD_INSCAN},
    {CLAUSE_FAIL, "seq_cst", FAIL_SEQ_CST},
    {CLAUSE_FAIL, "acquire", FAIL_ACQUIRE},
    {CLAUSE_FAIL, "relaxed", FAIL_RELAXED},
    {CLAUSE_AT, "compilation", AT_COMPILATION},
    {CLAUSE_AT, "execution", AT_EXECUTION},
    {CLAUSE_SEVERITY, "fatal", SEVERITY_FATAL},
    {CLAUSE_SEVERITY, "warning", SEVERITY_WARNING},
    {CLAUSE_NONE, NULL, 0},
};

#define MSG(I, L, N, M) {I, L, N, M},
const struct message_row message_rows[] = {
#include "messages.def"
    {NULL, NULL, NULL, NULL},
};
#undef MSG

const char *leaf_name(enum directive_leaf one)
{
    for (int i = 0; i < LEAF_COUNT; i++)
        if (one == 1u << i)
            return leaf_rows[i].name;
    return "";
}

const char *clause_name(enum clause_kind k) { return k > CLAUSE_NONE && k < CLAUSE_COUNT ? clause_rows[k].name : ""; }

const char *op_name(enum op o)
{
    static const char *const names[] = {
        [OP_NONE] = "",   [OP_ADD] = "+",   [OP_SUB] = "-",  [OP_MUL] = "*",   [OP_DIV] = "/",
        [OP_AND] = "&",   [OP_OR] = "|",    [OP_XOR] = "^",  [OP_LAND] = "&&", [OP_LOR] = "||",
        [OP_MIN] = "min", [OP_MAX] = "max", [OP_SHL] = "<<", [OP_SHR] = ">>",  [OP_USER] = "declared",
    };
    return (unsigned)o < sizeof names / sizeof *names ? names[o] : "";
}

unsigned keyword_bits(enum clause_kind k, const char *word, unsigned len)
{
    for (const struct keyword *w = keyword_rows; w->word; w++)
        if (w->clause == k && strlen(w->word) == len && memcmp(w->word, word, len) == 0)
            return w->bits;
    return 0;
}

const char *keyword_word(enum clause_kind k, unsigned bits)
{
    for (const struct keyword *w = keyword_rows; w->word; w++)
        if (w->clause == k && w->bits == bits)
            return w->word;
    return "";
}

/* why the leaf `after` may not follow the leaf `before` */
static const char *pair_wrong(unsigned before, unsigned after)
{
    if (before == after)
        return "a construct cannot be combined with itself";
    if (before == LEAF_TARGET && after == LEAF_LOOP)
        return "'target loop' is not a directive; write 'target teams loop', or 'loop' on a line of its own";
    if (before == LEAF_TARGET || before == LEAF_TEAMS)
        return "the work-sharing construct lacks its 'teams', 'distribute' or 'parallel' in between";
    if (after == LEAF_TARGET || after == LEAF_TEAMS)
        return "'target' and 'teams' come first";
    return "these constructs cannot follow each other in one directive";
}

const char *leaves_wrong(const unsigned *seq, unsigned n, unsigned *at)
{
    for (unsigned i = 0; i + 1 < n; i++)
        for (int b = 0; b < LEAF_COUNT; b++)
            if (seq[i] == 1u << b && !(leaf_rows[b].after & seq[i + 1])) {
                *at = i + 1;
                return pair_wrong(seq[i], seq[i + 1]);
            }
    for (unsigned i = 0; i + 1 < n; i++) { /* 'distribute parallel' is composite: it needs the 'for' */
        bool composite = seq[i] == LEAF_DISTRIBUTE && seq[i + 1] == LEAF_PARALLEL;
        if (composite && (i + 2 == n || seq[i + 2] != LEAF_FOR)) {
            *at = i + 1;
            return "'distribute parallel' must go on with 'for'";
        }
    }
    return NULL;
}

bool is_taskloop(enum directive d) { return d == DIR_TASKLOOP || d == DIR_TASKLOOP_SIMD; }

bool is_worksharing(enum directive d) { return directive_rows[d].class == CLASS_WORKSHARE; }

bool meets_team(enum directive d) { return is_worksharing(d) || directive_rows[d].class == CLASS_BARRIER; }

bool is_extension(enum directive d) { return d == DIR_SINGLE_LAUNCH || directive_rows[d].class == CLASS_LEAGUE; }

bool is_transparent(enum directive d)
{
    return directive_rows[d].class == CLASS_NO_CODE && directive_rows[d].form == FORM_BLOCK;
}

static bool takes(enum clause_kind k, unsigned taker)
{
    for (unsigned i = 0; i < MOST_TAKERS && clause_rows[k].takers[i]; i++)
        if (clause_rows[k].takers[i] == taker)
            return true;
    return false;
}

bool leaf_takes(enum clause_kind k, enum directive_leaf one)
{
    for (unsigned i = 0; i < LEAF_COUNT; i++)
        if (one == 1u << i)
            return takes(k, L_NONE + 1 + i);
    return false;
}

bool clause_allowed(enum clause_kind k, unsigned leaves, enum directive d)
{
    if (d != DIR_COMBINED)
        return takes(k, L_NONE + LEAF_COUNT + d);
    /* the barrier at the end of a combined parallel loop is the one of 'parallel': it cannot be removed */
    if (k == CLAUSE_NOWAIT && leaves & LEAF_PARALLEL)
        return leaves & LEAF_TARGET;
    for (unsigned i = 0; i < LEAF_COUNT; i++)
        if ((leaves & 1u << i) && takes(k, L_NONE + 1 + i))
            return true;
    return false;
}

const char *directive_name(unsigned leaves, enum directive d, char *buf, unsigned size)
{
    unsigned n = 0;
    buf[0] = 0;
    for (int i = 0; i < LEAF_COUNT; i++)
        if (leaves & 1u << i && n < size)
            n += (unsigned)snprintf(buf + n, size - n, "%s%s", n ? " " : "", leaf_rows[i].name);
    if (d != DIR_COMBINED && d < DIR_COUNT && n < size)
        snprintf(buf + n, size - n, "%s%s", n ? " " : "", directive_rows[d].name);
    return buf;
}
