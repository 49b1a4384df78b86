/* advise/print.c: findings as text, as JSON (docs/advice.md has the format), and as messages, for SARIF. */
#include "advise.h"
#include "../../../include/gantry_wrap.h"

#include <string.h>

/* ---- text ---- */
enum { INDENT = 13 };

static void print_text(FILE *f, const char *word, const char *text)
{
    fprintf(f, "   %-9s ", word);
    wrap_put(f, INDENT, INDENT, text);
}

static void print_lines(FILE *f, const char *word, const char *text)
{
    for (const char *line = text; line; word = "") {
        const char *end = strchr(line, '\n');
        fprintf(f, "   %-9s %.*s\n", word, end ? (int)(end - line) : (int)strlen(line), line);
        line = end ? end + 1 : NULL;
    }
}

static void print_edits(FILE *f, const struct finding *x)
{
    for_each (const struct edit, e, x->edits) {
        if (*e->text)
            print_lines(f, e == x->edits.v ? "write" : "and", e->text);
        else
            fprintf(f, "   %-9s the directive at %s:%d\n", e == x->edits.v ? "delete" : "and delete", e->at.file,
                    e->at.line);
        if (*e->text)
            fprintf(f, "   %-9s %s %s:%d\n", "", e->replaces ? "in place of the directive at" : "in front of",
                    e->at.file, e->at.line);
    }
}

static const char *function_of(const struct finding *x) { return x->region->func ? x->region->func->name : "?"; }

static void print_finding(FILE *f, size_t number, const struct finding *x)
{
    char head[1024], costs[1024];
    snprintf(head, sizeof head, "%zu. %s:%d %s: %s [%s]", number, x->loc.file, x->loc.line, function_of(x), x->text,
             found_id(x->what));
    wrap_put(f, 0, INDENT, head);
    if (x->cost > 1.05)
        snprintf(costs, sizeof costs, x->cost < 10 ? "%.1f times the time: %s" : "%.0f times the time: %s", x->cost,
                 x->costs);
    else
        snprintf(costs, sizeof costs, "%s", x->costs);
    print_text(f, "costs", costs);
    print_edits(f, x);
    if (x->prevents)
        print_text(f, x->edits.n ? "likely" : "prevented", x->prevents);
    if (x->hint)
        print_text(f, "hint", x->hint);
}

static bool same_text(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

/* Is the same found, with the same to write, at another place? */
static bool is_same(const struct finding *x, const struct finding *y)
{
    if (x->what != y->what || x->edits.n != y->edits.n || !same_text(x->text, y->text) ||
        !same_text(x->costs, y->costs) || !same_text(x->prevents, y->prevents) || !same_text(x->hint, y->hint))
        return false;
    for (size_t i = 0; i < x->edits.n; i++)
        if (!same_text(x->edits.v[i].text, y->edits.v[i].text) || x->edits.v[i].replaces != y->edits.v[i].replaces)
            return false;
    return true;
}

/* The places of those behind x that are the same, and marks them. */
static void print_likes(FILE *f, const finding_list *list, size_t x, bool *told)
{
    enum { PLACES = 8 };
    struct sb places = {0};
    size_t n = 0;
    for (size_t i = x + 1; i < list->n; i++) {
        const struct finding *y = &list->v[i];
        if (told[i] || !is_same(&list->v[x], y))
            continue;
        told[i] = true;
        struct loc at = y->edits.n ? y->edits.v[0].at : y->loc;
        if (n++ < PLACES)
            sb_printf(&places, "%s%s:%d (%s)", n > 1 ? ", " : "", at.file, at.line, function_of(y));
    }
    if (n > PLACES)
        sb_printf(&places, " ... and %zu more", n - PLACES);
    if (n)
        print_text(f, "and at", places.s);
    sb_free(&places);
}

/* "3 of GA101, 12 of GA104" */
static void print_counts(FILE *f, const finding_list *list, const bool *told)
{
    const char *before = " (";
    for (int what = 0; what < NFOUND; what++) {
        size_t n = 0;
        for (size_t i = 0; i < list->n; i++)
            n += !told[i] && list->v[i].what == (enum found)what;
        if (n)
            fprintf(f, "%s%zu of %s", before, n, found_id((enum found)what));
        before = n ? ", " : before;
    }
    fputc(')', f);
}

void findings_print(const finding_list *list, bool all, struct arena *ar, FILE *f)
{
    enum { MOST = 20 };
    bool *told = arena_alloc(ar, (list->n + 1) * sizeof *told);
    size_t shown = 0, more = 0;
    if (!list->n)
        return;
    fprintf(f, "\nfindings, the worst first (what they cost is an estimate; gantry explain %s tells more)\n",
            found_id(list->v[0].what));
    for (size_t i = 0; i < list->n && (all || shown < MOST); i++) {
        if (told[i])
            continue;
        told[i] = true;
        print_finding(f, ++shown, &list->v[i]);
        if (!all)
            print_likes(f, list, i, told);
    }
    for (size_t i = 0; i < list->n; i++)
        more += !told[i];
    if (!more)
        return;
    fprintf(f, "... and %zu more", more);
    print_counts(f, list, told);
    fputs("; gantry explain --all shows them\n", f);
}

/* ---- JSON ---- */
static void member(FILE *f, const char *name, const char *value)
{
    if (!value)
        return;
    fprintf(f, ",\"%s\":", name);
    json_string(f, value);
}

static void put_place(FILE *f, struct loc loc)
{
    fputs("\"file\":", f);
    json_string(f, loc.file ? loc.file : "");
    fprintf(f, ",\"line\":%d,\"column\":%d", loc.line, loc.col);
}

static void put_finding(FILE *f, const struct finding *x, struct arena *ar)
{
    char name[128];
    fputc('{', f);
    put_place(f, x->loc);
    member(f, "id", found_id(x->what));
    member(f, "severity", x->certain ? "certain" : "likely");
    fprintf(f, ",\"cost\":%.4g", x->cost);
    member(f, "costs", x->costs);
    member(f, "text", x->text);
    member(f, "directive", finding_directive(ar, x));
    member(f, "prevents", x->prevents);
    member(f, "hint", x->hint);
    member(f, "function", x->region->func ? x->region->func->name : NULL);
    member(f, "construct", region_said(x->region, name, sizeof name));
    member(f, "kernel", x->kernel ? x->kernel->name : NULL);
    fputs(",\"edits\":[", f);
    for_each (const struct edit, e, x->edits) {
        fputs(e == x->edits.v ? "{" : ",{", f);
        put_place(f, e->at);
        fprintf(f, ",\"replaces\":\"%s\"", e->replaces ? "directive" : "nothing");
        member(f, "text", e->text);
        fputc('}', f);
    }
    fputs("]}", f);
}

void findings_json(const finding_list *list, struct arena *ar, FILE *f)
{
    fputs("\"findings\":[", f);
    for (size_t i = 0; i < list->n; i++) {
        fputs(i ? ",\n  " : "\n  ", f);
        put_finding(f, &list->v[i], ar);
    }
    fputs("]", f);
}

/* ---- messages ---- */
void findings_say(const finding_list *list, struct unit const *u)
{
    for_each (const struct finding, x, *list) {
        diag(u->diag, DIAG_REMARK, x->loc, found_id(x->what), "%s; %s", x->text, x->costs);
        for_each (const struct edit, e, x->edits)
            diag(u->diag, DIAG_NOTE, e->at, NULL, "%s%s",
                 e->replaces ? *e->text ? "instead: " : "without this directive" : "in front of this line: ", e->text);
        if (x->prevents || x->hint)
            diag(u->diag, DIAG_NOTE, x->loc, NULL, "%s", x->prevents ? x->prevents : x->hint);
    }
}
