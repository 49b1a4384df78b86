/* One nest gets two forms; those beside it do not, and take nothing from it. */
static int A[130][400];
struct size {
    int m, n;
};
void deep(int m, int n)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = i;
}
void by_member(int m, int n)
{
    struct size s = {m, n};
#pragma omp target teams distribute parallel for
    for (int i = 0; i < m; i++)
        for (int j = 0; j < s.n; j++)
            A[i][j] = i;
}
void empty_behind(int m, int n)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
            A[i][j] = i;
        ;
    }
}
void empty_before(int m, int n)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < m; i++) {
        ;
        for (int j = 0; j < n; j++)
            A[i][j] = i;
    }
}
void bound_in_map(int m, int n)
{
#pragma omp target teams distribute parallel for map(to: n)
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = i;
}
