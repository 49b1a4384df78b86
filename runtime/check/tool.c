/* tool.c: libomp's OMPT tool (OpenMP 5.2, 19) of programs with -fcheck: tells strands.c of tasks and of what orders
 * them. A program that has a tool of its own keeps it, and is not judged. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "strands.h"

/* ---- the few declarations of OMPT that are needed, with the specification's numbers ---- */
union data {
    uint64_t value;
    void *ptr;
};
struct tool {
    int (*initialize)(void *(*lookup)(const char *), int device, union data *);
    void (*finalize)(union data *);
    union data data;
};
struct frame { /* of a task that entered libomp */
    union data exit, enter;
    int exit_flags, enter_flags;
};
typedef int set_callback(int event, void (*callback)(void));
typedef int get_task_memory(void **address, size_t *size, int block);
enum event {
    EVENT_PARALLEL_BEGIN = 3,
    EVENT_PARALLEL_END = 4,
    EVENT_TASK_CREATE = 5,
    EVENT_TASK_SCHEDULE = 6,
    EVENT_IMPLICIT_TASK = 7,
    EVENT_SYNC_REGION_WAIT = 16,
    EVENT_MUTEX_RELEASED = 17,
    EVENT_WORK = 20,
    EVENT_MASKED = 21,
    EVENT_SYNC_REGION = 23,
    EVENT_MUTEX_ACQUIRED = 27,
    EVENT_FLUSH = 29,
};
enum { SCOPE_BEGIN = 1, SCOPE_END = 2 };
enum { MUTEX_LOCK = 1, MUTEX_ORDERED = 7 }; /* less: none of OMPT's */
enum { WORK_SECTIONS = 2, WORK_SINGLE_EXECUTOR = 3 };
enum { SYNC_TASKWAIT = 5, SYNC_TASKGROUP = 6, SYNC_REDUCTION = 7, SYNC_PARALLEL = 9 };
enum { TASK_EXPLICIT = 4, TASK_TASKWAIT = 16, TASK_UNDEFERRED = 0x8000000, TASK_FINAL = 0x20000000 };
enum {
    STATUS_COMPLETE = 1,
    STATUS_CANCEL = 3,
    STATUS_DETACH = 4,
    STATUS_EARLY_FULFILL = 5,
    STATUS_LATE_FULFILL = 6,
    STATUS_TASKWAIT = 8,
};

static get_task_memory *task_memory;

static struct strand *of(const union data *d) { return !d ? NULL : d->ptr ? d->ptr : strand_now(strand_implicit); }

/* A target task that one thread began and another ended goes on, says libomp 19, in the implicit task of the first. */
static struct strand *resumed(const union data *d)
{
    struct strand *s = of(d);
    return s && s->implicit && strand_implicit ? strand_now(strand_implicit) : s;
}

/* Those that wait for dependences on this thread, the innermost first: what they do meanwhile for others comes to an
 * end that libomp does not always tell of. */
static _Thread_local struct strand *waiting;

static bool has_team(void) { return strand_implicit && strand_implicit->team; }

static void begins_to_wait(struct strand *s, struct strand *for_what)
{
    s->taskwait = for_what;
    s->waiting = waiting;
    waiting = s;
}

static void has_waited(void)
{
    struct strand *s = waiting, *done = s ? s->taskwait : NULL;
    if (!s)
        return;
    waiting = s->waiting;
    if (done && has_team())
        waits_end();
    s->taskwait = s->waiting = NULL;
    strand_is_here(s);
    if (done) {
        strand_end(done);
        strand_drop(done);
    }
}

static void forget(union data *d)
{
    strand_drop(d->ptr);
    d->ptr = NULL;
}

/* ---- parallel regions ---- */

/* A team has one thread since the program says so, and not because no more were at hand: num_threads(1), a condition
 * that is false, omp_set_num_threads(1). */
static _Thread_local bool one_asked, many_asked, one_called, one_set;

void __real___kmpc_push_num_threads(void *place, int32_t thread, int32_t n) __attribute__((weak));
void __wrap___kmpc_push_num_threads(void *place, int32_t thread, int32_t n);
void __wrap___kmpc_push_num_threads(void *place, int32_t thread, int32_t n)
{
    one_asked = n == 1;
    many_asked = n > 1;
    __real___kmpc_push_num_threads(place, thread, n);
}

void __real___kmpc_serialized_parallel(void *place, int32_t thread) __attribute__((weak));
void __wrap___kmpc_serialized_parallel(void *place, int32_t thread);
void __wrap___kmpc_serialized_parallel(void *place, int32_t thread)
{
    one_called = true;
    __real___kmpc_serialized_parallel(place, thread);
}

void __real_omp_set_num_threads(int n) __attribute__((weak));
void __wrap_omp_set_num_threads(int n);
void __wrap_omp_set_num_threads(int n)
{
    one_set = n == 1;
    __real_omp_set_num_threads(n);
}

static bool wants_one(void)
{
    bool one = one_called || one_asked || (one_set && !many_asked);
    one_called = one_asked = many_asked = false;
    return one;
}

static void on_parallel_begin(union data *task, const void *frame, union data *parallel, unsigned asked, int flags,
                              const void *code)
{
    (void)frame, (void)asked, (void)flags, (void)code;
    check_enter();
    struct strand *s = of(task);
    bool lone = wants_one();
    parallel->ptr = s ? s->met = team_begin(s, lone) : NULL;
    if (parallel->ptr) {
        check_parallel_begins();
        gantry_findings_parallel();
    }
    check_leave();
}

static void team_is_over(struct team *over, struct strand *s)
{
    s->met = NULL;
    constructs_retire(team_end(over, s));
    meetings_tell(s->root);
    if (!strands_in_parallel(s->root))
        threads_tell();
    check_parallel_ends();
}

int omp_get_max_threads(void) __attribute__((weak));

/* A program whose only OpenMP are simd loops, or that has none, has no libomp that would tell of its initial task. */
static struct strand *initial(void)
{
    check_enter();
    struct strand *s = gantry_check_on(GANTRY_CHECK_RACES) ? strand_root() : NULL;
    if (s) {
        owned_begins(s);
        waits_start(s);
    }
    check_leave();
    strand_implicit = s;
    strand_is_here(s);
    return s;
}

struct strand *tool_strand(void)
{
    if (!strand_implicit && omp_get_max_threads)
        omp_get_max_threads();
    return strand_implicit || omp_get_max_threads ? strand_here() : initial();
}

/* ---- threads that the program makes ---- */
void tool_thread_begins(struct strand *s)
{
    strand_implicit = s;
    strand_is_here(s);
}

void tool_thread_ends(struct strand *s)
{
    strand_end(s);
    if (strand_implicit == s) {
        strand_implicit = NULL;
        strand_is_here(NULL);
    }
    strand_drop(s);
}

/* The initial task of such a thread is the thread. false: it is none */
static bool is_of_thread(int endpoint, const union data *parallel)
{
    bool is = strand_implicit && strand_implicit->thread && !(endpoint == SCOPE_BEGIN && parallel && parallel->ptr);
    if (is)
        strand_is_here(strand_implicit);
    return is;
}

/* ---- simd loops ---- */

struct strand *tool_lanes_begin(const struct lane_memory *memory)
{
    struct strand *s = tool_strand(), *lanes = NULL;
    check_enter();
    struct team *t = s ? team_begin(s, false) : NULL;
    if (t && (lanes = team_strand(t, false)) != NULL) {
        s->met = t;
        lanes->lanes = memory;
        lanes->taker = strand_implicit ? strand_implicit->taker : 0;
        lanes->thread_number = owned_thread();
        lanes->outer = strand_implicit;
        strand_implicit = lanes;
        strand_is_here(lanes);
        check_parallel_begins();
        gantry_findings_parallel();
    }
    check_leave();
    return lanes;
}

void tool_lanes_end(struct strand *lanes)
{
    strand_iterated(lanes);
    check_enter();
    struct strand *s = lanes->parent;
    strand_implicit = lanes->outer;
    team_is_over(s->met, s);
    strand_drop(lanes);
    strand_is_here(s);
    check_leave();
}

/* By then libomp 19 has given its record of the team back, and what `parallel` points to may be another team's. */
static void on_parallel_end(union data *parallel, union data *task, int flags, const void *code)
{
    (void)parallel, (void)flags, (void)code;
    check_enter();
    struct strand *s = of(task);
    struct team *over = s ? s->met : NULL;
    if (over)
        team_is_over(over, s);
    strand_is_here(s);
    check_leave();
}

/* A thread comes to code of a parallel region: the first function that begins there says where its frame ends, above
 * which are its caller's address, and arguments that nobody looks at. */
_Thread_local bool check_begins_frames;
void check_frames_begin(uintptr_t frame)
{
    enum { SAVED = 2 * sizeof(uintptr_t) };
    struct strand *s = strand_implicit;
    if (s && s->frames.end && frame > s->frames.begin)
        s->frames.end = frame + SAVED;
}

static void on_implicit_task(int endpoint, union data *parallel, union data *task, unsigned n, unsigned index,
                             int flags)
{
    (void)task, (void)flags;
    if (is_of_thread(endpoint, parallel))
        return;
    if (endpoint == SCOPE_END && strand_implicit)
        strand_iterated(strand_implicit);
    check_enter();
    if (endpoint == SCOPE_BEGIN) {
        struct strand *s = parallel && parallel->ptr ? team_strand(parallel->ptr, n == 1) : strand_root();
        if (s)
            s->outer = strand_implicit;
        if (s) {
            s->number = index;
            s->threads = n;
            waits_start(s);
            owned_begins(s);
            s->since = host_accesses_made();
            check_begins_frames = true;
        }
        strand_implicit = s;
        strand_is_here(s);
    } else if (endpoint == SCOPE_END && strand_implicit) {
        struct strand *s = strand_implicit;
        strand_implicit = s->outer;
        strand_is_here(strand_implicit);
        if (!s->parent)
            strand_end(s);
        strand_drop(s);
    }
    check_taker = strand_implicit ? strand_implicit->taker : 0;
    check_leave();
}

/* What one thread takes for all. */
static void on_alone(int endpoint)
{
    check_taker = endpoint == SCOPE_END && strand_implicit ? strand_implicit->taker : 0;
}

static void on_work(int kind, int endpoint, union data *parallel, union data *task, uint64_t n, const void *code)
{
    (void)parallel, (void)task, (void)n, (void)code;
    if (kind == WORK_SINGLE_EXECUTOR)
        on_alone(endpoint);
    if (kind != WORK_SINGLE_EXECUTOR && kind != WORK_SECTIONS)
        return;
    if (strand_implicit && endpoint == SCOPE_BEGIN)
        strand_iterates(strand_implicit, PART_OF_TEAM);
    else if (strand_implicit && endpoint == SCOPE_END)
        strand_iterated(strand_implicit);
}

static void on_masked(int endpoint, union data *parallel, union data *task, const void *code)
{
    (void)parallel, (void)task, (void)code;
    on_alone(endpoint);
}

/* ---- dependences: libomp 19 damages its memory where it tells a tool of them, so that calls of the program to it are
 * looked at (include/gantry_check_wraps.def). The task is created in the call. ---- */
struct dependence { /* libomp's */
    uintptr_t at;
    size_t size;
    uint8_t flags;
};
enum { DEPENDS_IN = 1, DEPENDS_OUT = 2, DEPENDS_MUTEXINOUTSET = 4, DEPENDS_INOUTSET = 8, DEPENDS_ALL = 128 };
static _Thread_local struct {
    const struct dependence *list[2];
    int n[2];
} called;

static void depends(struct strand *s, const struct dependence *d, int n)
{
    for (int i = 0; i < n; i++, d++)
        if (d->flags & DEPENDS_ALL)
            strand_depends_on_all(s);
        else
            strand_depends(s, d->at,
                           d->flags & DEPENDS_OUT             ? DEPEND_OUT
                           : d->flags & DEPENDS_MUTEXINOUTSET ? DEPEND_EXCLUSIVE
                           : d->flags & DEPENDS_INOUTSET      ? DEPEND_INOUTSET
                                                              : DEPEND_IN);
}

static void take_dependences(struct strand *s)
{
    for (int k = 0; k < 2; k++)
        depends(s, called.list[k], called.n[k]);
    called.n[0] = called.n[1] = 0;
}

static void set_called(const struct dependence *list, int n, const struct dependence *more, int nmore)
{
    called.list[0] = list;
    called.list[1] = more;
    called.n[0] = n;
    called.n[1] = nmore;
}

/* libomp 19 frees the lock of a mutexinoutset when the task ends that generated its members. One that has not begun by
 * then looks at what lies there now, and may never run. inout orders the members, which is allowed, and needs no lock.
 */
static const struct dependence *without_exclusion(const struct dependence *list, int n, struct dependence **copy)
{
    bool any = false;
    for (int i = 0; i < n; i++)
        any = any || list[i].flags & DEPENDS_MUTEXINOUTSET;
    *copy = any ? malloc((size_t)n * sizeof **copy) : NULL;
    for (int i = 0; i < n && *copy; i++) {
        (*copy)[i] = list[i];
        if (list[i].flags & DEPENDS_MUTEXINOUTSET)
            (*copy)[i].flags = DEPENDS_IN | DEPENDS_OUT;
    }
    return *copy ? *copy : list;
}

struct call { /* what libomp gets, in place of what the program names */
    const struct dependence *list, *more;
    struct dependence *copies[2];
};

static struct call call_begins(const struct dependence *list, int n, const struct dependence *more, int nmore)
{
    struct call c;
    set_called(list, n, more, nmore);
    c.list = without_exclusion(list, n, &c.copies[0]);
    c.more = without_exclusion(more, nmore, &c.copies[1]);
    return c;
}

static void call_ends(struct call *c)
{
    free(c->copies[0]);
    free(c->copies[1]);
}

int32_t __real___kmpc_omp_task_with_deps(void *place, int32_t thread, void *task, int32_t n,
                                         const struct dependence *list, int32_t nmore, const struct dependence *more)
    __attribute__((weak));
int32_t __wrap___kmpc_omp_task_with_deps(void *place, int32_t thread, void *task, int32_t n,
                                         const struct dependence *list, int32_t nmore, const struct dependence *more);
int32_t __wrap___kmpc_omp_task_with_deps(void *place, int32_t thread, void *task, int32_t n,
                                         const struct dependence *list, int32_t nmore, const struct dependence *more)
{
    struct call c = call_begins(list, n, more, nmore);
    int32_t status = __real___kmpc_omp_task_with_deps(place, thread, task, n, c.list, nmore, c.more);
    call_ends(&c);
    return status;
}

#define WAIT(NAME, PARAMS, ARGS)                                                                                       \
    void __real_##NAME PARAMS __attribute__((weak));                                                                   \
    void __wrap_##NAME PARAMS;                                                                                         \
    void __wrap_##NAME PARAMS                                                                                          \
    {                                                                                                                  \
        struct call c = call_begins(list, n, more, nmore);                                                             \
        __real_##NAME ARGS;                                                                                            \
        call_ends(&c);                                                                                                 \
    }
WAIT(__kmpc_omp_wait_deps,
     (void *place, int32_t thread, int32_t n, const struct dependence *list, int32_t nmore,
      const struct dependence *more),
     (place, thread, n, c.list, nmore, c.more))
WAIT(__kmpc_omp_taskwait_deps_51,
     (void *place, int32_t thread, int32_t n, const struct dependence *list, int32_t nmore,
      const struct dependence *more, int32_t nowait),
     (place, thread, n, c.list, nmore, c.more, nowait))

/* ---- memory of tasks, which libomp uses again ---- */
static _Thread_local struct {
    const void *task;
    size_t size;
} latest; /* that this thread has made */

static void forget_memory(const void *task, size_t size)
{
    check_enter();
    host_cells_forget((uintptr_t)task, size);
    check_leave();
}

static void *anew(void *task, size_t size, size_t shared)
{
    latest.task = task;
    latest.size = task ? size + shared + sizeof(max_align_t) : 0; /* shared ones lie aligned */
    forget_memory(task, latest.size);
    return task;
}

/* The task of which those of a taskloop are copies ends without an event, and others get its memory. */
#define TASKLOOP(NAME, PARAMETERS, ARGS)                                                                               \
    void __real_##NAME PARAMETERS __attribute__((weak));                                                               \
    void __wrap_##NAME PARAMETERS;                                                                                     \
    void __wrap_##NAME PARAMETERS                                                                                      \
    {                                                                                                                  \
        size_t size = task == latest.task ? latest.size : 0;                                                           \
        forget_memory(task, size);                                                                                     \
        __real_##NAME ARGS;                                                                                            \
        forget_memory(task, size);                                                                                     \
    }
TASKLOOP(__kmpc_taskloop,
         (void *place, int32_t thread, void *task, int32_t when, uint64_t *first, uint64_t *last, int64_t step,
          int32_t alone, int32_t kind, uint64_t size_or_number, void *copy),
         (place, thread, task, when, first, last, step, alone, kind, size_or_number, copy))
TASKLOOP(__kmpc_taskloop_5,
         (void *place, int32_t thread, void *task, int32_t when, uint64_t *first, uint64_t *last, int64_t step,
          int32_t alone, int32_t kind, uint64_t size_or_number, int32_t strict, void *copy),
         (place, thread, task, when, first, last, step, alone, kind, size_or_number, strict, copy))

void *__real___kmpc_omp_task_alloc(void *place, int32_t thread, int32_t flags, size_t size, size_t shared, void *code)
    __attribute__((weak));
void *__wrap___kmpc_omp_task_alloc(void *place, int32_t thread, int32_t flags, size_t size, size_t shared, void *code);
void *__wrap___kmpc_omp_task_alloc(void *place, int32_t thread, int32_t flags, size_t size, size_t shared, void *code)
{
    return anew(__real___kmpc_omp_task_alloc(place, thread, flags, size, shared, code), size, shared);
}

void *__real___kmpc_omp_target_task_alloc(void *place, int32_t thread, int32_t flags, size_t size, size_t shared,
                                          void *code, int64_t device) __attribute__((weak));
void *__wrap___kmpc_omp_target_task_alloc(void *place, int32_t thread, int32_t flags, size_t size, size_t shared,
                                          void *code, int64_t device);
void *__wrap___kmpc_omp_target_task_alloc(void *place, int32_t thread, int32_t flags, size_t size, size_t shared,
                                          void *code, int64_t device)
{
    return anew(__real___kmpc_omp_target_task_alloc(place, thread, flags, size, shared, code, device), size, shared);
}

/* The runtime waits itself: interop; */
void tool_waits_for(const void *dependences, int n) { set_called(dependences, n, NULL, 0); }

/* … or for a task that libomp knows nothing of: omp_target_memcpy_async. */
static _Thread_local bool apart;
void tool_waits_apart(void) { apart = true; }

void tool_routine(const char *name, const void *caller, const void *dependences, int n)
{
    struct strand *parent = strand_here();
    check_enter();
    struct strand *s = parent ? strand_create(parent, parent->final) : NULL;
    if (s)
        depends(s, dependences, n);
    check_leave();
    construct_routine_task(s, name, caller);
}

/* ---- tasks ---- */

/* In a team of one thread libomp calls all tasks undeferred. Those with dependences are not, but for the ones that a
 * final task generates: `if(0)` waits for them before. Of others nobody knows, and they count as undeferred. */
static bool is_undeferred(const struct strand *parent, int flags, int depends)
{
    return flags & TASK_TASKWAIT || (flags & TASK_UNDEFERRED && (!depends || parent->final));
}

/* A task of libomp's own that makes a part of a taskloop's tasks, which are said to come from the task that has the
 * taskloop; NULL: none does */
static struct strand *divider(const struct strand *said)
{
    struct strand *s = strand_here();
    bool runs = s && s != said && !s->implicit && s->parent && s->started && !s->ended;
    return runs && s->root == said->root ? s : NULL;
}

/* … which its thread may still be at when it has left the iteration, or section, that creates the task. */
static void enters(struct strand *s, const struct frame *frame)
{
    s->frame = frame;
    if (s->iterates)
        s->parent->frame = frame;
}

static void on_task_create(union data *encountering, const struct frame *frame, union data *task, int flags,
                           int depends, const void *code)
{
    bool vain = false;
    if (!of(encountering) || !(flags & (TASK_EXPLICIT | TASK_TASKWAIT)))
        return;
    check_enter();
    struct strand *by = flags & TASK_EXPLICIT ? divider(of(encountering)) : NULL;
    if (!by) {
        strand_is_here(of(encountering));
        enters(of(encountering), frame);
    }
    if (apart && flags & TASK_TASKWAIT) {
        apart = false;
        begins_to_wait(of(encountering), NULL);
        check_leave();
        return;
    }
    struct strand *s = strand_create(of(encountering), is_undeferred(of(encountering), flags, depends));
    if (s) {
        s->final = flags & TASK_FINAL;
        if (by)
            strand_follows(s, by);
        take_dependences(s);
        left_created(s, of(encountering));
    }
    if (flags & TASK_TASKWAIT) { /* libomp has one such record for each thread, which must stay empty */
        begins_to_wait(of(encountering), s);
        vain = s && has_team() && waits_begin(of(encountering), WAIT_DEPEND, code);
    } else {
        task->ptr = s;
    }
    check_leave();
    if (vain)
        waits_ended();
}

/* Frames of a task that another may leave for it lie below this one's, but for the few of libomp between, and below
 * the one by which the other entered libomp. */
static void starts(struct strand *s, const struct strand *left)
{
    enum { STACK = 8 << 20, BETWEEN = 512 };
    uintptr_t top = (uintptr_t)__builtin_frame_address(0) + BETWEEN;
    uintptr_t entered = left && left->frame ? (uintptr_t)left->frame->enter.ptr : 0;
    top = entered && entered < top ? entered : top;
    if (!s->undeferred && !s->implicit && !s->started) {
        s->since = host_accesses_made();
        uintptr_t begin = owned_stack_begin();
        s->own[0].begin = begin && begin < top ? begin : top - STACK; /* below lie the stacks of others */
        s->own[0].end = top;
    }
    if (!s->implicit) { /* an untied task may go on elsewhere */
        uint32_t thread = owned_thread();
        s->thread_number = s->started && s->thread_number != thread ? 0 : thread;
    }
    if (!s->implicit && !s->started)
        waits_start(s);
    strand_start(s);
}

static void completes(union data *task)
{
    struct strand *s = task->ptr;
    void *begin = NULL;
    size_t size = 0;
    if (task_memory)
        task_memory(&begin, &size, 0); /* it returns whether there is more of it */
    if (begin) /* libomp gives it to other tasks, those that it makes itself of a taskloop too */
        host_cells_forget((uintptr_t)begin, size);
    if (!s->undeferred) {
        s->own[1].begin = (uintptr_t)begin;
        s->own[1].end = (uintptr_t)begin + size;
    }
    strand_end(s);
    forget(task);
}

static void on_task_schedule(union data *prior, int status, union data *next)
{
    struct strand *s = prior ? prior->ptr : NULL;
    check_enter();
    if (status == STATUS_EARLY_FULFILL || status == STATUS_LATE_FULFILL) {
        if (s) /* what the thread that fulfils the event did so far is part of the task */
            strand_follows(s, strand_here());
        if (s && status == STATUS_LATE_FULFILL) {
            strand_end(s);
            forget(prior);
        }
    } else if (status == STATUS_TASKWAIT) {
        has_waited();
        left_waited(strand_here());
        constructs_retire(1);
    } else {
        bool over = s && (status == STATUS_COMPLETE || status == STATUS_CANCEL);
        if (s && status == STATUS_DETACH)
            s->detached = true;
        if (over && s->undeferred && resumed(next)) /* a divider, where libomp says another has generated it */
            strand_follows(resumed(next), s);
        if (over)
            completes(prior);
        if (resumed(next))
            starts(resumed(next), over ? NULL : of(prior));
        strand_is_here(resumed(next));
    }
    check_leave();
}

/* ---- what orders them ---- */
/* True: for ever, and that has been told. */
static bool comes_to(int kind, int endpoint, struct strand *s, const void *code)
{
    bool barrier = kind != SYNC_TASKWAIT && barrier_is_program_s(kind), region = kind == SYNC_PARALLEL;
    if (!strand_implicit || !strand_implicit->team || !(barrier || kind == SYNC_TASKWAIT))
        return false;
    if (endpoint != SCOPE_BEGIN) {
        waits_end();
        return false;
    }
    if (!s || s->ended)
        return waits_begin(strand_implicit, WAIT_CHILDREN, code);
    if (barrier && barrier_is_in_vain(strand_implicit, s, kind, code))
        return true;
    bool circle = waits_begin(barrier ? strand_implicit : s, barrier ? WAIT_BARRIER : WAIT_CHILDREN, code);
    if (region && !circle)
        waits_kept(strand_implicit, "its parallel region ends");
    return circle;
}

void __gantry_last(int begins);
void __gantry_last(int begins)
{
    if (strand_implicit)
        strand_implicit->disorderly = begins;
}

static void on_sync_region(int kind, int endpoint, union data *parallel, union data *task, const void *code)
{
    struct strand *s = of(task);
    (void)parallel;
    check_enter();
    bool vain = comes_to(kind, endpoint, s, code);
    check_leave();
    if (vain)
        waits_ended();
    if (!s || s->ended || kind == SYNC_REDUCTION)
        return;
    check_enter();
    if (endpoint == SCOPE_END && (kind == SYNC_TASKWAIT || kind == SYNC_TASKGROUP))
        strand_is_here(s);
    if (kind == SYNC_TASKWAIT && endpoint == SCOPE_END)
        constructs_retire(strand_waits(s));
    else if (kind == SYNC_TASKGROUP && endpoint == SCOPE_BEGIN)
        group_begin(s);
    else if (kind == SYNC_TASKGROUP && endpoint == SCOPE_END)
        constructs_retire(group_end(s));
    else if (kind != SYNC_TASKWAIT && kind != SYNC_TASKGROUP && !s->disorderly && endpoint == SCOPE_BEGIN)
        barrier_begin(s);
    else if (kind != SYNC_TASKWAIT && kind != SYNC_TASKGROUP && !s->disorderly && endpoint == SCOPE_END) {
        barrier_end(s);
        constructs_retire(1);
    }
    if (endpoint == SCOPE_END)
        left_waited(s);
    check_leave();
}

/* The end of a taskgroup, whose region began before; the others are told of by comes_to. */
static void on_wait(int kind, int endpoint, union data *parallel, union data *task, const void *code)
{
    struct strand *s = of(task);
    bool vain = false;
    (void)parallel;
    if (kind != SYNC_TASKGROUP || !has_team())
        return;
    check_enter();
    if (endpoint != SCOPE_BEGIN)
        waits_end();
    else
        vain = waits_begin(s && !s->ended ? s : strand_implicit, WAIT_GROUP, code);
    check_leave();
    if (vain)
        waits_ended();
}

static void on_mutex_acquired(int kind, uint64_t lock, const void *code)
{
    (void)kind, (void)code;
    if (!strand_here())
        return;
    check_enter();
    strand_acquires(strand_here(), lock);
    check_leave();
}

static void on_mutex_released(int kind, uint64_t lock, const void *code)
{
    (void)code;
    if (!strand_here())
        return;
    check_enter();
    strand_releases(strand_here(), lock, kind < MUTEX_LOCK || kind == MUTEX_ORDERED);
    check_leave();
}

void check_host_flushes(bool acquires, bool releases)
{
    if (!strand_here())
        return;
    check_enter();
    strand_flushes(strand_here(), acquires, releases);
    check_leave();
}

static void on_flush(union data *thread, const void *code)
{
    (void)thread, (void)code;
    check_host_flushes(true, true);
}

void check_host_flag(uintptr_t at, bool stores, bool orders)
{
    const struct strand *s = strand_here();
    if (!s || !(orders || strand_flag_matters(s, stores)))
        return;
    check_enter();
    (stores ? strand_stores_flag : strand_loads_flag)(strand_here(), at, orders);
    check_leave();
}

/* ---- doacross loops: an iteration that has posted happened before those that wait for it ---- */
enum { DIMENSIONS = 16 };
struct bounds { /* libomp's */
    int64_t first, last, step;
};
static _Thread_local unsigned dimensions; /* of the loop that this thread is at */
static _Thread_local struct bounds bounds[DIMENSIONS];

void __real___kmpc_doacross_init(void *place, int32_t thread, int32_t n, const struct bounds *b) __attribute__((weak));
void __wrap___kmpc_doacross_init(void *place, int32_t thread, int32_t n, const struct bounds *b);
void __wrap___kmpc_doacross_init(void *place, int32_t thread, int32_t n, const struct bounds *b)
{
    dimensions = (unsigned)n;
    for (int i = 0; i < n && i < DIMENSIONS; i++)
        bounds[i] = b[i];
    __real___kmpc_doacross_init(place, thread, n, b);
}

static uint64_t key_of_iteration(const int64_t *vector)
{
    const struct strand *s = strand_implicit;
    uint64_t h = s ? (uint64_t)(uintptr_t)s->team : 0;
    for (unsigned i = 0; i < dimensions && i < DIMENSIONS; i++)
        h = (h ^ (uint64_t)vector[i]) * 0x9e3779b97f4a7c15ull;
    return h | 1; /* no address */
}

/* For others nobody waits. */
static bool is_iteration(const int64_t *vector)
{
    unsigned i = 0;
    while (i < dimensions && i < DIMENSIONS &&
           (bounds[i].step > 0 ? vector[i] >= bounds[i].first && vector[i] <= bounds[i].last
                               : vector[i] <= bounds[i].first && vector[i] >= bounds[i].last))
        i++;
    return i == dimensions;
}

void __real___kmpc_doacross_post(void *place, int32_t thread, const int64_t *vector) __attribute__((weak));
void __wrap___kmpc_doacross_post(void *place, int32_t thread, const int64_t *vector);
void __wrap___kmpc_doacross_post(void *place, int32_t thread, const int64_t *vector)
{
    on_mutex_released(0, key_of_iteration(vector), NULL);
    __real___kmpc_doacross_post(place, thread, vector);
}

void __real___kmpc_doacross_wait(void *place, int32_t thread, const int64_t *vector) __attribute__((weak));
void __wrap___kmpc_doacross_wait(void *place, int32_t thread, const int64_t *vector);
void __wrap___kmpc_doacross_wait(void *place, int32_t thread, const int64_t *vector)
{
    uint64_t key = key_of_iteration(vector);
    if (has_team() && is_iteration(vector))
        hangs_stop(STOP_SINK, strand_implicit, key, __builtin_return_address(0));
    __real___kmpc_doacross_wait(place, thread, vector);
    hangs_go();
    on_mutex_acquired(0, key, NULL);
}

/* ---- the tool ---- */
static int initialize(void *(*lookup)(const char *), int device, union data *data)
{
    static const struct {
        enum event event;
        void (*f)(void);
    } callbacks[] = {
        {EVENT_PARALLEL_BEGIN, (void (*)(void))on_parallel_begin},
        {EVENT_PARALLEL_END, (void (*)(void))on_parallel_end},
        {EVENT_IMPLICIT_TASK, (void (*)(void))on_implicit_task},
        {EVENT_TASK_CREATE, (void (*)(void))on_task_create},
        {EVENT_TASK_SCHEDULE, (void (*)(void))on_task_schedule},
        {EVENT_WORK, (void (*)(void))on_work},
        {EVENT_MASKED, (void (*)(void))on_masked},
        {EVENT_SYNC_REGION, (void (*)(void))on_sync_region},
        {EVENT_SYNC_REGION_WAIT, (void (*)(void))on_wait},
        {EVENT_MUTEX_ACQUIRED, (void (*)(void))on_mutex_acquired},
        {EVENT_MUTEX_RELEASED, (void (*)(void))on_mutex_released},
        {EVENT_FLUSH, (void (*)(void))on_flush},
    };
    set_callback *set = (set_callback *)lookup("ompt_set_callback");
    (void)device, (void)data;
    task_memory = (get_task_memory *)lookup("ompt_get_task_memory");
    for (size_t i = 0; set && i < sizeof callbacks / sizeof *callbacks; i++)
        set(callbacks[i].event, callbacks[i].f);
    return set != NULL;
}

static void finalize(union data *data) { (void)data; }

/* libomp looks for this name in the program first. */
struct tool *ompt_start_tool(unsigned version, const char *runtime);
__attribute__((weak, visibility("default"))) struct tool *ompt_start_tool(unsigned version, const char *runtime)
{
    static struct tool tool = {initialize, finalize, {0}};
    const char *others = getenv("OMP_TOOL_LIBRARIES");
    (void)version, (void)runtime;
    bool looks = gantry_check_on(GANTRY_CHECK_RACES) || gantry_check_on(GANTRY_CHECK_BARRIERS);
    return looks && !(others && *others) ? &tool : NULL;
}
