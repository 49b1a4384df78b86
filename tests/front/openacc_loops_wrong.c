// RUN: %not %front --openacc -w %s 2>&1 | %FileCheck --implicit-check-not=error: %s
// RUN: %not %front --openacc -w -DNAMES %s 2>&1 | %FileCheck --implicit-check-not=error: --check-prefix=NAMES %s
/* What loops and their clauses may not do, beyond openacc_wrong.c and openacc_restrictions.c. */
typedef int type;
struct with_pointer {
    int n, *p;
    void *bytes;
};

#ifndef NAMES
void tiled(int n, int *p)
{
// CHECK: :[[#@LINE+1]]:13: error: 'acc parallel loop' needs canonical loops directly one in the other, {{.*}} [GN0674]
#pragma acc parallel loop tile(2) copy(p[0:n])
    for (int i = 0; i < n; i++) {
        p[i] = 1;
        i++; // CHECK: :[[#@LINE]]: note: the loop variable 'i' is changed in the loop
    }
// CHECK: :[[#@LINE+1]]:13: error: 'acc parallel loop' needs canonical loops {{.*}} [GN0674]
#pragma acc parallel loop tile(2, 2) copy(p[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            p[i] = j += 2; // CHECK: :[[#@LINE]]: note: the loop variable 'j' is changed in the loop
}

void transformed(int n, int *p)
{
#pragma omp target map(p[0:n])
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'unroll' needs canonical loops {{.*}} [GN0674]
#pragma omp unroll partial(2)
    for (int i = 0; i < n; i++)
        p[i] = i++; // CHECK: :[[#@LINE]]: note: the loop variable 'i' is changed in the loop
}
#else

void sections(int n, int *p, int a[10], struct with_pointer s)
{
// NAMES: :[[#@LINE+1]]:35: error: 'p[0:]' in 'private' needs a length: how much there is after it is not known [GN0208]
#pragma acc parallel loop private(p[0:]) copyout(n)
    for (int i = 0; i < n; i++)
        p[0] = i;
// NAMES: :[[#@LINE+1]]:35: error: 'a[2:]' in 'firstprivate' needs a length: {{.*}} [GN0208]
#pragma acc parallel firstprivate(a[2:])
    a[2]++;
// NAMES: :[[#@LINE+1]]:35: error: 's.p[0:]' in 'firstprivate' needs a length: {{.*}} [GN0208]
#pragma acc parallel firstprivate(s.p[0:])
    s.p[0]++;
// NAMES: :[[#@LINE+1]]:43: error: 's.bytes' in 'attach' leads to a type whose size is not known, and is in what 'acc parallel' maps itself: put that into an 'acc data' around it [GN0621]
#pragma acc parallel copy(s) attach(s.p,  s.bytes)
    s.n++;
}

void reduced(int n)
{
    int i, s = 0;
// NAMES: :[[#@LINE+1]]:40: error: 'i' in 'reduction' is the variable of the loop, which counts its iterations and is private to them: reduce another variable [GN0213]
#pragma acc parallel loop reduction(+: i)
    for (i = 0; i < 10; i++)
        ;
// NAMES: :[[#@LINE+2]]:40: error: 's' in 'reduction' is the variable of the loop
#pragma acc parallel loop collapse(2) \
                          reduction(+: s)
    for (i = 0; i < 10; i++)
        for (s = 0; s < n; s++)
            ;
// NAMES: :[[#@LINE+1]]:13: error: 'acc parallel loop' needs 'reduction(+: s)', or 'private(s)': its iterations share what 'acc loop' of line [[#@LINE+3]] reduces [GN0214]
#pragma acc parallel loop gang copy(s)
    for (i = 0; i < n; i++)
#pragma acc loop vector reduction(+: s)
        for (int j = 0; j < n; j++)
            s += j;
#pragma acc parallel reduction(+: s)
    {
#pragma acc loop gang /* of which each has one */
        for (i = 0; i < n; i++)
// NAMES: :[[#@LINE+1]]:13: error: 'acc loop' needs 'reduction(+: s)', or 'private(s)': its iterations share what 'acc loop' of line [[#@LINE+3]] reduces [GN0214]
#pragma acc loop worker
            for (int k = 0; k < n; k++)
#pragma acc loop vector reduction(+: s)
                for (int j = 0; j < n; j++)
                    s += j;
    }
#pragma acc parallel loop gang private(s)
    for (i = 0; i < n; i++) {
        int of_block = 0;
#pragma acc loop vector reduction(+: s, of_block)
        for (int j = 0; j < n; j++)
            s += of_block += j;
    }
}

void devices(void)
{
// NAMES: :[[#@LINE+1]]:34: error: expected one of 'nvidia', 'radeon', 'host', 'not_host', 'default', '*' in 'device_type' of 'acc parallel', found 'banana' [GN0205]
#pragma acc parallel device_type(banana) num_gangs(2)
    ;
// NAMES: :[[#@LINE+1]]:67: error: 'NVIDIA' is in 'device_type' twice on 'acc parallel': put all clauses that are for it behind one [GN0203]
#pragma acc parallel device_type(nvidia) num_gangs(2) device_type(NVIDIA) num_gangs(3)
    ;
// NAMES: :[[#@LINE+1]]:37: error: '*' is in 'device_type' twice on 'acc parallel': {{.*}} [GN0203]
#pragma acc parallel device_type(*, *) num_gangs(2)
    ;
}

void words(int n, int *p)
{
// NAMES: :[[#@LINE+1]]:22: error: unknown clause 'nowait' on 'acc parallel': it is OpenMP's; OpenACC has 'async' [GN0201]
#pragma acc parallel nowait
    ;
// NAMES: :[[#@LINE+1]]:27: error: unknown clause 'num_teams' on 'acc parallel loop': it is OpenMP's; OpenACC has 'num_gangs' [GN0201]
#pragma acc parallel loop num_teams(4)
    for (int i = 0; i < n; i++)
        p[i] = 0;
// NAMES: :[[#@LINE+1]]:41: error: 'vector_length' needs positive numbers, not -3 [GN0211]
#pragma acc parallel loop vector_length(-3)
    for (int i = 0; i < n; i++)
        p[i] = 0;
// NAMES: :[[#@LINE+1]]:56: error: 'vector_length' needs positive numbers, not -7 [GN0211]
#pragma acc parallel loop num_workers(2) vector_length(-7)
    for (int i = 0; i < n; i++)
        p[i] = 0;
// NAMES: :[[#@LINE+1]]:45: error: 'gang' needs positive numbers, not 0 [GN0211]
#pragma acc kernels loop independent   gang(0)
    for (int i = 0; i < n; i++)
        p[i] = 0;
// NAMES: :[[#@LINE+1]]:27: error: 'type' is a type, where a variable or another expression is expected [GN0105]
#pragma acc parallel copy(type)
    ;
// NAMES: :[[#@LINE+1]]:27: error: 'collapse' joins loops that stand one in the other, and the loop of line [[#@LINE+2]] has 2 in it, one after the other: split it, so that each is in a loop of its own, or join 1 [GN0303]
#pragma acc parallel loop collapse(force: 2) copy(p[0:n])
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            p[j] = 1;
        for (int j = 0; j < n; j++)
            p[j] = 1;
    }
}
#endif
