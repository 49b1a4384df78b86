// RUN: %gantry explain %s 2>&1 >/dev/null | %FileCheck %s
// RUN: %gantry explain -DNOBODY_ASKS %s | grep 'one launch runs the whole loop: its regions are phases, between which all teams meet \[GR651\]'
// RUN: %gantry cc -w --offload-arch=sm_70,emulated %s -o %t -lm && %run_host %t | tee host | grep '^1 1$' && %run_emulated32 %t | diff host -
// RUN: env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_TEAMS=2 %t | diff host -
/* A root of a negative number sets errno on the host, and on no device. Where the file looks at errno, loops with roots in
 * their own code stay separate launches. */
#include <math.h>
#include <stdio.h>
#ifndef NOBODY_ASKS
#include <errno.h>
#endif

static double loop(double *a, int n)
{
    double root = 3;
    // CHECK: warning: 'single_launch' in line [[#@LINE+1]]: separate launches: host code of the loop calls or names a function: 'sqrt' [GR654]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        root = sqrt(root - 2);
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
    }
    return root;
}

int main(void)
{
    double a[9] = {0};
#ifndef NOBODY_ASKS
    errno = 0;
    double root = loop(a, 9);
    printf("%d %d\n", root != root, errno == EDOM);
#else
    printf("%g\n", loop(a, 9));
#endif
    return a[8] != 3;
}
