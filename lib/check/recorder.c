/* recorder.c: writes recordings. Arrays are cut into pieces, and a piece is stored once, whatever checkpoint it is in.
 *
 * A segment is gathered in memory and written as a whole, under a temporary name that becomes its own when all is
 * there: whatever happens to the program, what was written reads back. It is written when it holds some MiB, and before
 * that again and again, as often as this costs a small part of the time: a program that is killed loses little. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

enum {
    FULL = 16 << 20,  /* bytes of values: the segment is written, and the next begins */
    ENOUGH = 4 << 20, /* what was written with that many is not written again: the next begins */
    SHARE = 10,       /* writing takes at most one part in so many of the time */
};

struct recorder {
    char path[PATH_ROOM];
    bool force;
    uint64_t limit, full;
    struct segment now;
    struct map texts, lists; /* in the segment: texts to their offset, rows of contents to the first */
    struct map pieces;       /* in the recording: to their number */
    struct bytes list;       /* of the checkpoint at work: its pieces */
    uint64_t pending;        /* bytes of values in the segment */
    bool changed;            /* since it was written */
    uint64_t earlier, size;  /* bytes of the files of earlier segments; of this one's */
    uint64_t unique, all;
    double written, cost; /* when the segment was written, and how long that took, in seconds */
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool fail(char *error, size_t room, const char *path, const char *why)
{
    snprintf(error, room, "%s: %s", path, why);
    return false;
}

/* ---- the file of a segment ---- */
static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n) {
        ssize_t some = write(fd, bytes, n);
        if (some < 0 && errno == EINTR)
            continue;
        if (some <= 0)
            return false;
        bytes += some;
        n -= (size_t)some;
    }
    return true;
}

/* Beyond a limit on the size of files a write is a signal; here it shall be an error. */
static bool write_file(const char *path, const void *bytes, size_t n)
{
    sigset_t limit, before, pending;
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &limit, &before);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    bool good = fd >= 0 && write_all(fd, bytes, n);
    int why = errno;
    if (fd >= 0 && close(fd) != 0 && good)
        good = false, why = errno;
    sigpending(&pending);
    if (!good && sigismember(&pending, SIGXFSZ))
        sigtimedwait(&limit, NULL, &(struct timespec){0, 0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return good;
}

static bool random_name(char out[33])
{
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static bool put_in_place(const struct recorder *r, const void *image, size_t size, char *error, size_t room)
{
    char path[PATH_ROOM], unknown[33], temporary[PATH_ROOM + 40];
    segment_path(r->path, r->now.number, path);
    if (!random_name(unknown)) /* who may write to the folder cannot have a link wait there */
        return fail(error, room, path, strerror(errno));
    snprintf(temporary, sizeof temporary, "%s.part-%s", path, unknown);
    struct stat there; /* a device, or another thing that is no file, stays what it is, also with 'force' */
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return fail(error, room, path, "is not a file");
    if (!r->size && !r->force && access(path, F_OK) == 0)
        return fail(error, room, path, "exists already; 'force' overwrites it");
    if (write_file(temporary, image, size) && rename(temporary, path) == 0)
        return true;
    fail(error, room, path, strerror(errno));
    unlink(temporary);
    return false;
}

static void next_segment(struct recorder *r)
{
    struct segment *s = &r->now;
    s->first_piece += s->tables[PIECES].n / sizeof(struct row_piece);
    for (unsigned t = 0; t < TABLES; t++)
        s->tables[t].n = 0;
    for (unsigned p = 0; p < POOLS; p++)
        s->pools[p].n = 0;
    map_free(&r->texts);
    map_free(&r->lists);
    s->number++;
    r->earlier += r->size;
    r->size = r->pending = 0;
}

static bool write_segment(struct recorder *r, char *error, size_t room)
{
    double begin = seconds();
    void *image;
    size_t size;
    if (!segment_image(&r->now, &image, &size, error, room))
        return false;
    bool good = put_in_place(r, image, size, error, room);
    free(image);
    if (!good)
        return false;
    r->size = size;
    r->changed = false;
    r->written = seconds();
    r->cost = r->written - begin;
    return true;
}

bool recorder_save(struct recorder *r, bool last, char *error, size_t room)
{
    if (!r->changed && r->now.last == last)
        return true;
    r->now.last = last;
    return write_segment(r, error, room);
}

static bool write_if_due(struct recorder *r, char *error, size_t room)
{
    if (seconds() - r->written < SHARE * r->cost)
        return true;
    if (!write_segment(r, error, room))
        return false;
    if (r->pending >= ENOUGH && r->pending * 4 >= r->full)
        next_segment(r);
    return true;
}

/* ---- pieces ---- */
static bool text(struct recorder *r, const char *s, uint32_t *out)
{
    struct bytes *strings = &r->now.tables[STRINGS];
    uint64_t at = strings->n;
    bool is_new;
    s = s ? s : "";
    if (!map_put(&r->texts, hash_of(s, strlen(s)), &at, &is_new) || (is_new && !bytes_add(strings, s, strlen(s) + 1)))
        return false;
    *out = (uint32_t)at;
    return true;
}

static bool within_limit(struct recorder *r, uint64_t n, char *error, size_t room)
{
    char why[128];
    if (!r->limit || r->earlier + r->pending + n <= r->limit)
        return true;
    if (!write_segment(r, error, room)) /* then it is known how small it gets */
        return false;
    if (r->earlier + r->size + n <= r->limit)
        return true;
    snprintf(why, sizeof why, "limit=%llu is reached", (unsigned long long)r->limit);
    return fail(error, room, r->path, why);
}

static bool store(struct recorder *r, unsigned pool, const void *bytes, size_t n, struct hash hash, char *error,
                  size_t room)
{
    struct segment *s = &r->now;
    if (r->pending + n > r->full) {
        if (!write_segment(r, error, room))
            return false;
        next_segment(r);
    }
    struct row_piece row = {.bytes = (uint32_t)n, .offset = s->pools[pool].n};
    struct row_hash high = {hash.low, hash.high};
    r->pending += n;
    r->unique += n;
    return (text(r, pool_name(pool), &row.pool) && bytes_add(&s->pools[pool], bytes, n) &&
            (n < HASHED || bytes_add(&s->tables[HASHES], &high, sizeof high)) &&
            bytes_add(&s->tables[PIECES], &row, sizeof row)) ||
           fail(error, room, r->path, "out of memory");
}

static bool add_pieces(struct recorder *r, const struct golden_array *a, char *error, size_t room)
{
    uint64_t value;
    char kind = value_kind(a, &value);
    unsigned pool = pool_for(kind, value);
    for (uint64_t at = 0; at < a->size; at += PIECE) {
        const char *bytes = (const char *)a->bytes + at;
        size_t n = a->size - at < PIECE ? (size_t)(a->size - at) : PIECE;
        struct hash hash = hash_of(bytes, n);
        uint64_t number;
        bool is_new = !map_get(&r->pieces, hash, &number);
        if (is_new && (!within_limit(r, n, error, room) || !store(r, pool, bytes, n, hash, error, room)))
            return false;
        if (is_new) {
            number = r->now.first_piece + r->now.tables[PIECES].n / sizeof(struct row_piece) - 1;
            if (number > UINT32_MAX)
                return fail(error, room, r->path, "a recording holds no more than 2^32 pieces");
            if (!map_put(&r->pieces, hash, &number, &is_new))
                return fail(error, room, r->path, "out of memory");
        }
        uint32_t id = (uint32_t)number;
        if (!bytes_add(&r->list, &id, sizeof id))
            return fail(error, room, r->path, "out of memory");
    }
    return true;
}

/* ---- rows ---- */
static bool add_contents(struct recorder *r, const char *list, size_t n, uint32_t *first)
{
    struct bytes *rows = &r->now.tables[CONTENTS];
    uint64_t at = rows->n / sizeof(struct row_content);
    bool is_new;
    if (!map_put(&r->lists, hash_of(list, n), &at, &is_new))
        return false;
    *first = (uint32_t)at;
    return !is_new || bytes_add(rows, list, n);
}

static bool add_array(struct recorder *r, const struct golden_array *a, const char *list, size_t n)
{
    struct segment *s = &r->now;
    struct row_array row = {.role = (uint8_t)a->role,
                            .ndims = (uint8_t)a->ndims,
                            .parameter = a->parameter,
                            .stride = a->stride ? a->stride : 1,
                            .first = a->first,
                            .size = a->size,
                            .first_pointer = (uint32_t)(s->tables[POINTERS].n / sizeof(struct row_pointer)),
                            .pointers = a->npointers};
    memcpy(row.dims, a->dims, a->ndims * sizeof *a->dims);
    for (uint32_t i = 0; i < a->npointers; i++) {
        struct row_pointer p = {a->pointers[i].at, a->pointers[i].target, a->pointers[i].offset};
        if (!bytes_add(&s->tables[POINTERS], &p, sizeof p))
            return false;
    }
    return text(r, a->name, &row.name) && text(r, a->layout, &row.layout) &&
           add_contents(r, list, n, &row.first_content) && bytes_add(&s->tables[ARRAYS], &row, sizeof row);
}

static bool add_rows(struct recorder *r, const struct golden_checkpoint *c)
{
    struct segment *s = &r->now;
    struct row_checkpoint row = {.launch = c->launch,
                                 .moment = (uint8_t)c->moment,
                                 .first_array = (uint32_t)(s->tables[ARRAYS].n / sizeof(struct row_array)),
                                 .arrays = c->narrays};
    const char *list = r->list.at;
    for (uint32_t i = 0; i < c->narrays; i++) {
        size_t n = (c->arrays[i].size + PIECE - 1) / PIECE * sizeof(uint32_t);
        if (!add_array(r, &c->arrays[i], list, n))
            return false;
        list += n;
        r->all += c->arrays[i].size;
    }
    return text(r, c->place, &row.place) && text(r, c->file, &row.file) && text(r, c->kernel, &row.kernel) &&
           bytes_add(&s->tables[CHECKPOINTS], &row, sizeof row);
}

bool recorder_put(struct recorder *r, const struct golden_checkpoint *c, char *error, size_t room)
{
    r->list.n = 0;
    r->changed = true;
    r->now.last = false; /* a program's last checkpoint may come after its exit handlers */
    for (uint32_t i = 0; i < c->narrays; i++)
        if (!add_pieces(r, &c->arrays[i], error, room))
            return false;
    if (!add_rows(r, c))
        return fail(error, room, r->path, "out of memory");
    return write_if_due(r, error, room);
}

/* ---- begin and end ---- */
/* Segments of the recording that FILE was, or, where that is gone or damaged, that FILE.2 is of: nothing else is taken
 * away. */
static void remove_old(const char *file)
{
    char path[PATH_ROOM], first[33], recording[33];
    unsigned number;
    segment_path(file, 2, path);
    if (!segment_is(file, first, &number) && !segment_is(path, first, &number))
        return;
    for (unsigned n = 2;; n++) {
        segment_path(file, n, path);
        if (!segment_is(path, recording, &number) || strcmp(first, recording) != 0 || number != n)
            return;
        unlink(path);
    }
}

struct recorder *recorder_open(const char *path, const struct golden_origin *origin, bool force, uint64_t limit,
                               uint64_t segment, char *error, size_t room)
{
    char second[PATH_ROOM];
    struct recorder *r = calloc(1, sizeof *r);
    if (!r || !random_name(r->now.recording)) {
        free(r);
        fail(error, room, path, "out of memory");
        return NULL;
    }
    snprintf(r->path, sizeof r->path, "%s", path);
    snprintf(r->now.program, sizeof r->now.program, "%s", origin && origin->program ? origin->program : "");
    snprintf(r->now.device, sizeof r->now.device, "%s", origin && origin->device ? origin->device : "");
    snprintf(r->now.options, sizeof r->now.options, "%s", origin && origin->options ? origin->options : "");
    r->now.number = 1;
    r->force = force;
    r->limit = limit;
    r->full = segment ? segment : FULL;
    segment_path(path, 2, second);
    if (force)
        remove_old(path);
    if (!force && access(path, F_OK) != 0 && access(second, F_OK) == 0)
        fail(error, room, second, "exists already, a segment of another recording; 'force' overwrites it");
    else if (write_segment(r, error, room)) /* an empty one: a place that cannot be written is said now */
        return r;
    recorder_close(r);
    return NULL;
}

struct recording_sizes recorder_sizes(const struct recorder *r)
{
    return (struct recording_sizes){r->now.number, r->earlier + r->size, r->unique, r->all, 0};
}

void recorder_close(struct recorder *r)
{
    if (!r)
        return;
    segment_free(&r->now);
    map_free(&r->texts);
    map_free(&r->lists);
    map_free(&r->pieces);
    bytes_free(&r->list);
    free(r);
}
