// Right: a mapper over an array of structures. Wrong: its map of one member lets nothing in.
// FAULT: 22 's'
#include <stdio.h>
#include <stdlib.h>
struct vec { int n; double *x; double *y; };
#ifdef FAULT
#pragma omp declare mapper(struct vec v) map(v) map(to: v.x[0:v.n]) map(alloc: v.y[0:v.n])
#else
#pragma omp declare mapper(struct vec v) map(v) map(v.x[0:v.n], v.y[0:v.n])
#endif
int main(void)
{
    struct vec v[3];
    double s = 0;
    for (int k = 0; k < 3; k++) {
        v[k].n = 10 + k;
        v[k].x = malloc(sizeof(double) * v[k].n);
        v[k].y = malloc(sizeof(double) * v[k].n);
        for (int i = 0; i < v[k].n; i++)
            v[k].x[i] = i * 0.5 + k, v[k].y[i] = i;
    }
#pragma omp target map(tofrom: v) map(tofrom: s)
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < v[k].n; i++) {
            v[k].y[i] = 2 * v[k].x[i] + v[k].y[i];
            s += v[k].y[i];
        }
    printf("%g %g\n", s, v[2].y[11]);
}
