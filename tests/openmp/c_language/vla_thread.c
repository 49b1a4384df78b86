// ROW: C: variable-length array declared in a thread
// SPEC: 4.0 1.7
/* An array whose length differs in every iteration, left by continue and at the end of its block. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double out[60];
#pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < 60; i++) {
        int k = i % 7 + 1;
        float a[k], b[k][2];
        for (int j = 0; j < k; j++) {
            a[j] = i + j;
            b[j][0] = b[j][1] = j;
        }
        float sum = 0;
#pragma omp simd reduction(+: sum)
        for (int j = 0; j < k; j++)
            sum += a[j] * b[j][1];
        out[i] = sum;
        if (i == 3)
            continue;
        out[i] += sizeof b;
    }
    for (int i = 0; i < 60; i++) {
        int k = i % 7 + 1;
        double want = 0;
        for (int j = 0; j < k; j++)
            want += (i + j) * j;
        CHECK_REAL(out[i], want + (i == 3 ? 0 : 8 * k), 0, "iteration %d", i);
    }
    return check_end();
}
