// RUN: %front %s | %FileCheck %s
/* Combined directives are computed from their leaves, in any place a statement may stand. */
void f(int n, float *p)
{
// CHECK: #0 target teams distribute parallel for simd directives.c:6 device
#pragma omp target teams distribute parallel for simd
    for (int i = 0; i < n; i++) p[i] = 0;
// CHECK: #1 target teams distribute simd
#pragma omp target teams distribute simd
    for (int i = 0; i < n; i++) p[i] = 0;
// CHECK: #2 target teams loop
#pragma omp target teams loop
    for (int i = 0; i < n; i++) p[i] = 0;
// CHECK: #3 target parallel for simd
#pragma omp target parallel for simd
    for (int i = 0; i < n; i++) p[i] = 0;
// CHECK: #4 target parallel loop
#pragma omp target parallel loop
    for (int i = 0; i < n; i++) p[i] = 0;
// CHECK: #5 target simd
#pragma omp target simd
    for (int i = 0; i < n; i++) p[i] = 0;
// CHECK: #6 target parallel directives.c
#pragma omp target parallel
// CHECK-NEXT: uses
// CHECK-NEXT: #7 single {{.*}} device nowait
#pragma omp single nowait
    p[0] = 1;
// CHECK: #8 target directives.c
#pragma omp target
// CHECK: #9 teams {{.*}} num_teams(n)
#pragma omp teams num_teams(n)
    {
// CHECK: #10 distribute parallel for
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++) p[i] = 0;
// CHECK: #11 distribute parallel for simd
#pragma omp distribute parallel for simd
        for (int i = 0; i < n; i++) p[i] = 0;
// CHECK: #12 distribute simd
#pragma omp distribute simd
        for (int i = 0; i < n; i++) p[i] = 0;
// CHECK: #13 parallel directives.c
#pragma omp parallel
        {
// CHECK: #14 for simd
#pragma omp for simd
            for (int i = 0; i < n; i++) p[i] = 0;
// CHECK: #15 master
#pragma omp master
            p[0] = 1;
// CHECK: #16 critical (name)
#pragma omp critical(name)
            p[0] += 1;
// CHECK: #17 barrier
#pragma omp barrier
// CHECK: #18 masked {{.*}} filter(1)
#pragma omp masked filter(1)
            p[0] += 1;
// CHECK: #19 flush
#pragma omp flush acquire
        }
    }
// CHECK: #20 target data
#pragma omp target data map(p[0:n])
    {
// CHECK-NEXT: #21 target enter data
#pragma omp target enter data map(to: p[0:n])
// CHECK-NEXT: #22 target exit data
#pragma omp target exit data map(from: p[0:n])
// CHECK-NEXT: #23 target update
#pragma omp target update to(p[0:n])
    }
}
