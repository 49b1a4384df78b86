/* ompt_end.c: an OpenMP tool that says what it is told of numbers of devices, which callbacks it will get, and what
 * comes before and after its end. TOOL=less asks for no callback but target, TOOL=small has buffers too small for a
 * record, TOOL=none is no tool. */
#include <omp-tools.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ompt_finalize_tool_t stop;
static ompt_set_callback_t set;
static int ended, small, records;
static ompt_device_t *traced;
static ompt_flush_trace_t flush;

static void say(const char *what, int number)
{
    fprintf(stderr, "%s %d%s\n", what, number, ended ? " BAD: the tool has ended" : "");
}

static void on_request(int device, ompt_buffer_t **buffer, size_t *bytes)
{
    *bytes = small ? sizeof(ompt_record_ompt_t) - 1 : 100 * sizeof(ompt_record_ompt_t);
    *buffer = malloc(*bytes);
}

static void on_complete(int device, ompt_buffer_t *buffer, size_t bytes, ompt_buffer_cursor_t at, int owned)
{
    records += (int)(bytes / sizeof(ompt_record_ompt_t));
    say(bytes ? "records of" : "BAD: no records of", device);
    free(buffer);
}

static void on_device(int device, const char *type, ompt_device_t *d, ompt_function_lookup_t lookup, const char *text)
{
    ompt_set_trace_ompt_t trace = (ompt_set_trace_ompt_t)lookup("ompt_set_trace_ompt");
    ompt_start_trace_t start = (ompt_start_trace_t)lookup("ompt_start_trace");
    say("device", device);
    trace(d, 1, 0);
    start(d, on_request, on_complete);
}

static void on_end(int device) { say("end of device", device); }

static void on_load(int device, const char *file, int64_t offset, void *vma, size_t bytes, void *host, void *address,
                    uint64_t module)
{
    int none = !file && offset == -1 && vma == (void *)~0ul && address == (void *)~0ul;
    say(none && (bytes ? host != (void *)~0ul : host == (void *)~0ul) ? "code on" : "BAD: code on", device);
}

static void on_unload(int device, uint64_t module) { say("no code on", device); }

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task,
                      ompt_data_t *target_task, ompt_data_t *target, const void *code)
{
    if (endpoint == ompt_scope_begin)
        say("target on", device);
}

static void on_map(ompt_data_t *target, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags,
                   const void *code)
{
    say("maps", (int)n);
}

static void check(const char *name, ompt_callbacks_t event, ompt_callback_t callback, ompt_set_result_t expected)
{
    int result = set(event, callback);
    if (result != (int)expected)
        fprintf(stderr, "BAD: result %d for %s\n", result, name);
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
    const char *form = getenv("TOOL");
    set = (ompt_set_callback_t)lookup("ompt_set_callback");
    stop = (ompt_finalize_tool_t)lookup("ompt_finalize_tool");
    small = form && strcmp(form, "small") == 0;
    say("initial device", device);
#define CHECK(NAME, CALLBACK) check(#NAME, ompt_callback_##NAME, (ompt_callback_t)CALLBACK, ompt_set_always)
    CHECK(target_emi, on_target);
    if (form && strcmp(form, "less") == 0)
        return 1;
    CHECK(device_initialize, on_device);
    CHECK(device_finalize, on_end);
    CHECK(device_load, on_load);
    CHECK(device_unload, on_unload);
    CHECK(target_map, NULL);
    CHECK(target_map_emi, on_map);
    check("no callback", (ompt_callbacks_t)1000, (ompt_callback_t)on_end, ompt_set_error);
    data->value = 42;
    return 1;
}

static void finalize(ompt_data_t *data)
{
    if (data->value != 42 && !getenv("TOOL"))
        say("BAD: data", 0);
    say("end of the tool after records:", records > 0);
    ended = 1;
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime)
{
    static ompt_start_tool_result_t result = {initialize, finalize, {0}};
    return getenv("TOOL") && strcmp(getenv("TOOL"), "none") == 0 ? NULL : &result;
}

void tool_stop(void);
void tool_stop(void) { stop(); }
