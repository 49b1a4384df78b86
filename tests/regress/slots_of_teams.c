// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --teams-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* Slots of a team's code: heads of loops, switches, constant objects, parameters; in functions too. */
#define N 6
#pragma omp declare target
static void bump(int *p) { ++*p; }
static int get(const int *p) { return *p; }
static int work(const int n, const struct { int a; } *unused, int *out)
{
    const int k = n * 2, *pk = &k;
    const int *pn = &n;
    for (int a = 0, *pa = &a; a < 3; bump(pa))
#pragma omp parallel
        {
#pragma omp atomic
            *out += *pa + *pk + *pn;
        }
    switch (n & 1) {
        int y;
    case 1:
        y = 3;
        int *py = &y;
#pragma omp parallel
#pragma omp atomic
        *out += *py;
        break;
    default:
        y = 4;
#pragma omp parallel num_threads(1)
        y++;
        *out += y;
    }
    return n;
}
#pragma omp end declare target
int main(void)
{
    int r[N] = {0}, nt[N] = {0}, f[N] = {0}, fn[N] = {0};
#pragma omp target teams distribute map(r, nt, f, fn) thread_limit(32)
    for (int i = 0; i < N; i++) {
        const int k = i * 2, *pk = &k;
#pragma omp parallel
#pragma omp atomic
        nt[i]++;
        for (int a = 0, *pa = &a; a < 3; bump(pa)) {
#pragma omp parallel
            {
#pragma omp atomic
                r[i] += *pa + *pk;
            }
        }
        for (int a = 0; a < 3; a++) {
#pragma omp parallel
            {
#pragma omp single
                a++;
            }
        }
        switch (i % 3) {
            int y;
        case 1: {
            y = 3;
            int *py = &y;
#pragma omp parallel
#pragma omp atomic
            r[i] += *py;
            break;
        }
        default:
            y = 4;
#pragma omp parallel num_threads(1)
            y++;
            r[i] += y;
        }
    }
#pragma omp target teams distribute map(f, fn) thread_limit(32)
    for (int i = 0; i < N; i++) {
#pragma omp parallel
#pragma omp atomic
        fn[i]++;
        work(i, 0, &f[i]);
    }
    for (int i = 0; i < N; i++) {
        if (r[i] != nt[i] * (3 + 6 * i) + (i % 3 == 1 ? 3 * nt[i] : 5)) return 1;
        if (f[i] != fn[i] * (3 + 6 * i + 3 * i) + (i & 1 ? 3 * fn[i] : 5)) return 2;
    }
    return 0;
}
