// ROW: cancel for around simd loops
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

enum { N = 40, W = 9 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static double x[N][W];
    int on = 0, rows = 0, wrong = 0;
#pragma omp target map(tofrom: x, on, rows)
    {
        on = omp_get_cancellation();
#pragma omp parallel for num_threads(4)
        for (int i = 0; i < N; i++) {
#pragma omp simd
            for (int k = 0; k < W; k++)
                x[i][k] = i + 1;
#pragma omp atomic
            rows++;
#pragma omp cancel for
#pragma omp simd
            for (int k = 0; k < W; k++)
                x[i][k] = -1;
        }
    }
    int whole = 0, behind = 0;
    for (int i = 0; i < N; i++) {
        for (int k = 1; k < W; k++)
            wrong += x[i][k] != x[i][0];
        whole += x[i][0] != 0;
        behind += x[i][0] == -1;
    }
    CHECK_INT(wrong, 0, "rows are whole");
    CHECK_INT(whole, rows, "rows that ran");
    CHECK_INT(behind, on ? 0 : N, "behind the cancel");
    CHECK(on ? rows < N : rows == N, "%d rows", rows);
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
