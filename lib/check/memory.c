/* memory.c: rows of bytes that grow; tables from hashes to numbers. */
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "check.h"

bool bytes_add(struct bytes *b, const void *from, size_t n)
{
    if (n > b->room - b->n) {
        size_t room = b->room ? 2 * b->room : 256;
        while (room < b->n + n)
            room *= 2;
        char *grown = realloc(b->at, room);
        if (!grown)
            return false;
        b->at = grown;
        b->room = room;
    }
    if (from && n)
        memcpy(b->at + b->n, from, n);
    else if (n)
        memset(b->at + b->n, 0, n);
    b->n += n;
    return true;
}

void bytes_free(struct bytes *b)
{
    free(b->at);
    *b = (struct bytes){NULL, 0, 0};
}

struct hash hash_of(const void *bytes, size_t n)
{
    XXH128_hash_t h = XXH3_128bits(bytes, n);
    return (struct hash){h.low64, h.high64};
}

/* The slot of the key, or the free one where it would be */
static struct map_slot *slot_of(const struct map *m, struct hash key)
{
    size_t i = key.low & (m->room - 1);
    while (m->slots[i].value_plus_1 && (m->slots[i].key.low != key.low || m->slots[i].key.high != key.high))
        i = (i + 1) & (m->room - 1);
    return &m->slots[i];
}

static bool grow(struct map *m)
{
    struct map old = *m;
    m->room = old.room ? 2 * old.room : 64;
    m->slots = calloc(m->room, sizeof *m->slots);
    if (!m->slots) {
        *m = old;
        return false;
    }
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i].value_plus_1)
            *slot_of(m, old.slots[i].key) = old.slots[i];
    free(old.slots);
    return true;
}

bool map_put(struct map *m, struct hash key, uint64_t *value, bool *is_new)
{
    if (m->n >= m->room / 2 && !grow(m))
        return false;
    struct map_slot *s = slot_of(m, key);
    *is_new = !s->value_plus_1;
    if (*is_new) {
        *s = (struct map_slot){key, *value + 1};
        m->n++;
    }
    *value = s->value_plus_1 - 1;
    return true;
}

uint64_t map_count(struct map *m, struct hash key)
{
    uint64_t n = 0;
    bool is_new;
    if (!map_put(m, key, &n, &is_new))
        return 0;
    return ++slot_of(m, key)->value_plus_1 - 1;
}

void map_set(struct map *m, struct hash key, uint64_t value) { slot_of(m, key)->value_plus_1 = value + 1; }

bool map_get(const struct map *m, struct hash key, uint64_t *value)
{
    struct map_slot *s = m->room ? slot_of(m, key) : NULL;
    if (!s || !s->value_plus_1)
        return false;
    *value = s->value_plus_1 - 1;
    return true;
}

void map_free(struct map *m)
{
    free(m->slots);
    *m = (struct map){NULL, 0, 0};
}
