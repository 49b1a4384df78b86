/* annotate.c: judges the loops of a file. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

#include "../../annotate/annotate.h"
#include "../../front/front.h"

struct wanted {
    const char *path, *name, *include, *text, *out, *summary, *known, *lines, *told;
    const char *least_work; /* NULL: as usual */
    const char *waves;      /* skewed, doacross, no; NULL: as pays */
    const char *observed;   /* findings of a profile, a line each; NULL: none */
    const char *seen;       /* what a run of the program showed; NULL: there was none */
    const char *mark;       /* gets the file so that a run is watched; NULL: the file is annotated */
    bool trust_observed;
    bool explain, json, no_data, reorder, flat, whole, advise, to_openacc;
};

static int summarise(const struct wanted *w, const struct unit *u)
{
    FILE *f = fopen(w->summary, "w");
    if (!f)
        cannot_write(w->summary);
    annotate_summarise(u, f);
    if (fclose(f))
        cannot_write(w->summary);
    return 0;
}

static void write_told(const struct wanted *w, const struct annotation *n)
{
    FILE *f = fopen(w->told, "w");
    if (!f)
        cannot_write(w->told);
    annotate_json(n, f);
    if (fclose(f))
        cannot_write(w->told);
}

static int write_marked(const struct wanted *w, struct annotation *n, const char *source, size_t size)
{
    struct sb out = {0};
    annotate_mark(n, source, size, &out);
    if (!file_write(w->mark, out.s, out.n))
        cannot_write(w->mark);
    sb_free(&out);
    annotate_end(n);
    return 0;
}

static bool into_openacc(struct arena *a, struct diag *d, const struct front_options *o, struct sb *text)
{
    sb_addc(text, 0);
    const char *made = front_translate(a, d, o, text->s, NULL, TRANSLATE_TO_OPENACC, NULL, 0);
    sb_free(text);
    *text = (struct sb){0};
    if (made)
        sb_add(text, made);
    return made != NULL;
}

static enum annotate_waves waves_wanted(const char *word)
{
    return !word                           ? WAVES_AUTO
           : strcmp(word, "skewed") == 0   ? WAVES_SKEWED
           : strcmp(word, "doacross") == 0 ? WAVES_DOACROSS
                                           : WAVES_NO;
}

static int annotate_file(const struct wanted *w, struct arena *a, struct diag *d, const struct front_options *o)
{
    size_t len;
    char *text = file_read(a, w->text, &len);
    if (!text)
        internal_error("annotate", "cannot read %s", w->text);
    const struct unit *u = front_parse(a, d, o, text, len);
    if (!u)
        return 1;
    if (w->summary)
        return summarise(w, u);
    const struct annotate_wishes wishes = {.least_work =
                                               w->least_work ? strtod(w->least_work, NULL) : ANNOTATE_LEAST_WORK,
                                           .no_data = w->no_data,
                                           .reorder = w->reorder,
                                           .waves = waves_wanted(w->waves),
                                           .flat = w->flat,
                                           .whole = w->whole,
                                           .advise = w->advise,
                                           .openacc = w->to_openacc,
                                           .observed = w->seen ? file_read(a, w->seen, &len) : NULL,
                                           .trust_observed = w->trust_observed,
                                           .lines = w->lines};
    struct annotation *n = annotate(u, w->known ? file_read(a, w->known, &len) : NULL, &wishes);
    int stray = annotate_stray_line(n);
    if (stray) {
        diag(d, DIAG_ERROR, (struct loc){.file = w->name, .line = stray}, NULL, "no loop of this file begins here");
        return 1;
    }
    struct sb out = {0};
    size_t size;
    char *source = file_read(a, w->path, &size);
    if (!source)
        internal_error("annotate", "cannot read %s", w->path);
    if (w->mark)
        return write_marked(w, n, source, size);
    annotate_write(n, source, size, &out); /* says first what has no place in the file */
    if (w->to_openacc && !into_openacc(a, d, o, &out))
        return 1;
    if (w->advise)
        (w->json ? advise_json : advise_print)(n, w->observed ? file_read(a, w->observed, &len) : NULL, stdout);
    else if (w->explain)
        annotate_explain(n, stdout);
    if (w->json && !w->advise)
        annotate_json(n, stdout);
    if (w->told)
        write_told(w, n);
    if (w->out && !file_write(w->out, out.s ? out.s : "", out.n))
        cannot_write(w->out);
    sb_free(&out);
    annotate_end(n);
    return 0;
}

int core_annotate(int argc, char **argv)
{
    struct wanted w = {0};
    const char *ignored;
    const struct word_row rows[] = {
        {"--path", &w.path, NULL},
        {"--name", &w.name, NULL},
        {"--include", &w.include, NULL},
        {"--text", &w.text, NULL},
        {"--out", &w.out, NULL},
        {"--explain", NULL, &w.explain},
        {CORE_DIAG, &ignored, NULL},
        {"--summary", &w.summary, NULL},
        {"--known", &w.known, NULL},
        {"--json", NULL, &w.json},
        {"--lines", &w.lines, NULL},
        {"--no-data", NULL, &w.no_data},
        {"--waves", &w.waves, NULL},
        {"--reorder", NULL, &w.reorder},
        {"--least-work", &w.least_work, NULL},
        {"--told", &w.told, NULL},
        {"--advise", NULL, &w.advise},
        {"--observed", &w.observed, NULL},
        {"--to-openacc", NULL, &w.to_openacc},
        {"--flat-arrays", NULL, &w.flat},
        {"--whole-program", NULL, &w.whole},
        {"--seen", &w.seen, NULL},
        {"--mark", &w.mark, NULL},
        {"--trust-observed", NULL, &w.trust_observed},
    };
    int rest = core_words(argc, argv, rows, sizeof rows / sizeof rows[0]);
    struct arena *a = arena_new();
    struct diag d;
    core_diag(&d, a, argc, argv);
    struct front_options o = {
        .path = w.path, .cflags = (const char *const *)argv + rest, .include_dir = w.include, .check = true};
    int status = annotate_file(&w, a, &d, &o);
    diag_finish(&d);
    if (fflush(stdout) || ferror(stdout))
        cannot_write("standard output");
    arena_free(a);
    return status;
}
