/* loops.c: what `gantry annotate` says of loops, as a page: the source with a color for each verdict, beside each loop
 * its reason, and below what the reasons mean. */
#include "report_priv.h"

#include <string.h>

#include "report.h"

enum { SHOWN_AROUND = 4 }; /* lines around loops that are seen at once */

/* What becomes of a loop, by what a reader wants to know first */
enum fate {
    FATE_NONE,
    FATE_PARALLEL,
    FATE_GUARDED,
    FATE_ASSERTED,
    FATE_OBSERVED,
    FATE_WAVES,
    FATE_SERIAL,
    FATE_DATA,
    FATES
};
static const struct {
    const char *class, *name, *meaning;
} fates[FATES] = {
    [FATE_PARALLEL] = {"parallel", "parallel", "proved"},
    [FATE_GUARDED] = {"guarded", "under a test", "parallel where a test in the program holds"},
    [FATE_ASSERTED] = {"asserted", "asserted", "parallel by what the program says of it"},
    [FATE_OBSERVED] = {"asserted", "observed", "parallel in a run that is trusted"},
    [FATE_WAVES] = {"waves", "in waves", "parallel within each wave, one wave after the other"},
    [FATE_SERIAL] = {"serial", "serial", "as it was"},
    [FATE_DATA] = {"data", "data", "stays on the device"},
};

struct told { /* a loop, or statements whose data stays on the device */
    const struct json *j;
    enum fate fate;
    int line, last;
};
struct told_list {
    VEC(struct told) v;
};

static enum fate fate_of(const struct json *j)
{
    const char *verdict = json_member_text(j, "verdict");
    if (json_member(j, "waves"))
        return FATE_WAVES;
    if (!verdict || strcmp(verdict, "serial") == 0)
        return FATE_SERIAL;
    if (strcmp(verdict, "data") == 0)
        return FATE_DATA;
    if (json_member(j, "observed"))
        return FATE_OBSERVED;
    return json_member(j, "without") ? FATE_ASSERTED : strcmp(verdict, "parallel") == 0 ? FATE_PARALLEL : FATE_GUARDED;
}

/* A JSON object a line */
static void read_told(struct arena *a, const char *text, struct told_list *out)
{
    for (const char *end; *text; text = end + (*end == '\n')) {
        struct json_error e = {0};
        end = text + strcspn(text, "\n");
        const struct json *j = json_parse(a, text, (size_t)(end - text), &e);
        struct told t = {.j = j, .line = j ? (int)json_member_number(j, "line", 0) : 0};
        if (t.line <= 0 || t.line > MOST_LINES)
            continue;
        t.fate = fate_of(j);
        t.last = (int)json_member_number(j, "last", t.line);
        const struct told *before = out->v.n ? &out->v.v[out->v.n - 1] : NULL;
        bool within = before && before->fate == FATE_WAVES && json_member(before->j, "waves") && t.last <= before->last;
        if (t.fate == FATE_SERIAL && within) /* the second loop of a nest in waves */
            t.fate = FATE_WAVES;
        vec_push(a, &out->v, t);
    }
}

/* ---- one loop ---- */
static void put_id(FILE *f, const char *id)
{
    fprintf(f, " <a class=\"id\" href=\"#%s\" title=\"gantry explain %s\">%s</a>", id, id, id);
}

static void put_row(FILE *f, const char *what, const char *text, bool code)
{
    fprintf(f, "<dt>%s</dt><dd>%s", what, code ? "<code>" : "");
    html_text(f, text);
    fputs(code ? "</code></dd>\n" : "</dd>\n", f);
}

static void put_text(FILE *f, const struct json *j, const char *key, const char *what)
{
    const char *text = json_member_text(j, key);
    if (text)
        put_row(f, what, text, true);
}

/* {"id": …, "reason": …} */
static void put_reason(FILE *f, const struct json *j, const char *what)
{
    const char *id = j ? json_member_text(j, "id") : NULL, *text = j ? json_member_text(j, "reason") : NULL;
    if (!id || !text)
        return;
    fprintf(f, "<dt>%s</dt><dd>", what);
    html_text(f, text);
    put_id(f, id);
    fputs("</dd>\n", f);
}

static void put_variables(struct arena *a, FILE *f, const struct json *list)
{
    for (const struct json *v = list && list->kind == JSON_ARRAY ? list->first : NULL; v; v = v->next) {
        const char *role = json_member_text(v, "role"), *name = json_member_text(v, "name");
        const char *op = json_member_text(v, "operator");
        if (role && name)
            put_row(f, role, op ? arena_printf(a, "%s: %s", op, name) : name, true);
    }
}

static void put_list(struct arena *a, FILE *f, const struct json *list, const char *what, const char *key,
                     const char *after)
{
    for (const struct json *v = list && list->kind == JSON_ARRAY ? list->first : NULL; v; v = v->next) {
        const char *text = v->kind == JSON_STRING ? v->text : json_member_text(v, key);
        double line = json_member_number(v, "line", 0);
        if (text)
            put_row(f, what, line > 0 ? arena_printf(a, "%s%s%.0f", text, after, line) : text, true);
    }
}

static void put_observed(struct arena *a, FILE *f, const struct json *j)
{
    put_reason(f, j, "observed");
    if (j)
        put_list(a, f, json_member(j, "dependences"), "seen", "text", "");
}

static void put_told(struct arena *a, FILE *f, const struct told *t)
{
    const struct json *j = t->j, *order = json_member(j, "order");
    fprintf(f, "<div class=\"remark why %s\"><b>%s</b> ", fates[t->fate].class, fates[t->fate].name);
    html_text(f, json_member_text(j, "reason") ? json_member_text(j, "reason") : "");
    if (json_member_text(j, "id"))
        put_id(f, json_member_text(j, "id"));
    fputs("<dl>\n", f);
    put_text(f, j, "at", "at");
    put_variables(a, f, json_member(j, "variables"));
    put_list(a, f, json_member(j, "updates"), "update", "text", "");
    put_list(a, f, json_member(j, "tests"), "test", "text", "");
    put_list(a, f, json_member(j, "asserted"), "asserted", "text", ", line ");
    put_reason(f, json_member(j, "without"), "without");
    put_reason(f, json_member(j, "waves"), "waves");
    put_observed(a, f, json_member(j, "observed"));
    put_text(f, j, "directive", "directive");
    put_list(a, f, json_member(j, "inner"), "inner", "directive", ", line ");
    put_text(f, j, "after", "after it");
    put_text(f, j, "if", "if");
    if (order && json_member_text(order, "id")) {
        put_row(f, "order", "neighbouring iterations touch elements far apart: --reorder exchanges two loops", false);
    }
    put_reason(f, json_member(j, "none"), "no directive");
    put_reason(f, json_member(j, "host"), "not for a device");
    fputs("</dl></div>\n", f);
}

/* ---- the source ---- */
/* The innermost loop that a line is in; NULL: none. Loops come in the order of the text. */
static const struct told *told_at(const struct told_list *all, int line)
{
    const struct told *found = NULL;
    for (size_t i = 0; i < all->v.n && all->v.v[i].line <= line; i++)
        if (all->v.v[i].fate != FATE_DATA && all->v.v[i].last >= line)
            found = &all->v.v[i];
    return found;
}

static bool is_near_loop(const struct told_list *all, int line)
{
    for (size_t i = 0; i < all->v.n; i++)
        if (line >= all->v.v[i].line - SHOWN_AROUND && line <= all->v.v[i].last + SHOWN_AROUND)
            return true;
    return false;
}

static void put_line(struct arena *a, FILE *f, const struct loops_file *file, const struct told_list *all, int line,
                     const char *text)
{
    const struct told *in = told_at(all, line);
    fprintf(f, "<div class=\"line%s%s\" id=\"", in ? " " : "", in ? fates[in->fate].class : "");
    html_text(f, arena_printf(a, "%s:%d", file->name, line));
    fprintf(f, "\"><span class=\"no\">%d</span><code>", line);
    html_text(f, text);
    fputs("</code></div>\n", f);
    for (size_t i = 0; i < all->v.n; i++)
        if (all->v.v[i].line == line)
            put_told(a, f, &all->v.v[i]);
}

static void put_file(struct arena *a, FILE *f, const struct loops_file *file, const struct told_list *all)
{
    VEC(const char *) lines = {0};
    for (char *at = arena_strdup(a, file->source), *end; *at; at = end) {
        end = at + strcspn(at, "\n");
        if (*end)
            *end++ = 0;
        vec_push(a, &lines, at);
    }
    fputs("<h2>", f);
    html_text(f, file->name);
    fputs("</h2>\n<div class=\"source verdicts\">\n", f);
    for (size_t i = 0, end; i < lines.n; i = end) {
        bool shown = is_near_loop(all, (int)i + 1);
        for (end = i + 1; end < lines.n && is_near_loop(all, (int)end + 1) == shown;)
            end++;
        if (!shown)
            fprintf(f, "<details><summary>lines %zu to %zu</summary>\n", i + 1, end);
        for (size_t k = i; k < end; k++)
            put_line(a, f, file, all, (int)k + 1, lines.v[k]);
        fputs(shown ? "" : "</details>\n", f);
    }
    fputs("</div>\n", f);
}

/* ---- how many of what ---- */
static const char *whole(char *out, double n)
{
    snprintf(out, UNIT_SIZE, "%.0f", n);
    return out;
}

static void put_counts(FILE *f, const struct told_list *all, size_t nfiles)
{
    struct bar bars[FATES];
    char values[FATES][UNIT_SIZE];
    double counts[FATES] = {0};
    size_t n = 0;
    for (size_t i = 0; i < nfiles; i++)
        for (size_t k = 0; k < all[i].v.n; k++)
            counts[all[i].v.v[k].fate]++;
    for (enum fate i = FATE_PARALLEL; i <= FATE_SERIAL; i++)
        if (counts[i] > 0)
            bars[n++] = (struct bar){.label = fates[i].name,
                                     .value = whole(values[i], counts[i]),
                                     .class = fates[i].class,
                                     .note = fates[i].meaning,
                                     .length = counts[i]};
    html_bars(f, "Loops", "loops", bars, n, whole);
}

/* ---- what the reasons mean ---- */
static void put_some(FILE *f, const char *text, size_t n)
{
    char part[1024];
    for (; n > 0; n -= strlen(part), text += strlen(part)) {
        snprintf(part, sizeof part, "%.*s", (int)n, text);
        html_text(f, part);
    }
}

/* `code` in its type, and of a link its text: it leads to another document */
static void put_words(FILE *f, const char *text, const char *end)
{
    while (text < end) {
        size_t n = strcspn(text, "`[\n");
        const char *tick =
            text + n < end && text[n] == '`' ? memchr(text + n + 1, '`', (size_t)(end - text) - n - 1) : NULL;
        const char *middle = text + n < end && text[n] == '[' ? strstr(text + n, "](") : NULL;
        const char *close = middle && middle < end ? strchr(middle, ')') : NULL;
        n = text + n < end ? n : (size_t)(end - text);
        put_some(f, text, n);
        text += n;
        if (tick) {
            fputs("<code>", f);
            put_some(f, text + 1, (size_t)(tick - text) - 1);
            fputs("</code>", f);
            text = tick + 1;
        } else if (close && close < end) {
            put_some(f, text + 1, (size_t)(middle - text) - 1);
            text = close + 1;
        } else if (text < end) {
            put_some(f, text++, 1);
        }
    }
}

/* A page's text: paragraphs, and code between lines of ``` */
static void put_page(FILE *f, const char *text)
{
    bool code = false, open = false;
    for (const char *end; *text; text = end + (*end == '\n')) {
        end = text + strcspn(text, "\n");
        bool fence = strncmp(text, "```", 3) == 0, blank = end == text;
        if ((fence || blank) && open && !code) {
            fputs("</p>\n", f);
            open = false;
        }
        if (fence) {
            fputs(code ? "</pre>\n" : "<pre class=\"directive\">", f);
            code = !code;
            continue;
        }
        if (blank && !code)
            continue;
        if (!code && !open) {
            fputs("<p>", f);
            open = true;
        }
        if (code)
            put_some(f, text, (size_t)(end - text));
        else
            put_words(f, text, end);
        fputc('\n', f);
    }
    fputs(code ? "</pre>\n" : open ? "</p>\n" : "", f);
}

static void put_pages(FILE *f, const struct loops_page *pages, size_t n)
{
    if (n)
        fputs("<h2>What the reasons mean</h2>\n", f);
    for (size_t i = 0; i < n; i++) {
        fprintf(f, "<article class=\"finding perhaps\" id=\"%s\"><h3>%s: ", pages[i].id, pages[i].id);
        html_text(f, pages[i].title);
        fputs("</h3>\n", f);
        put_page(f, pages[i].text);
        fputs("</article>\n", f);
    }
}

bool loops_page_write(struct arena *a, const char *path, const struct loops_file *files, size_t nfiles,
                      const struct loops_page *pages, size_t npages)
{
    struct page page = {0};
    struct told_list *all = arena_alloc(a, (nfiles + 1) * sizeof *all);
    FILE *f = page_begin(&page, "gantry annotate", nfiles ? files[0].name : "");
    for (size_t i = 0; i < nfiles; i++)
        read_told(a, files[i].json, &all[i]);
    if (f) {
        fputs("<section class=\"run\">\n<h1>", f);
        html_text(f, nfiles == 1 ? path_last(files[0].name) : arena_printf(a, "%zu files", nfiles));
        fputs("</h1>\n<p class=\"meta\">its loops, as <code>gantry annotate</code> judges them</p>\n", f);
        put_counts(f, all, nfiles);
        fputs("<p class=\"legend\">", f);
        for (enum fate i = FATE_PARALLEL; i <= FATE_SERIAL; i++)
            fprintf(f, "<span><i class=\"%s\"></i>%s: %s</span> ", fates[i].class, fates[i].name, fates[i].meaning);
        fputs("</p>\n", f);
        for (size_t i = 0; i < nfiles; i++)
            put_file(a, f, &files[i], &all[i]);
        put_pages(f, pages, npages);
        fputs("</section>\n", f);
    }
    return page_end(&page, path);
}
