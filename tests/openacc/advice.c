// RUN: %gantry explain -fopenacc --offload-arch=emulated %s 2>/dev/null | %FileCheck %s
/* What advice would write in place of a line of OpenACC is that line, with other levels: the user's clauses stay, also those of which
 * OpenMP has others. */
void serial(int n, double *a)
{
    // CHECK-DAG: write     #pragma acc parallel loop gang vector copy(a[0:n]) async(2){{[[:space:]]+}}in place of the directive at {{.*}}advice.c:[[#@LINE+1]]
#pragma acc serial copy(a[0:n]) async(2)
    for (int i = 0; i < n; i++)
        a[i] = i;
}

void chunks(double *a)
{
    // CHECK-DAG: write     #pragma acc parallel loop gang(static: 2) vector copy(a[0:1000*1000]){{[[:space:]]+}}in place of the directive at {{.*}}advice.c:[[#@LINE+1]]
#pragma acc parallel loop gang(static: 2) \
    copy(a[0:1000*1000])
    for (int i = 0; i < 1000; i++)
        for (int j = 0; j < 1000; j++)
            a[j * 1000 + i] = i;
}

void few(int n, double *a)
{
    // CHECK-DAG: write     #pragma acc parallel loop gang vector copyin(readonly: n) copy(a[0:n]){{[[:space:]]+}}in place of the directive at {{.*}}advice.c:[[#@LINE+1]]
#pragma acc parallel loop gang vector num_gangs(3) copyin(readonly: n) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}

void inner(int n, double *a)
{
    // CHECK-DAG: write     #pragma acc parallel loop gang vector copy(a[0:n*n]) if(n > 2){{[[:space:]]+}}in place of the directive at {{.*}}advice.c:[[#@LINE+1]]
#pragma acc parallel loop gang copy(a[0:n*n]) if(n > 2)
    for (int i = 0; i < n; i++) {
#pragma acc loop seq
        for (int j = 0; j < n; j++)
            a[i * n + j] = i;
    }
}

/* What is for other devices is not known there: a hint in words of the language. */
void types(int n, double *a)
{
    // CHECK-DAG: the directive would be '#pragma acc parallel loop gang vector copy(a[0:n])'
#pragma acc parallel loop copy(a[0:n]) device_type(nvidia) gang
    for (int i = 0; i < n; i++)
        a[i] = i;
}
