/* serial.c: one system after the other. */
#include "method.h"
#include "ode.h"
#include "rhs.h"
#include <string.h>

static struct result solve_one(const struct system *s, double end, double *y)
{
    struct result r = {0, 0, 0};
    double k[MOST_EQUATIONS][STAGES], at[MOST_EQUATIONS], h_next = FIRST_STEP;
    rhs_function *f = rhs_table[s->kind];
    for (int i = 0; i < s->equations; i++)
        k[i][0] = f(y, i, s->equations, s->parameter);
    while (r.time < end && r.accepted + r.rejected < MOST_STEPS) {
        const double h = r.time + h_next > end ? end - r.time : h_next;
        double error = 0;
        for (int stage = 1; stage < STAGES; stage++) {
            for (int i = 0; i < s->equations; i++)
                at[i] = stage_state(stage, y[i], h, k[i]);
            for (int i = 0; i < s->equations; i++)
                k[i][stage] = f(at, i, s->equations, s->parameter);
        }
        for (int i = 0; i < s->equations; i++) {
            const double e = step_error(y[i], h, k[i]);
            error = e > error ? e : error;
        }
        const int good = !(error > 1);
        if (good) {
            for (int i = 0; i < s->equations; i++)
                k[i][0] = k[i][STAGES - 1];
            memcpy(y, at, (size_t)s->equations * sizeof *y);
            r.time = h == h_next ? r.time + h : end;
        }
        h_next = next_step(h, error);
        r.accepted += good;
        r.rejected += !good;
    }
    return r;
}

void solve_serial(int systems, const struct system *system, double end, double *y, struct result *result)
{
    for (int s = 0; s < systems; s++)
        result[s] = solve_one(&system[s], end, &y[s * MOST_EQUATIONS]);
}
