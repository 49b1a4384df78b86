// A region stores, by a pointer that it loads, to memory that is only sent: each turn undoes that. Mapped around the loop it must be sent again all the same, for another run
// stores something else than was there.
// RUN: cp %s each.c && %gantry cc -O1 --offload-arch=emulated each.c -o old && GANTRY_PROFILE=p.json %run_emulated32 ./old >out1 && %run_emulated32 ./old 2 >out2 && %not cmp out1 out2
// RUN: python3 %S/Inputs/paste.py p.json each.c new.c 'GP104:a' >said && grep -F 'update to(l->v[0:N])' said && %gantry cc -O1 --offload-arch=emulated new.c -o new && %run_emulated32 ./new | cmp - out1 && %run_emulated32 ./new 2 | cmp - out2
#include <stdio.h>
#include <stdlib.h>
enum { N = 1000 };
struct table {
    double *v;
    int n;
};
static double a[N], t[N];

int main(int argc, char **argv)
{
    double f = argc > 1 ? atof(argv[1]) : 1;
    struct table one = {t, N}, *l = &one;
    for (int i = 0; i < N; i++)
        a[i] = t[i] = i;
    for (int k = 0; k < 5; k++) {
#pragma omp target teams distribute parallel for map(to: l[0:1], l->v[0:N]) map(tofrom: a)
        for (int i = 0; i < N; i++) {
            double *p = l->v;
            p[i] *= f;
            a[i] += p[i];
        }
    }
    printf("%g %g\n", a[3], t[3]);
    return 0;
}
