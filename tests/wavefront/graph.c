// RUN: %gantry cc -I%src/include -Wall -Werror --offload-arch=sm_70,emulated %s -o %t -lm && %run_host %t >host && cat host
// RUN: for g in 0 1; do for s in 1 2 3; do env GANTRY_GRAPHS=$g GANTRY_DEVICES=emulated GANTRY_EMULATED_SEED=$s GANTRY_EMULATED_SMS=3 %t | diff host - || exit 1; done; done
// RUN: for g in 0 1; do for s in 1 2; do env GANTRY_GRAPHS=$g GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 GANTRY_SOFTGPU_SEED=$s GANTRY_TEAMS=3 %t | diff host - || exit 1; done; done
// What the driver is told: the graph is made once, and again for what comes otherwise; parameters are changed; all is dropped
// RUN: export GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/../../tests/runtime/libraries/libfake_cuda.so OMP_TARGET_OFFLOAD=MANDATORY; \
// RUN:   FAKE_CUDA_LOG=log %t fields >out && grep '^graph [lcid]' log | sed 's/ gantry_k[^ ]*//' | tr '\n' ';' | %FileCheck %s --check-prefix=LOG
// LOG: graph create 0;graph instantiate 4 0;graph launch 4;graph change grid 3 block 128;graph change grid 3 block 128;graph change grid 3 block 128;graph change grid 3 block 128;graph launch 4;graph drop;graph create 0;graph instantiate 6 0;graph launch 6;graph drop;
// A last stretch that is left out keeps its graph: made once, launched when it comes again
// RUN: env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/../../tests/runtime/libraries/libfake_cuda.so OMP_TARGET_OFFLOAD=MANDATORY FAKE_CUDA_LOG=log %t left >out && grep '^graph [lcid]' log | grep -v change | tr '\n' ';' | %FileCheck %s --check-prefix=LEFT
// LEFT: graph create 0;graph instantiate 2 0;graph launch 2;graph create 0;graph instantiate 3 0;graph launch 3;graph launch 2;graph launch 2;graph launch 3;graph launch 2;graph launch 2;graph launch 3;graph launch 2;graph launch 3;graph drop;graph drop;
// An error names the first region
// RUN: %not env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/../../tests/runtime/libraries/libfake_cuda.so OMP_TARGET_OFFLOAD=MANDATORY FAKE_CUDA_FAIL=cuGraphLaunch=700 %t fields 2>&1 | grep 'graph.c:[0-9]*:.*one of the 4 launches that begin with this one: launching a graph: CUDA_ERROR_ILLEGAL_ADDRESS'
// Who looks at regions sees each of them; a driver without graphs gets launches
// RUN: GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/../../tests/runtime/libraries/libfake_cuda.so OMP_TARGET_OFFLOAD=MANDATORY GANTRY_TRACE=1 FAKE_CUDA_LOG=traced %t fields 2>&1 | grep -c ' launch ' | grep -qx 28 && ! grep "^graph" traced
// What a program does wrong
// RUN: %not %t end 2>&1 | grep 'gantry_graph_end: this thread has not begun that graph with gantry_graph_begin'
// RUN: %not %t twice 2>&1 | grep 'gantry_graph_begin: this thread is in a graph already. End the one before with gantry_graph_end'
// RUN: %not %t free 2>&1 | grep 'gantry_graph_free: the graph has begun; end it before with gantry_graph_end'
// RUN: %not %t null 2>&1 | grep 'gantry_graph_begin: it takes the address of a pointer, which begins as NULL'
// LABELS: run
/* Graphs: the same answers as without, whatever changes from one turn to the next and whoever looks in between. */
#include <gantry.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300 };
static double a[N], b[N], sums;
static struct gantry_graph *graph;

static void report(const char *what)
{
    double t = 0;
    for (int i = 0; i < N; i++)
        t += a[i] * (i + 1) - b[i];
    printf("%s %.1f %.1f\n", what, t, sums);
}

static void start(void)
{
    sums = 0;
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = -i;
}

/* Fields change places, a value changes, more regions come, and fewer. */
static void fields(void)
{
    double *p = a, *q = b;
    start();
    #pragma omp target data map(tofrom: a, b)
    for (int s = 0; s < 6; s++) {
        gantry_graph_begin(&graph);
        for (int k = 0; k < (s < 3 ? 4 : s < 5 ? 6 : 4); k++) {
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                p[i] = q[N - 1 - i] + k * (s / 2);
            double *t = p;
            p = q;
            q = t;
        }
        gantry_graph_end(&graph);
    }
    gantry_graph_free(&graph);
    report("fields");
}

/* What copies, maps or reduces sees what was noted before: stretches. */
static void stretches(void)
{
    double *c = malloc(N * sizeof *c);
    start();
    for (int i = 0; i < N; i++)
        c[i] = 1;
    #pragma omp target data map(tofrom: a, b)
    for (int s = 0; s < 5; s++) {
        #pragma omp taskgraph
        {
            double sum = 0;
            for (int k = 0; k < 3; k++) {
                #pragma omp target teams distribute parallel for
                for (int i = 0; i < N; i++)
                    a[i] += b[i] + k;
            }
            #pragma omp target teams distribute parallel for reduction(+: sum)
            for (int i = 0; i < N; i++)
                sum += a[i];
            sums += sum;
            #pragma omp target enter data map(to: c[0:N])
            for (int k = 0; k < 2; k++) {
                #pragma omp target teams distribute parallel for
                for (int i = 0; i < N; i++)
                    c[i] += a[i];
            }
            #pragma omp target exit data map(from: c[0:N])
            sums += c[7];
            #pragma omp target
            a[3] += 1;
            #pragma omp target update from(a[3:1])
            sums += a[3];
            #pragma omp target
            a[4] *= 2;
            if (omp_get_num_devices()) {
                double x;
                #pragma omp target data use_device_addr(a)
                omp_target_memcpy(&x, a, sizeof x, 0, 4 * sizeof x, omp_get_initial_device(), omp_get_default_device());
                sums += x;
            } else
                sums += a[4];
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                b[i] = a[i] > 1e6 ? 0 : b[i] + 1;
        }
    }
    free(c);
    report("stretches");
}

/* The last stretch is left out in some turns, and comes again with other values: what is ready for it has waited. */
static void left_out(void)
{
    start();
    #pragma omp target data map(tofrom: a, b)
    for (int s = 0; s < 7; s++) {
        gantry_graph_begin(&graph);
        for (int k = 0; k < 2; k++) {
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                a[i] += b[i] + k;
        }
        #pragma omp target update from(a[3:1])
        sums += a[3];
        for (int k = 0; k < 3 && s != 2 && s != 4; k++) {
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                b[i] = b[i] * 0.5 + k * s;
        }
        gantry_graph_end(&graph);
    }
    gantry_graph_free(&graph);
    report("left out");
}

/* In taskgraph: clauses, a graph in a graph, regions with nowait and dependences, tasks of the host between them. */
static void clauses(int turns)
{
    start();
    #pragma omp target data map(tofrom: a, b)
    for (int s = 0; s < turns; s++) {
        #pragma omp taskgraph graph_id(s % 2) graph_reset(s == 5) if(s != 7)
        {
            int x = s;
            #pragma omp target teams distribute parallel for nowait depend(out: a[0])
            for (int i = 0; i < N; i++)
                a[i] += s;
            #pragma omp task depend(inout: a[0]) shared(x)
            x += 3;
            #pragma omp target teams distribute parallel for nowait depend(inout: a[0]) map(to: x)
            for (int i = 0; i < N; i++)
                a[i] += x;
            #pragma omp taskgraph nogroup
            for (int k = 0; k < 3; k++) {
                #pragma omp target teams distribute parallel for depend(inout: a[0])
                for (int i = 0; i < N; i++)
                    b[i] = b[i] * 0.5 + a[N - 1 - i] + k;
            }
            #pragma omp target teams distribute parallel for nowait
            for (int i = 0; i < N; i++)
                b[i] += 1;
        }
    }
    report("clauses");
}

/* Other memory in each turn, and other sizes: launches have other shapes. */
static void resized(void)
{
    static const int sizes[] = {300, 300, 5000, 1, 5000, 40};
    start();
    for (int s = 0; s < 6; s++) {
        int n = sizes[s];
        double *c = malloc(n * sizeof *c);
        for (int i = 0; i < n; i++)
            c[i] = i % 7;
        #pragma omp target data map(tofrom: c[0:n])
        {
            gantry_graph_begin(&graph);
            for (int k = 0; k < 3; k++) {
                #pragma omp target teams distribute parallel for
                for (int i = 0; i < n; i++)
                    c[i] = 2 * c[i] + k * (i == n - 1);
            }
            gantry_graph_end(&graph);
        }
        sums = 3 * sums + c[n - 1] + c[n / 2];
        free(c);
    }
    gantry_graph_free(&graph);
    report("resized");
}

/* Another thread has the device settle. */
static void *look(void *unused)
{
    (void)unused;
    #pragma omp target update from(a)
    return NULL;
}
static void threads(void)
{
    start();
    #pragma omp target data map(tofrom: a, b)
    for (int s = 0; s < 4; s++) {
        pthread_t t;
        gantry_graph_begin(&graph);
        for (int k = 0; k < 2; k++) {
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                a[i] += b[i] * k - s;
        }
        pthread_create(&t, NULL, look, NULL);
        pthread_join(t, NULL);
        sums += a[5];
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] += 1;
        gantry_graph_end(&graph);
    }
    gantry_graph_free(&graph);
    report("threads");
}

/* A taskgraph without braces is one statement. */
static void one_statement(int often)
{
    start();
    #pragma omp target data map(tofrom: a, b)
    for (int s = 0; s < often; s++)
        if (s != 2)
            #pragma omp taskgraph
            for (int k = 0; k < 2; k++) {
                #pragma omp target teams distribute parallel for
                for (int i = 0; i < N; i++)
                    a[i] += b[i] * k - s;
            }
        else
            sums++;
    report("one statement");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "all";
    struct gantry_graph *other = NULL;
    if (!strcmp(what, "end"))
        gantry_graph_end(&other);
    if (!strcmp(what, "twice"))
        gantry_graph_begin(&graph), gantry_graph_begin(&other);
    if (!strcmp(what, "free"))
        gantry_graph_begin(&graph), gantry_graph_free(&graph);
    if (!strcmp(what, "null"))
        gantry_graph_begin(NULL);
    if (!strcmp(what, "left"))
        return left_out(), 0;
    fields();
    if (!strcmp(what, "fields"))
        return 0;
    left_out();
    stretches();
    clauses(9);
    resized();
    threads();
    one_statement(5);
    return 0;
}
