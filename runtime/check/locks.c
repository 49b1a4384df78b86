/* locks.c: sets of locks. A set is made once and then known by its number, so that rows are short and equal sets have
 * equal numbers. */
#include <stdlib.h>
#include <string.h>

#include "judge.h"

enum { MOST_LOCKS = 8, MOST_SETS = 4096 };
static struct set {
    unsigned n;
    uint64_t lock[MOST_LOCKS]; /* ascending */
} sets[MOST_SETS];
static unsigned nsets = 1;

void locks_begin_launch(void) { nsets = 1; }

/* Beyond so many sets a thread counts as holding none: accesses may then be reported that a lock orders. */
static uint16_t number_of(const struct set *s)
{
    for (unsigned i = 0; i < nsets; i++)
        if (sets[i].n == s->n && memcmp(sets[i].lock, s->lock, s->n * sizeof *s->lock) == 0)
            return (uint16_t)i;
    if (nsets == MOST_SETS)
        return 0;
    sets[nsets] = *s;
    return (uint16_t)nsets++;
}

uint16_t locks_with(uint16_t set, uint64_t lock)
{
    struct set s = sets[set];
    unsigned at = 0;
    while (at < s.n && s.lock[at] < lock)
        at++;
    if (s.n == MOST_LOCKS || (at < s.n && s.lock[at] == lock))
        return set;
    memmove(&s.lock[at + 1], &s.lock[at], (s.n - at) * sizeof *s.lock);
    s.lock[at] = lock;
    s.n++;
    return number_of(&s);
}

uint16_t locks_without(uint16_t set, uint64_t lock)
{
    struct set s = {0};
    for (unsigned i = 0; i < sets[set].n; i++)
        if (sets[set].lock[i] != lock)
            s.lock[s.n++] = sets[set].lock[i];
    return number_of(&s);
}

uint16_t locks_common(uint16_t a, uint16_t b)
{
    struct set s = {0};
    if (a == b)
        return a;
    for (unsigned i = 0; i < sets[a].n; i++)
        for (unsigned k = 0; k < sets[b].n; k++)
            if (sets[a].lock[i] == sets[b].lock[k])
                s.lock[s.n++] = sets[a].lock[i];
    return number_of(&s);
}

/* "among all threads in the contention group" (OpenMP 5.2, 15.2): each team of a league is one of its own. */
bool locks_exclude(uint16_t a, uint16_t b, bool teams)
{
    const struct set *s = &sets[locks_common(a, b)];
    unsigned n = 0;
    for (unsigned i = 0; i < s->n; i++)
        n += !teams || !(s->lock[i] & LOCK_CRITICAL);
    return n != 0;
}

unsigned locks_of(uint16_t set, const uint64_t **locks)
{
    *locks = sets[set].lock;
    return sets[set].n;
}
