/* patch.c: what was measured, as a patch of the source: the clauses that OpenMP has for it, at the directive. What no
 * clause says is named on stderr. */
#include "tune_priv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CONTEXT = 3 };

enum place { DEVICE = 1, HOST = 2 };
static const struct {
    const char *name, *clause;
} settings[] = {
#define SETTING(E, NAME, FORM, PLACES, CLAUSE) {NAME, CLAUSE},
#include "../tables/settings.def"
#undef SETTING
};

/* ---- a file and its changes ---- */
struct change {
    int from, to; /* lines that are replaced, from 0 */
    const char *text;
};
struct source {
    const char *path;
    VEC(const char *) lines;
    VEC(struct change) changes;
};

static bool source_read(struct arena *a, const char *path, struct source *s)
{
    size_t n = 0;
    char *text = file_read(a, path, &n);
    s->path = path;
    for (char *line = text; line && *line;) {
        char *end = strchr(line, '\n');
        vec_push(a, &s->lines, end ? arena_strndup(a, line, (size_t)(end - line)) : line);
        line = end ? end + 1 : NULL;
    }
    return text != NULL;
}

static void lines_print(const struct source *s, char mark, int from, int to)
{
    for (int i = from; i < to; i++)
        printf("%c%s\n", mark, s->lines.v[i]);
}

/* Changes from i to before k, in one hunk; shift: lines that came before it */
static void hunk_print(const struct source *s, size_t i, size_t k, int *shift)
{
    int all = (int)s->lines.n, from = s->changes.v[i].from - CONTEXT, to = s->changes.v[k - 1].to + CONTEXT, more = 0;
    from = from < 0 ? 0 : from;
    to = to > all ? all : to;
    for (size_t c = i; c < k; c++) {
        int lines = 1;
        for (const char *p = s->changes.v[c].text; (p = strchr(p, '\n')) != NULL; p++)
            lines++;
        more += lines - (s->changes.v[c].to - s->changes.v[c].from);
    }
    printf("@@ -%d,%d +%d,%d @@\n", from + 1, to - from, from + 1 + *shift, to - from + more);
    *shift += more;
    for (size_t c = i; c < k; c++) {
        const struct change *x = &s->changes.v[c];
        lines_print(s, ' ', from, x->from);
        lines_print(s, '-', x->from, x->to);
        printf("+");
        for (const char *p = x->text; *p; p++)
            printf(*p == '\n' ? "\n+" : "%c", *p);
        printf("\n");
        from = x->to;
    }
    lines_print(s, ' ', from, to);
}

static void diff_print(const struct source *s)
{
    int shift = 0;
    if (s->changes.n)
        printf("--- a/%s\n+++ b/%s\n", s->path, s->path);
    for (size_t i = 0, k; i < s->changes.n; i = k) {
        for (k = i + 1; k < s->changes.n && s->changes.v[k].from - s->changes.v[k - 1].to <= 2 * CONTEXT; k++)
            ;
        hunk_print(s, i, k, &shift);
    }
}

/* ---- a directive ---- */
static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The word in text, not as a part of another, and outside of brackets; NULL: it is not there */
static char *word_in(char *text, const char *word)
{
    size_t n = strlen(word);
    int depth = 0;
    for (char *p = text; *p; p++) {
        depth += (*p == '(') - (*p == ')');
        if (!depth && strncmp(p, word, n) == 0 && !is_name_char(p[n]) && (p == text || !is_name_char(p[-1])))
            return p;
    }
    return NULL;
}

/* The clause, in place of one of the same name, or behind all others. */
static char *with_clause(struct arena *a, char *text, const char *clause)
{
    size_t n = strcspn(clause, "(");
    char *old = word_in(text, arena_strndup(a, clause, n));
    if (!old)
        return arena_printf(a, "%s %s", text, clause);
    char *end = old + n + strspn(old + n, " \t");
    int depth = 0;
    do
        depth += (*end == '(') - (*end == ')');
    while (*end++ && depth);
    return arena_printf(a, "%.*s%s%s", (int)(old - text), text, clause, end);
}

/* "static,4" and "8x16" as clauses have it: "static, 4", "8, 16" */
static const char *spread(struct arena *a, const char *value)
{
    struct sb out = {0};
    for (; *value; value++) {
        bool between = *value == ',' || (*value == 'x' && out.n && out.s[out.n - 1] >= '0' && out.s[out.n - 1] <= '9');
        sb_add(&out, between ? ", " : (char[]){*value, 0});
    }
    return sb_take(&out, a);
}

static const char *clause_of(struct arena *a, const char *name, const char *value, bool has_teams)
{
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        const char *form = settings[i].clause, *at = form ? strstr(form, "%s") : NULL;
        if (strcmp(settings[i].name, name) != 0 || !form)
            continue;
        if (!at)
            return form;
        if (strcmp(name, "threads") == 0 && !has_teams)
            return arena_printf(a, "num_threads(%s)", value);
        return arena_printf(a, "%.*s%s%s", (int)(at - form), form, spread(a, value), at + 2);
    }
    return NULL;
}

static void left_out(const struct store_row *r, const char *what, const char *why)
{
    fprintf(stderr, "gantry tune: %s:%d: %s is not in the patch: %s\n", r->file, r->line, what, why);
}

/* The directive of line r->line in *text, with the lines that continue it; how many lines, 0: there is none. */
static int directive_read(struct arena *a, const struct source *s, const struct store_row *r, char **text)
{
    int from = r->line - 1, to = from;
    struct sb all = {0};
    if (from < 0 || from >= (int)s->lines.n || !strstr(s->lines.v[from], "#pragma omp"))
        return 0;
    while (to + 1 < (int)s->lines.n && str_ends(s->lines.v[to], "\\"))
        to++;
    for (int i = from; i <= to; i++)
        sb_printf(&all, "%s%s", i > from ? "\n" : "", s->lines.v[i]);
    *text = sb_take(&all, a);
    return to - from + 1;
}

static bool is_of_loop(const char *setting)
{
    return strcmp(setting, "collapse") == 0 || strcmp(setting, "tile") == 0 || strcmp(setting, "unroll") == 0;
}

/* ---- the loops behind it ---- */
struct scan { /* of C, line by line */
    bool in_comment, begun;
    int depth;
};

/* Where the code of a line has the word `for`, -1: nowhere; *over: the statement ends in it. */
static int line_scan(struct scan *c, const char *line, bool *over)
{
    int found = -1;
    for (const char *p = line; *p && !*over; p++) {
        if (c->in_comment) {
            c->in_comment = strncmp(p, "*/", 2) != 0;
            p += !c->in_comment;
        } else if (strncmp(p, "/*", 2) == 0) {
            c->in_comment = true;
            p++;
        } else if (strncmp(p, "//", 2) == 0) {
            break;
        } else if (*p == '"' || *p == '\'') {
            for (char quote = *p++; *p && *p != quote; p++)
                p += *p == '\\' && p[1];
            if (!*p)
                break;
        } else if (strncmp(p, "for", 3) == 0 && !is_name_char(p[3]) && (p == line || !is_name_char(p[-1]))) {
            found = (int)(p - line);
        } else {
            c->depth += (*p == '(' || *p == '{') - (*p == ')' || *p == '}');
            *over = !c->depth && (*p == ';' || *p == '}');
        }
    }
    return found;
}

/* The line of the last loop, which is the innermost, of the statement that begins at line `from`; -1: another one
 * stands before it in the line, or it is not found. */
static int last_loop(const struct source *s, int from)
{
    struct scan c = {0};
    bool over = false;
    int found = -1;
    for (int i = from; i < (int)s->lines.n && !over; i++) {
        const char *line = s->lines.v[i];
        size_t blank = strspn(line, " \t");
        int at = line[blank] == '#' ? -1 : line_scan(&c, line, &over);
        if (at >= 0)
            found = (size_t)at == blank ? i : -1;
    }
    return over ? found : -1;
}

static const char *indent_of(struct arena *a, const char *line) { return arena_strndup(a, line, strspn(line, " \t")); }

static void row_write(struct arena *a, struct source *s, const struct store_row *r)
{
    const char *tile = NULL, *unroll = NULL;
    char *text, *before, *save = NULL, *words = arena_strdup(a, r->words);
    int lines = directive_read(a, s, r, &text);
    if (!lines || !strstr(text, "target"))
        return left_out(r, r->words, "there is no directive any more, or a macro writes it; tune again");
    before = text;
    bool has_teams = word_in(text, "teams") != NULL, has_loop = word_in(text, "for") || word_in(text, "loop");
    for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        char *value = strchr(w, '=');
        const char *word = arena_strdup(a, w);
        *value++ = 0;
        const char *clause = clause_of(a, w, value, has_teams);
        bool fits = strcmp(w, "teams") == 0      ? has_teams
                    : strcmp(w, "schedule") == 0 ? word_in(text, "for") != NULL
                    : strcmp(w, "nowait") == 0   ? false
                    : is_of_loop(w)              ? has_loop
                                                 : has_teams || has_loop;
        if (!clause)
            left_out(r, word, "OpenMP has no clause for it; gantry cc --tuned takes it from the store");
        else if (!fits)
            left_out(r, clause, "it belongs to a construct inside of this one");
        else if (strcmp(w, "tile") == 0)
            tile = clause;
        else if (strcmp(w, "unroll") == 0)
            unroll = clause;
        else
            text = with_clause(a, text, clause);
    }
    if (tile)
        text = arena_printf(a, "%s\n%s#pragma omp %s", text, indent_of(a, text), tile);
    if (strcmp(text, before) != 0)
        vec_push(a, &s->changes, (struct change){r->line - 1, r->line - 1 + lines, text});
    int loop = unroll ? last_loop(s, r->line - 1 + lines) : -1;
    if (loop >= 0)
        vec_push(
            a, &s->changes,
            (struct change){loop, loop, arena_printf(a, "%s#pragma omp %s", indent_of(a, s->lines.v[loop]), unroll)});
    else if (unroll)
        left_out(r, unroll, "the innermost loop does not begin its line");
}

/* Rows come in the order of files and lines. */
static int rows_write(struct arena *a, const store_list *l)
{
    int status = 0;
    for (size_t i = 0, k; i < l->n; i = k) {
        struct source s = {0};
        bool good = source_read(a, l->v[i].file, &s);
        if (!good)
            fprintf(stderr, "gantry: error: gantry tune: %s: %s\n", l->v[i].file, strerror(errno));
        status = good ? status : 1;
        for (k = i; k < l->n && strcmp(l->v[k].file, l->v[i].file) == 0; k++)
            if (good && store_chosen(l, k) && *l->v[k].words && strcmp(l->v[k].key.place, "device") == 0)
                row_write(a, &s, &l->v[k]);
        diff_print(&s);
    }
    return status;
}

int tune_patch(const char *store)
{
    struct arena *a = arena_new();
    const char *error = NULL;
    struct store *s = store_open(a, store, false, &error);
    store_list l = {0};
    int status = 1;
    if (s && store_rows(a, s, &l, &error))
        status = rows_write(a, &l);
    else
        fprintf(stderr, "gantry: error: gantry tune: %s\n", error);
    if (s)
        store_close(s);
    arena_free(a);
    return status;
}
