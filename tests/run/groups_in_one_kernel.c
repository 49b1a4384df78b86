// RUN: %gantry cc %O --offload-arch=emulated %s %S/Inputs/groups_in_function.c -o %t
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --offload-arch=emulated --parallel-mode=generic %s %S/Inputs/groups_in_function.c -o %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --offload-arch=emulated --simd-group=2 %s %S/Inputs/groups_in_function.c -o %t && %run_emulated32 %t
/* Parallel regions of several group sizes in one kernel, one of them in a function of another file, and a branch. */
#include <omp.h>
#include <stdio.h>
#pragma omp declare target
void rows(double *a, int n, int m, int *threads);
#pragma omp end declare target
int main(void)
{
    enum { N = 37, M = 21 };
    static double a[N][M], b[N][M], c[N][M];
    int threads[4] = {0}, bad = 0;
    for (int flag = 0; flag < 2; flag++) {
#pragma omp target map(tofrom : a, b, c, threads) thread_limit(64)
        {
            double scale = 1.5;
#pragma omp parallel for
            for (int i = 0; i < N; i++) {
                double s = i * scale;
#pragma omp simd simdlen(4)
                for (int j = 0; j < M; j++)
                    a[i][j] += s + j;
            }
            if (flag) {
                scale += 1;
#pragma omp parallel
                {
#pragma omp single
                    threads[0] = omp_get_num_threads();
#pragma omp for
                    for (int i = 0; i < N; i++) {
                        double s = 0;
#pragma omp simd simdlen(16) reduction(+ : s)
                        for (int j = 0; j < M; j++)
                            s += a[i][j];
                        b[i][0] = s * scale;
                    }
                }
            }
#pragma omp parallel for
            for (int i = 0; i < N * M; i++) {
                c[i / M][i % M] += i;
                if (i == 0)
                    threads[1] = omp_get_num_threads();
            }
            rows(&c[0][0], N, M, threads + 2);
        }
    }
    for (int i = 0; i < N; i++) {
        double s = 0;
        for (int j = 0; j < M; j++) {
            bad += a[i][j] != 2 * (i * 1.5 + j);
            bad += c[i][j] != 2 * (i * M + j) + 2 * (i + 2 * j);
            s += a[i][j];
        }
        bad += b[i][0] != s * 2.5;
    }
    bad += threads[0] < 1 || threads[1] < 1 || threads[2] < 1 || threads[3] != 1;
    printf("%d wrong, threads %d %d %d\n", bad, threads[0], threads[1], threads[2]);
    return bad != 0;
}
