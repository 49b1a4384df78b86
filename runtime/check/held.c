/* held.c: which locks of the host a thread has. A set of them is known by a number, which fits into what is kept of an
 * access. Two that read under one lock, or have two places of a semaphore, do not exclude each other. Of more locks
 * than a set holds, or more sets than there are numbers, it is not known which they are. */
#include <stdlib.h>
#include <string.h>

#include "strands.h"

enum { FEW = 64, IN_SET = 4, SETS = 1 << 14, BUCKETS = 1 << 12, UNKNOWN = UINT16_MAX };
struct set {
    const void *lock[IN_SET]; /* ascending, as `shared` has those that others have as well; NULL: no more */
    uint16_t next;            /* of the bucket; 0: none */
};
static struct set *sets; /* between check_enter and check_leave */
static uint16_t buckets[BUCKETS], nsets = 1;

static _Thread_local struct {
    const void *lock[FEW];
    uint32_t n, beyond; /* beyond: so many more */
    uint16_t number;
    bool numbered;
} held;

static const void *whole(const void *key) { return (const char *)key - (uintptr_t)key % 4; }

/* … as somebody has it who excludes those alone that want it for themselves: it lies beside the lock */
static const void *shared(const void *key) { return (const char *)whole(key) + 1; }

static void takes(const void *lock)
{
    if (held.n < FEW)
        held.lock[held.n++] = lock;
    else
        held.beyond++;
    held.numbered = false;
}

void held_takes(const void *key) { takes(whole(key)); }
void held_shares(const void *key) { takes(shared(key)); }

void held_gives(const void *key)
{
    const void *lock = whole(key);
    uint32_t i = held.n;
    while (i && whole(held.lock[i - 1]) != lock)
        i--;
    if (i)
        held.lock[i - 1] = held.lock[--held.n];
    else
        held.beyond -= held.beyond > 0;
    held.numbered = false;
}

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)*(const void *const *)a, y = (uintptr_t)*(const void *const *)b;
    return (x > y) - (x < y);
}

static uint16_t number_of(const struct set *s)
{
    uintptr_t h = 0;
    for (int i = 0; i < IN_SET; i++)
        h = (h ^ (uintptr_t)s->lock[i]) * 0x9e3779b97f4a7c15u;
    uint16_t *bucket = &buckets[h >> 52];
    for (uint16_t i = *bucket; i; i = sets[i].next)
        if (memcmp(sets[i].lock, s->lock, sizeof s->lock) == 0)
            return i;
    if (nsets == SETS || (!sets && !(sets = calloc(SETS, sizeof *sets))))
        return UNKNOWN;
    sets[nsets] = *s;
    sets[nsets].next = *bucket;
    return *bucket = nsets++;
}

static uint16_t number_here(void)
{
    const void *sorted[FEW];
    struct set s = {0};
    uint32_t n = 0;
    memcpy(sorted, held.lock, sizeof sorted);
    qsort(sorted, held.n, sizeof *sorted, by_address);
    for (uint32_t i = 0; i < held.n; i++) {
        if (i && sorted[i] == sorted[i - 1])
            continue;
        if (n == IN_SET)
            return UNKNOWN;
        s.lock[n++] = sorted[i];
    }
    return number_of(&s);
}

uint16_t held_now(void)
{
    if (!held.numbered)
        held.number = held.beyond ? UNKNOWN : held.n ? number_here() : 0;
    held.numbered = true;
    return held.number;
}

bool held_any(void) { return held.n || held.beyond; }

static bool exclude(const void *a, const void *b) { return whole(a) == whole(b) && (a == whole(a) || b == whole(b)); }

bool held_in_common(uint16_t a, uint16_t b)
{
    if (!a || !b || a == UNKNOWN || b == UNKNOWN)
        return a && b;
    for (int i = 0; i < IN_SET && sets[a].lock[i]; i++)
        for (int k = 0; k < IN_SET && sets[b].lock[k]; k++)
            if (exclude(sets[a].lock[i], sets[b].lock[k]))
                return true;
    return false;
}
