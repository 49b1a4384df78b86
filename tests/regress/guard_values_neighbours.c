// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* What neighbouring guards broadcast shares a field: the second waits until all have taken what the first left. */
int main(void)
{
    int bad = 0, c[64] = {0}, d[64] = {0};
#pragma omp target teams distribute map(c, d) map(tofrom: bad) num_teams(2) thread_limit(64)
    for (int i = 0; i < 64; i++) {
        int x = c[i]++ + 100;
        int y = d[i]++ + 200;
        int z = (c[i] += 5) + 300;
#pragma omp parallel for
        for (int j = 0; j < 128; j++)
            if (x != 100 || y != 200 || z != 306) {
#pragma omp atomic
                bad++;
            }
    }
    return bad != 0;
}
