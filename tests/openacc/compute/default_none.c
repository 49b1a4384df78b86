// ROW: parallel default(none)
// SPEC: 3.3 2.5.16
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[10], k = 4;
#pragma acc parallel loop default(none) copyout(a) firstprivate(k)
    for (int i = 0; i < 10; i++)
        a[i] = i + k;
    for (int i = 0; i < 10; i++)
        CHECK_INT(a[i], i + 4, "a[%d]", i);
    /* 2.6.2: sizeof neither reads a variable nor takes its address */
    static double table[12];
    struct {
        char c[9];
    } record;
    unsigned sizes = 0;
#pragma acc parallel default(none) copy(sizes)
    sizes = sizeof table / sizeof *table + sizeof record + sizeof k;
    CHECK_INT(sizes, 12 + 9 + sizeof(int), "sizes");
    return check_end();
}
