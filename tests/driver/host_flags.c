// LABELS: run
// Flags that concern the host's code only, on a file with device code.
// RUN: %gantry cc -O2 -march=x86-64-v2 -mtune=generic -fstack-protector-strong -fPIE %s -o %t && %run_host %t
// RUN: %gantry cc -O2 -pg %s -o %t && %run_host %t && test -s gmon.out
// RUN: %gantry cc -O2 -flto -fuse-ld=lld %s -o %t && %run_host %t
// A file with unmapped pages between its segments, of which glibc names one at a time: its tables are taken for its own.
// RUN: %gantry cc -O1 -fuse-ld=lld -Wl,-z,max-page-size=0x100000 --offload-arch=emulated %s -o %t && readelf -lW %t | grep -q 'LOAD.* 0x100000$' && %run_host %t && %run_emulated32 %t
// RUN: %gantry cc -O2 -g -gsplit-dwarf -c %s -o split.o && test -s split.dwo && %gantry cc split.o -o %t && %run_host %t
// RUN: %gantry cc --coverage -c %s -o cov.o && test -s cov.gcno
// RUN: ! ls /usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.profile-x86_64.a || { %gantry cc --coverage %s -o cov && %run_host ./cov && test -s cov-host_flags.gcno && test -s cov-host_flags.gcda && ! ls cov-*.o; }
// RUN: %gantry cc -O2 -ftime-trace -c %s -o trace.o && test -s trace.json
// RUN: %gantry cc -ffast-math -funsigned-char -fwrapv -ffp-contract=fast -O3 -v -c %s -o f.o 2> v && grep 'nvptx64-nvidia' v | grep -e -ffast-math | grep -e -funsigned-char | grep -e -fwrapv | grep -q -e -ffp-contract=fast
// RUN: %gantry cc -pg -fstack-protector -march=x86-64-v3 -fsanitize=undefined -O3 -v -c %s -o f.o 2> v && ! grep 'nvptx64-nvidia' v | grep -e -pg -e stack-protector -e x86-64 -e sanitize
// RUN: %gantry cc -v -c %s -o f.o 2> v && grep 'nvptx64-nvidia' v | grep -q -e -ffp-contract=off && %gantry cc -O0 -v -c %s -o f.o 2>&1 | grep 'nvptx64-nvidia' | grep -q -e ' -O0 '
// RUN: %not --status 1 %gantry cc -m32 -c %s -o bad.o && test ! -e bad.o
#include "saxpy.h"

int main(void)
{
    static float x[N], y[N];
    saxpy(1, x, y);
    return 0;
}
