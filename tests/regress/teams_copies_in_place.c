// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && for i in 1 2 3 4 5; do env OMP_NUM_THREADS=4 %run_host %t || exit 1; done
// RUN: %run_emulated32 %t && %run_emulated64 %t
/* On the initial device a distributed loop alone in `teams` becomes a loop over threads, which get the copies of `teams`. */
enum { N = 200000 };
static int a[N];
int main(void)
{
    unsigned sum = 0, bits = 0;
    int wrong = 0, p = 0, f = 5, most = 0;
#pragma omp target map(tofrom: sum, bits)
#pragma omp teams reduction(+: sum) reduction(^: bits) num_teams(8)
#pragma omp distribute
    for (int i = 0; i < N; i++) {
        sum += 1;
        bits ^= (unsigned)i;
    }
#pragma omp target teams private(p) reduction(+: wrong) num_teams(8)
#pragma omp distribute
    for (int i = 0; i < N; i++) {
        p = i;
        a[i] = p;
        wrong += p != i;
    }
#pragma omp target teams firstprivate(f) reduction(max: most) num_teams(8)
#pragma omp distribute parallel for reduction(max: most)
    for (int i = 0; i < N; i++)
        most = a[i] + f > most ? a[i] + f : most;
#pragma omp target map(tofrom: wrong)
#pragma omp teams firstprivate(f) reduction(+: wrong) num_teams(8)
#pragma omp distribute
    for (int i = 0; i < N; i++) {
        f = i;
        a[i] = f + 1;
        wrong += f != i;
    }
    for (int i = 0; i < N; i++)
        wrong += a[i] != i + 1;
    return !(sum == N && bits == 0 && wrong == 0 && most == N + 4 && f == 5);
}
