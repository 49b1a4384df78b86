/* order.c: what orders two rows: the structure of the program, and what is released and acquired.
 *
 * By structure the later of two accesses never is the first in another run, too: phases of a team, and what one thread
 * does, come in one order. Releases and acquires are kept as they happened. Who acquires a key knows what was before
 * its releases so far; so a is before b if b's place follows an acquire of a release that a is before, and so on. */
#include <stdlib.h>

#include "judge.h"

bool order_by_flushes, order_by_locks, order_by_atomics;

/* ---- structure ---- */

/* Before and after it asked for its number a lane is one and the same team or thread, whatever it is called. */
static bool has_asked(const struct row *a, const struct row *b, unsigned level)
{
    return (a->asked | b->asked) & level;
}

static bool same_league(const struct row *a, const struct row *b, enum judged_memory owner)
{
    return owner == MEMORY_GLOBAL && !has_asked(a, b, __GD_EMU_LEAGUE) ? a->league == b->league : a->team == b->team;
}

/* A task counts as the thread that met it, in an order of its own. Who stores the results of a construct has come to
 * its end: it reads the copies that its own iterations wrote. */
static bool same_thread(const struct row *a, const struct row *b, enum judged_memory owner)
{
    if (a->task != b->task && (a->at <= b->at ? !tasks_ordered(a->task, a->at, b->task, b->at)
                                              : !tasks_ordered(b->task, b->at, a->task, a->at)))
        return false;
    bool of_thread = owner == MEMORY_THREAD || owner >= MEMORY_SPACE || has_asked(a, b, __GD_EMU_TEAM) ||
                     (a->thread != b->thread && (key_is_result(a->thread) || key_is_result(b->thread)));
    return of_thread ? a->real_thread == b->real_thread : a->thread == b->thread;
}

/* It may be a private copy of the lane's, for all its iterations: of memory that device code took, or of what a thread
 * in a nested region has for itself. */
static bool may_be_own(const struct row *a, const struct row *b, enum judged_memory owner)
{
    bool nested = key_is_nested(a->group) || key_is_nested(b->group);
    return a->lane == b->lane && (owner == MEMORY_HEAP || owner == MEMORY_THREAD || owner == MEMORY_TASKS ||
                                  (owner == MEMORY_SPACE && nested));
}

enum nearness rows_compare(const struct row *a, const struct row *b, enum judged_memory owner)
{
    if (!same_league(a, b, owner))
        return OTHER_TEAM;
    if (a->forks != b->forks || a->barriers != b->barriers)
        return OTHER_PHASE;
    if (!same_thread(a, b, owner))
        return OTHER_THREAD;
    if (a->syncs != b->syncs)
        return OTHER_SYNC;
    bool same = a->group == b->group || keys_apart(a->group, b->group) || may_be_own(a, b, owner);
    return same ? SAME_PLACE : OTHER_LANE;
}

uint32_t phase_row(const struct row *r, uint32_t first)
{
    enum { KNOWN = 256 };
    static struct {
        uint64_t league;
        uint32_t launch, team, forks, barriers, asked, row; /* launch: by its first row */
    } known[KNOWN];
    unsigned h = (unsigned)((r->league * 31 + r->team) * 31 + r->forks * 7 + r->barriers) % KNOWN;
    if (known[h].launch != row_launch || known[h].league != r->league || known[h].team != r->team ||
        known[h].forks != r->forks || known[h].barriers != r->barriers || known[h].asked != r->asked ||
        known[h].row < first || known[h].row > r->at) {
        known[h].launch = row_launch;
        known[h].league = r->league;
        known[h].team = r->team;
        known[h].forks = r->forks;
        known[h].barriers = r->barriers;
        known[h].asked = r->asked;
        known[h].row = r->at;
    }
    return known[h].row;
}

static bool structure(uint32_t a, uint32_t b, enum judged_memory owner)
{
    struct row x = row_at(a), y = row_at(b);
    enum nearness n = rows_compare(&x, &y, owner);
    return a <= b && (n == OTHER_PHASE || n == OTHER_SYNC || n == SAME_PLACE);
}

/* ---- releases and acquires ---- */
enum { BUCKET_BITS = 16, BUCKETS = 1 << BUCKET_BITS, FRONTIER = 512, STEPS = 1 << 18 };
struct object { /* what is released: an atomic variable, or a key of the device runtime's */
    struct object *next;
    uint64_t key;
    uint32_t team;
    uint32_t n, cap, *release;
    uint32_t seen; /* of a search */
};
struct acquire {
    struct object *of;
    uint32_t n, row; /* the first n releases are before the row */
};
static struct object *objects[BUCKETS];
static unsigned nobjects;
static struct acquire *acquires;
static size_t nacquires, room;

void order_begin_launch(void)
{
    for (int i = 0; i < BUCKETS && nobjects; i++)
        for (struct object *o; (o = objects[i]) != NULL; nobjects--) {
            objects[i] = o->next;
            free(o->release);
            free(o);
        }
    nacquires = 0;
    order_by_flushes = order_by_locks = order_by_atomics = false;
}

static struct object **object_place(uint64_t key, uint32_t team)
{
    struct object **o = &objects[((key / 4 + team) * 0x9e3779b97f4a7c15ull) >> (64 - BUCKET_BITS)];
    while (*o && ((*o)->key != key || (*o)->team != team))
        o = &(*o)->next;
    return o;
}

/* the last of the releases is enough where it knows of the others */
static void add_release(struct object *o, uint32_t row)
{
    if (o->n && o->release[o->n - 1] == row)
        return;
    if (o->n && is_before(o->release[o->n - 1], row, MEMORY_GLOBAL) && nacquires == 0) {
        o->release[o->n - 1] = row;
        return;
    }
    if (o->n == o->cap) {
        uint32_t *grown = realloc(o->release, (o->cap ? 2 * o->cap : 8) * sizeof *grown);
        if (!grown)
            return;
        o->release = grown;
        o->cap = o->cap ? 2 * o->cap : 8;
    }
    o->release[o->n++] = row;
}

void order_release(uint64_t key, uint32_t team, uint32_t row)
{
    struct object **o = object_place(key, team);
    if (!*o && (*o = calloc(1, sizeof **o)) != NULL) {
        **o = (struct object){.key = key, .team = team};
        nobjects++;
    }
    if (*o)
        add_release(*o, row);
}

bool order_is_released(void) { return nobjects; }

uint32_t order_releases(uint64_t key, uint32_t team)
{
    struct object *o = *object_place(key, team); /* most atomics are released by nobody, and have no object */
    return o ? o->n : 0;
}

void order_acquire(uint64_t key, uint32_t team, uint32_t n, uint32_t row)
{
    struct object *o = *object_place(key, team);
    if (!o || !n)
        return;
    for (size_t i = nacquires; i-- > 0 && nacquires - i < 64;) /* who spins does so again and again */
        if (acquires[i].of == o && acquires[i].n == n && structure(acquires[i].row, row, MEMORY_GLOBAL))
            return;
    if (nacquires == room) {
        size_t more = room ? 2 * room : 256;
        struct acquire *grown = realloc(acquires, more * sizeof *grown);
        if (!grown)
            return;
        acquires = grown;
        room = more;
    }
    acquires[nacquires++] = (struct acquire){o, n, row};
}

/* Goes back from b: what is before its acquires, and theirs. Where that takes too long the answer is that it is
 * ordered. */
static bool released(uint32_t a, uint32_t b, enum judged_memory owner)
{
    uint32_t frontier[FRONTIER], n = 1, steps = 0;
    for (size_t i = 0; i < nacquires; i++)
        acquires[i].of->seen = 0;
    frontier[0] = b;
    for (uint32_t k = 0; k < n; k++)
        for (size_t i = nacquires; i-- > 0;) {
            struct acquire *q = &acquires[i];
            if (++steps > STEPS)
                return true;
            if (q->n <= q->of->seen || q->row < a || !structure(q->row, frontier[k], MEMORY_GLOBAL))
                continue;
            for (; q->of->seen < q->n; q->of->seen++) {
                uint32_t r = q->of->release[q->of->seen];
                if (r < a)
                    continue;
                if (structure(a, r, owner))
                    return true;
                if (n == FRONTIER)
                    return true;
                frontier[n++] = r;
            }
        }
    return false;
}

bool is_before(uint32_t a, uint32_t b, enum judged_memory owner)
{
    if (structure(a, b, owner))
        return true;
    if (!nacquires || !released(a, b, owner))
        return false;
    order_by_flushes = true;
    return true;
}

bool has_acquired(uint32_t row)
{
    for (size_t i = nacquires; i-- > 0;)
        if (structure(acquires[i].row, row, MEMORY_GLOBAL)) {
            order_by_flushes = true;
            return true;
        }
    return false;
}
