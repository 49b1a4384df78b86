/* particles.c: points that swim in the flow. */
#include "plume.h"

double px[MOST_PARTICLES], py[MOST_PARTICLES];
int nparticles, count[NY][NX];

/* the same points in each run: a generator of our own */
static unsigned next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

void particles_place(void)
{
    unsigned state = 1;
    for (int i = 0; i < nparticles; i++) {
        px[i] = (double)next_random(&state) / (1 << 24);
        py[i] = (double)next_random(&state) / (1 << 24);
    }
}

static int cell_of(double x, int n)
{
    int i = (int)(x * n);
    return i < 0 ? 0 : i > n - 1 ? n - 1 : i;
}

/* The walls throw a particle back. */
static double inside(double x)
{
    return x < 0 ? -x : x > 1 ? 2 - x : x;
}

/* The flow half a step on says how far a particle gets in this step. */
void particles_move(double dt)
{
    for (int i = 0; i < nparticles; i++) {
        double x = px[i], y = py[i];
        int row = cell_of(y, NY), column = cell_of(x, NX);
        double middle_x = inside(x + dt / 2 * u[row][column]), middle_y = inside(y + dt / 2 * v[row][column]);
        row = cell_of(middle_y, NY);
        column = cell_of(middle_x, NX);
        px[i] = inside(x + dt * u[row][column]);
        py[i] = inside(y + dt * v[row][column]);
    }
}

/* How many particles are in the cell that has most of them? */
int particles_crowd(void)
{
    int most = 0;
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
            count[j][i] = 0;
    for (int i = 0; i < nparticles; i++)
        count[cell_of(py[i], NY)][cell_of(px[i], NX)]++;
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
            most = count[j][i] > most ? count[j][i] : most;
    return most;
}
