// ROW: for simd ordered, ordered simd on the host
// SPEC: 4.5 15.10
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

enum { N = 60 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        int n = 0, m = 0, order[N], lanes[N];
#pragma omp parallel for simd ordered
        for (int i = 0; i < N; i++) {
#pragma omp ordered threads simd
            order[n++] = i;
        }
#pragma omp simd
        for (int i = 0; i < N; i++) {
#pragma omp ordered simd
            lanes[m++] = i;
        }
        for (int i = 0; i < N; i++) {
            CHECK_INT(order[i], i, "threads simd");
            CHECK_INT(lanes[i], i, "simd");
        }
    }
    return check_end();
}
