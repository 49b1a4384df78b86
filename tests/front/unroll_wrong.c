// RUN: %not --status 1 %gantry cc -c %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=error: %s
// RUN: sed '/i++;/d' %s >%t.right.c && %gantry cc -O1 -Werror -c %t.right.c -o %t.o
/* Loop transformations in a file without device code: Clang says nothing of what changes their loops. */
int unrolled(int n, int *a)
{
    int s = 0;
// CHECK: :[[#@LINE+1]]:13: error: 'unroll' needs canonical loops {{.*}} [GN0674]
#pragma omp unroll partial(4)
    for (int i = 0; i < n; i++) {
        s += a[i];
// CHECK: :[[#@LINE+1]]: note: the loop variable 'i' is changed in the loop
        i++;
    }
#pragma omp unroll full
    for (int i = 0; i < 8; i++)
        s += a[i];
    return s;
}
int tiled(int n, int *a)
{
    int s = 0;
// CHECK: :[[#@LINE+1]]:13: error: 'tile' needs canonical loops {{.*}} [GN0674]
#pragma omp tile sizes(4)
    for (int i = 0; i < n; i++) {
        s += a[i];
// CHECK: :[[#@LINE+1]]: note: the loop variable 'i' is changed in the loop
        i++;
    }
    return s;
}
int under(int n, int *a)
{
    int s = 0;
// CHECK: :[[#@LINE+2]]:13: error: 'unroll' needs canonical loops {{.*}} [GN0674]
#pragma omp parallel for reduction(+ : s)
#pragma omp unroll partial(4)
    for (int i = 0; i < n; i++) {
        s += a[i];
// CHECK: :[[#@LINE+1]]: note: the loop variable 'i' is changed in the loop
        i++;
    }
    return s;
}
