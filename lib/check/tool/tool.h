/* tool.h: gantry-golden, which `gantry golden` starts: recordings shown, compared, made smaller, put together.
 *
 * Layers: a file uses files of the lines above its own:
 *
 *   select.c    which checkpoints a command is for
 *   show.c      gantry golden show
 *   metric.c    errors by layer
 *   plot.c      them as a picture
 *   say.c       text, or one document of JSON or SARIF
 *   diff.c      gantry golden diff
 *   copy.c      gantry golden trim, merge
 *   main.c      command lines */
#ifndef GANTRY_GOLDEN_TOOL_H
#define GANTRY_GOLDEN_TOOL_H

#include "../../../src/base/base.h"
#include "../check.h"

enum { STATUS_GOOD, STATUS_ERROR, STATUS_NOTHING, STATUS_DIFFERENCES };

struct arguments { /* of all commands; each has rows for what it takes (main.c) */
    const char *files[64];
    unsigned nfiles;
    struct bytes regions; /* texts, each with its 0 */
    uint64_t first, last; /* launches */
    uint64_t every;
    bool inputs, outputs, force, metric, ranks;
    enum diag_format format; /* of diff: text, or one document */
    const char *values, *tolerance, *plot, *out;
    double bar;
    uint64_t layer; /* the dimension whose indices are layers; UINT64_MAX: the leading one */
};

/* ---- select.c ---- */
bool selected(const struct arguments *a, const struct golden_checkpoint *c);
struct golden_file *open_recording(const char *path); /* NULL: said why */
_Noreturn void no_memory(void);
bool may_write(const struct arguments *a, const char *path); /* false, said: it exists */
const char *plural(uint64_t n);

int show(const struct arguments *a);
int diff(const struct arguments *a);
int trim(const struct arguments *a);
int merge(const struct arguments *a);

/* ---- metric.c: per layer, the largest |test - reference| over the mean |reference| of the layer ---- */
struct score { /* of an array at one checkpoint */
    uint64_t launch;
    long double error; /* the worst layer's */
    uint64_t layer, layers;
};
struct curve {           /* of an array over launches */
    char name[256];      /* "step/u", "solve:41 after: u" */
    const char *counted; /* "launch", "check" */
    struct bytes scores;
};
/* false: these are no arrays of numbers of one type and shape */
bool metric(const struct golden_array *shape, const void *test, const void *reference, uint64_t dimension,
            struct score *out);

/* ---- say.c ---- */
struct saying {
    struct arena *arena;
    struct diag diag; /* of a document */
    FILE *to;         /* where a message goes, from say_begin to say_end */
    char *text;       /* what it was, for a document */
    size_t size;
};
void say_open(struct saying *s, enum diag_format format);
FILE *say_begin(struct saying *s);
void say_end(struct saying *s, enum diag_level level, struct loc loc);
void say_close(struct saying *s);

/* ---- plot.c ---- */
bool plot(const char *path, const struct curve *curves, size_t n, double bar);

#endif
