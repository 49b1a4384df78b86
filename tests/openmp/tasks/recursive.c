// ROW: task in functions, taskwait
// SPEC: 3.0 12.5
/* Tasks that make tasks, in a function. */
#include "check.h"

#pragma omp declare target
static int fib(int n)
{
    int a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a)
    a = fib(n - 1);
#pragma omp task shared(b)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int got = 0;
#pragma omp target map(tofrom: got)
#pragma omp parallel num_threads(3)
#pragma omp single
    got = fib(11);
    CHECK_INT(got, 89, "fib(11)");
    got = 0;
#pragma omp target map(tofrom: got)
    got = fib(9);
    CHECK_INT(got, 34, "fib(9), by the initial thread");
    return check_end();
}
