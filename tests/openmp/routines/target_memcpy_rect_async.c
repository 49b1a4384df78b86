// ROW: omp_target_memcpy_rect_async
// SPEC: 5.1 18.8.8
/* A rectangle that a task has filled, ordered by a depobj. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int device = omp_get_default_device(), host = omp_get_initial_device();
    enum { N = 13, M = 17 };
    int a[N][M], b[N][M], x = 0;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    int *p = omp_target_alloc(sizeof a, device);
    omp_depend_t d;
    size_t whole[2] = {N, M}, part[2] = {5, 6}, at[2] = {3, 4}, zero[2] = {0, 0};
#pragma omp depobj(d) depend(inout : x)
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp task depend(out : x) shared(a)
        for (int i = 0; i < N * M; i++)
            a[i / M][i % M] = 1 + i;
        CHECK_INT(omp_target_memcpy_rect_async(p, a, sizeof(int), 2, whole, zero, zero, whole, whole, device, host, 1, &d),
                  0, "to");
        CHECK_INT(omp_target_memcpy_rect_async(b, p, sizeof(int), 2, part, at, at, whole, whole, host, device, 1, &d), 0,
                  "from");
#pragma omp taskwait
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK_INT(b[i][j], i >= 3 && i < 8 && j >= 4 && j < 10 ? 1 + i * M + j : 0, "b[%d][%d]", i, j);
    omp_target_free(p, device);
    return check_end();
}
