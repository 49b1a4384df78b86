#pragma omp declare target
double dot(const double *a, const double *b, int n);
void axpy(double *y, double a, const double *x, int n);
#pragma omp end declare target
double dot(const double *a, const double *b, int n)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}
void axpy(double *y, double a, const double *x, int n)
{
#pragma omp simd
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}
