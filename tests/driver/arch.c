// --offload-arch and the words of other compilers for it.
// RUN: %not --status 2 %gantry cc --offload-arch=sm_71 -c %s 2>&1 | %FileCheck %s
// CHECK: error: --offload-arch=sm_71: unknown architecture 'sm_71'; known names are sm_70, {{.*}}emulated, native, none
// RUN: %not --status 2 %gantry cc --offload-arch=sm_70,gfx90a -c %s 2>&1 | %FileCheck %s --check-prefix=GFX
// GFX: --offload-arch=gfx90a: code for AMD GPUs is not made yet
// RUN: %not --status 2 %gantry cc --offload-arch=none,sm_70 -c %s
// RUN: %not --status 2 %gantry cc --offload-arch= -c %s
// RUN: %not --status 2 %gantry cc -fopenmp-targets=spir64 -c %s
// RUN: %not --status 2 %gantry cc -fopenmp=libgomp -c %s
//
// RUN: %gantry cc -c %s -o a.o && %link list a.o | %FileCheck %s --check-prefix=PTX
// RUN: %gantry cc -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -c %s -o a.o && %link list a.o | %FileCheck %s --check-prefix=PTX
// RUN: %gantry cc -fopenmp -foffload=nvptx-none -foffload=-lm -c %s -o a.o && %link list a.o | %FileCheck %s --check-prefix=PTX
// PTX: bc:nvptx64
// PTX-NOT: bc:
// PTX: summary
// RUN: %gantry cc --offload-arch=emulated -c %s -o a.o && %link list a.o | %FileCheck %s --check-prefix=EMULATED
// EMULATED-NOT: nvptx
// EMULATED: bc:emulated
// RUN: %gantry cc --offload-arch=sm_90,sm_75 --offload-arch=sm_80,emulated -c %s -o a.o && %link list a.o | %FileCheck %s --check-prefix=BOTH
// BOTH: bc:nvptx64
// BOTH: bc:emulated
// RUN: %gantry cc --offload-arch=none -c %s -o a.o && %link list a.o | %FileCheck %s --check-prefix=NONE
// RUN: %gantry cc -foffload=disable -c %s -o a.o && %link list a.o | %FileCheck %s --check-prefix=NONE
// NONE-NOT: bc:
//
// Without OpenMP the pragma is nothing.
// RUN: %gantry cc -fno-openmp -Wno-unknown-pragmas -c %s -o a.o && ! readelf -SW a.o | grep -q gantry && ! nm a.o | grep gantry
#include "saxpy.h"

int main(void)
{
    static float x[N], y[N];
    saxpy(1, x, y);
    return 0;
}
