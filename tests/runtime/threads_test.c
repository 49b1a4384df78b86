/* Many host threads on one present table: shared arrays counted by all, own ones that come and go, launches,
 * updates. */
#include <stdatomic.h>
#include <time.h>

#include "fake.h"

enum { THREADS = 8, ROUNDS = 800, N = 64 };
static int shared_data[N], own[THREADS][N];

static void k_add(void **args) {
    const int *from = fake_host(*(uint64_t *)args[1]);
    int *to = fake_host(*(uint64_t *)args[2]);
    for (int i = 0; i < N; i++)
        to[i] += from[i];
}
static const struct gantry_kernel_info kernels[] = {
    {"add", "test.c", "main", 1, GANTRY_MODE_SPMD, 1, 0, 0, 8, 2, 0, k_add},
};
static const struct gantry_map maps[] = {
    {"shared", GANTRY_MAP_TO, GANTRY_PARAM_ADDRESS, 1, 1},
    {"own", GANTRY_MAP_TO | GANTRY_MAP_FROM, GANTRY_PARAM_ADDRESS, 1, 1},
};
static struct gantry_region add = REGION(GANTRY_TARGET, "add", 2, maps);
static atomic_int bad;

static void *worker(void *arg) {
    int me = (int)(intptr_t)arg, *mine = own[me];
    const struct gantry_val vals[] = {{shared_data, shared_data, sizeof shared_data},
                                      {mine, mine, sizeof own[0]}};
    struct gantry_launch l = {.trip = N};
    unsigned seed = (unsigned)me * 7919u + 1;
    int expected = 0;
    for (int round = 0; round < ROUNDS; round++) {
        seed = seed * 1664525u + 1013904223u;
        bool keep_shared = seed >> 20 & 1, keep_own = seed >> 21 & 1;
        if (keep_shared)
            construct(GANTRY_ENTER_DATA, 1, maps, vals);
        if (keep_own)
            construct(GANTRY_ENTER_DATA, 1, maps + 1, vals + 1);
        __gantry_target(&add, __gantry_device(&add, GANTRY_DEVICE_DEFAULT, 1), vals, &l);
        expected++;
        if (keep_own)
            construct(seed >> 22 & 1 ? GANTRY_EXIT_DATA : GANTRY_UPDATE, 1, maps + 1, vals + 1);
        if (keep_own && !(seed >> 22 & 1)) /* updated to and from: bring the device's bytes home first */
            construct1(GANTRY_EXIT_DATA, "own", 0, mine, sizeof own[0]);
        if (keep_own && !(seed >> 22 & 1))
            expected = mine[0];
        if (keep_shared)
            construct(GANTRY_EXIT_DATA, 1, maps, vals);
        if (mine[0] != expected || mine[N - 1] != expected)
            atomic_fetch_add(&bad, 1);
    }
    return NULL;
}

/* adjacent arrays that come and go in all threads: the tree's structure is under stress, contents are checked
 */
static void *churn(void *arg) {
    enum { K = 40 };
    static unsigned char field[THREADS * K * 16];
    int me = (int)(intptr_t)arg;
    for (int round = 0; round < 60; round++) {
        for (int k = 0; k < K; k++) {
            unsigned char *p = field + (k * THREADS + me) * 16;
            memset(p, k, 16);
            construct1(GANTRY_ENTER_DATA, "p", GANTRY_MAP_TO, p, 16);
            memset(p, 255, 16);
        }
        for (int k = K; k-- > 0;) {
            unsigned char *p = field + (k * THREADS + me) * 16;
            construct1(GANTRY_EXIT_DATA, "p", GANTRY_MAP_FROM, p, 16);
            if (p[0] != k || p[15] != k)
                atomic_fetch_add(&bad, 1);
        }
    }
    return NULL;
}

static void some(void *(*f)(void *), int n) {
    pthread_t t[THREADS];
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], NULL, f, (void *)(intptr_t)i);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
}
static void all(void *(*f)(void *)) {
    some(f, THREADS);
}

/* ---- copies at once: each waits, for some seconds at most, until another one is under way ---- */
static pthread_mutex_t meeting = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t met = PTHREAD_COND_INITIALIZER;
static int copying, met_copies;
static void meet(bool begin) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 5;
    pthread_mutex_lock(&meeting);
    copying += begin ? 1 : -1;
    if (begin && copying == 2) {
        met_copies += 2;
        pthread_cond_broadcast(&met);
    }
    for (int before = met_copies, rc = 0; begin && copying == 1 && met_copies == before && rc == 0;)
        rc = pthread_cond_timedwait(&met, &meeting, &end);
    pthread_mutex_unlock(&meeting);
}

/* first copies, updates and last copies of two threads' own data */
static pthread_barrier_t together;
static void *overlapping(void *arg) {
    int me = (int)(intptr_t)arg, *mine = own[me];
    construct1(GANTRY_ENTER_DATA, "own", GANTRY_MAP_TO, mine, sizeof own[0]);
    pthread_barrier_wait(&together);
    construct1(GANTRY_UPDATE, "own", GANTRY_MAP_TO, mine, sizeof own[0]);
    pthread_barrier_wait(&together);
    construct1(GANTRY_EXIT_DATA, "own", GANTRY_MAP_FROM, mine, sizeof own[0]);
    return NULL;
}

/* copies of the same data: the second construct finds it with its bytes, or takes it away when the first is through */
static void slowly(bool begin) {
    static atomic_uint n;
    if (begin)
        usleep(atomic_fetch_add(&n, 1) * 7919u % 300u);
}
static void *same(void *arg) {
    int me = (int)(intptr_t)arg, *mine = own[me];
    const struct gantry_val vals[] = {{shared_data, shared_data, sizeof shared_data}, {mine, mine, sizeof own[0]}};
    struct gantry_launch l = {.trip = N};
    for (int round = 0; round < 60; round++) {
        int before = mine[0];
        __gantry_target(&add, __gantry_device(&add, GANTRY_DEVICE_DEFAULT, 1), vals, &l);
        if (mine[0] != before + 1 || mine[N - 1] != before + 1)
            atomic_fetch_add(&bad, 1);
    }
    return NULL;
}

int main(void) {
    uint64_t entries;
    fake_kernels = kernels;
    fake_image.nkernels = 1;
    fake_start();
    for (int i = 0; i < N; i++)
        shared_data[i] = 1;
    all(worker);
    all(churn);
    fake_copying = meet;
    pthread_barrier_init(&together, NULL, 2);
    some(overlapping, 2);
    CHECK(met_copies == 6, "%d copies met another one", met_copies);
    fake_copying = slowly;
    memset(own, 0, sizeof own);
    all(same);
    fake_copying = NULL;
    gantry_mapped_bytes(0, &entries);
    CHECK(bad == 0, "%d", (int)bad);
    CHECK(entries == 0 && fake.opened == 1 && fake.loads == 1);
    printf(failures ? "FAILED\n" : "ok\n");
    return failures != 0;
}
