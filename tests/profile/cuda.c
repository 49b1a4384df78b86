// RUN: %gantry cc -O1 --offload-arch=sm_70 %s -o %t
// RUN: GANTRY_DEVICES=cuda OMP_TARGET_OFFLOAD=MANDATORY GANTRY_CUDA_LIBRARY=%lib/../../tests/runtime/libraries/libfake_cuda.so GANTRY_PROFILE=%t.txt,%t.json %t && %FileCheck %s <%t.txt && awk 'length > 100 { print; exit 1 }' %t.txt
// RUN: python3 %S/Inputs/trace.py %t.json launch=2 wait=2 load=1 && grep -q '"operation":"load",.*"compiling":12500.000' %t.json
/* What only a GPU behind a driver has: its compiler's time in that of loading code, and the host's wait for a kernel. */
static double a[100];

int main(void)
{
    for (int k = 0; k < 2; k++)
#pragma omp target teams distribute parallel for
        for (int i = 0; i < 100; i++)
            a[i] += 1;
    return 0;
}
// CHECK: waits 0.0 %
// CHECK: cuda.c:[[#@LINE-6]] main {{ *}}2 {{.*}} 0: {{[0-9]+x[0-9]+}}x1 spmd
// CHECK: {{^}}waits
// CHECK: cuda.c:[[#@LINE-8]] main {{ *}}2 {{.*}}  kernel, in its region's time
// CHECK-DAG: {{^}}opening device 0 (Fake GPU 0): {{[0-9.]+}} {{us|ms}}
// CHECK-DAG: {{^}}loading code onto device 0 (sm_70): {{[0-9.]+}} {{us|ms}}, of it the driver's compiler 12.5 ms
