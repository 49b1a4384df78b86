/* A region for the driver's tests; N may come from -D. */
#ifndef N
#define N 1000
#endif
static inline void saxpy(float a, const float *x, float *y)
{
#pragma omp target teams distribute parallel for map(to : x[0 : N]) map(tofrom : y[0 : N])
    for (int i = 0; i < N; i++)
        y[i] += a * x[i];
}
