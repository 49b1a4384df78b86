/* events.c: the one stream of what the runtime does: devices opened, code loaded, memory taken, copied and freed,
 * kernels launched, regions run in place. Whoever wants to know is a reader of it. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "host.h"

enum { MOST_READERS = 8 };

atomic_bool gantry_watched;
static _Atomic(gantry_reader *) readers[MOST_READERS];

const char *gantry_op_name(enum gantry_op op)
{
    static const char *const names[GANTRY_OP_COUNT] = {
        [GANTRY_OP_OPEN] = "open",          [GANTRY_OP_LOAD] = "load",  [GANTRY_OP_ALLOC] = "allocate",
        [GANTRY_OP_FREE] = "free",          [GANTRY_OP_TO] = "copy to", [GANTRY_OP_FROM] = "copy from",
        [GANTRY_OP_WITHIN] = "copy within", [GANTRY_OP_FILL] = "fill",  [GANTRY_OP_LAUNCH] = "launch",
        [GANTRY_OP_SYNC] = "synchronise",   [GANTRY_OP_HOST] = "host",
    };
    return names[op];
}

static uint64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

double gantry_now(void)
{
    static _Atomic uint64_t first;
    uint64_t now = clock_ns(), start = atomic_load_explicit(&first, memory_order_relaxed);
    if (start == 0 && atomic_compare_exchange_strong(&first, &start, now))
        start = now;
    return now > start ? (double)(now - start) * 1e-3 : 0;
}

static unsigned thread_number(void)
{
    static atomic_uint threads;
    static _Thread_local unsigned me;
    if (!me)
        me = atomic_fetch_add(&threads, 1) + 1;
    return me;
}

void gantry_note(struct gantry_event *e)
{
    e->end = gantry_now();
    e->thread = thread_number();
    for (size_t i = 0; i < MOST_READERS; i++) {
        gantry_reader *r = atomic_load_explicit(&readers[i], memory_order_acquire);
        if (!r)
            break;
        r(e);
    }
}

void gantry_read_events(gantry_reader *r)
{
    for (size_t i = 0; i < MOST_READERS; i++) {
        gantry_reader *none = NULL;
        if (atomic_compare_exchange_strong(&readers[i], &none, r) || none == r)
            break;
    }
    atomic_store(&gantry_watched, true);
}
