// Data that stays on the device during a time loop: what only its steps follow is evaluated under a test that there are some. Clauses are
// evaluated whatever their `if` says, so the directives stand in a statement.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O0 source.c -o serial && ./serial > want
// RUN: %gcc -O0 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O0 --offload-arch=emulated written.c -o slow && OMP_TARGET_OFFLOAD=DISABLED ./slow | cmp - want && GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./slow | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o fast && OMP_TARGET_OFFLOAD=DISABLED ./fast | cmp - want && GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./fast | cmp - want
// REQUIRES: gcc
// LABELS: run
#include <stdio.h>
struct bag {
    int n;
    double *x, *y;
    struct bag *next;
};

// CHECK-LABEL: static void steps(
// CHECK: const int stays_1 = (n >= 1) && (steps >= 1) && apart(bag, bag + 1, bag->x, bag->x + n)
// CHECK: if (stays_1) {
// CHECK-NEXT: #pragma omp target enter data map(to: bag[0:1], bag->x[0:n])
// CHECK-NEXT: }
// CHECK: if (stays_1) {
// CHECK-NEXT: #pragma omp target exit data
// CHECK-NEXT: }
static void steps(struct bag *bag, int n, int steps)
{
    for (int s = 0; s < steps; s++)
        for (int i = 0; i < n; i++)
            bag->x[i] = bag->x[i] * 2 + s;
}

// CHECK-LABEL: static double two(
// CHECK: const int stays_2 = steps >= 1 &&
// CHECK: if (stays_2) {
// CHECK: if (stays_2) {
// CHECK-NEXT: #pragma omp target update from(bag->x[0:n])
static double two(struct bag *bag, int n, int steps)
{
    double sum = 0;
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++)
            bag->x[i] = bag->x[i] * 2 + bag->y[i];
        sum += bag->x[3];
        for (int i = 0; i < n; i++)
            bag->y[i] = bag->x[i] / 4;
    }
    return sum;
}

// The program's own condition.
// CHECK-LABEL: static double maybe(
// CHECK: const int stays_3 = (bag != 0) && (steps >= 1) &&
static double maybe(struct bag *bag, int n, double *w, int steps)
{
    double sum = 0;
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++)
            w[i] += 2;
        if (bag)
            sum += bag->x[s];
    }
    return sum;
}

// What the test itself follows is asked for after that is sure to be there.
// CHECK-LABEL: static void deep(
static void deep(struct bag *bag, int n, int steps)
{
    for (int s = 0; s < steps; s++)
        for (int i = 0; i < n; i++)
            bag->next->x[i] = bag->next->x[i] * 2 + bag->y[i];
}

int main(void)
{
    double x[40], y[40], w[40], v[40];
    for (int i = 0; i < 40; i++)
        x[i] = y[i] = w[i] = v[i] = i;
    struct bag c = {40, v, w, NULL}, b = {40, x, y, &c};
    steps(NULL, 40, 0), steps(&b, 40, 3), steps(&b, 0, 3);
    double s = two(NULL, 40, 0) + two(&b, 40, 3) + two(NULL, 40, -1);
    s += maybe(NULL, 40, w, 4) + maybe(&b, 40, w, 4) + maybe(&b, 40, x, 4);
    deep(NULL, 40, 0), deep(&b, 40, 3);
    for (int i = 0; i < 40; i++)
        s += x[i] + y[i] * 3 + w[i] * 5 + v[i];
    printf("%.10g\n", s);
    return 0;
}
