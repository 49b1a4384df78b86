// ROW: C: function pointers
// SPEC: 4.0 1.7
/* Tables of functions, local and static, called by threads and by one; as parameters and results. */
#include "check.h"

typedef double fn(double);
static double square(double x) { return x * x; }
static double twice(double x) { return 2 * x; }
static double half(double x) { return x / 2; }
static fn *const table[] = {square, twice, half};
static double apply(fn *f, double x) { return f(x); }
static fn *choose(int i) { return i % 2 ? twice : half; }

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double r[90], one = 0;
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 90; i++)
        r[i] = table[i % 3](i) + apply(table[(i + 1) % 3], i) + choose(i)(i);
    for (int i = 0; i < 90; i++)
        CHECK_REAL(r[i], table[i % 3](i) + table[(i + 1) % 3](i) + choose(i)(i), 0, "iteration %d", i);
#pragma omp target map(tofrom: one)
    {
        fn *f = square, *local[2] = {twice, half};
        double sum = 0;
        one = f(3) + local[1](4);
#pragma omp parallel for reduction(+: sum)
        for (int i = 0; i < 10; i++)
            sum += local[i & 1](i);
        one += sum;
    }
    CHECK_REAL(one, 9 + 2 + 40 + 12.5, 0, "one thread");
    return check_end();
}
