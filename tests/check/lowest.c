// Which of the host's threads comes to a construct first is a matter of time: the element that is named is the lowest one, in each
// run, and so is the text.
// RUN: for i in 1 2 3 4 5 6; do %gantry check --offload-arch=emulated %s 2> %t.$i; test $? = 3 && cmp %t.1 %t.$i || exit 1; done
// RUN: %FileCheck %s < %t.1
// RUN: for i in 1 2 3 4 5 6; do %gantry check --offload-arch=emulated %s -- tasks 2> %t.$i; test $? = 3 && cmp %t.1 %t.$i || exit 1; done
// RUN: %FileCheck --check-prefix=TASKS %s < %t.1
// RUN: for i in 1 2 3 4 5 6; do %gantry check --offload-arch=emulated %s -- begun 2> %t.$i; test $? = 3 && cmp %t.1 %t.$i || exit 1; done
// RUN: %FileCheck --check-prefix=BEGUN %s < %t.1
// RUN: for i in 1 2 3; do %gantry check --offload-arch=emulated %s -- waits 2> %t.err || exit 1; grep -q 'nothing found' %t.err || exit 1; done
// What was met is told though the program ends by a signal before the region is over.
// RUN: %not %gantry check --offload-arch=emulated %s -- crash 2>&1 | %FileCheck --check-prefix=CRASH %s
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4000 };
static int a[N], b[N], seen[4];

static void region(void)
{
#pragma omp target map(tofrom : a, b)
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i + 1;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "loop";
    int sum = 0;
    if (strcmp(how, "begun") == 0) {
#pragma omp parallel num_threads(4)
        {
            int me = omp_get_thread_num();
            if (me == 3)
                region();
            else
                for (int i = N / 3 * (me + 1) - 1; i >= N / 3 * me; i--)
                    seen[me] += b[i];
        }
// BEGUN: lowest.c:[[#@LINE-2]]:{{[0-9]+}}: gantry: error: the host reads 'b[0]', which the region of {{.*}} may copy back at the same time
// BEGUN: gantry check: 1 finding
        return seen[0] == -1;
    }
#pragma omp target nowait map(tofrom : a, b)
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i + 1;
    if (strcmp(how, "waits") == 0) {
#pragma omp taskwait
    }
    if (strcmp(how, "crash") == 0) {
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == 1) {
            seen[1] = b[7];
// CRASH: lowest.c:[[#@LINE-1]]:{{[0-9]+}}: gantry: error: the host reads 'b[7]'
            abort();
        }
    } else if (strcmp(how, "tasks") == 0) {
#pragma omp parallel num_threads(4)
#pragma omp single
        for (int t = 0; t < 8; t++)
#pragma omp task firstprivate(t)
            for (int i = N / 8 * (t + 1) - 1; i >= N / 8 * t; i--)
                a[i] = t;
// TASKS: lowest.c:[[#@LINE-1]]:{{[0-9]+}}: gantry: error: the host stores to 'a[0]', which the region of
// TASKS: gantry check: 1 finding
    } else {
#pragma omp parallel for num_threads(4) schedule(dynamic, 7) reduction(+ : sum)
        for (int i = N - 1; i >= 3; i--)
            sum += b[i];
// CHECK: lowest.c:[[#@LINE-1]]:{{[0-9]+}}: gantry: error: the host reads 'b[3]', which the region of
// CHECK: order the two: by a taskwait of the task that meets the construct
// CHECK: gantry check: 1 finding
    }
    return sum == -1;
}
