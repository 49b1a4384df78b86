/* meeting.c: a league on the initial device whose teams wait for each other (#pragma ompx resident). libomp forms them
 * all at once, each an OS thread. Who waits looks for a moment, and then sleeps: there may be more teams than cores. */
#include <stdatomic.h>
#include <stdlib.h>

#include "host.h"

struct gantry_host_meeting {
    pthread_mutex_t lock;
    pthread_cond_t next;
    _Atomic unsigned round;
    int arrived, teams; /* teams: asked for; libomp may have formed fewer */
    const void *given[];
};

/* Defined in programs built with ThreadSanitizer, which does not see the library's locks. */
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static int cores(void)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    int n = libomp ? libomp->omp_get_num_procs() : 1;
    return n > 0 ? n : 1;
}

/* A team is a core; more run where OMP_NUM_TEAMS says so. */
static int teams_for(int asked)
{
    int fit = cores();
    if (asked > 0)
        return asked < fit ? asked : fit;
    return gantry_host_num_teams(gantry_host_teams());
}

struct gantry_host_meeting *gantry_host_meeting(int asked)
{
    int teams = teams_for(asked);
    struct gantry_host_meeting *m = calloc(1, sizeof *m + (size_t)teams * sizeof *m->given);
    if (!m)
        gantry_failf(NULL, "out of host memory");
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->next, NULL);
    m->teams = teams;
    return m;
}

int gantry_host_meeting_teams(const struct gantry_host_meeting *m) { return m->teams; }

void gantry_host_meeting_end(struct gantry_host_meeting *m)
{
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->next);
    free(m);
}

/* Returns the round that the caller waits for the end of; *last: it has ended it. */
static unsigned arrive(struct gantry_host_meeting *m, int teams, bool *last)
{
    pthread_mutex_lock(&m->lock);
    unsigned now = atomic_load_explicit(&m->round, memory_order_relaxed);
    *last = ++m->arrived == teams;
    if (*last) {
        m->arrived = 0;
        atomic_store_explicit(&m->round, now + 1, memory_order_release);
        pthread_cond_broadcast(&m->next);
    }
    pthread_mutex_unlock(&m->lock);
    return now;
}

static void wait_for_end(struct gantry_host_meeting *m, unsigned now)
{
    enum { LOOKS = 2000 };
    for (int i = 0; i < LOOKS; i++)
        if (atomic_load_explicit(&m->round, memory_order_acquire) != now)
            return;
    pthread_mutex_lock(&m->lock);
    while (atomic_load_explicit(&m->round, memory_order_relaxed) == now)
        pthread_cond_wait(&m->next, &m->lock);
    pthread_mutex_unlock(&m->lock);
}

void gantry_host_meet(struct gantry_host_meeting *m)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    int teams = libomp ? libomp->omp_get_num_teams() : 1;
    bool last;
    if (teams <= 1)
        return;
    if (__tsan_release)
        __tsan_release(m);
    unsigned now = arrive(m, teams, &last);
    if (!last)
        wait_for_end(m, now);
    if (__tsan_acquire)
        __tsan_acquire(m);
}

const void *const *gantry_host_gather(struct gantry_host_meeting *m, const void *mine)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    m->given[libomp ? libomp->omp_get_team_num() : 0] = mine;
    gantry_host_meet(m);
    return m->given;
}
