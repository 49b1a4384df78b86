/* diagnostics.c: what is printed. */
#include "plume.h"

#include <math.h>
#include <stdio.h>

static double row[NY]; /* the mean of each row */

static double mass(void)
{
    double sum = 0;
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
            sum += dye[j][i];
    return sum * SIDE * SIDE;
}

static double highest(void)
{
    double most = 0;
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
            most = fmax(most, dye[j][i]);
    return most;
}

static void find_rows(void)
{
    for (int j = 0; j < NY; j++) {
        double sum = 0;
        for (int i = 0; i < NX; i++)
            sum += dye[j][i];
        row[j] = sum / NX;
    }
}

/* the height below which half of the dye is */
static double median(void)
{
    double all = 0, below = 0;
    int j = 0;
    for (int k = 0; k < NY; k++)
        all += row[k];
    while (j < NY && below + row[j] < all / 2)
        below += row[j++];
    return j * SIDE;
}

/* how the dye would look through a thin glass: costly to compute */
static double glimmer(void)
{
    double sum = 0;
    for (int j = 0; j < NY; j++) {
        for (int i = 0; i < NX; i++) {
            double x = dye[j][i];
            if (x > 1e-12)
                sum += exp(-20 * x) * log1p(x) * x;
        }
    }
    return sum * SIDE * SIDE;
}

void report(int step)
{
    find_rows();
    printf("step %5d: mass %.10f, highest %.8f, median at %.4f, glimmer %.8f, at most %d particles in a cell\n", step,
           mass(), highest(), median(), glimmer(), particles_crowd());
}
