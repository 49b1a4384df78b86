/* acc_prof.c: the tools interface of OpenACC (3.3, chapter 5; include/acc_prof.h): a reader of the stream of events
 * that tells callbacks. Tools are the libraries that ACC_PROFLIB names, one that is linked or preloaded, and the
 * program. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "../../include/acc_prof.h"
#include "profile.h"

enum { MOST_CALLBACKS = 16, ERRORS = acc_ev_last, EVENTS, VERSION = 202211, DEEP = 32 };

/* ---- who is told of what; acc_ev_error is number ERRORS ---- */
struct callback {
    acc_prof_callback call;
    unsigned times; /* it was registered */
    bool off;
};
static struct callback callbacks[EVENTS][MOST_CALLBACKS] GANTRY_BEHIND;
static unsigned ncallbacks[EVENTS];
static bool event_off[EVENTS], all_off;
static _Thread_local bool thread_off;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static struct callback *find(acc_event_t event, acc_prof_callback call)
{
    for (unsigned i = 0; i < ncallbacks[event]; i++)
        if (callbacks[event][i].call == call)
            return &callbacks[event][i];
    return NULL;
}

/* on: of all events, of one, of one callback */
static void toggle(acc_event_t event, acc_prof_callback call, bool on)
{
    struct callback *c = event && call ? find(event, call) : NULL;
    if (!event)
        all_off = !on;
    else if (!call)
        event_off[event] = !on;
    else if (c)
        c->off = !on;
}

static void add(acc_event_t event, acc_prof_callback call)
{
    struct callback *c = find(event, call);
    if (c)
        c->times++;
    else if (ncallbacks[event] < MOST_CALLBACKS)
        callbacks[event][ncallbacks[event]++] = (struct callback){call, 1, false};
    else
        gantry_warn("acc_prof_register: an event has at most %d callbacks", MOST_CALLBACKS);
}

static void take(acc_event_t event, acc_prof_callback call)
{
    struct callback *c = find(event, call);
    if (c && --c->times == 0) {
        memmove(c, c + 1, (size_t)(&callbacks[event][ncallbacks[event]] - (c + 1)) * sizeof *c);
        ncallbacks[event]--;
    }
}

static void change(const char *routine, acc_event_t event, acc_prof_callback call, acc_register_t how, bool on)
{
    if (event < acc_ev_none || (event >= acc_ev_last && event != acc_ev_error) || how > acc_toggle_per_thread ||
        (how == acc_reg && (!event || !call)) || (how == acc_toggle_per_thread && (event || call))) {
        gantry_warn("%s: these arguments mean nothing (event %d)", routine, (int)event);
        return;
    }
    if (event == acc_ev_error)
        event = (acc_event_t)ERRORS;
    if (how == acc_toggle_per_thread) {
        thread_off = !on;
        return;
    }
    pthread_rwlock_wrlock(&lock);
    if (how == acc_toggle)
        toggle(event, call, on);
    else if (on)
        add(event, call);
    else
        take(event, call);
    pthread_rwlock_unlock(&lock);
}

static void tell(acc_event_t event, acc_prof_info *info, acc_event_info *what, acc_api_info *api)
{
    struct callback list[MOST_CALLBACKS];
    unsigned n = 0;
    pthread_rwlock_rdlock(&lock);
    if (!all_off && !event_off[event] && !thread_off)
        memcpy(list, callbacks[event], (n = ncallbacks[event]) * sizeof *list);
    pthread_rwlock_unlock(&lock);
    for (unsigned i = 0; i < n; i++)
        if (!list[i].off)
            list[i].call(info, what, api);
}

/* ---- what each thread is in ---- */
struct begun {
    acc_construct_t parent;
    void *tool_info;
    const struct gantry_event *of; /* to compare: it may be gone */
    int device, thread;
};
static _Thread_local struct begun stack[DEEP];
static _Thread_local unsigned depth;
static atomic_ullong opened; /* devices */

static acc_construct_t construct_of(const struct gantry_region *r)
{
    static const struct {
        const char *words;
        acc_construct_t kind;
    } rows[] = {{"acc parallel", acc_construct_parallel},     {"acc kernels", acc_construct_kernels},
                {"acc serial", acc_construct_serial},         {"acc data", acc_construct_data},
                {"acc enter data", acc_construct_enter_data}, {"acc exit data", acc_construct_exit_data},
                {"acc host_data", acc_construct_host_data},   {"acc update", acc_construct_update},
                {"acc declare", acc_construct_declare},       {"acc_", acc_construct_runtime_api}};
    static const acc_construct_t of_openmp[] = {[GANTRY_TARGET] = acc_construct_parallel,
                                                [GANTRY_TARGET_DATA] = acc_construct_data,
                                                [GANTRY_ENTER_DATA] = acc_construct_enter_data,
                                                [GANTRY_EXIT_DATA] = acc_construct_exit_data,
                                                [GANTRY_UPDATE] = acc_construct_update};
    for (size_t i = 0; r->words && i < COUNT_OF(rows); i++)
        if (strncmp(r->words, rows[i].words, strlen(rows[i].words)) == 0)
            return rows[i].kind;
    return of_openmp[r->construct];
}

static acc_construct_t parent_of(const struct gantry_event *e)
{
    if (e->region && (e->op == GANTRY_OP_CONSTRUCT || e->op == GANTRY_OP_HOST))
        return construct_of(e->region);
    return e->op == GANTRY_OP_WAIT  ? acc_construct_wait
           : depth && depth <= DEEP ? stack[depth - 1].parent
                                    : acc_construct_runtime_api;
}

/* ---- one event ---- */
static acc_device_t type_of(const struct gantry_event *e, int *number, acc_device_api *api)
{
    *number = 0;
    *api = acc_device_api_none;
    if (e->op == GANTRY_OP_HOST || e->device < 0)
        return acc_device_host;
    *api = strcmp(gantry_device_kind(e->device), "cuda") == 0 ? acc_device_api_cuda : acc_device_api_other;
    return (acc_device_t)gantry_acc_type_of(e->device, number);
}

static bool is_data(acc_event_t event)
{
    return (event >= acc_ev_create && event <= acc_ev_free) ||
           (event >= acc_ev_enqueue_upload_start && event <= acc_ev_enqueue_download_end);
}

static void fill(acc_event_info *what, const struct gantry_event *e, acc_event_t event, const struct begun *b)
{
    const struct gantry_grid *g = e->grid;
    memset(what, 0, sizeof *what);
    what->other_event = (acc_other_event_info){event, sizeof what->other_event, b->parent, 0, b->tool_info};
    if (is_data(event)) {
        what->data_event.valid_bytes = sizeof what->data_event;
        what->data_event.var_name = e->name;
        what->data_event.bytes = e->bytes;
        what->data_event.host_ptr = e->host;
        what->data_event.device_ptr = (const void *)(uintptr_t)e->address;
    } else if (event == acc_ev_enqueue_launch_start || event == acc_ev_enqueue_launch_end) {
        what->launch_event.valid_bytes = sizeof what->launch_event;
        what->launch_event.kernel_name = e->name;
        what->launch_event.num_gangs = g ? g->teams : 0;
        what->launch_event.num_workers = g ? 1 : 0;
        what->launch_event.vector_length = g ? g->threads : 0;
    }
}

static void say(acc_event_t event, const struct gantry_event *e, struct begun *b)
{
    acc_event_info what;
    acc_device_api kind;
    const struct gantry_loc *at = e->where ? e->where : e->region ? &e->region->loc : NULL;
    acc_prof_info info = {
        .event_type = event, .valid_bytes = sizeof info, .version = VERSION, .thread_id = (int)e->thread};
    acc_api_info api = {.valid_bytes = sizeof api};
    info.device_type = type_of(e, &info.device_number, &kind);
    info.async = info.async_queue = e->nowait || gantry_queue_here() ? acc_async_noval : acc_async_sync;
    if (at) {
        info.src_file = at->file;
        info.func_name = at->func;
        info.line_no = at->line;
    }
    api.device_api = kind;
    api.device_type = info.device_type;
    fill(&what, e, event, b);
    tell(event, &info, &what, &api);
    b->tool_info = what.other_event.tool_info;
}

/* ---- errors ---- */
static acc_error_t error_of(int code)
{
    static const struct {
        int code;
        acc_error_t error;
    } rows[] = {{0, acc_error_other},
                {GANTRY_ERR_NOT_PRESENT, acc_error_not_present},
                {GANTRY_ERR_PARTLY_PRESENT, acc_error_partly_present},
                {GANTRY_ERR_PRESENT, acc_error_present},
                {GANTRY_ERR_NO_DEVICE, acc_error_device_unavailable},
                {GANTRY_ERR_DEVICE_TYPE, acc_error_device_type_unavailable},
                {GANTRY_ERR_ARGUMENT, acc_error_invalid_argument},
                {GANTRY_ERR_QUEUE, acc_error_invalid_async},
                {GANTRY_ERR_NULL, acc_error_invalid_null_pointer},
                {GANTRY_ERR_NO_MEMORY, acc_error_out_of_memory},
                {GANTRY_ERR_HOST_MEMORY, acc_error_invalid_data_section},
                {GANTRY_ERR_BEYOND, acc_error_invalid_data_section}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].code == code)
            return rows[i].error;
    return code < 0 ? acc_error_execution : acc_error_system; /* the program's fault, or the driver's */
}

/* The program ends after it. */
static void fails(const struct gantry_loc *where, const struct gantry_err *err)
{
    unsigned inside = depth < DEEP ? depth : DEEP;
    const struct begun none = {acc_construct_runtime_api, NULL, NULL, GANTRY_NO_DEVICE, 1};
    const struct begun *b = inside ? &stack[inside - 1] : &none;
    struct gantry_event e = {.op = GANTRY_OP_COUNT, .device = b->device};
    acc_device_api kind;
    acc_event_info what = {.error_event = {.event_type = acc_ev_error,
                                           .valid_bytes = sizeof(acc_error_event_info),
                                           .parent_construct = b->parent,
                                           .error_code = error_of(err->code),
                                           .error_message = err->text}};
    acc_prof_info info = {
        .event_type = acc_ev_error, .valid_bytes = sizeof info, .version = VERSION, .thread_id = b->thread};
    acc_api_info api = {.valid_bytes = sizeof api};
    info.device_type = type_of(&e, &info.device_number, &kind);
    info.async = info.async_queue = gantry_queue_here() ? acc_async_noval : acc_async_sync;
    if (where) {
        info.src_file = where->file;
        info.func_name = where->func;
        info.line_no = where->line;
    }
    api.device_api = kind;
    api.device_type = info.device_type;
    tell((acc_event_t)ERRORS, &info, &what, &api);
}

/* start and end of what takes time; 0: it is no event of OpenACC's */
static acc_event_t start_of(const struct gantry_event *e)
{
    static const acc_event_t constructs[] = {[GANTRY_TARGET] = acc_ev_compute_construct_start,
                                             [GANTRY_ENTER_DATA] = acc_ev_enter_data_start,
                                             [GANTRY_EXIT_DATA] = acc_ev_exit_data_start,
                                             [GANTRY_UPDATE] = acc_ev_update_start};
    switch (e->op) {
    case GANTRY_OP_OPEN:
        return acc_ev_device_init_start;
    case GANTRY_OP_CONSTRUCT:
    case GANTRY_OP_HOST:
        return constructs[e->construct];
    case GANTRY_OP_LAUNCH:
        return acc_ev_enqueue_launch_start;
    case GANTRY_OP_TO:
        return acc_ev_enqueue_upload_start;
    case GANTRY_OP_FROM:
        return acc_ev_enqueue_download_start;
    case GANTRY_OP_WAIT:
        return acc_ev_wait_start;
    default:
        return acc_ev_none;
    }
}

static void begins(const struct gantry_event *e)
{
    struct begun b = {parent_of(e), NULL, e, e->device, (int)e->thread};
    acc_event_t event = start_of(e);
    if (event)
        say(event, e, &b);
    if (depth < DEEP)
        stack[depth] = b;
    depth++;
}

/* What began and failed may have no end of its own. */
static struct begun popped(const struct gantry_event *e)
{
    unsigned k = depth < DEEP ? depth : DEEP;
    while (k > 0 && stack[k - 1].of != e)
        k--;
    if (!k)
        return (struct begun){parent_of(e), NULL, NULL, e->device, (int)e->thread};
    depth = k - 1;
    return stack[k - 1];
}

static void ends(const struct gantry_event *e)
{
    struct begun b = popped(e);
    acc_event_t event = start_of(e);
    if (e->op == GANTRY_OP_OPEN && e->device >= 0 && e->device < 64 && !e->failed)
        atomic_fetch_or(&opened, 1ull << e->device);
    if (event)
        say((acc_event_t)(event + 1), e, &b);
    if (e->op == GANTRY_OP_ALLOC && !e->failed) {
        say(acc_ev_alloc, e, &b);
        if (e->host)
            say(acc_ev_create, e, &b);
    } else if (e->op == GANTRY_OP_FREE) {
        if (e->where)
            say(acc_ev_delete, e, &b);
        say(acc_ev_free, e, &b);
    }
}

/* ---- beginning and end ---- */
static void at_end(void)
{
    struct gantry_event e = {.op = GANTRY_OP_COUNT, .device = GANTRY_NO_DEVICE, .thread = 1};
    struct begun b = {acc_construct_runtime_api, NULL, NULL, GANTRY_NO_DEVICE, 1};
    for (int device = 0; device < 64; device++)
        if (atomic_load(&opened) >> device & 1) {
            e.device = device;
            say(acc_ev_device_shutdown_start, &e, &b);
            say(acc_ev_device_shutdown_end, &e, &b);
        }
    e.device = GANTRY_NO_DEVICE;
    say(acc_ev_runtime_shutdown, &e, &b);
}

static void read_on(void)
{
    gantry_read_both(begins, ends);
    gantry_read_host();
    gantry_at_end(at_end);
    gantry_on_failure = fails;
}

static void register_callback(acc_event_t event, acc_prof_callback call, acc_register_t how)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    change("acc_prof_register", event, call, how, true);
    pthread_once(&once, read_on);
}

static void unregister_callback(acc_event_t event, acc_prof_callback call, acc_register_t how)
{
    change("acc_prof_unregister", event, call, how, false);
}

/* There are no inquiry functions besides. */
static acc_query_fn look_up(const char *name)
{
    static const struct {
        const char *name;
        acc_prof_reg function;
    } rows[] = {{"acc_prof_register", register_callback}, {"acc_prof_unregister", unregister_callback}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (strcmp(name, rows[i].name) == 0)
            return (acc_query_fn)rows[i].function;
    return NULL;
}

static void add_for(int event, void *call, int how)
{
    register_callback((acc_event_t)event, *(acc_prof_callback *)&call, (acc_register_t)how);
}

static void take_for(int event, void *call, int how)
{
    unregister_callback((acc_event_t)event, *(acc_prof_callback *)&call, (acc_register_t)how);
}

static void *find_for(const char *name)
{
    acc_query_fn found = look_up(name);
    return *(void **)&found;
}

extern __typeof__(acc_register_library) acc_register_library __attribute__((weak));

void acc_prof_start(void)
{
    const char *names = getenv("ACC_PROFLIB");
    char *rest = NULL, *copy = names ? strdup(names) : NULL;
    gantry_acc_prof = (struct gantry_acc_prof){add_for, take_for, find_for};
    if (acc_register_library)
        acc_register_library(register_callback, unregister_callback, look_up);
    for (char *name = copy ? strtok_r(copy, ";", &rest) : NULL; name; name = strtok_r(NULL, ";", &rest)) {
        void *library = dlopen(name, RTLD_NOW);
        void (*begin)(acc_prof_reg, acc_prof_reg, acc_prof_lookup_func) = NULL;
        if (library)
            *(void **)&begin = dlsym(library, "acc_register_library");
        if (begin)
            begin(register_callback, unregister_callback, look_up);
        else
            gantry_warn("ACC_PROFLIB: %s", library ? "the library has no function acc_register_library" : dlerror());
    }
    free(copy);
}
