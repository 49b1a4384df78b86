// RUN: %gantry cc %O %s -o %t && OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_THREADS=3 %t
// RUN: %gantry cc %O --dump=decisions %s | %FileCheck --check-prefix=WHY %s
/* Copies of arrays that loops in place only update by atomics (GR609): every operation and type, indices before and
 * after the mapped section, few iterations, arrays that what the loop reads or stores may overlap; against the same
 * loops in one thread. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { N = 20000, MOST = 64, EDGE = 8 };
static int index_of[N], value[N], errors;

/* the array has EDGE elements more on each side than the region maps: indices reach there, too */
#define TYPE(T, NAME)                                                                                                  \
    static void NAME(long n, const int *v, const int *x, T *h, long m, T *low)                                         \
    {                                                                                                                  \
        _Pragma("omp target teams distribute parallel for map(v[0:n], x[0:n]) map(tofrom: h[0:m])") for (long i = 0;   \
                                                                                                         i < n; i++)   \
        {                                                                                                              \
            _Pragma("omp atomic") h[v[i]] += x[i];                                                                     \
            _Pragma("omp atomic") h[v[i] ^ 1] -= i;                                                                    \
            _Pragma("omp atomic") low[v[i]]++;                                                                         \
        }                                                                                                              \
        _Pragma(                                                                                                       \
            "omp target parallel for schedule(dynamic, 5) map(v[0:n], x[0:n]) map(tofrom: low[0:m])") for (long i = 0; \
                                                                                                           i < n; i++) \
        {                                                                                                              \
            T y = (T)x[i];                                                                                             \
            if (v[i] < 0)                                                                                              \
                continue;                                                                                              \
            _Pragma("omp atomic compare") if (low[v[i]] < y) { low[v[i]] = y; }                                        \
        }                                                                                                              \
        _Pragma(                                                                                                       \
            "omp target parallel for schedule(static, 5) map(v[0:n], x[0:n]) map(tofrom: low[0:m])") for (long i = 0;  \
                                                                                                          i < n; i++)  \
        {                                                                                                              \
            T y = (T)x[i];                                                                                             \
            _Pragma("omp atomic compare") low[v[i]] = y < low[v[i]] ? y : low[v[i]];                                   \
        }                                                                                                              \
        _Pragma("omp target teams loop map(v[0:n], x[0:n]) map(tofrom: h[0:m])") for (long i = 0; i < n; i++)          \
        {                                                                                                              \
            _Pragma("omp atomic") h[v[i]] ^= x[i];                                                                     \
        }                                                                                                              \
        _Pragma("omp target teams distribute parallel for map(v[0:n], x[0:n]) map(tofrom: low[0:m])") for (long i = 0; \
                                                                                                           i < n; i++) \
        {                                                                                                              \
            _Pragma("omp atomic") low[v[i]] |= (T)(x[i] & 12);                                                         \
        }                                                                                                              \
        _Pragma("omp target teams distribute parallel for map(v[0:n], x[0:n]) map(tofrom: low[0:m])") for (long i = 0; \
                                                                                                           i < n; i++) \
        {                                                                                                              \
            _Pragma("omp atomic") low[v[i]] &= (T)(x[i] | 6);                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    static void NAME##_plain(long n, const int *v, const int *x, T *h, T *low)                                         \
    {                                                                                                                  \
        for (long i = 0; i < n; i++) {                                                                                 \
            h[v[i]] = (T)((unsigned long)h[v[i]] + (unsigned long)x[i]);                                               \
            h[v[i] ^ 1] = (T)((unsigned long)h[v[i] ^ 1] - (unsigned long)i);                                          \
            low[v[i]] = (T)((unsigned long)low[v[i]] + 1);                                                             \
        }                                                                                                              \
        for (long i = 0; i < n; i++)                                                                                   \
            low[v[i]] = v[i] >= 0 && low[v[i]] < (T)x[i] ? (T)x[i] : low[v[i]];                                        \
        for (long i = 0; i < n; i++)                                                                                   \
            low[v[i]] = (T)x[i] < low[v[i]] ? (T)x[i] : low[v[i]];                                                     \
        for (long i = 0; i < n; i++)                                                                                   \
            h[v[i]] ^= (T)x[i];                                                                                        \
        for (long i = 0; i < n; i++)                                                                                   \
            low[v[i]] |= (T)(x[i] & 12);                                                                               \
        for (long i = 0; i < n; i++)                                                                                   \
            low[v[i]] &= (T)(x[i] | 6);                                                                                \
    }                                                                                                                  \
    static void try_##NAME(long n, long m)                                                                             \
    {                                                                                                                  \
        T a[2][MOST + 2 * EDGE], b[2][MOST + 2 * EDGE];                                                                \
        for (int i = 0; i < MOST + 2 * EDGE; i++)                                                                      \
            a[0][i] = b[0][i] = (T)i, a[1][i] = b[1][i] = (T)(i * 77);                                                 \
        NAME(n, index_of, value, a[0] + EDGE, m, a[1] + EDGE);                                                         \
        NAME##_plain(n, index_of, value, b[0] + EDGE, b[1] + EDGE);                                                    \
        if (memcmp(a, b, sizeof a))                                                                                    \
            errors++, printf(#NAME " %ld %ld\n", n, m);                                                                \
    }
// WHY: tally=h? why=GR609
// WHY: tally=low? why=GR609
// WHY: tally=low? why=GR609
// WHY: tally=h? why=GR609
// WHY: tally=low? why=GR609
// WHY: tally=low? why=GR609
TYPE(signed char, chars)
TYPE(unsigned short, shorts)
TYPE(int, ints)
TYPE(unsigned, unsigneds)
TYPE(long long, longs)

/* What the loop reads is the array that it updates, or a part of it, or it ends where that begins: one thread's
 * iterations must see each other's updates. */
static void overlap(long n, const int *v, int *h, long m)
{
#pragma omp target parallel for num_threads(1) map(v[0 : n]) map(tofrom : h[0 : m])
    for (long i = 0; i < n; i++) {
#pragma omp atomic
        h[v[i] & 31] += 3;
    }
}
static void overlap_plain(long n, const int *v, int *h)
{
    for (long i = 0; i < n; i++)
        h[v[i] & 31] += 3;
}
static void try_overlap(int begin)
{
    enum { ALL = 3 * N };
    static int a[ALL], b[ALL];
    for (int i = 0; i < ALL; i++)
        a[i] = b[i] = i * 7919 % 1021;
    overlap(N, a + N, a + N + begin, 32);
    overlap_plain(N, b + N, b + N + begin);
    if (memcmp(a, b, sizeof a))
        errors++, printf("overlap at %d\n", begin);
}

/* an array of the function, a nest of two, and a scalar of the same type */
static void arrays(int n)
{
    int h[4][8] = {0}, all = 0, sum = 0;
// WHY: tally=h{{.?}} why=GR609
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : h, all)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 100; j++) {
#pragma omp atomic
            h[i & 3][j & 7]++;
#pragma omp atomic
            all++;
        }
    for (int k = 0; k < 32; k++)
        sum += h[k / 8][k % 8];
    if (sum != n * 100 || all != n * 100)
        errors++, printf("arrays: %d %d\n", sum, all);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        index_of[i] = (int)(i * 7919L % (MOST + 2 * EDGE)) - EDGE;
        value[i] = i % 3 ? i * 31 - N : INT_MAX - i;
    }
    static const long ns[] = {0, 1, 100, 3000, N}, ms[] = {1, 7, MOST};
    for (unsigned k = 0; k < sizeof ns / sizeof *ns * 3; k++) {
        long n = ns[k / 3], m = ms[k % 3];
        try_chars(n, m);
        try_shorts(n, m);
        try_ints(n, m);
        try_unsigneds(n, m);
        try_longs(n, m);
    }
    for (int begin = -40; begin <= 8; begin += 8)
        try_overlap(begin);
    try_overlap(N - 32);
    try_overlap(N - 1);
    try_overlap(N);
    arrays(400);
    return errors != 0;
}
