/* acc_devices.c: OpenACC's routines about devices (3.3, 3.2.1 to 3.2.9), and its environment variables. The current
 * device is OpenMP's default device; a type of OpenACC is a set of kinds of devices, in which its devices have numbers
 * of their own. An emulated device stands in for one of NVIDIA's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "host.h"

enum type { CURRENT = -1, NONE = 0, DEFAULT = 1, HOST = 2, NOT_HOST = 4, NVIDIA = 5, RADEON = 8 }; /* acc_device_t */
enum { MEMORY = 1, FREE_MEMORY, SHARED_MEMORY, NAME = 65, VENDOR, DRIVER };                        /* acc_property_t */

static const struct row {
    enum type type;
    const char *name, *word; /* acc_device_…; in ACC_DEVICE_TYPE */
    const char *kinds[3];    /* of devices; none: all */
} rows[] = {
    {CURRENT, "current", NULL, {NULL}},         {NONE, "none", NULL, {""}},
    {DEFAULT, "default", "default", {NULL}},    {HOST, "host", "host", {""}},
    {NOT_HOST, "not_host", "not_host", {NULL}}, {NVIDIA, "nvidia", "nvidia", {"cuda", "emulated"}},
    {RADEON, "radeon", "radeon", {"hip"}},
};

static const struct row *row_of(const char *routine, int type)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if ((int)rows[i].type == type)
            return &rows[i];
    struct gantry_acc_call c = gantry_acc_called(routine);
    gantry_fail_as(&c.at, GANTRY_ERR_ARGUMENT, "%s: %d is no acc_device_t", routine, type);
}

static bool is_of(const struct row *r, int device)
{
    const char *kind = gantry_device_kind(device);
    for (size_t i = 0; i < COUNT_OF(r->kinds) && r->kinds[i]; i++)
        if (strcmp(r->kinds[i], kind) == 0)
            return true;
    return !r->kinds[0];
}

/* the n-th device of the type; -1: there is none */
static int nth(const struct row *r, int n)
{
    for (int i = 0; i < gantry_num_devices(); i++)
        if (is_of(r, i) && n-- == 0)
            return i;
    return -1;
}

static int count(const struct row *r)
{
    int n = 0;
    for (int i = 0; i < gantry_num_devices(); i++)
        n += is_of(r, i);
    return n;
}

static int current(void)
{
    gantry_acc_file();
    return gantry_resolve_device(gantry_omp_get_default());
}

static enum type type_of(int device)
{
    for (size_t i = 0; device >= 0 && i < COUNT_OF(rows); i++)
        if (rows[i].kinds[0] && is_of(&rows[i], device))
            return rows[i].type;
    return device >= 0 ? NOT_HOST : HOST;
}

/* what the current device and the default type are */
static const struct row *real(const char *routine, int type)
{
    const struct row *r = row_of(routine, type);
    if (type == CURRENT)
        return row_of(routine, type_of(current()));
    if (type == DEFAULT)
        return row_of(routine, gantry_num_devices() ? NOT_HOST : HOST);
    return r;
}

/* ---- the current device ---- */
static _Noreturn void no_such(const struct gantry_acc_call *c, const struct row *r, int n)
{
    gantry_fail_as(&c->at, GANTRY_ERR_NO_DEVICE,
                   "%s: there is no device %d of type acc_device_%s; acc_get_num_devices(acc_device_%s) is %d",
                   c->routine, n, r->name, r->name, r->type == HOST ? 1 : count(r));
}

/* A program that finds no device at all runs on the host, as regions do (OMP_TARGET_OFFLOAD). */
static void warn_once(const struct gantry_acc_call *c, const struct row *r)
{
    static atomic_flag warned = ATOMIC_FLAG_INIT;
    struct gantry_err err = {0};
    if (r->type == NOT_HOST || gantry_settings()->offload == GANTRY_OFFLOAD_DISABLED ||
        atomic_flag_test_and_set(&warned))
        return;
    gantry_why_no_device(&err);
    gantry_warn("%s: there is no device of type acc_device_%s (%s): the host is used", c->routine, r->name, err.text);
}

/* the number among all devices; -1: the host */
static int device_of(const struct gantry_acc_call *c, int n, int type)
{
    const struct row *r = real(c->routine, type);
    if (type == CURRENT)
        return current();
    if (r->type == NONE)
        gantry_fail_as(&c->at, GANTRY_ERR_DEVICE_TYPE, "%s: acc_device_none has no devices", c->routine);
    if (n < 0)
        n = 0;
    if (r->type == HOST && n == 0)
        return -1;
    if (r->type != HOST && gantry_num_devices() == 0) {
        warn_once(c, r);
        return -1;
    }
    int device = r->type == HOST ? -1 : nth(r, n);
    if (device < 0)
        no_such(c, r, n);
    return device;
}

static void set(int device) { gantry_omp_set_default(device < 0 ? gantry_num_devices() : device); }

int gantry_acc_type_of(int device, int *number)
{
    *number = device;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (!rows[i].kinds[0] || !*rows[i].kinds[0] || !is_of(&rows[i], device))
            continue;
        *number = 0;
        for (int k = 0; k < device; k++)
            *number += is_of(&rows[i], k);
        return rows[i].type;
    }
    return NOT_HOST;
}

/* ---- ACC_DEVICE_TYPE, ACC_DEVICE_NUM: what the default device is in the beginning ---- */
static const struct row *row_named(const char *word)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].word && strcasecmp(rows[i].word, word) == 0)
            return &rows[i];
    gantry_failf(NULL, "ACC_DEVICE_TYPE=%s: known are nvidia, radeon, host, not_host and default", word);
}

static void choose(void)
{
    const char *word = getenv("ACC_DEVICE_TYPE"), *number = getenv("ACC_DEVICE_NUM");
    struct gantry_acc_call c = {.routine = word && *word ? "ACC_DEVICE_TYPE" : "ACC_DEVICE_NUM"};
    const struct row *r = word && *word ? row_named(word) : row_of(c.routine, DEFAULT);
    uint64_t n = 0;
    if (number && *number && (!gantry_parse_number(number, &n) || n > INT32_MAX))
        gantry_failf(NULL, "ACC_DEVICE_NUM=%s: no number of a device", number);
    set(device_of(&c, (int)n, r->type));
}

void gantry_acc_file(void)
{
    atomic_store(&gantry_speaks_openacc, true);
    const char *word = getenv("ACC_DEVICE_TYPE"), *number = getenv("ACC_DEVICE_NUM");
    if ((word && *word) || (number && *number))
        atomic_store(&gantry_choose_default, choose);
}

int gantry_acc_get_num_devices(int type)
{
    const struct row *r = real("acc_get_num_devices", type);
    return r->type == HOST ? 1 : r->type == NONE ? 0 : count(r);
}

void gantry_acc_set_device_type(int type)
{
    struct gantry_acc_call c = gantry_acc_called("acc_set_device_type");
    set(device_of(&c, 0, type));
}

int gantry_acc_get_device_type(void) { return type_of(current()); }

void gantry_acc_set_device_num(int n, int type)
{
    struct gantry_acc_call c = gantry_acc_called("acc_set_device_num");
    set(device_of(&c, n, type));
}

int gantry_acc_get_device_num(int type)
{
    const struct row *r = real("acc_get_device_num", type);
    int device = current(), n = 0;
    if (device < 0 || !is_of(r, device))
        return 0;
    for (int i = 0; i < device; i++)
        n += is_of(r, i);
    return n;
}

/* ---- the state of a device ---- */
static struct gantry_dev *opened(const struct gantry_acc_call *c, int device)
{
    struct gantry_err err = {0};
    struct gantry_dev *d = gantry_dev_get(device, &err);
    if (!d)
        gantry_failf(&c->at, "%s: %s", c->routine, err.text);
    return d;
}

enum { NO_NUMBER = -1 };

/* What is initialised is the current device from then on (2.14.1). A type alone leaves a device of that type current.
 */
static void init(const struct gantry_acc_call *c, int n, int type)
{
    const struct row *r = real(c->routine, type);
    int device = current();
    bool stays = n == NO_NUMBER && r->type != NONE && (device < 0 ? r->type == HOST : is_of(r, device));
    if (!stays)
        device = device_of(c, n, type);
    set(device);
    if (device >= 0)
        opened(c, device);
}

void gantry_acc_init(int type)
{
    struct gantry_acc_call c = gantry_acc_called("acc_init");
    init(&c, NO_NUMBER, type);
}

void gantry_acc_init_device(int n, int type)
{
    struct gantry_acc_call c = gantry_acc_called("acc_init_device");
    init(&c, n, type);
}

/* What is mapped stays; a device that is used again works as before. */
static void shut(int device)
{
    enum { SOFT = 1 };
    gantry_acc_wait_all();
    if (device >= 0)
        gantry_omp_pause(SOFT, device);
}

static void shut_all(const struct row *r)
{
    for (int i = 0; i < count(r); i++)
        shut(nth(r, i));
}

void gantry_acc_shutdown(int type) { shut_all(real("acc_shutdown", type)); }

void gantry_acc_shutdown_device(int n, int type)
{
    struct gantry_acc_call c = {.routine = "acc_shutdown_device"};
    shut(device_of(&c, n, type));
}

/* The directives set, init and shutdown, and wait(devnum:), which asks for a device that there is; type 0: they say
 * none, which is the current one. */
void gantry_acc_choose(int what, int has_number, int number, int type, const struct gantry_loc *at)
{
    enum { SET, INIT, SHUTDOWN, WAIT };
    static const char *const words[] = {
        [SET] = "acc set", [INIT] = "acc init", [SHUTDOWN] = "acc shutdown", [WAIT] = "acc wait"};
    struct gantry_acc_call c = {.routine = words[what], .at = *at};
    int n = has_number ? number : what == INIT ? NO_NUMBER : 0;
    if (type == NONE) /* where there is no device at all, the host is used in place of one */
        type = gantry_num_devices() ? (int)type_of(current()) : NOT_HOST;
    if (what == INIT)
        init(&c, n, type);
    else if (what == SET)
        set(device_of(&c, n, type));
    else if (has_number) {
        int device = device_of(&c, n, type);
        if (what == SHUTDOWN)
            shut(device);
    } else
        shut_all(real(c.routine, type));
}

/* ---- properties ---- */
static size_t host_memory(int pages)
{
    long n = sysconf(pages), size = sysconf(_SC_PAGESIZE);
    return n > 0 && size > 0 ? (size_t)n * (size_t)size : 0;
}

size_t gantry_acc_get_property(int n, int type, int property)
{
    struct gantry_acc_call c = {.routine = "acc_get_property"};
    int device = device_of(&c, n, type);
    if (device < 0)
        return property == MEMORY          ? host_memory(_SC_PHYS_PAGES)
               : property == FREE_MEMORY   ? host_memory(_SC_AVPHYS_PAGES)
               : property == SHARED_MEMORY ? 1
                                           : 0;
    const struct gantry_dev *d = opened(&c, device);
    uint64_t used = gantry_present_bytes(device, NULL);
    return property == MEMORY          ? d->props.memory
           : property == FREE_MEMORY   ? d->props.memory - (used < d->props.memory ? used : d->props.memory)
           : property == SHARED_MEMORY ? d->props.unified
                                       : 0;
}

const char *gantry_acc_get_property_string(int n, int type, int property)
{
    struct gantry_acc_call c = {.routine = "acc_get_property_string"};
    int device = device_of(&c, n, type);
    const struct gantry_dev *d = device < 0 ? NULL : opened(&c, device);
    bool nvidia = d && strcmp(d->plugin->kind, "cuda") == 0;
    return property == NAME     ? (d ? d->props.name : "host")
           : property == VENDOR ? (nvidia ? "NVIDIA" : "Gantry")
           : property == DRIVER ? (d ? d->props.driver : gantry_version_text())
                                : NULL;
}

/* num_gangs, num_workers or vector_length of a compute construct, which runs on the device */
void gantry_acc_number(const char *clause, long n, const struct gantry_loc *at)
{
    if (n < 1)
        gantry_fail_as(at, GANTRY_ERR_ARGUMENT, "%s(%ld): the number must be positive", clause, n);
}

/* ---- queues of a device: a queue is one of all devices ---- */
int gantry_acc_device(const struct gantry_acc_call *c, int n) { return device_of(c, n, type_of(current())); }

static struct gantry_acc_call called_on(const char *routine, int n)
{
    struct gantry_acc_call c = gantry_acc_called(routine);
    gantry_acc_device(&c, n);
    return c;
}

int gantry_acc_async_test_device(int queue, int n)
{
    struct gantry_acc_call c = called_on("acc_async_test_device", n);
    return gantry_acc_is_over(&c, queue);
}

int gantry_acc_async_test_all_device(int n)
{
    called_on("acc_async_test_all_device", n);
    return gantry_acc_async_test_all();
}

void gantry_acc_wait_device(int queue, int n)
{
    struct gantry_acc_call c = called_on("acc_wait_device", n);
    gantry_acc_queue_of(&c);
    gantry_acc_wait_for(queue);
}

void gantry_acc_wait_device_async(int queue, int follower, int n)
{
    struct gantry_acc_call c = called_on("acc_wait_device_async", n);
    gantry_acc_follow(&c, queue, follower);
}

void gantry_acc_wait_all_device(int n)
{
    called_on("acc_wait_all_device", n);
    gantry_acc_wait_all();
}

void gantry_acc_wait_all_device_async(int follower, int n)
{
    struct gantry_acc_call c = called_on("acc_wait_all_device_async", n);
    gantry_acc_follow_all(&c, follower);
}

int gantry_acc_wait_any_device(int n, int queues[], int device)
{
    struct gantry_acc_call c = called_on("acc_wait_any_device", device);
    return gantry_acc_first_over(&c, n, queues);
}
