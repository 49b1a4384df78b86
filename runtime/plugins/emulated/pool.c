/* pool.c: the OS threads of a device. Each launch has an engine: the launching thread works too; helpers are started
 * when a launch first has work for them, and sleep in between. Teams are claimed in chunks from one counter. A launch
 * that meets others still running gets an engine of its own; engines are kept. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "emulated.h"

enum { REDUCTION_HEADER = 64 }; /* of the scratch memory of reductions (runtime/device/reduce.c) */
enum { CHUNKS_PER_WORKER = 8, MOST_PER_CHUNK = 64, SECONDS_TO_STOP = 3 };

struct helper {
    struct emu_engine *e;
    struct emu_worker *w;
};

static void take_part(struct emu_engine *e, struct emu_worker *w)
{
    atomic_fetch_add(&e->launch.active, 1);
    w->launch = &e->launch;
    w->thread = pthread_self();
    atomic_store(&w->at_work, true);
    emu_worker_run(w);
    atomic_store(&w->at_work, false);
    atomic_fetch_sub(&e->launch.active, 1);
}

static void *helper_main(void *arg)
{
    struct helper h = *(struct helper *)arg;
    struct emu_engine *e = h.e;
    uint64_t seen = 0;
    sigset_t look;
    free(arg);
    sigemptyset(&look);
    sigaddset(&look, EMU_LOOK_SIGNAL);
    pthread_sigmask(SIG_UNBLOCK, &look, NULL);
    pthread_mutex_lock(&e->pool_lock);
    for (;;) {
        while (!e->quit && (e->generation == seen || !e->wanted))
            pthread_cond_wait(&e->work, &e->pool_lock);
        if (e->quit)
            break;
        seen = e->generation;
        e->wanted--;
        e->running++;
        pthread_mutex_unlock(&e->pool_lock);
        take_part(e, h.w);
        pthread_mutex_lock(&e->pool_lock);
        e->running--;
        pthread_cond_signal(&e->done);
    }
    pthread_mutex_unlock(&e->pool_lock);
    return NULL;
}

static bool add_helper(struct emu_engine *e)
{
    struct emu_worker *w = emu_worker_new(e->dev);
    struct helper *h = malloc(sizeof *h);
    if (w && h) {
        *h = (struct helper){e, w};
        e->workers[e->nworkers] = w;
        if (gantry_own_thread(&e->threads[e->nhelpers], helper_main, h, true) == 0) {
            e->nworkers++;
            e->nhelpers++;
            return true;
        }
    }
    free(h);
    emu_worker_free(w);
    return false;
}

static bool first_worker(struct emu_engine *e)
{
    if (!e->workers) {
        uint32_t most = e->dev->nthreads > EMU_MOST_RESIDENT ? e->dev->nthreads : EMU_MOST_RESIDENT;
        e->workers = calloc(most, sizeof *e->workers);
        e->threads = calloc(most, sizeof *e->threads);
    }
    if (e->nworkers == 0 && e->workers && e->threads && (e->workers[0] = emu_worker_new(e->dev)) != NULL)
        e->nworkers = 1;
    return e->nworkers > 0;
}

/* false: there are fewer than n */
static bool start_helpers(struct emu_engine *e, uint32_t n)
{
    while (e->nhelpers < n && add_helper(e))
        ;
    return e->nhelpers >= n;
}

static void call_helpers(struct emu_engine *e, uint32_t n)
{
    if (!start_helpers(e, n))
        n = e->nhelpers;
    if (!n)
        return;
    pthread_mutex_lock(&e->pool_lock);
    e->wanted = n;
    e->generation++;
    pthread_cond_broadcast(&e->work);
    pthread_mutex_unlock(&e->pool_lock);
}

/* After a failure a helper may be in a loop without end: the program is about to stop and does not wait for
 * it. */
static void wait_for_helpers(struct emu_engine *e)
{
    struct timespec until;
    pthread_mutex_lock(&e->pool_lock);
    e->wanted = 0; /* helpers that have not woken up yet need not */
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += SECONDS_TO_STOP;
    while (e->running && !atomic_load(&e->dev->broken)) {
        if (!atomic_load(&e->launch.failed)) {
            pthread_cond_wait(&e->done, &e->pool_lock);
            clock_gettime(CLOCK_REALTIME, &until);
            until.tv_sec += SECONDS_TO_STOP;
        } else if (pthread_cond_timedwait(&e->done, &e->pool_lock, &until) == ETIMEDOUT) {
            atomic_store(&e->dev->broken, true);
        }
    }
    pthread_mutex_unlock(&e->pool_lock);
}

static void add_counts(struct gantry_emu_counters *sum, const struct emu_worker *w)
{
    sum->teams += w->counts.teams;
    sum->lanes += w->counts.teams * w->ntid;
    sum->barriers += w->counts.barriers;
    sum->syncs += w->counts.syncs;
    sum->shuffles += w->counts.shuffles;
    sum->votes += w->counts.votes;
    sum->yields += w->counts.yields;
    sum->switches += w->counts.switches;
    sum->workers++;
    if (w->stacks.most > sum->stacks)
        sum->stacks = w->stacks.most;
    if (w->count)
        emu_counters_add(sum, &w->count->sum);
}

/* The runtime's own memory: what teams leave of reductions, and what lanes share for want of team-shared memory. */
static void forget_own(struct emu_engine *e)
{
    const struct gantry_env *env = e->launch.given ? e->launch.given[0] : NULL;
    const struct gantry_grid *g = e->launch.grid;
    uint64_t leave = g->virtual_teams > g->teams ? g->virtual_teams : g->teams;
    if (env && env->scratch)
        emu_distinct_forget(&e->distinct, env->scratch, REDUCTION_HEADER + leave * g->info->scratch);
    if (env && env->space)
        emu_distinct_forget(&e->distinct, env->space, (uint64_t)g->teams * env->space_bytes);
}

static void finish_counting(struct emu_engine *e, struct gantry_emu_counters *sum)
{
    const struct emu_kernel *k = e->launch.kernel;
    const struct __gd_emu_count_table *t = k->module->counts;
    sum->counted = 1;
    for (uint32_t i = 0; i < t->nkernels; i++)
        if (t->kernels[i].entry == k->info->entry)
            sum->shared_bytes = t->kernels[i].shared + e->launch.grid->dynamic_shared;
    forget_own(e);
    emu_distinct_take(&e->distinct, sum);
    emu_tally_add(&e->launch, sum, e->workers, e->nworkers);
}

static _Thread_local struct gantry_emu_counters last_here; /* of the launch that this thread made last */

const struct gantry_emu_counters *emu_pool_last(void) { return &last_here; }

static int result(struct emu_engine *e, struct gantry_err *err)
{
    struct gantry_emu_counters sum = {0};
    int rc = 0;
    for (uint32_t i = 0; i < e->nworkers; i++) {
        struct emu_worker *w = e->workers[i];
        if (w->launch && w->counts.teams)
            add_counts(&sum, w);
        if (w->launch && w->failure.kind) {
            *err = w->failure.err;
            rc = -1;
        }
    }
    if (rc == 0 && e->launch.kernel->module->counts)
        finish_counting(e, &sum);
    else
        emu_distinct_take(&e->distinct, &sum);
    for (uint32_t i = 0; i < e->nworkers && !atomic_load(&e->dev->broken); i++) /* else one of them still runs */
        e->workers[i]->launch = NULL;
    last_here = sum;
    pthread_mutex_lock(&e->dev->launching);
    e->dev->last = sum;
    e->dev->has_last = true;
    pthread_mutex_unlock(&e->dev->launching);
    return rc;
}

int emu_pool_launch(struct emu_engine *e, struct gantry_err *err)
{
    struct emu_launch *l = &e->launch;
    if (atomic_load(&e->dev->broken))
        return emu_error(err, "an earlier kernel on this device failed and is still running");
    if (!first_worker(e))
        return emu_error(err, "out of host memory");
    if (l->residents && !start_helpers(e, l->nteams - 1))
        return emu_error(err,
                         "%u teams that wait for each other need as many OS threads, and no more than %u could be "
                         "started; set GANTRY_TEAMS to fewer, or GANTRY_SINGLE_LAUNCH=0",
                         l->nteams, e->nhelpers + 1);
    uint32_t chunk = l->nteams / (CHUNKS_PER_WORKER * e->dev->nthreads);
    l->chunk = chunk < 1 || l->residents ? 1 : chunk > MOST_PER_CHUNK ? MOST_PER_CHUNK : chunk;
    uint32_t chunks = (l->nteams - 1) / l->chunk + 1, most = l->residents ? l->nteams : e->dev->nthreads;
    atomic_store(&l->failed, 0);
    atomic_store(&l->active, 0);
    atomic_store(&l->spinning, 0);
    atomic_store(&l->overdue, false);
    atomic_store(&l->next_team, 0);
    emu_watch_begin(e);
    call_helpers(e, (chunks < most ? chunks : most) - 1);
    take_part(e, e->workers[0]);
    wait_for_helpers(e);
    emu_watch_end(e);
    return result(e, err);
}

/* ---- engines ---- */
static struct emu_engine *new_engine(struct gantry_device *d)
{
    struct emu_engine *e = aligned_alloc(_Alignof(struct emu_engine), sizeof *e);
    if (!e)
        return NULL;
    memset(e, 0, sizeof *e);
    e->dev = d;
    pthread_mutex_init(&e->distinct.lock, NULL);
    pthread_mutex_init(&e->pool_lock, NULL);
    pthread_cond_init(&e->work, NULL);
    pthread_cond_init(&e->done, NULL);
    e->next = d->engines;
    return d->engines = e;
}

struct emu_engine *emu_engine_take(struct gantry_device *d)
{
    pthread_mutex_lock(&d->launching);
    struct emu_engine *e = d->idle;
    if (e)
        d->idle = e->idle;
    else
        e = new_engine(d);
    if (e)
        e->launch.number = d->launches++;
    pthread_mutex_unlock(&d->launching);
    return e;
}

void emu_engine_give(struct emu_engine *e)
{
    pthread_mutex_lock(&e->dev->launching);
    e->idle = e->dev->idle;
    e->dev->idle = e;
    pthread_mutex_unlock(&e->dev->launching);
}

static void close_engine(struct emu_engine *e)
{
    pthread_mutex_lock(&e->pool_lock);
    e->quit = true;
    pthread_cond_broadcast(&e->work);
    pthread_mutex_unlock(&e->pool_lock);
    if (atomic_load(&e->dev->broken)) /* what still runs uses it */
        return;
    for (uint32_t i = 0; i < e->nhelpers; i++)
        pthread_join(e->threads[i], NULL);
    for (uint32_t i = 0; i < e->nworkers; i++)
        emu_worker_free(e->workers[i]);
    free(e->workers);
    free(e->threads);
    emu_distinct_free(&e->distinct);
    pthread_mutex_destroy(&e->pool_lock);
    pthread_cond_destroy(&e->work);
    pthread_cond_destroy(&e->done);
    free(e);
}

void emu_pool_close(struct gantry_device *d)
{
    while (d->engines) {
        struct emu_engine *e = d->engines;
        d->engines = e->next;
        close_engine(e);
    }
}
