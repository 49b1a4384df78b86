// What is counted of real kernels (--count, docs/counters.md): known numbers, the same under every schedule.
// RUN: %gantry cc -O2 --count --offload-arch=emulated -I%src/include %s -o %t -lm
// RUN: %run_emulated32 %t && %run_emulated64 %t
// RUN: GANTRY_EMULATED_COUNTS=%t.json %run_emulated32 %t && GANTRY_EMULATED_COUNTS=%t.txt %run_emulated32 %t
// RUN: %FileCheck %s < %t.txt
// RUN: grep -c '^{"kernel":".*,"width":32,"launches":[12],"teams":.*"places":.*}$' %t.json | grep -qx 7
// RUN: for s in 1 2 3; do GANTRY_EMULATED_COUNTS=%t.$s.json GANTRY_EMULATED_SEED=$s %run_emulated32 %t && cmp %t.json %t.$s.json || exit 1; done
// RUN: for n in 1 3; do GANTRY_EMULATED_COUNTS=%t.n.json GANTRY_EMULATED_THREADS=$n %run_emulated32 %t && cmp %t.json %t.n.json || exit 1; done
// Unoptimised kernels do more, but not always something else.
// RUN: %gantry cc -O0 --count --offload-arch=emulated -I%src/include %s -o %t.0 -lm
// RUN: for s in 1 2; do GANTRY_EMULATED_COUNTS=%t.0.$s.json GANTRY_EMULATED_SEED=$s %run_emulated32 %t.0 2>/dev/null; done; cmp %t.0.1.json %t.0.2.json
// Without the option there is nothing of it in the program.
// RUN: %gantry cc -O2 -c --offload-arch=emulated -I%src/include %s -o %t.o && %gantry cc -O2 %t.o -o %t.plain -lm
// RUN: ! nm %t.plain | grep gantry_count_ && %gantry cc -O2 --count %t.o -o %t.late -lm && nm %t.late | grep -q gantry_count_
// RUN: EXPECT_PLAIN=1 GANTRY_EMULATED_COUNTS=%t.no.txt %run_emulated32 %t.plain && test ! -e %t.no.txt
// RUN: %run_emulated32 %t.late
// CHECK: kernel gantry_k_{{.*}}counters.c:[[#]], unit), 1 launch, warps of 32: counted by a model
// CHECK: {{^ *}}sectors {{ *}}4096
#include "check.h"

#include "gantry_emulated.h"

enum { N = 1 << 14 };
static double a[N], b[N];
static unsigned long long w; /* lanes of a warp */

static struct gantry_emu_counters counters(void)
{
    struct gantry_emu_counters c;
    CHECK(gantry_emulated_counters(0, &c) == 0, "counters");
    return c;
}

static void unit(void)
{
#pragma omp target teams distribute parallel for num_teams(8) thread_limit(128)
    for (int i = 0; i < N; i++)
        b[i] = a[i];
    struct gantry_emu_counters c = counters();
    CHECK_INT(c.load_sectors, N / 4, "sectors of a unit stride");
    CHECK_INT(c.load_least, N / 4, "least sectors of a unit stride");
    CHECK_INT(c.store_sectors, N / 4, "sectors stored");
    CHECK_INT(c.loads, N, "loads");
    CHECK_INT(c.load_requests, N / w, "requests");
    CHECK_INT(c.idle_lanes, 0, "idle lanes");
    CHECK_INT(c.lane_instructions, c.warp_instructions * w, "all lanes take part");
    CHECK_INT(c.warp_barriers, 0, "barriers");
    CHECK_INT(c.shared_bytes, 0, "shared bytes");
}

static void strides(void)
{
    for (int stride = 2; stride <= 16; stride *= 8) {
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(128)
        for (int i = 0; i < N / 16; i++)
            b[i] = a[i * stride];
        struct gantry_emu_counters c = counters();
        CHECK_INT(c.load_sectors, stride == 2 ? N / 32 : N / 16, "sectors of stride %d", stride);
        CHECK_INT(c.load_least, N / 64, "least sectors of stride %d", stride);
        CHECK_INT(c.store_sectors, N / 64, "sectors stored with stride %d", stride);
    }
}

static void broadcast(void)
{
    int n = N - 1;
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(128)
    for (int i = 0; i < 512; i++)
        b[i] = a[n / 2] + i;
    struct gantry_emu_counters c = counters();
    CHECK_INT(c.load_requests, 512 / w, "requests of a place that all read");
    CHECK_INT(c.load_sectors, 512 / w, "sectors of a place that all read");
}

/* lanes below the middle of a warp do something else: half of the lanes idle there */
static void branches(void)
{
    int half = (int)w / 2;
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(128)
    for (int i = 0; i < 128; i++)
        if (i / half % 2)
            b[i] = a[i];
        else
            a[i] = b[i] * 3;
    struct gantry_emu_counters c = counters();
    CHECK(c.idle_lanes > 0, "idle lanes of two branches");
    CHECK_INT(c.lane_instructions + c.idle_lanes, c.warp_instructions * w, "lanes and idle lanes");
    CHECK_INT(c.load_requests, 2 * 128 / w, "requests of two branches");
    CHECK_INT(c.load_sectors, 128 / 4, "sectors of two branches");
}

static void triangle(void)
{
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(64)
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < i % (int)w; k++)
            b[k * 64 + i] += 1;
    struct gantry_emu_counters c = counters();
    CHECK_INT(c.load_requests, 64 / w * (w - 1), "requests of a triangle");
    CHECK_INT(c.loads, 64 / w * (w * (w - 1) / 2), "loads of a triangle");
    CHECK(c.idle_lanes * 4 > c.lane_instructions, "idle lanes of a triangle");
}

static void shared(void)
{
#pragma omp target teams num_teams(2) thread_limit(64)
    {
        double tile[64];
#pragma omp parallel for
        for (int i = 0; i < 64; i++)
            tile[i] = i;
#pragma omp parallel for
        for (int i = 0; i < 64; i++)
            b[i + omp_get_team_num() * 64] = tile[63 - i];
    }
    struct gantry_emu_counters c = counters();
    CHECK_INT(c.stores, 128, "stores: the tile's are none");
    CHECK_INT(c.store_sectors, 128 / 4, "sectors stored from a tile");
    CHECK_INT(c.loads, 0, "loads: the tile's are none");
    CHECK(c.shared_accesses >= 2 * 128, "accesses of the tile");
    CHECK(c.shared_bytes >= sizeof(double[64]), "bytes of the tile");
    CHECK(c.warp_barriers > 0, "barriers");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    const char *width = getenv("GANTRY_EMULATED_WARP");
    w = width ? strtoull(width, NULL, 10) : 32;
    if (getenv("EXPECT_PLAIN")) {
#pragma omp target
        a[0] = 1;
        CHECK_INT(counters().counted, 0, "not counted");
        CHECK_INT(counters().lane_instructions, 0, "not counted");
        return check_end();
    }
    unit();
    strides();
    broadcast();
    branches();
    triangle();
    shared();
    return check_end();
}
