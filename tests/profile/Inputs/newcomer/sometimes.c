/* needs 2 to, 3 from: regions on a condition, and the host that prints now and then: updates stand where it does */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 500;
    static double u[4000], src[4000];
    for (int i = 0; i < n; i++)
        src[i] = i % 11;
    for (int k = 0; k < 15; k++) {
        if (k % 5 == 0) {
#pragma omp target teams distribute parallel for map(tofrom: u[0:n], src[0:n])
            for (int i = 0; i < n; i++)
                u[i] += src[i];
        }
#pragma omp target teams distribute parallel for map(tofrom: u[0:n])
        for (int i = 0; i < n; i++)
            u[i] *= 0.875;
        if (k % 7 == 3) {
            printf("%.9g\n", u[n / 3]);
        }
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += u[i];
    printf("%.12g\n", sum);
}
