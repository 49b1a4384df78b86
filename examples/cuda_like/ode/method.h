/* method.h: Bogacki and Shampine's method, third order with an error estimate of second order. Step sizes are halved and
 * doubled, and the error is the largest of all equations, so that no order of operations can change them. */
#ifndef METHOD_H
#define METHOD_H

enum { STAGES = 4 };
static const double TOLERANCE = 1e-6, FIRST_STEP = 1.0 / 64;

/* where stage `stage` (1 … 3) is evaluated; that of stage 3 is the new state */
static inline double stage_state(int stage, double y, double h, const double *k)
{
    switch (stage) {
    case 1: return y + h * (k[0] / 2);
    case 2: return y + h * (3 * k[1] / 4);
    default: return y + h * (2 * k[0] + 3 * k[1] + 4 * k[2]) / 9;
    }
}

/* the error of one equation against what is allowed: a step is good when none is above 1 */
static inline double step_error(double y, double h, const double *k)
{
    const double e = h * (-5 * k[0] + 6 * k[1] + 8 * k[2] - 9 * k[3]) / 72;
    return (e < 0 ? -e : e) / (TOLERANCE * (1 + (y < 0 ? -y : y)));
}

static inline double next_step(double h, double error)
{
    return error > 1 ? h / 2 : error < 1.0 / 16 ? h * 2 : h;
}

#endif
