// ROW: default(firstprivate)
// SPEC: 5.1 5.4.1
#include "../../run/check.h"

struct pair {
    int a, b;
};

static int orphan(int v)
{
    int sum = 0;
#pragma omp parallel num_threads(3) default(firstprivate) shared(sum)
    {
        v += 2;
#pragma omp atomic
        sum += v == 3;
    }
    return v == 1 && sum > 0;
}
#pragma omp declare target enter(orphan)

static void in_parallel(void)
{
    int x = 5, wrong = 0, a[3] = {1, 2, 3}, from_function = 0;
    struct pair p = {8, 9};
#pragma omp target map(tofrom: x, wrong, a, p, from_function)
    {
#pragma omp parallel num_threads(3) default(firstprivate) shared(wrong)
        {
            x++, a[1]++, p.b++;
#pragma omp barrier
            if (x != 6 || a[1] != 3 || p.a != 8 || p.b != 10) {
#pragma omp atomic
                wrong++;
            }
        }
        wrong += x != 5 || a[1] != 2 || p.b != 9;
        from_function = orphan(1);
    }
    CHECK_INT(wrong, 0, "wrong");
    CHECK_INT(x, 5, "x");
    CHECK_INT(a[1], 2, "a[1]");
    CHECK_INT(p.b, 9, "p.b");
    CHECK_INT(from_function, 1, "in a function of its own");
}

static void combined(int n)
{
    int x = 5, wrong = 0, total = 0;
#pragma omp target teams distribute parallel for default(firstprivate) map(tofrom: x, wrong) shared(wrong) reduction(+: total)
    for (int i = 0; i < n; i++) {
        int before = x;
        x = before; /* what it holds after the first iteration is this thread's own */
        total += x;
        if (x != 5) {
#pragma omp atomic
            wrong++;
        }
    }
    CHECK_INT(wrong, 0, "wrong, n=%d", n);
    CHECK_INT(total, 5 * n, "total, n=%d", n);
    int y = 2, good = 0;
#pragma omp target teams num_teams(3) default(firstprivate) map(tofrom: good) shared(good)
    {
        y *= 3;
#pragma omp parallel num_threads(2) shared(y)
        {
            if (y == 6 && omp_get_thread_num() == 0) {
#pragma omp atomic
                good++;
            }
        }
    }
    CHECK(good > 0, "each team begins with the value of y");
    CHECK_INT(y, 2, "y");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    in_parallel();
    FOR_EACH_SIZE(n)
        combined((int)n);
    return check_end();
}
