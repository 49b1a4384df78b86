/* arena.c: memory that lives as long as one translation unit or one command. It comes from blocks, each of twice the
 * size of the one before, up to a limit; a large request gets a block of its own. */
#include "base.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_FIRST = 16 * 1024, BLOCK_LAST = 1024 * 1024 };

struct block {
    struct block *next;
    size_t used, size;
    _Alignas(16) char data[];
};
struct arena {
    struct block *head;
    size_t next_size;
};

static _Noreturn void out_of_memory(size_t size)
{
    fprintf(stderr, "gantry: fatal: out of memory (%zu bytes wanted)\n", size);
    exit(70);
}

struct arena *arena_new(void)
{
    struct arena *a = calloc(1, sizeof *a);
    if (!a)
        out_of_memory(sizeof *a);
    a->next_size = BLOCK_FIRST;
    return a;
}

void arena_free(struct arena *a)
{
    if (!a)
        return;
    for (struct block *b = a->head, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(a);
}

static struct block *block_new(size_t size)
{
    struct block *b = calloc(1, sizeof *b + size);
    if (!b)
        out_of_memory(size);
    b->size = size;
    return b;
}

void *arena_alloc(struct arena *a, size_t size)
{
    if (size > SIZE_MAX / 2)
        out_of_memory(size);
    size = size ? (size + 15) & ~(size_t)15 : 16;
    struct block *b = a->head;
    if (b && b->size - b->used >= size) {
        b->used += size;
        return b->data + b->used - size;
    }
    if (b && size > a->next_size / 4) { /* its own block is linked after the head, so that the rest of the head block is
                                         * still used */
        struct block *own = block_new(size);
        own->used = size;
        own->next = b->next;
        b->next = own;
        return own->data;
    }
    struct block *fresh = block_new(size > a->next_size ? size : a->next_size);
    if (a->next_size < BLOCK_LAST)
        a->next_size *= 2;
    fresh->next = b;
    fresh->used = size;
    a->head = fresh;
    return fresh->data;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    char *p = arena_alloc(a, n + 1);
    if (n)
        memcpy(p, s, n);
    return p;
}

char *arena_strdup(struct arena *a, const char *s) { return arena_strndup(a, s, strlen(s)); }

char *arena_printf(struct arena *a, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0)
        internal_error("base", "bad format string");
    char *p = arena_alloc(a, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    return p;
}

void vec_grow_(struct arena *a, void *vec, size_t elem)
{
    VEC(char) head; /* every VEC has this layout */
    memcpy(&head, vec, sizeof head);
    size_t cap = head.cap ? head.cap * 2 : 8;
    if (cap > SIZE_MAX / 2 / elem)
        out_of_memory(SIZE_MAX);
    char *v = arena_alloc(a, cap * elem);
    if (head.n)
        memcpy(v, head.v, head.n * elem);
    head.v = v;
    head.cap = cap;
    memcpy(vec, &head, sizeof head);
}
