/* place.c: golden runs of regions that run in place, and the numbers of launches.
 *
 * A region in place that can be recorded runs as its reference, serial C, on the host's memory: generated code is told
 * the number of a device that is the host (here.c), and passes what it maps. Other regions in place run as ever, and
 * are listed at the end.
 *
 * A launch is numbered when the program meets it, also where a job with nowait makes it later: one thread's launches
 * have the same numbers in each run. */
#include <stdlib.h>
#include <string.h>

#include "verify.h"

int __real_gantry_decide_device(const struct gantry_region *r, int device, int cond);
struct gantry_dev *__real_gantry_dev_get(int number, struct gantry_err *err);
void __real_gantry_target(const struct gantry_region *r, int dev, const struct gantry_val *vals,
                          const struct gantry_launch *l);
void *__real_gantry_async(const struct gantry_region *r, int dev, const struct gantry_val *vals,
                          const struct gantry_launch *launch);

/* ---- where a construct runs ---- */
static const char *why_not_recorded(const struct gantry_region *r)
{
    if (!r->verify)
        return "its file was compiled without -fverify";
    if (r->verify->reason)
        return gantry_reason_text(r->verify->reason);
    return r->verify->reference ? NULL : "it has no reference";
}

int __wrap_gantry_decide_device(const struct gantry_region *r, int device, int cond);
int __wrap_gantry_decide_device(const struct gantry_region *r, int device, int cond)
{
    int number = __real_gantry_decide_device(r, device, cond);
    if (number >= 0 || !gantry_golden_asked() || gantry_quiet)
        return number;
    const char *reason = r->construct == GANTRY_TARGET ? why_not_recorded(r) : NULL;
    if (!reason)
        return gantry_here()->number;
    gantry_verify_lock(true);
    gantry_site_of(r)->launches++;
    gantry_account_unrecorded(gantry_account_of(r), reason);
    gantry_verify_lock(false);
    return number;
}

struct gantry_dev *__wrap_gantry_dev_get(int number, struct gantry_err *err);
struct gantry_dev *__wrap_gantry_dev_get(int number, struct gantry_err *err)
{
    if (gantry_golden_asked() && number >= 0 && number == gantry_num_devices())
        return gantry_here();
    return __real_gantry_dev_get(number, err);
}

/* ---- a region in place ---- */
/* Its reference gets the host's addresses. */
static void run(const struct gantry_mapping *m)
{
    void **arguments = calloc(m->n + 1u, sizeof *arguments), **next = arguments;
    struct gantry_host_icvs settings;
    if (!arguments)
        gantry_verify_no_memory();
    for (uint32_t i = 0; i < m->n; i++) {
        const struct gantry_val *v = &m->vals[i];
        if (m->maps[i].param != GANTRY_PARAM_NONE)
            *++next = m->maps[i].param == GANTRY_PARAM_VALUE    ? v->begin
                      : m->maps[i].param == GANTRY_PARAM_DEVPTR ? (void *)&v->begin
                                                                : (void *)&v->base;
    }
    gantry_host_icvs(&settings, 0); /* those of the task are the region's own */
    m->region->verify->reference(arguments);
    gantry_host_icvs(&settings, 1);
    free(arguments);
}

static void target_here(const struct gantry_region *r, const struct gantry_val *vals)
{
    struct gantry_err err = {0};
    struct gantry_mapping m;
    gantry_check_failed();
    if (gantry_map_open(&m, gantry_here(), r, vals, &err))
        gantry_fail(&r->loc, &err);
    if (gantry_map_enter(&m))
        gantry_fail(&m.at, &err);
    run(&m);
    gantry_map_use(&m, false);
    if (gantry_map_exit(&m))
        gantry_fail(&m.at, &err);
    gantry_map_close(&m);
    gantry_lists_free(r, vals);
}

/* ---- jobs with nowait: numbered when they are made ---- */
struct numbered {
    struct numbered *next;
    uintptr_t job;
    struct gantry_site *site;
    uint64_t number;
};
static struct numbered *jobs;

void *__wrap_gantry_async(const struct gantry_region *r, int dev, const struct gantry_val *vals,
                          const struct gantry_launch *launch);
void *__wrap_gantry_async(const struct gantry_region *r, int dev, const struct gantry_val *vals,
                          const struct gantry_launch *launch)
{
    void *job = __real_gantry_async(r, dev, vals, launch);
    if (!gantry_golden_asked() || r->construct != GANTRY_TARGET)
        return job;
    struct numbered *j = malloc(sizeof *j);
    if (!j)
        gantry_verify_no_memory();
    gantry_verify_lock(true);
    struct gantry_site *site = gantry_site_of(r);
    *j = (struct numbered){jobs, (uintptr_t)job, site, ++site->launches};
    jobs = j;
    gantry_verify_lock(false);
    return job;
}

/* The job that holds these values is the nearest below them; none does where there is no job. */
static void recall(const struct gantry_val *vals)
{
    enum { HEAD = 256 }; /* what stands before them is shorter */
    struct numbered **best = NULL;
    gantry_verify_lock(true);
    for (struct numbered **p = &jobs; *p; p = &(*p)->next)
        if ((uintptr_t)vals - (*p)->job < HEAD && (!best || (*p)->job > (*best)->job))
            best = p;
    if (best) {
        struct numbered *j = *best;
        gantry_launching.site = j->site;
        gantry_launching.number = j->number;
        *best = j->next;
        free(j);
    }
    gantry_verify_lock(false);
}

void __wrap_gantry_target(const struct gantry_region *r, int dev, const struct gantry_val *vals,
                          const struct gantry_launch *l);
void __wrap_gantry_target(const struct gantry_region *r, int dev, const struct gantry_val *vals,
                          const struct gantry_launch *l)
{
    if (!gantry_golden_asked()) {
        __real_gantry_target(r, dev, vals, l);
        return;
    }
    gantry_launching = (struct gantry_launching){.launch = l};
    recall(vals);
    if (dev == gantry_here()->number)
        target_here(r, vals);
    else
        __real_gantry_target(r, dev, vals, l);
    gantry_launching = (struct gantry_launching){0};
}
