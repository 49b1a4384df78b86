// ROW: dispatch depend(), dispatch nowait
// SPEC: 5.1 7.6
/* The call waits for what it depends on, as a taskwait before it would, and what depends on it waits for the call. With
 * nowait it is made at once too (OpenMP 5.2): its value is there, and tasks that it makes are those of the caller. */
#include "check.h"

static int other(int x) { return 10 * x; }
#pragma omp declare variant(other) match(construct={dispatch})
static int base(int x) { return x; }

static void by_task(int *p)
{
#pragma omp task
    {
        for (volatile int i = 0; i < 10000; i++) {
        }
        *p += 1;
    }
}
#pragma omp declare variant(by_task) match(construct={dispatch})
static void at_once(int *p) { *p = -1; }

int main(int argc, char **argv)
{
    int x = 0, y = 0, z = 0, w = 0;
    check_begin(argc, argv);
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp target map(tofrom: x) depend(out: x) nowait
        {
            for (volatile int i = 0; i < 10000; i++) {
            }
            x = 3;
        }
#pragma omp dispatch depend(in: x) depend(out: y)
        y = base(x);
        CHECK_INT(y, 30, "waited for, and assigned at once");
#pragma omp target map(tofrom: x) depend(inout: x) nowait
        x = 5;
#pragma omp dispatch nowait depend(in: x) depend(out: z)
        z = base(x);
#pragma omp target map(to: z) map(from: y) depend(in: z) depend(out: y)
        y = z + 1;
        CHECK_INT(y, 51, "a construct that depends on the call");
#pragma omp task depend(out: w)
        {
            for (volatile int i = 0; i < 10000; i++) {
            }
            w = 6;
        }
#pragma omp dispatch nowait depend(inout: w)
        at_once(&w);
#pragma omp taskwait
        CHECK_INT(w, 7, "a task that the variant makes");
#pragma omp dispatch nowait
        w = base(w);
        CHECK_INT(w, 70, "nowait alone");
    }
    return check_end();
}
