// RUN: %gantry explain %s > %t.text 2> %t.err; %FileCheck %s --check-prefix=EXPLAIN < %t.text
// RUN: %gantry cc --dump=host %s | %FileCheck %s
// RUN: for o in -O0 -O2; do %gantry cc $o --offload-arch=emulated %s -o %t 2> %t.err || exit 1; GANTRY_SINGLE_LAUNCH=0 %run_host %t > stands || exit 1; \
// RUN:   for n in 1 2 3 7; do OMP_NUM_THREADS=$n %run_host %t | diff stands - || exit 1; done; %run_emulated32 %t | diff stands - || exit 1; done
// RUN: %gantry cc --no-single-launch --dump=host %s > %t.off && ! grep -q __gd_pays %t.off
// RUN: GANTRY_TRACE=1 %run_host %t | diff stands -
// RUN: %gantry cc -fsanitize=thread -g --offload-arch=none %s -o %t.tsan && OMP_NUM_THREADS=3 %run_host %t.tsan | diff stands -
// LABELS: run
/* Loops of regions in place: one parallel region, or a parallel region for each of theirs. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000 };
static double a[N], b[N], c[N];

// EXPLAIN: in_place.c:[[#@LINE+13]]: single_launch
// EXPLAIN: in place  in place one parallel region runs the whole loop [GR669]
// CHECK-LABEL: static int planes(
// CHECK: int __gd_pays = __gd_dev < 0;
// CHECK: __gd_pays = __gd_n > {{[0-9]+}};
// CHECK: if (__gd_pays && __gantry_single(gantry_region_{{[0-9]+}}(), __gd_dev, 0, 0)) {
// CHECK: #pragma omp parallel firstprivate(
// CHECK: __gd_host_share(__gd_n, &__gd_from, &__gd_to);
// CHECK: #pragma omp barrier
// CHECK: if (omp_get_thread_num() == 0) {
static int planes(double *p, double *q, int n, int turns)
{
    int it = 0, k;
    #pragma ompx single_launch
    for (k = 0; k < turns; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: p[0:n], q[0:n])
        for (int i = 0; i < n; i++)
            q[i] = 0.5 * (p[(i + n - 1) % n] + p[(i + 1) % n]) + k;
        if (k % 3 == 1) {
            #pragma omp target teams loop nowait
            for (int i = 0; i < n; i++) {
                double s = 0;
                #pragma omp simd reduction(+: s)
                for (int j = 0; j < 4; j++)
                    s += j;
                c[i] += s * k;
            }
            #pragma omp taskwait
        }
        double *t = p;
        p = q;
        q = t;
        it += k;
        if (it > 600)
            break;
    }
    printf("%d %d %d\n", it, k, p == a);
    return it;
}

/* What regions reduce: each thread adds up in a copy, and all combine those of all. */
// EXPLAIN: in place  in place one parallel region runs the whole loop [GR669]
// CHECK-LABEL: static double converge(
// CHECK: const void *const *__gd_given[omp_get_max_threads()];
// CHECK: #pragma omp parallel firstprivate(
// CHECK: __gd_given[omp_get_thread_num()] = __gd_mine;
// CHECK-NEXT: #pragma omp barrier
static double converge(double *p, double *q, int n)
{
    double change = 1, sum = 0.5;
    long above = 7;
    int it = 0, fine = 1;
    #pragma ompx single_launch
    while (change > 0.001 && it < 30) {
        change = 0;
        #pragma omp target teams distribute parallel for reduction(max: change) map(tofrom: change) map(to: p[0:n]) map(tofrom: q[0:n])
        for (int i = 1; i < n - 1; i++) {
            double d = 0.5 * (p[i - 1] + p[i + 1]) - p[i];
            q[i] = p[i] + d;
            d = d < 0 ? -d : d;
            change = change < d ? d : change;
        }
        #pragma omp target teams distribute parallel for reduction(+: above, sum) reduction(&&: fine) map(tofrom: q[0:n], above, sum, fine)
        for (int i = 0; i < n; i++) {
            above += q[i] > change;
            sum += i % 3;
            fine = fine && q[i] < 100;
        }
        double *t = p;
        p = q;
        q = t;
        it++;
    }
    printf("%d %a %ld %d %.1f\n", it, change, above, fine, sum);
    return change;
}

// EXPLAIN: in place  in place one parallel region runs the whole loop [GR669]
static double reduced(int n)
{
    double most = 0;
    #pragma ompx single_launch
    for (int k = 0; k < 4; k++) {
        #pragma omp target teams distribute parallel for reduction(max: most) map(tofrom: most)
        for (int i = 0; i < n; i++)
            most = most < c[i] * k ? c[i] * k : most;
    }
    return most;
}

// EXPLAIN: in place  in place one parallel region runs the whole loop [GR669]
static long sections(int n)
{
    long both[2] = {0, 0};
    #pragma ompx single_launch
    for (int k = 0; k < 4; k++) {
        #pragma omp target teams distribute parallel for reduction(+: both[0:2]) map(tofrom: both)
        for (int i = 0; i < n; i++)
            both[i % 2] += c[i] > k;
    }
    return both[0] * 3 + both[1];
}

struct pair {
    double most;
    long at;
};
static struct pair higher(struct pair x, struct pair y)
{
    return y.most > x.most || (y.most == x.most && y.at < x.at) ? y : x;
}
#pragma omp declare reduction(highest: struct pair: omp_out = higher(omp_out, omp_in)) initializer(omp_priv = {-1, 1 << 30})
#pragma omp declare reduction(either: long: omp_out |= omp_in) initializer(omp_priv = 0)

/* Arrays, sections of a length that only the run knows, structures: one thread adds up what all have. A scalar by a declared
 * reduction has copies. */
// EXPLAIN: in place  in place one parallel region runs the whole loop [GR669]
// CHECK-LABEL: static long arrays(
// CHECK: const void *const __gd_mine[] = {__gd_p_h, __gd_p_kinds, &count, &top, &bits, __gd_p_fine};
// CHECK: #pragma omp barrier
// CHECK: *__gd_o_count = *__gd_o_count + (*(long *)__gd_given[__gd_each][2]);
// CHECK: if (omp_get_thread_num() == 0) {
// CHECK: __gd_o_h[__gd_i] = __gd_o_h[__gd_i] + ((double *)__gd_given[__gd_each][0])[__gd_i];
// CHECK: #pragma omp barrier
// CHECK-NEXT: __builtin_free(__gd_p_h);
static long arrays(int n, int m)
{
    struct pair top = {0, 1 << 30};
    long bits = 1, count = 0, kinds[3][2] = {{0}}, sum = 0;
    int fine[4] = {1, 1, 2, 1};
    double *h = malloc(m * sizeof *h);
    for (int i = 0; i < m; i++)
        h[i] = i;
    #pragma ompx single_launch
    for (int k = 0; k < 5; k++) {
        #pragma omp target teams distribute parallel for reduction(+: h[0:m], kinds[1:2][0:2], count) reduction(highest: top) \
            reduction(either: bits) reduction(&&: fine) map(tofrom: h[0:m], kinds, count, top, bits, fine)
        for (int i = 0; i < n; i++) {
            struct pair here = {c[i] + i % 113 * k, i};
            h[i % m] += i % 11;
            kinds[1 + i % 2][i % 3 % 2] += k;
            count += i & 1;
            top = higher(top, here);
            bits |= 1l << (i + k) % 37;
            fine[i % 4] = fine[i % 4] && i != 9 + k;
        }
        #pragma omp target teams distribute parallel for map(to: h[0:m]) map(tofrom: count)
        for (int i = 0; i < n; i++)
            c[i] += h[(i + k) % m] > 3000 && count > 100;
        sum += count;
    }
    printf("%.1f %ld %lx %ld %d%d%d%d\n", top.most, top.at, bits, sum, fine[0], fine[1], fine[2], fine[3]);
    for (int i = 0; i < m; i++)
        sum += (long)h[i] * (i % 3);
    free(h);
    return sum + kinds[0][0] + 3 * kinds[1][0] + 5 * kinds[1][1] + 7 * kinds[2][0] + 11 * kinds[2][1];
}

/* Copies that begin with what the original is, which the loop's own code has set. */
#pragma omp declare reduction(largest: long: omp_out = omp_out < omp_in ? omp_in : omp_out) initializer(omp_priv = omp_orig)
static long begins(int n)
{
    long s = 5, sum = 0;
    #pragma ompx single_launch
    for (int k = 0; k < 6; k++) {
        #pragma omp target teams distribute parallel for reduction(largest: s) map(tofrom: s)
        for (int i = 0; i < n; i++)
            s = s < (i * 7 + k) % 50 ? (i * 7 + k) % 50 : s;
        sum = sum * 3 + s;
        s = k % 2 ? 60 - k : k;
    }
    return sum;
}

/* What is not one parallel region: what a region reduces and another one counts in, a number of iterations that changes, labels,
 * few iterations (looked at when running). */
// EXPLAIN: in place  in place each region is a parallel region of its own [GR670]
static long counted(int n)
{
    long some = 0;
    #pragma ompx single_launch
    for (int k = 0; k < 4; k++) {
        #pragma omp target teams distribute parallel for reduction(+: some) map(tofrom: some)
        for (int i = 0; i < n; i++)
            some += c[i] > k;
        #pragma omp target teams distribute parallel for map(tofrom: some)
        for (int i = 0; i < n; i++)
            if (i % 5 == k) {
                #pragma omp atomic
                some++;
            }
    }
    return some;
}

// EXPLAIN: in place  in place each region is a parallel region of its own [GR670]
static void triangle(int n)
{
    #pragma ompx single_launch
    for (int k = 0; k < 4; k++) {
        #pragma omp target teams distribute parallel for
        for (int i = k; i < n; i++)
            c[i] += k;
    }
}

// EXPLAIN: in place  in place each region is a parallel region of its own [GR670]
static void labels(int n)
{
    #pragma ompx single_launch
    for (int k = 0; k < 4; k++) {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++) {
            if (i % 3)
                goto next;
            c[i] += k;
        next:;
        }
    }
}

// EXPLAIN: in place  in place each region is a parallel region of its own [GR670]
static void kept(int n)
{
    #pragma ompx single_launch
    for (int k = 0; k < 4; k++) {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++) {
            static const double step[] = {1, 2, 3};
            c[i] += step[k % 3];
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 97;
    for (int n = 1; n <= N; n = 3 * n + 1)
        planes(a, b, n, 3);
    planes(a, b, N, 60);
    for (int n = 2; n <= N; n = 5 * n + 1)
        converge(a, b, n);
    converge(a, b, N);
    printf("%.1f\n", reduced(N));
    printf("%ld %ld\n", counted(N), sections(N));
    triangle(N), labels(N), kept(N);
    printf("%ld\n", arrays(N, 7));
    printf("%ld\n", arrays(N, 5000));
    printf("%ld\n", arrays(3, 2));
    printf("%ld\n", begins(N));
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 7) + c[i] + b[i];
    printf("%a\n", sum);
    return 0;
}
