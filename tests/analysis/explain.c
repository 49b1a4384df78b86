// RUN: %gantry explain %s | %FileCheck %s
void explain(int n, const float *x, float *y)
{
// CHECK: explain.c:[[# @LINE + 9]]: target teams distribute parallel for  (function explain)
// CHECK-NEXT: kernel    gantry_k_explain_explain_13_
// CHECK-NEXT: mode      SPMD: every construct down to the parallel loop is tightly nested [GR101]
// CHECK-NEXT: loop      line [[# @LINE + 7]]: i over teams (distribute) and threads (for)
// CHECK-NEXT: launch    teams from the trip count of line [[# @LINE + 6]]
// CHECK-DAG: data      n                firstprivate: scalar without a clause: firstprivate [GR202]
// CHECK-DAG: data      x[0:n]           map(to): as the clause says [GR201]
// CHECK-DAG: data      y[0:n]           map(tofrom): as the clause says [GR201]

#pragma omp target teams distribute parallel for map(to: x[0:n]) map(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += x[i];
}
