/* ompt_tool.c: an OpenMP tool that writes a line per callback about devices to stderr, and holds begin against end:
 * the same thread, target_data, op and arguments, the last that began first. TOOL_FORM=plain registers the callbacks
 * without _emi, records traces the device. "BAD" lines are mistakes. Numbers that differ from run to run are left out, or named in order. */
#include <inttypes.h>
#include <omp-tools.h>
#include <omp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ompt_get_callback_t get;
static _Thread_local struct frame {
    const char *what;
    const void *target, *code;
    uint64_t op;
} frames[32];
static _Thread_local int depth;
static uint64_t targets, ops;

static void say(const char *fmt, ...) {
    char line[512];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    fprintf(stderr, "%*s%.*s\n", 2 * depth, "", n, line);
}

static void opens(const char *what, const ompt_data_t *target, uint64_t op, const void *code) {
    frames[depth++] = (struct frame){what, target, code, op};
}

static void closes(const char *what, const ompt_data_t *target, uint64_t op, const void *code) {
    const struct frame *f = &frames[--depth];
    if (depth < 0 || strcmp(f->what, what) || f->target != target || f->op != op || f->code != code)
        say("BAD end of %s", what);
}

static const char *kind_name(int kind) {
    static const char *const names[] = {[ompt_target] = "target",
                                        [ompt_target_enter_data] = "enter data",
                                        [ompt_target_exit_data] = "exit data",
                                        [ompt_target_update] = "update",
                                        [ompt_target_nowait] = "target nowait",
                                        [ompt_target_enter_data_nowait] = "enter data nowait",
                                        [ompt_target_exit_data_nowait] = "exit data nowait",
                                        [ompt_target_update_nowait] = "update nowait"};
    return kind > 0 && kind <= ompt_target_update_nowait && names[kind] ? names[kind] : "BAD kind";
}

static const char *op_name(int op) {
    static const char *const names[] = {"BAD op", "alloc", "to", "from", "delete", "associate", "disassociate"};
    return op > 0 && op <= 6 ? names[op] : names[0];
}

/* ---- device tracing: buffers of three records ---- */
static ompt_advance_buffer_cursor_t advance;
static ompt_translate_time_t translate;
static ompt_get_record_type_t record_type;
static ompt_get_record_ompt_t record_at;
static ompt_device_t *traced;

static void on_request(int device, ompt_buffer_t **buffer, size_t *bytes) {
    *bytes = 3 * sizeof(ompt_record_ompt_t) + 8;
    *buffer = malloc(*bytes);
}

/* One time of the device is one time of the host, and their order stays. */
static void translate_times(ompt_device_time_t begin, ompt_device_time_t end) {
    double first = translate(traced, begin), last = translate(traced, end);
    if (first != translate(traced, begin) || last < first)
        say("BAD translated time");
}

static void say_record(const ompt_record_ompt_t *r) {
    if (r->type == ompt_callback_target_data_op)
        translate_times(r->time, r->record.target_data_op.end_time);
    if (r->type == ompt_callback_target)
        say("record %s %s on %d%s", kind_name(r->record.target.kind),
            r->record.target.endpoint == ompt_scope_begin ? "begins" : "ends", r->record.target.device_num,
            r->target_id && r->target_id == r->record.target.target_id ? "" : " BAD target");
    else if (r->type == ompt_callback_target_data_op)
        say("record %s %zu bytes%s", op_name(r->record.target_data_op.optype), r->record.target_data_op.bytes,
            r->record.target_data_op.end_time >= r->time && r->record.target_data_op.host_op_id ? "" : " BAD time or op");
    else if (r->type == ompt_callback_target_submit)
        say("record submit, %u of %u teams%s", r->record.target_kernel.granted_num_teams,
            r->record.target_kernel.requested_num_teams,
            r->record.target_kernel.end_time > r->time && r->thread_id ? "" : " BAD time or thread");
    else
        say("BAD record");
}

static void on_complete(int device, ompt_buffer_t *buffer, size_t bytes, ompt_buffer_cursor_t at, int owned) {
    say("%zu records of device %d%s", bytes / sizeof(ompt_record_ompt_t), device, owned ? "" : " BAD owner");
    do {
        if (record_type(buffer, at) != ompt_record_ompt)
            say("BAD type of record");
        say_record(record_at(buffer, at));
    } while (advance(traced, buffer, bytes, at, &at));
    free(buffer);
}

static void trace(ompt_device_t *device, ompt_function_lookup_t lookup) {
    ompt_set_trace_ompt_t set = (ompt_set_trace_ompt_t)lookup("ompt_set_trace_ompt");
    ompt_start_trace_t start = (ompt_start_trace_t)lookup("ompt_start_trace");
    ompt_get_device_time_t now = (ompt_get_device_time_t)lookup("ompt_get_device_time");
    translate = (ompt_translate_time_t)lookup("ompt_translate_time");
    ompt_get_device_num_procs_t procs = (ompt_get_device_num_procs_t)lookup("ompt_get_device_num_procs");
    traced = device;
    advance = (ompt_advance_buffer_cursor_t)lookup("ompt_advance_buffer_cursor");
    record_type = (ompt_get_record_type_t)lookup("ompt_get_record_type");
    record_at = (ompt_get_record_ompt_t)lookup("ompt_get_record_ompt");
    double seconds = translate(device, now(device)) - omp_get_wtime();
    if (seconds > 1 || seconds < -1 || procs(device) < 1 || lookup("ompt_no_such_function"))
        say("BAD device");
    if (set(device, 1, 0) != ompt_set_always || set(device, 1, ompt_callback_dispatch) != ompt_set_never)
        say("BAD result of ompt_set_trace_ompt");
    if (!start(device, on_request, on_complete))
        say("BAD start");
}

/* ---- callbacks ---- */
static void on_device_initialize(int device, const char *type, ompt_device_t *d, ompt_function_lookup_t lookup,
                                 const char *documentation) {
    const char *form = getenv("TOOL_FORM");
    say("device %d: %s", device, type);
    if (form && strcmp(form, "records") == 0)
        trace(d, lookup);
}
static void on_device_finalize(int device) { say("device %d ends", device); }
static void on_device_load(int device, const char *file, int64_t offset, void *vma, size_t bytes, void *host,
                           void *address, uint64_t module) {
    say("load on %d%s", device, module ? "" : " BAD module");
}
static void on_device_unload(int device, uint64_t module) { say("unload"); }

static void on_target_emi(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task,
                          ompt_data_t *target_task, ompt_data_t *target, const void *code) {
    if (endpoint == ompt_scope_begin) {
        say("%s on %d%s%s", kind_name(kind), device, task ? "" : " BAD task", code ? "" : " BAD code");
        target->value = ++targets;
        opens(kind_name(kind), target, target->value, code);
    } else
        closes(kind_name(kind), target, target->value, code);
}

static void data_op(const char *suffix, int op, void *src, int from, void *dst, int to, size_t bytes, const void *code) {
    int wants_src = op != ompt_target_data_delete || src, wants_dst = op != ompt_target_data_alloc && op != ompt_target_data_delete;
    say("%s %d -> %d, %zu bytes%s%s%s%s", op_name(op), from, to, bytes, suffix, wants_src && !src && op != ompt_target_data_alloc ? " BAD src" : "",
        wants_dst && !dst ? " BAD dst" : "", code ? "" : " BAD code");
}

static void on_data_op_emi(ompt_scope_endpoint_t endpoint, ompt_data_t *target_task, ompt_data_t *target, ompt_id_t *id,
                           ompt_target_data_op_t op, void *src, int from, void *dst, int to, size_t bytes,
                           const void *code) {
    if (endpoint == ompt_scope_begin) {
        data_op("", op, src, from, dst, to, bytes, code);
        *id = ++ops;
        opens(op_name(op), target, *id, code);
    } else {
        closes(op_name(op), target, *id, code);
        if (op == ompt_target_data_alloc && !dst)
            say("BAD address");
    }
}

static void on_submit_emi(ompt_scope_endpoint_t endpoint, ompt_data_t *target, ompt_id_t *id, unsigned teams) {
    if (endpoint == ompt_scope_begin) {
        say("submit, %u teams", teams);
        *id = ++ops;
        opens("submit", target, *id, NULL);
    } else
        closes("submit", target, *id, NULL);
}

static void map(unsigned n, void **host, void **device, size_t *bytes, unsigned *flags) {
    for (unsigned i = 0; i < n; i++)
        say("map %zu bytes, flags %x%s", bytes[i], flags[i], host[i] && device[i] ? "" : " BAD address");
}

static void on_map_emi(ompt_data_t *target, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags,
                       const void *code) {
    if (!depth || frames[depth - 1].target != target || frames[depth - 1].code != code)
        say("BAD map");
    map(n, host, device, bytes, flags);
}

/* without _emi */
static _Thread_local ompt_id_t inside;
static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task, ompt_id_t target,
                      const void *code) {
    if (endpoint == ompt_scope_end) {
        depth--;
        if (inside != target)
            say("BAD end of %s", kind_name(kind));
        inside = 0;
        return;
    }
    say("%s on %d%s%s", kind_name(kind), device, target ? "" : " BAD target", code ? "" : " BAD code");
    inside = target;
    depth++;
}
static void on_data_op(ompt_id_t target, ompt_id_t id, ompt_target_data_op_t op, void *src, int from, void *dst, int to,
                       size_t bytes, const void *code) {
    data_op(target == inside && id ? "" : " BAD id", op, src, from, dst, to, bytes, code);
}
static void on_submit(ompt_id_t target, ompt_id_t id, unsigned teams) {
    say("submit, %u teams%s", teams, target == inside && id ? "" : " BAD id");
}
static void on_map(ompt_id_t target, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags,
                   const void *code) {
    if (target != inside)
        say("BAD map");
    map(n, host, device, bytes, flags);
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
    ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
    const char *form = getenv("TOOL_FORM");
    int plain = form && strcmp(form, "plain") == 0;
    set(ompt_callback_device_initialize, (ompt_callback_t)on_device_initialize);
    set(ompt_callback_device_finalize, (ompt_callback_t)on_device_finalize);
    set(ompt_callback_device_load, (ompt_callback_t)on_device_load);
    set(ompt_callback_device_unload, (ompt_callback_t)on_device_unload);
    set(plain ? ompt_callback_target : ompt_callback_target_emi, plain ? (ompt_callback_t)on_target : (ompt_callback_t)on_target_emi);
    set(plain ? ompt_callback_target_data_op : ompt_callback_target_data_op_emi, plain ? (ompt_callback_t)on_data_op : (ompt_callback_t)on_data_op_emi);
    set(plain ? ompt_callback_target_submit : ompt_callback_target_submit_emi, plain ? (ompt_callback_t)on_submit : (ompt_callback_t)on_submit_emi);
    set(plain ? ompt_callback_target_map : ompt_callback_target_map_emi, plain ? (ompt_callback_t)on_map : (ompt_callback_t)on_map_emi);
    return 1;
}
static void finalize(ompt_data_t *data) { say("the tool ends"); }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
    static ompt_start_tool_result_t result = {initialize, finalize, {0}};
    return &result;
}
