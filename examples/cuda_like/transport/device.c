/* device.c: the kernel. Each thread follows one particle after the other, taken from a counter that all teams share,
 * as many as a team has threads at a time. Layers' tallies are the team's own until the end, and so are the borders of
 * the layers, which every event searches. */
#include "history.h"
#include "team.h"

enum { NUM_TEAMS = 5, THREADS = 80 };

struct layer_tally {
    unsigned long long deposited;
    unsigned collisions, absorbed;
};

void transport_on_device(const struct slab *s, long particles, struct tally *t)
{
    long next_particle = 0;
    TEAMS(NUM_TEAMS, THREADS, map(to: s[0:1]) map(tofrom: t[0:1], next_particle))
    {
        struct layer_tally layer[LAYERS];
        uint32_t border[LAYERS + 1];
        unsigned long long left, right, lost, events;
        long first;
        THREADS_OF_TEAM(THREADS)
        {
            const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
            FOR_THREAD(l, LAYERS + 1)
            {
                border[l] = s->border[l];
                if (l < LAYERS)
                    layer[l] = (struct layer_tally){0, 0, 0};
            }
            if (thread == 0)
                left = right = lost = events = 0;

            while (1) {
                if (thread == 0) {
                    OMP(omp atomic capture)
                    {
                        first = next_particle;
                        next_particle += threads;
                    }
                }
                BARRIER
                const long mine = first + thread;
                const int last_turn = first >= particles;
                BARRIER /* nobody takes new ones before all have seen these */
                if (last_turn)
                    break;
                if (mine >= particles)
                    continue;

                struct particle p = born(mine);
                uint32_t deposit;
                enum fate fate;
                do {
                    fate = next_event(s, border, &p, &deposit);
                    if (fate != HAS_COLLIDED && fate != IS_ABSORBED)
                        continue;
                    struct layer_tally *here = &layer[p.layer];
                    ATOMIC
                    here->deposited += deposit;
                    if (fate == IS_ABSORBED) {
                        ATOMIC
                        here->absorbed++;
                    } else {
                        ATOMIC
                        here->collisions++;
                    }
                } while (fate == GOES_ON || fate == HAS_COLLIDED);
                unsigned long long *end = fate == LEAKED_LEFT ? &left : fate == LEAKED_RIGHT ? &right : &lost;
                if (fate != IS_ABSORBED) {
                    ATOMIC
                    (*end)++;
                }
                ATOMIC
                events += (unsigned)p.events;
            }

            FOR_THREAD(l, LAYERS)
            {
                ATOMIC
                t->collisions[l] += layer[l].collisions;
                ATOMIC
                t->absorbed[l] += layer[l].absorbed;
                ATOMIC
                t->deposited[l] += layer[l].deposited;
            }
            if (thread == 0) {
                ATOMIC
                t->leaked_left += left;
                ATOMIC
                t->leaked_right += right;
                ATOMIC
                t->lost += lost;
                ATOMIC
                t->events += events;
            }
        }
    }
}
