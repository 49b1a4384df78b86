#include "shared_vec.h"

void shared_add(shared_vec *s, int x)
{
#pragma omp target map(tofrom: s[0:1])
    for (int i = 0; i < s->n; i++)
        s->v[i] += x;
}
