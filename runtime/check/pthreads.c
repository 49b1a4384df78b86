/* pthreads.c: threads that the program makes itself, by POSIX's or C11's functions. Each is a strand that begins with
 * what its maker had done by then; who joins it comes after all that it did.
 *
 * What is found is told, as with parallel regions, when all such threads are over: ended, and before all that can still
 * come, as by a join. Threads that libraries make are not known, and nobody says what orders them: they are not judged.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>

#include "strands.h"

static struct known {
    struct known *next;
    struct strand *s; /* with a reference */
    pthread_t thread;
    bool has_begun; /* on `thread`, */
    bool is_gone;   /* … which another is now, or nobody: it has been joined, or never is */
} *known;           /* between check_enter and check_leave: those that are not over */

static struct known *known_as(pthread_t t)
{
    struct known *k = known;
    while (k && !(k->has_begun && !k->is_gone && pthread_equal(k->thread, t)))
        k = k->next;
    return k;
}

static bool is_over(const struct strand *s)
{
    for (const struct strand *other = strands_open(); other; other = other->next)
        if (other->root == s->root && !order_has(other->before, s->now))
            return false;
    return s->ended;
}

static void forget(struct known **k)
{
    struct known *gone = *k;
    *k = gone->next;
    strand_drop(gone->s);
    strand_thread_over();
    free(gone);
    check_watch_no_more(&check_beside);
    check_parallel_ends();
}

static void look_who_is_over(uint32_t root)
{
    for (struct known **k = &known; *k;)
        if (is_over((*k)->s))
            forget(k);
        else
            k = &(*k)->next;
    meetings_tell(root);
    if (!strands_in_parallel(root))
        threads_tell();
}

/* ---- the thread's own way ---- */
struct made {
    struct strand *s;
    void *(*run)(void *arg);
    int (*run_c)(void *arg);
    void *arg;
};

/* Destructors of the program's own, and libomp's, come before. */
static pthread_key_t ending;
static _Thread_local struct {
    struct strand *s;
    int rounds;
} mine;

static void is_done(struct strand *s)
{
    check_enter();
    uint32_t root = s->root;
    tool_thread_ends(s);
    look_who_is_over(root);
    check_leave();
}

static void ends(void *value)
{
    enum { LAST = 3 };
    if (++mine.rounds < LAST && pthread_setspecific(ending, value) == 0)
        return;
    is_done(mine.s);
    hangs_thread_ends();
    mine.s = NULL;
}

static void make_key(void) { pthread_key_create(&ending, ends); }

/* … on that thread, say its maker and itself, whoever comes first. */
static void has_begun(const struct strand *s, pthread_t t)
{
    struct known *before = known_as(t), *k = known;
    while (k && k->s != s)
        k = k->next;
    if (before && before != k)
        before->is_gone = true;
    if (k) {
        k->thread = t;
        k->has_begun = true;
    }
}

static void begins(struct strand *s)
{
    pthread_attr_t a;
    void *stack = NULL;
    size_t n = 0;
    if (pthread_getattr_np(pthread_self(), &a) == 0) {
        pthread_attr_getstack(&a, &stack, &n);
        pthread_attr_destroy(&a);
    }
    check_enter();
    s->frames.begin = (uintptr_t)stack; /* with its thread-local variables */
    s->frames.end = (uintptr_t)stack + n;
    s->since = host_accesses_made();
    s->thread_number = owned_thread();
    has_begun(s, pthread_self());
    hangs_thread_begins();
    waits_start(s);
    check_leave();
    tool_thread_begins(s);
    mine.s = s;
    pthread_setspecific(ending, s);
}

static void *runs(void *arg)
{
    struct made made = *(struct made *)arg;
    free(arg);
    begins(made.s);
    return made.run(made.arg);
}

static int runs_c(void *arg)
{
    struct made made = *(struct made *)arg;
    free(arg);
    begins(made.s);
    return made.run_c(made.arg);
}

/* ---- who makes one ---- */
static struct made *makes(struct made m) /* NULL: it is not judged */
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_key);
    struct strand *maker = strands_keep_accesses() ? tool_strand() : NULL;
    struct made *made = maker ? malloc(sizeof *made) : NULL;
    struct known *k = made ? malloc(sizeof *k) : NULL;
    if (!k) {
        free(made);
        return NULL;
    }
    check_enter();
    m.s = strand_thread(maker);
    if (m.s) {
        *k = (struct known){.next = known, .s = strand_share(m.s)};
        known = k;
        check_watch(&check_beside);
        check_parallel_begins();
        gantry_findings_parallel();
    } else {
        free(k);
        free(made);
        made = NULL;
    }
    check_leave();
    if (made)
        *made = m;
    return made;
}

/* s: its own reference is the known one's, which may be over by now */
static void has_made(const struct strand *s, pthread_t t)
{
    check_enter();
    has_begun(s, t);
    check_leave();
}

static void failed(struct made *m)
{
    is_done(m->s);
    free(m);
}

int __real_pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
    __attribute__((weak));
int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*run)(void *), void *arg);
int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
    bool program = check_is_program(__builtin_return_address(0));
    struct made *m = program ? makes((struct made){.run = run, .arg = arg}) : NULL;
    const struct strand *s = m ? m->s : NULL;
    int error = m ? __real_pthread_create(t, attr, runs, m) : __real_pthread_create(t, attr, run, arg);
    if (m && error)
        failed(m);
    else if (m)
        has_made(s, *t);
    if (!program)
        hangs_made_thread();
    return error;
}

int __real_thrd_create(thrd_t *t, int (*run)(void *), void *arg) __attribute__((weak));
int __wrap_thrd_create(thrd_t *t, int (*run)(void *), void *arg);
int __wrap_thrd_create(thrd_t *t, int (*run)(void *), void *arg)
{
    struct made *m = makes((struct made){.run_c = run, .arg = arg});
    const struct strand *s = m ? m->s : NULL;
    int error = m ? __real_thrd_create(t, runs_c, m) : __real_thrd_create(t, run, arg);
    if (m && error != thrd_success)
        failed(m);
    else if (m)
        has_made(s, *t);
    return error;
}

/* ---- who joins one ---- */
static void joined(pthread_t t)
{
    struct strand *here = strand_here();
    check_enter();
    struct known *k = known_as(t);
    if (k) {
        k->is_gone = true;
        if (here)
            strand_follows(here, k->s);
        look_who_is_over(k->s->root);
        constructs_retire(1);
    }
    check_leave();
}

/* NULL: nobody knows that thread */
static struct strand *waits_for(pthread_t t, const void *code)
{
    check_enter();
    const struct known *k = known_as(t);
    struct strand *s = k ? strand_share(k->s) : NULL;
    check_leave();
    if (s)
        hangs_stop(STOP_JOIN, s, 0, code);
    return s;
}

static struct strand *does_not_wait(pthread_t t, const void *code) { return (void)t, (void)code, NULL; }

static void has_waited(struct strand *s)
{
    if (!s)
        return;
    hangs_go();
    check_enter();
    strand_drop(s);
    check_leave();
}

#define JOINS(NAME, PARAMS, ARGS, WAITS)                                                                               \
    int __real_##NAME PARAMS __attribute__((weak));                                                                    \
    int __wrap_##NAME PARAMS;                                                                                          \
    int __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        bool program = check_is_program(__builtin_return_address(0));                                                  \
        struct strand *s = program ? WAITS(t, __builtin_return_address(0)) : NULL;                                     \
        int error = __real_##NAME ARGS;                                                                                \
        has_waited(s);                                                                                                 \
        if (!error)                                                                                                    \
            joined(t);                                                                                                 \
        return error;                                                                                                  \
    }
JOINS(pthread_join, (pthread_t t, void **result), (t, result), waits_for)
JOINS(pthread_tryjoin_np, (pthread_t t, void **result), (t, result), does_not_wait)
JOINS(pthread_timedjoin_np, (pthread_t t, void **result, const struct timespec *until), (t, result, until),
      does_not_wait)
JOINS(pthread_clockjoin_np, (pthread_t t, void **result, clockid_t clock, const struct timespec *until),
      (t, result, clock, until), does_not_wait)
JOINS(thrd_join, (thrd_t t, int *result), (t, result), waits_for)
