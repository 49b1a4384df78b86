// LABELS: run
// The section with device code stays in objects through the tools of the trade, and leaves the program.
// RUN: %gantry cc -O2 -ffunction-sections -c %s -o a.o && readelf -SW a.o | grep -q ' \.gantry\.device .* E .* 8$'
// RUN: readelf -aW a.o > /dev/null 2> err && ! test -s err && objdump -d a.o > /dev/null
// RUN: %link list a.o > want
// RUN: cp a.o s.o && strip s.o && %link list s.o | sed 's/^s/a/' | diff want - && cp a.o u.o && strip -g u.o && %link list u.o | sed 's/^u/a/' | diff want -
// RUN: objcopy a.o c.o && %link list c.o | sed 's/^c/a/' | diff want -
// RUN: echo 'int unused;' > o.c && %gantry cc -c o.c && ld -r a.o o.o -o r.o && %link list r.o | sed 's/^r/a/' | diff want -
// RUN: ld.lld-19 -r a.o o.o -o l.o && %link list l.o | sed 's/^l/a/' | diff want -
// RUN: %gantry cc -r a.o o.o -o g.o && %link list g.o | sed 's/^g/a/' | diff want -
// RUN: for o in a u c r g; do %gantry cc $o.o -o prog -lm && %run_host ./prog || exit 1; done
// RUN: ! readelf -SW prog | grep -q 'gantry\.device' && %gantry cc -fuse-ld=lld r.o -o prog -lm && ! readelf -SW prog | grep -q 'gantry\.device'
// RUN: strip prog && %run_host ./prog
//
// Archives, thin ones too, and -l.
// RUN: %gantry cc -DNO_MAIN -c %s -o lib.o && ar rcs libm1.a lib.o && ar rcsT libthin.a lib.o && %gantry cc -DONLY_MAIN -c %s -o main.o
// RUN: %gantry cc main.o -L. -lm1 -o prog && %run_host ./prog && %gantry cc main.o libthin.a -o prog && %run_host ./prog
//
// Shared libraries.
// RUN: %gantry cc -DNO_MAIN -shared -fPIC %s -o libs.so && %gantry cc main.o -L. -ls -Wl,-rpath,$PWD -o prog && %run_host ./prog
//
// An object of gcc -fopenmp links too; the OpenMP library can come along.
// RUN: echo 'int g(void) { int s = 0; _Pragma("omp parallel for reduction(+:s)") for (int i = 0; i < 10; i++) s += i; return s - 45; }' > g.c
// RUN: %gcc -fopenmp -c g.c -o gcc.o && echo 'int g(void); int main(void) { return g(); }' > gm.c && %gantry cc gm.c gcc.o -o prog && ./prog
// RUN: mkdir bundle && %gantry cc --bundle a.o -o bundle/prog && test -s bundle/libomp.so.5 && readelf -d bundle/prog | grep -q 'ORIGIN' && %run_host bundle/prog
//
// Another linker driver stops with the name that says what to do.
// RUN: %not %clang main.o lib.o -fopenmp -o bad 2>&1 | grep -q link_with_gantry_cc && test ! -e bad
#include "saxpy.h"

void f(float *x, float *y);
#ifndef ONLY_MAIN
void f(float *x, float *y)
{
    saxpy(2, x, y);
}
#endif
#ifndef NO_MAIN
int main(void)
{
    static float x[N], y[N];
    x[N - 1] = 3;
    f(x, y);
    return y[N - 1] != 6;
}
#endif
