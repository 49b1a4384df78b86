// RUN: %gantry explain %s | %FileCheck %s
/* Where speed is lost the reader is told what to do; functions that regions call have a part of their own; what moves to
 * shared memory has a size. */
#pragma omp declare target
void elsewhere(double *);
double norm(int n, const double *a)
{
    double s = 0;
#pragma omp simd reduction(+: s)
    for (int i = 0; i < n; i++)
        s += a[i] * a[i];
    return s;
}
#pragma omp end declare target

// CHECK: {{.*}}explain_hints.c:6: device function norm
// CHECK-NEXT: loop line 10: i over the lanes of a thread (simd): as many as the thread that calls {{.*}}[GR316]
// CHECK-NEXT: lanes 4 lanes preferred
// CHECK: {{.*}}explain_hints.c:[[# @LINE + 8]]: target teams distribute
// CHECK: mode generic: a function that is called {{.*}}, line [[# @LINE + 10]] [GR103]
// CHECK-NEXT: hint put the function's definition into this file, or move the call into the parallel region
// CHECK: lanes line [[# @LINE + 9]]: {{.*}} a goto or label stands in the sequential code, line [[# @LINE + 14]] [GR108]
// CHECK-NEXT: hint write the goto as a loop or branch
// CHECK: moved tile to team-shared memory, 64 bytes: a parallel region uses it by reference
void region(int n, double *a, double *b)
{
#pragma omp target teams distribute map(a[0:n * n], b[0:n])
    for (int i = 0; i < n; i++) {
        double tile[8];
        elsewhere(b + i);
#pragma omp parallel for
        for (int j = 0; j < n; j++) {
            double t = a[j];
            tile[j % 8] = t;
            if (t < 0)
                goto out;
#pragma omp simd reduction(+: t)
            for (int k = 0; k < n; k++)
                t += a[j * n + k];
        out:
            a[j * n] = t;
        }
    }
}
