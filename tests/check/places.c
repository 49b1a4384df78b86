// RUN: %gantry cc -fcheck --offload-arch=emulated %s -o %t.1
// RUN: %run_emulated32 %t.1 | grep -v 'combiner.*off' | sort -u >%t.out && diff %S/Inputs/places.txt %t.out
// RUN: GANTRY_EMULATED_SEED=7 %run_emulated64 %t.1 | grep -v 'combiner.*off' | sort -u | diff %t.out -
// RUN: %gantry cc -O1 -fcheck --offload-arch=emulated --teams-mode=generic --parallel-mode=generic --simd-group=8 %s -o %t.2
// RUN: %run_emulated32 %t.2 | grep -v 'combiner.*off' | sort -u | diff %t.out -
// RUN: %gantry cc -fcheck --check-runtime --offload-arch=emulated --teams-mode=spmd --parallel-mode=spmd --lockstep --simd-group=4 %s -o %t.3
// RUN: GANTRY_EMULATED_SEED=8 GANTRY_EMULATED_LOCKSTEP=1 %run_emulated32 %t.3 | grep -v 'combiner.*off' | sort -u | diff %t.out -
/* Whose code runs where: the logical place of each call is the same whatever form a region has, however many lanes a
 * thread has, and in whatever order they go. Inputs/places.txt is what the first program prints. */
#include <omp.h>
#include <stdio.h>
#pragma omp declare target
void __gd_emu_print_place(const char *tag);
static void at(const char *s, int i)
{
    char b[40];
    int n = 0;
    while (s[n])
        b[n] = s[n], n++;
    b[n++] = ' ';
    if (i >= 100)
        b[n++] = '0' + i / 100;
    if (i >= 10)
        b[n++] = '0' + i / 10 % 10;
    b[n++] = '0' + i % 10;
    b[n] = 0;
    __gd_emu_print_place(b);
}
static void orphan(int who)
{
#pragma omp for nowait
    for (int i = 0; i < 2; i++)
        at("orphaned for", who * 10 + i);
#pragma omp sections
    {
        at("orphaned section", 0);
#pragma omp section
        at("orphaned section", 1);
    }
#pragma omp barrier
    at("orphan end", who);
}
static void lanes(int who)
{
#pragma omp simd
    for (int i = 0; i < 2; i++)
        at("function simd", who * 10 + i);
}
#pragma omp end declare target
struct most {
    int value;
};
#pragma omp declare target
static void most_of(struct most *out, const struct most *in)
{
    at("combiner", 0);
    if (in->value > out->value)
        *out = *in;
}
static void first_most(struct most *m)
{
    at("initialiser", 0);
    m->value = 0;
}
static void opens_region(int i)
{
#pragma omp parallel for num_threads(2)
    for (int j = 0; j < 2; j++)
        at("region of a function", i * 10 + j);
}
#pragma omp end declare target
#pragma omp declare reduction(most : struct most : most_of(&omp_out, &omp_in)) initializer(first_most(&omp_priv))

static void more(void)
{
    struct most m = {0};
    int s = 0, x = 0;
#pragma omp target parallel num_threads(2) map(tofrom : m, s) firstprivate(x)
    {
#pragma omp for reduction(most : m)
        for (int i = 0; i < 2; i++)
            m.value += i;
#pragma omp for reduction(inscan, + : s)
        for (int i = 0; i < 3; i++) {
            s += i;
            at("before scan", i);
#pragma omp scan inclusive(s)
            at("after scan", i);
        }
#pragma omp for ordered(1)
        for (int i = 0; i < 3; i++) {
#pragma omp ordered doacross(sink : i - 1)
            at("after sink", i);
#pragma omp ordered doacross(source:)
        }
#pragma omp single copyprivate(x)
        x = 1;
        at("after copyprivate", 0);
#pragma omp for
        for (int i = 0; i < 2; i++)
            at("asks", omp_get_thread_num() < 0);
    }
#pragma omp target parallel if(parallel : 0)
    {
        at("if(0)", 0);
#pragma omp for
        for (int i = 0; i < 2; i++)
            at("for of if(0)", i);
    }
#pragma omp target teams num_teams(2) thread_limit(8)
    {
        at("asks for team", omp_get_team_num() < 0);
        opens_region(7);
        at("after region of a function", 0);
    }
#pragma omp target parallel sections num_threads(2)
    {
        at("parallel sections", 0);
#pragma omp section
        at("parallel sections", 1);
    }
#pragma omp target parallel masked taskloop simd num_threads(2)
    for (int i = 0; i < 2; i++)
        at("masked taskloop", i);
#pragma omp target simd
    for (int i = 0; i < 2; i++)
        at("target simd", i);
#pragma omp target teams distribute reduction(most : m) num_teams(2)
    for (int i = 0; i < 2; i++)
        m.value += i;
}

int main(void)
{
#pragma omp target teams distribute parallel for num_teams(2)
    for (int i = 0; i < 3; i++)
        at("combined", i);
#pragma omp target teams num_teams(2)
    {
        at("team", 0);
#pragma omp distribute
        for (int i = 0; i < 2; i++) {
            at("distribute", i);
#pragma omp parallel for num_threads(2)
            for (int j = 0; j < 3; j++)
                at("inner", i * 10 + j);
            at("after", i);
        }
    }
#pragma omp target parallel num_threads(2)
    {
        at("parallel", 0);
#pragma omp for
        for (int i = 0; i < 3; i++)
            at("for", i);
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 3; i++)
            at("static", i);
#pragma omp single
        at("single", 0);
#pragma omp barrier
        at("end", 0);
#pragma omp for simd
        for (int i = 0; i < 3; i++)
            at("for simd", i);
#pragma omp simd
        for (int i = 0; i < 2; i++)
            at("simd", i);
    }
    int x = 1, s = 0, a[4] = {0};
#pragma omp target parallel num_threads(2) map(tofrom : x, s)
    {
        orphan(1);
#pragma omp sections
        {
            at("section", 0);
#pragma omp section
            at("section", 1);
#pragma omp section
            at("section", 2);
        }
#pragma omp single nowait
        at("single nowait", 0);
#pragma omp single
        at("single", 1);
#pragma omp masked
        at("masked", 0);
#pragma omp masked filter(1)
        at("masked", 1);
#pragma omp critical
        at("critical", 0);
#pragma omp for collapse(2) nowait
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                at("collapse", i * 10 + j);
#pragma omp for collapse(2)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j <= i; j++)
                at("triangle", i * 10 + j);
#pragma omp for ordered
        for (int i = 0; i < 3; i++) {
            at("before ordered", i);
#pragma omp ordered
            at("ordered", i);
        }
#pragma omp for schedule(dynamic, 2)
        for (int i = 0; i < 4; i++)
            at("dynamic", i);
#pragma omp for schedule(guided)
        for (int i = 0; i < 4; i++)
            at("guided", i);
#pragma omp for schedule(static, 1)
        for (int i = 0; i < 4; i++)
            at("static 1", i);
#pragma omp for schedule(static, 1) order(concurrent)
        for (int i = 0; i < 2; i++)
            at("concurrent", i);
#pragma omp for reduction(+ : s)
        for (int i = 0; i < 3; i++) {
            s += i;
            at("reduction", i);
        }
#pragma omp for firstprivate(x) lastprivate(x)
        for (int i = 0; i < 3; i++) {
            x += i;
            at("lastprivate", i);
        }
#pragma omp scope
        at("scope", 0);
        at("end", 0);
    }
#pragma omp target parallel num_threads(2)
    {
        lanes(1);
#pragma omp barrier
        at("between", 0);
        lanes(2);
#pragma omp simd safelen(4)
        for (int i = 0; i < 2; i++)
            at("own simd", i);
#pragma omp for simd schedule(static)
        for (int i = 0; i < 3; i++)
            at("static for simd", i);
#pragma omp for
        for (int i = 0; i < 2; i++) {
            at("outer", i);
#pragma omp simd
            for (int j = 0; j < 2; j++)
                at("simd in for", i * 10 + j);
            at("outer again", i);
        }
#pragma omp for
        for (int i = 0; i < 2; i++)
            lanes(i + 5);
    }
#pragma omp target teams num_teams(3)
    {
#pragma omp distribute dist_schedule(static)
        for (int i = 0; i < 3; i++)
            at("distribute static", i);
#pragma omp distribute dist_schedule(static, 1)
        for (int i = 0; i < 3; i++) {
#pragma omp parallel num_threads(2)
            {
                at("parallel in it", i);
#pragma omp barrier
#pragma omp for
                for (int j = 0; j < 2; j++)
                    at("for in it", i * 10 + j);
            }
#pragma omp parallel num_threads(1)
            {
                at("parallel of one", i);
#pragma omp for
                for (int j = 0; j < 2; j++)
                    at("for of one", i * 10 + j);
            }
#pragma omp simd
            for (int j = 0; j < 2; j++)
                at("simd of team", i * 10 + j);
        }
#pragma omp distribute simd
        for (int i = 0; i < 3; i++)
            at("distribute simd", i);
#pragma omp distribute parallel for num_threads(2)
        for (int i = 0; i < 3; i++)
            at("distribute parallel for", i);
#pragma omp distribute parallel for schedule(static) num_threads(2)
        for (int i = 0; i < 3; i++)
            at("static threads", i < 3 ? 0 : 1);
#pragma omp distribute parallel for simd num_threads(2)
        for (int i = 0; i < 3; i++)
            at("distribute parallel for simd", i);
    }
#pragma omp target teams loop num_teams(2)
    for (int i = 0; i < 3; i++)
        at("loop", i);
#pragma omp target teams num_teams(1)
    {
#pragma omp distribute
        for (int i = 0; i < 2; i++)
            at("one team", i);
#pragma omp parallel num_threads(2)
        {
#pragma omp loop bind(parallel)
            for (int i = 0; i < 2; i++)
                at("loop parallel", i);
#pragma omp loop bind(thread)
            for (int i = 0; i < 2; i++)
                at("loop thread", i);
#pragma omp parallel for
            for (int i = 0; i < 2; i++)
                at("nested", i);
#pragma omp barrier
            at("after nested", 0);
        }
    }
#pragma omp target
    {
        at("target", 0);
#pragma omp parallel num_threads(2)
        {
#pragma omp single
            {
                at("in single", 0);
#pragma omp task
                at("task", 0);
#pragma omp taskloop
                for (int i = 0; i < 2; i++)
                    at("taskloop", i);
#pragma omp taskgroup
                {
#pragma omp task if (0)
                    at("undeferred", 0);
                }
#pragma omp taskwait
            }
        }
        at("after region", 0);
#pragma omp parallel for num_threads(2)
        for (int i = 0; i < 2; i++)
            at("second region", i);
    }
    more();
    return 0;
}
