/* transport.h: the slab, its materials and what is counted. All quantities are whole numbers, so that a particle has the
 * same history on every device:
 *     place     1/4096 of a layer's thickness unit       energy    1 … MOST_ENERGY
 *     chance    out of 2^32                               length    1/16 of a place per mean free path */
#ifndef TRANSPORT_H
#define TRANSPORT_H
#include <stdint.h>

enum {
    LAYERS = 11,
    MATERIALS = 3,
    GRID = 96,       /* energies at which cross sections are tabulated */
    LENGTHS = 256,   /* steps of the distribution of free paths */
    MOST_ENERGY = 1000000,
    MOST_EVENTS = 64, /* a history ends here whatever happens */
};

enum event { ABSORBED, SCATTERED_BACK, SCATTERED_ON, FISSIONED, EVENTS };

struct material {
    uint32_t energy[GRID];          /* ascending, energy[0] = 0 */
    uint32_t free_path[GRID];       /* mean, in places */
    uint32_t event[GRID][EVENTS];   /* chances of the events up to this one: event[g][EVENTS - 1] is all there is */
};

struct slab {
    uint32_t border[LAYERS + 1]; /* ascending places */
    int material[LAYERS];
    uint32_t length_chance[LENGTHS]; /* ascending: chance of a free path up to (k + 1) sixteenths of the mean */
    struct material materials[MATERIALS];
};

struct tally {
    unsigned long long collisions[LAYERS], absorbed[LAYERS], deposited[LAYERS];
    unsigned long long leaked_left, leaked_right, lost, events;
};

void make_slab(struct slab *s);
typedef void transport_function(const struct slab *s, long particles, struct tally *t);
transport_function transport_on_device, transport_serial;

#endif
