// What is counted of real kernels (--count, docs/counters.md): known numbers, the same under every schedule.
// RUN: %gantry cc -O2 --count --offload-arch=emulated -I%src/include %s -o %t -lm
// RUN: %run_emulated32 %t && %run_emulated64 %t
// RUN: GANTRY_EMULATED_COUNTS=%t.json %run_emulated32 %t && GANTRY_EMULATED_COUNTS=%t.txt %run_emulated32 %t
// RUN: %FileCheck %s < %t.txt
// RUN: grep -c '^{"kernel":".*,"width":32,"launches":[12],"teams":.*"places":.*}$' %t.json | grep -qx 10
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
    CHECK_INT(c.distinct_read_bytes, N * sizeof *a, "different bytes read");
    CHECK_INT(c.distinct_written_bytes, N * sizeof *b, "different bytes written");
    CHECK_INT(c.float_operations + c.double_operations, 0, "a copy has no operations");
}

/* each element is loaded three times, and moves once */
static void stencil(void)
{
#pragma omp target teams distribute parallel for num_teams(8) thread_limit(128)
    for (int i = 1; i < N - 1; i++)
        b[i] = 0.25 * (a[i - 1] + a[i] + a[i + 1]);
    struct gantry_emu_counters c = counters();
    CHECK_INT(c.loads, 3 * (N - 2), "loads of a stencil");
    CHECK_INT(c.distinct_read_bytes, N * sizeof *a, "different bytes that a stencil reads");
    CHECK_INT(c.distinct_written_bytes, (N - 2) * sizeof *b, "different bytes that a stencil writes");
    CHECK_INT(c.double_operations, 3 * (N - 2), "operations of a stencil");
    CHECK_INT(c.float_operations, 0, "none of them of floats");
}

static float f[N];

static void operations(void)
{
#pragma omp target teams distribute parallel for num_teams(8) thread_limit(128) map(tofrom : f)
    for (int i = 0; i < N; i++)
        f[i] = __builtin_fmaf(f[i], 2.5f, 1.5f) / 3.0f;
    struct gantry_emu_counters c = counters();
    CHECK_INT(c.float_operations, 3 * N, "a * b + c and a division");
    CHECK_INT(c.distinct_read_bytes, N * sizeof *f, "an update in place reads each byte");
    CHECK_INT(c.distinct_written_bytes, N * sizeof *f, "… and writes it");
}

/* a column of a tile of team-shared memory lies in one bank; with one more number in each row it does not */
static void banks(void)
{
    for (int pad = 0; pad < 2; pad++) {
#pragma omp target teams num_teams(1) thread_limit(64)
        {
            float tile[32 * 33];
#pragma omp parallel for num_threads(32)
            for (int i = 0; i < 32; i++)
                tile[i * (32 + pad)] = (float)i;
        }
        struct gantry_emu_counters c = counters();
        CHECK(c.shared_passes - c.shared_least >= (pad ? 0 : 31), "a column in one bank: %llu passes, %llu at least",
              c.shared_passes, c.shared_least);
        CHECK(!pad || c.shared_passes - c.shared_least < 8, "no bank conflicts with padding: %llu passes, %llu at least",
              c.shared_passes, c.shared_least);
    }
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
    stencil();
    operations();
    banks();
    strides();
    broadcast();
    branches();
    triangle();
    shared();
    return check_end();
}
