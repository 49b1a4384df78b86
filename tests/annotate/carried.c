// The last element of a row, j * n + n - 1, is no element of the next one less 1; what is carried, j * n - n, is no multiple of what
// the digits count. The tests that make them apart keep others serial.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %clang -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want && %run_emulated32 ./gantry | cmp - want
// RUN: GANTRY_DEVICES=emulated GANTRY_TRACE=1 ./gantry 2> trace > out; test $(grep -c 'launch.*_ends_' trace) = 1 && test $(grep -c 'launch.*_coarser_' trace) = 1
// RUN: %gantry check -O1 written.c > checked && cmp checked want
#include <stdio.h>

// CHECK-LABEL: static void ends(
// CHECK: if (nx >= 1) {
// CHECK: collapse(2) \
// CHECK-NEXT: map(tofrom: u[0:(ny >= 1) && (nz >= 1) ? (long)nz * ny * nx : 0])
static void ends(int nx, int ny, int nz, double *u)
{
    for (int k = 0; k < nz; k++)
        for (int j = 0; j < ny; j++) {
            u[(k * ny + j) * nx] += 1;
            u[(k * ny + j) * nx + nx - 1] *= 2;
        }
}

// CHECK-LABEL: static void coarser(
// CHECK: if (nf + 2 >= 2 * (long)nc) {
// CHECK: map(to: fine[nf + 2:nc >= 3 ? 2 * (long)nc * nf + 2 * nc - 4 * nf - 5 : 0])
static void coarser(const double *restrict fine, int nf, double *restrict coarse, int nc)
{
    for (int j = 1; j < nc - 1; j++)
        for (int i = 1; i < nc - 1; i++) {
            const double *f = fine + 2 * j * nf + 2 * i;
            coarse[j * nc + i] = f[0] / 2 + (f[-1] + f[1] + f[-nf] + f[nf]) / 8;
        }
}

// A factor that is a sum is one number.
// CHECK-LABEL: static void ghosts(
// CHECK: if (h >= 0) {
// CHECK: out[(long)h * (ni + 2 * h) + h:((ni + 2 * h) >= 2 * (long)h + 1) && (nj >= 1) ? (long)nj * (ni + 2 * h) - 2 * h : 0])
static void ghosts(int ni, int nj, int h, double *restrict out)
{
    for (int j = 0; j < nj; j++)
        for (int i = 0; i < ni; i++)
            out[i + h + (ni + 2 * h) * (j + h)] += i - j;
}

// Scratch memory stays private where a test of sizes comes to it; GCC takes no (g)->u in a clause.
#define U(g, i, j) ((g)->u)[(j) * (g)->nx + (i)]
struct grid {
    int nx, ny;
    double *u;
};
// CHECK-LABEL: static void lines(
// CHECK: if (g->nx >= 1 &&
// CHECK: private(c, d)
// CHECK: g->u[0:
static void lines(struct grid *g, double a)
{
    double c[64], d[64];
    for (int j = 0; j < g->ny; j++) {
        c[0] = a;
        d[0] = U(g, 0, j);
        for (int i = 1; i < g->nx; i++) {
            c[i] = a / (2 - a * c[i - 1]);
            d[i] = (U(g, i, j) - a * d[i - 1]) * c[i];
        }
        U(g, g->nx - 1, j) = d[g->nx - 1];
        for (int i = g->nx - 2; i >= 0; i--)
            U(g, i, j) = d[i] - c[i] * U(g, i + 1, j);
    }
}

// CHECK-LABEL: static void backwards(
// CHECK-NOT: #pragma
// CHECK: int main(
static void backwards(int n, int m, double *u)
{
    for (int j = 1; j < m; j++)
        u[j * n + n - 1] = u[j * n - 1] + 1;
}

int main(void)
{
    static double u[4 * 5 * 6], fine[18 * 18], coarse[9 * 9];
    for (int i = 0; i < 18 * 18; i++)
        fine[i] = i * i % 23;
    ends(6, 5, 4, u);
    ends(-3, 2, 1, u + 30);
    coarser(fine, 18, coarse, 9);
    coarser(fine, 5, coarse, 5);
    backwards(4, 6, u);
    ghosts(6, 5, 1, fine);
    struct grid g = {18, 17, fine};
    lines(&g, 0.3);
    double s = 0;
    for (int i = 0; i < 81; i++)
        s += coarse[i] * (i % 7);
    printf("%g %g %g %g %g %g\n", s, u[17], u[23], u[60], fine[41], fine[100]);
    return 0;
}
