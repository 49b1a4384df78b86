// What the iterations of simd loops share, whether a thread has lanes for them or one lane runs them all, in its own
// variables: faults, and legal programs beside them. The name of a case ends in the comments of the lines of its finding.
// RUN: %gantry cc -O2 -fcheck --offload-arch=emulated --simd-group=1 %s -o %t && %S/judged.py %s %t
// RUN: %gantry cc -O0 -fcheck --offload-arch=emulated --simd-group=1 %s -o %t && %S/judged.py %s %t
// RUN: %gantry cc -O2 -fcheck --offload-arch=emulated --simd-group=8 %s -o %t && %S/judged.py %s %t
// LABELS: run
// TIMEOUT: 400
//
// FOUND sum: GC401 reduction clause
// SILENT reduced
// FOUND sum_of_team: GC401 iteration
// FOUND sum_in_league: GC401 iteration
// FOUND near_safelen: GC401 iteration
// SILENT far_safelen
// FOUND simdlen: GC401 iteration
// FOUND in_function: GC401 iteration
// SILENT in_function_reduced
// FOUND for_simd: GC401 iteration
// SILENT for_simd_private
// FOUND thread_loop: GC401 iteration
// FOUND inner_counter: GC401 k is stored
// FOUND array: GC401 iteration
// SILENT own_array
// FOUND by_address: GC401 s is stored
// SILENT own_by_address
// SILENT linear
// SILENT last
// SILENT ordered
// SILENT scan
// SILENT atomics
// SILENT in_turn
// SILENT one_after_the_other
// SILENT registers
// FOUND condition: GC401 iteration
// SILENT condition_false
// FOUND condition_constant: GC401 iteration
// SILENT condition_never
// FOUND condition_sum: GC401 s is stored
// SILENT condition_sum_false
// SILENT condition_reduced
// FOUND condition_of_threads: GC401 iteration
// SILENT condition_of_threads_false
// FOUND condition_of_all: GC401 iteration
// SILENT condition_of_all_false
// SILENT condition_of_others
// SILENT condition_of_parallel_false
// SILENT condition_of_target
// FOUND condition_of_parallel: GC401 iteration
// FOUND condition_in_function: GC401 iteration
// SILENT condition_in_function_false
// SILENT condition_own
// FOUND reduced_in_order: GC401 iteration
// SILENT reduced_in_order_apart
// FOUND reduced_in_task: GC401 iteration
// SILENT reduced_in_task_apart
// SILENT reduced_section
// SILENT reduced_all_kinds
// SILENT reduced_around_threads
// SILENT functions_in_lanes
// FOUND shared_in_lanes: GC401 iteration
// FOUND shared_by_lanes: GC401 r[0] is stored
#include <stdlib.h>
#include <string.h>

enum { N = 64, M = 8 };
static int a[M][N], r[M];

static void sum(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int s = 0;
#pragma omp simd
        for (int j = 0; j < N; j++)
            s += a[i][j]; /* sum */
        r[i] = s;
    }
}
static void reduced(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int s = 0;
#pragma omp simd reduction(+: s)
        for (int j = 0; j < N; j++)
            s += a[i][j];
        r[i] = s;
    }
}
static void sum_of_team(void)
{
#pragma omp target map(to: a) map(from: r)
    {
        int s = 0;
#pragma omp simd
        for (int j = 0; j < N; j++)
            s += a[0][j]; /* sum_of_team */
        r[0] = s;
    }
}
static void sum_in_league(void)
{
#pragma omp target teams num_teams(2) map(to: a) map(from: r)
    {
        int s = 0;
#pragma omp distribute simd
        for (int j = 0; j < N; j++)
            s += a[0][j]; /* sum_in_league */
        if (s < 0)
            r[0] = 1;
    }
}
static void near_safelen(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < M; i++) {
        int t[N];
        for (int j = 0; j < N; j++)
            t[j] = a[i][j];
#pragma omp simd safelen(8)
        for (int j = 4; j < N; j++)
            t[j] = t[j - 4]; /* near_safelen */
        a[i][0] = t[N - 1];
    }
}
static void far_safelen(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < M; i++) {
        int t[N];
        for (int j = 0; j < N; j++)
            t[j] = a[i][j];
#pragma omp simd safelen(4)
        for (int j = 4; j < N; j++)
            t[j] = t[j - 4];
        a[i][0] = t[N - 1];
    }
}
static void simdlen(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int s = 0;
#pragma omp simd simdlen(2)
        for (int j = 0; j < N; j++)
            s += a[i][j]; /* simdlen */
        r[i] = s;
    }
}
#pragma omp begin declare target
static int sum_of(const int *v)
{
    int s = 0;
#pragma omp simd
    for (int j = 0; j < N; j++)
        s += v[j]; /* in_function */
    return s;
}
static int reduced_of(const int *v)
{
    int s = 0;
#pragma omp simd reduction(+: s)
    for (int j = 0; j < N; j++)
        s += v[j];
    return s;
}
static int part(const int *v, int at)
{
    int sum = 0;
    for (int k = 0; k < at; k++)
        sum += v[k];
    return sum;
}
static void add(int *to, int v) { *to += v; /* by_address */ }
static void put(int *to, int v) { to[v % 4] = v; }
#pragma omp end declare target
static void in_function(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++)
        r[i] = sum_of(a[i]);
}
static void in_function_reduced(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++)
        r[i] = reduced_of(a[i]);
}
static void for_simd(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int s = 0;
#pragma omp for simd
        for (int j = 0; j < N; j++)
            s += a[0][j]; /* for_simd */
        if (s < 0)
            a[1][0] = 1;
    }
}
static void for_simd_private(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int s = 0;
#pragma omp for simd private(s)
        for (int j = 0; j < N; j++) {
            s = a[0][j];
            a[1][j] = s;
        }
    }
}
static void thread_loop(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int s = 0;
#pragma omp loop bind(thread)
        for (int j = 0; j < N; j++)
            s += a[i][j]; /* thread_loop */
        r[i] = s;
    }
}
static void inner_counter(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < M; i++) {
        int k;
#pragma omp simd
        for (int j = 0; j < N; j++)
            for (k = 0; k < 2; k++) /* inner_counter */
                a[i][j] = k;
    }
}
static void array(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int count[4] = {0};
#pragma omp simd
        for (int j = 0; j < N; j++)
            count[a[i][j] & 3]++; /* array */
        r[i] = count[1];
    }
}
static void own_array(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int t[N];
#pragma omp simd
        for (int j = 0; j < N; j++) {
            int own[4] = {0};
            own[a[i][j] & 3]++;
            t[j] = own[1];
        }
        r[i] = t[0];
    }
}
static void by_address(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int s = 0;
#pragma omp simd
        for (int j = 0; j < N; j++)
            add(&s, a[i][j]);
        r[i] = s;
    }
}
static void own_by_address(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int t[N];
#pragma omp simd
        for (int j = 0; j < N; j++) {
            int own[4] = {0};
            put(own, a[i][j]);
            t[j] = part(own, 4);
        }
        r[i] = t[N - 1];
    }
}
static void linear(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int at = 0;
#pragma omp simd linear(at: 1)
        for (int j = 0; j < N; j++)
            a[i][at++] += j;
        r[i] = at;
    }
}
static void last(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int v = 0, w = 0, j;
#pragma omp simd lastprivate(v) lastprivate(conditional: w)
        for (j = 0; j < N; j++) {
            v = a[i][j];
            if (v > 3)
                w = v;
        }
        r[i] = v + w + j;
    }
}
static void ordered(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int s = 0;
#pragma omp simd
        for (int j = 0; j < N; j++) {
            int v = 2 * a[i][j];
#pragma omp ordered simd
            s += v;
        }
        r[i] = s;
    }
}
static void scan(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < M; i++) {
        int s = 0;
#pragma omp simd reduction(inscan, +: s)
        for (int j = 0; j < N; j++) {
            s += a[i][j];
#pragma omp scan inclusive(s)
            a[i][j] = s;
        }
    }
}
static void atomics(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int s = 0;
#pragma omp simd
        for (int j = 0; j < N; j++) {
#pragma omp atomic
            s += a[i][j];
        }
        r[i] = s;
    }
}
static void in_turn(void) /* one loop stores what the other loads */
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int t[N], s = 0;
#pragma omp simd
        for (int j = 0; j < N; j++)
            t[j] = a[i][j];
#pragma omp simd reduction(+: s)
        for (int j = 0; j < N; j++)
            s += t[N - 1 - j];
        t[0] = s;
#pragma omp simd
        for (int j = 0; j < N; j++)
            t[j] = t[j] + j;
        r[i] = t[0];
    }
}
#pragma omp begin declare target
static int filled(int from)
{
    int t[N];
#pragma omp simd
    for (int j = 0; j < N; j++)
        t[j] = from + j;
    return t[3];
}
static int turned(int from)
{
    int t[N];
#pragma omp simd
    for (int j = 0; j < N; j++)
        t[N - 1 - j] = from + j;
    return t[3];
}
#pragma omp end declare target
static void one_after_the_other(void) /* of two functions, in the same place of the stack; in another loop's iterations, too */
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int t[N];
#pragma omp simd
        for (int j = 0; j < N; j++)
            t[j] = filled(j) + turned(j);
        r[i] = filled(i) + turned(i) + t[5];
    }
}
static void registers(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        register int v = 0;
#pragma omp simd
        for (int j = 0; j < N; j++)
            if (a[i][j] == -1)
                v = 1;
        r[i] = v;
    }
}

/* ---- loops that may have no lanes: by a condition, or since one lane runs them in order ---- */

static int yes = 1, no = 0;
static void shift(int with, int by)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < M; i++)
#pragma omp simd if (with)
        for (int j = 0; j < N - 4; j++)
            a[i][j] = a[i][j + by]; /* condition */
}
static void condition(void) { shift(yes, 4); }
static void condition_false(void) { shift(no, 4); }
static void condition_own(void) { shift(yes, 0); }
static void condition_constant(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < M; i++)
#pragma omp simd if (1)
        for (int j = 0; j < N - 4; j++)
            a[i][j] = a[i][j + 4]; /* condition_constant */
}
static void condition_never(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < M; i++)
#pragma omp simd if (simd: 0)
        for (int j = 0; j < N - 4; j++)
            a[i][j] = a[i][j + 4];
}
static void total(int with)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int s = 0;
#pragma omp simd if (with > 0)
        for (int j = 0; j < N; j++)
            s += a[i][j]; /* condition_sum */
        r[i] = s;
    }
}
static void condition_sum(void) { total(yes); }
static void condition_sum_false(void) { total(no); }
static void condition_reduced(void)
{
    int with = yes;
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int s = 0;
#pragma omp simd if (with) reduction(+: s)
        for (int j = 0; j < N; j++)
            s += a[i][j];
        r[i] = s;
    }
    if (r[1] != 190)
        abort();
}
static void shift_threads(int with)
{
#pragma omp target map(tofrom: a)
#pragma omp parallel num_threads(4)
#pragma omp for simd schedule(static, 16) if (simd: with)
    for (int j = 0; j < N; j++)
        if (j % 16 < 15)
            a[0][j] = a[0][j + 1]; /* condition_of_threads */
}
static void condition_of_threads(void) { shift_threads(yes); }
static void condition_of_threads_false(void) { shift_threads(no); }
static void shift_all(int with)
{
#pragma omp target teams distribute parallel for simd if (simd: with) num_teams(1) num_threads(4) schedule(static, 16) \
    map(tofrom: a)
    for (int j = 0; j < N; j++)
        if (j % 16 < 15)
            a[0][j] = a[0][j + 1]; /* condition_of_all */
}
static void condition_of_all(void) { shift_all(yes); }
static void condition_of_all_false(void) { shift_all(no); }
static void condition_of_others(void) /* it is the host that runs the loop then */
{
    int with = no;
#pragma omp target teams distribute parallel for simd if (with) num_teams(1) num_threads(4) schedule(static, 16) \
    map(tofrom: a)
    for (int j = 0; j < N; j++)
        if (j % 16 < 15)
            a[0][j] = a[0][j + 1];
}
static void shift_in_parallel(int with)
{
#pragma omp target map(tofrom: a)
#pragma omp parallel for simd if (with) num_threads(4) schedule(static, 16)
    for (int j = 0; j < N; j++)
        if (j % 16 < 15)
            a[0][j] = a[0][j + 1]; /* condition_of_parallel */
}
static void condition_of_parallel(void) { shift_in_parallel(yes); }
static void condition_of_parallel_false(void) { shift_in_parallel(no); }
static void condition_of_target(void)
{
    int with = yes;
#pragma omp target teams distribute parallel for simd if (target: with) num_threads(4) map(tofrom: a)
    for (int j = 0; j < N; j++)
        a[0][j] = a[0][j] + 1;
}
#pragma omp begin declare target
static void shift_row(int *row, int with)
{
#pragma omp simd if (with == 1)
    for (int j = 0; j < N - 4; j++)
        row[j] = row[j + 4]; /* condition_in_function */
}
#pragma omp end declare target
static void shift_rows(int with)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < M; i++)
        shift_row(a[i], with);
}
static void condition_in_function(void) { shift_rows(yes); }
static void condition_in_function_false(void) { shift_rows(no); }
static void reduce_in_order(int by)
{
#pragma omp target teams distribute parallel for map(tofrom: a) map(from: r)
    for (int i = 0; i < M; i++) {
        int s = 0;
#pragma omp simd if (1) reduction(+: s)
        for (int j = 0; j < N - 4; j++) {
            a[i][j] = a[i][j + by]; /* reduced_in_order */
            s += a[i][j];
        }
        r[i] = s;
    }
}
static void reduced_in_order(void) { reduce_in_order(4); }
static void reduced_in_order_apart(void) { reduce_in_order(0); }
static void reduce_in_task(int by)
{
#pragma omp target map(tofrom: a, r)
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp task shared(r)
    {
#pragma omp simd reduction(+: r[1])
        for (int j = 0; j < N - 4; j++) {
            a[0][j] = a[0][j + by]; /* reduced_in_task */
            r[1] += a[0][j];
        }
    }
}
static void reduced_in_task(void) { reduce_in_task(4); }
static void reduced_in_task_apart(void) { reduce_in_task(0); }
static void reduced_section(void) /* of what is mapped: one lane adds in a copy, not there */
{
    for (int i = 0; i < M; i++)
        r[i] = 0;
#pragma omp target map(to: a) map(tofrom: r)
    {
#pragma omp simd if (1) reduction(+: r[2 : 3])
        for (int j = 0; j < N; j++)
            r[2 + j % 3] += a[0][j];
    }
    if (r[2] + r[3] + r[4] != 189 || r[1] || r[5])
        abort();
}
static void reduced_all_kinds(void)
{
    int s = 5, t = 1, low = 100, high = -100, all = 1, any = 0, ored = 0, sum[3] = {1, 2, 3};
    double _Complex z = 1;
    int *p = sum;
#pragma omp target map(to: a) map(tofrom: s, t, low, high, all, any, ored, sum, z)
    {
#pragma omp simd if (1) reduction(+: s, z, sum) reduction(*: t) reduction(min: low) reduction(max: high) \
    reduction(&&: all) reduction(||: any) reduction(|: ored)
        for (int j = 0; j < N; j++) {
            s += a[0][j];
            z += j;
            sum[j % 3] += 1;
            t *= 1 + (j < 4);
            low = low < a[0][j] ? low : a[0][j];
            high = high > a[0][j] ? high : a[0][j];
            all = all && a[0][j] < 7;
            any = any || j == 9;
            ored |= 1 << a[0][j];
        }
    }
#pragma omp target map(to: a) map(tofrom: p[0:3])
#pragma omp simd if (1) reduction(+: p[0:3])
    for (int j = 0; j < N; j++)
        p[j % 3] += 1;
    if (s != 194 || (int)z != 2017 || sum[0] != 45 || t != 16 || low || high != 6 || all != 1 || any != 1 || ored != 127)
        abort();
}

static void reduced_around_threads(void) /* the region's threads reach what the loop around it reduces */
{
    int all = -1, least = 0;
#pragma omp target teams distribute num_teams(3) map(tofrom : least) reduction(& : all)
    for (int i = 0; i < 5; i++) {
        int most = 0;
#pragma omp loop bind(thread) reduction(& : all) reduction(max : most)
        for (int j = 0; j < 7; j++) {
#pragma omp parallel for reduction(& : all) reduction(max : most)
            for (int k = 0; k < 40; k++) {
                all &= ~(1 << (i + j) % 4);
                most = i + j + k > most ? i + j + k : most;
            }
        }
#pragma omp atomic
        least += most;
    }
    if (all != ~15 || least != 45 + 46 + 47 + 48 + 49)
        exit(4);
}

/* Functions whose simd loops have lanes, called by iterations of a simd loop: several of one thread, one after the
 * other, in the same memory. */
static int last_of(int s)
{
#pragma omp simd lastprivate(s) simdlen(8)
    for (int j = 0; j < 19; j++)
        s = j;
    return s;
}
static int last_below(int s, int below)
{
#pragma omp simd lastprivate(conditional: s) simdlen(8)
    for (int j = 0; j < 19; j++)
        if (j < below)
            s = j;
    return s;
}
static int sum_from(int s)
{
#pragma omp simd reduction(+: s) simdlen(8)
    for (int j = 0; j < 19; j++)
        s += j;
    return s;
}
static int steps_from(int s)
{
    int v[19];
#pragma omp simd linear(s: 2) simdlen(8)
    for (int j = 0; j < 19; j++) {
        v[j] = s;
        s += 2;
    }
    return s - v[18];
}
static int running_sum(int s)
{
    int v[19];
#pragma omp simd reduction(inscan, +: s) simdlen(8)
    for (int j = 0; j < 19; j++) {
        s += j;
#pragma omp scan inclusive(s)
        v[j] = s;
    }
    return s - v[3];
}
static int sum_of_threads(int s)
{
#pragma omp parallel for reduction(+: s) num_threads(2)
    for (int j = 0; j < 19; j++)
        s += last_of(j) + j;
    return s;
}
static int last_ones(int s)
{
    int v[2] = {s, s};
#pragma omp simd lastprivate(v) simdlen(8)
    for (int j = 0; j < 19; j++)
        v[0] = v[1] = j;
    return s > 1 ? v[0] + last_ones(s / 2) : v[1];
}
static void functions_in_lanes(void)
{
#pragma omp target parallel for simd map(tofrom: a) num_threads(3)
    for (int i = 0; i < N; i++) {
        a[0][i] = last_of(i);
        a[1][i] = last_below(i, i);
        a[2][i] = sum_from(i);
        a[3][i] = steps_from(i);
        a[4][i] = running_sum(i);
    }
#pragma omp target parallel for map(tofrom: a) num_threads(3)
    for (int i = 0; i < N; i++)
        a[5][i] = sum_of_threads(i) + sum_from(i);
#pragma omp target teams distribute parallel for simd map(tofrom: a) num_threads(3) num_teams(2)
    for (int i = 0; i < N; i++)
        a[6][i] = last_of(i);
#pragma omp target teams distribute simd map(tofrom: a) num_teams(2)
    for (int i = 0; i < N; i++)
        a[7][i] = last_ones(i);
    for (int i = 0; i < N; i++)
        if (a[0][i] != 18 || a[1][i] != (i ? (i < 19 ? i : 19) - 1 : 0) || a[2][i] != 171 + i || a[3][i] != 2 ||
            a[4][i] != 165 || a[5][i] != 2 * i + 684 || a[6][i] != 18 || a[7][i] != last_ones(i))
            abort();
}
static int last_that_all_store(int s)
{
#pragma omp simd simdlen(8)
    for (int j = 0; j < 19; j++)
        s = j; /* shared_in_lanes */
    return s;
}
static void shared_in_lanes(void)
{
#pragma omp target parallel for map(tofrom: a) num_threads(3)
    for (int i = 0; i < N; i++)
        a[0][i] = last_that_all_store(i);
}
static void shared_by_lanes(void)
{
#pragma omp target parallel for simd map(tofrom: r) num_threads(3)
    for (int i = 0; i < N; i++)
        r[0] = last_of(i); /* shared_by_lanes */
}

int main(int argc, char **argv)
{
    for (int i = 0; i < M * N; i++)
        a[i / N][i % N] = i % 7;
#define CASE(name)                                                                                                     \
    if (argc > 1 && strcmp(argv[1], #name) == 0) {                                                                     \
        name();                                                                                                        \
        return 0;                                                                                                      \
    }
    CASE(sum) CASE(reduced) CASE(sum_of_team) CASE(sum_in_league) CASE(near_safelen) CASE(far_safelen) CASE(simdlen)
    CASE(in_function) CASE(in_function_reduced) CASE(for_simd) CASE(for_simd_private) CASE(thread_loop)
    CASE(inner_counter) CASE(array) CASE(own_array) CASE(by_address) CASE(own_by_address) CASE(linear) CASE(last)
    CASE(ordered) CASE(scan) CASE(atomics) CASE(in_turn) CASE(one_after_the_other) CASE(registers)
    CASE(condition) CASE(condition_false) CASE(condition_own) CASE(condition_constant) CASE(condition_never)
    CASE(condition_sum) CASE(condition_sum_false) CASE(condition_reduced) CASE(condition_of_threads)
    CASE(condition_of_threads_false) CASE(condition_of_all) CASE(condition_of_all_false) CASE(condition_of_others)
    CASE(condition_of_parallel) CASE(condition_of_parallel_false) CASE(condition_of_target)
    CASE(condition_in_function) CASE(condition_in_function_false) CASE(reduced_in_order)
    CASE(reduced_in_order_apart) CASE(reduced_in_task) CASE(reduced_in_task_apart) CASE(reduced_section)
    CASE(reduced_all_kinds) CASE(reduced_around_threads) CASE(functions_in_lanes)
    CASE(shared_in_lanes) CASE(shared_by_lanes)
    return 2;
}
