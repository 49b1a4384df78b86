// ROW: C: structures by value
// SPEC: 4.0 1.7
/* As parameters and results of device functions, small and large, nested. */
#include "check.h"

struct small {
    float x, y;
};
struct large {
    struct small s[5];
    long n;
};
static struct small add(struct small a, struct small b) { return (struct small){a.x + b.x, a.y + b.y}; }
static struct large fill(struct small s, long n)
{
    struct large l = {.n = n};
    for (int i = 0; i < 5; i++)
        l.s[i] = add(s, (struct small){i, -i});
    return l;
}
static float total(struct large l) { return l.s[0].x + l.s[4].y + l.n; }

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    float r[30];
    struct large out;
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 30; i++)
        r[i] = total(fill((struct small){i, 2 * i}, i));
    for (int i = 0; i < 30; i++)
        CHECK_REAL(r[i], 4 * i - 4, 0, "iteration %d", i);
#pragma omp target map(from: out)
    out = fill((struct small){1, 2}, 3);
    CHECK(out.n == 3 && out.s[3].x == 4 && out.s[3].y == -1, "result");
    return check_end();
}
