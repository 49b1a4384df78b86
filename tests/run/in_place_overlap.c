// RUN: %gantry cc %O %s -o %t -lm && OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_THREADS=2 %t 1 1500
// RUN: %gantry cc %O --dump=decisions %s | %FileCheck --check-prefix=WHY %s
/* Threads share a loop of the body where the region sees at run time that nothing overlaps (GR608). The loops below are
 * called with pointers and strides drawn by chance: far apart, touching, overlapping by whole rows (so that one row reads
 * what another stores, in the order of the source), the same, with steps down and without any step, with no iteration at
 * all. Each result is held against that of the same loops in one thread. What is drawn must be a program: iterations of
 * the parallel loop may not touch what others store; a run on marks sees to that.
 * `a.out FIRST LAST`: the cases of these numbers */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POOL = 20000, MIDDLE = POOL / 2 };
struct pair {
    long a, b;
};
static struct {
    long before[POOL], factor, after[POOL];
} all;
static long *where; /* a pointer that is itself a global variable */

struct draw {
    long n, m, k;          /* iterations */
    long w, u;             /* where the two pointers lead, from the middle of the pool on */
    long s1, s2;           /* from one row to the next */
    long from, step, back; /* rows begin there, go on by that; up or down */
};

/* The loops, once under a directive and once as they are. `I`: the parallel one. */
#define LOOPS(NAME, P)                                                                                                 \
    static void two_##NAME(struct draw d, long *w, long *u)                                                            \
    {                                                                                                                  \
        const long n = d.n, m = d.m, s1 = d.s1, s2 = d.s2;                                                             \
        P for (long i = 0; i < n; i++) for (long j = 1; j < m; j++)                                                    \
            w[i + j * s1] = 3 * u[i + j * s2] + u[i + (j - 1) * s2] + j;                                               \
    }                                                                                                                  \
    static void down_##NAME(struct draw d, long *w, const long *u)                                                     \
    {                                                                                                                  \
        const int n = (int)d.n, m = (int)d.m, s1 = (int)d.s1, s2 = (int)d.s2;                                          \
        P for (int i = 0; i < n; i++) for (int j = m - 1; j >= 0; j -= 2)                                              \
            if (j % 3) *(w + i + j * s1) += *(u + (n - 1 - i) + j * s2) + i;                                           \
    }                                                                                                                  \
    static void inner_##NAME(struct draw d, long *w, long *u)                                                          \
    {                                                                                                                  \
        const long n = d.n, m = d.m, k = d.k, s1 = d.s1, s2 = d.s2;                                                    \
        P for (long i = 0; i < n; i++) for (long j = 0; j < m; j++) for (long l = 0; l < k; l++)                       \
            w[i + j * s1] = 5 * w[i + j * s1] + u[i + l * s2];                                                         \
    }                                                                                                                  \
    static void below_##NAME(struct draw d, long *w, long *u)                                                          \
    {                                                                                                                  \
        const long n = d.n, m = d.m, k = d.k, s1 = d.s1, s2 = d.s2;                                                    \
        P for (long i = 0; i < n; i++) for (long j = 0; j < m; j++)                                                    \
        {                                                                                                              \
            long sum = u[i + j * s2];                                                                                  \
            for (long l = 0; l < k; l++)                                                                               \
                sum += u[i + (j + l) * s2] ^ l;                                                                           \
            w[i + j * s1] = sum;                                                                                       \
        }                                                                                                              \
    }                                                                                                                  \
    static void pairs_##NAME(struct draw d, struct pair *w, struct pair *u)                                            \
    {                                                                                                                  \
        const long n = d.n, m = d.m, s1 = d.s1, s2 = d.s2;                                                             \
        P for (long i = 0; i < n; i++) for (long j = 0; j < m; j++)                                                    \
        {                                                                                                              \
            w[i + j * s1].a = u[i + j * s2].b - 7;                                                                     \
            u[i + j * s2].a = w[i + j * s1].b + 2 * j;                                                                 \
        }                                                                                                              \
    }                                                                                                                  \
    static void global_##NAME(struct draw d, long *w)                                                                  \
    {                                                                                                                  \
        const size_t n = (size_t)d.n, m = (size_t)d.m, s1 = (size_t)d.s1, s2 = (size_t)d.s2;                           \
        P for (size_t i = 0; i < n; i++) for (size_t j = 0; j < m; j++)                                                \
            w[i + j * s1] = where[i + (j - 1) * s2] * all.factor + 1;                                                  \
    }

#define DIRECTIVE _Pragma("omp target teams distribute parallel for")
// WHY-COUNT-6: form=exchanged why=GR608
LOOPS(shared, DIRECTIVE)
LOOPS(serial, )

enum { KINDS = 6 };
static void run(int kind, int shared, struct draw d)
{
    long *volatile middle = all.before + MIDDLE; /* compilers need not know where it leads */
    long *w = middle + d.w, *u = middle + d.u;
    where = u;
#define RUN(NAME, ...) (shared ? NAME##_shared(__VA_ARGS__) : NAME##_serial(__VA_ARGS__))
    switch (kind) {
    case 0:
        RUN(two, d, w, u);
        break;
    case 1:
        RUN(down, d, w, u);
        break;
    case 2:
        RUN(inner, d, w, u);
        break;
    case 3:
        RUN(below, d, w, u);
        break;
    case 4:
        RUN(pairs, d, (struct pair *)w, (struct pair *)u);
        break;
    default:
        RUN(global, d, w);
    }
#undef RUN
}

/* ---- is it a program? ---- */

static short owner[POOL]; /* the iteration of the parallel loop that stores there, from 1 */
static int is_program;
static long lowest, highest;

static void mark(long at, long i, int store)
{
    lowest = at < lowest ? at : lowest;
    highest = at > highest ? at : highest;
    if (at < 0 || at >= POOL)
        is_program = 0;
    else if (store == 1 && owner[at] && owner[at] != i + 1)
        is_program = 0;
    else if (store == 1)
        owner[at] = (short)(i + 1);
    else if (owner[at] && owner[at] != i + 1)
        is_program = 0;
}

/* stores first, then loads */
static void marks(int kind, struct draw d, int store)
{
    long w = MIDDLE + d.w, u = MIDDLE + d.u, words = kind == 4 ? 2 : 1;
    for (long i = 0; i < d.n; i++)
        for (long j = kind == 0; j < d.m; j++) {
            if (store || kind == 1 || kind == 2)
                mark(w + words * (i + j * d.s1), i, store);
            if (kind == 4) {
                mark(u + 2 * (i + j * d.s2), i, store);
                if (!store)
                    mark(w + 2 * (i + j * d.s1) + 1, i, 0), mark(u + 2 * (i + j * d.s2) + 1, i, 0);
                continue;
            }
            if (store)
                continue;
            mark(u + (kind == 1 ? d.n - 1 - i : i) + (j - (kind == 5)) * d.s2, i, 0);
            if (kind == 0)
                mark(u + i + (j - 1) * d.s2, i, 0);
            for (long l = 0; (kind == 2 || kind == 3) && l < d.k; l++)
                mark(u + i + (l + (kind == 3 ? j : 0)) * d.s2, i, 0);
        }
}

static int is_sound(int kind, struct draw d)
{
    memset(owner, 0, sizeof owner);
    is_program = 1;
    marks(kind, d, 1);
    marks(kind, d, 0);
    return is_program;
}

/* ---- by chance ---- */

static unsigned long state;
static long draw(long low, long high)
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return low + (long)((state >> 33) % (unsigned long)(high - low + 1));
}

static struct draw draw_case(void)
{
    struct draw d = {.n = draw(0, 20), .m = draw(0, 3) ? draw(30, 70) : draw(0, 3), .k = draw(0, 5)};
    static const int signs[] = {1, 1, 1, -1};
    d.s1 = signs[draw(0, 3)] * (draw(0, 15) ? draw(d.n, d.n + 4) : draw(0, 3));
    d.s2 = draw(0, 2) ? d.s1 : signs[draw(0, 3)] * draw(0, 25);
    d.w = draw(-500, 500);
    switch (draw(0, 5)) {
    case 0: /* the same */
        d.u = d.w;
        break;
    case 1: /* some rows apart */
        d.u = d.w + draw(-4, 4) * d.s1;
        break;
    case 2: /* … or all rows, and a little: touching, or by a row or an element too near */
        d.u = d.w + (draw(0, 1) ? 1 : -1) * (d.m * d.s1 + draw(-2, 2) * draw(0, 1) * d.s1 + draw(-2, 2));
        break;
    case 3:
        d.u = d.w + draw(-2000, 2000);
        break;
    default:
        d.u = d.w + (draw(0, 1) ? 1 : -1) * draw(3500, 6000);
    }
    return d;
}

int main(int argc, char **argv)
{
    static long want[2 * POOL + 1];
    long first = argc > 1 ? atol(argv[1]) : 1, last = argc > 2 ? atol(argv[2]) : first, runs = 0;
    for (long seed = first; seed <= last; seed++) {
        state = (unsigned long)seed * 0x9E3779B97F4A7C15ul;
        int kind = (int)draw(0, KINDS - 1);
        struct draw d = draw_case();
        if (!is_sound(kind, d))
            continue;
        runs++;
        for (int shared = 0; shared < 2; shared++) {
            for (long k = 0; k < 2 * POOL + 1; k++)
                ((long *)&all)[k] = k % 1009;
            all.factor = 3;
            run(kind, shared, d);
            if (!shared)
                memcpy(want, &all, sizeof want);
        }
        if (memcmp(want, &all, sizeof want)) {
            printf("case %ld: kind %d, n %ld m %ld k %ld, w %ld u %ld, s1 %ld s2 %ld: wrong\n", seed, kind, d.n, d.m, d.k,
                   d.w, d.u, d.s1, d.s2);
            return 1;
        }
    }
    printf("%ld of %ld cases are programs\n", runs, last - first + 1);
    return runs < (last - first) / 4;
}
