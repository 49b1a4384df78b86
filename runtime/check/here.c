/* here.c: gives the runtime of programs built with -fcheck the table by which it tells what happens. */
#include "../host/host.h"
#include "judge.h"
#include "strands.h"

/* Each event, and who is told of it, in this order. */
static void opened(int device)
{
    (void)device;
    uninit_opened();
}

static void allocated(int device, uint64_t addr, uint64_t size, const char *name, const struct gantry_loc *where)
{
    (void)device, (void)where;
    uninit_allocated(addr, size);
    block_comes(addr, size, name);
    check_chunks_make(addr, size, true); /* the host shall not touch it */
}

static void freed(int device, uint64_t addr, uint64_t size)
{
    (void)device;
    uninit_freed(addr, size);
    block_goes(addr);
}

static void copied_to(int device, uint64_t to, const void *from, uint64_t n)
{
    (void)device;
    uninit_written(to, n);
    check_copied_to(to, (uintptr_t)from, n);
}

static void copied_within(int device, uint64_t to, uint64_t from, uint64_t n)
{
    (void)device;
    uninit_copied(to, from, n);
}

static void filled(int device, uint64_t to, uint64_t n)
{
    (void)device;
    uninit_written(to, n);
}

static void copying_from(int device, void *to, uint64_t from, uint64_t n)
{
    (void)device;
    uninit_copying_from(from, n);
    check_copying_from((uintptr_t)to, from, n);
}

static void launching(int device, const struct gantry_region *r)
{
    uninit_launching();
    check_heap_launching();
    check_launching(device, r);
}

static void launched(int device, const struct gantry_region *r)
{
    check_launched(device, r);
    uninit_launched();
}

static void moving_to(const struct gantry_pair *p, const struct gantry_loc *by, enum gantry_wanted wanted)
{
    construct_moves(p, true, wanted != GANTRY_BY_MAP);
    check_moving_to(p, by, wanted);
}

static _Thread_local const struct gantry_region *begun; /* the construct that this thread carries out */

static void begins(const void *job, const struct gantry_region *r, int device)
{
    begun = r;
    construct_begins(job, r, device);
}

static void ends(void)
{
    construct_ends();
    begun = NULL;
}

static void moving_from(const struct gantry_pair *p, const struct gantry_loc *by, enum gantry_wanted wanted)
{
    if (wanted == GANTRY_BY_MAP && begun && begun->construct == GANTRY_TARGET_DATA)
        data_end_moves(p);
    construct_moves(p, false, wanted != GANTRY_BY_MAP);
    check_moving_from(p, by, wanted);
}

static void device_block(int device, uint64_t at, uint64_t n, const void *caller)
{
    if (!n)
        check_device_gone(at, caller);
    check_device_block(device, at, n, caller);
}

static const struct gantry_checker table = {
    .opened = opened,
    .allocated = allocated,
    .freed = freed,
    .copied_to = copied_to,
    .copied_within = copied_within,
    .filled = filled,
    .copying_from = copying_from,
    .valueless = check_valueless,
    .unlisted = check_unlisted,
    .is_unlisted = check_is_unlisted,
    .path = check_path_at,
    .alone = launches_alone,
    .launch_begins = launch_begins,
    .launch_ends = launch_ends,
    .team_begins = team_begins,
    .lane_begins = lane_begins,
    .team_goes_on = team_goes_on,
    .heap_outside = hosts_outside,
    .heap_bad = hosts_bad,
    .heap_describe = hosts_describe,
    .host_pointer = check_host_pointer,
    .declared = check_declared,
    .mapped = check_mapped,
    .part = check_part,
    .unmapped = check_unmapped,
    .holds = construct_holds,
    .named = check_named,
    .attached = check_attached,
    .moving_to = moving_to,
    .moving_from = moving_from,
    .written = check_written,
    .set = check_set,
    .launching = launching,
    .launched = launched,
    .absent = check_absent,
    .resized = check_resized,
    .faulty = check_faulty,
    .expect = check_expect,
    .host_side = check_host_side,
    .dimension = check_dimension,
    .sides = check_sides,
    .routine = construct_routine,
    .waits_apart = tool_waits_apart,
    .routine_task = tool_routine,
    .device_side = construct_touches,
    .place = check_place_of,
    .device_block = device_block,
    .encountered = construct_encountered,
    .started = construct_started,
    .waits_for = tool_waits_for,
    .begins = begins,
    .ends = ends,
};

__attribute__((constructor(101))) static void here(void)
{
    gantry_checker = &table;
    gantry_tell_variables();
}

const char gantry_checker_here = 1; /* the link asks for it */
