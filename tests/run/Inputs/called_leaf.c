#pragma omp declare target
void fill(int *a, int n, int first);
float leaf(const float *x, int n);

void fill(int *a, int n, int first)
{
#pragma omp simd
    for (int i = 0; i < n; i++)
        a[i] = first + i;
}
float leaf(const float *x, int n)
{
    float s = 0;
    int last = 0;
#pragma omp simd reduction(+ : s) lastprivate(last)
    for (int i = 0; i < n; i++) {
        s += x[i];
        last = i;
    }
    return n && last != n - 1 ? -1 : s;
}
#pragma omp end declare target
