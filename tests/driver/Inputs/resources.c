void scale(double *a, long n)
{
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
    for (long i = 0; i < n; i++)
        a[i] *= 2;
}

void small(double *a, long n)
{
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) thread_limit(64)
    for (long i = 0; i < n; i++)
        a[i] += 1;
}
