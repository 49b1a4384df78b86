// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
/* forms of scan and of conditional lastprivate that are errors with a place */
void f(int n, const int *a, int *b)
{
    int x = 0, y = 0;
#pragma omp target parallel for reduction(inscan, +: x) map(to: a[:n]) map(from: b[:n])
    for (int i = 0; i < n; i++) {
        int mine = x;
// CHECK: scan_unsupported.c:[[#@LINE+1]]:{{.*}} error: a variable declared before an exclusive 'scan', {{.*}}is not supported: compute it again after the 'scan' [GN0673]
#pragma omp scan exclusive(x)
        x += a[i];
        b[i] = mine;
    }
#pragma omp target parallel for reduction(inscan, +: x) collapse(2) map(to: a[:n]) map(from: b[:n])
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            int mine = a[j];
            x += a[i];
// CHECK: scan_unsupported.c:[[#@LINE+1]]:{{.*}} error: a variable declared before {{.*}}, in a nest that is not rectangular, {{.*}}is not supported: compute it again after the 'scan' [GN0673]
#pragma omp scan inclusive(x)
            b[j] = x + mine;
        }
#pragma omp target parallel for reduction(inscan, +: x) collapse(2) map(to: a[:n]) map(from: b[:n])
    for (int i = 0; i < n; i++) {
        int mine = a[i];
        for (int j = 0; j < n; j++) {
            x += mine;
// CHECK: scan_unsupported.c:[[#@LINE+1]]:{{.*}} error: a 'scan' in a nest with code between its loops is not supported: move that code into the innermost loop [GN0673]
#pragma omp scan inclusive(x)
            b[j] = x;
        }
    }
#pragma omp target parallel for lastprivate(conditional: y) map(from: b[:n])
    for (int i = 0; i < n; i++) {
#pragma omp parallel num_threads(2)
// CHECK: scan_unsupported.c:[[#@LINE+1]]:{{.*}} error: 'y' is conditionally lastprivate and is assigned to in a parallel region inside the loop: assign to it after that region [GN0671]
        y = i;
        b[i] = 1;
    }
    b[0] = y;
}
