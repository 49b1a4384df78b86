// RUN: %gantry translate --to=openmp %s -o %t.c 2>%t.said && grep 'headers.h:1: warning: a directive of OpenACC in a file that .*headers.c. includes stays as it is' %t.said >/dev/null
// RUN: grep -c warning %t.said | grep -qx 1
// RUN: %gantry translate --to=openmp %src/tests/openacc/headers.h | grep -qx '#pragma omp begin declare target'
/* What the file includes is not translated; that is said, once for each header. */
#include "headers.h"

int main(void)
{
    int s = 0;
#pragma acc parallel loop reduction(+: s)
    for (int i = 0; i < 10; i++)
        s += twice(i);
    return s != 90;
}
