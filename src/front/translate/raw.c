/* translate/raw.c: the user's own file in a form that the readers of preprocessed text can read: in the place of each
 * comment, and of each line of the preprocessor but the directives that are to be translated, stand blanks by which it
 * is found again; directives are one line each, from the first column on. */
#include "translate.h"

#include <ctype.h>
#include <string.h>

enum { DIGITS = 16 };
#define MARK '\v' /* then DIGITS times ZERO or ONE: blanks of which no program has a row */
#define ZERO '\f'
#define ONE '\r'

static unsigned lines_in(const char *s)
{
    unsigned n = 0;
    for (; *s; s++)
        n += *s == '\n';
    return n;
}

static void keep(struct raw *r, struct sb *out, const char *s, size_t n)
{
    const char *text = arena_strndup(r->arena, s, n);
    sb_addc(out, MARK);
    for (unsigned i = 0; i < DIGITS; i++)
        sb_addc(out, r->kept.n >> i & 1 ? ONE : ZERO);
    for (unsigned k = lines_in(text); k; k--) /* the lines keep their numbers */
        sb_addc(out, '\n');
    vec_push(r->arena, &r->kept, text);
}

static size_t comment_length(const char *s)
{
    if (s[0] != '/' || (s[1] != '*' && s[1] != '/'))
        return 0;
    if (s[1] == '/')
        return strcspn(s, "\n");
    const char *e = strstr(s + 2, "*/");
    return e ? (size_t)(e + 2 - s) : strlen(s);
}

static size_t literal_length(const char *s)
{
    size_t n = 1;
    if (*s != '"' && *s != '\'')
        return 0;
    while (s[n] && s[n] != *s && s[n] != '\n')
        n += s[n] == '\\' && s[n + 1] ? 2 : 1;
    return n + (s[n] == *s);
}

/* of a line of the preprocessor, which may go on */
static size_t logical_line(const char *s)
{
    size_t n = 0;
    while (s[n] && s[n] != '\n') {
        size_t skip = s[n] == '/' ? comment_length(s + n) : literal_length(s + n);
        if (!skip && s[n] == '\\' && s[n + 1] == '\n')
            skip = 2;
        n += skip ? skip : 1;
    }
    return n;
}

static bool is_pragma(const struct raw *r, const char *s)
{
    s += 1 + strspn(s + 1, " \t");
    s = after_words(s, "pragma");
    s = s ? s + strspn(s, " \t") : NULL;
    return s && after_words(s, r->pragma);
}

/* ---- clauses that are macros ---- */

static bool is_clause(const char *s, size_t n)
{
    for (int k = ACC_CLAUSE_NONE + 1; k < ACC_CLAUSE_COUNT; k++)
        if (strlen(acc_clause_rows[k].name) == n && !memcmp(acc_clause_rows[k].name, s, n))
            return true;
    for (const struct acc_word *w = acc_aliases; w->word; w++)
        if (strlen(w->word) == n && !memcmp(w->word, s, n))
            return true;
    for (int k = 0; k < ACC_DIRECTIVE_COUNT; k++)
        if (has_word(acc_directive_rows[k].name, strlen(acc_directive_rows[k].name), s, n))
            return true;
    return false;
}

/* Has the directive a word outside of brackets that OpenACC does not have? */
static bool has_macro(const char *s)
{
    s += strlen("#pragma acc");
    for (int depth = 0; *s; s++) {
        size_t n = 0;
        while (is_word(s[n]))
            n++;
        if (n && !depth && !is_clause(s, n))
            return true;
        depth += (*s == '(') - (*s == ')');
        s += n ? n - 1 : 0;
    }
    return false;
}

/* The directive of that line as the preprocessor leaves it; NULL: it is not found */
static const char *expanded(struct raw *r, int line)
{
    uint32_t len = (uint32_t)strlen(r->text);
    struct linemap *map = linemap_build(r->arena, r->text, len, r->path);
    struct text t = {r->text, len};
    for (uint32_t at = 0; at < len; at = after_line(t, at)) {
        uint32_t e = after_line(t, at);
        struct loc l = linemap_at(map, at);
        if (l.line == line && (!l.file || strcmp(l.file, r->path) == 0) && is_acc_line(r->text, at, e))
            return arena_strndup(r->arena, r->text + at, strcspn(r->text + at, "\n"));
    }
    return NULL;
}

/* how many items the directive's `present` clauses list */
static unsigned present_items(const char *s)
{
    unsigned n = 0;
    for (const char *p = s; (p = strstr(p, "present")) != NULL;) {
        bool word = p > s && !is_word(p[-1]);
        p += strlen("present");
        p += strspn(p, " \t");
        for (int depth = 0; word && *p; p++) {
            depth += (*p == '(' || *p == '[') - (*p == ')' || *p == ']');
            n += depth == 1 && (*p == ',' || *p == '(');
            if (depth <= 0)
                break;
        }
    }
    return n;
}

/* The directive as the preprocessor leaves it, where it has macros that cannot stay: clauses, and several names in
 * `present`, of which each that is a pointer's is about what it leads to. NULL: it stays */
static const char *expanded_if_needed(struct raw *r, const char *s, int line)
{
    if (strcmp(r->pragma, "acc") != 0)
        return NULL;
    if (has_macro(s))
        return expanded(r, line);
    const char *full = present_items(s) ? expanded(r, line) : NULL;
    return full && present_items(full) != present_items(s) ? full : NULL;
}

/* ---- to ---- */

/* one line, with blanks for what goes on and for comments, which come before it */
static void put_pragma(struct raw *r, struct sb *out, const char *s, size_t n, int line)
{
    struct sb one = {0};
    const char *indent = raw_indent(r, line);
    sb_printf(&one, "#pragma %s", r->pragma);
    const char *p = strstr(s, r->pragma) + strlen(r->pragma);
    while (p < s + n) {
        size_t skip = comment_length(p);
        if (skip) {
            sb_add(out, indent);
            keep(r, out, p, skip);
            sb_printf(out, "\n# %d \"%s\"\n", line, r->path);
        } else if (*p == '\\' && p[1] == '\n') {
            skip = 2 + strspn(p + 2, " \t");
        } else {
            skip = literal_length(p);
            skip = skip ? skip : 1;
            sb_addn(&one, p, skip);
            p += skip;
            continue;
        }
        sb_addc(&one, ' ');
        p += skip;
    }
    while (one.n && isspace((unsigned char)one.s[one.n - 1]))
        one.n--;
    sb_addc(&one, 0);
    const char *full = expanded_if_needed(r, one.s, line);
    sb_add(out, full ? full : one.s);
    sb_free(&one);
}

/* `_Pragma("acc …")` at p: how long it is; *words: its directive; 0: it is none of ours */
static size_t operator_length(const struct raw *r, const char *p, const char **words)
{
    const char *q = after_words(p, "_Pragma"), *begin;
    if (!q)
        return 0;
    q += strspn(q, " \t");
    begin = q + 1 + strspn(q + 1, " \t");
    size_t n = *q == '(' && *begin == '"' ? literal_length(begin) : 0;
    const char *close = n ? begin + n + strspn(begin + n, " \t") : "";
    struct sb s = {0};
    for (size_t i = 1; *close == ')' && i + 1 < n; i++) {
        i += begin[i] == '\\';
        sb_addc(&s, begin[i]);
    }
    const char *text = sb_take(&s, r->arena);
    if (!after_words(text + strspn(text, " \t"), r->pragma))
        return 0;
    *words = text;
    return (size_t)(close + 1 - p);
}

/* The operator becomes a line of its own. */
static void put_operator(struct raw *r, struct sb *out, const char *words, bool fresh, int line)
{
    while (fresh && out->n && out->s[out->n - 1] != '\n')
        out->n--;
    if (!fresh)
        sb_printf(out, "\n# %d \"%s\"\n", line, r->path);
    put_pragma(r, out, words, strlen(words), line);
    sb_printf(out, "\n# %d \"%s\"\n", line, r->path);
    vec_push(r->arena, &r->operators, line);
}

static bool includes(const struct raw *r, const char *s, size_t n)
{
    const char *p = s + 1 + strspn(s + 1, " \t");
    const char *e = after_words(p, "include");
    size_t length = strlen(r->include);
    e = e ? e + strspn(e, " \t") : NULL;
    return e && e < s + n && (*e == '<' || *e == '"') && strncmp(e + 1, r->include, length) == 0;
}

static int depth_of(const char *s)
{
    s += 1 + strspn(s + 1, " \t");
    return strncmp(s, "if", 2) == 0 ? 1 : strncmp(s, "endif", 5) == 0 ? -1 : 0;
}

char *raw_protect(struct raw *r, size_t *len)
{
    struct sb out = {0};
    const char *s = r->source;
    int line = 1, depth = 0, brackets = 0;
    bool fresh = true; /* nothing but blanks in this line */
    const char *words;
    for (const char *p = s; *p;) {
        size_t n;
        if (p == s || p[-1] == '\n')
            vec_push(r->arena, &r->starts, p);
        if (fresh && *p == '#') {
            n = logical_line(p);
            int lines = (int)lines_in(arena_strndup(r->arena, p, n));
            depth += depth_of(p);
            if (is_pragma(r, p)) {
                while (out.n && out.s[out.n - 1] != '\n')
                    out.n--;
                put_pragma(r, &out, p, n, line);
                if (lines)
                    sb_printf(&out, "\n# %d \"%s\"", line + lines + 1, r->path);
            } else {
                r->included |= depth == 0 && includes(r, p, n);
                keep(r, &out, p, n);
                if (depth == 0 && after_words(p + 1 + strspn(p + 1, " \t"), "include"))
                    r->head = r->kept.n;
            }
            for (const char *q = p; q < p + n; q++)
                if (*q == '\n')
                    vec_push(r->arena, &r->starts, q + 1);
            line += lines;
            p += n;
            continue;
        }
        if ((n = comment_length(p)) != 0) {
            keep(r, &out, p, n);
            for (const char *q = p; q < p + n; q++)
                if (*q == '\n') {
                    vec_push(r->arena, &r->starts, q + 1);
                    line++;
                }
            p += n;
            continue;
        }
        if (*p == '_' && !brackets && (p == s || !is_word(p[-1])) && (n = operator_length(r, p, &words)) != 0) {
            put_operator(r, &out, words, fresh, line);
            p += n;
            p += strspn(p, " \t");
            if (*p != '\n')
                sb_add(&out, raw_indent(r, line));
            continue;
        }
        brackets += (*p == '(') - (*p == ')');
        n = literal_length(p);
        n = n ? n : 1;
        fresh = *p == '\n' || (fresh && isspace((unsigned char)*p));
        line += *p == '\n';
        sb_addn(&out, p, n);
        p += n;
    }
    *len = out.n;
    return sb_take(&out, r->arena);
}

const char *raw_indent(const struct raw *r, int line)
{
    if (line < 1 || (size_t)line > r->starts.n)
        return "";
    const char *s = r->starts.v[line - 1];
    return arena_strndup(r->arena, s, strspn(s, " \t"));
}

/* ---- back ---- */
static const char *put_kept(const struct raw *r, const char *s, const char *include, const char *head, struct sb *out)
{
    size_t k = 0;
    for (unsigned i = 0; i < DIGITS; i++)
        k |= (size_t)(s[1 + i] == ONE) << i;
    s += 1 + DIGITS;
    const char *text = r->kept.v[k];
    bool ours = text[0] == '#' && includes(r, text, strlen(text)) && include;
    sb_add(out, ours ? include : text);
    for (unsigned n = lines_in(text); n && *s == '\n'; n--)
        s++;
    if (head && k + 1 == r->head)
        sb_printf(out, "\n%s", head);
    return s;
}

static bool is_marker_line(const char *s) { return s[0] == '#' && s[1] == ' ' && isdigit((unsigned char)s[2]); }

static bool is_blank_line(const char *s) { return s[strspn(s, " \t")] == '\n'; }

/* Does a line begin here that was written, or says where the source goes on? */
static bool is_ours(const char *s) { return is_marker_line(s) || strncmp(s + strspn(s, " \t"), "#pragma", 7) == 0; }

char *raw_release(const struct raw *r, const char *text, const char *include, const char *head)
{
    struct sb out = {0};
    const char *pending = NULL; /* the indentation of what stands after lines that were put before it */
    bool fresh = true;
    if (head && !r->head)
        sb_printf(&out, "%s\n", head);
    for (const char *p = text; *p;) {
        if (fresh && is_marker_line(p)) {
            p += strcspn(p, "\n");
            p += *p == '\n';
            if (is_blank_line(p))
                p += strcspn(p, "\n") + 1;
            else if (is_ours(p))
                continue;
            else if (pending && *p != ' ' && *p != '\t')
                sb_add(&out, pending);
            pending = NULL;
            continue;
        }
        size_t blanks = strspn(p, " \t");
        if (fresh && blanks && p[blanks] == '\n' && is_ours(p + blanks + 1)) {
            pending = arena_strndup(r->arena, p, blanks);
            p += blanks + 1;
            continue;
        }
        fresh = *p == '\n';
        if (*p == MARK)
            p = put_kept(r, p, include, head, &out);
        else
            sb_addc(&out, *p++);
    }
    return sb_take(&out, r->arena);
}
