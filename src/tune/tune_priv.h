/* tune_priv.h: what the files of src/tune share. Stands on base alone.
 *
 * Layers: a file uses files of the lines above its own; tests/house/rooms.py reads this list and holds it:
 *
 *   random.c          numbers from a seed
 *   condition.c       conditions on values, as C and Python write them
 *   space.c           parameters with values, configurations, their neighbours
 *   build.c           a space out of rows of values and times
 *   read.c            files of recorded spaces to spaces
 *   search.c          what every strategy is given: ask for the cost of a configuration
 *   plain.c           random, greedy, basin hopping, annealing
 *   swarm.c           genetic, particle swarm
 *   surface.c         a Gaussian process over configurations
 *   bayes.c           the strategies that ask where the model expects most
 *   settings.def      what the default strategy may be set to
 *   strategies.def    the names of strategies
 *   race.c            the fastest of a few whose times vary
 *   replay.c          searches on a recorded space, and how near they come to its optimum
 *   tune.c            what the command asks for */
#ifndef GANTRY_TUNE_PRIV_H
#define GANTRY_TUNE_PRIV_H

#include "../base/base.h"

/* ---- random.c ---- */
struct random {
    uint64_t state;
};
struct random random_from(uint64_t seed);
double random_unit(struct random *r); /* from 0 up to, and without, 1 */
double random_normal(struct random *r);
int random_below(struct random *r, int n);
void random_shuffle(struct random *r, int *v, int n);

/* ---- condition.c ---- */
struct value {
    const char *text;
    double number;
    bool numeric;
};
struct binding { /* what a name in a condition stands for */
    const char *name;
    const struct value *value;
};
enum condition { CONDITION_FALSE, CONDITION_TRUE, CONDITION_WRONG };
/* why: set to what cannot be understood, for CONDITION_WRONG */
enum condition condition_holds(const char *text, const struct binding *names, int n, const char **why);

/* ---- space.c ---- */
struct parameter {
    const char *name;
    int n;
    struct value *values;
    bool ordered; /* all values are numbers, and ascend */
};
struct config {
    const unsigned short *at; /* the number of each parameter's value */
    const double *times;      /* as they were recorded, one after the other */
    int ntimes;
    double cost;         /* what it is taken to cost; INFINITY: it failed */
    const char *failure; /* how it failed */
};
struct space {
    const char *path, *name, *device, *unit;
    int nparameters;
    struct parameter *parameters;
    int n;
    struct config *configs;
    double best; /* the least cost */
    int failed;
    int *table; /* finds a configuration by its values */
    size_t table_size;
};
void space_finish(struct arena *a, struct space *s);             /* when parameters and configurations are there */
int space_find(const struct space *s, const unsigned short *at); /* -1: there is none */
/* The configurations that differ from c in one parameter; adjacent: and there by one step, where values have an order.
 * out has room for space_degree(s) numbers. */
int space_neighbours(const struct space *s, int c, bool adjacent, int *out);
int space_degree(const struct space *s);
/* The configuration nearest to a point whose coordinates go from 0 to 1 along the values of each parameter. */
int space_nearest(const struct space *s, const double *x);
double space_coordinate(const struct space *s, int c, int parameter);

/* ---- build.c: rows are added in any order; several with the same values are one configuration ---- */
struct row {
    const struct value *values; /* one for each parameter */
    const double *times;
    int ntimes;
    double cost; /* NAN: the median of the times */
    const char *failure;
};
struct building {
    struct space *space; /* names of parameters are given, values are found in the rows */
    VEC(struct row) rows;
    VEC(const char *) conditions; /* rows that break one are left out */
    bool lenient;                 /* conditions that cannot be understood are left out, with a warning */
    int left_out;
};
bool space_build(struct arena *a, struct building *b); /* false after a message on stderr */

/* ---- read.c: false after a message on stderr; problem: a description of the space (T1), or NULL ---- */
struct space *space_read(struct arena *a, const char *path, const char *problem);

/* ---- search.c ---- */
struct guidance { /* what is set in the default strategy: a row of settings.def */
    int first;    /* configurations that are spread out before anything is expected */
    int near;     /* every so many evaluations a neighbour of the best is asked for; 0: never */
    double limit; /* of the costs that worked, from which share on they count as equally bad */
    double again; /* the surface is fitted when so many times as many are known as at the last time */
};
extern const struct guidance guidances[]; /* the first is the one that is used */
extern const int nguidances;

struct search {
    const struct space *space;
    const struct guidance *guidance; /* NULL: the first */
    struct arena *arena;             /* what a strategy allocates lives as long as the search */
    struct random random;
    int budget;                                /* evaluations */
    double (*measure)(void *with, int config); /* INFINITY: it failed */
    void *with;
    double *cost; /* of each configuration; NAN: not tried */
    int *tried;   /* in this order */
    int ntried;
    int best; /* the best configuration so far, -1: none */
    int idle; /* asked for again since the last new one */
};
bool search_over(const struct search *s);
/* The cost of a configuration: measured the first time, remembered afterwards. INFINITY when it failed, and when the
 * search is over. A strategy that only asks for what it knows is given something new to think about. */
double search_ask(struct search *s, int config);
double search_best(const struct search *s); /* INFINITY: nothing has worked */
int search_untried(struct search *s);       /* any configuration that was not tried; there must be one */

/* ---- surface.c: what a Gaussian process expects of configurations that were not tried ---- */
struct surface;
/* room: observations at most; candidates: configurations that it keeps its expectation of */
struct surface *surface_new(const struct search *s, int room, int candidates);
int surface_candidates(const struct surface *f);
int surface_candidate(const struct surface *f, int i);          /* a configuration */
void surface_consider(struct surface *f, int config);           /* makes it a candidate */
void surface_add(struct surface *f, int config, double target); /* it was observed */
void surface_fit(struct surface *f,
                 bool each); /* finds how far it reaches: along each parameter, or the same along all */
void surface_limit(struct surface *f, double most); /* greater targets count as that */
void surface_expect(const struct surface *f, int i, double *mean, double *deviation);

/* ---- plain.c, swarm.c, bayes.c ---- */
void search_random(struct search *s);
void search_greedy(struct search *s);
void search_basin(struct search *s);
void search_annealing(struct search *s);
void search_genetic(struct search *s);
void search_swarm(struct search *s);
void search_bayes(struct search *s);
void search_default(struct search *s);

/* ---- race.c ---- */
enum { RACE_ROUNDS = 25, RACE_CANDIDATES = 12 };
struct race {
    struct random *random;
    double (*measure)(void *with, int config); /* a time; INFINITY: it failed */
    void *with;
    int before;   /* the configuration that is used if none is faster for certain; -1: none */
    int measured; /* out: how many times */
    bool won;     /* out: another one than that */
};
int race_run(struct race *q, const int *configs, int n); /* the configuration; -1: all failed */

/* ---- replay.c ---- */
struct strategy {
    const char *name, *about;
    void (*search)(struct search *s);
};
struct replay {
    const struct space *space;
    int budget, seeds;
    uint64_t seed;
    const struct guidance *guidance; /* NULL: the first */
    double *fractions;               /* of the optimum, after each evaluation: the mean over the seeds */
    double seconds;                  /* of a search */
};
void replay_run(const struct strategy *how, struct replay *r, struct arena *a);
/* A whole tuning on recorded times: a search, each evaluation one of the configuration's times, and the race of the
 * fastest; the configuration, and how many times were measured. */
int replay_tune(const struct strategy *how, const struct space *s, int budget, uint64_t seed, int *measured);

#endif
