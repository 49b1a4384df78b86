// RUN: %gantry explain -fopenacc --offload-arch=emulated %s | %FileCheck %s
// RUN: %gantry cc -fopenacc --dump=regions %s | %FileCheck --check-prefix=OMP %s
/* What analysis says of loops in `kernels` and of `auto`, and what is done. */
double sum(int n, const double *x)
{
    double s = 0;
    int i;
    // CHECK: decided.c:[[#@LINE+3]]: acc kernels loop
    // CHECK: line [[#@LINE+3]] {{.*}}parallel: iterations meet in reductions alone [GL102]
    // OMP-LABEL: function sum
#pragma acc kernels loop copyin(x[0:n])
    for (i = 0; i < n; i++)
        s += x[i];
    // OMP: target teams distribute parallel for {{.*}}reduction(+: s)
    return s;
}

void order(int n, double *x)
{
    // CHECK: decided.c:[[#@LINE+3]]: acc kernels
    // CHECK: line [[#@LINE+3]] {{.*}}serial: an iteration reads what another one wrote, line [[#@LINE+4]]
    // OMP-LABEL: function order
#pragma acc kernels copy(x[0:n])
    for (int i = 1; i < n; i++)
        x[i] += x[i - 1];
    // OMP: #[[#]] target {{.*}}decided.c:[[#@LINE-3]]
    // OMP-NOT: parallel
}

void tests(int n, double *x, double *y)
{
    // CHECK: decided.c:[[#@LINE+3]]: acc kernels
    // CHECK: line [[#@LINE+3]] {{.*}}parallel under a test
    // OMP-LABEL: function tests
#pragma acc kernels copyin(x[0:n]) copy(y[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 10; j++)
            y[i] += x[i] * j;
    // OMP: target teams {{.*}}decided.c:[[#@LINE-4]]
    // OMP-NEXT: uses
    // OMP-NEXT: distribute parallel for decided.c:[[#@LINE-5]]
    // OMP: target {{.*}}decided.c:[[#@LINE-7]] device defaultmap
    // OMP-NOT: parallel
}

/* The device may have another value of k: one that was copied when it was 1. */
void elsewhere(int n, double *restrict x, double *restrict y)
{
    int k = 1;
    // CHECK: line [[#@LINE+6]] {{.*}}serial: the device may have another value of 'k' than the host
    // OMP-LABEL: function elsewhere
#pragma acc data copyin(k, y[0:n]) copy(x[0:n])
    {
        k = 0;
#pragma acc kernels
        for (int i = 0; i < n; i++)
            x[i] = y[i] + k;
    }
    // OMP-NOT: parallel
}

void automatic(int n, double *restrict x, double *restrict y)
{
    // CHECK: line [[#@LINE+5]] {{.*}}parallel: no two iterations touch
    // CHECK: line [[#@LINE+9]] {{.*}}serial: an iteration reads what another one wrote
    // OMP-LABEL: function automatic
    // OMP: target teams distribute parallel for
#pragma acc parallel loop auto copyin(x[0:n]) copyout(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] = x[i];
    // OMP: target teams
    // OMP-NOT: parallel
#pragma acc parallel loop auto copy(y[0:n])
    for (int i = 3; i < n; i++)
        y[i] = y[i - 3];
}

/* Gangs do not wait for each other: of several loops each has the threads of one. */
void several(int n, double *restrict x, double *restrict y)
{
    // OMP-LABEL: function several
    // OMP: target teams {{.*}}num_teams(1)
#pragma acc parallel copyin(x[0:n]) copyout(y[0:n])
    {
    // OMP: parallel for
#pragma acc loop auto
        for (int i = 0; i < n; i++)
            y[i] = x[i];
    // OMP: parallel for
#pragma acc loop auto
        for (int i = 0; i < n; i++)
            y[i] = y[i] + 1;
    }
}

/* Each nest is a construct of its own, under a test of its own, and so are the statements between. */
void statements(int n, double *x, double *y)
{
    double s = 1;
    // OMP-LABEL: function statements
    // OMP: target data {{.*}}decided.c:[[#@LINE+1]]
#pragma acc kernels copy(x[0:n], y[0:n]) num_gangs(64)
    {
        // OMP: target teams {{.*}}decided.c:[[#@LINE+4]] device num_teams(64)
        // OMP: target {{.*}}decided.c:[[#@LINE+3]] device
        // CHECK: decided.c:[[#@LINE+2]]: acc kernels
        // CHECK: line [[#@LINE+1]] {{.*}}parallel under a test
        for (int i = 0; i < n; i++)
            x[i] = y[i] + s;
        // OMP: target {{.*}}decided.c:[[#@LINE+3]] device defaultmap
        // CHECK: decided.c:[[#@LINE+2]]: acc kernels
        // CHECK: line [[#@LINE+2]] {{.*}}serial: an iteration reads
        s = x[3];
        for (int i = 1; i < n; i++)
            x[i] += x[i - 1] * s;
        // OMP-NOT: target {{.*}}decided.c:[[#@LINE-1]]
    }
}

/* Not where a pointer changes, or a variable is declared. */
void together(int n, double *x, double *y)
{
    double *p = x;
    // OMP-LABEL: function together
    // OMP: target {{.*}}decided.c:[[#@LINE+2]]
    // OMP-NOT: target
#pragma acc kernels copy(x[0:n], y[0:n])
    {
        for (int i = 0; i < 100; i++)
            p[i] = 1;
        p = y;
        for (int i = 0; i < 100; i++)
            p[i] = 1;
    }
    // OMP: target {{.*}}decided.c:[[#@LINE+2]]
    // OMP-NOT: target
#pragma acc kernels copy(x[0:n], y[0:n])
    {
        double s = x[7];
        for (int i = 0; i < 100; i++)
            x[i] = s;
    }
}
