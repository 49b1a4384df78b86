/* analysis/facts/calls.h: facts about functions. Each function of the file has two sets of bits: for its own code, and
 * for its code and that of all functions that it may call. A function may call whatever it names, since an address can
 * be passed on and called elsewhere. Rows are made once, callees before callers, functions that call each other
 * together (the strongly connected components of the call graph). So no question walks over calls, and no answer
 * depends on how long a chain of calls is. */
#ifndef GANTRY_CALLS_H
#define GANTRY_CALLS_H

#include "../../region/region.h"

enum { LIBRARY_FACTS_AT = 9 }; /* the traits of library.def are facts, shifted by this */
enum facts {
    /* what others can see, and what depends on who runs it (effects.c) */
    HAS_EFFECT = 1,   /* stores that others see, volatile accesses, output */
    HAS_QUERY = 2,    /* asks for thread numbers and the like */
    HAS_SYNC = 4,     /* waits for other threads, or cannot be seen */
    HAS_PARALLEL = 8, /* opens a parallel region, or cannot be seen */
    ANY_EFFECT = HAS_EFFECT | HAS_QUERY | HAS_SYNC | HAS_PARALLEL,

    HAS_TEAM = 16, /* a construct that all threads of the team must reach: a barrier, a worksharing loop … */
    HAS_TASKS = 32,
    HAS_SIMD = 64,       /* simd loops that use the lanes of the calling thread; called.c adds it, during pass_lanes */
    HAS_BRANCHES = 128,  /* conditions other than a loop's */
    HAS_LOOPS = 1 << 20, /* loops, gotos */
    CALLS_POINTER = 256, /* calls through a pointer */
    CALLS_UNSEEN = 512,  /* names a user's function that is not defined in this file */

    /* facts that keep results from being compared with those of one thread (plan/reference.c) */
    BY_ARRIVAL = 1 << 21,   /* results depend on which thread comes first: critical, most atomics but updates */
    HAS_UPDATE = 1 << 22,   /* atomic or critical outside of worksharing: each caller repeats it */
    HAS_VARIANTS = 1 << 23, /* host and device run different code there */
    USES_DEVICES = 1 << 24, /* target constructs, and directives that move data */
    HAS_MEMORY = 1 << 25,   /* stores to a static variable declared in it, of which the host knows no device copy */

    SHARES_IN_TEAMS = 1 << 26, /* a distribute construct: iterations are shared among whatever teams there are */

    SETS_ICVS = LIBRARY_ICV << LIBRARY_FACTS_AT, /* sets ICVs of its task: omp_set_num_threads and the like */
    ASKS_TEAM_NUM = LIBRARY_TEAM_NUM << LIBRARY_FACTS_AT,
    ASKS_NUM_TEAMS = LIBRARY_NUM_TEAMS << LIBRARY_FACTS_AT,
    ASKS_THREAD_NUM = LIBRARY_THREAD_NUM << LIBRARY_FACTS_AT,
    ASKS_NUM_THREADS = LIBRARY_NUM_THREADS << LIBRARY_FACTS_AT,
    ASKS_OTHER = LIBRARY_OTHER << LIBRARY_FACTS_AT, /* asks otherwise which team or thread runs it, or how many there
                                                     * are */
    CALLS_MALLOC = LIBRARY_ALLOCATES << LIBRARY_FACTS_AT, /* malloc and the like */
    USES_HANDLES = LIBRARY_HANDLE << LIBRARY_FACTS_AT,    /* locks, events, memory of allocators */
    ASKS = ASKS_TEAM_NUM | ASKS_NUM_TEAMS | ASKS_THREAD_NUM | ASKS_NUM_THREADS | ASKS_OTHER,

    /* a function with none of these stores to nothing but its own variables, and its result is one of its arguments
     * and of what it reads: loops that call it may be vectorised */
    IMPURE = ANY_EFFECT | HAS_TEAM | HAS_TASKS | CALLS_POINTER | CALLS_UNSEEN | SETS_ICVS,
};

/* Where a function has variants (declare variant), host and device may call different ones at the same place. */
enum side { ON_DEVICE, ON_HOST, NSIDES };

struct analysis;
unsigned facts_of(struct analysis *a, enum side on, const struct func *f);   /* of f and of all that it may call */
unsigned facts_of_code(const struct unit *u, struct slice s);                /* of the code in s alone */
unsigned facts_of_callees(struct analysis *a, enum side on, struct slice s); /* of all that it may call */
unsigned facts_in(struct analysis *a, enum side on, struct slice s);         /* both */
/* Calls `found` once for each function that code in s names, or one that it may call, directly or not. */
void each_callee(struct analysis *a, enum side on, struct slice s, void (*found)(void *ctx, const struct func *f),
                 void *ctx);
/* A pass found that f's own code has these facts too; facts_spread then brings them to all that may call f. */
void facts_add(struct analysis *a, const struct func *f, unsigned facts);
void facts_spread(struct analysis *a);

/* Parts of facts_of_code: effects that no name shows (stores through computed addresses, calls through pointers), and
 * what a construct does by itself, whatever stands in it (bits of ANY_EFFECT). */
unsigned facts_of_memory(const struct unit *u, struct slice s);
unsigned facts_of_construct(const struct region *r);
bool uses_devices(const struct unit *u, struct slice s); /* USES_DEVICES */

void calls_print(struct analysis *a, FILE *f); /* --dump=calls */

#endif
