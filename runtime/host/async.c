/* async.c: device constructs with nowait (docs/asynchrony.md). Generated code makes a job where the construct is met:
 * list items, sizes, firstprivate values and launch values are those of that moment. The body of a task of libomp's,
 * with the construct's dependences, begins it; the job runs in a queue and ends the task. */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <string.h>

#include "gantry_checker.h"
#include "host.h"

struct job {
    struct gantry_work work; /* first */
    const struct gantry_region *region;
    int dev;
    const void *code; /* where the program met it */
    struct gantry_launch launch;
    struct gantry_needed needed;
    struct gantry_val vals[]; /* then the construct's own copies */
};
enum { COPY_ALIGN = 64 };

static atomic_int unfinished; /* jobs */

static void run(struct gantry_work *w)
{
    struct job *j = (struct job *)w;
    const struct gantry_region *r = j->region;
    gantry_thread_has_job(j->code);
    GANTRY_TELL(begins, j, r, j->dev);
    switch ((enum gantry_construct)r->construct) {
    case GANTRY_TARGET:
        gantry_needs_again(&j->needed);
        gantry_target(r, j->dev, j->vals, &j->launch);
        break;
    case GANTRY_ENTER_DATA:
        gantry_enter_data(r, j->dev, j->vals);
        break;
    case GANTRY_EXIT_DATA:
        gantry_exit_data(r, j->dev, j->vals);
        break;
    case GANTRY_UPDATE:
        gantry_update(r, j->dev, j->vals);
        break;
    case GANTRY_TARGET_DATA:
        gantry_failf(&r->loc, "target data does not take nowait");
    }
    GANTRY_TELL(ends);
    gantry_thread_has_job(NULL);
    free(j);
    atomic_fetch_sub(&unfinished, 1);
}

static size_t padded(size_t n) { return (n + COPY_ALIGN - 1) / COPY_ALIGN * COPY_ALIGN; }

static bool is_copy(const struct gantry_map *m)
{
    return m->param == GANTRY_PARAM_VALUE || (m->flags & GANTRY_MAP_COPY);
}

/* ---- the end of the program ---- */
static void wait_for_tasks(const struct gantry_libomp *libomp)
{
    static struct {
        int unused[4];
        const char *place;
    } at = {{0, 2, 0, 0}, ";unknown;unknown;0;0;;"};
    GANTRY_BEGINS(event, GANTRY_OP_WAIT, GANTRY_NO_DEVICE, .name = "end of the program");
    libomp->__kmpc_omp_taskwait(&at, libomp->__kmpc_global_thread_num(&at));
    GANTRY_ENDS(event);
}

/* A program that ends normally ends with all its tasks complete (OpenMP 5.2, 1.2.2: the implicit parallel region ends
 * with a barrier), but libomp waits for none of those outside parallel regions. And nothing may be torn down while a
 * device works.
 */
static void at_exit(int status, void *unused)
{
    (void)unused;
    if (gantry_failing() || !gantry_queue_wait())
        return;
    const struct gantry_libomp *libomp = gantry_libomp();
    if (status == 0 && atomic_load(&unfinished) && libomp && !libomp->omp_in_parallel())
        wait_for_tasks(libomp);
    gantry_queue_wait();
}

static void prepare(void)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    if (libomp)
        libomp->omp_get_max_threads(); /* the call has libomp register its exit handler now, so that it runs after
                                        * ours */
    on_exit(at_exit, NULL);
}

/* ---- called by generated code ---- */
void *gantry_async(const struct gantry_region *r, int dev, const struct gantry_val *vals,
                   const struct gantry_launch *launch)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    size_t head = padded(sizeof(struct job) + r->nmaps * sizeof *vals), size = head;
    gantry_check_failed();
    pthread_once(&once, prepare);
    for (uint32_t i = 0; i < r->nmaps; i++)
        size += is_copy(&r->maps[i]) ? padded(vals[i].size) : 0;
    struct job *j = aligned_alloc(COPY_ALIGN, size);
    if (!j)
        gantry_failf(&r->loc, "out of host memory");
    *j = (struct job){.work = {.run = run}, .region = r, .dev = dev, .code = __builtin_return_address(0)};
    if (launch)
        j->launch = *launch, j->needed = gantry_needed_by(r);
    for (uint32_t i = 0; i < r->nmaps; i++)
        j->vals[i] = vals[i];
    char *at = (char *)j + head;
    for (uint32_t i = 0; i < r->nmaps; i++)
        if (is_copy(&r->maps[i])) {
            memcpy(at, vals[i].begin, vals[i].size);
            j->vals[i].base = j->vals[i].begin = at;
            at += padded(vals[i].size);
        }
    atomic_fetch_add(&unfinished, 1);
    GANTRY_TELL(encountered, j, r, dev, j->vals);
    return j;
}

int gantry_async_detaches(void)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    return !libomp || !libomp->omp_get_cancellation();
}

/* libomp 19 takes a detached task off its parent's count before it releases the tasks that depend on it. In a team of
 * one thread nothing else is counted between the two, so a taskwait would not wait for the dependent ones.
 */
int gantry_async_alone(void)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    return libomp && libomp->omp_get_num_threads() == 1;
}

void gantry_async_over(uint64_t event) { gantry_queue_fulfil(event); }

/* A task generated in a final task is an included one, which cannot be detached: the job runs before this returns. */
void gantry_async_start(void *job, uint64_t event)
{
    struct job *j = job;
    const struct gantry_libomp *libomp = gantry_libomp();
    bool included = libomp && libomp->omp_in_final();
    GANTRY_TELL(started, j, !included);
    if (event && !included) {
        j->work.event = event;
        gantry_queue_add(&j->work);
        return;
    }
    run(&j->work);
    if (event)
        gantry_queue_fulfil(event);
}

void gantry_wait_deps(void *where, int32_t thread, int32_t n, void *dependences, bool apart)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    if (!n || !libomp)
        return;
    if (apart)
        GANTRY_TELL(waits_apart);
    else
        GANTRY_TELL(waits_for, dependences, n);
    GANTRY_BEGINS(event, GANTRY_OP_WAIT, GANTRY_NO_DEVICE, .name = "dependences");
    libomp->__kmpc_omp_wait_deps(where, thread, n, dependences, 0, NULL);
    GANTRY_ENDS(event);
}
