// RUN: %gantry cc -O2 --offload-arch=sm_70 -Werror=gantry %s -o %t
// RUN: export GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/../../tests/runtime/libraries/libfake_cuda.so OMP_TARGET_OFFLOAD=MANDATORY; \
// RUN:   for form in 0 1; do for n in 1 11; do GANTRY_SINGLE_LAUNCH=$form FAKE_CUDA_LOG=log.$form.$n valgrind -q --tool=callgrind --callgrind-out-file=out.$form.$n %t $n >err 2>&1 || { cat err; exit 1; }; done; done
// Ten sweeps of 127 planes: launches, calls of the driver, and instructions of the host, the driver's stand-in among them
// RUN: calls() { echo $(( $(grep -c "$1" log.$2.11) - $(grep -c "$1" log.$2.1) )); }; echo "launches: $(calls launch 0), $(calls launch 1); calls: $(calls . 0), $(calls . 1)" && test $(calls launch 0) = 1270 && test $(calls launch 1) = 10 && test $(calls . 1) -le 80
// RUN: of() { sed -n 's/^summary: //p' $1; }; several=$(( $(of out.0.11) - $(of out.0.1) )) one=$(( $(of out.1.11) - $(of out.1.1) )); echo "instructions: $several, $one" && test $several -gt 1000000 && test $((20 * one)) -lt $several
// Where not even one team can wait for others, there is a launch for each plane
// RUN: env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/../../tests/runtime/libraries/libfake_cuda.so OMP_TARGET_OFFLOAD=MANDATORY FAKE_CUDA_RESIDENT=0 FAKE_CUDA_LOG=few %t 1 && grep -c '^launch' few | grep -qx 127
// REQUIRES: valgrind
// LABELS: run
/* What a sweep of 127 planes costs the host, as a launch for each plane and as one. */
#include <stdlib.h>

enum { N = 1000, PLANES = 127 };
static double a[N], b[N];

int main(int argc, char **argv)
{
    int sweeps = argc > 1 ? atoi(argv[1]) : 1;
    #pragma omp target data map(tofrom: a, b)
    for (int s = 0; s < sweeps; s++) {
        #pragma ompx single_launch
        for (int k = 0; k < PLANES; k++) {
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                b[i] = a[i] + k;
        }
    }
    return 0;
}
