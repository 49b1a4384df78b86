/* clang/alloca.c: alloca(n) in device code takes memory from the heap. It is freed when the function is left, or the
 * function that a region became. */
#include "glue.h"

#include <string.h>

void alloca_note(struct glue *g, CXCursor callee)
{
    struct slice s = cursor_slice(g, callee);
    uint32_t open = skip_space(g->u, s.end);
    const char *name = g->u->text + s.begin;
    size_t n = s.end - s.begin;
    static const struct {
        const char *name, *ours;
    } kinds[] = {
        {"alloca", "__gd_alloca(&__gd_allocas, "},
        {"__builtin_alloca", "__gd_alloca(&__gd_allocas, "},
        {"__builtin_alloca_uninitialized", "__gd_alloca(&__gd_allocas, "},
        {"__builtin_alloca_with_align", "__gd_alloca_aligned(&__gd_allocas, "},
        {"__builtin_alloca_with_align_uninitialized", "__gd_alloca_aligned(&__gd_allocas, "},
    };
    const char *ours = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (n == strlen(kinds[i].name) && !memcmp(name, kinds[i].name, n))
            ours = kinds[i].ours;
    if (!g->func || !note_once(g, NOTED_ALLOCA, s.begin))
        return;
    if (!ours || g->u->text[open] != '(') {
        patch_refuse(g, s.begin, "an alloca that is not called by its name: use malloc or an array of variable length");
        return;
    }
    patch_at(g, s.begin, open + 1 - s.begin, ours);
    vec_push(g->a, &g->u->allocas, s.begin);
    if (note_once(g, NOTED_ALLOCAS_DECLARED, g->func->body.begin))
        patch_at(g, g->func->body.begin + 1, 0, " " ALLOCAS_DECLARED);
}
