// ROW: C: C17
// SPEC: 4.0 1.7
// FLAGS: -std=c17 -w
/* strict: what C11 has, with its corrections; old definitions of functions still. */
#include "check.h"

static int old(a, b)
    int a;
    int b;
{
    return a - b;
}
static int none() { return 4; }

int main(int argc, char **argv)
{
    int r[30], sum = 0, i;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(from: r) reduction(+: sum)
    for (i = 0; i < 30; i++) {
        union { float f; unsigned u; } bits = {.f = 1};
        r[i] = old(i, 3) + none() + (int)(bits.u >> 30);
        sum += i % 3 ? 0 : (struct { int v; }){i}.v;
    }
    for (i = 0; i < 30; i++)
        CHECK_INT(r[i], i + 1, "r[%d]", i);
    CHECK_INT(sum, 3 * 45, "sum");
    return check_end();
}
