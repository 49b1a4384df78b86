// RUN: %not %front --no-check -w %s 2>&1 | %FileCheck %s
/* Found by the fuzzer of whole files: an error on a pragma of the host's, which is not reported, hid that of a region. */
void f(int n, double *a)
{
    for (int i = 0; i < n; i++)
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: use of undeclared identifier 'spread'
#pragma omp target data map(a[0:n]) use_device_ptr(a) if(private(spread) data: n)
#pragma omp loop bind(from:parallel + tofrom)
    for (int i = 0; i < n; i++) a[i] = 0;
}
