/* report_priv.h: what the files of src/report share: profiles (GANTRY_PROFILE=FILE.json, runtime/profile) as text, as a
 * page of HTML, and compared with each other. Stands on base alone.
 *
 * Layers: a file uses files of the lines above its own; tests/house/rooms.py reads this list and holds it:
 *
 *   units.c           numbers with their units
 *   cut.c             sums of the events of what has no sums
 *   mends.c           findings that the same lines mend
 *   read.c            the tree to runs: who ran, rows of sums, slices of time, findings
 *   reasons.c         why regions are as they are, of gantry explain
 *   source.c          the user's lines, what each cost, and whether they changed since
 *   html.c            text in HTML; bars with an axis
 *   grid.c            a table, as text and in a page
 *   tables.c          regions, copies, memory and variables as tables
 *   layers.c          what launches take of a device, and what was counted of them
 *   roofline.c        regions against what their device can do
 *   model.c           what regions and copies would take on a GPU that is not here
 *   side.c            several runs side by side
 *   text.c            a run as text
 *   timeline.c        slices as pictures of lanes
 *   embed.S           the page's style and script, files of page/
 *   frame.c           what a page begins and ends with
 *   page.c            a run as a page
 *   loops.c           what gantry annotate says of loops, as a page
 *   compare.c         runs old and new
 *   report.c          what the command asks for */
#ifndef GANTRY_REPORT_PRIV_H
#define GANTRY_REPORT_PRIV_H

#include "../base/base.h"

/* ---- units.c: into a text of UNIT_SIZE bytes ---- */
enum { UNIT_SIZE = 32 };
const char *unit_time(char *out, double microseconds); /* "12.3 ms" */
const char *unit_bytes(char *out, double bytes);       /* "8.00 MB" */
const char *unit_count(char *out, double n);           /* "8.00 M" */
const char *path_last(const char *path);               /* behind the last '/' */
double unit_step(double most, int ticks);              /* 1, 2 or 5 times a power of ten: at most that many to `most` */

/* ---- cut.c ---- */
const struct json *cut_parse(struct arena *a, const char *text, size_t n); /* what is whole of it; NULL: nothing */
/* An object for each process of the trace that has none among the profiles, made from its events */
struct json *cut_profiles(struct arena *a, const struct json *root, const struct json *profiles);

/* ---- read.c ---- */
struct row { /* as docs/see.md has them */
    const char *kind, *operation, *name, *construct, *file, *function, *why, *mode;
    int line, device; /* device -1: the host */
    double calls, total, own, least, most, bytes, compiling;
    int teams, threads, lanes;
    bool shapes_differ;
    double needed, points, floats, doubles; /* of all calls, by formula; below 0: not known */
    double registers, local, shared; /* by the driver: of a lane; bytes of a lane, of a team; below 0: not known */
    struct layers {                  /* counts of a model, of all launches that were counted; 0 launches: none */
        double launches, lanes, idle, empty, sectors, least_sectors, passes, least_passes, atomics;
    } counts;
};
struct slice {
    double begin, took;
    int pid, tid, line, depth; /* depth: slices of its lane that it lies in */
    const char *operation, *name, *file, *construct;
    double bytes;
};
struct lane {
    int pid, tid;
    const char *process, *name;
    bool on_device;
    size_t first, end; /* of its slices */
};
struct item { /* what a list item of a directive moved */
    const char *name, *file, *function;
    int line, device;
    double to_bytes, to_calls, from_bytes, from_calls, allocs;
};
struct finding {
    struct item item;
    const char *id, *text, *action, *directive, *where, *note;
    bool supposed, of_several; /* of several: the program used more than one device */
    double times, of, bytes, time;
    size_t mend; /* its number */
};
struct mend {               /* the lines to write, and what they mend */
    struct finding **found; /* n of them, what costs most first */
    size_t n;
    const char *place; /* where to write them */
    double time, bytes;
    bool is_little; /* too little to be read about */
};
struct device {
    int number;
    const char *kind, *name, *arch, *driver;
};
struct run { /* one process */
    const char *path, *program, *node;
    long process, rank;                              /* rank -1: alone */
    double began, wall, inside, events, cost, jumps; /* jumps: how often the clock went back */
    bool has_moves, cut;  /* cut: it did not end: sums are those of the events that it wrote */
    bool all;             /* the text leaves nothing out */
    VEC(struct row) rows; /* what takes most time first */
    VEC(struct device) devices;
    VEC(struct item) items;
    VEC(struct finding) findings;
    VEC(struct mend) mends; /* what costs most first */
    VEC(struct lane) lanes;
    VEC(struct slice) slices; /* by lane, then by time */
};
struct runs {
    VEC(struct run) v;
};
/* Adds the processes of a file; false after a message on stderr. */
bool runs_read(struct arena *a, const char *path, struct runs *out);
bool row_is(const struct row *r, const char *kind);
double run_total(const struct run *r,
                 const char *kind); /* microseconds of its rows, without what has rows of its own */
const char *row_where(struct arena *a, const struct row *r); /* "device 0, 8 x 128 x 1 spmd", "host: no device" */

/* ---- mends.c ---- */
void mends_find(struct arena *a, struct run *r);
bool mend_is_shown(const struct run *r, size_t i);                   /* else it is counted, or folded */
const char *finding_times(struct arena *a, const struct finding *x); /* "3 of 4 times" */

/* ---- reasons.c ---- */
enum { MOST_LINES = 1000000 }; /* of a file */
struct reason {
    const char *file, *what, *text; /* what: "mode", "loop", "data" …, "kernel", the id of a finding */
    int line;
};
struct reasons {
    VEC(struct reason) v;
};
bool reasons_are(const char *text, size_t n); /* are they, and no profile? */
bool reasons_read(struct arena *a, const char *path, const char *text, size_t n, struct reasons *out); /* false: said */
bool reason_is_of(const struct reason *r, const char *file);

/* ---- source.c ---- */
struct source_line {
    const char *text;
    double cost; /* microseconds of rows of this line */
    VEC(const struct row *) rows;
    VEC(const struct finding *) findings;
    VEC(const struct reason *) reasons;
};
struct source {
    const char *file, *path; /* path: where it was found; NULL: nowhere */
    bool changed;            /* since the program ran */
    double cost;
    VEC(struct source_line) lines; /* line 1 first */
};
struct sources {
    VEC(struct source) v; /* what cost most first */
};
void sources_read(struct arena *a, const struct run *r, const struct reasons *why, struct sources *out);

/* ---- timeline.c ---- */
void timeline_html(FILE *f, const struct run *r);

/* ---- html.c ---- */
struct bar {
    const char *label, *value, *class, *note; /* note: shown where the mouse is; may be NULL */
    double length;
    const char *class2; /* a second part behind the first; NULL: none */
    double length2;
};
void html_text(FILE *f, const char *s); /* with &lt; and so on */
const char *html_class(const char *operation);
/* rows of bars over an axis in the unit that `unit` prints */
void html_bars(FILE *f, const char *title, const char *axis, const struct bar *bars, size_t n,
               const char *(*unit)(char *, double));

/* ---- grid.c ---- */
enum { COLUMN_NAME = 1, COLUMN_LAST = 2, COLUMN_PAGE = 4 }; /* to the left, shortened; to the left; in the page alone */
struct column {
    const char *title, *page; /* page: its title there, if that is another */
    int width, how;
};
struct grid_row {
    const char **cells;
    double share; /* per cent of the time */
};
struct grid {
    const struct column *columns;
    size_t ncolumns;
    bool of_bytes;             /* shares are of the bytes that were copied */
    VEC(struct grid_row) rows; /* what costs most first */
};
const char **grid_row(struct arena *a, struct grid *g, double share); /* cells to fill */
void grid_text(FILE *f, const struct run *r, const struct grid *g);
void grid_html(FILE *f, const struct grid *g);
size_t rows_shown(const struct run *r, size_t n); /* of so many rows of a text */
void rest_text(FILE *f, size_t more, double share, bool of_bytes);

/* ---- tables.c ---- */
const char *row_title(struct arena *a, const struct row *r);
struct grid regions_grid(struct arena *a, const struct run *r);
struct grid moves_grid(struct arena *a, const struct run *r, const char *kind); /* "copy", "memory", "setup" */
struct grid own_grid(struct arena *a, const struct run *r, const char *kind);   /* "wait", "runtime" */
const struct item **items_by_bytes(struct arena *a, const struct run *r);       /* those that moved most first */
struct grid variables_grid(struct arena *a, const struct run *r);

/* ---- layers.c ---- */
void layers_text(struct arena *a, FILE *f, const struct run *r);
void layers_html(struct arena *a, FILE *f, const struct run *r);

/* ---- roofline.c ---- */
struct count { /* of a region, in one launch */
    const char *file, *function;
    int line;
    double bytes, floats, doubles; /* different bytes; operations */
    double sectors, requests, instructions,
        lanes; /* accesses in pieces of 32 bytes, and by warp; by warp; 0: not counted */
};
struct counts {
    VEC(struct count) v;
};
bool counts_are(const char *text, size_t n); /* are they, and no profile? */
bool counts_read(struct arena *a, const char *path, const char *text, size_t n, struct counts *out); /* false: said */
const struct count *count_of(const struct counts *counts, const struct row *r); /* NULL: not counted */
bool count_by_formula(const struct row *r, struct count *out);                  /* false: not known */
struct roof {
    const struct row *row;
    bool counted, emulated;             /* else by formula; its time is that of a CPU that plays a GPU */
    double share;                       /* per cent of the program's time */
    double bytes, operations;           /* of a call; operations below 0: not known */
    double a_point;                     /* bytes; 0: not known */
    double bytes_rate, operations_rate; /* a second */
    double intensity;                   /* operations a byte */
    double memory, arithmetic;          /* the limits of both rates; 0: not measured */
    double percent;                     /* of the nearer one */
    const char *by;
};
struct roofs {
    VEC(struct roof) v;
};
void roofs_place(struct arena *a, const struct run *r, const struct counts *counts, struct roofs *out);
void roofs_text(struct arena *a, FILE *f, const struct run *r, const struct roofs *all);
void roofs_html(struct arena *a, FILE *f, const struct roofs *all);

/* ---- model.c ---- */
void model_text(struct arena *a, FILE *f, const struct run *r, const struct counts *counts, const char *what);

/* ---- side.c ---- */
void side_text(struct arena *a, FILE *f, const struct runs *runs);
void side_html(struct arena *a, FILE *f, const struct runs *runs);

/* ---- text.c ---- */
void text_print(struct arena *a, FILE *f, const struct run *r, const struct counts *counts, const struct reasons *why);

/* ---- frame.c ---- */
struct page { /* in the making */
    FILE *f;
    char *text;
    size_t n;
};
FILE *page_begin(struct page *p, const char *command, const char *title); /* NULL: page_end says so */
bool page_end(struct page *p, const char *path);                          /* false after a message */

/* ---- page.c ---- */
bool page_write(struct arena *a, const char *path, const struct runs *runs, const struct counts *counts,
                const struct reasons *why); /* false after a message */

/* ---- compare.c ---- */
struct comparison { /* files of each side */
    VEC(const char *) old, new;
    double noise; /* per cent that do not count */
    bool all;     /* nothing is left out */
};
int compare_print(struct arena *a, FILE *f,
                  const struct comparison *c); /* 0 nothing slower, 3 something, 2 nothing compared */

#endif
