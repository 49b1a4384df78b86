// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && for f in called_row called_leaf; do %gantry cc -c -O1 --offload-arch=emulated,sm_70 -I%S %S/Inputs/$f.c -o $f.o || exit 1; done
// RUN: cd %t.d && ar rcs libleaf.a called_leaf.o && for g in 1 8 32; do %gantry cc -O1 --offload-arch=emulated,sm_70 --simd-group=$g -DGROUP=$g %s called_row.o libleaf.a -o %t && \
// RUN:   %run_host %t && %run_emulated32 %t && GANTRY_EMULATED_SEED=3 %run_emulated64 %t || { echo "group $g"; exit 1; }; done
// RUN: cd %t.d && %gantry cc -O1 --offload-arch=emulated --lockstep %s called_row.o libleaf.a -o %t && %run_emulated32 %t
// RUN: cd %t.d && %gantry cc -O1 --offload-arch=emulated --teams-mode=generic --parallel-mode=generic %s called_row.o libleaf.a -o %t && %run_emulated32 %t
// RUN: cd %t.d && %gantry cc -O1 --offload-arch=emulated --dump=link %s called_row.o libleaf.a -o %t | %FileCheck %s
/* Simd loops of functions in another object and in an archive: the region's file knows nothing of them, nor does the file
 * between, whose array they fill. */
// CHECK: kernel gantry_k_called_files_main_
// CHECK-NEXT: mode spmd, keeps team state
// CHECK: kernel gantry_k_called_files_main_
// CHECK-NEXT: mode spmd
// CHECK-NEXT: group 1, threads
// CHECK: region gantry_k_called_files_main_{{.*}}__par1
// CHECK-NEXT: 2 lanes, preferred by what it calls, leaders, 0 simd loops, space {{[0-9]+}} bytes, lane stack {{[0-9]+}} bytes for those of functions
// CHECK: region gantry_k_called_files_main_{{.*}}__par1
// CHECK-NEXT: 1 lane, nothing that it calls has simd loops
#include "check.h"

#ifndef GROUP
#define GROUP 1
#endif
enum { ROWS = 25, MOST = 101 };
#pragma omp declare target
float row(const float *x, int n, int first, int *sum);
int plain(int i);
#pragma omp end declare target

int main(int argc, char **argv)
{
    static float x[MOST], out[ROWS];
    static int sums[ROWS], plains[ROWS];
    check_begin(argc, argv);
    for (int k = 0; k < MOST; k++)
        x[k] = 1.0f / (float)(k + 3);
    for (int n = 0; n <= MOST; n += n + 1) {
        float lane[GROUP] = {0};
#pragma omp target teams distribute parallel for map(to: x) map(from: out, sums)
        for (int i = 0; i < ROWS; i++)
            out[i] = row(x, n, i, &sums[i]);
#pragma omp target teams distribute parallel for map(from: plains)
        for (int i = 0; i < ROWS; i++)
            plains[i] = plain(i);
        for (int k = 0; k < n; k++)
            lane[k % GROUP] += x[k];
        for (int d = GROUP / 2; d; d /= 2)
            for (int l = 0; l < d; l++)
                lane[l] += lane[l + d];
        for (int i = 0; i < ROWS; i++) {
            CHECK_INT(sums[i], 10 * i + 45, "row %d", i);
            CHECK_INT(plains[i], 2 * i + 1, "plain %d", i);
            float d = out[i] - lane[0];
            CHECK(d < 0.01f && d > -0.01f, "sum of row %d", i);
            CHECK(GROUP == 1 || !check_device || d == 0, "bits of row %d: each lane has its share", i);
        }
    }
    return check_end();
}
