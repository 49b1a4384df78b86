// ROW: taskgroup task_reduction(declared:)
// SPEC: 5.0 5.5.9
/* A reduction of the user's. */
#include "check.h"

struct range {
    int low, high;
};
#pragma omp declare target
static void widen(struct range *into, const struct range *by)
{
    into->low = by->low < into->low ? by->low : into->low;
    into->high = by->high > into->high ? by->high : into->high;
}
#pragma omp end declare target
#pragma omp declare reduction(hull: struct range: widen(&omp_out, &omp_in)) initializer(omp_priv = {1000, -1000})

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct range r = {1000, -1000};
#pragma omp target parallel num_threads(4) map(tofrom: r)
#pragma omp single
    {
#pragma omp taskgroup task_reduction(hull: r)
        for (int i = 0; i < 33; i++) {
#pragma omp task in_reduction(hull: r)
            {
                int v = i * 7 % 33 - 5;
                r.low = v < r.low ? v : r.low;
                r.high = v > r.high ? v : r.high;
            }
        }
    }
    CHECK_INT(r.low, -5, "low");
    CHECK_INT(r.high, 27, "high");
    return check_end();
}
