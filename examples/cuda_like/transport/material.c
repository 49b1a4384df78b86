/* material.c: makes up the slab. */
#include "program.h"
#include "transport.h"
#include <math.h>

void make_slab(struct slab *s)
{
    for (int l = 0; l <= LAYERS; l++)
        s->border[l] = l ? s->border[l - 1] + 1024u * (1 + hash32((uint32_t)l) % 4) : 0;
    for (int l = 0; l < LAYERS; l++)
        s->material[l] = l % MATERIALS;
    for (int k = 0; k < LENGTHS; k++)
        s->length_chance[k] = (uint32_t)((1 - exp(-(k + 1) / 16.0)) * 4294967295.0);
    for (int m = 0; m < MATERIALS; m++) {
        struct material *of = &s->materials[m];
        for (int g = 0; g < GRID; g++) {
            of->energy[g] = (uint32_t)(MOST_ENERGY / (GRID * GRID) * (g * g + g % 3));
            of->free_path[g] = 2000u + 100u * (uint32_t)g * (uint32_t)(m + 1) / 4 + hash32((uint32_t)(g * 3 + m)) % 1500;
            for (int e = 0; e < EVENTS; e++)
                of->event[g][e] = (e ? of->event[g][e - 1] : 0) + 100 + hash32((uint32_t)(g * 97 + m * 13 + e)) % 900;
        }
    }
}
