/* archer.c: linked into programs with ThreadSanitizer. libomp tells Archer, its OMPT tool (OpenMP 5.2, 19), what
 * threads wait for, and Archer tells ThreadSanitizer; Archer 19 leaves out the iterations of doacross loops, and learns
 * of the end of a taskgroup only after the tasks' reductions were combined. So this tool is put between the two: it
 * forwards libomp's calls to Archer, and adds what is missing: also that a task's memory, which libomp gives to another
 * task once the first one is complete, is used by one after the other. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- the few declarations of OMPT that are needed, with the specification's numbers ---- */
union data {
    uint64_t value;
    void *ptr;
};
struct dependence {
    union data variable;
    int type;
};
struct tool {
    int (*initialize)(void *(*lookup)(const char *), int device, union data *);
    void (*finalize)(union data *);
    union data data;
};
typedef struct tool *start_tool(unsigned version, const char *runtime);
typedef int set_callback(int event, void (*callback)(void));
typedef void sync_region(int kind, int endpoint, union data *parallel, union data *task, const void *code);
typedef void dependences(union data *task, const struct dependence *list, int n);
typedef void task_schedule(union data *prior, int status, union data *next);
typedef int get_task_memory(void **address, size_t *size, int block);
enum { EVENT_TASK_SCHEDULE = 6, EVENT_SYNC_REGION_WAIT = 16, EVENT_DEPENDENCES = 18, EVENT_SYNC_REGION = 23 };
enum { SYNC_TASKGROUP = 6, SCOPE_END = 2, DEPENDENCE_SOURCE = 5, DEPENDENCE_SINK = 6, TASK_COMPLETE = 1 };

struct tool *ompt_start_tool(unsigned version, const char *runtime);
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static struct tool *archer, ours;
static void *(*libomp_lookup)(const char *);
static set_callback *libomp_set_callback;
static sync_region *archer_sync_region;
static dependences *archer_dependences;
static task_schedule *archer_task_schedule;
static get_task_memory *task_memory;

/* ---- taskgroups: Archer learns of the end when the wait for the tasks is over, before reductions are combined ---- */
static _Thread_local bool ended;

static void on_wait(int kind, int endpoint, union data *parallel, union data *task, const void *code)
{
    if (kind != SYNC_TASKGROUP || endpoint != SCOPE_END)
        return;
    archer_sync_region(kind, endpoint, parallel, task, code);
    ended = true;
}

static void on_sync_region(int kind, int endpoint, union data *parallel, union data *task, const void *code)
{
    bool told = ended && kind == SYNC_TASKGROUP && endpoint == SCOPE_END;
    if (told)
        ended = false;
    else
        archer_sync_region(kind, endpoint, parallel, task, code);
}

/* ---- doacross loops: a waiting iteration happens after the one it waits for. Iterations whose vectors hash to one key
 * count as ordered, so that a race may be missed, but none is invented ---- */
static char *key_of(const struct dependence *list, int n)
{
    static char keys[1 << 16];
    uint64_t h = 0;
    for (int i = 0; i < n; i++)
        h = (h ^ list[i].variable.value) * 0x9e3779b97f4a7c15u;
    return &keys[h >> 48];
}

static void on_dependences(union data *task, const struct dependence *list, int n)
{
    int type = n > 0 ? list[0].type : 0;
    if (type == DEPENDENCE_SOURCE && __tsan_release)
        __tsan_release(key_of(list, n));
    else if (type == DEPENDENCE_SINK && __tsan_acquire)
        __tsan_acquire(key_of(list, n));
    else if (archer_dependences)
        archer_dependences(task, list, n);
}

/* ---- memory of tasks: a complete task releases each unit of its memory, a new one acquires that where it begins; OMPT
 * counts what libomp keeps in front of the task, too ---- */
enum { UNIT = 64 };

static void on_task_schedule(union data *prior, int status, union data *next)
{
    void *begin = NULL;
    size_t size = 0;
    if (status == TASK_COMPLETE && task_memory && __tsan_release)
        task_memory(&begin, &size, 0);
    for (uintptr_t at = (uintptr_t)begin / UNIT * UNIT; at < (uintptr_t)begin + size; at += UNIT)
        __tsan_release((void *)at);
    archer_task_schedule(prior, status, next);
}

typedef void *task_alloc(void *place, int thread, int flags, size_t size, size_t shared, void *entry);
task_alloc __kmpc_omp_task_alloc;
void *__kmpc_omp_task_alloc(void *place, int thread, int flags, size_t size, size_t shared, void *entry)
{
    static task_alloc *libomp;
    if (!libomp)
        libomp = (task_alloc *)dlsym(RTLD_NEXT, "__kmpc_omp_task_alloc");
    void *task = libomp(place, thread, flags, size, shared, entry);
    if (__tsan_acquire)
        __tsan_acquire((void *)((uintptr_t)task / UNIT * UNIT));
    return task;
}

/* ---- between libomp and Archer ---- */
static int on_set_callback(int event, void (*callback)(void))
{
    if (event == EVENT_SYNC_REGION) {
        archer_sync_region = (sync_region *)callback;
        libomp_set_callback(EVENT_SYNC_REGION_WAIT, (void (*)(void))on_wait);
        callback = (void (*)(void))on_sync_region;
    } else if (event == EVENT_DEPENDENCES) {
        archer_dependences = (dependences *)callback;
        callback = (void (*)(void))on_dependences;
    } else if (event == EVENT_TASK_SCHEDULE) {
        archer_task_schedule = (task_schedule *)callback;
        callback = (void (*)(void))on_task_schedule;
    }
    return libomp_set_callback(event, callback);
}

static void *lookup(const char *name)
{
    static const char wanted[] = "ompt_set_callback";
    const char *w = wanted, *n = name;
    while (*w && *w == *n)
        w++, n++;
    void *found = libomp_lookup(name);
    if (*w || *n || !found)
        return found;
    libomp_set_callback = (set_callback *)found;
    return (void *)on_set_callback;
}

static int initialize(void *(*of_libomp)(const char *), int device, union data *data)
{
    (void)data;
    libomp_lookup = of_libomp;
    task_memory = (get_task_memory *)of_libomp("ompt_get_task_memory");
    return archer->initialize(lookup, device, &archer->data);
}

static void finalize(union data *data)
{
    (void)data;
    archer->finalize(&archer->data);
}

/* libomp looks for this name in the program first. */
struct tool *ompt_start_tool(unsigned version, const char *runtime)
{
    start_tool *next = (start_tool *)dlsym(RTLD_NEXT, "ompt_start_tool");
    archer = next ? next(version, runtime) : NULL;
    if (!archer)
        return NULL;
    ours = (struct tool){initialize, finalize, {0}};
    return &ours;
}
