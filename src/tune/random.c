/* random.c: numbers that look random and depend on the seed alone (splitmix64). */
#include "tune_priv.h"

#include <math.h>

static uint64_t next(struct random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

struct random random_from(uint64_t seed)
{
    struct random r = {seed};
    r.state = next(&r); /* neighbouring seeds are far apart */
    return r;
}

double random_unit(struct random *r) { return (double)(next(r) >> 11) * 0x1p-53; }

double random_normal(struct random *r)
{
    double u = 1 - random_unit(r), v = random_unit(r);
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

int random_below(struct random *r, int n) { return (int)(random_unit(r) * n); }

void random_shuffle(struct random *r, int *v, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int k = random_below(r, i + 1), t = v[i];
        v[i] = v[k];
        v[k] = t;
    }
}
