/* records.c: device tracing (OpenMP 5.2, 19.6): what happened on a device is put into buffers of the tool's, and given
 * to it when they are full, or when it asks. Devices of every kind have it; times are those of the host's calls, which
 * wait for the device. */
#include <string.h>

#include "ompt.h"
#include "profile.h"

enum { MOST_DEVICES = 256, SET_NEVER = 1, SET_ALWAYS = 5, RECORD_OMPT = 1, RECORD_INVALID = 3 };
typedef void request_buffer(int device, void **buffer, size_t *bytes);
typedef void complete_buffer(int device, void *buffer, size_t bytes, uint64_t begin, int owned);
static struct trace {
    pthread_mutex_t lock;
    request_buffer *request;
    complete_buffer *complete;
    unsigned types; /* 1 << OMPT_TARGET … */
    bool paused;
    uint32_t units; /* of the device */
    char *buffer;
    size_t room, used;
    bool lost; /* records, for want of room: said */
} traces[MOST_DEVICES] = {[0 ... MOST_DEVICES - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}};

static int number_of(const struct trace *t) { return (int)(t - traces); }

void records_opened(int device, uint32_t units) { traces[device].units = units; }

void *records_device(int device) { return device >= 0 && device < MOST_DEVICES ? &traces[device] : NULL; }

/* The buffer, if anything is in it, goes to the tool. */
static void hand_over(struct trace *t)
{
    pthread_mutex_lock(&t->lock);
    char *buffer = t->used ? t->buffer : NULL;
    size_t used = t->used;
    complete_buffer *complete = t->complete;
    if (buffer)
        t->buffer = NULL, t->used = t->room = 0;
    pthread_mutex_unlock(&t->lock);
    if (buffer && complete)
        complete(number_of(t), buffer, used, 0, 1);
}

int records_wanted(int device, int type)
{
    struct trace *t = records_device(device);
    return t && t->request && !t->paused && t->types >> type & 1;
}

void records_add(int device, const struct ompt_record *r)
{
    struct trace *t = records_device(device);
    bool full = true;
    pthread_mutex_lock(&t->lock);
    if (!t->buffer && t->request) {
        void *buffer = NULL;
        t->request(device, &buffer, &t->room);
        t->buffer = buffer;
    }
    if (t->buffer && t->room < sizeof *r && !t->lost)
        gantry_warn("an OpenMP tool's buffer of %zu bytes is too small for a record of device %d, of %zu bytes: its "
                    "records are "
                    "lost",
                    t->room, device, sizeof *r);
    t->lost |= t->buffer && t->room < sizeof *r;
    if (t->buffer && t->room - t->used >= sizeof *r) {
        memcpy(t->buffer + t->used, r, sizeof *r);
        t->used += sizeof *r;
        full = t->room - t->used < sizeof *r;
    }
    pthread_mutex_unlock(&t->lock);
    if (full)
        hand_over(t);
}

static int stop_trace(struct trace *t)
{
    bool started = t->request != NULL;
    pthread_mutex_lock(&t->lock);
    t->request = NULL;
    pthread_mutex_unlock(&t->lock);
    hand_over(t);
    return started;
}

void records_end(void)
{
    for (int i = 0; i < MOST_DEVICES; i++)
        stop_trace(&traces[i]);
}

/* ---- what the tool calls ---- */
static int num_procs(struct trace *t) { return (int)t->units; }

static uint64_t device_time(struct trace *t)
{
    (void)t;
    return (uint64_t)(gantry_now() * 1e3);
}

static double ahead; /* seconds, of omp_get_wtime before device_time: found once, so that times keep their order */

static void compare_clocks(void)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    double now = libomp && libomp->omp_get_wtime ? libomp->omp_get_wtime() : 0;
    ahead = now - gantry_now() * 1e-6;
}

/* to the time of omp_get_wtime */
static double translate_time(struct trace *t, uint64_t time)
{
    static pthread_once_t compared = PTHREAD_ONCE_INIT;
    (void)t;
    pthread_once(&compared, compare_clocks);
    return ahead + (double)time * 1e-9;
}

static int set_trace(struct trace *t, unsigned enable, unsigned type)
{
    const unsigned all = 1u << OMPT_TARGET | 1u << OMPT_DATA_OP | 1u << OMPT_SUBMIT;
    unsigned some = type == 0 ? all : type < 32 ? all & 1u << type : 0;
    t->types = enable ? t->types | some : t->types & ~some;
    return some ? SET_ALWAYS : SET_NEVER;
}

static int set_native(struct trace *t, int enable, int flags)
{
    (void)t, (void)enable, (void)flags;
    return SET_NEVER;
}

static int start_trace(struct trace *t, request_buffer *request, complete_buffer *complete)
{
    if (!request || !complete)
        return 0;
    pthread_mutex_lock(&t->lock);
    t->complete = complete;
    t->request = request;
    t->paused = false;
    pthread_mutex_unlock(&t->lock);
    return 1;
}

static int pause_trace(struct trace *t, int begin)
{
    t->paused = begin;
    return t->request != NULL;
}

static int flush_trace(struct trace *t)
{
    hand_over(t);
    return t->request != NULL;
}

/* A cursor is the offset of a record. */
static int advance(struct trace *t, void *buffer, size_t size, uint64_t current, uint64_t *next)
{
    (void)t, (void)buffer;
    *next = current + sizeof(struct ompt_record);
    return *next + sizeof(struct ompt_record) <= size;
}

static int record_type(void *buffer, uint64_t current)
{
    (void)current;
    return buffer ? RECORD_OMPT : RECORD_INVALID;
}

static void *record_at(void *buffer, uint64_t current) { return (char *)buffer + current; }

static void *no_record(void *buffer, uint64_t current, uint64_t *op)
{
    (void)buffer, (void)current, (void)op;
    return NULL;
}

static void *no_abstract(void *native)
{
    (void)native;
    return NULL;
}

void *records_lookup(const char *name)
{
    static const struct {
        const char *name;
        void (*f)(void);
    } rows[] = {
        {"ompt_get_device_num_procs", (void (*)(void))num_procs},
        {"ompt_get_device_time", (void (*)(void))device_time},
        {"ompt_translate_time", (void (*)(void))translate_time},
        {"ompt_set_trace_ompt", (void (*)(void))set_trace},
        {"ompt_set_trace_native", (void (*)(void))set_native},
        {"ompt_start_trace", (void (*)(void))start_trace},
        {"ompt_pause_trace", (void (*)(void))pause_trace},
        {"ompt_flush_trace", (void (*)(void))flush_trace},
        {"ompt_stop_trace", (void (*)(void))stop_trace},
        {"ompt_advance_buffer_cursor", (void (*)(void))advance},
        {"ompt_get_record_type", (void (*)(void))record_type},
        {"ompt_get_record_ompt", (void (*)(void))record_at},
        {"ompt_get_record_native", (void (*)(void))no_record},
        {"ompt_get_record_abstract", (void (*)(void))no_abstract},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (strcmp(rows[i].name, name) == 0)
            return *(void *const *)&rows[i].f;
    return NULL;
}
