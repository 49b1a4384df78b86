/* timeline.c: every event as a slice of a trace in the JSON format that Perfetto and chrome://tracing read. A process
 * of the trace for the host, with a lane per host thread, and one for each device; an arrow leads from the call of a
 * launch to the kernel. Events are written as they come, so that a program that ends in any way leaves its trace. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "profile.h"

enum { HOST_PID = 1, DEVICE_PID = 100, MOST_LANES = 1024 };

static FILE *out;
static const char *file_name;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long long arrows;
static bool thread_named[MOST_LANES], device_named[MOST_LANES];

static void put_string(const char *s)
{
    putc('"', out);
    for (; *s; s++)
        if (*s == '"' || *s == '\\')
            fprintf(out, "\\%c", *s);
        else if ((unsigned char)*s < ' ')
            fprintf(out, "\\u%04x", (unsigned)*s);
        else
            putc(*s, out);
    putc('"', out);
}

static void put_field(const char *key, const char *value)
{
    if (!value)
        return;
    fprintf(out, ",\"%s\":", key);
    put_string(value);
}

static void put_name(const char *what, int pid, unsigned tid, const char *name)
{
    fprintf(out, ",\n{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%d,\"tid\":%u,\"args\":{\"name\":", what, pid, tid);
    put_string(name);
    fputs("}}", out);
}

static void name_lanes(const struct gantry_event *e)
{
    char name[64];
    if (e->thread < MOST_LANES && !thread_named[e->thread]) {
        thread_named[e->thread] = true;
        if (gantry_queue_here())
            snprintf(name, sizeof name, "queue %u", gantry_queue_here());
        else
            snprintf(name, sizeof name, "host thread %u", e->thread);
        put_name("thread_name", HOST_PID, e->thread, name);
    }
    if (e->device >= 0 && e->device < MOST_LANES && !device_named[e->device]) {
        device_named[e->device] = true;
        snprintf(name, sizeof name, "device %d", e->device);
        put_name("process_name", DEVICE_PID + e->device, 0, name);
    }
}

static void put_arguments(const struct gantry_event *e)
{
    fprintf(out, ",\"args\":{\"operation\":\"%s\"", gantry_op_name(e->op));
    if (e->bytes)
        fprintf(out, ",\"bytes\":%llu", (unsigned long long)e->bytes);
    if (e->grid)
        fprintf(out, ",\"teams\":%u,\"threads\":%u,\"lanes\":%u", e->grid->teams, e->grid->threads,
                e->grid->info->group);
    if (e->where && e->where->file) {
        put_field("file", e->where->file);
        fprintf(out, ",\"line\":%d", e->where->line);
        put_field("function", e->where->func);
    }
    fputs("}}", out);
}

static void put_slice(const struct gantry_event *e, int pid, unsigned tid, const char *name)
{
    fprintf(out, ",\n{\"ph\":\"X\",\"pid\":%d,\"tid\":%u,\"ts\":%.3f,\"dur\":%.3f,\"cat\":\"%s\",\"name\":", pid, tid,
            e->begin, e->end - e->begin, gantry_op_name(e->op));
    put_string(name);
    put_arguments(e);
}

static void put_arrow(const struct gantry_event *e)
{
    arrows++;
    fprintf(out,
            ",\n{\"ph\":\"s\",\"id\":%llu,\"pid\":%d,\"tid\":%u,\"ts\":%.3f,\"cat\":\"launch\",\"name\":\"launch\"}",
            arrows, HOST_PID, e->thread, e->begin);
    fprintf(out,
            ",\n{\"ph\":\"f\",\"bp\":\"e\",\"id\":%llu,\"pid\":%d,\"tid\":%u,\"ts\":%.3f,\"cat\":\"launch\","
            "\"name\":\"launch\"}",
            arrows, DEVICE_PID + e->device, e->thread, e->begin);
}

/* Reader of events. What a device does is a slice of its own; the call that waits for it one of the host thread. */
void timeline_note(const struct gantry_event *e)
{
    const char *name = e->name ? e->name : gantry_op_name(e->op);
    pthread_mutex_lock(&lock);
    if (out) {
        name_lanes(e);
        put_slice(e, HOST_PID, e->thread, e->op == GANTRY_OP_HOST ? name : gantry_op_name(e->op));
        if (e->device >= 0)
            put_slice(e, DEVICE_PID + e->device, e->thread, name);
        if (e->op == GANTRY_OP_LAUNCH)
            put_arrow(e);
    }
    pthread_mutex_unlock(&lock);
}

void timeline_write(void)
{
    pthread_mutex_lock(&lock);
    fputs("\n]}\n", out);
    if (fclose(out) != 0)
        gantry_warn("GANTRY_PROFILE=%s cannot be written: %s", file_name, strerror(errno));
    out = NULL;
    pthread_mutex_unlock(&lock);
}

void timeline_start(const char *path)
{
    char program[64];
    if (out)
        return;
    file_name = path;
    if (!(out = fopen(path, "w"))) {
        gantry_warn("GANTRY_PROFILE=%s cannot be written: %s", path, strerror(errno));
        return;
    }
    snprintf(program, sizeof program, "host, process %ld", (long)getpid());
    fputs("{\"displayTimeUnit\":\"ms\",\"otherData\":{\"gantry_trace\":1},\"traceEvents\":[\n"
          "{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":1,\"tid\":0,\"args\":{\"sort_index\":0}}",
          out);
    put_name("process_name", HOST_PID, 0, program);
    gantry_read_events(timeline_note);
    gantry_at_end(timeline_write);
}
