// Elements are named as the program writes them, whatever leads to them: each region stores what its last iteration does not.
// RUN: %gantry cc -w -fverify -O1 --offload-arch=emulated %s -o %t
// RUN: GANTRY_EMULATED_SEED=1 %run_emulated32 %t 2>err; test $? = 3 && sed -n 's/^  \([^ ]*\): device .*CPU.*/\1/p' err | grep -v differ >named; %FileCheck --input-file=named %s
#include <stdlib.h>

struct in { int v[8]; };
struct s {
    int n, b[5];
    unsigned low : 3, mid : 21;
    struct { int x; long y; };
    int *p;
    union { int as_int; float as_float; };
    struct in *q, in;
    int last : 28, : 4;
};
typedef struct { int n, *v; } vec;
#pragma omp declare mapper(vec v) map(v) map(v.v[0 : v.n])
#pragma omp begin declare target
static int table[4][6];
static struct s global;
#pragma omp end declare target

#define RACE(LVALUE) \
    for (int i = 0; i <= 120; i++) \
        LVALUE = i;

int main(void)
{
    static int a[10][20];
    int *q[4], n = 5, vla[n][n], (*rows)[20] = a, (*vrows)[n] = vla;
    int cube[n][n][3], (*slices)[n][3] = cube;
    struct s s = {.q = calloc(2, sizeof *s.q), .p = calloc(8, sizeof *s.p)}, t[3] = {s, s, s}, *pp = &s;
    vec v = {8, s.p};
    for (int i = 0; i < 4; i++)
        q[i] = calloc(8, sizeof *q[i]);
    // CHECK: a[3][17]
#pragma omp target teams distribute parallel for map(tofrom : a[3 : 2])
    RACE(a[3][17])
    // CHECK-NEXT: a[3][18]
#pragma omp target teams distribute parallel for map(tofrom : a[3][10 : 9])
    RACE(a[3][18])
    // CHECK-NEXT: rows[3][17]
#pragma omp target teams distribute parallel for map(tofrom : rows[3 : 2])
    RACE(rows[3][17])
    // CHECK-NEXT: vla[2][3]
#pragma omp target teams distribute parallel for map(tofrom : vla[1 : 2])
    RACE(vla[2][3])
    // CHECK-NEXT: vrows[2][3]
#pragma omp target teams distribute parallel for map(tofrom : vrows[1 : 2])
    RACE(vrows[2][3])
    // CHECK-NEXT: cube[2][3][1]
#pragma omp target teams distribute parallel for map(tofrom : cube[1 : 2])
    RACE(cube[2][3][1])
    // CHECK-NEXT: slices[2][3][2]
#pragma omp target teams distribute parallel for map(tofrom : slices[1 : 2])
    RACE(slices[2][3][2])
    // CHECK-NEXT: q[1][3]
#pragma omp target teams distribute parallel for map(tofrom : q[1][0 : 8])
    RACE(q[1][3])
    // CHECK-NEXT: q[k][4]
#pragma omp target teams distribute parallel for map(iterator(k = 0 : 4), tofrom : q[k][0 : 8])
    RACE(q[1][4])
    // CHECK-NEXT: s.b[2]
#pragma omp target teams distribute parallel for map(tofrom : s.b[1 : 3])
    RACE(s.b[2])
    // CHECK-NEXT: s.mid
#pragma omp target teams distribute parallel for map(tofrom : s)
    RACE(s.mid)
    // CHECK-NEXT: s.last
#pragma omp target teams distribute parallel for map(tofrom : s)
    RACE(s.last)
    // CHECK-NEXT: s.y
#pragma omp target teams distribute parallel for map(tofrom : s)
    RACE(s.y)
    // CHECK-NEXT: s.as_int/as_float
#pragma omp target teams distribute parallel for map(tofrom : s)
    RACE(s.as_int)
    // CHECK-NEXT: t[1].p[3]
#pragma omp target teams distribute parallel for map(tofrom : t[1].p[0 : 8])
    RACE(t[1].p[3])
    // CHECK-NEXT: t[2].in.v[3]
#pragma omp target teams distribute parallel for map(tofrom : t[1 : 2])
    RACE(t[2].in.v[3])
    // CHECK-NEXT: pp->b[2]
#pragma omp target teams distribute parallel for map(tofrom : pp->b[0 : 3])
    RACE(pp->b[2])
    // CHECK-NEXT: pp->q->v[2]
#pragma omp target teams distribute parallel for map(tofrom : pp->q->v[0 : 3])
    RACE(pp->q->v[2])
    // CHECK-NEXT: pp->q[1].v[2]
#pragma omp target teams distribute parallel for map(tofrom : pp->q[0 : 2])
    RACE(pp->q[1].v[2])
    // CHECK-NEXT: v.v[3]
#pragma omp target teams distribute parallel for map(tofrom : v)
    RACE(v.v[3])
    // CHECK-NEXT: table[3][5]
#pragma omp target teams distribute parallel for
    RACE(table[3][5])
    // CHECK-NEXT: global.in.v[3]
#pragma omp target teams distribute parallel for
    RACE(global.in.v[3])
    // CHECK-NOT: {{.}}
    return 0;
}
