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
 *   model.c           a cost out of the counts of the emulated device
 *   store.c           what was measured, in a file of SQLite
 *   steps.c           how a program is built, and built again with other settings
 *   regions.c         its regions: what each may be tuned by, and with what numbers it was recorded
 *   trial.c           one region with certain settings: is its answer right, and what does it cost?
 *   program.c         a program's regions, one after the other
 *   patch.c           what was measured as clauses in the source
 *   tune.c            what the command asks for */
#ifndef GANTRY_TUNE_PRIV_H
#define GANTRY_TUNE_PRIV_H

#include "../base/base.h"
#include "tune.h"

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
/* What times that vary amount to: the mean of their middle half. It moves less than the median, and what was disturbed
 * by far does not count; of few times, too, it is that of the half, so that more of them tell the same thing better. */
double times_middle(const double *times, int n);
struct middle {
    double mean, low, high; /* low, high: what it may be, as far as so many times tell */
};
struct middle times_weigh(const double *times, int n);
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
    double *times;
    int ntimes;
    double cost; /* NAN: times_middle */
    const char *failure;
};
struct building {
    struct space *space; /* names of parameters are given, values are found in the rows */
    VEC(struct row) rows;
    VEC(const char *) conditions; /* rows that break one are left out */
    const char *objective;        /* asked for by name, or NULL */
    bool lenient;                 /* conditions that cannot be understood are left out, with a warning */
    int left_out;
};
bool space_build(struct arena *a, struct building *b); /* false after a message on stderr */

/* ---- read.c: NULL after a message on stderr; problem: a description of the space (T1), or NULL; objective: "NAME",
 * "min:NAME", "max:NAME", or NULL: what the file says ---- */
struct space *space_read(struct arena *a, const char *path, const char *problem, const char *objective);

/* ---- search.c ---- */
struct guidance { /* what is set in the default strategy: a row of settings.def */
    int first;    /* configurations that are spread out before anything is expected */
    int near;     /* every so many evaluations a neighbour of the best is asked for; 0: never */
    int climb;    /* after so many of a hundred evaluations hill climbing begins, from the best; 0: never */
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
    int least;                                 /* more than 0: it is over before, when half of them, and as many as
                                                * this, have brought nothing better */
    double (*measure)(void *with, int config); /* INFINITY: it failed */
    double (*again)(void *with, int config);   /* with one more measurement than before; NULL: costs are exact */
    void *with;
    double *cost; /* of each configuration; NAN: not tried */
    int *tried;   /* in this order */
    int ntried;
    int best;          /* the best configuration so far, -1: none */
    int better;        /* evaluations up to the best */
    int idle;          /* asked for again since the last new one */
    VEC(double) * had; /* of each configuration: search_middle's times */
};
void search_begin(struct search *s); /* when all up to `with` is set */
bool search_over(const struct search *s);
/* The cost of a configuration: measured the first time, remembered afterwards. INFINITY when it failed, and when the
 * search is over. A strategy that only asks for what it knows is given something new to think about. */
double search_ask(struct search *s, int config);
double search_best(const struct search *s); /* INFINITY: nothing has worked */
/* The best, after it was measured once more: of many that vary it has mostly been lucky, and another one may be it. */
int search_confirmed(struct search *s);
/* Where costs vary: what so many more times of a configuration amount to, with all that were told before */
double search_middle(struct search *s, int config, const double *times, int n);
int search_ranked(struct search *s);  /* `tried`, the best first: how many of them worked */
int search_untried(struct search *s); /* any configuration that was not tried; there must be one */

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
enum { RACE_ROUNDS = 4000 };
struct race {
    struct random *random;
    double (*measure)(void *with, int config); /* a time; INFINITY: it failed */
    bool (*over)(void *with);                  /* is no time left? NULL: there always is */
    void *with;
    int rounds;   /* at most; 0: RACE_ROUNDS */
    int before;   /* the configuration that is used if none is faster for certain; -1: none */
    int measured; /* out: how many times */
    bool won;     /* out: another one than that */
    bool cut;     /* out: it was over before one had won */
};
int race_run(struct race *q, const int *configs, int n); /* the configuration; -1: all failed */
int race_tried(struct race *q, struct search *s);        /* … of all that worked in a search */
/* Is the other as fast as the configuration, as far as q->rounds times of each, taken in turn, tell? */
bool race_equal(struct race *q, int config, int other);

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
 * fastest; the configuration, and how many times were measured. budget 0: until half of the evaluations, and
 * REPEAT_LEAST of them, have brought nothing better, and REPEAT_MOST at most. */
enum { REPEAT_LEAST = 1000, REPEAT_MOST = 10000 };
int replay_tune(const struct strategy *how, const struct space *s, int budget, uint64_t seed, int *measured);

/* ---- model.c ---- */
double model_cost(const struct json *counts); /* of a kernel, as GANTRY_EMULATED_COUNTS has it; INFINITY: none */

/* ---- store.c: functions that return false set *error to a text ---- */
struct store;
struct store_key {
    const char *region, *place, *device, *driver, *sizes; /* place: "device" or "host" */
};
struct store_row {
    struct store_key key;
    const char *words; /* settings; "": as it is, which was the best */
    double cost, before;
    const char *unit, *kernel, *file;
    int line;
};
typedef VEC(struct store_row) store_list;
struct store *store_open(struct arena *a, const char *path, bool write, const char **error);
void store_close(struct store *s);
bool store_tried_put(struct arena *a, struct store *s, const struct store_key *k, const char *build, const char *words,
                     double cost, const char *failure, const char **error);
bool store_tried_find(struct arena *a, struct store *s, const struct store_key *k, const char *build, const char *words,
                      double *cost, const char **failure);
bool store_put(struct arena *a, struct store *s, const struct store_row *r, const char **error);
/* in the order of files and lines; of one region and place first the row that counts */
bool store_rows(struct arena *a, struct store *s, store_list *out, const char **error);
bool store_chosen(const store_list *l, size_t i); /* is it the row that counts? */

/* ---- steps.c: the commands of gantry cc that made a program ---- */
struct step {
    const char *directory, *output;  /* output: as a full path */
    bool links;                      /* it makes a program */
    VEC(const char *) words, inputs; /* inputs: full paths */
};
struct steps {
    const char *gantry; /* the command */
    const char *folder; /* for what is made on the way */
    const char *more;   /* words that every step gets: "-fverify …" */
    VEC(struct step) v;
};
/* Runs a command (NULL-terminated) with the environment in which gantry cc tells of itself; its exit status. */
int steps_record(struct arena *a, struct steps *s, const char *const *command);
/* What step i prints with one more word; NULL: it fails */
const char *step_print(struct arena *a, const struct steps *s, size_t i, const char *word);
/* The program, if step i gets one more word; NULL: it cannot be made, *why says it. The last link is the program's. */
const char *steps_build(struct arena *a, const struct steps *s, size_t i, const char *word, const char *name,
                        const char **why);
const struct step *steps_program(const struct steps *s); /* the last that links, no shared library; NULL: none */

/* ---- regions.c ---- */
struct offer { /* a setting that a region may have */
    const char *name;
    VEC(const char *) values; /* empty: it takes numbers, or a schedule */
};
struct offered {
    const char *identity, *place, *kernel, *func, *file; /* file: as the compiler names it */
    int line;
    size_t step;                  /* that compiles it */
    const char *sizes, *recorded; /* "m=100 n=200"; FUNCTION:LINE in the recording; NULL: it is not in there */
    uint64_t launch;              /* … and which launch of it */
    VEC(struct offer) offers;
};
typedef VEC(struct offered) offered_list;
bool regions_find(struct arena *a, const struct steps *s, const char *place, offered_list *out);
/* Which of them the recording has; false after a message */
bool regions_recorded(struct arena *a, const char *lib, const char *recording, offered_list *l);
struct shape { /* 0: not known */
    long teams, threads, lanes;
};
struct limits { /* of a team of the kernel on its device, as it is; 0: not known */
    long lanes, registers, most_lanes;
};
/* Its space: what would need more than a team may have is left out. `now` are the numbers that it has without settings;
 * the first configuration is that. */
struct space *region_space(struct arena *a, const struct offered *o, const struct shape *now,
                           const struct limits *limits, bool gpu, int *first, long *left_out);
/* The settings of a configuration that are not those of the first: "teams=8 lanes=4"; apart: those that the launch
 * takes are left out, and in *launch */
const char *region_words(struct arena *a, const struct space *s, int config, int first);

/* ---- trial.c ---- */
struct built {
    const char *words, *program, *why; /* program NULL: why not */
};
enum device { ON_EMULATED, ON_CUDA, IN_PLACE };
struct trials {
    struct arena *arena;
    const struct steps *steps;
    const struct offered *region;
    enum device device;
    const char *recording, *lib;
    const char *clock; /* a file with costs, instead of a clock; NULL: none */
    double limit;      /* seconds of a replay */
    int builds;
    VEC(struct built) programs;
};
struct outcome {
    double cost; /* INFINITY: it failed, … */
    const char *failure;
    double seconds; /* that the replay took */
    struct shape shape;
    struct limits limits;
};
/* words: settings; times: launches that are timed. */
struct outcome trial_run(struct trials *t, const char *words, int times);

/* ---- program.c, patch.c ---- */
struct tuning {
    const struct tune_house *house;
    const char *store, *device, *region; /* region: FUNCTION:LINE, only this one; or NULL */
    long budget, seconds;                /* of a region; of all */
    uint64_t seed;
    char **command; /* what builds and runs the program; or, with `sources`, gantry cc's words */
    int ncommand;
    char **arguments; /* of a program of sources */
    int narguments;
    bool sources;
};
int tune_program(const struct tuning *q);
int tune_show(const char *store);
int tune_patch(const char *store);

#endif
