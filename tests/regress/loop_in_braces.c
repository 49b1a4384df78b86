// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Braces around nothing but the loop, as Clang takes them and programs have them. */
int main(void)
{
    enum { N = 37 };
    int a[N] = {0}, b[N][N] = {{0}}, s = 0, h = 0, bad = 0;
#pragma omp target map(tofrom: a)
#pragma omp teams distribute parallel for
    {
        for (int i = 0; i < N; i++)
            a[i] += i;
    }
#pragma omp target teams distribute map(tofrom: b) reduction(+ : s)
    {
        {
            for (int i = 0; i < N; i++) {
                int row = 0;
#pragma omp parallel for reduction(+ : row)
                {
                    for (int j = 0; j < N; j++) {
                        b[i][j] = i + j;
                        row++;
                    }
                }
                s += row;
            }
        }
    }
#pragma omp target parallel map(tofrom: b)
    {
        if (s)
#pragma omp for collapse(2) nowait
        {
            for (int i = 0; i < N; i++)
            {
                for (int j = 0; j < N; j++)
                    b[i][j]++;
            }
        }
        else
            ;
    }
#pragma omp parallel for simd reduction(+ : h)
    {
        for (int i = 0; i < N; i++)
            h += a[i];
    }
    for (int i = 0; i < N; i++) {
        bad += a[i] != i;
        for (int j = 0; j < N; j++)
            bad += b[i][j] != i + j + 1;
    }
    return bad || s != N * N || h != N * (N - 1) / 2;
}
