/* needs 4 to, 2 from: particles in a structure whose pointers lead to them */
#include <stdio.h>
#include <stdlib.h>

struct swarm {
    int n;
    double *x, *v, *mass;
};

static void push(struct swarm *s, double dt)
{
#pragma omp target teams distribute parallel for map(tofrom: s->x[0:s->n], s->v[0:s->n])
    for (int i = 0; i < s->n; i++)
        s->x[i] += dt * s->v[i];
}

static void drag(struct swarm *s, double dt)
{
#pragma omp target teams distribute parallel for map(tofrom: s->v[0:s->n], s->mass[0:s->n])
    for (int i = 0; i < s->n; i++)
        s->v[i] -= dt * s->v[i] / s->mass[i];
}

int main(int argc, char **argv)
{
    struct swarm s = {argc > 1 ? atoi(argv[1]) : 600, NULL, NULL, NULL};
    s.x = malloc((size_t)s.n * sizeof *s.x);
    s.v = malloc((size_t)s.n * sizeof *s.v);
    s.mass = malloc((size_t)s.n * sizeof *s.mass);
    for (int i = 0; i < s.n; i++) {
        s.x[i] = i;
        s.v[i] = 1 + i % 7;
        s.mass[i] = 2 + i % 3;
    }
    for (int k = 0; k < 12; k++) {
        push(&s, 0.125);
        drag(&s, 0.125);
    }
    double sum = 0;
    for (int i = 0; i < s.n; i++)
        sum += s.x[i] * 0.5 + s.v[i];
    printf("%.12g\n", sum);
    free(s.x);
    free(s.v);
    free(s.mass);
}
