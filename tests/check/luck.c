// Races of the host beside locks and atomics, which order the two accesses in one run, and not in another (GC404): the verdict of the command is the same each time.
// RUN: bash %src/tests/check/luck.sh %gantry %s
/* Each case has its race when its argument is 1. What is beside it is taken in whichever order threads come. */
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

static int x, other, z[64];
static omp_lock_t lock, second;
static omp_nest_lock_t nest;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static mtx_t mtx;
static sem_t sem, places;
static atomic_int count, once;

/* ---- two threads of a team: one accesses before the lock, the other behind it ---- */
static void set_lock(int wrong)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0 && wrong)
            x = 1; // fault: set_lock
        omp_set_lock(&lock);
        other++;
        x += !wrong;
        omp_unset_lock(&lock);
        if (omp_get_thread_num() == 1 && wrong)
            x = 2; // fault: set_lock
    }
}

static void set_nest_lock(int wrong)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0 && wrong)
            x = 1; // fault: set_nest_lock
        omp_set_nest_lock(&nest);
        omp_set_nest_lock(&nest);
        other++;
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
        if (omp_get_thread_num() == 1)
            z[wrong] = wrong ? x : 2; // fault: set_nest_lock
    }
}

static void critical(int wrong)
{
#pragma omp parallel num_threads(3)
    {
        int me = omp_get_thread_num();
        if (me == 0)
            z[wrong ? 7 : 6] = 1; // fault: critical
#pragma omp critical
        other++;
        if (me == 2)
            z[7] = 2; // fault: critical
    }
}

static void named(int wrong)
{
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
#pragma omp critical(one)
        x++; // fault: named
#pragma omp critical(three)
        other++;
    } else {
#pragma omp critical(three)
        other++;
        if (wrong) {
#pragma omp critical(two)
            x++; // fault: named
        } else {
#pragma omp critical(one)
            x++;
        }
    }
}

/* Who comes by a third thread */
static void chain(int wrong)
{
#pragma omp parallel num_threads(3)
    {
        int me = omp_get_thread_num();
        if (me == 0 && wrong)
            x = 1; // fault: chain
        if (me < 2) {
            omp_set_lock(&lock);
            other++;
            omp_unset_lock(&lock);
        }
        if (me > 0) {
            omp_set_lock(&second);
            z[0]++;
            omp_unset_lock(&second);
        }
        if (me == 2)
            x = 2; // fault: chain
    }
}

/* A loop whose iterations are its threads' */
static void loop(int wrong)
{
#pragma omp parallel for num_threads(4) schedule(static)
    for (int i = 0; i < 4; i++) {
        z[i] = i; // fault: loop
#pragma omp critical
        other++;
        if (wrong && i == 3)
            x = z[0]; // fault: loop
    }
}

static void iterations(int wrong)
{
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 8; i++) {
        if (i == 1)
            z[9] = 1; // fault: iterations
#pragma omp critical
        other++;
        if (i == 6)
            z[wrong ? 9 : 10] = 2; // fault: iterations
    }
}

static void sections(int wrong)
{
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            if (wrong)
                x = 1; // fault: sections
#pragma omp critical
            other++;
        }
#pragma omp section
        {
#pragma omp critical
            other++;
            x = 2; // fault: sections
        }
    }
}

/* ---- tasks ---- */
static void tasks(int wrong)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task shared(x)
        {
            if (wrong)
                x = 1; // fault: tasks
#pragma omp critical
            other++;
        }
#pragma omp task shared(x)
        {
#pragma omp critical
            other++;
            x = 2; // fault: tasks
        }
    }
}

static void maker(int wrong)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task shared(x)
        {
            omp_set_lock(&lock);
            other++;
            omp_unset_lock(&lock);
            x = 1; // fault: maker
        }
        if (wrong)
            x = 2; // fault: maker
        omp_set_lock(&lock);
        other++;
        omp_unset_lock(&lock);
    }
}

static void many_tasks(int wrong)
{
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < 16; i++) {
#pragma omp critical
        other++;
        if (wrong && (i == 2 || i == 13))
            x = i; // fault: many_tasks
    }
}

/* ---- threads of the program's own ---- */
static void run_two(void *(*f)(void *), void *(*g)(void *))
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, f, NULL);
    pthread_create(&t[1], NULL, g, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
}

static void *mutex_before(void *wrong)
{
    x = 1; // fault: mutex
    pthread_mutex_lock(&m);
    other++;
    pthread_mutex_unlock(&m);
    return wrong;
}

static void *mutex_behind(void *wrong)
{
    pthread_mutex_lock(&m);
    other++;
    pthread_mutex_unlock(&m);
    x = 2; // fault: mutex
    return wrong;
}

static void *nothing(void *p) { return p; }
static void mutex(int wrong) { run_two(wrong ? mutex_before : nothing, mutex_behind); }

static void *rw_before(void *p)
{
    x = 1; // fault: rwlock
    pthread_rwlock_wrlock(&rw);
    other++;
    pthread_rwlock_unlock(&rw);
    return p;
}

static void *rw_behind(void *p)
{
    pthread_rwlock_rdlock(&rw);
    z[1] = other;
    pthread_rwlock_unlock(&rw);
    z[2] = x; // fault: rwlock
    return p;
}

static void rwlock(int wrong) { run_two(wrong ? rw_before : nothing, rw_behind); }

static int c11_before(void *p)
{
    (void)p;
    x = 1; // fault: c11
    mtx_lock(&mtx);
    other++;
    mtx_unlock(&mtx);
    return 0;
}

static int c11_behind(void *p)
{
    mtx_lock(&mtx);
    other++;
    mtx_unlock(&mtx);
    if (*(int *)p)
        x = 2; // fault: c11
    return 0;
}

static void c11(int wrong)
{
    thrd_t t[2];
    thrd_create(&t[0], c11_before, &wrong);
    thrd_create(&t[1], c11_behind, &wrong);
    thrd_join(t[0], NULL);
    thrd_join(t[1], NULL);
}

static void spinlock(int wrong)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            x = 1; // fault: spinlock
        pthread_spin_lock(&spin);
        other++;
        pthread_spin_unlock(&spin);
        if (omp_get_thread_num() == 1 && wrong)
            x = 2; // fault: spinlock
    }
}

static void semaphore(int wrong)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            x = 1; // fault: semaphore
        sem_wait(&sem);
        other++;
        sem_post(&sem);
        if (omp_get_thread_num() == 1 && wrong)
            x = 2; // fault: semaphore
    }
}

/* ---- who has a lock beside others excludes nobody ---- */
static void read_lock(int wrong)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1) {
            pthread_mutex_lock(&m);
            other++;
            pthread_mutex_unlock(&m);
        }
        (wrong ? pthread_rwlock_rdlock : pthread_rwlock_wrlock)(&rw);
        x++; // fault: read_lock
        pthread_rwlock_unlock(&rw);
        if (omp_get_thread_num() == 0) {
            pthread_mutex_lock(&m);
            other++;
            pthread_mutex_unlock(&m);
        }
    }
}

/* … with one who writes between, and reads under the lock of who writes, which is right */
static void *reads_then_writes(void *p)
{
    pthread_rwlock_rdlock(&rw);
    x++; // fault: reader
    pthread_rwlock_unlock(&rw);
    pthread_rwlock_wrlock(&rw);
    z[40]++;
    pthread_rwlock_unlock(&rw);
    return p;
}

static void *reads(void *p)
{
    pthread_rwlock_rdlock(&rw);
    x++; // fault: reader
    z[41] = z[40];
    pthread_rwlock_unlock(&rw);
    return p;
}

static void reader(int wrong) { run_two(wrong ? reads_then_writes : nothing, reads); }

static void two_places(int wrong)
{
    sem_t *s = wrong ? &places : &sem;
#pragma omp parallel num_threads(2)
    {
        sem_wait(s);
        x++; // fault: two_places
        sem_post(s);
    }
}

static void tried(int wrong)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            x = 1; // fault: tried
        while (pthread_mutex_trylock(&m))
            ;
        other++;
        pthread_mutex_unlock(&m);
        if (omp_get_thread_num() == 1 && wrong)
            x = 2; // fault: tried
    }
}

/* ---- atomics, which order by the way ---- */
static void counted(int wrong)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            x = 1; // fault: counted
        atomic_fetch_add(&count, 1);
        if (omp_get_thread_num() == 1 && wrong)
            x = 2; // fault: counted
    }
}

static void updated(int wrong)
{
    static int n;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            x = 1; // fault: updated
#pragma omp atomic update seq_cst
        n++;
        if (omp_get_thread_num() == 1 && wrong)
            x = 2; // fault: updated
    }
}

/* ---- what is kept under a lock, but for one place ---- */
static void looked_at_first(int wrong)
{
    static int *made;
#pragma omp parallel num_threads(2)
    {
        if (!wrong || !made) // fault: looked_at_first
        {
#pragma omp critical
            if (!made)
                made = &other; // fault: looked_at_first
        }
    }
}

static void summed(int wrong)
{
    int *sum = calloc(2, sizeof *sum);
#pragma omp parallel num_threads(4)
    {
        int mine = omp_get_thread_num();
#pragma omp critical
        *sum += mine; // fault: summed
        if (mine == 3 && wrong)
            z[3] = *sum; // fault: summed
    }
    free(sum);
}

static void nested(int wrong)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
        {
            int me = omp_get_thread_num();
            if (outer == 0 && me == 1)
                z[11] = 1; // fault: nested
#pragma omp critical
            other++;
            if (outer == 1 && me == 0)
                z[wrong ? 11 : 12] = 2; // fault: nested
        }
    }
}

/* ---- a barrier of POSIX: who leaves a round late is not behind those who are at the next one ---- */
static pthread_barrier_t two;
static int rounds[2], is_wrong;

static void *comes_and_goes(void *p)
{
    int me = p != NULL;
    for (int r = 0; r < 6; r++) {
        rounds[me] = r; // fault: rounds_of_two
        pthread_barrier_wait(&two);
        z[50 + me] += rounds[!me]; // fault: rounds_of_two
        if (!is_wrong)
            pthread_barrier_wait(&two);
    }
    return p;
}

static void rounds_of_two(int wrong)
{
    pthread_t t[2];
    is_wrong = wrong;
    for (int k = 0; k < 2; k++) { /* in the end four have come */
        pthread_create(&t[0], NULL, comes_and_goes, NULL);
        pthread_create(&t[1], NULL, comes_and_goes, &t);
        pthread_join(t[0], NULL);
        pthread_join(t[1], NULL);
    }
}

/* What is handed on rightly before it, by a flag under a lock, is waited for in vain. */
static int in_use;
static void *uses(void *p)
{
    for (int i = 0; i < 3; i++) {
        for (int mine = 0; !mine;) {
            pthread_mutex_lock(&m);
            if (!in_use)
                in_use = mine = 1;
            pthread_mutex_unlock(&m);
            if (!mine)
                sched_yield();
        }
        z[54]++;
        pthread_mutex_lock(&m);
        in_use = 0;
        pthread_mutex_unlock(&m);
    }
    return p;
}

static void *comes_first(void *p)
{
    x = 1; // fault: behind_right_ones
    pthread_spin_lock(&spin);
    other++;
    pthread_spin_unlock(&spin);
    return p;
}

static void *comes_last(void *p)
{
    pthread_spin_lock(&spin);
    other++;
    pthread_spin_unlock(&spin);
    x = 2; // fault: behind_right_ones
    return p;
}

static void behind_right_ones(int wrong)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, uses, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    pthread_create(&t[0], NULL, wrong ? comes_first : nothing, NULL);
    usleep(30000);
    pthread_create(&t[1], NULL, comes_last, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
}

/* ---- right: what a lock or an atomic hands on ---- */
static int queue[8], queued, taken[8];

static void *puts_in(void *p)
{
    for (int i = 0; i < 8; i++) {
        z[20 + i] = i;
        pthread_mutex_lock(&m);
        queue[queued++] = 20 + i;
        pthread_mutex_unlock(&m);
    }
    return p;
}

static void *takes_out(void *p)
{
    for (int i = 0, n = 0; i < 8; i += n) {
        pthread_mutex_lock(&m);
        n = queued > i;
        int at = n ? queue[i] : 0;
        pthread_mutex_unlock(&m);
        if (n)
            taken[i] = z[at];
    }
    return p;
}

static void handed(int wrong)
{
    queued = 0;
    run_two(wrong ? nothing : puts_in, wrong ? nothing : takes_out);
}

static void flagged(int wrong)
{
    atomic_store(&once, wrong);
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
        z[30] = 1;
        atomic_store(&once, 1);
    } else {
        while (!atomic_load(&once))
            ;
        if (!wrong)
            z[31] = z[30];
    }
}

#define CASES(C)                                                                                                       \
    C(set_lock)                                                                                                        \
    C(set_nest_lock)                                                                                                   \
    C(critical)                                                                                                        \
    C(named)                                                                                                           \
    C(chain) C(loop) C(iterations) C(sections) C(tasks) C(maker) C(many_tasks) C(mutex) C(rwlock) C(c11) C(spinlock)   \
        C(semaphore) C(read_lock) C(reader) C(two_places) C(tried) C(counted) C(updated) C(looked_at_first) C(summed)  \
            C(nested) C(rounds_of_two) C(behind_right_ones) C(handed) C(flagged)
#include "cases.h"

int main(int argc, char **argv)
{
    omp_init_lock(&lock);
    omp_init_lock(&second);
    omp_init_nest_lock(&nest);
    pthread_spin_init(&spin, 0);
    mtx_init(&mtx, mtx_plain);
    sem_init(&sem, 0, 1);
    sem_init(&places, 0, 2);
    pthread_barrier_init(&two, NULL, 2);
    return run_cases(argc, argv) ? x & z[0] & 0 : 0;
}
