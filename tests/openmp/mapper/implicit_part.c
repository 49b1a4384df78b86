// ROW: declare mapper(T v), an array captured without a clause of which a part is mapped
// SPEC: 5.0 5.8.8
/* The region uses the part that is there; nothing else is mapped for it. */
#include "check.h"

struct vec {
    int n;
    int *x;
};
#pragma omp declare mapper(struct vec v) map(v, v.x[0:v.n])

int main(int argc, char **argv)
{
    struct vec a[5];
    int data[5][3];
    check_begin(argc, argv);
    CHECK_MEANT(data, sizeof data);
    for (int i = 0; i < 5; i++) {
        a[i] = (struct vec){3, data[i]};
        for (int k = 0; k < 3; k++)
            data[i][k] = i;
    }
#pragma omp target data map(tofrom: a[1:3])
    {
#pragma omp target teams distribute parallel for
        for (int i = 1; i < 4; i++)
            for (int k = 0; k < a[i].n; k++)
                a[i].x[k] += 10 * k;
        for (int i = 0; i < 5; i++)
            CHECK_INT(data[i][2], i + (!check_device && i >= 1 && i < 4 ? 20 : 0), "not copied back yet, %d", i);
    }
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 3; k++)
            CHECK_INT(data[i][k], i + (i >= 1 && i < 4 ? 10 * k : 0), "data[%d][%d]", i, k);
    return check_end();
}
