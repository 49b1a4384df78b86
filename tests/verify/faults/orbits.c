/* Bodies that pull each other, step by step: real numbers that no format holds exactly. */
#include <math.h>
#include <stdio.h>
enum { N = 60, STEPS = 3 };
static double x[N], y[N], vx[N], vy[N], mass[N];
int main(void)
{
    double energy = 0, centre = 0, widest = 0;
    for (int i = 0; i < N; i++)
        x[i] = 0.1 * i, y[i] = 1.0 / (i + 3), vx[i] = 0, vy[i] = 0.01 * i, mass[i] = 1.0 + 0.7 * (i % 4);
#pragma omp target data map(to : mass) map(tofrom : x, y) map(tofrom : vx, vy)
    for (int step = 0; step < STEPS; step++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++) {
            double ax = 0, ay = 0;
            for (int j = 0; j < N; j++) {
                double dx = x[j] - x[i], dy = y[j] - y[i], r2 = dx * dx + dy * dy + 0.05;
                ax += mass[j] * dx / (r2 * sqrt(r2));
                ay += mass[j] * dy / (r2 * sqrt(r2));
            }
            vx[i] += 0.003 * ax;
            vy[i] += 0.003 * ay;
        }
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++) {
            x[i] += 0.003 * vx[i];
            y[i] += 0.003 * vy[i];
        }
    }
#pragma omp target teams distribute parallel for map(to : vx, vy, mass) map(tofrom : energy) reduction(+ : energy)
    for (int i = 0; i < N; i++)
        energy += 0.5 * mass[i] * (vx[i] * vx[i] + vy[i] * vy[i]);
#pragma omp target parallel for map(to : x, y) map(tofrom : centre, widest) reduction(+ : centre) reduction(max : widest)
    for (int i = 0; i < N; i++) {
        centre += x[i] / N;
        widest = fabs(y[i]) > widest ? fabs(y[i]) : widest;
    }
    printf("%.12g %.12g %.12g %.14g %.14g\n", energy, centre, widest, x[7], vy[N - 1]);
    return 0;
}
