// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* Reductions and last values of a variable whose address is taken are stored by one lane: the others wait for it. */
int main(void)
{
    int bad = 0;
#pragma omp target teams distribute parallel for map(tofrom: bad)
    for (int i = 0; i < 64; i++) {
        int s = 0, *p = &s, last, *q = &last, n = 0;
#pragma omp simd simdlen(8) reduction(+: s)
        for (int j = 0; j < 20; j++)
            s += j;
        int t = s;
#pragma omp simd simdlen(8) lastprivate(last)
        for (int j = 0; j < 20; j++)
            last = j;
        int u = last;
#pragma omp simd simdlen(8) reduction(+: n)
        for (int j = 0; j < 20; j++)
            n += t != 190 || u != 19;
        if (n || *p != 190 || *q != 19) {
#pragma omp atomic
            bad++;
        }
    }
    return bad != 0;
}
