/* check.h: the rooms of libgantry_check.so, and of the tool gantry-golden (docs/golden.md).
 *
 * Layers: a file uses files of the lines above its own, and of its line those to its left:
 *
 *   layout.c number.c tolerance.c   values.h: also in libgantry_verify.a
 *   sketch.c rank.c page.c          the same
 *   memory.c                        growing rows of bytes; tables from 128-bit keys to numbers
 *   packed.c                        tables as the file has them
 *   hdf.c                           the one file that knows HDF5: a segment to and from a file
 *   reader.c                        a recording with all its segments
 *   arrays.c                        elements of arrays: names, sampling
 *   recorder.c                      pieces, each stored once; segments and when they are written
 *   compare.c                       an array with a recorded one
 *   report.c                        the differences as text
 *   options.c                       GANTRY_GOLDEN
 *   session.c                       the process's recording or comparing, its end and exit status
 *   check.c api.c                   what is exported: gantry_check.h, golden.h */
#ifndef GANTRY_CHECK_PRIVATE_H
#define GANTRY_CHECK_PRIVATE_H

#include <string.h>

#include "golden.h"
#include "values.h"

#define COUNT_OF(a) (sizeof(a) / sizeof *(a))

enum {
    GOLDEN_VERSION = 2, /* of the format; 1 is read, too */
    PIECE = 64 << 10,   /* bytes: arrays are cut into these */
    HASHED = 256,       /* pieces from this size on have their hash in the file */
    SAMPLED = 64 << 10, /* sample=N is for arrays of more bytes */
    PATH_ROOM = 4096,
    ERROR_ROOM = 4096 + 256,
};

/* ---- memory.c ---- */
struct bytes {
    char *at;
    size_t n, room;
};
/* Appends n bytes (0 where from is NULL); false: no memory. */
bool bytes_add(struct bytes *b, const void *from, size_t n);
void bytes_free(struct bytes *b);

struct hash {
    uint64_t low, high;
};
struct hash hash_of(const void *bytes, size_t n);
struct map { /* from hashes to numbers */
    struct map_slot {
        struct hash key;
        uint64_t value_plus_1; /* 0: free */
    } *slots;
    size_t n, room;
};
/* The number of the key, which becomes *value where the key is new; false: no memory */
bool map_put(struct map *m, struct hash key, uint64_t *value, bool *is_new);
uint64_t map_count(struct map *m, struct hash key); /* how often it was asked for this key, from 1; 0: no memory */
void map_set(struct map *m, struct hash key, uint64_t value); /* of a key that is there */
bool map_get(const struct map *m, struct hash key, uint64_t *value);
void map_free(struct map *m);

/* ---- what a segment of a recording holds (docs/golden.md) ----
 * Texts are offsets in the segment's strings, where each ends with a 0 byte. Rows are counted from 0, within the
 * segment; pieces are numbered through the whole recording. */
struct row_checkpoint {
    uint32_t place, file, kernel;
    uint8_t moment;
    uint64_t launch;
    uint32_t first_array, arrays;
};
struct row_array {
    uint32_t name, layout;
    uint8_t role, ndims;
    uint32_t parameter, stride;
    uint64_t first, dims[GOLDEN_DIMS], size;
    uint32_t first_content; /* a row of contents for each PIECE bytes, the last may be of fewer */
    uint32_t first_pointer, pointers;
};
struct row_content {
    uint32_t piece;
};
struct row_pointer {
    uint64_t at;
    uint32_t target;
    int64_t offset;
};
struct row_piece {
    uint32_t pool; /* its name, as in values/f8 */
    uint32_t bytes;
    uint64_t offset; /* in the pool, in bytes: where the one before of that pool ends */
};
struct row_text { /* begins like the like-th text before it (0: like none), with `shared` bytes, and goes on with `more`
                   * bytes of strings */
    uint8_t like;
    uint32_t shared, more;
};
struct row_hash { /* of each piece of HASHED bytes or more, in their order: XXH3, 128 bits */
    uint64_t low, high;
};
enum table { CHECKPOINTS, ARRAYS, CONTENTS, POINTERS, PIECES, HASHES, TEXTS, STRINGS, TABLES };
enum { POOLS = 15 };
/* The pool for values of this letter and size in layouts; else the pool of bytes */
unsigned pool_for(char kind, uint64_t bytes);
const char *pool_name(unsigned pool);

struct segment {
    uint64_t version;     /* of the file that was read */
    unsigned number;      /* from 1 */
    bool last;            /* the recording was ended; no more segments follow */
    char recording[33];   /* its random name, 32 hexadecimal digits */
    uint64_t first_piece; /* the number of its first piece */
    char program[PATH_ROOM], device[256], options[1024];
    struct bytes tables[TABLES];
    struct bytes pools[POOLS]; /* not read with the rest */
};

/* ---- packed.c: rows as above to and from rows as they are in the file (docs/golden.md, "The file") ---- */
extern const size_t table_row_size[TABLES];
/* false: no memory; or the file is damaged */
bool tables_pack(const struct bytes from[TABLES], struct bytes to[TABLES]);
bool tables_unpack(struct bytes tables[TABLES]);

/* ---- hdf.c: a segment to and from a file ---- */
void hdf_begin(void); /* HDF5 is there, and its exit handler */
/* The segment as the bytes of an HDF5 file, in *image: free(). false with a message */
bool segment_image(const struct segment *s, void **image, size_t *size, char *error, size_t room);
/* Everything but the pools. false with a message that names the file */
bool segment_read(struct segment *s, const char *path, char *error, size_t room);
bool segment_is(const char *path, char recording[33], unsigned *number); /* is the file one? */
void segment_free(struct segment *s);
struct source { /* an open segment that values are read from; {0} */
    int64_t file, pool;
    const char *name; /* of the pool */
    char path[PATH_ROOM];
};
bool source_read(struct source *s, const char *path, const char *pool, uint64_t offset, size_t n, void *to, char *error,
                 size_t room);
void source_close(struct source *s);

/* ---- reader.c ---- */
/* The n-th segment of a recording: FILE, FILE.2, FILE.3 … */
void segment_path(const char *file, unsigned number, char out[PATH_ROOM]);
struct golden_file *recording_open(const char *path, char *error, size_t room);
void recording_close(struct golden_file *f);
const char *recording_path(const struct golden_file *f);
const char *recording_name(const struct golden_file *f);
bool recording_ended(const struct golden_file *f); /* else the program was killed, or still runs */
const struct golden_origin *recording_origin(const struct golden_file *f);
uint32_t recording_count(const struct golden_file *f);
const struct golden_checkpoint *recording_at(const struct golden_file *f, uint32_t i);
uint32_t recording_index(const struct golden_file *f, const struct golden_checkpoint *c);
const struct golden_checkpoint *recording_find(const struct golden_file *f, const char *place, uint64_t launch,
                                               enum golden_moment moment);
/* A part of an array: the i-th PIECE of its bytes, the last may be of fewer. */
uint64_t piece_bytes(const struct golden_array *a, uint64_t i);
bool recording_hash(struct golden_file *f, const struct golden_array *a, uint64_t i, struct hash *out, char *error,
                    size_t room);
bool recording_piece(struct golden_file *f, const struct golden_array *a, uint64_t i, void *to, char *error,
                     size_t room);
bool recording_read(struct golden_file *f, const struct golden_array *a, void *to, char *error, size_t room);
struct recording_sizes {
    unsigned segments;
    uint64_t stored;      /* bytes of the files */
    uint64_t unique, all; /* bytes of pieces; of arrays */
    uint64_t read;        /* bytes of pieces that were read since it was opened */
};
struct recording_sizes recording_sizes(const struct golden_file *f);

/* ---- arrays.c ---- */
const struct gantry_layout *layout_known(const char *text); /* parsed once; NULL: bytes */
uint64_t element_bytes(const struct golden_array *a);       /* 8 where nothing is known of them */
/* The letter and size that all values of the array have, one beside the other; '?' and 1 where there is none */
char value_kind(const struct golden_array *a, uint64_t *bytes);
/* The number or pointer that byte `at` of the array belongs to, its begin counted in the array; false: padding. name:
 * gets how the program writes it, "u[3][17].x"; or NULL */
bool array_leaf(const struct golden_array *a, uint64_t at, struct gantry_leaf *out, struct gantry_text *name);
const char *counted_word(const struct golden_checkpoint *c); /* what its launches are called: "launch", "check" */
void checkpoint_text(const struct golden_checkpoint *c, struct gantry_text *out); /* "heat.c: solve:41, launch 3" */
uint64_t array_values(const struct golden_array *a);                              /* numbers and pointers in it */
uint64_t pointer_extent(const struct golden_pointer *p);                          /* how many bytes it is about */
const char *array_name(const struct golden_array *a, struct gantry_text *room);   /* as the program writes it */
bool same_name(const struct golden_array *a, const struct golden_array *b);
/* The range of bytes that nobody stored to in which these lie; or NULL */
const struct golden_pointer *unstored_at(const struct golden_array *a, uint64_t at, uint64_t bytes);
/* A large array with each stride-th element alone, in *room; others as they are. false: no memory */
bool array_sampled(const struct golden_array *a, uint32_t stride, struct golden_array *out, struct bytes *room);

/* ---- recorder.c ---- */
struct recorder;
/* Makes FILE, which must not exist but with force. limit: bytes of all segments together; 0: none. segment: bytes after
 * which the next one begins; 0: some MiB */
struct recorder *recorder_open(const char *path, const struct golden_origin *origin, bool force, uint64_t limit,
                               uint64_t segment, char *error, size_t room);
/* Arrays have their bytes, and stride says what was left out (0 and 1: nothing). false with a message: nothing more is
 * recorded, what was before is kept. */
bool recorder_put(struct recorder *r, const struct golden_checkpoint *c, char *error, size_t room);
bool recorder_save(struct recorder *r, bool last, char *error, size_t room);
struct recording_sizes recorder_sizes(const struct recorder *r);
void recorder_close(struct recorder *r); /* after recorder_save */

/* ---- compare.c ---- */
struct side {                 /* an array with what is in it */
    struct golden_file *file; /* or NULL: its bytes are there */
    const struct golden_array *a;
};
struct element { /* that differs */
    uint64_t at;
    char kind;
    uint32_t bytes;
    union gantry_number now, then;
    const struct golden_pointer *points_now, *points_then; /* what it leads to, where that is known; or NULL */
};
enum { SHOWN = 3 };
struct differences {                       /* of two arrays */
    const struct golden_array *now, *then; /* one is NULL: it is missing */
    const char *shape;                     /* they cannot be compared by elements: why; or NULL */
    uint64_t elements, differing, tolerated;
    struct element first[SHOWN], last, worst;
    long double worst_by;
    struct gantry_sketch where;
};
struct tolerance_use { /* the largest difference that a line of the file allowed, by its share of what is allowed */
    long double share;
    char text[512];
};
struct comparing {
    const struct golden_checkpoint *now, *then;
    struct golden_file *now_file, *then_file; /* or NULL: the bytes are there */
    struct gantry_tolerances *tolerances;     /* or NULL */
    struct tolerance_use *use;                /* or NULL */
    const char *test_name, *reference_name;   /* what use calls values; NULL: "now", "recorded" */
    void (*report)(const struct comparing *, const struct differences *);
    void *context; /* report's */
    struct golden_compared sums;
    char *error;
    size_t room;
};
/* Arrays by name and role. -1 with a message in error; else how many elements differ, each array of which was reported
 */
int64_t compare_checkpoints(struct comparing *c);

/* ---- report.c ---- */
struct report {
    FILE *to;
    const char *now, *then; /* what values are called: "now", "recorded" */
    const char *against;    /* "the recording good.h5" */
    bool marked;            /* the first checkpoint that differs has been said to be it */
    const struct golden_checkpoint *latest;
};
void report_differences(const struct comparing *c, const struct differences *d); /* context: struct report */

/* ---- options.c ---- */
struct golden_options { /* GANTRY_GOLDEN */
    bool compare;       /* else record */
    char path[PATH_ROOM], program[PATH_ROOM];
    char scope[64]; /* compare: what places of the recording begin with, "rank3/" in one of several ranks; or "" */
    uint64_t every, sample, limit;
    bool inputs, outputs, force, strict;
    struct bytes regions; /* texts, each with its 0 */
    struct gantry_tolerances tolerances;
    FILE *report;
};
/* false with a message: a mistake */
bool options_read(struct golden_options *o, const char *text, char *error, size_t room);
/* Is it a checkpoint that was asked for? */
bool options_want(const struct golden_options *o, const char *place, uint64_t launch, enum golden_moment moment);
bool number_read(const char *text, uint64_t *out); /* K, M and G may follow */

/* ---- session.c: under its lock, but for the first two ---- */
void session_lock(void);
void session_unlock(void);
struct golden *session(const struct golden_origin *o, char *error, size_t room);
bool session_compares(const struct golden *g);
bool session_wants(struct golden *g, const char *place, uint64_t launch, enum golden_moment moment);
int64_t session_put(struct golden *g, const struct golden_checkpoint *c);
int session_status(struct golden *g);
void session_save(struct golden *g);

#endif
