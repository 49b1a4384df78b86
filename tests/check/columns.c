// RUN: %gantry cc -w -fcheck %O --offload-arch=emulated %s -o %t
// RUN: { GANTRY_CHECK=uninit,stale %run_emulated32 %t || true; } 2>&1 | %FileCheck %s
// RUN: %gantry cc -w %O --offload-arch=emulated %s -o %t.plain && { %run_emulated32 %t.plain beyond || true; } 2>&1 | %FileCheck --check-prefix=PLAIN %s
/* Columns of findings are those of the user's line: behind names that are reached by pointers, behind macros, blanks,
 * comments and tabs, in macros, and behind a construct in the same line. */
#include <stdio.h>
#define N 1000
#define PART (N / 10)
#define AT(I) a[(I)]
#define BOTH(I) (a[(I) + 1] > 0 && b[I] > 0)
static int a[N], b[N], c[N], hits, other;

static int choose(int *p, int   first, int *q)  { return first  ?  1 : p[first] + N > 0 ? 2   : q[PART] ? 3 : 4; }

int main(int argc, char **argv)
{
    int n = 3, k = 4, m = 5, text = 0;
    if (argc > 1) {
#pragma omp target map(tofrom : a, n, k, m)
        n = k + m + (k > 100 ? N : 1) + a[n] + a [ PART * N + m ];
        return n;
    }
    // PLAIN: columns.c:[[@LINE-3]]:48: gantry: error: load of 4 bytes
#pragma omp target map(alloc : a, b, c) map(tofrom : n, k, m, hits)
    {
        hits += n + k; if (a[m]) hits++;
        // CHECK-DAG: columns.c:[[@LINE-1]]:28: gantry: error: a decision depends on 'a'
        hits   +=  n     +   k;     if (b[N - PART]  >  N) hits += N; if (c[n] + N > PART) hits++;
        // CHECK-DAG: columns.c:[[@LINE-1]]:41: gantry: error: a decision depends on 'b'
        // CHECK-DAG: columns.c:[[@LINE-2]]:75: gantry: error: a decision depends on 'c'
	hits /* one */ += N; 	if (AT(k)) hits++;
        // CHECK-DAG: columns.c:[[@LINE-1]]:28: gantry: error: a decision depends on 'a'
        hits += N + N; if (BOTH(k)) hits++;
        // CHECK-DAG: columns.c:[[@LINE-1]]:28: gantry: error: a decision depends on 'a'
        // CHECK-DAG: columns.c:[[@LINE-2]]:28: gantry: error: a decision depends on 'b'
        hits += choose(a, N - N, b);
        // CHECK-DAG: columns.c:13:72: gantry: error: a decision depends on 'a'
    }
    int s[PART] = {N};
#pragma omp target data map(tofrom : s, other)
    {
        _Pragma("omp target")   s[N - PART * 10 + 2] = 7;   text += N + s[2];
        // CHECK-DAG: columns.c:[[@LINE-1]]:73: gantry: error: the host reads 's[2]'
#pragma omp target map(other)
        other = 5;
        text +=  N    * /* twice */ 2 + other;
        // CHECK-DAG: columns.c:[[@LINE-1]]:41: gantry: error: the host reads 'other'
    }
    return text == 0;
}
