/* posix_barriers.c: barriers of POSIX threads. Who leaves a round comes after all that came to it, but not after those
 * who have come to the next one by then. Its rounds each thread counts itself, which tells them apart as long as no
 * more threads have come to the barrier than a round takes, since each round takes all of them then. Otherwise, and
 * where nobody has seen it made or other processes come, too, who leaves comes after all that have come so far. */
#include <pthread.h>
#include <stdlib.h>

#include "strands.h"

enum { MOST = 1024, BARRIERS = 256 };
static struct barrier {
    struct barrier *next;
    const void *at;
    unsigned wanted; /* threads, of a round; 0: rounds are not told apart */
    unsigned came;   /* … that have come to it, … */
    unsigned inside; /* … and have not left yet */
    struct comer {
        uint32_t thread; /* owned_thread */
        unsigned rounds; /* to which it has come */
    } by[];
} *barriers[BARRIERS]; /* between check_enter and check_leave */

static struct barrier **find(const void *at)
{
    struct barrier **b = &barriers[(uintptr_t)at / 8 % BARRIERS];
    while (*b && (*b)->at != at)
        b = &(*b)->next;
    return b;
}

/* This thread comes to its next round. NULL: rounds are not told apart */
static struct comer *comer_here(struct barrier *b)
{
    uint32_t me = owned_thread();
    unsigned i = 0;
    while (i < b->came && b->by[i].thread != me)
        i++;
    if (!me || i >= b->wanted)
        return NULL;
    if (i == b->came)
        b->by[b->came++] = (struct comer){me, 0};
    b->by[i].rounds++;
    return &b->by[i];
}

/* All have come to this one, or to all before it; not where others come whom nobody sees, as those of a library. */
static bool is_round_of_all(const struct barrier *b, unsigned number)
{
    unsigned i = 0;
    while (i < b->came && (b->by[i].rounds == number || b->by[i].rounds + 1 == number))
        i++;
    return i == b->came;
}

/* Rounds have two keys in turn: to the third one nobody comes before all have left the first. NULL: that of all */
static const void *comes(const void *at, struct barrier **to)
{
    const void *key = NULL;
    check_enter();
    struct barrier *b = *to = *find(at);
    struct comer *c = b && b->wanted ? comer_here(b) : NULL;
    if (c && is_round_of_all(b, c->rounds))
        key = (const char *)at + 2 + 2 * (c->rounds % 2);
    else if (b)
        b->wanted = 0;
    if (b)
        b->inside++;
    check_leave();
    return key;
}

static bool goes_by_rounds(struct barrier *b)
{
    if (!b)
        return false;
    check_enter();
    b->inside--;
    bool rounds = b->wanted;
    check_leave();
    return rounds;
}

/* Another one lies there. Somebody may still be about to leave the one that was there before. */
static void begins(const void *at, unsigned wanted)
{
    check_enter();
    struct barrier **place = find(at), *old = *place;
    if (old)
        *place = old->next;
    if (old && !old->inside)
        free(old);
    struct barrier *b = wanted ? calloc(1, sizeof *b + wanted * sizeof *b->by) : NULL;
    if (b) {
        b->at = at;
        b->wanted = wanted;
        b->next = *place;
        *place = b;
    }
    check_leave();
}

#define IS_PROGRAM (check_is_program(__builtin_return_address(0)) && !check_inside())
#define DECLARE(NAME, PARAMS)                                                                                          \
    int __real_##NAME PARAMS __attribute__((weak));                                                                    \
    int __wrap_##NAME PARAMS;

DECLARE(pthread_barrier_init, (pthread_barrier_t * b, const pthread_barrierattr_t *a, unsigned n))
int __wrap_pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *a, unsigned n)
{
    int shared = PTHREAD_PROCESS_PRIVATE;
    if (a)
        pthread_barrierattr_getpshared(a, &shared);
    if (IS_PROGRAM)
        begins(b, n <= MOST && shared == PTHREAD_PROCESS_PRIVATE ? n : 0);
    return __real_pthread_barrier_init(b, a, n);
}

DECLARE(pthread_barrier_wait, (pthread_barrier_t * b))
int __wrap_pthread_barrier_wait(pthread_barrier_t *b)
{
    bool program = IS_PROGRAM;
    struct barrier *known = NULL;
    const void *round = program ? comes(b, &known) : NULL;
    if (program)
        hand_orders(b, false);
    if (round)
        hand_orders(round, false);
    if (round)
        hangs_stop(STOP_BARRIER, b, 0, __builtin_return_address(0));
    int result = __real_pthread_barrier_wait(b);
    hangs_go();
    if (program)
        hand_orders(goes_by_rounds(known) && round ? round : (const void *)b, true);
    return result;
}
