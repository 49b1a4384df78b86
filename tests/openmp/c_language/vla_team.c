// ROW: C: variable-length array declared in a team
// SPEC: 4.0 1.7
/* One array for all threads of the team: written by one parallel region, read by the next. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double out[30];
#pragma omp target teams distribute map(from: out)
    for (int i = 0; i < 30; i++) {
        double row[5 + i], sum = 0;
#pragma omp parallel for
        for (int j = 0; j < 5 + i; j++)
            row[j] = i + j;
#pragma omp parallel for reduction(+: sum)
        for (int j = 0; j < 5 + i; j++)
            sum += row[4 + i - j] * (j + 1); /* of another thread */
        out[i] = sum;
    }
    for (int i = 0; i < 30; i++) {
        double want = 0;
        for (int j = 0; j < 5 + i; j++)
            want += (i + 4 + i - j) * (j + 1);
        CHECK_REAL(out[i], want, 0, "team %d", i);
    }
    return check_end();
}
