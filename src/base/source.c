/* base/source.c: what a line of a source file begins in. */
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct scan { /* of C's text, as far as it says what a line begins in */
    char in;  /* '/' a comment to the end of the line, '*' another, '"' or '\'' a literal; 0: code */
    int open; /* parentheses */
};

/* Does the line before p, whose newline stands there, go on in the next one? */
static bool goes_on(const char *text, const char *newline)
{
    if (newline > text && newline[-1] == '\r')
        newline--;
    return newline > text && newline[-1] == '\\';
}

/* the end of what was opened by s->in, or one character of it */
static const char *scan_inside(struct scan *s, const char *p, const char *end)
{
    bool ends = s->in == '*' ? *p == '*' && p + 1 < end && p[1] == '/' : s->in != '/' && *p == s->in;
    const char *next = p + 1 + (ends && s->in == '*');
    if (!ends && *p == '\\' && (s->in == '"' || s->in == '\''))
        return p + 2;
    s->in = ends ? 0 : s->in;
    return next;
}

static const char *scan_code(struct scan *s, const char *p, const char *end)
{
    char next = p + 1 < end ? p[1] : 0;
    if (*p == '/' && (next == '/' || next == '*')) {
        s->in = next;
        return p + 2;
    }
    if (*p == '"' || *p == '\'')
        s->in = *p;
    s->open += (*p == '(') - (*p == ')');
    return p + 1;
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    return p;
}

static enum line_kind kind_of(const char *text, const char *line, const char *end, int col)
{
    static const char word[] = "pragma";
    struct scan s = {0};
    for (const char *p = text; p < line;) {
        if (*p == '\n' && s.in != '*' && !goes_on(text, p))
            s.in = 0;
        p = s.in ? scan_inside(&s, p, end) : scan_code(&s, p, end);
    }
    if (s.in || s.open > 0 || (line > text && goes_on(text, line - 1)))
        return LINE_INSIDE;
    const char *p = skip_blanks(line, end);
    if (col > 0 && p - line < col - 1)
        return LINE_INSIDE;
    if (p == end || *p != '#')
        return LINE_CODE;
    p = skip_blanks(p + 1, end);
    return (size_t)(end - p) >= sizeof word - 1 && !memcmp(p, word, sizeof word - 1) ? LINE_PRAGMA : LINE_CODE;
}

static char *read_all(const char *path, size_t *len)
{
    enum { MOST = 1 << 26 };
    struct stat st;
    FILE *f = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL;
    char *text = f ? malloc(MOST) : NULL;
    *len = text ? fread(text, 1, MOST, f) : 0;
    if (f)
        fclose(f);
    return text;
}

enum line_kind source_line_kind(struct loc loc)
{
    size_t len = 0;
    char *text = loc.file ? read_all(loc.file, &len) : NULL;
    const char *line = text, *end = text + len;
    for (int i = 1; line && i < loc.line; i++) {
        line = memchr(line, '\n', (size_t)(end - line));
        line = line && line + 1 < end ? line + 1 : NULL;
    }
    enum line_kind kind = line && loc.line > 0 ? kind_of(text, line, end, loc.col) : LINE_UNKNOWN;
    free(text);
    return kind;
}
