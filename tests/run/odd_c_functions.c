// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --offload-arch=emulated --teams-mode=generic --parallel-mode=generic --simd-group=4 %s -o %t -lm && %run_emulated64 %t
/* Odd C in functions of a device: large structures by value, bit-fields, unions, tables of functions, jumps, literals,
 * builtins, recursion; each call compared with the host's. */
#include "check.h"
#include <stdatomic.h>
#include <stddef.h>
typedef struct { long a[40]; double d; short s; struct { unsigned f : 3, g : 13; int h : 7; } b; } big_t;
union un { float f; unsigned u; unsigned char c[4]; };
typedef long op_t(long, long);
#pragma omp begin declare target
static long add(long a, long b) { return a + b; }
static long sub(long a, long b) { return a - b; }
static long mul(long a, long b) { return a * b; }
static op_t *const table[3] = {add, sub, mul};
static big_t make(long n) { big_t b = {.d = n * 0.5, .s = (short)n, .b = {.g = (unsigned)n & 0x1fff, .f = 5, .h = -3}, .a = {[3] = n, [39] = n + 1}}; return b; }
static big_t twice(big_t b) { for (int i = 0; i < 40; i++) b.a[i] *= 2; b.b.g++; b.b.h--; return b; }
static long sum_of(big_t b) { long s = 0; for (int i = 0; i < 40; i++) s += b.a[i]; return s + (long)b.d + b.s + b.b.f + b.b.g + b.b.h; }
static long fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static int even(int n); static int odd(int n) { return n ? even(n - 1) : 0; } static int even(int n) { return n ? odd(n - 1) : 1; }
static long goto_loop(long n)
{
    long i = 0, s = 0;
again:
    if (i >= n) goto done;
    switch (i % 5) {
    case 0: s += 1; /* fall through */
    case 1: s += 10; break;
    case 2: { i++; goto again; }
    default: s += 100;
        if (i % 3 == 0) { s++; break; }
        for (int k = 0;; k++) { if (k == 3) goto out; s += k; }
    }
out:
    i++;
    goto again;
done:
    return s;
}
#pragma omp end declare target
#define KIND(x) _Generic((x), int: 1, long: 2, double: 3, float: 4, big_t: 5, default: 9)
static long work(long i, long n)
{
    long r = 0;
    big_t b = twice(make(i));
    r += sum_of(b) + sum_of(twice(twice(b)));
    r += goto_loop(i % 23);
    r += table[i % 3](i, 3);
    op_t *f[2] = {i & 1 ? add : mul, sub};
    r += f[0](i, f[1](i, 2));
    union un u = {.f = (float)i}; u.u ^= 1u << 31; r += u.c[3] + (long)u.f;
    r += ((int[]){1, 2, 3, (int)i})[i % 4] + *(long *)&(long){i + 4} + ((big_t){.a = {1, 2, [10] = i}}).a[10];
    r += KIND(1) + KIND(2L) * 10 + KIND(b) * 100 + KIND(1.0f) + KIND((char)1);
    for (int j = 0, k = 10; j < k; j++, k--) r += j * k;
    for (struct { int x; long y; } p = {0, 1}; p.x < 5; p.x++, p.y *= 2) r += p.y;
    { long r2 = r; { long r = 5; r2 += r; { int r = 7; r2 += r; } } r = r2; }
    r += (i > 3 && (r & 1 || i < n)) ? (r++, r) : ({ long t = i; while (t > 10) t /= 3; t; });
    volatile int v = (int)i; v = v + 1; v += v; r += v;
    _Atomic long at = 3; at += i; at++; atomic_fetch_add(&at, 2); r += at;
    r += __builtin_popcountl((unsigned long)i * 77) + __builtin_clz((unsigned)i | 1) + __builtin_ctz((unsigned)i | 8) + __builtin_expect(i == 3, 0) + __builtin_bswap32((unsigned)i) % 1000 + __builtin_parity((unsigned)i) + __builtin_ffs((int)i);
    long o; r += __builtin_mul_overflow(i, 1L << 60, &o) ? 1 : (o & 7); r += __builtin_choose_expr(sizeof(long) == 8, i, "x"); r += __builtin_constant_p(3) + __builtin_types_compatible_p(int, signed);
    int m = (int)(i % 4) + 1;
    { int vl[m][m + 1]; for (int x = 0; x < m; x++) for (int y = 0; y <= m; y++) vl[x][y] = x * y; r += vl[m - 1][m] + (long)sizeof vl + (long)sizeof vl[0]; int (*pv)[m + 1] = vl; r += pv[m / 2][m]; }
    r += fact((int)(i % 12)) + even((int)(i % 30));
    r += offsetof(big_t, s) + _Alignof(big_t) + sizeof(((big_t *)0)->a);
    static const struct { const char *n; long v; } names[] = {{"one", 1}, {"two", 2}, {"three", 3}};
    r += names[i % 3].n[1] + names[(i + 1) % 3].v;
    const char *s = i % 2 ? "odd" : "even"; while (*s) r += *s++;
    enum { RED = 5, GREEN } c = i % 2 ? RED : GREEN; r += c;
    do { r++; if (r % 7 == 0) continue; r++; } while (r % 5);
    _Bool bo = i; r += bo; r += (unsigned char)(i * 300) + (signed char)(i * 100);
    long (*arr)[3] = (long[2][3]){{1, 2, i}, {4, 5, 6}}; r += arr[0][2] + arr[1][1];
    r += *(&(struct { int q; }){(int)i}.q);
    switch (i) { case 0 ... 5: r += 1; break; case 6: case 7: { long z = 3; r += z; } break; default:; }
    return r;
}
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        if (n > 100) continue;
        long *out = check_alloc(n * 8 + 8);
        big_t bb = make(3); long total = 0, total2 = 0;
#define INIT() for (long i = 0; i < n; i++) out[i] = -1;
#define SEE(what) for (long i = 0; i < n; i++) CHECK_INT(out[i], work(i, n), what " %ld of %ld", i, n);
        INIT();
#pragma omp target teams distribute parallel for map(from: out[0:n])
        for (long i = 0; i < n; i++) out[i] = work(i, n);
        SEE("tdpf")
        INIT();
#pragma omp target teams distribute map(from: out[0:n]) reduction(+: total2) map(tofrom: total2)
        for (long i = 0; i < n; i++) { out[i] = work(i, n); long t = 0;
#pragma omp parallel for reduction(+: t)
            for (int k = 0; k < 5; k++) t += work(i + k, n) & 15;
            total2 += t; }
        SEE("distribute")
        INIT();
#pragma omp target parallel map(from: out[0:n]) firstprivate(bb) reduction(+: total)
        {
#pragma omp for schedule(dynamic, 2)
            for (long i = 0; i < n; i++) {
                bb.a[1] = i; bb.b.f = (unsigned)i & 7;
                long w = 0;
#pragma omp simd reduction(+: w)
                for (int k = 0; k < 9; k++) { big_t c = bb; c.a[k] += k; w += c.a[k] + c.b.f; }
                long want = 0; for (int k = 0; k < 9; k++) want += bb.a[k] + k + bb.b.f;
                out[i] = work(i, n) + (w != want); total += bb.b.f;
            }
        }
        SEE("for")
        long t1 = 0, t2 = 0; for (long i = 0; i < n; i++) { t1 += i & 7; for (int k = 0; k < 5; k++) t2 += work(i + k, n) & 15; }
        CHECK_INT(total, t1, "total %ld", n); CHECK_INT(total2, t2, "total2 %ld", n);
        INIT();
#pragma omp target map(from: out[0:n])
        for (long i = 0; i < n; i++) out[i] = work(i, n);
        SEE("target")
    }
    return check_end();
}
