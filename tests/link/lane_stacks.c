// Simd loops of functions: the group sizes and lane stacks of the regions that call them, and which kernels keep state.
// RUN: %S/make-object.sh %clang %link %s %t.o
// RUN: %link link --dump -o %t.mod.o %t.o | %FileCheck %s
// RUN: %link link --dump --simd-group=1 -o %t.mod.o %t.o | %FileCheck %s --check-prefix=ONE
// SUMMARY: kernel|gantry_k_calls|file=a.c|func=main|line=10|mode=spmd|flags=-
// SUMMARY: parallel|calls|of=gantry_k_calls|file=a.c|line=10|simd=0|group=0|leaders=1|inline=1|space=32
// SUMMARY: call|gantry_k_calls|callee=outer|line=11|file=a.c
// SUMMARY: within|calls|callee=outer|line=11|file=a.c
// SUMMARY: within|calls|callee=plain|line=12|file=a.c
// SUMMARY: kernel|gantry_k_none|file=a.c|func=main|line=20|mode=spmd|flags=-
// SUMMARY: parallel|none|of=gantry_k_none|file=a.c|line=20|simd=0|group=0|leaders=1|inline=1|space=32
// SUMMARY: call|gantry_k_none|callee=plain|line=21|file=a.c
// SUMMARY: within|none|callee=plain|line=21|file=a.c
// SUMMARY: kernel|gantry_k_own|file=a.c|func=main|line=30|mode=generic|flags=-
// SUMMARY: parallel|own|of=gantry_k_own|file=a.c|line=31|simd=1|group=16|leaders=1|space=64
// SUMMARY: call|gantry_k_own|callee=again|line=32|file=a.c
// SUMMARY: within|own|callee=again|line=32|file=a.c
// SUMMARY: kernel|gantry_k_point|file=a.c|func=main|line=40|mode=generic|flags=indirect
// SUMMARY: parallel|point|of=gantry_k_point|file=a.c|line=41|simd=1|group=2|leaders=1|space=64
// SUMMARY: func|plain|file=a.c|line=50|flags=frame|lane_stack=4096
// SUMMARY: func|outer|file=a.c|line=51|flags=frame|lane_stack=64
// SUMMARY: call|outer|callee=inner|line=52|file=a.c
// SUMMARY: call|outer|callee=plain|line=53|file=a.c
// SUMMARY: call|outer|callee=tight|line=54|file=a.c
// SUMMARY: func|inner|file=a.c|line=60|flags=simd,frame|lane_stack=112|group=32|limit=8
// SUMMARY: func|tight|file=a.c|line=70|flags=simd|lane_stack=16|group=4
// SUMMARY: func|again|file=a.c|line=80|flags=simd|lane_stack=48|group=4
// SUMMARY: call|again|callee=again|line=81|file=a.c
// SUMMARY: call|again|callee=tight|line=82|file=a.c
#ifdef DEVICE
#include "lib/kernel.h"
#define CREW(name) extern const __gd_u32 name##__crew
extern const __gd_u32 __gd_lane_stacks, __gd_frames;
#define K(name, value)                                                                                       \
    MODE(name);                                                                                              \
    __GD_KERNEL name(struct __gd_env env, unsigned *out, long n) { *out = value; }                           \
    ENTRY2(name, unsigned *, long)
CREW(calls); CREW(none); CREW(own); CREW(point);
K(gantry_k_calls, calls__crew)
K(gantry_k_none, none__crew)
K(gantry_k_own, own__crew)
K(gantry_k_point, point__crew + __gd_lane_stacks + __gd_frames)
#endif
#ifdef HOST
int main(void) {}
#endif
// CHECK-LABEL: kernel gantry_k_calls
// CHECK-NEXT: mode spmd, keeps team state
// CHECK-NEXT: group 8, 32 bytes of group space per lane
// CHECK-LABEL: kernel gantry_k_none
// CHECK-NEXT: mode spmd, keeps team state
// CHECK: group 1, threads
// CHECK-LABEL: kernel gantry_k_own
// CHECK: group 16, 16 bytes of group space per lane
// CHECK: region calls  a.c:10
// CHECK-NEXT: 8 lanes, limited by safelen, leaders, 0 simd loops, space 32 bytes, lane stack 176 bytes for those of functions
// CHECK-NEXT: region none  a.c:20
// CHECK-NEXT: 1 lane, nothing that it calls has simd loops, together, 0 simd loops, space 32 bytes
// CHECK-NEXT: region own  a.c:31
/* a recursive function gets room for two calls */
// CHECK-NEXT: 16 lanes, preferred, leaders, 1 simd loop, space 64 bytes, lane stack 96 bytes for those of functions
// CHECK-NEXT: region point  a.c:41
// CHECK-NEXT: 2 lanes, preferred, leaders, 1 simd loop, space 64 bytes, lane stack 112 bytes for those of functions
// CHECK: function inner  a.c:60  simd,frame
// ONE-NOT: lane stack
