// RUN: %not %gantry cc -c %s -o %t.o 2>&1 | %FileCheck %s
/* PTX has no initialisers that name what they initialise. */
struct node { const struct node *next; int x; };
int f(int i)
{
// CHECK: errors_tables.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'ring', used in device code, holds its own address, which PTX cannot express: {{.*}} [GN0694]
    static const struct node ring[2] = {{&ring[1], 1}, {&ring[0], 2}};
    static const struct node on_the_host[2] = {{&on_the_host[1], 1}, {0, 2}};
#pragma omp target map(tofrom: i)
    i = ring[i].next->x;
// CHECK-NOT: error
    return i + on_the_host[1].x;
}
