// LABELS: run
// The runtime is safe for any number of host threads: 60 POSIX threads, which OpenMP did not make, launch,
// map, update, allocate and come and go; some share data, some load and unload a library with regions meanwhile.
// RUN: %gantry cc -O2 --offload-arch=emulated -fPIC -shared -DLIBRARY %s -o libadd.so && %gantry cc -O2 --offload-arch=emulated %s -o p -lpthread -ldl
// RUN: for i in 1 2 3; do %run_emulated32 ./p 60 && %run_host ./p 60 || exit 1; done; %run_emulated64 ./p 5
// The first use of all, by all at once.
// RUN: for i in 1 2 3 4 5; do GANTRY_TRACE=1 %run_emulated32 ./p first 2> trace && grep -c ' open ' trace | grep -qx 1 && grep -c ' load ' trace | grep -qx 1 || exit 1; done
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 301, ROUNDS = 4, MOST = 200 };
#ifdef LIBRARY
void add(int *a, int n, int value);
void add(int *a, int n, int value)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += value;
}
#else
#pragma omp declare target
static int offset = 3;
#pragma omp end declare target
static int shared[N];
static pthread_barrier_t start;

static int alone(int id) /* data of one thread */
{
    int a[N], wrong = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] += id + offset;
        a[0] = -5;
#pragma omp target update to(a[0:1])
#pragma omp target
        a[0] *= 2;
    }
    for (int i = 0; i < N; i++)
        wrong += a[i] != (i ? i + id + 3 : -10);
    return wrong;
}

static int together(void) /* one variable, mapped by all, gone only when all are done */
{
    int sum = 0, mine = 0;
#pragma omp target enter data map(to: shared)
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to: shared)
    for (int i = 0; i < N; i++)
        sum += shared[i];
#pragma omp target map(from: mine)
    mine = shared[N - 1];
#pragma omp target exit data map(release: shared)
    return sum != N * (N - 1) / 2 || mine != N - 1;
}

static int routines(int id)
{
    int device = omp_get_default_device(), host = omp_get_initial_device(), a[N], b[N], wrong = 0;
    int *p = omp_target_alloc(sizeof a, device);
    for (int i = 0; i < N; i++)
        a[i] = i * id;
    wrong += !p || omp_target_memcpy(p, a, sizeof a, 0, 0, device, host);
#pragma omp target is_device_ptr(p)
    for (int i = 0; i < N; i++)
        p[i]++;
    wrong += omp_target_memcpy(b, p, sizeof b, 0, 0, host, device);
    omp_target_free(p, device);
    for (int i = 0; i < N; i++)
        wrong += b[i] != i * id + 1;
    return wrong;
}

static int library(int id)
{
    int a[N] = {0}, wrong = 0;
    void *l = dlopen("./libadd.so", RTLD_NOW | RTLD_LOCAL);
    if (!l)
        return 1;
    void (*add)(int *, int, int) = (void (*)(int *, int, int))dlsym(l, "add");
    add(a, N, id);
    dlclose(l);
    for (int i = 0; i < N; i++)
        wrong += a[i] != id;
    return wrong;
}

static void *work(void *arg)
{
    long id = (long)arg, wrong = 0;
    pthread_barrier_wait(&start);
    for (int round = 0; round < ROUNDS; round++) {
        wrong += alone((int)id) + together();
        wrong += id % 3 == 0 ? library((int)id) : id % 3 == 1 ? routines((int)id) : 0;
    }
    return (void *)wrong;
}

static void *first(void *arg)
{
    long x = (long)arg;
    pthread_barrier_wait(&start);
#pragma omp target map(tofrom: x)
    x += offset;
    return (void *)(x - 3 - (long)arg);
}

int main(int argc, char **argv)
{
    pthread_t threads[MOST];
    long wrong = 0;
    int once = argc > 1 && strcmp(argv[1], "first") == 0, n = once ? 32 : argc > 1 ? atoi(argv[1]) : 8;
    for (int i = 0; i < N; i++)
        shared[i] = i;
    for (int wave = 0; wave < (once ? 1 : 2); wave++) { /* threads end, others come */
        pthread_barrier_init(&start, NULL, (unsigned)n);
        for (long i = 0; i < n; i++)
            if (pthread_create(&threads[i], NULL, once ? first : work, (void *)i))
                return 2;
        for (int i = 0; i < n; i++) {
            void *result;
            pthread_join(threads[i], &result);
            wrong += (long)result;
        }
        pthread_barrier_destroy(&start);
    }
    if (wrong)
        printf("%ld wrong\n", wrong);
    return wrong != 0;
}
#endif
