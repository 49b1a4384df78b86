// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && %gantry cc -O1 --offload-arch=emulated %src/examples/heat.c -o heat -lm && %gantry cc -O1 --offload-arch=emulated %src/examples/jacobi2d.c -o jacobi -lm
// RUN: GANTRY_STATS=%t.stats GANTRY_PROFILE=all,%t.txt,%t.json %run_emulated32 %t && %FileCheck %s <%t.txt && python3 %S/Inputs/moves.py %t.json %t.stats \
// RUN:    GP104:table:4 GP101:table:4 GP101:n:4 GP104:a:4 GP102:b:2 GP101:b:1 GP103:b:3 GP105:d:1 GP105:e:1 GP106:d:1 \
// RUN:    GP104:g:5 GP107:g:5 GP104:h:5 GP102:h:5 GP104:s.p[0:N]:2 GP102:a:1 GP102:b:1 'GP104:p[0 : N]:16' 'GP102:p[0 : N]:16'
// RUN: awk 'length > 100 && !/^ +#pragma omp/ { print; exit 1 }' %t.txt; GANTRY_PROFILE=%t.txt,-moves %run_emulated32 %t && %not grep -e GP1 -e comparing %t.txt
// The bad rungs of the examples, and the good ones.
// RUN: for r in serial resident collapsed; do GANTRY_STATS=st GANTRY_PROFILE=p.json %run_emulated32 ./heat --rung $r 40 5 >out && python3 %S/Inputs/moves.py p.json st || exit 1; done
// RUN: for r in data enter-exit two-level collapsed; do GANTRY_STATS=st GANTRY_PROFILE=p.json %run_emulated32 ./jacobi --rung $r 20 30 7 >out && python3 %S/Inputs/moves.py p.json st || exit 1; done
// RUN: COLUMNS=300 GANTRY_STATS=st GANTRY_PROFILE=p.json,p.txt %run_emulated32 ./heat --rung mapped 40 5 >out && python3 %S/Inputs/moves.py p.json st 'GP104:u[0:n * n]:4' 'GP104:u_new[0:n * n]:4' 'GP102:u[0:n * n]:4' 'GP102:u_new[0:n * n]:4' 'GP103:u[0:n * n]:5' && grep -F 'if the host uses none of it in between, this alone: #pragma omp target data map(tofrom: u[0:n * n], u_tmp[0:n * n])' p.txt
// RUN: COLUMNS=300 GANTRY_STATS=st GANTRY_PROFILE=p.json,p.txt %run_emulated32 ./jacobi --rung mapped 20 30 7 >out && python3 %S/Inputs/moves.py p.json st 'GP104:uold[0:n * m]:6' 'GP104:unew[0:n * m]:6' 'GP103:uold[0:n * m]:7' && grep -F 'the host changed it in 6 of 7 calls; behind that, or in front of jacobi2d.c:73: #pragma omp target update to(uold[0:n * m])' p.txt
// The directive, pasted: both fields go there and back once.
// RUN: sed 's/^    for (long s = 0; s < steps; s++) {$/#pragma omp target data map(tofrom: u[0:n * n], u_tmp[0:n * n]) if(!rung->resident)\n&/' %src/examples/heat.c >pasted.c && %gantry cc -O1 --offload-arch=emulated pasted.c -o pasted -lm
// RUN: GANTRY_STATS=st GANTRY_PROFILE=p.json %run_emulated32 ./pasted --rung mapped 40 5 >out && grep OK out && python3 %S/Inputs/moves.py p.json st && awk 'NR == 2 && ($3 != 2 || $5 != 2) { print; exit 1 }' st
/* What moved though it need not: each way to waste once or more, and what looks like it. */
#include <stdlib.h>
#include <string.h>
enum { N = 4096 };
static double a[N], b[N], c[N], d[N], e[N], g[N], h[N];
static double table[N], parts[4][N];
struct s {
    double *p;
} s;
int main(void)
{
    double sum = 0;
    int n = N;
    for (int k = 0; k < 5; k++) { /* constant table, sent each time */
#pragma omp target teams distribute parallel for map(to: table, n) map(from: a)
        for (int i = 0; i < n; i++)
            a[i] = table[i] + i + k;
        sum += a[1];
    }
#pragma omp target enter data map(to: b) map(alloc: c)
    for (int k = 0; k < 3; k++) {
#pragma omp target update to(b)
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            c[i] = b[i] * k;
#pragma omp target update from(b)
    }
#pragma omp target exit data map(delete: b, c)
#pragma omp target data map(tofrom: d) map(alloc: e)
    {
#pragma omp target update to(d)
        d[3] = 5;
#pragma omp target update to(d)
        sum += 1;
    }
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < N; i++)
            g[i] = i + k + 1.5;
#pragma omp target teams distribute parallel for map(tofrom: g, h)
        for (int i = 0; i < N; i++) {
            h[i] += g[i];
            g[i] = 0.1 * i + k;
        }
    }
    
    s.p = malloc(sizeof a);
    for (int k = 0; k < 3; k++) { /* reached through a structure: it is used */
        s.p[k] = k;
#pragma omp target data map(to: s, s.p[0:N])
#pragma omp target
        s.p[0] += s.p[1];
    }
    free(s.p);
#pragma omp target data map(to: a) use_device_addr(a) /* who uses it nobody knows */
    sum += (long)a > 16;
#pragma omp target data map(tofrom: b) /* used by its address on the device */
    {
        double *there;
#pragma omp target data use_device_addr(b)
        there = b;
#pragma omp target is_device_ptr(there)
        there[0] = sum;
    }
    for (int k = 0; k < 4; k++) { /* a sum that stays 0 says nothing of the next one */
        double none = 0;
#pragma omp target teams distribute parallel for reduction(+ : none)
        for (int i = 0; i < N; i++)
            none += i < 0;
        sum += none;
    }
    for (int k = 0; k < 5; k++) /* by threads of the runtime's own */
        for (int j = 0; j < 4; j++) {
            double *p = parts[j];
#pragma omp target nowait map(tofrom : p[0 : N]) depend(inout : parts[j])
            p[k] += j + 1;
        }
#pragma omp taskwait
    return sum == 0;
}
// CHECK: comparing what moved: {{[0-9.]+ (us|ms)}}
// CHECK: what moved though it need not
// CHECK-DAG: moves.c:[[#]] table: sent again unchanged, 4 of 5 times [GP101]
// CHECK-DAG: moves.c:[[#]] n: sent again unchanged, 4 of 5 times [GP101]
// CHECK-DAG: {{^ +}}#pragma omp target teams distribute parallel for map(to: table) firstprivate(n) map(from: a)
// CHECK-DAG: moves.c:[[#]] b: came back unchanged, 3 of 3 times [GP103]
// CHECK-DAG: leave out: from(b)
// CHECK-DAG: moves.c:[[#]] e: mapped, and no region used it, 1 of 1 time [GP105]
// CHECK-DAG: leave out: map(alloc: e)
// CHECK-DAG: hoist: #pragma omp target data map(tofrom: h) map(alloc: g)
// CHECK-DAG: the host changed it in 5 of 6 calls; behind that, or in front of moves.c:[[#]]:
// CHECK-DAG: {{^ +}}#pragma omp target update to(g)
// CHECK-DAG: where the host changes it, which it did before 1 of these 3 copies
// CHECK-DAG: to a 'target data' around both moves.c:[[#]] and moves.c:[[#]] (main)
// CHECK-DAG: in front of the loop at moves.c:[[#]] (main)
// CHECK-DAG: hoist: map(tofrom: p[0 : N])
// CHECK-DAG: around all that runs {{.*}}moves.c:[[#]] (main), by the names there
// CHECK-DAG: write: #pragma omp target teams distribute parallel for map(to: g) map(tofrom: h)
