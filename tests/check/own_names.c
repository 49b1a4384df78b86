// A program's own functions that are called as some of POSIX's are, with other parameters, stay as they are.
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 -DPART -c %s -o %t.o && %gantry cc -fcheck --offload-arch=emulated -O1 %s %t.o -o %t && GANTRY_DEVICES=emulated %t | %FileCheck %s
// RUN: rm -f %t.a && ar rc %t.a %t.o && %gantry cc -fcheck --offload-arch=emulated -O1 %s %t.a -o %t && GANTRY_DEVICES=emulated %t | %FileCheck %s
struct place {
    struct place *next;
    double x;
};
struct place *connect(struct place *a, struct place *b, double x);
double accept(double x, double y);
long time(long a, long b);
struct place send(struct place p);

#ifdef PART
struct place *connect(struct place *a, struct place *b, double x)
{
    a->next = b;
    b->x = x;
    return a;
}
double accept(double x, double y) { return x * y; }
long time(long a, long b) { return a + b; }
struct place send(struct place p) { return (struct place){p.next, p.x + 1}; }
#else
#include <stdio.h>
int main(void)
{
    static struct place a, b;
    double sum = 0;
#pragma omp target map(tofrom : sum)
    sum += 1;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
    for (int i = 0; i < 4; i++)
        sum += accept(i, 2);
    // CHECK: 13 1 1099511627778 4
    printf("%g %d %ld %g\n", sum, connect(&a, &b, 3) == &a, time(1L << 40, 2), send(b).x);
    return 0;
}
#endif
