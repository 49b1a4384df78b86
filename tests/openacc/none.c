// RUN: %not --status 1 %gantry cc -fopenacc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=error: %s
/* default(none): each variable that the construct uses, and does not declare, is in a clause of it or of a data construct around. */
struct pair {
    int x, y;
};

void listed(int n, int *a, struct pair pair, double table[8])
{
    int k = 3, at;
// CHECK: none.c:[[#@LINE+1]]:27: error: 'default(none)': 'n' is used in the region, but no clause says how it gets there [GN0640]
#pragma acc parallel loop default(none) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
// CHECK: none.c:[[#@LINE+1]]:22: error: 'default(none)': 'k' is used in the region, but no clause says how it gets there [GN0640]
#pragma acc parallel default(none) copy(a[0:8])
    {
#pragma acc loop gang
        for (int i = 0; i < 8; i++)
            a[i] = k;
    }
// CHECK: none.c:[[#@LINE+1]]:20: error: 'default(none)': 'pair' is used in the region, but no clause says how it gets there [GN0640]
#pragma acc serial default(none) copy(k)
    k = pair.y;
// CHECK: none.c:[[#@LINE+1]]:21: error: 'default(none)': 'table' is used in the region, but no clause says how it gets there [GN0640]
#pragma acc kernels default(none) copy(a[0:8])
    for (int i = 0; i < 8; i++)
        a[i] = (int)table[i];
    /* that of the nearest data construct around holds, too */
#pragma acc data default(none) copy(k)
    {
// CHECK: none.c:[[#@LINE+1]]:13: error: 'default(none)': 'pair' is used in the region, but no clause says how it gets there [GN0640]
#pragma acc parallel
        k = pair.x;
#pragma acc data default(present) copyin(pair)
#pragma acc parallel
        k = pair.x;
    }
    /* all are said: by clauses, by a data construct, as loop variables, as private */
#pragma acc data copy(a[0:n]) copyin(k) default(none)
#pragma acc parallel loop default(none) firstprivate(n) private(at)
    for (int i = 0; i < n; i++) {
        int own = i;
        at = own + k;
        a[i] = at;
    }
}
