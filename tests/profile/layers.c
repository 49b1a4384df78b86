// RUN: %gantry cc -O2 --count --offload-arch=emulated %s -o %t && GANTRY_PROFILE=all,%t.txt,%t.json %run_emulated32 %t && %FileCheck %s <%t.txt && awk 'length > 100 { print; exit 1 }' %t.txt
// RUN: %gantry report %t.json >%t.report && %FileCheck %s <%t.report && awk 'length > 100 { print; exit 1 }' %t.report && %gantry report %t.json -o %t.html && grep -q '<h2 id="layers">' %t.html && grep -q 'counts of a model' %t.html
// The same counts as in GANTRY_EMULATED_COUNTS.
// RUN: GANTRY_EMULATED_COUNTS=%t.counts.json GANTRY_PROFILE=%t.json %run_emulated32 %t && python3 %S/Inputs/layers.py %t.json %t.counts.json
// Nothing is counted, and nothing of this is said.
// RUN: %gantry cc -O2 --offload-arch=emulated %s -o %t && GANTRY_PROFILE=%t.txt %run_emulated32 %t && %not grep -e 'a launch takes' -e 'counts of a model' %t.txt
// By the driver: registers, spills, shared memory. (The fake driver computes nothing.)
// RUN: %gantry cc -O1 --offload-arch=sm_70 %s -o %t && FAKE_CUDA_REGISTERS=96 FAKE_CUDA_LOCAL=904 FAKE_CUDA_SHARED=1024 GANTRY_DEVICES=cuda OMP_TARGET_OFFLOAD=MANDATORY GANTRY_CUDA_LIBRARY=%lib/../../tests/runtime/libraries/libfake_cuda.so GANTRY_PROFILE=all,%t.txt,%t.json %not --status 1 %t && %FileCheck --check-prefix=DRIVER %s <%t.txt && %gantry report %t.json | %FileCheck --check-prefix=DRIVER %s
/* What a launch takes of its device. */
enum { N = 256 };
static double a[N][N], sums[N];
static unsigned number;

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i + j;
    for (int k = 0; k < 2; k++)
#pragma omp target teams distribute parallel for map(to : a) map(from : sums)
        for (int i = 0; i < N; i++) { /* rows by lanes: every load a transaction of its own */
            double s = 0;
            for (int j = 0; j < N; j++)
                s += a[i][j];
            sums[i] = s;
        }
#pragma omp target teams distribute parallel for map(tofrom : number)
    for (int i = 0; i < N; i++)
#pragma omp atomic
        number += 1;
    return number != N || sums[1] != (N + 1.0) * N / 2;
}
// CHECK: a launch takes {{.*}}registers {{.*}}local {{.*}}shared {{.*}}sectors {{.*}}needless {{.*}}diverged {{.*}}conflicts {{.*}}atomics
// CHECK-DAG: {{.*}}:20 main {{ *}}- {{ *}}- {{.*}} 65.6 k {{ *}}74.9 % {{ *}}0.0 % {{ *}}0 {{ *}}0{{$}}
// CHECK-DAG: {{.*}}:27 main {{ *}}- {{ *}}- {{.*}} 256{{$}}
// CHECK: sectors to atomics are counts, by a model
// DRIVER: a launch takes {{.*}}registers
// DRIVER-COUNT-2: {{.*}} main {{ *}}96 {{ *}}904 B {{ *}}1.02 kB {{ *}}- {{ *}}- {{ *}}- {{ *}}- {{ *}}-{{$}}
// DRIVER-NOT: counts of a model
// DRIVER: spills{{.*}}by the driver
