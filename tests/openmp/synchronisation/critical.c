// ROW: critical, critical(name) hint()
// SPEC: 1.0 15.2
#include "check.h"

int main(int argc, char **argv)
{
    long a = 0, b = 0, c = 0;
    int n = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: a, b, c, n)
#pragma omp teams num_teams(3)
#pragma omp parallel num_threads(33)
    {
        for (int i = 0; i < 3; i++) {
#pragma omp critical
            a = a + 1;
#pragma omp critical(one)
            b = b + 2;
#pragma omp critical(two) hint(omp_sync_hint_contended)
            {
#pragma omp critical(three)
                c = c + 3;
            }
        }
#pragma omp atomic
        n++;
    }
    CHECK_INT(a, 3L * n, "without a name");
    CHECK_INT(b, 6L * n, "with one");
    CHECK_INT(c, 9L * n, "in another");
    return check_end();
}
