// RUN: for p in auto generic; do %gantry cc --teams-mode=$p --parallel-mode=$p --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t || exit 1; done
/* Variables that cross between levels have their address taken, by generated code. */
int main(void)
{
    int a[100] = {0}, wrong = 0;
#pragma omp target teams distribute map(a)
    for (int i = 0; i < 10; i++) {
        register int r = ++a[i], s = 2;
#pragma omp parallel for
        for (int j = 0; j < 1; j++) {
            register int t = a[10 + i]++ + r + s;
#pragma omp simd
            for (int k = 0; k < 5; k++)
                a[20 + 5 * i + k] = t;
        }
    }
    for (int i = 20; i < 70; i++)
        wrong += a[i] != 3;
    return wrong != 0;
}
