// Compile time does not grow with the ways through a call graph: a function with many calls of itself, a chain of 2,000
// functions, and a circle of 300 in which each calls three others. Each takes less than a second; a walk of all ways
// would not end. The loop order asks what the functions access, too.
// RUN: for n in 1 8; do awk -v n=$n 'BEGIN { printf "static double f(double *p, int x)\n{\n    p[3 * x] += 1;\n    return x < 0 ? p[x] : 0"; for (i = 0; i < n; i++) printf " + f(p, x - 1)"; print ";\n}\n#define FIRST f" }' > graph.h; timeout 20 %gantry cc --offload-arch=emulated -I. --dump=calls,decisions,device,host %s > out || exit 1; grep -q '^function f .*all effect,branches$' out || exit 1; done
// RUN: awk 'BEGIN { print "#include <omp.h>\nstatic double f0(double *p, int x) { return p[x] = omp_get_thread_num(); }"; for (i = 1; i < 2000; i++) printf "static double f%%d(double *p, int x) { return f%%d(p, x + 1); }\n", i, i - 1; print "#define FIRST f1999" }' > graph.h; timeout 20 %gantry cc --offload-arch=emulated -I. --dump=calls,decisions,device,host %s > out; grep -q '^function f1999 .*all effect,query,thread_num$' out
// RUN: awk 'BEGIN { for (i = 0; i < 300; i++) printf "static double f%%d(double *p, int x);\n", i; for (i = 0; i < 300; i++) printf "static double f%%d(double *p, int x) { return x > 9 ? p[x] : f%%d(p, x + 1) + f%%d(p, x + 2) + f%%d(p, x + 3); }\n", i, (i + 1) %% 300, (7 * i + 3) %% 300, (13 * i + 5) %% 300; print "#define FIRST f0" }' > graph.h; timeout 20 %gantry cc --offload-arch=emulated -I. --dump=calls,decisions,device,host %s > out; test $(grep -c '^function f.*all branches  pure$' out) = 300
// A chain of pointers and calls through the device link, too: its reason names the first functions and the last.
// RUN: awk 'BEGIN { print "static double f0(double *p, int x)\n{\n#pragma omp parallel\n    p[x] = 1;\n    return 0;\n}"; for (i = 1; i < 40; i++) printf "static double f%%d(double *p, int x) { return f%%d(p, x); }\n", i, i - 1; print "#define FIRST f39" }' > graph.h; %gantry cc --offload-arch=emulated -I. --dump=link %s -o %t | grep -q 'calls f39, which calls f38, .* which calls f34, which leads over 33 more functions to f0, which opens a parallel region'
#include "graph.h"

int main(void)
{
    static double a[64 * 64];
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            a[i + 64 * j] = FIRST(a, 2);
    return 0;
}
