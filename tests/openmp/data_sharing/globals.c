// ROW: globals without declare target in regions
// SPEC: 4.0 5.8.1
#include "check.h"

int scalar = 3;
static double matrix[3][7];
int *pointer;
extern int later[5];

static void region(int *seen)
{
    static int calls;
    int now = 0;
#pragma omp target map(from: now)
    {
        matrix[2][6] = scalar;
        pointer[4] = 50;
        later[4] += calls;
        now = calls + 1;
    }
    calls = now;
    *seen = calls;
}

int later[5] = {1, 2, 3, 4, 5};

int main(int argc, char **argv)
{
    int seen = 0, v[5] = {0};
    check_begin(argc, argv);
    pointer = v;
#pragma omp target data map(tofrom: v)
    for (int i = 0; i < 3; i++)
        region(&seen);
    CHECK_INT(seen, 3, "static of a function");
    CHECK_REAL(matrix[2][6], 3, 0, "matrix");
    CHECK_INT(v[4], 50, "pointer");
    CHECK_INT(later[4], 5 + 0 + 1 + 2, "extern");
    return check_end();
}
