// RUN: %gantry cc -w -fcheck %O --offload-arch=emulated %s -o %t
// RUN: bash %S/faults.sh %t %s uninit,bounds,misuse,stale
// RUN: for f in $(sed -nE 's,.*// fault: ([a-z_]+) .*,\1,p' %s); do echo "== $f"; GANTRY_CHECK=uninit %run_emulated32 %t $f; done >%t.out 2>&1; %FileCheck %s <%t.out
/* Copies that clauses make, and that are read before anyone stores to them: the finding names the clause, where it
 * stands, by the variable's own name. */
#include <stdio.h>
#include <string.h>

enum { N = 200 };
static int a[N];

static void loop(int wrong)
{
    int scale = 3;
    if (wrong)
#pragma omp target teams distribute parallel for map(from : a) \
    private(scale)
        for (int i = 0; i < N; i++)
            a[i] = scale > 1; // fault: loop GC203
    else
#pragma omp target teams distribute parallel for map(from : a) private(scale)
        for (int i = 0; i < N; i++) {
            scale = i;
            a[i] = scale > 1;
        }
    printf(wrong ? "%d\n" : "", a[3]);
}
// CHECK: == loop
// CHECK-NOT: {{^}}==
// CHECK: [[#LOOP:]]:{{[0-9]+}}: gantry: error: {{.*}} depend on 'scale', which was never written [GC203]
// CHECK: {{^}}  private(scale) at {{.*}}copies_unset.c:17 makes this copy, which begins without a value
// CHECK-NEXT: {{^}}  firstprivate in place of private gives the copy the value from before; else store to it before it is read

static void region(int wrong)
{
    double factor = 3;
    if (wrong)
#pragma omp target map(from : a) private(factor)
        for (int i = 0; i < N; i++)
            if (factor > 2) // fault: region GC201
                a[i] = 1;
            else
                a[i] = 2;
    else
#pragma omp target map(from : a) firstprivate(factor)
        for (int i = 0; i < N; i++)
            if (factor > 2)
                a[i] = 1;
            else
                a[i] = 2;
}
// CHECK: == region
// CHECK: {{^}}  private(factor) at {{.*}}copies_unset.c:38 makes this copy, which begins without a value

static void last_one(int wrong)
{
    int last = 7;
    if (wrong)
#pragma omp target teams distribute parallel for map(from : a) lastprivate(last)
        for (int i = 0; i < N; i++) {
            if (last > 5) // fault: last_one GC201
                a[i] = 1;
            last = i;
        }
    else
#pragma omp target teams distribute parallel for map(tofrom : a) lastprivate(last)
        for (int i = 0; i < N; i++) {
            last = i;
            if (last > 5)
                a[i] = 1;
        }
    if (last != N - 1)
        printf("wrong: %d\n", last);
}
// CHECK: == last_one
// CHECK: a decision depends on 'last', which was never written [GC201]
// CHECK: {{^}}  lastprivate(last) at {{.*}}copies_unset.c:59 makes this copy, which begins without a value
// CHECK-NEXT: {{^}}  lastprivate takes the last value out, and brings none in: store to it before it is read

/* one for the threads of a team */
static void shared_copy(int wrong)
{
    int most = 9;
    if (wrong)
#pragma omp target teams num_teams(2) private(most) map(tofrom : a)
#pragma omp parallel
        if (most > 5) // fault: shared_copy GC201
#pragma omp atomic write
            a[0] = 1;
        else
#pragma omp atomic write
            a[1] = 2;
    else
#pragma omp target teams num_teams(2) firstprivate(most) map(tofrom : a)
#pragma omp parallel
        if (most > 5)
#pragma omp atomic write
            a[0] = 1;
}
// CHECK: == shared_copy
// CHECK: {{^}}  private(most) at {{.*}}copies_unset.c:85 makes this copy, which begins without a value

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(int wrong);
    } all[] = {{"loop", loop}, {"region", region}, {"last_one", last_one}, {"shared_copy", shared_copy}};
    const char *name = argc > 1 ? argv[1] : "right";
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(name, "right") == 0 || strcmp(name, all[i].name) == 0)
            all[i].run(strcmp(name, "right") != 0);
    return 0;
}
