// RUN: %not --status 3 %gantry check -w %s 2>%t.err; %FileCheck %s <%t.err && sed -n '/^--- /,$p' %t.err >%t.patch && cp %s patched.c && patch -s patched.c %t.patch
// RUN: %not --status 3 %gantry check -w patched.c >%t.out 2>%t.err; %FileCheck --check-prefix=AGAIN %s <%t.err && %FileCheck --check-prefix=VALUES %s <%t.out
/* Where an update is proposed: before the directives of the loop that reads, behind those that stand alone, before a branch
 * without braces; behind the region where the name means nothing at the read, and where the compiler has moved the load
 * out of its loop. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 16 };
static double a[N], sum;

static void fill(int by)
{
#pragma omp target
    for (int i = 0; i < N; i++)
        a[i] = i + by;
}

static double loops(void)
{
    double r = 0;
#pragma omp target data map(tofrom: a)
    {
#pragma omp target
        for (int i = 0; i < N; i++)
            a[i] = i + 1;
#pragma omp parallel for \
    reduction(+: r) num_threads(1)
        for (int i = 0; i < N; i++)
            r += a[i];
    }
    return r;
}

static double elsewhere(int gpu)
{
    double r = 0;
#pragma omp target data map(tofrom: a)
    {
#pragma omp target
        for (int i = 0; i < N; i++)
            a[i] = i + 2;
#pragma omp target update from(a) if (gpu)
#pragma omp target teams distribute parallel for reduction(+: r) if (gpu)
        for (int i = 0; i < N; i++)
            r += a[i];
    }
    return r;
}

static double branches(int other)
{
    double r = 0;
#pragma omp target data map(tofrom: a)
    {
#pragma omp target
        for (int i = 0; i < N; i++)
            a[i] = i + 3;
        if (other)
            r = 1;
        else r = a[2];
    }
    return r;
}

static double all_of(const double *p)
{
    double r = 0;
    for (int i = 0; i < N; i++)
        r += p[i];
    return r;
}

static double first_of(const double *p) { return p[0]; }

static double called(void)
{
    double b[N] = {0}, r;
#pragma omp target data map(tofrom: b)
    {
#pragma omp target
        for (int i = 0; i < N; i++)
            b[i] = i + 4;
        r = all_of(b);
    }
    return r;
}

static int moved(void)
{
    int c[8] = {0}, n = 0;
#pragma omp target data map(tofrom: c)
    {
#pragma omp target
        for (int i = 0; i < 8; i++)
            c[i] = 4;
        for (int i = 0; i < c[0]; i++)
            n++;
    }
    return n;
}

static double far(void)
{
    double r = 0;
#pragma omp target enter data map(to: a)
    fill(5);
    r = first_of(a);
#pragma omp target exit data map(release: a)
    return r;
}

int main(int argc, char **argv)
{
    (void)argv;
    printf("loops %g\n", loops());
    printf("elsewhere %g\n", elsewhere(argc > 5));
    printf("branches %g\n", branches(argc > 5));
    printf("called %g\n", called());
    printf("moved %d\n", moved());
    printf("far %g\n", far());
    return 0;
}
// CHECK: advised_places.c:30:{{.*}} the host reads 'a[0]'
// CHECK: '#pragma omp target update from(a)' before {{.*}}:27 would bring it
// CHECK: advised_places.c:46:{{.*}} the host reads 'a[0]'
// CHECK: '#pragma omp target update from(a)' before {{.*}}:44 would bring it
// CHECK: advised_places.c:61:{{.*}} the host reads 'a[2]'
// CHECK: '#pragma omp target update from(a)' before {{.*}}:59 would bring it
// CHECK: the host reads 'b[0]'
// CHECK: '#pragma omp target update from(b)' behind the region at {{.*}}:81 would bring it
// CHECK: advised_places.c:94{{.*}} the host reads 'c[0]', which the region at {{.*}}:94 has changed
// CHECK-NEXT: the compiler has moved the load
// CHECK: '#pragma omp target update from(c)' behind the region at {{.*}}:94 would bring it
// CHECK: the host reads 'a[0]'
// CHECK: '#pragma omp target update from(a)' in far, before {{.*}} is reached, would bring it
// CHECK: +#pragma omp target update from(a)
// CHECK-NEXT: #pragma omp parallel for
// CHECK: #pragma omp target update from(a) if (gpu)
// CHECK-NEXT: +#pragma omp target update from(a)
// CHECK-NEXT: #pragma omp target teams
// AGAIN-NOT: :3{{[0-9]}}:{{.*}} gantry: error
// AGAIN: gantry check: 3 findings
// VALUES: loops 136
// VALUES: elsewhere 152
