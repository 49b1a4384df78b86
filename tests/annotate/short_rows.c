// A loop in another one gets no threads of the host where nothing says how many iterations it has.
// RUN: sed '/CHECK/d' %s > source.c
// RUN: %gantry annotate source.c -o written.c && %FileCheck %s < written.c
// RUN: %gantry annotate --explain source.c | grep -q "GL503"
#include <stddef.h>

// rows of a sparse matrix, of which the size is not known
// CHECK-LABEL: void product(
// CHECK-NOT: #pragma
// CHECK-LABEL: void long_rows(
void product(long rows, const int *offset, const int *column, const double *value, const double *x, double *y)
{
    for (long i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = offset[i]; k < offset[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

// … but where variables say it, under a test
// CHECK: #pragma omp parallel for if(m > {{[0-9]+}}) reduction(+: sum)
void long_rows(long rows, int m, const int *column, const double *x, double *y)
{
    for (long i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = 0; k < m; k++)
            sum += x[column[k]];
        y[i] = sum;
    }
}
