void scale(double *a, int n, double by);
void scale(double *a, int n, double by)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] *= by;
}
