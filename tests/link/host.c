// The module object in every kind of program: PIE and not, garbage collection, lld, stripped, shared library.
// RUN: %S/make-object.sh %clang %link %s %t.o
// RUN: %link link --arch=emulated,sm_70 -o %t.exe.o %t.o && %link link --arch=emulated,sm_70 --pic -o %t.so.o %t.o
// RUN: %clang -c -fPIE -I%S/../../include %S/lib/fake_emulator.c -o %t.fake.o
// RUN: %clang %t.fake.o %t.exe.o %t.o -o %t.1 && %t.1 0 0 | %FileCheck %s
// RUN: %clang -no-pie %t.fake.o %t.exe.o %t.o -o %t.2 && %t.2 0 0 | %FileCheck %s
// RUN: %clang -fuse-ld=lld -Wl,--gc-sections %t.fake.o %t.exe.o %t.o -o %t.3 && strip %t.3 && %t.3 0 0 | %FileCheck %s
// RUN: %gcc -Wl,--gc-sections -Wl,-z,now %t.fake.o %t.exe.o %t.o -o %t.4 && %t.4 0 0 | %FileCheck %s
// RUN: %clang -DSHARED -shared -Wl,-z,defs -Wl,-z,text -fPIC -I%S/../../include %S/lib/fake_emulator.c %t.so.o %t.o -o %t.so
// RUN: echo 'int emulate(int, char **); int main(int n, char **v) { return emulate(n, v); }' > %t.main.c
// RUN: %clang %t.main.c %t.so -o %t.5 && %t.5 0 0 | %FileCheck %s
// The section with device code does not reach the program.
// RUN: %not grep -q gantry.device %t.1
// The same input gives the same bytes, and no name of a temporary file.
// RUN: %link link --arch=emulated,sm_70 -o %t.again.o %t.o && cmp %t.again.o %t.exe.o
// RUN: %not grep -qE '/gantry-[A-Za-z0-9]{6}/' %t.exe.o
// A large variable that starts as zeros takes no place in the file.
// RUN: test $(stat -c %%s %t.exe.o) -lt 100000
// SUMMARY: kernel|gantry_k_one|file=a.c|func=main|line=10|mode=spmd|nparams=6|flags=effect
// SUMMARY: var|zeros|file=a.c|line=3|size=8000000
// SUMMARY: var|ones|file=a.c|line=4|size=8
#ifdef DEVICE
#include "lib/kernel.h"
double zeros[1000000], ones = 1;
static __GD_SHARED double tile[8];
MODE(gantry_k_one);
int printf(const char *, ...);
__GD_KERNEL gantry_k_one(struct __gd_env env, double *x)
{
    tile[env.threads] = 5;
    zeros[env.threads + 3] += ones;
    printf("tile %g zeros %g\n", tile[env.threads], zeros[env.threads + 3]);
}
#ifdef __GANTRY_EMULATED__
__attribute__((used)) void gantry_k_one__entry(void **args)
{
    gantry_k_one(*(struct __gd_env *)args[0], *(double **)args[1]);
}
#endif
#endif
// CHECK: module a.out, 2 images, first emulated
// CHECK: symbol zeros, 8000000 bytes, in
// CHECK: symbol ones, 8 bytes, in image data
// CHECK: case 0, 0
// CHECK: tile 5 zeros 1
// CHECK: unregistered
