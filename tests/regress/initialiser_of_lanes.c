// RUN: %gantry cc %O --offload-arch=emulated --parallel-mode=generic %s -o %t && %run_host %t && %run_emulated32 %t
/* An initialiser that names omp_orig reads the original in each lane, so the leader may not keep it on its own stack. */
#pragma omp declare reduction(lowest: int: omp_out = omp_in < omp_out ? omp_in : omp_out) initializer(omp_priv = omp_orig)

static int of_row(const int *row)
{
    int s = 30;
#pragma omp simd reduction(lowest: s)
    for (int j = 0; j < 100; j++)
        if (row[j] < s)
            s = row[j];
    return s;
}

int main(void)
{
    int s = 30, t = 30, a[4000];
    for (int i = 0; i < 4000; i++)
        a[i] = i % 100 + 3;
#pragma omp target parallel for reduction(lowest: s)
    for (int i = 0; i < 40; i++) {
#pragma omp simd reduction(lowest: s)
        for (int j = 0; j < 100; j++)
            if (a[i * 100 + j] < s)
                s = a[i * 100 + j];
    }
#pragma omp target parallel for reduction(min: t)
    for (int i = 0; i < 40; i++)
        if (of_row(a + i * 100) < t)
            t = of_row(a + i * 100);
    return s != 3 || t != 3;
}
