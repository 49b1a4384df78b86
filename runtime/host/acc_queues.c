/* acc_queues.c: the queues of OpenACC's async and wait. An asynchronous construct is a task that depends on the object
 * of its queue, as what waits for the queue does (src/front/acc/write.c). Queues whose numbers are equal but for a
 * multiple of QUEUES share an object: then they wait for each other, too. They are those of the thread that uses them,
 * as tasks are. */
#include <sched.h>
#include <stdlib.h>

#include "gantry_checker.h"
#include "host.h"

enum { QUEUES = 1024, NOVAL = -1, SYNC = -2, DEFAULT = -3, WITHOUT = QUEUES, OBJECTS }; /* acc_async_noval and so on */

static char objects[OBJECTS] GANTRY_BEHIND; /* the last: of work without a queue's number */
static _Thread_local long default_queue = NOVAL;
static _Thread_local unsigned posted[OBJECTS], posted_at_all; /* counts what depended on an object */

/* where the queue is named that is asked for next; line 0: that is not known */
static _Thread_local struct gantry_loc place;

void gantry_acc_queue_at(const char *file, int line, const char *function)
{
    place = (struct gantry_loc){file, function, line, 0};
}

void gantry_acc_queue_of(const struct gantry_acc_call *c) { place = c->at; }

static void called(const char *routine)
{
    struct gantry_acc_call c = gantry_acc_called(routine);
    gantry_acc_queue_of(&c);
}

static long number_of(long n)
{
    struct gantry_loc at = place;
    place.line = 0;
    if (n < DEFAULT)
        gantry_fail_as(at.line ? &at : NULL, GANTRY_ERR_QUEUE,
                       "%ld is no queue: queues have numbers from 0 on; others are acc_async_noval, acc_async_sync and "
                       "acc_async_default alone",
                       n);
    return n == NOVAL || n == DEFAULT ? default_queue : n;
}

static size_t object_of(long n)
{
    n = number_of(n);
    return n < 0 ? WITHOUT : (size_t)n % QUEUES;
}

char *gantry_acc_queue(long n)
{
    size_t k = object_of(n);
    posted[k]++;
    posted_at_all++;
    return &objects[k];
}

int gantry_acc_is_sync(long n) { return number_of(n) == SYNC; }

void gantry_acc_default_queue(long n)
{
    number_of(n);
    default_queue = n == DEFAULT ? NOVAL : n;
}

int gantry_acc_get_default_async(void) { return (int)default_queue; }
void gantry_acc_set_default_async(int n)
{
    called("acc_set_default_async");
    gantry_acc_default_queue(n);
}

/* ---- tasks of libomp's ---- */
struct task { /* kmp_task_t */
    void *shareds;
    int32_t (*routine)(int32_t thread, struct task *);
    int32_t part;
    void *more[2];
    void *what; /* ours */
    uint64_t event;
};
struct dependence { /* kmp_depend_info_t */
    intptr_t base;
    size_t length;
    uint8_t flags;
};
enum { IN = 1, INOUT = 3, UNTIED = 0, TIED = 1, DETACHES = 0x40 };
static struct {
    int32_t reserved, flags, others[2];
    const char *place;
} here = {0, 2, {0, 0}, ";unknown;openacc;0;0;;"};

static struct dependence on(const void *object, uint8_t flags)
{
    return (struct dependence){(intptr_t)object, 1, flags};
}

static void post(int32_t (*routine)(int32_t, struct task *), void *what, int flags, struct dependence *d, int n)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    int32_t thread = libomp->__kmpc_global_thread_num(&here);
    struct task *t = libomp->__kmpc_omp_task_alloc(&here, thread, flags, sizeof(struct task), 0, (void *)routine);
    t->what = what;
    t->event = flags & DETACHES ? (uint64_t)(uintptr_t)libomp->__kmpc_task_allow_completion_event(&here, thread, t) : 0;
    GANTRY_TELL(waits_for, d, n);
    libomp->__kmpc_omp_task_with_deps(&here, thread, t, n, d, 0, NULL);
}

static int32_t starts(int32_t thread, struct task *t)
{
    (void)thread;
    gantry_async_start(t->what, t->event);
    return 0;
}

static int32_t ends(int32_t thread, struct task *t)
{
    (void)thread;
    gantry_async_over(t->event);
    return 0;
}

/* As generated code does for constructs with nowait (src/gen/host). */
void gantry_acc_post(void *job, long queue)
{
    struct dependence d[] = {on(gantry_acc_queue(queue), INOUT), on(job, INOUT)};
    if (!gantry_async_detaches()) {
        post(starts, job, TIED, d, 1);
        return;
    }
    post(starts, job, UNTIED | DETACHES, d, 2);
    struct dependence after = on(job, IN);
    if (gantry_async_alone())
        post(ends, NULL, UNTIED | DETACHES, &after, 1);
}

bool gantry_acc_posts(long queue) { return !gantry_acc_is_sync(queue) && gantry_libomp() && !gantry_checker; }

/* ---- waiting ---- */
static int all_objects(struct dependence d[OBJECTS], uint8_t flags)
{
    int n = 0;
    for (size_t i = 0; i < OBJECTS; i++)
        if (posted[i])
            d[n++] = on(&objects[i], flags);
    return n;
}

void gantry_acc_wait_for(int queue)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    struct dependence d = on(gantry_acc_queue(queue), INOUT);
    if (libomp)
        gantry_wait_deps(&here, libomp->__kmpc_global_thread_num(&here), 1, &d, false);
}

void gantry_acc_wait(int queue)
{
    called("acc_wait");
    gantry_acc_wait_for(queue);
}

void gantry_acc_wait_all(void)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    if (!libomp)
        return;
    GANTRY_BEGINS(event, GANTRY_OP_WAIT, GANTRY_NO_DEVICE, .name = "all queues");
    libomp->__kmpc_omp_taskwait(&here, libomp->__kmpc_global_thread_num(&here));
    GANTRY_ENDS(event);
}

static int32_t nothing(int32_t thread, struct task *t)
{
    (void)thread, (void)t;
    return 0;
}

/* What is put on `queue` from here on waits for these. */
static void follow(long queue, struct dependence *d, int n)
{
    const void *own = gantry_acc_queue(queue);
    int k = 0;
    for (int i = 0; i < n; i++)
        if (d[i].base != (intptr_t)own)
            d[k++] = d[i];
    d[k] = on(own, INOUT);
    post(nothing, NULL, TIED, d, k + 1);
}

void gantry_acc_follow(const struct gantry_acc_call *c, int queue, int follower)
{
    gantry_acc_queue_of(c);
    struct dependence d[2] = {on(gantry_acc_queue(queue), IN)};
    gantry_acc_queue_of(c);
    if (gantry_acc_is_sync(follower))
        gantry_acc_wait_for(queue);
    else if (gantry_libomp())
        follow(follower, d, 1);
}

void gantry_acc_wait_async(int queue, int follower)
{
    struct gantry_acc_call c = gantry_acc_called("acc_wait_async");
    gantry_acc_follow(&c, queue, follower);
}

void gantry_acc_follow_all(const struct gantry_acc_call *c, int follower)
{
    struct dependence d[OBJECTS + 1];
    gantry_acc_queue_of(c);
    if (gantry_acc_is_sync(follower))
        gantry_acc_wait_all();
    else if (gantry_libomp())
        follow(follower, d, all_objects(d, IN));
}

void gantry_acc_wait_all_async(int follower)
{
    struct gantry_acc_call c = gantry_acc_called("acc_wait_all_async");
    gantry_acc_follow_all(&c, follower);
}

/* ---- asking: a task that waits for the queue tells when its turn comes ---- */
struct probe {
    atomic_int held; /* by the thread that asks, by the task */
    atomic_bool over;
    unsigned posted; /* as the queue was when it was made */
};
static _Thread_local struct probe *probes[OBJECTS + 1]; /* the last: of all queues */

static void let_go(struct probe *p)
{
    if (atomic_fetch_sub(&p->held, 1) == 1)
        free(p);
}

static int32_t tells(int32_t thread, struct task *t)
{
    struct probe *p = t->what;
    (void)thread;
    atomic_store(&p->over, true);
    let_go(p);
    return 0;
}

static void send(size_t k, unsigned now)
{
    struct dependence d[OBJECTS];
    struct probe *p = malloc(sizeof *p);
    if (!p)
        gantry_fail_as(NULL, GANTRY_ERR_NO_MEMORY, "out of host memory");
    *p = (struct probe){.held = 2, .posted = now};
    probes[k] = p;
    int n = 1;
    if (k == OBJECTS)
        n = all_objects(d, IN);
    else
        d[0] = on(&objects[k], IN);
    post(tells, p, TIED, d, n);
}

/* In a team of one thread libomp's taskyield does nothing, so that nobody would begin what waits for a task that is
 * over. A task that a thread of the runtime's own ends: until then this one carries out what there is. */
static void carried_out(struct gantry_work *w) { (void)w; }

static int32_t hands_over(int32_t thread, struct task *t)
{
    struct gantry_work *w = t->what;
    (void)thread;
    w->event = t->event;
    gantry_queue_add(w);
    return 0;
}

static void yield(const struct gantry_libomp *libomp)
{
    static _Thread_local struct gantry_work work;
    int32_t thread = libomp->__kmpc_global_thread_num(&here);
    if (!gantry_async_alone() || !gantry_async_detaches()) {
        libomp->__kmpc_omp_taskyield(&here, thread, 0);
        return;
    }
    struct dependence d = on(&work, INOUT);
    work.run = carried_out;
    post(hands_over, &work, UNTIED | DETACHES, &d, 1);
    libomp->__kmpc_omp_wait_deps(&here, thread, 1, &d, 0, NULL);
}

static int test(size_t k, unsigned now)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    if (!libomp || !now) /* nothing was ever put there */
        return 1;
    if (gantry_checker) { /* what he says shall not depend on who is faster */
        struct dependence d = on(k == OBJECTS ? NULL : &objects[k], INOUT);
        if (k == OBJECTS)
            gantry_acc_wait_all();
        else
            gantry_wait_deps(&here, libomp->__kmpc_global_thread_num(&here), 1, &d, false);
        return 1;
    }
    if (probes[k] && probes[k]->posted != now) {
        let_go(probes[k]);
        probes[k] = NULL;
    }
    if (!probes[k])
        send(k, now);
    if (!atomic_load(&probes[k]->over))
        yield(libomp);
    return atomic_load(&probes[k]->over);
}

int gantry_acc_is_over(const struct gantry_acc_call *c, int queue)
{
    gantry_acc_queue_of(c);
    size_t k = object_of(queue);
    return test(k, posted[k]);
}

int gantry_acc_async_test(int queue)
{
    struct gantry_acc_call c = gantry_acc_called("acc_async_test");
    return gantry_acc_is_over(&c, queue);
}

int gantry_acc_async_test_all(void) { return test(OBJECTS, posted_at_all); }

int gantry_acc_first_over(const struct gantry_acc_call *c, int count, int queues[])
{
    for (int i = 0; count > 0; i = (i + 1) % count) {
        if (gantry_acc_is_over(c, queues[i]))
            return i;
        if (i + 1 == count)
            sched_yield();
    }
    return -1;
}

int gantry_acc_wait_any(int count, int queues[])
{
    struct gantry_acc_call c = gantry_acc_called("acc_wait_any");
    return gantry_acc_first_over(&c, count, queues);
}
