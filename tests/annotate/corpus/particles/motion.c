/* Particles move, and are put in the order of their cells. */
#include "grid.h"
#include <string.h>

void push(struct particle *p, int n, double dt)
{
    /* truth: parallel -- wrap() is pure; a particle is not an element of field[], which is an array of doubles */
    for (int k = 0; k < n; k++) {
        int i = (int)p[k].x;
        double f = p[k].x - i;
        p[k].v += dt * ((1 - f) * field[i] + f * field[i + 1]);
        p[k].x = wrap(p[k].x + dt * p[k].v);
        p[k].cell = (int)p[k].x;
    }
}

int sort_by_cell(struct particle *p, struct particle *sorted, int *start, int n)
{
    int place[NG], most = 0;
    memset(start, 0, (NG + 1) * sizeof *start);
    /* truth: guarded alias(p, start) histogram(start[]) calls(pass) */
    for (int k = 0; k < n; k++)
        start[p[k].cell + 1]++;
    /* truth: serial flow(start) distance 1 reduction(max: most) */
    for (int c = 0; c < NG; c++) {
        if (start[c + 1] > most)
            most = start[c + 1];
        start[c + 1] += start[c];
    }
    memcpy(place, start, sizeof place);
    /* truth: serial flow(place) */
    for (int k = 0; k < n; k++)
        sorted[place[p[k].cell]++] = p[k];
    return most;
}
