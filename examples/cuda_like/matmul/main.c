/* matmul: the product of two matrices by tiles that teams keep in their own memory.
 *
 *     matmul [rows [columns [inner]]]      default: 61 45 53
 *
 * Shows: one kernel in a header for several types, tile sizes and numbers of threads; two-dimensional arrays of a team;
 * edges that no tile fits. The elements are small whole numbers, so that every sum is exact: each type's product must
 * equal the serial one. */
#include "matmul.h"
#include "program.h"
#include <omp.h>

/* the numbers of both matrices, the products, the time: for one type after the other */
#define RUN(TYPE)                                                                                                      \
    do {                                                                                                               \
        TYPE *a = get_memory(n * k, sizeof *a), *b = get_memory(k * m, sizeof *b), *c = get_memory(n * m, sizeof *c);  \
        for (long i = 0; i < n * k; i++)                                                                               \
            a[i] = (TYPE)(hash32((uint32_t)i) % 9) - 4;                                                                \
        for (long i = 0; i < k * m; i++)                                                                               \
            b[i] = (TYPE)(hash32((uint32_t)i + 9000) % 9) - 4;                                                         \
        for (long i = 0; i < n * m; i++)                                                                               \
            c[i] = 77777;                                                                                              \
        const double start = omp_get_wtime();                                                                          \
        multiply_##TYPE(n, m, k, a, b, c);                                                                             \
        print_rate(#TYPE, 2.0 * (double)n * (double)m * (double)k, "operations", omp_get_wtime() - start);             \
        for (long i = 0; i < n; i++)                                                                                   \
            for (long j = 0; j < m; j++) {                                                                             \
                TYPE sum = 0;                                                                                          \
                for (long l = 0; l < k; l++)                                                                           \
                    sum += a[i * k + l] * b[l * m + j];                                                                \
                wrong += c[i * m + j] != sum;                                                                          \
            }                                                                                                          \
        free(a);                                                                                                       \
        free(b);                                                                                                       \
        free(c);                                                                                                       \
    } while (0)

int main(int argc, char **argv)
{
    const long n = size_argument(argc, argv, 1, 61, 1, 20000);
    const long m = size_argument(argc, argv, 2, 45, 1, 20000);
    const long k = size_argument(argc, argv, 3, 53, 0, 20000);
    long wrong = 0;
    RUN(float);
    RUN(double);
    RUN(int);
    return finish(wrong, 3 * n * m, "elements");
}
