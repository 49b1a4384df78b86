// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
/* One variable cannot start each team's copy and take the last one's: nobody would know which teams have read it. */
void both_ways(int n, int *a)
{
    int x = 1;
// CHECK: firstprivate_lastprivate_wrong.c:[[#@LINE+1]]:{{[0-9]+}}: error: firstprivate variable cannot be lastprivate
#pragma omp target teams distribute parallel for firstprivate(x) lastprivate(x)
    for (int i = 0; i < n; i++) {
        a[i] = x;
        x = i;
    }
#pragma omp target teams
// CHECK: firstprivate_lastprivate_wrong.c:[[#@LINE+1]]:{{[0-9]+}}: error: firstprivate variable cannot be lastprivate
#pragma omp distribute firstprivate(x) lastprivate(x)
    for (int i = 0; i < n; i++)
        x = i;
}
