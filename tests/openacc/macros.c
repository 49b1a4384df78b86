// RUN: %gantry cc -fopenacc -O1 --offload-arch=emulated %s -o %t && %run_emulated32 %t && %run_host %t
// RUN: %gantry explain -fopenacc --offload-arch=emulated %s | %FileCheck %s
/* Macros in lines of OpenACC are expanded, whatever they make: clauses, sections, whole directives; lines go on after a
 * backslash, and _Pragma is a line as any other. */
#include <stdio.h>

#define N 50
#define FROM_TO 0 : N
#define BOTH copy(z[FROM_TO])
#define SHARED(LEVEL) LEVEL vector
#define EACH(I) _Pragma("acc parallel loop BOTH") for (int I = 0; I < N; I++)
#define INNER(A) _Pragma("acc loop vector") for (int j = 0; j < N; j++) A[j] += 1
#define PROVED(A) _Pragma("acc kernels copy(z[FROM_TO])") for (int j = 0; j < N; j++) A[j] += 1
static int z[N];

int main(void)
{
    // CHECK: macros.c:[[#@LINE+1]]: acc parallel loop
    EACH(i)
        z[i] = i;
    // CHECK: macros.c:[[#@LINE+1]]: acc parallel loop
#pragma acc parallel loop BOTH SHARED(gang)
    for (int i = 0; i < N; i++)
        z[i] += i;
#pragma acc parallel \
    loop copy(z[0:\
N])
    for (int i = 0; i < N; i++)
        z[i] += i;
    // CHECK: macros.c:[[#@LINE+1]]: acc parallel
#pragma acc parallel BOTH
    {
        INNER(z);
    }
    // CHECK: macros.c:[[#@LINE+2]]: acc kernels
    // CHECK: line [[#@LINE+1]] {{.*}}parallel: no two iterations touch
    PROVED(z);
    for (int i = 0; i < N; i++)
        if (z[i] != 3 * i + 2)
            return printf("[%d]: %d\n", i, z[i]);
    return 0;
}
