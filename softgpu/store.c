/* store.c: memory that lives as long as its owner, growing arrays, and names. */
#include "softgpu.h"

#include <stdlib.h>
#include <string.h>

struct chunk {
    struct chunk *next;
    size_t used, size;
    _Alignas(16) unsigned char bytes[];
};

static _Noreturn void no_memory(void)
{
    fputs("softgpu: out of host memory\n", stderr);
    abort();
}

void *store_take(struct store *s, size_t size)
{
    enum { LEAST = 16384 };
    size = (size + 15) / 16 * 16;
    if (!s->chunks || s->chunks->size - s->chunks->used < size) {
        size_t room = size > LEAST ? size : LEAST;
        struct chunk *c = malloc(sizeof *c + room);
        if (!c)
            no_memory();
        *c = (struct chunk){.next = s->chunks, .size = room};
        s->chunks = c;
    }
    void *p = s->chunks->bytes + s->chunks->used;
    s->chunks->used += size;
    return memset(p, 0, size);
}

char *store_text(struct store *s, const char *from, size_t n)
{
    char *to = store_take(s, n + 1);
    return memcpy(to, from, n);
}

void store_drop(struct store *s)
{
    for (struct chunk *c = s->chunks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    s->chunks = NULL;
}

void vec_grow(void *vec, size_t element)
{
    VEC(char) *v = vec;
    size_t room = v->room ? 2 * v->room : 16;
    char *p = realloc(v->v, room * element);
    if (!p)
        no_memory();
    v->v = p;
    v->room = room;
}

/* ---- names ---- */
struct name {
    struct name *next;
    const char *text;
    size_t n;
    int64_t value;
};

static size_t head_of(const struct names *t, const char *text, size_t n)
{
    uint64_t h = 1469598103934665603u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)text[i]) * 1099511628211u;
    return (h ^ h >> 32) & (t->nheads - 1);
}

int64_t names_find(const struct names *t, const char *text, size_t n)
{
    for (struct name *e = t->nheads ? t->heads[head_of(t, text, n)] : NULL; e; e = e->next)
        if (e->n == n && !memcmp(e->text, text, n))
            return e->value;
    return -1;
}

static void more_heads(struct names *t)
{
    struct names bigger = {.nheads = t->nheads ? 4 * t->nheads : 256, .n = t->n};
    bigger.heads = calloc(bigger.nheads, sizeof *bigger.heads);
    if (!bigger.heads)
        no_memory();
    for (size_t i = 0; i < t->nheads; i++) {
        struct name *reversed = NULL; /* of two with the same text, the newer one stays in front */
        for (struct name *e = t->heads[i], *next; e; e = next) {
            next = e->next;
            e->next = reversed;
            reversed = e;
        }
        for (struct name *e = reversed, *next; e; e = next) {
            struct name **head = &bigger.heads[head_of(&bigger, e->text, e->n)];
            next = e->next;
            e->next = *head;
            *head = e;
        }
    }
    free(t->heads);
    *t = bigger;
}

void names_enter(struct names *t, struct store *s, const char *text, size_t n, int64_t value)
{
    if (t->n >= t->nheads)
        more_heads(t);
    struct name **head = &t->heads[head_of(t, text, n)], *e = store_take(s, sizeof *e);
    *e = (struct name){*head, text, n, value};
    *head = e;
    t->n++;
}

void names_remove(struct names *t, const char *text, size_t n)
{
    struct name **at = &t->heads[head_of(t, text, n)];
    while (*at && ((*at)->n != n || memcmp((*at)->text, text, n)))
        at = &(*at)->next;
    if (*at) {
        *at = (*at)->next;
        t->n--;
    }
}

void names_drop(struct names *t)
{
    free(t->heads);
    *t = (struct names){0};
}
