/* ranges.c: events as ranges of NVTX and roctx, so that NVIDIA's and AMD's profilers show the program's own names and
 * lines. NVTX: a profiler that is attached names its library in NVTX_INJECTION64_PATH and takes the table of functions
 * from us; else libnvToolsExt. roctx: a library that the profiler has preloaded. Both may be asked for by name. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile.h"

typedef int push_function(const char *message);
typedef int pop_function(void);
static struct ranges {
    push_function *push;
    pop_function *pop;
} kinds[2];
static size_t nkinds;
static _Thread_local unsigned open_ranges;

/* ---- a library that is attached: it asks for the places of NVTX's functions, and fills them ---- */
typedef void function(void);
enum { TABLE_CALLBACKS = 1, MODULE_CORE = 1, CORE_PUSH = 9, CORE_POP = 11, CORE_SIZE = 16 };
static function *core[CORE_SIZE];

static int module_functions(int module, function ****out_table, unsigned *out_size)
{
    static function **places[CORE_SIZE];
    if (module != MODULE_CORE)
        return 0;
    for (size_t i = 1; i < CORE_SIZE; i++)
        places[i] = &core[i];
    *out_table = places;
    *out_size = CORE_SIZE;
    return 1;
}

static const void *export_table(uint32_t which)
{
    static const struct {
        size_t size;
        int (*module_functions)(int, function ****, unsigned *);
    } callbacks = {sizeof callbacks, module_functions};
    return which == TABLE_CALLBACKS ? &callbacks : NULL;
}

static struct ranges injected(const char *path)
{
    void *library = dlopen(path, RTLD_LAZY);
    int (*initialize)(const void *(*)(uint32_t)) = NULL;
    struct ranges r = {NULL, NULL};
    if (library)
        *(void **)&initialize = dlsym(library, "InitializeInjectionNvtx2");
    if (initialize && initialize(export_table)) {
        r.push = (push_function *)core[CORE_PUSH];
        r.pop = (pop_function *)core[CORE_POP];
    }
    return r;
}

/* ---- libraries with the functions' names ---- */
static struct ranges functions_of(void *library, const char *push, const char *pop)
{
    struct ranges r = {NULL, NULL};
    *(void **)&r.push = dlsym(library, push);
    if (r.push)
        *(void **)&r.pop = dlsym(library, pop);
    return r;
}

static struct ranges opened(const char *const *libraries, size_t n, const char *push, const char *pop)
{
    struct ranges r = {NULL, NULL};
    for (size_t i = 0; i < n && !(r.push && r.pop); i++) {
        void *library = dlopen(libraries[i], RTLD_LAZY);
        if (library)
            r = functions_of(library, push, pop);
    }
    return r;
}

static void add(struct ranges r, bool asked, const char *word, const char *what)
{
    if (r.push && r.pop)
        kinds[nkinds++] = r;
    else if (asked)
        gantry_warn("GANTRY_PROFILE=%s: %s cannot be opened", word, what);
}

/* ---- events ---- */
static void name_of(const struct gantry_event *e, char *out, size_t size)
{
    const char *what = e->region ? gantry_construct_name(e) : gantry_op_name(e->op);
    const char *name = e->region && e->where ? e->where->func : e->name;
    int n = snprintf(out, size, "%s%s%s", what, name ? " " : "", name ? name : "");
    if (e->where && e->where->file && n > 0 && (size_t)n < size)
        snprintf(out + n, size - (size_t)n, " (%s:%d)", e->where->file, e->where->line);
}

static void begins(const struct gantry_event *e)
{
    char name[256];
    name_of(e, name, sizeof name);
    open_ranges++;
    for (size_t i = 0; i < nkinds; i++)
        kinds[i].push(name);
}

static void ends(const struct gantry_event *e)
{
    const unsigned moments =
        1u << GANTRY_OP_MAP | 1u << GANTRY_OP_ASSOCIATE | 1u << GANTRY_OP_DISASSOCIATE | 1u << GANTRY_OP_UNLOAD;
    if (moments >> e->op & 1 || open_ranges == 0)
        return;
    open_ranges--;
    for (size_t i = 0; i < nkinds; i++)
        kinds[i].pop();
}

void ranges_start(bool nvtx, bool roctx)
{
    static const char *const nvtx_names[] = {"libnvToolsExt.so.1", "libnvToolsExt.so"};
    static const char *const roctx_names[] = {"libroctx64.so.4", "libroctx64.so", "librocprofiler-sdk-roctx.so.0",
                                              "librocprofiler-sdk-roctx.so"};
    const char *injection = secure_getenv("NVTX_INJECTION64_PATH");
    if (injection && *injection)
        add(injected(injection), nvtx, "nvtx", injection);
    else if (nvtx)
        add(opened(nvtx_names, COUNT_OF(nvtx_names), "nvtxRangePushA", "nvtxRangePop"), true, "nvtx",
            "libnvToolsExt.so.1");
    struct ranges here = functions_of(RTLD_DEFAULT, "roctxRangePushA", "roctxRangePop");
    if (roctx && !here.push)
        here = opened(roctx_names, COUNT_OF(roctx_names), "roctxRangePushA", "roctxRangePop");
    add(here, roctx, "roctx", "libroctx64.so");
    if (nkinds) {
        gantry_read_both(begins, ends);
        gantry_read_host();
    }
}
