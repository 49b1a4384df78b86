// One kernel to PTX: bounds, mode constant, library calls, line tables; ptxas accepts it where it is installed.
// RUN: %S/make-object.sh %clang %link %s %t.o -gline-tables-only
// RUN: mkdir -p %t.save && %link link --arch=sm_70,sm_75,sm_90 -g --save=%t.save -o %t.mod.o %t.o
// RUN: %FileCheck %s < %t.save/sm_70.ptx
// RUN: %FileCheck %s --check-prefix=NEW < %t.save/sm_90.ptx
// RUN: %S/ptxas.sh %t.save/sm_75.ptx %t.save/sm_90.ptx
// The three images and the constructor are in the module object, and nothing is left to find but the runtime's entry.
// RUN: nm %t.mod.o | %FileCheck %s --check-prefix=NM
// RUN: readelf -SW %t.mod.o | %FileCheck %s --check-prefix=ELF
// SUMMARY: kernel|gantry_k_a|file=a.c|func=main|line=10|mode=spmd|threads=128|nparams=2|flags=effect
// SUMMARY: kernel|gantry_k_b|file=a.c|func=main|line=20|mode=spmd|max_threads=100|nparams=2|flags=effect
// SUMMARY: parallel|gantry_k_b_p|of=gantry_k_b|file=a.c|line=21|simd=1|group=2|inline=1
#ifdef DEVICE
#include "lib/kernel.h"
double sin(double);
static __GD_SHARED double tile[64];
static void body_a(long i, double *x)
{
#line 11 "a.c"
    x[i] = sin(x[i]);
}
#line 30 "ptx.c"
static void body_b(long i, double *x)
{
    x[i] += 1;
}
KERNEL(gantry_k_a, body_a)
KERNEL(gantry_k_b, body_b)
#endif
// CHECK: .version 6.3
// CHECK: .target sm_70
// CHECK-NOT: debug
// CHECK-LABEL: .visible .entry gantry_k_a(
// CHECK-NOT: .maxntid
// CHECK: .loc [[FILE:[0-9]+]] 11
// CHECK-LABEL: .visible .entry gantry_k_b(
// CHECK: .maxntid 224
// CHECK-NOT: gantry_k_a__mode
// CHECK-NOT: .shared
// CHECK: .file [[FILE]] "{{.*}}a.c"
// CHECK-NOT: .extern .func
// NEW: .version 7.8
// NEW: .target sm_90
// NM-DAG: D __gantry_module__link_with_gantry_cc
// NM-DAG: U __gantry_register_module
// NM-DAG: U __gantry_unregister_module
// NM-DAG: gantry_image_sm_70
// NM-DAG: gantry_image_sm_75
// NM-DAG: gantry_image_sm_90
// ELF: .init_array.00101 {{ *}}INIT_ARRAY
// ELF: .fini_array.00101 {{ *}}FINI_ARRAY
