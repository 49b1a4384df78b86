// ROW: target nowait depend(out: a[l:n])
// SPEC: 4.5 15.9.5
/* Array sections as dependences: the same section orders, another does not stop. */
#include "check.h"

int main(int argc, char **argv)
{
    enum { N = 128 };
    static int a[N];
    int *p = a, free_one = 0, late = 0;
    omp_event_handle_t gate;
    check_begin(argc, argv);
#pragma omp task detach(gate) depend(out: p[64:64])
    {
    }
#pragma omp target teams distribute parallel for nowait depend(inout: p[64:64]) map(tofrom: p[64:64])
    for (int i = 64; i < N; i++)
        p[i] *= 2;
#pragma omp target nowait depend(inout: p[0:64]) map(tofrom: p[0:64])
    for (int i = 0; i < 64; i++)
        p[i] = 3;
#pragma omp taskwait depend(in: p[0:64])
    free_one = a[63];
    for (int i = 64; i < N; i++)
        a[i] = i;
    omp_fulfill_event(gate);
#pragma omp taskwait depend(in: p[64:64])
    late = a[N - 1];
    CHECK_INT(free_one, 3, "a section that nothing holds back");
    CHECK_INT(late, 2 * (N - 1), "the section behind the gate");
#pragma omp taskwait
    return check_end();
}
