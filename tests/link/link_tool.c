/* link_tool.c: the device link alone, for tests.
 *
 *   gantry-link pack OUT NAME=FILE…       writes the records of one object, to be put in .gantry.device by
 * .incbin gantry-link link [options] INPUT…     runs the device link
 *       --arch=LIST --runtime=DIR -o FILE --name=NAME -O0…-O3 -g --pic --no-checks --dump --whole-archives
 *       --simd-group=N --lockstep --save=DIR --time
 *   gantry-link list FILE…                prints the records that a file holds
 *   gantry-link fuzz FILE SEED COUNT      reads damaged copies of a file; must neither crash nor hang
 *   gantry-link rows FILE SEED COUNT      merges and decides on damaged copies of a summary; the same */
#include "src/link/link.h"
#include "src/link/summary.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct arena *arena;
static struct diag diags;

static int pack(int n, char **v)
{
    struct sb out = {0};
    for (int i = 1; i < n; i++) {
        char *file = strchr(v[i], '=');
        size_t len;
        if (!file)
            return 2;
        *file++ = 0;
        char *text = file_read(arena, file, &len);
        if (!text) {
            perror(file);
            return 1;
        }
        record_write(&out, v[i], text, len);
    }
    return file_write(v[0], out.s ? out.s : "", out.n) ? 0 : 1;
}

static int list(int n, char **v)
{
    for (int i = 0; i < n; i++) {
        struct records r = {0};
        if (!records_read(arena, &diags, v[i], &r))
            return 1;
        for (size_t k = 0; k < r.r.n; k++)
            printf("%s: %s, %zu bytes\n", r.r.v[k].origin, r.r.v[k].name, r.r.v[k].size);
    }
    return 0;
}

/* ---- link ---- */

static const char **split(char *s)
{
    const char **v = arena_alloc(arena, (strlen(s) + 2) * sizeof *v);
    size_t n = 0;
    for (char *p = strtok(s, ","); p; p = strtok(NULL, ","))
        v[n++] = p;
    return v;
}

static bool flag(struct link_options *o, const char *s)
{
    if (strcmp(s, "-g") == 0)
        o->debug = true;
    else if (strcmp(s, "--pic") == 0)
        o->pic = true;
    else if (strcmp(s, "--no-checks") == 0)
        o->access_checks = false;
    else if (strcmp(s, "--dump") == 0)
        o->dump = stdout;
    else if (strcmp(s, "--whole-archives") == 0)
        o->whole_archives = true;
    else if (strcmp(s, "--lockstep") == 0)
        o->lockstep = true;
    else if (str_starts(s, "--simd-group="))
        o->simd_group = (unsigned)atoi(strchr(s, '=') + 1);
    else if (str_starts(s, "-O"))
        o->opt_level = atoi(s + 2);
    else
        return false;
    return true;
}

/* of the build tree that this program is in: build/bin, build/lib/gantry */
static const char *built_runtime(void)
{
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n < 0 ? 0 : n] = 0;
    char *slash = strrchr(self, '/');
    return arena_printf(arena, "%.*s/../lib/gantry", slash ? (int)(slash - self) : 0, self);
}

static int run_link(int n, char **v)
{
    const char **inputs = arena_alloc(arena, (size_t)(n + 1) * sizeof *inputs);
    struct link_options o = {.inputs = inputs, .module_name = "a.out", .opt_level = 2, .access_checks = true, .provenance = true};
    char none[] = "sm_70";
    bool timed = false;
    o.archs = split(none);
    for (int i = 0; i < n; i++) {
        if (str_starts(v[i], "--arch="))
            o.archs = split(v[i] + strlen("--arch="));
        else if (str_starts(v[i], "--runtime="))
            o.runtime_dir = v[i] + strlen("--runtime=");
        else if (str_starts(v[i], "--name="))
            o.module_name = v[i] + strlen("--name=");
        else if (str_starts(v[i], "--save="))
            o.dump_dir = v[i] + strlen("--save=");
        else if (strcmp(v[i], "--time") == 0)
            timed = true;
        else if (strcmp(v[i], "-o") == 0 && i + 1 < n)
            o.output = v[++i];
        else if (!flag(&o, v[i]))
            inputs[o.ninputs++] = v[i];
    }
    if (!o.runtime_dir)
        o.runtime_dir = built_runtime();
    if (!o.output)
        return 2;
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    int r = device_link(arena, &diags, &o);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    if (timed)
        printf("%.1f ms\n", (double)(t1.tv_sec - t0.tv_sec) * 1e3 + (double)(t1.tv_nsec - t0.tv_nsec) / 1e6);
    if (r == 1)
        puts("no device code");
    return r < 0 ? 1 : 0;
}

/* ---- fuzz ---- */

static uint64_t random_state;

static uint64_t random_next(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* Flips bytes, writes extreme numbers, cuts the end off. */
static size_t damage(unsigned char *p, size_t n)
{
    static const uint64_t extremes[] = {0, 1, 7, 0x7fffffff, 0xffffffff, UINT64_MAX, UINT64_MAX - 7, 1ull << 63};
    for (uint64_t k = 1 + random_next() % 8; k > 0; k--) {
        size_t at = random_next() % n;
        uint64_t x = extremes[random_next() % 8];
        if (random_next() % 2)
            p[at] = (unsigned char)random_next();
        else
            memcpy(p + at, &x, at + 8 <= n ? 8 : n - at);
    }
    return random_next() % 4 ? n : random_next() % (n + 1);
}

static int fuzz(int argc, char **v)
{
    size_t n;
    unsigned char *whole = argc == 3 ? (unsigned char *)file_read(arena, v[0], &n) : NULL;
    if (!whole || n == 0)
        return 2;
    char *path = temp_path(arena, "fuzz", ".o");
    FILE *null = fopen("/dev/null", "w");
    random_state = strtoull(v[1], NULL, 10) * 2654435761u + 1;
    int good = 0, bad = 0;
    for (long i = strtol(v[2], NULL, 10); i > 0; i--) {
        struct arena *a = arena_new();
        struct diag d;
        struct records r = {0};
        diag_init(&d, a, null);
        unsigned char *copy = arena_alloc(a, n);
        memcpy(copy, whole, n);
        size_t len = damage(copy, n);
        if (!file_write(path, (char *)copy, len))
            return 1;
        if (records_read(a, &d, path, &r))
            good++;
        else
            bad++;
        arena_free(a);
    }
    printf("%s: %d read, %d refused\n", v[0], good, bad);
    fclose(null);
    return 0;
}

/* Other than damage(): rows and fields stay what they are, and are exchanged, repeated, left out, or get other numbers;
 * their checksum is right, as a compiler with a fault would write it. */
static void damage_rows(struct sb *out, const char *text, struct arena *a)
{
    static const char *const values[] = {
        "0", "1", "-1", "2", "64", "65", "2147483647", "4294967296", "99999999999999999999", ""};
    const char **rows = NULL;
    size_t n = 0;
    char *copy = arena_strdup(a, text), *save = NULL;
    rows = arena_alloc(a, (strlen(text) + 2) * sizeof *rows);
    for (char *row = strtok_r(copy, "\n", &save); row; row = strtok_r(NULL, "\n", &save))
        rows[n++] = row;
    for (size_t i = 0; i < n; i++) {
        const char *row = random_next() % 8 ? rows[i] : rows[random_next() % n];
        for (const char *p = row; *p;) {
            size_t len = strcspn(p, "\t"), key = strcspn(p, "=");
            uint64_t what = random_next() % (8 * n);
            if (what == 0 && key < len)
                sb_printf(out, "%.*s=%s", (int)key, p, values[random_next() % 10]);
            else if (what == 1 && p != row) /* the name of another row */
                sb_addn(out, rows[random_next() % n], len);
            else if (what != 2)
                sb_addn(out, p, len);
            p += len;
            if (*p)
                sb_addc(out, *p++);
        }
        if (random_next() % (4 * n))
            sb_addc(out, '\n');
    }
}

static bool no_library(void *ctx, const char *name)
{
    (void)ctx;
    return *name == 's';
}

static int rows(int argc, char **v)
{
    char *text = argc == 3 ? file_read(arena, v[0], &(size_t){0}) : NULL;
    if (!text)
        return 2;
    FILE *null = fopen("/dev/null", "w");
    random_state = strtoull(v[1], NULL, 10) * 2654435761u + 1;
    int good = 0, bad = 0;
    for (long i = strtol(v[2], NULL, 10); i > 0; i--) {
        struct arena *a = arena_new();
        struct diag d;
        struct sb damaged = {0};
        diag_init(&d, a, null);
        sb_addn(&damaged, "", 0);
        damage_rows(&damaged, text, a);
        if (random_next() % 4 == 0 && damaged.n)
            damaged.n = damage((unsigned char *)damaged.s, damaged.n);
        struct link_options o = {.module_name = "a.out", .simd_group = random_next() % 2 ? 0 : 8, .dump = null};
        struct summary *s = summary_new(a, &d);
        struct record r = {RECORD_SUMMARY, damaged.s, damaged.n, "fuzz.o"};
        if (summary_add(s, &r) && summary_decide(s, &o, no_library, NULL)) {
            summary_print(s, null);
            good++;
        } else {
            bad++;
        }
        sb_free(&damaged);
        arena_free(a);
    }
    printf("%s: %d decided, %d refused\n", v[0], good, bad);
    fclose(null);
    return good && bad ? 0 : 1;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(int n, char **v);
    } commands[] = {{"pack", pack}, {"link", run_link}, {"list", list}, {"fuzz", fuzz}, {"rows", rows}};
    arena = arena_new();
    diag_init(&diags, arena, stderr);
    for (size_t i = 0; argc > 2 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 2, argv + 2);
    fprintf(stderr, "usage: gantry-link pack|link|list|fuzz …; see tests/link/link_tool.c\n");
    return 2;
}
