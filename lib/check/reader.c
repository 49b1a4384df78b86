/* reader.c: a recording with all of its segments. Tables are read when it is opened, and each number in them is held
 * against what it may be: a file may be damaged, or nobody's. Values are read when they are asked for. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

struct piece {
    uint32_t segment; /* index */
    uint32_t bytes;
    uint64_t offset; /* in its pool */
    const char *pool;
    bool hashed;
    struct hash hash;
};
struct golden_file {
    char path[PATH_ROOM];
    struct golden_origin origin;
    struct segment *segments;
    unsigned nsegments;
    struct bytes checkpoints, arrays, contents, pointers, pieces; /* of all segments, as callers see them */
    struct bytes first_content;                                   /* uint64_t, of each array */
    struct map places;
    struct source source;
    uint64_t read;
};

#define ALL(F, MEMBER, TYPE) ((TYPE *)(void *)(F)->MEMBER.at)
#define COUNT(F, MEMBER, TYPE) ((F)->MEMBER.n / sizeof(TYPE))
#define TABLE(S, T, ROW) ((const struct row_##ROW *)(const void *)(S)->tables[T].at)
#define ROWS(S, T) ((S)->tables[T].n / table_row_size[T])

void segment_path(const char *file, unsigned number, char out[PATH_ROOM])
{
    if (number == 1)
        snprintf(out, PATH_ROOM, "%s", file);
    else
        snprintf(out, PATH_ROOM, "%.*s.%u", PATH_ROOM - 16, file, number);
}

uint64_t piece_bytes(const struct golden_array *a, uint64_t i)
{
    uint64_t rest = a->size - i * PIECE;
    return rest < PIECE ? rest : PIECE;
}

static uint64_t pieces_of(uint64_t size) { return size / PIECE + (size % PIECE != 0); }

/* ---- rows to what callers see ---- */
static const char *text(const struct segment *s, uint32_t at) { return s->tables[STRINGS].at + at; }

static bool texts_are_there(const struct segment *s, const uint32_t *at, size_t n)
{
    const struct bytes *b = &s->tables[STRINGS];
    for (size_t i = 0; i < n; i++)
        if (at[i] >= b->n)
            return false;
    return b->at[b->n - 1] == 0;
}

static bool part_of(uint64_t first, uint64_t n, uint64_t all) { return first <= all && n <= all - first; }

static const char *pool_of(const struct segment *s, uint32_t name)
{
    for (unsigned p = 0; texts_are_there(s, &name, 1) && p < POOLS; p++)
        if (strcmp(pool_name(p), text(s, name)) == 0)
            return pool_name(p);
    return NULL;
}

static bool take_pieces(struct golden_file *f, const struct segment *s, uint32_t index)
{
    const struct row_piece *rows = TABLE(s, PIECES, piece);
    const struct row_hash *hashes = TABLE(s, HASHES, hash);
    size_t hash = 0, nhashes = ROWS(s, HASHES);
    if (s->first_piece != COUNT(f, pieces, struct piece))
        return false;
    for (size_t i = 0; i < ROWS(s, PIECES); i++) {
        struct piece p = {index, rows[i].bytes, rows[i].offset, pool_of(s, rows[i].pool), rows[i].bytes >= HASHED, {0}};
        if (!p.pool || !p.bytes || p.bytes > PIECE || (p.hashed && hash == nhashes))
            return false;
        if (p.hashed)
            p.hash = (struct hash){hashes[hash].low, hashes[hash].high};
        hash += p.hashed;
        if (!bytes_add(&f->pieces, &p, sizeof p))
            return false;
    }
    return hash == nhashes;
}

/* Are these the pieces of an array of that size? */
static bool contents_fit(const struct golden_file *f, const struct segment *s, const struct row_array *r)
{
    const struct row_content *rows = TABLE(s, CONTENTS, content);
    uint64_t n = pieces_of(r->size);
    if (!part_of(r->first_content, n, ROWS(s, CONTENTS)))
        return false;
    for (uint64_t i = 0; i < n; i++) {
        uint32_t id = rows[r->first_content + i].piece;
        uint64_t rest = r->size - i * PIECE;
        if (id >= COUNT(f, pieces, struct piece) ||
            ALL(f, pieces, struct piece)[id].bytes != (rest < PIECE ? rest : PIECE))
            return false;
    }
    return true;
}

static bool take_arrays(struct golden_file *f, const struct segment *s, uint64_t contents, uint64_t pointers)
{
    const struct row_array *rows = TABLE(s, ARRAYS, array);
    for (size_t i = 0; i < ROWS(s, ARRAYS); i++) {
        const struct row_array *r = &rows[i];
        uint32_t texts[] = {r->name, r->layout};
        uint64_t first = contents + r->first_content;
        if (!texts_are_there(s, texts, COUNT_OF(texts)) || !r->role || !strchr("dhvpl", r->role) ||
            r->ndims > GOLDEN_DIMS || !r->stride || !contents_fit(f, s, r) ||
            !part_of(r->first_pointer, r->pointers, ROWS(s, POINTERS)))
            return false;
        struct golden_array a = {.name = text(s, r->name),
                                 .layout = text(s, r->layout),
                                 .first = r->first,
                                 .ndims = r->ndims,
                                 .role = (enum golden_role)r->role,
                                 .parameter = r->parameter,
                                 .stride = r->stride,
                                 .size = r->size,
                                 .npointers = r->pointers};
        memcpy(a.dims, r->dims, sizeof a.dims);
        a.pointers = (const struct golden_pointer *)(uintptr_t)(pointers + r->first_pointer); /* settled at the end */
        if (!bytes_add(&f->arrays, &a, sizeof a) || !bytes_add(&f->first_content, &first, sizeof first))
            return false;
    }
    return true;
}

static bool take_pointers(struct golden_file *f, const struct segment *s)
{
    const struct row_pointer *rows = TABLE(s, POINTERS, pointer);
    for (size_t i = 0; i < ROWS(s, POINTERS); i++) {
        struct golden_pointer p = {rows[i].at, rows[i].target, rows[i].offset};
        if (!bytes_add(&f->pointers, &p, sizeof p))
            return false;
    }
    return true;
}

static bool pointers_fit(const struct segment *s, const struct row_checkpoint *c)
{
    const struct row_array *arrays = TABLE(s, ARRAYS, array) + c->first_array;
    const struct row_pointer *pointers = TABLE(s, POINTERS, pointer);
    for (uint32_t a = 0; a < c->arrays; a++) {
        uint64_t end = 0; /* of the one before: they are in order, and do not overlap */
        for (uint32_t i = 0; i < arrays[a].pointers; i++) {
            const struct row_pointer *p = &pointers[arrays[a].first_pointer + i];
            bool is_range = p->target == GOLDEN_UNSTORED;
            uint64_t bytes = is_range ? (uint64_t)p->offset : sizeof(uint64_t);
            if ((p->target >= c->arrays && !is_range && p->target != GOLDEN_NOWHERE) || p->at < end ||
                !part_of(p->at, bytes, arrays[a].size))
                return false;
            end = p->at + bytes;
        }
    }
    return true;
}

static bool take_checkpoints(struct golden_file *f, const struct segment *s, uint64_t arrays)
{
    const struct row_checkpoint *rows = TABLE(s, CHECKPOINTS, checkpoint);
    for (size_t i = 0; i < ROWS(s, CHECKPOINTS); i++) {
        const struct row_checkpoint *r = &rows[i];
        uint32_t texts[] = {r->place, r->file, r->kernel};
        if (!texts_are_there(s, texts, COUNT_OF(texts)) || !r->launch || !r->moment || !strchr("bac", r->moment) ||
            !part_of(r->first_array, r->arrays, ROWS(s, ARRAYS)) || !pointers_fit(s, r))
            return false;
        struct golden_checkpoint c = {.place = text(s, r->place),
                                      .file = text(s, r->file),
                                      .kernel = text(s, r->kernel),
                                      .launch = r->launch,
                                      .moment = (enum golden_moment)r->moment,
                                      .narrays = r->arrays};
        c.arrays = (const struct golden_array *)(uintptr_t)(arrays + r->first_array); /* settled at the end */
        if (!bytes_add(&f->checkpoints, &c, sizeof c))
            return false;
    }
    return true;
}

/* Segments are taken one after the other; pieces of earlier ones may be used again. */
static bool take(struct golden_file *f, struct segment *s, uint32_t index)
{
    uint64_t contents = COUNT(f, contents, struct row_content), pointers = COUNT(f, pointers, struct golden_pointer);
    uint64_t arrays = COUNT(f, arrays, struct golden_array);
    bool good = take_pieces(f, s, index) && take_arrays(f, s, contents, pointers) && take_pointers(f, s) &&
                take_checkpoints(f, s, arrays) &&
                bytes_add(&f->contents, s->tables[CONTENTS].at, s->tables[CONTENTS].n);
    for (unsigned t = 0; t < TABLES; t++)
        if (t != STRINGS)
            bytes_free(&s->tables[t]);
    return good;
}

static struct hash key_of(const char *place, uint64_t launch, enum golden_moment moment)
{
    struct hash h = hash_of(place, strlen(place));
    uint64_t key[] = {h.low, h.high, launch, (uint64_t)moment};
    return hash_of(key, sizeof key);
}

/* Numbers become addresses now that nothing moves any more, and each checkpoint is found by what it is. */
static bool settle(struct golden_file *f)
{
    struct golden_array *arrays = ALL(f, arrays, struct golden_array);
    for (size_t i = 0; i < COUNT(f, arrays, struct golden_array); i++)
        arrays[i].pointers = ALL(f, pointers, struct golden_pointer) + (uintptr_t)arrays[i].pointers;
    struct golden_checkpoint *all = ALL(f, checkpoints, struct golden_checkpoint);
    for (uint64_t i = 0; i < COUNT(f, checkpoints, struct golden_checkpoint); i++) {
        uint64_t number = i;
        bool is_new;
        all[i].arrays = arrays + (uintptr_t)all[i].arrays;
        if (!map_put(&f->places, key_of(all[i].place, all[i].launch, all[i].moment), &number, &is_new) ||
            !map_put(&f->places, key_of(all[i].place, 0, all[i].moment), &number, &is_new))
            return false;
    }
    return true;
}

/* ---- segments ---- */
/* Adds segment `number` where it is there; false with a message, or with an empty one: it is not there. */
static bool add_segment(struct golden_file *f, unsigned number, char *error, size_t room)
{
    char path[PATH_ROOM];
    segment_path(f->path, number, path);
    *error = 0;
    if (number > 1 && access(path, F_OK) != 0)
        return false;
    struct segment *grown = realloc(f->segments, number * sizeof *grown);
    if (!grown) {
        snprintf(error, room, "%s: out of memory", path);
        return false;
    }
    f->segments = grown;
    struct segment *s = &grown[number - 1];
    if (!segment_read(s, path, error, room)) {
        segment_free(s);
        return false;
    }
    f->nsegments = number;
    if (number > 1 && strcmp(s->recording, f->segments[0].recording) != 0)
        snprintf(error, room, "%s belongs to another recording than %s", path, f->path);
    else if (s->number != number)
        snprintf(error, room,
                 "%s is segment %u of a recording, which must not get another name: FILE, FILE.2, FILE.3 …", path,
                 s->number);
    else if (!take(f, s, number - 1))
        snprintf(error, room, "%s is damaged, or there is no memory for it", path);
    return !*error;
}

static bool add_all(struct golden_file *f, char *error, size_t room)
{
    unsigned n = 1;
    char path[PATH_ROOM], recording[33];
    while (add_segment(f, n, error, room))
        if (f->segments[n++ - 1].last)
            return true;
    if (*error)
        return false;
    /* the recording was not ended: is this the end of what there is, or a gap? */
    unsigned number;
    segment_path(f->path, n + 1, path);
    if (access(path, F_OK) == 0 && segment_is(path, recording, &number) &&
        strcmp(recording, f->segments[0].recording) == 0) {
        snprintf(error, room, "%s.%u is missing: %s belongs to the same recording", f->path, n, path);
        return false;
    }
    return true;
}

struct golden_file *recording_open(const char *path, char *error, size_t room)
{
    struct golden_file *f = calloc(1, sizeof *f);
    if (!f) {
        snprintf(error, room, "out of memory");
        return NULL;
    }
    snprintf(f->path, sizeof f->path, "%s", path);
    bool good = add_all(f, error, room);
    if (good && !settle(f)) {
        snprintf(error, room, "%s: out of memory", path);
        good = false;
    }
    if (!good) {
        recording_close(f);
        return NULL;
    }
    const struct segment *s = &f->segments[0];
    f->origin = (struct golden_origin){s->program, s->device, s->options};
    return f;
}

void recording_close(struct golden_file *f)
{
    if (!f)
        return;
    for (unsigned i = 0; i < f->nsegments; i++)
        segment_free(&f->segments[i]);
    struct bytes *all[] = {&f->checkpoints, &f->arrays, &f->contents, &f->pointers, &f->pieces, &f->first_content};
    for (size_t i = 0; i < COUNT_OF(all); i++)
        bytes_free(all[i]);
    map_free(&f->places);
    source_close(&f->source);
    free(f->segments);
    free(f);
}

/* ---- what is in it ---- */
const char *recording_path(const struct golden_file *f) { return f->path; }
const char *recording_name(const struct golden_file *f) { return f->segments[0].recording; }
bool recording_ended(const struct golden_file *f) { return f->segments[f->nsegments - 1].last; }
const struct golden_origin *recording_origin(const struct golden_file *f) { return &f->origin; }
uint32_t recording_count(const struct golden_file *f)
{
    return (uint32_t)COUNT(f, checkpoints, struct golden_checkpoint);
}

const struct golden_checkpoint *recording_at(const struct golden_file *f, uint32_t i)
{
    return i < recording_count(f) ? &ALL(f, checkpoints, struct golden_checkpoint)[i] : NULL;
}

uint32_t recording_index(const struct golden_file *f, const struct golden_checkpoint *c)
{
    return (uint32_t)(c - ALL(f, checkpoints, struct golden_checkpoint));
}

const struct golden_checkpoint *recording_find(const struct golden_file *f, const char *place, uint64_t launch,
                                               enum golden_moment moment)
{
    uint64_t i;
    return map_get(&f->places, key_of(place, launch, moment), &i) ? recording_at(f, (uint32_t)i) : NULL;
}

struct recording_sizes recording_sizes(const struct golden_file *f)
{
    struct recording_sizes out = {.segments = f->nsegments, .read = f->read};
    for (unsigned i = 0; i < f->nsegments; i++) {
        char path[PATH_ROOM];
        struct stat st;
        segment_path(f->path, i + 1, path);
        out.stored += stat(path, &st) == 0 ? (uint64_t)st.st_size : 0;
    }
    for (size_t i = 0; i < COUNT(f, pieces, struct piece); i++)
        out.unique += ALL(f, pieces, struct piece)[i].bytes;
    for (size_t i = 0; i < COUNT(f, arrays, struct golden_array); i++)
        out.all += ALL(f, arrays, struct golden_array)[i].size;
    return out;
}

/* ---- values ---- */
static struct piece *piece_at(struct golden_file *f, const struct golden_array *a, uint64_t i)
{
    uint64_t first = ALL(f, first_content, uint64_t)[a - ALL(f, arrays, struct golden_array)];
    return &ALL(f, pieces, struct piece)[ALL(f, contents, struct row_content)[first + i].piece];
}

bool recording_piece(struct golden_file *f, const struct golden_array *a, uint64_t i, void *to, char *error,
                     size_t room)
{
    const struct piece *p = piece_at(f, a, i);
    char path[PATH_ROOM];
    segment_path(f->path, p->segment + 1, path);
    f->read += p->bytes;
    return source_read(&f->source, path, p->pool, p->offset, p->bytes, to, error, room);
}

/* Of small pieces the bytes themselves are as short as a hash. */
bool recording_hash(struct golden_file *f, const struct golden_array *a, uint64_t i, struct hash *out, char *error,
                    size_t room)
{
    struct piece *p = piece_at(f, a, i);
    char small[HASHED];
    if (!p->hashed) {
        if (!recording_piece(f, a, i, small, error, room))
            return false;
        p->hash = hash_of(small, p->bytes);
        p->hashed = true;
    }
    *out = p->hash;
    return true;
}

bool recording_read(struct golden_file *f, const struct golden_array *a, void *to, char *error, size_t room)
{
    for (uint64_t i = 0; i < pieces_of(a->size); i++)
        if (!recording_piece(f, a, i, (char *)to + i * PIECE, error, room))
            return false;
    return true;
}
