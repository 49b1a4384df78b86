// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// What a device cannot cancel, and a reduction that a region cannot take part in.
#pragma omp declare target
int elsewhere(int);
static int meets(int n)
{
#pragma omp barrier
    return n;
}
static int calls(int n) { return meets(n) + 1; }
static int own_team(int n)
{
    int s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += i;
    return s;
}
int global;
#pragma omp end declare target

void f(int n, int *a)
{
#pragma omp target parallel map(tofrom : a[0 : n])
    {
        if (a[0] < 0) {
#pragma omp cancel parallel
        }
        a[1] = own_team(n);
// CHECK: errors_cancel.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'calls' has barriers of the parallel region that 'cancel parallel' ends: threads cannot leave the function there; move the construct to where it is called [GN0717]
        a[2] = calls(n);
// CHECK: errors_cancel.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'elsewhere' may have barriers of the parallel region that 'cancel parallel' ends: threads cannot leave the function there; define it in this file [GN0717]
        a[3] = elsewhere(n);
    }
    int sum = 0;
// CHECK: errors_cancel.c:[[#@LINE+1]]:{{[0-9]+}}: error: a loop with an inscan reduction cannot be cancelled: its threads compute their prefixes together; test a flag in the body instead [GN0718]
#pragma omp target parallel for reduction(inscan, + : sum) map(tofrom : a[0 : n])
    for (int i = 0; i < n; i++) {
        sum += a[i];
#pragma omp scan inclusive(sum)
        a[i] = sum;
#pragma omp cancel for if (sum > 100)
    }
}
