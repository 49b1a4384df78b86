// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && env OMP_NUM_THREADS=4 %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* A listed declare target variable, used in a construct of a device function. */
long G1 = 3;
#pragma omp declare target to(G1)
#pragma omp begin declare target
static void g2(int *arr, long par)
{
#pragma omp parallel for
    for (int i = 0; i < 5; i++)
        arr[i] = (int)G1 + (int)par;
}
#pragma omp end declare target
int main(void)
{
    int a[5];
#pragma omp target
    g2(a, 3);
    return a[0] != 6;
}
