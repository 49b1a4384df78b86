// RUN: %gantry translate --to=openacc %s -o %t.c && grep -v CHECK %t.c >%t.seen && %FileCheck --input-file=%t.seen %s
// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t.omp && %run_emulated32 GANTRY_STATS=%t.1 %t.omp >%t.said
// RUN: %gantry cc -fopenacc -O1 --offload-arch=emulated %t.c -o %t.acc && %run_emulated32 GANTRY_STATS=%t.2 %t.acc | cmp - %t.said
// RUN: grep total %t.1 >%t.3 && grep total %t.2 | cmp - %t.3
// RUN: sed '/#pragma omp/d' %s >%t.serial.c && %gantry annotate --to=openacc %t.serial.c | grep '#pragma acc parallel loop gang vector' >/dev/null
/* OpenMP in OpenACC: directives about devices alone. */
// CHECK: #include <openacc.h>
#include <omp.h>
#include <stdio.h>

#define N 40000

// CHECK: {{^}}#pragma acc routine seq
// CHECK-NEXT: static double half(double x) { return x / 2; } // of x
#pragma omp begin declare target
static double half(double x) { return x / 2; } // of x
#pragma omp end declare target

// CHECK: {{^}}#pragma acc routine vector
// CHECK-NEXT: static void row(double *x, int n)
// CHECK: {{^}}    #pragma acc loop vector
// CHECK: {{^}}#pragma acc routine vector
// CHECK-NEXT: static void rows(double *x, int n)
// CHECK: {{^}}#pragma acc routine seq
// CHECK-NEXT: static double dot(const double *x, int n)
// CHECK: /* in order, since loops that call the function have its levels: simd */
#pragma omp begin declare target
static void row(double *x, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        x[i] += i;
}
static void rows(double *x, int n) { row(x, n); }
static double dot(const double *x, int n)
{
    double s = 0;
    #pragma omp simd reduction(+: s)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
#pragma omp end declare target

int linked[4], entered;
// CHECK: {{^}}#pragma acc declare link(linked)
// CHECK-NEXT: {{^}}#pragma acc declare create(entered)
#pragma omp declare target link(linked) enter(entered)

static double a[N], b[N];
static char acc_queues[1025];

int main(void)
{
    double sum = 0;
    int n = N;
    // CHECK-NOT: pragma acc
    // CHECK: {{^}}    #pragma omp parallel for
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
    // CHECK: {{^}}    #pragma acc data copyin(a) create(b)
    #pragma omp target data map(to: a) map(alloc: b)
    {
        // CHECK: /* no counterpart in OpenACC: schedule(static) */
        // CHECK-NEXT: #pragma acc parallel loop gang vector
        #pragma omp target teams distribute parallel for schedule(static)
        for (int i = 0; i < n; i++)
            b[i] = half(a[i]) + 1;
        // CHECK: #pragma acc parallel loop gang worker num_gangs(20)
        #pragma omp target teams distribute parallel for num_teams(20)
        for (int i = 0; i < 100; i++) {
            // CHECK: #pragma acc loop vector
            #pragma omp simd
            for (int j = 0; j < 400; j++)
                b[i * 400 + j] *= 2;
        }
        // CHECK: #pragma acc parallel loop gang vector copy(sum) reduction(+: sum)
        #pragma omp target teams distribute parallel for map(tofrom: sum) reduction(+: sum)
        for (int i = 0; i < n; i++)
            sum += b[i];
        // CHECK: #pragma acc update self(b) if_present
        #pragma omp target update from(b)
    }
    // CHECK: #pragma acc wait(2, 3)
    // CHECK-NEXT: #pragma acc wait(2) async(3)
    #pragma omp taskwait depend(inout: acc_queues[2]) depend(inout: acc_queues[3])
    #pragma omp taskwait depend(in: acc_queues[2]) depend(inout: acc_queues[3]) nowait
    // CHECK: #pragma acc enter data copyin(a)
    // CHECK-NEXT: /* no counterpart in OpenACC: map(present: ...), so nobody checks */
    // CHECK-NEXT: #pragma acc enter data create(a)
    #pragma omp target enter data map(to: a)
    #pragma omp target enter data map(present, alloc: a)
    double *p = a;
    // CHECK: #pragma acc parallel loop gang vector present(p)
    #pragma omp target teams distribute parallel for map(present, alloc: p[:0])
    for (int i = 0; i < n; i++)
        p[i] += 1;
    // CHECK: #pragma acc parallel loop gang vector{{$}}
    #pragma omp target teams distribute parallel for map(alloc: p[0:0])
    for (int i = 0; i < n; i++)
        p[i] += 1;
    // CHECK: #pragma acc host_data if_present use_device(p)
    #pragma omp target data use_device_ptr(p)
    sum += p != a;
    #pragma omp target exit data map(delete: a)
    /* 'finalize' is about all of a directive */
    // CHECK: #pragma acc enter data copyin(a, b, linked)
    // CHECK-NEXT: #pragma acc enter data copyin(a, b)
    // CHECK-NEXT: #pragma acc exit data delete(a) copyout(linked) finalize wait(2)
    // CHECK-NEXT: #pragma acc exit data delete(b) wait(2)
    // CHECK-NEXT: #pragma acc exit data copyout(b)
    #pragma omp target enter data map(to: a, b, linked)
    #pragma omp target enter data map(to: a, b)
    #pragma omp target exit data map(delete: a) map(release: b) map(from: linked) map(delete: linked) depend(inout: acc_queues[2])
    #pragma omp target exit data map(from: b)
    // CHECK: #pragma acc parallel loop gang{{$}}
    #pragma omp target teams distribute
    for (int i = 0; i < 10; i++)
        rows(a + i * 100, 100);
    // CHECK: #pragma acc parallel loop gang vector{{$}}
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < 10; i++)
        b[i] = dot(a + i * 100, 100);
    // CHECK: #pragma acc parallel loop gang vector collapse(2)
    #pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            b[i * 10 + j] += j;
    // CHECK: #pragma acc parallel loop gang vector collapse(force: 2)
    #pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < 10; i++) {
        int first = i * 10;
        for (int j = 0; j < 10; j++)
            b[first + j] += j;
    }
    // CHECK: #pragma acc update self(a) device(b) if_present
    #pragma omp target update from(a) to(b)
    // CHECK: #pragma acc exit data copyout(b) finalize
    #pragma omp target exit data map(from: b) map(delete: b)
    // CHECK: #pragma acc exit data delete(a) delete(b) finalize
    #pragma omp target exit data map(delete: a) map(delete: b)
    int last = 0, odd = 0;
    // CHECK: #pragma acc kernels{{$}}
    #pragma omp target defaultmap(tofrom: scalar)
    odd = n % 7;
    // CHECK: /* no counterpart in OpenACC: lastprivate(last) */
    // CHECK-NEXT: #pragma omp target teams map(tofrom: last)
    #pragma omp target teams map(tofrom: last)
    // CHECK-NEXT: #pragma omp distribute parallel for lastprivate(last)
    #pragma omp distribute parallel for lastprivate(last)
    for (int i = 0; i < n; i++)
        last = i;
    // a region that stays is on no queue of OpenACC's: it waits for them
    // CHECK: #pragma acc parallel loop gang vector copy(a){{.*}} async
    #pragma omp target teams distribute parallel for map(a) nowait depend(inout: acc_queues[2])
    for (int i = 0; i < n; i++)
        a[i] = 2 * i;
    // CHECK: /* no counterpart in OpenACC: lastprivate(last) */
    // CHECK-NEXT: {{^}}    {
    // CHECK-NEXT: {{^}}    #pragma acc wait
    // CHECK-NEXT: #pragma omp target map(tofrom: last) map(to: a){{$}}
    #pragma omp target map(tofrom: last) nowait map(to: a) depend(inout: acc_queues[2])
    // CHECK-NEXT: #pragma omp parallel for lastprivate(last)
    #pragma omp parallel for lastprivate(last)
    for (int i = 0; i < n; i++)
        last = (int)a[i];
    // CHECK-NEXT: for
    // CHECK-NEXT: last =
    // CHECK-NEXT: {{^}}    }
    // CHECK-NEXT: #pragma acc wait
    #pragma omp taskwait depend(inout: acc_queues[2])
    odd += last;
    // CHECK: /* no counterpart in OpenACC: defaultmap(tofrom: scalar) */
    // CHECK-NEXT: #pragma omp target teams num_teams(1) defaultmap(tofrom: scalar)
    #pragma omp target teams num_teams(1) defaultmap(tofrom: scalar)
    odd += last;
    printf("%d %d\n", last, odd);
    // CHECK: #pragma acc serial copy(b)
    #pragma omp target map(b)
    b[3] = 7;
    printf("%g %g %g\n", sum, b[3], b[4]);
    return 0;
}
