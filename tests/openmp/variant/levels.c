// ROW: metadirective of teams, parallel, for and simd
// SPEC: 5.0 7.4
/* At every level of a nest. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[11 * 37];
    check_begin(argc, argv);
#pragma omp target map(from: a)
#pragma omp metadirective when(device={kind(gpu)}: teams distribute) default(teams distribute parallel for)
    for (int i = 0; i < 11; i++) {
#pragma omp metadirective when(device={kind(gpu)}: parallel for) default(simd)
        for (int j = 0; j < 37; j++)
            a[i * 37 + j] = i - j;
    }
    for (int i = 0; i < 11 * 37; i++)
        CHECK_INT(a[i], i / 37 - i % 37, "a[%d]", i);
    return check_end();
}
