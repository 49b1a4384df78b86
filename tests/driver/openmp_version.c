// RUN: %gantry cc --offload-arch=emulated -fopenmp-version=45 %s -o %t && %run_host %t && %run_emulated32 %t
// RUN: %gantry cc --offload-arch=emulated -fopenmp-version=50 %s -o %t && %run_host %t
// RUN: %gantry cc --offload-arch=emulated -fopenmp-version=52 %s -o %t && %run_host %t
/* What Gantry generates for these constructs has words of newer versions than the user may ask for. */
int main(void)
{
    int a[100], sum = 0, most = 0, count = 0, wrong = 0;
#pragma omp target enter data map(alloc: a) nowait depend(out: a)
#pragma omp target nowait depend(inout: a) map(a)
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma omp target teams distribute parallel for nowait depend(inout: a) map(a) reduction(+: sum)
    for (int i = 0; i < 100; i++)
        sum += a[i];
#pragma omp target exit data map(from: a) nowait depend(inout: a)
#pragma omp taskwait
#pragma omp target parallel for simd reduction(+: sum) schedule(dynamic)
    for (int i = 0; i < 100; i++)
        sum += a[i];
#pragma omp target map(tofrom: most, count) map(to: a)
    {
#pragma omp parallel for reduction(max: most)
        for (int i = 0; i < 100; i++) {
            most = most < a[i] ? a[i] : most;
#pragma omp atomic
            count++;
        }
#pragma omp parallel
#pragma omp master
        most++;
    }
    for (int i = 0; i < 100; i++)
        wrong += a[i] != i;
    return wrong + (sum != 2 * 4950) + (most != 100) + (count != 100);
}
