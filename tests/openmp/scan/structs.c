// ROW: parallel for reduction(inscan, user-defined: struct), several clauses
// SPEC: 5.0 5.6
/* Prefixes of structures by declared reductions and of scalars, several in one directive. */
#include "check.h"
struct pair { double s; long n; };
#pragma omp declare reduction(pp: struct pair: omp_out.s += omp_in.s, omp_out.n += omp_in.n) initializer(omp_priv = {0, 0})
typedef struct { int m, at; } best_t;
#pragma omp declare reduction(best: best_t: omp_out = omp_in.m > omp_out.m ? omp_in : omp_out) initializer(omp_priv = {-1, -1})
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        struct pair p = {100, 5}; best_t b = {-1, -1}; long k = 3; double f = 1;
        double *ps = check_alloc(n * 8 + 8), *bs = check_alloc(n * 8 + 8); long *ks = check_alloc(n * 8 + 8);
#pragma omp target parallel for reduction(inscan, pp: p) reduction(inscan, best: b) reduction(inscan, +: k) reduction(inscan, *: f) map(tofrom: ps[0:n], bs[0:n], ks[0:n])
        for (long i = 0; i < n; i++) {
            p.s += i; p.n++; k += i;
            if ((int)(i * 37 % 101) > b.m) b.m = (int)(i * 37 % 101), b.at = (int)i;
            f *= i % 7 == 3 ? -1 : 1;
#pragma omp scan inclusive(p, b, k, f)
            ps[i] = p.s * 1000 + p.n; bs[i] = b.m * 1000 + b.at; ks[i] = k * (long)f;
        }
        struct pair wp = {100, 5}; best_t wb = {-1, -1}; long wk = 3; double wf = 1;
        for (long i = 0; i < n; i++) {
            wp.s += i; wp.n++; wk += i;
            if ((int)(i * 37 % 101) > wb.m) wb.m = (int)(i * 37 % 101), wb.at = (int)i;
            wf *= i % 7 == 3 ? -1 : 1;
            CHECK_REAL(ps[i], wp.s * 1000 + wp.n, 0, "p %ld", i); CHECK_REAL(bs[i], wb.m * 1000 + wb.at, 0, "b %ld", i);
            CHECK_INT(ks[i], wk * (long)wf, "k %ld", i);
        }
        CHECK(p.s == wp.s && p.n == wp.n && k == wk && f == wf && b.at == wb.at, "end %ld", n);
        struct pair e = {7, 0};
#pragma omp target map(tofrom: e) map(from: ps[0:n])
#pragma omp parallel
#pragma omp for simd reduction(inscan, pp: e)
        for (long i = 0; i < n; i++) {
            ps[i] = e.s + e.n;
#pragma omp scan exclusive(e)
            e.s += i % 5; e.n += 2;
        }
        double s = 7; long c = 0;
        for (long i = 0; i < n; i++) { CHECK_REAL(ps[i], s + c, 0, "exclusive %ld of %ld", i, n); s += i % 5; c += 2; }
        CHECK(e.s == s && e.n == c, "exclusive end %ld", n);
    }
    return check_end();
}
