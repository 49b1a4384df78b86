/* icvs.c: internal control variables of a region on the initial device. A target task has its own copies of them
 * (OpenMP 5.2, 2.4); in place the region runs in the encountering task, whose variables are saved and restored. */
#include "host.h"

void gantry_host_icvs(struct gantry_host_icvs *s, int restore)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    if (restore)
        gantry_omp_set_default(s->device);
    else
        s->device = gantry_omp_get_default();
    if (!libomp) /* a program without the library has none of the others */
        return;
    if (!restore) {
        s->threads = libomp->omp_get_max_threads();
        s->dynamic = libomp->omp_get_dynamic();
        s->levels = libomp->omp_get_max_active_levels();
        s->allocator = libomp->omp_get_default_allocator();
        libomp->omp_get_schedule(&s->schedule, &s->chunk);
        return;
    }
    libomp->omp_set_num_threads(s->threads);
    libomp->omp_set_dynamic(s->dynamic);
    libomp->omp_set_max_active_levels(s->levels);
    libomp->omp_set_default_allocator(s->allocator);
    libomp->omp_set_schedule(s->schedule, s->chunk);
}

int gantry_host_task_limit(int limit)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    if (!libomp)
        return limit;
    int before = libomp->omp_get_thread_limit();
    libomp->__kmpc_set_thread_limit(NULL, libomp->__kmpc_global_thread_num(NULL), limit);
    return before;
}
