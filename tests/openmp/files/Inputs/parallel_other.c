#include <omp.h>
#pragma omp declare target
long sum_squares(int n);
int fill(int *a, int n, int from);
#pragma omp end declare target

long sum_squares(int n)
{
    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += (long)i * i;
    return sum;
}

int fill(int *a, int n, int from)
{
    int used = 0;
#pragma omp parallel shared(used)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        for (int i = me; i < n; i += all)
            a[i] = from - i;
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < n; i++)
            a[i] = from + (from - a[i]);
#pragma omp atomic
        used++;
    }
    return used;
}
