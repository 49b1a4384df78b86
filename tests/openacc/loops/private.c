// ROW: loop private()
// SPEC: 3.3 2.9.10
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 40 };
    int t = 5, w[3] = {9, 9, 9}, a[N], b[N];
#pragma acc parallel loop private(t, w) copyout(a)
    for (int i = 0; i < N; i++) {
        t = 2 * i;
        for (int j = 0; j < 3; j++)
            w[j] = t + j;
        a[i] = w[2];
    }
#pragma acc parallel copyout(b)
#pragma acc loop gang private(w)
    for (int i = 0; i < N; i += 4) {
        w[1] = i;
#pragma acc loop vector
        for (int j = i; j < i + 4; j++)
            b[j] = w[1] + j;
    }
    CHECK_INT(t, 5, "the original stays");
    CHECK_INT(w[2], 9, "the original stays");
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * i + 2 && b[i] == i + i / 4 * 4, "iteration %d", i);
    return check_end();
}
