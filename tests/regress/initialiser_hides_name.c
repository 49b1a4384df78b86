// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && GANTRY_EMULATED_SEED=3 %run_emulated32 %t
// RUN: %gantry cc %O --teams-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && GANTRY_EMULATED_SEED=3 %run_emulated32 %t
/* A later declarator hides a name that an earlier initialiser uses. */
#define N 16
int main(void)
{
    int r[N] = {0}, a[N] = {0}, t[N] = {0};
#pragma omp target teams distribute map(r, a, t) thread_limit(32)
    for (int k = 0; k < 1; k++) {
        int x = 5;
        {
            int y = a[k]++ + x, x = y + 1;
#pragma omp parallel num_threads(1)
            t[k] += x + y;
        }
#pragma omp parallel for
        for (int i = 0; i < N; i++) {
            int x = i;
            {
                int y = a[i]++ + x, x = y + 1;
#pragma omp simd
                for (int j = 0; j < 1; j++)
                    r[i] = x + y;
            }
        }
    }
    for (int i = 0; i < N; i++)
        if (r[i] != 2 * i + 1 + 2 * !i)
            return __builtin_printf("%d: %d\n", i, r[i]), 1;
    return t[0] != 11;
}
