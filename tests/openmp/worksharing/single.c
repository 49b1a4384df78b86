// ROW: single
// SPEC: 1.0 11.1
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0, early = 0, rounds = 9;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count, early)
#pragma omp parallel num_threads(33)
    for (int i = 0; i < rounds; i++) {
#pragma omp single
        count++;
        int now;
#pragma omp atomic read
        now = count;
        if (now != i + 1) {
#pragma omp atomic
            early++;
        }
#pragma omp barrier
    }
    CHECK_INT(count, rounds, "once each time");
    CHECK_INT(early, 0, "behind its barrier");
    return check_end();
}
