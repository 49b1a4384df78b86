// ROW: regions in parallel, sections, task, taskloop on the host
// SPEC: 4.5 13.8
/* Each thread or task has regions of its own, with and without nowait, on data of its own and on data of all. */
#include "check.h"

int main(int argc, char **argv)
{
    enum { N = 97, K = 12 };
    static int a[K][N], base[N];
    int in_sections[2] = {0, 0};
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        base[i] = i;
#pragma omp parallel for num_threads(4)
    for (int k = 0; k < K; k++) {
        int *row = a[k];
#pragma omp target teams distribute parallel for map(to: base) map(from: row[0:N])
        for (int i = 0; i < N; i++)
            row[i] = base[i] + k;
    }
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop grainsize(1)
    for (int k = 0; k < K; k++) {
        int *row = a[k];
#pragma omp target teams distribute parallel for nowait map(to: base) map(tofrom: row[0:N]) depend(inout: row[0])
        for (int i = 0; i < N; i++)
            row[i] += base[i];
#pragma omp target parallel for map(tofrom: row[0:N]) depend(inout: row[0])
        for (int i = 0; i < N; i++)
            row[i] *= 3;
    }
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
#pragma omp target map(tofrom: in_sections[0:1])
            in_sections[0] = 1;
        }
#pragma omp section
        {
            int *second = in_sections + 1;
#pragma omp target map(tofrom: second[0:1]) nowait
            second[0] = 2;
        }
    }
    for (int k = 0; k < K; k++)
        for (int i = 0; i < N; i++)
            CHECK_INT(a[k][i], 3 * (2 * i + k), "a[%d][%d]", k, i);
    CHECK_INT(in_sections[0], 1, "first section");
    CHECK_INT(in_sections[1], 2, "second section");
    return check_end();
}
