// ROW: declare mapper in a header of several files
// SPEC: 5.0 5.8.8
// FILES: header_other.c
/* Each file has the mapper. */
#include "check.h"

#include "shared_vec.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int room[16];
    shared_vec s = {16, room};
    for (int i = 0; i < 16; i++)
        room[i] = i;
#pragma omp target
    for (int i = 0; i < s.n; i++)
        s.v[i] *= 2;
    shared_add(&s, 100);
    for (int i = 0; i < 16; i++)
        CHECK_INT(room[i], 2 * i + 100, "v[%d]", i);
    return check_end();
}
