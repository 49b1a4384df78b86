/* string.c: the string builder and small questions about strings. */
#include "base.h"

#include <stdlib.h>
#include <string.h>

static void sb_reserve(struct sb *b, size_t more)
{
    if (b->cap - b->n > more)
        return;
    size_t cap = b->cap ? b->cap : 64;
    while (cap - b->n <= more) {
        if (cap > SIZE_MAX / 2)
            internal_error("base", "a text grew beyond the address space");
        cap *= 2;
    }
    b->s = realloc(b->s, cap);
    if (!b->s)
        internal_error("base", "out of memory (%zu bytes wanted)", cap);
    b->cap = cap;
}

void sb_addn(struct sb *b, const char *s, size_t n)
{
    sb_reserve(b, n);
    if (n)
        memcpy(b->s + b->n, s, n);
    b->n += n;
    b->s[b->n] = 0;
}

void sb_add(struct sb *b, const char *s) { sb_addn(b, s, strlen(s)); }

void sb_addc(struct sb *b, char c) { sb_addn(b, &c, 1); }

void sb_vprintf(struct sb *b, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    sb_reserve(b, 0);
    size_t capacity = b->cap - b->n;
    int n = vsnprintf(b->s + b->n, capacity, fmt, ap);
    if (n < 0)
        internal_error("base", "bad format string");
    if ((size_t)n >= capacity) {
        sb_reserve(b, (size_t)n);
        vsnprintf(b->s + b->n, (size_t)n + 1, fmt, again);
    }
    b->n += (size_t)n;
    va_end(again);
}

void sb_printf(struct sb *b, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    sb_vprintf(b, fmt, ap);
    va_end(ap);
}

void sb_free(struct sb *b)
{
    free(b->s);
    *b = (struct sb){0};
}

char *sb_take(struct sb *b, struct arena *a)
{
    char *s = arena_strndup(a, b->s, b->n);
    sb_free(b);
    return s;
}

bool str_starts(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }

bool str_ends(const char *s, const char *suffix)
{
    size_t n = strlen(s), m = strlen(suffix);
    return n >= m && memcmp(s + n - m, suffix, m) == 0;
}

uint64_t hash_bytes(uint64_t seed, const void *p, size_t n)
{
    const unsigned char *s = p;
    uint64_t h = seed ? seed : UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++)
        h = (h ^ s[i]) * UINT64_C(0x100000001b3);
    return h;
}
