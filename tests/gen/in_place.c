// RUN: %gantry cc --no-variants --dump=host %s | %FileCheck %s
// RUN: %gantry cc --no-variants --dump=decisions %s | %FileCheck --check-prefix=WHY %s
// RUN: %gantry cc --no-loop-order --dump=host %s | %FileCheck --check-prefix=OFF %s
// RUN: %gantry cc --no-host-checks --dump=decisions %s | %FileCheck --check-prefix=UNSEEN %s
// RUN: %gantry cc --no-host-simd --dump=decisions %s | %FileCheck --check-prefix=PLAIN %s
// RUN: %gantry explain --all %s | %FileCheck --check-prefix=EXPLAIN %s
// PLAIN-NOT: GR619
/* the forms that loops have on the initial device */
#include <math.h>
#include <omp.h>
struct wide {
    float x, y, u, v, w, z, k;
};
void lanes(long n, struct wide *p, double *a, double *b, const int *at, float difference)
{
/* a name that holds "if" is no condition; elements that lie apart are left to the host compiler's costs */
// CHECK: __gantry_target(gantry_region_0()
// CHECK: #pragma omp parallel firstprivate({{[a-z, ]*}}) firstprivate(__gd_n) if(__gd_n > {{[0-9]+}}){{$}}
// CHECK: __gd_host_share(__gd_n, &__gd_from, &__gd_to);
// CHECK-NEXT: for (long i = (long)__gd_from; i < (long)__gd_to; i++) {
// WHY: place region=0 form=whole why=GR601 lanes=free why=GR613 few={{[0-9]+}} share=GR607
#pragma omp target teams distribute parallel for map(p[0:n])
    for (long i = 0; i < n; i++)
        p[i].x += p[i].y * difference;
/* what the user calls simd has vectors where neighbours are neighbours … */
// CHECK: __gantry_target(gantry_region_1()
// CHECK: #pragma omp parallel firstprivate
// CHECK: #pragma omp simd{{$}}
// WHY: place region=1 {{.*}}lanes=vectorised why=GR614 simd
#pragma omp target teams distribute parallel for simd map(a[0:n], b[0:n])
    for (long i = 0; i < n; i++)
        a[i] = b[i] + 1;
/* … and gathers only where they pay; what addresses do not show, only a loop directive tells the host compiler */
// CHECK: __gantry_target(gantry_region_2()
// CHECK: #pragma omp parallel for firstprivate({{[a-z, ]*}}) GANTRY_CONCURRENT
// WHY: place region=2 {{.*}}lanes=free why=GR613 few={{[0-9]+$}}
#pragma omp target teams distribute parallel for simd map(a[0:n], b[0:n], at[0:n])
    for (long i = 0; i < n; i++)
        a[i] = b[at[i]];
/* chunks are in order */
// CHECK: __gantry_target(gantry_region_3()
// CHECK-NOT: GANTRY_CONCURRENT
// CHECK: const unsigned long __gd_c = 8;
// CHECK: #pragma omp parallel firstprivate
// CHECK-NOT: GANTRY_FRAME_POINTER
// CHECK: __gd_host_turn(&__gd_next, __gd_n, __gd_size, omp_get_num_threads(), &__gd_from, &__gd_to)
// CHECK-NEXT: for (long i = (long)__gd_from; i < (long)__gd_to; i++) {
// WHY: place region=3 form=chunks why=GR605 lanes=unknown why=GR611 few={{[0-9]+}} batch={{[0-9]+}} why=GR619
#pragma omp target parallel for schedule(static, 8) map(a[0:n])
    for (long i = 0; i < n; i++)
        a[i] = 1;
/* one thread has all iterations in order, and that many threads */
// CHECK: __gantry_target(gantry_region_4()
// CHECK: #pragma omp parallel num_threads(1) firstprivate({{[a-z, ]*}}) firstprivate(__gd_n){{$}}
// CHECK: for (long i = (long)(1 + (long)__gd_from); i < (long)(1 + (long)__gd_to); i++) {
// WHY: place region=4 {{.*}}lanes=unknown why=GR611 few=0
#pragma omp target parallel for num_threads(1) map(a[0:n])
    for (long i = 1; i < n; i++)
        a[i] += a[i - 1];
}

void chunks(int h, int w, int *a)
{
// CHECK: __gantry_target(gantry_region_5()
// CHECK: unsigned long __gd_next = 0;
// CHECK: #pragma omp parallel firstprivate
// CHECK: GANTRY_FRAME_POINTER;
// CHECK: __gd_host_chunk(&__gd_next, __gd_n, __gd_size, 0, &__gd_from, &__gd_to)
// CHECK: for (; __gd_from < __gd_to; __gd_from += __gd_end - __gd_i, __gd_i = 0, __gd_row++) {
// CHECK: int y = {{.*}}__gd_row
// CHECK: for (unsigned long __gd_k = __gd_i; __gd_k < __gd_end; __gd_k++) {
// CHECK: int x = {{.*}}__gd_k
// WHY: place region=5 form=chunks why=GR605
#pragma omp target teams distribute parallel for collapse(2) schedule(dynamic, 64) map(a[0:h * w])
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a[y * w + x] = y;
}

void exchanged(long n, double *v, const double *u)
{
// CHECK: __gantry_target(gantry_region_6()
// CHECK: #pragma omp parallel firstprivate({{[nuv, ]*}}) firstprivate(__gd_n
// CHECK: __gd_host_share(__gd_n, &__gd_from, &__gd_to);
// CHECK: for (long j = 0; j < n; j++)
// CHECK: #pragma omp simd{{$}}
// CHECK: for (unsigned long __gd_k = __gd_from; __gd_k < __gd_to; __gd_k++)
// CHECK: long i = {{.*}}__gd_k
// CHECK: v[i + j * n] = u[i + (j & 3) * n];
// OFF: __gantry_target(gantry_region_6()
// OFF: #pragma omp parallel firstprivate
// OFF: for (long i = (long)__gd_from; i < (long)__gd_to; i++)
// OFF: for (long j = 0; j < n; j++)
// WHY: place region=6 form=exchanged why=GR604
// EXPLAIN: in place  line [[# @LINE + 2]]: neighbouring iterations take neighbouring elements, but a loop inside does not: it goes outside [GR604]
#pragma omp target teams loop map(u[0:n * n], v[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            v[i + j * n] = u[i + (j & 3) * n];
}

/* where the loops must stay as they are */
void kept(long n, double *restrict v, const double *restrict u, volatile double *w)
{
    double carried = 0;
// WHY: place region=7 form=whole
#pragma omp target teams loop map(u[0:n * n], v[0:n * n])
    for (long i = 0; i < n; i++) { /* s goes from one j to the next */
        double s = 0;
        for (long j = 0; j < n; j++)
            v[i + j * n] = s += u[i + j * n];
    }
// WHY: place region=8 form=whole
#pragma omp target teams distribute parallel for firstprivate(carried) map(u[0:n * n], v[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            v[i + j * n] = carried += u[i + j * n];
// WHY: place region=9 form=whole
#pragma omp target teams loop map(u[0:n * n], v[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = i; j < n; j++) /* as many as i says */
            v[i + j * n] = u[i + j * n];
// WHY: place region=10 form=whole
#pragma omp target teams loop map(u[0:n * n], v[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            if (u[i + j * n] < 0)
                break; /* a way out of one j loop */
            v[i + j * n] = 1;
        }
// WHY: place region=11 form=whole
#pragma omp target teams loop map(w[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            w[i + j * n] = 1;
// WHY: place region=12 form=chunks
#pragma omp target teams distribute parallel for schedule(static, 4) map(u[0:n * n], v[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            v[i + j * n] = u[i + j * n];
// WHY: place region=13 form=whole
#pragma omp target parallel for num_threads(1) map(u[0:n * n], v[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            v[i + j * n] = u[i + j * n];
// WHY: place region=14 form=whole
#pragma omp target teams loop map(u[0:n * n], v[0:n * n])
    for (long i = 0; i < n; i++) /* j has the unit stride */
        for (long j = 0; j < n; j++)
            v[i * n + j] = u[i * n + j];
// WHY: place region=15 form=whole
// WHY: plan region=16
#pragma omp target teams distribute parallel for map(u[0:n * n], v[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
#pragma omp critical
            v[i + j * n] = u[i + j * n];
        }
}

static double below(const double *w, long n, long i, long j) { return j > 0 ? w[i + (j - 1) * n] : 0; }

/* where threads may share the inner loop: what it stores moves on with each iteration, and nothing else leads there */
void rows(long n, double *restrict v, const double *u)
{
    static double table[9][100], other[900];
// WHY: place region=17 form=exchanged why=GR606
// CHECK: __gantry_target(gantry_region_17()
// CHECK: const unsigned long __gd_n1 =
// CHECK: __gd_at[__gd_look][0] = (unsigned long)&v[i + j * n];
// CHECK: __gd_apart &= __gd_host_apart(__gd_at[0][0], __gd_at[1][0], 8, __gd_n1);
// CHECK: __gd_host_share_rows(__gd_n1, __gd_apart, __gd_n, &__gd_row, &__gd_rows, &__gd_from, &__gd_to);
// CHECK: for (; __gd_row < __gd_rows; __gd_row++)
// CHECK: long j =
// CHECK: for (unsigned long __gd_k = __gd_from; __gd_k < __gd_to; __gd_k++)
// CHECK: v[i + j * n] = 2 * below(u, n, i, j);
// EXPLAIN: [GR606]
#pragma omp target teams loop map(u[0:n * n], v[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            v[i + j * n] = 2 * below(u, n, i, j);
// WHY: place region=18 form=exchanged why=GR606
#pragma omp target teams loop
    for (int i = 0; i < 100; i++)
        for (int j = 8; j >= 0; j--)
            table[j][i] += other[i + j * 100];
}

/* where they may not */
void columns(long n, double *restrict v, const double *u, double *w)
{
    double *same = v;
// WHY: place region=19 form=exchanged why=GR604
#pragma omp target teams loop map(v[0:n * n]) /* the row before */
    for (long i = 0; i < n; i++)
        for (long j = 1; j < n; j++)
            v[i + j * n] = v[i + (j - 1) * n];
// WHY: place region=20 form=exchanged why=GR604
#pragma omp target teams loop map(v[0:n * n]) /* … through a pointer that moves, */
    for (long i = 0; i < n; i++)
        for (long j = 1; j < n; j++) {
            const double *up = same + (j - 1) * n;
            v[i + j * n] = up[i];
        }
// WHY: place region=21 form=exchanged why=GR604
#pragma omp target teams loop map(v[0:n * n]) /* … in a function */
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            v[i + j * n] = below(v, n, i, j);
// WHY: place region=22 form=exchanged why=GR604
#pragma omp target teams loop map(u[0:n * n], w[0:n * n]) /* u may be w, and nobody knows where it is read */
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            w[i + j * n] = u[i + (j & 3) * n];
// WHY: place region=23 form=exchanged why=GR604
#pragma omp target teams loop map(u[0:n * n], v[0:n * n]) /* j and j + 4 store to one place */
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            v[i + (j & 3) * n] = u[i + j * n];
// WHY: place region=24 form=exchanged why=GR604
#pragma omp target teams loop map(u[0:n * n], v[0:n * n]) /* j and k may */
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            for (long k = 0; k < 4; k++)
                v[i + (j + k) * n] = u[i + j * n];
// WHY: place region=25 form=exchanged why=GR604
#pragma omp target teams loop map(u[0:n * n], v[0:n * n]) /* how often is not known before the loop */
    for (long i = 0; i < n; i++)
        for (long j = 0; j != n; j++)
            v[i + j * n] = u[i + j * n];
}

struct cell {
    double new, old;
};

/* where the run sees whether they may */
void plain(long n, double *v, double *u, struct cell *c)
{
    double *w = v + n * n;
// WHY: place region=26 form=exchanged why=GR608
// CHECK: __gantry_target(gantry_region_26()
// CHECK: unsigned long __gd_at[3][3];
// CHECK: __gd_at[__gd_look][0] = (unsigned long)&v[i + j * n];
// CHECK: __gd_at[__gd_look][2] = (unsigned long)&u[i + (j - 1) * n];
// CHECK: __gd_apart &= __gd_host_apart(__gd_at[0][0], __gd_at[1][0], 8, __gd_n1);
// CHECK: const unsigned long __gd_counts[] = {__gd_n1, __gd_n};
// CHECK: __gd_apart = __gd_apart && __gd_host_clear(__gd_at[0], 3, __gd_counts, 2, 0, 8, 2, 8);
// EXPLAIN: [GR608]
// UNSEEN: place region=26 form=exchanged why=GR604
#pragma omp target teams loop map(u[0:n * n], v[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 1; j < n; j++)
            v[i + j * n] = u[i + j * n] + u[i + (j - 1) * n];
// WHY: place region=27 form=exchanged why=GR608
// CHECK: __gantry_target(gantry_region_27()
// CHECK: long k = (long)((unsigned long)__gd_lb2 + (__gd_look == 3) * (unsigned long)__gd_st2);
// CHECK: const unsigned long __gd_counts[] = {__gd_n1, __gd_n, __gd_n2};
#pragma omp target teams loop map(u[0:n * n], v[0:n * n]) /* a pointer of the function's, and a loop further in */
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            for (long k = 0; k < 4; k++)
                w[i + j * n] += u[i + (j + k) * n];
// WHY: place region=28 form=exchanged why=GR608
#pragma omp target teams loop map(c[0:n * n]) /* members of one element */
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            c[i + j * n].new = 2 * c[i + j * n].old;
// WHY: place region=29 form=exchanged why=GR604
#pragma omp target teams loop map(c[0:n * n]) /* … of the row before */
    for (long i = 0; i < n; i++)
        for (long j = 1; j < n; j++)
            c[i + j * n].new = 2 * c[i + (j - 1) * n].old;
// WHY: place region=30 form=exchanged why=GR604
#pragma omp target teams loop map(u[0:n * n], v[0:n * n]) /* not linear */
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            v[i + j * n] = u[i + j * j * n];
// WHY: place region=31 form=exchanged why=GR604
#pragma omp target teams loop map(u[0:n * n], v[0:n * n]) /* how far k goes is not known before the loops */
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            for (long k = 0; k < j; k++)
                v[i + j * n] += u[i + k * n];
// WHY: place region=32 form=exchanged why=GR604
#pragma omp target teams loop map(u[0:n * n], v[0:n * n]) /* one pointer is read from memory */
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            v[i + j * n] = (&w)[0][i + j * n];
}

/* chunks of little work: threads take several at once (GR619) */
void batches(long n, double *restrict a, const double *restrict b, struct wide *restrict p, int chunk, const int *at)
{
// CHECK: __gantry_target(gantry_region_33()
// CHECK: const unsigned long __gd_size = __gd_host_chunks(__gd_n, __gd_c, [[# %d, BATCH:]]);
// CHECK: __gd_host_chunk(&__gd_next, __gd_n, __gd_size, 0, &__gd_from, &__gd_to)
// WHY: place region=33 form=chunks {{.*}}few=[[FEW:[0-9]+]] batch=[[FEW]] why=GR619
// EXPLAIN: in place  line [[# @LINE + 2]]: chunks of little work: a thread takes several at once [GR619]
#pragma omp target teams distribute parallel for schedule(dynamic, 64) map(a[0:n], b[0:n])
    for (long i = 0; i < n; i++)
        a[i] = fmax(b[i], 0); /* no call, on any processor */
/* what static schedules give to other threads only where nobody can tell: teams have parts of the loop, */
// WHY: place region=34 form=chunks {{.*}} batch={{[0-9]+}} why=GR619
#pragma omp target teams distribute parallel for schedule(static, chunk) map(at[0:n], a[0:n])
    for (long i = 0; i < n; i++)
        a[at[i]] = b[i];
/* … the loop is of vectors, */
// WHY: place region=35 form=chunks {{.*}} batch={{[0-9]+}} why=GR619
#pragma omp target parallel for simd schedule(static, 16) num_threads(4) map(at[0:n], a[0:n])
    for (long i = 0; i < n; i++)
        a[at[i]] = b[i];
/* … or no iteration stores what others see */
// WHY: place region=36 form=chunks {{.*}} batch={{[0-9]+}} why=GR619
#pragma omp target parallel for schedule(static, 16) num_threads(4) map(p[0:n], b[0:n])
    for (long i = 0; i < n; i++)
        if (p[i].y > 0)
            p[i].x = p[i].y * b[n - i];
/* it may: iterations of one thread follow each other */
// WHY: place region=37 form=chunks {{.*}}few={{[0-9]+$}}
#pragma omp target parallel for schedule(static, 16) map(a[0:n])
    for (long i = 64; i < n; i++)
        a[i] += a[i - 64];
// WHY: place region=38 form=chunks {{.*}}few={{[0-9]+$}}
#pragma omp target parallel for schedule(static, 16) map(p[0:n])
    for (long i = 0; i < n; i++) /* members of other elements */
        p[i].x = p[n - i].y;
// WHY: place region=39 form=chunks {{.*}}few={{[0-9]+$}}
#pragma omp target parallel for schedule(static, 16) map(at[0:n], a[0:n])
    for (long i = 0; i < n; i++)
        a[at[i]] = b[i];
// WHY: place region=40 form=chunks {{.*}}few={{[0-9]+$}}
#pragma omp target parallel for schedule(static, 16) firstprivate(chunk) map(a[0:n])
    for (long i = 0; i < n; i++)
        a[i] = chunk++; /* the thread's own */
/* teams whose parts the program knows */
// WHY: place region=41 form=chunks {{.*}}few=0{{$}}
#pragma omp target teams distribute parallel for dist_schedule(static, 256) schedule(static, 16) num_threads(4) map(a[0:n])
    for (long i = 64; i < n; i++)
        a[i] += a[i - 64];
/* work that nobody knows; who does it is asked for; a chunk that is long enough */
// WHY: place region=42 form=chunks {{.*}}few=0{{$}}
#pragma omp target teams distribute parallel for schedule(dynamic, 4) map(a[0:n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < i; j++)
            a[i] += b[j];
// WHY: place region=43 form=chunks {{.*}}few=0{{$}}
#pragma omp target teams distribute parallel for schedule(dynamic, 4) map(a[0:n])
    for (long i = 0; i < n; i++)
        a[i] = omp_get_thread_num();
// WHY: place region=44 form=chunks {{.*}}few={{[0-9]+$}}
#pragma omp target teams distribute parallel for schedule(guided, 100000) map(a[0:n])
    for (long i = 0; i < n; i++)
        a[i] = b[i];
}

/* threads that scatter take lines of the cache from each other: one thread has eight times as many iterations */
void scattered(long n, double *a, const double *b, const int *at)
{
// WHY: place region=45 {{.*}}few=[[# GATHER:]]{{$}}
#pragma omp target teams distribute parallel for map(at[0:n], a[0:n], b[0:n])
    for (long i = 0; i < n; i++)
        a[i] = b[at[i]];
// WHY: place region=46 {{.*}}few=[[# mul(GATHER, 8)]]{{$}}
#pragma omp target teams distribute parallel for map(at[0:n], a[0:n], b[0:n])
    for (long i = 0; i < n; i++)
        a[at[i]] = b[i];
}
