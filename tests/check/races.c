// Races on the emulated device: faults, and legal programs beside them that differ by little. The name of a case ends in
// the comments of the lines that its finding names.
// RUN: %gantry cc -O2 -fcheck --offload-arch=emulated %s -o %t && %S/judged.py %s %t 1
// RUN: export GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY; for c in -races all,-races barriers; do test -z "$(GANTRY_CHECK=$c %t distance 2>&1)" || exit 1; done
// LABELS: run
//
// FOUND distance: GC401 a[1] is stored here by iteration 1
// SILENT none
// FOUND far: GC401 iteration
// SILENT in_place
// FOUND sum: GC401 reduction clause
// SILENT reduced
// SILENT from_original
// FOUND one_side: GC401 atomic
// FOUND atomics_of_sizes: GC401 both
// SILENT atomics
// SILENT criticals
// FOUND criticals_of_teams: GC401 critical excludes the threads of one team only
// FOUND other_names: GC401 not the same one: give the critical constructs one name
// FOUND element_of: GC401 lattice[3].v[2][1] is stored
// FOUND of_the_team: GC401 last is stored
// FOUND of_a_thread: GC401 sum is stored
// FOUND sections_conflict: GC401 two sections of one construct
// FOUND half_locked: GC401 one side holds a lock
// SILENT locks
// FOUND two_locks: GC401
// FOUND nowait: GC401 barrier
// SILENT nowait_static
// SILENT waited
// FOUND between_teams: GC401 team
// SILENT per_team
// FOUND shared_of_team: GC401
// SILENT shared_after
// SILENT bytes
// FOUND bits: GC401
// SILENT same_bytes_read
// SILENT private_array
// SILENT message
// FOUND no_message: GC401
// FOUND no_message_added: GC401
// SILENT last_team
// SILENT in_order
// FOUND simd: GC401 lanes
// SILENT simd_far
// SILENT generic
// FOUND generic_race: GC401
// SILENT guarded
// SILENT masked
// FOUND single_nowait: GC401
// SILENT sections
// FOUND two_sections: GC401
// SILENT reused
// SILENT two_launches
// SILENT heap
// FOUND chars: GC401
// FOUND wide: GC401
// SILENT collapse
// SILENT numbered
// FOUND initialised: GC401 atomic
// FOUND loop_variable: GC401 private
// FOUND block_of_routine: GC401 element 0 of a block of omp_target_alloc
// FOUND function: GC401 name the variable
// SILENT one_lane
// FOUND more_lanes: GC401 lanes
// SILENT scan_of_lanes
// SILENT sum_in_order
// SILENT between_loops
// SILENT asked_between
// FOUND asked_too_late: GC401
// SILENT of_each_iteration
// FOUND of_all_iterations: GC401
// FOUND of_team_and_device: GC401 is stored here by iteration 0
// SILENT of_team_and_device_apart
// FOUND phases_at_random: GC401 and stored at line
// SILENT phases_of_a_team
// SILENT copies_for_all
// FOUND neighbours: GC401 part
// FOUND second_line: GC401 atomic
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 256 };
static int a[N], b[N];
static struct {
    unsigned low : 3, high : 5;
} flags[N];

static void distance(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < N - 1; i++)
        a[i] = a[i + 1] + 1; /* distance */
}
static void none(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a, b)
    for (int i = 0; i < N - 1; i++)
        b[i] = a[i + 1] + 1;
}
static void far(void) /* both iterations fall on one lane */
{
#pragma omp target parallel for num_threads(32) map(tofrom: a)
    for (int i = 0; i < N - 128; i++)
        a[i] = a[i + 128 - 64] + 1; /* far */
}
static void in_place(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < N; i++)
        a[i] = a[i] * 2;
}
static void sum(void)
{
    int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: s) map(to: a)
    for (int i = 0; i < N; i++)
        s += a[i]; /* sum */
}
static void reduced(void)
{
    int s = 0;
#pragma omp target teams distribute parallel for reduction(+: s) map(to: a)
    for (int i = 0; i < N; i++)
        s += a[i];
}
/* the initialiser of each team's copy reads what the last team stores to when all have their copies */
struct best {
    int value, at;
};
#pragma omp declare reduction(best: struct best: omp_out = omp_in.value > omp_out.value ? omp_in : omp_out) \
    initializer(omp_priv = omp_orig)
static void from_original(void)
{
    struct best b = {-1, 0};
#pragma omp target teams map(tofrom: b) reduction(best: b) map(to: a)
#pragma omp distribute parallel for reduction(best: b)
    for (int i = 0; i < N; i++)
        if (a[i] > b.value)
            b = (struct best){a[i], i};
}
static void one_side(void)
{
    int s = 0;
#pragma omp target parallel num_threads(64) map(tofrom: s)
    {
        if (omp_get_thread_num() == 3)
            s = 1; /* one_side */
#pragma omp atomic
        s++; /* one_side */
    }
}
static void atomics_of_sizes(void)
{
    long both = 0;
#pragma omp target parallel num_threads(8) map(tofrom: both)
    {
        int *half = (int *)&both;
        if (omp_get_thread_num() % 2) {
#pragma omp atomic
            both += 1; /* atomics_of_sizes */
        } else {
#pragma omp atomic
            half[1] += 1; /* atomics_of_sizes */
        }
    }
}
static void atomics(void)
{
    int s = 0, seen = 0;
#pragma omp target teams distribute parallel for map(tofrom: s, seen)
    for (int i = 0; i < N; i++) {
        int v;
#pragma omp atomic capture
        v = s++;
        if (v == N)
#pragma omp atomic write
            seen = 1;
    }
}
static void criticals(void)
{
    int s = 0, of[4] = {0};
#pragma omp target parallel for map(tofrom: s)
    for (int i = 0; i < 64; i++)
#pragma omp critical
        s += i;
#pragma omp target teams num_teams(4) map(tofrom: of)
#pragma omp parallel num_threads(8)
#pragma omp critical(of_a_team)
    of[omp_get_team_num()]++;
#pragma omp target teams distribute parallel for num_teams(1) map(tofrom: s)
    for (int i = 0; i < 64; i++)
#pragma omp critical
        s -= i;
}
static void criticals_of_teams(void)
{
    int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: s)
    for (int i = 0; i < 64; i++)
#pragma omp critical
        s += i; /* criticals_of_teams */
}
static void other_names(void)
{
    int s = 0;
#pragma omp target parallel for map(tofrom: s)
    for (int i = 0; i < 64; i++)
        if (i % 2) {
#pragma omp critical(odd)
            s += i; /* other_names */
        } else {
#pragma omp critical(even)
            s -= i; /* other_names */
        }
}
static struct {
    int x, y;
    double v[4][4];
} lattice[8];
static void element_of(void)
{
#pragma omp target parallel for map(tofrom: lattice)
    for (int i = 0; i < 64; i++)
        lattice[3].v[2][1] = i; /* element_of */
}
static void of_the_team(void)
{
#pragma omp target teams num_teams(1)
    {
        int last = 0;
#pragma omp parallel num_threads(8)
        last = omp_get_thread_num(); /* of_the_team */
        if (last < 0)
            lattice[0].x = last;
    }
}
static void of_a_thread(void)
{
    int n = 40, m = 64;
    float *in = calloc((size_t)(n * m), sizeof *in), out[40];
#pragma omp target teams distribute parallel for map(to: in[0:n * m]) map(from: out)
    for (int i = 0; i < n; i++) {
        float sum = 0;
#pragma omp simd
        for (int k = 0; k < m; k++)
            sum += in[i * m + k]; /* of_a_thread */
        out[i] = sum;
    }
    free(in);
}
static void sections_conflict(void)
{
    int q = 0;
#pragma omp target parallel sections num_threads(4) map(tofrom: q)
    {
#pragma omp section
        q = 1; /* sections_conflict */
#pragma omp section
        q = 2; /* sections_conflict */
    }
}
static void half_locked(void)
{
    int s = 0;
#pragma omp target parallel for num_threads(32) map(tofrom: s)
    for (int i = 0; i < 32; i++) {
        if (i != 5)
#pragma omp critical
            s += i; /* half_locked */
        else
            s = 0; /* half_locked */
    }
}
#pragma omp begin declare target
static omp_lock_t one, other;
#pragma omp end declare target
static void locks(void)
{
    int s = 0;
#pragma omp target map(tofrom: s)
    {
        omp_init_lock(&one);
#pragma omp parallel num_threads(16)
        {
            omp_set_lock(&one);
            s++;
            omp_unset_lock(&one);
        }
        omp_destroy_lock(&one);
    }
}
static void two_locks(void)
{
    int s = 0;
#pragma omp target map(tofrom: s)
    {
        omp_init_lock(&one);
        omp_init_lock(&other);
#pragma omp parallel num_threads(16)
        {
            omp_lock_t *mine = omp_get_thread_num() % 2 ? &one : &other;
            omp_set_lock(mine);
            s++; /* two_locks */
            omp_unset_lock(mine);
        }
        omp_destroy_lock(&one);
        omp_destroy_lock(&other);
    }
}
static void nowait(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a, b)
    {
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            a[i] = i; /* nowait */
#pragma omp for
        for (int i = 0; i < N; i++)
            b[i] = a[N - 1 - i]; /* nowait */
    }
}
static void nowait_static(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a, b)
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < N; i++)
            a[i] = i;
#pragma omp for schedule(static)
        for (int i = 0; i < N; i++)
            b[i] = a[i];
    }
}
static void waited(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a, b)
    {
#pragma omp for
        for (int i = 0; i < N; i++)
            a[i] = i;
#pragma omp for
        for (int i = 0; i < N; i++)
            b[i] = a[N - 1 - i];
    }
}
static void between_teams(void)
{
    int s = 0;
#pragma omp target teams num_teams(4) map(tofrom: s)
    s = 1; /* between_teams */
}
static void per_team(void)
{
#pragma omp target teams num_teams(4) map(tofrom: a)
    a[omp_get_team_num()] = 1;
}
static void shared_of_team(void)
{
#pragma omp target teams num_teams(2) map(tofrom: a)
    {
        int mine = 0;
#pragma omp parallel for
        for (int i = 0; i < 64; i++)
            mine = i; /* shared_of_team */
        a[omp_get_team_num()] = mine;
    }
}
static void shared_after(void)
{
#pragma omp target teams num_teams(2) map(tofrom: a)
    {
        int mine[64];
#pragma omp parallel for
        for (int i = 0; i < 64; i++)
            mine[i] = i;
#pragma omp parallel for
        for (int i = 0; i < 64; i++)
            a[64 * omp_get_team_num() + i] = mine[63 - i];
    }
}
static void bytes(void)
{
    char c[N] = {0};
#pragma omp target teams distribute parallel for map(tofrom: c)
    for (int i = 0; i < N; i++)
        c[i] = (char)(c[i] + i);
}
static void bits(void)
{
#pragma omp target parallel num_threads(2) map(tofrom: flags)
    {
        if (omp_get_thread_num() == 0)
            flags[0].low = 1; /* bits */
        else
            flags[0].high = 2; /* bits */
    }
}
static void same_bytes_read(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: b)
    for (int i = 0; i < N; i++)
        b[i] = a[0] + a[i / 2];
}
#pragma omp begin declare target
static int fill(int *v, int n, int by)
{
    int all = 0;
    for (int i = 0; i < n; i++)
        v[i] = i * by;
    for (int i = 0; i < n; i++)
        all += v[n - 1 - i];
    return all;
}
static int counter, noted;
#pragma omp end declare target
static void private_array(void)
{
#pragma omp target teams distribute parallel for map(from: b)
    for (int i = 0; i < N; i++) {
        int v[8];
        b[i] = fill(v, 8, i);
    }
}
static void message(void)
{
    int flag = 0, data = 0, got = 0;
#pragma omp target parallel num_threads(64) map(tofrom: flag, data, got)
    {
        if (omp_get_thread_num() == 32) {
            data = 42;
#pragma omp flush
#pragma omp atomic write
            flag = 1;
        } else if (omp_get_thread_num() == 0) {
            int seen = 0;
            while (!seen) {
#pragma omp atomic read
                seen = flag;
            }
#pragma omp flush
            got = data;
        }
    }
    if (got != 42)
        exit(1);
}
static void no_message(void)
{
    int flag = 0, data = 0, got = 0;
#pragma omp target parallel num_threads(64) map(tofrom: flag, data, got)
    {
        if (omp_get_thread_num() == 32) {
            data = 42; /* no_message */
#pragma omp atomic write
            flag = 1;
        } else if (omp_get_thread_num() == 0) {
            int seen = 0;
            while (!seen) {
#pragma omp atomic read
                seen = flag;
            }
            got = data; /* no_message */
        }
    }
}
static void no_message_added(void) /* float: the hardware's own add, in the program's code */
{
    float flag = 0;
    int data = 0, got = 0;
#pragma omp target parallel num_threads(64) map(tofrom: flag, data, got)
    {
        if (omp_get_thread_num() == 32) {
            data = 42; /* no_message_added */
#pragma omp atomic
            flag += 1;
        } else if (omp_get_thread_num() == 0) {
            float seen = 0;
            while (!seen) {
#pragma omp atomic read
                seen = flag;
            }
#pragma omp flush
            got = data; /* no_message_added */
        }
    }
}
static void last_team(void)
{
    int part[8] = {0}, count = 0, total = 0;
#pragma omp target teams num_teams(8) map(tofrom: part, count, total)
    {
        int me = omp_get_team_num(), turn;
        part[me] = me + 1;
#pragma omp atomic capture acq_rel
        turn = count++;
        if (turn == omp_get_num_teams() - 1)
            for (int i = 0; i < 8; i++)
                total += part[i];
    }
    if (total != 36)
        exit(1);
}
static void in_order(void)
{
    int last = 0;
#pragma omp target parallel for ordered num_threads(16) map(tofrom: last, b)
    for (int i = 0; i < 64; i++) {
        b[i] = i;
#pragma omp ordered
        last = last + b[i];
    }
}
static void simd(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int base = 64 * omp_get_thread_num();
#pragma omp simd
        for (int i = 0; i < 60; i++)
            a[base + i] = a[base + i + 4]; /* simd */
    }
}
static void simd_far(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int base = 64 * omp_get_thread_num();
#pragma omp simd safelen(4)
        for (int i = 0; i < 60; i++)
            a[base + i] = a[base + i + 4];
    }
}
static void generic(void)
{
#pragma omp target teams num_teams(2) thread_limit(32) map(tofrom: a)
    {
        int t[32], at = 0;
        for (int i = 0; i < 32; i++)
            t[i] = i;
#pragma omp distribute
        for (int j = 0; j < 4; j++) {
            at = j;
#pragma omp parallel num_threads(16)
#pragma omp for
            for (int i = 0; i < 32; i++)
                a[32 * j + i] = t[i] + at;
        }
    }
}
static void generic_race(void)
{
#pragma omp target teams num_teams(2) thread_limit(32) map(tofrom: a)
#pragma omp distribute
    for (int j = 0; j < 4; j++) {
        int n = j;
#pragma omp parallel num_threads(8)
        a[j] = n + omp_get_thread_num(); /* generic_race */
    }
}
static void guarded(void)
{
#pragma omp target teams distribute map(tofrom: a, b)
    for (int j = 0; j < 8; j++) {
        a[j] = j;
#pragma omp parallel for
        for (int i = 0; i < 16; i++)
            b[16 * j + i] = a[j];
        a[j]++;
    }
}
static void masked(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a, b)
    {
#pragma omp masked
        a[0] = 5;
#pragma omp barrier
        b[omp_get_thread_num()] = a[0];
    }
}
static void single_nowait(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a, b)
    {
#pragma omp single nowait
        a[0] = 5; /* single_nowait */
        b[omp_get_thread_num()] = a[0]; /* single_nowait */
    }
}
static void sections(void)
{
#pragma omp target parallel sections map(tofrom: a)
    {
#pragma omp section
        a[0] = 1;
#pragma omp section
        a[1] = 1;
    }
}
static void two_sections(void)
{
#pragma omp target parallel sections map(tofrom: a)
    {
#pragma omp section
        a[0] = 1; /* two_sections */
#pragma omp section
        a[0] = 2; /* two_sections */
    }
}
static void reused(void) /* team-shared memory of one team after another */
{
#pragma omp target teams num_teams(16) map(tofrom: a)
    {
        int mine[64];
#pragma omp parallel for
        for (int i = 0; i < 64; i++)
            mine[i] = i;
#pragma omp parallel for
        for (int i = 0; i < 64; i++)
            mine[i] += mine[i];
        if (mine[3] != 6)
            a[omp_get_team_num()] = 1;
    }
}
static void two_launches(void)
{
#pragma omp target data map(tofrom: a)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = i;
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            a[N - 1 - i] += 1;
    }
}
static void heap(void)
{
#pragma omp target teams distribute parallel for map(from: b)
    for (int i = 0; i < 64; i++) {
        int *v = malloc(8 * sizeof *v);
        b[i] = v ? fill(v, 8, i) : 0;
        free(v);
    }
}
static void chars(void)
{
    char c[N] = {0};
#pragma omp target teams distribute parallel for map(tofrom: c)
    for (int i = 0; i < N - 1; i++)
        c[i] = c[i + 1]; /* chars */
}
static void wide(void)
{
    double d[N] = {0};
#pragma omp target teams distribute parallel for map(tofrom: d)
    for (int i = 0; i < N; i++)
        d[i / 2] = i; /* wide */
}
static void collapse(void)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < 16; k++)
            a[16 * i + k]++;
}
static void numbered(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    {
        int me = omp_get_thread_num();
        for (int i = 0; i < 4; i++)
            a[4 * me + i] = i;
        for (int i = 1; i < 4; i++)
            a[4 * me + i] += a[4 * me + i - 1];
    }
}
static void initialised(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: b)
    {
        if (omp_get_thread_num() == 0)
            counter = 0; /* initialised */
#pragma omp atomic
        counter++; /* initialised */
    }
}
static void loop_variable(void)
{
    int k = 0;
#pragma omp target parallel for num_threads(32) map(tofrom: a, k)
    for (int i = 0; i < 64; i++) {
        k = 2 * i; /* loop_variable */
        a[i] = i;
    }
}
#pragma omp begin declare target
static void note(int i) { noted = i; /* function */ }
#pragma omp end declare target
static void block_of_routine(void)
{
    int *d = omp_target_alloc(N * sizeof *d, omp_get_default_device());
#pragma omp target teams distribute parallel for is_device_ptr(d)
    for (int i = 0; i < N; i++)
        d[i / 2] = i; /* block_of_routine */
    omp_target_free(d, omp_get_default_device());
}

static void function(void)
{
#pragma omp target parallel for num_threads(32)
    for (int i = 0; i < 64; i++)
        note(i);
}
static void one_lane(void)
{
    int no = 0;
#pragma omp target map(tofrom: a)
#pragma omp simd if(simd: no)
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1] + 1;
}
static void more_lanes(void)
{
#pragma omp target map(tofrom: a)
#pragma omp simd
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1] + 1; /* more_lanes */
}
static void scan_of_lanes(void)
{
    int s = 0;
#pragma omp target map(tofrom: s, b)
#pragma omp simd reduction(inscan, +: s)
    for (int i = 0; i < N; i++) {
        s += i;
#pragma omp scan inclusive(s)
        b[i] = s;
    }
}
static void sum_in_order(void) /* by one lane, in a variable that the threads share */
{
#pragma omp target teams distribute map(tofrom: b)
    for (int i = 0; i < 8; i++) {
        int own = 0;
#pragma omp simd reduction(+: own)
        for (int j = 0; j < 4; j++)
            own += j;
#pragma omp parallel for reduction(+: own)
        for (int j = 0; j < 4; j++)
            own += j;
        b[i] = own;
    }
}
static void between_loops(void)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a, b)
    for (int i = 0; i < 16; i++) {
        b[i] = 1;
        for (int k = 0; k < 16; k++)
            a[16 * i + k]++;
    }
}
/* Who stored and who loaded are as far apart as chance will have it, so that no two cells have the same history. */
static void phases(int others)
{
    enum { MANY = 4096 };
    static int v[MANY];
#pragma omp target teams num_teams(2) map(tofrom: v)
#pragma omp parallel num_threads(32)
    {
        int me = omp_get_thread_num();
        unsigned x;
        if (omp_get_team_num() == 0) {
            for (int i = me; i < MANY; i += 32)
                v[i] = i; /* phases_at_random */
        }
#pragma omp barrier
        if (omp_get_team_num() == 0) {
            int sum = 0;
            x = (unsigned)me;
            for (int i = 0; i < MANY / 32; i++) {
                x = x * 1664525u + 1013904223u;
                sum += v[x % MANY];
            }
            a[me] = sum;
        }
#pragma omp barrier
        if (omp_get_team_num() == 0)
            v[MANY - 1 - me] = me;
        else if (others)
            v[me] = 1; /* phases_at_random */
    }
}
static void phases_at_random(void) { phases(1); }
static void phases_of_a_team(void) { phases(0); }
static void copies_for_all(void)
{
    int sum[5] = {0};
#pragma omp target teams distribute parallel for reduction(+: sum) allocate(omp_pteam_mem_alloc: sum)                   \
    uses_allocators(omp_pteam_mem_alloc)
    for (int i = 0; i < N; i++)
        sum[i % 5] += 2;
}
static void neighbours(void)
{
    int part[3] = {0};
#pragma omp target parallel for num_threads(2) schedule(dynamic, 2) map(tofrom: part)
    for (int i = 0; i < 320; i++)
        part[omp_get_thread_num() + i % 2]++; /* neighbours */
}
static void second_line(void)
{
    int taken = 0;
#pragma omp target parallel for num_threads(32) map(tofrom: taken, a)
    for (int i = 0; i < 64; i++) {
        int mine;
#pragma omp atomic capture
        mine = taken++; /* second_line */
        if (i == 17)
            taken = 0; /* second_line */
        a[i] = mine;
    }
}

static void asked_between(void)
{
#pragma omp target parallel for map(tofrom: a, b)
    for (int i = 0; i < 64; i++) {
        a[i] = i;
        b[i] = omp_get_thread_num();
        a[i]++;
    }
#pragma omp target teams distribute map(tofrom: a, b)
    for (int i = 0; i < 64; i++) {
        a[i] = i;
        b[i] = omp_get_team_num();
        a[i]++;
    }
}
static void asked_too_late(void)
{
#pragma omp target parallel for num_threads(64) map(tofrom: a, b)
    for (int i = 0; i < 64; i++) {
        a[i] = i; /* asked_too_late */
        b[i] = omp_get_thread_num();
        a[(i + 1) % 64]++; /* asked_too_late */
    }
}
/* Both variables are in team-shared memory, for the inner regions; of one each iteration has its own. */
static void of_each_iteration(void)
{
#pragma omp target teams num_teams(1) map(tofrom: a)
#pragma omp loop bind(thread)
    for (int j = 0; j < 8; j++) {
        int r = 1;
#pragma omp parallel for num_threads(8) reduction(+: r)
        for (int i = 0; i < 32; i++)
            r += i;
        a[j] = r;
    }
}
static void of_all_iterations(void)
{
#pragma omp target teams num_teams(1) map(tofrom: a)
    {
        int r = 1;
#pragma omp loop bind(thread)
        for (int j = 0; j < 8; j++) {
            r = 1; /* of_all_iterations */
#pragma omp parallel for num_threads(8) reduction(+: r)
            for (int i = 0; i < 32; i++)
                r += i;
            a[j] = r; /* of_all_iterations */
        }
    }
}

/* One place in the program loads and stores memory of the team, whose iterations of distribute are in order, and of the
 * device, where they are not: what is known of the one says nothing of the other. */
__attribute__((noinline)) static void put(int *p, int v)
{
    *p = v; /* of_team_and_device */
}
__attribute__((noinline)) static int get(const int *p)
{
    return *p; /* of_team_and_device */
}
static void of_team_and_device(void)
{
#pragma omp target teams num_teams(2) map(tofrom: a)
    {
        int t = 0;
#pragma omp distribute
        for (int j = 0; j < 4; j++) { /* 0 and 1 are one team's here */
            if (j == 0) {
                put(&t, 1);
                put(&a[0], 1);
            }
            if (j == 1) {
#pragma omp parallel num_threads(8)
                a[8 + omp_get_thread_num()] = get(&t) + get(&t) + get(&a[0]);
            }
        }
    }
}
static void of_team_and_device_apart(void)
{
#pragma omp target teams num_teams(2) map(tofrom: a)
    {
        int t = 0;
#pragma omp distribute
        for (int j = 0; j < 4; j++) {
            put(&t, j);
            put(&a[j], j);
#pragma omp parallel num_threads(8)
            a[8 + 8 * j + omp_get_thread_num()] = get(&t) + get(&a[j]) + get(&t);
        }
    }
}

int main(int argc, char **argv)
{
#define CASE(name)                                                                                                     \
    if (argc > 1 && strcmp(argv[1], #name) == 0) {                                                                     \
        name();                                                                                                        \
        return 0;                                                                                                      \
    }
    CASE(distance) CASE(none) CASE(far) CASE(in_place) CASE(sum) CASE(reduced) CASE(from_original) CASE(one_side) CASE(atomics_of_sizes) CASE(atomics)
    CASE(criticals) CASE(criticals_of_teams) CASE(other_names) CASE(element_of) CASE(of_the_team) CASE(of_a_thread)
    CASE(sections_conflict) CASE(half_locked) CASE(locks) CASE(two_locks) CASE(nowait) CASE(nowait_static) CASE(waited)
    CASE(between_teams) CASE(per_team) CASE(shared_of_team) CASE(shared_after) CASE(bytes) CASE(bits)
    CASE(same_bytes_read) CASE(private_array) CASE(message) CASE(no_message) CASE(no_message_added) CASE(last_team) CASE(in_order) CASE(simd)
    CASE(simd_far) CASE(generic) CASE(generic_race) CASE(guarded) CASE(masked) CASE(single_nowait) CASE(sections)
    CASE(two_sections) CASE(reused) CASE(two_launches) CASE(heap) CASE(chars) CASE(wide) CASE(collapse) CASE(numbered)
    CASE(initialised) CASE(loop_variable) CASE(function) CASE(block_of_routine) CASE(one_lane) CASE(more_lanes) CASE(scan_of_lanes)
    CASE(sum_in_order)
    CASE(between_loops) CASE(phases_at_random) CASE(phases_of_a_team) CASE(copies_for_all) CASE(neighbours) CASE(second_line)
    CASE(asked_between) CASE(asked_too_late) CASE(of_each_iteration) CASE(of_all_iterations)
    CASE(of_team_and_device) CASE(of_team_and_device_apart)
    return 2;
}
