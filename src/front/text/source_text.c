/* text/source_text.c: finds white space, literals, brackets and statements in the preprocessed text, for the passes
 * that rewrite it before it is parsed. Nothing here fails on wrong C: 0 says that the end was not found. */
#include "source_text.h"

#include <ctype.h>
#include <string.h>

bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

bool has_word(const char *s, size_t n, const char *word, size_t length)
{
    for (size_t i = 0; i + length <= n; i++)
        if (!memcmp(s + i, word, length) && (i == 0 || !is_word(s[i - 1])) &&
            (i + length == n || !is_word(s[i + length])))
            return true;
    return false;
}

/* `# 12 "file.c"` */
static bool is_marker(struct text t, uint32_t at)
{
    uint32_t digit = at + 1 + (at + 1 < t.len && t.s[at + 1] == ' ');
    return t.s[at] == '#' && (at == 0 || t.s[at - 1] == '\n') && digit < t.len && isdigit((unsigned char)t.s[digit]);
}

/* after white space and line markers; pragmas stay */
uint32_t skip_blank(struct text t, uint32_t at)
{
    for (;;) {
        while (at < t.len && isspace((unsigned char)t.s[at]))
            at++;
        if (at >= t.len || !is_marker(t, at))
            return at;
        while (at < t.len && t.s[at] != '\n')
            at++;
    }
}

/* the place after the literal or character at `at` */
uint32_t next_char(struct text t, uint32_t at)
{
    char quote = t.s[at];
    if (!opens_literal(t.s, at))
        return at + 1;
    for (at++; at < t.len && t.s[at] != quote && t.s[at] != '\n'; at++)
        at += t.s[at] == '\\';
    return at < t.len ? at + 1 : t.len;
}

/* the place after the bracket that closes the one at `at`; 0: none does */
uint32_t after_bracket(struct text t, uint32_t at)
{
    unsigned depth = 0;
    while (at < t.len) {
        char c = t.s[at];
        depth += c == '(' || c == '[' || c == '{';
        if ((c == ')' || c == ']' || c == '}') && --depth == 0)
            return at + 1;
        at = next_char(t, at);
    }
    return 0;
}

bool starts_with_word(struct text t, uint32_t at, const char *w)
{
    size_t n = strlen(w);
    return at + n < t.len && !strncmp(t.s + at, w, n) && !is_word(t.s[at + n]);
}

const char *after_words(const char *p, const char *words)
{
    for (; *words; words++) {
        if (*words == ' ') {
            if (!isspace((unsigned char)*p))
                return NULL;
            p += strspn(p, " \t");
        } else if (*p++ != *words) {
            return NULL;
        }
    }
    return is_word(*p) ? NULL : p;
}

uint32_t after_line(struct text t, uint32_t at)
{
    while (at < t.len && t.s[at] != '\n')
        at++;
    return at < t.len ? at + 1 : at;
}

/* the end of the statement that begins at or after `at`; 0: not understood */
uint32_t after_statement(struct text t, uint32_t at)
{
    at = skip_blank(t, at);
    if (at >= t.len)
        return 0;
    if (t.s[at] == '#')
        return after_statement(t, after_line(t, at));
    if (t.s[at] == '{')
        return after_bracket(t, at);
    bool choice = starts_with_word(t, at, "if");
    if (choice || starts_with_word(t, at, "for") || starts_with_word(t, at, "while") ||
        starts_with_word(t, at, "switch")) {
        while (at < t.len && t.s[at] != '(')
            at++;
        uint32_t e = after_bracket(t, at);
        e = e ? after_statement(t, e) : 0;
        uint32_t other = e && choice ? skip_blank(t, e) : 0;
        return other && starts_with_word(t, other, "else") ? after_statement(t, other + 4) : e;
    }
    if (starts_with_word(t, at, "do"))
        at = after_statement(t, at + 2);
    for (unsigned questions = 0; at && at < t.len && t.s[at] != ';';) {
        questions += t.s[at] == '?';
        if (t.s[at] == ':' && !questions--)
            return after_statement(t, at + 1); /* a label */
        at = strchr("([{", t.s[at]) ? after_bracket(t, at) : next_char(t, at);
    }
    return at && at < t.len ? at + 1 : 0; /* a file that ends in it has no statement here */
}

const char *trimmed(struct front *f, struct text t, struct span s)
{
    char *copy = arena_alloc(f->arena, s.e - s.b + 1);
    uint32_t n = 0;
    for (uint32_t at = s.b; at < s.e; at++) {
        if (is_marker(t, at)) {
            at = after_line(t, at) - 1;
            continue;
        }
        if (n || !isspace((unsigned char)t.s[at]))
            copy[n++] = t.s[at] == '\n' ? ' ' : t.s[at];
    }
    while (n && isspace((unsigned char)copy[n - 1]))
        n--;
    copy[n] = 0;
    return copy;
}

const char *clause_argument(struct front *f, const char *text, const char *clause, const char *of)
{
    size_t n = strlen(clause);
    for (const char *p = text; (p = strstr(p, clause)); p += n) {
        const char *open = p + n + strspn(p + n, " \t");
        if ((p > text && is_word(p[-1])) || *open != '(')
            continue;
        struct text t = {open, (uint32_t)strlen(open)};
        uint32_t e = after_bracket(t, 0);
        if (!e)
            return NULL;
        const char *argument = trimmed(f, t, (struct span){1, e - 1}), *colon = argument;
        while (is_word(*colon) || *colon == ' ')
            colon++;
        if (*colon != ':')
            return argument;
        if (!strncmp(argument, of, strlen(of)))
            return colon + 1 + strspn(colon + 1, " ");
    }
    return NULL;
}
