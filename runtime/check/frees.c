/* frees.c: calls of the program's that take memory back (free, realloc, munmap) are stores to all of it (threads.c).
 * Which code such a call is, is known by its address, to name it. */
#include "strands.h"

enum { MOST = 1024 }; /* further ones are told as stores */
static struct call {
    const void *_Atomic code; /* NULL: none; kept last */
    const char *how;
} calls[MOST];

static struct call *find(const void *code)
{
    unsigned h = (unsigned)((uintptr_t)code * 0x9e3779b97f4a7c15u >> 54), tried = 0;
    const void *is;
    while ((is = atomic_load(&calls[h].code)) != NULL && is != code && ++tried < MOST)
        h = (h + 1) % MOST;
    return tried < MOST ? &calls[h] : NULL;
}

void frees_know(const void *code, const char *how)
{
    struct call *c = find(code);
    if (!c || atomic_load(&c->code))
        return;
    c->how = how;
    atomic_store(&c->code, code);
}

const char *frees_by(const void *code)
{
    const struct call *c = find(code);
    return c && atomic_load(&c->code) ? c->how : NULL;
}
