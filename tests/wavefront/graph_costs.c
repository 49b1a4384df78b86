// RUN: %gantry cc -O2 --offload-arch=sm_70 -Werror=gantry %s -o %t
// RUN: export GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/../../tests/runtime/libraries/libfake_cuda.so OMP_TARGET_OFFLOAD=MANDATORY; \
// RUN:   for form in 0 1; do for n in 2 12; do GANTRY_GRAPHS=$form FAKE_CUDA_LOG=log.$form.$n valgrind -q --tool=callgrind --callgrind-out-file=out.$form.$n %t $n >err 2>&1 || { cat err; exit 1; }; done; done
// Ten sweeps of 127 planes, after two of which the first is noted and the second makes the graph
// RUN: calls() { echo $(( $(grep -c "$1" log.$2.12) - $(grep -c "$1" log.$2.2) )); }; echo "launches: $(calls '^launch' 0), $(calls '^launch' 1); graphs: $(calls '^graph launch 127' 1); calls: $(calls . 0), $(calls . 1)" && test $(calls '^launch' 0) = 1270 && test $(calls '^launch' 1) = 0 && test $(calls '^graph launch 127' 1) = 10 && test $(calls . 1) = 20
// RUN: of() { sed -n 's/^summary: //p' $1; }; several=$(( $(of out.0.12) - $(of out.0.2) )) one=$(( $(of out.1.12) - $(of out.1.2) )); echo "instructions: $several, $one" && test $several -gt 1000000 && test $((5 * one)) -lt $several
// RUN: grep -c '^graph instantiate 127' log.1.12 | grep -qx 1
// REQUIRES: valgrind
// LABELS: run
/* What a sweep of 127 planes costs the host, as a launch for each plane and as a graph. */
#include <stdlib.h>

enum { N = 1000, PLANES = 127 };
static double a[N], b[N];

int main(int argc, char **argv)
{
    int sweeps = argc > 1 ? atoi(argv[1]) : 2;
    #pragma omp target data map(tofrom: a, b)
    for (int s = 0; s < sweeps; s++) {
        #pragma omp taskgraph
        for (int k = 0; k < PLANES; k++) {
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                b[i] = a[i] + k;
        }
    }
    return 0;
}
