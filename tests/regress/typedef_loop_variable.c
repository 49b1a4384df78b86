// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* The type of a loop variable that is declared outside, named nowhere else. */
#include <stdlib.h>
int main(void)
{
    int a[10] = {0};
    size_t i;
#pragma omp target teams distribute
    for (i = 0; i < 10; i++)
        a[i] = 3;
    return a[9] != 3;
}
