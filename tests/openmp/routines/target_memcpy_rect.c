// ROW: omp_target_memcpy_rect
// SPEC: 4.5 18.8.6
/* A box of three dimensions out of one array into another of other extents. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int device = omp_get_default_device(), host = omp_get_initial_device();
    enum { N = 7, M = 9, K = 11 };
    static int a[N][M][K], b[N + 1][M + 2][K + 3];
    for (int i = 0; i < N * M * K; i++)
        (&a[0][0][0])[i] = i;
    int *p = omp_target_alloc(sizeof b, device);
    size_t volume[3] = {3, 4, 5}, to[3] = {1, 2, 3}, from[3] = {2, 0, 4}, zero[3] = {0, 0, 0};
    size_t big[3] = {N + 1, M + 2, K + 3}, small[3] = {N, M, K};
    CHECK(omp_target_memcpy_rect(NULL, NULL, 4, 0, NULL, NULL, NULL, NULL, NULL, device, host) >= 3, "dimensions");
    CHECK_INT(omp_target_memcpy_rect(p, b, sizeof(int), 3, big, zero, zero, big, big, device, host), 0, "clear");
    CHECK_INT(omp_target_memcpy_rect(p, a, sizeof(int), 3, volume, to, from, big, small, device, host), 0, "to");
    memset(b, -1, sizeof b);
    CHECK_INT(omp_target_memcpy_rect(b, p, sizeof(int), 3, big, zero, zero, big, big, host, device), 0, "from");
    for (int i = 0; i < N + 1; i++)
        for (int j = 0; j < M + 2; j++)
            for (int k = 0; k < K + 3; k++) {
                int inside = i >= 1 && i < 4 && j >= 2 && j < 6 && k >= 3 && k < 8;
                CHECK_INT(b[i][j][k], inside ? a[i + 1][j - 2][k + 1] : 0, "b[%d][%d][%d]", i, j, k);
            }
    omp_target_free(p, device);
    return check_end();
}
