// Right: pointers attached in structures that pointers lead to. Wrong: the data of the inner one are not copied.
// FAULT: 23 'o.p->v[0:10]'
#include <stdio.h>
#include <stdlib.h>
struct in { float *v; int n; };
struct out { struct in a, *p; };
int main(void)
{
    struct in second = {malloc(40), 10};
    struct out o = {{malloc(80), 20}, &second};
    for (int i = 0; i < 20; i++)
        o.a.v[i] = i;
    for (int i = 0; i < 10; i++)
        second.v[i] = -i;
#ifdef FAULT
#pragma omp target enter data map(to: o) map(to: o.a.v[0:20]) map(to: o.p[0:1]) map(alloc: o.p->v[0:10])
#else
#pragma omp target enter data map(to: o) map(to: o.a.v[0:20]) map(to: o.p[0:1]) map(to: o.p->v[0:10])
#endif
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 10; i++)
        o.p->v[i] += o.a.v[2 * i];
#pragma omp target exit data map(from: o.p->v[0:10])
    printf("%g %g\n", second.v[3], second.v[9]);
    free(second.v), free(o.a.v);
}
