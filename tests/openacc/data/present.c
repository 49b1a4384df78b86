// ROW: present(), of sections, of pointers by their names
// SPEC: 3.3 2.7.6
#include "check.h"

static void twice(int *p, int n)
{
#pragma acc parallel loop present(p[0:n])
    for (int i = 0; i < n; i++)
        p[i] *= 2;
}

/* What the pointer leads to is there, not the pointer. */
static int sum(const int *p, int n)
{
    int s = 0;
#pragma acc data present(p)
    {
#pragma acc parallel loop present(p) reduction(+: s)
        for (int i = 0; i < n; i++)
            s += p[i];
    }
    return s;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[20], m[6][8] = {{0}};
    for (int i = 0; i < 20; i++)
        a[i] = i;
#pragma acc data copy(a[5:10])
    twice(a + 5, 10);
    int *p = a + 2;
#pragma acc enter data copyin(p[0:10])
    CHECK_INT(sum(p, 10), 2 + 3 + 4 + 2 * (5 + 6 + 7 + 8 + 9 + 10 + 11), "by the pointer's name");
#pragma acc exit data delete(p[0:10])
    for (int i = 0; i < 20; i++)
        CHECK_INT(a[i], i >= 5 && i < 15 ? 2 * i : i, "a[%d]", i);
#pragma acc parallel loop copy(m[2:3][0:8], a[:4]) copyin(a[19])
    for (int i = 2; i < 5; i++) {
        m[i][7] = i;
        a[i - 2] = a[19];
    }
    CHECK(m[2][7] == 2 && m[4][7] == 4 && a[2] == 19, "sections");
    return check_end();
}
