// What a user sees when a run goes wrong: place, variable, both ranges, what to do; status 1 and nothing on the host.
// LABELS: run
// RUN: %gantry cc -O2 --offload-arch=emulated %s -o %t
// RUN: %not %run_emulated32 %t unmapped 2>&1 | %FileCheck %s --check-prefix=UNMAPPED
// RUN: %not %run_emulated32 %t partial 2>&1 | %FileCheck %s --check-prefix=PARTIAL
// RUN: %not %run_emulated32 %t present 2>&1 | %FileCheck %s --check-prefix=PRESENT
// RUN: %not env GANTRY_EMULATED_MEMORY=1m %run_emulated32 %t full 2>&1 | %FileCheck %s --check-prefix=FULL
// RUN: %not env OMP_TARGET_OFFLOAD=MANDATORY GANTRY_DEVICES=cuda %t unmapped 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: env GANTRY_DEVICES=none %t unmapped
// RUN: env GANTRY_TRACE=1 %run_emulated32 %t fine 2>&1 | %FileCheck %s --check-prefix=TRACE
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    char *a = calloc(1 << 21, 1);
    int sum = 0;
    if (!strcmp(what, "unmapped")) {
        // UNMAPPED: messages.c:[[@LINE+4]]:{{[0-9]+}}: gantry: error: load of {{.*}} at a host address: 'a'
        // UNMAPPED: messages.c:[[@LINE+1]]:1: gantry: error: kernel {{.*}}pointers that are not mapped: 'a'
#pragma omp target teams distribute parallel for reduction(+: sum)
        for (int i = 0; i < 1000; i++)
            sum += a[i];
        // NONE: messages.c:[[@LINE-3]]:1: gantry: error: OMP_TARGET_OFFLOAD=mandatory, but there is no device: cuda:
    }
    if (!strcmp(what, "partial")) {
#pragma omp target enter data map(to: a[0:500])
        // PARTIAL: messages.c:[[@LINE+2]]:{{[0-9]+}}: gantry: error: 'a[400:200]' (200 bytes, beginning {{[0-9]+}} bytes into it) lies only partly
        // PARTIAL-SAME: 'a[0:500]' (500 bytes), mapped at {{.*}}messages.c:[[@LINE-2]]. Map the larger range first
#pragma omp target map(tofrom: a[400:200])
        a[400] = 1;
    }
    if (!strcmp(what, "present")) {
        // PRESENT: messages.c:[[@LINE+1]]:{{[0-9]+}}: gantry: error: 'a[0:10]' (10 bytes) is not mapped on device 0
#pragma omp target update to(present: a[0:10])
    }
    if (!strcmp(what, "full")) {
#pragma omp target enter data map(to: a[0:1000])
        // FULL: messages.c:[[@LINE+1]]:{{[0-9]+}}: gantry: error: no device memory for 'a[4096:1<<20]' (1048576 bytes){{.*}}1000 bytes in 1 variables
#pragma omp target enter data map(to: a[4096:1<<20])
    }
    if (!strcmp(what, "fine")) {
        // TRACE: device 0  open
        // TRACE: device 0  allocate {{ *}}500 bytes  a[0:500]  {{.*}}messages.c:[[@LINE+4]]
        // TRACE: device 0  copy to {{ *}}500 bytes  a[0:500]  {{.*}}messages.c:[[@LINE+3]]
        // TRACE: device 0  launch {{ *}}teams 4 x threads 128 x lanes 1  spmd  {{.*}}messages.c:[[@LINE+2]]
        // TRACE: device 0  copy from {{ *}}500 bytes  a[0:500]
#pragma omp target teams distribute parallel for map(tofrom: a[0:500])
        for (int i = 0; i < 500; i++)
            a[i]++;
    }
    free(a);
    return 0;
}
