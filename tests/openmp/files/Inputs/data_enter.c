void enter(double *a, int n), leave(double *a, int n);
void enter(double *a, int n)
{
#pragma omp target enter data map(to: a[0:n])
}
void leave(double *a, int n)
{
#pragma omp target exit data map(from: a[0:n])
}
