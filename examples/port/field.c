/* field.c: the dye on the grid. */
#include "plume.h"

#include <math.h>

double dye[NY][NX], dye_next[NY][NX];

void field_blob(double x0, double y0, double width)
{
    for (int j = 0; j < NY; j++) {
        for (int i = 0; i < NX; i++) {
            double dx = (i + 0.5) * SIDE - x0, dy = (j + 0.5) * SIDE - y0;
            dye[j][i] = exp(-(dx * dx + dy * dy) / (width * width));
        }
    }
}

/* Gauss-Seidel sweeps: each cell takes from neighbours that have been smoothed already. */
void field_smooth(int sweeps)
{
    for (int s = 0; s < sweeps; s++)
        for (int j = 1; j < NY - 1; j++)
            for (int i = 1; i < NX - 1; i++)
                dye[j][i] += 0.05 * (dye[j][i - 1] + dye[j][i + 1] + dye[j - 1][i] + dye[j + 1][i] - 4 * dye[j][i]);
}

/* what the flow brings into a cell: from the side that it comes from */
static double brought(double speed, double before, double here, double behind)
{
    return speed > 0 ? speed * (here - before) : speed * (behind - here);
}

static void advance(double dt, double spread)
{
    double flow = dt / SIDE, width = dt * spread / (SIDE * SIDE);
    for (int j = 1; j < NY - 1; j++) {
        for (int i = 1; i < NX - 1; i++) {
            double here = dye[j][i], west = dye[j][i - 1], east = dye[j][i + 1];
            double south = dye[j - 1][i], north = dye[j + 1][i];
            double carried = brought(u[j][i], west, here, east) + brought(v[j][i], south, here, north);
            dye_next[j][i] = here - flow * carried + width * (west + east + south + north - 4 * here);
        }
    }
}

/* Nothing goes through the walls: the outermost cells are as their neighbours. */
static void walls(void)
{
    for (int i = 0; i < NX; i++) {
        dye_next[0][i] = dye_next[1][i];
        dye_next[NY - 1][i] = dye_next[NY - 2][i];
    }
    for (int j = 0; j < NY; j++) {
        dye_next[j][0] = dye_next[j][1];
        dye_next[j][NX - 1] = dye_next[j][NX - 2];
    }
}

void field_step(double dt, double spread)
{
    advance(dt, spread);
    walls();
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
            dye[j][i] = dye_next[j][i];
}
