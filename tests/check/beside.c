// Host tasks beside a construct of another one: what they do is kept from the beginning, so that the verdict is the same whoever
// comes first.
// RUN: for i in 1 2 3; do %gantry check --offload-arch=emulated %s 2> %t.err; test $? = 3 && %FileCheck %s < %t.err || exit 1; done
// RUN: %gantry check --offload-arch=emulated %s -- ordered 2> %t.err && grep -q 'nothing found; 1 region ran$' %t.err
// RUN: %gantry check --offload-arch=emulated %s -- apart 2> %t.err && grep -q 'nothing found; 1 region ran$' %t.err
// One run is enough, also of a program that reads its input.
// RUN: rm -f %t.runs && %gantry check --offload-arch=emulated %s -- beside %t.runs 2> %t.err; test $(wc -l < %t.runs) = 1
// RUN: echo 1 | %gantry check --offload-arch=emulated %s -- input 2> %t.err; test $? = 3 && %FileCheck %s < %t.err
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
