// ROW: target nowait firstprivate(...)
// SPEC: 4.5 5.4.4
/* Values are those of the moment when the construct is encountered, though the region may run later. */
#include "check.h"

struct pair {
    int a, b;
};

static void begin(int *out, int n)
{
    for (int k = 0; k < n; k++) {
        int scalar = k * k, list[3] = {k, k + 1, k + 2};
        struct pair p = {k, -k};
        int *to = out + k;
#pragma omp target nowait firstprivate(scalar, list, p) map(tofrom: to[0:1])
        {
            list[1] += scalar;
            p.a += list[1];
            to[0] = p.a + 1000 * p.b + list[2];
        }
        scalar = -1;
        list[0] = list[1] = list[2] = -1;
        p.a = p.b = 77;
        to = NULL;
    }
} /* the variables are gone while regions may still run */

int main(int argc, char **argv)
{
    enum { N = 37 };
    int *out = check_alloc(N * sizeof *out);
    check_begin(argc, argv);
    begin(out, N);
#pragma omp taskwait
    for (int k = 0; k < N; k++)
        CHECK_INT(out[k], k + (k + 1 + k * k) - 1000 * k + k + 2, "region %d", k);
    free(out);
    return check_end();
}
