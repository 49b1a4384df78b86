// RUN: %not %gantry cc -c %s -o /dev/null 2>&1 | %FileCheck %s
int f(int n, int *a)
{
    // CHECK: :[[#@LINE+1]]:27: error: 'taskgraph' does not take the clause 'nowait' [GN0202]
    #pragma omp taskgraph nowait
    a[0] = 1;
    // CHECK: :[[#@LINE+1]]:39: error: 'graph_id' may be given only once [GN0203]
    #pragma omp taskgraph graph_id(1) graph_id(2)
    a[0] = 1;
    #pragma omp taskgraph
    {
        // CHECK: :[[#@LINE+1]]:16: error: 'return' leaves the 'taskgraph' region [GN0304]
        if (n) return 1;
        a[0] = 1;
    }
    return n;
}
