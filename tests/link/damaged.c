// Objects of another Gantry and damaged ones: refused with a message that names the object, never a crash.
// RUN: %S/make-object.sh %clang %link %s %t.o
// RUN: sed 's/YNAG/YNAX/; s/GANY/GANX/' %t.o > %t.mark.o && %not %link list %t.mark.o 2>&1 | %FileCheck %s --check-prefix=MARK
// RUN: LC_ALL=C sed -z 's/GANY./GANY\x01/' %t.o > %t.abi.o && %not %link list %t.abi.o 2>&1 | %FileCheck %s --check-prefix=ABI
// RUN: head -c 700 %t.o > %t.cut.o && %not %link list %t.cut.o 2>&1 | %FileCheck %s --check-prefix=CUT
// RUN: LC_ALL=C sed 's/BC\xc0\xde/BC\xc0\xdf/' %t.o > %t.bit.o && %not %link list %t.bit.o 2>&1 | %FileCheck %s --check-prefix=BIT
// What a compiler with a fault could write: no bitcode, wrong tables.
// RUN: %S/edit-object.sh %link %t.o %t.bc.o nvptx64.bc 's/^BC/XX/'
// RUN: %not %link link -o %t.mod.o %t.bc.o 2>&1 | %FileCheck %s --check-prefix=BITCODE
// RUN: %S/edit-object.sh %link %t.o %t.sum.o summary 's/mode=spmd/mode=spme/'
// RUN: %not %link link -o %t.mod.o %t.sum.o 2>&1 | %FileCheck %s --check-prefix=SUM
// RUN: %S/edit-object.sh %link %t.o %t.ver.o summary 's/^version.*/version\t2/'
// RUN: %not %link link -o %t.mod.o %t.ver.o 2>&1 | %FileCheck %s --check-prefix=VER
// RUN: %S/edit-object.sh %link %t.o %t.row.o summary '$s/^/kernel\tx\tmode=spmd\tline=-1\nfunc\nblah\tx\n/'
// RUN: %not %link link -o %t.mod.o %t.row.o 2>&1 | %FileCheck %s --check-prefix=ROW
// RUN: %S/edit-object.sh %link %t.o %t.reg.o summary '$s/$/\nparallel\tp0\tgroup=4\nparallel\tp1\tof=gantry_k_one\tgroup=3\nparallel\tp2\tof=gantry_k_one\tgroup=128\n/'
// RUN: %not %link link -o %t.mod.o %t.reg.o 2>&1 | %FileCheck %s --check-prefix=REG
// RUN: %S/edit-object.sh %link %t.o %t.own.o summary '$s/$/\nparallel\tp1\tof=gone\nparallel\tp2\tof=f\tinline=1\nfunc\tf\tfile=a.c\n/'
// RUN: %not %link link -o %t.mod.o %t.own.o 2>&1 | %FileCheck %s --check-prefix=OWN
// RUN: %S/edit-object.sh %link %t.o %t.k.o summary 's/gantry_k_one/gantry_k_two/'
// RUN: %not %link link -o %t.mod.o %t.k.o 2>&1 | %FileCheck %s --check-prefix=KERNEL
// RUN: ar rcs %t.a %t.o && head -c 1000 %t.a > %t.cut.a && %not %link list %t.cut.a 2>&1 | %FileCheck %s --check-prefix=AR
// RUN: rm -f %t.thin.a && cp %t.o %t.gone.o && ar rcsT %t.thin.a %t.gone.o && rm %t.gone.o
// RUN: %not %link list %t.thin.a 2>&1 | %FileCheck %s --check-prefix=GONE
// RUN: %not %link list %t.missing.o 2>&1 | %FileCheck %s --check-prefix=MISSING
// RUN: %link fuzz %t.o 1 2000 && %link fuzz %t.a 2 1000 && %link fuzz %t.thin.a 3 300
// RUN: %gantry cc --save-temps -c %src/examples/levels/ideal.c -o ideal.o && %link rows ideal.summary 1 1000
// RUN: KINDS=nvptx64 %S/make-object.sh %clang %link %s %t.nv.o
// RUN: %not %link link --arch=sm_70,emulated -o %t.mod.o %t.nv.o 2>&1 | %FileCheck %s --check-prefix=KIND
// RUN: %not %link link --arch=sm_12 -o %t.mod.o %t.nv.o 2>&1 | %FileCheck %s --check-prefix=ARCH
// RUN: %not %link link --runtime=/nowhere -o %t.mod.o %t.nv.o 2>&1 | %FileCheck %s --check-prefix=RUNTIME
// RUN: test ! -e %t.mod.o
// SUMMARY: kernel|gantry_k_one|file=a.c|func=main|line=10|mode=spmd|nparams=2|flags=effect
#ifdef DEVICE
#include "lib/kernel.h"
static void body(long i, double *x) { x[i] = 1; }
KERNEL(gantry_k_one, body)
#endif
// MARK: .mark.o: error: the device code in this file is damaged: a record does not start with Gantry's mark
// ABI: .abi.o: error: its device code has Gantry ABI version 1, this Gantry links version {{[0-9]+}}; compile it again
// CUT: .cut.o: error: the device code in this file is damaged: its section table lies outside the file
// BIT: .bit.o: error: the device code in this file is damaged: its contents are not what the compiler wrote
// BITCODE: .bc.o: error: the device code in this file is damaged: no valid bitcode
// SUM: .sum.o: error: line 2 of its summary table: unknown mode 'spme'
// ROW: .row.o: error: line 2 of its summary table: not a number in the right range: 'line=-1'
// ROW: .row.o: error: line 3 of its summary table: a row without a name: 'func'
// ROW: .row.o: error: line 4 of its summary table: unknown row 'blah'
// REG: .reg.o: error: line 3 of its summary table: no owner ('of') of the parallel region 'p0'
// REG: .reg.o: error: line 4 of its summary table: the group size is no power of two: '3'
// REG: .reg.o: error: line 5 of its summary table: not a number in the right range: 'group=128'
// OWN: .own.o: error: line 3 of its summary table: parallel region 'p1' belongs to 'gone', which has no row
// OWN: .own.o: error: line 4 of its summary table: parallel region 'p2' belongs to 'f', which is no SPMD kernel
// VER: .ver.o: error: line 1 of its summary table: this Gantry reads version 1, not '2'
// KERNEL: .k.o: error: {{.*}} its summary table names 'gantry_k_two', its nvptx64 code does not define it
// AR: .cut.a: error: the archive is damaged: a member is cut off
// GONE: .thin.a: error: member '{{.*}}.gone.o' of this thin archive cannot be read: No such file
// MISSING: .missing.o: error: cannot be read: No such file
// KIND: .nv.o: error: it has no device code for emulated devices; compile it with the same --offload-arch as the link
// ARCH: error: no image can be made for 'sm_12'; known are sm_70, {{.*}}emulated
// RUNTIME: nvptx64.bc: error: the device runtime cannot be read
