// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* A guard ends where its block does: statements before a block and in it are no neighbours. */
int main(void)
{
    int a[4] = {0}, s = 0, t = 0;
#pragma omp target teams distribute map(a) map(tofrom: s) num_teams(2) thread_limit(64)
    for (int i = 0; i < 1; i++) {
        a[0] = 1;
        {
            a[1] = 2;
        }
        a[2] = 3;
#pragma omp parallel for
        for (int j = 0; j < 128; j++) {
#pragma omp atomic
            s += a[0] + a[1] + a[2];
        }
    }
#pragma omp target parallel for map(a) map(tofrom: t)
    for (int i = 0; i < 1; i++) {
        a[0] = 2;
        {
            a[1] = 3;
            a[3] = 4;
        }
#pragma omp simd reduction(+: t)
        for (int j = 0; j < 10; j++)
            t += a[0] + a[1] + a[3];
    }
    return s != 128 * 6 || t != 90;
}
