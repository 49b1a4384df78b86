/* api.c: the OpenMP routines about devices (OpenMP 5.2, 18.7 and 18.8). Memory routines run at once; their
 * _async forms first wait for the tasks that their dependences name.
 *
 * Results follow the standard: routines that return int give 0 for success; a device number that does not
 * exist is an error of the caller and is reported. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gantry_checker.h"
#include "host.h"

static struct gantry_dev *device_of(const char *routine, int number)
{
    struct gantry_err err = {0};
    struct gantry_dev *d = gantry_dev_get(number, &err);
    if (d && gantry_load_variables(d, &err) == 0) {
        gantry_dev_settles(d);
        return d;
    }
    gantry_failf(NULL, "%s: %s", routine, err.text);
}

/* Ends the program. Faults of its own are findings, at the place of the call where that is known. */
_Noreturn static void fail(const char *routine, struct gantry_err *err, const void *caller)
{
    char text[1200];
    struct gantry_loc at = {0};
    snprintf(text, sizeof text, "%s: %s", routine, err->text);
    if (err->code < 0 && gantry_checker && gantry_checker->place)
        at = gantry_checker->place(caller);
    gantry_tell_fault(err, text, NULL, &at);
    gantry_failf(&at, "%s: %s", routine, err->text);
}

/* -1 = host, else a device number; anything else ends the program with the routine's name */
static int number_of(const char *routine, int number)
{
    gantry_check_failed();
    int n = gantry_num_devices(), resolved = gantry_resolve_device(number);
    if (resolved != -2)
        return resolved;
    gantry_failf(NULL, "%s: there is no device %d; omp_get_num_devices() is %d, the host is device %d", routine, number,
                 n, n);
}

int gantry_omp_num_devices(void) { return gantry_num_devices(); }
int gantry_omp_initial_device(void) { return gantry_num_devices(); }
int gantry_omp_device_num(void)
{
    return gantry_num_devices();
} /* on the host; calls inside regions go to the device
   * runtime (runtime/device/api.c) */
int gantry_omp_is_initial(void) { return 1; }

/* ---- memory ---- */
void *gantry_routine_alloc(const char *routine, const void *caller, size_t size, int device)
{
    struct gantry_err err = {0};
    uint64_t addr = 0;
    int number = number_of(routine, device);
    if (size == 0)
        return NULL;
    if (number < 0)
        return malloc(size);
    struct gantry_dev *d = device_of(routine, number);
    GANTRY_BEGINS(event, GANTRY_OP_ALLOC, number, .bytes = size, .name = routine, .code = caller);
    bool failed = d->plugin->alloc(d->handle, size, routine, NULL, &addr, &err) != 0;
    GANTRY_ENDS(event, event.address = addr; event.failed = failed);
    if (failed)
        return NULL;
    if (d->plugin->taken)
        d->plugin->taken(d->handle, addr, caller);
    GANTRY_TELL(device_block, number, addr, size, caller);
    return (void *)(uintptr_t)addr;
}

void *gantry_omp_alloc(size_t size, int device)
{
    return gantry_routine_alloc("omp_target_alloc", __builtin_return_address(0), size, device);
}

static const char *allocator_of(const char *routine)
{
    return strcmp(routine, "acc_free") == 0 ? "acc_malloc" : "omp_target_alloc";
}

void gantry_routine_free(const char *routine, const void *caller, void *ptr, int device)
{
    struct gantry_err err = {0};
    int number = number_of(routine, device);
    if (!ptr)
        return;
    if (number < 0) {
        free(ptr);
        return;
    }
    struct gantry_dev *d = device_of(routine, number);
    GANTRY_BEGINS(event, GANTRY_OP_FREE, number, .name = allocator_of(routine), .code = caller,
                  .address = (uint64_t)(uintptr_t)ptr);
    if (d->plugin->free(d->handle, (uint64_t)(uintptr_t)ptr, &err)) {
        char call[64];
        snprintf(call, sizeof call, "%s on device %d", routine, number);
        fail(call, &err, caller);
    }
    GANTRY_TELL(device_block, number, (uint64_t)(uintptr_t)ptr, 0, caller);
    GANTRY_ENDS(event);
}

void gantry_omp_free(void *ptr, int device)
{
    gantry_routine_free("omp_target_free", __builtin_return_address(0), ptr, device);
}

int gantry_omp_is_present(const void *ptr, int device)
{
    uint64_t addr;
    int number = number_of("omp_target_is_present", device);
    if (!ptr)
        return 0;
    return number < 0 || gantry_translate(device_of("omp_target_is_present", number), ptr, &addr);
}

/* Devices have memory of their own: host storage as such is not accessible there. */
int gantry_omp_is_accessible(const void *ptr, size_t size, int device)
{
    (void)size;
    return ptr && number_of("omp_target_is_accessible", device) < 0;
}

void *gantry_omp_mapped_ptr(const void *host, int device)
{
    uint64_t addr;
    int number = number_of("omp_get_mapped_ptr", device);
    if (!host || number < 0)
        return (void *)host;
    return gantry_translate(device_of("omp_get_mapped_ptr", number), host, &addr) ? (void *)(uintptr_t)addr : NULL;
}

/* ---- dispatch (OpenMP 5.2, 7.5.2, 7.6) ---- */
void *gantry_needed_pointer(void *host, int device)
{
    uint64_t addr;
    int number = number_of("dispatch", device == GANTRY_DEVICE_DEFAULT ? gantry_omp_get_default() : device);
    if (!host || number < 0)
        return host;
    return gantry_translate(device_of("dispatch", number), host, &addr) ? (void *)(uintptr_t)addr : host;
}

int gantry_swap_device(int device)
{
    int before = gantry_omp_get_default();
    gantry_omp_set_default(device);
    return before;
}

/* ---- copies ---- */
struct end {                /* one side of a copy */
    struct gantry_dev *dev; /* NULL = host */
    char *p;
};

static struct end end_of(const char *routine, const void *p, int device)
{
    int number = number_of(routine, device);
    return (struct end){number < 0 ? NULL : device_of(routine, number), (char *)p};
}

static uint64_t address(const struct end *e, size_t offset) { return (uint64_t)(uintptr_t)e->p + offset; }

static int copy_between_devices(struct end dst, size_t dst_at, struct end src, size_t src_at, size_t n,
                                struct gantry_err *err)
{
    char *bounce = malloc(n);
    if (!bounce)
        return gantry_error(err, ENOMEM, "out of host memory");
    int rc = gantry_dev_from(src.dev, bounce, address(&src, src_at), n, "omp_target_memcpy", NULL, err);
    if (rc == 0)
        rc = gantry_dev_to(dst.dev, address(&dst, dst_at), bounce, n, "omp_target_memcpy", NULL, err);
    free(bounce);
    return rc;
}

/* ---- a call, and what it is a task of ---- */
struct dependence { /* libomp's kmp_depend_info; a depobj points to the first of several; the one before it holds their
                     * number */
    intptr_t base;
    size_t length;
    uint8_t flags;
};

struct call {
    const char *name;
    const void *caller;
    bool task; /* _async */
    struct dependence *dependences;
    size_t n;
};

static void call_begins(const struct call *c, const void *dst, const void *src)
{
    gantry_thread_called_from(c->caller);
    GANTRY_TELL(sides, dst, src);
    if (c->task)
        GANTRY_TELL(routine_task, c->name, c->caller, c->dependences, (int)c->n);
    else
        GANTRY_TELL(routine, c->name, c->caller);
}

static void call_ends(void)
{
    GANTRY_TELL(ends);
    GANTRY_TELL(sides, NULL, NULL);
}

/* What the program says is the host's own memory may be a device's. other: where the other side is on a device, or 0 */
static void look_at(const struct end *e, size_t at, size_t n, bool store, uint64_t other, const void *caller)
{
    if (e->dev)
        GANTRY_TELL(device_side, e->dev->number, address(e, at), n, store);
    else
        GANTRY_TELL(host_side, address(e, at), n, store, other, caller);
}

static int copy(struct end dst, size_t dst_at, struct end src, size_t src_at, size_t n, const void *caller,
                struct gantry_err *err)
{
    static const char name[] = "omp_target_memcpy";
    if (n == 0)
        return 0;
    look_at(&src, src_at, n, false, dst.dev ? address(&dst, dst_at) : 0, caller);
    look_at(&dst, dst_at, n, true, src.dev ? address(&src, src_at) : 0, caller);
    if (!dst.dev && !src.dev) {
        memmove(dst.p + dst_at, src.p + src_at, n);
        return 0;
    }
    if (dst.dev)
        GANTRY_TELL(written, dst.dev->number, address(&dst, dst_at), n, src.dev ? NULL : src.p + src_at);
    if (!src.dev)
        return gantry_dev_to(dst.dev, address(&dst, dst_at), src.p + src_at, n, name, NULL, err);
    if (!dst.dev)
        return gantry_dev_from(src.dev, dst.p + dst_at, address(&src, src_at), n, name, NULL, err);
    if (dst.dev != src.dev)
        return copy_between_devices(dst, dst_at, src, src_at, n, err);
    GANTRY_BEGINS(event, GANTRY_OP_WITHIN, dst.dev->number, .bytes = n, .name = name, .code = caller,
                  .address = address(&dst, dst_at), .from = address(&src, src_at));
    int rc = dst.dev->plugin->copy_within(dst.dev->handle, address(&dst, dst_at), address(&src, src_at), n, err);
    if (rc == 0)
        GANTRY_ENDS(event);
    return rc;
}

static int memcpy_for(const struct call *call, void *dst, const void *src, size_t n, size_t dst_offset,
                      size_t src_offset, int dst_device, int src_device)
{
    struct gantry_err err = {0};
    struct end to = end_of(call->name, dst, dst_device), from = end_of(call->name, src, src_device);
    if ((!dst || !src) && n)
        return EINVAL;
    call_begins(call, dst, src);
    int rc = copy(to, dst_offset, from, src_offset, n, call->caller, &err);
    call_ends();
    if (rc == 0)
        return 0;
    fail(call->name, &err, call->caller);
}

int gantry_omp_memcpy(void *dst, const void *src, size_t n, size_t dst_offset, size_t src_offset, int dst_device,
                      int src_device)
{
    struct call call = {.name = "omp_target_memcpy", .caller = __builtin_return_address(0)};
    return memcpy_for(&call, dst, src, n, dst_offset, src_offset, dst_device, src_device);
}

void gantry_routine_copy(const char *routine, const void *caller, void *to, int to_device, const void *from,
                         int from_device, size_t n)
{
    struct call call = {.name = routine, .caller = caller};
    memcpy_for(&call, to, from, n, 0, 0, to_device, from_device);
}

struct rect {
    size_t element;
    const size_t *volume, *dst_offsets, *src_offsets, *dst_dims, *src_dims;
    struct end dst, src;
    const void *caller;
};

/* bytes of one step in dimension k of an array with these extents */
static size_t pitch(const size_t *dims, int k, int ndims, size_t element)
{
    while (++k < ndims)
        element *= dims[k];
    return element;
}

static int copy_rect(const struct rect *r, int k, int ndims, size_t dst_at, size_t src_at, struct gantry_err *err)
{
    size_t dst_pitch = pitch(r->dst_dims, k, ndims, r->element), src_pitch = pitch(r->src_dims, k, ndims, r->element);
    dst_at += r->dst_offsets[k] * dst_pitch;
    src_at += r->src_offsets[k] * src_pitch;
    if (k + 1 == ndims)
        return copy(r->dst, dst_at, r->src, src_at, r->volume[k] * r->element, r->caller, err);
    for (size_t i = 0; i < r->volume[k]; i++)
        if (copy_rect(r, k + 1, ndims, dst_at + i * dst_pitch, src_at + i * src_pitch, err))
            return -1;
    return 0;
}

static void tell_dimensions(const struct rect *r, const char *name, int ndims)
{
    size_t all = 1;
    for (int k = 0; k < ndims; k++)
        all = all && r->volume[k];
    for (int k = 0; all && k < ndims; k++) {
        GANTRY_TELL(dimension, name, 1, r->dst.dev ? r->dst.dev->number : -1, k, r->volume[k], r->dst_offsets[k],
                    r->dst_dims[k], r->caller);
        GANTRY_TELL(dimension, name, 0, r->src.dev ? r->src.dev->number : -1, k, r->volume[k], r->src_offsets[k],
                    r->src_dims[k], r->caller);
    }
}

static int rect_for(const struct call *call, void *dst, const void *src, size_t element, int ndims,
                    const size_t *volume, const size_t *dst_offsets, const size_t *src_offsets, const size_t *dst_dims,
                    const size_t *src_dims, int dst_device, int src_device)
{
    struct gantry_err err = {0};
    if (!dst && !src) { /* asks for the largest number of dimensions (OpenMP 5.2, 18.8.6) */
        number_of(call->name, dst_device);
        return 1 << 30;
    }
    if (!dst || !src || ndims < 1 || !element || !volume || !dst_offsets || !src_offsets || !dst_dims || !src_dims)
        return EINVAL;
    struct rect r = {element,
                     volume,
                     dst_offsets,
                     src_offsets,
                     dst_dims,
                     src_dims,
                     end_of(call->name, dst, dst_device),
                     end_of(call->name, src, src_device),
                     call->caller};
    tell_dimensions(&r, call->name, ndims);
    call_begins(call, dst, src);
    int rc = copy_rect(&r, 0, ndims, 0, 0, &err);
    call_ends();
    if (rc == 0)
        return 0;
    fail(call->name, &err, call->caller);
}

int gantry_omp_memcpy_rect(void *dst, const void *src, size_t element, int ndims, const size_t *volume,
                           const size_t *dst_offsets, const size_t *src_offsets, const size_t *dst_dims,
                           const size_t *src_dims, int dst_device, int src_device)
{
    struct call call = {.name = "omp_target_memcpy_rect", .caller = __builtin_return_address(0)};
    return rect_for(&call, dst, src, element, ndims, volume, dst_offsets, src_offsets, dst_dims, src_dims, dst_device,
                    src_device);
}

static void *memset_for(const struct call *call, void *ptr, int byte, size_t n, int device)
{
    struct gantry_err err = {0};
    struct end e = end_of(call->name, ptr, device);
    if (!ptr || !n)
        return ptr;
    call_begins(call, ptr, NULL);
    look_at(&e, 0, n, true, 0, call->caller);
    call_ends();
    if (!e.dev)
        return memset(ptr, byte, n);
    GANTRY_BEGINS(event, GANTRY_OP_FILL, e.dev->number, .bytes = n, .name = "omp_target_memset", .code = call->caller,
                  .address = address(&e, 0));
    if (e.dev->plugin->fill(e.dev->handle, address(&e, 0), byte & 0xff, n, &err))
        fail(call->name, &err, call->caller);
    GANTRY_ENDS(event);
    GANTRY_TELL(set, e.dev->number, address(&e, 0), n, call->name, call->caller);
    return ptr;
}

void *gantry_omp_memset(void *ptr, int byte, size_t n, int device)
{
    struct call call = {.name = "omp_target_memset", .caller = __builtin_return_address(0)};
    return memset_for(&call, ptr, byte, n, device);
}

/* ---- _async: a task, which is carried out where it is called, when the tasks that its dependences name are over. What
 * comes later need not wait for it, because it is over. ---- */
static size_t count_of(const void *depobj) { return depobj ? (size_t)((const struct dependence *)depobj)[-1].base : 0; }

/* In libomp 19 the lock of a mutexinoutset is another task's; inout does as well. */
static void without_exclusion(struct dependence *d, size_t n)
{
    enum { INOUT = 1 | 2, MUTEXINOUTSET = 4 };
    for (size_t i = 0; i < n; i++)
        if (d[i].flags & MUTEXINOUTSET)
            d[i].flags = INOUT;
}

static struct call call_after(const char *name, const void *caller, int ndeps, void **deps)
{
    static struct {
        int32_t reserved, flags, others[2];
        const char *place;
    } here = {0, 2 /* generated code of libomp's own interface */, {0, 0}, ";unknown;omp_target_memcpy_async;0;0;;"};
    const struct gantry_libomp *libomp = gantry_libomp();
    struct call c = {.name = name, .caller = caller, .task = true};
    size_t n = 0;
    for (int i = 0; i < ndeps; i++)
        n += count_of(deps[i]);
    if (!n || !libomp)
        return c;
    c.dependences = malloc(n * sizeof *c.dependences);
    if (!c.dependences)
        gantry_failf(NULL, "out of host memory");
    for (int i = 0; i < ndeps; c.n += count_of(deps[i]), i++)
        if (deps[i])
            memcpy(c.dependences + c.n, deps[i], count_of(deps[i]) * sizeof *c.dependences);
    without_exclusion(c.dependences, c.n);
    gantry_wait_deps(&here, libomp->__kmpc_global_thread_num(&here), (int32_t)n, c.dependences, true);
    return c;
}
int gantry_omp_memcpy_async(void *dst, const void *src, size_t n, size_t dst_offset, size_t src_offset, int dst_device,
                            int src_device, int ndeps, void **deps)
{
    struct call call = call_after("omp_target_memcpy_async", __builtin_return_address(0), ndeps, deps);
    int rc = memcpy_for(&call, dst, src, n, dst_offset, src_offset, dst_device, src_device);
    free(call.dependences);
    return rc;
}

int gantry_omp_memcpy_rect_async(void *dst, const void *src, size_t element, int ndims, const size_t *volume,
                                 const size_t *dst_offsets, const size_t *src_offsets, const size_t *dst_dims,
                                 const size_t *src_dims, int dst_device, int src_device, int ndeps, void **deps)
{
    struct call call = call_after("omp_target_memcpy_rect_async", __builtin_return_address(0), ndeps, deps);
    int rc = rect_for(&call, dst, src, element, ndims, volume, dst_offsets, src_offsets, dst_dims, src_dims, dst_device,
                      src_device);
    free(call.dependences);
    return rc;
}

void *gantry_omp_memset_async(void *ptr, int byte, size_t n, int device, int ndeps, void **deps)
{
    struct call call = call_after("omp_target_memset_async", __builtin_return_address(0), ndeps, deps);
    ptr = memset_for(&call, ptr, byte, n, device);
    free(call.dependences);
    return ptr;
}

/* ---- what the program says to the checker (gantry.h) ---- */
void gantry_expect(const void *p, size_t bytes) { GANTRY_TELL(expect, p, bytes); }

/* ---- associations ---- */
int gantry_omp_associate(const void *host, const void *dev, size_t size, size_t offset, int device)
{
    static const char name[] = "omp_target_associate_ptr";
    struct gantry_err err = {0};
    struct gantry_loc nowhere = {name, NULL, 0, 0};
    int number = number_of(name, device);
    if (number < 0 || !host || !dev || !size)
        return EINVAL;
    gantry_thread_called_from(__builtin_return_address(0));
    return gantry_associate(device_of(name, number), host, (uint64_t)(uintptr_t)dev + offset, size, name, NULL,
                            &nowhere, &err)
               ? EINVAL
               : 0;
}

int gantry_omp_disassociate(const void *host, int device)
{
    static const char name[] = "omp_target_disassociate_ptr";
    int number = number_of(name, device);
    if (number < 0 || !host)
        return EINVAL;
    gantry_thread_called_from(__builtin_return_address(0));
    return gantry_disassociate(device_of(name, number), host) ? EINVAL : 0;
}

/* ---- omp_display_env ---- */
void gantry_omp_display_env(int verbose) { gantry_display_environment(verbose != 0, gantry_num_devices()); }

/* ---- resources (OpenMP 5.2, 18.6): mapped data stays, and a device that is used again works as before ---- */
static bool is_pause(int kind) { return kind == 1 || kind == 2; /* omp_pause_soft, omp_pause_hard */ }

/* all of it: the library numbers its initial device otherwise than we do */
static int pause_host(int kind)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    return libomp ? libomp->omp_pause_resource_all(kind) : 0;
}

static int pause_device(int number)
{
    struct gantry_err err = {0};
    struct gantry_dev *d = gantry_dev_if_open(number);
    return d && gantry_dev_pause(d, &err) ? 1 : 0;
}

int gantry_omp_pause(int kind, int device)
{
    int number = number_of("omp_pause_resource", device);
    if (!is_pause(kind))
        return EINVAL;
    return number < 0 ? pause_host(kind) : pause_device(number);
}

int gantry_omp_pause_all(int kind)
{
    int failed = 0;
    gantry_check_failed();
    if (!is_pause(kind))
        return EINVAL;
    for (int i = 0; i < gantry_devices_known(); i++)
        failed |= pause_device(i);
    return failed | pause_host(kind);
}
