/* ompt.c: the tool interface for device constructs (OpenMP 5.2, 19.5.2.23 to 19.5.2.31). A tool registers its callbacks
 * with libomp, which hands them to us (ompt_libomp_connect), where it has one for device_initialize. What it is told is
 * what the stream of events says; of regions in place the construct alone, with the number of the initial device. */
#include <stdlib.h>
#include <string.h>

#include "profile.h"

/* ---- the declarations of the specification that are needed ---- */
union data {
    uint64_t value;
    void *ptr;
};
struct tool {
    int (*initialize)(void *(*lookup)(const char *), int device, union data *);
    void (*finalize)(union data *);
    union data data;
};
enum { SCOPE_BEGIN = 1, SCOPE_END = 2 };
enum { KIND_NOWAIT = 8 }; /* ompt_target_t: enum gantry_construct's order, without target data */
enum { DATA_ALLOC = 1, DATA_TO = 2, DATA_FROM = 3, DATA_DELETE = 4, DATA_ASSOCIATE = 5, DATA_DISASSOCIATE = 6 };
enum { FLAG_TO = 1, FLAG_FROM = 2, FLAG_ALLOC = 4, FLAG_RELEASE = 8, FLAG_DELETE = 16, FLAG_IMPLICIT = 32 };

/* EVENT(name, number, parameters) */
#define EVENTS(EVENT)                                                                                                  \
    EVENT(target, 8, (int kind, int endpoint, int device, union data *task, uint64_t target, const void *code))        \
    EVENT(target_data_op, 9,                                                                                           \
          (uint64_t target, uint64_t op, int kind, const void *src, int src_device, const void *dst, int dst_device,   \
           size_t bytes, const void *code))                                                                            \
    EVENT(target_submit, 10, (uint64_t target, uint64_t op, unsigned teams))                                           \
    EVENT(device_initialize, 12,                                                                                       \
          (int device, const char *type, void *handle, void *(*lookup)(const char *), const char *documentation))      \
    EVENT(device_finalize, 13, (int device))                                                                           \
    EVENT(device_load, 14,                                                                                             \
          (int device, const char *file, int64_t offset, void *vma, size_t bytes, const void *host, void *address,     \
           uint64_t module))                                                                                           \
    EVENT(device_unload, 15, (int device, uint64_t module))                                                            \
    EVENT(target_map, 22,                                                                                              \
          (uint64_t target, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags, const void *code)) \
    EVENT(target_emi, 33,                                                                                              \
          (int kind, int endpoint, int device, union data *task, union data *target_task, union data *target,          \
           const void *code))                                                                                          \
    EVENT(target_data_op_emi, 34,                                                                                      \
          (int endpoint, union data *target_task, union data *target, uint64_t *op, int kind, const void *src,         \
           int src_device, const void *dst, int dst_device, size_t bytes, const void *code))                           \
    EVENT(target_submit_emi, 35, (int endpoint, union data *target, uint64_t *op, unsigned teams))                     \
    EVENT(target_map_emi, 36,                                                                                          \
          (union data * target, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags,                \
           const void *code))
static struct {
#define EVENT(NAME, NUMBER, PARAMETERS) void(*NAME) PARAMETERS;
    EVENTS(EVENT)
#undef EVENT
} tell;
static union data *(*task_data)(void), *(*target_task_data)(void);

/* ---- the construct that a thread is in ---- */
struct construct {
    union data data; /* the tool's, or our number */
    union data *target_task;
    const void *code;
    unsigned teams;
};
enum { DEEP = 16 };
static _Thread_local struct construct constructs[DEEP];
static _Thread_local unsigned depth;
static _Thread_local uint64_t op; /* of the operation in progress: the tool's, or our number */
static _Thread_local union data nothing;

static struct construct *here(void) { return depth && depth <= DEEP ? &constructs[depth - 1] : NULL; }

static uint64_t new_number(void)
{
    static atomic_uint_fast64_t last;
    return atomic_fetch_add(&last, 1) + 1;
}

static int initial_device(void) { return gantry_devices_known(); }

static const void *code_of(const struct gantry_event *e) { return e->code || !here() ? e->code : here()->code; }

static void *address(uint64_t a) { return (void *)(uintptr_t)a; }

/* ---- constructs ---- */
static void construct(const struct gantry_event *e, int endpoint)
{
    static const int kinds[] = {
        [GANTRY_TARGET] = 1, [GANTRY_ENTER_DATA] = 2, [GANTRY_EXIT_DATA] = 3, [GANTRY_UPDATE] = 4};
    int kind = kinds[e->construct] + (e->nowait ? KIND_NOWAIT : 0);
    int device = e->op == GANTRY_OP_HOST ? initial_device() : e->device;
    union data *task = task_data ? task_data() : NULL;
    struct construct *c = here();
    if (!c)
        return;
    if (tell.target_emi)
        tell.target_emi(kind, endpoint, device, task ? task : &nothing, c->target_task, &c->data, c->code);
    else if (tell.target)
        tell.target(kind, endpoint, device, task ? task : &nothing, c->data.value, c->code);
}

static void construct_begins(const struct gantry_event *e)
{
    if (depth++ >= DEEP)
        return;
    constructs[depth - 1] = (struct construct){.data.value = tell.target_emi ? 0 : new_number(),
                                               .target_task = e->nowait && target_task_data ? target_task_data() : NULL,
                                               .code = e->code};
    construct(e, SCOPE_BEGIN);
}

static void construct_ends(const struct gantry_event *e)
{
    if (depth == 0)
        return;
    construct(e, SCOPE_END);
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
        if (endpoint == SCOPE_BEGIN)
            op = 0;
        nothing.value = 0;
        tell.target_data_op_emi(endpoint, c ? c->target_task : NULL, c ? &c->data : &nothing, &op, kind, s.src,
                                s.src_device, s.dst, s.dst_device, e->bytes, code_of(e));
    } else if (tell.target_data_op && endpoint == SCOPE_END) {
        tell.target_data_op(c ? c->data.value : 0, new_number(), kind, s.src, s.src_device, s.dst, s.dst_device,
                            e->bytes, code_of(e));
    }
}

/* ---- launches ---- */
static void submit(const struct gantry_event *e, int endpoint)
{
    struct construct *c = here();
    unsigned teams = e->grid ? e->grid->teams : 0;
    if (tell.target_submit_emi) {
        if (endpoint == SCOPE_BEGIN)
            op = 0;
        tell.target_submit_emi(endpoint, c ? &c->data : &nothing, &op, teams);
    } else if (tell.target_submit && endpoint == SCOPE_BEGIN) {
        tell.target_submit(c ? c->data.value : 0, new_number(), teams);
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
    if (e->construct == GANTRY_UPDATE || !c || !(tell.target_map_emi || tell.target_map))
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
static atomic_bool told[MOST_DEVICES];

static void device_opened(const struct gantry_event *e)
{
    if (e->device < MOST_DEVICES && tell.device_initialize && !atomic_exchange(&told[e->device], true))
        tell.device_initialize(e->device, e->name, NULL, NULL, NULL);
}

static void loaded(const struct gantry_event *e)
{
    if (tell.device_load)
        tell.device_load(e->device, NULL, -1, NULL, e->bytes, e->host, NULL, e->address);
}

/* ---- readers of events ---- */
static void begins(const struct gantry_event *e)
{
    if (e->op == GANTRY_OP_CONSTRUCT || e->op == GANTRY_OP_HOST)
        construct_begins(e);
    else if (e->op == GANTRY_OP_LAUNCH)
        submit(e, SCOPE_BEGIN);
    else if (data_kind(e->op))
        data_op(e, SCOPE_BEGIN);
}

static void ends(const struct gantry_event *e)
{
    bool at_once = e->op == GANTRY_OP_ASSOCIATE || e->op == GANTRY_OP_DISASSOCIATE;
    if (at_once)
        data_op(e, SCOPE_BEGIN);
    if (e->op == GANTRY_OP_CONSTRUCT || e->op == GANTRY_OP_HOST)
        construct_ends(e);
    else if (e->op == GANTRY_OP_LAUNCH)
        submit(e, SCOPE_END);
    else if (e->op == GANTRY_OP_MAP)
        mappings(e);
    else if (e->op == GANTRY_OP_OPEN)
        device_opened(e);
    else if (e->op == GANTRY_OP_LOAD)
        loaded(e);
    else if (e->op == GANTRY_OP_UNLOAD && tell.device_unload)
        tell.device_unload(e->device, e->address);
    else if (data_kind(e->op))
        data_op(e, SCOPE_END);
}

/* ---- libomp ---- */
static int initialize(void *(*lookup)(const char *), int device, union data *data)
{
    int (*get)(int event, void (**callback)(void)) = NULL;
    (void)device, (void)data;
    *(void **)&get = lookup("ompt_get_callback");
    *(void **)&task_data = lookup("ompt_get_task_data");
    *(void **)&target_task_data = lookup("ompt_get_target_task_data");
    if (!get)
        return 0;
#define EVENT(NAME, NUMBER, PARAMETERS) get(NUMBER, (void (**)(void)) & tell.NAME);
    EVENTS(EVENT)
#undef EVENT
    gantry_read_both(begins, ends);
    gantry_read_host();
    return 1;
}

static void devices_end(void)
{
    for (int i = 0; tell.device_finalize && i < MOST_DEVICES; i++)
        if (atomic_exchange(&told[i], false))
            tell.device_finalize(i);
}

/* The tool has ended: nothing is told any more. */
static void finalize(union data *data)
{
    (void)data;
    memset(&tell, 0, sizeof tell);
}

void ompt_start(void)
{
    static struct tool result = {initialize, finalize, {0}};
    const struct gantry_libomp *libomp = gantry_libomp();
    if (libomp && libomp->ompt_libomp_connect)
        libomp->ompt_libomp_connect(&result);
    if (tell.device_finalize) /* libomp ends the tool in a handler of its own, which it has registered before */
        atexit(devices_end);
}
