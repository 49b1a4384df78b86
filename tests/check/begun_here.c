// RUN: %not --status 3 %gantry check -O1 %s 2>%t.err >/dev/null && %FileCheck %s < %t.err
/* A variable that all threads of a team share lies in memory of the team's: it is told with the line of its declaration. */
#include <stdio.h>
int main(void)
{
    int r[1] = {0};
#pragma omp target teams num_teams(1) map(tofrom : r)
    {
        int sum;
        double extra = 2;

#pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < 10; i++)
            sum += i;

        if (sum > 100 * extra)
            r[0] = 1;
    }
    printf("%d\n", r[0]);
}
// CHECK: begun_here.c:16:{{[0-9]+}}: gantry: error: {{.*}} [GC201]
// CHECK: 'sum' is a variable of 'main', {{.*}}begun_here.c:9
// CHECK: gantry check: 1 finding
