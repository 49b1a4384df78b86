// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* A variable that only a firstprivate clause names. */
int main(void)
{
    int a[10], f[3] = {1, 2, 3}, x = 1;
#pragma omp target teams distribute parallel for firstprivate(f)
    for (int i = 0; i < 10; i++)
        a[i] = i;
#pragma omp target teams distribute firstprivate(x)
    for (int i = 0; i < 10; i++) {
#pragma omp parallel for firstprivate(f)
        for (int j = 0; j < 1; j++)
            a[i] = i;
    }
    return a[3] != 3;
}
