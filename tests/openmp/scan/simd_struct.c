// ROW: simd reduction(inscan, user-defined: struct)
// SPEC: 5.0 5.6
/* Prefixes begin with the original, not with the initializer. */
#include "check.h"
struct pair { double s; long n; };
#pragma omp declare reduction(pp: struct pair: omp_out.s += omp_in.s, omp_out.n += omp_in.n) initializer(omp_priv = {0, 0})
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        struct pair p = {100, 5}, q = {1, 1};
        double *ps = check_alloc(n * 8 + 8), *qs = check_alloc(n * 8 + 8);
#pragma omp target map(tofrom: p) map(from: ps[0:n])
#pragma omp simd reduction(inscan, pp: p)
        for (long i = 0; i < n; i++) {
            p.s += i; p.n++;
#pragma omp scan inclusive(p)
            ps[i] = p.s * 1000 + p.n;
        }
#pragma omp target simd map(from: qs[0:n]) reduction(inscan, pp: q)
        for (long i = 0; i < n; i++) {
            qs[i] = q.s * 1000 + q.n;
#pragma omp scan exclusive(q)
            q.s += i; q.n++;
        }
        double s = 0;
        for (long i = 0; i < n; i++) { CHECK_REAL(qs[i], (1 + s) * 1000 + 1 + i, 0, "q %ld", i); s += i; CHECK_REAL(ps[i], (100 + s) * 1000 + 5 + i + 1, 0, "p %ld", i);  }
        CHECK(p.s == 100 + s && q.s == 1 + s && p.n == 5 + n && q.n == 1 + n, "end %ld", n);
    }
    return check_end();
}
