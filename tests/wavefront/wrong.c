// RUN: %not %gantry cc -c %s -o /dev/null 2>&1 | %FileCheck %s
void f(int n, int *a)
{
    // CHECK: :[[#@LINE+1]]:5: error: 'single_launch' stands in front of what is no loop [GN0114]
    #pragma ompx single_launch
    a[n] = 1;
    #pragma omp target map(a[0:n])
    {
        // CHECK: :[[#@LINE+1]]:9: error: 'single_launch' is about a loop of the host, and this one runs on a device [GN0115]
        #pragma ompx single_launch
        for (int k = 0; k < n; k++)
            a[k] = k;
    }
}
