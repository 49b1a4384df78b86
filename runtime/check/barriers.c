/* barriers.c: barriers of a parallel region that not all of its threads reach, or where threads meet at different ones.
 *
 * What each barrier of the region is called by whoever came first is kept, and how many of them the first lane passed
 * that left the region. So a difference is seen as soon as there is one, whether the device hangs there or not. */
#include <stdlib.h>
#include <string.h>

#include "judge.h"

enum { MOST_BARRIERS = 4096 };
static struct region { /* the parallel region of the team that runs */
    uint32_t team, forks;
    unsigned reached; /* the most barriers that a lane has come to */
    unsigned left;    /* the least with which one left */
    uint16_t leaver;
    bool has_left, told;
    struct {
        const struct __gd_emu_construct *at;
        uint16_t thread;
    } barrier[MOST_BARRIERS];
} own_region, *now = &own_region;
static struct lane {
    uint32_t forks, thread;
} own_lanes[JUDGED_LANES], *lanes = own_lanes;
static uint32_t own_passed[JUDGED_LANES],
    *passed = own_passed; /* barriers, by thread: of a group's lanes the first may come for all */

static bool cancels(void)
{
    const char *s = getenv("OMP_CANCELLATION");
    return s && (*s == 't' || *s == 'T' || *s == '1'); /* threads leave regions then, by right */
}

static bool looking;

void barriers_begin_launch(void) { looking = gantry_check_on(GANTRY_CHECK_BARRIERS) && !cancels(); }

void barriers_begin_team(void)
{
    now->team = now->forks = 0;
    memset(lanes, 0, judged.nlanes * sizeof *lanes);
}

void barriers_turn(void)
{
    now = turn_exchange(now, sizeof *now);
    lanes = turn_exchange(lanes, sizeof own_lanes);
    passed = turn_exchange(passed, sizeof own_passed);
}

static void enter(const struct __gd_emu_lane *l)
{
    if (now->team == l->team + 1 && now->forks == l->place->forks)
        return;
    now->team = l->team + 1;
    now->forks = l->place->forks;
    now->reached = now->left = 0;
    now->has_left = now->told = false;
    memset(passed, 0, judged.nlanes * sizeof *passed);
}

/* ---- reports ---- */

static struct gantry_loc loc_of(const struct __gd_emu_construct *c)
{
    return (struct gantry_loc){c->file, c->func, c->line, c->col};
}

static void add_name(struct text *t, const struct __gd_emu_construct *c)
{
    text_add(t, strcmp(c->name, "barrier") == 0 ? "this barrier" : "the barrier at the end of '%s'", c->name);
}

static void tell_missing(unsigned number, uint16_t thread, uint16_t leaver)
{
    const struct __gd_emu_construct *c = now->barrier[number - 1].at;
    struct text text = {0}, detail = {0};
    if (now->told || !c)
        return;
    now->told = true;
    add_name(&text, c);
    text_add(&text,
             " is reached by thread %u of team %u, but not by thread %u, which has left the region after %u barrier%s",
             thread, now->team - 1, leaver, number - 1, number == 2 ? "" : "s");
    text_add(&detail, "  in the region of %s:%d\n", judged.kernel->file ? judged.kernel->file : "",
             judged.kernel->line);
    gantry_finding(&(struct gantry_finding){
        .id = "GC501",
        .at = loc_of(c),
        .text = text.s,
        .detail = detail.s,
        .advice = "all threads of a team come to each barrier, or none: put it outside of conditions that differ "
                  "between threads, and outside of work-sharing constructs"});
}

static void tell_different(unsigned number, const struct __gd_emu_construct *here, uint16_t thread)
{
    const struct __gd_emu_construct *other = now->barrier[number - 1].at;
    struct text text = {0}, detail = {0};
    if (now->told)
        return;
    now->told = true;
    bool swap = other->line < here->line || (other->line == here->line && other->col < here->col);
    const struct __gd_emu_construct *a = swap ? other : here, *b = swap ? here : other;
    uint16_t of_a = swap ? now->barrier[number - 1].thread : thread,
             of_b = swap ? thread : now->barrier[number - 1].thread;
    add_name(&text, a);
    text_add(&text, ", where thread %u of team %u waits, meets ", of_a, now->team - 1);
    text_add(&text, strcmp(b->name, "barrier") == 0 ? "the barrier" : "that of '%s'", b->name);
    text_add(&text, " in line %d, where thread %u waits", b->line, of_b);
    text_add(&detail, "  in the region of %s:%d; it is barrier %u of its parallel region\n",
             judged.kernel->file ? judged.kernel->file : "", judged.kernel->line, number);
    gantry_finding(&(struct gantry_finding){.id = "GC502",
                                            .at = loc_of(a),
                                            .other = loc_of(b),
                                            .text = text.s,
                                            .detail = detail.s,
                                            .advice = "all threads of a team come to the same barriers in the same "
                                                      "order: one barrier after the condition serves both branches"});
}

/* ---- what generated code tells ---- */

static bool same_place(const struct __gd_emu_construct *a, const struct __gd_emu_construct *b)
{
    return a == b || (a->line == b->line && a->col == b->col && strcmp(a->name, b->name) == 0 &&
                      (a->file == b->file || (a->file && b->file && strcmp(a->file, b->file) == 0)));
}

static const struct __gd_emu_lane *judged_lane(void)
{
    const struct __gd_emu_lane *l = __gd_emu_self;
    return judged.on && looking && l && l->place ? l : NULL;
}

/* Tasks of the thread are over at a barrier of the team, and at the end of its region. */
static void tasks_are_over(void)
{
    const struct __gd_emu_lane *l = judged.on ? __gd_emu_self : NULL;
    if (l && l->place)
        stack_tasks_end(l->tid);
}

void __gd_emu_tell_fork(void)
{
    const struct __gd_emu_lane *l = judged_lane();
    if (!l || l->place->nested)
        return;
    enter(l);
    lanes[l->tid].forks = l->place->forks;
    lanes[l->tid].thread = l->place->thread - 1;
}

void __gd_emu_tell_barrier(const struct __gd_emu_construct *at)
{
    const struct __gd_emu_lane *l = judged_lane();
    tasks_are_over();
    if (!l)
        return;
    unsigned n = l->place->barriers;
    uint16_t thread = (uint16_t)(l->place->thread - 1);
    if (!l->place->thread)
        return;
    enter(l);
    if (passed[thread] < n)
        passed[thread] = n;
    if (n == 0 || n > MOST_BARRIERS)
        return;
    if (n > now->reached) {
        now->reached = n;
        now->barrier[n - 1].at = at;
        now->barrier[n - 1].thread = thread;
    } else if (at && now->barrier[n - 1].at && !same_place(at, now->barrier[n - 1].at)) {
        tell_different(n, at, thread);
    }
    if (now->has_left && now->left < n)
        tell_missing(now->left + 1, thread, now->leaver);
}

void __gd_emu_tell_join(void)
{
    const struct __gd_emu_lane *l = judged_lane();
    tasks_are_over();
    if (!l || !now->team || lanes[l->tid].forks != now->forks || now->team != l->team + 1)
        return;
    unsigned n = passed[lanes[l->tid].thread];
    if (!now->has_left || n < now->left) {
        now->has_left = true;
        now->left = n;
        now->leaver = (uint16_t)lanes[l->tid].thread;
    }
    if (now->left < now->reached && now->left < MOST_BARRIERS)
        tell_missing(now->left + 1, now->barrier[now->left].thread, now->leaver);
}
