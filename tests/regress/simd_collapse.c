// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Collapsed simd loops of which one variable is declared outside. */
int main(void)
{
    int a[20] = {0};
    int i;
#pragma omp target simd collapse(2)
    for (int j = 0; j < 4; j++)
        for (i = 0; i < 5; i++)
            a[j * 5 + i] = j;
    return a[7] != 1;
}
