/* launches.c: what the emulated device tells of launches, teams, lanes and memory. */
#define _GNU_SOURCE
#include <link.h>
#include <string.h>

#include "../host/host.h"
#include "judge.h"
#include "strands.h"

unsigned char gantry_check_judging;

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static bool races_or_barriers(void)
{
    return gantry_check_on(GANTRY_CHECK_RACES) || gantry_check_on(GANTRY_CHECK_BARRIERS);
}

bool launches_alone(void) { return races_or_barriers(); }

/* ---- team-shared memory: the thread-local storage of the image's executable or library, which resident teams have in
 * OS threads of their own ---- */
static int look_at_module(struct dl_phdr_info *info, size_t size, void *arg)
{
    uintptr_t code = (uintptr_t)arg;
    const ElfW(Phdr) *tls = NULL;
    bool found = false;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        found = found || (p->p_type == PT_LOAD && code - (info->dlpi_addr + p->p_vaddr) < p->p_memsz);
        if (p->p_type == PT_TLS)
            tls = p;
    }
    if (!found)
        return 0;
    judged.tls = tls && info->dlpi_tls_data ? (uintptr_t)info->dlpi_tls_data : 0;
    judged.tls_size = judged.tls ? tls->p_memsz : 0;
    return 1;
}

static atomic_uint running;

static void forget_lanes(void)
{
    judged.self = NULL;
    memset(judged.lane, 0, JUDGED_LANES * sizeof *judged.lane);
}

void launch_begins(int device, const struct gantry_kernel_info *kernel, uint32_t lanes, uint32_t width)
{
    check_watch(&running);
    if (!races_or_barriers())
        return;
    pthread_mutex_lock(&one_at_a_time);
    judged.on = cells_open() && rows_begin_launch();
    judged.traced = construct_judged() || gantry_knob_number("EMULATED_DEVICES", 1) > 1;
    gantry_check_judging = judged.on && (gantry_check_on(GANTRY_CHECK_RACES) || judged.traced);
    judged.device = device;
    judged.kernel = kernel;
    judged.nlanes = lanes;
    judged.width = width;
    forget_lanes();
    turns_begin_launch();
    locks_begin_launch();
    order_begin_launch();
    lock_order_begin_launch();
    together_begin_launch();
    tasks_begin_launch();
    blocks_begin_launch();
    races_begin_launch();
    barriers_begin_launch();
}

void launch_ends(void)
{
    check_watch_no_more(&running);
    if (!races_or_barriers())
        return;
    judged.on = false;
    gantry_check_judging = 0;
    if (judged.traced)
        used_by_launch();
    races_end_launch(judged.kernel);
    pthread_mutex_unlock(&one_at_a_time);
}

static void look_at_thread(void)
{
    judged.self = &__gd_emu_self;
    judged.tls = judged.tls_size = 0;
    dl_iterate_phdr(look_at_module, (void *)judged.kernel->entry);
}

void team_begins(uint32_t team)
{
    if (!judged.on)
        return;
    judged.team = team;
    if (judged.self != &__gd_emu_self)
        look_at_thread();
    row_team = row_now + 1;
    flushes_begin_team();
    lock_order_begin_team();
    together_begin_team();
    tasks_begin_team();
    barriers_begin_team();
}

/* ---- resident teams ---- */
static void judge_no_more(void)
{
    judged.on = false;
    gantry_check_judging = 0;
}

static void exchange_all(void)
{
    judged.lane = turn_exchange(judged.lane, JUDGED_LANES * sizeof *judged.lane);
    barriers_turn();
    flushes_turn();
    lock_order_turn();
    stacks_turn();
    tasks_turn();
    together_turn();
}

void team_goes_on(uint32_t team)
{
    if (!judged.on)
        return;
    enum turn turn = turn_take(team, exchange_all);
    if (turn == TURN_FAILED)
        judge_no_more();
    else if (turn == TURN_BEGINS) /* which is told next */
        forget_lanes();
    else if (turn == TURN_COMES_LATER) {
        rows_forget_places();
        stacks_forget_times();
        flushes_begin_team();
    }
}

void lane_begins(const struct __gd_emu_lane *lane, uint64_t lo, uint64_t hi)
{
    if (!judged.on)
        return;
    judged.lane[lane->tid].low = lo;
    judged.lane[lane->tid].high = hi;
    judged.lane[lane->tid].place = lane->place;
    stacks_begin_lane(lane->tid);
}

/* No row from before is asked for any more: what follows is after all of it. */
void __gd_emu_tell_meeting(void)
{
    if (!judged.on)
        return;
    rows_begin_phase();
    order_begin_launch();
    lock_order_begin_launch();
    tasks_forget_times();
    flushes_begin_team();
}

/* ---- memory ---- */

/* Memory that a lane takes belongs to its team, or to the thread. */
static enum judged_memory owner_of_new(const char *name)
{
    const struct __gd_emu_lane *l = __gd_emu_self;
    if (name && (strcmp(name, "group space") == 0 || strcmp(name, "dynamic team-shared memory") == 0))
        return MEMORY_SPACE;
    if (!l || !l->place)
        return MEMORY_GLOBAL;
    return l->place->thread ? MEMORY_THREAD : MEMORY_HEAP;
}

void block_comes(uint64_t addr, uint64_t size, const char *name)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* resident teams get some before they take turns */
    if (!races_or_barriers())
        return;
    pthread_mutex_lock(&lock);
    if (cells_open()) {
        cells_forget(addr, size);
        owner_set(addr, size, owner_of_new(name));
        block_add(addr, size, name);
    }
    pthread_mutex_unlock(&lock);
}

void __gd_emu_tell_variable(const volatile void *p, unsigned long long size)
{
    if (judged.on)
        cells_forget((uintptr_t)p, size);
}

void block_goes(uint64_t addr)
{
    if (cell_table)
        block_remove(addr);
}
