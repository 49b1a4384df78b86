/* needs 2 to, 1 from: the clauses and the region come from macros */
#include <stdio.h>
#include <stdlib.h>

#define SIZE 400
#define ALL(x) x[0 : SIZE]
#define EACH(i) for (int i = 0; i < SIZE; i++)
#define REGION(clauses) _Pragma(#clauses)

int main(void)
{
    static double a[SIZE], b[SIZE];
    EACH(i) a[i] = i, b[i] = 2 * i;
    for (int k = 0; k < 8; k++) {
#pragma omp target teams distribute parallel for map(tofrom: ALL(a)) map(tofrom: ALL(b))
        EACH(i) a[i] += b[i] * k;
        REGION(omp target teams distribute parallel for map(tofrom: a, b))
        EACH(i) a[i] *= 0.5;
    }
    double sum = 0;
    EACH(i) sum += a[i];
    printf("%.12g\n", sum);
}
