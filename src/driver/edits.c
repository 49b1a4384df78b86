/* edits.c: what would mend a program's findings, as edits of its files (struct gantry_edit of gantry_findings.h), and
 * all of them as one patch. */
#define _GNU_SOURCE
#include "driver.h"

#include <stdlib.h>
#include <string.h>

#include "gantry_findings.h"

struct text_lines {
    VEC(const char *) v; /* without their newlines */
};

static struct text_lines lines_of(struct arena *a, const char *path)
{
    struct text_lines lines = {0};
    char *text = file_read(a, path, NULL), *end;
    for (char *at = text; at && *at; at = end) {
        end = strchrnul(at, '\n');
        vec_push(a, &lines.v, arena_strndup(a, at, (size_t)(end - at)));
        end += *end == '\n';
    }
    return lines;
}

static int width(const char *line) { return (int)strlen(line); }

/* A directive goes on after each line that ends with a backslash. */
static int last_line_of_directive(const struct text_lines *lines, int line)
{
    while ((size_t)line < lines->v.n && str_ends(lines->v.v[line - 1], "\\"))
        line++;
    return line;
}

/* The column after the line's words: before blanks and a comment. */
static int end_of_words(const char *line)
{
    const char *comment = strstr(line, "//"), *block = strstr(line, "/*");
    int n = width(line);
    if (comment && (!block || comment < block))
        n = (int)(comment - line);
    else if (block)
        n = (int)(block - line);
    while (n > 0 && strchr(" \t\\", line[n - 1]))
        n--;
    return n + 1;
}

const struct diag_edit *edit_read(struct arena *a, const char *record)
{
    int line, col, end, used = 0;
    if (sscanf(record, "E%d %d %d%n", &line, &col, &end, &used) != 3 || line < 1)
        return NULL;
    const char *at = record + used, *file = diag_field(a, &at), *text = diag_field(a, &at);
    struct text_lines lines = lines_of(a, file ? file : "");
    if (!text || (size_t)line > lines.v.n)
        return NULL;
    struct diag_edit *e = NEW(a, struct diag_edit);
    if (col == GANTRY_EDIT_CLAUSE) {
        line = last_line_of_directive(&lines, line);
        col = end = end_of_words(lines.v.v[line - 1]);
        text = arena_printf(a, " %s", text);
    } else if (col == GANTRY_EDIT_LINE) {
        const char *before = lines.v.v[line - 1];
        int indent = (int)strspn(before, " \t");
        col = end = 1;
        text = arena_printf(a, "%.*s%s\n", indent, before, text);
    }
    if (end < col || end > width(lines.v.v[line - 1]) + 1)
        return NULL;
    *e = (struct diag_edit){{.file = file, .line = line, .col = col}, end, text};
    return e;
}

/* ---- the patch ---- */
static int by_place(const void *x, const void *y)
{
    const struct diag_edit *a = *(const struct diag_edit *const *)x, *b = *(const struct diag_edit *const *)y;
    int files = strcmp(a->loc.file, b->loc.file);
    return files ? files : a->loc.line != b->loc.line ? (a->loc.line < b->loc.line ? -1 : 1) : a->loc.col - b->loc.col;
}

static bool same(const struct diag_edit *a, const struct diag_edit *b)
{
    return a->loc.line == b->loc.line && a->loc.col == b->loc.col && a->end == b->end && strcmp(a->text, b->text) == 0;
}

/* The file with its edits, which are in order; of two that touch the same words the second is left out. */
static char *edited(struct arena *a, const char *path, const struct diag_edit *const *edits, size_t n)
{
    struct text_lines lines = lines_of(a, path);
    struct sb out = {0};
    size_t k = 0;
    for (size_t i = 0; i < lines.v.n; i++) {
        const char *line = lines.v.v[i];
        int done = 0; /* columns that are written */
        for (; k < n && edits[k]->loc.line == (int)i + 1; k++) {
            const struct diag_edit *e = edits[k];
            if (e->loc.col - 1 < done || (k > 0 && same(e, edits[k - 1])))
                continue;
            sb_addn(&out, line + done, (size_t)(e->loc.col - 1 - done));
            sb_add(&out, e->text);
            done = e->end - 1;
        }
        sb_add(&out, line + done);
        sb_addc(&out, '\n');
    }
    return sb_take(&out, a);
}

static void print_diff(struct cc *cc, const char *path, const char *text)
{
    const char *changed = temp_path(cc->arena, "edited", "");
    if (!file_write(changed, text, strlen(text)))
        return;
    const char *argv[] = {"diff", "-u", "--label", path, "--label", path, "--", path, changed, NULL};
    struct run_result r = run_program(cc->arena, argv, RUN_CAPTURE_OUT);
    if (r.status == 1)
        fputs(r.out, stderr);
}

void edits_print(struct cc *cc, const struct diag_edit **edits, size_t n)
{
    qsort(edits, n, sizeof *edits, by_place);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && strcmp(edits[end]->loc.file, edits[i]->loc.file) == 0;)
            end++;
        print_diff(cc, edits[i]->loc.file, edited(cc->arena, edits[i]->loc.file, edits + i, end - i));
    }
}
