// RUN: %gantry check %s 2>&1 | %FileCheck %s
// RUN: %gantry check --json %s >%t.json 2>%t.err && python3 -m json.tool %t.json >%t.told && grep -q GN0480 %t.told && test "$(cat %t.err)" = "0 5"
// RUN: test "$(%gantry check --sarif -o %t.sarif %s 2>%t.err)" = "0 5" && grep -q GN0480 %t.sarif && test ! -s %t.err
// RUN: %not --status 1 %gantry check --json -o %T/none/at/all %s 2>&1 | grep -q "cannot write '.*none/at/all'"
// REQUIRES: python3
/* What the compiler has warned of is no finding, and the sum points to it, from the cache, too; a document goes to
 * standard output, beside which the program prints nothing, or into a file. */
#include <stdio.h>

int main(void)
{
    int s = 0, a[10] = {0};
#pragma omp target
    {
        s = 5;
        a[1] = s;
    }
    printf("%d %d\n", s, a[1]);
    return 0;
}
// CHECK: warned.c:15:9: warning: {{.*}} [GN0480]
// CHECK: gantry check: nothing found; 1 region ran; see the compiler's warning above, too
