/* Recordings alone: what is written reads back; pieces are stored once; what is equal is not read; damaged, foreign and
 * hostile files are errors; so are full disks and limits. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/check/check.h"
#include "../checks.h"

static char error[ERROR_ROOM];
static const struct golden_origin origin = {"/bin/program", "emulated", "-O2"};

/* ---- material ---- */
enum { N = 30000 }; /* doubles: several pieces */
static double u[N];
static unsigned rows = 30; /* of a thousand, which are recorded */
static struct particle {
    double x[2];
    int id;
    struct particle *next;
} particles[100];
static unsigned char noise[700];

static struct golden_array array(const char *name, const char *layout, const void *bytes, uint64_t size)
{
    return (struct golden_array){
        .name = name, .layout = layout, .role = GOLDEN_DATA, .stride = 1, .bytes = bytes, .size = size};
}

static struct golden_checkpoint checkpoint(const char *place, uint64_t launch, enum golden_moment moment,
                                           const struct golden_array *arrays, uint32_t n)
{
    return (struct golden_checkpoint){.place = place,
                                      .file = "heat.c",
                                      .kernel = "kernel",
                                      .launch = launch,
                                      .moment = moment,
                                      .arrays = arrays,
                                      .narrays = n};
}

static void fill(unsigned seed)
{
    srand(seed);
    for (int i = 0; i < N; i++)
        u[i] = rand() / 3.0;
    for (int i = 0; i < 100; i++)
        particles[i] = (struct particle){{i, rand()}, i, NULL};
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (unsigned char)rand();
}

/* Five arrays of all sorts; the first points to the second */
static struct golden_checkpoint material(uint64_t launch, enum golden_moment moment)
{
    static const struct golden_pointer pointers[] = {{24, 1, 8}, {56, 0, -16}};
    static struct golden_array a[5];
    a[0] = array("p", "{32|x@0[2]d;id@16i4;next@24p;}", particles, sizeof particles);
    a[0].pointers = pointers;
    a[0].npointers = 2;
    a[1] = array("u", "d", u, rows * 1000 * sizeof *u);
    a[1].ndims = 3;
    a[1].dims[0] = rows, a[1].dims[1] = 10, a[1].dims[2] = 100;
    a[2] = array("noise", "", noise, sizeof noise);
    a[3] = array("nothing", "f", "", 0);
    a[4] = array("n", "i4", &launch, 4);
    a[4].role = GOLDEN_ARGUMENT;
    a[4].parameter = 3;
    static int value;
    value = (int)launch;
    a[4].bytes = &value;
    return checkpoint("solve:41", launch, moment, a, 5);
}

static void record(const char *path, unsigned launches, uint64_t segment)
{
    struct recorder *r = recorder_open(path, &origin, true, 0, segment, error, sizeof error);
    CHECK(r, "%s", error);
    for (unsigned i = 1; i <= launches; i++) {
        struct golden_checkpoint c = material(i, GOLDEN_BEFORE);
        CHECK(recorder_put(r, &c, error, sizeof error), "%s", error);
        u[i * 100] += 1;
        c = material(i, GOLDEN_AFTER);
        CHECK(recorder_put(r, &c, error, sizeof error), "%s", error);
    }
    CHECK(recorder_save(r, true, error, sizeof error), "%s", error);
    recorder_close(r);
}

static long size_of(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? (long)st.st_size : -1;
}

/* ---- round trip ---- */
static bool alike(struct golden_file *f, const struct golden_array *got, const struct golden_array *put)
{
    char *bytes = malloc(put->size + 1);
    bool same = strcmp(got->name, put->name) == 0 && strcmp(got->layout, put->layout) == 0 && got->role == put->role &&
                got->parameter == put->parameter && got->ndims == put->ndims && got->size == put->size &&
                memcmp(got->dims, put->dims, sizeof got->dims) == 0 && got->npointers == put->npointers &&
                recording_read(f, got, bytes, error, sizeof error) && memcmp(bytes, put->bytes, put->size) == 0;
    for (uint32_t i = 0; same && i < put->npointers; i++)
        same = got->pointers[i].at == put->pointers[i].at && got->pointers[i].target == put->pointers[i].target &&
               got->pointers[i].offset == put->pointers[i].offset;
    free(bytes);
    return same;
}

static void round_trip(uint64_t segment, unsigned least)
{
    fill(1);
    record("a.h5", 8, segment);
    struct golden_file *f = recording_open("a.h5", error, sizeof error);
    CHECK(f, "%s", error);
    if (!f)
        return;
    struct recording_sizes s = recording_sizes(f);
    CHECK(recording_count(f) == 16 && recording_ended(f) && s.segments >= least, "%u", s.segments);
    /* u has four pieces, of which each launch changes one; the rest is there once */
    CHECK(s.unique <= sizeof u + 8 * PIECE + sizeof particles + sizeof noise + 8 * 4, "%llu",
          (unsigned long long)s.unique);
    CHECK(strcmp(recording_origin(f)->program, "/bin/program") == 0 &&
          strcmp(recording_origin(f)->device, "emulated") == 0);
    fill(1);
    for (unsigned i = 1; i <= 8; i++)
        for (int after = 0; after < 2; after++) {
            enum golden_moment moment = after ? GOLDEN_AFTER : GOLDEN_BEFORE;
            u[i * 100] += after;
            struct golden_checkpoint put = material(i, moment);
            const struct golden_checkpoint *got = recording_find(f, "solve:41", i, moment);
            CHECK(got && got->narrays == put.narrays && strcmp(got->kernel, "kernel") == 0 && got->launch == i);
            for (uint32_t k = 0; got && k < put.narrays; k++)
                CHECK(alike(f, &got->arrays[k], &put.arrays[k]), "launch %u, array %u: %s", i, k, error);
        }
    CHECK(recording_find(f, "solve:41", 0, GOLDEN_AFTER) == recording_at(f, 1));
    CHECK(!recording_find(f, "solve:41", 9, GOLDEN_AFTER) && !recording_find(f, "solve:4", 1, GOLDEN_AFTER));
    recording_close(f);
}

/* ---- compare ---- */
static struct differences seen;
static int reports;
static void note(const struct comparing *c, const struct differences *d)
{
    (void)c;
    seen = *d;
    reports++;
}

static int64_t compare(struct golden_file *f, uint64_t launch, struct gantry_tolerances *tolerances,
                       struct comparing *c)
{
    struct golden_checkpoint now = material(launch, GOLDEN_AFTER);
    *c = (struct comparing){.now = &now,
                            .then = recording_find(f, "solve:41", launch, GOLDEN_AFTER),
                            .then_file = f,
                            .tolerances = tolerances,
                            .report = note,
                            .error = error,
                            .room = sizeof error};
    reports = 0;
    return compare_checkpoints(c);
}

static void comparing(void)
{
    struct comparing c;
    struct gantry_text name = {""};
    struct gantry_leaf leaf;
    fill(1);
    record("a.h5", 1, 0);
    struct golden_file *f = recording_open("a.h5", error, sizeof error);
    CHECK(compare(f, 1, NULL, &c) == 0 && !reports && c.sums.arrays == 5, "%s", error);
    CHECK(recording_sizes(f).read == 4, "of the one number that has no hash"); /* equal arrays are not read */
    u[12345] = nextafter(u[12345], INFINITY);
    u[20000] = NAN;
    CHECK(compare(f, 1, NULL, &c) == 2 && reports == 1 && seen.differing == 2 && seen.elements == N);
    CHECK(recording_sizes(f).read == 4 + 2 * PIECE); /* those two pieces alone */
    array_leaf(seen.then, seen.first[0].at, &leaf, &name);
    CHECK(strcmp(name.s, "u[12][3][45]") == 0 && seen.first[0].now.d == u[12345], "%s", name.s);
    CHECK(seen.worst.at == 20000 * 8 && seen.last.at == 20000 * 8);
    FILE *t = fopen("t.txt", "w");
    fputs("region solve:41 variable u ulp=1\n", t);
    fclose(t);
    struct gantry_tolerances tolerances;
    CHECK(gantry_tolerances_read(&tolerances, "t.txt", true));
    CHECK(compare(f, 1, &tolerances, &c) == 1 && c.sums.tolerated == 1 && tolerances.first->used == 1);
    gantry_tolerances_free(&tolerances);
    u[12345] = nextafter(u[12345], -INFINITY);
    u[20000] = u[12345];
    recording_close(f);
}

static void pointers_and_shapes(void)
{
    struct comparing c;
    fill(1);
    record("a.h5", 1, 0);
    struct golden_file *f = recording_open("a.h5", error, sizeof error);
    struct golden_checkpoint now = material(1, GOLDEN_AFTER);
    struct golden_array *a = (struct golden_array *)(uintptr_t)now.arrays;
    struct golden_pointer other[] = {{24, 1, 16}, {56, 0, -16}};
    c = (struct comparing){.now = &now, .then = recording_at(f, 1), .then_file = f, .report = note, .error = error};
    c.room = sizeof error;
    a[0].pointers = other;
    CHECK(compare_checkpoints(&c) == 1 && seen.first[0].at == 24 && seen.first[0].points_now->offset == 16);
    a[0].npointers = 1;
    other[0].offset = 8;
    CHECK(compare_checkpoints(&c) == 1 && seen.first[0].at == 56 && !seen.first[0].points_now);
    now = material(1, GOLDEN_AFTER);
    a[0].pointers = c.then->arrays[0].pointers;
    a[0].npointers = 2;
    a[1].size -= 8; /* another size */
    CHECK(compare_checkpoints(&c) == N && seen.shape);
    a[1].size += 8;
    a[1].name = "v"; /* one is gone, one is new */
    reports = 0;
    CHECK(compare_checkpoints(&c) == 2 * N + 1 && reports == 3); /* and p's pointer leads to another */
    a[1].name = "u";
    a[2].role = GOLDEN_HIDDEN; /* not compared, on either side */
    ((struct golden_array *)(uintptr_t)c.then->arrays)[2].role = GOLDEN_HIDDEN;
    noise[3]++;
    CHECK(compare_checkpoints(&c) == 0);
    recording_close(f);
}

/* Words that lead to no array, and bytes that nobody stored to, differ in each run. */
static void marked(void)
{
    static uint64_t now_bytes[8] = {0, 0, 5, 6, 7, 8, 0, 0}, then_bytes[8] = {0, 0, 9, 9, 7, 8, 0, 0};
    static const struct golden_pointer now_marks[] = {
        {0, GOLDEN_NOWHERE, 0x1000}, {8, 0, 8}, {16, GOLDEN_UNSTORED, 16}, {56, GOLDEN_NOWHERE, 0x1000}};
    static const struct golden_pointer then_marks[] = {
        {0, GOLDEN_NOWHERE, 0x2000}, {8, 0, 8}, {16, GOLDEN_UNSTORED, 16}, {48, 0, 8}};
    struct golden_array now = array("w", "u8", now_bytes, sizeof now_bytes);
    struct golden_array then = array("w", "u8", then_bytes, sizeof then_bytes);
    now.pointers = now_marks, then.pointers = then_marks;
    now.npointers = then.npointers = 4;
    struct golden_checkpoint put = checkpoint("w", 1, GOLDEN_CHECK, &then, 1),
                             c = checkpoint("w", 1, GOLDEN_CHECK, &now, 1);
    struct recorder *r = recorder_open("s.h5", &origin, true, 0, 0, error, sizeof error);
    CHECK(recorder_put(r, &put, error, sizeof error) && recorder_save(r, true, error, sizeof error));
    recorder_close(r);
    struct golden_file *f = recording_open("s.h5", error, sizeof error);
    CHECK(f, "%s", error);
    struct comparing work = {.now = &c, .then = recording_at(f, 0), .then_file = f, .report = note, .error = error};
    work.room = sizeof error;
    CHECK(compare_checkpoints(&work) == 2 && seen.first[0].at == 48 && seen.first[1].at == 56);
    now_bytes[4] = 3; /* somebody stored to this one */
    CHECK(compare_checkpoints(&work) == 3 && seen.first[0].at == 32);
    recording_close(f);
}

/* An element of 24 bytes lies in two pieces of 64 KiB: it differs once. */
static void split_elements(void)
{
    static double x[3 * 6000];
    struct golden_array a = array("q", "{24|a@0d;b@8d;c@16d;}", x, sizeof x);
    struct golden_checkpoint put = checkpoint("q", 1, GOLDEN_CHECK, &a, 1);
    struct recorder *r = recorder_open("s.h5", &origin, true, 0, 0, error, sizeof error);
    CHECK(recorder_put(r, &put, error, sizeof error) && recorder_save(r, true, error, sizeof error));
    recorder_close(r);
    struct golden_file *f = recording_open("s.h5", error, sizeof error);
    struct comparing c = {.now = &put, .then = recording_at(f, 0), .then_file = f, .report = note, .error = error};
    c.room = sizeof error;
    for (int i = 8191; i < 8194; i++) /* the end of one piece and the begin of the next */
        x[i] = 1;
    CHECK(compare_checkpoints(&c) == 3 && seen.first[0].at == 8191 * 8 && seen.last.at == 8193 * 8);
    recording_close(f);
}

static void sampling(void)
{
    struct golden_array a = array("u", "d", u, sizeof u), s;
    struct bytes room = {0};
    struct gantry_text name = {""};
    struct gantry_leaf leaf;
    fill(1);
    a.first = 5;
    CHECK(array_sampled(&a, 7, &s, &room) && s.stride == 7 && s.size == (N + 6) / 7 * 8);
    CHECK(((const double *)s.bytes)[3] == u[21] && array_leaf(&s, 24, &leaf, &name) && strcmp(name.s, "u[26]") == 0,
          "%s", name.s);
    a.size = 1000;
    CHECK(array_sampled(&a, 7, &s, &room) && s.stride == 1 && s.size == 1000);
    bytes_free(&room);
}

/* ---- bad files ---- */
static char *load(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    *n = (size_t)size_of(path);
    char *bytes = malloc(*n);
    if (fread(bytes, 1, *n, f) != *n)
        abort();
    fclose(f);
    return bytes;
}

static void store(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    if (fwrite(bytes, 1, n, f) != n)
        abort();
    fclose(f);
}

static void refused(const char *path, const char *why)
{
    *error = 0;
    struct golden_file *f = recording_open(path, error, sizeof error);
    CHECK(!f && strstr(error, path) && strstr(error, why), "%s: '%s', not '%s'", path, error, why);
    recording_close(f);
}

static void truncated(void)
{
    size_t n;
    rows = 2;
    fill(1);
    record("a.h5", 2, 0);
    char *bytes = load("a.h5", &n);
    for (size_t i = 1000; i < n; i += 1000) {
        store("cut.h5", bytes, i);
        refused("cut.h5", "is truncated or damaged");
    }
    store("cut.h5", bytes, n - 1);
    refused("cut.h5", "is truncated or damaged");
    free(bytes);
}

/* The values of u are those that record() wrote, or there is an error. */
static void values_are_right(struct golden_file *f, size_t at)
{
    static double values[N];
    fill(1);
    for (uint32_t i = 0; i < recording_count(f); i++) {
        u[(i / 2 + 1) * 100] += i % 2;
        for (uint32_t k = 0; k < recording_at(f, i)->narrays; k++) {
            const struct golden_array *a = &recording_at(f, i)->arrays[k];
            if (strcmp(a->name, "u") == 0 && a->size <= sizeof u && recording_read(f, a, values, error, sizeof error))
                CHECK(memcmp(values, u, a->size) == 0, "byte %zu: checkpoint %u has other values", at, i);
        }
    }
}

static void damaged(void)
{
    size_t n, found = 0;
    char *bytes = load("a.h5", &n);
    for (size_t at = 8; at < n; at += at < 6000 ? 13 : 499) {
        bytes[at] ^= 0x55;
        store("flip.h5", bytes, n);
        bytes[at] ^= 0x55;
        struct golden_file *f = recording_open("flip.h5", error, sizeof error);
        found += !f;
        if (f)
            values_are_right(f, at);
        recording_close(f);
    }
    CHECK(found > 10);
    free(bytes);
}

static void foreign(void)
{
    store("text.h5", "u = 3\n", 6);
    refused("text.h5", "is no recording of a golden run");
    store("empty.h5", "", 0);
    refused("empty.h5", "is no recording of a golden run");
    refused("none.h5", "cannot be read: No such file");
    mkdir("folder.h5", 0777);
    refused("folder.h5", "folder.h5");
}

static void segments(void)
{
    size_t n;
    rows = 30;
    fill(1);
    record("m.h5", 8, 2 * PIECE);
    CHECK(access("m.h5.4", F_OK) == 0);
    refused("m.h5.2", "is segment 2 of a recording");
    rename("m.h5.3", "kept");
    refused("m.h5", "m.h5.3 is missing");
    char *bytes = load("a.h5", &n);
    store("m.h5.3", bytes, n);
    refused("m.h5", "m.h5.3 belongs to another recording");
    free(bytes);
    rename("kept", "m.h5.3");
    struct golden_file *f = recording_open("m.h5", error, sizeof error);
    CHECK(f, "%s", error);
    recording_close(f);
    /* nothing is overwritten; with force the old segments go, and nothing else */
    CHECK(!recorder_open("m.h5", &origin, false, 0, 0, error, sizeof error) && strstr(error, "exists already"));
    store("m.h5.99", "mine", 4);
    record("m.h5", 1, 0);
    CHECK(access("m.h5.2", F_OK) != 0 && size_of("m.h5.99") == 4);
}

/* Files that are well-formed HDF5, and lie */
static void hostile(void)
{
    static const struct {
        const char *what;
        enum table table;
        size_t offset, bytes;
        uint64_t value;
    } lies[] = {
#define LIE(TABLE, ROW, FIELD, VALUE)                                                                                  \
    {#ROW "." #FIELD, TABLE, offsetof(struct row_##ROW, FIELD), sizeof(((struct row_##ROW *)NULL)->FIELD), VALUE}
        LIE(CHECKPOINTS, checkpoint, place, 1 << 30),
        LIE(CHECKPOINTS, checkpoint, arrays, 1 << 30),
        LIE(CHECKPOINTS, checkpoint, first_array, UINT32_MAX),
        LIE(CHECKPOINTS, checkpoint, moment, 'x'),
        LIE(CHECKPOINTS, checkpoint, launch, 0),
        LIE(ARRAYS, array, name, UINT32_MAX),
        LIE(ARRAYS, array, role, 'x'),
        LIE(ARRAYS, array, ndims, 9),
        LIE(ARRAYS, array, stride, 0),
        LIE(ARRAYS, array, size, UINT64_MAX),
        LIE(ARRAYS, array, size, 65),
        LIE(ARRAYS, array, first_content, UINT32_MAX),
        LIE(ARRAYS, array, pointers, 1000),
        LIE(CONTENTS, content, piece, UINT32_MAX),
        LIE(POINTERS, pointer, at, UINT64_MAX - 3),
        LIE(POINTERS, pointer, at, 60),
        LIE(POINTERS, pointer, target, 1),
        LIE(PIECES, piece, bytes, 0),
        LIE(PIECES, piece, bytes, UINT32_MAX),
        LIE(PIECES, piece, pool, 0),
        LIE(HASHES, hash, low, 0)};
    for (size_t i = 0; i < COUNT_OF(lies) + 1; i++) {
        static struct segment s;
        struct row_checkpoint c = {.place = 0, .moment = 'c', .launch = 1, .arrays = 1};
        struct row_array a = {.role = 'd', .stride = 1, .size = 64, .pointers = 1};
        struct row_content content = {0};
        struct row_pointer pointer = {.at = 8};
        struct row_piece piece = {.pool = 3, .bytes = 64};
        struct row_hash hash = {0};
        void *rows[] = {&c, &a, &content, &pointer, &piece, &hash}, *image;
        size_t n;
        s = (struct segment){.number = 1, .last = true};
        for (unsigned t = 0; t < STRINGS; t++) {
            if (t != HASHES)
                bytes_add(&s.tables[t], rows[t], table_row_size[t]);
            if (i < COUNT_OF(lies) && lies[i].table == t) {
                if (t == HASHES) /* of no piece */
                    bytes_add(&s.tables[t], rows[t], table_row_size[t]);
                memcpy(s.tables[t].at + lies[i].offset, &lies[i].value, lies[i].bytes);
            }
        }
        bytes_add(&s.tables[STRINGS], "q\0\0bytes", 9);
        bytes_add(&s.pools[POOLS - 1], NULL, 64);
        CHECK(segment_image(&s, &image, &n, error, sizeof error));
        store("lie.h5", image, n);
        struct golden_file *f = recording_open("lie.h5", error, sizeof error);
        CHECK((i == COUNT_OF(lies)) == (f != NULL), "%s: %s", i < COUNT_OF(lies) ? lies[i].what : "no lie", error);
        recording_close(f);
        free(image);
        segment_free(&s);
    }
    /* layouts that have no end, and sizes beyond memory */
    char deep[4096];
    memset(deep, 'c', sizeof deep);
    strcpy(deep + sizeof deep - 2, "d");
    CHECK(!layout_known(deep) && !layout_known("[99999999999][99999999999]d") && layout_known("[3][4]d"));
}

/* ---- full disks ---- */
static int limited(void)
{
    struct rlimit limit = {100 << 10, 100 << 10};
    setrlimit(RLIMIT_FSIZE, &limit);
    struct recorder *r = recorder_open("full.h5", &origin, true, 0, 0, error, sizeof error);
    struct golden_array a = array("u", "d", u, 30 << 10);
    for (unsigned i = 1; r && i < 10; i++) {
        struct golden_checkpoint c = checkpoint("p", i, GOLDEN_CHECK, &a, 1);
        fill(i);
        if (!recorder_put(r, &c, error, sizeof error) || !recorder_save(r, false, error, sizeof error))
            return strstr(error, "full.h5") && strstr(error, "File too large") ? (int)i : 100;
    }
    return 101;
}

static void full_disk(void)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(limited());
    waitpid(child, &status, 0);
    unsigned failed = WIFEXITED(status) ? (unsigned)WEXITSTATUS(status) : 0;
    CHECK(failed >= 3 && failed < 10, "%x", status);
    struct golden_file *f = recording_open("full.h5", error, sizeof error);
    CHECK(f && recording_count(f) == failed - 1 && !recording_ended(f), "%s", error);
    recording_close(f);
    CHECK(!recorder_open("/proc/none.h5", &origin, false, 0, 0, error, sizeof error) &&
          strstr(error, "/proc/none.h5: "));
}

static void limit(void)
{
    struct recorder *r = recorder_open("limit.h5", &origin, true, 1 << 20, 0, error, sizeof error);
    struct golden_array a = array("u", "d", u, sizeof u);
    unsigned i = 0;
    for (bool good = true; good && i < 100; i++) {
        struct golden_checkpoint c = checkpoint("p", i + 1, GOLDEN_CHECK, &a, 1);
        fill(i);
        good = recorder_put(r, &c, error, sizeof error);
    }
    CHECK(i > 3 && i < 10 && strstr(error, "limit=1048576 is reached"), "%u %s", i, error);
    CHECK(recorder_save(r, true, error, sizeof error));
    recorder_close(r);
    struct golden_file *f = recording_open("limit.h5", error, sizeof error);
    CHECK(f && recording_count(f) == i - 1 && size_of("limit.h5") < 1100 << 10, "%ld", size_of("limit.h5"));
    recording_close(f);
}

/* ---- small arrays ---- */
static uint64_t random_state;
static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

enum style { SHORT, LONG, RANDOM };
static const char *const style_names[] = {"v41", "ocean/layer_001/pressure_gradient_41", "ten random letters"};

static void name_small(enum style style, unsigned i, char out[64])
{
    if (style == SHORT)
        snprintf(out, 64, "v%u", i);
    else if (style == LONG)
        snprintf(out, 64, "ocean/layer_%03u/pressure_gradient_%u", i % 40, i);
    for (unsigned k = 0; style == RANDOM && k < 11; k++)
        out[k] = k == 10 ? 0 : (char)('a' + random_bits() % 26);
}

/* A file is at most a tenth larger than the names and what is checked, an item of up to 16 bytes as often as it comes:
 * to say which earlier one it is would take as much. Where all are alike that is a byte for some fifty. */
static void small_arrays_of(unsigned names, unsigned steps, const char *layout, size_t bytes, enum style style,
                            bool is_random)
{
    enum { OF_A_FILE = 2700, HIGHEST = 128 };
    uint64_t item[HIGHEST / 8] = {1}, text = 0;
    char(*all)[64] = calloc(names, sizeof *all);
    struct recorder *r = recorder_open("n.h5", &origin, true, 0, 0, error, sizeof error);
    random_state = 88172645463325252u;
    for (unsigned i = 0; i < names; i++) {
        name_small(style, i, all[i]);
        text += strlen(all[i]) + 1;
    }
    for (unsigned k = 0; k < names * steps; k++) {
        const char *name = all[k % names];
        for (size_t w = 0; is_random && w < bytes; w += 8)
            item[w / 8] = *layout == 'b' ? random_bits() & 1 : random_bits();
        struct golden_array a = array(name, layout, item, bytes);
        struct golden_checkpoint c = checkpoint(name, k / names + 1, GOLDEN_CHECK, &a, 1);
        CHECK(recorder_put(r, &c, error, sizeof error), "%s", error);
    }
    CHECK(recorder_save(r, true, error, sizeof error), "%s", error);
    struct recording_sizes s = recorder_sizes(r);
    uint64_t held = text + (is_random ? s.all : s.all / bytes / 50);
    printf("| %u | %u | %s, %zu | %s | %s | %llu | %llu | %llu | %.3f |\n", names, steps, layout, bytes,
           style_names[style], is_random ? "random" : "alike", (unsigned long long)s.all, (unsigned long long)text,
           (unsigned long long)s.stored, (double)s.stored / (double)(s.all + text));
    CHECK(s.stored <= OF_A_FILE + held + held / 10, "%llu bytes for %llu", (unsigned long long)s.stored,
          (unsigned long long)held);
    recorder_close(r);
    struct golden_file *f = recording_open("n.h5", error, sizeof error);
    CHECK(f, "%s", error);
    const struct golden_checkpoint *last = recording_find(f, all[names - 1], steps, GOLDEN_CHECK);
    char got[HIGHEST];
    CHECK(last && recording_read(f, last->arrays, got, error, sizeof error) && memcmp(got, item, bytes) == 0);
    CHECK(recording_count(f) == names * steps && recording_at(f, names - 1)->launch == 1);
    recording_close(f);
    free(all);
}

static void small_arrays(void)
{
    small_arrays_of(1, 1, "d", 8, SHORT, true);
    small_arrays_of(1, 1000, "d", 8, SHORT, true);
    small_arrays_of(1, 50000, "d", 8, SHORT, true);
    small_arrays_of(100, 10, "f", 4, SHORT, true);
    small_arrays_of(100, 1000, "d", 8, LONG, true);
    small_arrays_of(100, 1000, "d", 8, SHORT, false);
    small_arrays_of(1000, 10, "i2", 2, RANDOM, true);
    small_arrays_of(1000, 100, "i1", 1, SHORT, true);
    small_arrays_of(1000, 100, "b", 1, SHORT, true);
    small_arrays_of(5000, 1, "d", 8, SHORT, true);
    small_arrays_of(5000, 1, "d", 8, LONG, true);
    small_arrays_of(5000, 1, "d", 8, RANDOM, true);
    small_arrays_of(5000, 1, "f", 4, SHORT, true);
    small_arrays_of(5000, 1, "d", 8, SHORT, false);
    small_arrays_of(5000, 1, "[8]d", 64, SHORT, true);
    small_arrays_of(100000, 1, "d", 8, SHORT, true);
    small_arrays_of(100000, 1, "i1", 1, LONG, true);
}

int main(int argc, char **argv)
{
    char *folder = strcat(strcpy(malloc(strlen(argv[0]) + 32), argv[0]), ".files");
    (void)argc;
    mkdir(folder, 0777);
    if (chdir(folder))
        return 1;
    round_trip(0, 1);
    round_trip(2 * PIECE, 6);
    comparing();
    pointers_and_shapes();
    marked();
    split_elements();
    sampling();
    truncated();
    damaged();
    foreign();
    segments();
    hostile();
    full_disk();
    limit();
    small_arrays();
    if (failures)
        printf("%d failures\n", failures);
    return failures != 0;
}
