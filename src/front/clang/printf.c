/* clang/printf.c: the formats of printf in device code. The printf of NVIDIA GPUs knows the length modifiers h, l and
 * ll only; others are replaced by the one for the same size (LP64). What no device can print is an error. */
#include "glue.h"

#include <string.h>

enum { MOST_CHARS = 4096 };
struct format { /* the characters of adjacent literals, and their places */
    uint32_t at[MOST_CHARS];
    char c[MOST_CHARS];
    unsigned n;
};

static bool read_literals(struct glue *g, struct slice s, struct format *f)
{
    bool inside = false;
    for (uint32_t i = s.begin; i < s.end; i++) {
        char c = g->u->text[i];
        if (c == '"')
            inside = !inside;
        else if (!inside && !strchr(" \t\n()", c))
            return false; /* the format is not a literal */
        else if (inside && f->n < MOST_CHARS) {
            f->at[f->n] = i;
            f->c[f->n++] = c == '\\' ? ' ' : c;
            i += c == '\\';
        }
    }
    return !inside && f->n < MOST_CHARS;
}

static void one_conversion(struct glue *g, const struct format *f, unsigned *i)
{
    while (*i < f->n && strchr("-+ #0123456789.*'", f->c[*i]))
        ++*i;
    unsigned length = *i;
    while (*i < f->n && strchr("hlzjtLqw", f->c[*i]))
        ++*i;
    unsigned n = *i - length;
    if (*i >= f->n)
        return;
    if (f->c[*i] == 'n')
        patch_refuse(g, f->at[length], "a conversion %n, which printf has not on a device: count in another way");
    else if (n && f->c[length] == 'L')
        patch_refuse(g, f->at[length], "a conversion of long double, which GPUs do not have: print a double");
    else if (n == 1 && strchr("zjt", f->c[length]))
        patch_at(g, f->at[length], 1, "l");
    else if (n == 2 && f->c[length] == 'h' && f->c[length + 1] == 'h')
        patch_at(g, f->at[length], 1, "");
}

void printf_note(struct glue *g, CXCursor call, CXCursor format)
{
    struct format f = {.n = 0};
    uint32_t at = cursor_slice(g, call).begin;
    if (is_noted(g, NOTED_PRINTF, at) || !read_literals(g, cursor_slice(g, format), &f))
        return;
    set_noted(g, NOTED_PRINTF, at);
    for (unsigned i = 0; i < f.n; i++)
        if (f.c[i] == '%' && ++i < f.n && f.c[i] != '%')
            one_conversion(g, &f, &i);
}
