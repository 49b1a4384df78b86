// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --teams-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* Stores through pointers to a thread's own variables, in all spellings. */
#define N 24
struct n { int v; struct n *next; int a[3]; };
union u { int *p; long l; int a[4]; };
int main(void)
{
    int r[N][16] = {{0}};
#pragma omp target parallel for map(r) num_threads(8)
    for (int i = 0; i < N; i++) {
        int x = 1, y = 2, arr[3] = {1, 2, 3}, brr[3] = {4, 5, 6}, two[2][3] = {{1, 2, 3}, {4, 5, 6}};
        int *ps[2] = {&x, &y};
        union u u;
        struct n n = {i, 0, {1, 2, 3}}, m = {7, &n, {4, 5, 6}};
        n.next = &m;
        *ps[0] = 10;
        ps[1][0] += 10;
        u.p = &x;
        *u.p += 1;
        (i & 1 ? arr : brr)[0] = 20;
        (x, arr)[1] = 30;
        *(i & 1 ? &x : &y) += 100;
        *two[1] = 50;
        (*two)[1] = 60;
        2 [arr] = 70;
        m.next->v += 5;
        n.next->next->a[1] = 99;
        struct n *q = &m;
        (q + 0)->v = 8;
        int *row = two[1];
        row[2] = 77;
        u.a[3] = 4;
        struct n copy = *q, *end = m.next->next;
        copy.a[0] += end->v;
#pragma omp simd
        for (int j = 0; j < 1; j++) {
            r[i][0] = x; r[i][1] = y; r[i][2] = arr[0] + brr[0] * 2; r[i][3] = arr[1]; r[i][4] = two[1][0];
            r[i][5] = two[0][1]; r[i][6] = arr[2]; r[i][7] = n.v; r[i][8] = n.a[1]; r[i][9] = m.v; r[i][10] = two[1][2];
            r[i][11] = u.a[3]; r[i][12] = copy.a[0];
        }
    }
    for (int i = 0; i < N; i++) {
        int o = i & 1, *a = r[i];
        if (a[0] != 11 + 100 * o || a[1] != 12 + 100 * !o || a[2] != (o ? 20 + 8 : 1 + 40) || a[3] != 30 || a[4] != 50 || a[5] != 60 ||
            a[6] != 70 || a[7] != i + 5 || a[8] != 99 || a[9] != 8 || a[10] != 77 || a[11] != 4 || a[12] != 12)
            return 1;
    }
    return 0;
}
