// Several threads of the host fault at once: what was found is told, whichever came first (GC404).
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t
// RUN: bash -c 'for i in 1 2 3 4 5 6; do GANTRY_DEVICES=emulated GANTRY_CHECK=races %t 2>&1 | grep -c "host_faults.c:14:.*GC404"; done | sort | uniq -c | grep -qx " *6 1"'
// LABELS: run
#include <stddef.h>

int n, came;

int main(int argc, char **argv)
{
    int *volatile none = NULL;
#pragma omp parallel num_threads(4)
    {
        n += argc;
#pragma omp atomic
        came++;
        for (int all = 0; all < 4;) {
#pragma omp atomic read
            all = came;
        }
        *none = 1;
    }
    (void)argv;
    return 0;
}
