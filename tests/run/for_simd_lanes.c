// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: for m in auto generic; do %gantry cc %O --parallel-mode=$m --offload-arch=sm_70 %s -o %t.$m -lm && GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 OMP_TARGET_OFFLOAD=MANDATORY EXPECT_DEVICE=1 %t.$m || exit 1; done
/* `for simd` whose iterations are lanes' beside simd loops: linear, conditional and plain lastprivate variables, first- and
 * lastprivate of one variable, code between loops. */
#include "check.h"

enum { N = 307, M = 11 };

int main(int argc, char **argv)
{
    static int a[N], b[N][M], c[N], d[N][M], e[N][N];
    int x = 5, last = -1, none = -2, both = 1000, seen = 0, far = -1;
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        c[i] = i * 37 % 101;
#pragma omp target map(to: c) map(tofrom: a, b, d, e, x, last, none, both, seen, far)
#pragma omp parallel
    {
#pragma omp for simd linear(x: 3)
        for (int i = 0; i < N; i++) {
            a[i] = x;
            x += 3;
        }
#pragma omp for
        for (int i = 0; i < N; i++) {
            int row = c[i];
#pragma omp simd
            for (int j = 0; j < M; j++)
                b[i][j] = row + j;
        }
#pragma omp for simd lastprivate(conditional: last, none)
        for (int i = 0; i < N; i++) {
            if (c[i] == 7)
                last = i;
            if (c[i] > 1000)
                none = i;
        }
#pragma omp for firstprivate(both) lastprivate(both) reduction(+: seen)
        for (int i = 0; i < N; i++) {
            seen += both >= 1000;
            both = 1000 + i;
        }
#pragma omp for simd collapse(2)
        for (int i = 0; i < N; i++) {
            int twice = 2 * i;
            for (int j = 0; j < M; j++)
                d[i][j] += twice + j;
        }
#pragma omp for simd collapse(2) lastprivate(far)
        for (int i = 0; i < N; i++)
            for (int j = i; j < N; j += 7) {
                e[i][j]++;
                far = i * N + j;
            }
    }
    int want = -1;
    for (int i = 0; i < N; i++) {
        want = c[i] == 7 ? i : want;
        CHECK_INT(a[i], 5 + 3 * i, "a[%d]", i);
        for (int j = 0; j < M; j++) {
            CHECK_INT(b[i][j], c[i] + j, "b[%d][%d]", i, j);
            CHECK_INT(d[i][j], 2 * i + j, "d[%d][%d]", i, j);
        }
        for (int j = 0; j < N; j++)
            CHECK_INT(e[i][j], j >= i && (j - i) % 7 == 0, "e[%d][%d]", i, j);
    }
    CHECK_INT(x, 5 + 3 * N, "x");
    CHECK_INT(last, want, "last");
    CHECK_INT(none, -2, "none");
    CHECK_INT(both, 1000 + N - 1, "both");
    CHECK_INT(seen, N, "first values");
    CHECK_INT(far, N * N - 1, "far");
    return check_end();
}
