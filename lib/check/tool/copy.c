/* copy.c: `gantry golden trim` and `merge`: a new recording of some checkpoints of one, or of all of several. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool.h"

enum { SEGMENT = 1 << 30 }; /* bytes of values in a file */

struct copy {
    const struct arguments *args;
    struct recorder *to;
    struct map places; /* what was written: checkpoints by what they are, to their number in `all` */
    struct bytes all;  /* struct written */
    uint64_t n, again;
};
struct written {
    struct golden_file *from;
    const struct golden_checkpoint *c;
};

static bool fail(const char *error)
{
    fprintf(stderr, "gantry golden: error: %s\n", error);
    return false;
}

/* ---- one checkpoint ---- */
static bool write_checkpoint(struct copy *p, struct golden_file *f, const struct golden_checkpoint *c,
                             const char *place)
{
    char error[ERROR_ROOM];
    struct golden_checkpoint copy = *c;
    struct golden_array *arrays = calloc(c->narrays + 1u, sizeof *arrays);
    if (!arrays)
        no_memory();
    bool good = true;
    for (uint32_t i = 0; good && i < c->narrays; i++) {
        arrays[i] = c->arrays[i];
        char *bytes = malloc(arrays[i].size ? arrays[i].size : 1);
        if (!bytes)
            no_memory();
        good = recording_read(f, &c->arrays[i], bytes, error, sizeof error);
        arrays[i].bytes = bytes;
    }
    copy.arrays = arrays;
    copy.place = place;
    good = good && recorder_put(p->to, &copy, error, sizeof error);
    for (uint32_t i = 0; i < c->narrays; i++)
        free((void *)(uintptr_t)arrays[i].bytes);
    free(arrays);
    p->n++;
    return good || fail(error);
}

/* ---- all of one recording ---- */
static void ignore(const struct comparing *c, const struct differences *d)
{
    (void)c;
    (void)d;
}

static bool same(const struct written *a, struct golden_file *f, const struct golden_checkpoint *c)
{
    char error[ERROR_ROOM];
    struct comparing work = {.now = c,
                             .then = a->c,
                             .now_file = f,
                             .then_file = a->from,
                             .report = ignore,
                             .error = error,
                             .room = sizeof error};
    return compare_checkpoints(&work) == 0;
}

/* Two recordings may hold one checkpoint, where it is the same in both. */
static bool is_new(struct copy *p, struct golden_file *f, const struct golden_checkpoint *c, const char *place,
                   bool *new)
{
    char key[PATH_ROOM + 64], error[ERROR_ROOM];
    struct written w = {f, c};
    uint64_t n = p->all.n / sizeof w;
    snprintf(key, sizeof key, "%s %llu %c", place, (unsigned long long)c->launch, (char)c->moment);
    if (!map_put(&p->places, hash_of(key, strlen(key)), &n, new) || (*new && !bytes_add(&p->all, &w, sizeof w)))
        no_memory();
    if (*new)
        return true;
    p->again++;
    const struct written *before = &((const struct written *)(const void *)p->all.at)[n];
    if (same(before, f, c))
        return true;
    snprintf(error, sizeof error, "%s and %s both hold %s %llu of %s, with other values; --ranks keeps them apart",
             recording_path(before->from), recording_path(f), counted_word(c), (unsigned long long)c->launch, place);
    return fail(error);
}

/* "rank3/step/u" of what FILE.rank3 holds */
static void place_in(const struct copy *p, const struct golden_file *f, const char *place, char out[PATH_ROOM])
{
    const char *path = recording_path(f), *rank = NULL;
    for (const char *s = path; (s = strstr(s, ".rank")) != NULL; s++)
        rank = s + 1;
    if (p->args->ranks && rank)
        snprintf(out, PATH_ROOM, "%s/%s", rank, place);
    else
        snprintf(out, PATH_ROOM, "%s", place);
}

static bool copy_all(struct copy *p, struct golden_file *f)
{
    char place[PATH_ROOM];
    for (uint32_t i = 0; i < recording_count(f); i++) {
        const struct golden_checkpoint *c = recording_at(f, i);
        bool new;
        if (!selected(p->args, c))
            continue;
        place_in(p, f, c->place, place);
        if (!is_new(p, f, c, place, &new) || (new && !write_checkpoint(p, f, c, place)))
            return false;
    }
    return true;
}

/* ---- the command ---- */
static void remove_all(const char *path, unsigned segments)
{
    char name[PATH_ROOM];
    for (unsigned i = 1; i <= segments; i++) {
        segment_path(path, i, name);
        unlink(name);
    }
}

static int finish(struct copy *p, bool good)
{
    char error[ERROR_ROOM];
    good = good && (recorder_save(p->to, true, error, sizeof error) || fail(error));
    struct recording_sizes s = recorder_sizes(p->to);
    recorder_close(p->to);
    if (good && p->n)
        printf("gantry golden: %llu checkpoint%s in %s: %.1f KiB\n", (unsigned long long)p->n, plural(p->n),
               p->args->out, (double)s.stored / 1024);
    if (good && p->again)
        printf("  %llu checkpoint%s there twice, with the same values\n", (unsigned long long)p->again,
               p->again == 1 ? " was" : "s were");
    if (good && p->n)
        return STATUS_GOOD;
    remove_all(p->args->out, s.segments);
    if (good)
        fail("no checkpoint is left: nothing was written");
    return good ? STATUS_NOTHING : STATUS_ERROR;
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return strcmp(a, b) == 0 || (stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

/* Is one of the files that OUT is, or will be, a segment of this recording, or would become its next one? */
static bool takes_segment(const char *out, const char *recording)
{
    char to[PATH_ROOM], from[PATH_ROOM];
    bool more_to = true;
    for (unsigned i = 1; more_to; i++) {
        segment_path(out, i, to);
        more_to = access(to, F_OK) == 0;
        bool more_from = true;
        for (unsigned k = 1; more_from; k++) {
            segment_path(recording, k, from);
            if (same_file(to, from))
                return true;
            more_from = access(from, F_OK) == 0;
        }
    }
    return false;
}

static bool is_input(const struct arguments *a, const char *path)
{
    for (unsigned i = 0; i < a->nfiles; i++)
        if (takes_segment(path, a->files[i]))
            return true;
    return false;
}

static int copy(const struct arguments *a)
{
    struct copy p = {.args = a};
    struct golden_file *files[COUNT_OF(a->files)];
    char error[ERROR_ROOM];
    if (is_input(a, a->out)) {
        fail("-o names a file that is read");
        return STATUS_ERROR;
    }
    for (unsigned i = 0; i < a->nfiles; i++)
        if (!(files[i] = open_recording(a->files[i])))
            return STATUS_ERROR;
    if (!may_write(a, a->out))
        return STATUS_ERROR;
    p.to = recorder_open(a->out, recording_origin(files[0]), a->force, 0, SEGMENT, error, sizeof error);
    if (!p.to) {
        fail(error);
        return STATUS_ERROR;
    }
    bool good = true;
    for (unsigned i = 0; good && i < a->nfiles; i++)
        good = copy_all(&p, files[i]);
    int status = finish(&p, good);
    for (unsigned i = 0; i < a->nfiles; i++)
        recording_close(files[i]);
    map_free(&p.places);
    bytes_free(&p.all);
    return status;
}

int trim(const struct arguments *a) { return copy(a); }
int merge(const struct arguments *a) { return copy(a); }
