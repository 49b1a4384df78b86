// ROW: target in_reduction() with declare reduction
// SPEC: 5.0 5.5.10
#include "check.h"

typedef struct {
    int least, most, count;
} range;
#pragma omp declare reduction(join : range : omp_out.least = omp_in.least < omp_out.least ? omp_in.least : omp_out.least, \
        omp_out.most = omp_in.most > omp_out.most ? omp_in.most : omp_out.most, omp_out.count += omp_in.count)        \
    initializer(omp_priv = {1000000, -1000000, 0})

enum { N = 17 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    range r = {5, 6, 100};
#pragma omp parallel num_threads(3)
#pragma omp single
#pragma omp taskgroup task_reduction(join: r)
    {
        for (int i = 0; i < N; i++) {
            int value = (i * 7) % N - 3;
#pragma omp target in_reduction(join: r)
            {
                r.least = value < r.least ? value : r.least;
                r.most = value > r.most ? value : r.most;
                r.count++;
            }
        }
    }
    CHECK_INT(r.least, -3, "least");
    CHECK_INT(r.most, N - 4, "most");
    CHECK_INT(r.count, 100 + N, "count");
    return check_end();
}
