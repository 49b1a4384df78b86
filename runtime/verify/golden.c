/* golden.c: GANTRY_GOLDEN: the library that records what regions find and make, and compares it with a recording
 * (docs/golden.md). It is loaded when the program starts, if GANTRY_GOLDEN is set; a program that links -lgantry_check
 * has it already, and shares the session. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "verify.h"

static const char library[] = "libgantry_check.so.1";
static const struct golden_api *api;
static struct golden *session;
static bool ended;
_Thread_local struct gantry_launching gantry_launching;

/* Programs with -fverify look where Gantry's libraries were when they were linked (DT_RUNPATH), and where all do. */
const struct golden_api *gantry_golden_library(void)
{
    void *l = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
    if (!l && !(l = dlopen(library, RTLD_NOW)))
        gantry_failf(NULL, "Gantry's library of golden runs cannot be loaded: %s", dlerror());
    const struct golden_api *(*find)(unsigned) = NULL;
    void *symbol = dlsym(l, "gantry_golden_api");
    memcpy(&find, &symbol, sizeof find);
    const struct golden_api *loaded = find ? find(GOLDEN_ABI) : NULL;
    if (!loaded || loaded->abi != GOLDEN_ABI)
        gantry_failf(NULL, "%s is of another version of Gantry than this program", library);
    return loaded;
}

/* Where regions run: the devices that the program uses, or the host. */
static void describe_devices(char *out, size_t size)
{
    size_t n = 0;
    snprintf(out, size, "host");
    for (int i = 0; i < gantry_devices_known() && n < size; i++) {
        const struct gantry_dev *d = gantry_dev_if_open(i);
        if (d)
            n += (size_t)snprintf(out + n, size - n, "%s%s: %s (%s)", n ? ", " : "", d->plugin->kind, d->props.name,
                                  d->props.arch);
    }
}

/* With the first region: then the devices are known. */
static struct golden *opened(void)
{
    char error[1024] = "", device[1024], program[4096];
    if (session)
        return session;
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = 0;
    describe_devices(device, sizeof device);
    const struct golden_origin origin = {.program = program, .device = device};
    session = api->session(&origin, error, sizeof error);
    if (!session)
        gantry_failf(NULL, "%s", *error ? error : "GANTRY_GOLDEN cannot be used");
    return session;
}

void gantry_golden_start(void)
{
    if (gantry_golden_asked())
        api = gantry_golden_library();
}

bool gantry_golden_wanted(const char *place, uint64_t launch, enum golden_moment moment)
{
    return !ended && api->wanted(opened(), place, launch, moment);
}

void gantry_golden_put(const struct golden_checkpoint *c) { api->put(opened(), c); }

/* The process ends, some way or other: what was recorded reaches the file. */
void gantry_golden_save(void)
{
    if (api && session)
        api->save(session);
}

/* It ends by exit. Returns the exit status that the outcome asks for, also where no region has run; 0: the program's */
int gantry_golden_end(void)
{
    if (!api || ended || gantry_failing())
        return 0;
    struct golden *s = opened();
    ended = true;
    return api->status(s);
}

/* ---- sites of regions ----
 * FUNCTION:LINE, and "/thread N" for threads of a parallel region but the first: each counts its own launches, so that
 * these have the same numbers in each run. Which thread executes a task is a matter of chance: tasks count together. */
static struct gantry_site *sites;
enum { IN_TASK = -1 };

static int thread_here(void)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    if (!libomp || !libomp->omp_in_parallel())
        return 0;
    return libomp->omp_in_explicit_task() ? IN_TASK : libomp->omp_get_thread_num();
}

struct gantry_site *gantry_site_of(const struct gantry_region *r)
{
    static struct gantry_site *latest;
    char name[512];
    int thread = thread_here();
    if (latest && latest->region == r && latest->thread == thread)
        return latest;
    int n = snprintf(name, sizeof name, "%s:%d", r->loc.func ? r->loc.func : "?", r->loc.line);
    if (thread && n > 0 && (size_t)n < sizeof name)
        snprintf(name + n, sizeof name - (size_t)n, thread == IN_TASK ? "/tasks" : "/thread %d", thread);
    for (struct gantry_site *p = sites; p; p = p->next)
        if (strcmp(p->name, name) == 0)
            return latest = p;
    struct gantry_site *p = calloc(1, sizeof *p + strlen(name) + 1);
    if (!p)
        gantry_verify_no_memory();
    p->region = r;
    p->thread = thread;
    memcpy(p->name, name, strlen(name) + 1);
    p->next = sites;
    return latest = sites = p;
}
