// ROW: for ordered schedule(static|dynamic|guided, chunk) collapse(2)
// SPEC: 1.0 15.10.2
#include "check.h"

enum { N = 11, M = 6 };

int main(int argc, char **argv)
{
    int seq[6][N * M], pos[6] = {0};
    check_begin(argc, argv);
#pragma omp target map(tofrom: seq, pos)
#pragma omp parallel num_threads(7)
    {
#pragma omp for ordered schedule(static) collapse(2)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
#pragma omp ordered
                seq[0][pos[0]++] = i * M + j;
            }
#pragma omp for ordered schedule(static, 3) collapse(2)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
#pragma omp ordered
                seq[1][pos[1]++] = i * M + j;
            }
#pragma omp for ordered schedule(dynamic) nowait
        for (int i = 0; i < N * M; i++) {
#pragma omp ordered
            seq[2][pos[2]++] = i;
        }
#pragma omp for ordered schedule(guided, 2) nowait
        for (int i = 0; i < N * M; i++) {
#pragma omp ordered
            seq[3][pos[3]++] = i;
        }
#pragma omp for ordered schedule(dynamic, 4)
        for (int i = N * M - 1; i >= 0; i--) {
#pragma omp ordered threads
            seq[4][pos[4]++] = i;
        }
#pragma omp for ordered schedule(runtime)
        for (int i = 0; i < N * M; i++) {
#pragma omp ordered
            seq[5][pos[5]++] = i;
        }
    }
    for (int s = 0; s < 6; s++) {
        CHECK_INT(pos[s], N * M, "schedule %d", s);
        for (int i = 0; i < N * M; i++)
            CHECK_INT(seq[s][i], s == 4 ? N * M - 1 - i : i, "schedule %d, %d", s, i);
    }
    return check_end();
}
