// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* Stores that a thread makes through what it finds in its own variables. */
#include <complex.h>
#define N 16
struct bits { unsigned a : 3, b : 5; int *p; };
struct in { struct bits *pb; struct bits own; };
#pragma omp declare target
static void vsum(int n, int m, int v[n][m], int *out) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += v[i][j]; *out += s; }
#pragma omp end declare target
int main(void)
{
    int r[N][8] = {{0}};
    int n = 3, m = 4;
#pragma omp target parallel for map(r) firstprivate(n, m) num_threads(8)
    for (int i = 0; i < N; i++) {
        int x = i, flat[12] = {0};
        struct bits b = {1, 2, &x}, b2 = b;
        struct in in = {&b, b2}, in2 = in, *pin = &in2;
        in2.pb->a = 5;
        in2.own.b = 9;
        *in.own.p += 3;
        *pin->pb->p += 4;
        (*pin).own.p[0] += 5;
        int *tab[2][2] = {{&x, flat}, {flat + 3, flat + 6}};
        *tab[0][0] += 1;
        tab[1][1][2] = 8;
        **tab[1] = 4;
        double complex z = 1 + 2 * I;
        __real__ z = 5;
        double *pz = (double *)&z;
        pz[1] = 6;
        int (*mat)[m] = (void *)flat;
        mat[1][1] = 11;
        (*mat)[0] = 12;
        int s = 0, *ps = &s;
        vsum(n, m, mat, &s);
        const char *str = "abc";
        int (*vec)[12] = &flat;
        (*vec)[11] += 2;
        vsum(1, 12, vec, ps);
#pragma omp simd
        for (int j = 0; j < 2; j++) {
            r[i][j] = x + j;
            r[i][2 + j] = j ? (int)creal(z) : (int)cimag(z);
            r[i][4 + j] = s + str[j] + mat[1][1] - 11;
            r[i][6 + j] = j ? (int)b.a : (int)in2.own.b;
        }
    }
    for (int i = 0; i < N; i++) {
        int s1 = 8 + 4 + 11 + 12, s = s1 + s1 + 2;
        for (int j = 0; j < 2; j++)
            if (r[i][j] != i + 13 + j || r[i][2 + j] != (j ? 5 : 6) || r[i][4 + j] != s + "abc"[j] || r[i][6 + j] != (j ? 5 : 9))
                return __builtin_printf("%d %d: %d %d %d %d %d\n", i, j, r[i][j], r[i][2 + j], r[i][4 + j], s, r[i][6 + j]), 1;
    }
    return 0;
}
