// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Arrays of variable length in regions that are tasks: firstprivate, where their values are those of the encounter, and mapped,
 * with lengths that are expressions. */
static int sums(int n)
{
    int a[n], m[n][n + 1], one = 0, two = 0, three = 0;
    for (int i = 0; i < n; i++) {
        a[i] = i;
        for (int j = 0; j <= n; j++)
            m[i][j] = i * j;
    }
#pragma omp target nowait firstprivate(a) map(tofrom: one)
    {
        for (int i = 0; i < n; i++)
            one += a[i];
        a[0] = 4;
    }
    a[1] = 1000;
#pragma omp target teams distribute parallel for nowait depend(out: two) firstprivate(m) reduction(+: two)
    for (int i = 0; i < n; i++)
        two += m[i][n];
    m[n - 1][n] = -1;
#pragma omp taskwait
    if (one != n * (n - 1) / 2 || two != n * n * (n - 1) / 2 || a[0] != 0)
        return 1;
    m[n - 1][n] = n * (n - 1);
#pragma omp target teams distribute parallel for nowait depend(out: three) map(to: m) reduction(+: three)
    for (int i = 0; i < n; i++)
        three += m[i][n];
#pragma omp target depend(inout: three) firstprivate(m) map(tofrom: three)
    three += m[n - 1][n];
    return three != two + n * (n - 1);
}

/* in a task of the host, after a task that writes what the region has had already */
static int behind(int n)
{
    int a[n], x = 1, r = 0, fixed[3] = {1, 2, 3}, scalar = 5;
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task shared(a, x, r, fixed, scalar)
    {
#pragma omp task depend(out: x) shared(x)
        x = 7;
#pragma omp target nowait depend(in: x) map(to: x) firstprivate(a, fixed, scalar) map(tofrom: r)
        {
            fixed[0] += x;
            for (int i = 0; i < n; i++)
                r += a[i] * fixed[0] + scalar;
        }
        a[1] = 50;
        fixed[0] = 60;
        scalar = 70;
#pragma omp taskwait
    }
    return r != n * (n - 1) / 2 * 8 + 5 * n || fixed[0] != 60;
}

int main(void) { return sums(5) || sums(9) || behind(3) || behind(8); }
