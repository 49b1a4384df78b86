/* port_priv.h: what the files of src/port share. Layers, lowest first:
 *
 *   command.c  commands in a folder, with a time limit
 *   compare.c  what a program printed, compared
 *   tree.c     copies of the source tree
 *   build.c    the program's own build, and what it compiles
 *   loops.c    the loops of all files, and the files with directives at some of them
 *   settings.c settings of regions, by gantry tune
 *   samples.c  where the time goes
 *   state.c    what has been decided, on disk
 *   patch.c    kept steps as patches
 *   log.c      what people read afterwards
 *   check.c    is the program right?
 *   step.c     one loop, tried
 *   port.c     the command line, and the phases */
#ifndef GANTRY_PORT_PRIV_H
#define GANTRY_PORT_PRIV_H

#include "../base/base.h"
#include "port.h"

enum { PORT_GOOD = 0, PORT_USER = 1, PORT_USAGE = 2 };

/* The copies. Each is built apart: another one would be rebuilt as a whole whenever flags change. */
enum tree {
    TREE_SERIAL, /* never changed; with line tables: what is sampled, and what loops are read from */
    TREE_BEFORE, /* all steps that were kept */
    TREE_AFTER,  /* the same with the step that is tried */
    TREE_VERIFY, /* the same as AFTER, with -fverify */
    TREE_FAULTS, /* the same, with -fcheck */
    TREE_TUNE,   /* what was kept, with settings */
    TREES
};

struct source {        /* a C file that the build compiles and the user's tree holds */
    const char *path;  /* from the root on */
    const char *flags; /* of its compilation, a word a line */
    const char *text;  /* the user's */
    size_t len;
    const char *now[TREES]; /* the text that stands in each copy */
    const char *kept;       /* with the directives of all steps that were kept */
    const char *tried;      /* with the step's, too */
    const char *always;     /* the same, without the tests of size that directives have; NULL: it was not asked for */
    bool unread;            /* annotate does not understand it */
};

/* What a step gives directives to: one loop; or data that stays on the device between the regions of all loops that
 * were kept, or of all that are right; or settings that gantry tune has found for the regions. */
enum kind { TRY_LOOP, TRY_DATA, TRY_ALL, TRY_TUNE };
enum outcome { STEP_OPEN, STEP_NOT_TRIED, STEP_KEPT, STEP_UNDONE };
struct loop {
    enum kind kind; /* of another one than LOOP only what became of it, and `data`, is set */
    struct source *source;
    int line, last;
    const char *function, *verdict, *id, *reason; /* as annotate says them */
    const char *directive;                        /* NULL: annotate writes none, … */
    const char *none_id, *none;                   /* … therefore, where the loop is parallel */
    double seconds;                               /* spent in it, with all that it calls */
    /* ---- what became of it ---- */
    enum outcome outcome;
    bool right;           /* it passed all checks, whether it pays or not */
    unsigned step;        /* from 1 on; 0: it was not tried */
    const char *why;      /* of the outcome */
    const char *besides;  /* what else is to be said of it; NULL: nothing */
    double before, after; /* medians; 0: not timed */
    const char *patch;    /* KEPT: its file */
    const char *data;     /* lines: what stays on the device, with places and directives; what tune found */
};

struct function { /* a row of the call graph */
    const char *name;
    double seconds, self;
    const char *callers; /* with their parts, as text */
};

struct port {
    struct arena *arena;
    const struct port_here *here;
    /* ---- what was asked ---- */
    const char *program, *run, *verify, *check, *times, *measured;
    const char *work, *root, *below; /* folders: ours and the user's, absolute; below the root, where the command is */
    const char **build;              /* words; NULL-terminated */
    VEC(const char *) ignored, outputs;
    double limit, run_limit, faults_limit, tolerance, least;
    long pairs, tune; /* tune: how many settings of a region are tried; 0: it is not tuned */
    bool keep_all, in_place, again, no_faults;
    bool estimated; /* seconds of loops are guesses: the run is too short */
    /* ---- what is known ---- */
    double deadline;            /* of the whole command; 0: none */
    const char *bin;            /* the compilers that the build finds first */
    uint64_t key;               /* of what was asked and of the sources */
    VEC(struct source) sources; /* in the order of their paths */
    VEC(struct loop *) loops;   /* the hottest first */
    VEC(struct loop *) merges;  /* steps of the other kinds */
    VEC(struct function) functions;
    VEC(const char *) notes;
    double serial, total, final; /* seconds: a serial run; all that was sampled; the ported program, 0: not timed */
    double busy;                 /* processor time of a serial run, in seconds */
    double longest;              /* that a run may take */
    int status, verified;        /* of the serial program; of the last run of `verify` */
    unsigned steps;
    double bytes;      /* copied in a run of `verify`, with the steps that were kept; < 0: not known */
    unsigned regions;  /* that verify compared after the last kept step, … */
    unsigned sized;    /* … and with the tests of size that directives have */
    const char *ended; /* why before all was tried; NULL */
};

/* ---- command.c ---- */
double clock_now(void);
struct ran {
    int status;
    double seconds, busy; /* busy: of processors */
    bool late;            /* its time limit ended it */
    char *out, *err;      /* what it printed */
    size_t out_len;
};
/* `words` in a folder with some variables more ("NAME=value"); `limit` in seconds. `in`: its standard input; NULL: none
 */
struct ran command_in(struct port *p, const char *folder, const char *const *variables, const char *const *words,
                      const char *in, double limit);
struct ran command_shell(struct port *p, const char *folder, const char *const *variables, const char *command,
                         double limit);
bool out_of_time(const struct port *p);
int port_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));  /* PORT_USER */
const char *first_line(struct arena *a, const char *text, const char *with); /* that has `with`, or any; NULL: none */
void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));        /* on stderr */

/* ---- compare.c ---- */
/* The first difference as text, NULL: none. Numbers with a point or exponent may differ a little. */
const char *texts_differ(struct arena *a, const char *x, const char *y, double tolerance, const char *const *ignored,
                         size_t n);

/* ---- tree.c ---- */
const char *tree_path(const struct port *p, enum tree t);
const char *tree_folder(const struct port *p, enum tree t); /* of it, where the command was given */
bool tree_make(struct port *p, enum tree t);                /* false after a message */
uint64_t sources_hash(const struct port *p);                /* of all C files of the user's tree */
bool path_is_below(const char *path, const char *folder);
bool folder_empty(struct port *p, const char *path); /* with all in it; and makes it */

/* ---- build.c ---- */
bool compilers_make(struct port *p);
/* What the build gets to know ("NAME=value"); NULL-terminated */
const char *const *build_variables(struct port *p, enum tree t);
struct ran build_in(struct port *p, enum tree t);
const char *build_says(struct port *p, const struct ran *r); /* why it failed */
bool sources_find(struct port *p);                           /* after the build of SERIAL; false after a message */

/* ---- loops.c ---- */
bool loops_find(struct port *p); /* sets loops, in the order of files; false after a message */
/* Sets `tried` of all sources: with what was kept, and with what this step gives (NULL: no more). The reason where
 * that is not possible; NULL: done. */
const char *versions_make(struct port *p, const struct loop *step);
/* Sets `always`, after versions_make */
const char *versions_always(struct port *p, const struct loop *step);
const char *data_find(struct port *p, const struct loop *step); /* `data` of a step that is no loop */
bool versions_write(struct port *p,
                    enum tree t); /* `tried`, or `always` where it is verified, into that copy; false: the disk */
const char *loop_name(struct arena *a, const struct loop *l); /* FILE:LINE; of another kind, what it is */
const char *source_file(const struct port *p, enum tree t, const struct source *s); /* its path in that copy */
bool all_as_kept(const struct port *p);                                             /* is nothing new `tried`? */
struct loop *loop_at(const struct port *p, const char *file, int line);

/* ---- settings.c ---- */
const char *settings_make(struct port *p,
                          struct loop *l); /* sets `tried` and l->data; the reason where there are none */

/* ---- samples.c ---- */
bool times_measure(struct port *p); /* sets loops[].seconds and sorts; false after a message */

/* ---- state.c ---- */
bool state_find(struct port *p, bool *found); /* false after a message: the folder is not for this command */
bool state_begin(const struct port *p);       /* the folder is ours from now on; false after a message */
void state_take(struct port *p);              /* once the loops are known */
void state_write(const struct port *p);
bool is_too_short(const struct port *p); /* the run: times would say nothing */
extern const char *const outcome_names[];
void json_text_member(FILE *f, const char *name, const char *text); /* a member, with a comma before; NULL: nothing */
void json_functions(FILE *f, const struct port *p);                 /* the member "functions" */
void expected_write(const struct port *p, const struct ran *r);
const char *expected_path(const struct port *p, size_t i); /* of what it printed (0), and of its outputs (1 …) */

/* ---- patch.c ---- */
void patch_write(struct port *p, struct loop *l, const char *name, const char *subject, const char *body);

/* ---- log.c ---- */
void log_write(const struct port *p);
unsigned steps_kept(const struct port *p); /* those that have a patch */
const char *share_text(struct arena *a, const struct port *p, double seconds);

/* ---- check.c ---- */
/* The serial program builds, runs, is deterministic and passes; false after a message. Keeps what it computed. */
bool serial_check(struct port *p);
const char *program_wrong(struct port *p, enum tree t);      /* NULL: it is right */
const char *verify_wrong(struct port *p, unsigned *regions); /* NULL: each of so many computes what the CPU does */
/* gantry check on the emulated GPU: NULL: nothing was found. *bytes: copied; < 0: not known. *besides: it was not over
 * in time, or NULL */
const char *faults_wrong(struct port *p, double *bytes, const char **besides);

/* ---- step.c ---- */
bool before_build(struct port *p); /* the copy that steps are timed against: with `tried`; false after a message */
bool step_try(struct port *p, struct loop *l); /* false after a message: nothing more can be tried */
double final_time(struct port *p);

#endif
