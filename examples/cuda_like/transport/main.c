/* transport: follows particles through a slab of layers by the Monte Carlo method.
 *
 *     transport [particles]      default: 4000
 *
 * An event takes four binary searches: the layer of the place, the cross sections of the energy, the free path of one
 * random number and the kind of event of another. Shows: searches made by a macro, a `while (1)` loop with barriers, `break`
 * and `continue`, work taken from a counter by atomic capture, tallies as a team's array of structs, enums and a switch,
 * a pointer to one of several team variables. Everything is counted in whole numbers and each particle has its own
 * random numbers: the tallies must equal the serial ones, and every particle must have ended somewhere. */
#include "program.h"
#include "transport.h"
#include <omp.h>

int main(int argc, char **argv)
{
    const long particles = size_argument(argc, argv, 1, 4000, 0, 100000000);
    struct slab *slab = get_memory(1, sizeof *slab);
    struct tally device = {.events = 0}, serial = {.events = 0};
    make_slab(slab);
    double t0 = omp_get_wtime();
    transport_on_device(slab, particles, &device);
    double t1 = omp_get_wtime();
    transport_serial(slab, particles, &serial);
    double t2 = omp_get_wtime();

    printf("%-6s %10s %10s %12s\n", "layer", "collisions", "absorbed", "energy left");
    for (int l = 0; l < LAYERS; l++)
        printf("%-6d %10llu %10llu %12llu\n", l, device.collisions[l], device.absorbed[l], device.deposited[l]);
    printf("leaked to the left %llu, to the right %llu; given up %llu\n", device.leaked_left, device.leaked_right,
           device.lost);
    print_rate("device", (double)device.events, "events", t1 - t0);
    print_rate("serial", (double)serial.events, "events", t2 - t1);

    long wrong = 0;
    unsigned long long ended = device.leaked_left + device.leaked_right + device.lost;
    for (int l = 0; l < LAYERS; l++) {
        wrong += device.collisions[l] != serial.collisions[l];
        wrong += device.absorbed[l] != serial.absorbed[l];
        wrong += device.deposited[l] != serial.deposited[l];
        ended += device.absorbed[l];
    }
    wrong += device.leaked_left != serial.leaked_left;
    wrong += device.leaked_right != serial.leaked_right;
    wrong += device.lost != serial.lost;
    wrong += device.events != serial.events;
    wrong += ended != (unsigned long long)particles;
    free(slab);
    return finish(wrong, 3 * LAYERS + 5, "tallies");
}
