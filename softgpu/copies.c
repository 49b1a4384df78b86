/* copies.c: memory of the device and of the host, copies and fills, of rows and slices, too. */
#include "driver.h"
#include "label.h"
#include "touched.h"

#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */
API int cuMemGetInfo_v2(size_t *available, size_t *total)
{
    NEED_CONTEXT;
    *total = (size_t)d->memory.total;
    *available = *total - (size_t)d->memory.used;
    return SG_OK;
}

API int cuMemAlloc_v2(uint64_t *a, size_t size)
{
    NEED_CONTEXT;
    TRY(capture_safe());
    NEED(size, SG_INVALID_VALUE);
    return memory_take(&d->memory, size, 1, MEM_USER, NULL, a);
}

/* for the plug-in: what the user calls a block */
API int gantry_softgpu_label(uint64_t a, const char *label)
{
    struct device *of = driver_owner(a);
    NEED(of && label, SG_INVALID_VALUE);
    label_block(&of->memory, a, label);
    return SG_OK;
}

API int cuMemAllocPitch_v2(uint64_t *a, size_t *pitch, size_t width, size_t height, unsigned element)
{
    enum { PITCH = 512 };
    NEED(pitch && width && height && (element == 4 || element == 8 || element == 16), SG_INVALID_VALUE);
    *pitch = (width + PITCH - 1) / PITCH * PITCH;
    return cuMemAlloc_v2(a, *pitch * height);
}

API int cuMemFree_v2(uint64_t a)
{
    NEED_CONTEXT;
    TRY(capture_safe());
    struct device *of = driver_owner(a);
    if (!a)
        return SG_OK;
    NEED(of, SG_INVALID_VALUE);
    if (of->queue)
        queue_wait_all(of);
    return memory_give(&of->memory, a, MEM_USER);
}

/* Which blocks of the host's memory were given: one more, or no longer that one; false: it was none. */
static bool host_block(void *p, bool more)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static VEC(void *) given;
    pthread_mutex_lock(&lock);
    size_t at = 0;
    while (at < given.n && given.v[at] != p)
        at++;
    bool is = at < given.n;
    if (more)
        VEC_PUSH(&given, p);
    else if (is)
        given.v[at] = given.v[--given.n];
    pthread_mutex_unlock(&lock);
    return is;
}

API int cuMemHostAlloc(void **p, size_t size, unsigned flags)
{
    NEED_CONTEXT;
    (void)flags;
    TRY(capture_safe());
    *p = aligned_alloc(4096, (size + 4095) / 4096 * 4096);
    if (*p)
        host_block(*p, true);
    return *p ? SG_OK : SG_OUT_OF_MEMORY;
}
API int cuMemAllocHost_v2(void **p, size_t size) { return cuMemHostAlloc(p, size, 0); }
API int cuMemFreeHost(void *p)
{
    NEED_CONTEXT;
    TRY(capture_safe());
    queue_wait_all(d); /* copies may be under way */
    NEED(host_block(p, false), SG_INVALID_VALUE);
    free(p);
    return SG_OK;
}
API int cuMemHostRegister_v2(void *p, size_t size, unsigned flags)
{
    NEED_CONTEXT;
    (void)size, (void)flags;
    return p ? SG_OK : SG_INVALID_VALUE;
}
API int cuMemHostUnregister(void *p) { return p ? SG_OK : SG_INVALID_VALUE; }

/* ---- copies ---- */
/* bytes from the first one of a copy's to the last one's end */
static uint64_t span(const struct copy *c, uint64_t row, uint64_t slice)
{
    return (c->slices - 1) * slice + (c->rows - 1) * row + c->width;
}

/* the host's memory behind an address of either */
static void *either(uint64_t a, uint64_t n)
{
    struct device *of = driver_owner(a);
    return of ? memory_host(&of->memory, a, n) : a >= SHARED_WINDOW && a < DEVICE_WINDOW ? NULL : (void *)(uintptr_t)a;
}

/* what is copied to a device has values, unless it comes from one and has none there */
static void copy_known(bool fills, uint64_t to_address, uint64_t from_address, uint64_t n)
{
    struct device *of = driver_owner(to_address), *from = fills ? NULL : driver_owner(from_address);
    uint8_t *to = of ? memory_known(&of->memory, to_address, n) : NULL,
            *there = from ? memory_known(&from->memory, from_address, n) : NULL;
    if (to && there)
        memmove(to, there, n);
    else if (to)
        memset(to, 0xff, n);
}

static void fill_row(uint8_t *to, const struct copy *c)
{
    for (uint64_t i = 0; i < c->width; i += c->element)
        memcpy(to + i, &c->value, c->element);
}

static int run_copy(struct worker *k, struct operation *o)
{
    const struct copy *c = (const struct copy *)o;
    uint8_t *to = either(c->to, span(c, c->to_row, c->to_slice)),
            *from = c->fills ? NULL : either(c->from, span(c, c->from_row, c->from_slice));
    if (!to || (!c->fills && !from))
        return SG_ILLEGAL_ADDRESS;
    for (uint64_t z = 0; z < c->slices; z++)
        for (uint64_t y = 0; y < c->rows; y++) {
            uint64_t there = z * c->to_slice + y * c->to_row, here = z * c->from_slice + y * c->from_row;
            copy_known(c->fills, c->to + there, c->from + here, c->width);
            if (k->races) {
                runs_add_bytes(&k->touched, c->to + there, c->width, true);
                if (!c->fills)
                    runs_add_bytes(&k->touched, c->from + here, c->width, false);
            }
            if (c->fills)
                fill_row(to + there, c);
            else
                memmove(to + there, from + here, c->width);
        }
    return SG_OK;
}

static int make(struct copy c, struct operation **out)
{
    NEED(either(c.to, span(&c, c.to_row, c.to_slice)) &&
             (c.fills || either(c.from, span(&c, c.from_row, c.from_slice))),
         SG_INVALID_VALUE);
    struct copy *o = operation_new(sizeof *o, c.fills ? DOES_FILL : DOES_COPY, run_copy);
    NEED(o, SG_OUT_OF_MEMORY);
    c.o = o->o;
    *o = c;
    *out = &o->o;
    return SG_OK;
}

static bool on_device(uint64_t a) { return driver_owner(a) != NULL; }

/* one side of a copy of rows: where it begins */
enum { KIND_HOST = 1, KIND_DEVICE, KIND_ARRAY, KIND_UNIFIED };
static int side(unsigned kind, const void *host, uint64_t device, size_t offset, uint64_t *out)
{
    NEED(kind == KIND_HOST || kind == KIND_DEVICE || kind == KIND_UNIFIED, SG_NOT_SUPPORTED); /* no arrays */
    *out = (kind == KIND_HOST ? (uintptr_t)host : device) + offset;
    NEED(kind == KIND_UNIFIED || on_device(*out) == (kind == KIND_DEVICE), SG_INVALID_VALUE);
    return SG_OK;
}

int copy_make(const struct copy_params *p, struct operation **out)
{
    NEED(p && p->width && p->height && p->depth, SG_INVALID_VALUE);
    size_t from_pitch = p->from_pitch ? p->from_pitch : p->width, to_pitch = p->to_pitch ? p->to_pitch : p->width;
    NEED(from_pitch >= p->width + p->from_x && to_pitch >= p->width + p->to_x, SG_INVALID_VALUE);
    NEED(p->depth == 1 || (p->from_height >= p->height && p->to_height >= p->height), SG_INVALID_VALUE);
    struct copy c = {.width = p->width,
                     .rows = p->height,
                     .slices = p->depth,
                     .to_row = to_pitch,
                     .from_row = from_pitch,
                     .to_slice = to_pitch * p->to_height,
                     .from_slice = from_pitch * p->from_height};
    TRY(side(p->from_kind, p->from_host, p->from_device,
             (p->from_z * p->from_height + p->from_y) * from_pitch + p->from_x, &c.from));
    TRY(side(p->to_kind, p->to_host, p->to_device, (p->to_z * p->to_height + p->to_y) * to_pitch + p->to_x, &c.to));
    return make(c, out);
}

int fill_make(const struct fill_params *p, struct operation **out)
{
    NEED(p && p->width && p->height && (p->element == 1 || p->element == 2 || p->element == 4), SG_INVALID_VALUE);
    NEED(on_device(p->to) && p->to % p->element == 0, SG_INVALID_VALUE);
    NEED(p->height == 1 || (p->pitch >= p->width * p->element && p->pitch % p->element == 0), SG_INVALID_VALUE);
    return make((struct copy){.to = p->to,
                              .width = p->width * p->element,
                              .rows = p->height,
                              .slices = 1,
                              .to_row = p->pitch,
                              .value = p->value,
                              .element = p->element,
                              .fills = true},
                out);
}

static int ask(struct operation *o, struct stream *s, bool wait)
{
    NEED_CONTEXT;
    TRY(wait ? capture_safe() : SG_OK);
    TRY(stream_add(d, s, o));
    return wait ? queue_wait(d, s) : SG_OK;
}

static int copy(uint64_t to, uint64_t from, size_t n, struct stream *s, bool wait)
{
    struct operation *o;
    NEED_CONTEXT;
    if (!n)
        return SG_OK;
    TRY(make((struct copy){.to = to, .from = from, .width = n, .rows = 1, .slices = 1}, &o));
    return ask(o, s, wait);
}

API int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t n, struct stream *s)
{
    NEED(!n || on_device(to), SG_INVALID_VALUE);
    return copy(to, (uintptr_t)from, n, s, false);
}
API int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t n, struct stream *s)
{
    NEED(!n || on_device(from), SG_INVALID_VALUE);
    return copy((uintptr_t)to, from, n, s, false);
}
API int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t n, struct stream *s)
{
    NEED(!n || (on_device(to) && on_device(from)), SG_INVALID_VALUE);
    return copy(to, from, n, s, false);
}
API int cuMemcpyAsync(uint64_t to, uint64_t from, size_t n, struct stream *s) { return copy(to, from, n, s, false); }
API int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t n)
{
    NEED(!n || on_device(to), SG_INVALID_VALUE);
    return copy(to, (uintptr_t)from, n, NULL, true);
}
API int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t n)
{
    NEED(!n || on_device(from), SG_INVALID_VALUE);
    return copy((uintptr_t)to, from, n, NULL, true);
}
API int cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t n)
{
    NEED(!n || (on_device(to) && on_device(from)), SG_INVALID_VALUE);
    return copy(to, from, n, NULL, true);
}
API int cuMemcpy(uint64_t to, uint64_t from, size_t n) { return copy(to, from, n, NULL, true); }

API int cuMemcpy3DAsync_v2(const struct copy_params *p, struct stream *s)
{
    struct operation *o;
    TRY(copy_make(p, &o));
    return ask(o, s, false);
}
API int cuMemcpy3D_v2(const struct copy_params *p)
{
    struct operation *o;
    TRY(copy_make(p, &o));
    return ask(o, NULL, true);
}

struct rows_params { /* CUDA_MEMCPY2D */
    size_t from_x, from_y;
    unsigned from_kind;
    const void *from_host;
    uint64_t from_device;
    void *from_array;
    size_t from_pitch, to_x, to_y;
    unsigned to_kind;
    void *to_host;
    uint64_t to_device;
    void *to_array;
    size_t to_pitch, width, height;
};
static int copy_rows(const struct rows_params *p, struct stream *s, bool wait)
{
    struct operation *o;
    NEED(p, SG_INVALID_VALUE);
    TRY(copy_make(&(struct copy_params){.from_x = p->from_x,
                                        .from_y = p->from_y,
                                        .from_kind = p->from_kind,
                                        .from_host = p->from_host,
                                        .from_device = p->from_device,
                                        .from_pitch = p->from_pitch,
                                        .to_x = p->to_x,
                                        .to_y = p->to_y,
                                        .to_kind = p->to_kind,
                                        .to_host = p->to_host,
                                        .to_device = p->to_device,
                                        .to_pitch = p->to_pitch,
                                        .width = p->width,
                                        .height = p->height,
                                        .depth = 1},
                  &o));
    return ask(o, s, wait);
}
API int cuMemcpy2DAsync_v2(const struct rows_params *p, struct stream *s) { return copy_rows(p, s, false); }
API int cuMemcpy2D_v2(const struct rows_params *p) { return copy_rows(p, NULL, true); }
API int cuMemcpy2DUnaligned_v2(const struct rows_params *p) { return copy_rows(p, NULL, true); }

static int fill(uint64_t to, uint32_t value, uint32_t element, size_t n, struct stream *s, bool wait)
{
    struct operation *o;
    NEED_CONTEXT;
    if (!n)
        return SG_OK;
    TRY(fill_make(&(struct fill_params){.to = to, .value = value, .element = element, .width = n, .height = 1}, &o));
    return ask(o, s, wait);
}
API int cuMemsetD8Async(uint64_t to, unsigned char v, size_t n, struct stream *s)
{
    return fill(to, v, 1, n, s, false);
}
API int cuMemsetD16Async(uint64_t to, unsigned short v, size_t n, struct stream *s)
{
    return fill(to, v, 2, n, s, false);
}
API int cuMemsetD32Async(uint64_t to, unsigned v, size_t n, struct stream *s) { return fill(to, v, 4, n, s, false); }
API int cuMemsetD8_v2(uint64_t to, unsigned char v, size_t n) { return fill(to, v, 1, n, NULL, true); }
API int cuMemsetD16_v2(uint64_t to, unsigned short v, size_t n) { return fill(to, v, 2, n, NULL, true); }
API int cuMemsetD32_v2(uint64_t to, unsigned v, size_t n) { return fill(to, v, 4, n, NULL, true); }
