// A file without device code costs one process more than clang alone: the preprocessor's. No library of LLVM is loaded.
// RUN: printf '#!/bin/sh\necho "$*" >> %T/log\nexec %clang "$@"\n' > count && chmod +x count
// RUN: GANTRY_CLANG_19=$PWD/count %gantry cc -O2 -c %s -o a.o && test $(wc -l < log) = 2 && grep -q -e '^-E' log
// RUN: rm log; GANTRY_CLANG_19=$PWD/count %gantry cc a.o -o prog && test $(wc -l < log) = 1 && ./prog
// RUN: ! ldd %gantry | grep -e LLVM -e libclang
// The program depends on no OpenMP library that it does not use.
// RUN: ! ldd prog | grep libomp
// An object is as clang makes it.
// RUN: ! readelf -SW a.o | grep gantry && %clang -O2 -c %s -o b.o && nm a.o > a && nm b.o | diff a -
int main(void)
{
    return 0;
}
