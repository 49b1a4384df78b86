// ROW: target teams distribute parallel for reduction(+: pointer[0:100000])
// SPEC: 4.5 5.5.8
/* A section that no stack and no team-shared memory has room for. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int length = 20011;
    long n = 3 * length, *p = check_alloc(sizeof *p * (size_t)length);
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(8) reduction(+: p[0:length])
    for (long i = 0; i < n; i++)
        p[i % length] += 1 + i / length;
    for (int k = 0; k < length; k++)
        CHECK_INT(p[k], 6, "p[%d]", k);
    free(p);
    return check_end();
}
