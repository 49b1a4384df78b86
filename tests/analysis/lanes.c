// RUN: %gantry cc --dump=decisions %s | %FileCheck %s
// RUN: %gantry cc --dump=decisions --parallel-mode=generic %s | %FileCheck %s --check-prefix=GENERIC
// RUN: %gantry explain %s | %FileCheck %s --check-prefix=EXPLAIN
/* which simd loops the lanes of a thread share, who runs the thread's code, and what asks for how many lanes */
void shapes(int n, double *a)
{
// CHECK-DAG: line=[[# @LINE + 3]] leaves={{.*}}parallel,for, inline=1 crew=together why=:0 group={{.*}} guards=0 space=0
// CHECK-DAG: line=[[# @LINE + 4]] leaves=simd, inline=0 lanes=1 why={{$}}
// EXPLAIN: lanes     line [[# @LINE + 1]]: 1, {{.*}}: chosen at the launch, from its trip count there [GR307]; all of them run the thread's code, 0 guarded places
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
#pragma omp simd
        for (int j = 0; j < n; j++)
            a[j] = i;
// EXPLAIN: lanes     line [[# @LINE + 1]]: {{.*}}: from the trip count [GR303]
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
#pragma omp simd
        for (int j = 0; j < 12; j++)
            a[j] = i;
/* simdlen says it, in powers of two, the largest wish of a region; safelen is the most */
// CHECK-DAG: line=[[# @LINE + 2]] {{.*}} group=4 
// EXPLAIN: lanes     line [[# @LINE + 1]]: 4 lanes to a thread: as simdlen says [GR305]
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
#pragma omp simd simdlen(6)
        for (int j = 0; j < n; j++)
            a[j] = i;
// CHECK-DAG: line=[[# @LINE + 1]] {{.*}} group=16 
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
#pragma omp simd simdlen(2)
        for (int j = 0; j < n; j++)
            a[j] = i;
#pragma omp simd simdlen(16)
        for (int j = 0; j < n; j++)
            a[j] = i;
    }
// CHECK-DAG: line=[[# @LINE + 2]] {{.*}} group=4 
// EXPLAIN: lanes     line [[# @LINE + 1]]: 4 lanes to a thread: as simdlen says [GR305], at most 4;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
#pragma omp simd simdlen(7) safelen(7)
        for (int j = 7; j < n; j++)
            a[j] = a[j - 7];
// CHECK-DAG: line=[[# @LINE + 1]] {{.*}} group=32 
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
#pragma omp simd simdlen(64) safelen(64)
        for (int j = 7; j < n; j++)
            a[j] = a[j - 7];
}

/* every kind of parallel region has lanes, also in functions; combined simd leaves have none of their own */
void other(int n, double *a)
{
// CHECK-DAG: line=[[# @LINE + 1]] leaves=teams,distribute,parallel,for,simd, inline=1 n:value
#pragma omp target teams distribute parallel for simd
    for (int i = 0; i < n; i++)
        a[i] = i;
// CHECK-DAG: line=[[# @LINE + 1]] leaves=parallel, inline=1 crew=together why=:0 group={{.*}} guards=1
#pragma omp target parallel
    {
        a[0] = 1;
// CHECK-DAG: line=[[# @LINE + 1]] leaves=for, inline=0
#pragma omp for
        for (int i = 0; i < n; i++) {
// CHECK-DAG: line=[[# @LINE + 1]] leaves=simd, inline=0 lanes=1
#pragma omp simd
            for (int j = 0; j < n; j++)
                a[j] = i;
        }
    }
}
#pragma omp declare target
void function(int n, double *a)
{
// CHECK-DAG: line=[[# @LINE + 1]] leaves=parallel,for, inline=0 crew=together why=:0 group={{.*}} 
#pragma omp parallel for
    for (int i = 0; i < n; i++)
#pragma omp simd
        for (int j = 0; j < n; j++)
            a[j] = i;
}
#pragma omp end declare target

/* the thread's code cannot be run by all lanes: its first lane is the leader. The place is that of what prevents it. */
void leaders(int n, double *a)
{
// CHECK-DAG: line=[[# @LINE + 3]] {{.*}} crew=leaders why=GR108:[[# @LINE + 5]] {{.*}} guards=0 
// EXPLAIN: lanes     line [[# @LINE + 2]]: {{.*}}; the first runs the thread's code, the others wait for simd loops: a goto or label stands in the sequential code, line [[# @LINE + 4]] [GR108]
// GENERIC-DAG: line=[[# @LINE + 1]] {{.*}} crew=leaders why=GR106:[[# @LINE + 1]]
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
    again:
        a[i] += 1;
#pragma omp simd
        for (int j = 0; j < n; j++)
            a[j] = i;
        if (a[i] < 3)
            goto again;
    }
}

/* what lanes share by reference moves to the group space: what a simd loop stores to and what has its address taken.
 * The rest stays with each lane; with leaders, more is shared. */
static double sum(const double *p) { return p[0] + p[1]; }
void space(int n, double *a)
{
// CHECK-DAG: line=[[# @LINE + 5]] {{.*}} crew=together {{.*}} space=3 
// GENERIC-DAG: line=[[# @LINE + 4]] {{.*}} crew=leaders why=GR106:[[# @LINE + 4]] {{.*}} space=5 
// EXPLAIN: lanes     line [[# @LINE + 3]]:
// EXPLAIN-COUNT-3: to memory that the lanes of a thread share
// EXPLAIN-NEXT: loop
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
        double written[4] = {0}, only_read[4] = {1, 2, 3, 4}, by_address[2] = {1, 2}, scalar = i, stored = 0, mine[2] = {0};
        int k;
        mine[0] = sum(by_address);
#pragma omp simd private(stored)
        for (k = 0; k < 4; k++) {
            double t = only_read[k] + scalar;
            stored = t;
            written[k] = stored;
        }
        {
            double written = 0;
#pragma omp simd reduction(+: scalar)
            for (int j = 0; j < n; j++) {
                written = j;
                scalar += mine[0];
            }
            a[i] = written;
        }
        a[i] += written[0] + scalar + k;
    }
}

void loop_variables(int n, double *a)
{
/* a loop variable whose address is taken moves too: the head of its loop has a side effect then */
// CHECK-DAG: line=[[# @LINE + 1]] {{.*}} crew=leaders why=GR107:[[# @LINE + 3]] {{.*}} guards=0 space=1 
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int *p = &j;
#pragma omp simd
            for (int k = 0; k < n; k++)
                a[k] = i + *p;
        }
}

/* in order, on one lane */
void refused(int n, double *a)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
#pragma omp simd
        for (int j = 0; j < n; j++) {
// CHECK-DAG: line=[[# @LINE + 2]] leaves=simd, inline=0 lanes=0 why=GR311
// EXPLAIN: k in order on one lane (simd): it is inside another simd loop or a nested parallel region [GR311]
#pragma omp simd
            for (int k = 0; k < n; k++)
                a[k] = 1;
        }
#pragma omp parallel
        {
// CHECK-DAG: line=[[# @LINE + 1]] leaves=simd, inline=0 lanes=0 why=GR311
#pragma omp simd
            for (int k = 0; k < n; k++)
                a[k] = 1;
        }
// CHECK-DAG: line=[[# @LINE + 2]] leaves=simd, inline=0 lanes=0 why=GR312
// EXPLAIN: k in order on one lane (simd): it has an if clause [GR312]
#pragma omp simd if(n > 10)
        for (int k = 0; k < n; k++)
            a[k] = 1;
    }
/* one such variable, and no loop of the region has lanes */
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
        double vla[n];
// CHECK-DAG: line=[[# @LINE + 2]] leaves=simd, inline=0 lanes=0 why=GR313
// EXPLAIN: k in order on one lane (simd): lanes would share a variable-length array or a type without a name [GR313]
#pragma omp simd
        for (int k = 0; k < n; k++)
            vla[k] = 1;
// CHECK-DAG: line=[[# @LINE + 1]] leaves=simd, inline=0 lanes=0 why=GR313
#pragma omp simd
        for (int k = 0; k < n; k++)
            a[k] = vla[k];
    }
}
/* a function's loops are for the lanes of the thread that calls */
#pragma omp declare target
void orphan(int n, double *a)
{
// CHECK-DAG: line=[[# @LINE + 1]] leaves=simd, inline=0 lanes=1 why=GR316
#pragma omp simd
    for (int k = 0; k < n; k++)
        a[k] = 1;
}
void elsewhere(int n, double *a);
#pragma omp end declare target

/* without a simd loop of its own; the device link knows how many lanes */
void calls(int n, double *a)
{
// CHECK-DAG: line=[[# @LINE + 2]] leaves=teams,distribute,parallel,for, inline=1 crew=leaders why=GR122:[[# @LINE + 4]] group=0 guards=0 space=0
// EXPLAIN: lanes     line [[# @LINE + 1]]: as the functions that it calls prefer: the device link knows them [GR306]; the first runs the thread's code, the others wait for simd loops: it calls functions whose simd loops use the lanes, line [[# @LINE + 3]] [GR122]
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        orphan(n, a + i * n);
// CHECK-DAG: line=[[# @LINE + 1]] leaves=teams,distribute,parallel,for, inline=1 crew=leaders why=GR123:[[# @LINE + 3]] group=0 guards=0 space=0
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        elsewhere(n, a + i * n);
}

/* the lanes belong to the parallel region beside it */
void beside(int n, double *a)
{
// CHECK-DAG: line=[[# @LINE + 5]] leaves=simd, inline=0 lanes=0 why=GR310
// EXPLAIN: loop      line [[# @LINE + 5]]: k in order on one lane (simd): it is not inside a parallel region of this construct or function [GR310]
#pragma omp target
    {
        a[0] = 1;
#pragma omp simd
        for (int k = 0; k < n; k++)
            a[k] = 1;
#pragma omp parallel
        a[1] = 2;
    }
}
