/* Bodies that attract each other: structures in arrays, all pairs, half of the pairs, neighbour lists in cells. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 90, CELLS = 5 };

typedef struct {
    double x[3];
} vec;

struct body {
    vec pos, vel, acc;
    double mass;
    struct body *next; /* in the same cell */
};

static struct body *head[CELLS][CELLS];

static void forces_all(struct body *b, int n)
{
    int i, j, d;
    /* truth: parallel private(j, d) -- each body sums its own acceleration */
    for (i = 0; i < n; i++) {
        struct body *me = &b[i];
        /* truth: parallel */
        for (d = 0; d < 3; d++)
            me->acc.x[d] = 0;
        /* truth: reduction(+: me->acc.x) private(d) */
        for (j = 0; j < n; j++) {
            double r[3], q = 1e-2;
            if (j == i)
                continue;
            /* truth: reduction(+: q) */
            for (d = 0; d < 3; d++) {
                r[d] = b[j].pos.x[d] - me->pos.x[d];
                q += r[d] * r[d];
            }
            q = b[j].mass / (q * sqrt(q));
            /* truth: parallel */
            for (d = 0; d < 3; d++)
                me->acc.x[d] += q * r[d];
        }
    }
}

/* Newton's third law: both bodies of a pair are updated, and so every iteration may touch every body. */
static void forces_half(struct body *b, int n)
{
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        memset(&b[i].acc, 0, sizeof b[i].acc);
    /* truth: histogram(b[]) */
    for (int i = 0; i < n; i++)
        /* truth: reduction(+: b[]) -- b[i] is summed, each b[j] is met once */
        for (int j = i + 1; j < n; j++) {
            double r[3], q = 1e-2;
            /* truth: reduction(+: q) */
            for (int d = 0; d < 3; d++) {
                r[d] = b[j].pos.x[d] - b[i].pos.x[d];
                q += r[d] * r[d];
            }
            q = 1 / (q * sqrt(q));
            /* truth: parallel */
            for (int d = 0; d < 3; d++) {
                b[i].acc.x[d] += q * b[j].mass * r[d];
                b[j].acc.x[d] -= q * b[i].mass * r[d];
            }
        }
}

static void kick(struct body *b, int n, double dt)
{
    /* truth: parallel */
    for (struct body *p = b; p < b + n; p++)
        /* truth: parallel */
        for (int d = 0; d < 3; d++) {
            p->vel.x[d] += dt * p->acc.x[d];
            p->pos.x[d] += dt * p->vel.x[d];
        }
}

static int cell(double x)
{
    int c = (int)((x + 1.5) * CELLS / 3);
    return c < 0 ? 0 : c >= CELLS ? CELLS - 1 : c;
}

static void sort_into_cells(struct body *b, int n)
{
    memset(head, 0, sizeof head);
    /* truth: serial flow(head) output(head) -- pushes onto lists: their order is the order of iterations */
    for (int i = 0; i < n; i++) {
        struct body **h = &head[cell(b[i].pos.x[0])][cell(b[i].pos.x[1])];
        b[i].next = *h;
        *h = &b[i];
    }
}

static int crowd(void)
{
    int most = 0;
    /* truth: reduction(max: most) */
    for (int i = 0; i < CELLS; i++)
        /* truth: reduction(max: most) */
        for (int j = 0; j < CELLS; j++) {
            int n = 0;
            /* truth: serial exit reduction(+: n) -- a list is followed pointer by pointer */
            for (const struct body *p = head[i][j]; p; p = p->next)
                n++;
            most = n > most ? n : most;
        }
    return most;
}

static double energy(const struct body *b, int n)
{
    double e = 0;
    /* truth: reduction(+: e) */
    for (int i = 0; i < n; i++) {
        /* truth: reduction(+: e) */
        for (int d = 0; d < 3; d++)
            e += 0.5 * b[i].mass * b[i].vel.x[d] * b[i].vel.x[d];
        /* truth: reduction(+: e) */
        for (int j = 0; j < i; j++) {
            double q = 1e-2;
            /* truth: reduction(+: q) */
            for (int d = 0; d < 3; d++)
                q += (b[i].pos.x[d] - b[j].pos.x[d]) * (b[i].pos.x[d] - b[j].pos.x[d]);
            e -= b[i].mass * b[j].mass / sqrt(q);
        }
    }
    return e;
}

int main(void)
{
    struct body *b = calloc(BODIES, sizeof *b);
    if (!b)
        return 1;
    /* truth: parallel */
    for (int i = 0; i < BODIES; i++) {
        b[i].pos = (vec){{sin(i * 1.1), cos(i * 2.3), sin(i * 0.7 + 1)}};
        b[i].mass = 0.01 + 0.001 * (i % 4);
    }
    /* truth: serial flow(b) distance 1 */
    for (int t = 0; t < 4; t++) {
        if (t & 1)
            forces_half(b, BODIES);
        else
            forces_all(b, BODIES);
        kick(b, BODIES, 0.01);
    }
    sort_into_cells(b, BODIES);
    printf("energy %.9f, at most %d in a cell\n", energy(b, BODIES), crowd());
    free(b);
    return 0;
}
