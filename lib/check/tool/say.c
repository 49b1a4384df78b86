/* say.c: what `gantry golden diff` says: text as it comes, or messages of one document, which the printer of the
 * compiler's diagnostics writes. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <stdlib.h>

#include "tool.h"

void say_open(struct saying *s, enum diag_format format)
{
    *s = (struct saying){.arena = arena_new()};
    diag_init(&s->diag, s->arena, stdout);
    s->diag.max_errors = 0;
    s->diag.format = format;
}

FILE *say_begin(struct saying *s)
{
    s->to = s->diag.format == DIAG_TEXT ? stdout : open_memstream(&s->text, &s->size);
    if (!s->to)
        no_memory();
    return s->to;
}

/* A document says itself whose messages they are. */
static const char *without_prefix(const char *text)
{
    static const char prefix[] = "gantry golden: ";
    return strncmp(text, prefix, sizeof prefix - 1) == 0 ? text + sizeof prefix - 1 : text;
}

void say_end(struct saying *s, enum diag_level level, struct loc loc)
{
    if (s->diag.format == DIAG_TEXT)
        return;
    fclose(s->to);
    while (s->size && s->text[s->size - 1] == '\n')
        s->text[--s->size] = 0;
    if (s->size)
        diag(&s->diag, level, loc, NULL, "%s", without_prefix(s->text));
    free(s->text);
    s->text = NULL;
}

void say_close(struct saying *s)
{
    if (s->diag.format != DIAG_TEXT)
        diag_finish(&s->diag);
}
