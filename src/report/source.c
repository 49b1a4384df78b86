/* source.c: the user's lines: what each cost, and what was found there. Files are read now; one that is newer than the
 * run may say something else by now. */
#include "report_priv.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct source *source_of(struct arena *a, struct sources *all, const char *file)
{
    for (size_t i = 0; i < all->v.n; i++)
        if (strcmp(all->v.v[i].file, file) == 0)
            return &all->v.v[i];
    vec_push(a, &all->v, (struct source){.file = file});
    return &all->v.v[all->v.n - 1];
}

static struct source_line *line_of(struct arena *a, struct source *s, int line)
{
    while (s->lines.n < (size_t)line)
        vec_push(a, &s->lines, (struct source_line){0});
    return &s->lines.v[line - 1];
}

/* Where the compiler saw it, or beside the profile */
static const char *find(struct arena *a, const char *file, const char *profile)
{
    struct stat st;
    const char *slash = strrchr(profile, '/');
    if (stat(file, &st) == 0 && S_ISREG(st.st_mode))
        return file;
    if (*file == '/' || !slash)
        return NULL;
    const char *beside = arena_printf(a, "%.*s/%s", (int)(slash - profile), profile, file);
    return stat(beside, &st) == 0 && S_ISREG(st.st_mode) ? beside : NULL;
}

static void read_lines(struct arena *a, struct source *s, const struct run *r)
{
    struct stat st;
    size_t n = 0;
    s->path = find(a, s->file, r->path);
    char *text = s->path ? file_read(a, s->path, &n) : NULL;
    if (!text) {
        s->path = NULL;
        return;
    }
    if (stat(s->path, &st) == 0)
        s->changed = r->began > 0 && (double)st.st_mtim.tv_sec * 1e6 + (double)st.st_mtim.tv_nsec / 1e3 > r->began;
    int line = 1;
    for (char *at = text; *at; line++) {
        char *end = strchr(at, '\n');
        line_of(a, s, line)->text = at;
        if (!end)
            break;
        *end = 0;
        at = end + 1;
    }
}

static int by_cost(const void *a, const void *b)
{
    const struct source *x = a, *y = b;
    return x->cost < y->cost ? 1 : x->cost > y->cost ? -1 : strcmp(x->file, y->file);
}

/* Those of lines in files that the run has rows of */
static void add_reasons(struct arena *a, const struct reasons *why, struct sources *out)
{
    for (size_t i = 0; i < out->v.n; i++)
        for (size_t k = 0; k < why->v.n; k++)
            if (reason_is_of(&why->v.v[k], out->v.v[i].file))
                vec_push(a, &line_of(a, &out->v.v[i], why->v.v[k].line)->reasons, &why->v.v[k]);
}

void sources_read(struct arena *a, const struct run *r, const struct reasons *why, struct sources *out)
{
    for (size_t i = 0; i < r->rows.n; i++) {
        const struct row *row = &r->rows.v[i];
        if (!row->file || row->line <= 0 || row->line > MOST_LINES)
            continue;
        struct source *s = source_of(a, out, row->file);
        struct source_line *l = line_of(a, s, row->line);
        l->cost += row->own;
        s->cost += row->own;
        vec_push(a, &l->rows, row);
    }
    for (size_t i = 0; i < r->findings.n; i++) {
        const struct finding *f = &r->findings.v[i];
        if (f->item.line > 0 && f->item.line <= MOST_LINES)
            vec_push(a, &line_of(a, source_of(a, out, f->item.file), f->item.line)->findings, f);
    }
    add_reasons(a, why, out);
    for (size_t i = 0; i < out->v.n; i++)
        read_lines(a, &out->v.v[i], r);
    if (out->v.n)
        qsort(out->v.v, out->v.n, sizeof *out->v.v, by_cost);
}
