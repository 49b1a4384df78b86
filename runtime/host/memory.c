/* memory.c: device memory and copies through the plug-in, with trace, counters and messages that name the
 * variable. */
#define _GNU_SOURCE 1 /* dl_iterate_phdr */
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gantry_checker.h"
#include "gantry_findings.h"
#include "host.h"

static void name_it(struct gantry_err *err, const char *doing, uint64_t n, const char *name)
{
    struct gantry_err cause = *err;
    gantry_error(err, cause.code, "%s%s%s%s (%llu bytes): %s", doing, name ? " '" : "", name ? name : "",
                 name ? "'" : "", (unsigned long long)n, cause.text);
}

/* What the program has done wrong with memory, by the error's code. */
static const struct fault {
    int code;
    const char *id, *advice;
} faults[] = {
    {GANTRY_ERR_HOST_MEMORY, "GC105",
     "the section must lie inside of the memory that its pointer leads to: its first element or its length is wrong, "
     "or that memory is gone"},
    {GANTRY_ERR_BEYOND, "GC101", "offset and length together must stay inside the memory that was allocated"},
    {GANTRY_ERR_FREED, "GC103", "free the memory after its last use"},
    {GANTRY_ERR_FOREIGN, "GC611",
     "device pointers are those of omp_target_alloc and use_device_ptr on that device; each device number belongs to "
     "the pointer of its side"},
    {GANTRY_ERR_NO_BLOCK, "GC609", "free each block once, by the address that its allocation returned"},
};

void gantry_tell_fault(struct gantry_err *err, const char *text, const char *name, const struct gantry_loc *where)
{
    for (size_t i = 0; i < COUNT_OF(faults); i++)
        if (err->code == faults[i].code) {
            gantry_finding(&(struct gantry_finding){.id = faults[i].id,
                                                    .at = where ? *where : (struct gantry_loc){0},
                                                    .name = name,
                                                    .text = text,
                                                    .advice = faults[i].advice});
            gantry_error(err, GANTRY_ERR_TOLD, "stopped by what is reported above");
            return;
        }
}

/* Routines of the program's own tell their faults themselves: they know who called. */
static int failed(struct gantry_err *err, const char *doing, uint64_t n, const char *name,
                  const struct gantry_loc *where)
{
    char text[600];
    if (err->code < 0 && !where)
        return -1;
    snprintf(text, sizeof text, "%s '%s' (%llu bytes): %.300s", doing, name ? name : "?", (unsigned long long)n,
             err->text);
    gantry_tell_fault(err, text, name, where);
    name_it(err, doing, n, name);
    return -1;
}

int gantry_dev_alloc(struct gantry_dev *d, uint64_t size, const void *host, const char *name,
                     const struct gantry_loc *where, uint64_t *addr, struct gantry_err *err)
{
    GANTRY_BEGINS(event, GANTRY_OP_ALLOC, d->number, .bytes = size, .name = name, .where = where, .host = host);
    if (d->plugin->alloc(d->handle, size, name, where, addr, err) == 0) {
        GANTRY_ENDS(event, event.address = *addr);
        return 0;
    }
    name_it(err, "no device memory for", size, name);
    gantry_error_add(err,
                     "; %llu bytes in %llu variables are mapped on device %d (%s, %llu MiB). Map less at a time, "
                     "or release what is no longer needed with target exit data",
                     (unsigned long long)d->present_bytes, (unsigned long long)d->present_count, d->number,
                     d->props.name, (unsigned long long)(d->props.memory >> 20));
    return -1;
}

/* Is [begin, begin + n) constant data of the program or a library? Nothing can be stored there. */
struct range {
    uintptr_t begin, end;
    bool constant;
};

static int look_at_file(struct dl_phdr_info *info, size_t size, void *arg)
{
    struct range *r = arg;
    bool inside = false, writable = false;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t lo = info->dlpi_addr + p->p_vaddr, hi = lo + p->p_memsz;
        bool holds = r->begin >= lo && r->end <= hi;
        if (holds && p->p_type == PT_LOAD)
            inside = true, writable = p->p_flags & PF_W;
        r->constant = r->constant || (holds && p->p_type == PT_GNU_RELRO);
    }
    r->constant = r->constant || (inside && !writable);
    return inside;
}

void gantry_dev_mark_constant(struct gantry_dev *d, const struct gantry_entry *e, bool declared)
{
    struct range r = {e->begin, e->end, declared};
    if (!d->plugin->mark)
        return;
    if (!declared)
        dl_iterate_phdr(look_at_file, &r);
    if (r.constant)
        d->plugin->mark(d->handle, e->dev, e->end - e->begin, GANTRY_MARK_CONSTANT);
}

/* Kernels get this pointer to the entry's memory: the device is told where it points outside of it. */
void gantry_dev_outside(struct gantry_dev *d, const struct gantry_entry *e, uint64_t pointer)
{
    if (e && d->plugin->outside && pointer - e->dev > e->end - e->begin)
        d->plugin->outside(d->handle, e->dev - e->skew, pointer);
}

int gantry_dev_free(struct gantry_dev *d, uint64_t addr, uint64_t size, const char *name,
                    const struct gantry_loc *where, struct gantry_err *err)
{
    GANTRY_BEGINS(event, GANTRY_OP_FREE, d->number, .bytes = size, .name = name, .where = where, .address = addr);
    if (d->plugin->free(d->handle, addr, err) == 0) {
        GANTRY_ENDS(event);
        return 0;
    }
    return failed(err, "freeing the device memory of", size, name, where);
}

int gantry_dev_to(struct gantry_dev *d, uint64_t dst, const void *src, uint64_t n, const char *name,
                  const struct gantry_loc *where, struct gantry_err *err)
{
    GANTRY_BEGINS(event, GANTRY_OP_TO, d->number, .bytes = n, .name = name, .where = where, .host = src,
                  .address = dst);
    if (d->plugin->copy_to(d->handle, dst, src, n, err) == 0) {
        GANTRY_ENDS(event);
        return 0;
    }
    return failed(err, "copying to the device", n, name, where);
}

int gantry_dev_from(struct gantry_dev *d, void *dst, uint64_t src, uint64_t n, const char *name,
                    const struct gantry_loc *where, struct gantry_err *err)
{
    GANTRY_BEGINS(event, GANTRY_OP_FROM, d->number, .bytes = n, .name = name, .where = where, .host = dst,
                  .address = src);
    if (d->plugin->copy_from(d->handle, dst, src, n, err) == 0) {
        GANTRY_ENDS(event);
        return 0;
    }
    return failed(err, "copying from the device", n, name, where);
}

/* memcpy within the host, for a copy that is made in two steps; out: `to` is the program's memory, else `from` */
int gantry_dev_host(struct gantry_dev *d, void *to, const void *from, uint64_t n, bool out, const char *name,
                    const struct gantry_loc *where, struct gantry_err *err)
{
    if (!d->plugin->copy_host)
        memcpy(to, from, n);
    else if (d->plugin->copy_host(d->handle, to, from, n, out ? to : from, err))
        return failed(err, out ? "copying from the device" : "copying to the device", n, name, where);
    return 0;
}

int gantry_dev_pause(struct gantry_dev *d, struct gantry_err *err)
{
    struct gantry_scratch **const lists[] = {&d->scratch, &d->spaces};
    int rc = 0;
    pthread_mutex_lock(&d->lock);
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        for (struct gantry_scratch *s; rc == 0 && (s = *lists[i]) != NULL;) {
            rc = s->size ? d->plugin->free(d->handle, s->addr, err) : 0;
            *lists[i] = s->next;
            free(s);
        }
    pthread_mutex_unlock(&d->lock);
    return rc;
}
