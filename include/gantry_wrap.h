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
    const char *asked = getenv("COLUMNS");
    long n = asked ? strtol(asked, NULL, 10) : USUAL;
    return n < LEAST || n > MOST ? USUAL : (size_t)n;
}

/* where a directive begins, which goes on to the end; n: there is none */
static inline size_t wrap_directive(const char *text, size_t n)
{
    static const char word[] = "#pragma omp";
    for (size_t i = 0; i + sizeof word <= n; i++)
        if (strncmp(text + i, word, sizeof word - 1) == 0)
            return i;
    return n;
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

/* The text's lines, in column `column` of a line that is begun; further ones `indent` columns in. */
static inline void wrap_put(FILE *f, size_t column, size_t indent, const char *text)
{
    for (bool first = true; first || *text; first = false) {
        size_t columns = wrap_columns(), line = strcspn(text, "\n");
        size_t n = wrap_fitting(text, line, columns > column ? columns - column : 1);
        fprintf(f, "%.*s\n", (int)n, text);
        text += n + strspn(text + n, " ");
        text += n == line && *text == '\n';
        column = indent;
        if (*text)
            fprintf(f, "%*s", (int)indent, "");
    }
}

#endif
