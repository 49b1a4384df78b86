// the other file of doubles.c
// SUMMARY: kernel|gantry_k_two|file=b.c|func=main|line=10|mode=spmd|nparams=2|flags=effect
#ifdef DEVICE
#include "kernel.h"
#ifndef STATIC
#define STATIC
#endif
static __attribute__((noinline)) double helper(double x) { return x + 1; }
STATIC double scale(double x) { return x * 5; }
inline double twice(double x) { return x * 2; }
static void body(long i, double *x) { x[i] = twice(scale(helper(x[i]))); }
KERNEL(gantry_k_two, body)
#endif
