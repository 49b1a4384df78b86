// What the user says of loops is used, said in the reasons, and kept; what the text contradicts is not believed.
// RUN: sed '/CHECK\|RUN\|WHY/d' %s > source.c
// RUN: %gantry annotate --least-work=0 --explain source.c -o written.c > why
// RUN: %FileCheck %s < written.c
// RUN: %FileCheck %s --check-prefix=WHY < why
// RUN: %gantry annotate --json source.c | grep -c '"asserted": \[{"line": [0-9]*, "text": ".*"}\]*.*"without": {"id": "GL' | grep -q '^6$'
// RUN: sed '/ompx\|omp assume/d' source.c > doubts.c && %gantry annotate --least-work=0 --no-data doubts.c | grep -c 'omp target' | grep -q '^4$'
// RUN: %gcc -O1 -Wno-unknown-pragmas source.c -o serial && ./serial > want
// RUN: %gcc -O1 -Wno-unknown-pragmas -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O1 -Wall -Wextra -Werror --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./gantry | cmp - want
// RUN: %not --status 3 %gantry check --offload-arch=emulated written.c > out 2> found && cmp out want && grep -c ': error:' found | grep -q '^2$' && grep -c GC802 found | grep -q '^2$'
// RUN: %gantry annotate --least-work=0 written.c | cmp - written.c
#include <stdio.h>
#include <stdlib.h>

// Rows do not overlap, and there are some: of the whole function.
// CHECK-LABEL: #pragma ompx holds(ld >= n && n > 0)
// CHECK-NEXT: void rows(
// CHECK: teams distribute parallel for collapse(2)
// CHECK-NEXT: map(tofrom: a[0:(long)ld * n + n - ld])
// WHY: parallel: it is so by what the program asserts, and would not be without [GL104]
// WHY-NEXT: asserted ld >= n && n > 0 (line [[#]])
// WHY-NEXT: without {{.*}} [GL203]
#pragma ompx holds(ld >= n && n > 0)
void rows(int n, int ld, double *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * ld + j] += 1;
}

// Of one loop; other compilers may know OpenMP's word for it.
// CHECK-LABEL: void shift(
// CHECK: #pragma ompx assume holds(m >= n)
// CHECK-NEXT: #pragma omp target teams distribute parallel for map(tofrom: a[
// WHY: asserted m >= n (line [[#]])
// WHY-NEXT: without an iteration reads what another one wrote [GL301]
void shift(int n, int m, double *a)
{
#pragma ompx assume holds(m >= n)
    for (int i = 0; i < n; i++)
        a[i] = a[i + m];
}

// … and does not count where the variable has changed since.
// CHECK-LABEL: void changed(
// CHECK-NOT: omp target
void changed(int n, int m, double *a)
{
#pragma ompx holds(m >= n)
    {
        m = m / 2;
        for (int i = 0; i < n; i++)
            a[i] = a[i + m];
    }
}

// The pragmas stay in front of the loop, also where it is written twice.
// CHECK-LABEL: void scatter(
// CHECK: if (apart(x, x + n, y, y + m) && apart(ix, ix + n, y, y + m) &&
// CHECK-NEXT: #pragma ompx independent(y) sizes(y[0:m])
// CHECK-NEXT: #pragma omp target
// CHECK: map(tofrom: y[0:m])
// CHECK: } else {
// CHECK-NEXT: #pragma ompx independent(y) sizes(y[0:m])
// CHECK-NEXT: for (int i
// WHY: parallel under a test: under a test, and by what the program asserts; it would not be without [GL202]
// WHY: asserted independent(y) (line [[#]])
// WHY-NEXT: asserted sizes(y[0:m]) (line [[#]])
// WHY-NEXT: without what is stored to depends on data [GL306]
void scatter(int n, int m, const int *ix, const double *x, double *y)
{
#pragma ompx independent(y) sizes(y[0:m])
    for (int i = 0; i < n; i++)
        y[ix[i]] = x[i];
}

// No atomic update is needed.
// CHECK-LABEL: void count(
// CHECK: int n_first = n;
// CHECK: #pragma ompx independent(h)
// CHECK-NEXT: #pragma ompx sizes(h[0:10])
// CHECK-NEXT: #pragma omp target
// CHECK-NOT: atomic
// CHECK: }
void count(int n, int *restrict h, const int *restrict ix)
{
#pragma ompx independent(h)
#pragma ompx sizes(h[0:10])
    while (n-- > 0) {
        h[ix[n]]++;
    }
}

// What another array does is nothing that was said.
// CHECK-LABEL: void other(
// CHECK-NOT: omp target
// CHECK-LABEL: void wrong(
void other(int n, int m, const int *restrict ix, double *restrict x, double *restrict y)
{
#pragma ompx independent(y) sizes(y[0:m], x[0:m])
    for (int i = 0; i < n; i++) {
        y[ix[i]] += 1;
        x[ix[i]] = m;
    }
}

// What the text shows to be wrong is not believed.
// CHECK-NOT: omp target
// CHECK-LABEL: int main(
// WHY: serial: an iteration reads what another one wrote [GL301]
// WHY-NEXT: at {{.*}}, 1 iteration apart
// WHY-NEXT: asserted independent (line [[#]]), which is not so
void wrong(int n, double *a, double *last)
{
#pragma ompx independent
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] + 1;
#pragma ompx independent
    for (int i = 1; i < n; i++)
        *last = a[i];
}

// The iterations of the inner loop alone
// CHECK: j < 4
// CHECK-NOT: omp target
// CHECK: #pragma ompx independent(y) sizes(y[0:10])
// CHECK-NEXT: #pragma omp target
int main(void)
{
    int *ix = malloc(10 * sizeof *ix), h[10] = {0};
    double *a = malloc(200 * sizeof *a), *y = malloc(10 * sizeof *y), last = 0;
    for (int i = 0; i < 200; i++)
        a[i] = i;
    for (int i = 0; i < 10; i++) {
        ix[i] = 7 * i % 10;
        y[i] = 0;
    }
    rows(9, 12, a);
    shift(60, 70, a);
    changed(20, 90, a);
    scatter(10, 10, ix, a, y);
    count(10, h, ix);
    other(10, 10, ix, a, y);
    wrong(10, a, &last);
    for (int j = 0; j < 4; j++)
#pragma ompx independent(y) sizes(y[0:10])
        for (int i = 0; i < 10; i++)
            y[ix[i]] = y[ix[i]] * 2 + j;
    double sum = last;
    for (int i = 0; i < 10; i++)
        sum += y[i] + h[i] + a[7 * i];
    printf("%g\n", sum);
    return 0;
}
