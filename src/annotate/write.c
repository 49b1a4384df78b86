/* write.c: the user's file with directives. Each edit is text before a place of the file; all else stays as it is. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

enum { WIDEST = 100 };

struct edit {
    size_t at, gone; /* so many bytes are left out from there on */
    const char *text;
    unsigned seq; /* at one place in this order */
};
typedef VEC(struct edit) edit_list;

/* ---- places of the file ---- */
static bool is_own_line(const char *source, size_t at, size_t *begin)
{
    size_t b = at;
    while (b > 0 && (source[b - 1] == ' ' || source[b - 1] == '\t'))
        b--;
    *begin = b;
    return b == 0 || source[b - 1] == '\n';
}

/* `line` begins a line: the one before it; NULL: there is none */
static const char *line_before(const char *source, const char *line)
{
    if (line == source)
        return NULL;
    for (line--; line > source && line[-1] != '\n';)
        line--;
    return line;
}

static bool has_in_line(const char *line, const char *word)
{
    const char *found = strstr(line, word);
    return found && (size_t)(found - line) < strcspn(line, "\n");
}

/* Does `#pragma GCC ivdep` or the like stand before the statement? Nothing may come between. */
static bool follows_pragma(const char *source, size_t at)
{
    const char *line = source + at;
    while (line > source && line[-1] != '\n')
        line--;
    const char *same = strstr(line, "_Pragma");
    if (same && same < source + at)
        return true;
    for (bool comment = false; (line = line_before(source, line)) != NULL;) {
        const char *text = line + strspn(line, " \t");
        comment = comment || (*text != '#' && has_in_line(text, "*/"));
        bool blank = comment || *text == '\n' || *text == '\r' || strncmp(text, "//", 2) == 0;
        if (!blank)
            return *text == '#' && has_in_line(text, "pragma") && has_in_line(text, "GCC");
        comment = comment && !has_in_line(text, "/*");
    }
    return false;
}

/* ---- text ---- */
/* Where the text, from `column` on, goes beyond WIDEST, it goes on behind `next`: after the && of a condition, or the
 * commas of a list, that stand in so many parentheses. */
static void add_folded(struct sb *b, const char *text, size_t n, size_t *column, size_t indent, const char *next,
                       char after, int inside)
{
    int depth = 0;
    for (size_t i = 0; i < n;) {
        size_t word = i;
        for (; word < n; word++) {
            depth += (text[word] == '(') - (text[word] == ')');
            if (text[word] == ' ' && word > i && text[word - 1] == after && depth == inside)
                break;
        }
        if (i && *column + word - i > WIDEST) {
            sb_add(b, next);
            *column = indent;
            i++; /* the space */
        }
        sb_addn(b, text + i, word - i);
        *column += word - i;
        i = word;
    }
}

/* The directive, in lines of at most WIDEST columns, each behind the indentation. */
static char *pragma(struct arena *a, const char *indent, size_t n, const char *text)
{
    struct sb b = {0};
    size_t width = n;
    sb_addn(&b, indent, n);
    sb_add(&b, "#pragma omp");
    width += 11;
    while (*text) {
        size_t word = strcspn(text, " ");
        const char *open = memchr(text, '(', word); /* a clause stays whole if it fits */
        for (int depth = open ? 1 : 0; depth > 0 && text[word];) {
            depth = 0;
            for (size_t i = 0; i < word; i++)
                depth += (text[i] == '(') - (text[i] == ')');
            if (depth > 0)
                word += 1 + strcspn(text + word + 1, " ");
        }
        if (width + 1 + word > WIDEST) {
            sb_add(&b, " \\\n");
            sb_addn(&b, indent, n);
            sb_add(&b, "   ");
            width = n + 3;
        }
        sb_addc(&b, ' ');
        width++;
        const char *next = arena_printf(a, " \\\n%.*s       ", (int)n, indent);
        add_folded(&b, text, word, &width, n + 7, next, strncmp(text, "if", 2) == 0 ? '&' : ',', 1);
        text += word;
        text += strspn(text, " ");
    }
    sb_addc(&b, '\n');
    return sb_take(&b, a);
}

static void add(struct annotation *a, edit_list *edits, size_t at, const char *text)
{
    vec_push(a->arena, edits, (struct edit){at, 0, text, (unsigned)edits->n});
}

static void replace(struct annotation *a, edit_list *edits, size_t from, size_t to, const char *text)
{
    vec_push(a->arena, edits, (struct edit){from, to - from, text, (unsigned)edits->n});
}

/* lines of text, each behind an indentation */
static const char *indented(struct arena *a, const char *lines, const char *gap)
{
    struct sb b = {0};
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        sb_add(&b, gap);
        sb_addn(&b, lines, n);
        sb_addc(&b, '\n');
        lines += n + (lines[n] == '\n');
    }
    return b.n ? sb_take(&b, a) : "";
}

/* The indentation of the line in which `at` stands */
static char *indentation(struct arena *a, const char *source, size_t at)
{
    size_t line = at;
    while (line > 0 && source[line - 1] != '\n')
        line--;
    return arena_strndup(a, source + line, strspn(source + line, " \t"));
}

/* ---- updates of elements that iterations share ---- */
static bool add_atomic(struct annotation *a, const struct node *statement, const char *word, const char *source,
                       size_t len, edit_list *edits)
{
    size_t at = place_in_file(a, source, len, statement->at.begin, 1), line;
    if (at == len)
        return false;
    bool own = is_own_line(source, at, &line);
    const char *indent = arena_strndup(a->arena, source + line, own ? at - line : 0);
    add(a, edits, at, arena_printf(a->arena, "%s#pragma omp atomic%s\n%s", own ? "" : "\n", word, own ? indent : ""));
    return true;
}

static bool add_atomics(struct annotation *a, const struct judged *j, const char *source, size_t len, edit_list *edits)
{
    for_each (struct reduced_element, e, j->elements)
        if (e->is_atomic && !add_atomic(a, e->store->parent, "", source, len, edits))
            return false;
    for_each (struct role_row, row, j->roles)
        for_each_in (ref, r, a->u, j->tree->at)
            if (row->role == ROLE_FLAG && plain_store(r, row->var) &&
                !add_atomic(a, plain_store(r, row->var)->parent, " write", source, len, edits))
                return false;
    return true;
}

/* ---- inner loops for lanes ---- */
static void add_lanes(struct annotation *a, const struct judged *j, const char *source, size_t len, edit_list *edits)
{
    for_each (struct lanes, l, j->lanes) {
        size_t at = place_in_file(a, source, len, l->loop->tree->at.begin, 3), line;
        if (at == len || follows_pragma(source, at))
            continue;
        bool own = is_own_line(source, at, &line);
        const char *indent = arena_strndup(a->arena, source + line, own ? at - line : 0);
        add(a, edits, at,
            arena_printf(a->arena, "%s#pragma omp %s\n%s", own ? "" : "\n", l->directive, own ? indent : ""));
    }
}

/* ---- the order of loops ---- */
/* The head of a `for`, without its parentheses; false: it is not the same in the file. */
static bool find_head(struct annotation *a, const struct judged *k, const char *source, size_t len, size_t *at,
                      size_t *n)
{
    struct node *const *kids = k->tree->kids;
    uint32_t end = kids[2]->around.end;
    *n = end - kids[0]->at.begin;
    *at = place_in_file(a, source, len, kids[0]->at.begin, *n);
    return *at != len;
}

static void add_order(struct annotation *a, struct judged *j, const char *source, size_t len, edit_list *edits)
{
    size_t at[2], n[2];
    if (!j->inward || !a->wishes.reorder || !find_head(a, j->inward, source, len, &at[0], &n[0]) ||
        !find_head(a, j->outward, source, len, &at[1], &n[1]))
        return;
    for (unsigned i = 0; i < 2; i++)
        replace(a, edits, at[i], at[i] + n[i], arena_strndup(a->arena, source + at[1 - i], n[1 - i]));
    j->is_exchanged = true;
}

/* ---- extreme values that are found ---- */
static bool add_findings(struct annotation *a, const struct judged *j, const char *source, size_t len, edit_list *edits)
{
    place_edit_list list = {0};
    for_each_pointer (struct finding, f, j->findings)
        if (!f->name)
            return false;
    findings_edits(a, j, &list);
    for_each (struct place_edit, e, list)
        if (place_in_file(a, source, len, e->off, e->gone ? e->gone : 1) == len)
            return false;
    for_each (struct place_edit, e, list) {
        size_t at = place_in_file(a, source, len, e->off, e->gone ? e->gone : 1);
        replace(a, edits, at, at + e->gone, e->text);
    }
    return true;
}

/* ---- one loop ---- */
/* The place of the user's directive, alone in its lines; len: it has none */
static size_t directive_in(struct annotation *a, const char *source, size_t len, const struct region *r)
{
    size_t at = offset_in_file(a, source, len, unit_place(a->u, r->pragma_at.begin).line, 1);
    at += at < len ? strspn(source + at, " \t") : 0;
    const char *word = at < len && source[at] == '#' ? source + at + 1 + strspn(source + at + 1, " \t") : "";
    return strncmp(word, "pragma", 6) == 0 ? at : len;
}

/* Where the statement begins in the file, with its directive; len: it has no such place */
static size_t place_of_statement(struct annotation *a, const struct node *n, const char *source, size_t len)
{
    return n->kind == NODE_CONSTRUCT ? directive_in(a, source, len, n->region)
                                     : place_in_file(a, source, len, n->at.begin, 1);
}

/* The loop, or the outermost of the assumptions that are said of it and stand directly before it */
static const struct node *with_assumptions(const struct node *n)
{
    while (n->parent && is_assumption(n->parent))
        n = n->parent;
    return n;
}

/* Where what is said of the loop at `at` begins, and has lines of its own; `at`: nothing is; len: it has no place */
static size_t place_of_loop(struct annotation *a, const struct judged *j, const char *source, size_t len, size_t at)
{
    const struct node *top = with_assumptions(j->tree);
    size_t from = top == j->tree ? at : place_of_statement(a, top, source, len), begin;
    return from == at || (from < at && is_own_line(source, from, &begin)) ? from : len;
}

static const char *test_line(struct arena *a, const char *gap, const char *guard)
{
    struct sb b = {0};
    size_t column = strlen(gap) + 4;
    sb_printf(&b, "%sif (", gap);
    add_folded(&b, guard, strlen(guard), &column, strlen(gap) + 4, arena_printf(a, "\n%s    ", gap), '&', 0);
    sb_add(&b, ") {\n");
    return sb_take(&b, a);
}

static const char *other_tests(const struct judged *j)
{
    return j->waves && j->waves->pays && !j->is_held ? "waves are too small, or memory overlaps"
           : j->smalls.n ? (j->apart.n ? "sizes are too large, or the memory overlaps" : "sizes are too large")
           : j->sizes    ? "rows or memory overlap"
           : j->apart.n  ? "the memory overlaps"
                         : "there is nothing to do";
}

/* Why the loop runs as it was, in the copy behind `else` */
static const char *otherwise(struct arena *a, const struct judged *j)
{
    bool others = (j->waves && j->waves->pays && !j->is_held) || j->sizes || j->apart.n;
    const char *why = other_tests(j), *enter = j->enters_all ? "there is nothing to do" : "what it needs is not there";
    why = !j->entering ? why : others ? arena_printf(a, "%s, or %s", enter, why) : enter;
    return j->has_room_test ? arena_printf(a, "its bound is too near the end of the type, or %s", why) : why;
}

/* The loop between `at` and `end` (its last byte) as a `for`; false: its body has no place in the file. What is said of
 * it, from `said` on, stays in front of it. */
static bool add_rewritten(struct annotation *a, const struct judged *j, const char *source, size_t len, size_t said,
                          size_t at, size_t end, const char *before, const char *gap, const char *directive,
                          edit_list *edits)
{
    const struct node *body = body_of(j->tree);
    const char *lead = arena_strndup(a->arena, source + said, at - said - strlen(gap) * (said < at));
    size_t b = place_in_file(a, source, len, body->at.begin, 1), e = place_in_file(a, source, len, body->at.end - 1, 1);
    if (b == len || e == len || b < at || e > end)
        return false;
    bool block = body->kind == NODE_COMPOUND;
    const char *inner = arena_printf(a->arena, "%s    ", gap);
    const char *copies = indented(a->arena, j->text.begin, inner);
    size_t from = e;
    if (block && !is_own_line(source, e, &from))
        from = e;
    if (block && copies[0] && source[b + 1] == '\n') /* the file's line ends there */
        copies = arena_strndup(a->arena, copies, strlen(copies) - 1);
    const char *test = j->guard ? test_line(a->arena, gap, j->guard) : "";
    const char *last = j->text.end ? arena_printf(a->arena, "%s%s\n", inner, j->text.end) : "";
    const char *after =
        arena_printf(a->arena, "%s%s", findings_after(a, j, gap), indented(a->arena, j->text.after, gap));
    char *loop = arena_strndup(a->arena, source + said, end + 1 - said);
    const char *other = j->guard ? arena_printf(a->arena, "%s} else { /* %s */\n%s%s\n%s}\n", gap,
                                                otherwise(a->arena, j), gap, loop, gap)
                                 : "";
    replace(a, edits, said, block ? b + 1 : b,
            arena_printf(a->arena, "%s{\n%s%s%s%s%s%s%s {\n%s%s", before, indented(a->arena, j->text.first, gap), test,
                         said < at ? gap : "", lead, directive, gap, j->text.head, copies, block ? "" : inner));
    /* what follows the body: the condition of `do` */
    replace(a, edits, block ? from : e + 1, end + 1,
            arena_printf(a->arena, "%s%s%s}\n%s%s%s}", block ? "" : "\n", last, gap, after, other, gap));
    return true;
}

/* ---- nests in waves ---- */
/* The comments between two places, as lines; NULL: directives of the preprocessor are there */
static const char *comments_in(struct arena *a, const char *gap, const char *source, size_t from, size_t to)
{
    struct sb b = {0};
    for (size_t i = from; i < to; i++) {
        bool line = strncmp(source + i, "//", 2) == 0;
        if (source[i] == '#')
            return NULL;
        if (!line && strncmp(source + i, "/*", 2) != 0)
            continue;
        const char *end = line ? strchr(source + i, '\n') : strstr(source + i + 2, "*/") + 2;
        sb_printf(&b, "%s%.*s\n", gap, (int)(end - source - i), source + i);
        i = (size_t)(end - source) - 1;
    }
    return b.n ? sb_take(&b, a) : "";
}

static const char *pragma_or_none(struct arena *a, const char *gap, const char *text)
{
    return text ? pragma(a, gap, strlen(gap), text) : "";
}

static const char *same_line(struct annotation *a, const struct judged *j, const char *gap)
{
    return pragma_or_none(a->arena, gap, j->same_data);
}

/* The nest between `at` and `end` (its last byte) as a loop over its waves; false: it has no place in the file. */
static bool add_waves(struct annotation *a, const struct judged *j, const char *source, size_t len, size_t at,
                      size_t end, const char *before, const char *gap, edit_list *edits)
{
    const struct waves *w = j->waves;
    const struct node *body = body_of(w->inner->tree);
    size_t b = place_in_file(a, source, len, body->at.begin, 1), e = place_in_file(a, source, len, body->at.end - 1, 1);
    if (b == len || e == len || b < at || e > end)
        return false;
    bool block = body->kind == NODE_COMPOUND;
    const char *in = arena_printf(a->arena, "%s    ", gap), *within = arena_printf(a->arena, "%s    ", in);
    const char *said = comments_in(a->arena, gap, source, at, b), *then = comments_in(a->arena, in, source, e + 1, end);
    if (!said || !then)
        return false;
    struct waves_text t =
        waves_text(a->arena, w, gap, pragma_or_none(a->arena, gap, waves_data(a, j, false)),
                   pragma_or_none(a->arena, in, j->directive), pragma_or_none(a->arena, gap, waves_data(a, j, true)));
    const char *test = j->is_held ? j->guard : both_tests(a->arena, w->pays, j->guard);
    const char *inside = t.inside;
    size_t from = e;
    if (block && !is_own_line(source, e, &from))
        from = e;
    if (block && source[b + 1] == '\n') /* the file's line ends there */
        inside = arena_strndup(a->arena, inside, strlen(inside) - 1);
    char *nest = arena_strndup(a->arena, source + at, end + 1 - at);
    const char *other =
        test ? arena_printf(a->arena, "%s} else { /* %s */\n%s%s\n%s}\n", gap, otherwise(a->arena, j), gap, nest, gap)
             : "";
    replace(a, edits, at, block ? b + 1 : b,
            arena_printf(a->arena, "%s{\n%s%s%s%s%s%s", before, t.before, test ? test_line(a->arena, gap, test) : "",
                         said, t.head, inside, block ? "" : within));
    replace(a, edits, block ? from : e + 1, end + 1,
            arena_printf(a->arena, "%s%s%s%s%s}", block ? "" : "\n", then, t.tail, other, gap));
    return true;
}

/* Threads of the host that wait for iterations of each other: what an iteration waits for, and says */
static bool add_sinks(struct annotation *a, const struct judged *j, const char *source, size_t len, edit_list *edits)
{
    const struct node *body = body_of(j->waves->inner->tree);
    size_t b = place_in_file(a, source, len, body->at.begin, 1), e = place_in_file(a, source, len, body->at.end - 1, 1),
           line;
    if (b == len || e == len)
        return false;
    size_t at = place_in_file(a, source, len, j->waves->inner->tree->at.begin, 3);
    const char *gap = arena_printf(a->arena, "%s    ", at == len ? "" : indentation(a->arena, source, at));
    const char *waits =
        pragma(a->arena, gap, strlen(gap), arena_printf(a->arena, "ordered %s", sinks_text(a->arena, j->waves)));
    const char *says = pragma(a->arena, gap, strlen(gap), "ordered depend(source)");
    const char *close = arena_strndup(a->arena, gap, strlen(gap) - 4);
    if (body->kind != NODE_COMPOUND) {
        size_t head = b;
        while (head > 0 && isspace((unsigned char)source[head - 1]))
            head--;
        replace(a, edits, head, b, arena_printf(a->arena, " {\n%s%s", waits, gap));
        add(a, edits, e + 1, arena_printf(a->arena, "\n%s%s}", says, close));
        return true;
    }
    bool ends = source[b + 1] == '\n', own = is_own_line(source, e, &line);
    add(a, edits, b + 1, arena_printf(a->arena, "\n%.*s%s", (int)(strlen(waits) - ends), waits, ends ? "" : gap));
    add(a, edits, own ? line : e, arena_printf(a->arena, "%s%s%s", own ? "" : "\n", says, own ? "" : close));
    return true;
}

/* ---- rows behind tables ---- */
static const char *rows_lines(struct annotation *a, const struct judged *j, const char *gap, bool leaving)
{
    struct sb b = {0};
    if (!j->rows.n)
        return "";
    const char *holders = pragma(a->arena, gap, strlen(gap), rows_directive(a, j, leaving));
    sb_add(&b, leaving ? "" : holders);
    for_each (struct rows_map, r, j->rows)
        sb_printf(&b, "%s%s\n%s%s}\n", gap, row_loop(a, r),
                  pragma(a->arena, gap, strlen(gap), row_directive(a, r, leaving)), gap);
    sb_add(&b, leaving ? holders : "");
    return sb_take(&b, a->arena);
}

static bool add_loop(struct annotation *a, const struct judged *j, const char *source, size_t len, edit_list *edits)
{
    const struct slice s = j->tree->at;
    size_t at = place_in_file(a, source, len, s.begin, 3), begin;
    size_t end = place_in_file(a, source, len, s.end - 1, 1);
    size_t said = at == len ? len : place_of_loop(a, j, source, len, at);
    if (at == len || end == len || end < at || said == len || !add_atomics(a, j, source, len, edits) ||
        !add_findings(a, j, source, len, edits))
        return false;
    bool own = is_own_line(source, at, &begin);
    size_t line = begin; /* the line's indentation, of the directive too */
    while (!own && line > 0 && source[line - 1] != '\n')
        line--;
    size_t n = own ? at - begin : strspn(source + line, " \t");
    const char *indent = source + (own ? begin : line);
    char *gap = arena_strndup(a->arena, indent, n);
    char *directive =
        arena_printf(a->arena, "%s%s%s%s%s", findings_before(a, j, gap), rows_lines(a, j, gap, false),
                     trust_comment(a, j, gap), same_line(a, j, gap), pragma(a->arena, indent, n, j->directive));
    const char *found = arena_printf(a->arena, "%s%s", rows_lines(a, j, gap, true), findings_after(a, j, gap));
    if (j->counted)
        return add_rewritten(a, j, source, len, said, at, end, own ? "" : "\n", gap, directive, edits);
    if (j->waves && !j->waves->is_doacross)
        return add_waves(a, j, source, len, at, end, own ? "" : "\n", gap, edits);
    if (j->waves && !add_sinks(a, j, source, len, edits))
        return false;
    if (!j->guard) {
        add(a, edits, own ? begin : at, arena_printf(a->arena, "%s%s%s", own ? "" : "\n", directive, own ? "" : gap));
        if (*found)
            add(a, edits, end + 1, arena_printf(a->arena, "\n%.*s", (int)strlen(found) - 1, found));
        return true;
    }
    char *loop = arena_strndup(a->arena, source + said, end + 1 - said);
    const char *test = arena_printf(a->arena, "%s%s", own ? "" : "\n", test_line(a->arena, gap, j->guard));
    if (said < at) {
        is_own_line(source, said, &line);
        add(a, edits, line, test);
        test = own ? "" : "\n";
    }
    add(a, edits, own ? begin : at, arena_printf(a->arena, "%s%s%s", test, directive, own ? "" : gap));
    add(a, edits, end + 1,
        arena_printf(a->arena, "\n%s%s} else { /* %s */\n%s%s\n%s}", found, gap, otherwise(a->arena, j), gap, loop,
                     gap));
    return true;
}

/* Has the loop a place in the file for all that may be written? */
static bool has_place(struct annotation *a, const struct judged *j, const char *source, size_t len)
{
    const struct slice s = j->tree->at;
    edit_list ignored = {0};
    size_t at = place_in_file(a, source, len, s.begin, 3), end = place_in_file(a, source, len, s.end - 1, 1);
    size_t said = at == len ? len : place_of_loop(a, j, source, len, at);
    if (at == len || end == len || end < at || said == len || follows_pragma(source, said) ||
        !add_atomics(a, j, source, len, &ignored) || !add_findings(a, j, source, len, &ignored))
        return false;
    if (j->waves)
        return said == at && (j->waves->is_doacross ? add_sinks(a, j, source, len, &ignored)
                                                    : add_waves(a, j, source, len, at, end, "", "", &ignored));
    return !j->counted || !j->rewritten || add_rewritten(a, j, source, len, said, at, end, "", "", "", &ignored);
}

size_t place_of_loop_in_file(struct annotation *a, const struct judged *j, const char *source, size_t len)
{
    const struct slice s = j->tree->at;
    size_t at = place_in_file(a, source, len, s.begin, 2), end = place_in_file(a, source, len, s.end - 1, 1);
    return at == len || end == len || end < at || follows_pragma(source, at) ? len : at;
}

/* Sizes that no parameter has a place for are not known. */
static void drop_sizes(struct annotation *a, struct judged *j, const char *source, size_t len)
{
    extent_list left = {0};
    for_each (struct extent, e, j->extents)
        if (!e->added || added_has_places(a, e->added, source, len))
            vec_push(a->arena, &left, *e);
        else
            vec_push(a->arena, &j->unmapped, e->object);
    if (left.n == j->extents.n)
        return;
    j->extents = left;
    j->is_mappable = j->is_sectioned = false;
    if (j->chosen)
        j->not_chosen = LOOP_NO_EXTENT;
    j->chosen = false;
}

static void find_places(struct annotation *a, const char *source, size_t len)
{
    for_each_pointer (struct judged, j, a->loops) {
        j->has_place = (j->verdict != VERDICT_SERIAL || j->waves) && has_place(a, j, source, len);
        if (j->chosen && !j->has_place) {
            j->chosen = false;
            j->not_chosen = LOOP_MACRO;
        }
    }
    for_each_pointer (struct judged, j, a->loops)
        drop_sizes(a, j, source, len);
}

/* What no device can have, threads of the host share. */
static void find_host_loops(struct annotation *a, const char *source, size_t len)
{
    for_each_pointer (struct judged, j, a->loops)
        if (choose_host(a, j) && !has_place(a, j, source, len))
            j->chosen = j->on_host = false;
}

/* ---- data that stays on the device ---- */
/* Where a line can begin after the statement whose last byte is at `end`; *own: at the end of the line */
static size_t after_statement(const char *source, size_t len, size_t end, bool *own)
{
    size_t at = end + 1;
    while (at < len && (source[at] == ' ' || source[at] == '\t'))
        at++;
    if (source[at] == '/' && source[at + 1] == '/')
        while (at < len && source[at] != '\n')
            at++;
    else if (source[at] == '/' && source[at + 1] == '*') {
        const char *close = strstr(source + at, "*/"), *line = strchr(source + at, '\n');
        if (close && line && close < line && strspn(close + 2, " \t") == (size_t)(line - close - 2))
            at = (size_t)(line - source);
    }
    *own = at >= len || source[at] == '\n';
    return *own ? at : end + 1;
}

/* The last byte of the statement; of a directive without one, of its last line; len: it has no such place */
static size_t last_of_statement(struct annotation *a, const struct node *n, const char *source, size_t len)
{
    if (n->kind != NODE_CONSTRUCT || node_kid(n, 0))
        return place_in_file(a, source, len, n->at.end - 1, 1);
    size_t at = directive_in(a, source, len, n->region);
    while (at < len && (source[at] != '\n' || source[at - 1] == '\\'))
        at++;
    return at < len ? at - 1 : len;
}

static bool find_statement_places(struct annotation *a, const struct node *first, const struct node *last,
                                  const char *source, size_t len, size_t *at, size_t *end)
{
    *at = place_of_statement(a, first, source, len);
    *end = last_of_statement(a, last, source, len);
    return *at != len && *end != len && *at <= *end && !follows_pragma(source, *at);
}

/* false: it, or one of its updates, has no place in the file */
static bool find_range_places(struct annotation *a, const struct data_range *r, const char *source, size_t len,
                              size_t *at, size_t *end)
{
    for_each (struct data_update, u, r->updates)
        if (!find_statement_places(a, u->at, u->last, source, len, at, end))
            return false;
    return find_statement_places(a, r->first, r->last, source, len, at, end);
}

/* A directive of r's as lines, under the test of what it evaluates */
static char *range_lines(struct arena *a, const char *gap, const struct data_range *r, const char *directive)
{
    char *line = pragma(a, gap, strlen(gap), directive);
    return r->is_entered ? arena_printf(a, "%sif (%s) {\n%s%s}\n", gap, r->kept, line, gap) : line;
}

static void add_before(struct annotation *a, const struct data_range *r, const char *source, size_t at,
                       const char *directive, edit_list *edits)
{
    size_t begin;
    bool own = is_own_line(source, at, &begin);
    char *gap = indentation(a->arena, source, at);
    const char *line = range_lines(a->arena, gap, r, directive);
    add(a, edits, own ? begin : at, own ? line : arena_printf(a->arena, "\n%s%s", line, gap));
}

static void add_line_before(struct annotation *a, const char *source, size_t at, const char *line, edit_list *edits)
{
    size_t begin;
    bool own = is_own_line(source, at, &begin);
    char *gap = indentation(a->arena, source, at);
    add(a, edits, own ? begin : at,
        own ? arena_printf(a->arena, "%s%s\n", gap, line) : arena_printf(a->arena, "\n%s%s\n%s", gap, line, gap));
}

static void add_after(struct annotation *a, const struct data_range *r, const char *source, size_t len, size_t at,
                      size_t end, const char *directive, edit_list *edits)
{
    bool own;
    char *gap = indentation(a->arena, source, at);
    char *line = range_lines(a->arena, gap, r, directive);
    size_t place = after_statement(source, len, end, &own);
    if (own)
        line[strlen(line) - 1] = 0;
    add(a, edits, place, arena_printf(a->arena, "\n%s%s", line, own ? "" : gap));
}

static void begin_ranges_as(struct annotation *a, bool structured, const char *source, size_t len, edit_list *edits)
{
    for_each (struct data_range, r, a->ranges) {
        size_t at, end;
        if (r->structured != structured || !r->has_place || !find_range_places(a, r, source, len, &at, &end))
            continue;
        add_before(a, r, source, at, range_directive(a, r, false), edits);
    }
}

static void add_updates(struct annotation *a, bool before, const char *source, size_t len, edit_list *edits)
{
    for_each (struct data_range, r, a->ranges)
        for_each (struct data_update, u, r->updates) {
            size_t at, end;
            if (!r->has_place || !find_statement_places(a, u->at, u->last, source, len, &at, &end))
                continue;
            if (before && u->from)
                add_before(a, r, source, at, update_directive(a, r, u, false), edits);
            if (!before && u->to)
                add_after(a, r, source, len, at, end, update_directive(a, r, u, true), edits);
        }
}

static const char *kept_line(struct arena *a, const char *gap, const struct data_range *r)
{
    struct sb b = {0};
    size_t indent = strlen(gap) + 10 + strlen(r->kept) + 3, column = indent;
    sb_printf(&b, "const int %s = ", r->kept);
    add_folded(&b, r->entry, strlen(r->entry), &column, indent, arena_printf(a, "\n%s          ", gap), '&', 0);
    sb_addc(&b, ';');
    return sb_take(&b, a);
}

/* What must stand directly before its statement comes last. */
static void begin_ranges(struct annotation *a, const char *source, size_t len, edit_list *edits)
{
    for_each (struct data_range, r, a->ranges) {
        size_t at, end;
        r->has_place = find_range_places(a, r, source, len, &at, &end);
        if (r->has_place && r->entry)
            add_line_before(a, source, at, kept_line(a->arena, indentation(a->arena, source, at), r), edits);
    }
    begin_ranges_as(a, false, source, len, edits);
    add_updates(a, true, source, len, edits);
    begin_ranges_as(a, true, source, len, edits);
}

static void end_ranges(struct annotation *a, const char *source, size_t len, edit_list *edits)
{
    for (size_t i = a->ranges.n; i-- > 0;) {
        const struct data_range *r = &a->ranges.v[i];
        size_t at, end;
        if (r->has_place && !r->structured && find_range_places(a, r, source, len, &at, &end))
            add_after(a, r, source, len, at, end, range_directive(a, r, true), edits);
    }
}

/* ---- functions that loops call ---- */
static bool has_func(const struct func *const *v, size_t n, const struct func *f)
{
    for (size_t i = 0; i < n; i++)
        if (v[i] == f)
            return true;
    return false;
}

/* A directive after the byte at `end`, in a line of its own */
static void add_line_after(struct annotation *a, const char *source, size_t len, size_t end, const char *directive,
                           edit_list *edits)
{
    size_t rest = end + 1;
    while (rest < len && (source[rest] == ' ' || source[rest] == '\t'))
        rest++;
    bool more = rest < len && source[rest] != '\n' && source[rest] != '\r';
    add(a, edits, end + 1, arena_printf(a->arena, "\n#pragma omp %s%s", directive, more ? "\n" : ""));
}

static void add_function(struct annotation *a, const struct func *f, const char *source, size_t len, edit_list *edits)
{
    size_t at = place_in_file(a, source, len, f->def.begin, 1), end = place_in_file(a, source, len, f->def.end - 1, 1);
    if (f->declare_target || at == len || end == len)
        return;
    size_t line;
    bool own = is_own_line(source, at, &line);
    add(a, edits, at, own ? "#pragma omp declare target\n" : "\n#pragma omp declare target\n");
    add_line_after(a, source, len, end, "end declare target", edits);
}

/* A variable that such a function names: each region maps it, unless it is constant. */
static void add_variable(struct annotation *a, const struct var *v, const char *source, size_t len, edit_list *edits)
{
    uint32_t last = a->u->chunks.v[v->chunk].text.end - 1;
    size_t end = place_in_file(a, source, len, last, 1);
    if (v->declare_target & VAR_NAMED || end == len)
        return;
    const char *word = v->type->is_const ? "to" : "link";
    add_line_after(a, source, len, end, arena_printf(a->arena, "declare target %s(%s)", word, v->name), edits);
}

/* Is the line one of a pragma, perhaps a later one of it? */
static bool is_pragma_line(const char *source, const char *line)
{
    for (const char *above; (above = line_before(source, line)) && line[-2] == '\\'; line = above) {
    }
    line += strspn(line, " \t");
    return *line == '#' && strncmp(line + 1 + strspn(line + 1, " \t"), "pragma", 6) == 0;
}

/* Where the comment and the pragmas begin that stand directly above the line; else the line itself */
static size_t with_comment(const char *source, size_t line)
{
    const char *at = source + line, *above = line_before(source, at);
    while (above && (is_pragma_line(source, above) || strncmp(above + strspn(above, " \t"), "//", 2) == 0)) {
        at = above;
        above = line_before(source, at);
    }
    if (above && has_in_line(above, "*/") && !has_in_line(above, "/*"))
        while (above && !has_in_line(above, "/*"))
            above = line_before(source, above);
    bool comment = above && strncmp(above + strspn(above, " \t"), "/*", 2) == 0;
    return (size_t)((comment ? above : at) - source);
}

static bool calls(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = text; (p = strstr(p, name)); p += n)
        if (p[n] == '(' && (p == text || (!isalnum((unsigned char)p[-1]) && p[-1] != '_')))
            return true;
    return false;
}

/* The function that tests of overlap call, in front of the first function that has a place, if there are such tests. */
static void add_guard(struct annotation *a, const char *source, size_t len, edit_list *edits)
{
    bool used = false;
    size_t first = len;
    bool rows = false;
    for_each (struct edit, e, *edits) {
        used |= calls(e->text, a->apart);
        rows |= calls(e->text, a->rows_apart);
    }
    const char *text = arena_printf(a->arena, "%s%s", used && !a->has_apart ? guard_definition(a) : "",
                                    rows ? rows_definition(a) : "");
    if (!*text)
        return;
    for_each_pointer (const struct func, f, a->u->funcs) {
        size_t at = given(f->def) ? place_in_file(a, source, len, f->def.begin, 1) : len, line;
        if (at < first && is_own_file(a->u, unit_loc(a->u, f->def.begin)) && is_own_line(source, at, &line))
            first = with_comment(source, line);
    }
    for_each (struct edit, e, *edits) /* a function without a place of its own */
        first = e->at < first && (calls(e->text, a->apart) || calls(e->text, a->rows_apart)) ? 0 : first;
    vec_push(a->arena, edits, (struct edit){first == len ? 0 : first, 0, arena_printf(a->arena, "%s\n", text), 0});
}

static bool has_name(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = text; (p = strstr(p, name)); p += n)
        if ((p == text || (!isalnum((unsigned char)p[-1]) && p[-1] != '_')) && !isalnum((unsigned char)p[n]) &&
            p[n] != '_')
            return true;
    return false;
}

static bool is_named_in(const edit_list *edits, const char *name)
{
    for_each (struct edit, e, *edits)
        if (has_name(e->text, name))
            return true;
    return false;
}

/* Parameters that say sizes, and what calls pass in them, if directives name them, or others that are passed */
static void add_parameters(struct annotation *a, const char *source, size_t len, edit_list *edits)
{
    for (bool more = true; more;) {
        more = false;
        for_each_pointer (struct added, x, a->added) {
            file_edit_list found = {0};
            bool wanted = x->is_known && !x->is_written && is_named_in(edits, x->name);
            if (!wanted || !added_has_places(a, x, source, len))
                continue;
            added_edits(a, x, source, len, &found);
            for_each (struct file_edit, e, found)
                add(a, edits, e->at, e->text);
            x->is_written = more = true;
        }
    }
}

static int by_place(const void *x, const void *y)
{
    const struct edit *a = x, *b = y;
    return a->at != b->at ? (a->at < b->at ? -1 : 1) : a->seq < b->seq ? -1 : a->seq > b->seq;
}

/* What is written has lines that end as those of the file do. */
static void add_lines(struct sb *out, const char *text, bool returns)
{
    for (const char *c = text; *c; c++) {
        if (returns && *c == '\n' && (c == text || c[-1] != '\r'))
            sb_addc(out, '\r');
        sb_addc(out, *c);
    }
}

bool annotate_write(struct annotation *a, const char *source, size_t len, struct sb *out)
{
    edit_list edits = {0};
    VEC(const struct func *) functions = {0};
    var_list variables = {0};
    a->source = source;
    a->source_len = len;
    if (!a->wishes.advise)
        find_places(a, source, len);
    plan_data(a);
    if (!a->wishes.advise) {
        find_host_loops(a, source, len);
        write_directives(a);
    }
    begin_ranges(a, source, len, &edits);
    for_each_pointer (struct judged, j, a->loops) {
        if (a->wishes.advise || !j->chosen || !add_loop(a, j, source, len, &edits))
            continue;
        if (j->on_host)
            continue;
        add_lanes(a, j, source, len, &edits);
        add_order(a, j, source, len, &edits);
        for_each_pointer (const struct func, f, j->callees)
            if (!has_func(functions.v, functions.n, f))
                vec_push(a->arena, &functions, f);
        for_each_pointer (const struct var, v, j->far)
            if (!has_var(&variables, v))
                vec_push(a->arena, &variables, v);
    }
    add_updates(a, false, source, len, &edits);
    end_ranges(a, source, len, &edits);
    for_each_pointer (const struct var, v, variables)
        add_variable(a, v, source, len, &edits);
    for_each_pointer (const struct func, f, functions)
        add_function(a, f, source, len, &edits);
    add_parameters(a, source, len, &edits);
    add_guard(a, source, len, &edits);
    if (edits.n)
        qsort(edits.v, edits.n, sizeof *edits.v, by_place);
    const char *first = memchr(source, '\n', len);
    bool returns = first && first > source && first[-1] == '\r';
    size_t from = 0;
    for_each (struct edit, e, edits) {
        sb_addn(out, source + from, e->at - from);
        add_lines(out, e->text, returns);
        from = e->at + e->gone;
    }
    sb_addn(out, source + from, len - from);
    return edits.n > 0;
}
