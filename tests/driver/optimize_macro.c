// The macros that tell of an -O are those of the compiler that users come from, in files with regions too.
// RUN: %S/optimize_macro.sh %gantry %clang %s %T
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __OPTIMIZE__
#define OPTIMIZE 1
#else
#define OPTIMIZE 0
#endif
#ifdef __OPTIMIZE_SIZE__
#define SIZE 1
#else
#define SIZE 0
#endif
#ifdef __FAST_MATH__
#define FAST 1
#else
#define FAST 0
#endif
int main(void)
{
    int on_device = 0;
#pragma omp target map(from : on_device)
    on_device = OPTIMIZE;
    printf("%d %d %d %d %c %d\n", OPTIMIZE, SIZE, FAST, on_device, toupper('x'), atoi("12"));
    return 0;
}
