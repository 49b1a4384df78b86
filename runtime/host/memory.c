/* memory.c: device memory and copies through the plug-in, with trace, counters and messages that name the
 * variable. */
#define _GNU_SOURCE 1 /* dl_iterate_phdr */
#include <link.h>
#include <stdio.h>
#include <stdlib.h>

#include "gantry_findings.h"
#include "host.h"

static void name_it(struct gantry_err *err, const char *doing, uint64_t n, const char *name)
{
    struct gantry_err cause = *err;
    gantry_error(err, cause.code, "%s%s%s%s (%llu bytes): %s", doing, name ? " '" : "", name ? name : "",
                 name ? "'" : "", (unsigned long long)n, cause.text);
}

/* The host's memory ends before the section does. */
static void report_end(struct gantry_err *err, const char *doing, uint64_t n, const char *name,
                       const struct gantry_loc *where)
{
    char text[600];
    if (err->code != GANTRY_ERR_HOST_MEMORY)
        return;
    snprintf(text, sizeof text, "%s '%s' (%llu bytes): %.300s", doing, name ? name : "?", (unsigned long long)n,
             err->text);
    gantry_finding(
        &(struct gantry_finding){.id = "GC105",
                                 .at = where ? *where : (struct gantry_loc){0},
                                 .name = name,
                                 .text = text,
                                 .advice = "the section must lie inside of the memory that its pointer leads to: its "
                                           "first element or its length is wrong, or that memory is gone"});
    gantry_error(err, 0, "stopped by the section reported above");
}

int gantry_dev_alloc(struct gantry_dev *d, uint64_t size, const char *name, const struct gantry_loc *where,
                     uint64_t *addr, struct gantry_err *err)
{
    double begin = gantry_begins();
    if (d->plugin->alloc(d->handle, size, name, where, addr, err) == 0) {
        GANTRY_NOTE(GANTRY_OP_ALLOC, d->number, begin, .bytes = size, .name = name, .where = where);
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

void gantry_dev_mark_constant(struct gantry_dev *d, const struct gantry_entry *e)
{
    struct range r = {e->begin, e->end, false};
    if (!d->plugin->mark)
        return;
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
    double begin = gantry_begins();
    if (d->plugin->free(d->handle, addr, err) == 0) {
        GANTRY_NOTE(GANTRY_OP_FREE, d->number, begin, .bytes = size, .name = name, .where = where);
        return 0;
    }
    name_it(err, "freeing the device memory of", size, name);
    return -1;
}

int gantry_dev_to(struct gantry_dev *d, uint64_t dst, const void *src, uint64_t n, const char *name,
                  const struct gantry_loc *where, struct gantry_err *err)
{
    double begin = gantry_begins();
    if (d->plugin->copy_to(d->handle, dst, src, n, err) == 0) {
        GANTRY_NOTE(GANTRY_OP_TO, d->number, begin, .bytes = n, .name = name, .where = where);
        return 0;
    }
    report_end(err, "copying to the device", n, name, where);
    name_it(err, "copying to the device", n, name);
    return -1;
}

int gantry_dev_from(struct gantry_dev *d, void *dst, uint64_t src, uint64_t n, const char *name,
                    const struct gantry_loc *where, struct gantry_err *err)
{
    double begin = gantry_begins();
    if (d->plugin->copy_from(d->handle, dst, src, n, err) == 0) {
        GANTRY_NOTE(GANTRY_OP_FROM, d->number, begin, .bytes = n, .name = name, .where = where);
        return 0;
    }
    report_end(err, "copying from the device", n, name, where);
    name_it(err, "copying from the device", n, name);
    return -1;
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
