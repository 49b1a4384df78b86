/* pool.c: the OS threads of a device. The launching thread works too; helpers are started when a launch first
 * has work for them, and sleep in between. Teams are claimed in chunks from one counter. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "emulated.h"

enum { CHUNKS_PER_WORKER = 8, MOST_PER_CHUNK = 64, SECONDS_TO_STOP = 3 };

struct helper {
    struct gantry_device *d;
    struct emu_worker *w;
};

static void take_part(struct gantry_device *d, struct emu_worker *w) {
    atomic_fetch_add(&d->launch.active, 1);
    w->launch = &d->launch;
    emu_worker_run(w);
    atomic_fetch_sub(&d->launch.active, 1);
}

static void *helper_main(void *arg) {
    struct helper h = *(struct helper *)arg;
    struct gantry_device *d = h.d;
    uint64_t seen = 0;
    free(arg);
    pthread_mutex_lock(&d->pool_lock);
    for (;;) {
        while (!d->quit && (d->generation == seen || !d->wanted))
            pthread_cond_wait(&d->work, &d->pool_lock);
        if (d->quit)
            break;
        seen = d->generation;
        d->wanted--;
        d->running++;
        pthread_mutex_unlock(&d->pool_lock);
        take_part(d, h.w);
        pthread_mutex_lock(&d->pool_lock);
        d->running--;
        pthread_cond_signal(&d->idle);
    }
    pthread_mutex_unlock(&d->pool_lock);
    return NULL;
}

/* Signals sent to the process are for the program's own threads; faults must come through. */
static int start_thread(pthread_t *t, struct helper *h) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    sigset_t all, old;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int rc = pthread_create(t, NULL, helper_main, h);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return rc;
}

static bool add_helper(struct gantry_device *d) {
    struct emu_worker *w = emu_worker_new(d);
    struct helper *h = malloc(sizeof *h);
    if (w && h) {
        *h = (struct helper){d, w};
        d->workers[d->nworkers] = w;
        if (start_thread(&d->threads[d->nhelpers], h) == 0) {
            d->nworkers++;
            d->nhelpers++;
            return true;
        }
    }
    free(h);
    emu_worker_free(w);
    return false;
}

static bool first_worker(struct gantry_device *d) {
    if (!d->workers) {
        d->workers = calloc(d->nthreads, sizeof *d->workers);
        d->threads = calloc(d->nthreads, sizeof *d->threads);
    }
    if (d->nworkers == 0 && d->workers && d->threads && (d->workers[0] = emu_worker_new(d)) != NULL)
        d->nworkers = 1;
    return d->nworkers > 0;
}

static void call_helpers(struct gantry_device *d, uint32_t n) {
    while (d->nhelpers < n && add_helper(d))
        ;
    if (n > d->nhelpers)
        n = d->nhelpers;
    if (!n)
        return;
    pthread_mutex_lock(&d->pool_lock);
    d->wanted = n;
    d->generation++;
    pthread_cond_broadcast(&d->work);
    pthread_mutex_unlock(&d->pool_lock);
}

/* After a failure a helper may be in a loop without end: the program is about to stop and does not wait for
 * it. */
static void wait_for_helpers(struct gantry_device *d) {
    struct timespec until;
    pthread_mutex_lock(&d->pool_lock);
    d->wanted = 0; /* who has not woken up yet need not */
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += SECONDS_TO_STOP;
    while (d->running && !d->broken) {
        if (!atomic_load(&d->launch.failed)) {
            pthread_cond_wait(&d->idle, &d->pool_lock);
            clock_gettime(CLOCK_REALTIME, &until);
            until.tv_sec += SECONDS_TO_STOP;
        } else if (pthread_cond_timedwait(&d->idle, &d->pool_lock, &until) == ETIMEDOUT) {
            d->broken = true;
        }
    }
    pthread_mutex_unlock(&d->pool_lock);
}

static void add_counts(struct gantry_emu_counters *sum, const struct emu_worker *w) {
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

static void finish_counting(struct gantry_device *d, struct gantry_emu_counters *sum) {
    const struct emu_kernel *k = d->launch.kernel;
    const struct __gd_emu_count_table *t = k->module->counts;
    sum->counted = 1;
    for (uint32_t i = 0; i < t->nkernels; i++)
        if (t->kernels[i].entry == k->info->entry)
            sum->shared_bytes = t->kernels[i].shared + d->launch.grid->dynamic_shared;
    emu_tally_add(&d->launch, sum, d->workers, d->nworkers);
}

static int result(struct gantry_device *d, struct gantry_err *err) {
    struct gantry_emu_counters sum = {0};
    int rc = 0;
    for (uint32_t i = 0; i < d->nworkers; i++) {
        struct emu_worker *w = d->workers[i];
        if (w->launch && w->counts.teams)
            add_counts(&sum, w);
        if (w->launch && w->failure.kind) {
            *err = w->failure.err;
            rc = -1;
        }
    }
    if (rc == 0 && d->launch.kernel->module->counts)
        finish_counting(d, &sum);
    for (uint32_t i = 0; i < d->nworkers && !d->broken; i++) /* else one of them still runs */
        d->workers[i]->launch = NULL;
    d->last = sum;
    d->has_last = true;
    return rc;
}

int emu_pool_launch(struct gantry_device *d, struct gantry_err *err) {
    struct emu_launch *l = &d->launch;
    if (d->broken)
        return emu_error(err, "an earlier kernel on this device failed and is still running");
    if (!first_worker(d))
        return emu_error(err, "out of host memory");
    uint32_t chunk = l->nteams / (CHUNKS_PER_WORKER * d->nthreads);
    l->chunk = chunk < 1 ? 1 : chunk > MOST_PER_CHUNK ? MOST_PER_CHUNK : chunk;
    uint32_t chunks = (l->nteams - 1) / l->chunk + 1;
    atomic_store(&l->failed, 0);
    atomic_store(&l->active, 0);
    atomic_store(&l->spinning, 0);
    atomic_store(&l->next_team, 0);
    call_helpers(d, (chunks < d->nthreads ? chunks : d->nthreads) - 1);
    take_part(d, d->workers[0]);
    wait_for_helpers(d);
    return result(d, err);
}

void emu_pool_close(struct gantry_device *d) {
    pthread_mutex_lock(&d->pool_lock);
    d->quit = true;
    pthread_cond_broadcast(&d->work);
    pthread_mutex_unlock(&d->pool_lock);
    for (uint32_t i = 0; i < d->nhelpers; i++)
        if (!d->broken)
            pthread_join(d->threads[i], NULL);
    for (uint32_t i = 0; i < d->nworkers; i++)
        if (!d->broken)
            emu_worker_free(d->workers[i]);
    free(d->workers);
    free(d->threads);
}
