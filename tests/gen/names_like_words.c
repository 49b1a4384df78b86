// RUN: %gantry cc --dump=host %s | %FileCheck %s
// RUN: %gantry cc --dump=host %s | %FileCheck --check-prefix=TYPE %s
// RUN: %gantry cc --dump=decisions %s | %FileCheck --check-prefix=WHY %s
/* What the code does is asked of its tree: names that hold the words of statements cost a loop nothing, and words that
 * a macro writes are seen. The file declares no event of OpenMP's: a string that names one does not. */
#define PICK(a, b) ((a) > (b) ? (a) : (b))
#define EACH(i, n) for (int i = 0; i < (n); i++)
const char *named = "omp_event_handle_t";
// TYPE: typedef unsigned long omp_event_handle_t;

void names_only(int n, double *diff, const double *elif_, double before)
{
// CHECK-LABEL: void names_only(
// WHY: place region=0 {{.*}}lanes=free
#pragma omp target teams distribute parallel for map(diff[0:n], elif_[0:n])
    for (int forward = 0; forward < n; forward++) {
        double do_it = before, switched = elif_[forward];
        diff[forward] = do_it + switched;
    }
}
void picks(int n, double *x)
{
// CHECK-LABEL: void picks(
// WHY: place region=1 {{.*}}lanes=unknown
// CHECK-NOT: {{simd|GANTRY_CONCURRENT}}
#pragma omp target teams distribute parallel for map(x[0:n])
    for (int i = 0; i < n; i++)
        x[i] = PICK(x[i], 0);
}
void loops_inside(int n, double *x)
{
// CHECK-LABEL: void loops_inside(
// CHECK-NOT: {{simd|GANTRY_CONCURRENT}}
#pragma omp target teams distribute parallel for map(x[0:n])
    for (int i = 0; i < n; i++)
        EACH(k, 3) x[i] += k;
}
void one_team(int n, double *x)
{
// CHECK-LABEL: void one_team(
// CHECK-NOT: parallel for
// CHECK: #pragma omp target
// CHECK-LABEL: void last(
#pragma omp target nowait map(x[0:n])
#pragma omp teams num_teams(2 - 1)
#pragma omp distribute
    for (int i = 0; i < n; i++)
        x[i] = 1;
}
void last(void) { }
