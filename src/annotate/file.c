/* file.c: places in the user's file, of what stands in the preprocessed text. */
#include <string.h>

#include "annotate_priv.h"

/* where each line of the source begins */
static void find_lines(struct annotation *a, const char *source, size_t len)
{
    a->begins_of = source;
    a->begins.n = 0;
    vec_push(a->arena, &a->begins, 0);
    for (const char *at = source; (at = memchr(at, '\n', len - (size_t)(at - source))) != NULL;)
        vec_push(a->arena, &a->begins, (size_t)(++at - source));
}

size_t offset_in_file(struct annotation *a, const char *source, size_t len, int line, int col)
{
    if (a->begins_of != source)
        find_lines(a, source, len);
    if (line < 1 || (size_t)line > a->begins.n)
        return len;
    return a->begins.v[line - 1] + (size_t)(col > 0 ? col - 1 : 0);
}

/* the place in the file of one in the preprocessed text, if the same text stands there; else len */
size_t place_in_file(struct annotation *a, const char *source, size_t len, uint32_t off, size_t n)
{
    struct loc loc = unit_place(a->u, off);
    size_t at = offset_in_file(a, source, len, loc.line, loc.col);
    return at + n <= len && memcmp(source + at, a->u->text + off, n) == 0 ? at : len;
}
