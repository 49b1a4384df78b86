// ROW: for reduction(inscan, user-defined: large struct), sections
// SPEC: 5.0 5.6
/* Objects of more bytes than travel by shuffles; sections of arrays and of what a pointer leads to. */
#include "check.h"

struct large {
    long v[33];
};
static void add(struct large *into, const struct large *from)
{
    for (int k = 0; k < 33; k++)
        into->v[k] += from->v[k];
}
#pragma omp declare reduction(plus: struct large: add(&omp_out, &omp_in)) initializer(omp_priv = {{0}})

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        struct large x = {{7}}, y = {{0}}, sx = {{7}}, sy = {{0}};
        long a[6] = {0}, sa[6] = {0}, p[5] = {0}, sp[5] = {0}, *q = p;
        long *out = check_alloc((size_t)(n + 1) * sizeof *out), *before = check_alloc((size_t)(n + 1) * sizeof *out);
#pragma omp target parallel map(from: out[0:n], before[0:n]) map(tofrom: x, y, a, q[0:5])
        {
#pragma omp for reduction(inscan, plus: x) reduction(inscan, +: a[1:4], q[2:3])
            for (long i = 0; i < n; i++) {
                x.v[i % 33] += i;
                a[1 + i % 4] += i;
                q[2 + i % 3] += 2;
#pragma omp scan inclusive(x, a[1:4], q[2:3])
                out[i] = x.v[0] + 1000 * x.v[32] + a[1] + 10 * a[4] + 100 * q[2];
            }
#pragma omp for reduction(inscan, plus: y)
            for (long i = 0; i < n; i++) {
                before[i] = y.v[0] + y.v[32];
#pragma omp scan exclusive(y)
                y.v[i % 33] += i;
            }
        }
        for (long i = 0; i < n; i++) {
            sx.v[i % 33] += i, sa[1 + i % 4] += i, sp[2 + i % 3] += 2;
            CHECK_INT(out[i], sx.v[0] + 1000 * sx.v[32] + sa[1] + 10 * sa[4] + 100 * sp[2], "%ld of %ld", i, n);
            CHECK_INT(before[i], sy.v[0] + sy.v[32], "exclusive, %ld of %ld", i, n);
            sy.v[i % 33] += i;
        }
        for (int k = 0; k < 33; k++)
            CHECK(x.v[k] == sx.v[k] && y.v[k] == sy.v[k], "element %d, n=%ld", k, n);
        for (int k = 0; k < 6; k++)
            CHECK_INT(a[k], sa[k], "a[%d], n=%ld", k, n);
        for (int k = 0; k < 5; k++)
            CHECK_INT(p[k], sp[k], "p[%d], n=%ld", k, n);
        free(out);
        free(before);
    }
    return check_end();
}
