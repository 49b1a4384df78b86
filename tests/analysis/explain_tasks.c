// RUN: %gantry explain %s | %FileCheck %s
void explain(int n, float *y)
{
// CHECK: task      beside the host (nowait), in a queue with a stream of its own, depend(inout: y[0]), depend(in: n)
#pragma omp target teams distribute parallel for map(y[0:n]) nowait depend(inout: y[0]) depend(in: n)
    for (int i = 0; i < n; i++)
        y[i] += 1;
// CHECK: task      waited for, depend(in: y[0])
#pragma omp target map(y[0:n]) depend(in: y[0])
    y[0] = 1;
// CHECK-NOT: {{^}}  task
#pragma omp target map(y[0:n])
    y[0] = 1;
}
