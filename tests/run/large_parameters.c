// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm && %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: mkdir -p %t.d && cd %t.d && %gantry cc --offload-arch=sm_70 --save-temps %s -o cuda -lm && %S/../link/ptxas.sh sm_70.ptx
/* Structures by value may be larger than a kernel's parameters. */
#include "check.h"

struct half {
    double v[200];
};
struct large {
    int v[2000];
};

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct half a, b, c;
    struct large l;
    long sum = 0, out[50];
    for (int i = 0; i < 200; i++)
        a.v[i] = b.v[i] = c.v[i] = i;
    for (int i = 0; i < 2000; i++)
        l.v[i] = i;
#pragma omp target teams distribute parallel for firstprivate(a, b, c, l) map(from: out) reduction(+: sum)
    for (int i = 0; i < 50; i++) {
        l.v[i] += 1000;
        b.v[i]++;
        out[i] = (long)(a.v[i] + b.v[i] + c.v[199]) + l.v[i] + l.v[1999];
        sum += l.v[1998];
    }
    for (int i = 0; i < 50; i++)
        CHECK_INT(out[i], 3 * i + 1 + 199 + 1000 + 1999, "out[%d]", i);
    CHECK_INT(sum, 50 * 1998, "sum");
    CHECK(b.v[3] == 3 && l.v[3] == 3, "the originals");
    long one = 0;
#pragma omp target firstprivate(a, l) map(tofrom: one)
    {
        l.v[7] = 1;
        one = l.v[7] + l.v[8] + (long)a.v[9];
    }
    CHECK_INT(one, 18, "by one thread");
    return check_end();
}
