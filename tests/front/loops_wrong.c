// RUN: %not %front --no-check -w %s 2>&1 | %FileCheck %s
/* Loops that OpenMP cannot count: what is wrong, and where. */
void f(int n, int *a)
{
    int k;
#pragma omp target parallel for
// CHECK: :[[#@LINE+1]]:5: error: not a loop that 'target parallel for' can count: the loop variable must be set in the first part
    for (; n;) a[0] = 1;
#pragma omp target parallel for
// CHECK: :[[#@LINE+1]]:5: error: {{.*}}must have the form 'variable = value'
    for (k = 0, n = 2; k < n; k++) a[0] = 1;
#pragma omp target parallel for
// CHECK: :[[#@LINE+1]]:5: error: {{.*}}must declare exactly one variable
    for (int i = 0, j = 1; i < n; i++) a[0] = 1;
#pragma omp target parallel for
// CHECK: :[[#@LINE+1]]:5: error: {{.*}}must compare the loop variable
    for (int i = 0; i < n && a[i]; i++) a[0] = 1;
#pragma omp target parallel for
// CHECK: :[[#@LINE+1]]:5: error: {{.*}}must be ++, --, += or -=
    for (int i = 1; i < n; i *= 2) a[0] = 1;
#pragma omp target parallel for
// CHECK: :[[#@LINE+1]]:5: error: {{.*}}leads away from the bound
    for (int i = 1; i < n; i--) a[0] = 1;
#pragma omp target parallel for
// CHECK: :[[#@LINE+1]]:5: error: {{.*}}with '!=' the step must be 1 or -1
    for (int i = 0; i != n; i += 2) a[0] = 1;
#pragma omp target parallel for
// CHECK: :[[#@LINE+1]]:5: error: {{.*}}the step is 0
    for (int i = 0; i < n; i += 0) a[0] = 1;
#pragma omp target parallel for
// CHECK: :[[#@LINE+1]]:5: error: {{.*}}must be an integer or a pointer
    for (double i = 0; i < n; i++) a[0] = 1;
#pragma omp target parallel for
// CHECK: :[[#@LINE+1]]:5: error: 'target parallel for' must be followed by a 'for' loop
    while (n--) a[0] = 1;
#pragma omp target parallel for collapse(2)
    for (int i = 0; i < n; i++) {
// CHECK: :[[#@LINE-1]]:33: error: collapse(2) needs 2 nested loops
        for (int j = 0; j < n; j++) a[1] = 1;
        for (int j = 0; j < n; j++) a[0] = 1;
    }
#pragma omp target parallel for collapse(2)
    for (int i = 0; i < n; i++)
// CHECK: :[[#@LINE+1]]:9: error: {{.*}}a bound depends on an outer loop variable
        for (int j = 0; j < a[i]; j++) a[0] = 1;
#pragma omp target parallel for
// CHECK: :[[#@LINE+1]]:35: error: the loop variable 'i' of 'target parallel for' is changed in the loop [GN0305]
    for (int i = 0; i < n; i++) { i += a[0]; }
#pragma omp target parallel for
// CHECK: :[[#@LINE+1]]:5: warning: the loop's bound uses 'n', which its body changes [GN0306]
    for (int i = 0; i < n; i++) { n = 2; }
// CHECK: :[[#@LINE-1]]:35: note: changed here
    struct { int n, count, x[9]; } s = {9, 0, {0}};
#pragma omp target parallel for
// CHECK-NOT: uses 's'
    for (int i = 0; i < s.n; i++) { s.x[i] = 1; s.count++; }
#pragma omp target parallel for
// CHECK: :[[#@LINE+1]]:5: warning: the loop's bound uses 's', which its body changes [GN0306]
    for (int i = 0; i < s.n; i++) { s.x[i] = 1; s.n--; }
// CHECK: :[[#@LINE-1]]:49: note: changed here
}
