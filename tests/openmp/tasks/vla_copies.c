// ROW: task and taskloop with copies of variable-length arrays
// SPEC: 4.5 12.5
/* private, firstprivate, by default too; lastprivate and reduction of a taskloop; two dimensions. */
#include "check.h"

static void copies(int n)
{
    int bad = 0, sums[8] = {0}, last[8] = {0};
#pragma omp target map(tofrom: bad, sums, last)
    {
        int v[n], w[n][3], x[n];
        for (int i = 0; i < n; i++) {
            v[i] = i;
            x[i] = -1;
            for (int j = 0; j < 3; j++)
                w[i][j] = 10 * i + j;
        }
#pragma omp task private(v) shared(bad)
        {
            for (int i = 0; i < n; i++)
                v[i] = 100 + i;
            bad += v[n - 1] != 100 + n - 1 || sizeof v != (unsigned)n * sizeof(int);
        }
#pragma omp task firstprivate(v, w) shared(bad)
        {
            bad += v[n - 1] != n - 1 || w[n - 1][2] != 10 * n - 8;
            v[0] = w[0][0] = 77;
        }
#pragma omp taskwait
        bad += v[0] != 0 || w[0][0] != 0;
#pragma omp parallel num_threads(3) firstprivate(x) shared(bad)
        {
            x[1] = omp_get_thread_num();
#pragma omp task shared(bad)
            {
                if (x[0] != -1)
#pragma omp atomic
                    bad++;
                x[0] = 5;
            }
#pragma omp taskwait
            if (x[0] != -1)
#pragma omp atomic
                bad++;
        }
#pragma omp taskloop lastprivate(v) grainsize(3)
        for (int i = 0; i < 20; i++) {
            v[0] = i;
            v[n - 1] = 2 * i;
        }
#pragma omp taskloop reduction(+: x) num_tasks(4)
        for (int i = 0; i < 20; i++)
            x[i % n] += i;
        last[0] = v[0];
        last[1] = v[n - 1];
        for (int i = 0; i < n; i++)
            sums[i] = x[i];
    }
    CHECK_INT(bad, 0, "values, %d elements", n);
    CHECK(last[0] == (n > 1 ? 19 : 38) && last[1] == 38, "lastprivate: %d %d", last[0], last[1]);
    for (int k = 0; k < n; k++) {
        int sum = -1;
        for (int i = k; i < 20; i += n)
            sum += i;
        CHECK_INT(sums[k], sum, "reduction, %d of %d", k, n);
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    copies(2);
    copies(7);
    return check_end();
}
