// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && GANTRY_EMULATED_SEED=3 %run_emulated32 %t
/* Slots of a function without constructs that calls one with a parallel region. */
#pragma omp declare target
static void bump(int *p) { ++*p; }
static void all(int *n, const int *k)
{
#pragma omp parallel
    {
#pragma omp atomic
        *n += *k;
    }
}
static void loop(int *n, int first)
{
    for (int k = first, e = 3; k < e; bump(&k))
        all(n, &k);
    switch (first) {
        int z;
    case 1:
        z = 10;
        all(n, &z);
    }
    all(n, &(int){100});
}
#pragma omp end declare target
int main(void)
{
    int n = 0, one = 0, k1 = 1;
#pragma omp target map(n, one)
    {
        loop(&n, 1);
        all(&one, &(int){1});
    }
    return n != one * (1 + 2 + 10 + 100);
}
