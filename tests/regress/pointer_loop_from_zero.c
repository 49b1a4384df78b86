// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t
/* A loop over pointers whose first bound has another type than its variable. */
int main(void)
{
    int n = 0;
    double v[4] = {1, 2, 3, 4}, sum = 0;
    void *from = v;
#pragma omp target parallel for reduction(+: n)
    for (int *p = 0; p < (int *)0; p++)
        n++;
#pragma omp parallel for reduction(+: sum)
    for (const double *p = from; p < v + 4; p++)
        sum += *p;
#pragma omp target parallel for reduction(+: sum) map(v) firstprivate(from)
    for (int i = 0; i < 1; i++) {
        void *first = v;
#pragma omp simd reduction(+: sum)
        for (const double *p = first; p < v + 4; p++)
            sum += *p;
    }
    return n || sum != 20;
}
