// ROW: parallel private() firstprivate()
// SPEC: 3.3 2.5.13
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int t[4] = {7, 7, 7, 7}, k = 3, a[100], first = 0;
#pragma acc parallel num_gangs(4) private(t) firstprivate(k) copyout(a) reduction(+: first)
    {
        k++;
        first += k;
        for (int i = 0; i < 4; i++)
            t[i] = k;
#pragma acc loop gang
        for (int i = 0; i < 100; i++)
            a[i] = t[i % 4] + i;
    }
    CHECK_INT(t[0], 7, "the original stays");
    CHECK_INT(k, 3, "the original stays");
    CHECK(first % 4 == 0, "every gang began with the value: %d", first);
    for (int i = 0; i < 100; i++)
        CHECK_INT(a[i], i + 4, "a[%d]", i);
    return check_end();
}
