// RUN: %gantry explain -fopenacc --offload-arch=emulated %s | %FileCheck %s
// RUN: %gantry cc -fopenacc -O1 --offload-arch=emulated %s -o %t && GANTRY_TRACE=1 %run_emulated32 %t 2>&1 | grep 'copy to .*names.c:16' >/dev/null
// RUN: %gantry cc -O1 -Wall -Werror %s -o %t && %t | grep -qx plain
// RUN: %gantry cc -fopenacc -E %s | grep 'puts("acc")' >/dev/null
/* What Gantry says names the lines that the user wrote; and without -fopenacc these say nothing. */
#include <stdio.h>

#define SIZE 100
#define DATA copy(a[0:SIZE])

int main(void)
{
    static int a[SIZE];
    // CHECK: names.c:[[#@LINE+2]]: acc parallel loop
    // CHECK: copy: as the clause says
#pragma acc parallel loop DATA
    for (int i = 0; i < 100; i++)
        a[i]++;
#ifdef _OPENACC
#if _OPENACC != 202211 /* OpenACC 3.3: docs/openacc.md */
#error
#endif
    puts("acc");
#else
    puts("plain");
#endif
    return a[7] != 1;
}
