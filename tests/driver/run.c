// LABELS: run
// gantry run: a cache by content, arguments and exit status passed on, a size limit, a folder that cannot be written.
// RUN: printf '#!/bin/sh\necho x >> %T/log\nexec %clang "$@"\n' > count && chmod +x count && cp %s prog.c && cp %S/saxpy.h .
// RUN: test "$(GANTRY_CLANG_19=$PWD/count OMP_TARGET_OFFLOAD=DISABLED %gantry run prog.c -- one 'two words')" = "one|two words|" && test $(wc -l < log) -gt 2
// RUN: rm log; OMP_TARGET_OFFLOAD=DISABLED GANTRY_CLANG_19=$PWD/count %gantry run prog.c -- and && test $(wc -l < log) = 1
// RUN: echo '/* changed */ static int fresh;' >> saxpy.h && rm log; OMP_TARGET_OFFLOAD=DISABLED GANTRY_CLANG_19=$PWD/count %gantry run prog.c && test $(wc -l < log) -gt 2
// RUN: rm log; OMP_TARGET_OFFLOAD=DISABLED GANTRY_CLANG_19=$PWD/count %gantry run -DSTATUS=3 prog.c; test $? = 3 && test $(wc -l < log) -gt 2
// RUN: %run_emulated32 %gantry run prog.c -- a | grep -q 'a|'
// RUN: %not --status 1 %gantry run -DWRONG prog.c && %not --status 2 %gantry run -c prog.c && ls cache/gantry | grep -c '^run-' | grep -q '^[345]$' && test -z "$(ls tmp)"
// RUN: truncate -s 300M cache/gantry/run-0000000000000001 && touch -d '2001-01-01' cache/gantry/run-0000000000000001 && OMP_TARGET_OFFLOAD=DISABLED %gantry run -DSTATUS=0 -DX prog.c && test ! -e cache/gantry/run-0000000000000001
// RUN: OMP_TARGET_OFFLOAD=DISABLED XDG_CACHE_HOME=/proc/none %gantry run -DSTATUS=4 prog.c; test $? = 4 && test -z "$(ls tmp)"
// RUN: for i in 1 2 3 4; do OMP_TARGET_OFFLOAD=DISABLED GANTRY_CLANG_19=$PWD/count %gantry run -DPARALLEL prog.c -- $i > out.$i & done; wait; cat out.* | tr -d '\n' | grep -q '^1|2|3|4|$'
#include <stdio.h>

#include "saxpy.h"

#ifndef STATUS
#define STATUS 0
#endif

int main(int argc, char **argv)
{
    static float x[N], y[N];
#ifdef WRONG
    wrong;
#endif
    saxpy(1, x, y);
    for (int i = 1; i < argc; i++)
        printf("%s|", argv[i]);
    printf("\n");
    return STATUS;
}
