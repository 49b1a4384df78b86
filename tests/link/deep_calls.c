// PTX whose calls recurse or go through pointers asks the cuda plug-in for a larger stack, other PTX does not.
// RUN: mkdir -p %T/recursion && cd %T/recursion && %gantry cc -O2 --offload-arch=sm_70 -DCASE=1 --save-temps %s -o %t
// RUN: grep -q "^// gantry: calls of unknown depth" %T/recursion/sm_70.ptx
// RUN: mkdir -p %T/pointer && cd %T/pointer && %gantry cc -O2 --offload-arch=sm_70 -DCASE=2 --save-temps %s -o %t
// RUN: grep -q "^// gantry: calls of unknown depth" %T/pointer/sm_70.ptx
// RUN: mkdir -p %T/neither && cd %T/neither && %gantry cc -O2 --offload-arch=sm_70 -DCASE=3 --save-temps %s -o %t
// RUN: %not grep "unknown depth" %T/neither/sm_70.ptx
// LABELS: compile
static int leaf(int n)
{
    return n * n;
}
static int twice(int n)
{
    return n < 2 ? n : twice(n - 1) + twice(n - 2) + leaf(n);
}
#if CASE == 2
#pragma omp declare target
int (*volatile through)(int) = leaf;
#pragma omp end declare target
#endif

int main(void)
{
    int r = 0;
#pragma omp target map(tofrom : r)
#if CASE == 1
    r = twice(20);
#elif CASE == 2
    r = through(3);
#else
    r = leaf(4);
#endif
    return r;
}
