// ROW: loop reduction, of a variable that follows a product
// SPEC: 3.3 2.9.11
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 100 };
    int a[N], s = 1, t = 2, want = 1;
    for (int i = 0; i < N; i++)
        a[i] = i % 7;
    for (int i = 0; i < N; i++)
        if (3 < (i * a[i]))
            want += a[i];
#pragma acc parallel copyin(a)
#pragma acc loop gang vector reduction(+: s)
    for (int i = 0; i < N; i++)
        if (3 < (i * a[i]))
            s += a[i];
    CHECK_INT(s, want, "parallel");
#pragma acc kernels copyin(a)
    {
        for (int i = 0; i < N; i++)
            if (3 < (i * a[i]))
                t += a[i];
        t--;
    }
    CHECK_INT(t, want, "kernels");
#pragma acc kernels loop copyin(a) copy(s)
    for (int i = 0; i < N; i++)
        s -= a[i];
    CHECK_INT(s, want - (N / 7 * 21 + 1), "copied and reduced");
#pragma acc parallel loop auto firstprivate(t) copy(a)
    for (int i = 0; i < N; i++) {
        t += a[i];
        a[i] = i;
    }
    CHECK_INT(t, want, "firstprivate");
    return check_end();
}
