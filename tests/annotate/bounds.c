// Bounds that are worked out: where a loop is reached they have not overflowed, so sections need no limits of their type.
// RUN: %gantry annotate --least-work=0 --no-data %s | %FileCheck %s
// RUN: %gantry annotate --least-work=0 --no-data %s -o written.c
// RUN: %gcc -O1 -Wall -Werror -fopenmp -foffload=disable -c written.c
// RUN: %clang -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 -c --offload-arch=emulated written.c
struct bodies {
    int n;
    double *x, *v;
};

// CHECK-LABEL: void drift
// CHECK: map(to: s[0:1], s->v[0:s->n > 0 ? 3 * (long)s->n : 0]) map(tofrom: s->x[0:s->n > 0 ? 3 * (long)s->n : 0])
void drift(struct bodies *restrict s, double dt)
{
    for (int i = 0; i < 3 * s->n; i++)
        s->x[i] += dt * s->v[i];
}

// CHECK-LABEL: void pairs
// CHECK: map(to: b[0:n > 0 ? 2 * (long)n : 0]) map(from: a[0:n > 0 ? 2 * (long)n : 0])
void pairs(int n, double *restrict a, const double *restrict b)
{
    for (int i = 0; i < 2 * n; i++)
        a[i] = b[i];
}

// CHECK-LABEL: void beyond
// CHECK: map(from: a[1:
void beyond(int n, int m, double *restrict a)
{
    for (int i = 0; i < 4 * n + m - 1; i++)
        a[i + 1] = i;
}
