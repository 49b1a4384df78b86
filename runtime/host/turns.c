/* turns.c: reductions on the initial device in the order of team numbers (--deterministic). */
#include <pthread.h>
#include <stdlib.h>

#include "host.h"

/* A reduction to one object that has begun. The last team removes it, so that the next one begins with team 0. */
struct turn {
    const void *of;
    int next; /* the team whose turn it is */
    struct turn *link;
};
static struct turn *turns;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static struct turn **find(const void *of)
{
    struct turn **t = &turns;
    while (*t && (*t)->of != of)
        t = &(*t)->link;
    return t;
}

static int next_of(const void *of)
{
    struct turn *t = *find(of);
    return t ? t->next : 0;
}

static void pass_on(const void *of, int me, int n)
{
    struct turn **t = find(of), *gone = *t;
    if (me + 1 == n) {
        if (gone)
            *t = gone->link;
        free(gone);
        return;
    }
    if (!gone) {
        *t = gone = calloc(1, sizeof *gone);
        if (!gone)
            gantry_failf(NULL, "out of host memory");
        gone->of = of;
    }
    gone->next = me + 1;
}

void gantry_host_turn(int take, const void *of, int me, int n)
{
    pthread_mutex_lock(&lock);
    if (take) {
        while (next_of(of) != me)
            pthread_cond_wait(&changed, &lock);
    } else {
        pass_on(of, me, n);
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
}
