// RUN: cp %s devices.c && %gantry cc -O1 --offload-arch=emulated devices.c -o devices && COLUMNS=300 GANTRY_EMULATED_DEVICES=2 GANTRY_PROFILE=all,p.txt,p.json %run_emulated32 ./devices && %FileCheck %s <p.txt && %not grep GP107 p.txt && COLUMNS=300 %gantry report p.json >said && %FileCheck %s <said
// With one device nothing is said of it.
// RUN: GANTRY_PROFILE=all,p.txt %run_emulated32 ./devices && grep GP104 p.txt && %not grep 'times on device' p.txt
/* What moved in vain on each of several devices. What one has brought back is not overwritten by the host where another device has stored to it. */
#include <omp.h>
#include <stdlib.h>

enum { N = 1000 };

int main(void)
{
    double *a = calloc(N, sizeof *a);
    // CHECK-DAG: devices.c:[[#@LINE+4]] a[0:N]: allocated and freed {{(again|in a loop)}}, 3 of 4 times on device 0 [GP104]
    // CHECK-DAG: devices.c:[[#@LINE+3]] a[0:N]: allocated and freed {{(again|in a loop)}}, 4 of 5 times on device 1 [GP104]
    for (int k = 0; k < (omp_get_num_devices() > 1 ? 9 : 4); k++) {
        int device = omp_get_num_devices() > 1 ? (k + 1) % 2 : 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:N]) device(device)
        for (int i = 0; i < N; i++)
            a[i] += k;
    }
    return a[5] != (omp_get_num_devices() > 1 ? 36 : 6);
}
