// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && OMP_NUM_THREADS=3 %run_host %t && %run_emulated32 %t
/* Linear variables of loops with a scan have their values in both parts, on devices and on the host. */
#define N 300
static int in[N], wrong;
static long prefix[N];

static void check(long sum, int u, int exclusive)
{
    long s = 3;
    for (int i = 0; i < N; i++) {
        if (exclusive)
            wrong += prefix[i] != s;
        s += in[i] + 4 + 3 * i;
        if (!exclusive)
            wrong += prefix[i] != s;
    }
    wrong += sum != s || u != 4 + 3 * (N - 1);
}

int main(void)
{
    long s = 3;
    int u = 4;
    for (int i = 0; i < N; i++)
        in[i] = i * 31 % 17;
#pragma omp target parallel for reduction(inscan, +: s) linear(u: 3) map(tofrom: s, u) map(from: prefix)
    for (int i = 0; i < N; i++) {
        s += in[i] + u;
#pragma omp scan inclusive(s)
        prefix[i] = s;
    }
    check(s, u, 0);
    s = 3, u = 4;
#pragma omp target parallel for reduction(inscan, +: s) linear(u: 3) map(tofrom: s, u) map(from: prefix)
    for (int i = 0; i < N; i++) {
        prefix[i] = s;
#pragma omp scan exclusive(s)
        s += in[i] + u;
    }
    check(s, u, 1);
    s = 3, u = 4;
#pragma omp target simd reduction(inscan, +: s) linear(u: 3) map(tofrom: s, u) map(from: prefix)
    for (int i = 0; i < N; i++) {
        s += in[i] + u;
#pragma omp scan inclusive(s)
        prefix[i] = s;
    }
    check(s, u, 0);
    return wrong != 0;
}
