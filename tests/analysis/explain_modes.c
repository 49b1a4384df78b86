// RUN: %gantry explain %s | %FileCheck %s
/* reasons that need a look into what is called, and what one more statement costs a bare loop */
static void inner(int n, double *a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
}
void outer(int n, double *a)
{
// CHECK: mode      generic: a function that is called may open a parallel region or have side effects{{.*}} [GR103]
#pragma omp target teams map(a[0:n])
    inner(n, a);
// CHECK: launch    one team: the region holds more than the loop: one team runs it [GR111]
#pragma omp target map(a[0:n])
    {
#pragma omp loop
        for (int i = 0; i < n; i++)
            a[i] = i;
        a[0] = 7;
    }
// CHECK: mode      one thread per team: the region opens no parallel region itself{{.*}} [GR104]
#pragma omp target map(a[0:n])
    a[0] = 7;
}
