// ROW: C: recursion
// SPEC: 4.0 1.7
/* Functions that call themselves and each other. */
#include "check.h"

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int odd(int n);
static int even(int n) { return n ? odd(n - 1) : 1; }
static int odd(int n) { return n ? even(n - 1) : 0; }
static int ackermann(int m, int n)
{
    return !m ? n + 1 : ackermann(m - 1, n ? ackermann(m, n - 1) : 1);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[100], a = 0;
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 100; i++)
        r[i] = fib(i % 12) * 10 + even(i % 7);
    for (int i = 0; i < 100; i++)
        CHECK_INT(r[i], fib(i % 12) * 10 + (i % 7 % 2 == 0), "iteration %d", i);
#pragma omp target map(from: a)
    a = ackermann(2, 3);
    CHECK_INT(a, 9, "ackermann");
    return check_end();
}
