// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --teams-mode=generic --parallel-mode=generic --simd-group=8 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* Private copies of every level whose address is taken. */
#define N 12
struct s { int a, b[3]; };
#pragma omp declare target
static void set(int *p, int v) { *p = v; }
static void put(struct s *p, int v) { p->a = v; p->b[1] = v + 1; }
#pragma omp end declare target
int main(void)
{
    int r[N][8] = {{0}}, arr[4] = {1, 2, 3, 4}, pv = 9; struct s st = {5, {6, 7, 8}}, ls = {0};
#pragma omp target teams distribute map(r) firstprivate(arr, st) private(pv, ls) thread_limit(32)
    for (int i = 0; i < N; i++) {
        int *pp = &pv; *pp = i;
        arr[1] = i * 10;
        int *pa = arr + 2; *pa = 77;
#pragma omp parallel for firstprivate(arr, st) lastprivate(ls) schedule(static, 1)
        for (int k = 0; k < 4; k++) {
            int *q = &arr[3], *pk = &k, *ps = &st.b[0];
            *q = k + pv;
            *ps = 4;
            put(&ls, k + i);
            int last[2] = {0, 0};
            struct s l2;
#pragma omp simd lastprivate(last, l2)
            for (int j = 0; j < 7; j++) { int *pj = &j; last[0] = *pj; set(&last[1], j + k); put(&l2, j); }
            if (k == 3) { r[i][0] = arr[1] + arr[2] + arr[3]; r[i][1] = *pk; r[i][2] = st.b[0] + st.a; r[i][3] = last[0] + last[1]; r[i][6] = l2.b[1]; }
        }
        r[i][4] = ls.a * 100 + ls.b[1];
        r[i][5] = arr[3] + st.b[0];
    }
    for (int i = 0; i < N; i++) {
        if (r[i][0] != i * 10 + 77 + 3 + i) return 1;
        if (r[i][1] != 3) return 2;
        if (r[i][2] != 9) return 3;
        if (r[i][3] != 6 + 9 || r[i][6] != 7) return 4;
        if (r[i][4] != (3 + i) * 100 + 4 + i) return 5;
        if (r[i][5] != 4 + 6) return 6;
    }
    /* parallel private, with nested for and simd writing it */
    int x = 3, res = 0, y = 4;
#pragma omp target parallel private(x) firstprivate(y) map(tofrom: res) num_threads(4)
    {
        x = 1; y++;
        set(&x, 10 + y);
#pragma omp for private(x) lastprivate(res)
        for (int i = 0; i < 8; i++) {
            x = i;
#pragma omp simd
            for (int j = 0; j < 1; j++) x += 2;
            res = x;
        }
#pragma omp simd
        for (int j = 0; j < 1; j++) x++;
        if (x != 16) __builtin_trap();
    }
    return res != 9;
}
