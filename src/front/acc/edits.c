/* acc/edits.c: changes of the preprocessed text, kept until all are known. */
#include "acc.h"

#include <stdlib.h>

void acc_marker(const struct front *f, uint32_t at, struct sb *out)
{
    struct loc l = linemap_at(f->src_lines, at);
    sb_printf(out, "\n# %d \"%s\"\n", l.line, l.file ? l.file : f->options->path);
}

void acc_edit(struct front *f, acc_edit_list *e, uint32_t from, uint32_t to, const char *text)
{
    vec_push(f->arena, e, ((struct acc_edit){from, to, (int)e->n, text}));
}

void acc_insert(struct front *f, acc_edit_list *e, uint32_t at, const char *lines)
{
    struct sb s = {0};
    if (!lines)
        return;
    sb_printf(&s, "\n%s", lines);
    acc_marker(f, at, &s);
    vec_push(f->arena, e, ((struct acc_edit){at, at, -(int)e->n, sb_take(&s, f->arena)}));
}

static int by_place(const void *x, const void *y)
{
    const struct acc_edit *a = x, *b = y;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

void acc_edited(struct text t, struct span part, acc_edit_list *e, struct sb *out)
{
    uint32_t from = part.b;
    if (e->n)
        qsort(e->v, e->n, sizeof *e->v, by_place);
    for_each (const struct acc_edit, x, *e) {
        sb_addn(out, t.s + from, x->from - from);
        sb_add(out, x->text);
        from = x->to;
    }
    sb_addn(out, t.s + from, part.e - from);
}

void acc_replace(struct front *f, struct sb *text)
{
    f->len = (uint32_t)text->n;
    f->src = sb_take(text, f->arena);
    f->src_lines = linemap_build(f->arena, f->src, f->len, f->options->path);
}
