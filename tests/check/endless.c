// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t
// RUN: GANTRY_EMULATED_LIMIT=1 %not --status 1 %run_emulated32 %t 2>%t.err && %FileCheck --check-prefix=LIMIT %s <%t.err
// RUN: GANTRY_EMULATED_LIMIT=1 GANTRY_CHECK=all %not --status 3 %run_emulated64 %t 2>/dev/null
// RUN: GANTRY_EMULATED_LIMIT=1 GANTRY_CHECK=trap %not --status 133 %run_emulated32 %t 2>/dev/null
// RUN: GANTRY_EMULATED_LIMIT=1 %run_emulated32 %t 1
// RUN: %not --status 130 python3 -B %S/endless.py SIGINT %run_emulated32 %t 2>%t.err && %FileCheck --check-prefix=SIGNAL %s <%t.err
// RUN: %not --status 137 python3 -B %S/endless.py SIGQUIT %run_emulated32 %t 2>%t.err && %FileCheck --check-prefix=SIGNAL %s <%t.err
// RUN: GANTRY_EMULATED_LIMIT=1 %not --status 1 %run_emulated32 %t 1 2 2>%t.err && %FileCheck --check-prefix=SWAP %s <%t.err
// The same under a command that waits for the program
// RUN: python3 -B %S/interrupt.py %gantry %s
// RUN: GANTRY_PROFILE=1 %not --status 137 python3 -B %S/endless.py SIGQUIT %run_emulated32 %t 2>%t.err && %FileCheck --check-prefix=SIGNAL %s <%t.err
// RUN: GANTRY_EMULATED_LIMIT=1 %not --status 3 %gantry check -fdiagnostics-format=json -O1 %s 2>%t.err && grep -q '"id":"GC701"' %t.err && python3 -m json.tool %t.err >%t.json
/* Kernels without end: a limit, with where each team is; SIGINT and SIGQUIT ask the same; SIGTRAP for a debugger. */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    volatile int *stop = malloc(sizeof *stop);
    *stop = argc > 1;
    (void)argv;
    puts("begins");
    fflush(stdout);
#pragma omp target teams num_teams(8) map(tofrom : stop[0 : 1])
    while (!stop[0])
        ;
    int taken = argc > 2, got = 0; // a lock that nobody gives back
#pragma omp target parallel num_threads(4) map(tofrom : taken) firstprivate(got)
    {
        do {
#pragma omp atomic compare capture
            {
                got = taken;
                if (taken == 0) {
                    taken = 1;
                }
            }
        } while (got != 0);
#pragma omp atomic write
        taken = 0;
    }
    free((void *)stop);
    return 0;
}
// LIMIT: endless.c:24:{{[0-9]+}}: gantry: error: the target region of {{.*}}endless.c:23 [main] has run for 1 s, and its limit is 1 s [GC701]
// LIMIT: team {{[0-9]+}}: thread 0 (lane 0 of warp 0) is at {{.*}}endless.c:
// LIMIT: teams have not begun
// LIMIT: GANTRY_EMULATED_LIMIT
// SIGNAL: gantry: the target region of {{.*}}endless.c:23 [main] has run for
// SIGNAL-NEXT: team {{[0-9]+}}: thread 0 (lane 0 of warp 0) is at {{.*}}endless.c:24
// SWAP: endless.c:{{31|29|37}}:{{[0-9]+}}: gantry: error: the target region of {{.*}} has run for 1 s, and its limit is 1 s [GC701]
