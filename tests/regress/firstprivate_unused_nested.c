// RUN: %gantry cc %O --offload-arch=emulated %s -o %t
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* A variable that only the firstprivate clause of a nested parallel construct names. */
static void g(int *arr, long par)
{
#pragma omp parallel
    {
#pragma omp single
        {
#pragma omp parallel for firstprivate(par)
            for (int j = 0; j < 8; j++)
                arr[j] = j;
        }
    }
}
int main(void)
{
    int a[8] = {0};
#pragma omp target
    g(a, 3);
    return a[7] != 7;
}
