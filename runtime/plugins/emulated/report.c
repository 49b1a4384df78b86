/* report.c: what went wrong, as text: a sentence with its place, then which lane did it and what to do. Most are
 * findings (include/gantry_findings.h). Told when the launch has come to a halt, on the OS thread's own stack; the
 * launch itself fails with a short error value. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emulated.h"
#include "gantry_checker.h"
#include "gantry_findings.h"

enum { MOST_RUNS = 8, MOST_KINDS = 16 };

int emu_error(struct gantry_err *err, const char *format, ...)
{
    va_list ap;
    err->code = 0;
    va_start(ap, format);
    vsnprintf(err->text, sizeof err->text, format, ap);
    va_end(ap);
    return -1;
}

struct report {
    const char *id; /* of the finding; NULL: it is none, but what the program itself has asked for */
    struct gantry_loc at;
    struct emu_place place; /* what `at` points into */
    char name[160];         /* the variable; "": unknown */
    struct gantry_message text, detail;
    const char *advice;
    char needed[160]; /* an advice with numbers */
};

/* ---- who ---- */

static uint32_t main_lane(const struct emu_worker *w)
{
    bool generic = w->launch->kernel->info->mode == GANTRY_MODE_GENERIC;
    return generic ? (w->ntid - 1) / w->width * w->width : UINT32_MAX;
}

static void add_lane(struct gantry_message *t, const struct emu_lane *l)
{
    const struct emu_worker *w = l->worker;
    uint32_t group = w->launch->kernel->info->group, tid = l->ids.tid;
    if (tid == main_lane(w))
        gantry_message_add(t, "the main thread of team %u", l->ids.team);
    else
        gantry_message_add(t, "thread %u of team %u", tid / (group ? group : 1), l->ids.team);
    gantry_message_add(t, " (lane %u of warp %u)", l->ids.lane, tid / w->width);
}

static void add_kernel(struct gantry_message *t, const struct emu_launch *l)
{
    const struct gantry_kernel_info *k = l->kernel->info;
    if (k->file)
        gantry_message_add(t, "the target region of %s:%d", k->file, k->line);
    else
        gantry_message_add(t, "kernel %s", k->name);
    if (k->func)
        gantry_message_add(t, " [%s]", k->func);
    gantry_message_add(t, ", %u team%s of %u lane%s", l->nteams, l->nteams == 1 ? "" : "s", l->ntid,
                       l->ntid == 1 ? "" : "s");
}

static void add_by(struct gantry_message *t, const struct emu_lane *l)
{
    if (!l)
        return;
    gantry_message_add(t, "  by ");
    add_lane(t, l);
    gantry_message_add(t, ", in ");
    add_kernel(t, l->worker->launch);
    gantry_message_add(t, "\n");
}

void emu_report_by(const struct emu_lane *l, char *out, size_t room)
{
    struct gantry_message t;
    t.n = 0;
    t.s[0] = 0;
    add_by(&t, l);
    snprintf(out, room, "%s", t.s);
}

/* ---- where ---- */

/* Switches to a waiting lane to have it record its stack. */
static void probe(struct emu_worker *w, struct emu_lane *l)
{
    w->probe_n = 0;
    if (!l->fibre || !l->fibre->sp)
        return;
    w->probed = l;
    emu_fibre_switch(&w->home, l->fibre);
    w->probed = NULL;
}

static void place_of_lane(struct emu_worker *w, struct emu_lane *l, struct emu_place *p)
{
    int first = 0;
    probe(w, l);
    while (first < w->probe_n && w->probe_frames[first] != l->caller)
        first++;
    if (first == w->probe_n) /* the stack cannot be followed */
        w->probe_frames[first = 0] = l->caller, w->probe_n = 1;
    emu_place_of(w->probe_frames + first, w->probe_n - first, false, w->entry, p);
}

static void set_place(struct report *r, const struct emu_place *p, const struct gantry_kernel_info *k)
{
    r->at = (struct gantry_loc){.file = k->file, .func = k->func, .line = k->line};
    if (!p || !p->line)
        return;
    r->place = *p;
    r->at = (struct gantry_loc){.file = r->place.file, .func = k->func, .line = p->line, .col = p->col};
}

static void place_of_site(const struct __gd_emu_site *s, struct emu_place *p)
{
    memset(p, 0, sizeof *p);
    if (s && s->file)
        snprintf(p->file, sizeof p->file, "%s", s->file);
    p->line = s && s->file && s->file[0] ? s->line : 0;
    p->col = s ? s->col : 0;
}

/* ---- bad accesses ---- */

/* the pointer parameter that this host address was most likely computed from */
static const char *parameter_near(const struct emu_launch *l, uint64_t addr, uint64_t *value)
{
    const struct gantry_region *r = l->grid->region;
    const char *best = NULL;
    uint64_t least = 1ull << 30;
    uint32_t arg = 1;
    for (uint32_t i = 0; r && i < r->nmaps; i++) {
        uint64_t v;
        if (r->maps[i].param == GANTRY_PARAM_NONE)
            continue;
        memcpy(&v, l->args[arg++], sizeof v); /* each has 16 bytes */
        uint64_t d = addr >= v ? addr - v : v - addr;
        if (v > 0xffff && !emu_in_arena(v) && d < least) {
            best = r->maps[i].name;
            least = d;
            *value = v;
        }
    }
    return best;
}

static const struct emu_lane *owner_of_stack(const struct emu_worker *w, uint64_t addr, bool *stack)
{
    for (uint32_t i = 0; i < w->fresh; i++) {
        const struct emu_lane *l = &w->lanes[w->seeded ? w->order[i] : i];
        if (l->state != EMU_ENDED && addr >= l->fibre->lo && addr < l->fibre->hi)
            return l;
    }
    for (size_t i = 0; i < w->stacks.n; i++)
        *stack = *stack || (addr >= w->stacks.all[i]->lo && addr < w->stacks.all[i]->hi);
    return NULL;
}

static bool describe_stack(struct gantry_message *t, const struct emu_worker *w, uint64_t addr)
{
    bool stack = false;
    const struct emu_lane *owner = owner_of_stack(w, addr, &stack);
    if (!owner && !stack)
        return false;
    gantry_message_add(t, " on the stack of ");
    if (owner)
        add_lane(t, owner);
    else
        gantry_message_add(t, "a lane that has ended");
    return true;
}

/* what to do, by how the block was taken */
static const char *const advice_freed[] = {
    [EMU_MAPPED] = "it was released by the end of its construct, exit data or free: keep it mapped as long as kernels "
                   "use it",
    [EMU_BY_ROUTINE] = "omp_target_free has released it: free it when no kernel uses it any more",
    [EMU_BY_MALLOC] = "free has released it: free it after its last use",
    [EMU_BY_DECLARATION] = "it is gone when its block or function is left: keep no pointer to it",
};
static const char *const advice_outside[] = {
    [EMU_MAPPED] = "indices must stay inside the section that is mapped",
    [EMU_BY_ROUTINE] = "indices must stay inside what omp_target_alloc was asked for, which is in bytes",
    [EMU_BY_MALLOC] = "indices must stay inside what malloc was asked for, which is in bytes",
    [EMU_BY_DECLARATION] = "indices must stay inside what its declaration or alloca has asked for",
};

/* The finding is about this block. */
static void name_block(struct report *r, struct emu_memory *m, uint64_t addr, unsigned number, enum emu_where where)
{
    struct emu_block_info b = {0};
    emu_memory_block(m, addr, number, &b);
    snprintf(r->name, sizeof r->name, "%s", b.name);
    if (where == EMU_NOWHERE)
        return;
    r->id = where == EMU_IN_FREED ? "GC103" : "GC101";
    r->advice = where == EMU_IN_FREED ? advice_freed[b.how] : advice_outside[b.how];
}

static bool describe_device_memory(struct report *r, struct emu_worker *w, uint64_t addr, uint64_t n)
{
    char near[512];
    struct gantry_device *d = w->launch->dev, *other;
    enum emu_where where = emu_memory_describe(&d->memory, addr, n, near, sizeof near);
    if (where) {
        gantry_message_add(&r->text, ", %s", near);
        name_block(r, &d->memory, addr, 0, where);
        return true;
    }
    for (int i = 0; (other = emu_device_at(i)) != NULL; i++)
        if (other != d && emu_memory_describe(&other->memory, addr, n, near, sizeof near)) {
            gantry_message_add(&r->text, ", %s on device %d, but the kernel runs on device %d", near, other->number,
                               d->number);
            r->advice = "map or copy the data to the device that uses it";
            return true;
        }
    return false;
}

/* … or which pointer in mapped data */
static bool describe_member(struct report *r, uint64_t addr)
{
    struct gantry_host_pointer p;
    if (!gantry_checker || !gantry_checker->host_pointer(addr, &p))
        return false;
    gantry_message_add(&r->text,
                       " at a host address, byte %llu of what '%s' points to, which is not mapped: the pointer was "
                       "never attached",
                       (unsigned long long)(addr - p.value), p.name);
    gantry_message_add(&r->detail, "  '%s' came to the device with the map at %s:%d, as the host has it\n", p.name,
                       p.where.file ? p.where.file : "?", p.where.line);
    snprintf(r->name, sizeof r->name, "%.159s", p.name);
    snprintf(r->needed, sizeof r->needed,
             "map what the pointer points to, too, as in map(tofrom: %.60s[0:n]), so that it is attached", p.name);
    r->advice = r->needed;
    return true;
}

static void describe_host(struct report *r, struct emu_worker *w, uint64_t addr)
{
    struct gantry_message *t = &r->text;
    uint64_t value = 0;
    char number[EMU_ADDRESS];
    const char *name = parameter_near(w->launch, addr, &value);
    if (!name && describe_member(r, addr))
        return;
    if (name && addr >= value)
        gantry_message_add(t,
                           " at a host address: '%s' points there, and what it points to is not mapped (byte %llu of "
                           "it)",
                           name, (unsigned long long)(addr - value));
    else if (name)
        gantry_message_add(t, " at a host address, %llu bytes before what '%s' points to, which is not mapped",
                           (unsigned long long)(value - addr), name);
    else
        gantry_message_add(t, " at %s, which is not device memory", emu_address(addr, number));
    snprintf(r->name, sizeof r->name, "%s", name ? name : "");
    r->advice = name ? "map what the pointer points to, as in map(tofrom: p[0:n]), or name it in is_device_ptr if it "
                       "is a device address"
                     : "a pointer inside mapped data still holds a host address, or was never set: map what it points "
                       "to, after the data that holds it, so that it is attached";
}

/* the pattern itself, or a member or element of what it points to; a packed pointer may begin in the middle of it */
static bool is_poison(uint64_t addr)
{
    uint64_t swapped = EMU_POISON >> 8 | EMU_POISON << 56;
    return addr >> 32 == EMU_POISON >> 32 || addr + 4096 - EMU_POISON < 8192 || addr >> 32 == swapped >> 32;
}

static void describe(struct report *r, struct emu_worker *w, uint64_t addr, uint64_t n)
{
    struct gantry_message *t = &r->text;
    r->id = "GC102";
    if (addr == UINT64_MAX) {
        gantry_message_add(t, " at an address that no memory can have");
        r->advice = "the pointer was never set, or has been overwritten";
    } else if (is_poison(addr)) {
        gantry_message_add(t, " at %#llx, the pattern of device memory that was never written",
                           (unsigned long long)addr);
        r->advice = "nothing has been copied to the variable that holds the pointer: map it with to or tofrom";
    } else if (addr < 65536) {
        gantry_message_add(t, addr ? ", %llu bytes after a null pointer" : " through a null pointer",
                           (unsigned long long)addr);
        r->advice = "the pointer was never set on the device: map the data that holds it with to or tofrom";
    } else if (describe_stack(t, w, addr)) {
        r->advice = "lanes do not see each other's local variables on a GPU: share a variable of the teams "
                    "region, or map it";
    } else if (!describe_device_memory(r, w, addr, n)) {
        describe_host(r, w, addr);
    }
}

static void set_place_of(struct report *r, struct emu_worker *w, const struct emu_failure *f)
{
    struct emu_place p;
    place_of_site(f->site, &p);
    if (!p.line)
        place_of_lane(w, f->lane, &p);
    set_place(r, &p, w->launch->kernel->info);
}

static void add_access(struct gantry_message *t, const struct emu_failure *f)
{
    static const char *const names[] = {"load", "store", "atomic access"};
    gantry_message_add(t, "%s of %llu byte%s", names[f->site && f->site->kind < 3 ? f->site->kind : 0],
                       (unsigned long long)f->size, f->size == 1 ? "" : "s");
}

static void stopped_by(struct emu_failure *f, const char *what)
{
    emu_error(&f->err, "stopped by the %s reported above", what);
    f->err.code = GANTRY_ERR_TOLD;
}

static void bad_access(struct report *r, struct emu_worker *w, struct emu_failure *f)
{
    set_place_of(r, w, f);
    add_access(&r->text, f);
    describe(r, w, f->addr, f->size);
    add_by(&r->detail, f->lane);
    stopped_by(f, "bad access");
}

/* The access is to a block of the device, but not to that which the pointer was made from. */
static void bad_block(struct report *r, struct emu_worker *w, struct emu_failure *f)
{
    char from[512] = "of another variable", there[512];
    struct emu_memory *m = &w->launch->dev->memory;
    set_place_of(r, w, f);
    add_access(&r->text, f);
    enum emu_where where = emu_memory_describe_from(m, f->number, f->addr, f->size, from, sizeof from);
    gantry_message_add(&r->text, ", %s", from);
    add_by(&r->detail, f->lane);
    if (emu_memory_describe(m, f->addr, f->size, there, sizeof there) == EMU_IN_BLOCK)
        gantry_message_add(&r->detail, "  it lands %s\n", there);
    r->id = "GC101";
    name_block(r, m, 0, f->number, where);
    if (r->advice == advice_outside[EMU_MAPPED])
        r->advice = "indices must stay inside the variable, or the section of it, that the address is computed from";
    stopped_by(f, "bad access");
}

/* … or to host memory, but not to the block that the pointer was made from, or to one that is gone. */
static void bad_host(struct report *r, struct emu_worker *w, struct emu_failure *f)
{
    set_place_of(r, w, f);
    add_access(&r->text, f);
    bool gone = gantry_checker->heap_describe(f->number, f->addr, f->size, &r->text);
    add_by(&r->detail, f->lane);
    r->id = gone ? "GC103" : "GC101";
    r->advice = gone ? "free it after its last use, or let the pointer lead to what is meant"
                     : "indices must stay inside the block that the pointer leads to";
    stopped_by(f, "bad access");
}

static void misaligned(struct report *r, struct emu_worker *w, struct emu_failure *f)
{
    char near[512], number[EMU_ADDRESS];
    set_place_of(r, w, f);
    add_access(&r->text, f);
    gantry_message_add(&r->text, " at %s, which is not divisible by %llu", emu_address(f->addr, number),
                       (unsigned long long)f->needed);
    if (emu_memory_describe(&w->launch->dev->memory, f->addr, f->size, near, sizeof near)) {
        gantry_message_add(&r->text, ", %s", near);
        name_block(r, &w->launch->dev->memory, f->addr, 0, EMU_NOWHERE);
    }
    add_by(&r->detail, f->lane);
    r->id = "GC603";
    r->advice = "a GPU stops at such an access: the pointer has a type that asks for more than its address gives";
    stopped_by(f, "misaligned access");
}

static void constant_store(struct report *r, struct emu_worker *w, struct emu_failure *f)
{
    char near[512] = "in device memory";
    set_place_of(r, w, f);
    if (!f->name) {
        emu_memory_describe(&w->launch->dev->memory, f->addr, f->size, near, sizeof near);
        name_block(r, &w->launch->dev->memory, f->addr, 0, EMU_NOWHERE);
    } else if (*f->name) {
        snprintf(near, sizeof near, "'%s' of the device code", f->name);
        snprintf(r->name, sizeof r->name, "%s", f->name);
    } else {
        snprintf(near, sizeof near, "a string or table of the device code");
    }
    gantry_message_add(&r->text, "store of %llu byte%s to constant data, %s", (unsigned long long)f->size,
                       f->size == 1 ? "" : "s", near);
    add_by(&r->detail, f->lane);
    r->id = "GC604";
    r->advice = f->name ? "what is const may lie in memory that cannot be written: drop the const, or store elsewhere"
                        : "its original is const, and must not change: drop the const, or store elsewhere";
    stopped_by(f, "store");
}

static void bad_argument(struct report *r, struct emu_worker *w, struct emu_failure *f)
{
    set_place_of(r, w, f);
    gantry_message_add(&r->text, "%s %s", f->function, f->site->kind ? "writes" : "reads");
    describe(r, w, f->addr, f->size);
    add_by(&r->detail, f->lane);
    if (strcmp(r->id, "GC102") == 0)
        r->id = "GC601";
    stopped_by(f, "bad argument");
}

static void bad_index(struct report *r, struct emu_worker *w, struct emu_failure *f)
{
    set_place_of(r, w, f);
    add_access(&r->text, f);
    if (f->name)
        gantry_message_add(&r->text, " outside '%s'", f->name);
    else
        gantry_message_add(&r->text, " outside a variable");
    gantry_message_add(&r->text, ": at byte %lld of %llu", (long long)(f->addr - f->object),
                       (unsigned long long)f->object_size);
    add_by(&r->detail, f->lane);
    r->id = "GC101";
    r->advice = "the index does not fit the size that the array was declared with, or the section that is reduced";
    stopped_by(f, "bad index");
}

static void bad_scope(struct report *r, struct emu_worker *w, struct emu_failure *f)
{
    set_place_of(r, w, f);
    add_access(&r->text, f);
    gantry_message_add(&r->text, " at byte %lld of '%s' (%llu bytes), whose block has ended",
                       (long long)(f->addr - f->object), f->name, (unsigned long long)f->object_size);
    snprintf(r->name, sizeof r->name, "%s", f->name);
    add_by(&r->detail, f->lane);
    r->id = "GC103";
    r->advice = "a variable is gone behind the block that declares it: declare it where the pointer lives";
    stopped_by(f, "bad access");
}

/* What the program calls the array: from the code; where a pointer leads to it, from what is mapped. The first and the
 * last byte have "s.a[0]" and "s.a[3]" in common. */
static bool name_member(const struct emu_failure *f, char *out, unsigned room)
{
    char last[300];
    size_t n = 0, end;
    out[0] = 0;
    if (f->name)
        return snprintf(out, room, "%s", f->name) > 0;
    if (!gantry_checker || !gantry_checker->path || !gantry_checker->path(f->object, out, room) ||
        !gantry_checker->path(f->object + f->object_size - 1, last, sizeof last))
        return false;
    while (out[n] && out[n] == last[n])
        n++;
    for (end = n; end > 0 && out[end] != '['; end--)
        ;
    out[end] = 0;
    return end > 0;
}

static void bad_member(struct report *r, struct emu_worker *w, struct emu_failure *f)
{
    char name[300];
    int64_t at = (int64_t)(f->addr - f->object), element = (int64_t)f->element;
    uint64_t end = (uint64_t)at + f->size;
    set_place_of(r, w, f);
    add_access(&r->text, f);
    bool within = at >= 0 && (uint64_t)at < f->object_size; /* the access begins there */
    bool named = name_member(f, name, sizeof name);
    size_t n = strlen(name);
    if (named && name[n - 1] == '.') {
        name[n - 1] = 0;
        gantry_message_add(&r->text, " outside an array of '%s'", name);
    } else if (!named) {
        gantry_message_add(&r->text, " outside an array");
    } else if (within) {
        gantry_message_add(&r->text, ", reaching %llu bytes beyond the end of '%s'",
                           (unsigned long long)(end - f->object_size), name);
    } else if (element && at >= 0) {
        gantry_message_add(&r->text, " at '%s[%lld]', outside '%s'", name, (long long)(at / element), name);
    } else {
        gantry_message_add(&r->text, " outside '%s'", name);
    }
    gantry_message_add(&r->text, ": at byte %lld of %llu", (long long)at, (unsigned long long)f->object_size);
    snprintf(r->name, sizeof r->name, "%s", name);
    if (element)
        gantry_message_add(&r->text, ", %lld elements", (long long)f->object_size / element);
    add_by(&r->detail, f->lane);
    r->id = "GC101";
    r->advice = within ? "what is copied must fit the array that is a member of the structure, or name the structure"
                       : "the index must fit the array that is a member of the structure, not the structure";
    stopped_by(f, "bad index");
}

static void used_up(struct report *r, const struct emu_worker *w, const struct emu_failure *f)
{
    r->id = "GC104";
    gantry_message_add(&r->text, "a lane has used up its stack of %zu bytes", w->launch->dev->stack);
    r->advice = "GANTRY_EMULATED_STACK sets how large it is; recursion and large local arrays use much";
    if (!f->needed)
        return;
    enum { LARGE = 1024 }; /* what is less counts where functions call themselves */
    snprintf(r->needed, sizeof r->needed,
             "the %s %s%s take it to %llu bytes; GANTRY_EMULATED_STACK sets how large it is",
             f->site && f->site->size < LARGE ? "calls" : "local variables", f->site ? "of " : "",
             f->site ? f->site->func : "here", (unsigned long long)f->needed);
    r->advice = r->needed;
}

static void stack_full(struct report *r, struct emu_worker *w, struct emu_failure *f)
{
    set_place_of(r, w, f);
    used_up(r, w, f);
    add_by(&r->detail, f->lane);
    stopped_by(f, "full stack");
}

static void fault(struct report *r, struct emu_worker *w, struct emu_failure *f)
{
    struct emu_place p;
    const struct emu_fibre *own = f->lane->fibre;
    bool overflow = f->addr < own->lo && f->addr + 65536 >= own->lo;
    emu_place_of(f->frames, f->nframes, true, w->entry, &p);
    set_place(r, &p, w->launch->kernel->info);
    if (f->signal == SIGFPE)
        gantry_message_add(&r->text, "integer division by zero, or of the smallest integer by -1");
    else if (f->signal == SIGILL)
        gantry_message_add(&r->text, "the kernel ran into a trap or into code that cannot be reached");
    else if (overflow)
        used_up(r, w, f);
    else {
        gantry_message_add(&r->text, "%s", f->size ? "store" : "load");
        describe(r, w, f->addr, 1);
    }
    add_by(&r->detail, f->lane);
    if (!p.line && p.function[0])
        gantry_message_add(&r->detail, "  in %s\n", p.function);
    stopped_by(f, "fault");
}

/* ---- traps, misuse ---- */

static void stopped(struct report *r, struct emu_worker *w, struct emu_failure *f)
{
    struct emu_place p = {.line = f->line};
    if (f->file && f->line)
        snprintf(p.file, sizeof p.file, "%s", f->file);
    else if (f->lane)
        place_of_lane(w, f->lane, &p);
    set_place(r, &p, w->launch->kernel->info);
    r->id = f->id;
    gantry_message_add(&r->text, "%s%s", f->kind == EMU_TRAP ? "the kernel was stopped: " : "", f->text);
    add_by(&r->detail, f->lane);
    emu_error(&f->err, "stopped by the error reported above");
}

/* ---- deadlocks ---- */

static uint64_t missing_from(const struct emu_lane *l)
{
    const struct emu_warp *wp = l->warp;
    for (uint32_t i = 0; i < wp->ngathers; i++)
        if (wp->gathers[i].mask == l->mask && wp->gathers[i].op == l->op)
            return l->mask & wp->live & ~wp->gathers[i].arrived;
    return 0;
}

/* Lanes that a report names together. Masks may differ: each SIMD group has its own. */
static bool alike(const struct emu_lane *a, const struct emu_lane *b)
{
    if (a->state != b->state)
        return false;
    if (a->state == EMU_ENDED || a->state == EMU_FRESH)
        return true;
    if (a->caller != b->caller)
        return false;
    if (a->state == EMU_AT_BARRIER)
        return a->barrier == b->barrier && a->expected == b->expected;
    return a->state == EMU_READY || a->op == b->op;
}

static void add_barrier(struct gantry_message *t, const struct emu_worker *w, const struct emu_lane *l)
{
    const struct emu_barrier *b = &w->barriers[l->barrier];
    uint32_t all = 0, arrived = 0, partly = 0;
    for (uint32_t i = 0; i < w->nwarps; i++) {
        const struct emu_warp *wp = &w->warps[i];
        all += (uint32_t)__builtin_popcountll(wp->live);
        if (b->arrived >> i & 1)
            arrived += (uint32_t)__builtin_popcountll(wp->live);
        else if (wp->at[l->barrier])
            partly++;
    }
    gantry_message_add(t, "wait at team barrier %u: %u of %u lanes have arrived", l->barrier, arrived,
                       l->expected ? l->expected : all);
    if (partly)
        gantry_message_add(t, ", %u warp%s only in part", partly, partly == 1 ? "" : "s");
}

static bool masks_differ(const struct emu_worker *w, const struct emu_lane *l)
{
    for (uint32_t i = 0; i < w->ntid; i++)
        if (alike(&w->lanes[i], l) && w->lanes[i].mask != l->mask)
            return true;
    return false;
}

static void add_mask_wait(struct gantry_message *t, const struct emu_worker *w, const struct emu_lane *l)
{
    static const char *const names[] = {"warp sync", "shuffle", "vote"};
    uint64_t missing = missing_from(l);
    gantry_message_add(t, "wait in a %s with ", l->op < 3 ? names[l->op] : "warp operation");
    gantry_message_add(t, masks_differ(w, l) ? "masks of their own, such as %#llx" : "mask %#llx",
                       (unsigned long long)l->mask);
    uint32_t base = l->warp->index * w->width, shown = 0;
    if (missing)
        gantry_message_add(t, ", to which did not come: ");
    for (; missing && shown < 8; missing &= missing - 1, shown++)
        gantry_message_add(t, "%s%u", shown ? ", " : "", base + (uint32_t)__builtin_ctzll(missing));
    if (missing)
        gantry_message_add(t, " …");
}

static bool is_alone(const struct emu_worker *w, uint32_t first)
{
    for (uint32_t i = 0; i < w->ntid; i++)
        if (i != first && alike(&w->lanes[i], &w->lanes[first]))
            return false;
    return true;
}

/* "  lanes 0-6, 8-31: " of all lanes that are like the first */
static void add_lanes(struct gantry_message *t, struct emu_worker *w, uint32_t first, bool *named)
{
    uint32_t runs = 0, lanes = 0;
    gantry_message_add(t, "  lane%s ", is_alone(w, first) ? "" : "s");
    for (uint32_t i = first, end; i < w->ntid; i = end) {
        bool in = !named[i] && alike(&w->lanes[i], &w->lanes[first]);
        for (end = i; end < w->ntid && (!named[end] && alike(&w->lanes[end], &w->lanes[first])) == in; end++)
            named[end] = named[end] || in;
        if (!in)
            continue;
        lanes += end - i;
        if (++runs <= MOST_RUNS && end - i > 1)
            gantry_message_add(t, "%s%u-%u", runs > 1 ? ", " : "", i, end - 1);
        else if (runs <= MOST_RUNS)
            gantry_message_add(t, "%s%u", runs > 1 ? ", " : "", i);
    }
    if (runs > MOST_RUNS)
        gantry_message_add(t, " …");
    if (first == main_lane(w))
        gantry_message_add(t, " (the main thread)");
    gantry_message_add(t, runs > 1 ? " (%u lanes): " : ": ", lanes);
}

static void add_kind(struct gantry_message *t, struct emu_worker *w, struct emu_lane *l)
{
    struct emu_place p;
    switch ((enum emu_state)l->state) {
    case EMU_ENDED:
        gantry_message_add(t, "have ended\n");
        return;
    case EMU_FRESH:
        gantry_message_add(t, "have not begun\n");
        return;
    case EMU_AT_BARRIER:
        add_barrier(t, w, l);
        break;
    case EMU_AT_WARP:
        add_mask_wait(t, w, l);
        break;
    case EMU_READY:
        gantry_message_add(t, "wait in a loop");
        break;
    case EMU_AT_COUNT:
        gantry_message_add(t, "wait to be counted with their warp");
        break;
    }
    place_of_lane(w, l, &p);
    if (p.line)
        gantry_message_add(t, ", at %s:%d\n", p.file, p.line);
    else
        gantry_message_add(t, ", at %s\n", p.function[0] ? p.function : "an unknown place");
}

static void add_all_lanes(struct gantry_message *t, struct emu_worker *w)
{
    bool named[EMU_MAX_LANES] = {false};
    uint32_t kinds = 0;
    for (uint32_t i = w->fresh; i < w->ntid; i++)
        w->lanes[w->seeded ? w->order[i] : i].state = EMU_FRESH;
    for (uint32_t i = 0; i < w->ntid && kinds < MOST_KINDS; i++)
        if (!named[i]) {
            add_lanes(t, w, i, named);
            add_kind(t, w, &w->lanes[i]);
            kinds++;
        }
    if (kinds == MOST_KINDS)
        gantry_message_add(t, "  …\n");
}

static void add_deadlock_advice(struct gantry_message *t, const struct emu_worker *w)
{
    bool barrier = false, warp = false;
    for (uint32_t i = 0; i < w->ntid; i++) {
        barrier = barrier || w->lanes[i].state == EMU_AT_BARRIER;
        warp = warp || w->lanes[i].state == EMU_AT_WARP;
    }
    if (barrier)
        gantry_message_add(
            t, "  a barrier must be met by all threads of the team, or by none: not inside a branch or loop "
               "that only "
               "some take. On a GPU it waits for all lanes of each warp\n");
    if (warp)
        gantry_message_add(t, "  a warp operation must be met by all lanes in its mask\n");
}

/* Where nobody goes on because of a lock, the place of the first that waits for one. */
static void set_place_of_wait(struct report *r, struct emu_worker *w)
{
    struct emu_place p = {0};
    for (uint32_t i = 0; i < w->fresh && !p.line; i++) {
        struct emu_lane *l = &w->lanes[w->seeded ? w->order[i] : i];
        if (l->state == EMU_READY)
            place_of_lane(w, l, &p);
    }
    set_place(r, &p, w->launch->kernel->info);
}

static void deadlock(struct report *r, struct emu_worker *w, struct emu_failure *f)
{
    r->id = "GC504";
    if (f->kind == EMU_LIVELOCK)
        set_place_of_wait(r, w);
    else
        set_place(r, NULL, w->launch->kernel->info);
    if (f->kind == EMU_LIVELOCK)
        gantry_message_add(&r->text,
                           "no lane goes on: for a while all have only waited in loops, as for a lock that nobody "
                           "releases");
    else
        gantry_message_add(&r->text, "deadlock: all lanes of team %u that have not ended wait for each other", w->team);
    gantry_message_add(&r->detail, "  team %u in ", w->team);
    add_kernel(&r->detail, w->launch);
    gantry_message_add(&r->detail, "\n");
    add_all_lanes(&r->detail, w);
    if (f->kind == EMU_DEADLOCK)
        add_deadlock_advice(&r->detail, w);
    else
        r->advice = "who holds a lock, or is in a critical construct, must not wait for those that wait for it: at a "
                    "barrier, for another lock that they hold, or for the same lock again";
    stopped_by(f, f->kind == EMU_DEADLOCK ? "deadlock" : "endless wait");
}

/* A fault inside the C library may have left its locks held by this OS thread, and the host could wait for
 * them for ever: then the program ends here. */
static bool may_hold_locks(const struct emu_worker *w)
{
    Dl_info code, kernel;
    const struct emu_failure *f = &w->failure;
    bool launching_thread = w == w->launch->engine->workers[0];
    return f->kind == EMU_SIGNAL && !launching_thread && dladdr(f->frames[0], &code) &&
           dladdr((void *)w->entry, &kernel) && code.dli_fbase != kernel.dli_fbase;
}

static void print(const struct report *r)
{
    char place[320] = "";
    if (r->at.file && r->at.col)
        snprintf(place, sizeof place, "%s:%d:%d: ", r->at.file, r->at.line, r->at.col);
    else if (r->at.file)
        snprintf(place, sizeof place, "%s:%d: ", r->at.file, r->at.line);
    fprintf(stderr, "%sgantry: error: %s\n%s", place, r->text.s, r->detail.s);
}

static void tell(const struct report *r)
{
    if (!r->id) {
        print(r);
        return;
    }
    gantry_finding(&(struct gantry_finding){.id = r->id,
                                            .at = r->at,
                                            .name = *r->name ? r->name : NULL,
                                            .text = r->text.s,
                                            .detail = r->detail.s,
                                            .advice = r->advice});
}

void emu_report(struct emu_worker *w)
{
    static void (*const reports[])(struct report *, struct emu_worker *, struct emu_failure *) = {
        [EMU_BAD_ACCESS] = bad_access, [EMU_BAD_INDEX] = bad_index,   [EMU_BAD_MEMBER] = bad_member,
        [EMU_BAD_BLOCK] = bad_block,   [EMU_BAD_SCOPE] = bad_scope,   [EMU_BAD_HOST] = bad_host,
        [EMU_MISALIGNED] = misaligned, [EMU_ARGUMENT] = bad_argument, [EMU_CONSTANT_STORE] = constant_store,
        [EMU_STACK_FULL] = stack_full, [EMU_TRAP] = stopped,          [EMU_DEADLOCK] = deadlock,
        [EMU_LIVELOCK] = deadlock,     [EMU_SIGNAL] = fault,          [EMU_MISUSE] = stopped,
    };
    struct report *r = calloc(1, sizeof *r);
    if (!r) {
        emu_error(&w->failure.err, "the kernel failed, and there is no memory to say how");
        return;
    }
    reports[w->failure.kind](r, w, &w->failure);
    tell(r);
    gantry_findings_tell_held();
    if (may_hold_locks(w))
        syscall(SYS_exit_group, gantry_findings_status(1)); /* _exit may be redirected to what writes files
                                                             * (include/gantry_wraps.def) */
    free(r);
}
