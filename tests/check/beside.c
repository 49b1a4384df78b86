// Host tasks beside a construct of another one: what they do is kept once one has begun, and `gantry check` runs the program
// again with all kept from the beginning, so that the verdict is the same whoever comes first.
// RUN: for i in 1 2 3; do %gantry check --offload-arch=emulated %s 2> %t.err; test $? = 3 && %FileCheck %s < %t.err || exit 1; done
// RUN: %gantry check --offload-arch=emulated %s -- ordered 2> %t.err && grep -q 'nothing found; 1 region ran$' %t.err
// A program whose host threads begin no construct needs no second run: it would count its runs.
// RUN: rm -f %t.runs && %gantry check --offload-arch=emulated %s -- apart %t.runs 2> %t.err && test $(wc -l < %t.runs) = 1
// RUN: rm -f %t.runs && %gantry check --offload-arch=emulated %s -- beside %t.runs 2> %t.err; test $(wc -l < %t.runs) = 2
// What cannot be run again is said.
// RUN: echo 1 | %gantry check --offload-arch=emulated %s -- input 2>&1 | grep -q 'not looked at, since the program reads its input, which is no file$'
// CHECK: beside.c:[[#]]:{{[0-9]+}}: gantry: error: the host reads 'a[5]', which the region of {{.*}}beside.c:[[#]] may {{.*}} at the same time: nothing orders the two [GC403]
// CHECK: gantry check: 1 finding
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { N = 64 };
static int a[N], seen, sum;

static void region(void)
{
#pragma omp target map(tofrom : a)
    for (int i = 0; i < N; i++)
        a[i] = i;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "beside";
    if (argc > 2) {
        FILE *f = fopen(argv[2], "a");
        fprintf(f, "run\n");
        fclose(f);
    }
    if (strcmp(how, "input") == 0 && scanf("%d", &seen) != 1)
        return 1;
    if (strcmp(how, "apart") == 0) {
#pragma omp parallel for num_threads(2) reduction(+ : sum)
        for (int i = 0; i < N; i++)
            sum += a[i];
        region();
        return 0;
    }
    int ordered = strcmp(how, "ordered") == 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            seen = ordered ? 0 : a[5];
        if (ordered) {
#pragma omp barrier
        }
        if (omp_get_thread_num() == 1)
            region();
    }
    return 0;
}
