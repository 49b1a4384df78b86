/* device.c: the kernel. A team solves one system at a time, its threads an equation each (or several); the state and its
 * derivatives are the team's. Every stage needs all values of the one before: barriers, in a loop with as many turns as
 * the system needs steps, with a way around for steps that are rejected. */
#include "method.h"
#include "ode.h"
#include "rhs.h"
#include "team.h"

enum { NUM_TEAMS = 9, THREADS = 45 };

struct clock {
    double time, step;
    int accepted, rejected;
};

struct equation {
    double y, at, k[STAGES]; /* value, value where the stage is evaluated, derivatives */
};

/* the largest error of the team's threads, which all of them get */
static double largest(double error, double *part)
{
    const int t = omp_get_thread_num(), threads = omp_get_num_threads();
    part[t] = error;
    BARRIER
    for (int stride = 1; stride < threads; stride *= 2) {
        if (t % (2 * stride) == 0 && t + stride < threads && part[t + stride] > part[t])
            part[t] = part[t + stride];
        BARRIER
    }
    const double result = part[0];
    BARRIER
    return result;
}

static void evaluate(int stage, const struct system *s, rhs_function *f, struct equation *eq, double *at)
{
    FOR_THREAD(i, s->equations)
        at[i] = eq[i].at;
    BARRIER
    FOR_THREAD(i, s->equations)
        eq[i].k[stage] = f(at, i, s->equations, s->parameter);
    BARRIER
}

void solve_on_device(int systems, const struct system *system, double end, double *y, struct result *result)
{
    TEAMS(NUM_TEAMS, THREADS, map(to: system[0:systems]) map(tofrom: y[0:systems * MOST_EQUATIONS]) \
                                  map(from: result[0:systems]))
    {
        struct equation eq[MOST_EQUATIONS];
        double at[MOST_EQUATIONS], part[THREADS];
        struct clock clock;
        THREADS_OF_TEAM(THREADS)
        FOR_TEAM(which, systems)
        {
            const struct system s = system[which];
            rhs_function *const f = rhs_table[s.kind];
            double *mine = &y[which * MOST_EQUATIONS];
            FOR_THREAD(i, s.equations)
                eq[i].y = eq[i].at = mine[i];
            if (omp_get_thread_num() == 0)
                clock = (struct clock){0, FIRST_STEP, 0, 0};
            BARRIER
            evaluate(0, &s, f, eq, at);

            while (clock.time < end && clock.accepted + clock.rejected < MOST_STEPS) {
                const double h = clock.time + clock.step > end ? end - clock.time : clock.step;
                double error = 0;
                for (int stage = 1; stage < STAGES; stage++) {
                    FOR_THREAD(i, s.equations)
                        eq[i].at = stage_state(stage, eq[i].y, h, eq[i].k);
                    evaluate(stage, &s, f, eq, at);
                }
                FOR_THREAD(i, s.equations)
                {
                    const double e = step_error(eq[i].y, h, eq[i].k);
                    error = e > error ? e : error;
                }
                error = largest(error, part);
                if (error > 1) { /* the same for all threads: they all meet at this barrier or none does */
                    if (omp_get_thread_num() == 0) {
                        clock.step = next_step(h, error);
                        clock.rejected++;
                    }
                    BARRIER
                    continue;
                }
                FOR_THREAD(i, s.equations)
                {
                    eq[i].y = eq[i].at;
                    eq[i].k[0] = eq[i].k[STAGES - 1]; /* the last stage is the next step's first */
                }
                if (omp_get_thread_num() == 0) {
                    clock.time = h == clock.step ? clock.time + h : end;
                    clock.step = next_step(h, error);
                    clock.accepted++;
                }
                BARRIER
            }

            FOR_THREAD(i, s.equations)
                mine[i] = eq[i].y;
            OMP(omp master)
            result[which] = (struct result){clock.time, clock.accepted, clock.rejected};
            BARRIER
        }
    }
}
