/* between the region's file and the archive */
#pragma omp declare target
void fill(int *a, int n, int first);
float leaf(const float *x, int n);
float row(const float *x, int n, int first, int *sum);
int plain(int i);

float row(const float *x, int n, int first, int *sum)
{
    int a[10], s = 0;
    fill(a, 10, first);
    for (int i = 0; i < 10; i++)
        s += a[i];
    *sum = s;
    return leaf(x, n);
}
int plain(int i) { return 2 * i + 1; }
#pragma omp end declare target
