/* Two beams of charges: deposit, solve, push; sorted by cell from time to time. */
#include "grid.h"
#include <stdio.h>

static struct particle a[NP], b[NP];

int main(void)
{
    struct particle *now = a, *other = b;
    int start[NG + 1], most = 0;
    double kinetic = 0, potential = 0;

    /* truth: parallel */
    for (int k = 0; k < NP; k++)
        now[k] = (struct particle){.x = wrap(k * 37.0 / 11), .v = k % 2 ? 1 : -1, .q = 0.01 + 0.001 * (k % 3)};
    /* truth: serial flow(now, other) distance 1 */
    for (int t = 0; t < 20; t++) {
        deposit(now, NP);
        solve();
        push(now, NP, 0.1);
        if (t % 5 == 4) {
            int fullest = sort_by_cell(now, other, start, NP);
            struct particle *p = now;
            now = other;
            other = p;
            if (fullest > most)
                most = fullest;
        }
    }
    /* truth: reduction(+: kinetic) */
    for (struct particle *p = now; p != now + NP; p++)
        kinetic += 0.5 * p->q * p->v * p->v;
    /* truth: reduction(+: potential) */
    for (int i = 0; i < NG; i++)
        potential += rho[i] * phi[i];
    printf("kinetic %.9f, potential %.6f, at most %d in a cell\n", kinetic, potential, most);
    return 0;
}
