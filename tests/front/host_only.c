// RUN: %front -w %s | %FileCheck %s
/* What belongs to the host compiler alone passes untouched, whatever it says; functions that a region calls do not. */
int total;
#pragma omp threadprivate(total)
#pragma omp declare simd
double host(int n, double *a)
{
    double s = 0;
// CHECK: function host
// CHECK-NEXT: #0 parallel for host_only.c:[[#@LINE+1]] reduction(+: s)
#pragma omp parallel for reduction(+:s) linear(n) copyin(total)
    for (int i = 0; i < n; i++) s += a[i];
// CHECK: #1 parallel host_only.c
// CHECK-NEXT: {{^  }}#2 sections
#pragma omp parallel sections
    {
// CHECK-NEXT: {{^    }}#3 section
#pragma omp section
        s++;
// CHECK-NEXT: {{^    }}#4 section
#pragma omp section
        s--;
    }
// CHECK-NEXT: {{^  }}#5 task
#pragma omp task depend(iterator(k = 0:n), in: a[k])
// CHECK-NEXT: {{^    }}#6 taskloop
#pragma omp taskloop simd grainsize(4)
    for (int i = 0; i < n; i++) a[i] = 0;
// CHECK: #7 taskwait
#pragma omp taskwait
#pragma omp parallel for ordered(1)
    for (int i = 0; i < n; i++) {
// CHECK: #9 ordered
#pragma omp ordered depend(sink: i - 1)
        a[i] = 1;
    }
    return s;
}
static int helper(int n, int *a)
{
    int s = 0;
// CHECK: function helper device
// CHECK-NEXT: #10 parallel for host_only.c:[[#@LINE+1]] device reduction(+: s)
#pragma omp parallel for reduction(+: s)
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
int main(void)
{
    int s = 0, a[4] = {0};
#pragma omp target map(s)
    s = (a[0] ? helper : 0)(4, a);
    return s;
}
