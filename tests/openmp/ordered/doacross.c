// ROW: ordered doacross(sink:) doacross(source:)
// SPEC: 5.2 15.9.7
#include "check.h"

enum { N = 91 };

int main(int argc, char **argv)
{
    long a[4][N], want[4][N];
    check_begin(argc, argv);
    for (int s = 0; s < 4; s++)
        for (int i = 0; i < N; i++) {
            a[s][i] = i + 1;
            want[s][i] = i + 1 + (i >= 3 ? want[s][i - 3] : 0);
        }
#pragma omp target map(tofrom: a)
#pragma omp parallel num_threads(8)
    {
#pragma omp for ordered(1) schedule(static)
        for (int i = 0; i < N; i++) {
#pragma omp ordered doacross(sink: i - 3)
            if (i >= 3)
                a[0][i] += a[0][i - 3];
#pragma omp ordered doacross(source: omp_cur_iteration)
        }
#pragma omp for ordered(1) schedule(static, 2)
        for (int i = 0; i < N; i++) {
#pragma omp ordered doacross(sink: i - 3)
            if (i >= 3)
                a[1][i] += a[1][i - 3];
#pragma omp ordered doacross(source:)
        }
#pragma omp for ordered(1) schedule(dynamic, 3)
        for (int i = 0; i < N; i++) {
#pragma omp ordered doacross(sink: omp_cur_iteration - 1)
            if (i >= 3)
                a[2][i] += a[2][i - 3];
#pragma omp ordered doacross(source:)
        }
#pragma omp for ordered(1)
        for (unsigned i = 2 * (N - 1) + 1; i > 0; i -= 2) {
            int k = N - 1 - i / 2;
#pragma omp ordered doacross(sink: i + 6)
            if (k >= 3)
                a[3][k] += a[3][k - 3];
#pragma omp ordered doacross(source:)
        }
    }
    for (int s = 0; s < 4; s++)
        for (int i = 0; i < N; i++)
            CHECK_INT(a[s][i], want[s][i], "loop %d, a[%d]", s, i);
    return check_end();
}
