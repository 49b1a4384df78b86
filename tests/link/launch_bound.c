// The launch bound is what clauses ask for; parallel regions of a generic kernel that ask for nothing have the usual number.
// RUN: %gantry cc -O2 --offload-arch=sm_70 --save-temps %s -o %t
// RUN: sed -n '/^.visible .entry/s/.*_\([a-z]*\)_[0-9]*_[0-9a-f]*(.*/\1/p; s/^.maxntid \([0-9]*\).*/\1/p' sm_70.ptx | tr '\n' ' ' > bounds
// RUN: cat bounds && for b in "constant 64" "limit 96" "small 160" "large 288" "lone 544" "run 1024"; do grep -q "$b " bounds || exit 1; done
// RUN: %not grep -q "none [0-9]" bounds
// LABELS: compile
#include <omp.h>
static int a[100];

void constant(void)
{
#pragma omp target teams distribute parallel for num_threads(64)
    for (int i = 0; i < 100; i++)
        a[i] = i;
}
void limit(void)
{
#pragma omp target teams distribute parallel for thread_limit(90)
    for (int i = 0; i < 100; i++)
        a[i] = i;
}
void run(int n)
{
#pragma omp target teams distribute parallel for num_threads(n)
    for (int i = 0; i < 100; i++)
        a[i] = i;
}
void none(void)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 100; i++)
        a[i] = i;
}

/* code between the levels, and regions of different sizes */
#define GENERIC(NAME, TEAMS, FIRST, SECOND)                                                                  \
    void NAME(void)                                                                                          \
    {                                                                                                        \
        _Pragma(TEAMS)                                                                                       \
        {                                                                                                    \
            int x[4];                                                                                        \
            x[omp_get_team_num() % 4] = 1;                                                                   \
            _Pragma(FIRST) a[omp_get_thread_num() % 100] = x[0];                                             \
            _Pragma(SECOND) a[omp_get_thread_num() % 100] += x[1];                                           \
        }                                                                                                    \
    }
GENERIC(small, "omp target teams", "omp parallel num_threads(4)", "omp parallel")
GENERIC(large, "omp target teams", "omp parallel num_threads(256)", "omp parallel num_threads(40)")
GENERIC(lone, "omp target", "omp parallel num_threads(4)", "omp parallel")
int main(void) { return 0; }
