// ROW: declare target functions that call each other across files
// SPEC: 4.0 7.8
// FILES: Inputs/recursion_odd.c Inputs/recursion_tree.c
/* Mutual recursion of two files, and a third that walks a tree by it. */
#include "check.h"
#include "Inputs/recursion.h"

int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }

enum { N = 41 };
static int even_host(int n) { return n % 2 == 0; }

int main(int argc, char **argv)
{
    int even[N], sums[N], on_host = 0;
    struct node nodes[N];
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        nodes[i] = (struct node){i, 2 * i + 1 < N ? 2 * i + 1 : -1, 2 * i + 2 < N ? 2 * i + 2 : -1};
#pragma omp target teams distribute parallel for map(from: even, sums) map(to: nodes)
    for (int i = 0; i < N; i++) {
        even[i] = is_even((unsigned)i);
        sums[i] = tree_sum(nodes, i);
    }
#pragma omp target map(from: on_host)
    on_host = omp_is_initial_device();
    for (int i = N - 1; i >= 0; i--) {
        int sum = i;
        for (int c = 2 * i + 1; c <= 2 * i + 2 && c < N; c++)
            sum += sums[c];
        CHECK_INT(even[i], even_host(i), "even %d", i);
        CHECK_INT(sums[i], sum, "tree %d", i);
    }
    return check_end();
}
