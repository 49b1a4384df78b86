// RUN: %gantry explain -w --json %s > all.json && python3 %S/only.py GA201 all.json found.json && %gantry explain -w %s | %FileCheck %s && python3 -c "import json; w = json.load(open('found.json'))['files'][0]['findings']; assert [x['severity'] for x in w] == ['likely', 'likely'], w"
// RUN: python3 %S/paste.py found.json %s pasted.c && %gantry cc -w -O1 --offload-arch=emulated %s -o %t.old && %gantry cc -w -O1 --offload-arch=emulated pasted.c -o %t.new && %run_host %t.old > old && %run_host %t.new | cmp - old
// RUN: GANTRY_PROFILE=old.json %run_emulated32 %t.old | cmp - old && GANTRY_PROFILE=new.json %run_emulated32 %t.new | cmp - old && python3 %S/transfers.py old.json new.json 'given 40 2' 'apart 40 22' 'together 40 40' 'outside 40 40'
/* Memory of the caller's, in a file without data constructs. */
#include <stdio.h>
enum { N = 64, STEPS = 20 };
/* Memory of the caller's: no caller may have mapped it already, which is likely. */
// CHECK-DAG: given: 'x[0:n]' is copied again
// CHECK-DAG: likely that no caller has mapped the data already
void given(int n, int steps, double *x)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: x[0:n])
        for (int i = 0; i < n; i++)
            x[i] += k;
    }
}

/* Nothing else leads there while x is restrict. */
// CHECK-DAG: apart: 'x[0:n]' is copied again
// CHECK-DAG: update from(x[0:n])
void apart(int n, int steps, double *restrict x, double *y)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: x[0:n])
        for (int i = 0; i < n; i++)
            x[i] += k;
        y[0] += x[1];
    }
}
/* The host stores to what may be the same memory, or calls what may. */
void together(int n, int steps, double *x, double *y)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: x[0:n])
        for (int i = 0; i < n; i++)
            x[i] += k;
        y[0] += 1;
    }
}
static double a[N], b[N];
__attribute__((noinline)) void act(void) { a[0] += 2; }
void outside(int n, int steps, double *x)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: x[0:n])
        for (int i = 0; i < n; i++)
            x[i] += k;
        act();
    }
}

int main(void)
{
    given(N, STEPS, a);
    apart(N, STEPS, a, b);
    together(N, STEPS, a, a + 1);
    outside(N, STEPS, a);
    for (int i = 0; i < N; i++)
        printf("%g %g\n", a[i], b[i]);
}
