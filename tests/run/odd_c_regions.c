// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --offload-arch=emulated --teams-mode=generic --parallel-mode=generic --simd-group=4 %s -o %t -lm && %run_emulated64 %t
/* Odd C around constructs: in switch, statement expressions, jumps, branches without braces; bounds with commas and
 * conditions; shadowed names; structures in data-sharing clauses. */
#include "check.h"
typedef struct { int lo, hi; double w[9]; } span_t;
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int n = 0; n < 70; n = 3 * n + 1) {
        long out[70], want[70]; span_t sp = {1, n, {2}}; int zero = 0; const int lims[] = {n, n / 2, [3] = 7};
        for (int i = 0; i < 70; i++) out[i] = want[i] = -i;
        /* bounds with comma, ternary, short circuit, struct members, calls */
#pragma omp target teams distribute parallel for map(tofrom: out)
        for (int i = (zero, 0); i < (n > 3 && sp.hi > 2 ? sp.hi : lims[0]); i += sp.lo + (zero || 0)) out[i] += i * 2;
        for (int i = 0; i < n; i++) want[i] += i * 2;
        /* switch round constructs with fallthrough, in a team's code */
#pragma omp target teams distribute map(tofrom: out) num_teams(3)
        for (int i = 0; i < n; i++) {
            long s = 0;
            switch (i % 4) {
            case 0:
#pragma omp parallel for reduction(+: s)
                for (int k = 0; k < 10; k++) s += k;
                /* fall through */
            case 1: s += 100; break;
            case 2: { if (i > 5) {
#pragma omp parallel for reduction(+: s)
                for (int k = 0; k < i; k++) s += 2 * k;
                } else s--; } break;
            default:
                for (int t = 0;; t++) { if (t == 3) goto out3; if (t == 1) continue;
#pragma omp parallel for reduction(+: s) schedule(dynamic)
                    for (int k = 0; k < 3 + t; k++) s += k + t; }
            out3: s += 7;
            }
            out[i] += s;
        }
        for (int i = 0; i < n; i++) { long s = 0; switch (i % 4) { case 0: s += 45; case 1: s += 100; break; case 2: if (i > 5) s += (long)i * (i - 1); else s--; break;
            default: for (int t = 0; t < 3; t++) if (t != 1) for (int k = 0; k < 3 + t; k++) s += k + t; s += 7; } want[i] += s; }
        /* statement expressions that hold constructs; if and else without braces; shadowed names */
#pragma omp target parallel map(tofrom: out)
        {
            int i = 100;
#pragma omp for
            for (int i = 0; i < n; i++) {
                long v = ({ long s = 0; int i = 3;
#pragma omp simd reduction(+: s)
                    for (int k = 0; k < 20; k++) s += k * i;
                    s; });
                if (i & 1)
#pragma omp atomic
                    out[i] += v;
                else
#pragma omp atomic
                    out[i] -= v;
                { int n = i; long out2[3] = {[1] = n};
#pragma omp simd
                  for (int k = 0; k < 3; k++) out2[k] += k + n;
                  long *out3 = out2; out[n] += out3[0] + out3[1] + out3[2]; }
            }
            if (i != 100) {
#pragma omp critical
                out[0] = 12345; }
        }
        for (int i = 0; i < n; i++) { want[i] += (i & 1) ? 570 : -570; want[i] += 3 + 4 * i; }
        /* structs by value in firstprivate / private / lastprivate; bit-fields; unions; pointers to locals */
        span_t last = {0};
#pragma omp target teams distribute parallel for firstprivate(sp) lastprivate(last) map(tofrom: out)
        for (int i = 0; i < n; i++) {
            union { double d; unsigned char b[8]; } u = {.d = i};
            struct { unsigned a : 5; int b : 9; } f = {.a = (unsigned)i, .b = -i};
            f.a += 3; f.b -= 2; sp.w[i % 9] = i; sp.lo = i;
            span_t *p = &sp; span_t c = *p; c.w[1] = u.b[7]; last = (span_t){.lo = c.lo, .hi = f.a, .w = {[1] = c.w[1], [8] = p->w[i % 9]}};
            out[i] += f.a + f.b + (long)c.w[i % 9] * (i % 9 != 1) + u.b[6];
        }
        for (int i = 0; i < n; i++) { union { double d; unsigned char b[8]; } u = {.d = i}; want[i] += ((i + 3) & 31) + (-i - 2) + (i % 9 != 1 ? i : 0) + u.b[6]; }
        if (n) CHECK(last.lo == n - 1 && last.hi == ((n + 2) & 31) && last.w[8] == n - 1, "lastprivate struct %d %d", last.lo, last.hi);
        /* labels and goto in a thread's code, loops with several declarations, while round simd, do, VLA of VLA */
#pragma omp target teams distribute parallel for map(tofrom: out)
        for (int i = 0; i < n; i++) {
            int m = i % 5 + 1, tries = 0; long s = 0;
        retry:
            for (int a = 0, b = m, *q = &a; *q < b; a++) { long v[m][b];
#pragma omp simd collapse(2)
                for (int x = 0; x < m; x++) for (int y = 0; y < m; y++) v[x][y] = x + y + a;
                for (int x = 0; x < m; x++) s += v[x][m - 1 - x]; }
            if (tries++ < i % 3) goto retry;
            int w = 3;
            do { if (s % 2) { s++; continue; }
#pragma omp simd reduction(+: s)
                for (int k = 0; k < w; k++) s += 2 * k;
            } while (--w);
            out[i] += s;
        }
        for (int i = 0; i < n; i++) { int m = i % 5 + 1; long s = 0; for (int t = 0; t <= i % 3; t++) for (int a = 0; a < m; a++) s += (long)m * (m - 1 + a);
            int w = 3; do { if (s % 2) { s++; continue; } for (int k = 0; k < w; k++) s += 2 * k; } while (--w); want[i] += s; }
        for (int i = 0; i < 70; i++) CHECK_INT(out[i], want[i], "element %d, n=%d", i, n);
    }
    return check_end();
}
