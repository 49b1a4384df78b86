/* verify.c: the calls that the link redirects (include/gantry_wraps.def). A launch of a region goes through them as
 * follows:
 *
 *   gantry_map_enter    everything is mapped: what the region can reach is fetched, and the reference runs on a copy
 *     … the kernel, as usual …
 *   gantry_map_use      it has ended: the device's memory is compared with the copy, before anything is copied back
 *
 * A lock is held from the first to the second, and by every other call that changes device memory: other threads
 * wait. */
#include <stdlib.h>
#include <string.h>

#include "verify.h"

int __real_gantry_map_enter(struct gantry_mapping *m);
int __real_gantry_map_exit(struct gantry_mapping *m);
int __real_gantry_map_update(struct gantry_mapping *m);
void __real_gantry_map_use(struct gantry_mapping *m, bool begin);
int __real_gantry_attach(struct gantry_mapping *m, uint32_t i);
int __real_gantry_associate(struct gantry_dev *d, const void *host, uint64_t dev, uint64_t size, const char *name,
                            struct gantry_module *module, const struct gantry_loc *where, struct gantry_err *err);
int __real_gantry_dev_alloc(struct gantry_dev *d, uint64_t size, const void *host, const char *name,
                            const struct gantry_loc *where, uint64_t *addr, struct gantry_err *err);
int __real_gantry_dev_free(struct gantry_dev *d, uint64_t addr, uint64_t size, const char *name,
                           const struct gantry_loc *where, struct gantry_err *err);
int __real_gantry_dev_to(struct gantry_dev *d, uint64_t dst, const void *src, uint64_t n, const char *name,
                         const struct gantry_loc *where, struct gantry_err *err);
int __real_gantry_dev_from(struct gantry_dev *d, void *dst, uint64_t src, uint64_t n, const char *name,
                           const struct gantry_loc *where, struct gantry_err *err);
void *__real_gantry_omp_alloc(size_t size, int device);
void __real_gantry_omp_free(void *ptr, int device);
int __real_gantry_omp_memcpy(void *dst, const void *src, size_t n, size_t dst_offset, size_t src_offset, int dst_device,
                             int src_device);
int __real_gantry_omp_memcpy_rect(void *dst, const void *src, size_t element, int ndims, const size_t *volume,
                                  const size_t *dst_offsets, const size_t *src_offsets, const size_t *dst_dims,
                                  const size_t *src_dims, int dst_device, int src_device);
void __real_gantry_forget_module(struct gantry_dev *d, const struct gantry_module *m);
int __real_gantry_load_variables(struct gantry_dev *d, struct gantry_err *err);
void *__real_gantry_omp_memset(void *ptr, int byte, size_t n, int device);

/* ---- the lock ---- */
static pthread_mutex_t mutex;

static void make_lock(void)
{
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &recursive);
    pthread_mutexattr_destroy(&recursive);
}

static bool is_idle(void) { return gantry_verify_options()->idle; }
static bool has_twins(const struct gantry_dev *d) { return !gantry_verify_options()->no_program && !gantry_is_here(d); }

static void lock(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_lock);
    if (!is_idle())
        pthread_mutex_lock(&mutex);
}

static void unlock(void)
{
    if (!is_idle())
        pthread_mutex_unlock(&mutex);
}

void gantry_verify_lock(bool take)
{
    if (take)
        lock();
    else
        unlock();
}

/* ---- one launch ---- */
static struct gantry_compared now; /* under the lock, from enter to use; m == NULL: nothing to compare or record */

const char *gantry_why_not_compared(const struct gantry_mapping *m)
{
    const struct gantry_verify *v = m->region->verify;
    if (!v)
        return "its file was compiled without -fverify";
    if (v->reason)
        return v->reason;
    if (!v->reference)
        return "it has no reference";
    if (!v->side)
        return "it lies in a shared library that was linked without -fverify";
    if (gantry_unified_required() && m->dev->props.unified)
        return "it works on the host's own memory (requires unified_shared_memory), which only one of the two can have";
    return NULL;
}

static void list(struct gantry_account *r, const char *reason)
{
    if (!*r->reason)
        snprintf(r->reason, sizeof r->reason, "%s", gantry_reason_text(reason));
    gantry_account_add(r, GANTRY_NOT_COMPARABLE);
}

static void end(struct gantry_compared *c)
{
    gantry_shadow_close(c);
    free(c->arguments);
    free(c->values);
    free(c->found);
    free(c->in_order);
    *c = (struct gantry_compared){0};
}

/* Runs the reference, whose results the device's will be compared with; false: they cannot be. */
static bool prepare(struct gantry_compared *c)
{
    const char *reason = gantry_why_not_compared(c->m);
    if (!reason) {
        gantry_shadow_open(c);
        if (c->strange)
            reason = "it may follow a pointer to memory that code on the device has allocated";
    }
    if (reason) {
        list(c->account, reason);
        gantry_program_forget(c->m);
        return false;
    }
    bool program = has_twins(c->m->dev) && gantry_program_before(c);
    reason = gantry_reference_run(c, 0);
    if (!reason && program)
        gantry_program_plain(c);
    if (!reason)
        return true;
    list(c->account, reason);
    gantry_program_after(c, false);
    return false;
}

static bool is_large_enough(const struct gantry_compared *c)
{
    if (!gantry_verify_options()->larger)
        return true;
    double extent = gantry_extent(c->m);
    if (c->site->largest > 0 && extent < 2 * c->site->largest)
        return false;
    c->site->largest = extent;
    return true;
}

/* A golden run: the launch's number at its place, and whether what it finds and makes is wanted. */
static void count_launch(struct gantry_compared *c)
{
    if (!gantry_golden_asked())
        return;
    c->site = gantry_launching.site ? gantry_launching.site : gantry_site_of(c->m->region);
    c->number = gantry_launching.site ? gantry_launching.number : ++c->site->launches;
    c->launch = gantry_launching.launch;
    if (!is_large_enough(c))
        return;
    c->inputs = gantry_golden_wanted(c->site->name, c->number, GOLDEN_BEFORE);
    c->outputs = gantry_golden_wanted(c->site->name, c->number, GOLDEN_AFTER);
}

static void begin(struct gantry_mapping *m)
{
    static struct gantry_against cpu = {NULL, "the same region on the CPU", "CPU"};
    const struct gantry_verify_options *o = gantry_verify_options();
    struct gantry_account *r = gantry_account_of(m->region);
    bool compared = r->launches++ % o->every == 0 && !o->off && !gantry_is_here(m->dev);
    now = (struct gantry_compared){.m = m, .against = &cpu, .account = r, .blocks = gantry_blocks_of(m->dev)};
    cpu.tool = gantry_verify_name();
    count_launch(&now);
    if (!compared && !o->off)
        gantry_program_forget(m);
    if (compared || now.inputs || now.outputs)
        gantry_shadow_reach(&now);
    if (now.inputs || now.outputs)
        gantry_checkpoint_before(&now);
    if (compared) {
        now.verify = m->region->verify;
        if (!prepare(&now))
            now.verify = NULL;
    }
    if (!now.verify && !now.outputs)
        end(&now);
}

static void patch_element(const struct gantry_compared *c, const struct gantry_difference *f)
{
    union gantry_number value = f->cpu;
    if (f->bytes == sizeof(uint64_t) && !f->field && strchr("piu?", f->kind)) {
        uint64_t address;
        memcpy(&address, value.bytes, sizeof address);
        address = gantry_to_device(c, address);
        memcpy(value.bytes, &address, sizeof address);
    }
    gantry_difference_put(f, f->block->after, &value);
}

/* Gives the device the reference's values, so that one fault is reported once. */
static void patch(struct gantry_compared *c)
{
    struct gantry_dev *d = c->m->dev;
    bool changed = false;
    for (size_t i = 0; i < c->nfound; i++) {
        const struct gantry_difference *f = &c->found[i];
        if (!f->fine) {
            patch_element(c, f);
            changed = true;
        }
        if (!changed || (i + 1 < c->nfound && c->found[i + 1].block == f->block))
            continue;
        changed = false;
        if (d->plugin->copy_to(d->handle, f->block->begin, f->block->after, f->block->size, c->m->err))
            gantry_fail(&c->m->region->loc, c->m->err);
    }
}

/* false: it cannot be compared */
static bool compare(struct gantry_compared *c)
{
    gantry_find_differences(c);
    if (!c->nfound) {
        gantry_account_add(c->account, GANTRY_EQUAL);
        return true;
    }
    const char *reason = gantry_explain(c);
    if (reason)
        list(c->account, reason);
    else if (c->nfine == c->nfound)
        gantry_account_add(c->account, GANTRY_TOLERATED);
    else {
        gantry_account_add(c->account, GANTRY_DIFFERS);
        gantry_report_differences(c);
        if (!gantry_verify_options()->nopatch)
            patch(c);
    }
    return !reason;
}

/* ---- the redirected calls ---- */
int __wrap_gantry_map_enter(struct gantry_mapping *m);
int __wrap_gantry_map_enter(struct gantry_mapping *m)
{
    lock();
    if (gantry_is_here(m->dev))
        gantry_here_map(m);
    int rc = __real_gantry_map_enter(m);
    if (is_idle() || rc)
        return rc; /* the program is ending: the lock stays taken, so that no thread goes on */
    gantry_blocks_note_items(m);
    if (has_twins(m->dev))
        gantry_program_mapped(m);
    if (m->region->construct != GANTRY_TARGET) {
        unlock();
        return rc;
    }
    begin(m);
    if (m->region->verify && (m->region->verify->flags & GANTRY_VERIFY_ALLOCATES))
        gantry_blocks_of(m->dev)->heap = true;
    return rc;
}

void __wrap_gantry_map_use(struct gantry_mapping *m, bool begins);
void __wrap_gantry_map_use(struct gantry_mapping *m, bool begins)
{
    if (!begins && now.m == m) {
        if (now.outputs)
            gantry_checkpoint_after(&now);
        if (now.verify)
            gantry_program_after(&now, compare(&now));
        end(&now);
    }
    __real_gantry_map_use(m, begins);
    unlock();
}

int __wrap_gantry_map_exit(struct gantry_mapping *m);
int __wrap_gantry_map_exit(struct gantry_mapping *m)
{
    lock();
    gantry_transfers_begin();
    int rc = __real_gantry_map_exit(m);
    gantry_transfers_end();
    unlock();
    return rc;
}

int __wrap_gantry_map_update(struct gantry_mapping *m);
int __wrap_gantry_map_update(struct gantry_mapping *m)
{
    lock();
    gantry_transfers_begin();
    int rc = __real_gantry_map_update(m);
    gantry_transfers_end();
    unlock();
    return rc;
}

int __wrap_gantry_attach(struct gantry_mapping *m, uint32_t i);
int __wrap_gantry_attach(struct gantry_mapping *m, uint32_t i)
{
    int rc = __real_gantry_attach(m, i);
    if (rc == 0 && !is_idle())
        gantry_blocks_note_attached(m, i);
    return rc;
}

/* Takes locks of the runtime that launches take, too: our lock must be taken first. */
int __wrap_gantry_load_variables(struct gantry_dev *d, struct gantry_err *err);
int __wrap_gantry_load_variables(struct gantry_dev *d, struct gantry_err *err)
{
    lock();
    int rc = gantry_is_here(d) ? 0 : __real_gantry_load_variables(d, err);
    unlock();
    return rc;
}

void __wrap_gantry_forget_module(struct gantry_dev *d, const struct gantry_module *m);
void __wrap_gantry_forget_module(struct gantry_dev *d, const struct gantry_module *m)
{
    lock();
    if (!is_idle())
        gantry_blocks_forget(d, m);
    __real_gantry_forget_module(d, m);
    unlock();
}

int __wrap_gantry_associate(struct gantry_dev *d, const void *host, uint64_t dev, uint64_t size, const char *name,
                            struct gantry_module *module, const struct gantry_loc *where, struct gantry_err *err);
int __wrap_gantry_associate(struct gantry_dev *d, const void *host, uint64_t dev, uint64_t size, const char *name,
                            struct gantry_module *module, const struct gantry_loc *where, struct gantry_err *err)
{
    lock();
    int rc = __real_gantry_associate(d, host, dev, size, name, module, where, err);
    if (rc == 0 && module && !is_idle())
        gantry_block_is_variable(d, dev, size, name, (void *)(uintptr_t)host, module);
    if (rc == 0 && module && !is_idle() && has_twins(d))
        gantry_program_variable(d, gantry_block_at(gantry_blocks_of(d), dev));
    unlock();
    return rc;
}

/* Golden runs tell what nobody has stored to by what it holds. */
static int fill(struct gantry_dev *d, uint64_t address, uint64_t size, struct gantry_err *err)
{
    gantry_block_at(gantry_blocks_of(d), address)->unstored = true;
    return d->plugin->fill(d->handle, address, GANTRY_UNSTORED, size, err);
}

int __wrap_gantry_dev_alloc(struct gantry_dev *d, uint64_t size, const void *host, const char *name,
                            const struct gantry_loc *where, uint64_t *addr, struct gantry_err *err);
int __wrap_gantry_dev_alloc(struct gantry_dev *d, uint64_t size, const void *host, const char *name,
                            const struct gantry_loc *where, uint64_t *addr, struct gantry_err *err)
{
    lock();
    int rc = __real_gantry_dev_alloc(d, size, host, name, where, addr, err);
    if (rc == 0 && !is_idle())
        gantry_block_added(d, *addr, size, name);
    if (rc == 0 && gantry_golden_asked())
        rc = fill(d, *addr, size, err);
    unlock();
    return rc;
}

int __wrap_gantry_dev_free(struct gantry_dev *d, uint64_t addr, uint64_t size, const char *name,
                           const struct gantry_loc *where, struct gantry_err *err);
int __wrap_gantry_dev_free(struct gantry_dev *d, uint64_t addr, uint64_t size, const char *name,
                           const struct gantry_loc *where, struct gantry_err *err)
{
    lock();
    if (!is_idle())
        gantry_block_gone(d, addr);
    int rc = gantry_is_here(d) ? 0 : __real_gantry_dev_free(d, addr, size, name, where, err);
    unlock();
    return rc;
}

int __wrap_gantry_dev_to(struct gantry_dev *d, uint64_t dst, const void *src, uint64_t n, const char *name,
                         const struct gantry_loc *where, struct gantry_err *err);
int __wrap_gantry_dev_to(struct gantry_dev *d, uint64_t dst, const void *src, uint64_t n, const char *name,
                         const struct gantry_loc *where, struct gantry_err *err)
{
    lock();
    int rc = gantry_is_here(d) ? gantry_here_copy((void *)(uintptr_t)dst, src, n)
                               : __real_gantry_dev_to(d, dst, src, n, name, where, err);
    if (rc == 0 && !is_idle()) {
        gantry_transfer_to(d, dst, src, n);
        gantry_stored(d, dst, n);
    }
    unlock();
    return rc;
}

int __wrap_gantry_dev_from(struct gantry_dev *d, void *dst, uint64_t src, uint64_t n, const char *name,
                           const struct gantry_loc *where, struct gantry_err *err);
int __wrap_gantry_dev_from(struct gantry_dev *d, void *dst, uint64_t src, uint64_t n, const char *name,
                           const struct gantry_loc *where, struct gantry_err *err)
{
    lock();
    if (!is_idle())
        gantry_transfer_from(d, src, n, name, where);
    int rc = gantry_is_here(d) ? gantry_here_copy(dst, (const void *)(uintptr_t)src, n)
                               : __real_gantry_dev_from(d, dst, src, n, name, where, err);
    if (rc == 0 && !is_idle())
        gantry_transfer_came(d, dst, src, n);
    unlock();
    return rc;
}

/* Whose memory omp_target_alloc gives; NULL: nobody looks at it */
static struct gantry_dev *device_of(int device)
{
    int number = is_idle() ? -2 : gantry_resolve_device(device);
    return number >= 0 ? gantry_dev_if_open(number) : number == -1 && gantry_golden_asked() ? gantry_here() : NULL;
}

void *__wrap_gantry_omp_alloc(size_t size, int device);
void *__wrap_gantry_omp_alloc(size_t size, int device)
{
    struct gantry_err err;
    lock();
    void *p = __real_gantry_omp_alloc(size, device);
    struct gantry_dev *d = p ? device_of(device) : NULL;
    if (d)
        gantry_block_added(d, (uint64_t)(uintptr_t)p, size, "omp_target_alloc");
    if (d && gantry_is_here(d))
        gantry_here_unstored(gantry_block_at(gantry_blocks_of(d), (uint64_t)(uintptr_t)p));
    else if (d && gantry_golden_asked() && fill(d, (uint64_t)(uintptr_t)p, size, &err))
        gantry_fail(NULL, &err);
    unlock();
    return p;
}

void __wrap_gantry_omp_free(void *ptr, int device);
void __wrap_gantry_omp_free(void *ptr, int device)
{
    lock();
    struct gantry_dev *d = ptr ? device_of(device) : NULL;
    if (d)
        gantry_block_gone(d, (uint64_t)(uintptr_t)ptr);
    __real_gantry_omp_free(ptr, device);
    unlock();
}

static void stored(int device, uint64_t at, size_t n)
{
    struct gantry_dev *d = device_of(device);
    if (d && n && !gantry_is_here(d))
        gantry_program_stored(d, at, n);
}

int __wrap_gantry_omp_memcpy(void *dst, const void *src, size_t n, size_t dst_offset, size_t src_offset, int dst_device,
                             int src_device);
int __wrap_gantry_omp_memcpy(void *dst, const void *src, size_t n, size_t dst_offset, size_t src_offset, int dst_device,
                             int src_device)
{
    lock();
    int rc = __real_gantry_omp_memcpy(dst, src, n, dst_offset, src_offset, dst_device, src_device);
    if (rc == 0)
        stored(dst_device, (uint64_t)(uintptr_t)dst + dst_offset, n);
    unlock();
    return rc;
}

int __wrap_gantry_omp_memcpy_rect(void *dst, const void *src, size_t element, int ndims, const size_t *volume,
                                  const size_t *dst_offsets, const size_t *src_offsets, const size_t *dst_dims,
                                  const size_t *src_dims, int dst_device, int src_device);
int __wrap_gantry_omp_memcpy_rect(void *dst, const void *src, size_t element, int ndims, const size_t *volume,
                                  const size_t *dst_offsets, const size_t *src_offsets, const size_t *dst_dims,
                                  const size_t *src_dims, int dst_device, int src_device)
{
    lock();
    int rc = __real_gantry_omp_memcpy_rect(dst, src, element, ndims, volume, dst_offsets, src_offsets, dst_dims,
                                           src_dims, dst_device, src_device);
    unlock();
    return rc;
}

void *__wrap_gantry_omp_memset(void *ptr, int byte, size_t n, int device);
void *__wrap_gantry_omp_memset(void *ptr, int byte, size_t n, int device)
{
    lock();
    void *p = __real_gantry_omp_memset(ptr, byte, n, device);
    stored(device, (uint64_t)(uintptr_t)ptr, n);
    unlock();
    return p;
}
