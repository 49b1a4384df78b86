// Right: function pointers in a table, mathematics. Wrong: a neighbour is read.
// FAULT: 17 'x'
#include <math.h>
#include <stdio.h>
#pragma omp begin declare target
typedef double (*op)(double, double);
static double add(double a, double b) { return a + b; }
static double hyp(double a, double b) { return sqrt(a * a + b * b); }
static double trig(double a, double b) { return sin(a) * exp(-b * 0.01) + pow(a + 1, 0.3); }
op ops[3] = {add, hyp, trig};
#pragma omp end declare target
int main(void)
{
    double x[90];
    for (int i = 0; i < 90; i++)
        x[i] = i;
#pragma omp target teams distribute parallel for map(tofrom: x)
    for (int i = 0; i < 90; i++)
#ifdef FAULT
        x[i] = ops[i % 3](x[(i + 1) % 90], i);
#else
        x[i] = ops[i % 3](x[i], i);
#endif
    double s = 0;
    for (int i = 0; i < 90; i++)
        s += x[i];
    printf("%.6g\n", s);
}
