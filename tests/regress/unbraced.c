// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Constructs under if, else and do without braces stay one statement each. */
int main(void)
{
    int a[10] = {0}, s = 0;
#pragma omp target teams distribute
    for (int i = 0; i < 10; i++) {
        if (i > 2)
#pragma omp parallel for
            for (int j = 0; j < 1; j++)
                a[i] += i;
        else
            a[i] = 1;
        do
#pragma omp parallel
        {
#pragma omp single
            a[i]++;
        }
        while (0);
    }
#pragma omp target parallel map(tofrom: s)
    {
        if (s == 0)
#pragma omp single
        {
            a[0] = 7;
        }
        else
            ;
        do
#pragma omp loop bind(parallel)
            for (int j = 0; j < 10; j++)
                a[j]++;
        while (0);
    }
    return 0;
}
