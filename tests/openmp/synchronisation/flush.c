// ROW: flush, flush(list), flush acq_rel, release, acquire, seq_cst
// SPEC: 1.0 15.8.5
/* A value handed from one thread to the other through a flag. */
#include "check.h"

int main(int argc, char **argv)
{
    int data[4] = {0}, flag[4] = {0}, got[4] = {0}, n = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: data, flag, got, n)
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        n = omp_get_num_threads();
        int me = omp_get_thread_num();
        for (int k = 0; k < 4 && n == 2; k++) {
            int seen = 0;
            if (me == 0) {
                data[k] = 40 + k;
                if (k == 0) {
#pragma omp flush
                } else if (k == 1) {
#pragma omp flush(data, flag)
                } else if (k == 2) {
#pragma omp flush release
                } else {
#pragma omp flush seq_cst
                }
#pragma omp atomic write
                flag[k] = 1;
            } else {
                while (!seen) {
#pragma omp atomic read
                    seen = flag[k];
                }
                if (k == 0) {
#pragma omp flush
                } else if (k == 1) {
#pragma omp flush(data, flag)
                } else if (k == 2) {
#pragma omp flush acquire
                } else {
#pragma omp flush acq_rel
                }
                got[k] = data[k];
            }
        }
    }
    for (int k = 0; k < 4 && n == 2; k++)
        CHECK_INT(got[k], 40 + k, "flush of kind %d", k);
    return check_end();
}
