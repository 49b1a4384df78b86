// memcmp and memchr on the host: each byte up to the one that decides must have a value; to copy decides nothing.
// RUN: for o in -O0 -O1; do %gantry cc -w -g $o -fcheck --offload-arch=emulated %s -o %t && for h in ordered found equal; do %not --status 3 %run_emulated32 %t $h 2> %t.err && %FileCheck --check-prefix=$h %s < %t.err || exit 1; done && for h in before whole copied; do %run_emulated32 %t $h || exit 1; done || exit 1; done
#include <stdio.h>
#include <string.h>

enum { N = 64 };

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    unsigned char a[N], b[N], c[N];
    memset(b, 7, sizeof b);
    int whole = !strcmp(how, "whole"), other = !strcmp(how, "before");
#pragma omp target map(from : a) map(to : whole, other)
    for (int i = 0; i < N; i++)
        if (i != 40 || whole)
            a[i] = i == 20 && other ? 8 : 7;
    if (!strcmp(how, "copied")) {
        memcpy(c, a, sizeof c);
        return c[3] != 7;
    }
    if (!strcmp(how, "found"))
        return memchr(a, 9, N) != NULL;
// found: compared.c:[[#@LINE-1]]:{{.*}}: the host reads 'a[40]', which came back from a device without a value [GC203]
    if (!strcmp(how, "equal"))
        return memcmp(b, a, N) == 0;
// equal: compared.c:[[#@LINE-1]]:{{.*}}: the host reads 'a[40]', which came back from a device without a value [GC203]
    int order = memcmp(a, b, N);
// ordered: compared.c:[[#@LINE-1]]:{{.*}}: the host reads 'a[40]', which came back from a device without a value [GC203]
    return other ? order <= 0 : whole ? order != 0 : 0; /* "before": byte 20 decides */
}
