/* A region in a header: two files have it, and one of them runs it. */
static void add(int n, double *x, double by)
{
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
    for (int i = 0; i < n; i++)
        x[i] += by;
}
