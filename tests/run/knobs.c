// Knobs: names that nobody reads, values out of range, knobs without effect: said once each. One block of OMP_DISPLAY_ENV.
// LABELS: run
// RUN: %gantry cc --offload-arch=emulated %s -o %t
// RUN: GANTRY_TEAMZ=3 GANTRY_EMULATED_SNS=9 GANTRY_COLOURS=1 GANTRY_CLANG_19=x GANTRY_ROOT=/ GANTRY_QUEUES=4000 GANTRY_EMULATED_SMS=3x GANTRY_CUDA_HEAP=4k %run_emulated32 %t 2> err; sort err | %FileCheck --implicit-check-not=warning %s
// CHECK-DAG: gantry: warning: GANTRY_TEAMZ is no setting of Gantry; is GANTRY_TEAMS meant?
// CHECK-DAG: gantry: warning: GANTRY_EMULATED_SNS is no setting of Gantry; is GANTRY_EMULATED_SMS meant?
// CHECK-DAG: gantry: warning: GANTRY_COLOURS is no setting of Gantry ('gantry help environment' lists them)
// CHECK-DAG: gantry: warning: GANTRY_QUEUES=4000 is not between 0 and 256; 256 is used instead
// CHECK-DAG: gantry: warning: GANTRY_EMULATED_SMS=3x is not a number; 8 is used instead
// CHECK-DAG: gantry: warning: GANTRY_CUDA_HEAP has no effect: GANTRY_DEVICES=emulated names no device of the kind 'cuda'
// RUN: GANTRY_EMULATED_WARP=64 GANTRY_DEVICES=none %t 2>&1 | grep -c 'GANTRY_EMULATED_WARP has no effect' | grep -qx 1 && GANTRY_EMULATED_WARP=64 OMP_TARGET_OFFLOAD=DISABLED %t 2> err && test ! -s err
// RUN: for e in "%run_host" "%run_emulated32"; do for w in true verbose; do OMP_DISPLAY_ENV=$w $e %t 2> err && for l in '^OPENMP DISPLAY ENVIRONMENT BEGIN' "_OPENMP='202011'" _OPENMP= "OMP_DISPLAY_ENV='$w'" OMP_DISPLAY_ENV= "\[host\] OMP_NUM_THREADS" 'ENVIRONMENT END'; do grep -c "$l" err | grep -qx 1 || { cat err; echo "$l"; exit 1; }; done || exit 1; done; done; \
// RUN:   grep -q "\[device 0\] OMP_NUM_TEAMS" err && grep -q "\[host\] KMP_" err && grep -q "GANTRY_DEVICES='emulated'" err


int main(void)
{
    int n = 0;
#pragma omp parallel for reduction(+: n)
    for (int i = 0; i < 10; i++)
        n++;
    for (int k = 0; k < 3; k++) {
#pragma omp target nowait map(tofrom: n)
        n++;
#pragma omp taskwait
    }
    return n != 13;
}
