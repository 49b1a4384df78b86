// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* On the initial device scans are in order: one with a declared reduction goes on from the original's value. */
#define N 9
typedef struct {
    long a;
} box;
#pragma omp declare reduction(add : box : omp_out.a += omp_in.a) initializer(omp_priv = {0})
int main(void)
{
    box w = {3};
    long r[N], wrong = 0;
#pragma omp target parallel map(tofrom : w) map(from : r) num_threads(5)
    for (int rep = 0; rep < 2; rep++) {
#pragma omp for reduction(inscan, add : w)
        for (int i = 0; i < N; i++) {
            w.a += i;
#pragma omp scan inclusive(w)
            r[i] = w.a;
        }
    }
    long x = 3 + N * (N - 1) / 2;
    for (int i = 0; i < N; i++)
        wrong += r[i] != (x += i);
    return wrong || w.a != x;
}
