// What no device has: one message each, once for all images, with place, caller and advice.
// RUN: %S/make-object.sh %clang %link %s %t.o
// RUN: %not %link link --arch=sm_70,emulated -o %t.mod.o %t.o 2> %t.err
// RUN: %FileCheck %s < %t.err
// RUN: test ! -e %t.mod.o
// SUMMARY: kernel|gantry_k_a|file=a.c|func=main|line=10|mode=spmd|nparams=2|flags=effect
// SUMMARY: call|gantry_k_a|callee=frobnicate|line=12|file=a.c
// SUMMARY: call|gantry_k_a|callee=helper|line=13|file=a.c
// SUMMARY: func|helper|file=a.c|line=3|flags=-
// SUMMARY: call|helper|callee=fopen|line=5|file=a.c
#ifdef DEVICE
#include "lib/kernel.h"
double frobnicate(double), exp(double);
void *fopen(const char *, const char *);
void never(void);
extern int counter;
static void unused(void) { never(); }
__attribute__((noinline)) static void helper(double *x)
{
#line 5 "a.c"
    if (!fopen("x", "r"))
        x[counter] = 0;
}
#line 30 "undefined.c"
static void body(long i, double *x)
{
#line 12 "a.c"
    x[i] = frobnicate(exp(x[i]));
    helper(x);
}
KERNEL(gantry_k_a, body)
#endif
// CHECK-NOT: never
// CHECK-NOT: 'exp'
// CHECK: a.c:12:12: error: function 'frobnicate' has no device version; the target region at a.c:10 in 'main' calls it. Put '#pragma omp declare target'
// CHECK: a.c:5:10: error: function 'fopen' has no device version; function 'helper' calls it
// CHECK: a.c:10: note: reached from the target region here
// CHECK: a.c:6:11: error: variable 'counter' is not on the device; function 'helper' uses it
// CHECK-NOT: error
