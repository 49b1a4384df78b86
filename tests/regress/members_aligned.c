// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t
// RUN: %gantry cc %O -fverify --offload-arch=emulated %s -o %t && %run_emulated32 %t
/* A range of members that begins in the middle of a structure: on the device, each has the alignment it has there, as
 * GPUs ask for. */
#include <stdio.h>
#include <stdlib.h>

struct list {
    int first, k, *v, n;
    double last;
    char c, d;
};

int main(void)
{
    int wrong = 0, off = -1;
    struct list l = {-1, 7, malloc(13 * sizeof(int)), 13, 2, 'c', 'd'};
    for (int i = 0; i < 13; i++)
        l.v[i] = i;
#pragma omp target enter data map(to : l.n, l.k, l.v[0 : l.n])
#pragma omp target map(from : off)
    {
        off = (int)((unsigned long)&l.v % _Alignof(int *)) + (int)((unsigned long)&l.n % _Alignof(int));
        for (int i = 0; i < l.n; i++)
            l.v[i] += l.k;
    }
#pragma omp target exit data map(from : l.v[0 : l.n]) map(release : l.n, l.k)
    for (int i = 0; i < 13; i++)
        wrong += l.v[i] != i + 7;
    if (off || wrong)
        printf("members: %d wrong, off by %d\n", wrong, off);
#pragma omp target map(tofrom : l.d, l.last) map(from : off)
    {
        off = (int)((unsigned long)&l.last % _Alignof(double));
        l.last += l.d;
    }
    if (off || l.last != 2 + 'd')
        printf("last: %g, off by %d\n", l.last, off);
    free(l.v);
    return wrong || off || l.last != 2 + 'd';
}
