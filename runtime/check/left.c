/* left.c: variables of functions that tasks of the host share. Who returns before such a task has ended leaves it a
 * frame that others have by then, libomp too, so that the program may hang or crash. It is told where the function
 * returns, which waits a while for the task, so that the program comes to an end (GC404).
 *
 * Generated code says before a task which variables it shares (src/gen/host/shares.c). Those of this thread's stack are
 * kept, by the thread that creates the task, which is the one that returns. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../host/host.h"
#include "gantry_abi.h"
#include "strands.h"

struct variable {
    uintptr_t at;
    const char *name;
};
/* What the next tasks of `by` share; a loop makes several. */
enum { MOST_NAMED = 16 };
static _Thread_local struct {
    const struct strand *by;
    const void *code;
    struct variable v[MOST_NAMED];
    uint32_t n;
} next;

struct shared {
    struct strand *task;
    struct variable v;
    const void *code;
};
enum { MOST = 64 }; /* … of one thread, which nobody has waited for: further ones are like these */
static _Thread_local struct {
    struct shared v[MOST];
    uint32_t n;
    uintptr_t lowest; /* of all; 0: there is none */
} mine;

void __gantry_task_shares(uint32_t n, ...)
{
    va_list ap;
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0), end = 0;
    next.by = n ? strand_here() : NULL;
    if (next.by) {
        check_enter();
        end = owned_stack_end();
        check_leave();
    }
    next.code = __builtin_return_address(0);
    next.n = 0;
    va_start(ap, n);
    for (uint32_t i = 0; i < n; i++) {
        struct variable v = {(uintptr_t)va_arg(ap, const volatile void *), va_arg(ap, const char *)};
        if (v.at > frame && v.at < end && next.n < MOST_NAMED)
            next.v[next.n++] = v;
    }
    va_end(ap);
}

/* Those that are left keep their order. */
typedef bool kept(const struct shared *x, uintptr_t frame, const struct strand *s);
static void keep(kept *is_kept, uintptr_t frame, const struct strand *s)
{
    uint32_t left = 0;
    mine.lowest = 0;
    for (uint32_t i = 0; i < mine.n; i++) {
        struct shared x = mine.v[i];
        if (!is_kept(&x, frame, s)) {
            strand_drop(x.task);
            continue;
        }
        mine.v[left++] = x;
        if (!mine.lowest || x.v.at < mine.lowest)
            mine.lowest = x.v.at;
    }
    if (mine.n && !left)
        atomic_fetch_sub(&check_frames, CHECK_LEFT);
    mine.n = left;
}

/* Has it ended, or told somebody of what it did, before what comes here? What an iteration has heard its thread may
 * hear of later only. */
static bool is_ordered(const struct shared *x, const struct strand *s)
{
    const struct strand *by = x->task->parent;
    struct moment began = {x->task->now.slot, x->task->began};
    return x->task->started && ((s && order_has(s->before, began)) || (by->iterates && order_has(by->before, began)));
}

static bool is_open(const struct shared *x, uintptr_t frame, const struct strand *s)
{
    return x->v.at >= frame && !is_ordered(x, s);
}

void left_waited(const struct strand *s)
{
    if (mine.n)
        keep(is_open, 0, s);
}

static void add(struct strand *task, const struct variable *v)
{
    if (mine.n == MOST) /* some are of frames that nobody saw go */
        keep(is_open, (uintptr_t)__builtin_frame_address(0), strand_here());
    if (mine.n == MOST)
        return;
    if (!mine.n)
        atomic_fetch_add(&check_frames, CHECK_LEFT);
    mine.v[mine.n++] = (struct shared){strand_share(task), *v, next.code};
    if (!mine.lowest || v->at < mine.lowest)
        mine.lowest = v->at;
}

void left_created(struct strand *task, const struct strand *by)
{
    for (uint32_t i = 0; next.by == by && !task->undeferred && i < next.n; i++)
        add(task, &next.v[i]);
}

/* ---- a function returns ---- */
static bool is_beyond(const struct shared *x, uintptr_t frame, const struct strand *s)
{
    (void)s;
    return x->v.at >= frame;
}

static void tell(const struct shared *x, const struct strand *s, const void *caller)
{
    struct check_code code, of;
    char text[900], place[300], who[120];
    if (!gantry_check_on(GANTRY_CHECK_RACES) || !check_code_new("GC404", caller))
        return;
    check_code_of(caller, &code);
    check_code_of(x->code, &of);
    bool outlined = strchr(code.func, '.'); /* the code of a construct */
    snprintf(who, sizeof who, "%s",
             !outlined && *code.func ? code.func
             : !outlined             ? "a function"
             : s->implicit           ? "the code of a parallel region"
                                     : "a task");
    snprintf(text, sizeof text, "%s %s while the task of %s may still use '%s', a variable of it", who,
             outlined ? "ends" : "returns", check_place(&of.at, place, sizeof place), x->v.name);
    gantry_finding(
        &(struct gantry_finding){.id = "GC404",
                                 .at = code.at,
                                 .other = of.at,
                                 .name = x->v.name,
                                 .text = text,
                                 .advice = "a taskwait on each way out waits for it; what the task needs for itself "
                                           "is firstprivate"});
}

int32_t __kmpc_global_thread_num(void *place) __attribute__((weak));
int32_t __kmpc_omp_taskyield(void *place, int32_t thread, int end) __attribute__((weak));

static bool has_ended(const struct strand *task) { return __atomic_load_n(&task->ended, __ATOMIC_ACQUIRE); }

/* Others may run it meanwhile; who finds that nobody does runs what it has itself. One that never ends is not waited
 * for again and again. */
static void wait_a_while(const struct strand *task)
{
    enum { MS = 1000, FOR_OTHERS = 200, IN_ALL = 5000 };
    static atomic_bool nobody_else;
    static atomic_int waited;
    for (int i = 0; i < MS && !has_ended(task) && atomic_load(&waited) < IN_ALL; i++) {
        if (i == FOR_OTHERS)
            atomic_store(&nobody_else, true);
        if (atomic_load(&nobody_else) && __kmpc_omp_taskyield)
            __kmpc_omp_taskyield(NULL, __kmpc_global_thread_num(NULL), 0);
        if (has_ended(task))
            return;
        usleep(MS);
        atomic_fetch_add(&waited, 1);
    }
}

void left_frame(uintptr_t begin, uintptr_t end, const void *caller)
{
    if (!mine.lowest || mine.lowest >= end || check_inside())
        return;
    check_enter();
    struct strand *s = strand_here(), *late[MOST];
    uint32_t n = 0;
    for (uint32_t i = 0; i < mine.n; i++) {
        const struct shared *x = &mine.v[i];
        if (x->v.at < begin || x->v.at >= end || !s || is_ordered(x, s))
            continue;
        tell(x, s, caller);
        late[n++] = strand_share(x->task);
    }
    keep(is_beyond, end, s);
    check_leave();
    for (uint32_t i = 0; i < n; i++) {
        wait_a_while(late[i]);
        check_enter();
        if (late[i]->ended) /* what comes now races with it no more */
            strand_follows(s, late[i]);
        strand_drop(late[i]);
        check_leave();
    }
}
