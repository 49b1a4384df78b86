// RUN: %gantry explain %s | %FileCheck %s --check-prefix=EXPLAIN
// RUN: %gantry cc --dump=host %s | %FileCheck %s
// RUN: %gantry cc -Wall -Werror --offload-arch=sm_70,emulated %s -o %t && %run_host %t >host && cat host
// RUN: for g in 0 1 2; do for s in 1 2; do env GANTRY_GRAPHS=$g GANTRY_DEVICES=emulated GANTRY_EMULATED_SEED=$s GANTRY_EMULATED_SMS=3 %t | diff host - || exit 1; done; done
// RUN: printf 'like = a100\nunits = 2\nblocks_per_unit = 2\n' >small.gpu
// RUN: for g in 1 2; do for s in 1 2 3; do env GANTRY_SOFTGPU=small.gpu GANTRY_GRAPHS=$g GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 GANTRY_SOFTGPU_SEED=$s GANTRY_TEAMS=2 GANTRY_THREADS=32 %t | diff host - || exit 1; done; done
// What the driver is told: after how many others each begins
// RUN: export GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/../../tests/runtime/libraries/libfake_cuda.so OMP_TARGET_OFFLOAD=MANDATORY; \
// RUN:   after() { FAKE_CUDA_LOG=log "$@" >out; sed -n '/^graph node/s/.* after //p; s/^graph instantiate.*/;/p' log | tr -d '\n'; }; \
// RUN:   [ "$(after %t fan)" = '0011423;' ] && [ "$(after %t waits)" = '001211;' ] && [ "$(after %t sums)" = '001;' ] && [ "$(after %t changes)" = '0013;0002;' ] && \
// RUN:   [ "$(after %t tasks)" = '011;' ] && [ "$(GANTRY_GRAPHS=1 after %t fan)" = '0111111;' ]
// Two regions that store to the same and say so to nobody are a race
// RUN: %not env GANTRY_SOFTGPU=small.gpu GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 GANTRY_TEAMS=2 GANTRY_THREADS=32 %t race 2>err && grep 'softgpu: race' err
// LABELS: run
/* Regions of a graph that need not follow each other. */
#include <stdio.h>
#include <string.h>

enum { N = 200, TURNS = 4 };
static int a[N], b[N], c[N], d[N];

static void start(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = 2 * i, c[i] = 3, d[i] = 0;
}

static void report(const char *what)
{
    long t = 0;
    for (int i = 0; i < N; i++)
        t += (i + 1) * (a[i] + 3L * b[i] + 5L * c[i] + 7L * d[i]);
    printf("%s %ld\n", what, t);
}

#define REGION(OF, CHANGE)                                                                                             \
    for (int i = 0; i < N; i++)                                                                                        \
        OF[i] CHANGE

/* Two side by side, two more after one each, one that needs all, one more beside the next, which the graph's end waits for. */
static void fan(void)
{
    start();
    #pragma omp target data map(tofrom: a, b, c, d)
    for (int s = 0; s < TURNS; s++) {
        // CHECK: if (__gantry_in_graph()) {
        // CHECK: __gantry_graph_beside(__gd_on, 1);
        // CHECK-NEXT: __gantry_target(
        #pragma omp taskgraph
        {
            // EXPLAIN: beside.c:[[#@LINE+2]]: target teams distribute parallel for
            // EXPLAIN: graph     in a graph it comes after what its dependences name, beside the rest [GR672]
            #pragma omp target teams distribute parallel for nowait depend(out: a[0])
            REGION(a, += s);
            #pragma omp target teams distribute parallel for nowait depend(inout: b)
            REGION(b, += 2 * s);
            #pragma omp target teams distribute parallel for nowait depend(in: a[0]) depend(out: c[1:3])
            REGION(c, += a[N - 1 - i]);
            #pragma omp target teams distribute parallel for nowait depend(in: b) depend(out: d)
            REGION(d, += b[N - 1 - i]);
            #pragma omp target teams distribute parallel for nowait depend(inout: a[0], b) depend(in: c[1:3], d)
            REGION(a, += c[i] - d[i] + b[i]++ % 3);
            #pragma omp target teams distribute parallel for nowait depend(in: b)
            REGION(d, += 1);
            #pragma omp target teams distribute parallel for nowait depend(mutexinoutset: a[0])
            REGION(c, += a[i] & 3);
        }
    }
    report("fan");
}

/* A region without nowait, and taskwait. */
static void waits(void)
{
    start();
    #pragma omp target data map(tofrom: a, b, c, d)
    for (int s = 0; s < TURNS; s++) {
        #pragma omp taskgraph
        {
            #pragma omp target teams distribute parallel for nowait depend(out: a)
            REGION(a, += s);
            #pragma omp target teams distribute parallel for nowait depend(out: b)
            REGION(b, += s);
            #pragma omp target teams distribute parallel for nowait depend(in: a)
            REGION(d, += a[i]);
            // CHECK: #pragma omp taskwait
            // CHECK-NEXT: __gantry_graph_joins();
            #pragma omp taskwait
            #pragma omp target teams distribute parallel for nowait depend(out: c)
            REGION(c, += d[N - 1 - i]);
            #pragma omp target teams distribute parallel for
            REGION(a, += d[N - 1 - i]);
            #pragma omp target teams distribute parallel for nowait
            REGION(b, += a[N - 1 - i]);
        }
    }
    report("waits");
}

/* Each has memory of its own for what its teams add up. */
static void sums(void)
{
    int x = 0, y = 0;
    start();
    #pragma omp target data map(tofrom: a, b, x, y)
    for (int s = 0; s < TURNS; s++) {
        #pragma omp taskgraph
        {
            #pragma omp target teams distribute parallel for nowait reduction(+: x) map(tofrom: x) depend(inout: x)
            for (int i = 0; i < N; i++)
                x += a[i];
            #pragma omp target teams distribute parallel for nowait reduction(+: y) map(tofrom: y) depend(inout: y)
            for (int i = 0; i < N; i++)
                y += b[i];
            #pragma omp target teams distribute parallel for nowait depend(in: x) map(to: x)
            REGION(a, += x % 7);
        }
    }
    printf("%d %d ", x, y);
    report("sums");
}

/* The same regions in another order: of other dependences. */
static void changes(void)
{
    start();
    #pragma omp target data map(tofrom: a, b, c, d)
    for (int s = 0; s < 2 * TURNS; s++) {
        int *first = s < TURNS ? a : d;
        #pragma omp taskgraph
        {
            #pragma omp target teams distribute parallel for nowait depend(out: first[0])
            REGION(c, += s);
            #pragma omp target teams distribute parallel for nowait depend(out: b[0])
            REGION(b, += s);
            #pragma omp target teams distribute parallel for nowait depend(inout: a[0])
            REGION(a, += s);
            #pragma omp target teams distribute parallel for nowait depend(in: a[0], b[0])
            REGION(d, += a[N - 1 - i] - b[i]);
        }
    }
    report("changes");
}

/* A task of the host between them orders by ways that are not seen: one after the other. */
static void tasks(void)
{
    int x = 0;
    start();
    #pragma omp target data map(tofrom: a, b, c)
    for (int s = 0; s < TURNS; s++) {
        // CHECK-LABEL: static void tasks(
        // CHECK-NOT: __gantry_graph_
        #pragma omp taskgraph
        {
            #pragma omp target teams distribute parallel for nowait depend(out: a)
            REGION(a, += s);
            #pragma omp task depend(in: a) depend(out: b) shared(x)
            x++;
            #pragma omp target teams distribute parallel for nowait depend(in: b)
            REGION(b, += a[i]);
            #pragma omp target teams distribute parallel for nowait depend(out: c)
            REGION(c, += s);
        }
    }
    printf("%d ", x);
    report("tasks");
}
// CHECK: {{^}}static void race(

static void race(void)
{
    start();
    #pragma omp target data map(tofrom: a, b)
    for (int s = 0; s < TURNS; s++) {
        #pragma omp taskgraph
        {
            #pragma omp target teams distribute parallel for nowait depend(out: a)
            REGION(a, += s);
            #pragma omp target teams distribute parallel for nowait depend(out: b)
            REGION(a, += b[i]);
        }
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } parts[] = {{"fan", fan}, {"waits", waits}, {"sums", sums}, {"changes", changes}, {"tasks", tasks}, {"race", race}};
    for (int k = 0; k < 6; k++)
        if (argc > 1 ? !strcmp(argv[1], parts[k].name) : k < 5)
            parts[k].run();
    return 0;
}
