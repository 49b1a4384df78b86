/* tool.c: stands between libomp and a tool (OMPT, OpenMP 5.2, 19), for libomp knows nothing of devices: it numbers the
 * initial device as if there were none, says "never" of callbacks that we make, and ends the tool before we have told
 * it that its devices end. libomp takes ompt_start_tool from the program, where it is ours. A program that defines it
 * itself has that in its place: then libomp's call is led to us. Without a tool the runtime is one, if the profile
 * wants to know of waits. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "ompt.h"
#include "profile.h"

enum { SET_ERROR = 0, SET_ALWAYS = 5 };
typedef struct ompt_tool *start_tool(unsigned version, const char *runtime);
typedef int set_callback(int event, void (*callback)(void));

static struct ompt_tool *theirs;
static ompt_lookup *libomp_finds;
static set_callback *libomp_sets;
static bool told_of_opening;

static int set(int event, void (*callback)(void))
{
    int result = libomp_sets(event, callback);
    if (result == SET_ERROR || !ompt_tells(event))
        return result;
    told_of_opening |= event == OMPT_DEVICE_INITIALIZE;
    ompt_callbacks_changed();
    return SET_ALWAYS;
}

static void *find(const char *name)
{
    set_callback *ours = set;
    return strcmp(name, "ompt_set_callback") == 0 ? *(void **)&ours : libomp_finds(name);
}

static int initialize(ompt_lookup *lookup, int device, union ompt_data *data)
{
    int devices = gantry_known_devices();
    (void)data;
    libomp_finds = lookup;
    *(void **)&libomp_sets = lookup("ompt_set_callback");
    if (!libomp_sets)
        return theirs->initialize(lookup, device, &theirs->data);
    ompt_ends_in_order = true;
    int stays = theirs->initialize(find, devices >= 0 ? devices : device, &theirs->data);
    if (stays && !told_of_opening) /* else libomp would not connect us */
        libomp_sets(OMPT_DEVICE_INITIALIZE, ompt_nobody);
    return stays;
}

static void finalize(union ompt_data *data)
{
    (void)data;
    ompt_end();
    if (theirs->finalize)
        theirs->finalize(&theirs->data);
}

/* As libomp does: the first of OMP_TOOL_LIBRARIES that wants to be a tool. */
static struct ompt_tool *from_libraries(unsigned version, const char *runtime)
{
    const char *names = getenv("OMP_TOOL_LIBRARIES");
    char *rest = NULL, *copy = names ? strdup(names) : NULL;
    struct ompt_tool *found = NULL;
    for (char *name = copy ? strtok_r(copy, ":", &rest) : NULL; name && !found; name = strtok_r(NULL, ":", &rest)) {
        void *library = dlopen(name, RTLD_LAZY);
        start_tool *start = NULL;
        if (library)
            *(void **)&start = dlsym(library, "ompt_start_tool");
        found = start ? start(version, runtime) : NULL;
        if (library && !found)
            dlclose(library);
    }
    free(copy);
    return found;
}

/* With ThreadSanitizer the tool is Archer, which libomp finds itself. */
extern void __tsan_acquire(void *) __attribute__((weak));
static start_tool start_between;

/* libomp looks for this name in the program first. */
start_tool ompt_start_tool __attribute__((weak, visibility("default"), alias("start_between")));

static const struct link_map *file_of(start_tool *f)
{
    struct link_map *m = NULL;
    Dl_info info;
    return dladdr1(*(void **)&f, &info, (void **)&m, RTLD_DL_LINKMAP) ? m : NULL;
}

/* Is it the program's own? In a shared library, which has a runtime, too, the name leads to that of the program,
 * whatever it is; and a library may go, while libomp stays. */
static bool is_programs(void)
{
    start_tool *ours = start_between;
    const struct link_map *m = ompt_start_tool != ours ? file_of(ours) : NULL;
    return m && !*m->l_name && file_of(ompt_start_tool) == m;
}

/* Before libomp starts, which it does when it is first used */
__attribute__((constructor)) static void come_between(void)
{
    start_tool *ours = start_between;
    if (is_programs() && !__tsan_acquire)
        slot_replace("libomp.so", "ompt_start_tool", *(void **)&ours);
}

static struct ompt_tool *start_between(unsigned version, const char *runtime)
{
    static struct ompt_tool between = {initialize, finalize, {0}};
    start_tool *next = NULL;
    if (is_programs())
        next = ompt_start_tool;
    else
        *(void **)&next = dlsym(RTLD_NEXT, "ompt_start_tool");
    theirs = next ? next(version, runtime) : NULL;
    if (!theirs)
        theirs = from_libraries(version, runtime);
    if (theirs)
        return &between;
    return *gantry_knob("PROFILE") && !__tsan_acquire ? waits_tool() : NULL;
}

const char tool_here = 1; /* the link asks for it */
