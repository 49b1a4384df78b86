// LABELS: run
// Same input, same bytes: in another temporary folder, from another run, with and without debug information.
// RUN: for f in -O0 -O2 -g "-O2 -g"; do %gantry cc $f --offload-arch=sm_70,emulated -c %s -o a.o && mkdir -p elsewhere && \
// RUN:   TMPDIR=$PWD/elsewhere %gantry cc $f --offload-arch=sm_70,emulated -c %s -o b.o && cmp a.o b.o || exit 1; done
// RUN: ! strings -a a.o | grep -e "$TMPDIR" -e 'gantry-....../'
// RUN: %gantry cc -S %s -o a.s && TMPDIR=$PWD/elsewhere %gantry cc -S %s -o b.s && cmp a.s b.s && ! grep -e "$TMPDIR" a.s
// RUN: %gantry cc --offload-arch=sm_70,emulated a.o -o p && TMPDIR=$PWD/elsewhere %gantry cc --offload-arch=sm_70,emulated b.o -o elsewhere/p && cmp p elsewhere/p
//
// Debug information and names speak of the user's file.
// RUN: readelf --debug-dump=info a.o | grep -q 'DW_AT_name.*reproducible.c' && ! readelf --debug-dump=info,line a.o | grep 'gantry-......'
// RUN: readelf -sW a.o | grep -q 'FILE .* reproducible.c'
#include "saxpy.h"

int main(void)
{
    static float x[N], y[N];
    saxpy(1, x, y);
    return 0;
}
