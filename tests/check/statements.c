// RUN: %gantry cc -fcheck --offload-arch=emulated --dump=host %s | %FileCheck --check-prefix=TABLE %s && %gantry cc --offload-arch=emulated --dump=host %s | %FileCheck --check-prefix=NONE %s
// RUN: cp %s statements.c && mkdir -p Inputs && cp %S/Inputs/statements.inc Inputs && %not --status 3 %gantry check -w statements.c 2>%t.err; %FileCheck %s <%t.err
// RUN: sed -n '/^--- /,$p' %t.err >%t.patch && patch -s -p0 <%t.patch && %not --status 3 %gantry check -w statements.c >%t.out 2>%t.err; %FileCheck --check-prefix=AGAIN %s <%t.err
/* Where an update can be put is what the compiler has written down: in front of the statement that the line belongs to,
 * with pragmas about it, out of the loops and constructs around it that run no region; not behind other code of the same
 * line that does, nor in front of a statement that is another's body. */
#include <stdio.h>

enum { N = 16 };
static double a[N], b[N], sum;
#define ADD(I) sum += a[I]
#define TWICE(I)  \
    do {          \
        ADD(I);   \
        ADD(I);   \
    } while (0)
#define STEP _Pragma("omp target") for (int i = 0; i < N; i++) a[i] += 1;

static void step(void)
{
#pragma omp target
    for (int i = 0; i < N; i++)
        a[i] += 1;
}
#include "Inputs/statements.inc"

static void look(int times)
{
#pragma omp target data map(tofrom: a)
    {
        step();
        sum +=
            a[0] +
            a[1];
        step();
        for (int i = 0; i < times; i++)
            for (int j = 0; j < N; j++) {
                double d = a[j];
                sum += d;
            }
        step();
#pragma clang loop unroll_count(4)
#pragma clang loop vectorize(disable)
        for (int i = 0; i < N; i++)
            sum += a[i];
        step();
        TWICE(2);
        step();
        if (a[4] > 100)
            step();
        else if (a[5] > 100) {
            sum += a[6];
        }
        for (int t = 0; t < times; t++) {
            step();
            sum += a[7];
            step();
            switch (times) {
            case 1:
                sum += a[8];
                break;
            default: sum -= a[9];
            }
        }
        do {
            step();
        } while (times++ < 2 && a[10] < 500);
        for (int t = 0; t < times; t++)
            step(), sum += a[12];
        step(); sum += a[13];
        STEP sum += a[14];
        step();
#pragma omp parallel for reduction(+: sum) num_threads(2)
        for (int i = 0; i < N; i++) {
            double x = a[i];
            sum += x;
        }
        step();
#pragma omp target map(from: b) if (times < 0)
        for (int i = 0; i < N; i++) {
            b[i] = 2 * a[i];
        }
    }
}

int main(int argc, char **argv)
{
    (void)argv;
    look(argc);
    printf("%g %g\n", sum, included());
    return 0;
}
// TABLE: static const struct gantry_statement gantry_statements[] = {
// TABLE: {"{{.*}}Inputs/statements.inc", 7, 8, 7, 0},
// TABLE: {"{{.*}}statements.c", 29, 83, 0, 0},
// TABLE-NEXT: {"{{.*}}statements.c", 29, 29, 29, 0},
// TABLE-NEXT: {"{{.*}}statements.c", 31, 31, 31, 0},
// TABLE-NEXT: {"{{.*}}statements.c", 32, 34, 32, 0},
// TABLE-NEXT: {"{{.*}}statements.c", 35, 35, 35, 0},
// TABLE-NEXT: {"{{.*}}statements.c", 36, 40, 36, 0},
// TABLE-NEXT: {"{{.*}}statements.c", 41, 41, 41, 0},
// TABLE-NEXT: {"{{.*}}statements.c", 42, 45, 42, 0},
// TABLE: {"{{.*}}statements.c", 49, 53, 0, 0},
// TABLE-NEXT: {"{{.*}}statements.c", 49, 49, 49, 0},
// TABLE-NEXT: {"{{.*}}statements.c", 51, 51, 49, 0},
// TABLE-NEXT: {"{{.*}}statements.c", 52, 52, 52, 0},
// TABLE: {"{{.*}}statements.c", 68, 69, 0, 0},
// TABLE-NEXT: {"{{.*}}statements.c", 70, 70, 0, 0},
// TABLE-NEXT: {"{{.*}}statements.c", 72, 72, 72, 0},
// NONE-NOT: gantry_statement
// CHECK: statements.c:33:{{.*}} the host reads 'a[
// CHECK: '#pragma omp target update from(a)' before {{.*}}statements.c:32 would bring it
// CHECK: statements.c:34:{{.*}} the host reads 'a[
// CHECK: '#pragma omp target update from(a)' before {{.*}}statements.c:32 would bring it
// CHECK: statements.c:38:{{.*}} the host reads 'a[
// CHECK: '#pragma omp target update from(a)' before {{.*}}statements.c:36 would bring it
// CHECK: statements.c:45:{{.*}} the host reads 'a[
// CHECK: '#pragma omp target update from(a)' before {{.*}}statements.c:42 would bring it
// CHECK: statements.c:47:{{.*}} the host reads 'a[
// CHECK: '#pragma omp target update from(a)' before {{.*}}statements.c:47 would bring it
// CHECK: statements.c:49:{{.*}} the host reads 'a[
// CHECK: '#pragma omp target update from(a)' before {{.*}}statements.c:49 would bring it
// CHECK: statements.c:51:{{.*}} the host reads 'a[
// CHECK: '#pragma omp target update from(a)' before {{.*}}statements.c:49 would bring it
// CHECK: statements.c:56:{{.*}} the host reads 'a[
// CHECK: '#pragma omp target update from(a)' before {{.*}}statements.c:56 would bring it
// CHECK: statements.c:60:{{.*}} the host reads 'a[
// CHECK: '#pragma omp target update from(a)' before {{.*}}statements.c:58 would bring it
// CHECK: statements.c:67:{{.*}} the host reads 'a[
// CHECK: '#pragma omp target update from(a)' before {{.*}}statements.c:67 would bring it
// CHECK: statements.c:69:{{.*}} the host reads 'a[12]'
// CHECK: statements.c:70:{{.*}} the host reads 'a[13]'
// CHECK: statements.c:71:{{.*}} the host reads 'a[14]'
// CHECK: behind the region at {{.*}}statements.c:71 would bring it
// CHECK: statements.c:75:{{.*}} the host reads 'a[0]'
// CHECK: before {{.*}}statements.c:73 would bring it
// CHECK: statements.c:81:{{.*}} the host reads 'a[0]'
// CHECK: before {{.*}}statements.c:79 would bring it
// CHECK: statements.inc:8:{{.*}} the host reads 'a[15]'
// CHECK: before {{.*}}statements.inc:7 would bring it
// CHECK: gantry check: 16 findings
// AGAIN: :77:{{.*}} the host reads 'a[12]'
// AGAIN: :78:{{.*}} the host reads 'a[13]'
// AGAIN: :79:{{.*}} the host reads 'a[14]'
// AGAIN: gantry check: 3 findings
