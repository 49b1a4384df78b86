/* ode.h: systems of ordinary differential equations y' = f(y), and how a result looks. */
#ifndef ODE_H
#define ODE_H

enum { MOST_EQUATIONS = 90, KINDS = 3, MOST_STEPS = 20000 };

struct system {
    int kind, equations; /* kind: which right-hand side, see rhs.h */
    double parameter;
};

struct result {
    double time;            /* reached: the end, unless there were too many steps */
    int accepted, rejected; /* steps */
};

/* From y[s * MOST_EQUATIONS + i] at time 0 to the same place at time `end`. */
typedef void solve_function(int systems, const struct system *system, double end, double *y, struct result *result);
solve_function solve_on_device, solve_serial;

#endif
