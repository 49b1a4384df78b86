// RUN: %not --status 3 env GANTRY_EMULATED_DEVICES=2 %gantry check -w %s 2>%t.err; %FileCheck %s <%t.err && sed -n '/^--- /,$p' %t.err >%t.patch && cp %s patched.c && patch -s patched.c %t.patch
// RUN: %not --status 3 env GANTRY_EMULATED_DEVICES=2 %gantry check -w patched.c >%t.out 2>%t.err; %FileCheck --check-prefix=AGAIN %s <%t.err && %FileCheck --check-prefix=VALUES %s <%t.out
/* An update that is proposed brings what is old, and destroys nothing: a section where the other side has newer elements
 * elsewhere, no patch where it has them in between or a construct with nowait may still copy; of which device; and one
 * taskwait where that serves two. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 8 };
static double a[N], b[N], c[N], d[N];
static struct { int n; float v[4][N]; } s;

static void parts(void)
{
#pragma omp target data map(tofrom: a, s)
    {
#pragma omp target
        for (int i = 1; i < N; i++)
            a[i] = 10 * i, s.v[2][i] = 1;
        a[0] = 5;
        s.v[1][3] = s.v[1][5] = 2;
#pragma omp target
        a[1] += a[0] + s.v[1][3];
    }
    printf("parts %g %g %g\n", a[1], a[2], s.v[2][1]);
}

static void back(void)
{
#pragma omp target data map(to: b)
    {
#pragma omp target
        b[5] = b[6] = 7;
        b[0] = 1;
        printf("back %g\n", b[5]);
    }
    printf("back %g\n", b[0]);
}

static void between(void)
{
#pragma omp target data map(tofrom: c)
    {
#pragma omp target
        c[3] = 1;
        c[2] = c[4] = 2;
#pragma omp target
        c[3] += c[2];
    }
}

static void halo(void)
{
#pragma omp target enter data map(to: d) device(1)
    d[2] = 3;
#pragma omp target device(1)
    d[3] += d[2];
#pragma omp target exit data map(from: d) device(1)
    printf("halo %g\n", d[3]);
}

static void late(int *p)
{
#pragma omp target enter data map(to: p[0:N]) nowait depend(out: p[0])
    p[2] = 9;
#pragma omp target nowait depend(inout: p[0]) map(alloc: p[0:N])
    p[1] += p[2];
#pragma omp taskwait
#pragma omp target exit data map(delete: p[0:N])
}

static void once(int *p)
{
#pragma omp target enter data map(to: p[0:N])
#pragma omp target update from(p[0:N]) nowait
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += p[i];
    printf("once %d\n", sum);
    free(p);
}

static struct { int alive, age; } people[N];
static void computed(int k)
{
#pragma omp target data map(tofrom: people)
    {
#pragma omp target
        people[4].age = 3;
        people[k].alive = 1;
#pragma omp target
        people[4].age += people[k].alive;
    }
}

static void behind(int *p)
{
#pragma omp target map(tofrom: p[0:N]) nowait
    p[0] = 4;
    p[1] += p[0];
#pragma omp taskwait
    free(p);
}

int main(void)
{
    int *r = calloc(N, sizeof *r);
    computed(2);
    behind(r);
    int *p = calloc(N, sizeof *p), *q = calloc(N, sizeof *q);
    parts();
    back();
    between();
    halo();
    late(p);
    once(q);
    free(p);
    return 0;
}
// CHECK: '#pragma omp target update to(people[2].alive)' before {{.*}} would bring it in this run: with the indices that the program has there
// CHECK: the host reads 'p[0]'
// CHECK: the taskwait behind it comes too late: move it before {{.*}}patches_part.c:101
// CHECK: '#pragma omp target update to(a[0:1])' before
// CHECK: '#pragma omp target update to(s.v[1][3:3])' before
// CHECK: '#pragma omp target update from(b[5:2])' before
// CHECK: the device reads 'c[2]'
// CHECK: '#pragma omp target update to(…)' before {{.*}} would bring it; not of all of 'c', since the device has newer bytes of it
// CHECK: '#pragma omp target update to(d) device(1)' before
// CHECK: the host stores to 'p[2]'
// CHECK: '#pragma omp taskwait' before
// CHECK: '#pragma omp taskwait' and '#pragma omp target update to(p[0:N])' before {{.*}}: a construct with nowait may still use it
// CHECK: the host reads 'p[0]', which the update of
// CHECK: '#pragma omp taskwait' before {{.*}} waits for it
// CHECK: free frees 'p[0:N]', which the update
// CHECK: the taskwait before {{.*}} waits for it, too
// CHECK: gantry check: 12 findings; this might mend
// CHECK-NOT: people
// CHECK: +#pragma omp target update to(a[0:1])
// CHECK-NEXT: +#pragma omp target update to(s.v[1][3:3])
// CHECK: +{{ *}}#pragma omp target update from(b[5:2])
// CHECK-NOT: update to(c
// CHECK: +#pragma omp target update to(d) device(1)
// CHECK-NOT: update to(p
// CHECK: +{{ *}}#pragma omp taskwait
// CHECK: +{{ *}}#pragma omp taskwait
// CHECK: +{{ *}}#pragma omp taskwait
// CHECK-NOT: {{^}}+
// VALUES: parts 17 20 1
// VALUES-NEXT: back 7
// VALUES-NEXT: back 1
// VALUES-NEXT: halo 3
// VALUES-NEXT: once 0
// AGAIN-NOT: 'a[
// AGAIN-NOT: 's.
// AGAIN-NOT: 'b
// AGAIN-NOT: 'd
// AGAIN-NOT: free frees 'p[0:N]', which
// AGAIN: gantry check: 4 findings
