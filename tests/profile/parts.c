// A structure with pointers, whose members regions in several functions use and store: what is proposed keeps the results. Where the compiler sees which member a region
// stores to, the data stays on the device, without updates.
// RUN: cp %s parts.c && %gantry cc -O1 --offload-arch=emulated parts.c -o old && GANTRY_PROFILE=p.json %run_emulated32 ./old >out && python3 %S/Inputs/paste.py p.json parts.c new.c >said && %FileCheck %s <said
// RUN: %gantry cc -O1 --offload-arch=emulated new.c -o new && %run_emulated32 ./new | cmp - out
// Where it does not (by a pointer that the region loads), what is sent again comes from the host, so that all that regions store there has to come back.
// RUN: %gantry cc -O1 -DLOADED --offload-arch=emulated parts.c -o old && GANTRY_PROFILE=p.json %run_emulated32 ./old >out && python3 %S/Inputs/paste.py p.json parts.c new.c >said && %FileCheck --check-prefix LOADED %s <said
// RUN: %gantry cc -O1 -DLOADED --offload-arch=emulated new.c -o new && %run_emulated32 ./new | cmp - out
// The structure stays there, too, though it is nothing but the way to them; not where the host stores to it in between.
// RUN: %gantry cc -O1 -DCOUNTED --offload-arch=emulated parts.c -o old && GANTRY_PROFILE=p.json %run_emulated32 ./old >out && python3 %S/Inputs/paste.py p.json parts.c new.c >said && %FileCheck --check-prefix COUNTED %s <said
// RUN: %gantry cc -O1 -DCOUNTED --offload-arch=emulated new.c -o new && %run_emulated32 ./new | cmp - out
#include <stdio.h>
#include <stdlib.h>
struct system {
    int n, turns;
    double *force, *place;
};

static void push(struct system *s)
{
#pragma omp target teams distribute parallel for map(to: s->place[0:s->n]) map(from: s->force[0:s->n])
    for (int i = 0; i < s->n; i++) {
#ifdef LOADED
        double *f = s->force;
        f[i] = -s->place[i];
#else
        s->force[i] = -s->place[i];
#endif
    }
}

static void move(struct system *s)
{
#pragma omp target teams distribute parallel for map(to: s->force[0:s->n]) map(tofrom: s->place[0:s->n])
    for (int i = 0; i < s->n; i++)
        s->place[i] += 0.25 * s->force[i];
}

int main(void)
{
    struct system s = {.n = 500};
    s.place = malloc((size_t)s.n * sizeof *s.place);
    s.force = malloc((size_t)s.n * sizeof *s.force);
    if (!s.place || !s.force)
        return 1;
    for (int i = 0; i < s.n; i++)
        s.place[i] = i, s.force[i] = 0;
    // CHECK-NOT: update
    // CHECK: in front [[#@LINE+7]] #pragma omp target data map(tofrom: s.place[0:s.n], s.force[0:s.n]) map(to: s)
    // CHECK-NOT: update
    // LOADED-DAG: behind {{[0-9]+}} #pragma omp target update from(s->place[0:s->n])
    // LOADED-DAG: in front {{[0-9]+}} #pragma omp target update to(s->place[0:s->n])
    // COUNTED-NOT: map(to: s)
    // COUNTED: in front {{[0-9]+}} #pragma omp target data
    // COUNTED-NOT: map(to: s)
    for (int k = 0; k < 8; k++) {
        push(&s);
        move(&s);
#ifdef COUNTED
        s.turns++;
#endif
    }
    double sum = 0;
    for (int i = 0; i < s.n; i++)
        sum += s.place[i];
    printf("%.10g %d\n", sum, s.turns);
    return 0;
}
