// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Rarer list items: empty sections, wide integers, enumerations, volatile; functions that combiners call; a declaration between
 * teams and distribute. */
#include "check.h"
struct v { double x[3]; };
#pragma omp declare target
static double plus(double a, double b) { return a + b; }
#pragma omp end declare target
#pragma omp declare reduction(sumv : struct v : omp_out.x[0] = plus(omp_out.x[0], omp_in.x[0]), omp_out.x[2] += omp_in.x[2])
enum kind { A, B, C };
static void work(long n, double *p, int m, struct v *q)
{
#pragma omp parallel for reduction(+: p[0:m]) reduction(sumv: q[0:1])
    for (long i = 0; i < n; i++) { if (m) p[i % m] += 1; q[0].x[0] += 1; q[0].x[2] += 2; }
}
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double p[900] = {0}; struct v q = {{0}}; int zero = 0; __int128 big = -5; enum kind k = A; char c = 3; volatile int vol = 1;
#pragma omp target map(tofrom: p, q)
    work(100, p, 900, &q);
    CHECK_REAL(p[7], 1, 0, "p7"); CHECK_REAL(q.x[0], 100, 0, "q"); CHECK_REAL(q.x[2], 200, 0, "q2");
#pragma omp target map(tofrom: p, q)
    work(100, p, zero, &q);
    CHECK_REAL(q.x[0], 200, 0, "q");
    double *r = p;
#pragma omp target teams distribute parallel for reduction(+: r[0:zero]) 
    for (int i = 0; i < 10; i++) ;
#pragma omp target teams distribute parallel for reduction(max: big, k) reduction(+: c, vol)
    for (int i = 0; i < 77; i++) { if (big < i - 100) big = i - 100; if (i == 5) k = B; c += i % 3; vol += 1; }
    CHECK_INT(big, -5, "big"); CHECK_INT(k, B, "k"); CHECK_INT(c, (char)(3 + 76), "c"); CHECK_INT(vol, 78, "vol");
    double inner = 0;
#pragma omp target teams map(tofrom: inner) reduction(+: inner)
    {
#pragma omp declare reduction(mine : double : omp_out += omp_in)
#pragma omp distribute parallel for reduction(mine: inner)
        for (int i = 0; i < 50; i++) inner += i;
    }
    CHECK_REAL(inner, 1225, 0, "inner");
    double seq = 1;
#pragma omp target map(tofrom: seq)
    {
#pragma omp simd reduction(+: seq)
        for (int i = 0; i < 50; i++) seq += i;
    }
    CHECK_REAL(seq, 1226, 0, "seq");
    return check_end();
}
