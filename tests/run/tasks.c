// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --teams-mode=generic --parallel-mode=generic --simd-group=8 --offload-arch=emulated %s -o %t.generic -lm
// RUN: GANTRY_EMULATED_SEED=3 %run_emulated32 %t.generic && GANTRY_EMULATED_SEED=4 %run_emulated64 %t.generic
/* Tasks in loops, task groups in task loops, tasks beside simd loops over lanes, in SPMD and generic kernels; in functions, of
 * structures and of variables that the device has of its own. */
#include "check.h"
int counter;
#pragma omp declare target(counter)
typedef struct { double v[3]; char c; } S;
#pragma omp declare target
int g = 7;
void orphan(int *out, int i) {
    S s = {{i, 2.0 * i, 3.0 * i}, 'a'};
    int k = i;
#pragma omp task
    { s.v[0] = -1; k = -1; out[i] = (int)(s.v[1] + s.v[2]); }
#pragma omp taskwait
#pragma omp taskgroup
    {
#pragma omp task shared(s)
      s.v[1] = 100 + i;
    }
#pragma omp critical
    out[i] += s.v[0] == i && k == i ? (int)s.v[1] : -1000000;
#pragma omp task shared(g)
    {
#pragma omp atomic
    g++; }
}
void reduce_in(long *s, int n) {
#pragma omp taskloop in_reduction(+: s[0:1]) grainsize(3)
    for (int i = 0; i < n; i++) s[0] += i;
}
#pragma omp end declare target
static void in_functions(void)
{
    int out[50] = {0};
#pragma omp target parallel for map(tofrom: out)
    for (int i = 0; i < 50; i++) orphan(out, i);
    for (int i = 0; i < 50; i++) CHECK_INT(out[i], 6 * i - i + 100 + i, "out %d", i);
    int b[40] = {0};
#pragma omp target parallel for map(tofrom: b)
    for (int i = 0; i < 40; i++) {
        int z = i;
#pragma omp task
        { z++; b[i] = z; }
    }
    for (int i = 0; i < 40; i++) CHECK_INT(b[i], i + 1, "b %d", i);
    int gg = 0;
#pragma omp target map(from: gg)
    gg = g;
    CHECK_INT(gg, 57, "g");
    long sum = 3, total = 0;
#pragma omp target teams distribute parallel for map(tofrom: total)
    for (int j = 0; j < 9; j++) {
        long s = 1;
#pragma omp taskgroup task_reduction(+: s)
        {
            reduce_in(&s, 20 + j);
        }
#pragma omp atomic
        total += s;
    }
    long want = 0;
    for (int j = 0; j < 9; j++) want += 1 + (20 + j) * (19 + j) / 2;
    CHECK_INT(total, want, "total");
    /* sections, for, critical, single, master around */
    int k[6] = {0};
#pragma omp target parallel num_threads(4) map(tofrom: k)
    {
#pragma omp sections
        {
#pragma omp section
#pragma omp task
            k[0] = 1;
#pragma omp section
            {
#pragma omp task
            k[1] = 2;
            }
        }
#pragma omp for
        for (int i = 0; i < 4; i++) {
#pragma omp critical
            {
#pragma omp task
                k[2]++;
#pragma omp taskwait
            }
        }
#pragma omp master
#pragma omp task
        k[3] = 4;
#pragma omp masked
        {
#pragma omp taskgroup
#pragma omp task
        k[4] = 5;
        k[5] = k[4] + 1;
        }
    }
    for (int i = 0; i < 6; i++) CHECK_INT(k[i], i == 2 ? 4 : i + 1, "k %d", i);
    /* lanes beside tasks */
    float x[8][33]; long red = 0;
#pragma omp target teams distribute num_teams(2) map(from: x) map(tofrom: red) reduction(+: red)
    for (int q = 0; q < 2; q++)
#pragma omp parallel for num_threads(4) reduction(+: red)
    for (int t = 0; t < 4; t++) {
        float by = 0;
#pragma omp task shared(by)
        by = (float)(q * 4 + t);
#pragma omp taskwait
#pragma omp simd reduction(+: red)
        for (int i = 0; i < 33; i++) { x[q * 4 + t][i] = by * i; red += i; }
#pragma omp taskloop shared(by) private(red)
        for (int i = 0; i < 3; i++) { red = i; x[q * 4 + t][i] += by; }
    }
    for (int t = 0; t < 8; t++) for (int i = 0; i < 33; i++) CHECK_REAL(x[t][i], t * i + (i < 3 ? t : 0), 1, "x %d %d", t, i);
    CHECK_INT(red, 8 * 528, "red");
    sum = 0;
    double m = 0;
#pragma omp target map(tofrom: sum, m)
    {
    long loc[4] = {1, 2, 3, 4};
#pragma omp taskloop collapse(2) reduction(+: loc[1:2], sum) lastprivate(m)
    for (unsigned char i = 200; i < 210; i++)
        for (short j = 5; j > -5; j -= 2) { loc[1] += i; loc[2] += j; sum++; m = i + 0.5 * j; }
    sum = sum * 1000000 + loc[0] + loc[1] + loc[2] + loc[3];
    }
    CHECK_INT(sum, 50 * 1000000 + 5 + 5 + 5 * 2045 + 10 * 5, "sum");
    CHECK_REAL(m, 209 + 0.5 * -3, 1, "m");
}
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    in_functions();
    int n = 33, done[4] = {0}, it[33];
    double acc = 0, part[3] = {0};
    /* gets: dynamic schedule with tasks, nested taskgroups, nested taskloops */
#pragma omp target parallel num_threads(4) map(tofrom: done, acc, part) map(from: it)
    {
#pragma omp for schedule(dynamic, 2)
        for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
            it[i] = i * i;
        }
#pragma omp single nowait
        {
            double local = 0;
#pragma omp taskgroup task_reduction(+: local)
            {
#pragma omp taskloop in_reduction(+: local) num_tasks(3)
                for (int i = 0; i < 10; i++) {
                    double inner = 0;
#pragma omp taskloop reduction(+: inner)
                    for (int j = 0; j <= i; j++) inner += j;
                    local += inner;
                }
            }
            acc = local;
        }
#pragma omp master
        {
#pragma omp taskloop nogroup
        for (int t = 0; t < 4; t++) done[t]++;
#pragma omp taskwait
        }
#pragma omp task
        {
#pragma omp task
            {
#pragma omp atomic
            counter++;
            }
        }
    }
    for (int i = 0; i < n; i++) CHECK_INT(it[i], i * i, "it %d", i);
    CHECK_REAL(acc, 165, 2, "acc");
    for (int i = 0; i < 4; i++) CHECK_INT(done[i], 1, "done");
    int c = 0;
#pragma omp target map(from: c)
    c = counter;
    CHECK(c >= 1 && c <= 4, "counter %d", c);
    /* target teams loop around, simd loops in function in tasks */
    long s = 0;
#pragma omp target teams distribute reduction(+: s) num_teams(3)
    for (int k = 0; k < 7; k++) {
        long mine = 0;
#pragma omp parallel num_threads(4) reduction(task, +: mine)
        {
#pragma omp for simd
            for (int i = 0; i < 20; i++) ;
#pragma omp single
            for (int i = 0; i < 5; i++)
#pragma omp task in_reduction(+: mine)
            {
                long t = 0;
#pragma omp simd reduction(+: t)
                for (int j = 0; j < 9; j++) t += j;
                mine += t * i;
            }
        }
        s += mine;
    }
    CHECK_INT(s, 7 * 360, "s");
    return check_end();
}
