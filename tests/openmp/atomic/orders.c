// ROW: atomic seq_cst|acq_rel|acquire|release|relaxed, hint()
// SPEC: 4.0 15.8.1
/* Messages between two threads through a flag, in each pair of orders that must carry them. */
#include "check.h"

int main(int argc, char **argv)
{
    int data[5] = {0}, flag[5] = {0}, got[5] = {0}, n = 0, plain = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: data, flag, got, n, plain)
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        n = omp_get_num_threads();
        for (int k = 0; k < 5 && n == 2; k++) {
            int seen = 0, old;
            if (omp_get_thread_num() == 0) {
                data[k] = 7 * k + 1;
                if (k == 0) {
#pragma omp atomic write seq_cst
                    flag[k] = 1;
                } else if (k == 1) {
#pragma omp atomic write release hint(omp_sync_hint_uncontended)
                    flag[k] = 1;
                } else if (k == 2) {
#pragma omp atomic update release
                    flag[k]++;
                } else if (k == 3) {
#pragma omp atomic capture acq_rel
                    old = flag[k]++;
                } else {
#pragma omp atomic capture seq_cst
                    {
                        old = flag[k];
                        flag[k] = 1;
                    }
                }
                (void)old;
            } else {
                while (!seen) {
                    if (k == 0) {
#pragma omp atomic read seq_cst
                        seen = flag[k];
                    } else if (k == 4) {
#pragma omp atomic capture acquire
                        seen = flag[k] += 0;
                    } else {
#pragma omp atomic read acquire
                        seen = flag[k];
                    }
                }
                got[k] = data[k];
            }
        }
#pragma omp atomic relaxed
        plain++;
    }
    for (int k = 0; k < 5 && n == 2; k++)
        CHECK_INT(got[k], 7 * k + 1, "message %d", k);
    CHECK_INT(plain, n, "relaxed");
    return check_end();
}
