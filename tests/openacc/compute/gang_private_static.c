// ROW: parallel: scalars of static storage, and scalars whose address is taken, of each gang
// SPEC: 3.3 2.6.2
#include "check.h"

enum { N = 400 };

static int of_file = 9;
int external;

static int twice(const int *p) { return 2 * *p; }

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static int a[N], in_function;
    int taken = 3, *address = &taken, wrong = 0;
#pragma acc parallel loop gang copy(a)
    for (int i = 0; i < N; i++) {
        external = i;
#pragma acc loop seq
        for (int k = 0; k < 200; k++)
            a[i] = (a[i] * 7 + k) % 1001;
        a[i] = external;
    }
    for (int i = 0; i < N; i++)
        wrong += a[i] != i;
    CHECK_INT(wrong, 0, "external");
#pragma acc parallel loop num_gangs(8) copy(a)
    for (int i = 0; i < N; i++) {
        in_function = i;
        for (int k = 0; k < 200; k++)
            a[i] = (a[i] * 7 + k) % 1001;
        a[i] = in_function;
    }
    for (int i = 0; i < N; i++)
        wrong += a[i] != i;
    CHECK_INT(wrong, 0, "static in a function");
#pragma acc parallel num_gangs(4) copyout(a)
    {
        of_file += 1;
        taken += 1;
#pragma acc loop gang worker vector
        for (int i = 0; i < N; i++)
            a[i] = of_file + taken + i;
    }
    CHECK_INT(a[N - 1], 14 + N - 1, "of the file, and one whose address is taken");
#pragma acc parallel loop gang copyout(a)
    for (int i = 0; i < N; i++) {
        taken = i;
        a[i] = twice(&taken);
    }
    for (int i = 0; i < N; i++)
        wrong += a[i] != 2 * i;
    CHECK_INT(wrong, 0, "whose address is taken in the construct");
    CHECK(of_file == 9 && external == 0 && in_function == 0 && *address == 3, "the host's stay as they are");
    return check_end();
}
