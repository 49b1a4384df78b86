/* Beside the host's own OpenMP: constructs from parallel regions, a default device per task, a failure in the
 * middle of a parallel region, and no start of devices by host OpenMP alone. Compiled with -fopenmp, run by
 * libomp. */
#include "fake.h"

enum { N = 64 };

static void host_only(void) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 1000; i++)
        sum += i;
    CHECK(sum == 499500 && fake.opened == 0);
}
static void
no_probe(void) { /* a mistake in GANTRY_DEVICES is found at the first device construct, not before */
    setenv("GANTRY_DEVICES", "nonsense", 1);
    host_only();
    if (failures)
        exit(9);
}

static void from_threads(void) {
    static int data[8][N];
    int bad = 0;
#pragma omp parallel for num_threads(8) reduction(+ : bad)
    for (int t = 0; t < 8; t++)
        for (int k = 0; k < 500; k++) {
            data[t][0] = k;
            construct1(GANTRY_ENTER_DATA, "data", GANTRY_MAP_TO, data[t], sizeof data[t]);
            data[t][0] = -1;
            construct1(GANTRY_EXIT_DATA, "data", GANTRY_MAP_FROM, data[t], sizeof data[t]);
            bad += data[t][0] != k;
        }
    CHECK(bad == 0);
}

static void default_per_task(void) {
    int bad = 0;
    omp_set_default_device(1);
#pragma omp parallel num_threads(4) reduction(+ : bad)
    {
        int me = omp_get_thread_num();
        bad += omp_get_default_device() != 1;
        omp_set_default_device(me % 2);
#pragma omp barrier
        bad += omp_get_default_device() != me % 2;
    }
    CHECK(bad == 0 && omp_get_num_devices() == 2);
    omp_set_default_device(0);
}

static void fail_in_parallel(void) {
    static int a[4], b[4][N];
#pragma omp parallel num_threads(4)
    for (int k = 0; k < 10000; k++) {
        int me = omp_get_thread_num();
        construct1(GANTRY_ENTER_DATA, "b", GANTRY_MAP_TO, b[me], sizeof b[me]);
        construct1(GANTRY_EXIT_DATA, "b", 0, b[me], sizeof b[me]);
        if (me == 3 && k == 50)
            construct1(GANTRY_UPDATE, "a", GANTRY_MAP_TO | GANTRY_MAP_PRESENT, a, sizeof a);
    }
}
static void fail_everywhere(void) {
    static int a[4];
#pragma omp parallel num_threads(8)
    construct1(GANTRY_UPDATE, "a", GANTRY_MAP_TO | GANTRY_MAP_PRESENT, a, sizeof a);
}

const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_leaks=0";
}

int main(void) {
    char out[65536];
    fake.count = 2;
    fake_start();
    CHECK(in_child(no_probe, out, sizeof out) == 0, "%s", out);
    for (int i = 0; i < 20; i++)
        EXPECT_ERROR(fail_in_parallel, "'a' (16 bytes", "not mapped");
    for (int i = 0; i < 20; i++)
        EXPECT_ERROR(fail_everywhere, "'a' (16 bytes", "not mapped");
    host_only();
    from_threads();
    default_per_task();
    CHECK(__gantry_host_teams() == omp_get_max_threads());
    printf(failures ? "FAILED\n" : "ok\n");
    return failures != 0;
}
