/* src/tables: the tables of directives, clauses, messages and library functions (*.def), and the enumerations made from
 * them. Includes no other folder of the compiler. */
#ifndef GANTRY_TABLES_H
#define GANTRY_TABLES_H

#include <stdbool.h>

#define LEAF(E, S, A) LEAF_BIT_##E,
#define DIRECTIVE(E, ...)
enum { /* bit numbers of the leaves */
#include "directives.def"
       LEAF_COUNT
};
#undef LEAF
#undef DIRECTIVE
#define LEAF(E, S, A) LEAF_##E = 1u << LEAF_BIT_##E,
#define DIRECTIVE(E, ...)
enum directive_leaf {
    LEAF_NONE = 0,
#include "directives.def"
};
#undef LEAF
#undef DIRECTIVE
#define LEAF(E, S, A)
#define DIRECTIVE(E, ...) DIR_##E,
enum directive {
    DIR_COMBINED = 0, /* made of leaves: see region.leaves */
#include "directives.def"
    DIR_COUNT
};
#undef LEAF
#undef DIRECTIVE

#define CLAUSE(E, ...) CLAUSE_##E,
#define OTHER_CLAUSE(S)
enum clause_kind {
    CLAUSE_NONE = 0,
#include "clauses.def"
    CLAUSE_COUNT
};
#undef CLAUSE
#undef OTHER_CLAUSE

/* struct clause.modifiers */
enum { /* CLAUSE_MAP, CLAUSE_TO, CLAUSE_FROM: the map type and its modifiers */
       MAPMOD_TO = 1,
       MAPMOD_FROM = 2,
       MAPMOD_ALLOC = 4,
       MAPMOD_RELEASE = 8,
       MAPMOD_DELETE = 16,
       MAPMOD_ALWAYS = 32,
       MAPMOD_CLOSE = 64,
       MAPMOD_PRESENT = 128,
       MAPMOD_HOLD = 256,
       MAPMOD_IF_PRESENT = 512, /* OpenACC: nothing is wrong where it is not there */
       MAPMOD_NO_CREATE = 1024, /* OpenACC: nor does it come there */
};
enum { /* CLAUSE_SCHEDULE, CLAUSE_DIST_SCHEDULE: kind in the low bits */
       SCHED_STATIC = 1,
       SCHED_DYNAMIC,
       SCHED_GUIDED,
       SCHED_AUTO,
       SCHED_RUNTIME,
       SCHED_KIND = 7,
       SCHED_MONOTONIC = 8,
       SCHED_NONMONOTONIC = 16,
       SCHED_SIMD = 32,
};
enum { DEFAULT_SHARED = 1, DEFAULT_NONE, DEFAULT_FIRSTPRIVATE, DEFAULT_PRIVATE }; /* CLAUSE_DEFAULT */
enum { /* CLAUSE_DEFAULTMAP: an implicit behaviour and the variable categories that it applies to */
       DEFAULTMAP_ALLOC = 1,
       DEFAULTMAP_TO,
       DEFAULTMAP_FROM,
       DEFAULTMAP_TOFROM,
       DEFAULTMAP_FIRSTPRIVATE,
       DEFAULTMAP_NONE,
       DEFAULTMAP_DEFAULT,
       DEFAULTMAP_PRESENT,
       DEFAULTMAP_BEHAVIOUR = 15,
       DEFAULTMAP_SCALAR = 16,
       DEFAULTMAP_AGGREGATE = 32,
       DEFAULTMAP_POINTER = 64,
       DEFAULTMAP_ALL = 112,
};
enum { BIND_TEAMS = 1, BIND_PARALLEL, BIND_THREAD };                            /* CLAUSE_BIND */
enum { ORDER_CONCURRENT = 1, ORDER_REPRODUCIBLE = 2, ORDER_UNCONSTRAINED = 4 }; /* CLAUSE_ORDER */
enum { DEVICE_ANCESTOR = 1, DEVICE_NUM = 2 };                                   /* CLAUSE_DEVICE */
enum { DEVTYPE_ANY = 1, DEVTYPE_HOST, DEVTYPE_NOHOST };                         /* CLAUSE_DEVICE_TYPE */
enum { PROC_BIND_PRIMARY = 1, PROC_BIND_CLOSE, PROC_BIND_SPREAD };              /* CLAUSE_PROC_BIND */
enum { LASTPRIVATE_CONDITIONAL = 1 };                                           /* CLAUSE_LASTPRIVATE */
/* CLAUSE_REDUCTION. REDMOD_IN: it was in_reduction: the copy is combined with the original when the task ends. */
enum { REDMOD_TASK = 1, REDMOD_INSCAN = 2, REDMOD_IN = 4 };
enum { IF_OF_TASKS = 1 };  /* CLAUSE_IF: with the directive-name modifier task or taskloop */
enum { TASKS_STRICT = 1 }; /* CLAUSE_GRAINSIZE, CLAUSE_NUM_TASKS */
enum { DEPEND_IN = 1, DEPEND_OUT, DEPEND_MUTEXINOUTSET, DEPEND_INOUTSET }; /* CLAUSE_DEPEND, where its items are read */

/* CLAUSE_DOACROSS; DOACROSS_BEFORE: sink: omp_cur_iteration - 1 */
enum { DOACROSS_SOURCE = 1, DOACROSS_SINK, DOACROSS_BEFORE };
enum { FAIL_SEQ_CST = 1, FAIL_ACQUIRE, FAIL_RELAXED }; /* CLAUSE_FAIL */
enum { AT_COMPILATION = 1, AT_EXECUTION };             /* CLAUSE_AT */
enum { SEVERITY_FATAL = 1, SEVERITY_WARNING };         /* CLAUSE_SEVERITY */

/* reduction and atomic operators */
enum op {
    OP_NONE,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_AND,
    OP_OR,
    OP_XOR,
    OP_LAND,
    OP_LOR,
    OP_MIN,
    OP_MAX,
    OP_SHL,
    OP_SHR,
    OP_USER,
};

/* ---- rows, for parsers, checks and --help ---- */
enum directive_form { FORM_BLOCK, FORM_LOOP, FORM_ALONE, FORM_DECL };
struct leaf_info {
    const char *name;
    enum directive_form form;
    unsigned after; /* leaves that may follow it in a combined or composite directive (OpenMP 5.2, 17.3) */
};
enum directive_class { /* what passes and rules ask of a directive that is not made of leaves */
                       CLASS_OTHER,
                       CLASS_WORKSHARE, /* all threads of a team come to it, share its work and wait at its end */
                       CLASS_SECTION,
                       CLASS_BARRIER,
                       CLASS_MASKED, /* only threads of some numbers run it; nobody waits */
                       CLASS_CRITICAL,
                       CLASS_ATOMIC,
                       CLASS_FLUSH,
                       CLASS_ORDERED,
                       CLASS_CANCEL,
                       CLASS_TASK,    /* tasks, and what waits for them */
                       CLASS_LEAGUE,  /* all teams come to it, and wait at its end */
                       CLASS_NO_CODE, /* makes no code of its own: its statement runs as if it had no directive */
                       CLASS_DATA,    /* moves data between host and device */
                       CLASS_DECLARE, /* says something about the device's code and data */
                       CLASS_COUNT
};
enum run_by { BY_ALL, BY_ONE, BY_TASK };                           /* the column `by` of directives.def */
enum visible { DOES_NOTHING, DOES_QUERY, DOES_EFFECT, DOES_SYNC }; /* the column `does` of directives.def */
struct directive_info {                                            /* the columns of directives.def */
    const char *name;
    enum directive_form form;
    bool host_only;
    enum directive_class class;
    enum run_by by;
    enum visible does;
};
enum clause_arg {
    ARG_NONE,
    ARG_EXPR,
    ARG_OPT_EXPR,
    ARG_LIST,
    ARG_MAP,
    ARG_MOTION,
    ARG_REDUCTION,
    ARG_SCHEDULE,
    ARG_DEFAULT,
    ARG_LASTPRIVATE,
    ARG_LINEAR,
    ARG_ALIGNED,
    ARG_DEFAULTMAP,
    ARG_KIND,
    ARG_IF,
    ARG_DEVICE,
    ARG_NUM_TEAMS,
    ARG_DOACROSS,
    ARG_RAW,
    ARG_DEPEND,
    ARG_ALLOCATE,
    ARG_ALLOCATORS,
    ARG_TASKS,
};
enum { MOST_REGISTERS = 255 }; /* of a lane, on all NVIDIA GPUs */
enum clause_times { TIMES_ONCE, TIMES_MANY, TIMES_PER_NAME };
enum clause_number {
    NUMBER_FREE,
    NUMBER_POSITIVE,
    NUMBER_NATURAL,
    NUMBER_CONSTANT,
    NUMBER_DEVICE,
    NUMBER_THREAD,
    NUMBER_REGISTERS
};
enum { MOST_TAKERS = 16 };
struct clause_info { /* the columns of clauses.def */
    const char *name;
    enum clause_arg arg;
    enum clause_times times;
    enum clause_number number;
    unsigned char takers[MOST_TAKERS]; /* ends with a 0 */
};
struct keyword { /* a word that a clause's argument may have, and the bits of clause.modifiers that it stands for */
    enum clause_kind clause;
    const char *word;
    unsigned bits;
};
extern const struct leaf_info leaf_rows[LEAF_COUNT];
extern const struct directive_info directive_rows[DIR_COUNT]; /* [DIR_COMBINED] has no name */
extern const struct clause_info clause_rows[CLAUSE_COUNT];    /* [CLAUSE_NONE] has no name */
extern const char *const other_clauses[];                     /* clauses of OpenMP that Gantry leaves to the host
                                                               * compiler; NULL-terminated */
extern const struct keyword keyword_rows[];                   /* ends with a NULL word */

struct message_row {
    const char *id, *level, *name, *meaning;
};
extern const struct message_row message_rows[]; /* every diagnostic of ours; ends with a NULL id */

/* ---- what library functions do: rows of library.def, which says what the columns mean ---- */
enum library_place { LIBRARY_HOST, LIBRARY_DEVICE, LIBRARY_BUILT_IN };
enum library_effect {
    LIBRARY_COMPUTES,
    LIBRARY_SAME,
    LIBRARY_OF_THREAD,
    LIBRARY_SETS,
    LIBRARY_LOCKS,
    LIBRARY_ACTS,
};
enum library_trait {
    LIBRARY_STATE = 1,
    LIBRARY_ICV = 2,
    LIBRARY_TEAM_NUM = 4,
    LIBRARY_NUM_TEAMS = 8,
    LIBRARY_THREAD_NUM = 16,
    LIBRARY_NUM_THREADS = 32,
    LIBRARY_OTHER = 64,
    LIBRARY_ALLOCATES = 128,
    LIBRARY_HANDLE = 256,
    LIBRARY_SHORT = 512,
    LIBRARY_ERRNO = 1024,
    LIBRARY_IS_PREFIX = 2048, /* the row is for all names with this prefix */
};
struct library_row {
    const char *name;
    enum library_place place;
    enum library_effect effect;
    unsigned traits;
};
extern const struct library_row library_rows[];           /* without those of prefixes; ends with a NULL name */
const struct library_row *library_find(const char *name); /* or NULL; the program may define the name itself */
const char *library_spelling(const char *function);       /* as programs write it: the macro that calls it, as errno */

const char *leaf_name(enum directive_leaf one);
const char *clause_name(enum clause_kind k);
const char *op_name(enum op o);
/* the bits of `word` as an argument of clause k; 0: it is no keyword of k */
unsigned keyword_bits(enum clause_kind k, const char *word, unsigned len);
const char *keyword_word(enum clause_kind k, unsigned bits); /* the other way round; "" when there is none */
/* May these leaves form a directive? NULL, or the sentence that says why seq[*at] may not stand there. */
const char *leaves_wrong(const unsigned *seq, unsigned n, unsigned *at);
bool is_taskloop(enum directive d);    /* with simd or without */
bool is_worksharing(enum directive d); /* single, sections, scope */
bool meets_team(enum directive d);     /* all threads of a team must come to it: work-sharing, and barrier */
bool is_transparent(enum directive d); /* its statement runs as if it had no directive */
bool is_extension(enum directive d);   /* it is written `#pragma ompx`, never `#pragma omp` */
bool leaf_takes(enum clause_kind k, enum directive_leaf one);
bool clause_allowed(enum clause_kind k, unsigned leaves, enum directive d);
/* "target teams distribute parallel for", in the standard's order, into buf */
const char *directive_name(unsigned leaves, enum directive d, char *buf, unsigned size);

#endif
