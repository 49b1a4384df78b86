/* annotate.c: `gantry annotate`: serial C in, the same with directives out, each loop with its proof or the reason why
 * it stays serial; and `gantry advise`: programs with directives in, the same with data that stays on the device out.
 * gantry-core does the work; here are the options and the files. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

#include "../report/report.h"
#include "job.h"

struct annotate_options {
    bool explain, json, in_place, diff, no_data, reorder, flat, whole;
    bool advise;
    bool observe, trust_observed;
    char **words;               /* of the program that is observed; NULL-terminated */
    const char *seen;           /* what its run showed; NULL: it has not run */
    const struct json *profile; /* of `gantry profile`; NULL: none */
    const char *html;           /* a page; NULL: none */
    const char *to;             /* "openmp", "openacc"; NULL: OpenMP */
    const char *least_work;     /* a number; NULL: as usual */
    const char *waves;          /* skewed, doacross, no; NULL: as pays */
    VEC(const char *) loops;    /* FILE:LINE of those that may get directives; none: all */
};

/* Takes the words of `gantry advise` out of the arguments: the profile's file. */
static int advise_words(struct annotate_options *o, int argc, char **argv, const char **profile)
{
    int n = 0;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--apply") == 0)
            o->in_place = true;
        else if (strcmp(argv[i], "--json") == 0)
            o->json = true;
        else if (strcmp(argv[i], "--profile") == 0 && i + 1 < argc)
            *profile = argv[++i];
        else if (str_starts(argv[i], "--profile="))
            *profile = argv[i] + 10;
        else
            argv[n++] = argv[i];
    }
    return n;
}

/* Takes the words of this command out of the arguments; the others are those of `gantry cc`. With --observe those after
 * "--" are the program's. */
static int own_words(struct cc *cc, struct annotate_options *o, int argc, char **argv)
{
    int n = 0;
    o->observe = word_take(&argc, argv, "--observe");
    o->words = argv + argc;
    for (int i = 0; i < argc; i++) {
        if (o->observe && strcmp(argv[i], "--") == 0) {
            o->words = argv + i + 1;
            break;
        }
        if (str_starts(argv[i], "--loop=") || (strcmp(argv[i], "--loop") == 0 && i + 1 < argc)) {
            vec_push(cc->arena, &o->loops, argv[i][6] ? argv[i] + 7 : argv[++i]);
            continue;
        }
        if (str_starts(argv[i], "--html=") || (strcmp(argv[i], "--html") == 0 && i + 1 < argc)) {
            o->html = argv[i][6] ? argv[i] + 7 : argv[++i];
            continue;
        }
        bool *flag = strcmp(argv[i], "--explain") == 0          ? &o->explain
                     : strcmp(argv[i], "--json") == 0           ? &o->json
                     : strcmp(argv[i], "--in-place") == 0       ? &o->in_place
                     : strcmp(argv[i], "--diff") == 0           ? &o->diff
                     : strcmp(argv[i], "--no-data") == 0        ? &o->no_data
                     : strcmp(argv[i], "--trust-observed") == 0 ? &o->trust_observed
                     : strcmp(argv[i], "--reorder") == 0        ? &o->reorder
                     : strcmp(argv[i], "--flat-arrays") == 0    ? &o->flat
                     : strcmp(argv[i], "--whole-program") == 0  ? &o->whole
                                                                : NULL;
        if (flag)
            *flag = true;
        else if (str_starts(argv[i], "--to="))
            o->to = argv[i] + 5;
        else if (strncmp(argv[i], "--least-work=", 13) == 0)
            o->least_work = argv[i] + 13;
        else if (str_starts(argv[i], "--waves="))
            o->waves = argv[i] + 8;
        else
            argv[n++] = argv[i];
    }
    return n;
}

static int show_diff(struct cc *cc, const char *old, const char *new)
{
    const char *diff = tool_need(cc, "diff", "to show what changes");
    struct list argv = {0};
    if (!diff)
        return EXIT_USER;
    list_add(cc, &argv, (const char *const[]){diff, "-u", "--label", old, "--label", old, old, new, NULL});
    return command_run(cc, &argv) > 1 ? EXIT_USER : 0;
}

static int show(struct cc *cc, const char *path)
{
    size_t len;
    char *text = file_read(cc->arena, path, &len);
    if (!text)
        internal_error("annotate", "cannot read %s", path);
    return fwrite(text, 1, len, stdout) == len && fflush(stdout) == 0 ? 0 : EXIT_USER;
}

/* ---- one file on its way ---- */
struct file {
    const struct input *in;
    const char *text; /* the preprocessed file */
    const char *made; /* the annotated one */
    const char *told; /* what is said of its loops, for the page */
};

static bool preprocess(struct cc *cc, struct file *f)
{
    size_t len;
    char *text = source_text(cc, f->in, NULL, &len);
    f->text = temp_path(cc->arena, "annotate", ".i");
    f->made = temp_path(cc->arena, "annotated", ".c");
    f->told = temp_path(cc->arena, "told", ".json");
    if (text && !file_write(f->text, text, len))
        cannot_write(f->text);
    return text != NULL;
}

/* gantry-core reads the file; `words` say what for. */
static int run_core(struct cc *cc, const struct file *f, const char *const *words)
{
    struct list argv = {0};
    list_add(cc, &argv,
             (const char *const[]){core_path(cc), "annotate", "--path", f->in->path, "--name", f->in->name, "--include",
                                   cc->include, "--text", f->text, NULL});
    list_add(cc, &argv, words);
    flags_for_core(cc, &argv);
    ADD(cc, &argv, "--");
    job_user_flags(cc, &argv);
    return tool_status(cc, command_run(cc, &argv), "annotate");
}

/* What the functions of all files do, for each of them to know: a file; NULL: there is only one and it need not know
 * itself, or *status. */
static const char *summaries(struct cc *cc, const struct annotate_options *o, const struct file *files, size_t n,
                             int *status)
{
    bool wanted = n > 1 || o->advise;
    struct sb all = {0};
    const char *path = temp_path(cc->arena, "known", ".txt");
    for (size_t i = 0; i < n && wanted && *status == 0; i++) {
        const char *one = temp_path(cc->arena, "summary", ".txt");
        *status = run_core(cc, &files[i], (const char *const[]){"--summary", one, NULL});
        size_t len;
        char *text = *status ? NULL : file_read(cc->arena, one, &len);
        if (text)
            sb_addn(&all, text, len);
    }
    if (wanted && *status == 0 && !file_write(path, all.s ? all.s : "", all.n))
        cannot_write(path);
    sb_free(&all);
    return wanted && *status == 0 ? path : NULL;
}

/* The line of FILE:LINE if it names this input; else NULL */
static const char *line_in(const char *loop, const struct input *in)
{
    const char *colon = strrchr(loop, ':');
    size_t n = colon ? (size_t)(colon - loop) : 0;
    return n && strlen(in->name) == n && memcmp(in->name, loop, n) == 0 ? colon + 1 : NULL;
}

/* Of the loops asked for, the lines of those in this file; NULL: all are */
static const char *lines_of(struct cc *cc, const struct annotate_options *o, const struct input *in)
{
    struct sb b = {0};
    for (size_t i = 0; i < o->loops.n; i++) {
        const char *line = line_in(o->loops.v[i], in);
        if (line)
            sb_printf(&b, "%s%s", b.n ? "," : "", line);
    }
    return !o->loops.n ? NULL : b.n ? sb_take(&b, cc->arena) : "";
}

/* Each loop asked for is in a file that is there. */
static int loops_check(struct cc *cc, const struct annotate_options *o)
{
    for (size_t i = 0; i < o->loops.n; i++) {
        const char *line = NULL;
        for (size_t k = 0; k < cc->inputs.n && !line; k++)
            line = line_in(o->loops.v[i], &cc->inputs.v[k]);
        if (!line || !*line || line[strspn(line, "0123456789")])
            return usage_error(
                cc,
                arena_printf(cc->arena, "--loop '%s': FILE:LINE is meant, with a file of this command", o->loops.v[i]));
    }
    return 0;
}

/* ---- the findings of a profile ---- */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* of this file, a line each: id, line, item */
static void add_findings(const struct json *profile, const struct input *in, struct sb *b)
{
    const struct json *all = json_member(profile, "findings");
    for (const struct json *x = all ? all->first : NULL; x; x = x->next) {
        const char *id = json_member_text(x, "finding"), *file = json_member_text(x, "file");
        const char *name = json_member_text(x, "name");
        if (id && file && name && strcmp(base_name(file), base_name(in->name)) == 0)
            sb_printf(b, "%s %d %s\n", id, (int)json_member_number(x, "line", 0), name);
    }
}

static const char *observed_in(struct cc *cc, const struct annotate_options *o, const struct input *in)
{
    struct sb b = {0};
    const struct json *all = o->profile ? json_member(o->profile, "profiles") : NULL;
    for (const struct json *x = all ? all->first : NULL; x; x = x->next)
        add_findings(x, in, &b);
    const char *path = b.n ? temp_path(cc->arena, "observed", ".txt") : NULL;
    if (path && !file_write(path, b.s, b.n))
        cannot_write(path);
    sb_free(&b);
    return path;
}

static int profile_read(struct cc *cc, const char *path, struct annotate_options *o)
{
    size_t len;
    struct json_error e = {0};
    char *text = path ? file_read(cc->arena, path, &len) : NULL;
    if (!path)
        return 0;
    if (!text)
        return usage_error(cc, arena_printf(cc->arena, "--profile '%s' cannot be read", path));
    o->profile = json_parse(cc->arena, text, len, &e);
    if (!o->profile || !json_member(o->profile, "profiles"))
        return usage_error(
            cc, arena_printf(cc->arena, "--profile '%s' is no profile: GANTRY_PROFILE=FILE.json makes one", path));
    return 0;
}

/* gantry-core marks the loops that are not proved. */
static int mark_file(struct cc *cc, const struct annotate_options *o, const struct file *f, const char *known,
                     const char *to)
{
    const char *words[8];
    size_t n = 0;
    words[n++] = "--mark";
    words[n++] = to;
    if (o->flat)
        words[n++] = "--flat-arrays";
    if (known) {
        words[n++] = "--known";
        words[n++] = known;
    }
    words[n] = NULL;
    return run_core(cc, f, words);
}

static int observe_program(struct cc *cc, struct annotate_options *o, const struct file *files, size_t n,
                           const char *known)
{
    const char **marked = arena_alloc(cc->arena, (cc->inputs.n + 1) * sizeof *marked);
    for (size_t i = 0; i < n; i++) {
        const char *to = temp_path(cc->arena, "marked", ".c");
        int status = mark_file(cc, o, &files[i], known, to);
        if (status)
            return status;
        marked[files[i].in - cc->inputs.v] = to;
    }
    o->seen = observe(cc, marked, o->words);
    return o->seen ? 0 : EXIT_USER;
}

static int judge_file(struct cc *cc, const struct annotate_options *o, const struct file *f, const char *known)
{
    const char *words[32], *lines = lines_of(cc, o, f->in);
    const char *observed = observed_in(cc, o, f->in);
    size_t n = 0;
    if (o->advise)
        words[n++] = "--advise";
    if (observed) {
        words[n++] = "--observed";
        words[n++] = observed;
    }
    if (o->seen) {
        words[n++] = "--seen";
        words[n++] = o->seen;
    }
    if (o->trust_observed)
        words[n++] = "--trust-observed";
    if (o->to && strcmp(o->to, "openacc") == 0)
        words[n++] = "--to-openacc";
    if (o->no_data)
        words[n++] = "--no-data";
    if (o->reorder)
        words[n++] = "--reorder";
    if (o->flat)
        words[n++] = "--flat-arrays";
    if (o->whole)
        words[n++] = "--whole-program";
    if (o->waves) {
        words[n++] = "--waves";
        words[n++] = o->waves;
    }
    if (o->least_work) {
        words[n++] = "--least-work";
        words[n++] = o->least_work;
    }
    if (o->explain)
        words[n++] = "--explain";
    if (o->json)
        words[n++] = "--json";
    if (o->html) {
        words[n++] = "--told";
        words[n++] = f->told;
    }
    if (lines) {
        words[n++] = "--lines";
        words[n++] = lines;
    }
    if (known) {
        words[n++] = "--known";
        words[n++] = known;
    }
    words[n++] = "--out";
    words[n++] = f->made;
    words[n] = NULL;
    return run_core(cc, f, words);
}

/* All files have been judged: from here on nothing fails but the disk. */
static int hand_over(struct cc *cc, const struct annotate_options *o, const struct file *f)
{
    const char *to = o->in_place ? f->in->path : cc->output;
    if (o->diff)
        return show_diff(cc, f->in->path, f->made);
    if (!to)
        return o->explain || o->json || o->html ? 0 : show(cc, f->made);
    size_t len;
    char *text = file_read(cc->arena, f->made, &len);
    if (!text || !file_write(to, text, len))
        cannot_write(to);
    return 0;
}

/* ---- the page ---- */
typedef VEC(struct loops_page) page_list;

static bool has_page(const page_list *pages, const char *id)
{
    for_each (const struct loops_page, p, *pages)
        if (strcmp(p->id, id) == 0)
            return true;
    return false;
}

/* The pages of all the reasons that the text names */
static void add_pages(struct cc *cc, const char *told, page_list *pages)
{
    for (const char *at = told; (at = strstr(at, "\"GL")) != NULL; at++) {
        char *id = arena_strndup(cc->arena, at + 1, strspn(at + 1, "GL0123456789"));
        char *text = strlen(id) == 5 && !has_page(pages, id) ? page_of_loops(cc, id) : NULL;
        if (!text)
            continue;
        char *line = text + strcspn(text, "\n");
        if (*line)
            *line++ = 0;
        const char *title = text + strlen(id) + strspn(text + strlen(id), " ");
        vec_push(cc->arena, pages, (struct loops_page){id, title, line});
    }
}

static int by_id(const void *a, const void *b)
{
    const struct loops_page *x = a, *y = b;
    return strcmp(x->id, y->id);
}

static int write_page(struct cc *cc, const struct annotate_options *o, const struct file *files, size_t n)
{
    struct loops_file *all = arena_alloc(cc->arena, (n + 1) * sizeof *all);
    page_list pages = {0};
    for (size_t i = 0; i < n; i++) {
        char *source = file_read(cc->arena, files[i].in->path, NULL), *told = file_read(cc->arena, files[i].told, NULL);
        if (!source || !told)
            internal_error("annotate", "cannot read %s", source ? files[i].told : files[i].in->path);
        all[i] = (struct loops_file){files[i].in->name, source, told};
        add_pages(cc, told, &pages);
    }
    if (pages.n)
        qsort(pages.v, pages.n, sizeof *pages.v, by_id);
    return loops_page_write(cc->arena, o->html, all, n, pages.v, pages.n) ? 0 : EXIT_USER;
}

static int annotate_files(struct cc *cc, struct annotate_options *o)
{
    struct file *files = arena_alloc(cc->arena, (cc->inputs.n + 1) * sizeof *files);
    size_t n = 0;
    int status = core_path(cc) ? 0 : EXIT_USER;
    for (size_t i = 0; i < cc->inputs.n && status == 0; i++) {
        files[n].in = &cc->inputs.v[i];
        if (files[n].in->lang == LANG_C)
            status = preprocess(cc, &files[n++]) ? 0 : EXIT_USER;
    }
    const char *known = status ? NULL : summaries(cc, o, files, n, &status);
    if (status == 0 && o->observe)
        status = observe_program(cc, o, files, n, known);
    for (size_t i = 0; i < n && status == 0; i++)
        status = judge_file(cc, o, &files[i], known);
    if (status == 0 && o->html)
        status = write_page(cc, o, files, n);
    for (size_t i = 0; i < n && status == 0; i++)
        status = hand_over(cc, o, &files[i]);
    return status;
}

static int begin(struct cc *cc, int argc, char **argv, const char *name)
{
    int status = install_find(cc) ? options_parse(cc, argc, argv) : EXIT_USER;
    if (status == 0 && sources(cc) == 0)
        status = usage_error(cc, arena_printf(cc->arena, "%s needs C files", name));
    return status;
}

static int end(struct cc *cc, struct annotate_options *o, int status)
{
    if (status == 0)
        status = annotate_files(cc, o);
    documents_end(cc);
    arena_free(cc->arena);
    return status;
}

int annotate_main(int argc, char **argv)
{
    struct cc cc;
    struct annotate_options o = {0};
    cc_init(&cc, arena_new());
    argc = own_words(&cc, &o, argc, argv);
    int status = begin(&cc, argc, argv, "annotate");
    if (status == 0 && cc.output && sources(&cc) > 1)
        status = usage_error(&cc, "-o names one file, but several are to be made: --in-place or --diff takes several");
    if (status == 0 && o.least_work && (!*o.least_work || o.least_work[strspn(o.least_work, "0123456789")]))
        status = usage_error(&cc, "--least-work= takes a number of operations");
    if (status == 0 && o.waves && strcmp(o.waves, "skewed") != 0 && strcmp(o.waves, "doacross") != 0 &&
        strcmp(o.waves, "no") != 0)
        status = usage_error(&cc, "--waves= takes skewed, doacross or no");
    if (status == 0 && o.to && strcmp(o.to, "openmp") != 0 && strcmp(o.to, "openacc") != 0)
        status = usage_error(&cc, "--to= takes openmp or openacc");
    if (status == 0 && o.in_place && cc.output)
        status = usage_error(&cc, "--in-place and -o name two places for the result");
    if (status == 0 && o.trust_observed && !o.observe)
        status = usage_error(&cc, "--trust-observed trusts what --observe has seen: give both");
    if (status == 0)
        status = loops_check(&cc, &o);
    return end(&cc, &o, status);
}

/* ---- gantry advise ---- */
int advise_main(int argc, char **argv)
{
    struct cc cc;
    struct annotate_options o = {.advise = true};
    const char *profile = NULL;
    cc_init(&cc, arena_new());
    argc = advise_words(&o, argc, argv, &profile);
    int status = begin(&cc, argc, argv, "advise");
    if (status == 0 && cc.output && sources(&cc) > 1)
        status = usage_error(&cc, "-o names one file, but several are to be changed: --apply takes several");
    if (status == 0 && o.in_place && cc.output)
        status = usage_error(&cc, "--apply and -o name two places for the result");
    if (status == 0)
        status = profile_read(&cc, profile, &o);
    o.diff = !o.in_place && !cc.output && !o.json;
    return end(&cc, &o, status);
}
