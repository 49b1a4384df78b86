/* common/source.c: the user's files, for the carets of messages: each is read once. */
#include "../front_private.h"

#include <string.h>

const struct source *source_of(struct front *f, const char *path)
{
    for (size_t i = 0; i < f->sources.n; i++)
        if (!strcmp(f->sources.v[i].path, path))
            return &f->sources.v[i];
    struct source s = {.path = path};
    s.text = file_read(f->arena, path, &s.len);
    if (s.len > UINT32_MAX)
        s.text = NULL;
    for (size_t at = 0; s.text && at <= s.len;) {
        vec_push(f->arena, &s.lines, (uint32_t)at);
        const char *nl = memchr(s.text + at, '\n', s.len - at);
        at = nl ? (size_t)(nl - s.text) + 1 : s.len + 1;
    }
    vec_push(f->arena, &f->sources, s);
    return &f->sources.v[f->sources.n - 1];
}
