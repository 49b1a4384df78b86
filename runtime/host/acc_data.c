/* acc_data.c: OpenACC's routines about memory and what is present (3.3, 3.2.18 to 3.2.36), on the current device. On
 * the host, whose memory regions share, those about what is present do nothing. The _async forms of what maps and
 * updates are tasks of their queue; the others wait for it and work at once. */
#include <stdlib.h>
#include <string.h>

#include "gantry_checker.h"
#include "host.h"

static int current(const struct gantry_acc_call *c)
{
    gantry_check_failed();
    gantry_acc_file();
    int device = gantry_resolve_device(gantry_omp_get_default());
    if (device == -2)
        gantry_fail_as(&c->at, GANTRY_ERR_NO_DEVICE, "%s: there is no device %d", c->routine, gantry_omp_get_default());
    return device;
}

static struct gantry_dev *opened(const struct gantry_acc_call *c, int device)
{
    struct gantry_err err = {0};
    struct gantry_dev *d = gantry_dev_get(device, &err);
    if (d && gantry_load_variables(d, &err) == 0)
        return d;
    gantry_failf(&c->at, "%s: %s", c->routine, err.text);
}

/* ---- memory ---- */
void *gantry_acc_malloc(size_t n)
{
    struct gantry_acc_call c = {.routine = "acc_malloc"};
    return gantry_routine_alloc(c.routine, __builtin_return_address(0), n, current(&c));
}

void gantry_acc_free(void *p)
{
    struct gantry_acc_call c = gantry_acc_called("acc_free");
    struct gantry_loc where;
    const char *name;
    int device = current(&c);
    if (p && device >= 0 && gantry_is_mapping_memory(opened(&c, device), (uint64_t)(uintptr_t)p, &name, &where))
        gantry_fail_as(&c.at, GANTRY_ERR_PRESENT,
                       "acc_free: %p is memory of '%s', mapped at %s:%d, not of acc_malloc; acc_delete or 'exit data' "
                       "takes it away",
                       p, name, where.file ? where.file : "?", where.line);
    gantry_routine_free(c.routine, __builtin_return_address(0), p, device);
}

static void copy(const struct gantry_acc_call *c, void *to, int to_device, void *from, int from_device, size_t n,
                 const void *caller)
{
    if (n && (!to || !from))
        gantry_fail_as(&c->at, GANTRY_ERR_NULL, "%s: the %s is NULL", c->routine, to ? "source" : "destination");
    gantry_routine_copy(c->routine, caller, to, to_device, from, from_device, n);
}

static void wait_for(const struct gantry_acc_call *c, int queue)
{
    gantry_acc_queue_of(c);
    if (!gantry_acc_is_sync(queue))
        gantry_acc_wait_for(queue);
}

void gantry_acc_memcpy_to_device(void *to, void *from, size_t n)
{
    struct gantry_acc_call c = gantry_acc_called("acc_memcpy_to_device");
    copy(&c, to, current(&c), from, -1, n, __builtin_return_address(0));
}

void gantry_acc_memcpy_to_device_async(void *to, void *from, size_t n, int queue)
{
    struct gantry_acc_call c = gantry_acc_called("acc_memcpy_to_device_async");
    wait_for(&c, queue);
    copy(&c, to, current(&c), from, -1, n, __builtin_return_address(0));
}

void gantry_acc_memcpy_from_device(void *to, void *from, size_t n)
{
    struct gantry_acc_call c = gantry_acc_called("acc_memcpy_from_device");
    copy(&c, to, -1, from, current(&c), n, __builtin_return_address(0));
}

void gantry_acc_memcpy_from_device_async(void *to, void *from, size_t n, int queue)
{
    struct gantry_acc_call c = gantry_acc_called("acc_memcpy_from_device_async");
    wait_for(&c, queue);
    copy(&c, to, -1, from, current(&c), n, __builtin_return_address(0));
}

void gantry_acc_memcpy_device(void *to, void *from, size_t n)
{
    struct gantry_acc_call c = gantry_acc_called("acc_memcpy_device");
    copy(&c, to, current(&c), from, current(&c), n, __builtin_return_address(0));
}

void gantry_acc_memcpy_device_async(void *to, void *from, size_t n, int queue)
{
    struct gantry_acc_call c = gantry_acc_called("acc_memcpy_device_async");
    wait_for(&c, queue);
    copy(&c, to, current(&c), from, current(&c), n, __builtin_return_address(0));
}

/* the addresses are the host's: what is present there */
static void copy_present(const struct gantry_acc_call *c, void *to, void *from, size_t n, int to_number,
                         int from_number, const void *caller)
{
    int ends[] = {gantry_acc_device(c, to_number), gantry_acc_device(c, from_number)};
    void *host[] = {to, from}, *there[2];
    for (int i = 0; i < 2; i++) {
        uint64_t address;
        there[i] = host[i];
        if (ends[i] < 0 || !n)
            continue;
        if (!gantry_translate(opened(c, ends[i]), host[i], &address))
            gantry_fail_as(&c->at, GANTRY_ERR_NOT_PRESENT, "%s: %p is not mapped on device %d", c->routine, host[i],
                           ends[i]);
        there[i] = (void *)(uintptr_t)address;
    }
    copy(c, there[0], ends[0], there[1], ends[1], n, caller);
}

void gantry_acc_memcpy_d2d(void *to, void *from, size_t n, int to_number, int from_number)
{
    struct gantry_acc_call c = gantry_acc_called("acc_memcpy_d2d");
    copy_present(&c, to, from, n, to_number, from_number, __builtin_return_address(0));
}

void gantry_acc_memcpy_d2d_async(void *to, void *from, size_t n, int to_number, int from_number, int queue)
{
    struct gantry_acc_call c = gantry_acc_called("acc_memcpy_d2d_async");
    wait_for(&c, queue);
    copy_present(&c, to, from, n, to_number, from_number, __builtin_return_address(0));
}

/* ---- what is present ---- */
void *gantry_acc_deviceptr(void *p)
{
    struct gantry_acc_call c = {.routine = "acc_deviceptr"};
    uint64_t address;
    int device = current(&c);
    if (!p || device < 0)
        return p;
    return gantry_translate(opened(&c, device), p, &address) ? (void *)(uintptr_t)address : NULL;
}

void *gantry_acc_hostptr(void *p)
{
    struct gantry_acc_call c = {.routine = "acc_hostptr"};
    int device = current(&c);
    return !p || device < 0 ? p : gantry_host_of(opened(&c, device), (uint64_t)(uintptr_t)p);
}

int gantry_acc_is_present(void *p, size_t n)
{
    struct gantry_acc_call c = {.routine = "acc_is_present"};
    int device = current(&c);
    if (!p)
        return 0;
    return device < 0 || gantry_is_mapped(opened(&c, device), p, n);
}

void gantry_acc_map_data(void *host, void *there, size_t n)
{
    struct gantry_acc_call c = gantry_acc_called("acc_map_data");
    struct gantry_err err = {0};
    int device = current(&c);
    if (!host || !there || !n)
        gantry_fail_as(&c.at, !n ? GANTRY_ERR_ARGUMENT : GANTRY_ERR_NULL, "acc_map_data: %s",
                       !n ? "no bytes are to be mapped" : "a pointer is NULL");
    if (device < 0)
        return;
    gantry_thread_called_from(__builtin_return_address(0));
    struct gantry_dev *d = opened(&c, device);
    const struct gantry_region *r = gantry_acc_region(&c, GANTRY_ENTER_DATA, 0);
    if (gantry_is_touched(d, host, n)) /* twice the same would be well with OpenMP */
        gantry_fail_as(&c.at, GANTRY_ERR_PRESENT, "acc_map_data: '%s' (%zu bytes) is mapped already", r->maps->name, n);
    if (gantry_associate(d, host, (uint64_t)(uintptr_t)there, n, r->maps->name, NULL, &r->loc, &err))
        gantry_failf(&c.at, "acc_map_data: %s", err.text);
}

void gantry_acc_unmap_data(void *host)
{
    struct gantry_acc_call c = gantry_acc_called("acc_unmap_data");
    int device = current(&c);
    if (device < 0)
        return;
    gantry_thread_called_from(__builtin_return_address(0));
    enum gantry_disassociated how = gantry_disassociate(opened(&c, device), host);
    if (how == GANTRY_STILL_HELD)
        gantry_fail_as(
            &c.at, GANTRY_ERR_PRESENT,
            "acc_unmap_data: a data construct, or a region that still runs, uses what begins at %p; unmap it "
            "behind that",
            host);
    if (how == GANTRY_NOT_ASSOCIATED)
        gantry_fail_as(&c.at, GANTRY_ERR_NOT_PRESENT,
                       "acc_unmap_data: acc_map_data has mapped nothing that begins at %p", host);
}

/* ---- mapping ---- */
enum { ENTERS = GANTRY_ENTER_DATA, LEAVES = GANTRY_EXIT_DATA, UPDATES = GANTRY_UPDATE };
enum { ALL_AT_ONCE = -100 }; /* no queue */

struct action {
    const char *routine;
    enum gantry_construct construct;
    uint32_t flags;
};

static void carry_out(const struct gantry_region *r, int device, const struct gantry_val *v)
{
    if (r->construct == ENTERS)
        gantry_enter_data(r, device, v);
    else if (r->construct == LEAVES)
        gantry_exit_data(r, device, v);
    else
        gantry_update(r, device, v);
}

static void act(const struct action *a, void *p, size_t n, long queue)
{
    struct gantry_acc_call c = gantry_acc_called(a->routine);
    int device = current(&c);
    if (device < 0 || (!p && !n))
        return;
    if (!p)
        gantry_fail_as(&c.at, GANTRY_ERR_NULL, "%s: a pointer that is NULL has no %zu bytes", c.routine, n);
    n += n == 0; /* where it begins is mapped */
    const struct gantry_region *r = gantry_acc_region(&c, a->construct, a->flags);
    struct gantry_val v[] = {{p, p, n}, {0}};
    gantry_acc_queue_of(&c);
    if (queue == ALL_AT_ONCE)
        carry_out(r, device, v);
    else if (gantry_acc_posts(queue))
        gantry_acc_post(gantry_async(r, device, v, NULL), queue);
    else {
        wait_for(&c, (int)queue);
        carry_out(r, device, v);
    }
}

/* ACTION(name, construct, flags): the routine, and its _async form */
#define ACTIONS(ACTION)                                                                                                \
    ACTION(copyout, LEAVES, GANTRY_MAP_FROM)                                                                           \
    ACTION(copyout_finalize, LEAVES, GANTRY_MAP_FROM | GANTRY_MAP_DELETE)                                              \
    ACTION(delete, LEAVES, 0)                                                                                          \
    ACTION(delete_finalize, LEAVES, GANTRY_MAP_DELETE)                                                                 \
    ACTION(update_device, UPDATES, GANTRY_MAP_TO | GANTRY_MAP_PRESENT)                                                 \
    ACTION(update_self, UPDATES, GANTRY_MAP_FROM | GANTRY_MAP_PRESENT)
#define ACTION(NAME, CONSTRUCT, FLAGS)                                                                                 \
    void gantry_acc_##NAME(void *p, size_t n)                                                                          \
    {                                                                                                                  \
        act(&(struct action){"acc_" #NAME, (enum gantry_construct)CONSTRUCT, FLAGS}, p, n, ALL_AT_ONCE);               \
    }                                                                                                                  \
    void gantry_acc_##NAME##_async(void *p, size_t n, int queue)                                                       \
    {                                                                                                                  \
        act(&(struct action){"acc_" #NAME "_async", (enum gantry_construct)CONSTRUCT, FLAGS}, p, n, queue);            \
    }
ACTIONS(ACTION)
#undef ACTION

void *gantry_acc_copyin(void *p, size_t n)
{
    act(&(struct action){"acc_copyin", GANTRY_ENTER_DATA, GANTRY_MAP_TO}, p, n, ALL_AT_ONCE);
    return gantry_acc_deviceptr(p);
}

void gantry_acc_copyin_async(void *p, size_t n, int queue)
{
    act(&(struct action){"acc_copyin_async", GANTRY_ENTER_DATA, GANTRY_MAP_TO}, p, n, queue);
}

void *gantry_acc_create(void *p, size_t n)
{
    act(&(struct action){"acc_create", GANTRY_ENTER_DATA, 0}, p, n, ALL_AT_ONCE);
    return gantry_acc_deviceptr(p);
}

void gantry_acc_create_async(void *p, size_t n, int queue)
{
    act(&(struct action){"acc_create_async", GANTRY_ENTER_DATA, 0}, p, n, queue);
}

/* ---- pointers in what is mapped ---- */
static void point(const char *routine, void **at, enum gantry_pointing how, int queue)
{
    struct gantry_acc_call c = gantry_acc_called(routine);
    struct gantry_err err = {0};
    int device = current(&c);
    if (!at)
        gantry_fail_as(&c.at, GANTRY_ERR_NULL, "%s: the address of a pointer is NULL", routine);
    if (queue != ALL_AT_ONCE)
        wait_for(&c, queue);
    if (device >= 0 && gantry_point(opened(&c, device), at, how, &c.at, &err))
        gantry_failf(&c.at, "%s: %s", routine, err.text);
}

void gantry_acc_attach(void **at) { point("acc_attach", at, GANTRY_ATTACH, ALL_AT_ONCE); }
void gantry_acc_detach(void **at) { point("acc_detach", at, GANTRY_DETACH, ALL_AT_ONCE); }
void gantry_acc_detach_finalize(void **at) { point("acc_detach_finalize", at, GANTRY_DETACH_ALL, ALL_AT_ONCE); }

void gantry_acc_attach_async(void **at, int queue) { point("acc_attach_async", at, GANTRY_ATTACH, queue); }

void gantry_acc_detach_async(void **at, int queue) { point("acc_detach_async", at, GANTRY_DETACH, queue); }

void gantry_acc_detach_finalize_async(void **at, int queue)
{
    point("acc_detach_finalize_async", at, GANTRY_DETACH_ALL, queue);
}

/* ---- what directives need ---- */
/* zero: what has come into being on the device is 0 there. */
void gantry_acc_clear(void *p, size_t n, int was_there)
{
    struct gantry_acc_call c = {.routine = "zero"};
    uint64_t address;
    int device = current(&c);
    if (was_there || device < 0 || !p || !n || !gantry_translate(opened(&c, device), p, &address))
        return;
    gantry_omp_memset((void *)(uintptr_t)address, 0, n, device);
}

/* how many bytes were mapped with what p leads to, from there on; 0: it is not there, or the host's */
size_t gantry_acc_rest(void *p)
{
    struct gantry_acc_call c = {.routine = "exit data"};
    int device = current(&c);
    return !p || device < 0 ? 0 : gantry_mapped_rest(opened(&c, device), p);
}

/* host_data without if_present */
void gantry_acc_must_be_present(void *p, const char *name, const char *file, int line, const char *function)
{
    struct gantry_acc_call c = {.routine = "host_data", .at = {file, function, line, 0}};
    uint64_t address;
    int device = current(&c);
    if (p && device >= 0 && !gantry_translate(opened(&c, device), p, &address))
        gantry_fail_as(&c.at, GANTRY_ERR_NOT_PRESENT,
                       "'%s' in use_device is not mapped on device %d; map it before, or say if_present", name, device);
}

/* declare in a function: memory leaves the device where the scope ends. */
struct declared { /* as src/front/acc/others.c has it */
    void *at;
    size_t bytes;
    int comes_back;
    void *pointer; /* which leads there; NULL: none does */
};

void gantry_acc_leave(void *declared)
{
    const struct declared *d = declared;
    if (d->pointer)
        point("declare", d->pointer, GANTRY_DETACH, ALL_AT_ONCE);
    if (d->comes_back)
        gantry_acc_copyout(d->at, d->bytes);
    else
        gantry_acc_delete(d->at, d->bytes);
}

/* Of a section of several pointers: its rows, as a list whose head is a variable of the program's. */
struct row {
    struct row *next;
    struct declared d;
};

void gantry_acc_row(void *list, void *at, size_t bytes, int comes_back, void *pointer)
{
    struct row **head = list, *r = malloc(sizeof *r);
    if (!r)
        gantry_failf(NULL, "out of memory");
    *r = (struct row){*head, {at, bytes, comes_back, pointer}};
    *head = r;
}

static struct row *take_row(void *list)
{
    struct row **head = list, *r = *head;
    if (r)
        *head = r->next;
    return r;
}

void gantry_acc_leave_rows(void *list)
{
    for (struct row *r; (r = take_row(list)) != NULL; free(r))
        gantry_acc_leave(&r->d);
}

void gantry_acc_clear_rows(void *list)
{
    for (struct row *r; (r = take_row(list)) != NULL; free(r))
        gantry_acc_clear(r->d.at, r->d.bytes, 0);
}
