// --dump prints one stage and stops; explain and --save-temps.
// RUN: %gantry cc --dump=regions %s -o x | grep -q 'target teams distribute parallel for' && test ! -e x
// RUN: %gantry cc --dump=decisions -c %s | grep -q '^kernel'
// RUN: %gantry cc --dump=device %s | grep -q __GD_KERNEL && %gantry cc --dump=host %s | grep -q __gantry_target
// RUN: %gantry cc --dump=regions,device %s > both && grep -q 'target teams' both && grep -q __GD_KERNEL both
// RUN: %gantry cc --dump=link %s -o x | grep -q '^kernel' && test -x x
// RUN: %not --status 2 %gantry cc --dump=link -c %s
// RUN: echo 'int x;' > x.c && test -z "$(%gantry cc --dump=regions x.c)"
// RUN: %gantry explain %s | grep -q 'saxpy.h:7: target teams' && %gantry explain x.c | grep -q 'no device code'
// RUN: %gantry cc --save-temps --offload-arch=sm_70,emulated %s -o kept && test -s dump.gantry.i && test -s dump.device.c && test -s dump.host.c && test -s dump.summary && test -s dump.nvptx64.bc && test -s dump.emulated.bc && ls *.ptx
// What is kept can be compiled again.
// RUN: %clang -fopenmp -w -I%include -c dump.host.c -o again.o
#include "saxpy.h"

int main(void)
{
    static float x[N], y[N];
    saxpy(1, x, y);
    return 0;
}
