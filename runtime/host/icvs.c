/* icvs.c: internal control variables of a region on the initial device. Its task has variables of its own (OpenMP 5.2,
 * 2.4); in place it runs in the encountering task, whose variables are put back behind it. */
#include "host.h"

struct routines { /* of the host's library */
    int (*max_threads)(void), (*dynamic)(void), (*levels)(void);
    void (*schedule)(int *, int *);
    void *(*allocator)(void);
    void (*set_threads)(int), (*set_dynamic)(int), (*set_levels)(int);
    void (*set_schedule)(int, int);
    void (*set_allocator)(void *);
    int (*thread_limit)(void), (*thread)(void *);
    void (*set_thread_limit)(void *, int, int);
};

static struct routines routines;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void)
{
    const struct {
        void **to;
        const char *name;
    } rows[] = {
        {(void **)&routines.max_threads, "omp_get_max_threads"},
        {(void **)&routines.dynamic, "omp_get_dynamic"},
        {(void **)&routines.levels, "omp_get_max_active_levels"},
        {(void **)&routines.schedule, "omp_get_schedule"},
        {(void **)&routines.allocator, "omp_get_default_allocator"},
        {(void **)&routines.set_threads, "omp_set_num_threads"},
        {(void **)&routines.set_dynamic, "omp_set_dynamic"},
        {(void **)&routines.set_levels, "omp_set_max_active_levels"},
        {(void **)&routines.set_schedule, "omp_set_schedule"},
        {(void **)&routines.set_allocator, "omp_set_default_allocator"},
        {(void **)&routines.thread_limit, "omp_get_thread_limit"},
        {(void **)&routines.thread, "__kmpc_global_thread_num"},
        {(void **)&routines.set_thread_limit, "__kmpc_set_thread_limit"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        *rows[i].to = gantry_libomp(rows[i].name);
}

void gantry_host_icvs(struct gantry_host_icvs *s, int restore)
{
    const struct routines *r = &routines;
    pthread_once(&once, find);
    if (restore)
        gantry_omp_set_default(s->device);
    else
        s->device = gantry_omp_get_default();
    if (!r->max_threads) /* a program without the library has none of the others */
        return;
    if (!restore) {
        s->threads = r->max_threads();
        s->dynamic = r->dynamic();
        s->levels = r->levels();
        s->allocator = r->allocator();
        r->schedule(&s->schedule, &s->chunk);
        return;
    }
    r->set_threads(s->threads);
    r->set_dynamic(s->dynamic);
    r->set_levels(s->levels);
    r->set_allocator(s->allocator);
    r->set_schedule(s->schedule, s->chunk);
}

int gantry_host_task_limit(int limit)
{
    pthread_once(&once, find);
    if (!routines.set_thread_limit)
        return limit;
    int before = routines.thread_limit();
    routines.set_thread_limit(NULL, routines.thread(NULL), limit);
    return before;
}
