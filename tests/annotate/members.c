// What several members of one structure lead to is mapped beside the structure itself.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial -lm && ./serial > want
// RUN: %gcc -O1 -Wall -Wextra -Werror -fopenmp -foffload=disable written.c -o gcc -lm && ./gcc | cmp - want
// RUN: %clang -w -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry -lm && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -O1 written.c -lm > checked && cmp checked want
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define AT(i, j) ((i) * ny + (j))

struct plate {
    int nx, ny;
    double *u, *next, rate;
};

// CHECK-LABEL: static double step(
// CHECK: if (apart(s, {{.*}}, s->next{{.*}}) &&
// CHECK-NEXT: apart(s->u
// CHECK: reduction(max: most)
// CHECK-NEXT: map(to: s[0:{{.*}}], {{\\?}}
// CHECK: s->u[
// CHECK: map(tofrom: s->next[
static double step(struct plate *s)
{
    int nx = s->nx, ny = s->ny;
    double most = 0;
    for (int i = 1; i < nx - 1; i++)
        for (int j = 1; j < ny - 1; j++) {
            s->next[AT(i, j)] = s->rate * (s->u[AT(i - 1, j)] + s->u[AT(i + 1, j)] + s->u[AT(i, j - 1)] + s->u[AT(i, j + 1)]);
            most = fmax(most, fabs(s->next[AT(i, j)] - s->u[AT(i, j)]));
        }
    double *old = s->u;
    s->u = s->next;
    s->next = old;
    return most;
}

// CHECK-LABEL: static void fill(
// CHECK: #pragma omp target
static void fill(struct plate *s)
{
    for (int i = 0; i < s->nx * s->ny; i++) {
        s->u[i] = i % 7;
        s->next[i] = s->u[i];
    }
}

int main(void)
{
    struct plate s = {30, 41, malloc(30 * 41 * sizeof(double)), malloc(30 * 41 * sizeof(double)), 0.25}, same = s;
    double most = 0;
    fill(&s);
    for (int k = 0; k < 5; k++)
        most = step(&s);
    printf("%.12g %.12g\n", most, s.u[7 * 41 + 3]);
    same.next = same.u; /* both members lead to the same memory */
    most = step(&same);
    printf("%.12g\n", most);
    free(s.u);
    free(s.next);
    return 0;
}
