/* workers.c: the blocks of a launch on several cores. The worker of the stream begins alone. When that has taken a
 * while, and blocks have not begun, threads are started that take blocks, too; with a seed, in strict mode and where
 * something is counted there is one worker, as one order of all that happens is wanted. Blocks know of each other by
 * memory only, and what they do there by atomics is atomic on the host. */
#include "workers.h"

#include <fenv.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MOST_WORKERS = 64, WORTH = 1 << 16 }; /* WORTH: instructions of warps, some 10 ms */

struct member { /* its rows and frames are kept for the next launch */
    struct worker worker;
    struct workers *all;
    pthread_t thread;
    struct member *next;
};
struct workers {
    struct launch *launch;
    int (*run)(struct worker *k, struct launch *n);
    struct member *members;
    uint32_t n, running; /* members; those that have not ended */
    int code;
    pthread_mutex_t lock;
    pthread_cond_t ended;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct member *idle;

static uint32_t workers_wanted(void)
{
    const char *v = getenv("GANTRY_SOFTGPU_WORKERS");
    long n = v && *v ? strtol(v, NULL, 0) : 0;
    n = n > 0 ? n : sysconf(_SC_NPROCESSORS_ONLN);
    return n > MOST_WORKERS ? MOST_WORKERS : n > 1 ? (uint32_t)n : 1;
}

/* What a lane frees may be known to other workers, who would look at it without asking. */
static bool frees(const struct module *m)
{
    for (size_t i = 0; i < m->functions.n; i++)
        if (m->functions.v[i].builtin == BUILTIN_FREE)
            return true;
    return false;
}

static void no_strand(struct worker *k) { (void)k; /* other streams' work is the first worker's */ }

static struct member *member_take(const struct worker *first)
{
    pthread_mutex_lock(&lock);
    struct member *m = idle;
    if (m)
        idle = m->next;
    pthread_mutex_unlock(&lock);
    if (!m && !(m = calloc(1, sizeof *m)))
        return NULL;
    struct worker *k = &m->worker;
    k->device = first->device;
    k->give_way = no_strand;
    k->limit = first->limit > first->instructions ? first->limit - first->instructions : 0;
    k->preempt = first->preempt;
    k->instructions = k->lane_instructions = 0;
    return m;
}

static void *member_run(void *arg)
{
    struct member *m = arg;
    struct workers *c = m->all;
    fesetenv(FE_DFL_ENV);
    int code = c->run(&m->worker, c->launch);
    pthread_mutex_lock(&c->lock);
    if (code && !c->code)
        __atomic_store_n(&c->code, code, __ATOMIC_RELAXED);
    c->running--;
    pthread_cond_signal(&c->ended);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static void workers_begin(struct worker *k, struct launch *n, uint32_t others,
                          int (*run)(struct worker *, struct launch *))
{
    struct workers *c = calloc(1, sizeof *c);
    if (!c)
        return;
    c->launch = n, c->run = run;
    c->n = others;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->ended, NULL);
    n->others = c;
    pthread_mutex_lock(&c->lock);
    for (uint32_t i = 0; i < others; i++) {
        struct member *m = member_take(k);
        if (!m)
            break;
        m->all = c;
        if (pthread_create(&m->thread, NULL, member_run, m)) {
            pthread_mutex_lock(&lock);
            m->next = idle, idle = m;
            pthread_mutex_unlock(&lock);
            break;
        }
        m->next = c->members, c->members = m;
        c->running++;
    }
    pthread_mutex_unlock(&c->lock);
}

void workers_consider(struct worker *k, struct launch *n, int (*run)(struct worker *k, struct launch *n))
{
    if (n->others || n->alone || k->instructions - n->begun < WORTH)
        return;
    uint64_t left = n->total - (n->started < n->total ? n->started : n->total);
    uint32_t others = workers_wanted() - 1;
    others = left < others ? (uint32_t)left : others;
    n->alone = !others || k->seeded || k->watched || n->module->executed || n->cooperative || frees(n->module);
    if (!n->alone)
        workers_begin(k, n, others, run);
}

bool workers_stop(const struct launch *n) { return n->others && __atomic_load_n(&n->others->code, __ATOMIC_RELAXED); }

uint32_t workers_share(const struct launch *n, uint32_t blocks)
{
    uint32_t share = n->others ? blocks / (n->others->n + 1) : blocks;
    return share ? share : 1;
}

/* until nobody runs; other streams' work goes on, which blocks may wait for */
static void wait_for_all(struct worker *k, struct workers *c)
{
    pthread_mutex_lock(&c->lock);
    while (c->running) {
        struct timespec soon;
        pthread_mutex_unlock(&c->lock);
        k->give_way(k);
        pthread_mutex_lock(&c->lock);
        clock_gettime(CLOCK_REALTIME, &soon);
        soon.tv_nsec += 1000000;
        if (soon.tv_nsec >= 1000000000)
            soon.tv_sec++, soon.tv_nsec -= 1000000000;
        if (c->running)
            pthread_cond_timedwait(&c->ended, &c->lock, &soon);
    }
    pthread_mutex_unlock(&c->lock);
}

int workers_end(struct worker *k, struct launch *n, int code)
{
    struct workers *c = n->others;
    if (!c)
        return code;
    pthread_mutex_lock(&c->lock);
    if (code && !c->code)
        __atomic_store_n(&c->code, code, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&c->lock);
    wait_for_all(k, c);
    for (struct member *m = c->members, *next; m; m = next) {
        next = m->next;
        pthread_join(m->thread, NULL);
        for (size_t i = 0; i < m->worker.output.n; i++)
            VEC_PUSH(&k->output, m->worker.output.v[i]);
        m->worker.output.n = 0;
        k->instructions += m->worker.instructions;
        k->lane_instructions += m->worker.lane_instructions;
        pthread_mutex_lock(&lock);
        m->next = idle, idle = m;
        pthread_mutex_unlock(&lock);
    }
    code = c->code;
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->ended);
    free(c);
    n->others = NULL;
    return code;
}
