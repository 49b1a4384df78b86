// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* A thread's code of many kinds of statements around simd loops. */
#define N 24
#pragma omp declare target
static int next(int *s) { return ++*s; }
static int peek(const int *s) { return *s; }
#pragma omp end declare target
int main(void)
{
    int r[N] = {0}, log[N][8] = {{0}}, seed[N] = {0};
#pragma omp target teams distribute parallel for map(r, log, seed) num_teams(2) thread_limit(16) schedule(dynamic)
    for (int k = 0; k < N; k++) {
            int acc = 0, n = 0, state = 5;
            int hist[4] = {[2] = 0};
            struct { int lo, hi; } range = {0, 4};
            while (n < 3) {
                int s = next(&seed[k]);
                n++;
                if (s == 2) {
                    log[k][0]++;
                    continue;
                }
                range.lo = s, range.hi = s + 4;
                hist[n] = s;
                switch (s) {
                case 1:
                    log[k][1] = s;
                    state += s;
                    /* fall through */
                case 3: {
#pragma omp simd reduction(+: acc)
                    for (int j = range.lo; j < range.hi; j++)
                        acc += j + hist[n] + state;
                    state--;
                    break;
                }
                default:
                    log[k][7] = 1;
                }
                if (acc > 1000) break;
                else {
                    log[k][2] += acc;
                    acc += 1;
                }
            }
            for (int a = 0, b = 10; a < b; a += 3, b--) {
                int *p = a & 1 ? &acc : &n;
                *p += a;
#pragma omp simd
                for (int j = 0; j < 1; j++)
                    hist[0] += b;
            }
            do {
                acc = next(&acc);
#pragma omp simd
                for (int q = 3; q < 4; q++)
                    log[k][q]++;
            } while (acc % 4);
            int ev = seed[k]++ + 1, w = (log[k][4] = ev, ev * 2), *pw = &hist[1];
            *pw += w;
            if (peek(&seed[k]) != 4) log[k][6] = 1;
            else if (log[k][5]++ == 0) log[k][5] += 10;
            int j;
#pragma omp simd
            for (j = 0; j < n; j += 2)
                if (j == 2) log[k][5]++;
            r[k] = acc + n * 1000 + hist[0] + hist[1] + hist[3] * 7 + state + (j - n) * 0;
            if (j < n || j > n + 1) log[k][6] = 2;
        }
    for (int k = 0; k < N; k++) {
        int acc = 0, n = 0, state = 5, hist[4] = {0}, l2 = 0, l3 = 0, s = 0;
        while (n < 3) {
            ++s; n++;
            if (s == 2) continue;
            hist[n] = s;
            if (s == 1) state += s;
            for (int j = s; j < s + 4; j++) acc += j + hist[n] + state;
            state--;
            l2 += acc; acc += 1;
        }
        for (int a = 0, b = 10; a < b; a += 3, b--) { if (a & 1) acc += a; else n += a; hist[0] += b; }
        do { ++acc; l3++; } while (acc % 4);
        hist[1] += 8;
        int want = acc + n * 1000 + hist[0] + hist[1] + hist[3] * 7 + state;
        if (r[k] != want || log[k][2] != l2 || log[k][3] != l3 || log[k][4] != 4 || log[k][0] != 1 || log[k][1] != 1 || seed[k] != 4 || log[k][5] != 12 || log[k][6])
            return __builtin_printf("%d: %d %d  %d %d %d %d\n", k, r[k], want, log[k][2], l2, log[k][3], l3), 1;
    }
    return 0;
}
