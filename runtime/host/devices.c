/* devices.c: what devices there are. No driver is touched before the first device construct or routine; then each kind
 * of GANTRY_DEVICES is asked once, in that order. Devices open one by one, when first used. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

static const struct kind {
    const char *name;
    const struct gantry_plugin *plugin; /* NULL: known, but not part of this runtime */
} kinds[] = {
    {"cuda", &gantry_plugin_cuda},
    {"hip", NULL},
    {"emulated", &gantry_plugin_emulated},
};
/* one more kind, defined by tests and out-of-tree plug-ins that are linked into the program */
extern const struct gantry_plugin gantry_plugin_extra __attribute__((weak));

static struct gantry_dev *devices;
static int ndevices;
static struct gantry_err none; /* why there is no device */
static pthread_once_t started = PTHREAD_ONCE_INIT, counted = PTHREAD_ONCE_INIT;
static atomic_bool running, forked, exiting;

bool gantry_exiting(void) { return atomic_load(&exiting); }

static void at_exit(void) { atomic_store(&exiting, true); }

static void in_child(void)
{
    if (ndevices > 0)
        atomic_store(&forked, true);
}

static const struct kind *kind_named(const char *name, size_t n)
{
    static struct kind extra;
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (strlen(kinds[i].name) == n && strncmp(kinds[i].name, name, n) == 0)
            return &kinds[i];
    if (&gantry_plugin_extra && strlen(gantry_plugin_extra.kind) == n &&
        strncmp(gantry_plugin_extra.kind, name, n) == 0) {
        extra = (struct kind){gantry_plugin_extra.kind, &gantry_plugin_extra};
        return &extra;
    }
    return NULL;
}

static void why(const char *kind, const char *reason)
{
    gantry_error_add(&none, "%s%s: %s", none.text[0] ? "; " : "", kind, reason);
}

static void add_devices(const struct gantry_plugin *p, int n)
{
    struct gantry_dev *grown = calloc((size_t)(ndevices + n), sizeof *grown);
    if (!grown)
        gantry_failf(NULL, "out of host memory");
    if (ndevices)
        memcpy(grown, devices, (size_t)ndevices * sizeof *grown);
    free(devices);
    devices = grown;
    for (int i = 0; i < n; i++) {
        devices[ndevices] = (struct gantry_dev){.number = ndevices, .ordinal = i, .plugin = p};
        ndevices++;
    }
}

/* A kind for which the program has no image has no devices; if GANTRY_DEVICES names it, a warning says so. */
static bool kind_has_image(const char *kind)
{
    bool any;
    if (gantry_registry_has_kind(kind, &any) || !any)
        return true;
    why(kind, "this program has no code for it (build with --offload-arch= to add it)");
    if (gantry_settings()->devices_set && gantry_settings()->offload != GANTRY_OFFLOAD_MANDATORY)
        gantry_warn("GANTRY_DEVICES asks for '%s', but this program was built without code for it; add it with "
                    "--offload-arch=%s",
                    kind, strcmp(kind, "cuda") == 0 ? "sm_70" : kind);
    return false;
}

static void ask_kind(const struct kind *k)
{
    struct gantry_err err = {0};
    if (!k->plugin) {
        why(k->name, "not supported by this version of Gantry");
        return;
    }
    if (!kind_has_image(k->name))
        return;
    if (k->plugin->abi != GANTRY_ABI_VERSION)
        gantry_failf(NULL, "the plug-in for '%s' has ABI version %u, this runtime has %u", k->name, k->plugin->abi,
                     GANTRY_ABI_VERSION);
    int n = k->plugin->count(&err);
    if (n > 0)
        add_devices(k->plugin, n);
    else
        why(k->name, n < 0 ? err.text : k->plugin->why_none());
}

static bool is_named_before(const char *list, const char *word, size_t n)
{
    for (const char *s = list; s < word; s += strcspn(s, ", "), s += *s != 0)
        if (strcspn(s, ", ") == n && strncmp(s, word, n) == 0)
            return true;
    return false;
}

static void ask_kinds(void)
{
    const char *list = gantry_knob("DEVICES");
    if (strcmp(list, "none") == 0) {
        why("GANTRY_DEVICES", "none");
        return;
    }
    for (const char *s = list; *s;) {
        size_t n = strcspn(s, ", ");
        const struct kind *k = n ? kind_named(s, n) : NULL;
        if (n && !k)
            gantry_failf(NULL, "GANTRY_DEVICES=%s: '%.*s' is no kind of device; known are cuda, hip, emulated, none",
                         list, (int)n, s);
        if (k && is_named_before(list, s, n)) /* its devices would be in the list twice, with one memory */
            gantry_failf(
                NULL,
                "GANTRY_DEVICES=%s: '%.*s' is there twice; a kind stands for all of its devices (the number of "
                "emulated ones is GANTRY_EMULATED_DEVICES)",
                list, (int)n, s);
        if (k)
            ask_kind(k);
        s += n;
        s += *s != 0;
    }
}

static bool is_asked_for(const char *kind)
{
    size_t n;
    for (const char *s = gantry_knob("DEVICES"); *s; s += n + (s[n] != 0)) {
        n = strcspn(s, ", ");
        if (n == strlen(kind) && strncmp(s, kind, n) == 0)
            return true;
    }
    return false;
}

static bool has_regions(void)
{
    bool any;
    gantry_registry_has_kind("", &any);
    return any;
}

static void count(void)
{
    if (gantry_settings()->offload == GANTRY_OFFLOAD_DISABLED)
        why("OMP_TARGET_OFFLOAD", "disabled");
    else
        ask_kinds();
    pthread_atfork(NULL, NULL, in_child);
}

int gantry_known_devices(void)
{
    if (!has_regions())
        return -1;
    pthread_once(&counted, count);
    return ndevices;
}

static void start(void)
{
    gantry_readers_start();
    pthread_once(&counted, count);
    if (gantry_settings()->offload != GANTRY_OFFLOAD_DISABLED)
        gantry_knobs_check(is_asked_for, has_regions());
    for (int i = 0; i < ndevices; i++) {
        pthread_rwlockattr_t prefer_writer;
        pthread_rwlockattr_init(&prefer_writer);
        pthread_rwlockattr_setkind_np(&prefer_writer, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
        pthread_rwlock_init(&devices[i].present_lock, &prefer_writer);
        pthread_rwlockattr_destroy(&prefer_writer);
        pthread_mutex_init(&devices[i].lock, NULL);
        pthread_mutex_init(&devices[i].moved_lock, NULL);
        pthread_cond_init(&devices[i].moved, NULL);
    }
    atexit(at_exit);
    gantry_display_at_start(ndevices);
    atomic_store(&running, true);
}

int gantry_num_devices(void)
{
    gantry_check_failed(); /* start() may have failed in another thread */
    pthread_once(&started, start);
    return ndevices;
}

const char *gantry_device_kind(int number) { return devices[number].plugin->kind; }

void gantry_why_no_device(struct gantry_err *err)
{
    gantry_error_add(err, "%s", none.text[0] ? none.text : "GANTRY_DEVICES is empty");
}

static int open_device(struct gantry_dev *d, struct gantry_err *err)
{
    int rc = 0;
    pthread_mutex_lock(&d->lock);
    if (!atomic_load(&d->opened)) {
        GANTRY_BEGINS(event, GANTRY_OP_OPEN, d->number);
        gantry_environment_of(d->number);
        rc = d->plugin->open(d->ordinal, &d->handle, err);
        if (rc == 0) {
            d->plugin->props(d->handle, &d->props);
            d->limits = gantry_device_limits(d->number);
            GANTRY_ENDS(event, event.name = d->props.name; event.units = d->props.units);
            atomic_store(&d->opened, true);
        }
    }
    pthread_mutex_unlock(&d->lock);
    return rc;
}

struct gantry_dev *gantry_dev_get(int number, struct gantry_err *err)
{
    if (number < 0 || number >= gantry_num_devices()) {
        gantry_error(err, 0, "there is no device %d; omp_get_num_devices() is %d", number, ndevices);
        return NULL;
    }
    if (atomic_load_explicit(&forked, memory_order_relaxed)) {
        gantry_error(err, 0,
                     "this process was forked after its parent had used a device; devices do not work across "
                     "fork(). Fork before the first device construct or routine, or exec a new program");
        return NULL;
    }
    struct gantry_dev *d = &devices[number];
    if (!atomic_load_explicit(&d->opened, memory_order_acquire) && open_device(d, err))
        return NULL;
    return d;
}

struct gantry_dev *gantry_dev_if_open(int number)
{
    if (!atomic_load(&running) || atomic_load(&forked) || number < 0 || number >= ndevices)
        return NULL;
    return atomic_load_explicit(&devices[number].opened, memory_order_acquire) ? &devices[number] : NULL;
}

int gantry_devices_known(void) { return atomic_load(&running) ? ndevices : 0; }

int gantry_resolve_device(int number)
{
    int n = gantry_num_devices();
    if (number == -1 || number == n)
        return -1;
    return number >= 0 && number < n ? number : -2;
}

/* ---- default-device-var is kept by the host's OpenMP library, per task ---- */
static _Thread_local int own_default = GANTRY_DEVICE_DEFAULT; /* where there is no libomp */

/* ---- what the program requires of them ---- */
static atomic_uint required;

void gantry_requires(uint32_t what) { atomic_fetch_or(&required, what); }

bool gantry_unified_required(void)
{
    return atomic_load_explicit(&required, memory_order_relaxed) & GANTRY_REQUIRES_UNIFIED_MEMORY;
}

void (*gantry_settle)(struct gantry_dev *d);
void (*_Atomic gantry_choose_default)(void);

/* Each thread of the program's own has a default device; those of a team have that of the thread that forms it. */
static void choose(const struct gantry_libomp *libomp)
{
    static _Thread_local bool chosen;
    static atomic_bool any;
    void (*by)(void) = atomic_load_explicit(&gantry_choose_default, memory_order_relaxed);
    if (!by || chosen || (libomp && libomp->omp_in_parallel() && any))
        return;
    any = chosen = true;
    by();
}

int gantry_omp_get_default(void)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    choose(libomp);
    if (libomp)
        return libomp->omp_get_default_device();
    return own_default != GANTRY_DEVICE_DEFAULT ? own_default : gantry_settings()->default_device;
}

void gantry_omp_set_default(int device)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    choose(libomp);
    own_default = device;
    if (libomp)
        libomp->omp_set_default_device(device);
}

int gantry_default_device(void) { return gantry_omp_get_default(); }

/* ---- public queries ---- */
int gantry_device_info(int device, struct gantry_device_info *out)
{
    struct gantry_err err = {0};
    if (device < 0 || device >= gantry_num_devices())
        return -1;
    struct gantry_dev *d = gantry_dev_get(device, &err);
    if (!d)
        gantry_fail(NULL, &err);
    memset(out, 0, sizeof *out);
    out->kind = d->plugin->kind;
    memcpy(out->name, d->props.name, sizeof out->name);
    memcpy(out->arch, d->props.arch, sizeof out->arch);
    memcpy(out->driver, d->props.driver, sizeof out->driver);
    out->memory = d->props.memory;
    out->warp = d->props.warp, out->units = d->props.units;
    out->max_threads = d->props.max_threads, out->shared = d->props.shared;
    return 0;
}

const char *gantry_kind_at(int i, int *n, const char **why_none)
{
    static _Thread_local struct gantry_err err;
    if (i < 0 || (size_t)i >= COUNT_OF(kinds))
        return NULL;
    const struct gantry_plugin *p = kinds[i].plugin;
    *n = p ? p->count(&err) : 0;
    *why_none = *n > 0 ? NULL : !p ? "not supported by this version of Gantry" : *n < 0 ? err.text : p->why_none();
    if (*n < 0)
        *n = 0;
    return kinds[i].name;
}

const char *gantry_version_text(void)
{
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
    return TEXT(GANTRY_VERSION_MAJOR) "." TEXT(GANTRY_VERSION_MINOR) "." TEXT(GANTRY_VERSION_PATCH);
}
