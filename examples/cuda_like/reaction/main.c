/* reaction: two substances that diffuse and react (Gray and Scott's equations), on a torus, in single precision.
 *
 *     reaction [width [height [steps]]]      default: 47 31 10
 *
 * Shows: tiles with a halo in the team's memory, several time steps per kernel between barriers, two arrays of structs that
 * take turns, an array by thread number and one by team number to find the largest value and where it is. The
 * arithmetic is the serial version's: cells may differ by rounding only. */
#include "program.h"
#include "reaction.h"
#include <math.h>
#include <omp.h>

static struct field make_field(int width, int height)
{
    struct field f = {width, height, get_memory((long)width * height, sizeof(struct cell))};
    for (int r = 0; r < height; r++)
        for (int c = 0; c < width; c++) {
            const uint32_t noise = hash32((uint32_t)(r * width + c));
            const int seed = r % 16 < 6 && c % 20 < 7;
            f.cell[(long)r * width + c] = (struct cell){seed ? 0.5f : 1, (seed ? 0.25f : 0) + (float)(noise % 100) * 1e-4f};
        }
    return f;
}

int main(int argc, char **argv)
{
    const int width = (int)size_argument(argc, argv, 1, 47, 1, 20000);
    const int height = (int)size_argument(argc, argv, 2, 31, 1, 20000);
    const int steps = (int)size_argument(argc, argv, 3, 10, 0, 100000);
    const long cells = (long)width * height;
    struct field device = make_field(width, height), serial = make_field(width, height);
    double t0 = omp_get_wtime();
    const struct peak got = react_on_device(&device, steps);
    double t1 = omp_get_wtime();
    const struct peak want = react_serial(&serial, steps);
    double t2 = omp_get_wtime();

    print_rate("device", (double)cells * steps, "cells", t1 - t0);
    print_rate("serial", (double)cells * steps, "cells", t2 - t1);
    printf("largest v: %.6f in row %ld, column %ld\n", got.v, got.at / width, got.at % width);
    const float allowed = 1e-6f * (float)(1 + steps);
    long wrong = got.at < 0 || got.at >= cells || !(fabsf(got.v - want.v) <= allowed) ||
                 device.cell[got.at].v != got.v;
    for (long i = 0; i < cells; i++)
        wrong += !(fabsf(device.cell[i].u - serial.cell[i].u) <= allowed) ||
                 !(fabsf(device.cell[i].v - serial.cell[i].v) <= allowed);
    free(device.cell);
    free(serial.cell);
    return finish(wrong, cells + 1, "cells and the peak");
}
