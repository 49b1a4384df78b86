// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: env GANTRY_QUEUES=0 GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %t
// RUN: env GANTRY_QUEUES=2 GANTRY_DEVICES=emulated GANTRY_EMULATED_DEVICES=2 OMP_TARGET_OFFLOAD=MANDATORY %t
// RUN: env GANTRY_EMULATED_SEED=5 GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %t
/* Many host threads and tasks at once: data that all of them map and release, and chains of their own. */
#include "check.h"

enum { THREADS = 6, N = 257, REPEAT = 8 };
static int common[N];

static int chain(int *p, int n, int device)
{
    int seen = 0;
#pragma omp target enter data map(to: p[0:n], common) nowait depend(out: p[0]) device(device)
    for (int k = 1; k <= 3; k++) {
#pragma omp target teams distribute parallel for nowait depend(inout: p[0]) map(to: common) device(device)
        for (int i = 0; i < n; i++)
            p[i] = p[i] * 10 + k + (common[i] != i);
    }
#pragma omp target exit data map(from: p[0:n]) map(release: common) nowait depend(inout: p[0]) device(device)
#pragma omp task depend(in: p[0]) shared(seen)
    seen = p[n / 2];
#pragma omp taskwait
    int wrong = seen != 123;
    for (int i = 0; i < n; i++)
        wrong += p[i] != 123;
    return wrong;
}

static void chains(void)
{
    int wrong = 0, devices = omp_get_num_devices();
#pragma omp parallel num_threads(THREADS) reduction(+ : wrong)
    for (int rep = 0; rep < REPEAT; rep++) {
        int own[N] = {0};
        wrong += chain(own, N, devices ? (omp_get_thread_num() + rep) % devices : omp_get_initial_device());
    }
    CHECK_INT(wrong, 0, "chains in %d threads", THREADS);
    for (int d = 0; d < devices; d++)
        CHECK_INT(omp_target_is_present(common, d), 0, "all have released it on device %d", d);
}

/* structured maps of one array by all: nobody sees it without its values, or frees it under another */
static void same_data(void)
{
    int wrong = 0;
#pragma omp parallel for num_threads(THREADS) schedule(dynamic) reduction(+ : wrong)
    for (int k = 0; k < 60; k++) {
        int sum = 0;
#pragma omp target teams distribute parallel for map(to: common) reduction(+ : sum)
        for (int i = 0; i < N; i++)
            sum += common[i];
        wrong += sum != N * (N - 1) / 2;
    }
    CHECK_INT(wrong, 0, "sums of the common array");
}

/* a device and the host take turns on the same variable */
static void turns(void)
{
    int x = 0, want = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
    for (int k = 0; k < 20; k++) {
#pragma omp target nowait depend(inout: x) map(tofrom: x)
        x = x * 3 + 1;
#pragma omp task depend(inout: x) shared(x)
        x = x * 2 + 1;
    }
    for (int k = 0; k < 20; k++)
        want = (want * 3 + 1) * 2 + 1;
    CHECK_INT(x, want, "turns");
}

/* a task waits for what it has generated itself, in one thread, while a region of its parent is over */
static void nested_waits(void)
{
    int x = 0, y = 0, early = 0;
#pragma omp target nowait map(tofrom: x)
    for (int i = 0; i < 1000; i++)
        x += i & 1;
#pragma omp task shared(y, early)
    {
#pragma omp target nowait map(tofrom: y)
        y = 5;
#pragma omp taskwait
        early = y;
    }
#pragma omp taskwait
    CHECK_INT(x, 500, "the parent's region");
    CHECK_INT(early, 5, "the child's region");
}

/* detached tasks of the program's own, in a team, among regions */
static void events(void)
{
    int wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
    for (int rep = 0; rep < 10; rep++) {
        int x = 0;
        omp_event_handle_t event;
#pragma omp task detach(event) depend(out: x)
        {
        }
#pragma omp target nowait depend(inout: x) map(tofrom: x)
        x += 1;
        x = 10;
        omp_fulfill_event(event);
#pragma omp taskwait
        wrong += x != 11;
    }
    CHECK_INT(wrong, 0, "regions behind events");
}

/* The value of a variable that the parallel region reduces. */
static void reduced(void)
{
    int sum = 0, *out = check_alloc(THREADS * sizeof *out);
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        int me = omp_get_thread_num();
        int *to = out + me;
        sum = me + 1;
#pragma omp target nowait map(from: to[0:1])
        to[0] = sum;
        sum = 100;
    }
    for (int k = 0; k < THREADS && sum == 100 * THREADS; k++)
        CHECK_INT(out[k], k + 1, "thread %d", k);
    free(out);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        common[i] = i;
    chains();
    same_data();
    turns();
    nested_waits();
    events();
    reduced();
    return check_end();
}
