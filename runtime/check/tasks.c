/* tasks.c: explicit tasks. On the device they run at once, on the lane that meets them; here they count as running any
 * time until something waits for them. Times are numbers of rows: who waits begins a new one. */
#include <stdlib.h>
#include <string.h>

#include "judge.h"

enum { NEVER = INT32_MAX, STEPS = 4096, MOST_ROWS = 64 };
struct depend {
    struct depend *next; /* of earlier tasks with the same parent */
    uint64_t address;
    uint32_t task;
    unsigned kind;
};
static struct task {
    uint32_t parent, group;
    uint32_t created, waited; /* the last row before; NEVER */
    uint32_t children, next;  /* not waited for yet: a list */
    struct depend *depends;   /* of its children */
    uint32_t *after, nafter;  /* tasks that its dependences put before it */
    const struct __gd_emu_construct *of;
} *tasks;
static struct group { /* task groups; 0 = none */
    uint32_t parent, ended;
} *groups;
static uint32_t ntasks, ngroups, task_room, group_room;
static struct lane_state {
    uint32_t group, nrows;
    struct {
        uint64_t address;
        unsigned kind;
    } rows[MOST_ROWS]; /* of the next task, or taskwait */
} own_lanes[JUDGED_LANES], *lanes = own_lanes;

void tasks_turn(void) { lanes = turn_exchange(lanes, sizeof own_lanes); }

static void *grown(void *all, uint32_t n, uint32_t *room, size_t size)
{
    if (n < *room)
        return all;
    uint32_t more = *room ? 2 * *room : 256;
    void *p = realloc(all, more * size);
    if (p)
        *room = more;
    return p ? p : all;
}

void tasks_begin_launch(void)
{
    for (uint32_t i = 0; i < ntasks; i++) {
        for (struct depend *d; (d = tasks[i].depends) != NULL;) {
            tasks[i].depends = d->next;
            free(d);
        }
        free(tasks[i].after);
    }
    ntasks = ngroups = 0;
}

void tasks_begin_team(void)
{
    for (uint32_t i = 0; i < judged.nlanes; i++) /* rows beyond their number are never looked at */
        lanes[i].group = lanes[i].nrows = 0;
}

void tasks_forget_times(void)
{
    for (uint32_t i = 0; i < ntasks; i++) {
        tasks[i].created = 0;
        tasks[i].waited = tasks[i].waited == NEVER ? NEVER : 0;
    }
    for (uint32_t i = 0; i < ngroups; i++)
        groups[i].ended = groups[i].ended == NEVER ? NEVER : 0;
}

/* number 0 of both are none: what a lane does outside of explicit tasks has a record of its own, made when needed */
static uint32_t new_task(uint32_t parent, uint32_t group)
{
    tasks = grown(tasks, ntasks + 1, &task_room, sizeof *tasks);
    if (ntasks + 1 >= task_room || ntasks >= NEVER)
        return 0;
    if (!ntasks)
        tasks[ntasks++] = (struct task){.waited = NEVER};
    tasks[ntasks] = (struct task){.parent = parent, .group = group, .created = row_now, .waited = NEVER};
    return ntasks++;
}

/* or what a lane does outside of tasks, which has a number, too */
bool task_is_explicit(uint32_t task) { return task && tasks[task].parent; }

const struct __gd_emu_construct *task_of(uint32_t task) { return task_is_explicit(task) ? tasks[task].of : NULL; }

static const struct __gd_emu_lane *judged_lane(void)
{
    const struct __gd_emu_lane *l = __gd_emu_self;
    return judged.on && l && l->place ? l : NULL;
}

/* The lane's implicit task: made with its first explicit one, and then the task of all that it does in this team. */
static uint32_t current(const struct __gd_emu_lane *l)
{
    if (!l->place->task) {
        l->place->task = new_task(0, 0);
        l->place->row = 0;
    }
    return l->place->task;
}

/* ---- dependences ---- */

static bool depends_on(unsigned later, unsigned earlier)
{
    if (later == __GD_EMU_IN && earlier == __GD_EMU_IN)
        return false;
    return later != __GD_EMU_INOUTSET || earlier != __GD_EMU_INOUTSET;
}

static void add_after(struct task *t, uint32_t task)
{
    for (uint32_t i = 0; i < t->nafter; i++)
        if (t->after[i] == task)
            return;
    uint32_t *more = realloc(t->after, (t->nafter + 1) * sizeof *more);
    if (!more)
        return;
    t->after = more;
    more[t->nafter++] = task;
}

/* Who comes after a task that depends on all that came before it at that address needs not depend on those. */
static void forget_earlier(struct task *parent, uint64_t address, uint32_t task)
{
    for (struct depend **d = &parent->depends; *d;) {
        struct depend *gone = *d;
        if (gone->task == task || (address && gone->address != address)) {
            d = &gone->next;
            continue;
        }
        *d = gone->next;
        free(gone);
    }
}

/* Two of kind mutexinoutset never run at the same time; which goes first is left open, so for the judge they are in
 * order. */
static void link_depends(struct lane_state *s, uint32_t parent, uint32_t task)
{
    for (uint32_t i = 0; i < s->nrows; i++)
        for (struct depend *d = tasks[parent].depends; d; d = d->next)
            if (d->task != task && (!d->address || !s->rows[i].address || d->address == s->rows[i].address) &&
                depends_on(s->rows[i].kind, d->kind))
                add_after(&tasks[task], d->task);
    for (uint32_t i = 0; i < s->nrows; i++) {
        if (s->rows[i].kind == __GD_EMU_OUT)
            forget_earlier(&tasks[parent], s->rows[i].address, task);
        struct depend *d = malloc(sizeof *d);
        if (!d)
            break;
        *d = (struct depend){tasks[parent].depends, s->rows[i].address, task, s->rows[i].kind};
        tasks[parent].depends = d;
    }
    s->nrows = 0;
}

void __gd_emu_tell_depend(unsigned kind, const volatile void *address)
{
    const struct __gd_emu_lane *l = judged_lane();
    if (!l)
        return;
    struct lane_state *s = &lanes[l->tid];
    if (s->nrows == MOST_ROWS) { /* more than that count as all memory */
        s->nrows--;
        address = NULL;
        kind = __GD_EMU_OUT;
    }
    s->rows[s->nrows].address = (uintptr_t)address;
    s->rows[s->nrows++].kind = kind;
}

/* ---- events ---- */

/* Tasks of a thread that is alone come one after the other, in whatever order: no two of them race. */
static bool is_alone(const struct __gd_emu_lane *l) { return l->place->threads <= 1 || l->place->nested; }

void __gd_emu_tell_task_begin(const struct __gd_emu_construct *of, _Bool undeferred, const void *frame)
{
    const struct __gd_emu_lane *l = judged_lane();
    if (!l)
        return;
    if (is_alone(l)) {
        lanes[l->tid].nrows = 0;
        stack_tasks_begin(l->tid, 0, (uintptr_t)frame);
        return;
    }
    uint32_t parent = current(l), task = new_task(parent, lanes[l->tid].group);
    stack_tasks_begin(l->tid, task && !undeferred ? parent : 0, (uintptr_t)frame);
    if (!task)
        return;
    tasks[task].of = of;
    link_depends(&lanes[l->tid], parent, task);
    if (!undeferred) {
        tasks[task].next = tasks[parent].children;
        tasks[parent].children = task;
    } else {
        tasks[task].children = 0;
        tasks[task].next = task; /* whoever made it waits for its end */
    }
    l->place->task = task;
    l->place->row = 0;
}

void __gd_emu_tell_task_end(void)
{
    const struct __gd_emu_lane *l = judged_lane();
    if (!l || !l->place->task || is_alone(l))
        return;
    struct task *t = &tasks[l->place->task];
    if (t->next == l->place->task)
        t->waited = row_now;
    stack_tasks_waited(l->tid, l->place->task);
    l->place->task = t->parent;
    l->place->row = 0;
}

static void wait_for(uint32_t task, unsigned depth)
{
    if (depth > STEPS)
        return;
    if (tasks[task].waited == NEVER)
        tasks[task].waited = row_now;
    for (uint32_t i = 0; i < tasks[task].nafter; i++)
        if (tasks[tasks[task].after[i]].waited == NEVER)
            wait_for(tasks[task].after[i], depth + 1);
}

void __gd_emu_tell_taskwait(void)
{
    const struct __gd_emu_lane *l = judged_lane();
    if (!l)
        return;
    struct lane_state *s = &lanes[l->tid];
    uint32_t me = current(l);
    l->place->row = 0;
    if (s->nrows) {
        for (uint32_t i = 0; i < s->nrows; i++)
            for (struct depend *d = tasks[me].depends; d; d = d->next)
                if ((!d->address || !s->rows[i].address || d->address == s->rows[i].address) &&
                    depends_on(s->rows[i].kind, d->kind))
                    wait_for(d->task, 0);
        s->nrows = 0;
        return;
    }
    bool deeper = false; /* tasks of these, which nobody waits for */
    for (uint32_t c = tasks[me].children, next; c; c = next) {
        next = tasks[c].next;
        deeper |= tasks[c].children != 0;
        tasks[c].next = 0;
        if (tasks[c].waited == NEVER)
            tasks[c].waited = row_now;
    }
    tasks[me].children = 0;
    if (!deeper && task_is_explicit(me))
        stack_tasks_waited(l->tid, me);
    else if (!deeper)
        stack_tasks_end(l->tid);
}

void __gd_emu_tell_taskgroup_begin(void)
{
    const struct __gd_emu_lane *l = judged_lane();
    if (!l)
        return;
    groups = grown(groups, ngroups + 1, &group_room, sizeof *groups);
    if (ngroups + 1 >= group_room)
        return;
    if (!ngroups)
        groups[ngroups++] = (struct group){0, NEVER};
    groups[ngroups] = (struct group){lanes[l->tid].group, NEVER};
    lanes[l->tid].group = ngroups++;
}

void __gd_emu_tell_taskgroup_end(void)
{
    const struct __gd_emu_lane *l = judged_lane();
    if (!l || !lanes[l->tid].group)
        return;
    groups[lanes[l->tid].group].ended = row_now;
    lanes[l->tid].group = groups[lanes[l->tid].group].parent;
    l->place->row = 0;
}

/* ---- order ---- */

/* Is the task, with what it made on the way to `from`, over before row `at`? */
static bool over(uint32_t from, uint32_t task, uint32_t at)
{
    for (uint32_t g = tasks[task].group; g; g = groups[g].parent)
        if (groups[g].ended < at)
            return true;
    for (uint32_t t = from; t != task; t = tasks[t].parent)
        if (tasks[t].waited == NEVER)
            return false;
    return tasks[task].waited < at;
}

static bool is_after(uint32_t later, uint32_t earlier, unsigned depth)
{
    for (uint32_t i = 0; i < tasks[later].nafter; i++) {
        uint32_t t = tasks[later].after[i];
        if (t == earlier || (t > earlier && depth < STEPS && is_after(t, earlier, depth + 1)))
            return true;
    }
    return false;
}

static uint32_t depth_of(uint32_t task)
{
    uint32_t n = 0;
    for (; task; task = tasks[task].parent)
        n++;
    return n;
}

bool tasks_ordered(uint32_t a, uint32_t row_a, uint32_t b, uint32_t row_b)
{
    uint32_t x = a, y = b, under_x = 0, under_y = 0, dx = depth_of(a), dy = depth_of(b);
    if (a == b)
        return true;
    if (!a || !b) /* before the first task of the lane, which made the record of its implicit one */
        return row_a <= tasks[b ? b : a].created;
    for (; dx > dy; dx--)
        under_x = x, x = tasks[x].parent;
    for (; dy > dx; dy--)
        under_y = y, y = tasks[y].parent;
    for (; x != y; under_x = x, x = tasks[x].parent, under_y = y, y = tasks[y].parent)
        ;
    if (!under_x) /* b was made by a */
        return row_a <= tasks[under_y].created;
    if (!under_y) /* a was made by b */
        return over(a, under_x, row_b);
    return over(a, under_x, tasks[under_y].created + 1) || (a == under_x && is_after(under_y, under_x, 0));
}
