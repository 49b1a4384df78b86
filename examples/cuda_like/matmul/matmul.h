/* matmul.h: the products, one for each type of numbers: c = a * b, a is n x k, b is k x m, all row by row. */
#ifndef MATMUL_H
#define MATMUL_H

void multiply_float(long n, long m, long k, const float *a, const float *b, float *c);
void multiply_double(long n, long m, long k, const double *a, const double *b, double *c);
void multiply_int(long n, long m, long k, const int *a, const int *b, int *c);

#endif
