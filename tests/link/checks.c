// Access checks: what is refused and what is not, with the exact place, at every level of optimisation.
// RUN: %S/make-object.sh %clang %link %s %t.o
// RUN: for o in 0 1 2 3; do %link link --arch=emulated -O$o -o %t.$o.o %t.o || exit 1; done
// RUN: for o in 0 1 2 3; do %clang -I%S/../../include %S/lib/fake_emulator.c %t.$o.o -o %t.$o.exe || exit 1; done
// RUN: echo "0 -1 0 0 0 12 0 13 1 -1 1 0 1 23 1 24 2 -1 2 0 2 7 2 8 3 7 3 8 4 0 4 1 4 1 4 2 4 4 4 5 5 -1 5 0 5 3" > %t.cases
// RUN: echo "5 4 6 -1 6 0 6 7 6 8 7 0 7 -1 7 4 7 5 8 0 9 0 9 192 9 193 9 100000 10 2 10 3 11 4 12 9 12 10 13 8 13 17 12 8 12 12 0 768" >> %t.cases
// RUN: for o in 0 1 2 3; do %t.$o.exe $(cat %t.cases) > %t.out && %FileCheck %s < %t.out || exit 1; done
// Without checks the same accesses go through unseen.
// RUN: %link link --arch=emulated --no-checks -o %t.n.o %t.o && ! nm %t.n.o | grep -q __gd_emu_bad
// SUMMARY: kernel|gantry_k_acc|file=acc.c|func=acc|line=1|mode=spmd|nparams=6|flags=effect
// SUMMARY: var|table|file=acc.c|line=3|size=20
#ifdef DEVICE
#include "lib/kernel.h"
typedef struct { double x, y; int tag; } point;
struct __attribute__((packed)) packed { char c; double d; };
MODE(gantry_k_acc);
static __GD_SHARED double tile[8];
int table[5] = {1,2,3,4,5};
#line 7 "acc.c"
static void helper(int *p, int v) { *p = v; }
static void gantry_k_acc__body(int what, long i, char *bytes, double *d, point *pts, struct packed *pk)
{
    int local[4];
#line 10 "acc.c"
    switch (what) {
    case 0: bytes[i] = 1; break;
    case 1: d[i] += 1; break;
    case 2: pts[i].tag = 3; break;
    case 3: pts[i] = pts[0]; break;
    case 4: pk[i].d = 2; break;
    case 5: for (int k = 0; k < 4; k++) local[k] = k; bytes[0] = local[i]; break;
    case 6: tile[i] = 3; bytes[0] = tile[i]; break;
    case 7: table[i] = 3; break;
    case 8: helper(&local[1], 7); bytes[0] = local[1]; break;
    case 9: __builtin_memset(d, 0, i); break;
    case 10: __atomic_fetch_add((int *)bytes + i, 1, __ATOMIC_RELAXED); break;
    case 11: helper(&table[i], 2); break;
    case 12: helper((int *)(bytes + i), 2); break;
    case 13: __builtin_memcpy(local, d, i); bytes[0] = local[0]; break;
    }
}
__GD_KERNEL gantry_k_acc(struct __gd_env env, int what, long i, char *bytes, double *d, point *pts, struct packed *pk)
{
    if (!__gd_spmd_begin(&env, gantry_k_acc__mode, 1))
        return;
    gantry_k_acc__body(what, i, bytes, d, pts, pk);
    __gd_spmd_end();
}
#ifdef __GANTRY_EMULATED__
__attribute__((used)) void gantry_k_acc__entry(void **a)
{
    gantry_k_acc(*(struct __gd_env *)a[0], *(int *)a[1], *(long *)a[2], *(char **)a[3], *(double **)a[4], *(point **)a[5],
    *(struct packed **)a[6]);
}
#endif
#endif
// CHECK: module a.out, 1 images, first emulated
// CHECK-NEXT: symbol table, 20 bytes, in image data
// CHECK: case 0, -1{{$}}
// CHECK-NEXT: bad block: 1 bytes at arena +255, from block 9, acc.c:11 in acc
// CHECK: case 0, 0{{$}}
// CHECK: case 0, 12{{$}}
// CHECK: case 0, 13{{$}}
// CHECK-NEXT: bad store of 1 at arena +269, acc.c:11:22 in acc, site of 1
// CHECK: case 1, -1{{$}}
// CHECK-NEXT: bad block: 8 bytes at arena +1016, from block 1, acc.c:12 in acc
// CHECK: case 1, 0{{$}}
// CHECK: case 1, 23{{$}}
// CHECK: case 1, 24{{$}}
// CHECK-NEXT: bad load of 8 at arena +1216, acc.c:12:18 in acc, site of 8
// CHECK: case 2, -1{{$}}
// CHECK-NEXT: bad block: 4 bytes at arena +1016, from block 1, acc.c:13 in acc
// CHECK: case 2, 0{{$}}
// CHECK: case 2, 7{{$}}
// CHECK: case 2, 8{{$}}
// CHECK-NEXT: bad store of 4 at arena +1232, acc.c:13:24 in acc, site of 4
// CHECK: case 3, 7{{$}}
// CHECK: case 3, 8{{$}}
// CHECK-NEXT: bad store of 24 at arena +1216, acc.c:14:22 in acc, site of 24
// CHECK: case 4, 0{{$}}
// CHECK: case 4, 1{{$}}
// CHECK: case 4, 1{{$}}
// CHECK: case 4, 2{{$}}
// CHECK: case 4, 4{{$}}
// CHECK: case 4, 5{{$}}
// CHECK-NEXT: bad store of 8 at arena +2094, acc.c:15:21 in acc, site of 8
// CHECK: case 5, -1{{$}}
// CHECK-NEXT: bad index: 4 bytes at -4 of 16, acc.c:16 in acc
// CHECK: case 5, 0{{$}}
// CHECK: case 5, 3{{$}}
// CHECK: case 5, 4{{$}}
// CHECK-NEXT: bad index: 4 bytes at +16 of 16, acc.c:16 in acc
// CHECK: case 6, -1{{$}}
// CHECK-NEXT: bad index: 8 bytes at -8 of 64, acc.c:17 in acc
// CHECK: case 6, 0{{$}}
// CHECK: case 6, 7{{$}}
// CHECK: case 6, 8{{$}}
// CHECK-NEXT: bad index: 8 bytes at +64 of 64, acc.c:17 in acc
// CHECK: case 7, 0{{$}}
// CHECK: case 7, -1{{$}}
// CHECK-NEXT: bad index: 4 bytes at -4 of 20, acc.c:18 in acc
// CHECK: case 7, 4{{$}}
// CHECK: case 7, 5{{$}}
// CHECK-NEXT: bad index: 4 bytes at +20 of 20, acc.c:18 in acc
// CHECK: case 8, 0{{$}}
// CHECK-NEXT: bad store of 4 at elsewhere, acc.c:7:40 in helper, site of 4
// CHECK: case 9, 0{{$}}
// CHECK: case 9, 192{{$}}
// CHECK: case 9, 193{{$}}
// CHECK-NEXT: bad store of 193 at arena +1024, acc.c:20:13 in acc, site of 0
// CHECK: case 9, 100000{{$}}
// CHECK-NEXT: bad store of 100000 at arena +1024, acc.c:20:13 in acc, site of 0
// CHECK: case 10, 2{{$}}
// CHECK: case 10, 3{{$}}
// CHECK-NEXT: bad atomic of 4 at arena +268, acc.c:21:14 in acc, site of 4
// CHECK: case 11, 4{{$}}
// CHECK-NEXT: bad store of 4 at image data, acc.c:7:40 in helper, site of 4
// CHECK: case 12, 9{{$}}
// CHECK-NEXT: misaligned: 4 bytes at arena +265, acc.c:7 in helper
// CHECK: case 12, 10{{$}}
// CHECK-NEXT: misaligned: 4 bytes at arena +266, acc.c:7 in helper
// CHECK: case 13, 8{{$}}
// CHECK: case 13, 17{{$}}
// CHECK-NEXT: bad index: 17 bytes at +0 of 16, acc.c:24 in acc
// CHECK: case 12, 8{{$}}
// CHECK-NEXT: case 12, 12{{$}}
// CHECK-NEXT: bad store of 4 at arena +268, acc.c:7:40 in helper, site of 4
// CHECK: case 0, 768{{$}}
// CHECK-NEXT: bad block: 1 bytes at arena +1024, from block 9, acc.c:11 in acc
// CHECK: unregistered
