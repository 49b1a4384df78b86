/* posix_locks.c: locks of POSIX and C11 threads: mutexes, spin and read-write locks, semaphores, conditions, and
 * what is done once. Who takes one comes after all that was done before it was given back. The runtime has locks of
 * its own, which order nothing that the program could rely on: they are known by where the code lies that calls. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <threads.h>

#include "../host/host.h"
#include "strands.h"

/* The code of the runtime's libraries has a section .text.sorted.gantry_code (runtime/own_names.sh), which GNU ld puts
 * between these two. Other linkers leave them anywhere: then nobody's calls count as the runtime's. */
extern const char gantry_code_begins[], gantry_code_ends[];
__asm__(".pushsection .text.sorted.gantry_codd, \"ax\", @progbits\n"
        ".hidden gantry_code_begins\n.globl gantry_code_begins\ngantry_code_begins:\n"
        ".popsection\n"
        ".pushsection .text.sorted.gantry_codf, \"ax\", @progbits\n"
        ".hidden gantry_code_ends\n.globl gantry_code_ends\ngantry_code_ends:\n"
        ".popsection\n");
extern int main(int argc, char **argv) __attribute__((weak));

static bool is_between(const void *code)
{
    return (uintptr_t)code >= (uintptr_t)gantry_code_begins && (uintptr_t)code < (uintptr_t)gantry_code_ends;
}

#define IS_PROGRAM check_is_program(__builtin_return_address(0))
bool check_is_program(const void *caller) { return !is_between(caller) || (main && is_between((const void *)main)); }

/* What this thread's program holds. A jump of the runtime's to an unlock looks like a call of the program's. */
enum { FEW = 64, MOST = 1 << 20 };
static _Thread_local const void *few[FEW], **many; /* many: NULL while few are enough */
static _Thread_local unsigned nheld;

static bool has_room(void)
{
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (nheld == FEW && !many && (many = check_reserve(MOST * sizeof *many)) != NULL)
        memcpy(many, few, sizeof few);
    bool room = many ? nheld < MOST : nheld < FEW;
    if (!room && !atomic_flag_test_and_set(&said))
        gantry_warn("GANTRY_CHECK: a thread holds more than %u locks: further ones order nothing", nheld);
    return room;
}

static void gives_room_back(void)
{
    if (nheld || !many)
        return;
    munmap(many, MOST * sizeof *many);
    many = NULL;
}

static void hold(const void *key)
{
    if (has_room())
        (many ? many : few)[nheld++] = key;
}

static void takes_it(const void *lock)
{
    hold(lock);
    lock_orders(lock, true);
}

/* mutexes: of one thread, which waits for itself where it has a plain one */
static void waits_for_mutex(const void *lock, const void *caller)
{
    const pthread_mutex_t *m = lock;
    int type = m->__data.__kind & 3;
    if (type != PTHREAD_MUTEX_ERRORCHECK_NP)
        waits_for_lock(lock, type == PTHREAD_MUTEX_RECURSIVE_NP ? LOCK_NEST : LOCK_POSIX, &m->__data.__owner, caller);
}

static void waits_for_spin(const void *lock, const void *caller) { waits_for_lock(lock, LOCK_POSIX, NULL, caller); }

static void only_tries(const void *lock, const void *caller) { (void)lock, (void)caller; }

static void takes(const void *lock, const void *caller)
{
    waits_no_more(lock, LOCK_POSIX, caller);
    takes_it(lock);
}

/* Who reads comes after those who wrote, but not after others who read; who writes, after all. What readers give back
 * has a key of its own within the lock. */
static const void *readers_of(const void *lock) { return (const char *)lock + 2; }

static void waits_to_read(const void *lock, const void *caller) { hangs_stop(STOP_READ, lock, 0, caller); }
static void waits_to_write(const void *lock, const void *caller) { hangs_stop(STOP_WRITE, lock, 0, caller); }

static void takes_to_read(const void *lock, const void *caller)
{
    (void)caller;
    hangs_takes(lock, false);
    hold(readers_of(lock));
    held_shares(lock);
    lock_learns(lock);
}

static void takes_to_write(const void *lock, const void *caller)
{
    (void)caller;
    hangs_takes(lock, true);
    takes_it(lock);
    lock_learns(readers_of(lock));
}

/* false: it is not held so */
static bool gives_key(const void *key)
{
    const void **held = many ? many : few;
    unsigned i = nheld;
    while (i && held[i - 1] != key)
        i--;
    if (!i)
        return false;
    held[i - 1] = held[--nheld];
    gives_room_back();
    lock_orders(key, false);
    return true;
}

static void gives(const void *lock)
{
    if (gives_key(lock))
        waits_gives_lock(lock, LOCK_POSIX);
}

static void gives_either(const void *lock)
{
    hangs_gives(lock);
    if (!gives_key(readers_of(lock)))
        gives_key(lock);
}

static void posts(const void *semaphore) { lock_orders(semaphore, false); }

/* glibc keeps there whether other processes may post it. */
static void waits_for_post(const void *semaphore, const void *caller)
{
    enum { SHARED = sizeof(uint64_t) / sizeof(int) };
    if (((const int *)semaphore)[SHARED] == 0)
        hangs_stop(STOP_SEMAPHORE, semaphore, 0, caller);
}

/* Where more is left, another one might have come, too. */
static void waits(const void *semaphore, const void *caller)
{
    int left = 0;
    (void)caller;
    sem_getvalue((sem_t *)semaphore, &left);
    (left > 0 ? held_shares : held_takes)(semaphore);
    lock_learns(semaphore);
}

#define DECLARE(NAME, PARAMS)                                                                                          \
    int __real_##NAME PARAMS __attribute__((weak));                                                                    \
    int __wrap_##NAME PARAMS;

#define TAKES_BY(NAME, PARAMS, CALL, BEFORE, HOW)                                                                      \
    DECLARE(NAME, PARAMS)                                                                                              \
    int __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        if (IS_PROGRAM)                                                                                                \
            BEFORE((const void *)lock, __builtin_return_address(0));                                                   \
        int failed = CALL;                                                                                             \
        hangs_go();                                                                                                    \
        if ((!failed || failed == EOWNERDEAD) && IS_PROGRAM)                                                           \
            HOW((const void *)lock, __builtin_return_address(0));                                                      \
        return failed;                                                                                                 \
    }
#define TAKES(NAME, PARAMS, ARGS, BEFORE, HOW) TAKES_BY(NAME, PARAMS, __real_##NAME ARGS, BEFORE, HOW)
#define TRIES(NAME, PARAMS, BUSY)                                                                                      \
    TAKES_BY(NAME, PARAMS,                                                                                             \
             IS_PROGRAM &&lock_held_beside((const void *)lock, __builtin_return_address(0)) ? BUSY                     \
                                                                                            : __real_##NAME(lock),     \
             only_tries, takes)
TAKES(pthread_mutex_lock, (pthread_mutex_t * lock), (lock), waits_for_mutex, takes)
TRIES(pthread_mutex_trylock, (pthread_mutex_t * lock), EBUSY)
TAKES(pthread_mutex_timedlock, (pthread_mutex_t * lock, const struct timespec *until), (lock, until), only_tries, takes)
TAKES(pthread_spin_lock, (pthread_spinlock_t * lock), (lock), waits_for_spin, takes)
TRIES(pthread_spin_trylock, (pthread_spinlock_t * lock), EBUSY)
TAKES(pthread_rwlock_rdlock, (pthread_rwlock_t * lock), (lock), waits_to_read, takes_to_read)
TAKES(pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock), (lock), only_tries, takes_to_read)
TAKES(pthread_rwlock_timedrdlock, (pthread_rwlock_t * lock, const struct timespec *until), (lock, until), only_tries,
      takes_to_read)
TAKES(pthread_rwlock_wrlock, (pthread_rwlock_t * lock), (lock), waits_to_write, takes_to_write)
TAKES(pthread_rwlock_trywrlock, (pthread_rwlock_t * lock), (lock), only_tries, takes_to_write)
TAKES(pthread_rwlock_timedwrlock, (pthread_rwlock_t * lock, const struct timespec *until), (lock, until), only_tries,
      takes_to_write)
TAKES(sem_wait, (sem_t * lock), (lock), waits_for_post, waits)
TAKES(sem_trywait, (sem_t * lock), (lock), only_tries, waits)
TAKES(sem_timedwait, (sem_t * lock, const struct timespec *until), (lock, until), only_tries, waits)
TAKES(pthread_mutex_clocklock, (pthread_mutex_t * lock, clockid_t clock, const struct timespec *until),
      (lock, clock, until), only_tries, takes)
TAKES(pthread_rwlock_clockrdlock, (pthread_rwlock_t * lock, clockid_t clock, const struct timespec *until),
      (lock, clock, until), only_tries, takes_to_read)
TAKES(pthread_rwlock_clockwrlock, (pthread_rwlock_t * lock, clockid_t clock, const struct timespec *until),
      (lock, clock, until), only_tries, takes_to_write)
TAKES(sem_clockwait, (sem_t * lock, clockid_t clock, const struct timespec *until), (lock, clock, until), only_tries,
      waits)
TAKES(mtx_lock, (mtx_t * lock), (lock), waits_for_mutex, takes)
TRIES(mtx_trylock, (mtx_t * lock), thrd_busy)
TAKES(mtx_timedlock, (mtx_t * lock, const struct timespec *until), (lock, until), only_tries, takes)

#define GIVES(NAME, TYPE, HOW)                                                                                         \
    DECLARE(NAME, (TYPE * lock))                                                                                       \
    int __wrap_##NAME(TYPE *lock)                                                                                      \
    {                                                                                                                  \
        if (IS_PROGRAM)                                                                                                \
            HOW((const void *)lock);                                                                                   \
        return __real_##NAME(lock);                                                                                    \
    }
GIVES(pthread_mutex_unlock, pthread_mutex_t, gives)
GIVES(pthread_spin_unlock, pthread_spinlock_t, gives)
GIVES(pthread_rwlock_unlock, pthread_rwlock_t, gives_either)
GIVES(sem_post, sem_t, posts)
GIVES(mtx_unlock, mtx_t, gives)

#define BEGINS(NAME, PARAMS, ARGS)                                                                                     \
    DECLARE(NAME, PARAMS)                                                                                              \
    int __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        if (IS_PROGRAM)                                                                                                \
            lock_begins((const void *)lock);                                                                           \
        return __real_##NAME ARGS;                                                                                     \
    }
BEGINS(pthread_mutex_init, (pthread_mutex_t * lock, const pthread_mutexattr_t *a), (lock, a))
BEGINS(pthread_mutex_destroy, (pthread_mutex_t * lock), (lock))
BEGINS(pthread_spin_init, (pthread_spinlock_t * lock, int shared), (lock, shared))
BEGINS(pthread_spin_destroy, (pthread_spinlock_t * lock), (lock))
BEGINS(mtx_init, (mtx_t * lock, int type), (lock, type))

/* ---- of streams ---- */
void __real_flockfile(FILE *f) __attribute__((weak));
void __wrap_flockfile(FILE *f);
void __wrap_flockfile(FILE *f)
{
    __real_flockfile(f);
    if (IS_PROGRAM)
        lock_orders(f, true);
}

DECLARE(ftrylockfile, (FILE * f))
int __wrap_ftrylockfile(FILE *f)
{
    int failed = __real_ftrylockfile(f);
    if (!failed && IS_PROGRAM)
        lock_orders(f, true);
    return failed;
}

void __real_funlockfile(FILE *f) __attribute__((weak));
void __wrap_funlockfile(FILE *f);
void __wrap_funlockfile(FILE *f)
{
    if (IS_PROGRAM)
        lock_orders(f, false);
    __real_funlockfile(f);
}

/* A condition gives the lock back while it waits. */
static void rests(const void *lock)
{
    waits_gives_lock(lock, LOCK_POSIX);
    lock_orders(lock, false);
}

static void goes_on(const void *lock, const void *caller)
{
    waits_no_more(lock, LOCK_POSIX, caller);
    lock_orders(lock, true);
}

/* … until somebody signals it, of this process. */
static void waits_for_signal(const void *condition, const void *caller)
{
    enum { SHARED = 1 }; /* glibc's */
    const pthread_cond_t *c = condition;
    if (!(c->__data.__wrefs & SHARED))
        hangs_stop(STOP_CONDITION, c, hangs_signalled(c), caller);
}

#define WAITS(NAME, PARAMS, ARGS, BEFORE)                                                                              \
    DECLARE(NAME, PARAMS)                                                                                              \
    int __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        bool program = IS_PROGRAM;                                                                                     \
        if (program)                                                                                                   \
            BEFORE((const void *)c, __builtin_return_address(0));                                                      \
        if (program)                                                                                                   \
            rests(lock);                                                                                               \
        int result = __real_##NAME ARGS;                                                                               \
        hangs_go();                                                                                                    \
        if (program)                                                                                                   \
            goes_on(lock, __builtin_return_address(0));                                                                \
        return result;                                                                                                 \
    }
WAITS(pthread_cond_wait, (pthread_cond_t * c, pthread_mutex_t *lock), (c, lock), waits_for_signal)
WAITS(pthread_cond_timedwait, (pthread_cond_t * c, pthread_mutex_t *lock, const struct timespec *until),
      (c, lock, until), only_tries)
WAITS(pthread_cond_clockwait,
      (pthread_cond_t * c, pthread_mutex_t *lock, clockid_t clock, const struct timespec *until),
      (c, lock, clock, until), only_tries)
WAITS(cnd_wait, (cnd_t * c, mtx_t *lock), (c, lock), waits_for_signal)
WAITS(cnd_timedwait, (cnd_t * c, mtx_t *lock, const struct timespec *until), (c, lock, until), only_tries)

#define SIGNALS(NAME, TYPE)                                                                                            \
    DECLARE(NAME, (TYPE * c))                                                                                          \
    int __wrap_##NAME(TYPE *c)                                                                                         \
    {                                                                                                                  \
        hangs_signal(c);                                                                                               \
        return __real_##NAME(c);                                                                                       \
    }
SIGNALS(pthread_cond_signal, pthread_cond_t)
SIGNALS(pthread_cond_broadcast, pthread_cond_t)
SIGNALS(cnd_signal, cnd_t)
SIGNALS(cnd_broadcast, cnd_t)

/* ---- what is done once: whoever does it, before others go on ---- */
static _Thread_local struct {
    const void *flag;
    void (*f)(void);
} once;

static void do_once(void)
{
    const void *flag = once.flag;
    once.f();
    hand_orders(flag, false);
}

DECLARE(pthread_once, (pthread_once_t * flag, void (*f)(void)))
int __wrap_pthread_once(pthread_once_t *flag, void (*f)(void))
{
    if (!IS_PROGRAM)
        return __real_pthread_once(flag, f);
    once.flag = flag;
    once.f = f;
    int failed = __real_pthread_once(flag, do_once);
    hand_orders(flag, true);
    return failed;
}

void __real_call_once(once_flag *flag, void (*f)(void)) __attribute__((weak));
void __wrap_call_once(once_flag *flag, void (*f)(void));
void __wrap_call_once(once_flag *flag, void (*f)(void))
{
    once.flag = flag;
    once.f = f;
    __real_call_once(flag, do_once);
    hand_orders(flag, true);
}
