// RUN: %not %front --no-check -w %s 2>&1 | %FileCheck %s
/* The same pragmas are errors in a function that a region can reach, and only there. */
static void inner(int n, int *a)
{
// CHECK-NOT: error
// CHECK: needed_on_device.c:[[#@LINE+1]]:26: error: the clause 'safesync' is not supported on 'parallel for' in device code: leave it out [GN0204]
#pragma omp parallel for safesync(n)
    for (int i = 0; i < n; i++) a[i] = 1;
// CHECK: :[[#@LINE+1]]:13: error: 'interop' works with objects of the host and cannot be in device code: put it before the region [GN0104]
#pragma omp interop
    a[0] = 1;
// CHECK: :[[#@LINE+1]]:5: error: inline assembly of the host cannot run on a device [GN0309]
    __asm__("nop");
}
static void outer(int n, int *a) { inner(n, a); }
void host(int n, int *a)
{
#pragma omp parallel for safesync(n)
    for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp taskwait
    a[0] = 1;
    __asm__("nop");
#pragma omp target map(a[0:n])
    outer(n, a);
}
// CHECK-NOT: error
