// Archives: the members that the host link would pull take part, from ordinary and thin archives, with long names.
// RUN: rm -rf %t.d && mkdir -p %t.d/sub && cp %s %t.d/ && cp -r %S/lib %t.d/
// RUN: cd %t.d && %S/make-object.sh %clang %link %s main.o -DMAIN
// RUN: cd %t.d && %S/make-object.sh %clang %link %S/lib/member.c sub/a_member_with_a_very_long_name.o -DNAME=used
// RUN: cd %t.d && %S/make-object.sh %clang %link %S/lib/member.c sub/other.o -DNAME=unused
// RUN: cd %t.d && ar rcs lib.a sub/a_member_with_a_very_long_name.o sub/other.o && ar rcsT thin.a sub/a_*.o sub/other.o
// RUN: %link list %t.d/lib.a | %FileCheck %s --check-prefix=LIST
// RUN: cd %t.d && %link list thin.a | %FileCheck %s --check-prefix=LIST && cd / && %link list %t.d/thin.a | grep -c summary
// RUN: %link link --dump -o %t.mod.o %t.d/main.o %t.d/lib.a | %FileCheck %s
// RUN: %link link --dump -o %t.mod.o %t.d/thin.a %t.d/main.o | %FileCheck %s
// RUN: %link link --dump --whole-archives -o %t.mod.o %t.d/main.o %t.d/lib.a | %FileCheck %s --check-prefix=WHOLE
// `ld -r` puts sections of several objects together; strip keeps them.
// RUN: cd %t.d && ld -r -o both.o main.o sub/other.o && strip both.o && %link list both.o | %FileCheck %s --check-prefix=BOTH
// RUN: %link link --dump -o %t.mod.o %t.d/both.o | %FileCheck %s --check-prefix=BOTH2
// A shared library takes no part, nor does a file that is no object.
// RUN: cd %t.d && %clang -shared -o lib.so sub/other.o && %link link -o %t.mod.o lib.so %s | %FileCheck %s --check-prefix=NONE
// SUMMARY: kernel|gantry_k_main|file=a.c|func=main|line=10|mode=spmd|nparams=2|flags=effect
#ifdef DEVICE
#include "lib/kernel.h"
static void body(long i, double *x) { x[i] = 1; }
KERNEL(gantry_k_main, body)
#endif
#ifdef HOST
void used(void);
int main(void) { used(); }
#endif
// LIST: a_member_with_a_very_long_name.o): summary, 
// LIST: other.o): bc:nvptx64, 
// CHECK-DAG: kernel gantry_k_main
// CHECK-DAG: kernel gantry_k_used
// CHECK-NOT: gantry_k_unused
// WHOLE: kernel gantry_k_main
// WHOLE: kernel gantry_k_used
// WHOLE: kernel gantry_k_unused
// BOTH: both.o: summary
// BOTH: both.o: bc:emulated
// BOTH: both.o: summary
// BOTH2: kernel gantry_k_main
// BOTH2: kernel gantry_k_unused
// NONE: no device code
