/* serial.c: the same particles, one after the other. */
#include "history.h"

void transport_serial(const struct slab *s, long particles, struct tally *t)
{
    for (long i = 0; i < particles; i++) {
        struct particle p = born(i);
        uint32_t deposit;
        enum fate fate;
        do {
            fate = next_event(s, s->border, &p, &deposit);
            if (fate == HAS_COLLIDED)
                t->collisions[p.layer]++;
            else if (fate == IS_ABSORBED)
                t->absorbed[p.layer]++;
            t->deposited[p.layer] += deposit;
        } while (fate == GOES_ON || fate == HAS_COLLIDED);
        t->leaked_left += fate == LEAKED_LEFT;
        t->leaked_right += fate == LEAKED_RIGHT;
        t->lost += fate == IS_LOST;
        t->events += (unsigned)p.events;
    }
}
