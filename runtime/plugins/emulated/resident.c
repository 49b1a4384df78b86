/* resident.c: launches whose teams wait for each other (gantry_grid.resident). Each team has an OS thread of its own,
 * for its team-shared memory is thread-local. With a seed, and where the judge looks on (runtime/check), one team runs
 * at a time, until it waits or ends, and the seed decides which one goes on: equal seeds give equal runs.
 *
 * Nobody can wait for ever: where all teams that have not ended wait for words that none of them can change any more,
 * the launch fails with the place of one of them. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "emulated.h"
#include "gantry_checker.h"

enum state { TO_COME, READY, WAITING, ENDED };
enum { NOBODY = UINT32_MAX, LOOK_MS = 100 };

struct emu_residents {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t nteams, begun;
    bool in_turns; /* one runs at a time: */
    uint32_t turn; /* this one, or NOBODY */
    uint64_t random;
    struct team {
        enum state state;
        const volatile unsigned *at; /* WAITING: until this word … */
        unsigned value;              /* … has another value */
    } teams[];
};

struct emu_residents *emu_residents_new(const struct emu_launch *l)
{
    struct emu_residents *r = calloc(1, sizeof *r + l->nteams * sizeof *r->teams);
    if (!r)
        return NULL;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->changed, NULL);
    r->nteams = l->nteams;
    r->turn = NOBODY;
    r->in_turns = l->seeded || gantry_checker;
    r->random = (l->seeded ? l->seed : 0) ^ 0x9e3779b97f4a7c15ull;
    return r;
}

void emu_residents_free(struct emu_residents *r)
{
    if (!r)
        return;
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->changed);
    free(r);
}

static bool word_is(const struct team *t) { return __atomic_load_n(t->at, __ATOMIC_ACQUIRE) == t->value; }

static bool can_run(const struct team *t) { return t->state == READY || (t->state == WAITING && !word_is(t)); }

/* Can nothing happen any more? */
static bool is_stuck(const struct emu_residents *r)
{
    for (uint32_t i = 0; i < r->nteams; i++)
        if (r->teams[i].state == TO_COME || can_run(&r->teams[i]))
            return false;
    return true;
}

/* One of those that can run, by the seed. */
static void next_turn(struct emu_residents *r)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->nteams; i++)
        n += can_run(&r->teams[i]);
    r->turn = NOBODY;
    if (r->in_turns && n) {
        uint32_t k = (uint32_t)(emu_random(&r->random) % n);
        for (uint32_t i = 0; i < r->nteams && r->turn == NOBODY; i++)
            if (can_run(&r->teams[i]) && k-- == 0)
                r->turn = i;
    }
    pthread_cond_broadcast(&r->changed);
}

/* Looks again from time to time: a launch that has failed tells nobody. */
static void wait_for_change(struct emu_residents *r)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_MS * 1000000l;
    if (until.tv_nsec >= 1000000000l) {
        until.tv_nsec -= 1000000000l;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&r->changed, &r->lock, &until);
}

static bool is_turn_of(const struct emu_residents *r, uint32_t team) { return !r->in_turns || r->turn == team; }

/* Until it is the team's turn; false: the launch has failed. */
static bool wait_for_turn(struct emu_worker *w)
{
    struct emu_residents *r = w->launch->residents;
    while (!is_turn_of(r, w->team) && !atomic_load(&w->launch->failed))
        wait_for_change(r);
    return !atomic_load(&w->launch->failed);
}

static bool goes_on(struct emu_worker *w, bool may)
{
    if (may)
        GANTRY_TELL(team_goes_on, w->team);
    return may;
}

bool emu_resident_begins(struct emu_worker *w)
{
    struct emu_residents *r = w->launch->residents;
    pthread_mutex_lock(&r->lock);
    r->teams[w->team].state = READY;
    if (++r->begun == r->nteams)
        next_turn(r);
    bool may = wait_for_turn(w);
    pthread_mutex_unlock(&r->lock);
    return goes_on(w, may);
}

void emu_resident_ends(struct emu_worker *w)
{
    struct emu_residents *r = w->launch->residents;
    pthread_mutex_lock(&r->lock);
    r->teams[w->team].state = ENDED;
    next_turn(r);
    pthread_mutex_unlock(&r->lock);
}

bool emu_resident_spins(struct emu_worker *w)
{
    struct emu_residents *r = w->launch->residents;
    pthread_mutex_lock(&r->lock);
    if (r->in_turns)
        next_turn(r);
    bool may = wait_for_turn(w);
    pthread_mutex_unlock(&r->lock);
    return goes_on(w, may);
}

/* Returns whether the team may go on; else the launch has failed, or (*stuck) it must. */
static bool wait_while(struct emu_residents *r, struct emu_launch *l, uint32_t team, bool *stuck)
{
    struct team *t = &r->teams[team];
    t->state = WAITING;
    next_turn(r);
    while (!(*stuck = is_stuck(r)) && (word_is(t) || !is_turn_of(r, team)) && !atomic_load(&l->failed))
        wait_for_change(r);
    t->state = READY;
    return !*stuck && !atomic_load(&l->failed);
}

void __gd_emu_wait_while(const volatile unsigned *p, unsigned value)
{
    struct emu_lane *me = (struct emu_lane *)__gd_emu_self;
    struct emu_worker *w = me->worker;
    struct emu_launch *l = w->launch;
    struct emu_residents *r = l->residents;
    bool stuck = false;
    me->caller = __builtin_return_address(0);
    if (!r)
        emu_misuse(me, NULL, "a team waits for others that may not have begun: the launch's teams are not resident");
    atomic_fetch_add(&l->spinning, 1);
    pthread_mutex_lock(&r->lock);
    r->teams[w->team].at = p;
    r->teams[w->team].value = value;
    bool may = wait_while(r, l, w->team, &stuck);
    pthread_mutex_unlock(&r->lock);
    atomic_fetch_sub(&l->spinning, 1);
    emu_progress(w);
    if (goes_on(w, may))
        return;
    if (stuck)
        emu_misuse(
            me, NULL,
            "team %u waits at a barrier of the league that not all teams come to: those that have not ended all wait",
            w->team);
    w->failure.lane = me;
    emu_stop(w);
}

void __gd_emu_wake(const volatile unsigned *p)
{
    struct emu_residents *r = ((struct emu_lane *)__gd_emu_self)->worker->launch->residents;
    (void)p;
    if (!r)
        return;
    pthread_mutex_lock(&r->lock);
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}
