// RUN: %not --status 139 %gantry check %s -- crash 2>&1 | %FileCheck --check-prefix=CRASH %s
// RUN: %not --status 7 %gantry check %s -- fail 2>&1 | %FileCheck --check-prefix=FAIL %s
// RUN: %not --status 2 %gantry check %s -- right 2>&1 | %FileCheck --check-prefix=RIGHT %s
// RUN: %not --status 139 %gantry check %s -- alone 2>&1 | %FileCheck --check-prefix=ALONE %s
// RUN: /usr/bin/python3 %S/interrupted_host.py %gantry %s
/* A program of which no region runs: what the sum says of how it ended. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "wait";
    int s = 0;
    if (strcmp(how, "alone") != 0) {
#pragma omp parallel num_threads(4) reduction(+: s)
        s++;
    }
    if (strcmp(how, "crash") == 0 || strcmp(how, "alone") == 0)
        raise(SIGSEGV);
    if (strcmp(how, "wait") == 0) {
        fprintf(stderr, "begins %d\n", (int)getpid());
        for (;;)
            pause();
    }
    return strcmp(how, "fail") == 0 ? 7 : 0;
}
// CRASH: threads of the host were looked at alone, and the program ended with status 139 before anything was found: no target region ran
// FAIL: threads of the host were looked at alone, and nothing was found; the program ended with status 7: no target region ran
// RIGHT: threads of the host were looked at alone, and nothing was found: no target region ran
// ALONE: nothing was checked, and the program ended with status 139 before anything was found: no target region ran
