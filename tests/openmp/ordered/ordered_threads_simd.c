// ROW: for simd ordered, ordered threads simd
// SPEC: 4.5 15.10.2
#include "check.h"

enum { N = 53 };

int main(int argc, char **argv)
{
    int seq[N], pos = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: seq, pos)
    {
#pragma omp parallel for simd ordered num_threads(5)
        for (int i = 0; i < N; i++) {
            int x = 3 * i;
#pragma omp ordered threads simd
            {
                seq[pos] = x;
                pos++;
            }
        }
    }
    CHECK_INT(pos, N, "number of regions");
    for (int i = 0; i < N; i++)
        CHECK_INT(seq[i], 3 * i, "at %d", i);
    return check_end();
}
