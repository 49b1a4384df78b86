/* locks.c: sets of locks. A set is made once and then known by its number, so that rows are short and equal sets have
 * equal numbers. */
#include <string.h>

#include "../host/host.h"
#include "judge.h"

enum { MOST_SETS = UINT16_MAX, UNKNOWN = UINT16_MAX, MOST_LOCKS = 1 << 24, BUCKETS = 1 << 12 };
static struct set {
    uint32_t first, n; /* of `locks`, ascending */
    uint16_t next;     /* of the bucket; 0: none */
} *sets;
static uint64_t *locks; /* of all sets */
static unsigned nsets = 1, nlocks;
static uint16_t buckets[BUCKETS];

void locks_begin_launch(void)
{
    if (nsets > 1)
        memset(buckets, 0, sizeof buckets);
    nsets = 1;
    nlocks = 0;
}

static bool has_room(unsigned n) /* for a set of n locks */
{
    sets = sets ? sets : check_reserve((MOST_SETS + 1ul) * sizeof *sets);
    locks = locks ? locks : check_reserve((size_t)MOST_LOCKS * sizeof *locks);
    return sets && locks && n <= MOST_LOCKS - nlocks;
}

/* Who holds more than is kept may hold any: what it does is not judged against others that hold some. */
static uint16_t unknown(void)
{
    static bool said;
    if (!said)
        gantry_warn("GANTRY_CHECK: locks are held in more ways than the %d that are kept for a launch: what is done "
                    "under further ones is not judged as a race",
                    MOST_SETS);
    said = true;
    return UNKNOWN;
}

static uint16_t *bucket_of(const uint64_t *lock, unsigned n)
{
    uint64_t h = n;
    for (unsigned i = 0; i < n; i++)
        h = (h ^ lock[i]) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
    return &buckets[h % BUCKETS];
}

/* of the set of the n locks that lie behind those of all others */
static uint16_t number_of_new(unsigned n)
{
    const uint64_t *lock = locks + nlocks;
    uint16_t *bucket = bucket_of(lock, n);
    for (uint16_t i = n ? *bucket : 0; i; i = sets[i].next)
        if (sets[i].n == n && memcmp(locks + sets[i].first, lock, n * sizeof *lock) == 0)
            return i;
    if (n == 0)
        return 0;
    if (nsets == MOST_SETS)
        return unknown();
    sets[nsets] = (struct set){nlocks, n, *bucket};
    nlocks += n;
    return *bucket = (uint16_t)nsets++;
}

unsigned locks_of(uint16_t set, const uint64_t **lock)
{
    bool some = set && set != UNKNOWN;
    *lock = some ? locks + sets[set].first : NULL;
    return some ? sets[set].n : 0;
}

uint16_t locks_with(uint16_t set, uint64_t lock)
{
    const uint64_t *old;
    unsigned n = locks_of(set, &old), at = 0;
    while (at < n && old[at] < lock)
        at++;
    if (set == UNKNOWN || (at < n && old[at] == lock))
        return set;
    if (!has_room(n + 1))
        return unknown();
    uint64_t *new = locks + nlocks;
    for (unsigned i = 0; i < n; i++)
        new[i + (i >= at)] = old[i];
    new[at] = lock;
    return number_of_new(n + 1);
}

uint16_t locks_without(uint16_t set, uint64_t lock)
{
    const uint64_t *old;
    unsigned n = locks_of(set, &old), left = 0;
    if (n == 0)
        return set;
    if (!has_room(n))
        return unknown();
    for (unsigned i = 0; i < n; i++)
        if (old[i] != lock)
            locks[nlocks + left++] = old[i];
    return number_of_new(left);
}

uint16_t locks_common(uint16_t a, uint16_t b)
{
    const uint64_t *x, *y;
    unsigned n = locks_of(a, &x), m = locks_of(b, &y), both = 0;
    if (a == b || !a || !b)
        return a == b ? a : 0;
    if (a == UNKNOWN || b == UNKNOWN || !has_room(n))
        return UNKNOWN;
    for (unsigned i = 0, k = 0; i < n && k < m;)
        if (x[i] == y[k])
            locks[nlocks + both++] = x[i], i++, k++;
        else if (x[i] < y[k])
            i++;
        else
            k++;
    return number_of_new(both);
}

/* "among all threads in the contention group" (OpenMP 5.2, 15.2): each team of a league is one of its own. */
bool locks_exclude(uint16_t a, uint16_t b, bool teams)
{
    const uint64_t *lock;
    uint16_t both = locks_common(a, b);
    unsigned n = locks_of(both, &lock), excluding = 0;
    for (unsigned i = 0; i < n; i++)
        excluding += !teams || !(lock[i] & LOCK_CRITICAL);
    return excluding || both == UNKNOWN;
}
