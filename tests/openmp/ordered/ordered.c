// ROW: for ordered, ordered
// SPEC: 1.0 15.10.2
/* The ordered regions follow the iterations, also where some iterations have none. */
#include "check.h"

enum { N = 77 };

int main(int argc, char **argv)
{
    int seq[N], pos = 0, k = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: seq, pos)
    {
#pragma omp parallel for ordered num_threads(13)
        for (int i = 0; i < N; i++) {
            int x = i * 2;
            if (i % 5 == 4)
                continue;
#pragma omp ordered
            {
                seq[pos] = x;
                pos++;
            }
        }
    }
    for (int i = 0; i < N; i++)
        if (i % 5 != 4) {
            CHECK_INT(seq[k], 2 * i, "at %d", k);
            k++;
        }
    CHECK_INT(pos, k, "number of regions");
    return check_end();
}
