// ROW: interop init(targetsync:) depend(), use depend(), destroy depend()
// SPEC: 5.1 14.1
/* Each waits for the tasks that its dependences name; where there is no other runtime, there is no object. */
#include "check.h"

int main(int argc, char **argv)
{
    static double a[10007];
    omp_interop_t object = omp_interop_none;
    check_begin(argc, argv);
#pragma omp target enter data map(to: a)
#pragma omp target teams distribute parallel for nowait depend(out: a)
    for (int i = 0; i < 10007; i++)
        a[i] = i;
#pragma omp interop init(targetsync: object) depend(inout: a)
    if (object != omp_interop_none) {
        int code = 7;
        CHECK(omp_get_interop_ptr(object, omp_ipr_targetsync, &code) != NULL && code == 0, "targetsync");
    }
#pragma omp target update from(a)
    CHECK_REAL(a[10006], 10006, 0, "after init");
#pragma omp target teams distribute parallel for nowait depend(out: a)
    for (int i = 0; i < 10007; i++)
        a[i] += 1;
    if (object != omp_interop_none) {
#pragma omp interop use(object) depend(inout: a)
#pragma omp interop destroy(object) depend(inout: a)
    } else {
#pragma omp taskwait
    }
#pragma omp target exit data map(from: a)
    for (int i = 0; i < 10007; i++)
        CHECK_REAL(a[i], i + 1, 0, "a[%d]", i);
    CHECK(object == omp_interop_none, "destroyed");
    return check_end();
}
