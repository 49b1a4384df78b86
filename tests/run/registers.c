// RUN: %gantry cc %O -w --offload-arch=emulated %s -o %t
// RUN: %run_host %t && %run_emulated32 %t
// RUN: printf 'int f(void) { register int r = 3; int *p = &r; _Pragma("omp parallel") r++; return *p; }\n' > address.c && %not %gantry cc -c address.c 2>&1 | grep -q 'address of register variable'
/* Variables that are declared `register`: constructs share, map and copy them like others. */
#include "check.h"

static int scaled(register int n, register const int *values)
{
    register int sum = 0;
#pragma omp target teams distribute parallel for map(to: values[0:n]) map(tofrom: sum) reduction(+ : sum)
    for (register int i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

static int old(n) register int n;
{
    register m = 4; /* an int: C90 */
#pragma omp target firstprivate(n) map(tofrom: m)
    m += n;
    return m;
}

int main(void)
{
    register int r = 3, shared = 1;
    register double d = 2, *p = &(double){5};
    const int values[] = {1, 2, 3, 4, 5};
    int a[10];
#pragma omp target teams firstprivate(r) map(from: a) num_teams(1)
    {
        r++;
        a[0] = r;
    }
    CHECK(a[0] == 4 && r == 3, "registers");
#pragma omp target teams distribute parallel for firstprivate(r) map(from: a) map(to: d)
    for (int i = 0; i < 10; i++)
        a[i] = r + (int)d;
    CHECK(a[9] == 5, "registers");
#pragma omp target map(tofrom: p[0:1])
    *p += r;
    CHECK(*p == 8, "registers");
#pragma omp parallel num_threads(4) firstprivate(r)
#pragma omp atomic
    shared += r;
    CHECK(shared == 13, "registers");
    CHECK(scaled(5, values) == 15, "registers");
    CHECK(old(3) == 7, "registers");
    return check_end();
}
