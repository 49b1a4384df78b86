// ROW: declare reduction(name: struct: function call) initializer(function(&omp_priv, &omp_orig))
// SPEC: 4.0 5.5.11
/* Combiner and initialiser are functions, which run on the device; the initialiser sees the original. */
#include "check.h"

struct count {
    long limit, below, above[20];
};
static void add(struct count *into, const struct count *from)
{
    into->below += from->below;
    for (int k = 0; k < 20; k++)
        into->above[k] += from->above[k];
}
static void begin(struct count *mine, const struct count *original)
{
    memset(mine, 0, sizeof *mine);
    mine->limit = original->limit;
}
#pragma omp declare reduction(count : struct count : add(&omp_out, &omp_in)) initializer(begin(&omp_priv, &omp_orig))

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        struct count c = {20, 7, {0}};
#pragma omp target teams distribute parallel for map(tofrom: c) reduction(count: c)
        for (long i = 0; i < n; i++) {
            if (i % 40 < c.limit)
                c.below++;
            else
                c.above[i % 20]++;
        }
        long below = 7, above[20] = {0};
        for (long i = 0; i < n; i++) {
            if (i % 40 < 20)
                below++;
            else
                above[i % 20]++;
        }
        CHECK_INT(c.limit, 20, "limit, n=%ld", n);
        CHECK_INT(c.below, below, "below, n=%ld", n);
        for (int k = 0; k < 20; k++)
            CHECK_INT(c.above[k], above[k], "above[%d], n=%ld", k, n);
    }
    return check_end();
}
