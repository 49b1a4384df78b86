// ROW: C: vector extensions
// SPEC: 4.0 1.7
/* Vectors of GNU C: arithmetic, comparison, subscripts, mapped and as parameters. */
#include "check.h"

typedef int int4 __attribute__((vector_size(16)));
typedef double double2 __attribute__((vector_size(16)));
static int sum(int4 v) { return v[0] + v[1] + v[2] + v[3]; }

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int4 v[25];
    double2 d[25];
    int r[25];
    for (int i = 0; i < 25; i++)
        v[i] = (int4){i, i + 1, i + 2, i + 3};
#pragma omp target teams distribute parallel for map(tofrom: v) map(from: d, r)
    for (int i = 0; i < 25; i++) {
        int4 w = v[i] * v[i] - 1, less = v[i] < 10;
        v[i] = w;
        v[i][2] = -1;
        d[i] = (double2){0.5, 2} * (double)i;
        r[i] = sum(w) + less[0];
    }
    for (int i = 0; i < 25; i++) {
        CHECK(v[i][0] == i * i - 1 && v[i][2] == -1 && v[i][3] == (i + 3) * (i + 3) - 1, "v[%d]", i);
        CHECK(d[i][0] == 0.5 * i && d[i][1] == 2 * i, "d[%d]", i);
        int want = -4;
        for (int j = 0; j < 4; j++)
            want += (i + j) * (i + j);
        CHECK_INT(r[i], want - (i < 10), "r[%d]", i);
    }
    return check_end();
}
