// RUN: %gantry translate --to=openmp %s -o %t.c && grep -v 'CHECK' %t.c >%t.seen && %FileCheck --input-file=%t.seen %s
// RUN: %gantry cc -fopenacc -O1 --offload-arch=emulated %s -o %t.acc && %run_emulated32 %t.acc >%t.said
// RUN: %gantry cc -O1 --offload-arch=emulated %t.c -o %t.omp && %run_emulated32 %t.omp | cmp - %t.said
// RUN: %gantry translate --to=openacc %t.c -o %t.back.c && ! grep -v CHECK %t.back.c | grep ' omp_'
// RUN: %gantry cc -fopenacc -O1 --offload-arch=emulated %t.back.c -o %t.back && %run_emulated32 %t.back | cmp - %t.said
/* Calls of routines in arguments of others and in clauses of directives are translated, too. */
// CHECK-NOT: openacc.h
#include <openacc.h>
#include <stdio.h>

int main(void)
{
    int a[8] = {0}, *p = a;
    acc_set_default_async(7);
    // CHECK: num_teams(omp_get_num_devices() + 1)
#pragma acc parallel loop copy(a) async num_gangs(acc_get_num_devices(acc_device_not_host) + 1)
    for (int i = 0; i < 8; i++)
        a[i] = i;
    // CHECK: #pragma omp taskwait depend(inout: acc_queues[acc_default_queue])
    acc_wait(acc_get_default_async());
    // CHECK: if(target: (1 > 0)) nowait
    // CHECK: depend(inout: acc_queues[acc_default_queue + 1])
#pragma acc parallel loop copy(a) async(acc_get_default_async() + 1) if(acc_get_num_devices(acc_device_host) > 0)
    for (int i = 0; i < 8; i++)
        a[i]++;
    // CHECK: #pragma omp taskwait depend(inout: acc_queues[acc_default_queue + 1])
#pragma acc wait(acc_get_default_async() + 1)
    // CHECK: #pragma omp target enter data map(to: p[0:(acc_default_queue + 1)])
    acc_copyin(p, sizeof *p * (acc_get_default_async() + 1));
    // CHECK: if (acc_waited(acc_default_queue))
    if (acc_async_test(acc_get_default_async()))
        a[7] += acc_is_present(p, 4) != 0;
    acc_copyout(p, sizeof *p * (acc_get_default_async() + 1));
    acc_wait(acc_async_sync);
    printf("%d\n", a[7]);
}
