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
    bool plain = (n == 16 && !memcmp(name, "__builtin_alloca", n)) || (n == 6 && !memcmp(name, "alloca", n));
    if (!g->func || !note_once(g, NOTED_ALLOCA, s.begin))
        return;
    if (!plain || g->u->text[open] != '(') {
        patch_refuse(g, s.begin,
                     "a kind of alloca that GPUs do not have; use alloca, malloc or an array of variable length");
        return;
    }
    patch_at(g, s.begin, open + 1 - s.begin, "__gd_alloca(&__gd_allocas, ");
    vec_push(g->a, &g->u->allocas, s.begin);
    if (note_once(g, NOTED_ALLOCAS_DECLARED, g->func->body.begin))
        patch_at(g, g->func->body.begin + 1, 0, " " ALLOCAS_DECLARED);
}
