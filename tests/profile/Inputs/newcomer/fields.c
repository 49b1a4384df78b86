/* needs 1 to, 1 from: arrays within one structure, which is mapped as a whole, and of which the host reads another member */
#include <stdio.h>

static struct {
    int steps;
    double rho[300], flux[300], unused[300];
} g = {.steps = 9};

static void fluxes(void)
{
#pragma omp target teams distribute parallel for map(tofrom: g)
    for (int i = 0; i < 300; i++)
        g.flux[i] = g.rho[i] * (g.rho[i] - 1) * 0.5;
}

static void advance(double dt)
{
#pragma omp target teams distribute parallel for map(tofrom: g)
    for (int i = 1; i < 300; i++)
        g.rho[i] -= dt * (g.flux[i] - g.flux[i - 1]);
}

int main(void)
{
    for (int i = 0; i < 300; i++)
        g.rho[i] = 1 + i % 30 * 0.01;
    for (int k = 0; k < g.steps; k++) {
        fluxes();
        advance(0.03125);
    }
    double sum = 0;
    for (int i = 0; i < 300; i++)
        sum += g.rho[i];
    printf("%.12g\n", sum);
}
