/* src/base: what every other folder of the compiler builds on: arena memory, growing arrays, strings, files, graphs,
 * places in source files, diagnostics, other programs and temporary files. Includes libc only.
 *
 * Ownership: everything made from an arena lives as long as the arena; nothing is freed one by one. */
#ifndef GANTRY_BASE_H
#define GANTRY_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- error.c: an error of Gantry itself: says the stage, never returns (exit status 70) ---- */
_Noreturn void internal_error(const char *stage, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* A file that Gantry needs cannot be written (errno): the disk is full, a limit is reached. Says so, exit status 1. */
_Noreturn void cannot_write(const char *path);
/* Prints such a message, a line: as text, or through the function that error_says gives it (NULL: as text). */
void error_line(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void error_says(void (*say)(const char *line));
/* Registers a function that internal_error calls: it saves the temporary folder from removal, so that its files can go
 * with a bug report, and returns its name (NULL: there is none). */
void internal_error_keeps(const char *(*keep)(void));

/* ---- arena.c: one per translation unit or command; out of memory ends the process (exit status 70) ---- */
struct arena;
struct arena *arena_new(void);
void arena_free(struct arena *a);
void *arena_alloc(struct arena *a, size_t size); /* zeroed, aligned to 16 bytes */
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
#define NEW(a, T) ((T *)arena_alloc((a), sizeof(T)))

/* ---- growing arrays: VEC(T) is a struct { T *v; size_t n, cap; }; the storage comes from the arena ---- */
#define VEC(T)                                                                                                         \
    struct {                                                                                                           \
        T *v;                                                                                                          \
        size_t n, cap;                                                                                                 \
    }
void vec_grow_(struct arena *a, void *vec, size_t elem); /* doubles the capacity; `elem`: bytes of an element */
#define vec_push(a, vec, ...)                                                                                          \
    (((vec)->n == (vec)->cap ? vec_grow_((a), (vec), sizeof *(vec)->v) : (void)0), (vec)->v[(vec)->n++] = (__VA_ARGS__))
/* Loops over a VEC that does not grow meanwhile: x points to each T in it; or x is each pointer to a T in it. */
#define for_each(T, x, vec) for (T *x = (vec).v; (size_t)(x - (vec).v) < (vec).n; x++)
#define for_each_pointer(T, x, vec)                                                                                    \
    for (T * x, *const *x##_at = (vec).v; (size_t)(x##_at - (vec).v) < (vec).n && (x = *x##_at, true); x##_at++)

/* ---- string builder: grows by malloc, sb_free when done, or sb_take moves the text into an arena ---- */
struct sb {
    char *s; /* always 0-terminated once anything was added; NULL before */
    size_t n, cap;
};
void sb_add(struct sb *b, const char *s);
void sb_addn(struct sb *b, const char *s, size_t n);
void sb_addc(struct sb *b, char c);
void sb_printf(struct sb *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void sb_vprintf(struct sb *b, const char *fmt, va_list ap);
void sb_free(struct sb *b);
char *sb_take(struct sb *b, struct arena *a);

/* ---- files and strings ---- */
char *file_read(struct arena *a, const char *path, size_t *len); /* NULL and errno when it cannot be read */
bool file_write(const char *path, const char *text, size_t len); /* writes an unfinished file, then renames */
/* path.tmp-…, for a file until it is whole: in a folder that others write to, they cannot guess it. free() it. */
char *file_unfinished(const char *path);
/* of "libx.a(kern.o)" the archive, whose name may hold brackets itself: the shortest one that is a file; NULL: none */
char *member_archive(struct arena *a, const char *word);
bool str_starts(const char *s, const char *prefix);
bool str_ends(const char *s, const char *suffix);
static inline unsigned power_of_two_below(unsigned n) /* the largest power of two that is at most n; 0 for 0 */
{
    while (n & (n - 1))
        n &= n - 1;
    return n;
}
uint64_t hash_bytes(uint64_t seed, const void *p, size_t n); /* FNV-1a, 64 bit; seed 0 to begin */

/* ---- graph.c: directed graphs ---- */
struct graph {
    unsigned n; /* vertices: 0 to n - 1 */
    /* The edges of vertex v lead to to[first[v]], ..., to[first[v + 1] - 1]; `first` has n + 1 entries. */
    const unsigned *first, *to;
};
/* The strongly connected components: in each, every vertex reaches every other one. A vertex on no cycle is a component
 * of its own. */
struct components {
    unsigned n;
    unsigned *of; /* the component of each vertex; the first one is 1 */
    /* All vertices, component by component, each component after all others that it reaches. */
    unsigned *order;
};
struct components graph_components(struct arena *a, const struct graph *g);
/* Sets all[v] to the bits of own[v] and of own[w] of every vertex w that v reaches. */
void graph_gather(const struct graph *g, const struct components *c, const unsigned *own, unsigned *all);

/* ---- a place in the user's source; line and col count from 1, 0 = unknown ---- */
struct loc {
    const char *file;
    int line, col;
    unsigned
        within; /* 1 + the number of the token of a macro's that the place is about (front/common/macros.c); 0: none */
};

/* ---- diag.c: diagnostics with place, source line and caret; they are printed at once and counted ---- */
enum diag_level { DIAG_IGNORED = -1, DIAG_NOTE, DIAG_REMARK, DIAG_WARNING, DIAG_ERROR, DIAG_FATAL };
/* As -fdiagnostics-format= names them; what is kept for a document begins with JSON. RECORDS are for the program that
 * writes the document, if this one is but a stage of its work. */
enum diag_format { DIAG_TEXT, DIAG_MSVC, DIAG_VI, DIAG_JSON, DIAG_SARIF, DIAG_RECORDS };
struct diag_edit { /* what would mend it: text takes the place of the columns [loc.col, end) of the line */
    struct loc loc;
    int end;
    const char *text;
};
struct diag_message {
    enum diag_level level;
    struct loc loc;
    int caret_len;
    const char *id;     /* a row of src/tables/messages.def ("GN0123"), or NULL */
    const char *option; /* the flag that controls it ("-Wunused-variable"); NULL: none */
    const char *text;
    const struct diag_edit *edit; /* NULL: none; only documents have it */
    bool settled;                 /* its level was decided by Clang, which has read the flags and pragmas */
    bool raised;                  /* an error that was a warning */
    bool worded;                  /* it is in the words of its language */
};
struct diag {
    struct arena *arena;
    FILE *out;
    bool color;
    int nerrors, nwarnings;
    int nraised;    /* of the errors, those that were warnings */
    int max_errors; /* 0 = no limit; past it diag() goes quiet and says so once */
    bool werror, no_warnings, fatal_errors;
    enum diag_format format;
    bool no_caret, no_option, no_column, no_place, absolute; /* how messages are printed */
    /* src/tables/warnings.c: the level of a message that has an id, by what flags and pragmas say of its name, which it
     * enters as the option; NULL: as it is, but for `werror` and `no_warnings` */
    void (*settle)(const struct diag *d, struct diag_message *m);
    struct warnings *warnings;
    /* front.c: adds a note about the place of a message that has an id; may be NULL */
    void (*explain_place)(void *front, struct loc loc);
    /* front.c: the text of a message that has an id, or of a note of it, in the words of the user's language; may be
     * NULL */
    const char *(*words)(void *front, const struct diag_message *m);
    void *front;
    VEC(uint64_t) said; /* hashes of the warnings and errors with a place that were printed: each is printed once */
    VEC(struct diag_message) kept; /* JSON, SARIF: for diag_finish */
};
void diag_init(struct diag *d, struct arena *a, FILE *out);
/* Takes a flag that says how messages are printed or counted (-fdiagnostics-…, -w, -Werror …); false: another one. */
bool diag_flag(struct diag *d, const char *flag);
/* id is a row of src/tables/messages.def ("GN0123"), printed in brackets; NULL for messages without one.
 * The source line is read from loc.file (cached); when loc.col is 0 no caret is drawn. */
void diag(struct diag *d, enum diag_level level, struct loc loc, const char *id, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
void diag_message(struct diag *d, struct diag_message m);
/* ---- diag_document.c: with -fdiagnostics-format=json or sarif, writes what was said as one document ---- */
void diag_finish(struct diag *d);
void json_string(FILE *f, const char *s);                 /* in quotes */
const char *diag_field(struct arena *a, const char **at); /* of a record: the field after *at; NULL: it is empty */
bool diag_record_read(struct diag *d, const char *line);  /* a record is kept as it was said; false: it is none */

/* ---- json.c: JSON to a tree; diag_document.c writes it ---- */
struct json {
    enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } kind;
    const char *key, *text; /* key: of a member; text: of a string */
    double number;
    struct json *first, *next; /* of an array or object; the one after this */
};
struct json_error {
    const char *what;
    long line;
    bool cut; /* the text ends too early */
};
const struct json *json_parse(struct arena *a, const char *text, size_t n, struct json_error *e); /* NULL: an error */
const struct json *json_member(const struct json *j, const char *key);                            /* NULL: none */
const char *json_member_text(const struct json *j, const char *key); /* of a member that is a string; else NULL */
double json_member_number(const struct json *j, const char *key, double none);

/* ---- rank.c: are two sets of numbers different? (Mann and Whitney; Wilcoxon) ---- */
/* The probability that two sets of numbers of one distribution lie so far apart; exact for small sets without ties. */
double rank_probability(const double *a, size_t na, const double *b, size_t nb);
/* The probability that differences of pairs, which go up as often as down, lean so far to one side (Wilcoxon), exact.
 */
double rank_pairs_probability(const double *difference, size_t n);
double rank_median(double *v, size_t n); /* sorts v */

/* ---- process.c: finds other programs and runs them without a shell ---- */
/* Full path of a program: $GANTRY_<NAME> (upper case, '-' to '_', ".../clang-19" by GANTRY_CLANG_19), then PATH, then
 * /usr/lib/llvm-19/bin. NULL when missing; tool_package names the Debian package for the message. */
const char *tool_find(struct arena *a, const char *name);
const char *tool_package(const char *name);
struct run_result {
    int status;      /* exit status, 128+signal when killed, 127 when it could not be started */
    char *out, *err; /* captured when asked for, else NULL; 0-terminated, from the arena */
    size_t out_len;
};
enum { RUN_CAPTURE_OUT = 1, RUN_CAPTURE_ERR = 2, RUN_DISCARD_ERR = 4, RUN_DISCARD_OUT = 8, RUN_BOUND = 16 };
struct run_result run_program(struct arena *a, const char *const *argv /* NULL-terminated */, int flags);
/* RUN_BOUND: the program ends when this process does, even if that is killed */
/* … the user's: Ctrl-C and SIGQUIT are for it */
struct run_result run_of_user(struct arena *a, const char *const *argv, int flags);
/* The two halves of run_program, without capture, for several programs at a time. */
long run_start(const char *const *argv, int flags);               /* -1 when it could not be started */
long run_start_into(const char *const *argv, const char *errors); /* what it prints as errors goes into that file */
int run_wait(long pid);                                           /* status as in run_result */
/* Before the user's own program is started: undoes what only tools shall inherit: the environment and signal set by
 * temp.c. */
void run_as_user(void);

/* ---- temp.c: temporary files ---- */
/* A private folder in TMPDIR or /tmp, removed with all in it at exit and on the signals that end a process. */
const char *temp_dir(struct arena *a);
char *temp_path(struct arena *a, const char *stem, const char *suffix); /* a new name in temp_dir */
void temp_dir_drop(void); /* removes it now: before exec, which runs no exit functions */
/* From now on the folder is not removed (it reproduces an internal error). Its name, or NULL when none was made. */
const char *temp_dir_keep(void);
/* This file is removed like temp_dir, unless temp_forget(path) says that it was finished. */
void temp_file_guard(const char *path);
void temp_forget(const char *path);

#endif
