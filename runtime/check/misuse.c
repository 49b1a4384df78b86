/* misuse.c: device memory in the host's hands, host memory that goes while it is mapped, mappings that are not there
 * (docs/checks.md, GC6xx). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../host/host.h"
#include "strands.h"

static bool asked(void) { return gantry_check_on(GANTRY_CHECK_MISUSE); }

/* ---- the host's accesses to device memory ---- */
void check_host_touches_device(uintptr_t at, uint64_t n, bool store, const void *caller)
{
    struct check_code code;
    char text[700], place[300];
    if (!asked() || gantry_unified_required())
        return;
    check_enter();
    if (check_code_new("GC602", caller)) {
        const struct check_pair *c = check_pair_of_device(at);
        check_code_of(caller, &code);
        struct gantry_finding f = {.id = "GC602", .at = code.at, .name = c ? c->p.name : NULL, .text = text};
        if (c)
            snprintf(text, sizeof text, "the host %s %llu bytes of device memory, where '%s' is mapped at %s",
                     store ? "stores" : "reads", (unsigned long long)n, c->p.name ? c->p.name : "?",
                     check_place(&c->p.where, place, sizeof place));
        else
            snprintf(text, sizeof text, "the host %s %llu bytes of device memory", store ? "stores" : "reads",
                     (unsigned long long)n);
        f.advice = "device memory is accessed in regions (is_device_ptr) or copied by omp_target_memcpy";
        gantry_finding(&f);
    }
    check_leave();
}

static bool is_counterpart(uintptr_t host, uint64_t dev)
{
    check_enter();
    const struct check_pair *c = dev ? check_pair_of_device(dev) : NULL;
    bool is = c && c->p.host + (dev - c->p.dev) == host;
    check_leave();
    return is;
}

/* A copy between the two copies of a mapped variable is an update by hand, for which the older one counts. */
static void routine_reads_or_stores(uintptr_t at, uint64_t n, int store, uint64_t other, const void *caller)
{
    if (is_counterpart(at, other))
        return;
    if (store)
        check_host_stores(at, n, caller);
    else
        check_looks(at, n, caller, false);
}

void check_host_side(uint64_t at, uint64_t n, int store, uint64_t other, const void *caller)
{
    const struct gantry_chunk *c = check_chunk(at);
    if (!c || !c->device)
        check_side_reaches(at, n, store, caller);
    if (c && c->device)
        check_host_touches_device(at, n, store, caller);
    else if (!construct_touches_host(at, n, store) && atomic_load(&check_beside))
        check_host_beside(at, n, store ? HOST_STORES : HOST_READS, caller);
    if (c && !c->device)
        routine_reads_or_stores(at, n, store, other, caller);
}

/* ---- host memory that is freed, unmapped by the system, or a variable of a function that returns ---- */
void check_host_frees(uintptr_t at, uint64_t n, const char *how, bool rests, const void *caller)
{
    bool others = atomic_load_explicit(&check_beside, memory_order_relaxed) && !check_inside();
    struct strand *s = others && strands_keep_accesses() && check_is_program(caller) ? strand_here() : NULL;
    if (!s || s->ended || !n)
        return;
    luck_comes(at, n, caller);
    check_enter();
    frees_know(caller, how);
    host_access_frees(s, at, n, rests, caller);
    check_leave();
}

static bool has_chunk(uintptr_t at, uint64_t n)
{
    static const uintptr_t size = 1ul << GANTRY_CHUNK_SHIFT;
    uintptr_t end = at + n;
    while (at < end && !check_chunk(at))
        at = (at / size + 1) * size;
    return at < end;
}

void check_host_gone(uintptr_t at, uint64_t n, const char *how, const void *caller)
{
    struct check_code code;
    char text[900], place[300];
    if (check_inside() || !has_chunk(at, n))
        return;
    check_enter();
    bool told = constructs_and_free(at, n, how, caller);
    struct check_pair *c = check_pair_of_host(NULL, at, n);
    bool mapped = c && !told && !c->p.forever && !c->p.private;
    if (!c) {
        check_pairs_forget(at, n);
        for (int s = 0; s < GANTRY_STATES; s++)
            check_range_change((enum gantry_state)s, at, n, false);
    }
    if (mapped && asked() && !check_expected(at, n) && check_code_new("GC607", caller)) {
        check_code_of(caller, &code);
        struct gantry_finding f = {.id = "GC607", .at = code.at, .other = c->p.where, .name = c->p.name, .text = text};
        snprintf(text, sizeof text,
                 how ? "%s frees host memory that is still mapped on device %d, as '%s' at %s"
                     : "%s returns while a variable of it is still mapped on device %d, as '%s' at %s",
                 how          ? how
                 : *code.func ? code.func
                              : "a function",
                 c->p.device, c->p.name ? c->p.name : "?", check_place(&c->p.where, place, sizeof place));
        f.advice = "'#pragma omp target exit data' before, with release, delete or from";
        gantry_finding(&f);
    }
    check_expect_no_more(at, n);
    if (!how)
        host_cells_forget(at, n);
    check_leave();
}

/* omp_target_free */
void check_device_gone(uint64_t at, const void *caller)
{
    check_enter();
    const struct check_block *b = check_block_at(at);
    if (b && b->at == at)
        constructs_and_free(at, b->n, "omp_target_free", caller);
    if (b && b->at == at)
        host_cells_forget(at, b->n);
    check_leave();
}

bool check_frees_device(uintptr_t at, const char *how, const void *caller)
{
    const struct gantry_chunk *c = check_chunk(at);
    struct check_code code;
    char text[700];
    if (!c || !c->device || check_inside())
        return false;
    check_enter();
    if (asked() && check_code_new("GC609", caller)) {
        check_code_of(caller, &code);
        const struct check_pair *pair = check_pair_of_device(at);
        struct gantry_finding f = {.id = "GC609", .at = code.at, .text = text};
        f.name = pair ? pair->p.name : NULL;
        snprintf(text, sizeof text, "%s is given device memory, which the host's heap knows nothing of", how);
        f.advice = "what omp_target_alloc gave is freed by omp_target_free, what malloc gave in a region by free in a "
                   "region";
        gantry_finding(&f);
    }
    check_leave();
    return true;
}

/* ---- what is not mapped, or with another size ---- */
void check_absent(const struct gantry_pair *p, const char *construct)
{
    char text[700];
    if (!asked() || check_expected(p->host, p->size))
        return;
    struct gantry_finding f = {.id = "GC606", .at = p->where, .name = p->name, .text = text};
    snprintf(text, sizeof text, "'%s' is not mapped on device %d: this %s does nothing for it", p->name ? p->name : "?",
             p->device, construct);
    f.advice = "map it before, by target data or target enter data";
    gantry_finding(&f);
}

int check_resized(const struct gantry_pair *p, const struct gantry_pair *there, int update)
{
    char text[900], place[300];
    if (update ? !gantry_check_on(GANTRY_CHECK_BOUNDS) : !asked())
        return 0;
    struct gantry_finding f = {.at = p->where, .other = there->where, .name = p->name, .text = text};
    f.id = update ? "GC106" : "GC608";
    snprintf(text, sizeof text, "'%s' %s %llu bytes, but '%s', mapped at %s, has %llu of them only",
             p->name ? p->name : "?", update ? "has" : "is mapped with", (unsigned long long)p->size,
             there->name ? there->name : "?", check_place(&there->where, place, sizeof place),
             (unsigned long long)there->size);
    f.advice = update ? "update what is mapped, or map all of it" : "map the larger section first";
    gantry_finding(&f);
    return 1;
}

/* a section that cannot be mapped, or what a present modifier demands is not there */
int check_faulty(const struct gantry_loc *where, const char *name, const char *text, int absent)
{
    if (absent ? !asked() : !gantry_check_on(GANTRY_CHECK_BOUNDS))
        return 0;
    gantry_finding(&(struct gantry_finding){.id = absent ? "GC606" : "GC105",
                                            .at = *where,
                                            .name = name,
                                            .text = text,
                                            .advice = absent ? "target data around it, or target enter data before, "
                                                               "must map it"
                                                             : "first element, length and stride must stay "
                                                               "inside of the array that the section is of"});
    return 1;
}

/* ---- what is left at the end ---- */
static void tell_left(void)
{
    char text[700];
    if (gantry_failing() || !gantry_check_on(GANTRY_CHECK_LEAKS))
        return;
    for (const struct check_pair *c = check_pairs(); c; c = c->next) {
        struct gantry_finding f = {.id = "GC610", .at = c->p.where, .name = c->p.name, .text = text};
        snprintf(text, sizeof text, "'%s' is still mapped on device %d when the program ends",
                 c->p.name ? c->p.name : "?", c->p.device);
        f.advice = "'#pragma omp target exit data' releases it";
        if (!c->p.forever)
            gantry_finding(&f);
    }
    for (const struct check_block *b = check_blocks(); b; b = b->next) {
        struct check_code code;
        check_code_of(b->caller, &code);
        struct gantry_finding f = {.id = "GC610", .at = code.at, .text = text};
        snprintf(text, sizeof text, "%llu bytes of device memory are still allocated when the program ends",
                 (unsigned long long)b->n);
        f.advice = "omp_target_free frees them";
        gantry_finding(&f);
    }
}

__attribute__((constructor(103))) static void at_start(void) { atexit(tell_left); }

/* ---- a host pointer in mapped data ---- */
static bool leads_near(uint64_t value, uint64_t addr)
{
    enum { LOWEST = 1 << 16, NEAR = 1 << 20 };
    uintptr_t at;
    size_t n;
    const void *caller;
    if (value < LOWEST || value > addr)
        return false;
    return addr - value < NEAR || (check_heap_block((void *)value, &at, &n, &caller) && addr - at < n);
}

bool check_host_pointer(uint64_t addr, struct gantry_host_pointer *out)
{
    enum { MOST = 1 << 20 }; /* bytes of an object that are looked through */
    out->value = 0;
    check_enter();
    for (const struct check_pair *c = check_pairs(); c; c = c->next)
        for (uint64_t k = -c->p.dev % 8; k + 8 <= c->p.size && k < MOST; k += 8) {
            uint64_t value;
            memcpy(&value, (const void *)(c->p.dev + k), sizeof value);
            if (value > out->value && leads_near(value, addr) && check_path(c, k, out->name, sizeof out->name)) {
                out->value = value;
                out->where = c->p.where;
            }
        }
    check_leave();
    return out->value;
}
