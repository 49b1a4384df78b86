/* events.c: the one stream of what the runtime does: devices opened, code loaded, memory taken, copied and freed,
 * kernels launched, regions run in place. Whoever wants to know is a reader of it. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "host.h"

enum { MOST_READERS = 8 };

atomic_bool gantry_watched;
static struct {
    _Atomic(gantry_reader *) begins, ends;
} readers[MOST_READERS]; /* without gaps; a reader has an `ends` at least */

const char *gantry_op_name(enum gantry_op op)
{
    static const char *const names[GANTRY_OP_COUNT] = {
        [GANTRY_OP_OPEN] = "open",
        [GANTRY_OP_LOAD] = "load",
        [GANTRY_OP_ALLOC] = "allocate",
        [GANTRY_OP_FREE] = "free",
        [GANTRY_OP_TO] = "copy to",
        [GANTRY_OP_FROM] = "copy from",
        [GANTRY_OP_WITHIN] = "copy within",
        [GANTRY_OP_FILL] = "fill",
        [GANTRY_OP_LAUNCH] = "launch",
        [GANTRY_OP_HOST] = "host",
        [GANTRY_OP_CONSTRUCT] = "construct",
        [GANTRY_OP_WAIT] = "wait",
        [GANTRY_OP_ASSOCIATE] = "associate",
        [GANTRY_OP_DISASSOCIATE] = "disassociate",
        [GANTRY_OP_MAP] = "map",
        [GANTRY_OP_UNLOAD] = "unload",
        [GANTRY_OP_ADDRESS] = "address",
    };
    return names[op];
}

const char *gantry_construct_name(const struct gantry_event *e)
{
    static const char *const names[] = {
        [GANTRY_TARGET] = "target",
        [GANTRY_TARGET_DATA] = "target data",
        [GANTRY_ENTER_DATA] = "target enter data",
        [GANTRY_EXIT_DATA] = "target exit data",
        [GANTRY_UPDATE] = "target update",
    };
    if (e->region && e->region->construct == GANTRY_TARGET_DATA)
        return e->construct == GANTRY_ENTER_DATA ? "target data" : "end of target data";
    return names[e->construct];
}

static uint64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

atomic_uint gantry_clock_jumps;

/* Cold, and kept out of the way: events come often. */
__attribute__((noinline, cold)) static double went_back(double to)
{
    atomic_fetch_add_explicit(&gantry_clock_jumps, 1, memory_order_relaxed);
    return to;
}

double gantry_now(void)
{
    static _Atomic uint64_t first;
    uint64_t now = clock_ns(), start = atomic_load_explicit(&first, memory_order_relaxed);
    if (start == 0 && atomic_compare_exchange_strong(&first, &start, now))
        start = now;
    return now >= start ? (double)(now - start) * 1e-3 : went_back(0);
}

static unsigned thread_number(void)
{
    static atomic_uint threads;
    static _Thread_local unsigned me;
    if (!me) {
        me = atomic_fetch_add(&threads, 1) + 1;
        gantry_end_of_thread();
    }
    return me;
}

static void complete(struct gantry_event *e)
{
    e->thread = thread_number();
    if (!e->where && !e->code)
        e->code = gantry_caller_here();
}

void gantry_note_begin(struct gantry_event *e)
{
    complete(e);
    for (size_t i = 0; i < MOST_READERS && atomic_load_explicit(&readers[i].ends, memory_order_relaxed); i++) {
        gantry_reader *r = atomic_load_explicit(&readers[i].begins, memory_order_acquire);
        if (r)
            r(e);
    }
    e->begin = gantry_now();
}

void gantry_note(struct gantry_event *e)
{
    e->end = gantry_now();
    gantry_end_of_event(e->end);
    if (!e->thread) /* it has not begun, or not with this event */
        complete(e);
    if (e->begin <= 0 || e->begin > e->end) /* nobody read when it began; or the clock jumps */
        e->begin = e->begin > e->end ? went_back(e->end) : e->end;
    for (size_t i = 0; i < MOST_READERS; i++) {
        gantry_reader *r = atomic_load_explicit(&readers[i].ends, memory_order_acquire);
        if (!r)
            break;
        r(e);
    }
}

void gantry_read_both(gantry_reader *begins, gantry_reader *ends)
{
    for (size_t i = 0; i < MOST_READERS; i++) {
        gantry_reader *none = NULL;
        if (!atomic_compare_exchange_strong(&readers[i].ends, &none, ends) && none != ends)
            continue;
        atomic_store(&readers[i].begins, begins);
        break;
    }
    atomic_store(&gantry_watched, true);
}

void gantry_read_events(gantry_reader *ends) { gantry_read_both(NULL, ends); }

bool gantry_marches(const struct gantry_grid *g)
{
    for (const struct gantry_variant *v = g->region ? g->region->variants : NULL; v && v->kernel; v++)
        if (v->nest == GANTRY_NEST_MARCH && strcmp(v->kernel, g->info->name) == 0)
            return true;
    return false;
}
