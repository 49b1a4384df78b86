// Memory that device code takes by alloca, and arrays of variable length, are called so, with their lines; nothing before or behind them may be reached.
// RUN: for o in -O0 -O2; do %gantry cc -w -fcheck $o --offload-arch=emulated %s -o %t && for h in unwritten after before array; do %not --status 3 %run_emulated32 %t $h 2> %t.err && %FileCheck --check-prefix=$h %s < %t.err || exit 1; done && %run_emulated32 %t right || exit 1; done
// RUN: %gantry cc -w --offload-arch=emulated %s -o %t && %run_emulated32 %t right && { %run_emulated32 %t after 2>&1 || true; } | %FileCheck --check-prefix=after %s
#include <alloca.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int n = 8, r = 0, unwritten = !strcmp(how, "unwritten"), at = 0, in = 0;
    if (!strcmp(how, "after"))
        at = n;
    if (!strcmp(how, "before"))
        at = -1;
    if (!strcmp(how, "array"))
        in = n;
#pragma omp target map(tofrom : r)
    {
        int *p = alloca(n * sizeof *p);
        long *q = __builtin_alloca_with_align(n * sizeof *q, 1024);

        int v[n];
        for (int i = 0; i < n; i++) {
            if (!unwritten)
                p[i] = i;
            q[i] = v[i] = i;
        }
        if (p[3] == 3)
            r += (unsigned long)q % 128 == 0;
        p[at]++;
        q[at]++;
        v[in]++;
        r += p[0] + (int)q[0] + v[0];
    }
    if (!unwritten && r != 4)
        printf("wrong: %d\n", r);
    return 0;
}
// unwritten: taken.c:29:{{.*}} a decision depends on memory from alloca, which was never written [GC201]
// unwritten: memory from alloca (32 bytes, taken at {{.*}}taken.c:20) has no value at byte 0
// after: taken.c:31:{{.*}} right after the end of 'alloca' (32 bytes, taken at {{.*}}taken.c:20) [GC101]
// before: taken.c:31:{{.*}} 4 bytes before the beginning of 'alloca' (32 bytes, taken at {{.*}}taken.c:20) [GC101]
// array: taken.c:33:{{.*}} right after the end of 'a variable-length array' (32 bytes, taken at {{.*}}taken.c:23) [GC101]
