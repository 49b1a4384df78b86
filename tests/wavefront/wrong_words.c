// RUN: %not %gantry cc -c %s -o /dev/null 2>&1 | %FileCheck %s
void f(int n, int *a)
{
    // CHECK: :[[#@LINE+1]]:32: error: expected the end of the line, found 'now' [GN0105]
    #pragma ompx single_launch now
    for (int k = 0; k < n; k++)
        a[k] = k;
    // CHECK: :[[#@LINE+1]]:17: error: 'single_launch' is no directive of OpenMP: write '#pragma ompx single_launch' [GN0102]
    #pragma omp single_launch
    for (int k = 0; k < n; k++)
        a[k] = k;
}
