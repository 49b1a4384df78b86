// LABELS: run
// Exit statuses, and nothing left behind: no output, no temporary file.
// RUN: %not --status 2 %gantry && %not --status 2 %gantry frobnicate && %not --status 2 %gantry help nothing
// RUN: %not --status 2 %gantry cc && %not --status 2 %gantry cc -o && %not --status 2 %gantry cc --dump=nothing %s
// RUN: %not --status 2 %gantry cc -x c - -o x.o -Xopenmp-target -march=sm_80 < /dev/null
// RUN: %not --status 2 %gantry cc -c - < /dev/null
// RUN: %not --status 1 %gantry cc -c no-such-file.c && %not --status 1 %gantry cc %s --no-such-option -c
// RUN: %not --status 2 %gantry devices now && %not --status 2 %gantry explain && %not --status 2 %gantry run
// RUN: %not --status 1 %gantry cc -DSYNTAX -c %s -o x.o && %not --status 1 %gantry cc -DPRAGMA -c %s -o x.o
// RUN: %not --status 1 %gantry cc -DPRAGMA %s -o x 2>&1 | grep -q 'status.c:[0-9]*:[0-9]*: error:'
// RUN: %not --status 1 %gantry cc -DUNDEFINED %s -o x -MD -MF z.d && %not --status 1 %gantry cc -DPRAGMA -c %s -o x.o -MD -MF x.d
// RUN: %not --status 1 %gantry cc -c %s -o no/such/folder/x.o
// RUN: echo '#error "stop"' > e.c && %not --status 1 %gantry cc -c e.c -o x.o && %not --status 1 %gantry cc e.c %s -o x
// RUN: test ! -e x.o && test ! -e x && test ! -e x.d && test ! -e a.out && test -z "$(ls tmp)"
//
// A finished output survives a later failure; a good one replaces it by rename.
// RUN: %gantry cc -c %s -o y.o && cp y.o y.copy && %not %gantry cc -DSYNTAX -c %s -o y.o && cmp y.o y.copy && %gantry cc y.o -o y && cp y y.copy && %not %gantry cc -DUNDEFINED %s -o y && cmp y y.copy && %gantry cc y.o -o /dev/null && test -c /dev/null && ! ls | grep -e tmp-
//
// Missing tools are named with their package.
// RUN: GANTRY_CLANG_19=/no/such %not --status 1 %gantry cc -c %s -o x.o 2>&1 | grep -q "package 'clang-19'"
// RUN: GANTRY_LD=/no/such %not --status 1 %gantry cc y.o -o x 2>&1 | grep -q "package 'binutils'"
//
// A compile of generated code that is killed is said with the file, and a folder is kept with what is needed to see it again.
// RUN: printf '#!/bin/sh\ncase "$*" in *nvptx64*) kill -SEGV $$;; esac\nexec %clang "$@"\n' > crash && chmod +x crash
// RUN: GANTRY_CLANG_19=$PWD/crash %gantry cc -c %s -o x.o 2> err; test $? = 1 && grep -q "status.c: error: Clang 19 is ended by signal 11 (Segmentation fault) on the device code that Gantry made of this file (device compile for nvptx64)" err && grep -q "kept in .*tmp/gantry-" err && test ! -e x.o
// RUN: test -s tmp/gantry-*/commands && test -s tmp/gantry-*/file-1/device/status.c
#include "saxpy.h"

#ifdef UNDEFINED
float undefined_on_the_host(void);
#endif
int main(void)
{
    static float x[N], y[N];
#ifdef SYNTAX
    int = 3;
#endif
#ifdef PRAGMA
#pragma omp target map(nowhere: x)
    x[0] = 1;
#endif
#ifdef UNDEFINED
    x[0] = undefined_on_the_host();
#endif
    saxpy(1, x, y);
    return 0;
}
