// ROW: routine gang: loop reduction() of what is private to it, of which each gang has a part
// SPEC: 3.3 2.9.11
#include "check.h"

enum { N = 100 };

#pragma acc routine gang
static void add(int n, const int *a, int *total, int how)
{
    int s = 0;
    if (how == 0) {
#pragma acc loop gang reduction(+: s)
        for (int i = 0; i < n; i++)
            s += a[i];
    } else if (how == 1) {
#pragma acc loop gang vector reduction(+: s)
        for (int i = 0; i < n; i++)
            s += a[i];
    } else {
#pragma acc loop worker reduction(+: s)
        for (int i = 0; i < n; i++)
            s += a[i];
    }
#pragma acc atomic
    *total += s;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[N], total[3] = {0};
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int how = 0; how < 3; how++) {
#pragma acc parallel num_gangs(4) copyin(a) copy(total)
        add(N, a, &total[how], how);
    }
    for (int how = 0; how < 3; how++)
        CHECK_INT(total[how], N * (N - 1) / 2, "total[%d]", how);
    return check_end();
}
