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
// A check that is not over keeps nobody waiting: neither another program, nor the same one.
// RUN: printf '#include <stdio.h>\nint main(void) { puts("on"); fflush(stdout); return getchar() != 10; }\n' > waits.c; mkfifo in out; exec 8<>in 9<>out; %gantry check waits.c <&8 >&9 2> said & read -r on <&9; test "$on" = on && OMP_TARGET_OFFLOAD=DISABLED %gantry run -DMEANWHILE prog.c && OMP_TARGET_OFFLOAD=DISABLED %gantry run prog.c && echo > empty && %not --status 2 %gantry check waits.c < empty && : > through; echo >&8; wait $!; test $? = 2 && test -e through
// What was said when a program was compiled is said in each run of it, in colours on a terminal only.
// RUN: printf 'int main(void)\n{\n    int unused, c = 0;\n#pragma omp target teams distribute parallel for map(tofrom: c)\n    for (int i = 0; i < 9; i++)\n        c++;\n    return 0;\n}\n' > warned.c
// RUN: export OMP_TARGET_OFFLOAD=DISABLED; for i in 1 2; do %gantry run -Wall warned.c 2> said.$i && %gantry run -fdiagnostics-format=json -Wall warned.c 2> json.$i && %gantry run -fcolor-diagnostics -Wall warned.c 2> coloured.$i || exit 1; done
// RUN: grep -q 'unused variable' said.1 && grep -q GN0488 said.1 && cmp said.1 said.2 && cmp json.1 json.2 && grep -q '"kind":"warning"' json.1 && grep -q '35mwarning' coloured.2 && cmp coloured.1 coloured.2 && %not grep -q 35mwarning said.2
// RUN: command -v script > /dev/null || exit 0; printf '#!/bin/sh\n%gantry run -DTWICE -Wall warned.c\n' > go && chmod +x go && TERM=xterm script -qec ./go /dev/null > tty.1 && TERM=xterm script -qec ./go /dev/null > tty.2 && ./go 2> tty.3; cmp tty.1 tty.2 && grep -q GN0488 tty.3 && cmp said.1 tty.3
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
