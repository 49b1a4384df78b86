// RUN: %gantry translate --to=openmp %s -o %t.c 2>%t.said && grep 'headers.h:1: warning: a directive of OpenACC in a file that .*headers.c. includes stays as it is' %t.said >/dev/null
// RUN: grep -c warning %t.said | grep -qx 2 && grep 'headers.c:15: warning: a directive of OpenACC that a macro or _Pragma makes stays as it is' %t.said >/dev/null
// RUN: %gantry translate --to=openmp %src/tests/openacc/headers.h | grep -qx '#pragma omp begin declare target'
/* What the file includes is not translated; that is said, once for each header. Nor is what macros make. */
#include "headers.h"

#define EACH(I) _Pragma("acc parallel loop copy(s)") for (int I = 0; I < 1; I++)

int main(void)
{
    int s = 0;
#pragma acc parallel loop reduction(+: s)
    for (int i = 0; i < 10; i++)
        s += twice(i);
    EACH(k)
        s *= 1;
    return s != 90;
}
