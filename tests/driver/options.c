// LABELS: run
// The options of a C compiler, on a file with device code: compile, link, and both at once.
// RUN: %gantry cc -O3 -c %s -o %t.o && %gantry cc %t.o -o %t -lm && %run_host %t && %t
// RUN: %gantry cc -O2 -g -Wall -Wextra -Werror -std=c11 -fno-strict-aliasing -march=x86-64-v2 -DN=33 -UFOO %s -o %t -lm && %run_host %t
// RUN: %gantry cc -D N=1 -I %S -std=gnu89 -w %s -o%t -lm && %run_host %t
// RUN: printf 'void f(float *x) {\n int i;\n#pragma omp target teams loop map(tofrom: x[0:10])\n for (i = 0; i < 10; i++) x[i] = 1; }\n' > c89.c
// RUN: for std in c89 c99 gnu11 c17 c23; do %gantry cc -std=$std -pedantic-errors -Wall -Wextra --offload-arch=sm_70,emulated -c c89.c || exit 1; done
// RUN: %not %gantry cc -Wall -Werror -DUNUSED %s -o %t.bad -lm && test ! -e %t.bad
//
// Several sources at once, with and without device code; objects go to the current folder.
// RUN: echo 'int other(void) { return 7; }' > other.c
// RUN: %gantry cc -DOTHER %s other.c -lm && %run_host ./a.out
// RUN: %gantry cc -c -DOTHER %s other.c && %gantry cc options.o other.o -o both -lm && %run_host ./both
// RUN: %not --status 2 %gantry cc -c %s other.c -o x.o
//
// Assembly, also by way of the assembler; standard input and output; another suffix.
// RUN: %gantry cc -S %s -o %t.s && %gantry cc %t.s -o %t -lm && %run_host %t
// RUN: %gantry cc -S %s -o - | cmp - %t.s
// RUN: %gantry cc -x c -c - -o %t.o -I%S < %s && %gantry cc %t.o -o %t -lm && %run_host %t
// RUN: %gantry cc -E -P %s | grep -q 'pragma omp target'
// RUN: %gantry cc -E - < other.c | grep -q 'return 7'
// RUN: cp %s renamed.txt && %gantry cc -x c -I%S renamed.txt -x none other.c -o %t -lm && %run_host %t
// RUN: %gantry cc -fsyntax-only %s -o none && test ! -e none
//
// Response files, nested and quoted; gantry-cc in one word.
// RUN: printf '%%s\n' '-D"SPACED=a  b" -c' "'-DN=31'" > inner.rsp && printf '@inner.rsp\n-o resp.o\n' > outer.rsp
// RUN: %gantry-cc @outer.rsp %s && %gantry cc resp.o -o resp -lm && %run_host ./resp
// RUN: echo @loop.rsp > loop.rsp && %not --status 2 %gantry cc @loop.rsp
// RUN: %not %gantry cc @no-such-file %s
// A command of 400 KB, with words that need quoting.
// RUN: for i in $(seq 4000); do printf '"-DLONG_%%s=a\\\\b %%100s"\n' $i "'x'"; done > long.rsp && test $(wc -c < long.rsp) -gt 400000 && %gantry cc @long.rsp %s -o %t -lm && %run_host %t
//
// -pthread, -Wl, -Xlinker, -no-pie, -s, LLD
// RUN: %gantry cc -O1 -pthread -Wl,--build-id -Xlinker --gc-sections -no-pie -s %s -o %t -lm && %run_host %t
// RUN: %gantry cc -fuse-ld=lld -ffunction-sections -Wl,--gc-sections %s -o %t -lm && %run_host %t
// RUN: %not --status 2 %gantry cc -static %s -o %t.bad -lm 2>&1 | grep -q -e '-static'
#include <math.h>
#include <stdio.h>

#include "saxpy.h"

#ifndef __GANTRY__
#error "__GANTRY__ is not predefined"
#endif
#if __GANTRY_VERSION__ < 100 || _OPENMP < 201811
#error "versions"
#endif

#ifdef OTHER
int other(void);
#endif

int main(void)
{
    static float x[N], y[N];
    int i;
#ifdef UNUSED
    int unused;
#endif
    for (i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 1;
    }
    saxpy(2, x, y);
    for (i = 0; i < N; i++) {
        if (fabsf(y[i] - (2 * i + 1)) > 0)
            return 1;
    }
#ifdef OTHER
    return other() != 7;
#endif
    return 0;
}
