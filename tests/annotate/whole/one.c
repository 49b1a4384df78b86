#include <stdlib.h>

double gather(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + size;
    return sum;
}

double adds(int n, const int *ix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += 2 * x[ix[i]];
    return sum;
}

int main(int argc, char **argv)
{
    int ix[8] = {3, 2, 1}, n = argc + 7;
    double *x = calloc(n, sizeof *x), sum = gather(4, ix, n, x) + adds(4, ix, x);
    free(x);
    return sum != 4 * n || !argv;
}
