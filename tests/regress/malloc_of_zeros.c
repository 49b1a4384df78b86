// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Memory that is set to zero at once is memory of the device: the two calls do not become one of the host's calloc. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    enum { N = 40, KINDS = 6 };
    int ones[N], bad = 0;
#pragma omp target teams distribute parallel for map(from: ones)
    for (int i = 0; i < N; i++) {
        int *p = malloc(KINDS * sizeof *p);
        memset(p, 0, KINDS * sizeof *p);
        for (int k = 0; k < i; k++)
            p[k * k % KINDS]++;
        ones[i] = p[1];
        free(p);
    }
    for (int i = 0; i < N; i++)
        bad += ones[i] != (i + 4) / 6 + i / 6;
    return bad > 0;
}
