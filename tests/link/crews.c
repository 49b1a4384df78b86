// How many lanes the threads of each region have: preferred, forced, limited, without program counters of their own;
// what that makes of kernels that hold or reach several regions. Objects for both kinds of devices.
// RUN: %S/make-object.sh %clang %link %s %t.o
// RUN: mkdir -p %t.save && %link link --arch=sm_70,emulated --dump --save=%t.save -o %t.mod.o %t.o | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=LL < %t.save/optimised.sm_70.ll
// RUN: %FileCheck %s --check-prefix=LL < %t.save/optimised.emulated.ll
// RUN: %FileCheck %s --check-prefix=BOUND < %t.save/sm_70.ptx
// RUN: %clang -w -I%src/include -DREADER %s %t.mod.o -o %t && %t | %FileCheck %s --check-prefix=TABLE
// The size of all, where that is legal; 64 lanes are for the emulated device only.
// RUN: %link link --arch=sm_70,emulated --simd-group=64 --dump --save=%t.save -o %t.mod.o %t.o | %FileCheck %s --check-prefix=FORCED
// RUN: grep -A3 'void @gantry_k_free(' %t.save/optimised.sm_70.ll | grep -q 'i32 288'
// RUN: grep -q 'i32 320' %t.save/optimised.emulated.ll
// RUN: %clang -w -I%src/include -DREADER %s %t.mod.o -o %t && %t | %FileCheck %s --check-prefix=TABLE64
// RUN: %link link --arch=sm_70 --simd-group=1 --dump -o %t.mod.o %t.o | %FileCheck %s --check-prefix=ONE
// RUN: %link link --arch=sm_70 --lockstep --dump -o %t.mod.o %t.o | %FileCheck %s --check-prefix=LOCK
// RUN: %not %link link -o %t.mod.o %t.o %t.o 2>&1 | %FileCheck %s --check-prefix=TWICE
// SUMMARY: parallel|early|of=gantry_k_mixed|file=a.c|line=12|simd=2|group=8|space=40
// SUMMARY: kernel|gantry_k_own|file=a.c|func=main|line=1|mode=spmd|max_threads=100|flags=effect
// SUMMARY: parallel|own|of=gantry_k_own|file=a.c|line=2|simd=1|group=16|inline=1|space=33
// SUMMARY: kernel|gantry_k_mixed|file=a.c|func=main|line=10|mode=generic|max_threads=8|flags=-
// SUMMARY: parallel|safe|of=gantry_k_mixed|file=a.c|line=14|simd=1|group=32|limit=7|leaders=1|space=200
// SUMMARY: kernel|gantry_k_free|file=a.c|func=main|line=20|mode=generic|flags=-
// SUMMARY: call|gantry_k_free|callee=helper|line=21|file=a.c
// SUMMARY: func|helper|file=a.c|line=50|flags=-
// SUMMARY: parallel|help|of=helper|file=a.c|line=51|simd=3|group=32|leaders=1|space=64
// SUMMARY: func|other|file=a.c|line=60|flags=-
// SUMMARY: parallel|far|of=other|file=a.c|line=61|simd=1|group=4|space=1000
// SUMMARY: kernel|gantry_k_point|file=a.c|func=main|line=30|mode=generic|flags=indirect
// SUMMARY: kernel|gantry_k_spmd|file=a.c|func=main|line=40|mode=spmd|flags=-
// SUMMARY: call|gantry_k_spmd|callee=other|line=41|file=a.c
// SUMMARY: kernel|gantry_k_plain|file=a.c|func=main|line=70|mode=generic|flags=parallel
#ifdef DEVICE
#include "lib/kernel.h"
#define CREW(name) extern const __gd_u32 name##__crew
extern const __gd_u32 __gd_most_lanes;
#define K(name, value)                                                                                       \
    MODE(name);                                                                                              \
    __GD_KERNEL name(struct __gd_env env, unsigned *out, long n) { *out = value; }                           \
    ENTRY2(name, unsigned *, long)
CREW(own); CREW(early); CREW(safe); CREW(help); CREW(far);
K(gantry_k_own, own__crew)
K(gantry_k_mixed, early__crew * 1000 + safe__crew)
K(gantry_k_free, help__crew)
K(gantry_k_point, far__crew)
K(gantry_k_spmd, __gd_most_lanes)
K(gantry_k_plain, gantry_k_plain__mode)
#endif
#ifdef READER /* prints the tables as the runtime gets them */
#define GANTRY_ABI_NO_PROTOTYPES
#include <stdio.h>
#include "gantry_abi.h"
_Thread_local void *__gd_emu_self;
unsigned char *__gd_emu_shadow;
unsigned *__gd_emu_blocks;
unsigned long long __gd_emu_base, __gd_emu_size;
void __gd_emu_bad_access(void) {}
void __gd_emu_bad_index(void) {}
void __gd_emu_bad_block(void) {}
void __gd_emu_misaligned(void) {}
void __gd_emu_barrier(void) {}
void __gd_emu_trap(void) {}
void __gd_emu_yield(void) {}
void __gantry_unregister_module(struct gantry_module *m) {}
void __gantry_register_module(struct gantry_module *m)
{
    for (unsigned i = 0; i < m->nimages; i++)
        for (unsigned k = 0; k < m->images[i]->nkernels; k++) {
            const struct gantry_kernel_info *info = &m->images[i]->kernels[k];
            printf("%s %s group %u space %u\n", m->images[i]->kind, info->name, info->group, info->space);
        }
}
int main(void) { return 0; }
#endif
// CHECK-LABEL: kernel gantry_k_own
// CHECK: group 16, 16 bytes of group space per lane, threads by the runtime (at most 100)
// CHECK-LABEL: kernel gantry_k_mixed
// CHECK-NEXT: mode generic, keeps team state: it opens a parallel region
// CHECK-NEXT: group 8, 64 bytes of group space per lane, threads by the runtime (at most 8)
// CHECK-LABEL: kernel gantry_k_free
// CHECK-NEXT: mode generic, keeps team state: calls helper, which opens a parallel region
// CHECK-NEXT: group 32, 16 bytes of group space per lane
// CHECK-LABEL: kernel gantry_k_point
// CHECK: group 32, 256 bytes of group space per lane
// CHECK-LABEL: kernel gantry_k_spmd
// CHECK: group 1, threads
// CHECK-LABEL: kernel gantry_k_plain
// CHECK: group 1, threads
// CHECK: region early  a.c:12 of gantry_k_mixed
// CHECK-NEXT: 8 lanes, preferred, together, 2 simd loops, space 40 bytes
// CHECK-NEXT: region own  a.c:2 of gantry_k_own, its own
// CHECK-NEXT: 16 lanes, preferred, together, 1 simd loop, space 33 bytes
// CHECK-NEXT: region safe  a.c:14 of gantry_k_mixed
// CHECK-NEXT: 4 lanes, limited by safelen, leaders, 1 simd loop, space 200 bytes
// CHECK-NEXT: region help  a.c:51 of helper
// CHECK-NEXT: 32 lanes, preferred, leaders, 3 simd loops, space 64 bytes
// CHECK: function helper  a.c:50  parallel
// The words of own 16, early 8 and safe 4 + LEADERS, help 32 + LEADERS, far 4, and the most of all.
// LL-LABEL: @gantry_k_own{{(__entry)?}}(
// LL: store i32 16,
// LL-LABEL: @gantry_k_mixed{{(__entry)?}}(
// LL: store i32 8260,
// LL-LABEL: @gantry_k_free{{(__entry)?}}(
// LL: store i32 288,
// LL-LABEL: @gantry_k_point{{(__entry)?}}(
// LL: store i32 4,
// LL-LABEL: @gantry_k_spmd{{(__entry)?}}(
// LL: store i32 32,
// 100 threads of 16 lanes fit no block; 8 of 8 do, with the main thread's warp
// BOUND-LABEL: .visible .entry gantry_k_own(
// BOUND: .maxntid 1024
// BOUND-LABEL: .visible .entry gantry_k_mixed(
// BOUND: .maxntid 96
// TABLE: cuda gantry_k_own group 16 space 16
// TABLE: cuda gantry_k_mixed group 8 space 64
// TABLE: cuda gantry_k_spmd group 1 space 0
// TABLE: emulated gantry_k_point group 32 space 256
// FORCED: group 64, 16 bytes of group space per lane
// FORCED: region own
// FORCED-NEXT: 64 lanes, forced (32 on NVIDIA GPUs), together
// FORCED: region safe
// FORCED-NEXT: 4 lanes, limited by safelen, leaders
// TABLE64: cuda gantry_k_own group 32 space 16
// TABLE64: cuda gantry_k_free group 32 space 16
// TABLE64: emulated gantry_k_own group 64 space 16
// TABLE64: emulated gantry_k_mixed group 64 space 64
// ONE: region safe
// ONE-NEXT: 1 lane, forced, together, 1 simd loop, space 200 bytes
// LOCK: region early
// LOCK-NEXT: 8 lanes, preferred, together
// LOCK: region safe
// LOCK-NEXT: 1 lane, lockstep, together
// LOCK: region help
// LOCK-NEXT: 1 lane, lockstep, together
// TWICE: a.c:12: error: two objects define this parallel region, 'early': {{.*}}.o and {{.*}}.o
// TWICE: a.c:12: note: the other one
