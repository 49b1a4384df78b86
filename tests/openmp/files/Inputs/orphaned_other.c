#pragma omp declare target
void share(int *a, int n);
void share_dynamic(int *a, int n);
int count(int *counter);
#pragma omp end declare target

void share(int *a, int n)
{
#pragma omp for
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp for nowait
    for (int i = 0; i < n / 2; i++) { /* needs what other threads wrote above */
        int x = a[i];
        a[i] = 3 * a[n - 1 - i];
        a[n - 1 - i] = 3 * x;
    }
#pragma omp barrier
#pragma omp for
    for (int i = n / 2; i < n - n / 2; i++)
        a[i] *= 3;
}

void share_dynamic(int *a, int n)
{
#pragma omp for schedule(dynamic, 7)
    for (int i = 0; i < n; i++)
        a[i] = i + 1;
}

int count(int *counter)
{
    int seen;
#pragma omp critical
    {
        seen = *counter;
        *counter = seen + 1;
    }
    return seen;
}
