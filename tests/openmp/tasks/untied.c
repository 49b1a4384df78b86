// ROW: task untied
// SPEC: 3.0 12.5
/* A hint for a scheduler: the tasks are run as others. */
#include "check.h"

#pragma omp declare target
static int fibonacci(int n)
{
    int a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a) untied
    a = fibonacci(n - 1);
#pragma omp task shared(b) untied if (n > 5)
    b = fibonacci(n - 2);
#pragma omp taskwait
    return a + b;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 0;
#pragma omp target parallel num_threads(4) map(tofrom: sum)
#pragma omp single
    for (long i = 0; i < 33; i++)
#pragma omp task untied
    {
#pragma omp atomic
        sum += i;
    }
    CHECK_INT(sum, 528, "sum");

    int f = 0; /* untied tasks that wait for tasks of theirs */
#pragma omp target parallel num_threads(4) map(tofrom: f)
#pragma omp single
    f = fibonacci(12);
    CHECK_INT(f, 144, "fibonacci");
    return check_end();
}
