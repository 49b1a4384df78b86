// ROW: data async() wait()
// SPEC: 3.3 2.6.5
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 300 };
    static int a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc data copy(a) async(2)
    {
#pragma acc parallel loop async(2)
        for (int i = 0; i < N; i++)
            a[i] *= 2;
    }
#pragma acc data copyout(b) copyin(a) wait(2)
#pragma acc parallel loop
    for (int i = 0; i < N; i++)
        b[i] = a[i] + 1;
    for (int i = 0; i < N; i++)
        CHECK_INT(b[i], 2 * i + 1, "[%d]", i);
    return check_end();
}
