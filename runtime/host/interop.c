/* interop.c: objects through which users call a foreign runtime on one of our devices (OpenMP 5.2, 14.1 and 18.12). The
 * directive is a task that is not deferred: it waits for what its dependences name, and for the stream that the object
 * leads to, so that what comes after it finds the foreign work done. */
#include <stdlib.h>

#include "host.h"

enum { TYPE_TARGETSYNC = 2 }; /* the interop type in Clang's calls */
enum property { TARGETSYNC = -9, CONTEXT, DEVICE, PLATFORM, DEVICE_NUM, VENDOR_NAME, VENDOR, RUNTIME_NAME, RUNTIME };
enum code { NO_VALUE = 1, SUCCESS = 0, EMPTY = -1, OUT_OF_RANGE = -2, TYPE_INT = -3, TYPE_PTR = -4, TYPE_STR = -5 };
enum type { INT, PTR, STR };

struct object {
    struct gantry_dev *dev; /* NULL = the initial device */
    int number;
    struct gantry_foreign foreign;
};

static const struct {
    const char *name, *description;
    enum type type;
} rows[] = {
    {"targetsync", "pointer to the foreign runtime's queue or stream", PTR},
    {"device_context", "pointer to the foreign runtime's context of the device", PTR},
    {"device", "the foreign runtime's number of the device", INT},
    {"platform", "pointer to the foreign runtime's platform", PTR},
    {"device_num", "OpenMP device number, int", INT},
    {"vendor_name", "vendor of the device, string", STR},
    {"vendor", "vendor of the device, int", INT},
    {"fr_name", "name of the foreign runtime, string", STR},
    {"fr_id", "foreign runtime, omp_interop_fr_t", INT},
};

static bool known(int property) { return property >= TARGETSYNC && property <= RUNTIME; }

static bool has_value(const struct object *o, enum property p)
{
    switch (p) {
    case TARGETSYNC:
        return o->foreign.sync;
    case CONTEXT:
        return o->foreign.context;
    case DEVICE:
    case RUNTIME_NAME:
    case RUNTIME:
        return o->foreign.runtime;
    case PLATFORM:
        return false;
    case DEVICE_NUM:
    case VENDOR_NAME:
    case VENDOR:
        break;
    }
    return true;
}

static enum code ask(const struct object *o, int property, enum type wanted)
{
    static const enum code other[] = {TYPE_INT, TYPE_PTR, TYPE_STR};
    if (!o)
        return EMPTY;
    if (!known(property))
        return OUT_OF_RANGE;
    enum type is = rows[property - TARGETSYNC].type;
    if (is != wanted)
        return other[is];
    return has_value(o, (enum property)property) ? SUCCESS : NO_VALUE;
}

static bool answers(const struct object *o, int property, enum type wanted, int *code)
{
    enum code c = ask(o, property, wanted);
    if (code)
        *code = c;
    return c == SUCCESS;
}

/* ---- the routines ---- */
int gantry_interop_count(void *interop)
{
    (void)interop;
    return 0; /* implementation-defined properties: none */
}

intptr_t gantry_interop_int(void *interop, int property, int *code)
{
    const struct object *o = interop;
    if (!answers(o, property, INT, code))
        return 0;
    return property == DEVICE_NUM ? o->number
           : property == VENDOR   ? o->foreign.vendor
           : property == RUNTIME  ? o->foreign.runtime
                                  : o->foreign.device;
}

void *gantry_interop_ptr(void *interop, int property, int *code)
{
    const struct object *o = interop;
    if (!answers(o, property, PTR, code))
        return NULL;
    return property == TARGETSYNC ? o->foreign.sync : o->foreign.context;
}

const char *gantry_interop_str(void *interop, int property, int *code)
{
    const struct object *o = interop;
    if (!answers(o, property, STR, code))
        return NULL;
    return property == VENDOR_NAME ? o->foreign.vendor_name : o->foreign.runtime_name;
}

const char *gantry_interop_name(void *interop, int property)
{
    (void)interop;
    return known(property) ? rows[property - TARGETSYNC].name : NULL;
}

const char *gantry_interop_type(void *interop, int property)
{
    (void)interop;
    return known(property) ? rows[property - TARGETSYNC].description : NULL;
}

const char *gantry_interop_code(void *interop, int code)
{
    static const char *const said[] = {"the property is a string",       "the property is a pointer",
                                       "the property is an int",         "there is no such property",
                                       "the object is omp_interop_none", "good",
                                       "the property has no value here"};
    (void)interop;
    return code >= TYPE_STR && code <= NO_VALUE ? said[code - TYPE_STR] : "something else is wrong";
}

/* ---- the directive ---- */
/* NULL, which is omp_interop_none, where the device has no stream of another runtime's and one is asked for */
static struct object *make(const char *construct, int device, bool sync)
{
    struct gantry_err err = {0};
    gantry_check_failed();
    int number = gantry_resolve_device(device == -1 ? gantry_omp_get_default() : device);
    if (number == -2)
        gantry_failf(NULL, "%s: there is no device %d; omp_get_num_devices() is %d", construct, device,
                     gantry_num_devices());
    struct object *o = calloc(1, sizeof *o);
    if (!o)
        gantry_failf(NULL, "out of host memory");
    o->number = number < 0 ? gantry_num_devices() : number;
    o->dev = number < 0 ? NULL : gantry_dev_get(number, &err);
    o->foreign.vendor_name = "gantry";
    if ((number >= 0 && !o->dev) ||
        (o->dev && o->dev->plugin->foreign && o->dev->plugin->foreign(o->dev->handle, sync, &o->foreign, &err)))
        gantry_failf(NULL, "%s: %s", construct, err.text);
    if (o->dev)
        gantry_dev_settles(o->dev);
    if (sync && !o->foreign.sync) {
        free(o);
        o = NULL;
    }
    return o;
}

void gantry_interop_init(void *where, int32_t thread, void **object, int32_t type, int32_t device, int32_t ndeps,
                         void *deps, int32_t nowait)
{
    (void)nowait;
    gantry_wait_deps(where, thread, ndeps, deps, false);
    *object = make("interop init", device, type == TYPE_TARGETSYNC);
}

static void finish(const char *directive, struct object *o, bool last)
{
    struct gantry_err err = {0};
    if (o && o->foreign.sync && o->dev->plugin->foreign_sync(o->dev->handle, o->foreign.sync, last, &err))
        gantry_failf(NULL, "interop %s: %s", directive, err.text);
}

void gantry_interop_use(void *where, int32_t thread, void **object, int32_t device, int32_t ndeps, void *deps,
                        int32_t nowait)
{
    (void)device, (void)nowait;
    gantry_wait_deps(where, thread, ndeps, deps, false);
    finish("use", *object, false);
}

void gantry_interop_destroy(void *where, int32_t thread, void **object, int32_t device, int32_t ndeps, void *deps,
                            int32_t nowait)
{
    (void)device, (void)nowait;
    gantry_wait_deps(where, thread, ndeps, deps, false);
    finish("destroy", *object, true);
    free(*object);
    *object = NULL;
}

/* ---- append_args (OpenMP 5.2, 7.5.3) ---- */
static struct appended {
    struct appended *next;
    struct object *object;
    int device;
    bool sync;
} *appended; /* one of each kind for each device, shared by all calls */
static pthread_mutex_t appended_lock = PTHREAD_MUTEX_INITIALIZER;

static int number_of(int device) { return device == GANTRY_DEVICE_DEFAULT ? gantry_omp_get_default() : device; }

void *gantry_appended(int sync, int device)
{
    int number = number_of(device);
    pthread_mutex_lock(&appended_lock);
    struct appended *a = appended;
    while (a && !(a->device == number && a->sync == (sync != 0)))
        a = a->next;
    if (!a) {
        struct object *o = make("append_args", number, sync);
        if (!(a = malloc(sizeof *a)))
            gantry_failf(NULL, "out of host memory");
        *a = (struct appended){appended, o, number, sync != 0};
        appended = a;
    }
    pthread_mutex_unlock(&appended_lock);
    return a->object;
}

/* The call is over: what it gave to the streams is done. */
void gantry_appended_over(int device)
{
    int number = number_of(device);
    pthread_mutex_lock(&appended_lock);
    struct appended *first = appended;
    pthread_mutex_unlock(&appended_lock);
    for (struct appended *a = first; a; a = a->next)
        if (a->device == number)
            finish("append_args", a->object, false);
}
