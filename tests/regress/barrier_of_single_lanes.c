// RUN: for g in 1 4; do %gantry cc --parallel-mode=generic --simd-group=$g --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t || exit 1; done
/* A leader takes its group along to a barrier; a thread of one lane has none. */
int main(void)
{
    int a[64] = {0}, wrong = 0;
#pragma omp target parallel map(a) num_threads(8)
    {
#pragma omp for
        for (int i = 0; i < 8; i++) {
#pragma omp simd simdlen(4)
            for (int j = 0; j < 8; j++)
                a[8 * i + j] = i + j;
        }
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < 8; i++)
            a[8 * i] += a[8 * (7 - i) + 7];
    }
    for (int i = 0; i < 8; i++)
        wrong += a[8 * i] != i + 14 - i;
    return wrong != 0;
}
