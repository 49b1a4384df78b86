#pragma omp declare target
void fill(int *a, int n, int first);
int total(const int *a, int n);
int through(int (*f)(const int *, int), int n, int first);
void fill(int *a, int n, int first)
{
#pragma omp simd
    for (int i = 0; i < n; i++)
        a[i] = first + i;
}
int total(const int *a, int n)
{
    int s = 0;
#pragma omp simd reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
int through(int (*f)(const int *, int), int n, int first)
{
    int a[5];
    fill(a, n, first);
    return f(a, n);
}
#pragma omp end declare target
