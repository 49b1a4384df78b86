/* Many host threads on one present table: shared arrays counted by all, own ones that come and go, launches,
 * updates. */
#include <stdatomic.h>

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

static void all(void *(*f)(void *)) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, f, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
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
    gantry_mapped_bytes(0, &entries);
    CHECK(bad == 0, "%d", (int)bad);
    CHECK(entries == 0 && fake.opened == 1 && fake.loads == 1);
    printf(failures ? "FAILED\n" : "ok\n");
    return failures != 0;
}
