/* waits.c: where tasks wait for others, taskwait and taskgroup, from libomp: with GANTRY_PROFILE and without a tool of
 * the program's (OMPT, OpenMP 5.2, 19), the runtime is libomp's tool (tool.c). */
#include "ompt.h"
#include "profile.h"

enum { SYNC_TASKWAIT = 5, SYNC_TASKGROUP = 6 };
typedef int set_callback(int event, void (*callback)(void));

enum { DEEP = 64 };
static _Thread_local struct gantry_event *waits; /* DEEP of them, once the thread waits: most threads never do */
static _Thread_local unsigned depth;

static bool has_waits(void)
{
    waits = waits ? waits : kept_new(DEEP * sizeof *waits);
    return waits != NULL;
}

static void on_wait(int kind, int endpoint, union ompt_data *parallel, union ompt_data *task, const void *code)
{
    (void)parallel, (void)task;
    if (kind != SYNC_TASKWAIT && kind != SYNC_TASKGROUP)
        return;
    const char *name = kind == SYNC_TASKWAIT ? "taskwait" : "taskgroup";
    gantry_readers_start();
    if (endpoint == OMPT_BEGIN && depth++ < DEEP && has_waits()) {
        struct gantry_event *e = &waits[depth - 1];
        *e = (struct gantry_event){.op = GANTRY_OP_WAIT, .device = GANTRY_NO_DEVICE, .name = name, .code = code};
        gantry_note_begin(e);
    } else if (endpoint != OMPT_BEGIN && depth > 0 && --depth < DEEP && waits) {
        gantry_note(&waits[depth]);
    }
}

static int initialize(ompt_lookup *lookup, int device, union ompt_data *data)
{
    set_callback *set = (set_callback *)lookup("ompt_set_callback");
    (void)device, (void)data;
    if (set)
        set(OMPT_SYNC_REGION_WAIT, (void (*)(void))on_wait);
    return set != NULL;
}

static void finalize(union ompt_data *data) { (void)data; }

struct ompt_tool *waits_tool(void)
{
    static struct ompt_tool tool = {initialize, finalize, {0}};
    return &tool;
}
