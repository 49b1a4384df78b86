// RUN: %not --status 3 %gantry check -w %s 2>%t.err; %FileCheck %s <%t.err && sed -n '/^--- /,$p' %t.err >%t.patch && cp %s patched.c && patch -s patched.c %t.patch
// RUN: %not --status 3 %gantry check -w patched.c 2>%t.err; %FileCheck --check-prefix=AGAIN %s <%t.err
/* The patch that check proposes compiles and mends what it can: the map type of the item that dropped the copy, be it of
 * an exit or of the construct, where it stands among others. What has no one mend gets no edit. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 40 };
static int a[N], b[N], c[N], d[N], e[N], f[N], g[N];

static void end(void)
{
#pragma omp target exit data map(release: a, b) map(delete: c)
}

static void exchange(int *p, int *q)
{
#pragma omp target data map(to: p[0:N], q[0:N])
    for (int k = 0; k < 2; k++) {
#pragma omp target
        for (int i = 0; i < N; i++)
            q[i] = p[i] + 1;
        int *other = p;
        p = q, q = other;
        if (k == 1)
            printf("%d\n", p[3]);
    }
}

int main(void)
{
    int *p = calloc(2 * N, sizeof *p), *dev = omp_target_alloc(N * sizeof *dev, 0);
#pragma omp target enter data map(to: a, b, c)
#pragma omp target
    for (int i = 0; i < N; i++)
        b[i] = a[i] + 1, c[i] = 5;
    end();
    printf("%d\n", b[1]);
    printf("%d\n", c[1]);

#pragma omp target map(to: d[0:N], e[N / 2:4], f) map(alloc: g)
    for (int i = 0; i < 4; i++)
        e[N / 2 + i] = d[i] + 1, g[i] = 1;
    printf("%d\n", e[N / 2]);
    printf("%d\n", g[0]);

    exchange(p, p + N);

    omp_target_associate_ptr(d, dev, N * sizeof *dev, 0, 0);
#pragma omp target update to(d[0:N])
#pragma omp target map(tofrom: d[0:N])
    for (int i = 0; i < N; i++)
        d[i] = 3;
    printf("%d\n", d[9]);
    omp_target_disassociate_ptr(d, 0);
    omp_target_free(dev, 0);
    free(p);
    return 0;
}
// CHECK: 'b[1]', {{.*}}that copy was dropped at {{.*}}patches.c:14 and never came back [GC301]
// CHECK: 'c[1]', {{.*}}that copy was dropped at {{.*}}patches.c:14
// CHECK-NEXT: mapped as 'c' at {{.*}}patches.c:34
// CHECK-NEXT: map(from: …) at {{.*}}patches.c:14 brings it back
// CHECK: 'e[20]'
// CHECK: map(tofrom: …) or map(from: …) at {{.*}}patches.c:42 brings it back
// CHECK: 'g[0]'
// CHECK: the host reads 'p[3]'
// CHECK: '#pragma omp target update from' before {{.*}} would bring it, by the name that it has there: pointers have been exchanged
// CHECK: the host reads 'd[9]'
// CHECK: gantry check: 6 findings; this might mend
// CHECK: -#pragma omp target exit data map(release: a, b) map(delete: c)
// CHECK-NEXT: +#pragma omp target exit data map(release: a) map(from: b) map(from: c)
// CHECK: -#pragma omp target map(to: d[0:N], e[N / 2:4], f) map(alloc: g)
// CHECK-NEXT: +#pragma omp target map(to: d[0:N]) map(tofrom: e[N / 2:4]) map(to: f) map(from: g)
// CHECK: +    #pragma omp target update from(d[0:N])
// AGAIN: the host reads 'p[3]'
// AGAIN: gantry check: 1 finding
