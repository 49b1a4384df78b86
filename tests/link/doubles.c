// Two objects that define the same thing: kernels, functions, variables; static ones may share a name.
// RUN: %S/make-object.sh %clang %link %s %t.a.o
// RUN: %S/make-object.sh %clang %link %S/lib/doubles_b.c %t.b.o
// RUN: %not %link link --arch=sm_70,emulated -o %t.mod.o %t.a.o %t.a.o 2>&1 | %FileCheck %s --check-prefix=SAME
// RUN: %not %link link --arch=sm_70,emulated -o %t.mod.o %t.a.o %t.b.o 2>&1 | %FileCheck %s --check-prefix=FUNC
// RUN: %S/make-object.sh %clang %link %S/lib/doubles_b.c %t.c.o -DSTATIC=static
// RUN: %S/make-object.sh %clang %link %S/lib/sizes.c %t.s.o
// RUN: %not %link link --arch=emulated -o %t.mod.o %t.a.o %t.s.o 2>&1 | %FileCheck %s --check-prefix=SIZE
// RUN: %not %link link --arch=emulated -o %t.mod.o %t.s.o 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: mkdir -p %t.save && %link link --arch=sm_70,emulated --save=%t.save -o %t.mod.o %t.a.o %t.c.o
// RUN: %FileCheck %s --check-prefix=PTX < %t.save/sm_70.ptx
// RUN: nm %t.mod.o | %FileCheck %s --check-prefix=NM
// SUMMARY: kernel|gantry_k_one|file=a.c|func=main|line=10|mode=spmd|nparams=2|flags=effect
// SUMMARY: var|gantry_v_hidden_1|file=a.c|line=3|size=8
#ifdef DEVICE
#include "lib/kernel.h"
static double gantry_v_hidden_1 = 2;
static __attribute__((noinline)) double helper(double x) { return x * gantry_v_hidden_1; }
double scale(double x) { return x * 3; }
inline double twice(double x) { return x * 2; }
static void body(long i, double *x) { x[i] = twice(scale(helper(x[i]))); }
KERNEL(gantry_k_one, body)
#endif
// SAME: a.c:10: error: two objects define the kernel of this construct, 'gantry_k_one': {{.*}}.a.o and {{.*}}.a.o
// SAME: a.c:10: note: the other one
// FUNC: .b.o: error: device code defines 'scale' here and in {{.*}}.a.o; make one of them static
// FUNC-NOT: error
// SIZE: b.c:7: error: declare target variable 'gantry_v_hidden_1' has 16 bytes in {{.*}}.s.o and 8 in {{.*}}.a.o
// SIZE: a.c:3: note: the other declaration
// NONE: b.c:7: error: no device code defines variable 'gantry_v_hidden_1'
// A declare target variable is visible in PTX, static or not; in the emulated image only tables refer to it.
// PTX-DAG: .visible .global .align 8 .{{[a-z0-9]+}} gantry_v_hidden_1
// PTX-DAG: .visible .entry gantry_k_one
// PTX-DAG: .visible .entry gantry_k_two
// NM-DAG: d gantry_v_hidden_1
// NM-DAG: t gantry_k_one__entry
// NM-DAG: t gantry_k_two__entry
// NM-DAG: d gantry_emulated_symbols
