// Integers that LLVM 19 cannot pass to PTX functions are named, with the function; on the emulated device they work.
// RUN: %not %gantry cc -std=gnu2x -O0 --offload-arch=sm_70,sm_80 %s -o %t 2> %t.err
// RUN: %FileCheck %s < %t.err
// RUN: %gantry cc -std=gnu2x -O0 --offload-arch=emulated %s -o %t
// RUN: %run_host %t && %run_emulated32 %t
typedef _BitInt(100) hundred;
static hundred wide(hundred a, int k)
{
    return k ? wide(a * 3, k - 1) : a;
}
static _BitInt(128) round_number(_BitInt(128) a) { return a + 1; }

int main(void)
{
    int r = 0;
#pragma omp target map(tofrom : r)
    r = (int)(wide(5, 2) + round_number(0));
    return r != 46;
}
// CHECK: odd_integers.c:7:{{.*}}error: function 'wide' has a parameter or result of a _BitInt between 65 and 127 bits, which LLVM 19 cannot make PTX of: pass a pointer, or use 128 bits [GN0909]
// CHECK-NOT: error
