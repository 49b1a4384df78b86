/* clang/patches.c: makes unit.patches, the changes of the text for device code: constructs that GPUs do not have are
 * expressed by others. */
#include "glue.h"

void patch_part(struct glue *g, struct patch *p, struct patch_part x) { vec_push(g->a, &p->parts, x); }
void patch_text(struct glue *g, struct patch *p, const char *s) { patch_part(g, p, (struct patch_part){.text = s}); }
void patch_slice(struct glue *g, struct patch *p, struct slice s) { patch_part(g, p, (struct patch_part){.slice = s}); }

struct patch *patch_at(struct glue *g, uint32_t off, uint32_t len, const char *s)
{
    struct patch *p = NEW(g->a, struct patch);
    p->off = off;
    p->len = len;
    p->seq = (unsigned)g->u->patches.n;
    if (s)
        patch_text(g, p, s);
    vec_push(g->a, &g->u->patches, p);
    return p;
}

struct patch *patch_end(struct glue *g, uint32_t off, const char *s)
{
    struct patch *p = patch_at(g, off, 0, s);
    p->closes = true;
    return p;
}

void patch_refuse(struct glue *g, uint32_t off, const char *what) { patch_at(g, off, 0, NULL)->wrong = what; }

bool is_noted(const struct glue *g, enum noted kind, uint32_t off) { return map32_get(&g->noted[kind], off); }

void set_noted(struct glue *g, enum noted kind, uint32_t off) { map32_put(&g->noted[kind], off, g); }

bool note_once(struct glue *g, enum noted kind, uint32_t off)
{
    bool first = !is_noted(g, kind, off);
    if (first)
        set_noted(g, kind, off);
    return first;
}
