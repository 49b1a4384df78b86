#include <stdio.h>
#include <stdlib.h>
#include "short.h"
static double a[256 * 256], b[256 * 256];
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 60, rounds = argc > 2 ? atoi(argv[2]) : 20;
    a[n + 1] = b[n + 1] = 1;
    for (int r = 0; r < rounds; r++) {
        relax(n, a, b);
        relax(n, b, a);
        printf("%.6f\n", a[n + 2]);
    }
    return 0;
}
