// ROW: target map(tofrom:), map() of const variables
// SPEC: 4.5 5.8.3
/* They are copied to the device; nothing is stored into what may lie in read-only memory. */
#include "check.h"

static const int table[6] = {1, 2, 3, 4, 5, 6};
const struct {
    int a;
    double b;
} pair = {4, 2.5};

int main(int argc, char **argv)
{
    static const float reals[2] = {1.5f, 2.5f};
    const int local = 7;
    int sum = 0, two = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: table, sum, local)
    for (int i = 0; i < 6; i++)
        sum += table[i] * local;
    CHECK_INT(sum, 147, "an array and a scalar");
#pragma omp target map(pair, two)
    two = pair.a + (int)(2 * pair.b);
    CHECK_INT(two, 9, "a structure");
#pragma omp target data map(table[2:3], reals)
    {
#pragma omp target map(from: sum)
        sum = table[4] + (int)(2 * reals[1]);
    }
    CHECK_INT(sum, 10, "a section, in target data");
#pragma omp target enter data map(to: table)
#pragma omp target exit data map(from: table)
    return check_end();
}
