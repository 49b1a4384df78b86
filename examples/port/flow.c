/* flow.c: two eddies beside each other. */
#include "plume.h"

#include <math.h>

double u[NY][NX], v[NY][NX];

void flow_make(void)
{
    const double pi = 3.14159265358979323846;
    for (int j = 0; j < NY; j++) {
        for (int i = 0; i < NX; i++) {
            double x = (i + 0.5) / NX, y = (j + 0.5) / NY;
            u[j][i] = -sin(2 * pi * x) * cos(pi * y);
            v[j][i] = 2 * cos(2 * pi * x) * sin(pi * y);
        }
    }
}

double flow_fastest(void)
{
    double fastest = 0;
    for (int j = 0; j < NY; j++) {
        for (int i = 0; i < NX; i++) {
            double speed = sqrt(u[j][i] * u[j][i] + v[j][i] * v[j][i]);
            if (speed > fastest)
                fastest = speed;
        }
    }
    return fastest;
}
