// ROW: default(private)
// SPEC: 5.1 5.4.1
#include "../../run/check.h"

static void in_parallel(int n)
{
    int x = 5, sum = 0, a[3] = {1, 2, 3}, seen = 0;
    static int kept = 7;
#pragma omp target map(tofrom: x, sum, a, seen)
    {
#pragma omp parallel num_threads(3) default(private) shared(sum, seen)
        {
            x = omp_get_thread_num();
            kept = x;
            a[0] = x;
#pragma omp barrier
#pragma omp atomic
            sum += x + a[0] + kept;
#pragma omp atomic
            seen++;
        }
    }
    CHECK_INT(sum, 3 * seen * (seen - 1) / 2, "sum of %d threads", seen);
    CHECK_INT(x, 5, "x, n=%d", n);
    CHECK_INT(a[0], 1, "a[0]");
    CHECK_INT(kept, 7, "kept");
}

static void combined(int n)
{
    int x = 5, wrong = 0, y = 3;
#pragma omp target teams distribute parallel for default(private) firstprivate(n) map(tofrom: x, wrong) shared(wrong) firstprivate(y)
    for (int i = 0; i < n; i++) {
        x = i + y;
        if (x != i + 3) {
#pragma omp atomic
            wrong++;
        }
    }
    CHECK_INT(wrong, 0, "wrong, n=%d", n);
    CHECK_INT(x, 5, "x of the combined construct, n=%d", n);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        in_parallel((int)n);
        combined((int)n);
    }
    return check_end();
}
