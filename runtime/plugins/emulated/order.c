/* order.c: the logical places of lanes (include/gantry_emulated.h). The lanes tell most of it themselves, by stores;
 * here a lane takes over the place of another. What only a judge needs to hear is nothing here: programs with -fcheck
 * link runtime/check, whose functions take the place of the weak ones. */
#include <stdio.h>

#include "emulated.h"

static struct emu_told *told_of(struct emu_lane *l) { return &l->worker->told[l->ids.tid]; }

void __gd_emu_place_give(unsigned level)
{
    struct emu_lane *me = self();
    struct emu_told *mine = told_of(me);
    me->worker->gave = true;
    mine->given[level == __GD_EMU_GROUP] = mine->place;
}

void __gd_emu_place_take(unsigned tid, unsigned level)
{
    struct emu_lane *me = self();
    struct __gd_emu_place *p = &told_of(me)->place;
    unsigned off = p->off;
    *p = told_of(&me->worker->lanes[tid])->given[level == __GD_EMU_GROUP];
    p->off = off;
    p->row = 0;
}

#define NOT_JUDGED __attribute__((weak))
NOT_JUDGED unsigned __gd_emu_host_block(const volatile void *p) { return __gd_emu_object_block(p); }
NOT_JUDGED void __gd_emu_tell_fork(void) {}
NOT_JUDGED void __gd_emu_tell_join(void) {}
NOT_JUDGED void __gd_emu_tell_barrier(const struct __gd_emu_construct *at) { (void)at; }
NOT_JUDGED void __gd_emu_tell_meeting(void) {}
NOT_JUDGED void __gd_emu_tell_variable(const volatile void *p, unsigned long long size) { (void)p, (void)size; }
NOT_JUDGED void __gd_emu_tell_of_team(const volatile void *p, unsigned long long size, const char *name)
{
    (void)p, (void)size, (void)name;
}
NOT_JUDGED void __gd_emu_tell_lanes(const volatile void *p, unsigned long long size, const char *name)
{
    (void)p, (void)size, (void)name;
}
NOT_JUDGED void __gd_emu_tell_lanes_end(unsigned n) { (void)n; }
NOT_JUDGED void __gd_emu_tell_shared(const volatile void *p, unsigned long long size, const char *name)
{
    (void)p, (void)size, (void)name;
}
NOT_JUDGED void __gd_emu_tell_nested(void) {}
NOT_JUDGED void __gd_emu_tell_nested_end(void) {}
NOT_JUDGED void __gd_emu_tell_lock(const volatile void *lock) { (void)lock; }
NOT_JUDGED void __gd_emu_tell_critical(const volatile void *lock) { (void)lock; }
NOT_JUDGED void __gd_emu_tell_unlock(const volatile void *lock) { (void)lock; }
NOT_JUDGED void __gd_emu_tell_new_lock(const volatile void *lock) { (void)lock; }
NOT_JUDGED void __gd_emu_tell_way(unsigned long long block) { (void)block; }
NOT_JUDGED void __gd_emu_tell_flush(unsigned what) { (void)what; }
NOT_JUDGED void __gd_emu_tell_release(unsigned long long key, _Bool of_device) { (void)key, (void)of_device; }
NOT_JUDGED void __gd_emu_tell_acquire(unsigned long long key, _Bool of_device) { (void)key, (void)of_device; }
NOT_JUDGED void __gd_emu_tell_depend(unsigned kind, const volatile void *address) { (void)kind, (void)address; }
NOT_JUDGED void __gd_emu_tell_task_begin(const struct __gd_emu_construct *of, _Bool undeferred, const void *frame)
{
    (void)of, (void)undeferred, (void)frame;
}
NOT_JUDGED void __gd_emu_tell_task_end(void) {}
NOT_JUDGED void __gd_emu_tell_taskwait(void) {}
NOT_JUDGED void __gd_emu_tell_taskgroup_begin(void) {}
NOT_JUDGED void __gd_emu_tell_taskgroup_end(void) {}

/* ---- for tests ---- */
enum { PLACE_TEXT = 96 };

/* Constructs by their lines, "17.2[5]": iteration 5 of the second construct of its level that was come to, in line 17.
 */
static const char *text_of(char *text, const struct __gd_emu_iteration *i, const char *without)
{
    if (!i->of)
        return without;
    if (i->number == (unsigned long long)__GD_EMU_RESULT)
        snprintf(text, PLACE_TEXT, "%d.%u[result]", i->of->line, i->instance);
    else
        snprintf(text, PLACE_TEXT, "%d.%u[%llu]", i->of->line, i->instance, i->number);
    return text;
}

void __gd_emu_print_place(const char *tag)
{
    struct emu_lane *me = self();
    const struct __gd_emu_place *p = &told_of(me)->place;
    char team[PLACE_TEXT], thread[PLACE_TEXT] = "initial", d[PLACE_TEXT], t[PLACE_TEXT], l[PLACE_TEXT];
    snprintf(team, sizeof team, "team %u", me->ids.team);
    if (p->thread)
        snprintf(thread, sizeof thread, "thread %u", p->thread - 1);
    printf("%s: D %s; P %u B %u; T %s; G %u; L %s%s%s%s%s\n", tag, text_of(d, &p->league, team), p->forks, p->barriers,
           text_of(t, &p->team, thread), p->syncs, text_of(l, &p->group, "none"), p->off ? "; off" : "",
           p->nested ? "; nested" : "", p->asked & __GD_EMU_LEAGUE ? "; asked for team" : "",
           p->asked & __GD_EMU_TEAM ? "; asked for thread" : "");
}
