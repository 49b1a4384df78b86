/* translate/lines.c: lays out directives and comments. */
#include "translate.h"

#include <string.h>

enum { WIDTH = 100 };

/* the length of the clause, or word, at s: to the next blank outside of brackets and literals */
static size_t piece_length(const char *s)
{
    size_t n = 0;
    for (int depth = 0; s[n] && (depth || s[n] != ' '); n++)
        depth += (strchr("([{", s[n]) != NULL) - (strchr(")]}", s[n]) != NULL);
    return n;
}

void lines_pragma(struct sb *out, const char *indent, const char *language, const char *words)
{
    size_t column = strlen(indent) + strlen("#pragma ") + strlen(language);
    sb_printf(out, "%s#pragma %s", indent, language);
    for (const char *p = words + strspn(words, " "); *p;) {
        size_t n = piece_length(p);
        if (column + 1 + n > WIDTH - 2) {
            sb_printf(out, " \\\n%s    ", indent);
            column = strlen(indent) + 4;
        } else {
            sb_addc(out, ' ');
            column++;
        }
        sb_addn(out, p, n);
        column += n;
        p += n;
        p += strspn(p, " ");
    }
}

void lines_comment(struct sb *out, const char *indent, const char *text)
{
    sb_printf(out, "%s/* %s */\n", indent, text);
}
