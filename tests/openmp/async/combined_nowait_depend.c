// ROW: target parallel / simd / teams forms with nowait depend(...)
// SPEC: 4.5 17.3
/* The clauses belong to the target of every combined construct. */
#include "check.h"

#define STEP(construct)                                                                                      \
    _Pragma(construct) for (int i = 0; i < N; i++) a[i] = 2 * a[i] + 1

int main(int argc, char **argv)
{
    enum { N = 111 };
    static int a[N];
    int want = 0, sum = 0;
    omp_event_handle_t gate;
    check_begin(argc, argv);
#pragma omp task detach(gate) depend(out: a)
    {
    }
#pragma omp target enter data map(to: a) nowait depend(inout: a)
    STEP("omp target parallel for nowait depend(inout: a)");
    STEP("omp target simd nowait depend(inout: a)");
    STEP("omp target parallel for simd nowait depend(inout: a)");
    STEP("omp target teams distribute nowait depend(inout: a)");
    STEP("omp target teams distribute simd nowait depend(inout: a)");
    STEP("omp target teams distribute parallel for nowait depend(inout: a)");
    STEP("omp target teams distribute parallel for simd nowait depend(inout: a)");
    STEP("omp target teams loop nowait depend(inout: a)");
    STEP("omp target parallel loop nowait depend(inout: a)");
#pragma omp target parallel nowait depend(inout: a)
    {
#pragma omp for
        for (int i = 0; i < N; i++)
            a[i] = 2 * a[i] + 1;
    }
#pragma omp target teams nowait depend(inout: a)
    {
#pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = 2 * a[i] + 1;
    }
#pragma omp target teams distribute parallel for nowait depend(in: a) reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += a[i] != 0;
#pragma omp target exit data map(from: a) nowait depend(inout: a)
    for (int i = 0; i < N; i++)
        a[i] = i;
    omp_fulfill_event(gate);
#pragma omp taskwait
    for (int i = 0; i < N; i++) {
        want = (i + 1) * 2048 - 1;
        CHECK_INT(a[i], want, "a[%d]", i);
    }
    CHECK_INT(sum, N, "reduction");
    return check_end();
}
