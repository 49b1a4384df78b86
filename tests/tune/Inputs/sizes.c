/* How many threads a region has in place, for each size that is given */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
static int threads_with(int n, long m)
{
    int seen = 0;
    #pragma omp target parallel for map(tofrom: seen)
    for (int i = 0; i < n; i++)
        if (i == m)
            seen = omp_get_num_threads();
    return seen;
}
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        printf("%d%s", threads_with(atoi(argv[i]), 5), i + 1 < argc ? " " : "\n");
    return 0;
}
