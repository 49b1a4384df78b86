// LABELS: run
// An interrupted compilation leaves nothing: no output, no temporary file, no running tool.
// RUN: printf '#!/bin/sh\ncase "$*" in *"-emit-llvm"*) echo $$ > started; exec sleep 60;; esac\nexec %clang "$@"\n' > slow && chmod +x slow
// RUN: for s in INT TERM HUP QUIT PIPE; do rm -f started; GANTRY_CLANG_19=$PWD/slow env --default-signal=INT,QUIT,PIPE %gantry cc %s -o x -MD & pid=$!; \
// RUN:   for i in $(seq 100); do test -s started && break; sleep 0.1; done; kill -$s $pid; wait $pid; status=$?; \
// RUN:   test $status -gt 128 || exit 1; ! kill -0 $(cat started) 2> /dev/null || exit 2; \
// RUN:   test ! -e x && test -z "$(ls tmp)" || exit 3; done
#include "saxpy.h"

int main(void)
{
    static float x[N], y[N];
    saxpy(1, x, y);
    return 0;
}
