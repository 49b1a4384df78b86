/* scope.c: the names of a module while it is read, and what is said when it is refused. */
#include "build.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void build_bad(struct build *b, int line, const char *fmt, ...)
{
    va_list ap;
    int n = snprintf(b->log, b->log_size, "softgpu, line %d: ", line);
    va_start(ap, fmt);
    if (n >= 0 && (size_t)n < b->log_size)
        vsnprintf(b->log + n, b->log_size - (size_t)n, fmt, ap);
    va_end(ap);
    longjmp(b->bad, 1);
}

/* %r12 of `.reg .b32 %r<20>`: the prefix with its < is what was entered */
static struct symbol *one_of_many(struct build *b, const struct token *name)
{
    char prefix[256];
    size_t n = name->n;
    while (n && name->at[n - 1] >= '0' && name->at[n - 1] <= '9')
        n--;
    if (n == name->n || n + 1 >= sizeof prefix)
        return NULL;
    memcpy(prefix, name->at, n);
    prefix[n] = '<';
    int64_t at = names_find(&b->names, prefix, n + 1);
    if (at < 0)
        return NULL;
    struct symbol many = b->symbols.v[at];
    uint32_t k = (uint32_t)strtoul(name->at + n, NULL, 10);
    if (k >= many.count)
        return NULL;
    static _Thread_local struct symbol one;
    one = (struct symbol){.kind = SYM_REG, .index = many.index + k, .width = many.width};
    return &one;
}

struct symbol *build_symbol(struct build *b, const struct token *name)
{
    int64_t at = names_find(&b->names, name->at, name->n);
    return at >= 0 ? &b->symbols.v[at] : one_of_many(b, name);
}

struct symbol *build_enter_text(struct build *b, const char *text, size_t n, struct symbol s)
{
    s.name = store_text(&b->store, text, n);
    s.n = n;
    VEC_PUSH(&b->symbols, s);
    names_enter(&b->names, &b->store, s.name, n, (int64_t)b->symbols.n - 1);
    return &b->symbols.v[b->symbols.n - 1];
}

struct symbol *build_enter(struct build *b, const struct token *name, struct symbol s)
{
    return build_enter_text(b, name->at, name->n, s);
}
