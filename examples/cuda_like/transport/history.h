/* history.h: one particle's life, an event at a time. */
#ifndef HISTORY_H
#define HISTORY_H
#include "search.h"
#include "transport.h"

FIRST_ABOVE(first_chance_above, uint32_t)

struct particle {
    uint32_t place, energy;
    uint64_t random; /* state */
    int to_right, events, layer;
};

enum fate { GOES_ON, HAS_COLLIDED, IS_ABSORBED, LEAKED_LEFT, LEAKED_RIGHT, IS_LOST };

static inline uint32_t next_random(struct particle *p)
{
    p->random = p->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((p->random ^ p->random >> 29) >> 22);
}

static inline struct particle born(long i)
{
    struct particle p = {0, 0, (uint64_t)(i + 1) * 0x9E3779B97F4A7C15u, 1, 0, 0};
    p.energy = 1000 + next_random(&p) % (MOST_ENERGY - 1000);
    return p;
}

/* Flies to the next event; *deposit is the energy that it leaves there. */
static inline enum fate next_event(const struct slab *s, const uint32_t *border, struct particle *p, uint32_t *deposit)
{
    *deposit = 0;
    if (++p->events > MOST_EVENTS)
        return IS_LOST;
    p->layer = first_chance_above(border + 1, LAYERS, p->place);
    const struct material *m = &s->materials[s->material[p->layer]];
    const int g = first_chance_above(m->energy, GRID, p->energy);
    const int k = first_chance_above(s->length_chance, LENGTHS, next_random(p));
    const uint32_t flight = (uint32_t)((uint64_t)m->free_path[g] * (uint32_t)(k + 1) / 16) + 1;

    const uint32_t left = border[p->layer], right = border[p->layer + 1];
    if (p->to_right && p->place + flight >= right) { /* the next layer begins anew: a free path has no memory */
        p->place = right;
        return p->layer == LAYERS - 1 ? LEAKED_RIGHT : GOES_ON;
    }
    if (!p->to_right && p->place < left + flight) {
        if (p->layer == 0)
            return LEAKED_LEFT;
        p->place = left - 1;
        return GOES_ON;
    }
    p->place = p->to_right ? p->place + flight : p->place - flight;

    const uint32_t dice = next_random(p) % m->event[g][EVENTS - 1];
    switch ((enum event)first_chance_above(m->event[g], EVENTS, dice)) {
    case ABSORBED:
        *deposit = p->energy;
        return IS_ABSORBED;
    case SCATTERED_BACK:
        p->to_right = !p->to_right;
        *deposit = p->energy / 4;
        break;
    case SCATTERED_ON:
        *deposit = p->energy / 16;
        break;
    case FISSIONED: /* seen as one particle with new energy */
    case EVENTS:
        p->energy = MOST_ENERGY / 2 + next_random(p) % (MOST_ENERGY / 2);
        break;
    }
    p->energy -= *deposit;
    return HAS_COLLIDED;
}

#endif
