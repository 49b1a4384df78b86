/* ompt.c: the tool interface for device constructs (OpenMP 5.2, 19.5.2.23 to 19.5.2.31). A tool registers its callbacks
 * with libomp, which hands them to us (ompt_libomp_connect), where it has one for device_initialize: tool.c sees to
 * that. What it is told is what the stream of events says; of regions in place the construct alone, with the number of
 * the initial device. */
#include <stdlib.h>
#include <string.h>

#include "ompt.h"
#include "profile.h"

enum { KIND_NOWAIT = 8 }; /* ompt_target_t: enum gantry_construct's order, without target data */
enum { DATA_ALLOC = 1, DATA_TO = 2, DATA_FROM = 3, DATA_DELETE = 4, DATA_ASSOCIATE = 5, DATA_DISASSOCIATE = 6 };
enum { FLAG_TO = 1, FLAG_FROM = 2, FLAG_ALLOC = 4, FLAG_RELEASE = 8, FLAG_DELETE = 16, FLAG_IMPLICIT = 32 };

/* EVENT(name, number, parameters) */
#define EVENTS(EVENT)                                                                                                  \
    EVENT(target, OMPT_TARGET,                                                                                         \
          (int kind, int endpoint, int device, union ompt_data *task, uint64_t target, const void *code))              \
    EVENT(target_data_op, OMPT_DATA_OP,                                                                                \
          (uint64_t target, uint64_t op, int kind, const void *src, int src_device, const void *dst, int dst_device,   \
           size_t bytes, const void *code))                                                                            \
    EVENT(target_submit, OMPT_SUBMIT, (uint64_t target, uint64_t op, unsigned teams))                                  \
    EVENT(device_initialize, OMPT_DEVICE_INITIALIZE,                                                                   \
          (int device, const char *type, void *handle, ompt_lookup *lookup, const char *documentation))                \
    EVENT(device_finalize, 13, (int device))                                                                           \
    EVENT(device_load, 14,                                                                                             \
          (int device, const char *file, int64_t offset, void *vma, size_t bytes, const void *host, void *address,     \
           uint64_t module))                                                                                           \
    EVENT(device_unload, 15, (int device, uint64_t module))                                                            \
    EVENT(target_map, 22,                                                                                              \
          (uint64_t target, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags, const void *code)) \
    EVENT(target_emi, 33,                                                                                              \
          (int kind, int endpoint, int device, union ompt_data *task, union ompt_data *target_task,                    \
           union ompt_data *target, const void *code))                                                                 \
    EVENT(target_data_op_emi, 34,                                                                                      \
          (int endpoint, union ompt_data *target_task, union ompt_data *target, uint64_t *op, int kind,                \
           const void *src, int src_device, const void *dst, int dst_device, size_t bytes, const void *code))          \
    EVENT(target_submit_emi, 35, (int endpoint, union ompt_data *target, uint64_t *op, unsigned teams))                \
    EVENT(target_map_emi, 36,                                                                                          \
          (union ompt_data * target, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags,           \
           const void *code))
static struct {
#define EVENT(NAME, NUMBER, PARAMETERS) void(*NAME) PARAMETERS;
    EVENTS(EVENT)
#undef EVENT
} tell;
static atomic_bool silent; /* the tool has ended */
static union ompt_data *(*task_data)(void), *(*target_task_data)(void);

/* ---- the construct that a thread is in ---- */
struct construct {
    union ompt_data data; /* the tool's, or our number */
    union ompt_data *target_task;
    const void *code;
    unsigned teams;
};
enum { DEEP = 16 };
static _Thread_local struct construct constructs[DEEP];
static _Thread_local unsigned depth;
static _Thread_local uint64_t op; /* of the operation in progress: the tool's, or our number */
static _Thread_local union ompt_data nothing;

static struct construct *here(void) { return depth && depth <= DEEP ? &constructs[depth - 1] : NULL; }

static uint64_t new_number(void)
{
    static atomic_uint_fast64_t last;
    return atomic_fetch_add(&last, 1) + 1;
}

static int initial_device(void) { return gantry_devices_known(); }

static const void *code_of(const struct gantry_event *e) { return e->code || !here() ? e->code : here()->code; }

static void *address(uint64_t a) { return (void *)(uintptr_t)a; }

static uint64_t nanoseconds(double microseconds) { return (uint64_t)(microseconds * 1e3); }

/* For device tracing (records.c): what all records have. */
static struct ompt_record record_of(const struct gantry_event *e, int type, double time)
{
    struct construct *c = here();
    struct ompt_record r;
    memset(&r, 0, sizeof r);
    r.type = type;
    r.time = nanoseconds(time);
    r.thread = e->thread;
    r.target = c ? c->data.value : 0;
    return r;
}

/* ---- constructs ---- */
static void construct(const struct gantry_event *e, int endpoint)
{
    static const int kinds[] = {
        [GANTRY_TARGET] = 1, [GANTRY_ENTER_DATA] = 2, [GANTRY_EXIT_DATA] = 3, [GANTRY_UPDATE] = 4};
    int kind = kinds[e->construct] + (e->nowait ? KIND_NOWAIT : 0);
    int device = e->op == GANTRY_OP_HOST ? initial_device() : e->device;
    union ompt_data *task = task_data ? task_data() : NULL;
    struct construct *c = here();
    if (!c)
        return;
    if (tell.target_emi)
        tell.target_emi(kind, endpoint, device, task ? task : &nothing, c->target_task, &c->data, c->code);
    else if (tell.target)
        tell.target(kind, endpoint, device, task ? task : &nothing, c->data.value, c->code);
    if (records_wanted(e->device, OMPT_TARGET)) {
        struct ompt_record r = record_of(e, OMPT_TARGET, endpoint == OMPT_BEGIN ? gantry_now() : e->end);
        r.construct.kind = kind, r.construct.endpoint = endpoint, r.construct.device = device;
        r.construct.target = c->data.value, r.construct.code = c->code;
        records_add(e->device, &r);
    }
}

static void construct_begins(const struct gantry_event *e)
{
    if (depth++ >= DEEP)
        return;
    constructs[depth - 1] = (struct construct){.data.value = tell.target_emi ? 0 : new_number(),
                                               .target_task = e->nowait && target_task_data ? target_task_data() : NULL,
                                               .code = e->code};
    construct(e, OMPT_BEGIN);
}

static void construct_ends(const struct gantry_event *e)
{
    if (depth == 0)
        return;
    construct(e, OMPT_END);
    depth--;
}

/* ---- operations on data ---- */
struct sides {
    const void *src, *dst;
    int src_device, dst_device;
};

static struct sides sides_of(const struct gantry_event *e, int kind)
{
    struct sides s = {e->host, address(e->address), initial_device(), e->device};
    if (kind == DATA_FROM || kind == DATA_DELETE)
        s = (struct sides){s.dst, s.src, s.dst_device, s.src_device};
    if (e->op == GANTRY_OP_WITHIN)
        s = (struct sides){address(e->from), address(e->address), e->device, e->device};
    if (kind == DATA_DELETE)
        s.dst_device = -1;
    return s;
}

static int data_kind(enum gantry_op event)
{
    static const int kinds[GANTRY_OP_COUNT] = {
        [GANTRY_OP_ALLOC] = DATA_ALLOC,
        [GANTRY_OP_FREE] = DATA_DELETE,
        [GANTRY_OP_TO] = DATA_TO,
        [GANTRY_OP_FROM] = DATA_FROM,
        [GANTRY_OP_WITHIN] = DATA_TO,
        [GANTRY_OP_ASSOCIATE] = DATA_ASSOCIATE,
        [GANTRY_OP_DISASSOCIATE] = DATA_DISASSOCIATE,
    };
    return kinds[event];
}

static void data_op(const struct gantry_event *e, int endpoint)
{
    struct construct *c = here();
    int kind = data_kind(e->op);
    struct sides s = sides_of(e, kind);
    if (tell.target_data_op_emi) {
        if (endpoint == OMPT_BEGIN)
            op = 0;
        nothing.value = 0;
        tell.target_data_op_emi(endpoint, c ? c->target_task : NULL, c ? &c->data : &nothing, &op, kind, s.src,
                                s.src_device, s.dst, s.dst_device, e->bytes, code_of(e));
    } else if (endpoint == OMPT_END) {
        op = new_number();
        if (tell.target_data_op)
            tell.target_data_op(c ? c->data.value : 0, op, kind, s.src, s.src_device, s.dst, s.dst_device, e->bytes,
                                code_of(e));
    }
    if (endpoint == OMPT_END && records_wanted(e->device, OMPT_DATA_OP)) {
        struct ompt_record r = record_of(e, OMPT_DATA_OP, e->begin);
        r.data.op = op, r.data.kind = kind, r.data.bytes = e->bytes, r.data.end = nanoseconds(e->end);
        r.data.src = s.src, r.data.src_device = s.src_device, r.data.dst = s.dst, r.data.dst_device = s.dst_device;
        r.data.code = code_of(e);
        records_add(e->device, &r);
    }
}

/* ---- launches ---- */
static void submit(const struct gantry_event *e, int endpoint)
{
    struct construct *c = here();
    unsigned teams = e->grid ? e->grid->teams : 0;
    if (tell.target_submit_emi) {
        if (endpoint == OMPT_BEGIN)
            op = 0;
        tell.target_submit_emi(endpoint, c ? &c->data : &nothing, &op, teams);
    } else if (endpoint == OMPT_BEGIN) {
        op = new_number();
        if (tell.target_submit)
            tell.target_submit(c ? c->data.value : 0, op, teams);
    }
    if (endpoint == OMPT_END && records_wanted(e->device, OMPT_SUBMIT)) {
        struct ompt_record r = record_of(e, OMPT_SUBMIT, e->begin);
        r.kernel.op = op, r.kernel.requested = r.kernel.granted = teams, r.kernel.end = nanoseconds(e->end);
        records_add(e->device, &r);
    }
}

/* ---- mappings: all of a construct at once ---- */
static unsigned flags_of(const struct gantry_map *m, enum gantry_construct construct)
{
    bool leaves = construct == GANTRY_EXIT_DATA; /* what was brought by `to` is released */
    unsigned f = (m->flags & GANTRY_MAP_TO && !leaves ? FLAG_TO : 0u) | (m->flags & GANTRY_MAP_FROM ? FLAG_FROM : 0u);
    if (m->flags & GANTRY_MAP_DELETE)
        f |= FLAG_DELETE;
    else if (!f)
        f |= leaves ? FLAG_RELEASE : FLAG_ALLOC;
    return f | (m->flags & GANTRY_MAP_IMPLICIT ? FLAG_IMPLICIT : 0u);
}

static void mappings(const struct gantry_event *e)
{
    enum { MOST = 64 };
    const struct gantry_mapping *m = e->map;
    struct construct *c = here();
    void *host[MOST], *device[MOST];
    size_t bytes[MOST];
    unsigned flags[MOST], n = 0;
    if (!c || !(tell.target_map_emi || tell.target_map))
        return;
    for (uint32_t i = 0; i < m->n; i++) {
        const struct gantry_map *row = &m->maps[i];
        bool mapped = m->slots[i].entry && row->param != GANTRY_PARAM_VALUE && row->param != GANTRY_PARAM_DEVPTR &&
                      !(row->flags & GANTRY_MAP_LOOKUP);
        if (mapped) {
            host[n] = m->vals[i].begin;
            device[n] = address(m->slots[i].dev);
            bytes[n] = m->vals[i].size;
            flags[n++] = flags_of(row, e->construct);
        }
        if (n == 0 || (n < MOST && i + 1 < m->n))
            continue;
        if (tell.target_map_emi)
            tell.target_map_emi(&c->data, n, host, device, bytes, flags, c->code);
        else
            tell.target_map(c->data.value, n, host, device, bytes, flags, c->code);
        n = 0;
    }
}

/* ---- devices ---- */
enum { MOST_DEVICES = 256 };
static atomic_bool told[MOST_DEVICES] GANTRY_BEHIND;

static void device_opened(const struct gantry_event *e)
{
    if (e->device < MOST_DEVICES)
        records_opened(e->device, e->units);
    if (e->device < MOST_DEVICES && tell.device_initialize && !atomic_exchange(&told[e->device], true))
        tell.device_initialize(e->device, e->name, records_device(e->device), records_lookup, NULL);
}

static void loaded(const struct gantry_event *e)
{
    void *const none = (void *)UINTPTR_MAX; /* ompt_addr_none */
    if (tell.device_load)
        tell.device_load(e->device, NULL, -1, none, e->bytes, e->host ? e->host : none, none, e->address);
}

/* ---- readers of events ---- */
static void begins(const struct gantry_event *e)
{
    if (atomic_load_explicit(&silent, memory_order_relaxed))
        return;
    if (e->op == GANTRY_OP_CONSTRUCT || e->op == GANTRY_OP_HOST)
        construct_begins(e);
    else if (e->op == GANTRY_OP_LAUNCH)
        submit(e, OMPT_BEGIN);
    else if (data_kind(e->op))
        data_op(e, OMPT_BEGIN);
}

static void ends(const struct gantry_event *e)
{
    if (atomic_load_explicit(&silent, memory_order_relaxed))
        return;
    bool at_once = e->op == GANTRY_OP_ASSOCIATE || e->op == GANTRY_OP_DISASSOCIATE;
    if (at_once)
        data_op(e, OMPT_BEGIN);
    if (e->op == GANTRY_OP_CONSTRUCT || e->op == GANTRY_OP_HOST)
        construct_ends(e);
    else if (e->op == GANTRY_OP_LAUNCH)
        submit(e, OMPT_END);
    else if (e->op == GANTRY_OP_MAP)
        mappings(e);
    else if (e->op == GANTRY_OP_OPEN)
        device_opened(e);
    else if (e->op == GANTRY_OP_LOAD)
        loaded(e);
    else if (e->op == GANTRY_OP_UNLOAD && tell.device_unload)
        tell.device_unload(e->device, e->address);
    else if (data_kind(e->op))
        data_op(e, OMPT_END);
}

/* ---- libomp ---- */
/* Does the tool want to know of anything? waits.c is one that does not. */
static bool hears(void)
{
#define EVENT(NAME, NUMBER, PARAMETERS) || tell.NAME
    return false EVENTS(EVENT);
#undef EVENT
}

static int (*get)(int event, void (**callback)(void));

void ompt_nobody(void) {}

bool ompt_tells(int event)
{
#define EVENT(NAME, NUMBER, PARAMETERS) || event == NUMBER
    return false EVENTS(EVENT);
#undef EVENT
}

void ompt_callbacks_changed(void)
{
    void (*f)(void);
    if (!get) /* not connected yet */
        return;
#define EVENT(NAME, NUMBER, PARAMETERS)                                                                                \
    f = NULL;                                                                                                          \
    get(NUMBER, &f);                                                                                                   \
    *(void **)&tell.NAME = f == ompt_nobody ? NULL : *(void **)&f;
    EVENTS(EVENT)
#undef EVENT
    if (tell.target_map || tell.target_map_emi)
        atomic_store(&gantry_maps_watched, true);
    if (hears()) {
        gantry_read_both(begins, ends);
        gantry_read_host();
    }
}

static int initialize(ompt_lookup *lookup, int device, union ompt_data *data)
{
    (void)device, (void)data;
    *(void **)&get = lookup("ompt_get_callback");
    *(void **)&task_data = lookup("ompt_get_task_data");
    *(void **)&target_task_data = lookup("ompt_get_target_task_data");
    ompt_callbacks_changed();
    return get != NULL;
}

void ompt_end(void)
{
    if (atomic_load(&silent)) /* the tool has ended itself: it gets nothing more */
        return;
    records_end();
    for (int i = 0; i < MOST_DEVICES; i++)
        if (atomic_exchange(&told[i], false) && tell.device_finalize)
            tell.device_finalize(i);
    atomic_store(&silent, true);
}

/* libomp has ended the tool. */
static void finalize(union ompt_data *data)
{
    (void)data;
    atomic_store(&silent, true);
}

bool ompt_ends_in_order;

void ompt_start(void)
{
    static struct ompt_tool result = {initialize, finalize, {0}};
    const struct gantry_libomp *libomp = gantry_libomp();
    if (libomp && libomp->ompt_libomp_connect)
        libomp->ompt_libomp_connect(&result);
    if (tell.device_initialize && !ompt_ends_in_order) /* libomp ends such a tool in a handler that comes later */
        atexit(ompt_end);
}
