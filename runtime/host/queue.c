/* queue.c: threads that run work which the program does not wait for, first come, first served. Each has a stream of
 * its own on every device that it uses, so that the work of two of them can overlap. They are started when there is
 * more work than threads, up to GANTRY_QUEUES, and stay. They are not libomp's threads and call nothing of it but
 * omp_fulfill_event: so their work never waits for a thread of the program. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "gantry_checker.h"
#include "host.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;
static struct gantry_work *first, **last = &first;
static unsigned nwaiting, nthreads, nidle; /* work in the list; threads; those of them without work */
static pid_t owner;                        /* a child of fork() has none of these threads */

void gantry_queue_fulfil(uint64_t event)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    if (libomp)
        libomp->omp_fulfill_event(event);
}

static void carry_out(struct gantry_work *w)
{
    uint64_t event = w->event;
    w->run(w);
    if (event)
        gantry_queue_fulfil(event);
}

static struct gantry_work *take(void)
{
    struct gantry_work *w = first;
    first = w->next;
    if (!first)
        last = &first;
    nwaiting--;
    return w;
}

static void *serve(void *arg)
{
    gantry_thread_is_queue((unsigned)(uintptr_t)arg);
    pthread_mutex_lock(&lock);
    for (;;) {
        nidle++;
        if (nidle == nthreads && !first)
            pthread_cond_broadcast(&done);
        while (!first)
            pthread_cond_wait(&work, &lock);
        nidle--;
        struct gantry_work *w = take();
        pthread_mutex_unlock(&lock);
        carry_out(w);
        pthread_mutex_lock(&lock);
    }
    return NULL;
}

static bool start_thread(void)
{
    pthread_t t;
    bool started = gantry_own_thread(&t, serve, (void *)(uintptr_t)(nthreads + 1), true) == 0;
    if (started) {
        owner = getpid();
        pthread_detach(t);
        nthreads++;
    }
    return started;
}

/* Where a judge looks on, and nobody asks for queues, work is done where it is begun: what he says shall not depend on
 * who is faster. */
static unsigned most_threads(void)
{
    return gantry_checker && !secure_getenv("GANTRY_QUEUES") ? 0 : (unsigned)gantry_knob_number("QUEUES", 8);
}

void gantry_queue_add(struct gantry_work *w)
{
    unsigned most = most_threads();
    w->next = NULL;
    pthread_mutex_lock(&lock);
    if (nwaiting >= nidle && nthreads < most)
        start_thread();
    bool served = nthreads > 0 && most > 0;
    if (served) {
        *last = w;
        last = &w->next;
        nwaiting++;
        pthread_cond_signal(&work);
    }
    pthread_mutex_unlock(&lock);
    if (!served)
        carry_out(w);
}

static bool is_busy(void) { return (first || nidle < nthreads) && !gantry_failing(); }

static void wait_while_busy(void)
{
    GANTRY_BEGINS(event, GANTRY_OP_WAIT, GANTRY_NO_DEVICE, .name = "queues");
    while (is_busy())
        pthread_cond_wait(&done, &lock);
    GANTRY_ENDS(event);
}

bool gantry_queue_wait(void)
{
    if (gantry_queue_here() || owner != getpid())
        return false;
    pthread_mutex_lock(&lock);
    if (is_busy())
        wait_while_busy();
    pthread_mutex_unlock(&lock);
    return true;
}
