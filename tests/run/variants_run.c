// RUN: %gantry cc %O --offload-arch=emulated -Wall -Wextra -Wno-unused-parameter -Wno-unused-function -Werror %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t
/* Variants in odd places and forms: conditions that the run decides, with parameters of all types; calls in macros, loop
 * headers, clauses and constant expressions; declarations of all forms; dispatch with everything; what counts as a
 * construct around a call; clauses, combiners and loop headers of all kinds of constructs. */
#include "check.h"

#define IS(got, want) CHECK_INT((int)(got), (int)(want), "%s", #got)

/* ---- conditions ---- */
/* 1: nested calls, arguments evaluated once, condition with a parameter */
static int big(int x) { return x + 1000; }
#pragma omp declare variant(big) match(user={condition(x > 10)})
static int f1(int x) { return x + 1; }

/* 2: score order, first dynamic that holds */
static int s1(int x) { return x + 100; }
static int s2(int x) { return x + 200; }
static int s3(int x) { return x + 300; }
#pragma omp declare variant(s1) match(user={condition(score(1): x > 1)})
#pragma omp declare variant(s2) match(user={condition(score(20): x > 5)})
#pragma omp declare variant(s3) match(implementation={vendor(score(10): llvm)})
static int f2(int x) { return x; }

/* 3: variant of a variant: substituted again, since the variant calls f1 */
static int v3(int x) { return f1(x) * 2; }
#pragma omp declare variant(v3) match(user={condition(x & 1)})
static int f3(int x) { return x; }

/* 4: pointer to the base */
typedef int fn(int);
static int through(fn *f, int x) { return f(x); }

/* 5: side effects in the condition */
static int asked;
static int ask(void) { return ++asked; }
static int v5(int x) { return -x; }
#pragma omp declare variant(v5) match(user={condition(ask() > 0)})
static int f5(int x) { return x; }

/* 6: begin declare variant with condition */
static int f6(int n, const double *p);
int on6;
#pragma omp begin declare variant match(user={condition(n > 2 && on6)})
static int f6(int n, const double *p) { return n + 60 + (p != 0); }
static int f7(int n) { return n * 7; }
#pragma omp end declare variant
static int f6(int n, const double *p) { return n + (p != 0); }
static int f7(int n) { return n; }

/* 8: macros */
#define LIMIT 9
#define COND(x) condition((x) > LIMIT)
static int v8(int a) { return a + 80; }
#define VARIANT(v, c) _Pragma(STR(omp declare variant(v) match(user={c})))
#define STR(...) #__VA_ARGS__
VARIANT(v8, condition(a > 9))
static int f8(int a) { return a; }
#define CALL8(k) f8((k))

/* 9: void, struct, pointers to arrays */
struct pair { int a, b; };
static struct pair v9(struct pair p, int n, int m[n][n]) { return (struct pair){p.b + m[1][1], p.a}; }
#pragma omp declare variant(v9) match(user={condition(p.a < p.b && n > 1)})
static struct pair f9(struct pair p, int n, int m[n][n]) { return (struct pair){p.a + m[0][0], p.b}; }
static void v10(int *p) { *p = 10; }
#pragma omp declare variant(v10) match(user={condition(*p == 0)})
static void f10(int *p) { *p = 1; }

/* 11: recursion: the base calls itself */
static int v11(int n) { return 5; }
#pragma omp declare variant(v11) match(user={condition(n == 0)})
static int f11(int n) { return n + f11(n - 1); }

/* 12: constant of the same name as a parameter */
enum { k = 5 };
static int v12(int k) { return k + 120; }
#pragma omp declare variant(v12) match(user={condition(k > 4)})
static int f12(int k) { return k; }

/* 13: no parameters; long double; complex; _Bool; unsigned char */
static int mode;
static int v13(void) { return 13; }
#pragma omp declare variant(v13) match(user={condition(mode)})
static int f13(void) { return 0; }
static float v14(float x, unsigned char c, _Bool b) { return x + c + b; }
#pragma omp declare variant(v14) match(user={condition(c == 255 && b)})
static float f14(float x, unsigned char c, _Bool b) { return x - c - b; }

/* 15: dynamic and construct */
static int v15(int x) { return x + 150; }
#pragma omp declare variant(v15) match(construct={parallel}, user={condition(mode)})
static int f15(int x) { return x; }
/* 16 callbacks as arguments */
static int v16(int (*g)(int), int x) { return g(x) + 160; }
#pragma omp declare variant(v16) match(user={condition(g != 0 && x > 0)})
static int f16(int (*g)(int), int x) { return g ? g(x) : x; }
static void conditions(void)
{
    int n = 0;
    IS(f1(1), 2);
    IS(f1(11), 1011);
    IS(f1(n++), 1);
    IS(n, 1);
    IS(f1(f1(f1(5) * 2)), 2012);
    IS(f2(1), 301); IS(f2(3), 303); IS(f2(6), 206);
    IS(f3(3), 8); IS(f3(12), 12); IS(f3(13), 2026);
    IS(through(f1, 20), 21);
    IS((f1)(20), 1020);
    IS((*f1)(20), 21 + 0 * 1020);
    IS(sizeof(f5(1)), sizeof(int));
    IS(asked, 0);
    IS(f5(4), -4); IS(asked, 1);
    IS(f6(3, 0), 3); on6 = 1; IS(f6(3, 0), 63); IS(f6(2, 0), 2); IS(f7(3), 21); IS(f7(1), 1);
    IS(CALL8(3), 3); IS(CALL8(10), 90);
    int m[2][2] = {{1, 2}, {3, 4}};
    IS(f9((struct pair){1, 2}, 2, m).a, 6); IS(f9((struct pair){2, 1}, 2, m).a, 3);
    int z = 0; f10(&z); IS(z, 10); f10(&z); IS(z, 1);
    IS(f11(3), 6 + 5);
    IS(f12(1), 1); IS(f12(5), 125);
    IS(f13(), 0); mode = 1; IS(f13(), 13);
    IS(f14(1.5f, 255, 1) == 257.5f, 1); IS(f14(1.5f, 0, 1) == 0.5f, 1);
    IS(f15(1), 1);
    int r15 = 0;
#pragma omp parallel num_threads(2) reduction(+: r15)
    r15 += f15(1);
    IS(r15 == 302 || r15 == 151, 1);
    IS(f16(0, 1), 1); IS(f16(f1, 1), 162);
    for (int i = f1(9); i < f1(11) && i < 12; i += f1(0)) n += i;
    IS(n, 22);
    int w = f1(20) ? f1(3) : f1(4);
    IS(w, 4);
    switch (f1(0)) { case 1: n = 100; break; default: n = 0; }
    IS(n, 100);
    int a1[f1(2)];
    IS(sizeof a1, 3 * sizeof(int));
    int t = 0;
#pragma omp parallel num_threads(f2(2) - 300)
#pragma omp single
    t = omp_get_num_threads();
    IS(t, 2);
    int res[6] = {0}, u = 0;
#pragma omp target teams distribute parallel for map(from: res) num_teams(f2(2) - 300)
    for (int i = 0; i < 6; i++) res[i] = f1(i * 3);
    IS(res[3], 10); IS(res[4], 1012);
#pragma omp target map(tofrom: u) if(f1(20) > 1000)
    { struct pair q = {1, 2}; u = f9(q, 1, (int (*)[1])&q).a; for (int i = f1(1); i < f1(4); i++) u += f12(i); }
    IS(u, 2 + 2 + 3 + 4);
    int v = ({ int y = f1(11); y; });
    IS(v, 1011);
    long sum = 0;
#pragma omp parallel for reduction(+: sum) schedule(static, f1(1))
    for (int i = 0; i < 100; i++) {
#pragma omp atomic
        sum += f1(i);
    }
    IS(sum, 4950 + 11 + 89 * 1000);
}

/* ---- declarations ---- */
/* 1 typedef of a function type */
typedef int fn(int);
static int tv(int x) { return x + 1; }
static int zero;
#pragma omp declare variant(tv) match(user={condition(zero == 0)})
static fn tb;
static int tb(int x) { return x; }
/* 3 attributes */
static __attribute__((noinline)) int av(int x) { return x + 3; }
#pragma omp declare variant(av) match(user={condition(x > 3)})
__attribute__((noinline)) static int ab(int x) { return x; }
/* 4 declarations with different variants; visible only after */
static int d1(int x) { return x + 10; }
static int d2(int x) { return x + 20; }
static int db(int x);
static int early(void) { return db(1); }
#pragma omp declare variant(d1) match(user={condition(x == 1)})
static int db(int x);
static int middle(void) { return db(1) + db(2); }
#pragma omp declare variant(d2) match(user={condition(x == 2)})
static int db(int x) { return x; }
/* 5 a function that returns a pointer to a function */
static int (*pv(int x))(int) { return x ? tv : 0; }
#pragma omp declare variant(pv) match(user={condition(x > 0)})
static int (*pb(int x))(int) { return x ? 0 : tv; }
/* 6 pointer to pointer, const, restrict, array parameters with static */
static int ev(const int *const *restrict p, int a[static 2], char *const c) { return **p + a[1] + *c; }
#pragma omp declare variant(ev) match(user={condition(a[0] == 7)})
static int eb(const int *const *restrict p, int a[static 2], char *const c) { return **p - a[1] - *c; }
/* 7 unions, enums, complex, vectors, bit-fields of return values */
union u { int i; float f; };
enum e { E0, E1 };
typedef float v4 __attribute__((vector_size(16)));
static v4 vv(union u a, enum e b, _Complex double c, v4 d) { return d * 2.0f + (float)a.i + (float)b + (float)__real__ c; }
#pragma omp declare variant(vv) match(user={condition(b == E1 && __imag__ c > 1)})
static v4 vb(union u a, enum e b, _Complex double c, v4 d) { return d + (float)a.i + (float)b + (float)__real__ c; }
/* 8 anonymous struct type by typedef, and by typeof */
typedef struct { int a[3]; } T;
static int sv(T t, __typeof__((T){{0}}) *q) { return t.a[0] + q->a[1]; }
#pragma omp declare variant(sv) match(user={condition(t.a[0] < q->a[0])})
static int sb(T t, __typeof__((T){{0}}) *q) { return t.a[2] - q->a[1]; }
/* 9 condition of pointer, floating and negative value */
static int cv(void *p, float f) { return 1 + (p != 0) + (f > 0); }
#pragma omp declare variant(cv) match(user={condition(p)})
static int cb(void *p, float f) { return -1 - (p != 0) - (f > 0); }
static int cv2(float f) { return f > 0; }
#pragma omp declare variant(cv2) match(user={condition(f)})
static int cb2(float f) { return f > 0 ? -1 : -2; }
/* 10 condition with ?:, commas, strings and brackets */
static int qv(const char *s) { return s[0]; }
#pragma omp declare variant(qv) match(user={condition(score(3): (s[0] == ')' ? 1 : s[0] == ',') || sizeof("),(") == 9)})
static int qb(const char *s) { return -s[0]; }
/* 11 noreturn, void */
static void nv(int *p) { *p = 11; }
#pragma omp declare variant(nv) match(user={condition(p != 0)})
static void nb(int *p);
static void nb(int *p) { if (p) *p = 12; }
static void declarations(void)
{
    int one = 1; const int *q = &one; char c = 2; int a[2] = {7, 5};
    T t = {{1, 2, 3}}, t2 = {{5, 6, 7}};
    IS(tb(1), 2);
    IS(ab(3), 3); IS(ab(4), 7);
    IS(early(), 1); IS(middle(), 13); IS(db(1), 11); IS(db(2), 22);
    IS(pb(1) == tv, 1); IS(pb(0) == tv, 1); IS(pb(1)(5), 6);
    IS(eb(&q, a, &c), 8); a[0] = 0; IS(eb(&q, a, &c), -6);
    IS((long)vb((union u){3}, E1, 1.0 + 2.0i, (v4){1, 2, 3, 4})[1], 9);
    IS((long)vb((union u){3}, E0, 1.0 + 2.0i, (v4){1, 2, 3, 4})[1], 6);
    IS(sb(t, &t2), 7); IS(sb(t2, &t), 5);
    IS(cb(0, 1), -2); IS(cb(a, 1), 3);
    IS(cb2(0.5f), 1); IS(cb2(0), -2);
    IS(qb(","), ','); IS(qb(")"), ')'); IS(qb("x"), -'x');
    int k = 0; nb(&k); IS(k, 11); nb(0);
    k ? nb(&k) : (void)0;
    (void)(k && (nb(&k), 1));
}

/* ---- dispatched ---- */
/* dispatched, dynamic arms with different adjustments */
static int on_dev(int *p, int n) { int s = 0;
#pragma omp target is_device_ptr(p) map(tofrom: s)
    for (int i = 0; i < n; i++) s += p[i];
    return s; }
static int obj(int *p, int n, omp_interop_t o) { return p[0] * 10 + n + (o == omp_interop_none) * 1000; }
#pragma omp declare variant(on_dev) match(construct={dispatch}, user={condition(n > 2)}) adjust_args(need_device_ptr: p)
#pragma omp declare variant(obj) match(construct={dispatch}, user={condition(score(5): n == 2)}) append_args(interop(target))
static int sum(int *p, int n) { return -p[0] - n; }
/* variadic with append_args and need_device_ptr */
static int vvar(const int *p, int n, ...) { va_list a; int s = 0; va_start(a, n); for (int i = 0; i < n; i++) s += va_arg(a, int); va_end(a);
    int d = -1;
#pragma omp target is_device_ptr(p) map(from: d)
    d = p[0];
    return s + d; }
#pragma omp declare variant(vvar) match(construct={dispatch}) adjust_args(need_device_ptr: p)
static int var(const int *p, int n, ...) { return p[0] * n; }
/* variant that dispatches again */
static int again(int x);
static int step(int x);
#pragma omp declare variant(again) match(construct={dispatch}, user={condition(x > 0)})
static int step(int x) { return x; }
static int again(int x) { int r;
#pragma omp dispatch
    r = step(x - 1);
    return r + 2; }
/* struct result, member on the left */
struct s { int a, b; };
static struct s mk2(int x) { return (struct s){x, 2}; }
#pragma omp declare variant(mk2) match(construct={dispatch}, user={condition(x)})
static struct s mk(int x) { return (struct s){x, 1}; }
static int dn2(int d) { return omp_get_default_device() + 100 * (d + 1); }
#pragma omp declare variant(dn2) match(construct={dispatch}, user={condition(d == omp_get_default_device())})
static int dn(int d) { return -omp_get_default_device(); }
static void dispatched(void)
{
    int a[4] = {1, 2, 3, 4}, r, ev = 0;
    struct { struct s m[2]; } t = {0};
#pragma omp target data map(a)
    {
#pragma omp dispatch
    r = sum(a, 4);
    IS(r, 10);
#pragma omp dispatch
    r = sum(a, 2);
    IS(r, 12);
#pragma omp dispatch
    r = sum(a, 1);
    IS(r, -2);
    for (int k = 0; k < 4; k++) {
#pragma omp dispatch novariants(k & 1) nocontext(k & 2) depend(inout: r) nowait
    r = sum(a, (ev++, 4));
    IS(r, k == 0 ? 10 : -5);
    }
    IS(ev, 4);
    IS(sum(a, 4), -5);
#pragma omp dispatch
    r = var(a, 2, 5, 6);
    IS(r, 12);
#pragma omp dispatch
    r = var(a, 0);
    IS(r, 1);
    }
#pragma omp dispatch
    r = step(3);
    IS(r, 6);
#pragma omp dispatch
    t.m[r - 5] = mk(1);
    IS(t.m[1].b, 2);
#pragma omp dispatch
    t.m[0] = mk(0);
    IS(t.m[0].b, 1);
    int host = omp_get_initial_device();
#pragma omp dispatch device(host)
    r = dn(host);
    IS(r, host + 100 * (host + 1));
    IS(dn(0), -omp_get_default_device());
    int v = 0;
#pragma omp target map(tofrom: v)
    {
        int b[3] = {5, 6, 7}, k = 3;
#pragma omp dispatch nowait
        v = step(2);
        for (int i = 0; i < 2; i++) {
            int w;
#pragma omp dispatch novariants(i) nocontext(k > 3)
            w = step(1);
            v += w;
        }
        v += b[0];
    }
    IS(v, 4 + 2 + 1 + 5);
#pragma omp parallel num_threads(3) reduction(+: v)
    {
        int w = 0, me = omp_get_thread_num();
#pragma omp dispatch device(me % 1 + omp_get_initial_device())
        w = step(me);
        v += w;
    }
}

/* ---- contexts ---- */
static int p2(int x) { return x + 100; }
#pragma omp declare variant(p2) match(construct={parallel})
static int p(int x) { return x; }
static int dd2(int x) { return x + 1000; }
#pragma omp declare variant(dd2) match(construct={dispatch})
static int d(int x) { return x; }
/* a variant for parallel: its calls are in parallel */
static int v2(int x) { return p(x); }
#pragma omp declare variant(v2) match(construct={parallel})
static int v(int x) { return -p(x); }
static int t2(int x) { return x + 7; }
#pragma omp declare variant(t2) match(construct={target})
static int t(int x) { return x; }
static void contexts(void)
{
    int r, in[3] = {0};
#pragma omp dispatch
    r = d(d(1));
    IS(r, 1001);
#pragma omp dispatch novariants(1)
    r = d(p(1));
    IS(r, 1);
#pragma omp parallel num_threads(1)
    {
#pragma omp dispatch novariants(1)
        in[0] = p(p(1));
    }
    IS(in[0], 101);
#pragma omp parallel num_threads(1)
    in[0] = v(1);
    IS(in[0], 101);
    IS(v(1), -1);
    IS(v2(1), 101);
#pragma omp parallel num_threads(1)
    {
#pragma omp target map(from: in)
        { in[0] = p(1); in[1] = t(1); 
#pragma omp parallel num_threads(1)
        in[2] = p(2); }
    }
    IS(in[0], 1); IS(in[1], 8); IS(in[2], 102);
#pragma omp target map(from: in)
    in[0] = v(1);
    IS(in[0], -1);
}

/* ---- blocks in blocks ---- */
static int nested(int x) { return x; }
#pragma omp begin declare variant match(construct={parallel})
static int outer(int x) { return x + 10; }
#pragma omp begin declare variant match(implementation={vendor(llvm)}, construct={parallel})
static int nested(int x) { return x + 1; }
#pragma omp end declare variant
#pragma omp begin declare variant match(user={condition(1)})
static int nested_twice(int x) { return x + 5; }
#pragma omp end declare variant
static int last(int x) { return x + 100; }
#pragma omp end declare variant
static int outer(int x) { return x; }
static int nested_twice(int x) { return x; }
static int last(int x) { return x; }
static void blocks(void)
{
    int r = 0, t = 0;
    IS(nested(1) + outer(1) + nested_twice(1) + last(1), 4);
#pragma omp parallel num_threads(1)
    r = nested(1) + outer(1) + nested_twice(1) + last(1);
    IS(r, 2 + 11 + 6 + 101);
#pragma omp target map(from: t)
#pragma omp parallel num_threads(1)
    t = nested(1) + outer(1) + last(1);
    IS(t, 2 + 11 + 101);
}

/* ---- places ---- */
#pragma omp begin declare target
static int twice(int x) { return 2 * x; }
#pragma omp declare variant(twice) match(user={condition(x > 4)})
static int bound(int x) { return x; }
static int hv(int x) { return x + 1; }
#pragma omp declare variant(hv) match(device={kind(nohost)}, user={condition(x > 2)})
static int here_(int x) { return x; }
static void comb_v(int *o, int i) { *o += i; }
#pragma omp declare variant(comb_v) match(user={condition(i > 0)})
static void comb(int *o, int i) { *o -= i; }
#pragma omp declare reduction(r: int: comb(&omp_out, omp_in)) initializer(omp_priv = bound(0))
static int team_v(int n) { int s = 0;
#pragma omp parallel for reduction(+: s)
    for (int i = 0; i < n; i++) s += i;
    return s; }
#pragma omp declare variant(team_v) match(user={condition(n > 3)})
static int team(int n) { int s = 0;
    for (int i = 0; i < n; i++) s -= i;
    return s; }
static int simd_v(int n, const int *a) { int s = 0;
#pragma omp simd reduction(+: s)
    for (int i = 0; i < n; i++) s += a[i];
    return s; }
#pragma omp declare variant(simd_v) match(user={condition(n > 3)})
static int lanes(int n, const int *a) { return -n * a[0]; }
static void bar_v(int *p) {
#pragma omp barrier
    if (omp_get_thread_num() == 0) *p += 1;
#pragma omp barrier
}
#pragma omp declare variant(bar_v) match(user={condition(p != 0)})
static void meet(int *p) { }
static int rec_v(int n);
#pragma omp declare variant(rec_v) match(user={condition(n % 2)})
static int rec(int n) { return n ? 1 + rec(n - 1) : 0; }
static int rec_v(int n) { return 10 + rec(n - 1); }
#pragma omp end declare target
static void places(void)
{
    int a[64] = {0}, n = 5, dev = omp_get_default_device(), host = 1, k;
#pragma omp target teams distribute parallel for map(a[0:bound(n)]) num_teams(bound(n)) thread_limit(bound(8)) if(bound(n) == 10) device(bound(dev))
    for (int i = bound(2); i < bound(n); i += bound(1))
        a[i] = here_(i) - i + bound(i);
#pragma omp target map(from: host)
    host = omp_is_initial_device();
    for (int i = 0; i < 12; i++) IS(a[i], i < 2 || i > 9 ? 0 : (i > 4 ? 2 * i : i) + (!host && i > 2));
    int s = 0;
#pragma omp target teams distribute parallel for simd collapse(2) reduction(+: s)
    for (int i = 0; i < bound(3); i++)
        for (int j = bound(1); j < bound(6); j++)
            s += bound(1);
    IS(s, 33);
    int q = 0;
#pragma omp target parallel for reduction(r: q)
    for (int i = 0; i < 10; i++) q += 1;
    IS(q, 10);
    q = 0;
#pragma omp parallel for reduction(r: q)
    for (int i = 0; i < 10; i++) q += 1;
    IS(q, 10);
    int t[2] = {0};
#pragma omp target map(t)
    { t[0] = team(10); t[1] = team(3); }
    IS(t[0], 45); IS(t[1], -3);
    int l[8]; for (int i = 0; i < 64; i++) a[i] = 1;
#pragma omp target teams distribute parallel for map(from: l) map(to: a)
    for (int i = 0; i < 8; i++) l[i] = lanes(i, a);
    for (int i = 0; i < 8; i++) IS(l[i], i > 3 ? i : -i);
    int m = 0;
#pragma omp target map(tofrom: m)
    {
        int *p = &m;
#pragma omp parallel num_threads(4)
        { meet(p); meet(0); meet(p); }
    }
    IS(m, 2);
    int r[6];
#pragma omp target map(from: r)
    for (int i = 0; i < 6; i++) r[i] = rec(i);
    IS(r[5], 10 + 1 + 10 + 1 + 10); IS(rec(4), 1 + 10 + 1 + 10);
    int v[4] = {0};
#pragma omp target map(tofrom: v)
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
#pragma omp for schedule(static, bound(1))
        for (int i = 0; i < 4; i++) v[i] = here_(i) + me * 0;
#pragma omp single copyprivate(me)
        me = bound(6);
#pragma omp critical
        v[0] += bound(me);
#pragma omp atomic
        v[1] += bound(me);
    }
    IS(v[0], 24 * 4); IS(v[3], 3 + !host);
    int w = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out: w) shared(w) priority(bound(1))
        w = bound(5);
#pragma omp taskloop grainsize(bound(2)) shared(w)
        for (int i = 0; i < bound(5); i++)
#pragma omp atomic
            w += 0;
#pragma omp task depend(in: w) shared(w) final(bound(5) == 10)
        w += omp_in_final();
    }
    IS(w, 11);
    k = ({ int z[bound(3)]; (int)(sizeof z / sizeof *z); }) + bound(({ int y = bound(5); y; }));
    IS(k, 3 + 20);
    static int once[] = {0};
    IS(bound((once[0]++, ({ static int u = 3; u++; }))), 3);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    conditions();
    declarations();
    dispatched();
    contexts();
    blocks();
    places();
    return check_end();
}
