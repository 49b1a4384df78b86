/* readers.c: who reads the stream of events; each looks itself whether the environment asks for it. And the events of
 * regions in place, of which generated code tells. */
#include "host.h"

/* In each program and shared library: what its own generated code looks at. */
char __gantry_host_watched;

__attribute__((constructor)) static void look(void)
{
    __gantry_host_watched = *gantry_knob("PROFILE") != 0;
    if (__gantry_host_watched)
        gantry_now(); /* time begins with the program */
}

static void start(void)
{
    static void (*const readers[])(void) = {gantry_trace_start, gantry_stats_start, gantry_profile_start};
    gantry_now();
    for (size_t i = 0; i < COUNT_OF(readers); i++)
        readers[i]();
}

void gantry_readers_start(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}

void gantry_host_ran(const struct gantry_region *r, int in_place, double began)
{
    gantry_readers_start();
    GANTRY_NOTE(GANTRY_OP_HOST, in_place, began, .name = r->kernel, .where = &r->loc);
}
