// RUN: env COLUMNS=9999 %gantry explain -w -fopenacc %s > said && %FileCheck %s < said && grep -c ' \[GA' said | grep -qx 2
/* A loop that no `acc loop` shares: the whole of it is run by one thread of a gang. Gangs that were made few. */
// CHECK-DAG: openacc.c:[[# @LINE + 4]] forgotten: one thread of each gang runs this loop, and all of it: nothing shares it [GA101]
void forgotten(int n, double *restrict a)
{
#pragma acc parallel copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
// CHECK-DAG: openacc.c:[[# @LINE + 3]] few: 'num_gangs(1)' leaves most of the device idle [GA103]
void few(int n, double *restrict a)
{
#pragma acc parallel num_gangs(1) copy(a[0:n])
#pragma acc loop
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
void shared(int n, double *restrict a)
{
#pragma acc parallel copy(a[0:n])
#pragma acc loop
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
