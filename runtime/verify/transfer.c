/* transfer.c: the program reference's view of copies (program.c). A copy to the device changes what all worlds hold.
 * What a copy brings back to the host is compared with what they hold:
 *
 *   COPIED differs   a mistake. The device, and so the host, gets what the world holds.
 *   SHARED differs   the host stored to what is mapped, and the device was not told. An update may be missing, or the
 *                    program means host and device to hold different values: a note, and everything stays as it is.
 *                    GANTRY_VERIFY=strict-maps: a mistake, too. */
#include <stdlib.h>
#include <string.h>

#include "verify.h"

static struct gantry_block *block_of(struct gantry_dev *d, uint64_t address, uint64_t n)
{
    struct gantry_block *b = gantry_block_at(gantry_blocks_of(d), address);
    return b && b->twin && address + n <= b->begin + b->size ? b : NULL;
}

void gantry_transfer_to(struct gantry_dev *d, uint64_t dst, const void *src, uint64_t n)
{
    struct gantry_block *b = block_of(d, dst, n);
    uint64_t at = b ? dst - b->begin : 0;
    for (int w = 0; b && w < GANTRY_WORLDS; w++)
        if (b->twin->in[w].bytes)
            memcpy(b->twin->in[w].bytes + at, src, n);
    if (b && b->twin->seen)
        memcpy(b->twin->seen + at, (const char *)b->twin->host + at, n);
}

/* ---- reports: one for each variable that a construct brings back ---- */
enum { SHOWN = 3 };
struct report {
    struct report *next;
    const char *name, *cause;
    struct gantry_loc where; /* file NULL: of a routine */
    int device;
    bool is_note;
    uint64_t found;
    struct gantry_text shown[SHOWN];
};
static struct report *reports, **last = &reports;
static bool in_construct;

static struct report *report_of(const struct gantry_dev *d, const struct gantry_block *b, const char *name,
                                const struct gantry_loc *where, enum gantry_world w)
{
    const struct gantry_loc nowhere = {0}, *at = where && where->file ? where : &nowhere;
    const bool is_note = w == GANTRY_SHARED && !gantry_verify_options()->strict_maps;
    name = name ? name : b->name ? b->name : "device memory";
    for (struct report *r = reports; r; r = r->next)
        if (r->is_note == is_note && r->where.line == at->line && strcmp(r->name, name) == 0)
            return r;
    struct report *r = calloc(1, sizeof *r);
    if (!r)
        gantry_verify_no_memory();
    *r = (struct report){.name = name, .where = *at, .device = d->number, .is_note = is_note};
    const char *cause = b->twin->in[w].cause;
    if (cause && !(r->cause = strdup(cause)))
        gantry_verify_no_memory();
    *last = r;
    last = &r->next;
    return r;
}

static void print(const struct report *r)
{
    struct gantry_page page;
    fflush(stdout);
    FILE *f = gantry_page_begin(&page, gantry_verify_options()->report);
    fprintf(f, "%s: %s", gantry_verify_name(), r->is_note ? "note: " : "");
    if (r->where.file)
        fprintf(f, "%s:%d: ", r->where.file, r->where.line);
    fprintf(f, "'%s' comes back from device %d with other values than if host and device had one memory: %s\n", r->name,
            r->device,
            r->is_note ? "the host stored to what is mapped, and no update told the device"
                       : "a map or an update is missing, or takes too little along");
    for (uint64_t i = 0; i < r->found && i < SHOWN; i++)
        fprintf(f, "  %s\n", r->shown[i].s);
    if (r->found > SHOWN)
        fprintf(f, "  %llu elements in all\n", (unsigned long long)r->found);
    if (r->cause)
        fprintf(f, "  %s\n", r->cause);
    gantry_page_end(&page);
}

static void flush(void)
{
    for (struct report *r = reports, *next; r; r = next) {
        next = r->next;
        if (gantry_account_transfer(&r->where, r->name, r->is_note))
            print(r);
        free((char *)r->cause);
        free(r);
    }
    reports = NULL;
    last = &reports;
}

void gantry_transfers_begin(void) { in_construct = true; }

void gantry_transfers_end(void)
{
    in_construct = false;
    flush();
}

/* ---- what comes back ---- */
/* Nobody has stored to it since it was mapped without a copy: what the host had was of no use, or the device's garbage
 * is not looked at. */
static bool is_untouched(const struct gantry_twin *t, const char *device, const char *bytes,
                         const struct gantry_leaf *l)
{
    if (!t->first || (l->kind != '?' && !l->unit))
        return t->first && memcmp(device + l->begin, t->first + l->begin, l->bytes) == 0 &&
               memcmp(bytes + l->begin, t->first_seen + l->begin, l->bytes) == 0;
    for (uint64_t at = l->begin; at < l->begin + l->bytes; at++) { /* of several fields: not all need be stored to */
        int off = device[at] ^ bytes[at];
        if (((device[at] ^ t->first[at]) & off) || ((bytes[at] ^ t->first_seen[at]) & off))
            return false;
    }
    return true;
}

static bool is_address(struct gantry_dev *d, const char *word, const struct gantry_leaf *l)
{
    uint64_t value;
    if (l->kind == 'p')
        return true;
    if (l->kind != '?' || l->bytes != sizeof value)
        return false;
    memcpy(&value, word, sizeof value);
    return gantry_block_at(gantry_blocks_of(d), value) != NULL;
}

static bool differs(struct gantry_dev *d, const struct gantry_twin *t, enum gantry_world w, const char *device,
                    const struct gantry_leaf *l)
{
    const char *bytes = gantry_twin_bytes(t, w, device);
    return !gantry_leaf_same(l, device + l->begin, bytes + l->begin) && !is_untouched(t, device, bytes, l) &&
           !is_address(d, device + l->begin, l);
}

/* From here on all worlds hold the same: one fault is reported once. */
static void agree(struct gantry_twin *t, const struct gantry_leaf *l, const char *bytes)
{
    for (int w = 0; w < GANTRY_WORLDS; w++)
        if (t->in[w].bytes)
            memmove(t->in[w].bytes + l->begin, bytes + l->begin, l->bytes);
}

/* Returns whether `device` was changed. */
static bool compare(struct gantry_dev *d, struct gantry_block *b, char *device, const struct gantry_leaf *l,
                    const char *name, const struct gantry_loc *where)
{
    const struct gantry_verify_options *o = gantry_verify_options();
    enum gantry_world w = o->strict_maps ? GANTRY_SHARED : GANTRY_COPIED;
    if (!differs(d, b->twin, w, device, l))
        w = w == GANTRY_COPIED ? GANTRY_SHARED : GANTRY_COPIED;
    if (!differs(d, b->twin, w, device, l))
        return false;
    const char *bytes = gantry_twin_bytes(b->twin, w, device);
    struct report *r = report_of(d, b, name, where, w);
    if (r->found++ < SHOWN)
        gantry_element_text(b, l, device, bytes, &r->shown[r->found - 1]);
    bool patch = !r->is_note && !o->nopatch;
    if (patch)
        memcpy(device + l->begin, bytes + l->begin, l->bytes);
    agree(b->twin, l, device);
    return patch;
}

void gantry_transfer_from(struct gantry_dev *d, uint64_t src, uint64_t n, const char *name,
                          const struct gantry_loc *where)
{
    static const char stored_meanwhile[] = "the host has stored to it since, and that is lost";
    struct gantry_block *b = block_of(d, src, n);
    struct gantry_twin *t = b ? b->twin : NULL;
    uint64_t begin = b ? src - b->begin : 0;
    if (!t || (!t->in[GANTRY_COPIED].bytes && !t->in[GANTRY_SHARED].bytes &&
               (!t->seen || memcmp(t->seen + begin, (char *)t->host + begin, n) == 0)))
        return;
    char *device = malloc(b->size), **cause = &t->in[GANTRY_SHARED].cause;
    if (!device)
        gantry_verify_no_memory();
    gantry_block_fetch(d, b, device);
    if (gantry_twin_look(d, b, begin, n, device) && !*cause && !(*cause = strdup(stored_meanwhile)))
        gantry_verify_no_memory();
    bool changed = false;
    for (uint64_t at = begin; at < begin + n;) {
        struct gantry_leaf l;
        if (device[at] == gantry_twin_bytes(t, GANTRY_COPIED, device)[at] &&
            device[at] == gantry_twin_bytes(t, GANTRY_SHARED, device)[at]) {
            at++;
            continue;
        }
        gantry_element_at(b, at, &l);
        changed |= compare(d, b, device, &l, name, where);
        at = l.begin + l.bytes;
    }
    struct gantry_err err = {0};
    if (changed && d->plugin->copy_to(d->handle, b->begin, device, b->size, &err))
        gantry_fail(where, &err);
    free(device);
    if (!in_construct)
        flush();
}

/* … and after it */
void gantry_transfer_came(struct gantry_dev *d, const void *dst, uint64_t src, uint64_t n)
{
    struct gantry_block *b = block_of(d, src, n);
    uint64_t at = b ? src - b->begin : 0;
    if (b && b->twin->seen && (uintptr_t)dst == b->twin->host + at)
        memcpy(b->twin->seen + at, dst, n);
}
