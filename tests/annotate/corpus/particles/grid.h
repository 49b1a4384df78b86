/* Particles in a mesh: types and small functions, some with loops of their own. */
#ifndef GRID_H
#define GRID_H

#define NG 32
#define NP 500

struct particle {
    double x, v, q;
    int cell;
};

extern double rho[NG + 1], phi[NG + 1], field[NG + 1];

static inline double wrap(double x)
{
    /* truth: serial exit flow(x) distance 1 */
    while (x < 0)
        x += NG;
    /* truth: serial exit flow(x) distance 1 */
    while (x >= NG)
        x -= NG;
    return x;
}

static inline double total(const double *v, int n)
{
    double s = 0;
    /* truth: reduction(+: s) */
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

void deposit(const struct particle *p, int n);
void solve(void);
void push(struct particle *p, int n, double dt);
int sort_by_cell(struct particle *p, struct particle *sorted, int *start, int n);

#endif
