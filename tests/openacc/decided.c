// RUN: %gantry explain -fopenacc --offload-arch=emulated %s | %FileCheck %s
// RUN: %gantry cc -fopenacc --dump=regions %s | %FileCheck --check-prefix=OMP %s
// RUN: %gantry explain -fopenacc --offload-arch=emulated %s | %FileCheck --check-prefix=STEPS %s
// RUN: %gantry cc -fopenacc -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=UNUSED --implicit-check-not=GN0446 %s
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

int counted(int n, double *x)
{
    // CHECK: line [[#@LINE+3]] {{.*}}parallel: no two iterations touch the same element with a store among them [GL101]
    // OMP-LABEL: function counted
#pragma acc kernels copyout(x[0:n])
    while (n > 0)
        x[--n] = 0;
    // OMP: target teams
    // OMP: distribute parallel for {{.*}}decided.c:[[#@LINE-3]]
    return n;
}

int tested(int n, const double *from, double *to)
{
    // CHECK: line [[#@LINE+3]] {{.*}}parallel under a test: {{.*}} [GL201]
    // OMP-LABEL: function tested
#pragma acc kernels
    while (n-- > 0)
        *to++ = *from++;
    // OMP: target teams
    // OMP: distribute parallel for {{.*}}decided.c:[[#@LINE-3]]
    return n;
}

int at_least_once(int n, double *x)
{
    int i = 0;
    // CHECK: line [[#@LINE+3]] {{.*}}parallel: no two iterations touch the same element with a store among them [GL101]
    // OMP-LABEL: function at_least_once
#pragma acc kernels copyout(x[0:n])
    do
        x[i++] = 0;
    while (i < n);
    // OMP: target teams
    // OMP: distribute parallel for {{.*}}decided.c:[[#@LINE-4]]
    return i;
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

/* Levels are a wish (2.9.7). */
void levels(int n, int *x, const int *at, double *y, double *z)
{
#pragma acc kernels copy(x[0:n]) copyin(at[0:n])
    {
        // CHECK: line [[#@LINE+4]] {{.*}}serial: what is stored to depends on data
        // UNUSED: decided.c:[[#@LINE+2]]:13: warning: the loop runs in order, and its 'gang' is not used: {{.*}} [GN0446]
        // OMP-LABEL: function levels
#pragma acc loop gang vector
        for (int i = 0; i < n; i++)
            x[at[i]] = i;
        // OMP-NOT: distribute
#pragma acc loop gang vector independent
        for (int i = 0; i < n; i++)
            x[at[i]] = i;
        // OMP: distribute parallel for
    }
    /* under a test: the copy for memory that overlaps says nothing more */
#pragma acc kernels loop gang vector copyin(y[0:n]) copy(z[0:n])
    for (int i = 0; i < n; i++)
        z[i] = y[i];
    // OMP: distribute parallel for
}

/* Of a loop that runs in order the moved pointer stays on the device. */
long moves(int n, double *x)
{
    double *at = x;
#pragma acc kernels copy(x[0:n])
    do { // UNUSED: decided.c:[[#@LINE+1]]:{{.*}}: warning: what the region stores in 'at' stays in the region: {{.*}} [GN0480]
        *at++ = n--;
    } while (at[-1] > 1);
    // UNUSED: note: set 'at' after the construct
    return at - x;
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

/* The host steps through what is in order around nests; its own variables are the host's. */
double stepped(int n, double *restrict x, double *restrict y)
{
    int t = 0;
    double change = 1;
    // STEPS: decided.c:[[#@LINE+4]]: steps of the host, of which each launches what is in it
    // OMP-LABEL: function stepped
    // OMP: target data {{.*}}decided.c:[[#@LINE+1]]
#pragma acc kernels copy(x[0:n]) create(y[0:n])
    while (change > 0.1 && t < 10) {
        change = 0;
        // OMP: target teams {{.*}}decided.c:[[#@LINE+1]] {{.*}}reduction(+: change)
        for (int i = 1; i < n - 1; i++) {
            y[i] = x[i + 1] - x[i - 1];
            change += y[i];
        }
        // OMP: target teams {{.*}}decided.c:[[#@LINE+1]]
        for (int i = 1; i < n - 1; i++)
            x[i] = y[i];
        t++;
    }
    // OMP-NOT: target
    return change;
}

/* Not where it leaves the loop, asks memory, or has a variable of the device's. */
void not_stepped(int n, int m, double *restrict x)
{
    // OMP-LABEL: function not_stepped
    // OMP-NOT: target data
    // OMP-NOT: target teams
#pragma acc kernels copy(x[0:n])
    for (int t = 0; t < m; t++) {
        for (int i = 0; i < n; i++)
            x[i] *= 2;
        if (t == 3)
            break;
    }
#pragma acc kernels copy(x[0:n])
    for (int t = 0; t < x[0]; t++)
        for (int i = 0; i < n; i++)
            x[i] *= 2;
#pragma acc kernels copy(x[0:n], m)
    for (int t = 0; t < m; t++)
        for (int i = 0; i < n; i++)
            x[i] *= 2;
}

/* Updates become atomic; inner ones that are a row's own do not, and nor does one element of all. */
void updated(int n, const int *restrict x, int *restrict h, int (*restrict m)[8])
{
    // CHECK: line [[#@LINE+5]] {{.*}}parallel: iterations meet in elements into which they reduce values
    // OMP-LABEL: function updated
    // OMP: distribute parallel for
    // OMP: atomic decided.c:[[#@LINE+3]]
#pragma acc kernels copyin(x[0:n]) copy(h[0:8])
    for (int i = 0; i < n; i++)
        h[x[i] % 8] += 2;
    // OMP: atomic update
    // CHECK: line [[#@LINE+4]] {{.*}}serial: it updates elements that are its own in a loop around it
    // OMP-NOT: atomic
#pragma acc kernels copyin(m[0:n]) copy(h[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            h[i] += m[i][j];
    // CHECK: line [[#@LINE+2]] {{.*}}serial: all iterations update one element: sum it in a variable
#pragma acc kernels copyin(x[0:n]) copy(h[0:8])
    for (int i = 0; i < n; i++)
        h[3] += x[i];
}

/* What a pointer leads to, where no clause says so */
void without(int n, const double *restrict x, double *restrict y, double *restrict z)
{
    // OMP-LABEL: function without
    // OMP: target teams {{.*}}map(to: x[1:{{.*}}map(tofrom: y[0:
#pragma acc kernels copy(z[0:n])
    for (int i = 0; i < n; i++)
        y[i] = z[i] += i > 0 ? x[i] : y[i];
    // OMP: target {{.*}}decided.c:[[#@LINE+2]]
    // OMP-NOT: map({{.*}}y[
#pragma acc kernels default(present)
    for (int i = 0; i < n; i++)
        y[i] = z[i];
}

/* The place of an extreme value comes back once the queue is done. */
int on_queue(int n, const double *x)
{
    int place = 0;
    // CHECK: decided.c:[[#@LINE+4]]: acc kernels
    // CHECK: line [[#@LINE+4]] {{.*}}parallel: iterations meet in reductions alone [GL102]
    // OMP-LABEL: function on_queue
    // OMP: target teams {{.*}}nowait
#pragma acc kernels copyin(x[0:n]) async(1)
    for (int i = 1; i < n; i++)
        if (x[i] > x[place])
            place = i;
    // OMP: taskwait {{.*}}depend
    return place;
}
