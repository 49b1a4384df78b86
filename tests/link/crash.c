// When LLVM gives up, the link says at which stage, keeps what is needed to repeat it, writes nothing, and ends with 70.
// (An integer power is what LLVM 19 cannot select for NVIDIA.)
// RUN: %S/make-object.sh %clang %link %s %t.o
// RUN: s=0; %link link --arch=sm_70,emulated -o %t.mod.o %t.o 2> %t.err || s=$?; test $s = 70
// RUN: %FileCheck %s < %t.err
// RUN: test ! -e %t.mod.o && ls $TMPDIR/gantry-crash-*/summary.txt $TMPDIR/gantry-crash-*/0.nvptx64.bc
// RUN: %link link --arch=emulated -o %t.mod.o %t.o
// SUMMARY: kernel|gantry_k_one|file=a.c|func=main|line=10|mode=spmd|nparams=2|flags=effect
#ifdef DEVICE
#include "lib/kernel.h"
static void body(long i, double *x) { x[i] = __builtin_powi(x[i], (int)i); }
KERNEL(gantry_k_one, body)
// host constructors have no place in an image
__attribute__((constructor)) static void at_start(void) {}
#endif
// CHECK: internal error in stage 'device link': while generating PTX for sm_70: Cannot select
// CHECK: what is needed to repeat this is kept in {{.*}}/gantry-crash-
