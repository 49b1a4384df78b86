/* report.c: the command line of `gantry report`; `gantry help report` is about it. */
#include "report.h"
#include "report_priv.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { GOOD = 0, USER = 1, USAGE = 2 };
const char *const report_options[] = {"--compare", "--noise", "--all", "--model", "-o", "--", NULL};

struct asked {
    struct comparison c;       /* c.old: the files of a report, too */
    const char *out, *model;   /* model: a GPU whose times are predicted; NULL: none */
    bool compare, second, all; /* second: after "--" */
};

static int misuse(const char *what, const char *word)
{
    fprintf(stderr, "gantry: error: gantry report: %s%s%s%s; gantry help report says more\n", what, word ? " '" : "",
            word ? word : "", word ? "'" : "");
    return USAGE;
}

/* ---- the words ---- */
static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* A folder stands for the profiles in it. */
static int add_file(struct arena *a, struct asked *q, const char *word)
{
    struct stat st;
    size_t first = q->second ? q->c.new.n : q->c.old.n;
    DIR *d = stat(word, &st) == 0 && S_ISDIR(st.st_mode) ? opendir(word) : NULL;
    if (!d) {
        if (q->second)
            vec_push(a, &q->c.new, word);
        else
            vec_push(a, &q->c.old, word);
        return GOOD;
    }
    for (const struct dirent *e; (e = readdir(d)) != NULL;) {
        if (!str_ends(e->d_name, ".json"))
            continue;
        const char *path = arena_printf(a, "%s/%s", word, e->d_name);
        if (q->second)
            vec_push(a, &q->c.new, path);
        else
            vec_push(a, &q->c.old, path);
    }
    closedir(d);
    size_t n = q->second ? q->c.new.n : q->c.old.n;
    if (n == first)
        return misuse("no FILE.json is in the folder", word);
    qsort((q->second ? q->c.new.v : q->c.old.v) + first, n - first, sizeof(char *), by_name);
    return GOOD;
}

static int take_noise(struct asked *q, const char *text)
{
    char *end;
    if (!text)
        return misuse("--noise needs per cent", NULL);
    q->c.noise = strtod(text, &end);
    end += *end == '%';
    if (!*text || *end || !(q->c.noise >= 0))
        return misuse("--noise: that is no number from 0 up:", text);
    return GOOD;
}

static int parse(struct arena *a, int argc, char **argv, struct asked *q)
{
    int status = GOOD;
    for (int i = 0; i < argc && status == GOOD; i++) {
        const char *w = argv[i];
        if (strcmp(w, "--compare") == 0)
            q->compare = true;
        else if (strcmp(w, "--all") == 0)
            q->all = true;
        else if (strcmp(w, "--") == 0 && q->compare && !q->second)
            q->second = true;
        else if (str_starts(w, "--noise="))
            status = take_noise(q, w + strlen("--noise="));
        else if (strcmp(w, "--noise") == 0)
            status = take_noise(q, argv[++i < argc ? i : argc]);
        else if (str_starts(w, "--model="))
            q->model = w + strlen("--model=");
        else if (strcmp(w, "--model") == 0)
            q->model = ++i < argc ? argv[i] : "";
        else if (strcmp(w, "-o") == 0 && i + 1 < argc)
            q->out = argv[++i];
        else if (str_starts(w, "-o") && w[2])
            q->out = w + 2;
        else if (*w == '-' && w[1])
            status = misuse("there is no option", w);
        else
            status = add_file(a, q, w);
    }
    return status;
}

/* OLD NEW, without "--" between: one word a side */
static int two_sides(struct arena *a, int argc, char **argv, struct asked *q)
{
    VEC(const char *) words = {0};
    if (q->second)
        return q->c.old.n && q->c.new.n ? GOOD : misuse("--compare needs profiles on both sides of --", NULL);
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "--noise") == 0 || strcmp(argv[i], "-o") == 0)
            i++;
        else if (argv[i][0] != '-')
            vec_push(a, &words, argv[i]);
    if (words.n != 2)
        return misuse("--compare takes OLD NEW, or OLD… -- NEW…", NULL);
    q->c.old.n = q->c.new.n = 0;
    q->second = false;
    int status = add_file(a, q, words.v[0]);
    q->second = true;
    return status ? status : add_file(a, q, words.v[1]);
}

/* Would the page take the place of what it is made of? */
static bool is_input(const struct asked *q, const char *out)
{
    struct stat o, in;
    for (size_t i = 0; stat(out, &o) == 0 && i < q->c.old.n; i++)
        if (stat(q->c.old.v[i], &in) == 0 && in.st_dev == o.st_dev && in.st_ino == o.st_ino)
            return true;
    return false;
}

/* ---- what is asked for ---- */
/* Files are profiles, and counts and reasons for all of them. */
static bool read_all(struct arena *a, const struct asked *q, struct runs *runs, struct counts *counts,
                     struct reasons *why)
{
    for (size_t i = 0; i < q->c.old.n; i++) {
        const char *path = q->c.old.v[i];
        size_t n = 0;
        const char *text = file_read(a, path, &n);
        bool good = text && counts_are(text, n)    ? counts_read(a, path, text, n, counts)
                    : text && reasons_are(text, n) ? reasons_read(a, path, text, n, why)
                                                   : runs_read(a, path, runs);
        if (!good)
            return false;
    }
    if (runs->v.n == 0)
        fprintf(stderr, "gantry: error: gantry report: counts and reasons alone have no times: give a profile, too\n");
    return runs->v.n > 0;
}

/* Names in a profile are those of files and variables, and a terminal obeys what they hold: control characters are
 * shown. */
static void put_plain(const char *text)
{
    for (const unsigned char *s = (const unsigned char *)text; *s; s++) {
        bool two = *s == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0; /* of Unicode's second row of them */
        if ((*s < ' ' && *s != '\n' && *s != '\t') || *s == 0x7f || two)
            printf("\\x%02x", two ? *++s : *s);
        else
            putchar(*s);
    }
}

static void print_runs(struct arena *a, FILE *f, const struct asked *q, const struct runs *runs,
                       const struct counts *counts, const struct reasons *why)
{
    if (runs->v.n > 1 && !q->model)
        side_text(a, f, runs);
    for (size_t i = 0; i < runs->v.n; i++) {
        fputs(runs->v.n > 1 ? "\n\n" : "", f);
        if (q->model)
            model_text(a, f, &runs->v.v[i], counts, q->model);
        else
            text_print(a, f, &runs->v.v[i], counts, why);
    }
}

static int report(struct arena *a, const struct asked *q)
{
    struct runs runs = {0};
    struct counts counts = {0};
    struct reasons why = {0};
    unsigned units, warp;
    if ((q->model && !model_shape(a, q->model, &units, &warp)) || !read_all(a, q, &runs, &counts, &why))
        return USER;
    for (size_t i = 0; i < runs.v.n; i++)
        runs.v.v[i].all = q->all;
    if (q->out)
        return page_write(a, q->out, &runs, &counts, &why) ? GOOD : USER;
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (!f)
        return USER;
    print_runs(a, f, q, &runs, &counts, &why);
    fclose(f);
    put_plain(text);
    free(text);
    return GOOD;
}

int report_command(int argc, char **argv)
{
    struct arena *a = arena_new();
    struct asked q = {.c = {.noise = 5}};
    int status = parse(a, argc, argv, &q);
    if (status == GOOD && q.compare && q.out)
        status = misuse("--compare prints text: -o belongs to a report", NULL);
    if (status == GOOD && q.model && (q.compare || q.out))
        status = misuse("--model prints text of its own: it goes neither with --compare nor with -o", NULL);
    if (status == GOOD && q.out && is_input(&q, q.out))
        status = misuse("-o names a file that is read:", q.out);
    q.c.all = q.all;
    if (status == GOOD && q.compare)
        status = two_sides(a, argc, argv, &q);
    else if (status == GOOD && q.c.old.n == 0)
        status = misuse("which profile? GANTRY_PROFILE=FILE.json ./a.out makes one", NULL);
    if (status == GOOD)
        status = q.compare ? compare_print(a, stdout, &q.c) : report(a, &q);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "gantry: error: the report cannot be written: %s\n", strerror(errno));
        status = USER;
    }
    arena_free(a);
    return status;
}
