/* gantry_wrap.h: text in 100 columns, or as many as COLUMNS says: findings of `gantry explain`, of the profile and of
 * the report are broken by this one function. Directives stay whole, so that they can be pasted. */
#ifndef GANTRY_WRAP_H
#define GANTRY_WRAP_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline size_t wrap_columns(void)
{
    enum { USUAL = 100, LEAST = 40, MOST = 100000 };
    static size_t known;
    const char *asked = known ? NULL : getenv("COLUMNS");
    long n = asked ? strtol(asked, NULL, 10) : USUAL;
    if (!known)
        known = n < LEAST || n > MOST ? USUAL : (size_t)n;
    return known;
}

/* where a directive begins, which goes on to the end; n: there is none */
static inline size_t wrap_directive(const char *text, size_t n)
{
    static const char word[] = "#pragma omp";
    size_t at = 0;
    while (at < n && (text[at] != word[0] || strncmp(text + at, word, sizeof word - 1) != 0))
        at++;
    return at;
}

/* bytes of the text that stand in the rest of a line: up to a blank, or one long word */
static inline size_t wrap_fitting(const char *text, size_t n, size_t room)
{
    size_t whole = wrap_directive(text, n), cut = room;
    if (n <= room)
        return n;
    while (cut > 0 && (text[cut] != ' ' || cut > whole))
        cut--;
    for (size_t i = room; cut == 0 && i < n; i++)
        if (text[i] == ' ' && i <= whole)
            cut = i;
    return cut ? cut : n;
}

/* Puts the n bytes of text, so many columns in, and ends the line. */
typedef void wrap_line(void *to, size_t indent, const char *text, size_t n);

/* The text's lines, `column` columns in; further ones `indent`. */
static inline void wrap_lines(wrap_line *put, void *to, size_t column, size_t indent, const char *text)
{
    const char *end = text + strlen(text);
    size_t columns = wrap_columns();
    for (bool first = true; first || text < end; first = false) {
        size_t line = 0;
        while (text + line < end && text[line] != '\n')
            line++;
        const char *newline = text + line;
        size_t n = wrap_fitting(text, line, columns > column ? columns - column : 1);
        put(to, column, text, n);
        for (text += n; *text == ' ';)
            text++;
        text += text == newline && newline < end;
        column = indent;
    }
}

struct wrap_stream {
    FILE *to;
    bool begun; /* of the first line stands what comes in front */
};

static inline void wrap_to_stream(void *stream, size_t indent, const char *text, size_t n)
{
    struct wrap_stream *s = (struct wrap_stream *)stream;
    fprintf(s->to, "%*s%.*s\n", s->begun ? 0 : (int)indent, "", (int)n, text);
    s->begun = false;
}

/* The same, in column `column` of a line that is begun. */
static inline void wrap_put(FILE *f, size_t column, size_t indent, const char *text)
{
    struct wrap_stream s = {f, true};
    wrap_lines(wrap_to_stream, &s, column, indent, text);
}

#endif
