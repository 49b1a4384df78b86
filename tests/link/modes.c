// What the tables of two objects decide together: calls across files, unknown callees, recursion, pointers.
// RUN: KINDS=nvptx64 %S/make-object.sh %clang %link %s %t.a.o
// RUN: KINDS=nvptx64 %S/make-object.sh %clang %link %S/lib/far.c %t.b.o
// RUN: mkdir -p %t.save && %link link --dump --save=%t.save -o %t.mod.o %t.a.o %t.b.o | %FileCheck %s
// The mode words are constants in the kernels: mode and whether state is needed.
// RUN: %FileCheck %s --check-prefix=LL < %t.save/optimised.sm_70.ll
// SUMMARY: kernel|gantry_k_plain|file=a.c|func=main|line=1|mode=spmd|why=GN0501:1|flags=effect
// SUMMARY: kernel|gantry_k_query|file=a.c|func=main|line=2|mode=spmd|why=GN0501:2|flags=-
// SUMMARY: call|gantry_k_query|callee=omp_get_thread_num|line=2|file=a.c
// SUMMARY: kernel|gantry_k_time|file=a.c|func=main|line=3|mode=generic|why=GN0502:3|flags=-
// SUMMARY: call|gantry_k_time|callee=omp_get_wtime|line=3|file=a.c
// SUMMARY: call|gantry_k_time|callee=sin|line=3|file=a.c
// SUMMARY: kernel|gantry_k_far|file=a.c|func=main|line=4|mode=generic|why=GN0502:4|flags=-
// SUMMARY: call|gantry_k_far|callee=near|line=4|file=a.c
// SUMMARY: func|near|file=a.c|line=20|flags=-
// SUMMARY: call|near|callee=far|line=21|file=a.c
// SUMMARY: call|near|callee=near|line=22|file=a.c
// SUMMARY: kernel|gantry_k_point|file=a.c|func=main|line=5|mode=generic|why=GN0502:5|flags=indirect
// SUMMARY: kernel|gantry_k_own|file=a.c|func=main|line=6|mode=generic|why=GN0502:6|flags=parallel|max_threads=64
// SUMMARY: var|counter|file=a.c|line=9|size=4
#ifdef DEVICE
#include "lib/kernel.h"
#define K(name)                                                                                                \
    MODE(name);                                                                                                \
    __GD_KERNEL name(struct __gd_env env, unsigned *out) { *out = name##__mode; }
K(gantry_k_plain)
K(gantry_k_query)
K(gantry_k_time)
K(gantry_k_far)
K(gantry_k_point)
K(gantry_k_own)
int counter;
#endif
// CHECK-LABEL: kernel gantry_k_plain  a.c:1 in main
// CHECK-NEXT: mode spmd [GN0501:1]
// CHECK-NEXT: group 1, threads by the runtime, scratch 0 bytes, 0 parameters
// CHECK-NEXT: can reach: effect
// CHECK-LABEL: kernel gantry_k_query
// CHECK-NEXT: mode spmd, keeps team state: calls omp_get_thread_num, which asks for thread or team numbers [GN0501:2]
// CHECK-LABEL: kernel gantry_k_time
// CHECK-NEXT: mode serial (was generic): no parallel region can be reached [GN0502:3]
// CHECK-LABEL: kernel gantry_k_far
// CHECK-NEXT: mode generic, keeps team state: calls near, which calls far, which opens a parallel region [GN0502:4]
// CHECK: can reach: parallel,barrier
// CHECK-LABEL: kernel gantry_k_point
// CHECK-NEXT: mode generic, keeps team state: calls through a pointer [GN0502:5]
// CHECK-LABEL: kernel gantry_k_own
// CHECK-NEXT: mode generic, keeps team state: it opens a parallel region [GN0502:6]
// CHECK-NEXT: (at most 64)
// CHECK: function omp_get_thread_num  (not described)  query
// CHECK: function near  a.c:20  parallel,barrier
// CHECK: variable counter  a.c:9  4 bytes
// LL-LABEL: @gantry_k_plain(
// LL: store i32 1,
// LL-LABEL: @gantry_k_query(
// LL: store i32 5,
// LL-LABEL: @gantry_k_time(
// LL: store i32 2,
// LL-LABEL: @gantry_k_far(
// LL: store i32 4,
